/*
 * exec.c -- execution of the node.
 *
 * A document is opened when the first row is requested and after every rescan, in a context of its own.  Unwanted
 * columns stay null in the tuple of the node.
 */
#include "postgres.h"
#include "access/stratnum.h"
#include "access/transam.h"
#include "catalog/objectaccess.h"
#include "catalog/pg_proc.h"
#include "executor/executor.h"
#include "fmgr.h"
#include "miscadmin.h"
#include "nodes/nodeFuncs.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"

#include "../../server/compat.h"
#include "../../server/encoding.h"
#include "../../value/label.h"
#include "../rowset_columns.h"
#include "scan.h"

static void begin_scan(CustomScanState *css, EState *estate, int eflags);
static TupleTableSlot *exec_scan(CustomScanState *css);
static void end_scan(CustomScanState *css);
static void rescan(CustomScanState *css);

const CustomScanMethods scan_methods = {.CustomName = SCAN_NAME, .CreateCustomScanState = scan_create_state};

const CustomExecMethods scan_exec_methods = {
	.CustomName = SCAN_NAME,
	.BeginCustomScan = begin_scan,
	.ExecCustomScan = exec_scan,
	.EndCustomScan = end_scan,
	.ReScanCustomScan = rescan,
	.EstimateDSMCustomScan = scan_estimate_share,
	.InitializeDSMCustomScan = scan_make_share,
	.InitializeWorkerCustomScan = scan_join_share,
	.ExplainCustomScan = scan_explain,
};

Node *
scan_create_state(CustomScan *plan)
{
	XmlScan *scan = palloc0(sizeof(XmlScan));

	NodeSetTag(scan, T_CustomScanState);
	scan->css.flags = plan->flags;
	scan->css.methods = &scan_exec_methods;
	return (Node *) scan;
}

/* ---- beginning ---- */

static void
begin_columns(XmlScan *scan, const CustomScan *plan, FuncExpr *call)
{
	ListCell *cell;
	int n = 0;

	scan->n_columns = list_length(plan->custom_scan_tlist);
	scan->columns = palloc_array(int, scan->n_columns + 1);
	foreach (cell, plan->custom_scan_tlist)
		scan->columns[n++] = ((Var *) ((TargetEntry *) lfirst(cell))->expr)->varattno - 1;
	foreach (cell, (List *) list_nth(plan->custom_private, PRIVATE_WANT))
		if (lfirst_int(cell) < 32)
			scan->want |= 1u << lfirst_int(cell);
	foreach (cell, call->args)
		scan->args[scan->n_args++] = ExecInitExpr(lfirst(cell), &scan->css.ss.ps);
}

/* Room for the n columns of the function: that of the slot if its columns are these, and every row makes them anew. */
static void
begin_values(XmlScan *scan, int n)
{
	TupleTableSlot *slot = scan->css.ss.ss_ScanTupleSlot;
	bool rowset = scan->kind != SCAN_READER && scan->kind < SCAN_SPLIT;
	bool in_place = rowset && scan->n_columns == n && slot->tts_ops == &TTSOpsVirtual;

	for (int i = 0; i < scan->n_columns; i++)
		in_place = in_place && scan->columns[i] == i;
	scan->values = in_place ? slot->tts_values : palloc0_array(Datum, n + 1);
	scan->nulls = in_place ? slot->tts_isnull : palloc0_array(bool, n + 1);
}

/* The descriptor for the column list of bxml_table. */
static TupleDesc
column_list(const CustomScan *plan)
{
	List *names = list_nth(plan->custom_private, PRIVATE_NAMES);
	List *types = list_nth(plan->custom_private, PRIVATE_TYPES);
	List *typmods = list_nth(plan->custom_private, PRIVATE_TYPMODS);
	TupleDesc desc = CreateTemplateTupleDesc(list_length(names));

	for (int i = 0; i < list_length(names); i++)
		TupleDescInitEntry(desc, i + 1, strVal(list_nth(names, i)), list_nth_oid(types, i),
						   list_nth_int(typmods, i), 0);
	return desc;
}

/* The column list as bytes: values depend on it and on the type bxml of this database. */
static void
begin_types(XmlScan *scan, const CustomScan *plan, FuncExpr *call)
{
	TupleDesc desc = column_list(plan);
	Oid bxml = exprType(linitial(call->args));

	initStringInfo(&scan->types);
	appendBinaryStringInfo(&scan->types, (char *) &bxml, sizeof(bxml));
	for (int i = 0; i < desc->natts; i++)
	{
		Form_pg_attribute a = TupleDescAttr(desc, i);

		scan->others |= a->atttypid != bxml && a->atttypid >= FirstNormalObjectId;
		appendBinaryStringInfo(&scan->types, (char *) &a->atttypid, sizeof(a->atttypid));
		appendBinaryStringInfo(&scan->types, (char *) &a->atttypmod, sizeof(a->atttypmod));
		appendBinaryStringInfo(&scan->types, NameStr(a->attname), strlen(NameStr(a->attname)) + 1);
	}
	FreeTupleDesc(desc);
}

static void
begin_pushes(XmlScan *scan, const CustomScan *plan)
{
	List *kinds = list_nth(plan->custom_private, PRIVATE_PUSHES);
	List *strategies = list_nth(plan->custom_private, PRIVATE_STRATEGIES);
	int n = list_length(kinds);
	List *conditions = NIL;
	bool early = true;

	scan->pushes = palloc_array(PushKind, n + 1);
	scan->strategies = palloc_array(int, n + 1);
	scan->operands = palloc_array(ExprState *, n + 1);
	for (int i = 0; i < n; i++)
	{
		Expr *clause = list_nth(plan->custom_exprs, i + 1);
		PushKind kind = list_nth_int(kinds, i);

		if (kind == PUSH_ROW || kind == PUSH_ROW_EARLY)
		{
			early = early && kind == PUSH_ROW_EARLY;
			conditions = lappend(conditions, clause);
			continue;
		}
		scan->pushes[scan->n_pushes] = kind;
		scan->strategies[scan->n_pushes] = list_nth_int(strategies, i);
		scan->operands[scan->n_pushes++] = ExecInitExpr(lsecond(((OpExpr *) clause)->args), &scan->css.ss.ps);
	}
	if (conditions == NIL)
		return;
	scan->row_conditions = ExecInitQual(conditions, &scan->css.ss.ps);
	scan->row_context = CreateExprContext(scan->css.ss.ps.state);
	scan->row_slot =
		MakeSingleTupleTableSlot(scan->css.ss.ss_ScanTupleSlot->tts_tupleDescriptor, &TTSOpsVirtual);
	scan->ask.early = early;
}

/* The checks that the server makes when it calls a function. */
static void
check_permission(Oid function)
{
	AclResult result = function_aclcheck(function);

	if (result != ACLCHECK_OK)
		aclcheck_error(result, OBJECT_FUNCTION, get_func_name(function));
	InvokeFunctionExecuteHook(function);
}

static void
begin_scan(CustomScanState *css, EState *estate, int eflags)
{
	XmlScan *scan = (XmlScan *) css;
	CustomScan *plan = (CustomScan *) css->ss.ps.plan;
	FuncExpr *call = linitial(plan->custom_exprs);
	int n = READER_COLUMNS;

	scan->kind = linitial_int((List *) list_nth(plan->custom_private, PRIVATE_KIND));
	check_permission(call->funcid);
	begin_columns(scan, plan, call);
	begin_pushes(scan, plan);
	if (scan->kind == SCAN_TABLE || scan->kind == SCAN_TABLE_DEF)
	{
		begin_types(scan, plan, call);
		n = list_length((List *) list_nth(plan->custom_private, PRIVATE_NAMES));
	}
	begin_values(scan, n);
	scan->cxt = AllocSetContextCreate(estate->es_query_cxt, "bxml scan", ALLOCSET_DEFAULT_SIZES);
	if ((eflags & EXEC_FLAG_EXPLAIN_ONLY) == 0)
		scan_mark(scan);
}

/* ---- conditions ---- */

/* ReaderAsk.passes: do the pushed conditions on kind and names hold? */
static bool
row_passes(void *arg, const Datum *values, const bool *nulls)
{
	XmlScan *scan = arg;
	TupleTableSlot *slot = scan->row_slot;

	ExecClearTuple(slot);
	for (int i = 0; i < scan->n_columns; i++)
	{
		slot->tts_values[i] = values[scan->columns[i]];
		slot->tts_isnull[i] = nulls[scan->columns[i]];
	}
	ExecStoreVirtualTuple(slot);
	ResetExprContext(scan->row_context);
	scan->row_context->ecxt_scantuple = slot;
	scan->row_context->ecxt_param_exec_vals = scan->css.ss.ps.ps_ExprContext->ecxt_param_exec_vals;
	return ExecQual(scan->row_conditions, scan->row_context);
}

static void
push_level(ReaderAsk *ask, int strategy, int32 level)
{
	int64 min = 0, max = PG_INT32_MAX;

	switch (strategy)
	{
		case BTLessStrategyNumber: max = (int64) level - 1; break;
		case BTLessEqualStrategyNumber: max = level; break;
		case BTEqualStrategyNumber: min = max = level; break;
		case BTGreaterEqualStrategyNumber: min = level; break;
		default: min = (int64) level + 1; break;
	}
	ask->level_min = (int32) Max(ask->level_min, Min(min, PG_INT32_MAX));
	ask->level_max = (int32) Min(ask->level_max, Max(max, 0));
}

/* The label and a byte that cannot follow in a label: sorts right after its subtree. */
static Datum
behind(const LabelArg *l)
{
	struct varlena *v = palloc(VARHDRSZ + l->n + 1);

	memcpy(VARDATA(v), l->p, l->n);
	VARDATA(v)[l->n] = '\0';
	SET_VARSIZE(v, VARHDRSZ + l->n + 1);
	return PointerGetDatum(v);
}

static int
compare_labels(Datum a, Datum b)
{
	return bx_ordpath_cmp((uint8_t *) VARDATA_ANY(DatumGetPointer(a)), VARSIZE_ANY_EXHDR(DatumGetPointer(a)),
						  (uint8_t *) VARDATA_ANY(DatumGetPointer(b)), VARSIZE_ANY_EXHDR(DatumGetPointer(b)));
}

static void
raise_lo(ReaderAsk *ask, Datum lo)
{
	if (ask->lo == (Datum) 0 || compare_labels(lo, ask->lo) > 0)
		ask->lo = lo;
}

static void
lower_hi(ReaderAsk *ask, Datum hi)
{
	if (ask->hi == (Datum) 0 || compare_labels(hi, ask->hi) < 0)
		ask->hi = hi;
}

static void
push_id(ReaderAsk *ask, int strategy, Datum id)
{
	LabelArg l;

	label_get(&l, id);
	if (strategy == BTEqualStrategyNumber || strategy == BTGreaterEqualStrategyNumber ||
		strategy == STRATEGY_WITHIN)
		raise_lo(ask, PointerGetDatum(l.v));
	if (strategy == BTGreaterStrategyNumber)
		raise_lo(ask, behind(&l));
	if (strategy == BTEqualStrategyNumber || strategy == BTLessEqualStrategyNumber)
		lower_hi(ask, behind(&l));
	if (strategy == BTLessStrategyNumber)
		lower_hi(ask, PointerGetDatum(l.v));
	if (strategy == STRATEGY_WITHIN)
		lower_hi(ask, label_upper(&l));
}

/* Evaluate the operands of conditions; false if one is null, so that no row passes. */
static bool
ask_pushed(XmlScan *scan, ExprContext *econtext)
{
	ReaderAsk *ask = &scan->ask;

	ask->level_max = PG_INT32_MAX;
	for (int i = 0; i < scan->n_pushes; i++)
	{
		bool null;
		Datum operand = ExecEvalExpr(scan->operands[i], econtext, &null);

		if (null)
			return false;
		switch (scan->pushes[i])
		{
			case PUSH_LEVEL: push_level(ask, scan->strategies[i], DatumGetInt32(operand)); break;
			case PUSH_ID: push_id(ask, scan->strategies[i], operand); break;
			default:
			{
				text *t = DatumGetTextPP(operand);

				ask->has_value = true;
				ask->value = encoding_to_compare(VARDATA_ANY(t), VARSIZE_ANY_EXHDR(t), &ask->value_len);
				break;
			}
		}
	}
	return ask->level_max > 0 && (ask->hi == (Datum) 0 || VARSIZE_ANY_EXHDR(DatumGetPointer(ask->hi)) > 0);
}

/* ---- documents ---- */

static void
open_reader(XmlScan *scan, ExprContext *econtext, const Datum *args, const bool *nulls)
{
	ReaderAsk *ask = &scan->ask;
	bool early = ask->early;

	memset(ask, 0, sizeof(*ask));
	ask->want = scan->want;
	if (scan->row_conditions != NULL)
	{
		ask->passes = row_passes;
		ask->arg = scan;
		ask->early = early;
	}
	if (!nulls[1])
		push_id(ask, STRATEGY_WITHIN, args[1]);
	if (nulls[0] || !ask_pushed(scan, econtext))
	{
		ask->early = early;
		scan->done = true;
		return;
	}
	ask->early = early;
	scan->reader = reader_open(args[0], ask);
}

/* Make a rowset, with its paths and columns. */
static void
define_rowset(XmlScan *scan, MemoryContext cxt, const RowsetKey *key)
{
	CustomScan *plan = (CustomScan *) scan->css.ss.ps.plan;
	Oid bxml = exprType(linitial(((FuncExpr *) linitial(plan->custom_exprs))->args));
	ScanRowset *r = scan_new_rowset(cxt, key);
	TupleDesc desc;

	rowset_path(r->rowset, PointerGetDatum(key->path));
	if (key->columns == NULL)
		rowset_columns(r->rowset, NULL, NULL, 0);
	else
	{
		desc = column_list(plan);
		if (scan->kind == SCAN_TABLE)
			rowset_columns_of_paths(r->rowset, PointerGetDatum(key->columns), desc, bxml);
		else
			rowset_columns_of_definition(r->rowset, PointerGetDatum(key->columns), desc, bxml);
	}
	scan->kept = r;
}

/* The rowset for these paths and columns: the current one, a pooled one, or a new one. */
static void
choose_rowset(XmlScan *scan, const RowsetKey *key)
{
	MemoryContext cxt = scan->css.ss.ps.state->es_query_cxt;
	Rowset *rs;

	if (scan->kept != NULL && scan_same_rowset(&scan->kept->key, key))
		return;
	if (scan->kept != NULL)
		scan_leave_rowset(scan->kept, !scan->others);
	scan->rowset = NULL;
	scan->kept = scan_take_rowset(cxt, key);
	if (scan->kept == NULL)
		define_rowset(scan, cxt, key);
	scan->rowset = rs = scan->kept->rowset;
	rs->want = scan->want;
	rs->parts = true;
	for (int i = 0; i < rs->n_columns; i++)
		rowset_want(rs, i, i >= 32 || (scan->want & 1u << i) != 0);
}

static void
open_split(XmlScan *scan, const Datum *args, const bool *nulls)
{
	if (nulls[0] || nulls[1])
		scan->done = true;
	else
		scan->split = split_open((SplitFrom) (scan->kind - SCAN_SPLIT), args[0], args[1], scan->cxt);
}

static void
open_rowset(XmlScan *scan, const Datum *args, const bool *nulls)
{
	bool table = scan->kind != SCAN_NODES;
	RowsetKey key = {scan->kind, NULL, NULL, table ? scan->types.data : "", (Size) scan->types.len};

	if (nulls[0] || nulls[1] || (table && nulls[2]))
	{
		scan->done = true;
		return;
	}
	key.path = PG_DETOAST_DATUM_PACKED(args[1]);
	key.columns = table ? PG_DETOAST_DATUM(args[2]) : NULL;
	choose_rowset(scan, &key);
	rowset_open(scan->rowset, args[0], table || nulls[2] ? (Datum) 0 : args[2]);
}

static void
open_document(XmlScan *scan)
{
	ExprContext *econtext = scan->css.ss.ps.ps_ExprContext;
	MemoryContext caller = MemoryContextSwitchTo(scan->cxt);
	Datum args[3] = {0};
	bool nulls[3] = {true, true, true};

	for (int i = 0; i < scan->n_args; i++)
		args[i] = ExecEvalExpr(scan->args[i], econtext, &nulls[i]);
	scan->open = true;
	if (scan->kind == SCAN_READER)
		open_reader(scan, econtext, args, nulls);
	else if (scan->kind >= SCAN_SPLIT)
		open_split(scan, args, nulls);
	else
		open_rowset(scan, args, nulls);
	MemoryContextSwitchTo(caller);
}

void
scan_count_work(const XmlScan *scan, Counters *work)
{
	if (scan->reader != NULL)
		reader_work(scan->reader, work);
	else if (scan->open && !scan->done && scan->kind < SCAN_SPLIT)
		rowset_work(scan->rowset, work);
	work->documents += scan->open && !scan->done && scan->kind < SCAN_SPLIT;
}

static void
close_document(XmlScan *scan)
{
	if (!scan->open)
		return;
	scan_count_work(scan, &scan->work);
	if (scan->reader != NULL)
		reader_close(scan->reader);
	else if (scan->split != NULL)
		split_close(scan->split);
	else if (scan->kind != SCAN_READER && scan->kind < SCAN_SPLIT && !scan->done)
		rowset_close(scan->rowset);
	scan->reader = NULL;
	scan->split = NULL;
	scan->open = scan->done = false;
	MemoryContextReset(scan->cxt);
}

/* ---- rows ---- */

/* The values of the function's columns; false after the last row. */
static bool
next_row(XmlScan *scan)
{
	if (scan->kind == SCAN_READER)
		return reader_next(scan->reader, scan->values, scan->nulls);
	if (scan->kind >= SCAN_SPLIT)
	{
		struct varlena *value = split_next(scan->split);

		scan->values[0] = PointerGetDatum(value);
		return value != NULL;
	}
	if (!rowset_next(scan->rowset))
		return false;
	if (scan->kind == SCAN_NODES)
		rowset_put_node(scan->rowset, scan->values, scan->nulls);
	else
		rowset_put_columns(scan->rowset, scan->values, scan->nulls);
	return true;
}

static TupleTableSlot *
next_slot(ScanState *ss)
{
	XmlScan *scan = (XmlScan *) ss;
	TupleTableSlot *slot = ss->ss_ScanTupleSlot;
	MemoryContext caller;
	bool found;

	ExecClearTuple(slot);
	if (!scan->open)
		open_document(scan);
	if (scan->done)
		return slot;
	CHECK_FOR_INTERRUPTS();
	caller = MemoryContextSwitchTo(ss->ps.ps_ExprContext->ecxt_per_tuple_memory);
	found = next_row(scan);
	MemoryContextSwitchTo(caller);
	if (!found)
	{
		close_document(scan);
		scan->open = scan->done = true;
		return slot;
	}
	for (int i = 0; i < scan->n_columns && scan->values != slot->tts_values; i++)
	{
		slot->tts_values[i] = scan->values[scan->columns[i]];
		slot->tts_isnull[i] = scan->nulls[scan->columns[i]];
	}
	return ExecStoreVirtualTuple(slot);
}

static bool
recheck(ScanState *ss, TupleTableSlot *slot)
{
	return true;
}

static TupleTableSlot *
exec_scan(CustomScanState *css)
{
	return ExecScan(&css->ss, next_slot, recheck);
}

static void
end_scan(CustomScanState *css)
{
	XmlScan *scan = (XmlScan *) css;

	close_document(scan);
	scan_leave_share(scan);
	if (scan->row_slot != NULL)
		ExecDropSingleTupleTableSlot(scan->row_slot);
	MemoryContextDelete(scan->cxt);
	if (scan->kept != NULL)
		scan_leave_rowset(scan->kept, !scan->others);
	scan->kept = NULL;
}

static void
rescan(CustomScanState *css)
{
	close_document((XmlScan *) css);
	ExecScanReScan(&css->ss);
}

/*
 * plan.c -- offering the node to the planner, and making its plan.
 *
 * The planner asks the support function of a set-returning function for an estimate of its rows before it looks for
 * ways to scan it.  So the first query that uses such a function loads the library with its hook, and nothing needs
 * to be preloaded.
 *
 * The node does not replace calls WITH ORDINALITY or together with other functions, or calls whose whole row is used
 * (for row locks as well).
 */
#include "postgres.h"
#include "access/htup_details.h"
#include "access/stratnum.h"
#include "access/sysattr.h"
#include "catalog/pg_opfamily_d.h"
#include "catalog/pg_type_d.h"
#include "fmgr.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "nodes/supportnodes.h"
#include "nodes/pathnodes.h"
#include "optimizer/clauses.h"
#include "optimizer/cost.h"
#include "optimizer/optimizer.h"
#include "optimizer/pathnode.h"
#include "optimizer/paths.h"
#include "optimizer/restrictinfo.h"
#include "optimizer/tlist.h"
#include "parser/parsetree.h"
#include "utils/lsyscache.h"
#include "utils/selfuncs.h"
#include "utils/typcache.h"

#include "../../planner/selectivity.h"
#include "../../planner/typed_path.h"
#include "../../server/compat.h"
#include "../../server/own.h"
#include "../../server/settings.h"
#include "scan.h"

BXML_FUNCTION(bxml_rows_support);

/* The functions themselves: their addresses identify them, whatever their SQL names are. */
extern Datum bxml_reader(PG_FUNCTION_ARGS);
extern Datum bxml_nodes(PG_FUNCTION_ARGS);
extern Datum bxml_table(PG_FUNCTION_ARGS);
extern Datum bxml_table_def(PG_FUNCTION_ARGS);
extern Datum bxml_split_text(PG_FUNCTION_ARGS);
extern Datum bxml_split_bytea(PG_FUNCTION_ARGS);
extern Datum bxml_split_lo(PG_FUNCTION_ARGS);
extern Datum bxml_split_file(PG_FUNCTION_ARGS);
extern Datum ordpath_contained(PG_FUNCTION_ARGS);

/* The cost of a row, without that of collecting it, which this node saves. */
#define COST_SHARE 0.5

/* ---- which function ---- */

static ScanKind
split_function(PGFunction address)
{
	if (address == bxml_split_text)
		return SCAN_SPLIT + SPLIT_TEXT;
	if (address == bxml_split_bytea)
		return SCAN_SPLIT + SPLIT_BYTES;
	if (address == bxml_split_lo)
		return SCAN_SPLIT + SPLIT_LARGE_OBJECT;
	return address == bxml_split_file ? SCAN_SPLIT + SPLIT_FILE : SCAN_NONE;
}

/* Functions without a support function, that is nearly all, are ignored. */
ScanKind
scan_function(Oid function)
{
	PGFunction address;

	if (!OidIsValid(get_func_support(function)))
		return SCAN_NONE;
	address = own_address(function);
	if (address == bxml_reader)
		return SCAN_READER;
	if (address == bxml_nodes)
		return SCAN_NODES;
	if (address == bxml_table)
		return SCAN_TABLE;
	if (address == bxml_table_def)
		return SCAN_TABLE_DEF;
	return split_function(address);
}

/* ---- the path ---- */

static Plan *make_plan(PlannerInfo *root, RelOptInfo *rel, CustomPath *path, List *tlist, List *clauses,
					   List *plans);

static const CustomPathMethods path_methods = {.CustomName = SCAN_NAME, .PlanCustomPath = make_plan};

/* The call, if this node can replace its scan. */
static FuncExpr *
call_of(RelOptInfo *rel, RangeTblEntry *rte)
{
	RangeTblFunction *function;
	FuncExpr *call;

	if (rte->rtekind != RTE_FUNCTION || rte->funcordinality || list_length(rte->functions) != 1)
		return NULL;
	function = linitial(rte->functions);
	if (!IsA(function->funcexpr, FuncExpr))
		return NULL;
	call = (FuncExpr *) function->funcexpr;
	if (scan_function(call->funcid) == SCAN_NONE)
		return NULL;
	/* the whole row is used */
	if (rel->attr_needed[InvalidAttrNumber - rel->min_attr] != NULL)
		return NULL;
	return call;
}

/* The costs are those of the replaced scan without collecting rows; the first row comes at once. */
static void
set_costs(CustomPath *path, const RelOptInfo *rel)
{
	ListCell *cell;

	foreach (cell, rel->pathlist)
	{
		Path *other = lfirst(cell);

		if (other->pathtype != T_FunctionScan)
			continue;
		path->path.total_cost = other->total_cost * COST_SHARE;
		path->path.startup_cost = path->path.total_cost / Max(other->rows, 1);
		return;
	}
}

/*
 * Results kept by argument (Memoize) would be found by hashing documents, for which references are made whole: reading
 * a document again costs less.  An argument without equality keeps the planner from it.
 */
static void
refuse_memoize(RelOptInfo *rel, const RangeTblEntry *rte)
{
	ListCell *cell;

	if (rte->rtekind != RTE_FUNCTION || rel->lateral_vars == NIL)
		return;
	foreach (cell, rte->functions)
	{
		const FuncExpr *call = (FuncExpr *) ((RangeTblFunction *) lfirst(cell))->funcexpr;

		if (!IsA(call, FuncExpr) || scan_function(call->funcid) == SCAN_NONE)
			continue;
		rel->lateral_vars = lappend(rel->lateral_vars, makeNullConst(XMLOID, -1, InvalidOid));
		return;
	}
}

void
scan_offer(PlannerInfo *root, RelOptInfo *rel, RangeTblEntry *rte)
{
	CustomPath *path;

	refuse_memoize(rel, rte);
	if (!bxml_setting_reader_scan || call_of(rel, rte) == NULL)
		return;
	path = makeNode(CustomPath);
	path->path.pathtype = T_CustomScan;
	path->path.parent = rel;
	path->path.pathtarget = rel->reltarget;
	path->path.param_info = get_baserel_parampathinfo(root, rel, rel->lateral_relids);
	path->path.parallel_safe = rel->consider_parallel;
	path->path.rows = path->path.param_info ? path->path.param_info->ppi_rows : rel->rows;
	path->flags = CUSTOMPATH_SUPPORT_PROJECTION;
	path->methods = &path_methods;
	set_costs(path, rel);
	add_path(rel, &path->path);
}

/* ---- conditions ---- */

typedef struct Push
{
	Expr *clause;
	PushKind kind;
	int strategy;
} Push;

/* The numbers of the function's columns, from 0, that an expression uses, as bits. */
static uint32
columns_used(Node *expr, Index relid)
{
	Bitmapset *attnos = NULL;
	uint32 used = 0;
	int x = -1;

	pull_varattnos(expr, relid, &attnos);
	while ((x = bms_next_member(attnos, x)) >= 0)
		used |= 1u << Min(x + FirstLowInvalidHeapAttributeNumber - 1, 31);
	return used;
}

/* "column op operand", commuted if necessary; NULL if the clause has another form. */
static OpExpr *
comparison(Expr *clause, Index relid, Var **column)
{
	OpExpr *op = (OpExpr *) clause;

	if (!IsA(clause, OpExpr) || list_length(op->args) != 2)
		return NULL;
	if (!IsA(linitial(op->args), Var) || ((Var *) linitial(op->args))->varno != (int) relid)
	{
		if (!OidIsValid(get_commutator(op->opno)))
			return NULL;
		op = copyObject(op);
		CommuteOpExpr(op);
	}
	*column = linitial(op->args);
	if (!IsA(*column, Var) || (*column)->varno != (int) relid || columns_used(lsecond(op->args), relid) != 0)
		return NULL;
	return op;
}

static int
strategy_in(Oid opno, Oid family, Oid type)
{
	Oid left, right;
	int strategy;

	if (!OidIsValid(family) || !op_in_opfamily(opno, family))
		return InvalidStrategy;
	get_op_opfamily_properties(opno, family, false, &strategy, &left, &right);
	return left == type && right == type ? strategy : InvalidStrategy;
}

static bool
push_comparison(Expr *clause, Index relid, Push *push)
{
	Var *column;
	OpExpr *op = comparison(clause, relid, &column);

	if (op == NULL)
		return false;
	push->clause = (Expr *) op;
	switch (column->varattno - 1)
	{
		case READER_LEVEL:
			push->kind = PUSH_LEVEL;
			push->strategy = strategy_in(op->opno, INTEGER_BTREE_FAM_OID, column->vartype);
			break;
		case READER_ID:
			push->kind = PUSH_ID;
			push->strategy =
				strategy_in(op->opno, lookup_type_cache(column->vartype, TYPECACHE_BTREE_OPFAMILY)->btree_opf,
							column->vartype);
			if (push->strategy == InvalidStrategy && own_address(get_opcode(op->opno)) == ordpath_contained)
				push->strategy = STRATEGY_WITHIN;
			break;
		case READER_VALUE:
			push->kind = PUSH_VALUE;
			push->strategy = strategy_in(op->opno, TEXT_BTREE_FAM_OID, column->vartype);
			return push->strategy == BTEqualStrategyNumber && OidIsValid(op->inputcollid) &&
				   get_collation_isdeterministic(op->inputcollid);
		default: return false;
	}
	return push->strategy != InvalidStrategy;
}

/* Can the reader decide the condition?  Not if others must be decided first, or if it may change between rows. */
static bool
push_condition(const RelOptInfo *rel, const RestrictInfo *ri, Push *push)
{
	bool leaks = contain_leaked_vars((Node *) ri->clause);
	uint32 used = columns_used((Node *) ri->clause, rel->relid);

	if (ri->pseudoconstant || (leaks && ri->security_level > rel->baserestrict_min_security) ||
		contain_volatile_functions((Node *) ri->clause) || contain_subplans((Node *) ri->clause))
		return false;
	if (push_comparison(ri->clause, rel->relid, push))
		return true;
	push->clause = ri->clause;
	push->kind = leaks ? PUSH_ROW : PUSH_ROW_EARLY;
	push->strategy = InvalidStrategy;
	return used != 0 && (used & ~READER_STATIC) == 0;
}

/* ---- the plan ---- */

/* Each column of the function that an expression uses, once; the tuples of the node consist of these. */
static List *
scan_tlist(List *exprs, Index relid)
{
	List *vars = pull_var_clause((Node *) exprs,
								 PVC_RECURSE_AGGREGATES | PVC_RECURSE_WINDOWFUNCS | PVC_RECURSE_PLACEHOLDERS);
	List *tlist = NIL;
	ListCell *cell;

	foreach (cell, vars)
	{
		Var *var = lfirst(cell);

		if (!IsA(var, Var) || var->varno != (int) relid || tlist_member((Expr *) var, tlist) != NULL)
			continue;
		tlist =
			lappend(tlist, makeTargetEntry((Expr *) copyObject(var), list_length(tlist) + 1, NULL, false));
	}
	return tlist;
}

/* The numbers of the columns, from 0, of a list without duplicates. */
static List *
column_numbers(List *exprs, Index relid)
{
	List *numbers = NIL;
	ListCell *cell;

	foreach (cell, scan_tlist(exprs, relid))
		numbers = lappend_int(numbers, ((Var *) ((TargetEntry *) lfirst(cell))->expr)->varattno - 1);
	return numbers;
}

typedef struct Conditions
{
	List *pushed; /* expressions */
	List *kinds;
	List *strategies;
	List *filter; /* the remaining conditions */
} Conditions;

static void
split_conditions(const RelOptInfo *rel, List *clauses, bool reader, Conditions *c)
{
	bool value = false;
	ListCell *cell;

	foreach (cell, clauses)
	{
		RestrictInfo *ri = lfirst(cell);
		Push push;

		if (ri->pseudoconstant)
			continue;
		if (!reader || !push_condition(rel, ri, &push) || (push.kind == PUSH_VALUE && value))
		{
			c->filter = lappend(c->filter, ri->clause);
			continue;
		}
		value |= push.kind == PUSH_VALUE;
		c->pushed = lappend(c->pushed, push.clause);
		c->kinds = lappend_int(c->kinds, push.kind);
		c->strategies = lappend_int(c->strategies, push.strategy);
	}
}

static Plan *
make_plan(PlannerInfo *root, RelOptInfo *rel, CustomPath *path, List *tlist, List *clauses, List *plans)
{
	RangeTblEntry *rte = planner_rt_fetch(rel->relid, root);
	RangeTblFunction *function = linitial(rte->functions);
	FuncExpr *call = (FuncExpr *) function->funcexpr;
	ScanKind kind = scan_function(call->funcid);
	CustomScan *scan = makeNode(CustomScan);
	Conditions c = {NIL, NIL, NIL, NIL};
	List *above;

	split_conditions(rel, clauses, kind == SCAN_READER, &c);
	/* the list may be empty, because a projection above the node may replace it by its own */
	above = list_concat_copy(path->path.pathtarget->exprs, rel->reltarget->exprs);
	above = list_concat(list_concat(above, get_tlist_exprs(tlist, true)), c.filter);
	scan->scan.plan.targetlist = tlist;
	scan->scan.plan.qual = c.filter;
	scan->flags = path->flags;
	scan->methods = &scan_methods;
	scan->custom_scan_tlist = scan_tlist(list_concat_copy(above, c.pushed), rel->relid);
	scan->custom_exprs = lcons(copyObject(call), c.pushed);
	scan->custom_private = list_make5(list_make1_int(kind), column_numbers(above, rel->relid), c.kinds,
									  c.strategies, function->funccolnames);
	scan->custom_private = lappend(scan->custom_private, function->funccoltypes);
	scan->custom_private = lappend(scan->custom_private, function->funccoltypmods);
	return &scan->scan.plan;
}

/* ---- rows ---- */

/* Bytes of a document about which nothing is known, and of one that is out of line. */
#define WIDTH_UNKNOWN 2000
#define WIDTH_LARGE 100000
#define WIDTH_POINTER 32

/* Bytes of text per row: an info item, a selected node. */
#define BYTES_PER_ITEM 16
#define BYTES_PER_NODE 200

/* By the size of the documents, where there are no statistics of their paths. */
static double
rows_by_size(const ColumnStats *column, ScanKind kind)
{
	double size = column->size > 0 ? column->size : WIDTH_UNKNOWN;

	if (column->size > 0 && column->size < WIDTH_POINTER)
		size = WIDTH_LARGE;
	return size / (kind == SCAN_READER ? BYTES_PER_ITEM : BYTES_PER_NODE);
}

/* Rows of a call, from the documents of its column on average. */
static double
rows_of(PlannerInfo *root, const FuncExpr *call, ScanKind kind)
{
	ColumnStats column = {.size = 0};
	double rows = -1, most;

	if (root == NULL)
		return rows_by_size(&column, kind);
	column_stats_open(&column, root, linitial(call->args), call->funcid);
	if (kind == SCAN_READER && column.estimate.summary != NULL && IsA(lsecond(call->args), Const) &&
		((Const *) lsecond(call->args))->constisnull)
		rows = selectivity_items(&column);
	else if (kind < SCAN_SPLIT && kind != SCAN_READER)
		rows = selectivity_nodes(&column, estimate_expression_value(root, lsecond(call->args)));
	if (rows < 0)
		rows = rows_by_size(&column, kind);
	column_stats_close(&column);
	most = kind < SCAN_SPLIT && kind != SCAN_READER
			   ? typed_path_most(root, linitial(call->args), lsecond(call->args))
			   : -1;
	return most >= 0 && most < rows ? most : rows;
}

Datum
bxml_rows_support(PG_FUNCTION_ARGS)
{
	SupportRequestRows *request = (SupportRequestRows *) PG_GETARG_POINTER(0);
	FuncExpr *call;
	ScanKind kind;

	if (IsA(request, SupportRequestSimplify))
		PG_RETURN_POINTER(typed_path_call((SupportRequestSimplify *) request));
	if (!IsA(request, SupportRequestRows) || !IsA(request->node, FuncExpr))
		PG_RETURN_POINTER(NULL);
	call = (FuncExpr *) request->node;
	kind = scan_function(call->funcid);
	if (kind == SCAN_NONE || kind >= SCAN_SPLIT + SPLIT_LARGE_OBJECT)
		PG_RETURN_POINTER(NULL);
	request->rows = clamp_row_est(rows_of(request->root, call, kind));
	PG_RETURN_POINTER(request);
}

void
scan_init(void)
{
	RegisterCustomScanMethods(&scan_methods);
	scan_parallel_init();
}

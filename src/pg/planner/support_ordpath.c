/*
 * support_ordpath.c -- what the planner knows about labels.
 *
 * The descendants of a node are a range in document order, so "column <@ label" becomes two exact conditions on a
 * btree index; the label may be any expression that is constant during the scan.  The expected number of rows is read
 * from the histogram, as for any range.  Ancestors ("column @> label") are not a range, but a label has only as many
 * as it has levels.
 */
#include "postgres.h"
#include "access/htup_details.h"
#include "access/stratnum.h"
#include "catalog/pg_am.h"
#include "catalog/pg_statistic.h"
#include "catalog/pg_type_d.h"
#include "fmgr.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "nodes/supportnodes.h"
#include "optimizer/optimizer.h"
#include "utils/lsyscache.h"
#include "utils/selfuncs.h"
#include "utils/typcache.h"

#include "../server/compat.h"
#include "../server/errors.h"
#include "../server/own.h"
#include "../value/label.h"

BXML_FUNCTION(ordpath_support);

extern Datum ordpath_contained(PG_FUNCTION_ARGS);
extern Datum ordpath_contains(PG_FUNCTION_ARGS);
extern Datum ordpath_upper(PG_FUNCTION_ARGS);

/* ---- index conditions ---- */

/* Is this one of our two functions, with the column as the descendant? */
static bool
column_is_below(Oid funcid, int column_arg)
{
	return own_address(funcid) == (column_arg == 0 ? ordpath_contained : ordpath_contains);
}

/* The end of the range: a constant, or a call that the executor makes once per scan. */
static Expr *
range_end(Expr *root, Oid type, Oid funcid)
{
	LabelArg label;
	Oid upper;

	if (IsA(root, Const))
	{
		label_get(&label, ((Const *) root)->constvalue);
		return (Expr *) makeConst(type, -1, InvalidOid, -1, label_upper(&label), false, false);
	}
	upper = own_sibling(funcid, "ordpath_upper", ordpath_upper, 1, &type);
	if (!OidIsValid(upper))
		return NULL;
	return (Expr *) makeFuncExpr(upper, type, list_make1(copyObject(root)), InvalidOid, InvalidOid,
								 COERCE_EXPLICIT_CALL);
}

static Expr *
range_condition(SupportRequestIndexCondition *req, Expr *column, Expr *value, Oid type, int strategy)
{
	Oid op = get_opfamily_member(req->opfamily, type, type, strategy);

	return OidIsValid(op) && value != NULL
			   ? make_opclause(op, BOOLOID, false, copyObject(column), value, InvalidOid, InvalidOid)
			   : NULL;
}

static List *
index_conditions(SupportRequestIndexCondition *req)
{
	List *args = is_opclause(req->node)                          ? ((OpExpr *) req->node)->args
				 : req->node != NULL && is_funcclause(req->node) ? ((FuncExpr *) req->node)->args
																 : NIL;
	Oid type = req->index->opcintype[req->indexcol];
	Expr *column, *root, *from, *to;

	if (list_length(args) != 2 || req->index->relam != BTREE_AM_OID ||
		!column_is_below(req->funcid, req->indexarg))
		return NIL;
	column = list_nth(args, req->indexarg);
	root = list_nth(args, 1 - req->indexarg);
	if (!is_pseudo_constant_for_index(req->root, (Node *) root, req->index) ||
		(IsA(root, Const) && ((Const *) root)->constisnull))
		return NIL;
	from = range_condition(req, column, copyObject(root), type, BTGreaterEqualStrategyNumber);
	to = range_condition(req, column, range_end(root, type, req->funcid), type, BTLessStrategyNumber);
	if (from == NULL || to == NULL)
		return NIL;
	req->lossy = false;
	return list_make2(from, to);
}

/* ---- selectivity ---- */

/* The share of the histogram from a label to the end of its subtree; negative if there is no histogram. */
static double
histogram_share(PlannerInfo *root, VariableStatData *var, Const *label)
{
	TypeCacheEntry *type = lookup_type_cache(label->consttype, TYPECACHE_LT_OPR | TYPECACHE_GT_OPR);
	FmgrInfo lt;
	LabelArg l;
	double from, to;

	fmgr_info(get_opcode(type->lt_opr), &lt);
	label_get(&l, label->constvalue);
	from = ineq_histogram_selectivity(root, var, type->lt_opr, &lt, false, false, InvalidOid,
									  label->constvalue, label->consttype);
	if (from < 0)
		return from;
	to = ineq_histogram_selectivity(root, var, type->lt_opr, &lt, false, false, InvalidOid, label_upper(&l),
									label->consttype);
	return Max(to - from, 0);
}

/*
 * The share of rows that are descendants of a label: among the most common values, and by histogram among the others.
 */
static double
below_share(PlannerInfo *root, VariableStatData *var, Const *label, Oid funcid, bool column_left)
{
	double common_all, common, share = histogram_share(root, var, label), nulls = 0;
	FmgrInfo proc;

	if (share < 0)
		share = DEFAULT_RANGE_INEQ_SEL;
	if (HeapTupleIsValid(var->statsTuple))
		nulls = ((Form_pg_statistic) GETSTRUCT(var->statsTuple))->stanullfrac;
	fmgr_info(funcid, &proc);
	common = mcv_selectivity(var, &proc, InvalidOid, label->constvalue, column_left, &common_all);
	share = common + share * (1.0 - nulls - common_all);
	if (var->rel != NULL && var->rel->tuples > 0)
		share = Max(share, 1.0 / var->rel->tuples);
	CLAMP_PROBABILITY(share);
	return share;
}

/* The share of rows that are ancestors of a label: at most one distinct value per level. */
static double
above_share(VariableStatData *var, Const *label)
{
	bool isdefault;
	LabelArg l;
	uint32_t level;
	BxError err;
	double share;

	label_get(&l, label->constvalue);
	error_check(bx_ordpath_level(l.p, l.n, &level, &err), &err);
	share = (level + 1) / Max(get_variable_numdistinct(var, &isdefault), 1);
	CLAMP_PROBABILITY(share);
	return share;
}

/*
 * The share of rows for which a clause with this function holds.  Any user may create an operator with these estimates
 * and a function and types of his own: only those of our functions are labels.
 */
static double
clause_share(PlannerInfo *root, List *args, int relid, Oid funcid)
{
	bool contains = column_is_below(funcid, 1); /* left is an ancestor of right */
	VariableStatData var;
	Node *other;
	bool column_left;
	double share;

	if (!contains && !column_is_below(funcid, 0))
		return DEFAULT_RANGE_INEQ_SEL;
	if (!get_restriction_variable(root, args, relid, &var, &other, &column_left))
		return DEFAULT_RANGE_INEQ_SEL;
	if (!IsA(other, Const))
		share = DEFAULT_RANGE_INEQ_SEL;
	else if (((Const *) other)->constisnull)
		share = 0;
	else if (column_left != contains)
		share = below_share(root, &var, (Const *) other, funcid, column_left);
	else
		share = above_share(&var, (Const *) other);
	ReleaseVariableStats(var);
	return share;
}

static Datum
operator_share(FunctionCallInfo fcinfo)
{
	PlannerInfo *root = (PlannerInfo *) PG_GETARG_POINTER(0);
	List *args = (List *) PG_GETARG_POINTER(2);

	PG_RETURN_FLOAT8(clause_share(root, args, PG_GETARG_INT32(3), get_opcode(PG_GETARG_OID(1))));
}

BXML_ENTRY(ordpath_containssel, operator_share(fcinfo));
BXML_ENTRY(ordpath_containedsel, operator_share(fcinfo));

/* ---- the planner's requests ---- */

Datum
ordpath_support(PG_FUNCTION_ARGS)
{
	Node *request = (Node *) PG_GETARG_POINTER(0);

	if (IsA(request, SupportRequestIndexCondition))
		PG_RETURN_POINTER(index_conditions((SupportRequestIndexCondition *) request));
	if (IsA(request, SupportRequestSelectivity))
	{
		SupportRequestSelectivity *req = (SupportRequestSelectivity *) request;

		if (req->is_join)
			PG_RETURN_POINTER(NULL);
		req->selectivity = clause_share(req->root, req->args, req->varRelid, req->funcid);
		PG_RETURN_POINTER(req);
	}
	PG_RETURN_POINTER(NULL);
}

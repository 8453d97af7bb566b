/*
 * cost.c -- what calls on documents cost.
 *
 * The costs that functions are declared with are those of documents of a kilobyte or two, in the row.  To that comes,
 * by the statistics of the column, what it takes to read longer documents, which only those are that have the path,
 * and to fetch them from outside of the row.
 */
#include "postgres.h"
#include "access/htup_details.h"
#include "catalog/pg_proc.h"
#include "fmgr.h"
#include "nodes/nodeFuncs.h"
#include "nodes/primnodes.h"
#include "optimizer/cost.h"
#include "optimizer/optimizer.h"
#include "utils/lsyscache.h"
#include "utils/syscache.h"

#include "../query/path_terms.h"
#include "../server/compat.h"
#include "column_stats.h"
#include "cost.h"
#include "typed_path.h"

BXML_FUNCTION(bxml_value_support);

/* In simple operators: fetching a document from outside of the row, reading a kilobyte of it. */
#define FETCH 150
#define KILOBYTE 8
/* Of a document that has the path this part is read. */
#define PART_READ 0.5
/* The width of a row's pointer to a document outside. */
#define WIDTH_POINTER 32
/* What is in the declared costs. */
#define SIZE_DECLARED 1500

static double
declared_cost(Oid function)
{
	HeapTuple proc = SearchSysCache1(PROCOID, ObjectIdGetDatum(function));
	double cost;

	if (!HeapTupleIsValid(proc))
		return 1;
	cost = (double) ((Form_pg_proc) GETSTRUCT(proc))->procost;
	ReleaseSysCache(proc);
	return cost;
}

/* The share of documents that are read for the path; of others only the table is. */
static double
share_read(const ColumnStats *column, const Node *path)
{
	PathTerms t;
	double share;

	if (column->estimate.summary == NULL || !IsA(path, Const) || ((const Const *) path)->constisnull)
		return 1;
	path_terms_estimate(&t, ((const Const *) path)->constvalue, XP_TERMS_VALUE);
	share = bx_estimate_share(&column->estimate, t.terms.root);
	bx_arena_reset(&t.arena);
	return share;
}

/* What the statistics of the documents add to the cost of one call. */
static double
added_cost(PlannerInfo *root, Node *doc, Node *path)
{
	ColumnStats column;
	double cost = 0;

	column_stats_open(&column, root, doc, InvalidOid);
	if (column.size > SIZE_DECLARED)
		cost += (column.size - SIZE_DECLARED) / 1024 * KILOBYTE * PART_READ * share_read(&column, path);
	if (column.width > 0 && column.width < WIDTH_POINTER)
		cost += FETCH;
	column_stats_close(&column);
	return cost;
}

Node *
cost_of_call(SupportRequestCost *request)
{
	List *args = request->node == NULL          ? NIL
				 : IsA(request->node, OpExpr)   ? ((OpExpr *) request->node)->args
				 : IsA(request->node, FuncExpr) ? ((FuncExpr *) request->node)->args
												: NIL;

	if (request->root == NULL || list_length(args) < 2 || !IsA(strip_implicit_coercions(linitial(args)), Var))
		return NULL;
	request->startup = 0;
	request->per_tuple =
		(declared_cost(request->funcid) + added_cost(request->root, linitial(args), lsecond(args))) *
		cpu_operator_cost;
	return (Node *) request;
}

/* bxml_value_support(internal): planner support of functions of a document and a path */
Datum
bxml_value_support(PG_FUNCTION_ARGS)
{
	Node *request = (Node *) PG_GETARG_POINTER(0);

	if (IsA(request, SupportRequestSimplify))
		PG_RETURN_POINTER(typed_path_call((SupportRequestSimplify *) request));
	if (IsA(request, SupportRequestCost))
		PG_RETURN_POINTER(cost_of_call((SupportRequestCost *) request));
	PG_RETURN_POINTER(NULL);
}

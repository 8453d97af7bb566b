/*
 * support_path.c -- what the planner asks about the functions and operators that test a document with a path.
 *
 * bxml_exists and bxml_test become their operators as conditions of an index.  Function and operator are estimated by
 * the same code.
 */
#include "postgres.h"
#include "fmgr.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "nodes/supportnodes.h"
#include "optimizer/optimizer.h"
#include "optimizer/restrictinfo.h"
#include "utils/lsyscache.h"
#include "utils/selfuncs.h"

#include "../planner/cost.h"
#include "../planner/selectivity.h"
#include "../planner/typed_path.h"
#include "../server/compat.h"
#include "../server/own.h"
#include "condition.h"
#include "family.h"

BXML_FUNCTION(bxml_path_support);

extern Datum bxml_contains(PG_FUNCTION_ARGS);
extern Datum bxml_contained(PG_FUNCTION_ARGS);
extern Datum bxml_test(PG_FUNCTION_ARGS);
extern Datum bxml_test_vars(PG_FUNCTION_ARGS);

/* The server gives clauses with a function of ours whose argument is the column. */
static List *
index_conditions(SupportRequestIndexCondition *req)
{
	IndexColumn column = {req->root, req->index, req->indexcol};
	Condition c;

	if (req->node == NULL || req->indexarg != 0 || !family_column(req->index, req->indexcol) ||
		!condition_of(&column, (Expr *) req->node, &c) || !c.known || c.clause == (Expr *) req->node)
		return NIL;
	req->lossy = true;
	return list_make1(c.clause);
}

static double
share(PlannerInfo *root, List *args, Oid function)
{
	PGFunction address = own_address(function);
	Expr *path;

	if (list_length(args) < 2)
		return DEFAULT_MATCHING_SEL;
	if (address == bxml_contains)
		return selectivity_of_pattern(root, linitial(args), lsecond(args), function);
	if (address == bxml_contained)
		return selectivity_of_pattern(root, lsecond(args), linitial(args), function);
	path = condition_bound(root, args, function);
	if (path == NULL)
		return DEFAULT_MATCHING_SEL;
	return selectivity_of(root, linitial(args), (Node *) path,
						  address == bxml_test || address == bxml_test_vars ? XP_TERMS_TEST : XP_TERMS_EXISTS,
						  function);
}

static Datum
operator_share(FunctionCallInfo fcinfo)
{
	PlannerInfo *root = (PlannerInfo *) PG_GETARG_POINTER(0);

	PG_RETURN_FLOAT8(share(root, (List *) PG_GETARG_POINTER(2), get_opcode(PG_GETARG_OID(1))));
}

/* Selectivity of @?, @@, @> and <@; in a join the path or pattern is a value of another table. */
BXML_ENTRY(bxml_path_sel, operator_share(fcinfo));
BXML_ENTRY(bxml_path_joinsel, operator_share(fcinfo));

static Node *
estimate(SupportRequestSelectivity *req)
{
	req->selectivity = share(req->root, req->args, req->funcid);
	return (Node *) req;
}

Datum
bxml_path_support(PG_FUNCTION_ARGS)
{
	Node *request = (Node *) PG_GETARG_POINTER(0);

	switch (nodeTag(request))
	{
		case T_SupportRequestIndexCondition:
			PG_RETURN_POINTER(index_conditions((SupportRequestIndexCondition *) request));
		case T_SupportRequestSimplify: PG_RETURN_POINTER(typed_path_call((SupportRequestSimplify *) request));
		case T_SupportRequestCost: PG_RETURN_POINTER(cost_of_call((SupportRequestCost *) request));
		case T_SupportRequestSelectivity: PG_RETURN_POINTER(estimate((SupportRequestSelectivity *) request));
		default: PG_RETURN_POINTER(NULL);
	}
}

/*
 * fn_upgrade_check.c -- which calls in a stored expression give other answers than in the release before.
 *
 * 0.3.0: bxml_numeric and bxml_try_numeric compute sums, products, differences, averages and negations of decimals
 * exactly, where 0.2.0 gave the nearest double's text.
 */
#include "postgres.h"
#include "catalog/pg_type.h"
#include "fmgr.h"
#include "funcapi.h"
#include "nodes/nodeFuncs.h"
#include "nodes/parsenodes.h"
#include "nodes/primnodes.h"
#include "utils/builtins.h"
#include "utils/tuplestore.h"

#include "../query/path.h"
#include "../server/compat.h"
#include "../server/own.h"
#include "../server/utf8.h"

extern Datum bxml_numeric(PG_FUNCTION_ARGS);
extern Datum bxml_try_numeric(PG_FUNCTION_ARGS);
extern Datum bxpath_in(PG_FUNCTION_ARGS);

BXML_FUNCTION(bxml_changed_calls);

/* Does the path begin with an operator whose answer has become exact? */
static bool
is_exact_now(const XpBlock *path)
{
	const XpExpr *root = &xp_nodes(path)[path->root];

	return root->op == XP_ADD || root->op == XP_SUB || root->op == XP_MUL || root->op == XP_NEG ||
		   (root->op == XP_CALL && (root->func == XP_FN_SUM || root->func == XP_FN_AVG));
}

static void
put_row(ReturnSetInfo *to, const XpBlock *path)
{
	Datum value = (Datum) 0;
	bool null = path == NULL;

	if (!null)
		value = PointerGetDatum(utf8_text(xp_pool(path), path->source_len));
	tuplestore_putvalues(to->setResult, to->setDesc, &value, &null);
}

static void
put_constant(ReturnSetInfo *to, Const *path)
{
	const XpBlock *block;
	PgHost host;
	BxArena arena;

	if (path->constisnull || !own_type(path->consttype, bxpath_in))
		return;
	bx_arena_init(&arena, host_here(&host));
	block = path_of(path->constvalue, &arena);
	if (is_exact_now(block))
		put_row(to, block);
	bx_arena_reset(&arena);
}

static bool
walk(Node *node, void *to)
{
	if (node == NULL)
		return false;
	if (IsA(node, Query))
		return query_tree_walker((Query *) node, walk, to, 0);
	if (IsA(node, FuncExpr))
	{
		const FuncExpr *call = (FuncExpr *) node;
		PGFunction address = list_length(call->args) >= 2 ? own_address(call->funcid) : NULL;

		if (address == bxml_numeric || address == bxml_try_numeric)
		{
			Node *path = lsecond(call->args);

			if (IsA(path, Const))
				put_constant(to, (Const *) path);
			else
				put_row(to, NULL);
		}
	}
	return expression_tree_walker(node, walk, to);
}

/* bxml_changed_calls(expression pg_node_tree): a path for each call, null if it is not a constant */
Datum
bxml_changed_calls(PG_FUNCTION_ARGS)
{
	char *tree;

	/* nobody can write a value of this type but the server itself */
	if (get_fn_expr_argtype(fcinfo->flinfo, 0) != PG_NODE_TREEOID)
		ereport(ERROR, (errcode(ERRCODE_DATATYPE_MISMATCH), errmsg("argument must be of type pg_node_tree")));
	tree = text_to_cstring(PG_GETARG_TEXT_PP(0));
	InitMaterializedSRF(fcinfo, MAT_SRF_USE_EXPECTED_DESC);
	(void) walk(stringToNode(tree), fcinfo->resultinfo);
	return (Datum) 0;
}

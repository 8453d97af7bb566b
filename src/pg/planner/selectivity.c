/*
 * selectivity.c -- how many documents a path is true of, or contain a pattern.
 *
 * By the statistics of the column; where there are none by classes of conditions: an equality is true of few documents,
 * a range of more, the existence of a node of many.
 */
#include "postgres.h"
#include "fmgr.h"
#include "miscadmin.h"
#include "nodes/nodeFuncs.h"
#include "nodes/primnodes.h"
#include "optimizer/optimizer.h"
#include "utils/lsyscache.h"
#include "utils/selfuncs.h"

#include "../query/path_terms.h"
#include "../server/compat.h"
#include "../server/own.h"
#include "selectivity.h"
#include "typed_path.h"

extern Datum bxpath_bind(PG_FUNCTION_ARGS);
extern Datum bxpath_bind_text(PG_FUNCTION_ARGS);
extern Datum bxpath_compare(PG_FUNCTION_ARGS);

#define SHARE_EQ 0.001
#define SHARE_PREFIX 0.01
#define SHARE_BOTH_BOUNDS 0.01
#define SHARE_BOUND 0.05
#define SHARE_EXISTS 0.1
#define SHARE_UNKNOWN 0.001 /* of a path that is not known when the query is planned */
#define ARRAY_LENGTH 10     /* of an array that is not known then */

/* ---- without statistics ---- */

static double
term_share(const XpTerm *term)
{
	switch (term->op)
	{
		case XP_TERM_EQ: return SHARE_EQ;
		case XP_TERM_PREFIX: return SHARE_PREFIX;
		case XP_TERM_RANGE:
			return term->low.source != XP_TERM_NONE && term->high.source != XP_TERM_NONE ? SHARE_BOTH_BOUNDS
																						 : SHARE_BOUND;
		default: return SHARE_EXISTS;
	}
}

/* Terms are taken for independent of each other. */
static double
node_share(const XpTermsNode *node)
{
	double share = 1;

	switch (node->kind)
	{
		case XP_TERMS_TRUE: return BX_ESTIMATE_ANYTHING;
		case XP_TERMS_FALSE: return 0;
		case XP_TERMS_TERM: return term_share(node->term);
		default: break;
	}
	check_stack_depth();
	for (uint32_t i = 0; i < node->n; i++)
	{
		double one = node_share(node->kids[i]);

		share *= node->kind == XP_TERMS_AND ? one : 1 - one;
	}
	return node->kind == XP_TERMS_AND ? share : 1 - share;
}

/* ---- paths ---- */

static double
tree_share(const ColumnStats *column, const XpTermsNode *node)
{
	double share =
		column->estimate.summary != NULL ? bx_estimate_share(&column->estimate, node) : node_share(node);

	return share * (1 - column->nulls);
}

static double
path_share(const ColumnStats *column, Datum path, XpTermsAsk ask)
{
	PathTerms t;
	double share;

	path_terms_estimate(&t, path, ask);
	share = tree_share(column, t.terms.root);
	bx_arena_reset(&t.arena);
	return share;
}

/* The path of "bxpath_bind(path, ...)" with values that are not known; NULL for another expression. */
static const Const *
bound_path(Node *path)
{
	const FuncExpr *call = (const FuncExpr *) path;
	const Const *bound;
	PGFunction address;

	if (!IsA(path, FuncExpr) || call->args == NIL || !IsA(linitial(call->args), Const))
		return NULL;
	bound = linitial(call->args);
	address = own_address(call->funcid);
	if (address != bxpath_bind && address != bxpath_bind_text)
		return NULL;
	return bound->constisnull ? NULL : bound;
}

/* "bxpath_compare(path, op, value [, op, value])" with a value that is not known; NULL for another expression. */
static FuncExpr *
comparison_of(Node *path)
{
	FuncExpr *call = (FuncExpr *) path;

	if (!IsA(path, FuncExpr) || list_length(call->args) < 3 || !IsA(linitial(call->args), Const) ||
		!IsA(lsecond(call->args), Const) || ((Const *) linitial(call->args))->constisnull ||
		((Const *) lsecond(call->args))->constisnull)
		return NULL;
	return own_address(call->funcid) == bxpath_compare ? call : NULL;
}

/* What a path selects, compared with any of the values that there are. */
static double
comparison_share(const ColumnStats *column, const FuncExpr *call)
{
	Datum path = ((Const *) linitial(call->args))->constvalue;
	const Const *op = lsecond(call->args);
	double there = path_share(column, path, XP_TERMS_EXISTS), share;

	if (list_length(call->args) > 3)
		return there * BX_ESTIMATE_BOTH_BOUNDS;
	switch (*VARDATA_ANY(DatumGetPointer(op->constvalue)))
	{
		case '=':
			share = path_share(column, path, XP_TERMS_VALUE);
			if (OidIsValid(get_element_type(exprType(lthird(call->args)))))
				share *= ARRAY_LENGTH;
			return Min(share, there);
		case '^': return there * BX_ESTIMATE_PREFIX;
		default: return there * BX_ESTIMATE_BOUND;
	}
}

double
selectivity_of(PlannerInfo *root, Node *doc, Node *path, XpTermsAsk ask, Oid function)
{
	Node *value = estimate_expression_value(root, path);
	FuncExpr *comparison;
	const Const *bound;
	ColumnStats column;
	double share = SHARE_UNKNOWN;

	if (IsA(value, Const) && ((Const *) value)->constisnull)
		return 0;
	if (typed_path_never(root, doc, value))
		return 0;
	column_stats_open(&column, root, doc, function);
	if (IsA(value, Const))
		share = path_share(&column, ((Const *) value)->constvalue, ask);
	else if ((comparison = comparison_of(value)) != NULL)
		share = comparison_share(&column, comparison);
	else if ((bound = bound_path(value)) != NULL)
		share = path_share(&column, bound->constvalue, ask);
	column_stats_close(&column);
	CLAMP_PROBABILITY(share);
	return share;
}

double
selectivity_of_pattern(PlannerInfo *root, Node *doc, Node *pattern, Oid function)
{
	Node *value = estimate_expression_value(root, pattern);
	ColumnStats column;
	PathTerms t;
	double share;

	if (!IsA(value, Const))
		return SHARE_UNKNOWN;
	if (((Const *) value)->constisnull)
		return 0;
	path_terms_read_pattern(&t, ((Const *) value)->constvalue);
	column_stats_open(&column, root, doc, function);
	share = tree_share(&column, t.terms.root);
	column_stats_close(&column);
	bx_arena_reset(&t.arena);
	CLAMP_PROBABILITY(share);
	return share;
}

/* ---- rows ---- */

/* Nodes on the paths whose values the value of a path is one of, and the share of documents with such nodes. */
typedef struct ValueNodes
{
	double nodes;
	double documents;
} ValueNodes;

static void
add_nodes(const BxEstimate *e, const XpTermsNode *node, ValueNodes *sum)
{
	if (node->kind == XP_TERMS_TERM && node->term->low.source == XP_TERM_SLOT)
	{
		XpTerm there = {.path = node->term->path, .op = XP_TERM_EXISTS};
		double share = bx_estimate_share(e, &(XpTermsNode){.kind = XP_TERMS_TERM, .term = &there});

		sum->nodes += bx_estimate_nodes(e, &there.path);
		sum->documents = Max(sum->documents, share);
	}
	check_stack_depth();
	for (uint32_t i = 0; i < node->n; i++)
		add_nodes(e, node->kids[i], sum);
}

/* Where conditions leave some of the documents with such nodes, as many nodes are in each as in the others. */
double
selectivity_nodes(const ColumnStats *column, Node *path)
{
	ValueNodes sum = {0, 0};
	PathTerms t;
	double share;

	if (column->estimate.summary == NULL || !IsA(path, Const) || ((Const *) path)->constisnull)
		return -1;
	path_terms_estimate(&t, ((Const *) path)->constvalue, XP_TERMS_VALUE);
	add_nodes(&column->estimate, t.terms.root, &sum);
	bx_arena_reset(&t.arena);
	if (sum.documents <= 0)
		return -1;
	share = path_share(column, ((Const *) path)->constvalue, XP_TERMS_EXISTS);
	return sum.nodes * Min(1, share / sum.documents);
}

double
selectivity_items(const ColumnStats *column)
{
	const BxSummary *s = column->estimate.summary;
	double items = 0;

	for (uint32_t i = 0; i < s->n_paths; i++)
		items += (double) s->paths[i].share * (double) s->paths[i].mean;
	return items;
}

/*
 * selectivity.c -- how many documents a path is true of.
 *
 * By classes of conditions, without statistics: an equality is true of few documents, a range of more, the existence
 * of a node of many.
 */
#include "postgres.h"
#include "miscadmin.h"
#include "nodes/primnodes.h"
#include "optimizer/optimizer.h"
#include "utils/selfuncs.h"

#include "../query/path_terms.h"
#include "selectivity.h"

#define SHARE_EQ 0.001
#define SHARE_PREFIX 0.01
#define SHARE_BOTH_BOUNDS 0.01
#define SHARE_BOUND 0.05
#define SHARE_EXISTS 0.1
#define SHARE_UNKNOWN 0.001 /* of a path that is not known when the query is planned */
#define SHARE_ANYTHING 0.5  /* of a condition that no term says */

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
		case XP_TERMS_TRUE: return SHARE_ANYTHING;
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

static double
constant_share(Datum path, XpTermsAsk ask)
{
	PathTerms t;
	double share;

	path_terms_read(&t, path, ask);
	share = node_share(t.terms.root);
	bx_arena_reset(&t.arena);
	return share;
}

double
selectivity_of(PlannerInfo *root, Node *doc, Node *path, XpTermsAsk ask)
{
	Node *value = estimate_expression_value(root, path);

	if (!IsA(value, Const))
		return SHARE_UNKNOWN;
	return ((Const *) value)->constisnull ? 0 : constant_share(((Const *) value)->constvalue, ask);
}

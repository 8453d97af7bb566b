/*
 * rank.c -- which conditions are looked up in an index, by their form.
 */
#include "postgres.h"
#include "miscadmin.h"
#include "nodes/nodeFuncs.h"
#include "nodes/primnodes.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"

#include "../server/compat.h"
#include "../server/own.h"
#include "family.h"
#include "rank.h"

extern Datum bxpath_compare(PG_FUNCTION_ARGS);

Rank
rank_of_term(const XpTerm *term)
{
	switch (term->op)
	{
		case XP_TERM_EQ: return RANK_EQUAL;
		case XP_TERM_PREFIX: return RANK_BETWEEN;
		case XP_TERM_RANGE:
			return term->low.source != XP_TERM_NONE && term->high.source != XP_TERM_NONE ? RANK_BETWEEN
																						 : RANK_BOUND;
		default: return RANK_EXISTS;
	}
}

Rank
rank_of_tree(const XpTermsNode *node)
{
	Rank rank;

	check_stack_depth();
	switch (node->kind)
	{
		case XP_TERMS_TRUE: return RANK_NOTHING;
		case XP_TERMS_FALSE: return RANK_EQUAL;
		case XP_TERMS_TERM: return rank_of_term(node->term);
		default: break;
	}
	rank = rank_of_tree(node->kids[0]);
	for (uint32_t i = 1; i < node->n; i++)
	{
		Rank one = rank_of_tree(node->kids[i]);

		rank = node->kind == XP_TERMS_AND ? Min(rank, one) : Max(rank, one);
	}
	return rank;
}

/* Of what the function behind the operator is asked about a constant. */
static Rank
rank_of_constant(PGFunction function, const Const *value)
{
	PathTerms t;
	Rank rank;

	if (value->constisnull)
		return RANK_EQUAL;
	family_terms(function, value->constvalue, &t);
	rank = rank_of_tree(t.terms.root);
	bx_arena_reset(&t.arena);
	return rank;
}

/* A call of bxpath_compare, by the operator that it is given. */
static Rank
rank_of_call(const FuncExpr *call)
{
	const Const *op = lsecond(call->args);

	if (list_length(call->args) > 3)
		return RANK_BETWEEN;
	switch (*VARDATA_ANY(DatumGetPointer(op->constvalue)))
	{
		case '=':
		case '$': return RANK_EQUAL;
		case '^': return RANK_BETWEEN;
		default: return RANK_BOUND;
	}
}

Rank
rank_of_condition(const Expr *condition)
{
	const OpExpr *op = (const OpExpr *) condition;
	Node *path = lsecond(op->args);

	if (IsA(path, Const))
		return rank_of_constant(own_address(get_opcode(op->opno)), (Const *) path);
	if (IsA(path, FuncExpr) && own_address(((FuncExpr *) path)->funcid) == bxpath_compare &&
		IsA(lsecond(((FuncExpr *) path)->args), Const))
		return rank_of_call((FuncExpr *) path);
	return RANK_EQUAL;
}

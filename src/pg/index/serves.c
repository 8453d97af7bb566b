/*
 * serves.c -- which conditions an index has keys for.
 *
 * An index is read as a whole for a condition that it has no keys for, so such a condition must not be looked up
 * beside others, however few documents it is true of.
 */
#include "postgres.h"
#include "miscadmin.h"
#include "nodes/nodeFuncs.h"
#include "utils/lsyscache.h"

#include "../server/compat.h"
#include "../server/errors.h"
#include "../server/own.h"
#include "family.h"
#include "options.h"
#include "serves.h"

extern Datum bxpath_compare(PG_FUNCTION_ARGS);

const BxIndexOptions *
serves_options(const IndexOptInfo *index, int column)
{
	const bytea *raw = index->opclassoptions != NULL ? index->opclassoptions[column] : NULL;

	return options_kept(raw, family_is_short(index, column));
}

/* ---- terms ---- */

/* Long keys of all paths and values: the name and the literal must be known. */
static bool
is_known(const XpTerm *term)
{
	return !term->path.steps[term->path.n - 1].any_local && term->low.source <= XP_TERM_KEY &&
		   term->high.source <= XP_TERM_KEY;
}

static bool
serves_term(const BxIndexOptions *options, const XpTerm *term, BxArena *arena)
{
	BxIndexProbes probes;
	BxError err;

	if (!options->is_short && options->scope == NULL && options->kinds == BX_INDEX_ALL)
		return is_known(term);
	bx_error_clear(&err);
	error_check(bx_index_probes(options, term, arena, &probes, &err), &err);
	return probes.n > 0;
}

bool
serves_tree(const BxIndexOptions *options, const XpTermsNode *node, BxArena *arena)
{
	bool all = node->kind == XP_TERMS_OR;

	if (node->kind == XP_TERMS_TERM)
		return serves_term(options, node->term, arena);
	check_stack_depth();
	for (uint32_t i = 0; i < node->n; i++)
		if (serves_tree(options, node->kids[i], arena) != all)
			return !all;
	return all || node->kind == XP_TERMS_FALSE;
}

/* ---- conditions ---- */

static bool
serves_constant(const BxIndexOptions *options, PGFunction function, Datum value)
{
	PathTerms t;
	bool serves;

	family_terms(function, value, &t);
	serves = serves_tree(options, t.terms.root, &t.arena);
	bx_arena_reset(&t.arena);
	return serves;
}

/* A comparison with a value that is not known: whatever it is, the path must be one that the index has. */
static bool
serves_comparison(const BxIndexOptions *options, const FuncExpr *call)
{
	const Const *path = linitial(call->args);
	BxIndexOptions any = bx_index_options(false);

	if (!IsA(path, Const) || path->constisnull)
		return true;
	any.scope = options->scope;
	return serves_constant(&any, NULL, path->constvalue);
}

bool
serves_condition(const IndexOptInfo *index, int column, const Expr *condition)
{
	const OpExpr *op = (const OpExpr *) condition;
	const BxIndexOptions *options = serves_options(index, column);
	Node *path = lsecond(op->args);

	if (IsA(path, Const))
		return ((Const *) path)->constisnull ||
			   serves_constant(options, own_address(get_opcode(op->opno)), ((Const *) path)->constvalue);
	if (IsA(path, FuncExpr) && own_address(((FuncExpr *) path)->funcid) == bxpath_compare)
		return serves_comparison(options, (FuncExpr *) path);
	return true;
}

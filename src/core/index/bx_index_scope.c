/*
 * bx_index_scope.c -- the part of documents that an index has keys of.
 */
#include "../base/bx_core_int.h"
#include "bx_index_scope.h"

static BxStatus
add_path(BxIndexScope *scope, unsigned *place, const XpTerm *term, BxError *err)
{
	const XpTermPath *path = &term->path;
	uint32_t i;

	if (term->op != XP_TERM_EXISTS)
		return bx_fail(err, BX_E_UNSUPPORTED, -1, "paths of an index have no conditions");
	if (path->n + 1 > BX_INDEX_PLACES - *place)
		return bx_fail(err, BX_E_UNSUPPORTED, -1, "paths of an index have more than %d steps together",
					   BX_INDEX_PLACES - 1);
	scope->starts |= UINT64_C(1) << *place;
	for (i = 0; i < path->n; i++, ++*place)
	{
		scope->steps[*place] = &path->steps[i];
		if (path->steps[i].gap)
			scope->gaps |= UINT64_C(1) << *place;
	}
	if (path->attribute)
		scope->attributes |= UINT64_C(1) << (*place - 1);
	scope->ends |= UINT64_C(1) << (*place)++;
	return BX_OK;
}

BxStatus
bx_index_scope_of(const XpTerms *paths, BxIndexScope *scope, BxError *err)
{
	const XpTermsNode *root = paths->root;
	unsigned place = 0;
	uint32_t i;

	memset(scope, 0, sizeof(*scope));
	if (root->kind == XP_TERMS_TERM)
		return add_path(scope, &place, root->term, err);
	if (root->kind != XP_TERMS_OR)
		return bx_fail(err, BX_E_UNSUPPORTED, -1, "paths of an index lead to elements or attributes");
	for (i = 0; i < root->n; i++)
	{
		if (root->kids[i]->kind != XP_TERMS_TERM)
			return bx_fail(err, BX_E_UNSUPPORTED, -1, "paths of an index have no conditions");
		BX_TRY(add_path(scope, &place, root->kids[i]->term, err));
	}
	return BX_OK;
}

/* Is every name of one step one of the other? */
static bool
step_passes(const XpTermStep *step, const XpTermStep *name)
{
	bool uri = step->any_uri ||
			   (!name->any_uri && bx_same_bytes(step->uri.s, step->uri.n, name->uri.s, name->uri.n));

	return uri && (step->any_local || (!name->any_local && bx_same_bytes(step->local.s, step->local.n,
																		 name->local.s, name->local.n)));
}

static uint64_t
match(const BxIndexScope *scope, const XpTermStep *name, bool attribute)
{
	uint64_t found = 0;
	unsigned i;

	for (i = 0; i < BX_INDEX_PLACES; i++)
		if (scope->steps[i] != NULL && step_passes(scope->steps[i], name))
			found |= UINT64_C(1) << i;
	return attribute ? found & scope->attributes : found & ~scope->attributes;
}

uint64_t
bx_index_scope_match(const BxIndexScope *scope, BxStr uri, BxStr local, bool attribute)
{
	return match(scope, &(XpTermStep){.uri = uri, .local = local}, attribute);
}

/* Where a path has a gap, only places that do not mind what is in it are certain. */
bool
bx_index_scope_covers(const BxIndexScope *scope, const XpTermPath *path)
{
	uint64_t places = scope->starts;
	uint32_t i;

	for (i = 0; i < path->n; i++)
	{
		const XpTermStep *step = &path->steps[i];
		bool attribute = path->attribute && i + 1 == path->n;
		uint64_t steps = match(scope, step, attribute);

		if (step->gap)
			places &= scope->gaps | scope->ends;
		places = attribute ? bx_index_scope_attribute(scope, places, steps)
						   : bx_index_scope_child(scope, places, steps);
	}
	return (places & scope->ends) != 0;
}

/*
 * path_scope.c -- paths that say which part of documents an index has.
 */
#include "postgres.h"

#include "../../core/xpath/terms/xp_terms.h"
#include "path_scope.h"

bool
path_is_plain(const XpBlock *path)
{
	for (uint32_t i = 1; i < path->n_nodes; i++)
	{
		const XpExpr *e = &xp_nodes(path)[i];
		bool down = e->axis == XP_AX_CHILD || e->axis == XP_AX_ATTRIBUTE || e->axis == XP_AX_DESCENDANT ||
					e->axis == XP_AX_DESCENDANT_OR_SELF || e->axis == XP_AX_SELF;

		if (e->op == XP_STEP ? !down || (e->test != XP_TEST_NAME && e->test != XP_TEST_NODE)
							 : e->op != XP_PATH && e->op != XP_UNION)
			return false;
	}
	for (uint32_t i = 0; i < path->n_names; i++)
		if (xp_names(path)[i].flags & XP_NAME_UNBOUND)
			return false;
	return true;
}

BxStatus
path_scope_of(const XpBlock *paths, BxArena *arena, BxIndexScope *scope, BxError *err)
{
	XpTerms terms;
	BxStatus st;

	if (!path_is_plain(paths))
		return bx_fail(
			err, BX_E_UNSUPPORTED, -1,
			"paths of an index have steps to elements and attributes only, with declared prefixes");
	st = xp_terms_of(paths, XP_TERMS_EXISTS, NULL, 0, arena, &terms, err);
	return st == BX_OK ? bx_index_scope_of(&terms, scope, err) : st;
}

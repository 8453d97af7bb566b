/*
 * xd_session.c -- sessions of path evaluation as trees, and their nodes as items.
 */
#include "xd_tree_int.h"

#include "xd_session.h"

const XpBlock *
xd_paths_block(const XdPaths *paths, const XpPlan **plan)
{
	*plan = paths->plan;
	return paths->block;
}

BxStatus
xd_tree_adopt(XdForest *forest, XpSession *session, XdItem *root)
{
	XdTree *tree;

	BX_TRY(xd_tree_open(forest, NULL, 0, bx_str("", 0), root));
	tree = xd_tree_of(forest, root);
	tree->session = session;
	tree->adopted = true;
	return BX_OK;
}

XdItem
xd_session_item(uint32_t tree, const XpNode *nd)
{
	return xd_item_of(tree, nd);
}

BxStatus
xd_session_node(XdForest *forest, BxArena *arena, const XdItem *item, XpNode **room)
{
	if (*room == NULL)
		*room = bx_arena_alloc(arena, sizeof(XpNode));
	if (*room == NULL)
		return bx_fail_nomem(forest->err, sizeof(XpNode));
	return xd_load(xd_tree_of(forest, item), item, *room);
}

void
xd_session_scratch(XdForest *forest, uint32_t tree, BxArena *arena)
{
	xd_tree_of(forest, &(XdItem){.n = tree})->session->ev.arena = arena;
}

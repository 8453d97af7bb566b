/*
 * xd_carry.c -- nodes of one value in two evaluations: that of a tree, and one of a path on the same value.
 *
 * Keys are places in the value, so only the way up is to be found again: each evaluation has anchors of its own.
 */
#include "xd_tree_int.h"

#include "xd_carry.h"

BxStatus
xd_carry_tree(XdForest *forest, const XpEval *from, XdItem *root)
{
	return xd_tree_open_image(forest, from->img, bx_str("", 0), root);
}

BxStatus
xd_carry_out(XdForest *forest, const XdItem *node, XpEval *to, XpNode *nd)
{
	XpNodeRef ref = {node->u.node.key, XP_NO_UP};
	XpEval *from;

	if (xd_kind(node) == XD_DOCUMENT)
	{
		xp_document(to, nd);
		return BX_OK;
	}
	BX_TRY(xd_eval(forest, &forest->scratch, node, &from));
	if (to->track_ancestors)
		BX_TRY(xp_carry(from, node->u.node.up, to, &ref.up));
	return xp_load(to, &ref, nd);
}

BxStatus
xd_carry_in(XdForest *forest, const XdItem *root, const XpEval *from, const XpNode *nd, XdItem *node)
{
	BxArenaMark mark = bx_arena_mark(&forest->scratch);
	XpNode inside = *nd;
	XpEval *to;

	BX_TRY(xd_eval(forest, &forest->scratch, root, &to));
	BX_TRY(xp_carry(from, nd->up, to, &inside.up));
	*node = xd_item_of(root->n, &inside);
	bx_arena_release(&forest->scratch, &mark);
	return BX_OK;
}

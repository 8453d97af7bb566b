/*
 * xd_carry.c -- nodes of one value in two evaluations: that of a tree, and one of a path on the same value.
 *
 * Keys are places in the value, so only the way up is to be found again: each evaluation has anchors of its own.
 */
#include "xd_tree_int.h"

#include "xd_carry.h"

/* The way up of a node of one evaluation as one of the other. */
static BxStatus
carry(const XpEval *from, uint32_t up, XpEval *to, uint32_t *carried)
{
	uint32_t *offs, a, n = 0;

	*carried = up;
	if (up == 0 || up == XP_NO_UP)
		return BX_OK;
	for (a = up; a != 0; a = from->anchors[a].up)
		n++;
	BX_TRY(bx_charge(to->host, n));
	offs = xp_alloc(to, n * sizeof(uint32_t));
	if (offs == NULL)
		return BX_E_NOMEM;
	for (a = up; a != 0; a = from->anchors[a].up)
		offs[--n] = from->anchors[a].off;
	for (a = up, *carried = 0; a != 0; a = from->anchors[a].up)
		BX_TRY(xp_anchor(to, offs[n++], *carried, carried));
	return BX_OK;
}

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
		BX_TRY(carry(from, node->u.node.up, to, &ref.up));
	return xp_load(to, &ref, nd);
}

BxStatus
xd_carry_in(XdForest *forest, const XdItem *root, const XpEval *from, const XpNode *nd, XdItem *node)
{
	BxArenaMark mark = bx_arena_mark(&forest->scratch);
	XpNode inside = *nd;
	XpEval *to;

	BX_TRY(xd_eval(forest, &forest->scratch, root, &to));
	BX_TRY(carry(from, nd->up, to, &inside.up));
	*node = xd_item_of(root->n, &inside);
	bx_arena_release(&forest->scratch, &mark);
	return BX_OK;
}

/*
 * xp_axis.c -- the nodes of an axis from one context node, in axis order.
 *
 * Forward and backward axes are ranges of items; upward axes follow anchors.
 */
#include "xp_set_int.h"

static inline bool
passes(const XpGather *g, const XpNode *nd)
{
	/* step 0: any node */
	return g->step == 0 || xp_test_node(g->ev, nd, g->step);
}

static inline BxStatus
offer(XpGather *g, const XpNode *nd)
{
	return passes(g, nd) ? xp_set_add(g->ev, g->out, nd) : BX_OK;
}

static BxStatus
offer_leaf_text(XpGather *g, const XpNode *leaf)
{
	XpNode text;

	if (leaf->len == 0)
		return BX_OK;
	xp_leaf_text(leaf, &text);
	if (!passes(g, &text))
		return BX_OK;
	BX_TRY(xp_anchor_of(g->ev, leaf, &text.up));
	return xp_set_add(g->ev, g->out, &text);
}

static inline bool
has_enough(const XpGather *g)
{
	return g->max != 0 && g->out->n >= g->max;
}

/* Items of [off, end) below the anchor and, with deep, everything below them, in document order; no attributes. */
static BxStatus
gather_range(XpGather *g, uint32_t off, uint32_t end, uint32_t anchor, bool deep)
{
	XpEval *ev = g->ev;
	uint32_t cap = ev->img->head.depth + 2;
	uint32_t level = 0;
	XpLevel *stack;
	XpNode nd;

	if (g->levels == NULL)
		g->levels = xp_alloc(ev, (size_t) cap * sizeof(XpLevel));
	stack = g->levels;
	if (stack == NULL)
		return BX_E_NOMEM;
	stack[0].end = end;
	stack[0].anchor = anchor;
	for (;;)
	{
		while (off >= stack[level].end)
			if (level-- == 0)
				return BX_OK;
		if (has_enough(g))
			return BX_OK;
		BX_TRY(xp_next_item(ev, off, stack[level].end, &nd));
		off = nd.next;
		if (!xp_is_child_kind(nd.kind))
			continue;
		nd.up = stack[level].anchor;
		BX_TRY(offer(g, &nd));
		if (!deep)
			continue;
		if (nd.kind == BX_KIND_LEAF)
			BX_TRY(offer_leaf_text(g, &nd));
		if (nd.kind != BX_KIND_ELEMENT)
			continue;
		if (level + 1 >= cap)
			return xp_damaged(ev, nd.content);
		level++;
		stack[level].end = off;
		BX_TRY(xp_anchor_of(ev, &nd, &stack[level].anchor));
		off = nd.content;
	}
}

static BxStatus
gather_below(XpGather *g, const XpNode *nd, bool deep)
{
	uint32_t anchor;

	if (nd->kind == BX_KIND_LEAF)
		return offer_leaf_text(g, nd);
	if (nd->kind != BX_KIND_ELEMENT && nd->kind != XP_DOC)
		return BX_OK;
	BX_TRY(xp_anchor_of(g->ev, nd, &anchor));
	return gather_range(g, nd->content, nd->next, anchor, deep);
}

static BxStatus
gather_attributes(XpGather *g, const XpNode *nd)
{
	uint32_t off = nd->content;
	uint32_t end = nd->next;
	uint32_t anchor;
	XpNode at;

	if (nd->kind != BX_KIND_ELEMENT)
		return BX_OK;
	BX_TRY(xp_anchor_of(g->ev, nd, &anchor));
	for (; off < end; off = at.next)
	{
		BX_TRY(xp_next_item(g->ev, off, end, &at));
		if (xp_is_child_kind(at.kind))
			break;
		at.up = anchor;
		if (at.kind == BX_KIND_ATTRIBUTE)
			BX_TRY(offer(g, &at));
	}
	return BX_OK;
}

/* Attributes of an element and of all elements below it: those of every element among the nodes there. */
static BxStatus
gather_deep_attributes(XpGather *g, const XpNode *nd)
{
	XpGather all = {.ev = g->ev};
	XpSet set = {NULL, 0, 0};
	XpNode el;
	uint32_t i;

	BX_TRY(gather_attributes(g, nd));
	all.out = &set;
	BX_TRY(gather_below(&all, nd, true));
	for (i = 0; i < set.n; i++)
	{
		BX_TRY(xp_load(g->ev, &set.items[i], &el));
		BX_TRY(gather_attributes(g, &el));
	}
	return BX_OK;
}

static BxStatus
gather_up(XpGather *g, const XpNode *nd, bool self, bool all)
{
	XpNode cur = *nd;
	XpNode parent;
	bool found;

	if (self)
		BX_TRY(offer(g, nd));
	for (;;)
	{
		BX_TRY(xp_tick(g->ev));
		BX_TRY(xp_parent(g->ev, &cur, &parent, &found));
		if (!found || (all && parent.key < g->seen))
			return BX_OK;
		BX_TRY(offer(g, &parent));
		if (!all || has_enough(g))
			return BX_OK;
		cur = parent;
	}
}

/* Nodes after nd under its parent, with what is below them if deep. */
static BxStatus
gather_after(XpGather *g, const XpNode *nd, bool deep)
{
	uint32_t up = nd->up;
	XpNode parent;
	bool found;

	BX_TRY(xp_parent(g->ev, nd, &parent, &found));
	if (!found)
		return BX_OK;
	if (parent.kind == BX_KIND_LEAF)
		/* only its namespace nodes come before its text */
		return nd->kind == BX_KIND_NAMESPACE ? offer_leaf_text(g, &parent) : BX_OK;
	if (nd->kind == BX_KIND_NAMESPACE)
		up = g->ev->anchors[nd->up - XP_UP_NAMESPACE].up;
	return gather_range(g, nd->next, parent.next, up, deep);
}

/* Nodes before nd under its parent, in document order. */
static BxStatus
gather_before(XpGather *g, const XpNode *nd, bool deep)
{
	XpNode parent;
	bool found;

	BX_TRY(xp_parent(g->ev, nd, &parent, &found));
	if (!found || (nd->key & 1))
		return BX_OK;
	return gather_range(g, parent.content, nd->key / 2 - 1, nd->up, deep);
}

/* Nodes before nd under its parent, reversed. */
static BxStatus
gather_reversed(XpGather *g, const XpNode *nd)
{
	uint32_t before = g->out->n;
	XpSet level;

	if (!xp_is_child_kind(nd->kind))
		return BX_OK;
	BX_TRY(gather_before(g, nd, true));
	level.n = level.cap = g->out->n - before;
	level.items = level.n > 0 ? g->out->items + before : NULL;
	xp_set_reverse(&level);
	return BX_OK;
}

/*
 * What follows or precedes the node, and its ancestors from the innermost outwards: for preceding, reverse document
 * order without ancestors.
 */
static BxStatus
gather_outwards(XpGather *g, const XpNode *nd, bool following)
{
	XpNode cur = *nd;
	XpNode parent;
	bool found = true;

	while (cur.kind != XP_DOC)
	{
		BX_TRY(following ? gather_after(g, &cur, true) : gather_reversed(g, &cur));
		BX_TRY(xp_parent(g->ev, &cur, &parent, &found));
		cur = parent;
	}
	return BX_OK;
}

BxStatus
xp_gather(XpGather *g, const XpNode *nd)
{
	switch (g->ev->plan->axis[g->step])
	{
		case XP_AX_CHILD: return gather_below(g, nd, false);
		case XP_AX_DESCENDANT: return gather_below(g, nd, true);
		case XP_AX_DESCENDANT_OR_SELF: BX_TRY(offer(g, nd)); return gather_below(g, nd, true);
		case XP_AX_SELF: return offer(g, nd);
		case XP_AX_ATTRIBUTE: return gather_attributes(g, nd);
		case XP_AX_DEEP_ATTRIBUTE: return gather_deep_attributes(g, nd);
		case XP_AX_NAMESPACE: return xp_gather_namespaces(g, nd);
		case XP_AX_PARENT: return gather_up(g, nd, false, false);
		case XP_AX_ANCESTOR: return gather_up(g, nd, false, true);
		case XP_AX_ANCESTOR_OR_SELF: return gather_up(g, nd, true, true);
		case XP_AX_FOLLOWING_SIBLING: return xp_is_child_kind(nd->kind) ? gather_after(g, nd, false) : BX_OK;
		case XP_AX_PRECEDING_SIBLING:
			if (xp_is_child_kind(nd->kind))
				BX_TRY(gather_before(g, nd, false));
			xp_set_reverse(g->out);
			return BX_OK;
		case XP_AX_FOLLOWING: return gather_outwards(g, nd, true);
		case XP_AX_PRECEDING: return gather_outwards(g, nd, false);
		default: return xp_unsupported(g->ev, &g->ev->plan->nodes[g->step], "axis");
	}
}

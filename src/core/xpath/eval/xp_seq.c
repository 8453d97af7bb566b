/*
 * xp_seq.c -- sequences that are kept, and parts of them by position.
 *
 * A kept item takes 24 bytes and a range of integers as much, whatever its size; nodes are kept as references, strings
 * where they are.
 */
#include "xp_seq_int.h"

#include <math.h>

/* ---- kept items ---- */

/* Keep an item that is not in flight: one from another sequence, or a range. */
static BxStatus
seq_keep(XpEval *ev, XpSeq *seq, const XpItem *item)
{
	if (seq->n == seq->cap)
	{
		uint32_t cap = seq->cap ? seq->cap * 2 : 16;
		XpItem *items =
			xp_grow(ev, seq->items, (size_t) seq->n * sizeof(XpItem), (size_t) cap * sizeof(XpItem));

		if (items == NULL)
			return BX_E_NOMEM;
		seq->items = items;
		seq->cap = cap;
	}
	seq->size += item->type == XP_T_RANGE ? xp_range_size(&item->range) : 1;
	seq->items[seq->n++] = *item;
	return BX_OK;
}

BxStatus
xp_seq_add(XpEval *ev, XpSeq *seq, const XpItem *item)
{
	XpItem kept;

	if (item->type != XP_T_NODESET)
		return seq_keep(ev, seq, item);
	kept = (XpItem){.type = XP_T_NODEREF, .ref = {item->node->key, item->node->up}};
	return seq_keep(ev, seq, &kept);
}

BxStatus
xp_item_load(XpEval *ev, const XpItem *kept, XpItem *item, XpNode *node)
{
	*item = *kept;
	if (kept->type != XP_T_NODEREF)
		return BX_OK;
	item->type = XP_T_NODESET;
	item->node = node;
	return xp_load(ev, &kept->ref, node);
}

/* ---- ranges ---- */

bool
xp_range_part(const XpRange *r, double at, double from, double end, XpRange *part)
{
	double n = (double) xp_range_size(r), step = r->first <= r->last ? 1 : -1;
	double skip = from > at ? ceil(from) - at : 0;
	double stop = end < at + n ? ceil(end) - at : n;

	if (!(skip < stop))
		return false;
	part->first = r->first + step * skip;
	part->last = r->first + step * (stop - 1);
	return true;
}

BxStatus
xp_seq_add_range(XpEval *ev, XpSeq *seq, const XpRange *range, double max)
{
	XpItem item = {.type = XP_T_RANGE};

	return xp_range_part(range, 1, 1, 1 + max, &item.range) ? seq_keep(ev, seq, &item) : BX_OK;
}

BxStatus
xp_seq_cut(XpEval *ev, const XpPosition *w, XpSeq *seq)
{
	double size = (double) seq->size, at = 1;
	double low = w->from_end ? size + 1 - (double) w->hi : (double) w->lo;
	double high = w->from_end ? size + 1 - (double) w->lo : (double) w->hi;
	XpSeq all = *seq;
	uint32_t i;
	XpRange part;

	memset(seq, 0, sizeof(*seq));
	for (i = 0; i < all.n && at <= high; i++)
	{
		const XpItem *k = &all.items[i];
		bool range = k->type == XP_T_RANGE;

		BX_TRY(xp_tick(ev));
		if (range && xp_range_part(&k->range, at, low, high + 1, &part))
			BX_TRY(xp_seq_add_range(ev, seq, &part, INFINITY));
		else if (!range && at >= low)
			BX_TRY(seq_keep(ev, seq, k));
		at += range ? (double) xp_range_size(&k->range) : 1;
	}
	return BX_OK;
}

/* ---- variables ---- */

BxStatus
xp_locals_init(XpEval *ev)
{
	size_t n = ev->plan->n_locals * sizeof(XpItem);

	ev->locals = xp_alloc(ev, n);
	if (ev->locals == NULL)
		return BX_E_NOMEM;
	memset(ev->locals, 0, n);
	return BX_OK;
}

BxStatus
xp_seq_plan(XpPlan *p, uint32_t n_nodes, BxArena *arena, BxError *err)
{
	uint32_t i;

	for (i = 1; i < n_nodes; i++)
		if ((p->nodes[i].op == XP_LOCAL || xp_binds(p->nodes[i].op)) && p->nodes[i].n_args >= p->n_locals)
			p->n_locals = p->nodes[i].n_args + 1u;
	(void) arena, (void) err;
	return BX_OK;
}

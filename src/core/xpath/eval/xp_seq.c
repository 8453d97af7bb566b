/*
 * xp_seq.c -- sequences that are kept, and what is chosen from them by position or predicate.
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

/* The first `max` integers of a range. */
static BxStatus
add_range(XpEval *ev, XpSeq *seq, const XpRange *range, double max)
{
	XpItem item = {.type = XP_T_RANGE};

	return xp_range_part(range, 1, 1, 1 + max, &item.range) ? seq_keep(ev, seq, &item) : BX_OK;
}

/* ---- collecting ---- */

BxStatus
xp_seq_collect(XpEval *ev, uint32_t expr, const XpContext *cx, uint64_t max, XpSeq *seq)
{
	bool found = true;
	XpItem item;
	XpItems it;

	memset(seq, 0, sizeof(*seq));
	BX_TRY(xp_items_open(ev, expr, cx, true, &it));
	while (seq->size < max)
	{
		BX_TRY(xp_items_next(ev, &it, &item, &found));
		if (!found)
			return BX_OK;
		BX_TRY(xp_seq_add(ev, seq, &item));
	}
	xp_items_close(ev, &it);
	return BX_OK;
}

BxStatus
xp_seq_collect_runs(XpEval *ev, uint32_t expr, const XpContext *cx, uint64_t max, XpSeq *seq)
{
	bool found = true;
	XpItem item;
	XpItems it;

	memset(seq, 0, sizeof(*seq));
	BX_TRY(xp_items_open(ev, expr, cx, true, &it));
	while (seq->size < max)
	{
		BX_TRY(xp_items_run(ev, &it, &item, &found));
		if (!found)
			return BX_OK;
		if (item.type == XP_T_RANGE)
			BX_TRY(add_range(ev, seq, &item.range, (double) (max - seq->size)));
		else
			BX_TRY(xp_seq_add(ev, seq, &item));
	}
	xp_items_close(ev, &it);
	return BX_OK;
}

/* ---- filters ---- */

/* Items of a kept sequence that pass one predicate stay. */
static BxStatus
filter_items(XpEval *ev, uint32_t expr, const XpContext *cx, XpSeq *seq)
{
	XpContext inner = {.size = (uint32_t) seq->size};
	XpSeq kept = {NULL, 0, 0, 0};
	XpItem item;
	XpItems it;
	bool found, pass;

	if (seq->size > UINT32_MAX)
		return bx_fail(ev->err, BX_E_LIMIT, -1, "a sequence with a predicate may have at most %u items",
					   UINT32_MAX);
	xp_items_none(&it);
	BX_TRY(xp_items_of_seq(ev, seq, false, &it));
	inner.item = &item;
	for (;;)
	{
		BxArenaMark mark;
		uint32_t anchors = ev->n_anchors;

		BX_TRY(xp_items_next(ev, &it, &item, &found));
		if (!found)
			break;
		mark = bx_arena_mark(ev->arena);
		inner.node = item.type == XP_T_NODESET ? item.node : cx->node;
		inner.pos++;
		BX_TRY(xp_seq_predicate(ev, expr, &inner, &pass));
		xp_forget(ev, &mark, anchors);
		if (pass)
			BX_TRY(xp_seq_add(ev, &kept, &item));
	}
	*seq = kept;
	return BX_OK;
}

/* Items at the positions low to high stay. */
static BxStatus
cut_items(XpEval *ev, const XpPosition *w, XpSeq *seq)
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
			BX_TRY(add_range(ev, seq, &part, INFINITY));
		else if (!range && at >= low)
			BX_TRY(seq_keep(ev, seq, k));
		at += range ? (double) xp_range_size(&k->range) : 1;
	}
	return BX_OK;
}

BxStatus
xp_seq_filter(XpEval *ev, const XpExpr *filter, const XpContext *cx, XpSeq *seq)
{
	uint32_t pred;

	for (pred = filter->b; pred != 0; pred = ev->plan->nodes[pred].next)
	{
		const XpPosition *w = xp_position(ev, pred);

		BX_TRY(w != NULL ? cut_items(ev, w, seq) : filter_items(ev, ev->plan->nodes[pred].a, cx, seq));
	}
	return BX_OK;
}

/* ---- variables ---- */

BxStatus
xp_locals_init(XpEval *ev)
{
	size_t n = ev->plan->n_locals * sizeof(XpItem);

	if (n == 0)
		return BX_OK;
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
	return xp_plan_patterns(p, n_nodes, arena, err);
}

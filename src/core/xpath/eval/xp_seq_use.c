/*
 * xp_seq_use.c -- sequences where a boolean, a number, a string, a count, a node-set or a kept sequence is wanted.
 *
 * As in XPath 1.0 for node-sets, and in the compatibility mode of XPath 2.0: a string or a number is that of the first
 * item, of no item "" and NaN.  Only what must be looked at is evaluated.
 */
#include "xp_evaluators_int.h"
#include "xp_seq_int.h"

#include <math.h>

/* ---- boolean ---- */

/*
 * The first item decides, but one atomic value must be alone.  pos: in a predicate, where a number is a position;
 * else 0.
 */
static BxStatus
truth_of(XpEval *ev, uint32_t expr, const XpContext *cx, uint32_t pos, bool *truth)
{
	const XpItem *bound = xp_bound_item(ev, &ev->plan->nodes[expr], cx);
	bool found;
	XpItem item;
	XpItems it;

	*truth = bound != NULL && bound->type == XP_T_NODESET;
	if (bound != NULL)
	{
		BX_TRY(xp_guard(ev));
		if (*truth || (pos != 0 && xp_item_position(bound, pos, truth)))
			return BX_OK;
		return xp_item_bool(ev, bound, ev->plan->nodes[expr].pos, truth);
	}
	BX_TRY(xp_items_begin(ev, expr, cx, false, &it, &item, &found));
	if (!found)
		return BX_OK;
	if (item.type == XP_T_NODESET)
	{
		*truth = true;
		xp_items_close(ev, &it);
		return BX_OK;
	}
	if (pos == 0 || !xp_item_position(&item, pos, truth))
		BX_TRY(xp_item_bool(ev, &item, ev->plan->nodes[expr].pos, truth));
	BX_TRY(xp_items_next(ev, &it, &item, &found));
	return found ? bx_fail(ev->err, BX_E_XPTYPE, -1,
						   "a sequence of several atomic values is neither true nor false")
				 : BX_OK;
}

BxStatus
xp_seq_bool(XpEval *ev, uint32_t expr, const XpContext *cx, bool *b)
{
	const XpExpr *e = &ev->plan->nodes[expr];
	uint32_t yes;

	if (e->op != XP_IF)
		return truth_of(ev, expr, cx, 0, b);
	yes = ev->plan->nodes[e->a].next;
	BX_TRY(xp_bool(ev, e->a, cx, b));
	return xp_bool(ev, *b ? yes : ev->plan->nodes[yes].next, cx, b);
}

BxStatus
xp_seq_predicate(XpEval *ev, uint32_t expr, const XpContext *cx, bool *pass)
{
	return truth_of(ev, expr, cx, cx->pos, pass);
}

/* The search ends at the first item whose condition decides. */
BxStatus
xp_quantified(XpEval *ev, const XpExpr *e, const XpContext *cx, bool *b)
{
	bool truth, found = true;
	XpItems in = {.keeps = false};
	XpBinding binding;
	BxStatus st;

	*b = e->op == XP_EVERY;
	BX_TRY(xp_binding_open(ev, e->a, cx, e->n_args, false, &in, &binding));
	for (;;)
	{
		BX_TRY(xp_binding_next(ev, &binding, &found));
		if (!found)
			return BX_OK;
		xp_binding_enter(ev, &binding);
		st = xp_bool(ev, ev->plan->nodes[e->a].next, cx, &truth);
		xp_binding_leave(ev, &binding);
		BX_TRY(st);
		if (truth == (e->op == XP_SOME))
			break;
	}
	*b = e->op == XP_SOME;
	xp_items_close(ev, &in);
	return BX_OK;
}

/* ---- first item ---- */

BxStatus
xp_first_operand(XpEval *ev, uint32_t expr, const XpContext *cx, XpItem *value, bool *found)
{
	XpItem item;
	XpNode nd;

	if (ev->plan->nodes[expr].type == XP_T_NUMBER)
	{
		*found = true;
		*value = (XpItem){.type = XP_T_NUMBER};
		BX_TRY(xp_guard(ev));
		return xp_num(ev, expr, cx, &value->number);
	}
	BX_TRY(xp_items_first(ev, expr, cx, &item, &nd, found));
	return *found ? xp_operand(ev, &item, value) : BX_OK;
}

BxStatus
xp_seq_num(XpEval *ev, uint32_t expr, const XpContext *cx, double *d)
{
	const XpItem *bound = xp_bound_item(ev, &ev->plan->nodes[expr], cx);
	bool found;
	XpItem item;
	XpItems it;

	if (bound != NULL)
	{
		BX_TRY(xp_guard(ev));
		return xp_item_num(ev, bound, d);
	}
	*d = NAN;
	BX_TRY(xp_items_begin(ev, expr, cx, false, &it, &item, &found));
	if (found)
		BX_TRY(xp_item_num(ev, &item, d));
	xp_items_close(ev, &it);
	return BX_OK;
}

BxStatus
xp_seq_first_str(XpEval *ev, uint32_t expr, const XpContext *cx, BxStr *s, bool *found)
{
	XpItem item;
	XpNode nd;

	*s = (BxStr){"", 0};
	BX_TRY(xp_items_first(ev, expr, cx, &item, &nd, found));
	return *found ? xp_item_str(ev, &item, s) : BX_OK;
}

BxStatus
xp_seq_str(XpEval *ev, uint32_t expr, const XpContext *cx, BxStr *s)
{
	bool found;

	return xp_seq_first_str(ev, expr, cx, s, &found);
}

/* ---- how many ---- */

static BxStatus
count_items(XpEval *ev, uint32_t expr, const XpContext *cx, uint64_t max, uint64_t *n)
{
	bool found = true;
	XpItem item;
	XpItems it;

	BX_TRY(xp_items_open(ev, expr, cx, false, &it));
	for (*n = 0; *n < max; *n += item.type == XP_T_RANGE ? xp_range_size(&item.range) : 1)
	{
		BX_TRY(xp_items_run(ev, &it, &item, &found));
		if (!found)
			return BX_OK;
	}
	xp_items_close(ev, &it);
	return BX_OK;
}

BxStatus
xp_seq_count(XpEval *ev, uint32_t expr, const XpContext *cx, uint64_t *n)
{
	return count_items(ev, expr, cx, UINT64_MAX, n);
}

BxStatus
xp_seq_any(XpEval *ev, uint32_t expr, const XpContext *cx, bool *found)
{
	uint64_t n;

	BX_TRY(count_items(ev, expr, cx, 1, &n));
	*found = n > 0;
	return BX_OK;
}

/* ---- nodes ---- */

BxStatus
xp_seq_contexts(XpEval *ev, uint32_t expr, const XpContext *cx, XpSet *set)
{
	bool found;
	XpItem item;
	XpItems it;

	BX_TRY(xp_items_open(ev, expr, cx, true, &it));
	for (;;)
	{
		BX_TRY(xp_items_next(ev, &it, &item, &found));
		if (!found)
			return BX_OK;
		if (item.type != XP_T_NODESET)
			return bx_fail(ev->err, BX_E_XPTYPE, ev->plan->nodes[expr].pos,
						   "an atomic value stands where a node is expected");
		BX_TRY(xp_set_add(ev, set, item.node));
	}
}

BxStatus
xp_seq_nodes(XpEval *ev, uint32_t expr, const XpContext *cx, XpSet *set)
{
	BX_TRY(xp_seq_contexts(ev, expr, cx, set));
	return xp_set_sort(ev, set);
}

/* ---- sequences to keep ---- */

BxStatus
xp_seq_collect(XpEval *ev, uint32_t expr, const XpContext *cx, uint64_t max, bool runs, XpSeq *seq)
{
	bool found = true;
	XpItem item;
	XpItems it;

	memset(seq, 0, sizeof(*seq));
	BX_TRY(xp_items_open(ev, expr, cx, true, &it));
	while (seq->size < max)
	{
		BX_TRY(runs ? xp_items_run(ev, &it, &item, &found) : xp_items_next(ev, &it, &item, &found));
		if (!found)
			return BX_OK;
		if (item.type == XP_T_RANGE)
			BX_TRY(xp_seq_add_range(ev, seq, &item.range, (double) (max - seq->size)));
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
	XpItems it = {.keeps = true}; /* those that pass are kept in scratch memory */
	XpItem item;
	bool found, pass;

	if (seq->size > UINT32_MAX)
		return bx_fail(ev->err, BX_E_LIMIT, -1, "a sequence with a predicate may have at most %u items",
					   UINT32_MAX);
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

BxStatus
xp_seq_filter(XpEval *ev, const XpExpr *filter, const XpContext *cx, XpSeq *seq)
{
	uint32_t pred;

	for (pred = filter->b; pred != 0; pred = ev->plan->nodes[pred].next)
	{
		const XpPosition *w = xp_position(ev, pred);

		BX_TRY(w != NULL ? xp_seq_cut(ev, w, seq) : filter_items(ev, ev->plan->nodes[pred].a, cx, seq));
	}
	return BX_OK;
}

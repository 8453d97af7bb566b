/*
 * xp_seq_use.c -- sequences where a boolean, a number, a string, a count or a node-set is wanted.
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
	bool found;
	XpItem item;
	XpItems it;

	*truth = false;
	BX_TRY(xp_items_open(ev, expr, cx, false, &it));
	BX_TRY(xp_items_next(ev, &it, &item, &found));
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
xp_seq_num(XpEval *ev, uint32_t expr, const XpContext *cx, double *d)
{
	bool found;
	XpItem item;
	XpItems it;

	*d = NAN;
	BX_TRY(xp_items_open(ev, expr, cx, false, &it));
	BX_TRY(xp_items_next(ev, &it, &item, &found));
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

/* ---- sum, nodes ---- */

typedef struct Sum
{
	int64_t pos; /* of the expression */
	uint64_t n;
	XpItem total;
	BxBuf digits; /* of a total that is a decimal: scratch memory is given back */
} Sum;

static BxStatus
add_value(Sum *s, XpEval *ev, const XpItem *value)
{
	XpItem sum = *value;

	if (s->n > 0 && s->total.type == XP_T_NUMBER && value->type == XP_T_NUMBER)
	{
		s->total.number += value->number;
		return BX_OK;
	}
	if (s->n > 0)
		BX_TRY(xp_arith(ev, XP_ADD, s->pos, &s->total, value, &sum));
	s->total = sum;
	if (sum.type != XP_T_DECIMAL)
		return BX_OK;
	/* the text of a sum may be the buffer's own only where it is the first */
	s->digits.len = 0;
	BX_TRY(bx_buf_append(&s->digits, sum.str.s, sum.str.n, ev->err));
	s->total.str.s = (const char *) s->digits.data;
	return BX_OK;
}

static BxStatus
add_item(Sum *s, XpEval *ev, const XpItem *t)
{
	uint64_t n = 1;
	XpItem value;

	if (t->type == XP_T_RANGE)
	{
		n = xp_range_size(&t->range);
		value = (XpItem){.type = XP_T_NUMBER, .number = (double) n * (t->range.first + t->range.last) / 2};
	}
	else
		BX_TRY(xp_operand(ev, t, &value));
	if (!xp_is_number(value.type) && !xp_is_duration(value.type))
		return bx_fail(ev->err, BX_E_XPTYPE, s->pos, "values of type %s have no sum", xp_type_name(t->type));
	BX_TRY(add_value(s, ev, &value));
	s->n += n;
	return BX_OK;
}

static BxStatus
sum_items(Sum *s, XpEval *ev, uint32_t expr, const XpContext *cx)
{
	bool found;
	XpItem item;
	XpItems it;

	BX_TRY(xp_items_open(ev, expr, cx, false, &it));
	for (;;)
	{
		BX_TRY(xp_items_run(ev, &it, &item, &found));
		if (!found)
			return BX_OK;
		BX_TRY(add_item(s, ev, &item));
	}
}

BxStatus
xp_seq_sum(XpEval *ev, uint32_t expr, const XpContext *cx, XpItem *sum, uint64_t *n)
{
	Sum s = {.pos = ev->plan->nodes[expr].pos, .total = {.type = XP_T_NUMBER}};
	BxStatus st;
	char *own;

	bx_buf_init(&s.digits, ev->host);
	st = sum_items(&s, ev, expr, cx);
	*sum = s.total;
	*n = s.n;
	if (st == BX_OK && sum->type == XP_T_DECIMAL)
	{
		own = xp_alloc(ev, sum->str.n);
		st = own != NULL ? BX_OK : BX_E_NOMEM;
		if (own != NULL)
			memcpy(own, sum->str.s, sum->str.n);
		sum->str.s = own;
	}
	bx_buf_free(&s.digits);
	return st;
}

BxStatus
xp_seq_nodes(XpEval *ev, uint32_t expr, const XpContext *cx, XpSet *set)
{
	bool found;
	XpItem item;
	XpItems it;

	BX_TRY(xp_items_open(ev, expr, cx, true, &it));
	for (;;)
	{
		BX_TRY(xp_items_next(ev, &it, &item, &found));
		if (!found)
			return xp_set_sort(ev, set);
		if (item.type != XP_T_NODESET)
			return bx_fail(ev->err, BX_E_XPTYPE, ev->plan->nodes[expr].pos,
						   "an atomic value stands where a node is expected");
		BX_TRY(xp_set_add(ev, set, item.node));
	}
}

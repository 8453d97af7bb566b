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

/* What is known about a sequence as a truth value: the first item decides, but one atomic value must be alone. */
typedef struct TruthSink
{
	XpItemSink sink;
	uint32_t n;
	uint32_t expr;
	const XpContext *cx; /* of a predicate, where a number is a position; else NULL */
	bool truth;
} TruthSink;

static BxStatus
take_truth(XpItemSink *sink, XpEval *ev, const XpItem *t, bool *stop)
{
	TruthSink *s = (TruthSink *) sink;

	if (s->n++ > 0)
		return bx_fail(ev->err, BX_E_XPTYPE, -1,
					   "a sequence of several atomic values is neither true nor false");
	*stop = s->truth = t->type == XP_T_NODESET;
	if (*stop || (s->cx != NULL && xp_item_position(t, s->cx->pos, &s->truth)))
		return BX_OK;
	return xp_item_bool(ev, t, ev->plan->nodes[s->expr].pos, &s->truth);
}

BxStatus
xp_seq_bool(XpEval *ev, uint32_t expr, const XpContext *cx, bool *b)
{
	const XpExpr *e = &ev->plan->nodes[expr];
	TruthSink s = {.sink = {.take = take_truth}, .expr = expr};
	bool stop = false;
	uint32_t yes;

	if (e->op == XP_IF)
	{
		yes = ev->plan->nodes[e->a].next;
		BX_TRY(xp_bool(ev, e->a, cx, b));
		return xp_bool(ev, *b ? yes : ev->plan->nodes[yes].next, cx, b);
	}
	BX_TRY(xp_items(ev, expr, cx, &s.sink, &stop));
	*b = s.truth;
	return BX_OK;
}

BxStatus
xp_seq_predicate(XpEval *ev, uint32_t expr, const XpContext *cx, bool *pass)
{
	TruthSink s = {.sink = {.take = take_truth}, .expr = expr, .cx = cx};
	bool stop = false;

	BX_TRY(xp_items(ev, expr, cx, &s.sink, &stop));
	*pass = s.truth;
	return BX_OK;
}

typedef struct QuantSink
{
	XpItemSink sink;
	const XpExpr *e;
	const XpContext *cx;
	bool found; /* an item that decides */
} QuantSink;

/* Bind the item, and see whether the condition is what ends the search. */
static BxStatus
take_quantified(XpItemSink *sink, XpEval *ev, const XpItem *t, bool *stop)
{
	QuantSink *q = (QuantSink *) sink;
	XpItem *local = &ev->locals[q->e->n_args];
	XpItem saved = *local;
	BxArenaMark mark = bx_arena_mark(ev->arena);
	uint32_t anchors = ev->n_anchors;
	BxStatus st;
	bool b;

	*local = *t;
	st = xp_bool(ev, ev->plan->nodes[q->e->a].next, q->cx, &b);
	*local = saved;
	xp_forget(ev, &mark, anchors);
	if (st == BX_OK)
		*stop = q->found = b == (q->e->op == XP_SOME);
	return st;
}

BxStatus
xp_quantified(XpEval *ev, const XpExpr *e, const XpContext *cx, bool *b)
{
	QuantSink q = {{take_quantified, false, NULL}, e, cx, false};
	bool stop = false;

	BX_TRY(xp_items(ev, e->a, cx, &q.sink, &stop));
	*b = q.found == (e->op == XP_SOME);
	return BX_OK;
}

/* ---- first item ---- */

typedef struct FirstSink
{
	XpItemSink sink;
	bool string; /* what is wanted; else a number */
	bool found;
	BxStr s;
	double d;
} FirstSink;

static BxStatus
take_first(XpItemSink *sink, XpEval *ev, const XpItem *t, bool *stop)
{
	FirstSink *f = (FirstSink *) sink;

	*stop = f->found = true;
	return f->string ? xp_item_str(ev, t, &f->s) : xp_item_num(ev, t, &f->d);
}

BxStatus
xp_seq_num(XpEval *ev, uint32_t expr, const XpContext *cx, double *d)
{
	FirstSink f = {.sink = {.take = take_first}, .d = NAN};
	bool stop = false;

	BX_TRY(xp_items(ev, expr, cx, &f.sink, &stop));
	*d = f.d;
	return BX_OK;
}

BxStatus
xp_seq_first_str(XpEval *ev, uint32_t expr, const XpContext *cx, BxStr *s, bool *found)
{
	FirstSink f = {.sink = {take_first, true, NULL}, .string = true, .s = {"", 0}};
	bool stop = false;

	BX_TRY(xp_items(ev, expr, cx, &f.sink, &stop));
	*s = f.s;
	*found = f.found;
	return BX_OK;
}

BxStatus
xp_seq_str(XpEval *ev, uint32_t expr, const XpContext *cx, BxStr *s)
{
	bool found;

	return xp_seq_first_str(ev, expr, cx, s, &found);
}

/* ---- how many ---- */

typedef struct CountSink
{
	XpItemSink sink;
	uint64_t n;
	uint64_t most;
} CountSink;

static BxStatus
take_count(XpItemSink *sink, XpEval *ev, const XpItem *t, bool *stop)
{
	CountSink *c = (CountSink *) sink;

	(void) ev;
	(void) t;
	*stop = ++c->n >= c->most;
	return BX_OK;
}

static BxStatus
count_run(XpItemSink *sink, XpEval *ev, const XpRange *range, bool *stop)
{
	CountSink *c = (CountSink *) sink;

	(void) ev;
	c->n += xp_range_size(range);
	*stop = c->n >= c->most;
	return BX_OK;
}

BxStatus
xp_seq_count(XpEval *ev, uint32_t expr, const XpContext *cx, uint64_t *n)
{
	CountSink c = {{take_count, false, count_run}, 0, UINT64_MAX};
	bool stop = false;
	BxStatus st = xp_items(ev, expr, cx, &c.sink, &stop);

	*n = c.n;
	return st;
}

BxStatus
xp_seq_any(XpEval *ev, uint32_t expr, const XpContext *cx, bool *found)
{
	CountSink c = {{take_count, false, count_run}, 0, 1};
	bool stop = false;
	BxStatus st = xp_items(ev, expr, cx, &c.sink, &stop);

	*found = c.n > 0;
	return st;
}

/* ---- sum, nodes ---- */

typedef struct SumSink
{
	XpItemSink sink;
	int64_t pos; /* of the expression */
	uint64_t n;
	XpItem total;
	BxBuf digits; /* of a total that is a decimal: scratch memory is given back */
} SumSink;

static BxStatus
add_to_sum(SumSink *s, XpEval *ev, const XpItem *value)
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
take_sum(XpItemSink *sink, XpEval *ev, const XpItem *t, bool *stop)
{
	SumSink *s = (SumSink *) sink;
	BxArenaMark mark = bx_arena_mark(ev->arena);
	XpItem value;

	(void) stop;
	BX_TRY(xp_operand(ev, t, &value));
	if (!xp_is_number(value.type) && !xp_is_duration(value.type))
		return bx_fail(ev->err, BX_E_XPTYPE, s->pos, "values of type %s have no sum", xp_type_name(t->type));
	BX_TRY(add_to_sum(s, ev, &value));
	s->n++;
	bx_arena_release(ev->arena, &mark);
	return BX_OK;
}

static BxStatus
sum_run(XpItemSink *sink, XpEval *ev, const XpRange *range, bool *stop)
{
	double n = (double) xp_range_size(range);
	XpItem sum = {.type = XP_T_NUMBER, .number = n * (range->first + range->last) / 2};

	BX_TRY(take_sum(sink, ev, &sum, stop));
	((SumSink *) sink)->n += xp_range_size(range) - 1;
	return BX_OK;
}

BxStatus
xp_seq_sum(XpEval *ev, uint32_t expr, const XpContext *cx, XpItem *sum, uint64_t *n)
{
	SumSink s = {
		.sink = {take_sum, false, sum_run}, .pos = ev->plan->nodes[expr].pos, .total = {.type = XP_T_NUMBER}};
	bool stop = false;
	BxStatus st;
	char *own;

	bx_buf_init(&s.digits, ev->host);
	st = xp_items(ev, expr, cx, &s.sink, &stop);
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

typedef struct EachSink
{
	XpItemSink sink;
	XpSink *out;
	uint32_t pos; /* of the expression */
} EachSink;

static BxStatus
take_each(XpItemSink *sink, XpEval *ev, const XpItem *t, bool *stop)
{
	EachSink *s = (EachSink *) sink;

	if (t->type != XP_T_NODESET)
		return bx_fail(ev->err, BX_E_XPTYPE, s->pos, "an atomic value stands where a node is expected");
	return s->out->take(s->out, ev, t->node, stop);
}

BxStatus
xp_seq_each(XpEval *ev, uint32_t expr, const XpContext *cx, XpSink *sink)
{
	EachSink s = {{take_each, true, NULL}, sink, ev->plan->nodes[expr].pos};
	bool stop = false;

	return xp_items(ev, expr, cx, &s.sink, &stop);
}

typedef struct SetSink
{
	XpSink sink;
	XpSet *set;
} SetSink;

static BxStatus
take_into_set(XpSink *sink, XpEval *ev, const XpNode *nd, bool *stop)
{
	(void) stop;
	return xp_set_add(ev, ((SetSink *) sink)->set, nd);
}

BxStatus
xp_seq_nodes(XpEval *ev, uint32_t expr, const XpContext *cx, XpSet *set)
{
	SetSink s = {{.take = take_into_set}, set};

	BX_TRY(xp_seq_each(ev, expr, cx, &s.sink));
	return xp_set_sort(ev, set);
}

/*
 * xp_seq_use.c -- sequences where a boolean, a number, a string, a count or a node-set is wanted.
 *
 * As in XPath 1.0 for node-sets, and in the compatibility mode of XPath 2.0: a string or a number is that of the first
 * item, of no item "" and NaN.  Only what must be looked at is evaluated.
 */
#include "xp_seq_int.h"

#include <math.h>

/* ---- boolean ---- */

/* What is known about a sequence as a truth value: the first item decides, but one atomic value must be alone. */
typedef struct TruthSink
{
	XpItemSink sink;
	uint32_t n;
	bool node;
	bool truth;
	bool number; /* the first item is one */
	double value;
} TruthSink;

static BxStatus
take_truth(XpItemSink *sink, XpEv *ev, const XpThing *t, bool *stop)
{
	TruthSink *s = (TruthSink *) sink;

	if (s->n++ > 0)
		return bx_fail(ev->err, BX_E_XPTYPE, -1,
					   "a sequence of several atomic values is neither true nor false");
	s->node = t->type == XP_T_NODESET;
	s->number = t->type == XP_T_NUMBER;
	s->value = t->number;
	s->truth = s->node || xp_thing_bool(t);
	*stop = s->node;
	return BX_OK;
}

BxStatus
xp_seq_bool(XpEv *ev, uint32_t expr, const XpCx *cx, bool *b)
{
	const XpNode *e = &ev->plan->nodes[expr];
	TruthSink s = {.sink = {take_truth, false}};
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
xp_seq_predicate(XpEv *ev, uint32_t expr, const XpCx *cx, bool *pass)
{
	TruthSink s = {.sink = {take_truth, false}};
	bool stop = false;

	BX_TRY(xp_items(ev, expr, cx, &s.sink, &stop));
	*pass = s.number ? s.value == cx->pos : s.truth;
	return BX_OK;
}

typedef struct QuantSink
{
	XpItemSink sink;
	const XpNode *e;
	const XpCx *cx;
	bool found; /* an item that decides */
} QuantSink;

/* Bind the item, and see whether the condition is what ends the search. */
static BxStatus
take_quantified(XpItemSink *sink, XpEv *ev, const XpThing *t, bool *stop)
{
	QuantSink *q = (QuantSink *) sink;
	XpLocal *local = &ev->locals[q->e->n_args];
	XpLocal saved = *local;
	BxArenaMark mark = bx_arena_mark(ev->arena);
	uint32_t anchors = ev->n_anchors;
	BxStatus st;
	bool b;

	local->bound = true;
	local->many = false;
	local->thing = *t;
	if (t->type == XP_T_NODESET)
		local->nd = *t->nd;
	st = xp_bool(ev, ev->plan->nodes[q->e->a].next, q->cx, &b);
	*local = saved;
	xp_forget(ev, &mark, anchors);
	if (st == BX_OK)
		*stop = q->found = b == (q->e->op == XP_SOME);
	return st;
}

BxStatus
xp_quantified(XpEv *ev, const XpNode *e, const XpCx *cx, bool *b)
{
	QuantSink q = {{take_quantified, false}, e, cx, false};
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
	XpStr s;
	double d;
} FirstSink;

static BxStatus
take_first(XpItemSink *sink, XpEv *ev, const XpThing *t, bool *stop)
{
	FirstSink *f = (FirstSink *) sink;

	*stop = f->found = true;
	return f->string ? xp_thing_str(ev, t, &f->s) : xp_thing_num(ev, t, &f->d);
}

BxStatus
xp_seq_num(XpEv *ev, uint32_t expr, const XpCx *cx, double *d)
{
	FirstSink f = {.sink = {take_first, false}, .d = NAN};
	bool stop = false;

	BX_TRY(xp_items(ev, expr, cx, &f.sink, &stop));
	*d = f.d;
	return BX_OK;
}

BxStatus
xp_seq_first_str(XpEv *ev, uint32_t expr, const XpCx *cx, XpStr *s, bool *found)
{
	FirstSink f = {.sink = {take_first, true}, .string = true, .s = {"", 0}};
	bool stop = false;

	BX_TRY(xp_items(ev, expr, cx, &f.sink, &stop));
	*s = f.s;
	*found = f.found;
	return BX_OK;
}

BxStatus
xp_seq_str(XpEv *ev, uint32_t expr, const XpCx *cx, XpStr *s)
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
take_count(XpItemSink *sink, XpEv *ev, const XpThing *t, bool *stop)
{
	CountSink *c = (CountSink *) sink;

	(void) ev;
	(void) t;
	*stop = ++c->n >= c->most;
	return BX_OK;
}

BxStatus
xp_seq_count(XpEv *ev, uint32_t expr, const XpCx *cx, uint64_t *n)
{
	CountSink c = {{take_count, false}, 0, UINT64_MAX};
	bool stop = false;
	BxStatus st = xp_items(ev, expr, cx, &c.sink, &stop);

	*n = c.n;
	return st;
}

BxStatus
xp_seq_any(XpEv *ev, uint32_t expr, const XpCx *cx, bool *found)
{
	CountSink c = {{take_count, false}, 0, 1};
	bool stop = false;
	BxStatus st = xp_items(ev, expr, cx, &c.sink, &stop);

	*found = c.n > 0;
	return st;
}

/* ---- sum, nodes ---- */

typedef struct SumSink
{
	XpItemSink sink;
	double sum;
} SumSink;

static BxStatus
take_sum(XpItemSink *sink, XpEv *ev, const XpThing *t, bool *stop)
{
	double d;

	(void) stop;
	BX_TRY(xp_thing_num(ev, t, &d));
	((SumSink *) sink)->sum += d;
	return BX_OK;
}

BxStatus
xp_seq_sum(XpEv *ev, uint32_t expr, const XpCx *cx, double *sum)
{
	SumSink s = {{take_sum, false}, 0};
	bool stop = false;
	BxStatus st = xp_items(ev, expr, cx, &s.sink, &stop);

	*sum = s.sum;
	return st;
}

typedef struct EachSink
{
	XpItemSink sink;
	XpSink *out;
	uint32_t pos; /* of the expression */
} EachSink;

static BxStatus
take_each(XpItemSink *sink, XpEv *ev, const XpThing *t, bool *stop)
{
	EachSink *s = (EachSink *) sink;

	if (t->type != XP_T_NODESET)
		return bx_fail(ev->err, BX_E_XPTYPE, s->pos, "an atomic value stands where a node is expected");
	return s->out->take(s->out, ev, t->nd, stop);
}

BxStatus
xp_seq_each(XpEv *ev, uint32_t expr, const XpCx *cx, XpSink *sink)
{
	EachSink s = {{take_each, true}, sink, ev->plan->nodes[expr].pos};
	bool stop = false;

	return xp_items(ev, expr, cx, &s.sink, &stop);
}

typedef struct SetSink
{
	XpSink sink;
	XpSet *set;
} SetSink;

static BxStatus
take_into_set(XpSink *sink, XpEv *ev, const XpNd *nd, bool *stop)
{
	(void) stop;
	return xp_set_add(ev, ((SetSink *) sink)->set, nd);
}

BxStatus
xp_seq_nodes(XpEv *ev, uint32_t expr, const XpCx *cx, XpSet *set)
{
	SetSink s = {{.take = take_into_set}, set};

	BX_TRY(xp_seq_each(ev, expr, cx, &s.sink));
	xp_set_sort(ev, set);
	return BX_OK;
}

/*
 * xp_ops.c -- expressions as booleans, numbers and strings.
 *
 * Evaluation is by wanted type, so that a path in a boolean context stops at its first node and one in a string
 * context at its first string; node-sets are only collected where nothing else will do.
 */
#include "xp_eval_int.h"

#include <math.h>

#include "xp_held_int.h"

/* ---- sinks ---- */

typedef struct FirstSink
{
	XpSink sink;
	XpNode *nd;
	bool found;
} FirstSink;

static BxStatus
take_first(XpSink *sink, XpEval *ev, const XpNode *nd, bool *stop)
{
	FirstSink *f = (FirstSink *) sink;

	(void) ev;
	*f->nd = *nd;
	f->found = true;
	*stop = true;
	return BX_OK;
}

BxStatus
xp_first(XpEval *ev, uint32_t expr, const XpContext *cx, XpNode *nd, bool *found)
{
	FirstSink f = {{.take = take_first, .most = 1}, nd, false};
	BxStatus st = xp_each(ev, expr, cx, &f.sink);

	*found = f.found;
	return st;
}

static BxStatus
take_any(XpSink *sink, XpEval *ev, const XpNode *nd, bool *stop)
{
	(void) ev;
	(void) nd;
	sink->n = 1;
	*stop = true;
	return BX_OK;
}

BxStatus
xp_any(XpEval *ev, uint32_t expr, const XpContext *cx, bool *found)
{
	XpSink any = {.take = take_any, .most = 1, .want = XP_WANT_ANY};
	BxStatus st;

	if (xp_type(ev, expr) == XP_T_SEQUENCE)
		return xp_seq_any(ev, expr, cx, found);
	st = xp_each(ev, expr, cx, &any);
	*found = any.n > 0;
	return st;
}

static BxStatus
take_count(XpSink *sink, XpEval *ev, const XpNode *nd, bool *stop)
{
	(void) ev;
	(void) nd;
	(void) stop;
	sink->n++;
	return BX_OK;
}

BxStatus
xp_count_nodes(XpEval *ev, uint32_t expr, const XpContext *cx, uint64_t *n)
{
	XpSink c = {.take = take_count, .want = XP_WANT_COUNT};
	bool known;

	if (xp_type(ev, expr) == XP_T_SEQUENCE)
		return xp_seq_count(ev, expr, cx, n);
	BX_TRY(xp_count_kept(ev, expr, cx, &known, n));
	if (known)
		return BX_OK;
	BX_TRY(xp_each(ev, expr, cx, &c));
	*n = c.n;
	return BX_OK;
}

/* ---- by wanted type ---- */

static BxStatus
bool_from_other(XpEval *ev, uint32_t expr, const XpContext *cx, bool *b)
{
	XpStr s;
	double d;

	switch (xp_type(ev, expr))
	{
		case XP_T_NODESET: return xp_any(ev, expr, cx, b);
		case XP_T_SEQUENCE: return xp_seq_bool(ev, expr, cx, b);
		case XP_T_NUMBER:
			BX_TRY(xp_num(ev, expr, cx, &d));
			*b = d != 0 && !isnan(d);
			return BX_OK;
		default:
			BX_TRY(xp_str(ev, expr, cx, &s));
			*b = s.n > 0;
			return BX_OK;
	}
}

BxStatus
xp_bool(XpEval *ev, uint32_t expr, const XpContext *cx, bool *b)
{
	const XpExpr *e = &ev->plan->nodes[expr];
	XpHeld *held;

	BX_TRY(xp_guard(ev));
	held = xp_held(ev, expr);
	if (BX_UNLIKELY(held != NULL))
		return xp_held_bool(ev, held, expr, cx, b);
	switch (e->op)
	{
		case XP_OR: BX_TRY(xp_bool(ev, e->a, cx, b)); return *b ? BX_OK : xp_bool(ev, e->b, cx, b);
		case XP_AND: BX_TRY(xp_bool(ev, e->a, cx, b)); return *b ? xp_bool(ev, e->b, cx, b) : BX_OK;
		case XP_EQ:
		case XP_NE:
		case XP_LT:
		case XP_LE:
		case XP_GT:
		case XP_GE: return xp_compare(ev, e, cx, b);
		case XP_VALUE_EQ:
		case XP_VALUE_NE:
		case XP_VALUE_LT:
		case XP_VALUE_LE:
		case XP_VALUE_GT:
		case XP_VALUE_GE: return xp_value_compare(ev, e, cx, b);
		case XP_SOME:
		case XP_EVERY: return xp_quantified(ev, e, cx, b);
		case XP_VARIABLE:
			if (xp_var(ev, expr)->type == XP_T_SEQUENCE)
				return xp_seq_bool(ev, expr, cx, b);
			*b = xp_var_bool(xp_var(ev, expr));
			return BX_OK;
		case XP_CALL:
			if (e->type == XP_T_BOOLEAN)
				return xp_call_bool(ev, e, cx, b);
			return bool_from_other(ev, expr, cx, b);
		default: return bool_from_other(ev, expr, cx, b);
	}
}

double
xp_arithmetic(uint8_t op, double a, double b)
{
	switch (op)
	{
		case XP_ADD: return a + b;
		case XP_SUB: return a - b;
		case XP_MUL: return a * b;
		case XP_DIV: return a / b;
		default: return fmod(a, b);
	}
}

static BxStatus
num_from_other(XpEval *ev, uint32_t expr, const XpContext *cx, double *d)
{
	bool b;
	XpStr s;
	XpNode nd;

	switch (xp_type(ev, expr))
	{
		case XP_T_NODESET:
			BX_TRY(xp_first(ev, expr, cx, &nd, &b));
			*d = NAN;
			return b ? xp_node_number(ev, &nd, d) : BX_OK;
		case XP_T_SEQUENCE: return xp_seq_num(ev, expr, cx, d);
		case XP_T_BOOLEAN:
			BX_TRY(xp_bool(ev, expr, cx, &b));
			*d = b;
			return BX_OK;
		default: BX_TRY(xp_str(ev, expr, cx, &s)); return xp_str_number(ev, s, d);
	}
}

BxStatus
xp_num(XpEval *ev, uint32_t expr, const XpContext *cx, double *d)
{
	const XpExpr *e = &ev->plan->nodes[expr];
	double x, y;
	XpHeld *held;

	if (BX_UNLIKELY(e->type == XP_T_SEQUENCE))
		return xp_seq_num(ev, expr, cx, d);
	BX_TRY(xp_guard(ev));
	held = xp_held(ev, expr);
	if (BX_UNLIKELY(held != NULL))
		return xp_held_num(ev, held, expr, cx, d);
	switch (e->op)
	{
		case XP_NUMBER: memcpy(d, ev->plan->pool + e->a, sizeof(*d)); return BX_OK;
		case XP_NEG:
			BX_TRY(xp_num(ev, e->a, cx, &x));
			*d = -x;
			return BX_OK;
		case XP_ADD:
		case XP_SUB:
		case XP_MUL:
		case XP_DIV:
		case XP_MOD:
			BX_TRY(xp_num(ev, e->a, cx, &x));
			BX_TRY(xp_num(ev, e->b, cx, &y));
			*d = xp_arithmetic(e->op, x, y);
			return BX_OK;
		case XP_VARIABLE:
			if (xp_var(ev, expr)->type == XP_T_SEQUENCE)
				return xp_seq_num(ev, expr, cx, d);
			*d = xp_var_num(xp_var(ev, expr));
			return BX_OK;
		case XP_CALL:
			if (e->type == XP_T_NUMBER)
				return xp_call_num(ev, e, cx, d);
			return num_from_other(ev, expr, cx, d);
		default: return num_from_other(ev, expr, cx, d);
	}
}

BxStatus
xp_str(XpEval *ev, uint32_t expr, const XpContext *cx, XpStr *s)
{
	const XpExpr *e = &ev->plan->nodes[expr];
	bool b;
	double d;
	XpNode nd;
	XpHeld *held;

	BX_TRY(xp_guard(ev));
	held = xp_held(ev, expr);
	if (BX_UNLIKELY(held != NULL))
		return xp_held_str(ev, held, expr, cx, s);
	if (e->op == XP_STRING)
	{
		s->s = ev->plan->pool + e->a;
		s->n = e->b;
		return BX_OK;
	}
	if (e->op == XP_VARIABLE && xp_var(ev, expr)->type != XP_T_SEQUENCE)
		return xp_var_str(ev, xp_var(ev, expr), s);
	switch (xp_type(ev, expr))
	{
		case XP_T_SEQUENCE: return xp_seq_str(ev, expr, cx, s);
		case XP_T_NODESET:
			BX_TRY(xp_first(ev, expr, cx, &nd, &b));
			s->s = "";
			s->n = 0;
			return b ? xp_node_string(ev, &nd, s) : BX_OK;
		case XP_T_BOOLEAN:
			BX_TRY(xp_bool(ev, expr, cx, &b));
			s->s = b ? "true" : "false";
			s->n = b ? 4 : 5;
			return BX_OK;
		case XP_T_NUMBER: BX_TRY(xp_num(ev, expr, cx, &d)); return xp_number_string(ev, d, s);
		default: return xp_call_str(ev, e, cx, s);
	}
}

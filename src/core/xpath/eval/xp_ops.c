/*
 * xp_ops.c -- expressions as booleans, numbers and strings.
 *
 * Evaluation is by wanted type, so that a path in a boolean context stops at its first node and one in a string
 * context at its first string; node-sets are only collected where nothing else will do.
 */
#include "xp_evaluators_int.h"

#include <math.h>

#include "../scan/xp_first_scan_int.h"
#include "xp_held_int.h"
#include "xp_seq_int.h"

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

/* The first node of an expression that is "." or a path for xp_first_scan; *known is false when it is neither. */
static inline BxStatus
first_of_path(XpEval *ev, uint32_t expr, const XpContext *cx, XpNode *nd, bool *found, bool *known)
{
	const XpPath *path = xp_plan_path(ev->plan, expr);
	const XpNode *start;
	XpNode doc;

	*known = false;
	if (path == NULL || !(path->plain || path->itself) || ev->navigate || xp_held(ev, expr) != NULL)
		return BX_OK;
	if (path->itself)
	{
		ev->work->steps++;
		*nd = *cx->node;
		*found = *known = true;
		return BX_OK;
	}
	start = xp_path_start(ev, path, cx, &doc);
	*known = start != NULL && xp_first_fits(ev, path, start);
	return *known ? xp_first_scan(ev, path, start, nd, found) : BX_OK;
}

BxStatus
xp_first(XpEval *ev, uint32_t expr, const XpContext *cx, XpNode *nd, bool *found)
{
	FirstSink f = {{.take = take_first, .max = 1}, nd, false};
	BxStatus st;
	bool known;

	BX_TRY(first_of_path(ev, expr, cx, nd, found, &known));
	if (known)
		return BX_OK;
	st = xp_each(ev, expr, cx, &f.sink);
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
	XpSink any = {.take = take_any, .max = 1, .want = XP_WANT_ANY};
	BxStatus st;
	bool known;
	XpNode nd;

	if (xp_type(ev, expr) == XP_T_SEQUENCE)
		return xp_seq_any(ev, expr, cx, found);
	BX_TRY(first_of_path(ev, expr, cx, &nd, found, &known));
	if (known)
		return BX_OK;
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
	uint8_t type = xp_type(ev, expr);
	BxStr s;
	double d;

	if (ev->plan->nodes[expr].op == XP_VARIABLE && type != XP_T_SEQUENCE)
	{
		*b = xp_var_bool(xp_var(ev, expr));
		return BX_OK;
	}
	switch (type)
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
	const XpEvaluator *f;
	XpHeld *held;

	BX_TRY(xp_guard(ev));
	held = xp_held(ev, expr);
	if (BX_UNLIKELY(held != NULL))
		return xp_held_bool(ev, held, expr, cx, b);
	f = xp_evaluator(ev, e);
	return f->boolean != NULL ? f->boolean(ev, e, cx, b) : bool_from_other(ev, expr, cx, b);
}

BxStatus
xp_logic(XpEval *ev, const XpExpr *e, const XpContext *cx, bool *b)
{
	BX_TRY(xp_bool(ev, e->a, cx, b));
	return *b == (e->op == XP_OR) ? BX_OK : xp_bool(ev, e->b, cx, b);
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
	uint8_t type = xp_type(ev, expr);
	bool b;
	BxStr s;
	XpNode nd;

	if (ev->plan->nodes[expr].op == XP_VARIABLE && type != XP_T_SEQUENCE)
	{
		*d = xp_var_num(xp_var(ev, expr));
		return BX_OK;
	}
	switch (type)
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
	const XpEvaluator *f;
	XpHeld *held;

	if (BX_UNLIKELY(e->type == XP_T_SEQUENCE))
		return xp_seq_num(ev, expr, cx, d);
	BX_TRY(xp_guard(ev));
	held = xp_held(ev, expr);
	if (BX_UNLIKELY(held != NULL))
		return xp_held_num(ev, held, expr, cx, d);
	if (e->op == XP_NUMBER)
	{
		memcpy(d, ev->plan->pool + e->a, sizeof(*d));
		return BX_OK;
	}
	f = xp_evaluator(ev, e);
	return f->number != NULL ? f->number(ev, e, cx, d) : num_from_other(ev, expr, cx, d);
}

BxStatus
xp_calculate(XpEval *ev, const XpExpr *e, const XpContext *cx, double *d)
{
	double x, y;

	BX_TRY(xp_num(ev, e->a, cx, &x));
	BX_TRY(xp_num(ev, e->b, cx, &y));
	*d = xp_arithmetic(e->op, x, y);
	return BX_OK;
}

BxStatus
xp_negate(XpEval *ev, const XpExpr *e, const XpContext *cx, double *d)
{
	BX_TRY(xp_num(ev, e->a, cx, d));
	*d = -*d;
	return BX_OK;
}

BxStatus
xp_str(XpEval *ev, uint32_t expr, const XpContext *cx, BxStr *s)
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
		default: return ev->evaluators->functions[e->func].string(ev, e, cx, s);
	}
}

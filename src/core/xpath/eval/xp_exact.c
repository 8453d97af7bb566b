/*
 * xp_exact.c -- sums, products, differences, averages and negations of decimals without the error of binary doubles.
 *
 * Numbers of XPath 1.0 are doubles, so 0.1 + 0.2 is not 0.3.  Where the result becomes an SQL numeric, or new content,
 * nobody needs the double: the outermost operators are then done on decimals, provided that every value they meet is
 * lexically one.  A value that is none (an exponent, no number at all) leaves the answer to XPath 1.0.
 */
#include "xp_func_int.h"

#include <math.h>

#include "../../value/bx_value.h"
#include "xp_seq_int.h"

/* Doubles up to this are integers without an error. */
#define EXACT_DOUBLE 9007199254740992.0

static BxStatus exact(XpEval *ev, uint32_t expr, const XpContext *cx, AtDecimal *d, bool *is);

/* A result of at_decimal.h, unless it is not a decimal or has too many digits: then is is false. */
static BxStatus
outcome(XpEval *ev, AtDecimalResult result, bool *is)
{
	*is = result == AT_DECIMAL_OK;
	return result == AT_DECIMAL_MEMORY ? xp_nomem(ev, 0) : BX_OK;
}

/* As number() reads it: no "+". */
static BxStatus
of_text(XpEval *ev, BxStr text, AtDecimal *d, bool *is)
{
	text = bx_str_trim(text);
	*is = false;
	if (text.n == 0 || text.s[0] == '+')
		return BX_OK;
	BX_TRY(xp_charge_digits(ev, text.n));
	return outcome(ev, at_decimal_read(ev->arena, text.s, text.n, d), is);
}

static BxStatus
of_node(XpEval *ev, const XpNode *nd, AtDecimal *d, bool *is)
{
	BxStr text;

	BX_TRY(xp_node_string(ev, nd, &text));
	return of_text(ev, text, d, is);
}

static BxStatus
of_first(XpEval *ev, uint32_t expr, const XpContext *cx, AtDecimal *d, bool *is)
{
	XpNode nd;

	BX_TRY(xp_first(ev, expr, cx, &nd, is));
	return *is ? of_node(ev, &nd, d, is) : BX_OK;
}

/* A literal as it is written, as far as a double keeps it; other numbers if they are integers. */
static BxStatus
of_number(XpEval *ev, uint32_t expr, const XpContext *cx, AtDecimal *d, bool *is)
{
	char buf[BX_NUMBER_TEXT_MAX];
	double number;

	BX_TRY(xp_num(ev, expr, cx, &number));
	*is = false;
	if (!isfinite(number))
		return BX_OK;
	if (ev->plan->nodes[expr].op == XP_NUMBER)
		return of_text(ev, bx_str(buf, bx_number_format(number, buf)), d, is);
	if (fabs(number) > EXACT_DOUBLE || floor(number) != number)
		return BX_OK;
	return outcome(ev, at_decimal_from_int(ev->arena, (int64_t) number, d), is);
}

/* ---- sum and avg ---- */

typedef struct ExactSum
{
	XpSink sink;
	AtDecimal total;
	uint64_t n;
	bool is;
} ExactSum;

static BxStatus
take(XpSink *sink, XpEval *ev, const XpNode *nd, bool *stop)
{
	BxArenaMark mark = bx_arena_mark(ev->arena);
	ExactSum *s = (ExactSum *) sink;
	AtDecimal d;

	BX_TRY(of_node(ev, nd, &d, &s->is));
	if (s->is)
		BX_TRY(outcome(ev, at_decimal_add(ev->arena, &s->total, &d, &s->total), &s->is));
	if (!s->total.is_big)
		bx_arena_release(ev->arena, &mark);
	s->n++;
	*stop = !s->is;
	return BX_OK;
}

static BxStatus
of_total(XpEval *ev, const XpExpr *call, const XpContext *cx, AtDecimal *d, bool *is)
{
	ExactSum s = {.sink = {.take = take}, .total = at_decimal_zero(), .is = true};
	AtDecimal n;

	*is = false;
	if (xp_type(ev, call->a) != XP_T_NODESET)
		return BX_OK;
	BX_TRY(xp_each(ev, call->a, cx, &s.sink));
	*is = s.is;
	*d = s.total;
	if (!s.is || call->func == XP_FN_SUM)
		return BX_OK;
	*is = s.n > 0;
	if (!*is)
		return BX_OK;
	BX_TRY(outcome(ev, at_decimal_from_int(ev->arena, (int64_t) s.n, &n), is));
	return *is ? outcome(ev, at_decimal_div(ev->arena, d, &n, d), is) : BX_OK;
}

/* ---- operators ---- */

static BxStatus
of_operator(XpEval *ev, const XpExpr *e, const XpContext *cx, AtDecimal *d, bool *is)
{
	AtDecimal a, b;

	BX_TRY(exact(ev, e->a, cx, &a, is));
	if (!*is)
		return BX_OK;
	if (e->op == XP_NEG)
	{
		*d = at_decimal_negate(&a);
		return BX_OK;
	}
	BX_TRY(exact(ev, e->b, cx, &b, is));
	if (!*is)
		return BX_OK;
	if (a.is_big || b.is_big)
		BX_TRY(xp_charge_digits(ev, at_decimal_digits(&a) + at_decimal_digits(&b)));
	if (e->op == XP_SUB)
		b = at_decimal_negate(&b);
	return outcome(
		ev, e->op == XP_MUL ? at_decimal_mul(ev->arena, &a, &b, d) : at_decimal_add(ev->arena, &a, &b, d),
		is);
}

static bool
is_total(const XpExpr *e)
{
	return e->op == XP_CALL && (e->func == XP_FN_SUM || e->func == XP_FN_AVG);
}

static bool
is_operator(const XpExpr *e)
{
	return e->op == XP_ADD || e->op == XP_SUB || e->op == XP_MUL || e->op == XP_NEG;
}

static BxStatus
exact(XpEval *ev, uint32_t expr, const XpContext *cx, AtDecimal *d, bool *is)
{
	const XpExpr *e = &ev->plan->nodes[expr];

	BX_TRY(xp_guard(ev));
	*is = false;
	if (is_total(e))
		return of_total(ev, e, cx, d, is);
	if (is_operator(e))
		return of_operator(ev, e, cx, d, is);
	switch (xp_type(ev, expr))
	{
		case XP_T_NODESET: return of_first(ev, expr, cx, d, is);
		case XP_T_NUMBER: return of_number(ev, expr, cx, d, is);
		default: return BX_OK;
	}
}

BxStatus
xp_exact(XpEval *ev, uint32_t expr, const XpContext *cx, XpItem *item, bool *is)
{
	const XpExpr *e = &ev->plan->nodes[expr];

	*is = false;
	if (!is_total(e) && !is_operator(e))
		return BX_OK;
	item->type = XP_T_DECIMAL;
	return exact(ev, expr, cx, &item->decimal, is);
}

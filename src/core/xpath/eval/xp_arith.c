/*
 * xp_arith.c -- operators and rounding where an operand is an expression of XPath 2.0 (section 3.4 and F&O 6, 10).
 *
 * One item of each operand counts, and no item gives no item.  Nodes, strings and booleans are numbers as number()
 * makes them; decimals stay decimals as long as no double comes in; dates and durations have the operators that F&O
 * lists.
 */
#include "xp_func_int.h"

#include <math.h>

#include "xp_evaluators_int.h"
#include "xp_seq_int.h"

/* ---- numbers ---- */

static BxStatus
divided_by_zero(XpEval *ev, int64_t pos)
{
	return bx_fail(ev->err, BX_E_XPTYPE, pos, "division by zero");
}

static BxStatus
out_of_range(XpEval *ev, int64_t pos, uint8_t type)
{
	return bx_fail(ev->err, BX_E_XPTYPE, pos, "value of type %s is out of range", xp_type_name(type));
}

/* The outcome of an operation on decimals, as a status. */
static BxStatus
decimal_status(XpEval *ev, int64_t pos, AtDecimalResult result)
{
	switch (result)
	{
		case AT_DECIMAL_OK: return BX_OK;
		case AT_DECIMAL_ZERO: return divided_by_zero(ev, pos);
		case AT_DECIMAL_MEMORY: return xp_nomem(ev, 0);
		default: return out_of_range(ev, pos, XP_T_DECIMAL);
	}
}

static AtDecimalResult
decimal_operation(BxArena *arena, uint8_t op, const AtDecimal *a, const AtDecimal *b, AtDecimal *out)
{
	AtDecimal negative;

	switch (op)
	{
		case XP_SUB: negative = at_decimal_negate(b); return at_decimal_add(arena, a, &negative, out);
		case XP_ADD: return at_decimal_add(arena, a, b, out);
		case XP_MUL: return at_decimal_mul(arena, a, b, out);
		case XP_DIV: return at_decimal_div(arena, a, b, out);
		case XP_IDIV: return at_decimal_idiv(arena, a, b, out, NULL);
		default: return at_decimal_idiv(arena, a, b, NULL, out);
	}
}

/* Upper bound of the digits that the operation looks at; operands that are too long are refused at once. */
static uint64_t
digits_of(uint8_t op, const AtDecimal *a, const AtDecimal *b)
{
	uint64_t an = at_decimal_digits(a), bn = at_decimal_digits(b), n = an + bn;

	if (op == XP_ADD || op == XP_SUB)
		return n;
	if (an > AT_DECIMAL_DIGITS || bn > AT_DECIMAL_DIGITS)
		return 0;
	/* limbs of nine digits meet each other */
	return n + (op == XP_MUL ? an * bn : (n + 3 * AT_DECIMAL_QUOTIENT) * bn) / 9;
}

static BxStatus
reckon(XpEval *ev, uint8_t op, int64_t pos, const AtDecimal *a, const AtDecimal *b, AtDecimal *out)
{
	if (a->is_big || b->is_big)
		BX_TRY(xp_charge_digits(ev, digits_of(op, a, b)));
	return decimal_status(ev, pos, decimal_operation(ev->arena, op, a, b, out));
}

static BxStatus
decimals(XpEval *ev, uint8_t op, int64_t pos, const AtDecimal *a, const AtDecimal *b, XpItem *result)
{
	AtDecimal sum;

	BX_TRY(reckon(ev, op, pos, a, b, &sum));
	*result = (XpItem){.type = XP_T_DECIMAL, .decimal = sum};
	return BX_OK;
}

static BxStatus
doubles(XpEval *ev, uint8_t op, int64_t pos, double a, double b, XpItem *result)
{
	*result = (XpItem){.type = XP_T_NUMBER};
	if (op != XP_IDIV)
	{
		result->number = xp_arithmetic(op, a, b);
		return BX_OK;
	}
	if (b == 0)
		return divided_by_zero(ev, pos);
	if (isnan(a) || isnan(b) || isinf(a))
		return bx_fail(ev->err, BX_E_XPTYPE, pos, "\"idiv\" has no value for NaN and infinities");
	result->number = trunc(a / b) + 0.0; /* not -0 */
	return BX_OK;
}

/* ---- dates and durations ---- */

static BxStatus
not_defined(XpEval *ev, uint8_t op, int64_t pos, const XpItem *a, const XpItem *b)
{
	return bx_fail(ev->err, BX_E_XPTYPE, pos, "operator \"%s\" is not defined for %s and %s", xp_op_name(op),
				   xp_type_name(a->type), xp_type_name(b->type));
}

static bool
is_date(uint8_t type)
{
	return type == XP_T_DATE || type == XP_T_DATETIME;
}

/* A duration that an operation gave. */
static BxStatus
give_span(XpEval *ev, int64_t pos, uint8_t type, bool ok, const BxMoment *span, XpItem *result)
{
	if (!ok || !bx_span_fits(span))
		return out_of_range(ev, pos, type);
	*result = (XpItem){.type = type, .time = *span};
	result->time.zone = BX_ZONE_NONE;
	return BX_OK;
}

/* date + duration, date - duration */
static BxStatus
move_date(XpEval *ev, int64_t pos, const XpItem *date, const XpItem *span, int sign, XpItem *result)
{
	BxMoment sum;
	bool ok;

	if (span->type == XP_T_MONTHS)
		ok = bx_moment_add_months(&date->time, sign * span->time.seconds, &sum);
	else
		ok = bx_moment_add(&date->time, &span->time, sign, &sum);
	if (!ok || !bx_moment_fits(&sum))
		return out_of_range(ev, pos, date->type);
	*result = (XpItem){.type = date->type, .time = date->type == XP_T_DATE ? bx_moment_to_date(&sum) : sum};
	return BX_OK;
}

static BxStatus
difference(XpEval *ev, int64_t pos, const XpItem *a, const XpItem *b, XpItem *result)
{
	BxMoment x = bx_moment_utc(&a->time), y = bx_moment_utc(&b->time), span;
	bool ok = bx_moment_add(&x, &y, -1, &span);

	return give_span(ev, pos, XP_T_SPAN, ok, &span, result);
}

/* A duration as a number of seconds or months. */
static BxStatus
span_decimal(XpEval *ev, int64_t pos, const XpItem *t, AtDecimal *d)
{
	AtDecimal whole, nanos;

	BX_TRY(decimal_status(ev, pos, at_decimal_from_int(ev->arena, t->time.seconds, &whole)));
	BX_TRY(decimal_status(ev, pos, at_decimal_from_scaled(ev->arena, t->time.nanos, 9, &nanos)));
	return decimal_status(ev, pos, at_decimal_add(ev->arena, &whole, &nanos, d));
}

/* A number of seconds, to nanoseconds, or of months, to whole ones, as a duration; halves are rounded up. */
static BxStatus
decimal_span(XpEval *ev, int64_t pos, uint8_t type, const AtDecimal *d, XpItem *result)
{
	int32_t places = type == XP_T_SPAN ? 9 : 0;
	AtDecimal rounded, whole, nanos, billion;
	BxMoment span = {0, 0, BX_ZONE_NONE};
	int64_t n = 0;
	bool ok;

	BX_TRY(decimal_status(ev, pos, at_decimal_round(ev->arena, d, places, AT_ROUND_HALF_UP, &rounded)));
	BX_TRY(decimal_status(ev, pos, at_decimal_round(ev->arena, &rounded, 0, AT_ROUND_DOWN, &whole)));
	ok = at_decimal_to_int(&whole, &span.seconds);
	whole = at_decimal_negate(&whole);
	BX_TRY(decimal_status(ev, pos, at_decimal_add(ev->arena, &rounded, &whole, &nanos)));
	BX_TRY(decimal_status(ev, pos, at_decimal_from_int(ev->arena, 1000000000, &billion)));
	BX_TRY(decimal_status(ev, pos, at_decimal_mul(ev->arena, &nanos, &billion, &nanos)));
	ok = ok && at_decimal_to_int(&nanos, &n);
	span.nanos = (uint32_t) n;
	return give_span(ev, pos, type, ok, &span, result);
}

/* A duration times or divided by a number; a double counts as its shortest decimal. */
static BxStatus
scale_span(XpEval *ev, uint8_t op, int64_t pos, const XpItem *span, const XpItem *number, XpItem *result)
{
	AtDecimal x, y = number->decimal;
	BxStr text;

	if (number->type == XP_T_NUMBER && isnan(number->number))
		return bx_fail(ev->err, BX_E_XPTYPE, pos, "a duration cannot be multiplied or divided by NaN");
	if (number->type == XP_T_NUMBER && isinf(number->number))
	{
		if (op == XP_MUL)
			return out_of_range(ev, pos, span->type);
		*result = (XpItem){.type = span->type, .time = {0, 0, BX_ZONE_NONE}};
		return BX_OK;
	}
	if (number->type == XP_T_NUMBER)
	{
		BX_TRY(xp_item_str(ev, number, &text));
		BX_TRY(decimal_status(ev, pos, at_decimal_read(ev->arena, text.s, text.n, &y)));
	}
	BX_TRY(span_decimal(ev, pos, span, &x));
	BX_TRY(reckon(ev, op, pos, &x, &y, &x));
	return decimal_span(ev, pos, span->type, &x, result);
}

static BxStatus
span_quotient(XpEval *ev, int64_t pos, const XpItem *a, const XpItem *b, XpItem *result)
{
	AtDecimal x, y;

	BX_TRY(span_decimal(ev, pos, a, &x));
	BX_TRY(span_decimal(ev, pos, b, &y));
	BX_TRY(decimal_status(ev, pos, at_decimal_div(ev->arena, &x, &y, &x)));
	*result = (XpItem){.type = XP_T_DECIMAL, .decimal = x};
	return BX_OK;
}

static BxStatus
times(XpEval *ev, uint8_t op, int64_t pos, const XpItem *a, const XpItem *b, XpItem *result)
{
	bool adds = op == XP_ADD || op == XP_SUB;
	int sign = op == XP_SUB ? -1 : 1;
	BxMoment sum;
	bool ok;

	if (op == XP_SUB && is_date(a->type) && a->type == b->type)
		return difference(ev, pos, a, b, result);
	if (adds && is_date(a->type) && xp_is_duration(b->type))
		return move_date(ev, pos, a, b, sign, result);
	if (op == XP_ADD && xp_is_duration(a->type) && is_date(b->type))
		return move_date(ev, pos, b, a, 1, result);
	if (adds && xp_is_duration(a->type) && a->type == b->type)
	{
		ok = bx_moment_add(&a->time, &b->time, sign, &sum);
		return give_span(ev, pos, a->type, ok, &sum, result);
	}
	if ((op == XP_MUL || op == XP_DIV) && xp_is_duration(a->type) && xp_is_number(b->type))
		return scale_span(ev, op, pos, a, b, result);
	if (op == XP_MUL && xp_is_number(a->type) && xp_is_duration(b->type))
		return scale_span(ev, op, pos, b, a, result);
	if (op == XP_DIV && xp_is_duration(a->type) && a->type == b->type)
		return span_quotient(ev, pos, a, b, result);
	return not_defined(ev, op, pos, a, b);
}

/* ---- operators ---- */

BxStatus
xp_arith(XpEval *ev, uint8_t op, int64_t pos, const XpItem *a, const XpItem *b, XpItem *result)
{
	double x, y;

	if (!xp_is_number(a->type) || !xp_is_number(b->type))
		return times(ev, op, pos, a, b, result);
	if (a->type == XP_T_DECIMAL && b->type == XP_T_DECIMAL)
		return decimals(ev, op, pos, &a->decimal, &b->decimal, result);
	BX_TRY(xp_item_num(ev, a, &x));
	BX_TRY(xp_item_num(ev, b, &y));
	return doubles(ev, op, pos, x, y, result);
}

static BxStatus
negate(XpEval *ev, int64_t pos, const XpItem *a, XpItem *result)
{
	*result = *a;
	if (a->type == XP_T_NUMBER)
	{
		result->number = -a->number;
		return BX_OK;
	}
	if (a->type != XP_T_DECIMAL)
		return bx_fail(ev->err, BX_E_XPTYPE, pos, "operator \"-\" is not defined for %s",
					   xp_type_name(a->type));
	result->decimal = at_decimal_negate(&a->decimal);
	return BX_OK;
}

BxStatus
xp_arith_item(XpEval *ev, const XpExpr *e, const XpContext *cx, XpItem *item, bool *found)
{
	XpItem a, b;

	BX_TRY(xp_first_operand(ev, e->a, cx, &a, found));
	if (*found && e->op != XP_NEG)
		BX_TRY(xp_first_operand(ev, e->b, cx, &b, found));
	if (!*found)
		return BX_OK;
	return e->op == XP_NEG ? negate(ev, e->pos, &a, item) : xp_arith(ev, e->op, e->pos, &a, &b, item);
}

/* ---- rounding ---- */

/* round-half-to-even of a double: of its exact value as a decimal (F&O 3.1, 4.4.5). */
static BxStatus
half_even(XpEval *ev, int64_t pos, double d, int32_t places, double *rounded)
{
	AtDecimal x, y;
	size_t n;
	char *text;

	*rounded = d;
	if (isnan(d) || isinf(d) || d == 0)
		return BX_OK;
	BX_TRY(decimal_status(ev, pos, at_decimal_from_double(ev->arena, d, &x)));
	BX_TRY(decimal_status(ev, pos, at_decimal_round(ev->arena, &x, places, AT_ROUND_HALF_EVEN, &y)));
	text = at_decimal_format(ev->arena, &y, &n);
	if (text == NULL)
		return xp_nomem(ev, n);
	*rounded = copysign(bx_number_from_text(text, n), d);
	return BX_OK;
}

static BxStatus
round_double(XpEval *ev, const XpExpr *call, int32_t places, double *d)
{
	switch (call->func)
	{
		case XP_FN_FLOOR: *d = floor(*d); return BX_OK;
		case XP_FN_CEILING: *d = ceil(*d); return BX_OK;
		case XP_FN_ROUND: *d = bx_number_round(*d); return BX_OK;
		case XP_FN_ABS: *d = fabs(*d); return BX_OK;
		default: return half_even(ev, call->pos, *d, places, d);
	}
}

static AtDecimalResult
round_decimal(BxArena *arena, uint8_t func, int32_t places, const AtDecimal *d, AtDecimal *out)
{
	switch (func)
	{
		case XP_FN_FLOOR: return at_decimal_round(arena, d, 0, AT_ROUND_DOWN, out);
		case XP_FN_CEILING: return at_decimal_round(arena, d, 0, AT_ROUND_UP, out);
		case XP_FN_ROUND: return at_decimal_round(arena, d, 0, AT_ROUND_HALF_UP, out);
		case XP_FN_ABS:
			*out = *d;
			if (at_decimal_sign(d) < 0)
				*out = at_decimal_negate(d);
			return AT_DECIMAL_OK;
		default: return at_decimal_round(arena, d, places, AT_ROUND_HALF_EVEN, out);
	}
}

/* The second argument of round-half-to-even; beyond these bounds nothing or everything is rounded. */
static BxStatus
places_of(XpEval *ev, const XpExpr *call, const XpContext *cx, int32_t *places)
{
	uint32_t second = ev->plan->nodes[call->a].next;
	double d;

	*places = 0;
	if (second == 0)
		return BX_OK;
	BX_TRY(xp_num(ev, second, cx, &d));
	if (d != floor(d))
		return bx_fail(ev->err, BX_E_XPTYPE, call->pos, "the precision of %s() must be an integer",
					   xp_func_name((XpFunc) call->func));
	*places = d > 1000000000 ? 1000000000 : d < -1000000000 ? -1000000000 : (int32_t) d;
	return BX_OK;
}

BxStatus
xp_fn_rounded(XpEval *ev, const XpExpr *call, const XpContext *cx, XpItem *item, bool *found)
{
	int32_t places;
	AtDecimal x;
	XpItem a;

	BX_TRY(xp_first_operand(ev, call->a, cx, &a, found));
	BX_TRY(places_of(ev, call, cx, &places));
	if (!*found)
		return BX_OK;
	if (!xp_is_number(a.type))
		return bx_fail(ev->err, BX_E_XPTYPE, call->pos, "%s() is not defined for %s",
					   xp_func_name((XpFunc) call->func), xp_type_name(a.type));
	if (a.type == XP_T_DECIMAL)
	{
		if (a.decimal.is_big)
			BX_TRY(xp_charge_digits(ev, at_decimal_digits(&a.decimal)));
		BX_TRY(decimal_status(ev, call->pos, round_decimal(ev->arena, call->func, places, &a.decimal, &x)));
		*item = (XpItem){.type = XP_T_DECIMAL, .decimal = x};
		return BX_OK;
	}
	*item = (XpItem){.type = XP_T_NUMBER, .number = a.number};
	return round_double(ev, call, places, &item->number);
}

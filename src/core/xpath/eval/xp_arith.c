/*
 * xp_arith.c -- operators and rounding where an operand is an expression of XPath 2.0 (section 3.4 and F&O 6, 10).
 *
 * One item of each operand counts, and no item gives no item.  Nodes, strings and booleans are numbers as number()
 * makes them; decimals stay decimals as long as no double comes in; dates and durations have the operators that F&O
 * lists.
 */
#include "xp_func_int.h"

#include <math.h>

#include "../../value/bx_decimal.h"
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
decimal_status(XpEval *ev, int64_t pos, BxDecimalResult result)
{
	switch (result)
	{
		case BX_DECIMAL_OK: return BX_OK;
		case BX_DECIMAL_ZERO: return divided_by_zero(ev, pos);
		case BX_DECIMAL_MEMORY: return xp_nomem(ev, 0);
		default: return out_of_range(ev, pos, XP_T_DECIMAL);
	}
}

static BxStatus
to_decimal(XpEval *ev, int64_t pos, BxStr text, BxDecimal *d)
{
	BX_TRY(xp_charge_digits(ev, text.n));
	return decimal_status(ev, pos, bx_decimal_read(ev->arena, text.s, text.n, d));
}

static BxStatus
from_decimal(XpEval *ev, const BxDecimal *d, XpItem *result)
{
	size_t n = 0;
	const char *s = bx_decimal_format(ev->arena, d, &n);

	*result = (XpItem){.type = XP_T_DECIMAL, .str = {s, (uint32_t) n}};
	return s != NULL ? BX_OK : xp_nomem(ev, d->n);
}

static BxDecimalResult
decimal_operation(BxArena *arena, uint8_t op, const BxDecimal *a, BxDecimal *b, BxDecimal *out)
{
	switch (op)
	{
		case XP_SUB: b->negative = !b->negative && b->n > 0; return bx_decimal_add(arena, a, b, out);
		case XP_ADD: return bx_decimal_add(arena, a, b, out);
		case XP_MUL: return bx_decimal_mul(arena, a, b, out);
		case XP_DIV: return bx_decimal_div(arena, a, b, out);
		case XP_IDIV: return bx_decimal_idiv(arena, a, b, out, NULL);
		default: return bx_decimal_idiv(arena, a, b, NULL, out);
	}
}

/* Upper bound of the digits that the operation looks at; operands that are too long are refused at once. */
static uint64_t
digits_of(uint8_t op, const BxDecimal *a, const BxDecimal *b)
{
	uint64_t n = (uint64_t) a->n + b->n;

	if (op == XP_ADD || op == XP_SUB)
		return n * 4;
	if (a->n > BX_DECIMAL_DIGITS || b->n > BX_DECIMAL_DIGITS)
		return 0;
	/* a digit of a quotient takes five subtractions */
	return op == XP_MUL ? (uint64_t) a->n * b->n : (n + 3 * BX_DECIMAL_QUOTIENT) * b->n * 5;
}

static BxStatus
reckon(XpEval *ev, uint8_t op, int64_t pos, const BxDecimal *a, BxDecimal *b, BxDecimal *out)
{
	BX_TRY(xp_charge_digits(ev, digits_of(op, a, b)));
	return decimal_status(ev, pos, decimal_operation(ev->arena, op, a, b, out));
}

static BxStatus
decimals(XpEval *ev, uint8_t op, int64_t pos, BxStr a, BxStr b, XpItem *result)
{
	BxDecimal x, y, z;

	BX_TRY(to_decimal(ev, pos, a, &x));
	BX_TRY(to_decimal(ev, pos, b, &y));
	BX_TRY(reckon(ev, op, pos, &x, &y, &z));
	return from_decimal(ev, &z, result);
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
span_decimal(XpEval *ev, int64_t pos, const XpItem *t, BxDecimal *d)
{
	BxDecimal whole, nanos, billionth;

	BX_TRY(decimal_status(ev, pos, bx_decimal_from_int(ev->arena, t->time.seconds, &whole)));
	BX_TRY(decimal_status(ev, pos, bx_decimal_from_int(ev->arena, t->time.nanos, &nanos)));
	BX_TRY(to_decimal(ev, pos, (BxStr){"0.000000001", 11}, &billionth));
	BX_TRY(decimal_status(ev, pos, bx_decimal_mul(ev->arena, &nanos, &billionth, &nanos)));
	return decimal_status(ev, pos, bx_decimal_add(ev->arena, &whole, &nanos, d));
}

/* A number of seconds, to nanoseconds, or of months, to whole ones, as a duration; halves are rounded up. */
static BxStatus
decimal_span(XpEval *ev, int64_t pos, uint8_t type, const BxDecimal *d, XpItem *result)
{
	int32_t places = type == XP_T_SPAN ? 9 : 0;
	BxDecimal rounded, whole, nanos;
	BxMoment span = {0, 0, BX_ZONE_NONE};
	int64_t n = 0;
	bool ok;

	BX_TRY(decimal_status(ev, pos, bx_decimal_round(ev->arena, d, places, BX_ROUND_HALF_UP, &rounded)));
	BX_TRY(decimal_status(ev, pos, bx_decimal_round(ev->arena, &rounded, 0, BX_ROUND_DOWN, &whole)));
	ok = bx_decimal_to_int(&whole, &span.seconds);
	whole.negative = !whole.negative && whole.n > 0;
	BX_TRY(decimal_status(ev, pos, bx_decimal_add(ev->arena, &rounded, &whole, &nanos)));
	BX_TRY(to_decimal(ev, pos, (BxStr){"1000000000", 10}, &whole));
	BX_TRY(decimal_status(ev, pos, bx_decimal_mul(ev->arena, &nanos, &whole, &nanos)));
	ok = ok && bx_decimal_to_int(&nanos, &n);
	span.nanos = (uint32_t) n;
	return give_span(ev, pos, type, ok, &span, result);
}

/* A duration times or divided by a number; a double counts as its shortest decimal. */
static BxStatus
scale_span(XpEval *ev, uint8_t op, int64_t pos, const XpItem *span, const XpItem *number, XpItem *result)
{
	BxDecimal x, y;
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
	BX_TRY(xp_item_str(ev, number, &text));
	BX_TRY(span_decimal(ev, pos, span, &x));
	BX_TRY(to_decimal(ev, pos, text, &y));
	BX_TRY(reckon(ev, op, pos, &x, &y, &x));
	return decimal_span(ev, pos, span->type, &x, result);
}

static BxStatus
span_quotient(XpEval *ev, int64_t pos, const XpItem *a, const XpItem *b, XpItem *result)
{
	BxDecimal x, y;

	BX_TRY(span_decimal(ev, pos, a, &x));
	BX_TRY(span_decimal(ev, pos, b, &y));
	BX_TRY(decimal_status(ev, pos, bx_decimal_div(ev->arena, &x, &y, &x)));
	return from_decimal(ev, &x, result);
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
		return decimals(ev, op, pos, a->str, b->str, result);
	BX_TRY(xp_item_num(ev, a, &x));
	BX_TRY(xp_item_num(ev, b, &y));
	return doubles(ev, op, pos, x, y, result);
}

static BxStatus
negate(XpEval *ev, int64_t pos, const XpItem *a, XpItem *result)
{
	BxDecimal d;

	*result = *a;
	if (a->type == XP_T_NUMBER)
	{
		result->number = -a->number;
		return BX_OK;
	}
	if (a->type != XP_T_DECIMAL)
		return bx_fail(ev->err, BX_E_XPTYPE, pos, "operator \"-\" is not defined for %s",
					   xp_type_name(a->type));
	BX_TRY(to_decimal(ev, pos, a->str, &d));
	d.negative = !d.negative && d.n > 0;
	return from_decimal(ev, &d, result);
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
	BxDecimal x, y;
	size_t n;
	char *text;

	*rounded = d;
	if (isnan(d) || isinf(d) || d == 0)
		return BX_OK;
	BX_TRY(decimal_status(ev, pos, bx_decimal_from_double(ev->arena, d, &x)));
	BX_TRY(decimal_status(ev, pos, bx_decimal_round(ev->arena, &x, places, BX_ROUND_HALF_EVEN, &y)));
	text = bx_decimal_format(ev->arena, &y, &n);
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

static BxDecimalResult
round_decimal(BxArena *arena, uint8_t func, int32_t places, const BxDecimal *d, BxDecimal *out)
{
	switch (func)
	{
		case XP_FN_FLOOR: return bx_decimal_round(arena, d, 0, BX_ROUND_DOWN, out);
		case XP_FN_CEILING: return bx_decimal_round(arena, d, 0, BX_ROUND_UP, out);
		case XP_FN_ROUND: return bx_decimal_round(arena, d, 0, BX_ROUND_HALF_UP, out);
		case XP_FN_ABS:
			*out = *d;
			out->negative = false;
			return BX_DECIMAL_OK;
		default: return bx_decimal_round(arena, d, places, BX_ROUND_HALF_EVEN, out);
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
	BxDecimal x, y;
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
		BX_TRY(to_decimal(ev, call->pos, a.str, &x));
		BX_TRY(decimal_status(ev, call->pos, round_decimal(ev->arena, call->func, places, &x, &y)));
		return from_decimal(ev, &y, item);
	}
	*item = (XpItem){.type = XP_T_NUMBER, .number = a.number};
	return round_double(ev, call, places, &item->number);
}

/*
 * at_number.c -- arithmetic and rounding of numbers: integers and decimals exactly, xs:float and xs:double by IEEE 754.
 */
#include "at_value_int.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "at_long.h"

/* ---- to floating point ---- */

/* The point between two doubles has at most 768 digits; of the digits behind it matters whether one is not 0. */
#define LIMBS_MAX 87
#define TEXT_MAX (LIMBS_MAX * AT_LIMB_DIGITS + 32)

/* A decimal as digits and a power of ten, without a point, so that the library reads it whatever the locale. */
static unsigned
write_scientific(const AtDecimal *d, char *text)
{
	const AtLong *l = d->u.big;
	uint32_t i, least;
	int n;
	bool rest = false;

	if (!d->is_big)
		return (unsigned) snprintf(text, TEXT_MAX, "%llde-%u", (long long) d->u.small, d->scale);
	least = l->n > LIMBS_MAX ? l->n - LIMBS_MAX : 0;
	n = snprintf(text, TEXT_MAX, "%s%u", d->negative ? "-" : "", l->limb[l->n - 1]);
	for (i = l->n - 1; i-- > least;)
		n += snprintf(text + n, TEXT_MAX - (size_t) n, "%09u", l->limb[i]);
	for (i = 0; i < least && !rest; i++)
		rest = l->limb[i] != 0;
	n += snprintf(text + n, TEXT_MAX - (size_t) n, "%se%lld", rest ? "1" : "",
				  (long long) least * AT_LIMB_DIGITS - (long long) d->scale - rest);
	return (unsigned) n;
}

double
at_number_double(const XdItem *item)
{
	char text[TEXT_MAX];
	AtDecimal d;
	double v = 0;

	if (item->form == AT_FORM_DOUBLE)
		return item->u.d;
	d = at_item_decimal(item);
	if (!d.is_big && d.scale == 0)
		return (double) d.u.small;
#if FLT_EVAL_METHOD == 0
	/* both are exact then, and the quotient is rounded once */
	if (!d.is_big && d.scale <= BX_POW10_MAX && llabs(d.u.small) <= INT64_C(1) << 53)
		return (double) d.u.small / (double) bx_pow10[d.scale];
#endif
	(void) bx_number_from_scientific(text, write_scientific(&d, text), &v);
	return v;
}

double
at_number_float(const XdItem *item)
{
	char text[TEXT_MAX];
	AtDecimal d;

	if (item->form == AT_FORM_DOUBLE)
		return (float) item->u.d;
	d = at_item_decimal(item);
	(void) write_scientific(&d, text);
	return strtof(text, NULL);
}

/* ---- operators ---- */

BxStatus
at_decimal_status(const AtCall *c, AtDecimalResult result)
{
	switch (result)
	{
		case AT_DECIMAL_OK: return BX_OK;
		case AT_DECIMAL_ZERO: return bx_fail_code(c->err, BX_E_XPTYPE, -1, "FOAR0001", "division by zero");
		case AT_DECIMAL_MEMORY: return bx_fail_nomem(c->err, sizeof(AtLong));
		default:
			return bx_fail_code(c->err, BX_E_XPTYPE, -1, "FOAR0002",
								"a decimal has more digits than the %d that arithmetic allows",
								AT_DECIMAL_DIGITS);
	}
}

/* Decimals take steps by their digits; products and quotients of up to AT_DECIMAL_DIGITS are quadratic. */
static BxStatus
charge_decimals(const AtCall *c, AtOperator op, const AtDecimal *a, const AtDecimal *b)
{
	uint64_t x = at_decimal_size(a), y = at_decimal_size(b);

	if (op == AT_ADD || op == AT_SUBTRACT)
		return bx_charge(c->host, x + y);
	return bx_charge(c->host, x < AT_DECIMAL_DIGITS && y < AT_DECIMAL_DIGITS ? (x + 16) * (y + 16) : x + y);
}

static AtDecimalResult
apply(BxArena *arena, AtOperator op, const AtDecimal *x, const AtDecimal *y, AtDecimal *result)
{
	AtDecimal minus;

	switch (op)
	{
		case AT_ADD: return at_decimal_add(arena, x, y, result);
		case AT_SUBTRACT: minus = at_decimal_negate(y); return at_decimal_add(arena, x, &minus, result);
		case AT_MULTIPLY: return at_decimal_mul(arena, x, y, result);
		case AT_DIVIDE: return at_decimal_div(arena, x, y, result);
		case AT_IDIV: return at_decimal_idiv(arena, x, y, result, NULL);
		default: return at_decimal_idiv(arena, x, y, NULL, result);
	}
}

/* Places that operands keep where with all of theirs they have more digits than arithmetic allows. */
#define PLACES_KEPT (AT_DECIMAL_DIGITS / 4)

/* A product or quotient too small or too exact is rounded; only one that is too large is an error. */
static AtDecimalResult
apply_rounded(BxArena *arena, AtOperator op, AtDecimal x, AtDecimal y, AtDecimal *result)
{
	AtDecimalResult r = at_decimal_round(arena, &x, PLACES_KEPT, AT_ROUND_HALF_EVEN, &x);

	if (r == AT_DECIMAL_OK)
		r = at_decimal_round(arena, &y, PLACES_KEPT, AT_ROUND_HALF_EVEN, &y);
	if (r == AT_DECIMAL_OK && op == AT_DIVIDE && at_decimal_is_zero(&y))
		return AT_DECIMAL_RANGE;
	return r == AT_DECIMAL_OK ? apply(arena, op, &x, &y, result) : r;
}

static BxStatus
decimal_arith(const AtCall *c, AtOperator op, AtType type, const XdItem *a, const XdItem *b, XdItem *out)
{
	AtDecimal x = at_item_decimal(a), y = at_item_decimal(b), result;
	AtDecimalResult r;

	BX_TRY(charge_decimals(c, op, &x, &y));
	r = apply(c->arena, op, &x, &y, &result);
	if (r == AT_DECIMAL_RANGE && (op == AT_MULTIPLY || op == AT_DIVIDE))
		r = apply_rounded(c->arena, op, x, y, &result);
	BX_TRY(at_decimal_status(c, r));
	*out = at_decimal_item(op == AT_IDIV ? AT_INTEGER : op == AT_DIVIDE ? AT_DECIMAL : type, &result);
	return BX_OK;
}

/* Integers whose result needs no more than 63 bits. */
static bool
int_arith(AtOperator op, int64_t a, int64_t b, XdItem *out)
{
	int64_t v = 0;
	bool overflow = false;

	switch (op)
	{
		case AT_ADD: overflow = __builtin_add_overflow(a, b, &v); break;
		case AT_SUBTRACT: overflow = __builtin_sub_overflow(a, b, &v); break;
		case AT_MULTIPLY: overflow = __builtin_mul_overflow(a, b, &v); break;
		case AT_IDIV:
		case AT_MOD:
			if (b == 0)
				return false;
			v = op == AT_IDIV ? a / b : a % b; /* neither is INT64_MIN */
			break;
		default: return false;
	}
	if (overflow || v == INT64_MIN)
		return false;
	*out = at_integer_item(v);
	return true;
}

/* The integer quotient of two floating-point numbers, towards zero. */
static BxStatus
double_idiv(const AtCall *c, AtType type, double a, double b, XdItem *out)
{
	AtDecimal d;
	double q;

	if (b == 0)
		return bx_fail_code(c->err, BX_E_XPTYPE, -1, "FOAR0001", "division by zero");
	q = type == AT_FLOAT ? (float) (a / b) : a / b;
	if (!isfinite(q))
		return bx_fail_code(c->err, BX_E_XPTYPE, -1, "FOAR0002", "the result of idiv is not an integer");
	BX_TRY(at_decimal_status(c, at_decimal_from_double(c->arena, trunc(q), &d)));
	*out = at_decimal_item(AT_INTEGER, &d);
	return BX_OK;
}

static BxStatus
double_arith(const AtCall *c, AtOperator op, AtType type, double a, double b, XdItem *out)
{
	double v;

	switch (op)
	{
		case AT_ADD: v = a + b; break;
		case AT_SUBTRACT: v = a - b; break;
		case AT_MULTIPLY: v = a * b; break;
		case AT_DIVIDE: v = a / b; break;
		case AT_MOD: v = fmod(a, b); break;
		default: return double_idiv(c, type, a, b, out);
	}
	/* of xs:float operands a double has all digits that rounding to xs:float asks for */
	*out = type == AT_FLOAT ? at_float_item(v) : at_double_item(v);
	return BX_OK;
}

BxStatus
at_number_arith(const AtCall *c, AtOperator op, const XdItem *a, const XdItem *b, XdItem *out)
{
	AtType type;

	if (a->form == AT_FORM_INT && b->form == AT_FORM_INT && int_arith(op, a->u.i, b->u.i, out))
		return BX_OK;
	type = at_common_number(a, b);
	if (type == AT_DOUBLE || type == AT_FLOAT)
		return double_arith(c, op, type, at_promoted(type, a), at_promoted(type, b), out);
	return decimal_arith(c, op, type, a, b, out);
}

/* ---- rounding ---- */

/* The type of a rounded number: the primitive one, but of integers xs:integer. */
static AtType
rounded_type(const XdItem *a)
{
	return at_is_integer(a) ? AT_INTEGER : at_primitive(a);
}

static BxStatus
round_decimal(const AtCall *c, AtRound how, AtDecimal d, int64_t precision, AtDecimal *out)
{
	static const AtRounding rounding[] = {[AT_FLOOR] = AT_ROUND_DOWN,
										  [AT_CEILING] = AT_ROUND_UP,
										  [AT_ROUND] = AT_ROUND_HALF_UP,
										  [AT_ROUND_EVEN] = AT_ROUND_HALF_EVEN};
	int64_t least = -(int64_t) at_decimal_digits(&d) - 1;

	BX_TRY(bx_charge(c->host, at_decimal_size(&d)));
	if (how == AT_ABS)
		*out = at_decimal_sign(&d) < 0 ? at_decimal_negate(&d) : d;
	else if (precision >= (int64_t) d.scale)
		*out = d;
	else
		return at_decimal_status(c, at_decimal_round(c->arena, &d,
													 (int32_t) (precision < least ? least : precision),
													 rounding[how], out));
	return BX_OK;
}

/* By way of the decimal of the same value, as section 4.4 says; zeros keep their sign. */
static BxStatus
round_places(const AtCall *c, AtRound how, AtType type, double v, int64_t precision, double *out)
{
	AtDecimal d;
	XdItem item;

	BX_TRY(at_decimal_status(c, at_decimal_from_double(c->arena, v, &d)));
	BX_TRY(round_decimal(c, how, d, precision, &d));
	item = at_decimal_item(AT_DECIMAL, &d);
	*out = copysign(at_promoted(type, &item), v);
	return BX_OK;
}

static BxStatus
round_double(const AtCall *c, AtRound how, AtType type, double v, int64_t precision, double *out)
{
	if (how == AT_ABS)
		*out = fabs(v);
	else if (isnan(v) || isinf(v) || v == 0)
		*out = v;
	else if (precision != 0)
		return round_places(c, how, type, v, precision, out);
	else if (how == AT_FLOOR)
		*out = floor(v);
	else if (how == AT_CEILING)
		*out = ceil(v);
	else
		*out = how == AT_ROUND ? bx_number_round(v) : rint(v);
	return BX_OK;
}

BxStatus
at_round(const AtCall *c, AtRound how, const XdItem *a, int64_t precision, XdItem *out)
{
	AtType type = rounded_type(a);
	AtDecimal d;
	double v;

	if (a->form == AT_FORM_DOUBLE)
	{
		BX_TRY(round_double(c, how, type, a->u.d, precision, &v));
		*out = type == AT_FLOAT ? at_float_item(v) : at_double_item(v);
		return BX_OK;
	}
	if (a->form == AT_FORM_INT && precision >= 0)
	{
		*out = at_integer_item(how == AT_ABS ? llabs(a->u.i) : a->u.i);
		return BX_OK;
	}
	BX_TRY(round_decimal(c, how, at_item_decimal(a), precision, &d));
	*out = at_decimal_item(type, &d);
	return BX_OK;
}

/*
 * at_decimal.c -- exact decimals: reading, writing, sums, products, quotients, rounding.
 *
 * Each operation tries coefficients of 63 bits first, then does the same by views (at_long.h).
 */
#include "../base/bx_core_int.h"

#include "at_long.h"

#include <math.h>
#include <stdlib.h>

#include "../value/bx_lexical.h"

/* ---- small ones ---- */

AtDecimal
at_decimal_small(int64_t m, uint32_t scale)
{
	while (scale > 0 && m % 10 == 0)
	{
		if (m == 0)
			scale = 1;
		m /= 10;
		scale--;
	}
	return (AtDecimal){.u.small = m, .scale = scale};
}

/* m * 10^places where that fits. */
static bool
shift_small(int64_t m, uint32_t places, int64_t *shifted)
{
	if (m == 0)
		places = 0;
	return places <= BX_POW10_MAX && !__builtin_mul_overflow(m, bx_pow10[places], shifted) &&
		   *shifted != INT64_MIN;
}

/* Two small ones with as many digits behind the point as the one that has more. */
static bool
align_small(const AtDecimal *a, const AtDecimal *b, int64_t *x, int64_t *y)
{
	if (a->is_big || b->is_big)
		return false;
	*x = a->u.small;
	*y = b->u.small;
	if (a->scale < b->scale)
		return shift_small(*x, b->scale - a->scale, x);
	return a->scale == b->scale || shift_small(*y, a->scale - b->scale, y);
}

/* ---- text and numbers to values ---- */

AtDecimalResult
at_decimal_read(BxArena *arena, const char *s, size_t n, AtDecimal *d)
{
	BxLexDecimal x;
	uint64_t digits;
	int64_t m = 0;
	AtLong *l;
	size_t i;

	if (n > UINT32_MAX / 2)
		return AT_DECIMAL_RANGE;
	if (bx_lex_decimal(s, n, &x) != BX_LEX_OK)
		return AT_DECIMAL_FORM;
	digits = x.whole_n + x.fraction_n;
	if (digits <= BX_POW10_MAX)
	{
		for (i = 0; i < x.len; i++)
			if (x.digits[i] != '.')
				m = m * 10 + (x.digits[i] - '0');
		*d = at_decimal_small(x.negative ? -m : m, (uint32_t) x.fraction_n);
		return AT_DECIMAL_OK;
	}
	l = at_long_new(arena, (digits + AT_LIMB_DIGITS - 1) / AT_LIMB_DIGITS);
	if (l == NULL)
		return AT_DECIMAL_MEMORY;
	/* from the end, which zeros at the beginning do not move */
	for (i = x.len; i-- > 0 && digits > 0;)
		if (x.digits[i] != '.')
		{
			uint64_t k = x.whole_n + x.fraction_n - digits--;

			l->limb[k / AT_LIMB_DIGITS] +=
				(uint32_t) (x.digits[i] - '0') * (uint32_t) bx_pow10[k % AT_LIMB_DIGITS];
		}
	at_long_finish(l, (uint32_t) x.fraction_n, x.negative, d);
	return AT_DECIMAL_OK;
}

AtDecimalResult
at_decimal_from_scaled(BxArena *arena, int64_t v, uint32_t scale, AtDecimal *d)
{
	uint64_t m = 0 - (uint64_t) v;
	AtLong *l;

	if (v != INT64_MIN)
	{
		*d = at_decimal_small(v, scale);
		return AT_DECIMAL_OK;
	}
	l = at_long_new(arena, 3);
	if (l == NULL)
		return AT_DECIMAL_MEMORY;
	for (l->n = 0; m > 0; m /= AT_LIMB)
		l->limb[l->n++] = (uint32_t) (m % AT_LIMB);
	at_long_finish(l, scale, true, d);
	return AT_DECIMAL_OK;
}

AtDecimalResult
at_decimal_from_int(BxArena *arena, int64_t v, AtDecimal *d)
{
	return at_decimal_from_scaled(arena, v, 0, d);
}

/* Powers of two or five that one multiplication takes: 2^29 and 5^12 are below a limb. */
#define TWOS 29
#define FIVES 12

/*
 * A double is an integer of 53 bits times a power of two; divided by one, it is that integer times a power of five,
 * with as many digits behind the point.
 */
AtDecimalResult
at_decimal_from_double(BxArena *arena, double v, AtDecimal *d)
{
	int power;
	int64_t m = (int64_t) (frexp(fabs(v), &power) * 9007199254740992.0);
	AtDecimal whole;
	AtView view;
	AtLong *l;
	int left;

	for (power -= 53; power < 0 && m != 0 && m % 2 == 0; power++)
		m /= 2;
	whole = at_decimal_small(m, 0);
	at_view(&whole, &view);
	/* a power of two has a digit for each three of it, one of five for each */
	l = at_long_shifted(arena, &view, 0, (uint32_t) abs(power) / AT_LIMB_DIGITS + 2);
	if (l == NULL)
		return AT_DECIMAL_MEMORY;
	for (left = abs(power); left > 0; left -= power > 0 ? TWOS : FIVES)
	{
		uint32_t factor = 1;
		int k;

		for (k = 0; k < left && k < (power > 0 ? TWOS : FIVES); k++)
			factor *= power > 0 ? 2 : 5;
		at_long_multiply(l, factor, 0);
	}
	at_long_finish(l, power < 0 ? (uint32_t) -power : 0, v < 0, d);
	return AT_DECIMAL_OK;
}

/* ---- values to text and numbers ---- */

/* The digits of the coefficient, right-aligned before end; the first one is returned. */
static char *
put_digits(const AtView *v, char *end)
{
	uint32_t i, k;

	for (i = 0; i < v->n; i++)
	{
		uint32_t limb = v->limb[i];

		for (k = 0; k < AT_LIMB_DIGITS && (limb > 0 || i + 1 < v->n); k++, limb /= 10)
			*--end = (char) ('0' + limb % 10);
	}
	return end;
}

char *
at_decimal_format(BxArena *arena, const AtDecimal *d, size_t *n)
{
	uint64_t digits = at_decimal_digits(d);
	size_t room = digits + 3;
	char *s = bx_arena_alloc(arena, room), *end, *p;
	AtView v;

	if (s == NULL)
		return NULL;
	at_view(d, &v);
	end = s + room;
	p = put_digits(&v, end);
	while ((uint64_t) (end - p) <= d->scale) /* a digit before the point */
		*--p = '0';
	if (d->scale > 0)
	{
		char *point = end - d->scale;

		memmove(p - 1, p, (size_t) (point - p));
		point[-1] = '.';
		p--;
	}
	if (v.negative)
		*--p = '-';
	*n = (size_t) (end - p);
	return p;
}

uint64_t
at_decimal_digits(const AtDecimal *d)
{
	AtView v;
	uint64_t n;

	at_view(d, &v);
	n = (uint64_t) at_view_digits(&v);
	return n > d->scale ? n : d->scale;
}

bool
at_decimal_to_int(const AtDecimal *d, int64_t *v)
{
	if (d->scale > 0)
		return false;
	*v = d->u.small;
	if (!d->is_big)
		return true;
	/* the one that is never small: 9223372036854775808 */
	*v = INT64_MIN;
	return d->negative && d->u.big->n == 3 && d->u.big->limb[2] == 9 && d->u.big->limb[1] == 223372036 &&
		   d->u.big->limb[0] == 854775808;
}

/* ---- signs and order ---- */

AtDecimal
at_decimal_negate(const AtDecimal *d)
{
	AtDecimal x = *d;

	if (d->is_big)
		x.negative = !d->negative;
	else
		x.u.small = -d->u.small;
	return x;
}

int
at_decimal_sign(const AtDecimal *d)
{
	if (d->is_big)
		return d->negative ? -1 : 1;
	return (d->u.small > 0) - (d->u.small < 0);
}

int
at_decimal_compare(const AtDecimal *a, const AtDecimal *b)
{
	int sign = at_decimal_sign(a);
	int64_t x, y;
	AtView v, w;

	if (align_small(a, b, &x, &y))
		return (x > y) - (x < y);
	if (sign != at_decimal_sign(b))
		return sign < at_decimal_sign(b) ? -1 : 1;
	at_view(a, &v);
	at_view(b, &w);
	return sign * at_view_compare(&v, &w);
}

/* ---- sums ---- */

/* |a| + sign * |b|, where |a| is not less. */
static AtDecimalResult
combine(BxArena *arena, const AtView *a, const AtView *b, int sign, AtDecimal *out)
{
	int64_t scale = a->scale > b->scale ? a->scale : b->scale;
	int64_t top = at_view_top(a) > at_view_top(b) ? at_view_top(a) : at_view_top(b);
	AtLong *l = at_long_new(arena, (uint64_t) (top + scale) / AT_LIMB_DIGITS + 2);
	int64_t carry = 0;
	uint32_t i;

	if (l == NULL)
		return AT_DECIMAL_MEMORY;
	for (i = 0; i < l->n; i++)
	{
		int64_t power = (int64_t) i * AT_LIMB_DIGITS - scale;

		carry += (int64_t) at_view_nine(a, power) + sign * (int64_t) at_view_nine(b, power);
		l->limb[i] = (uint32_t) (carry < 0 ? carry + AT_LIMB : carry % AT_LIMB);
		carry = carry < 0 ? -1 : carry / AT_LIMB;
	}
	at_long_finish(l, (uint32_t) scale, a->negative, out);
	return AT_DECIMAL_OK;
}

AtDecimalResult
at_decimal_add(BxArena *arena, const AtDecimal *a, const AtDecimal *b, AtDecimal *sum)
{
	int64_t x, y, m;
	AtView v, w;

	if (align_small(a, b, &x, &y) && !__builtin_add_overflow(x, y, &m) && m != INT64_MIN)
	{
		*sum = at_decimal_small(m, a->scale > b->scale ? a->scale : b->scale);
		return AT_DECIMAL_OK;
	}
	at_view(a, &v);
	at_view(b, &w);
	if (v.negative == w.negative || v.n == 0 || w.n == 0)
	{
		if (v.n == 0)
			v.negative = w.negative;
		return combine(arena, &v, &w, 1, sum);
	}
	return at_view_compare(&v, &w) >= 0 ? combine(arena, &v, &w, -1, sum) : combine(arena, &w, &v, -1, sum);
}

/* ---- products ---- */

AtDecimalResult
at_decimal_mul(BxArena *arena, const AtDecimal *a, const AtDecimal *b, AtDecimal *product)
{
	uint64_t digits = at_decimal_digits(a) + at_decimal_digits(b);
	int64_t m;
	AtView v, w;
	AtLong *l;

	if (digits > AT_DECIMAL_DIGITS)
		return AT_DECIMAL_RANGE;
	if (!a->is_big && !b->is_big && !__builtin_mul_overflow(a->u.small, b->u.small, &m) && m != INT64_MIN)
	{
		*product = at_decimal_small(m, a->scale + b->scale);
		return AT_DECIMAL_OK;
	}
	at_view(a, &v);
	at_view(b, &w);
	l = at_long_product(arena, &v, &w);
	if (l == NULL)
		return AT_DECIMAL_MEMORY;
	at_long_finish(l, a->scale + b->scale, v.negative != w.negative, product);
	return AT_DECIMAL_OK;
}

/* ---- quotients ---- */

static AtDecimalResult
check_operands(const AtDecimal *a, const AtDecimal *b)
{
	if (at_decimal_is_zero(b))
		return AT_DECIMAL_ZERO;
	return at_decimal_digits(a) > AT_DECIMAL_DIGITS || at_decimal_digits(b) > AT_DECIMAL_DIGITS
			   ? AT_DECIMAL_RANGE
			   : AT_DECIMAL_OK;
}

/*
 * |a| / |b| cut off after so many places, as an integer of units of the last one, and what then remains of |a|, in
 * units of 10^-rest_scale.
 */
static AtDecimalResult
divide(BxArena *arena, const AtDecimal *a, const AtDecimal *b, uint32_t places, AtLong **quotient,
	   AtLong **rest, uint32_t *rest_scale)
{
	/* both as integers of one unit */
	int64_t more = (int64_t) places + b->scale - a->scale;
	AtView v, w;
	AtLong *divisor;

	if (more > 0 && at_decimal_digits(a) + (uint64_t) more > 3 * AT_DECIMAL_DIGITS)
		return AT_DECIMAL_RANGE;
	at_view(a, &v);
	at_view(b, &w);
	*rest = at_long_shifted(arena, &v, more > 0 ? more : 0, 1);
	divisor = at_long_shifted(arena, &w, more < 0 ? -more : 0, 0);
	*quotient = *rest != NULL && divisor != NULL ? at_long_divide(arena, *rest, divisor) : NULL;
	*rest_scale = more > 0 ? places + b->scale : a->scale;
	return *quotient != NULL ? AT_DECIMAL_OK : AT_DECIMAL_MEMORY;
}

AtDecimalResult
at_decimal_div(BxArena *arena, const AtDecimal *a, const AtDecimal *b, AtDecimal *quotient)
{
	AtDecimalResult result = check_operands(a, b);
	bool negative = at_decimal_sign(a) != at_decimal_sign(b);
	int64_t places = AT_DECIMAL_QUOTIENT, smaller;
	AtLong *q, *rest;
	AtView v, w;
	uint32_t scale, last;
	AtDecimal x;

	if (result != AT_DECIMAL_OK || at_decimal_is_zero(a))
	{
		*quotient = at_decimal_zero();
		return result;
	}
	at_view(a, &v);
	at_view(b, &w);
	smaller = at_view_top(&w) - at_view_top(&v);
	places += smaller > 0 ? smaller : 0;
	places = places > v.scale ? places : v.scale;
	places = places > w.scale ? places : w.scale;
	result = divide(arena, a, b, (uint32_t) places + 1, &q, &rest, &scale);
	if (result != AT_DECIMAL_OK)
		return result;
	last = q->n > 0 ? q->limb[0] % 10 : 0;
	/* a digit that is neither 0 nor 5 says that there is more, whatever the rounding */
	if (rest->n > 0 && (last == 0 || last == 5))
	{
		q->n = q->n > 0 ? q->n : 1; /* there is room: the dividend was not 0 */
		q->limb[0]++;
	}
	at_long_finish(q, (uint32_t) places + 1, negative, &x);
	result = at_decimal_round(arena, &x, (int32_t) places, AT_ROUND_HALF_EVEN, quotient);
	return result == AT_DECIMAL_OK && at_decimal_digits(quotient) > AT_DECIMAL_DIGITS ? AT_DECIMAL_RANGE
																					  : result;
}

AtDecimalResult
at_decimal_idiv(BxArena *arena, const AtDecimal *a, const AtDecimal *b, AtDecimal *quotient,
				AtDecimal *remainder)
{
	AtDecimalResult result = check_operands(a, b);
	bool negative = at_decimal_sign(a) < 0, differ = negative != (at_decimal_sign(b) < 0);
	AtLong *q, *rest;
	uint32_t scale;
	int64_t x, y;

	if (result != AT_DECIMAL_OK)
		return result;
	if (align_small(a, b, &x, &y))
	{
		scale = a->scale > b->scale ? a->scale : b->scale;
		if (quotient != NULL)
			*quotient = at_decimal_small(x / y, 0);
		if (remainder != NULL)
			*remainder = at_decimal_small(x % y, scale);
		return AT_DECIMAL_OK;
	}
	result = divide(arena, a, b, 0, &q, &rest, &scale);
	if (result != AT_DECIMAL_OK)
		return result;
	if (quotient != NULL)
		at_long_finish(q, 0, differ, quotient);
	if (remainder != NULL)
		at_long_finish(rest, scale, negative, remainder);
	return AT_DECIMAL_OK;
}

/* ---- rounding ---- */

/*
 * Does the magnitude grow by one in the last place?  half: the part that is cut off, beside half of a unit: -1, 0, 1;
 * any: whether there is such a part; odd: whether the last digit that stays is.
 */
static bool
rounds_away(AtRounding rounding, bool negative, bool odd, int half, bool any)
{
	switch (rounding)
	{
		case AT_ROUND_DOWN: return any && negative;
		case AT_ROUND_UP: return any && !negative;
		case AT_ROUND_ZERO: return false;
		case AT_ROUND_HALF_UP: return half > 0 || (half == 0 && !negative);
		default: return half > 0 || (half == 0 && odd);
	}
}

static bool
round_small(const AtDecimal *d, int32_t places, AtRounding rounding, AtDecimal *rounded)
{
	int64_t cut = (int64_t) d->scale - places, unit, kept, rest;

	if (d->is_big || cut > BX_POW10_MAX)
		return false;
	unit = bx_pow10[cut];
	kept = d->u.small / unit;
	rest = d->u.small % unit;
	rest = rest < 0 ? -rest : rest;
	if (rounds_away(rounding, d->u.small < 0, kept % 2 != 0, (rest > unit - rest) - (rest < unit - rest),
					rest != 0))
		kept += d->u.small < 0 ? -1 : 1;
	if (places < 0 && !shift_small(kept, (uint32_t) - (int64_t) places, &kept))
		return false;
	*rounded = at_decimal_small(kept, places > 0 ? (uint32_t) places : 0);
	return true;
}

AtDecimalResult
at_decimal_round(BxArena *arena, const AtDecimal *d, int32_t places, AtRounding rounding, AtDecimal *rounded)
{
	int64_t power = -(int64_t) places; /* of the last digit that stays */
	uint32_t next;
	bool below;
	int half;
	AtView v;
	AtLong *l;

	if (places >= 0 && (uint32_t) places >= d->scale)
	{
		*rounded = *d;
		return AT_DECIMAL_OK;
	}
	if (round_small(d, places, rounding, rounded))
		return AT_DECIMAL_OK;
	at_view(d, &v);
	l = at_long_shifted(arena, &v, places - v.scale, 1);
	if (l == NULL)
		return AT_DECIMAL_MEMORY;
	next = at_view_nine(&v, power - 1) % 10;
	below = at_view_below(&v, power - 1);
	half = next > 5 || (next == 5 && below) ? 1 : next == 5 ? 0 : -1;
	if (rounds_away(rounding, v.negative, l->limb[0] % 2 != 0, half, next > 0 || below))
		at_long_multiply(l, 1, 1);
	at_long_finish(l, places > 0 ? (uint32_t) places : 0, v.negative, rounded);
	if (places >= 0 || at_decimal_is_zero(rounded))
		return AT_DECIMAL_OK;
	if (power > (int64_t) UINT32_MAX / 2)
		return AT_DECIMAL_RANGE;
	at_view(rounded, &v);
	l = at_long_shifted(arena, &v, power, 0);
	if (l == NULL)
		return AT_DECIMAL_MEMORY;
	at_long_finish(l, 0, v.negative, rounded);
	return AT_DECIMAL_OK;
}

/*
 * bx_decimal.c -- exact arithmetic on xs:decimal values: one digit a byte, as on paper.
 *
 * Values are a few digits long as a rule; what is written here is meant to be short and plainly right, not to be fast
 * on thousands of digits, which BX_DECIMAL_DIGITS excludes where the work would be quadratic.
 */
#include "../base/bx_core_int.h"
#include "bx_decimal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bx_lexical.h"

/* Take off zeros that say nothing. */
static BxDecimalResult
normalize(BxDecimal *d)
{
	while (d->fraction > 0 && d->digits[d->n - 1] == '0')
	{
		d->n--;
		d->fraction--;
	}
	while (d->n > d->fraction && d->digits[0] == '0')
	{
		d->digits++;
		d->n--;
	}
	d->negative = d->negative && d->n > 0;
	return BX_DECIMAL_OK;
}

/* Room for n digits, all '0', and a byte behind them that ends the row. */
static char *
row(BxArena *arena, size_t n)
{
	char *p = bx_arena_alloc(arena, n + 1);

	if (p != NULL)
	{
		memset(p, '0', n);
		p[n] = '\0';
	}
	return p;
}

BxDecimalResult
bx_decimal_read(BxArena *arena, const char *s, size_t n, BxDecimal *d)
{
	BxLexDecimal x;
	size_t whole, skip;
	char *p;

	if (n > UINT32_MAX / 2)
		return BX_DECIMAL_RANGE;
	if (bx_lex_decimal(s, n, &x) != BX_LEX_OK)
		return BX_DECIMAL_FORM;
	for (whole = 0; whole < x.len && x.digits[whole] != '.'; whole++)
		continue;
	skip = whole - x.whole_n;
	p = row(arena, x.whole_n + x.fraction_n);
	if (p == NULL)
		return BX_DECIMAL_MEMORY;
	memcpy(p, x.digits + skip, x.whole_n);
	if (x.fraction_n > 0)
		memcpy(p + x.whole_n, x.digits + whole + 1, x.fraction_n);
	*d = (BxDecimal){x.negative, (uint32_t) (x.whole_n + x.fraction_n), (uint32_t) x.fraction_n, p};
	return normalize(d);
}

BxDecimalResult
bx_decimal_from_int(BxArena *arena, int64_t v, BxDecimal *d)
{
	uint64_t u = v < 0 ? 0 - (uint64_t) v : (uint64_t) v;
	uint32_t i = 20;
	char *p = row(arena, i);

	if (p == NULL)
		return BX_DECIMAL_MEMORY;
	for (; u > 0; u /= 10)
		p[--i] = (char) ('0' + u % 10);
	*d = (BxDecimal){v < 0, 20 - i, 0, p + i};
	return BX_DECIMAL_OK;
}

/* Powers of two are multiplied or divided by so many at once. */
#define POWERS 20

/* The n digits at p times a power of two; the first ones have room for the carry. */
static void
times_power(char *p, uint32_t n, uint32_t power)
{
	uint32_t carry = 0;

	while (n-- > 0)
	{
		carry += (uint32_t) (p[n] - '0') << power;
		p[n] = (char) ('0' + carry % 10);
		carry /= 10;
	}
}

/* The n digits at p by a power of two; the last ones are as many zeros as it has, so that nothing remains. */
static void
by_power(char *p, uint32_t n, uint32_t power)
{
	uint32_t rest = 0;

	for (uint32_t i = 0; i < n; i++)
	{
		rest = 10 * rest + (uint32_t) (p[i] - '0');
		p[i] = (char) ('0' + (rest >> power));
		rest &= (1u << power) - 1;
	}
}

/* A double is an integer of 53 bits times a power of two, or divided by one. */
BxDecimalResult
bx_decimal_from_double(BxArena *arena, double v, BxDecimal *d)
{
	int power;
	int64_t m = (int64_t) (frexp(fabs(v), &power) * 9007199254740992.0);
	uint32_t more, done, step;
	BxDecimal whole;
	char *p;

	for (power -= 53; power < 0 && m % 2 == 0; power++)
		m /= 2;
	if (bx_decimal_from_int(arena, m, &whole) != BX_DECIMAL_OK)
		return BX_DECIMAL_MEMORY;
	more = (uint32_t) abs(power);
	p = row(arena, whole.n + (size_t) more);
	if (p == NULL)
		return BX_DECIMAL_MEMORY;
	memcpy(power > 0 ? p + more : p, whole.digits, whole.n);
	for (done = 0; done < more; done += step)
	{
		step = more - done < POWERS ? more - done : POWERS;
		if (power > 0)
			times_power(p, whole.n + more, step);
		else
			by_power(p, whole.n + done + step, step);
	}
	*d = (BxDecimal){v < 0, whole.n + more, power < 0 ? more : 0, p};
	return normalize(d);
}

char *
bx_decimal_format(BxArena *arena, const BxDecimal *d, size_t *n)
{
	uint32_t whole = d->n - d->fraction;
	char *s = bx_arena_alloc(arena, (size_t) d->n + 4);
	char *p = s;

	if (s == NULL)
		return NULL;
	if (d->negative)
		*p++ = '-';
	if (whole == 0)
		*p++ = '0';
	memcpy(p, d->digits, whole);
	p += whole;
	if (d->fraction > 0)
	{
		*p++ = '.';
		memcpy(p, d->digits + whole, d->fraction);
		p += d->fraction;
	}
	*n = (size_t) (p - s);
	return s;
}

bool
bx_decimal_to_int(const BxDecimal *d, int64_t *v)
{
	uint32_t i;

	if (d->fraction > 0)
		return false;
	/* digits are subtracted: the smallest number has no positive counterpart */
	for (*v = 0, i = 0; i < d->n; i++)
		if (__builtin_mul_overflow(*v, 10, v) || __builtin_sub_overflow(*v, d->digits[i] - '0', v))
			return false;
	return d->negative || !__builtin_sub_overflow(0, *v, v);
}

/* The digit that counts 10^power. */
static int
digit_at(const BxDecimal *d, int64_t power)
{
	int64_t i = (int64_t) d->n - d->fraction - 1 - power;

	return i >= 0 && i < d->n ? d->digits[i] - '0' : 0;
}

static int64_t
whole_of(const BxDecimal *d)
{
	return (int64_t) d->n - d->fraction;
}

static int64_t
greater(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

static int
compare_magnitudes(const BxDecimal *a, const BxDecimal *b)
{
	int64_t power = greater(whole_of(a), whole_of(b)) - 1;
	int64_t last = -greater(a->fraction, b->fraction);

	for (; power >= last; power--)
		if (digit_at(a, power) != digit_at(b, power))
			return digit_at(a, power) < digit_at(b, power) ? -1 : 1;
	return 0;
}

int
bx_decimal_compare(const BxDecimal *a, const BxDecimal *b)
{
	if (a->negative != b->negative)
		return a->negative ? -1 : 1;
	return a->negative ? compare_magnitudes(b, a) : compare_magnitudes(a, b);
}

/* |a| + sign * |b|, where |a| is not less. */
static BxDecimalResult
combine(BxArena *arena, const BxDecimal *a, const BxDecimal *b, int sign, BxDecimal *out)
{
	int64_t fraction = greater(a->fraction, b->fraction);
	int64_t n = greater(whole_of(a), whole_of(b)) + 1 + fraction;
	char *p = row(arena, (size_t) n);
	int64_t i;
	int carry = 0;

	if (p == NULL)
		return BX_DECIMAL_MEMORY;
	for (i = 0; i < n; i++)
	{
		int x = digit_at(a, i - fraction) + sign * digit_at(b, i - fraction) + carry;

		carry = x > 9 ? 1 : x < 0 ? -1 : 0;
		p[n - 1 - i] = (char) ('0' + x - 10 * carry);
	}
	out->n = (uint32_t) n;
	out->fraction = (uint32_t) fraction;
	out->digits = p;
	return normalize(out);
}

BxDecimalResult
bx_decimal_add(BxArena *arena, const BxDecimal *a, const BxDecimal *b, BxDecimal *sum)
{
	BxDecimal out = {.negative = a->negative};
	BxDecimalResult result;

	if (a->negative == b->negative)
		result = combine(arena, a, b, 1, &out);
	else if (compare_magnitudes(a, b) >= 0)
		result = combine(arena, a, b, -1, &out);
	else
	{
		out.negative = b->negative;
		result = combine(arena, b, a, -1, &out);
	}
	*sum = out;
	return result;
}

BxDecimalResult
bx_decimal_mul(BxArena *arena, const BxDecimal *a, const BxDecimal *b, BxDecimal *product)
{
	uint32_t n = a->n + b->n, i, k;
	char *p;

	if (a->n > BX_DECIMAL_DIGITS || b->n > BX_DECIMAL_DIGITS || n > BX_DECIMAL_DIGITS)
		return BX_DECIMAL_RANGE;
	p = row(arena, n);
	if (p == NULL)
		return BX_DECIMAL_MEMORY;
	for (i = a->n; i-- > 0;)
	{
		unsigned carry = 0;

		for (k = b->n; k-- > 0;)
		{
			carry += (unsigned) (p[i + k + 1] - '0') +
					 (unsigned) (a->digits[i] - '0') * (unsigned) (b->digits[k] - '0');
			p[i + k + 1] = (char) ('0' + carry % 10);
			carry /= 10;
		}
		p[i] = (char) ('0' + carry);
	}
	*product = (BxDecimal){a->negative != b->negative, n, a->fraction + b->fraction, p};
	return normalize(product);
}

/* ---- division ---- */

/* Zeros that the digits of a number other than 0 begin with: those behind the point of a number below one. */
static uint32_t
zeros_of(const BxDecimal *d)
{
	uint32_t n = 0;

	while (n < d->n && d->digits[n] == '0')
		n++;
	return n;
}

/* Take b, n digits, from the row that ends with the n digits at p, as many times as it fits. */
static int
take_away(char *p, const char *b, uint32_t n)
{
	uint32_t i;
	int times = 0, carry;

	/* p[-1] is what was left above */
	while (p[-1] > '0' || memcmp(p, b, n) >= 0)
	{
		for (i = n, carry = 0; i-- > 0;)
		{
			int x = p[i] - b[i] - carry;

			carry = x < 0;
			p[i] = (char) ('0' + x + 10 * carry);
		}
		p[-1] = (char) (p[-1] - carry);
		times++;
	}
	return times;
}

/*
 * a / b cut off after so many places, and what then remains of a; places is not less than the fraction of a is longer
 * than that of b.  Both are positive here.
 */
static BxDecimalResult
divide(BxArena *arena, const BxDecimal *a, const BxDecimal *b, uint32_t places, BxDecimal *quotient,
	   BxDecimal *remainder)
{
	/* as integers: a with `more` zeros, by b without the zeros it begins with */
	uint32_t zeros = zeros_of(b);
	uint32_t more = places + b->fraction - a->fraction;
	uint32_t n = a->n + more, bn = b->n - zeros, i;
	char *rest, *q;

	if (n > 3 * BX_DECIMAL_DIGITS)
		return BX_DECIMAL_RANGE;
	rest = row(arena, (size_t) bn + n);
	q = row(arena, n);
	if (rest == NULL || q == NULL)
		return BX_DECIMAL_MEMORY;
	memcpy(rest + bn, a->digits, a->n);
	for (i = 0; i < n; i++)
		q[i] = (char) ('0' + take_away(rest + i + 1, b->digits + zeros, bn));
	if (places > n) /* not more digits than places: zeros between the point and them */
	{
		char *wide = row(arena, places);

		if (wide == NULL)
			return BX_DECIMAL_MEMORY;
		memcpy(wide + places - n, q, n);
		q = wide;
		n = places;
	}
	*quotient = (BxDecimal){false, n, places, q};
	*remainder = (BxDecimal){false, bn + (a->n + more), a->fraction + more, rest};
	return BX_DECIMAL_OK;
}

static BxDecimalResult
check_operands(const BxDecimal *a, const BxDecimal *b)
{
	if (b->n == 0)
		return BX_DECIMAL_ZERO;
	return a->n > BX_DECIMAL_DIGITS || b->n > BX_DECIMAL_DIGITS ? BX_DECIMAL_RANGE : BX_DECIMAL_OK;
}

/* The power of ten of the first digit that is not 0. */
static int64_t
leading_power(const BxDecimal *d)
{
	return whole_of(d) - 1 - zeros_of(d);
}

BxDecimalResult
bx_decimal_div(BxArena *arena, const BxDecimal *a, const BxDecimal *b, BxDecimal *quotient)
{
	BxDecimalResult result = check_operands(a, b);
	BxDecimal q, rest;
	int64_t places;
	char *last;

	if (result != BX_DECIMAL_OK || a->n == 0)
	{
		*quotient = (BxDecimal){false, 0, 0, ""};
		return result;
	}
	places = greater(BX_DECIMAL_QUOTIENT, BX_DECIMAL_QUOTIENT - (leading_power(a) - leading_power(b)));
	places = greater(places, greater(a->fraction, b->fraction));
	result = divide(arena, a, b, (uint32_t) places + 1, &q, &rest);
	if (result != BX_DECIMAL_OK)
		return result;
	normalize(&rest);
	last = (char *) q.digits + q.n - 1;
	/* a digit that is neither 0 nor 5 says that there is more, whatever the rounding */
	if (rest.n > 0 && (*last == '0' || *last == '5'))
		++*last;
	q.negative = a->negative != b->negative;
	normalize(&q);
	result = bx_decimal_round(arena, &q, (int32_t) places, BX_ROUND_HALF_EVEN, quotient);
	return result == BX_DECIMAL_OK && quotient->n > BX_DECIMAL_DIGITS ? BX_DECIMAL_RANGE : result;
}

BxDecimalResult
bx_decimal_idiv(BxArena *arena, const BxDecimal *a, const BxDecimal *b, BxDecimal *quotient,
				BxDecimal *remainder)
{
	BxDecimalResult result = check_operands(a, b);
	uint32_t places = a->fraction > b->fraction ? a->fraction - b->fraction : 0;
	BxDecimal x = *a, q, rest;
	char *p;

	if (result != BX_DECIMAL_OK)
		return result;
	if (a->n == 0)
		x.digits = "";
	/* digits of b that go as far as those of a: then no place of the quotient is behind the point */
	if (places > 0)
	{
		BxDecimal wide = *b;

		p = row(arena, (size_t) b->n + places);
		if (p == NULL)
			return BX_DECIMAL_MEMORY;
		memcpy(p, b->digits, b->n);
		wide.digits = p;
		wide.n += places;
		wide.fraction += places;
		result = divide(arena, &x, &wide, 0, &q, &rest);
	}
	else
		result = divide(arena, &x, b, 0, &q, &rest);
	if (result != BX_DECIMAL_OK)
		return result;
	q.negative = a->negative != b->negative;
	rest.negative = a->negative;
	normalize(&q);
	normalize(&rest);
	if (quotient != NULL)
		*quotient = q;
	if (remainder != NULL)
		*remainder = rest;
	return BX_DECIMAL_OK;
}

/* ---- rounding ---- */

/* Does the magnitude grow by one in the last place, where the first digit cut off is `next` and others follow? */
static bool
rounds_away(const BxDecimal *d, BxDecimalRounding rounding, int last, int next, bool more)
{
	switch (rounding)
	{
		case BX_ROUND_DOWN: return d->negative;
		case BX_ROUND_UP: return !d->negative;
		case BX_ROUND_ZERO: return false;
		case BX_ROUND_HALF_UP: return next > 5 || (next == 5 && (more || !d->negative));
		default: return next > 5 || (next == 5 && (more || last % 2 == 1));
	}
}

BxDecimalResult
bx_decimal_round(BxArena *arena, const BxDecimal *d, int32_t places, BxDecimalRounding rounding,
				 BxDecimal *rounded)
{
	int64_t whole = whole_of(d);
	int64_t keep = whole + places; /* digits that stay, from the first on */
	int64_t zeros = places < 0 ? -(int64_t) places : 0;
	BxDecimal out = {d->negative, 0, places > 0 ? (uint32_t) places : 0, NULL};
	int64_t n, i;
	bool more = false;
	char *p;

	*rounded = *d;
	if (places >= (int64_t) d->fraction)
		return BX_DECIMAL_OK;
	if (zeros > BX_DECIMAL_DIGITS) /* more places than any number has */
		zeros = greater(whole, 0) + 1;
	for (i = greater(keep + 1, 0); i < d->n && !more; i++)
		more = d->digits[i] != '0';
	n = greater(keep, 0) + 1 + zeros;
	p = row(arena, (size_t) n);
	if (p == NULL)
		return BX_DECIMAL_MEMORY;
	for (i = 0; i < keep; i++)
		p[i + 1] = d->digits[i];
	if ((more || digit_at(d, whole - 1 - keep) > 0) &&
		rounds_away(d, rounding, digit_at(d, whole - keep), digit_at(d, whole - 1 - keep), more))
	{
		for (i = greater(keep, 0); p[i] == '9'; i--)
			p[i] = '0';
		p[i]++;
	}
	out.n = (uint32_t) n;
	out.digits = p;
	*rounded = out;
	return normalize(rounded);
}

/*
 * bx_number.c -- numbers: text to double or float and back, as XPath 1.0 and as XML Schema and XPath 3.1 write them.
 *
 * Both directions are exact (correctly rounded; shortest digits) and independent of the locale.  Library
 * conversions are used for their rounding only, on strings without a decimal point, and only where a
 * division or multiplication by an exact power of ten does not already settle the result.
 */
#include "../base/bx_core_int.h"
#include "bx_value.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Integers up to this are exact in a double. */
#define EXACT_MAX ((uint64_t) 1 << 53)

/* Powers of ten up to this are exact in a double. */
#define EXACT_POW10_MAX 22

/* The same of a float. */
#define EXACT_FLOAT_MAX ((uint64_t) 1 << 24)
#define EXACT_FLOAT_POW10_MAX 10

/*
 * The point exactly between two doubles has at most 768 significant digits; of what follows it only matters
 * whether it is zero.
 */
#define SIGNIFICANT_MAX 800

/* With SIGNIFICANT_MAX digits, exponents past this give 0 or infinity all the same. */
#define EXPONENT_BOUND 5000

/* Texts are shorter than this, so that no digits can make up for such a power of ten. */
#define POWER_BOUND ((int64_t) 1 << 40)

/* One division rounds once only where doubles are not computed in a wider type. */
#if FLT_EVAL_METHOD == 0
#define ROUNDS_ONCE 1
#else
#define ROUNDS_ONCE 0
#endif

static const double pow10_exact[EXACT_POW10_MAX + 1] = {
	1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
	1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
};

/* ---- text to number ---- */

/* An unsigned decimal number without white space: the digits before and after its point. */
typedef struct Digits
{
	const char *whole;
	size_t whole_n;
	const char *fraction;
	size_t fraction_n;
} Digits;

/* Digits ('.' Digits?)? | '.' Digits, and nothing else in [s, end). */
static bool
scan_number(const char *s, const char *end, Digits *d)
{
	d->whole = s;
	while (s < end && bx_is_digit(*s))
		s++;
	d->whole_n = (size_t) (s - d->whole);
	if (s < end && *s == '.')
		s++;
	d->fraction = s;
	while (s < end && bx_is_digit(*s))
		s++;
	d->fraction_n = (size_t) (s - d->fraction);
	return s == end && d->whole_n + d->fraction_n > 0;
}

/* The number when it is a small integer over a small power of ten, as nearly all numbers are. */
static bool
small_number(const Digits *d, bool single, double *result)
{
	uint64_t m = 0;
	size_t i;

	/* 19 digits cannot wrap around */
	if (!ROUNDS_ONCE || d->whole_n + d->fraction_n > 19)
		return false;
	for (i = 0; i < d->whole_n; i++)
		m = m * 10 + (uint64_t) (d->whole[i] - '0');
	for (i = 0; i < d->fraction_n; i++)
		m = m * 10 + (uint64_t) (d->fraction[i] - '0');
	if (single)
	{
		*result = (float) m / (float) pow10_exact[d->fraction_n];
		return m <= EXACT_FLOAT_MAX && d->fraction_n <= EXACT_FLOAT_POW10_MAX;
	}
	*result = (double) m / pow10_exact[d->fraction_n];
	return m <= EXACT_MAX;
}

/* Significant digits collected for strtod. */
typedef struct Significant
{
	char digits[SIGNIFICANT_MAX + 1 + 16]; /* a sticky digit and "e-nnnn" follow */
	size_t n;
	uint64_t dropped; /* digits after the first SIGNIFICANT_MAX */
	bool sticky;      /* one of them is not zero */
} Significant;

static void
collect(Significant *sig, const char *s, size_t n)
{
	size_t i = 0;

	if (sig->n == 0)
		while (i < n && s[i] == '0')
			i++;
	for (; i < n && sig->n < SIGNIFICANT_MAX; i++)
		sig->digits[sig->n++] = s[i];
	sig->dropped += n - i;
	for (; i < n && !sig->sticky; i++)
		sig->sticky = s[i] != '0';
}

/* Any number, times 10^power: strtod on an integer with an exponent, where no locale has a say. */
static double
big_number(const Digits *d, int64_t power, bool single)
{
	Significant sig;
	int64_t exponent;

	sig.n = 0;
	sig.dropped = 0;
	sig.sticky = false;
	collect(&sig, d->whole, d->whole_n);
	collect(&sig, d->fraction, d->fraction_n);
	if (sig.n == 0)
		return 0;
	exponent = (int64_t) sig.dropped - (int64_t) d->fraction_n + power;
	if (sig.sticky)
	{
		sig.digits[sig.n++] = '1';
		exponent--;
	}
	if (exponent > EXPONENT_BOUND)
		exponent = EXPONENT_BOUND;
	if (exponent < -EXPONENT_BOUND)
		exponent = -EXPONENT_BOUND;
	snprintf(sig.digits + sig.n, sizeof(sig.digits) - sig.n, "e%d", (int) exponent);
	return single ? (double) strtof(sig.digits, NULL) : strtod(sig.digits, NULL);
}

double
bx_number_from_text(const char *s, size_t n)
{
	const char *end = s + n;
	bool negative;
	Digits d;
	double result;

	while (s < end && bx_is_space(*s))
		s++;
	while (s < end && bx_is_space(end[-1]))
		end--;
	negative = s < end && *s == '-';
	if (!scan_number(s + negative, end, &d))
		return NAN;
	if (!small_number(&d, false, &result))
		result = big_number(&d, 0, false);
	return negative ? -result : result;
}

/* What follows "e": an integer, held at a bound past which nothing changes. */
static bool
scan_power(const char *s, const char *end, int64_t *power)
{
	bool negative = s < end && *s == '-';
	int64_t v = 0;

	if (s < end && (*s == '-' || *s == '+'))
		s++;
	if (s == end)
		return false;
	for (; s < end && bx_is_digit(*s); s++)
		if (v < POWER_BOUND)
			v = v * 10 + (*s - '0');
	*power = negative ? -v : v;
	return s == end;
}

static bool
from_scientific(const char *s, size_t n, bool single, double *d)
{
	const char *end = s + n;
	const char *e = s;
	bool negative = n > 0 && *s == '-';
	int64_t power = 0;
	Digits digits;

	if (n > 0 && (*s == '-' || *s == '+'))
		s++;
	for (e = s; e < end && *e != 'e' && *e != 'E'; e++)
		;
	if (e < end && !scan_power(e + 1, end, &power))
		return false;
	if (!scan_number(s, e, &digits))
		return false;
	if (power != 0 || !small_number(&digits, single, d))
		*d = big_number(&digits, power, single);
	if (negative)
		*d = -*d;
	return true;
}

bool
bx_number_from_scientific(const char *s, size_t n, double *d)
{
	return from_scientific(s, n, false, d);
}

bool
bx_number_float_from_scientific(const char *s, size_t n, double *d)
{
	return from_scientific(s, n, true, d);
}

static double
number_from_decimal(const BxValue *v)
{
	char text[BX_VALUE_SHORT_MAX];

	/* an integer is converted with one rounding whatever its size */
	if (v->scale == 0)
		return (double) v->num;
	if (ROUNDS_ONCE && v->num >= -(int64_t) EXACT_MAX && v->num <= (int64_t) EXACT_MAX)
		return (double) v->num / pow10_exact[v->scale];
	return bx_number_from_text(text, bx_decimal_text(v->num, v->scale, text));
}

bool
bx_number_of_value(const BxValue *v, double *d)
{
	char text[BX_VALUE_SHORT_MAX];
	int power = v->power - v->scale;

	if (v->type == AT_DECIMAL)
		*d = number_from_decimal(v);
	else if (v->type != AT_DOUBLE)
		return false;
	else if (!ROUNDS_ONCE || v->num < -(int64_t) EXACT_MAX || v->num > (int64_t) EXACT_MAX ||
			 power < -EXACT_POW10_MAX || power > EXACT_POW10_MAX)
		return bx_number_from_scientific(text, bx_value_format(v, text), d);
	else
		*d = power < 0 ? (double) v->num / pow10_exact[-power] : (double) v->num * pow10_exact[power];
	return true;
}

/* As XPath 1.0 reads it: zeros and a point are part of a number, "+" and a power are not; bytes may be digits. */
static double
number_from_declared(const uint8_t *p, uint32_t len)
{
	char text[BX_VALUE_TEXT_MAX];
	BxValue v;

	if ((p[0] != BX_TAG_PADDED && p[0] < BX_TAG_HEX) || !bx_value_decode(p, len, &v))
		return NAN;
	if (v.type == AT_DECIMAL)
		return v.style & BX_PADDED_PLUS ? NAN : number_from_decimal(&v);
	return bx_number_from_text(text, bx_value_format(&v, text));
}

double
bx_number_from_value(const uint8_t *p, uint32_t len)
{
	BxValue v;

	if (!bx_value_is_typed(p, len))
		return bx_number_from_text((const char *) p, len);
	if (len == 1 && p[0] >= BX_TAG_DIGIT && p[0] <= BX_TAG_DIGIT + 9)
		return p[0] - BX_TAG_DIGIT;
	if (BX_UNLIKELY(bx_value_is_declared(p, len)))
		return number_from_declared(p, len);
	if (!bx_value_decode(p, len, &v))
		return NAN;
	return v.type == AT_DECIMAL ? number_from_decimal(&v) : NAN;
}

/* ---- number to text ---- */

/* A positive number as 0.ddd * 10^point. */
typedef struct Shortest
{
	char digits[32]; /* no trailing zeros, NUL-terminated; room for the exponent of a trial */
	int n;
	int point;
} Shortest;

static bool
reads_back(Shortest *s, double d, bool single)
{
	bool same;

	snprintf(s->digits + s->n, sizeof(s->digits) - (size_t) s->n, "e%d", s->point - s->n);
	same = single ? strtof(s->digits, NULL) == (float) d : strtod(s->digits, NULL) == d;
	s->digits[s->n] = '\0';
	return same;
}

/* d correctly rounded to the given number of digits; whatever the locale prints as its point is skipped. */
static void
round_to(Shortest *s, double d, int digits)
{
	char text[48];
	const char *p;

	snprintf(text, sizeof(text), "%.*e", digits - 1, d);
	s->n = 0;
	for (p = text; *p != 'e'; p++)
		if (bx_is_digit(*p))
			s->digits[s->n++] = *p;
	s->point = atoi(p + 1) + 1;
	while (s->n > 1 && s->digits[s->n - 1] == '0')
		s->n--;
	s->digits[s->n] = '\0';
}

/*
 * Powers of two have a nearer neighbour below than above, so the 16 digits (of a float 8) just above the rounded ones
 * may read back where those do not.  A final 9 never needs the carry: its successor would have fewer digits.
 */
static bool
next_reads_back(Shortest *s, double d, bool single)
{
	int exponent, last = (single ? FLT_DECIMAL_DIG : DBL_DECIMAL_DIG) - 2;

	if (s->n != last + 1 || s->digits[last] == '9' || frexp(d, &exponent) != 0.5)
		return false;
	s->digits[last]++;
	return reads_back(s, d, single);
}

/*
 * Fewest digits that read back as d (finite, positive), which is a float's value where it is single.  DBL_DIG digits
 * always survive, if d is normal.
 */
static void
find_shortest(double d, bool single, Shortest *s)
{
	int most = single ? FLT_DECIMAL_DIG : DBL_DECIMAL_DIG;
	int digits = d < (single ? (double) FLT_MIN : DBL_MIN) ? 1 : single ? FLT_DIG : DBL_DIG;

	for (; digits < most; digits++)
	{
		round_to(s, d, digits);
		if (reads_back(s, d, single) || next_reads_back(s, d, single))
			return;
	}
	round_to(s, d, most);
}

/* Plain notation of s; at most 2 + 323 + 17 bytes. */
static char *
expand(char *p, const Shortest *s)
{
	int i;

	if (s->point <= 0)
	{
		*p++ = '0';
		*p++ = '.';
		for (i = s->point; i < 0; i++)
			*p++ = '0';
	}
	for (i = 0; i < s->n; i++)
	{
		if (i > 0 && i == s->point)
			*p++ = '.';
		*p++ = s->digits[i];
	}
	for (; i < s->point; i++)
		*p++ = '0';
	return p;
}

/*
 * Integers, and the decimals of few places that most arithmetic on data gives: with at most 15 digits a
 * decimal that divides out to d is the only one, hence the shortest.  False when d is neither.
 */
static bool
as_small_decimal(double d, BxValue *v)
{
	const double bound = 1e15;

	memset(v, 0, sizeof(*v));
	v->type = AT_DECIMAL;
	if (d > -(double) EXACT_MAX && d < (double) EXACT_MAX && d == (double) (int64_t) d)
	{
		v->num = (int64_t) d;
		return true;
	}
	for (v->scale = 1; ROUNDS_ONCE && v->scale <= 6; v->scale++)
	{
		double shifted = d * pow10_exact[v->scale];

		if (!(shifted > -bound && shifted < bound))
			return false;
		v->num = (int64_t) (shifted + (d < 0 ? -0.5 : 0.5));
		if ((double) v->num / pow10_exact[v->scale] == d)
			return true;
	}
	return false;
}

unsigned
bx_number_format(double d, char *buf)
{
	Shortest s;
	BxValue v;
	char *p = buf;

	if (d != d)
	{
		memcpy(buf, "NaN", 3);
		return 3;
	}
	if (d < -DBL_MAX)
	{
		memcpy(buf, "-Infinity", 9);
		return 9;
	}
	if (d > DBL_MAX)
	{
		memcpy(buf, "Infinity", 8);
		return 8;
	}
	if (as_small_decimal(d, &v))
		return bx_value_format(&v, buf);
	if (d < 0)
	{
		*p++ = '-';
		d = -d;
	}
	find_shortest(d, false, &s);
	return (unsigned) (expand(p, &s) - buf);
}

/* One digit before the point, at least one behind it, and the power. */
static char *
put_scientific(char *p, const Shortest *s)
{
	*p++ = s->digits[0];
	*p++ = '.';
	if (s->n == 1)
		*p++ = '0';
	memcpy(p, s->digits + 1, (size_t) s->n - 1);
	p += s->n - 1;
	*p++ = 'E';
	return p + bx_decimal_text(s->point - 1, 0, p);
}

unsigned
bx_number_canonical(double d, bool single, char *buf)
{
	/* the bounds of plain notation: one millionth, and one million */
	const double low = single ? (double) 1e-6f : 1e-6, high = 1e6;
	Shortest s;
	BxValue v;
	char *p = buf;

	if (d != d || d < -DBL_MAX || d > DBL_MAX)
	{
		const char *word = d != d ? "NaN" : d < 0 ? "-INF" : "INF";

		memcpy(buf, word, strlen(word));
		return (unsigned) strlen(word);
	}
	if (signbit(d))
	{
		*p++ = '-';
		d = -d;
	}
	if (d == 0)
	{
		*p++ = '0';
		return (unsigned) (p - buf);
	}
	if (!single && d >= low && d < high && as_small_decimal(d, &v))
		return (unsigned) (p - buf) + bx_value_format(&v, p);
	find_shortest(d, single, &s);
	p = d >= low && d < high ? expand(p, &s) : put_scientific(p, &s);
	return (unsigned) (p - buf);
}

/* The integer closest to d, the one closer to positive infinity of two (XPath 1.0, section 4.4). */
double
bx_number_round(double d)
{
	double r;

	if (isnan(d) || isinf(d) || fabs(d) >= 4503599627370496.0)
		return d;
	r = floor(d);
	if (d - r >= 0.5)
		r += 1;
	return r == 0 && (d < 0 || signbit(d)) ? -0.0 : r;
}

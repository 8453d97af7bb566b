/*
 * bx_index_number.c -- numbers as bytes of index keys, and back.
 *
 * A number that is not 0 is 0.D1D2D3... * 100^E with digits from 0 to 99, of which the first and the last are not 0.
 * The first byte says sign and E, two do where E is far from 0; then each digit takes a byte that says as well whether
 * more follow.  The bytes of a negative number are the complements of those of the positive one.
 */
#include "../base/bx_core_int.h"
#include "bx_index_number.h"

#include <math.h>

#include "../value/bx_value.h"

#define FIRST_ZERO 0x80
#define FIRST_TINY 0x81  /* E is below NEAR_MIN and in the second byte */
#define FIRST_NEAR 0x82  /* E is NEAR_MIN; the others of NEAR_MIN to NEAR_MAX follow */
#define FIRST_LARGE 0xBF /* E is above NEAR_MAX and in the second byte */
#define FIRST_INFINITE 0xC0
#define NEAR_MIN (-30)
#define NEAR_MAX 30
/* In the second byte E is counted from here. */
#define TINY_FROM (-200)
#define LARGE_FROM (NEAR_MAX + 1)

/* Significant digits of a decimal that has a double of its own, and of any double. */
#define EXACT_DIGITS 15
#define DOUBLE_DIGITS 17
/* Powers of ten beyond are left to the double, which may be 0, infinity or have few digits. */
#define POWER_MAX 280
#define POWER_BOUND 100000
/* Integers below it have at most 15 digits, and are exact. */
#define INTEGER_BOUND 1e15

#define NANOS 1000000000u

/* Digits of base 100, the most significant one first, and E. */
typedef struct Hundreds
{
	uint8_t digit[BX_INDEX_NUMBER_MAX];
	unsigned n;
	int exponent;
} Hundreds;

/* The digits of m, which has an even power. */
static void
take_integer(Hundreds *h, uint64_t m, int power)
{
	uint8_t low_first[10];
	unsigned i, n = 0;

	for (; m > 0; m /= 100)
		low_first[n++] = (uint8_t) (m % 100);
	for (i = 0; i < n; i++)
		h->digit[i] = low_first[n - 1 - i];
	h->n = n;
	h->exponent = (int) n + power / 2;
}

static unsigned
put(const Hundreds *h, bool negative, uint8_t *out)
{
	uint8_t flip = negative ? 0xff : 0;
	uint8_t *p = out;
	unsigned i, n = h->n;

	while (n > 0 && h->digit[n - 1] == 0)
		n--;
	if (n == 0)
	{
		*out = FIRST_ZERO;
		return 1;
	}
	if (BX_LIKELY(h->exponent >= NEAR_MIN && h->exponent <= NEAR_MAX))
		*p++ = (uint8_t) (FIRST_NEAR + h->exponent - NEAR_MIN) ^ flip;
	else
	{
		*p++ = (h->exponent < 0 ? FIRST_TINY : FIRST_LARGE) ^ flip;
		*p++ = (uint8_t) (h->exponent - (h->exponent < 0 ? TINY_FROM : LARGE_FROM)) ^ flip;
	}
	for (i = 0; i < n; i++)
		*p++ = (uint8_t) (2 * h->digit[i] + (i + 1 < n)) ^ flip;
	return (unsigned) (p - out);
}

/* m has at most 17 digits. */
static unsigned
put_decimal(bool negative, uint64_t m, int power, uint8_t *out)
{
	Hundreds h;

	if (power & 1)
	{
		m *= 10;
		power--;
	}
	take_integer(&h, m, power);
	return put(&h, negative, out);
}

unsigned
bx_index_number_decimal(bool negative, uint64_t m, int power, uint8_t *out)
{
	return put_decimal(negative, m, power, out);
}

unsigned
bx_index_number_seconds(int64_t seconds, uint32_t nanos, uint8_t *out)
{
	bool negative = seconds < 0;
	uint64_t whole = negative ? (uint64_t) - (seconds + (nanos > 0)) : (uint64_t) seconds;
	uint64_t fraction = (uint64_t) (negative && nanos > 0 ? NANOS - nanos : nanos) * 10;
	uint64_t unit = UINT64_C(100000000);
	Hundreds h;

	take_integer(&h, whole, 0);
	for (; unit > 0 && fraction > 0; unit /= 100)
	{
		h.digit[h.n] = (uint8_t) (fraction / unit);
		fraction %= unit;
		if (h.n > 0 || h.digit[0] > 0)
			h.n++;
		else
			h.exponent--;
	}
	return put(&h, negative, out);
}

void
bx_index_number_negate(uint8_t *p, unsigned n)
{
	bool zero = p[0] == FIRST_ZERO;
	unsigned i;

	for (i = 0; i < n && !zero; i++)
		p[i] = (uint8_t) ~p[i];
}

/* A decimal text: m * 10^power. */
typedef struct Decimal
{
	uint64_t m;
	unsigned digits; /* of m */
	int64_t power;
	bool negative;
	bool more; /* there are more digits than were asked for, and m is not set */
} Decimal;

static uint64_t
power_of_ten(unsigned n)
{
	uint64_t p = 1;

	while (n-- > 0)
		p *= 10;
	return p;
}

/* Digits of a text from *p on; zeros are added to m when another digit comes.  *any is set when there is a digit. */
static void
scan_digits(const char **p, const char *end, unsigned most, Decimal *d, size_t *zeros, bool *any)
{
	for (; *p < end && bx_is_digit(**p); ++*p)
	{
		*any = true;
		if (**p == '0')
		{
			*zeros += d->m > 0;
			continue;
		}
		d->more |= d->digits + *zeros >= most;
		if (!d->more)
		{
			d->m = d->m * power_of_ten((unsigned) *zeros + 1) + (uint64_t) (**p - '0');
			d->digits += (unsigned) *zeros + 1;
			*zeros = 0;
		}
	}
}

/* What follows "e"; held at a bound beyond which nothing changes. */
static bool
scan_power(const char *p, const char *end, int64_t *power)
{
	bool negative = p < end && *p == '-';
	int64_t v = 0;

	p += p < end && (*p == '-' || *p == '+');
	if (p == end)
		return false;
	for (; p < end && bx_is_digit(*p); p++)
		v = v < POWER_BOUND ? v * 10 + (*p - '0') : v;
	*power += negative ? -v : v;
	return p == end;
}

/* sign? (digits ('.' digits?)? | '.' digits) (e power)?, and nothing else in [p, end). */
static bool
scan(const char *p, const char *end, unsigned most, Decimal *d)
{
	const char *fraction;
	size_t zeros = 0;
	bool any = false;

	memset(d, 0, sizeof(*d));
	d->negative = p < end && *p == '-';
	p += p < end && (*p == '-' || *p == '+');
	scan_digits(&p, end, most, d, &zeros, &any);
	if (p < end && *p == '.')
	{
		fraction = ++p;
		scan_digits(&p, end, most, d, &zeros, &any);
		d->power = -(int64_t) (p - fraction);
	}
	d->power += (int64_t) zeros;
	if (!any || p == end)
		return any;
	return (*p == 'e' || *p == 'E') && scan_power(p + 1, end, &d->power);
}

unsigned
bx_index_number_double(double d, uint8_t *out)
{
	char text[BX_NUMBER_TEXT_MAX];
	Decimal dec;

	if (isinf(d))
	{
		*out = d > 0 ? FIRST_INFINITE : (uint8_t) ~FIRST_INFINITE;
		return 1;
	}
	/* an integer whose digits need not be found by printing it; -0 is printed */
	if (d != 0 && fabs(d) < INTEGER_BOUND && (double) (int64_t) d == d)
		return put_decimal(d < 0, (uint64_t) fabs(d), 0, out);
	scan(text, text + bx_number_format(d, text), DOUBLE_DIGITS, &dec);
	return put_decimal(dec.negative, dec.m, (int) dec.power, out);
}

/* INF, +INF, -INF. */
static unsigned
infinity_text(BxStr s, uint8_t *out)
{
	if (bx_str_is(s, "INF") || bx_str_is(s, "+INF"))
		return bx_index_number_double(INFINITY, out);
	return bx_str_is(s, "-INF") ? bx_index_number_double(-INFINITY, out) : 0;
}

unsigned
bx_index_number_text(const char *s, size_t n, uint8_t *out)
{
	BxStr t = bx_str_trim(bx_str(s, n));
	Decimal dec;
	double d;

	if (!scan(t.s, t.s + t.n, EXACT_DIGITS, &dec))
		return infinity_text(t, out);
	if (!dec.more && (dec.m == 0 || (dec.power >= -POWER_MAX && dec.power <= POWER_MAX)))
		return put_decimal(dec.negative, dec.m, (int) (dec.m == 0 ? 0 : dec.power), out);
	if (!bx_number_from_scientific(t.s, t.n, &d))
		return 0;
	return bx_index_number_double(d, out);
}

/* ---- back ---- */

/* The exponent, from one byte or two; returns how many, 0 when the bytes are none. */
static unsigned
get_exponent(const uint8_t *p, size_t n, uint8_t flip, int *exponent)
{
	uint8_t first = p[0] ^ flip;

	if (first >= FIRST_NEAR && first < FIRST_LARGE)
	{
		*exponent = first - FIRST_NEAR + NEAR_MIN;
		return 1;
	}
	if (n < 2 || (first != FIRST_TINY && first != FIRST_LARGE))
		return 0;
	*exponent = (p[1] ^ flip) + (first == FIRST_TINY ? TINY_FROM : LARGE_FROM);
	return 2;
}

bool
bx_index_number_digits(const uint8_t *p, size_t n, BxIndexDigits *d)
{
	uint8_t flip = n > 0 && p[0] < FIRST_ZERO ? 0xff : 0;
	unsigned i;
	int exponent;

	memset(d, 0, sizeof(*d));
	d->negative = flip != 0;
	if (n == 1 && p[0] == FIRST_ZERO)
		return true;
	d->infinite = n == 1 && (p[0] ^ flip) == FIRST_INFINITE;
	if (d->infinite)
		return true;
	i = n > 0 && n <= BX_INDEX_NUMBER_MAX ? get_exponent(p, n, flip, &exponent) : 0;
	if (i == 0 || i == n)
		return false;
	for (; i < n; i++)
	{
		unsigned digit = (unsigned) (p[i] ^ flip) / 2;

		if (digit > 99 || ((p[i] ^ flip) & 1) != (i + 1 < n))
			return false;
		d->digit[d->n++] = (char) ('0' + digit / 10);
		d->digit[d->n++] = (char) ('0' + digit % 10);
	}
	d->point = 2 * exponent;
	if (d->digit[0] == '0')
	{
		memmove(d->digit, d->digit + 1, --d->n);
		d->point--;
	}
	while (d->n > 0 && d->digit[d->n - 1] == '0')
		d->n--;
	return d->n > 0;
}

double
bx_index_number_get(const uint8_t *p, size_t n)
{
	char text[2 * BX_INDEX_NUMBER_MAX + 16];
	BxIndexDigits d;
	double result;
	unsigned at, power;

	if (!bx_index_number_digits(p, n, &d))
		return NAN;
	if (d.infinite)
		return d.negative ? -INFINITY : INFINITY;
	if (d.n == 0)
		return 0;
	/* "-", digits, "e", sign, three digits */
	memcpy(text + 1, d.digit, d.n);
	text[0] = d.negative ? '-' : '0';
	at = d.n + 1;
	text[at++] = 'e';
	text[at++] = d.point - (int) d.n < 0 ? '-' : '+';
	power = (unsigned) (d.point < (int) d.n ? (int) d.n - d.point : d.point - (int) d.n);
	text[at++] = (char) ('0' + power / 100 % 10);
	text[at++] = (char) ('0' + power / 10 % 10);
	text[at++] = (char) ('0' + power % 10);
	return bx_number_from_scientific(text, at, &result) ? result : NAN;
}

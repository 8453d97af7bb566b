/*
 * bx_lexical.c -- lexical forms of XML Schema to values.
 *
 * Forms first, ranges second: a text is refused as malformed wherever it stops being a form, also behind a field whose
 * value is too large.  Numbers with a point come from bx_number.c, the calendar from bx_calendar_int.h.
 */
#include "../base/bx_core_int.h"
#include "bx_lexical.h"

#include <math.h>
#include <string.h>

#include "bx_calendar_int.h"

#define USEC 1000000
#define NANOS 1000000000
#define DAY_USEC ((int64_t) BX_DAY_SECONDS * USEC)
#define ZONE_MINUTES_MAX (14 * 60)
#define YEAR_DIGITS_MAX 7 /* of BX_LEX_YEAR_MAX */
#define CYCLE_YEARS 400   /* after which the calendar repeats */
#define CYCLE_DAYS 146097

/* A text being read. */
typedef struct Lex
{
	const char *p;
	const char *end;
} Lex;

static Lex
trimmed(const char *s, size_t n)
{
	BxStr t = bx_str_trim(bx_str(s, n));

	return (Lex){t.s, t.s + t.n};
}

static bool
is_word(const Lex *x, const char *word)
{
	return bx_str_is(bx_str(x->p, (size_t) (x->end - x->p)), word);
}

static bool
take(Lex *x, char c)
{
	if (x->p == x->end || *x->p != c)
		return false;
	x->p++;
	return true;
}

/* ---- numbers ---- */

BxLexResult
bx_lex_integer(const char *s, size_t n, int64_t *v)
{
	Lex x = trimmed(s, n);
	bool negative = take(&x, '-');
	BxLexResult result = BX_LEX_OK;

	if (!negative)
		take(&x, '+');
	if (x.p == x.end)
		return BX_LEX_FORM;
	/* digits are subtracted: the smallest number has no positive counterpart */
	for (*v = 0; x.p < x.end; x.p++)
	{
		if (!bx_is_digit(*x.p))
			return BX_LEX_FORM;
		if (result == BX_LEX_OK &&
			(__builtin_mul_overflow(*v, 10, v) || __builtin_sub_overflow(*v, *x.p - '0', v)))
			result = BX_LEX_RANGE;
	}
	if (result == BX_LEX_OK && !negative && __builtin_sub_overflow(0, *v, v))
		return BX_LEX_RANGE;
	return result;
}

BxLexResult
bx_lex_boolean(const char *s, size_t n, bool *v)
{
	Lex x = trimmed(s, n);

	*v = is_word(&x, "true") || is_word(&x, "1");
	return *v || is_word(&x, "false") || is_word(&x, "0") ? BX_LEX_OK : BX_LEX_FORM;
}

/* A number of either precision; `finite` reads those that have digits. */
static BxLexResult
lex_number(const char *s, size_t n, bool (*finite)(const char *, size_t, double *), double *v)
{
	Lex x = trimmed(s, n);

	if (finite(x.p, (size_t) (x.end - x.p), v))
		return isinf(*v) ? BX_LEX_RANGE : BX_LEX_OK;
	if (is_word(&x, "INF") || is_word(&x, "+INF"))
		*v = INFINITY;
	else if (is_word(&x, "-INF"))
		*v = -INFINITY;
	else if (is_word(&x, "NaN"))
		*v = NAN;
	else
		return BX_LEX_FORM;
	return BX_LEX_OK;
}

BxLexResult
bx_lex_double(const char *s, size_t n, double *v)
{
	return lex_number(s, n, bx_number_from_scientific, v);
}

BxLexResult
bx_lex_float(const char *s, size_t n, double *v)
{
	return lex_number(s, n, bx_number_float_from_scientific, v);
}

static size_t
skip_digits(Lex *x)
{
	const char *start = x->p;

	while (x->p < x->end && bx_is_digit(*x->p))
		x->p++;
	return (size_t) (x->p - start);
}

BxLexResult
bx_lex_decimal(const char *s, size_t n, BxLexDecimal *v)
{
	Lex x = trimmed(s, n);
	size_t zeros = 0;
	size_t whole;

	v->negative = take(&x, '-');
	if (!v->negative)
		take(&x, '+');
	v->digits = x.p;
	v->len = (size_t) (x.end - x.p);
	whole = skip_digits(&x);
	while (zeros < whole && v->digits[zeros] == '0')
		zeros++;
	v->whole_n = whole - zeros;
	v->fraction_n = take(&x, '.') ? skip_digits(&x) : 0;
	return x.p == x.end && whole + v->fraction_n > 0 ? BX_LEX_OK : BX_LEX_FORM;
}

/* ---- dates and times ---- */

static bool
two_digits(Lex *x, unsigned *v)
{
	if (x->end - x->p < 2 || !bx_is_digit(x->p[0]) || !bx_is_digit(x->p[1]))
		return false;
	*v = (unsigned) (x->p[0] - '0') * 10 + (unsigned) (x->p[1] - '0');
	x->p += 2;
	return true;
}

/* "-"? and at least four digits, no more than needed. */
static BxLexResult
take_year(Lex *x, int64_t *year)
{
	bool negative = take(x, '-');
	const char *first = x->p;
	size_t n = skip_digits(x);

	if (n < 4 || (n > 4 && *first == '0'))
		return BX_LEX_FORM;
	*year = 0;
	if (n > YEAR_DIGITS_MAX)
		return BX_LEX_RANGE;
	for (; first < x->p; first++)
		*year = *year * 10 + (*first - '0');
	if (negative)
		*year = -*year;
	return BX_LEX_OK;
}

/* The year is moved by whole cycles to where the calendar counts; *days by as many. */
static BxLexResult
take_date(Lex *x, int64_t *days)
{
	int64_t year, cycles;
	unsigned month = 0, day = 0, y;
	BxLexResult result = take_year(x, &year);

	if (result == BX_LEX_FORM || !take(x, '-') || !two_digits(x, &month) || !take(x, '-') ||
		!two_digits(x, &day))
		return BX_LEX_FORM;
	cycles = year / CYCLE_YEARS - (year % CYCLE_YEARS <= 0);
	y = (unsigned) (year - cycles * CYCLE_YEARS);
	if (result == BX_LEX_RANGE || month - 1 > 11 || day == 0 || day > bx_days_in_month(y, month))
	{
		*days = 0;
		return BX_LEX_RANGE;
	}
	*days = cycles * CYCLE_DAYS + bx_days_from_civil(y, month, day);
	return BX_LEX_OK;
}

/* The zone, if there is one; it ends the text. */
static BxLexResult
take_zone(Lex *x, BxLexTime *v)
{
	unsigned h = 0, m = 0;
	bool negative;

	v->zoned = x->p < x->end;
	v->offset = 0;
	if (!v->zoned)
		return BX_LEX_OK;
	if (take(x, 'Z'))
		return x->p == x->end ? BX_LEX_OK : BX_LEX_FORM;
	negative = take(x, '-');
	if ((!negative && !take(x, '+')) || !two_digits(x, &h) || !take(x, ':') || !two_digits(x, &m) ||
		x->p != x->end)
		return BX_LEX_FORM;
	v->offset = (int) (h * 60 + m) * (negative ? -1 : 1);
	return m > 59 || h * 60 + m > ZONE_MINUTES_MAX ? BX_LEX_RANGE : BX_LEX_OK;
}

/* ".ddd" to nanoseconds, further digits dropped; *more is set when it is not zero. */
static BxLexResult
take_fraction(Lex *x, int64_t *nanos, bool *more)
{
	int64_t unit = NANOS;
	const char *first;

	*nanos = 0;
	*more = false;
	if (!take(x, '.'))
		return BX_LEX_OK;
	first = x->p;
	if (skip_digits(x) == 0)
		return BX_LEX_FORM;
	for (; first < x->p; first++)
	{
		*more |= *first != '0';
		unit /= 10;
		*nanos += (*first - '0') * unit;
	}
	return BX_LEX_OK;
}

/* Nanoseconds to microseconds, half a microsecond up; *rest is what that added or took away. */
static int64_t
round_nanos(int64_t nanos, int *rest)
{
	int64_t usec = (nanos + 500) / 1000;

	*rest = (int) (nanos - usec * 1000);
	return usec;
}

static BxLexResult
take_time(Lex *x, BxLexTime *v)
{
	unsigned h = 0, m = 0, sec = 0;
	int64_t fraction;
	bool more;

	if (!two_digits(x, &h) || !take(x, ':') || !two_digits(x, &m) || !take(x, ':') || !two_digits(x, &sec))
		return BX_LEX_FORM;
	if (take_fraction(x, &fraction, &more) != BX_LEX_OK)
		return BX_LEX_FORM;
	v->usec = ((int64_t) h * 3600 + m * 60 + sec) * USEC + round_nanos(fraction, &v->rest);
	if (h == 24)
		return m == 0 && sec == 0 && !more ? BX_LEX_OK : BX_LEX_RANGE;
	return h > 24 || m > 59 || sec > 59 ? BX_LEX_RANGE : BX_LEX_OK;
}

BxLexResult
bx_lex_date(const char *s, size_t n, BxLexTime *v)
{
	Lex x = trimmed(s, n);
	BxLexResult date = take_date(&x, &v->days);
	BxLexResult zone;

	v->usec = 0;
	v->rest = 0;
	if (date == BX_LEX_FORM)
		return BX_LEX_FORM;
	zone = take_zone(&x, v);
	return zone != BX_LEX_OK ? zone : date;
}

/* A full day of microseconds, from rounding or 24:00:00, goes to the next. */
static void
carry(BxLexTime *v)
{
	if (v->usec >= DAY_USEC)
	{
		v->days++;
		v->usec -= DAY_USEC;
	}
}

BxLexResult
bx_lex_datetime(const char *s, size_t n, BxLexTime *v)
{
	Lex x = trimmed(s, n);
	BxLexResult date = take_date(&x, &v->days);
	BxLexResult time, zone;

	if (date == BX_LEX_FORM || !take(&x, 'T'))
		return BX_LEX_FORM;
	time = take_time(&x, v);
	if (time == BX_LEX_FORM)
		return BX_LEX_FORM;
	zone = take_zone(&x, v);
	if (zone != BX_LEX_OK)
		return zone;
	if (date != BX_LEX_OK || time != BX_LEX_OK)
		return BX_LEX_RANGE;
	carry(v);
	return BX_LEX_OK;
}

static inline int64_t
floor_div(int64_t a, int64_t b)
{
	return a / b - (a % b < 0);
}

void
bx_lex_time_of_value(const BxValue *value, BxLexTime *v)
{
	int64_t unit = 1;
	int64_t seconds, fraction;
	unsigned i;

	v->zoned = value->zone != BX_DT_NOZONE;
	v->offset = value->offset;
	v->rest = 0;
	if (value->type == BX_VT_DATE || value->type == BX_VT_ZONED)
	{
		v->days = value->num;
		v->usec = 0;
		return;
	}
	for (i = 0; i < value->scale; i++)
		unit *= 10;
	seconds = floor_div(value->num, unit);
	/* modulo 2^64, as seconds * unit may be below the smallest number */
	fraction = (int64_t) ((uint64_t) value->num - (uint64_t) seconds * (uint64_t) unit);
	v->days = floor_div(seconds, BX_DAY_SECONDS);
	v->usec = (seconds - v->days * BX_DAY_SECONDS) * USEC;
	v->usec += round_nanos(fraction * (NANOS / unit), &v->rest);
	carry(v);
}

/* ---- bytes ---- */

/* The low byte of bits; only counted where there is no room. */
static void
put_byte(uint8_t *out, size_t *len, uint32_t bits)
{
	if (out != NULL)
		out[*len] = (uint8_t) bits;
	++*len;
}

BxLexResult
bx_lex_hex(const char *s, size_t n, uint8_t *out, size_t *len)
{
	Lex x = trimmed(s, n);

	*len = 0;
	if ((x.end - x.p) % 2 != 0)
		return BX_LEX_FORM;
	for (; x.p < x.end; x.p += 2)
	{
		int high = bx_hex_digit(x.p[0]);
		int low = bx_hex_digit(x.p[1]);

		if (high < 0 || low < 0)
			return BX_LEX_FORM;
		put_byte(out, len, (uint32_t) (high << 4 | low));
	}
	return BX_LEX_OK;
}

static int
base64_digit(char c)
{
	if (c >= 'A' && c <= 'Z')
		return c - 'A';
	if (c >= 'a' && c <= 'z')
		return c - 'a' + 26;
	if (bx_is_digit(c))
		return c - '0' + 52;
	return c == '+' ? 62 : c == '/' ? 63 : -1;
}

/* The last group: k digits in bits, then `pads` times "=". */
static BxLexResult
base64_end(uint32_t bits, unsigned k, unsigned pads, uint8_t *out, size_t *len)
{
	if (k == 0 && pads == 0)
		return BX_LEX_OK;
	if (k + pads != 4 || k < 2)
		return BX_LEX_FORM;
	if (bits & (k == 2 ? 0xFu : 0x3u))
		return BX_LEX_FORM;
	bits <<= 6 * pads;
	put_byte(out, len, bits >> 16);
	if (k == 3)
		put_byte(out, len, bits >> 8);
	return BX_LEX_OK;
}

BxLexResult
bx_lex_base64(const char *s, size_t n, uint8_t *out, size_t *len)
{
	Lex x = trimmed(s, n);
	uint32_t bits = 0;
	unsigned k = 0, pads = 0;

	*len = 0;
	for (; x.p < x.end; x.p++)
	{
		int d;

		if (bx_is_space(*x.p))
			continue;
		if (*x.p == '=')
		{
			if (++pads > 2)
				return BX_LEX_FORM;
			continue;
		}
		d = base64_digit(*x.p);
		if (d < 0 || pads > 0)
			return BX_LEX_FORM;
		bits = bits << 6 | (uint32_t) d;
		if (++k < 4)
			continue;
		put_byte(out, len, bits >> 16);
		put_byte(out, len, bits >> 8);
		put_byte(out, len, bits);
		bits = 0;
		k = 0;
	}
	return base64_end(bits, k, pads, out, len);
}

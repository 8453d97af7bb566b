/*
 * bx_lexical.c -- lexical forms of XML Schema to values.
 *
 * Numbers with a point come from bx_number.c, dates and times from bx_moment_read.c.
 */
#include "../base/bx_core_int.h"
#include "bx_lexical.h"

#include <math.h>

#include "bx_calendar_int.h"
#include "bx_lex_int.h"
#include "bx_moment.h"

#define USEC 1000000
#define DAY_USEC ((int64_t) BX_DAY_SECONDS * USEC)

static bool
is_word(const BxLex *x, const char *word)
{
	return bx_str_is(bx_str(x->p, (size_t) (x->end - x->p)), word);
}

/* ---- numbers ---- */

BxLexResult
bx_lex_integer(const char *s, size_t n, int64_t *v)
{
	BxLex x = bx_lex_trimmed(s, n);
	bool negative = bx_lex_take(&x, '-');
	BxLexResult result = BX_LEX_OK;

	if (!negative)
		bx_lex_take(&x, '+');
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
	BxLex x = bx_lex_trimmed(s, n);

	*v = is_word(&x, "true") || is_word(&x, "1");
	return *v || is_word(&x, "false") || is_word(&x, "0") ? BX_LEX_OK : BX_LEX_FORM;
}

/* A number of either precision; `finite` reads those that have digits. */
static BxLexResult
lex_number(const char *s, size_t n, bool (*finite)(const char *, size_t, double *), double *v)
{
	BxLex x = bx_lex_trimmed(s, n);

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

BxLexResult
bx_lex_decimal(const char *s, size_t n, BxLexDecimal *v)
{
	BxLex x = bx_lex_trimmed(s, n);
	size_t zeros = 0;
	size_t whole;

	v->negative = bx_lex_take(&x, '-');
	if (!v->negative)
		bx_lex_take(&x, '+');
	v->digits = x.p;
	v->len = (size_t) (x.end - x.p);
	whole = bx_lex_skip_digits(&x);
	while (zeros < whole && v->digits[zeros] == '0')
		zeros++;
	v->whole_n = whole - zeros;
	v->fraction_n = bx_lex_take(&x, '.') ? bx_lex_skip_digits(&x) : 0;
	return x.p == x.end && whole + v->fraction_n > 0 ? BX_LEX_OK : BX_LEX_FORM;
}

/* ---- dates and times ---- */

static inline int64_t
floor_div(int64_t a, int64_t b)
{
	return a / b - (a % b < 0);
}

/* Nanoseconds are rounded to microseconds, half of one up; a full day of them, from rounding, goes to the next. */
static void
lex_time(const BxMoment *m, BxLexTime *v)
{
	int64_t usec = ((int64_t) m->nanos + 500) / 1000;

	v->days = floor_div(m->seconds, BX_DAY_SECONDS);
	v->usec = (m->seconds - v->days * BX_DAY_SECONDS) * USEC + usec;
	v->rest = (int) (m->nanos - usec * 1000);
	v->zoned = m->zone != BX_ZONE_NONE;
	v->offset = v->zoned ? m->zone : 0;
	if (v->usec >= DAY_USEC)
	{
		v->days++;
		v->usec -= DAY_USEC;
	}
}

BxLexResult
bx_lex_date(const char *s, size_t n, BxLexTime *v)
{
	BxMoment m = {0};
	BxLexResult lex = bx_date_read(s, n, &m);

	lex_time(&m, v);
	return lex;
}

BxLexResult
bx_lex_datetime(const char *s, size_t n, BxLexTime *v)
{
	BxMoment m = {0};
	BxLexResult lex = bx_datetime_read(s, n, &m);

	lex_time(&m, v);
	return lex;
}

void
bx_lex_time_of_value(const BxValue *value, BxLexTime *v)
{
	BxMoment m = bx_moment_of_value(value);

	lex_time(&m, v);
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
	BxLex x = bx_lex_trimmed(s, n);

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
	BxLex x = bx_lex_trimmed(s, n);
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

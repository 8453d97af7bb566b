/*
 * bx_value.c -- payloads: finding the typed form of a text, reading it, printing it.
 *
 * The encoder recognizes the exact canonical spelling of a few types and nothing near it, so that the printer
 * needs no memory of how a value was written.  It runs on every text of a new document: most are refused
 * on their first byte or length, and no library conversion is used.  Reading checks only what keeps the
 * printer within its buffer; bx_value_is_canonical is the stricter rule of the validator.
 *
 * Forms of declared types are in bx_declared.c, numbers as XPath sees them in bx_number.c.
 */
#include "../base/bx_core_int.h"
#include "bx_value.h"

#include "../base/bx_word.h"
#include "bx_calendar_int.h"
#include "bx_declared_int.h"

#define TEXT_MAX 40 /* of a form found by the text alone */
#define DECIMAL_SCALE_MAX 18
#define DECIMAL_DIGITS_MAX 19 /* digits of INT64_MAX */
#define DECIMAL_TEXT_MAX 21   /* sign, digits, point */
#define DECIMAL_COPY 20       /* bytes copied for up to so many digits */

#define DATE_LEN 10     /* YYYY-MM-DD */
#define DATETIME_LEN 19 /* YYYY-MM-DDThh:mm:ss */
#define FRACTION_MAX 9
#define ZONE_LEN 6 /* +hh:mm */

/* What two_digits returns for anything but two digits: larger than any year, alone or added to a century. */
#define NOT_DIGITS 100000u

const int64_t bx_pow10[BX_POW10_MAX + 1] = {
	1,
	10,
	100,
	1000,
	10000,
	100000,
	1000000,
	10000000,
	100000000,
	1000000000,
	10000000000,
	100000000000,
	1000000000000,
	10000000000000,
	100000000000000,
	1000000000000000,
	10000000000000000,
	100000000000000000,
	1000000000000000000,
};

/* ---- two's complement of the smallest width ---- */

/* Bytes needed for v, at least 1. */
static inline unsigned
int_width(int64_t v)
{
	uint64_t magnitude = (uint64_t) (v < 0 ? ~v : v);

	/* one more bit for the sign, rounded up to bytes */
	return (64 - (unsigned) __builtin_clzll(magnitude | 1)) / 8 + 1;
}

/* Writes 8 bytes and counts those that matter: the caller's buffer has room (BX_VALUE_ENC_MAX). */
static inline unsigned
int_put(uint8_t *p, int64_t v)
{
	bx_put_u64(p, (uint64_t) v);
	return int_width(v);
}

/* ---- calendar ---- */

static void
civil_from_days(int32_t days, unsigned *year, unsigned *month, unsigned *day)
{
	unsigned z = (unsigned) (days + 719468);
	unsigned era = z / 146097;

	bx_date_in_cycle(z - era * 146097, year, month, day);
	*year += era * 400;
}

/* ---- encoding ---- */

static inline unsigned
two_digits(const char *s)
{
	return bx_is_digit(s[0]) && bx_is_digit(s[1]) ? (unsigned) (s[0] - '0') * 10 + (unsigned) (s[1] - '0')
												  : NOT_DIGITS;
}

static unsigned
put_decimal(uint8_t *out, uint64_t magnitude, bool negative, unsigned scale)
{
	if (magnitude > (uint64_t) INT64_MAX + negative || (magnitude == 0 && negative))
		return 0;
	out[0] = (uint8_t) (BX_TAG_DECIMAL + scale);
	if (magnitude == 0)
		return 1;
	return 1 + int_put(out + 1, (int64_t) (negative ? 0 - magnitude : magnitude));
}

/* Are the eight bytes digits?  Then they are appended to a number. */
static inline bool
take_eight(const char *p, uint64_t *m)
{
	uint64_t w = bx_get_u64((const uint8_t *) p);

	if (((w & BX_WORD_OF(0xF0)) | ((w + BX_WORD_OF(6)) & BX_WORD_OF(0xF0)) >> 4) != BX_WORD_OF(0x33))
		return false;
	/* pairs, then pairs of pairs */
	w = (w & BX_WORD_OF(0x0F)) * ((10 << 8) + 1) >> 8 & UINT64_C(0x00FF00FF00FF00FF);
	w = w * ((100 << 16) + 1) >> 16 & UINT64_C(0x0000FFFF0000FFFF);
	*m = *m * 100000000 + (w * ((UINT64_C(10000) << 32) + 1) >> 32);
	return true;
}

/* Append the digits at p to a number; returns what follows them. */
static inline const char *
take_digits(const char *p, const char *end, uint64_t *m)
{
	while (end - p >= 8 && take_eight(p, m))
		p += 8;
	for (; p < end && bx_is_digit(*p); p++)
		*m = *m * 10 + (uint64_t) (*p - '0');
	return p;
}

/* -?(0|[1-9][0-9]*)(\.[0-9]{1,18})? of at least two characters. */
static unsigned
encode_decimal(const char *s, size_t n, uint8_t *out)
{
	bool negative = s[0] == '-';
	const char *end = s + n;
	const char *p = s + negative;
	const char *first = p;
	uint64_t m = 0;
	size_t scale = 0;

	if (n > DECIMAL_TEXT_MAX || p == end)
		return 0;
	p = take_digits(p, end, &m);
	/* more than 19 digits may have wrapped around in m, and cannot fit */
	if (p == first || p - first > DECIMAL_DIGITS_MAX || (*first == '0' && p - first > 1))
		return 0;
	if (p < end)
	{
		if (*p++ != '.')
			return 0;
		scale = (size_t) (end - p);
		/* first..end holds one point */
		if (scale == 0 || scale > DECIMAL_SCALE_MAX || end - first - 1 > DECIMAL_DIGITS_MAX)
			return 0;
		p = take_digits(p, end, &m);
		if (p < end)
			return 0;
	}
	else if (m < 10 && !negative)
	{
		out[0] = (uint8_t) (BX_TAG_DIGIT + m);
		return 1;
	}
	return put_decimal(out, m, negative, (unsigned) scale);
}

static bool
parse_date(const char *s, int32_t *days)
{
	unsigned year = two_digits(s) * 100 + two_digits(s + 2);
	unsigned month = two_digits(s + 5);
	unsigned day = two_digits(s + 8);

	if (s[4] != '-' || s[7] != '-' || year - 1 > 9998 || month - 1 > 11 || day == 0)
		return false;
	if (day > bx_days_in_month(year, month))
		return false;
	*days = bx_days_from_civil(year, month, day);
	return true;
}

/* The zone at s, n bytes to the end of the text. */
static bool
parse_zone(const char *s, size_t n, uint8_t *zone, int *minutes)
{
	unsigned h, m;

	*minutes = 0;
	if (n == 0 || (n == 1 && s[0] == 'Z'))
	{
		*zone = n == 0 ? BX_DT_NOZONE : BX_DT_UTC;
		return true;
	}
	if (n != ZONE_LEN || (s[0] != '+' && s[0] != '-') || s[3] != ':')
		return false;
	h = two_digits(s + 1);
	m = two_digits(s + 4);
	if (m > 59 || h * 60 + m > BX_ZONE_MINUTES_MAX)
		return false;
	*zone = BX_DT_OFFSET;
	*minutes = s[0] == '-' ? -(int) (h * 60 + m) : (int) (h * 60 + m);
	/* "-00:00" would come back as "+00:00" */
	return s[0] == '+' || *minutes != 0;
}

/* seconds * unit + fraction, where the product of a negative time alone may not fit though the sum does. */
static bool
make_ticks(int64_t seconds, int64_t unit, int64_t fraction, int64_t *ticks)
{
	if (seconds < 0)
	{
		seconds++;
		fraction -= unit;
	}
	return !__builtin_mul_overflow(seconds, unit, ticks) && !__builtin_add_overflow(*ticks, fraction, ticks);
}

static unsigned
encode_datetime(const char *s, size_t n, uint8_t *out)
{
	unsigned hour = two_digits(s + 11);
	unsigned minute = two_digits(s + 14);
	unsigned second = two_digits(s + 17);
	size_t i = DATETIME_LEN;
	int64_t fraction = 0;
	int64_t ticks;
	int32_t days;
	uint8_t zone;
	unsigned scale = 0;
	int minutes;
	uint8_t *p = out;

	if (s[10] != 'T' || s[13] != ':' || s[16] != ':' || hour > 23 || minute > 59 || second > 59)
		return 0;
	if (i < n && s[i] == '.')
	{
		for (i++; i < n && bx_is_digit(s[i]) && scale < FRACTION_MAX; i++, scale++)
			fraction = fraction * 10 + (s[i] - '0');
		if (scale == 0)
			return 0;
	}
	if (!parse_zone(s + i, n - i, &zone, &minutes) || !parse_date(s, &days))
		return 0;
	if (!make_ticks((int64_t) days * BX_DAY_SECONDS + hour * 3600 + minute * 60 + second, bx_pow10[scale],
					fraction, &ticks))
		return 0;
	*p++ = BX_TAG_DATETIME;
	*p++ = (uint8_t) (zone | scale);
	if (zone == BX_DT_OFFSET)
	{
		*p++ = (uint8_t) minutes;
		*p++ = (uint8_t) ((unsigned) minutes >> 8);
	}
	return (unsigned) (p - out) + int_put(p, ticks);
}

static unsigned
encode_date(const char *s, uint8_t *out)
{
	int32_t days;

	if (!parse_date(s, &days))
		return 0;
	out[0] = BX_TAG_DATE;
	return 1 + int_put(out + 1, days);
}

unsigned
bx_value_encode(const char *s, size_t n, uint8_t *out)
{
	if (n == 0 || n > TEXT_MAX)
		return 0;
	if (bx_is_digit(s[0]))
	{
		if (n < DATE_LEN || s[4] != '-')
			return encode_decimal(s, n, out);
		if (n == DATE_LEN)
			return encode_date(s, out);
		return n >= DATETIME_LEN ? encode_datetime(s, n, out) : 0;
	}
	if (s[0] == '-')
		return encode_decimal(s, n, out);
	out[0] = s[0] == 't' ? BX_TAG_TRUE : BX_TAG_FALSE;
	return bx_str_is(bx_str(s, n), "true") || bx_str_is(bx_str(s, n), "false");
}

/* ---- decoding ---- */

/* Largest integer not above a / b, b positive. */
static inline int64_t
floor_div(int64_t a, int64_t b)
{
	return a / b - (a % b < 0);
}

/* The seconds of a dateTime.  Most have no fraction, and a division by 1 takes as long as any. */
static inline int64_t
seconds_of(const BxValue *v)
{
	return v->scale == 0 ? v->num : floor_div(v->num, bx_pow10[v->scale]);
}

static bool
decode_datetime(const uint8_t *p, uint32_t len, BxValue *v)
{
	int64_t days;

	if (len < 3)
		return false;
	v->type = AT_DATETIME;
	v->scale = p[1] & 0x0F;
	v->zone = p[1] & 0xF0;
	p += 2;
	len -= 2;
	if (v->scale > FRACTION_MAX || v->zone > BX_DT_OFFSET)
		return false;
	if (v->zone == BX_DT_OFFSET)
	{
		if (len < 3)
			return false;
		v->offset = (int16_t) bx_get_u16(p);
		p += 2;
		len -= 2;
	}
	if (len > 8 || v->offset < -BX_ZONE_MINUTES_MAX || v->offset > BX_ZONE_MINUTES_MAX)
		return false;
	v->num = bx_int_get(p, len);
	days = floor_div(seconds_of(v), BX_DAY_SECONDS);
	return days >= BX_DAYS_MIN && days <= BX_DAYS_MAX;
}

bool
bx_value_decode(const uint8_t *p, uint32_t len, BxValue *v)
{
	memset(v, 0, sizeof(*v));
	if (!bx_value_is_typed(p, len))
	{
		v->type = AT_UNTYPED;
		v->text = p;
		v->text_len = len;
		return true;
	}
	if (bx_value_decimal(p, len, &v->num, &v->scale))
	{
		v->type = AT_DECIMAL;
		return true;
	}
	if (p[0] == BX_TAG_DATE)
	{
		v->type = AT_DATE;
		return bx_value_date(p, len, &v->num);
	}
	if (p[0] == BX_TAG_DATETIME)
		return decode_datetime(p, len, v);
	if (bx_value_is_declared(p, len))
		return bx_declared_decode(p, len, v);
	v->type = AT_BOOLEAN;
	v->num = p[0] == BX_TAG_TRUE;
	return (p[0] == BX_TAG_TRUE || p[0] == BX_TAG_FALSE) && len == 1;
}

/* Is the number of n bytes the shortest form that encode_decimal gives a number other than a digit? */
static inline bool
is_canonical_decimal(int64_t num, unsigned scale, uint32_t n)
{
	if (num == 0)
		return n == 0 && scale > 0;
	return n == int_width(num) && (scale > 0 || num < 0 || num > 9);
}

bool
bx_value_is_canonical(const uint8_t *p, uint32_t len)
{
	char text[BX_VALUE_SHORT_MAX];
	uint8_t again[BX_VALUE_ENC_MAX];
	BxValue v;

	/* the most frequent ones, without their text */
	if (len > 0 && len <= 9 && p[0] >= BX_TAG_DECIMAL && p[0] <= BX_TAG_DECIMAL_MAX)
		return is_canonical_decimal(bx_int_get(p + 1, len - 1), p[0] - BX_TAG_DECIMAL, len - 1);
	if (len > 0 && p[0] == BX_TAG_DATE)
		return bx_value_date(p, len, &v.num) && len - 1 == int_width(v.num);

	if (!bx_value_is_typed(p, len))
		return true;
	if (!bx_value_decode(p, len, &v))
		return false;
	if (bx_value_is_declared(p, len))
		return bx_declared_is_canonical(p, len, &v);
	return bx_value_encode(text, bx_value_format(&v, text), again) == len && memcmp(p, again, len) == 0;
}

/* ---- printing ---- */

static inline char *
put_two(char *p, unsigned v)
{
	static const char pairs[] =
		"00010203040506070809101112131415161718192021222324252627282930313233343536373839"
		"40414243444546474849505152535455565758596061626364656667686970717273747576777879"
		"8081828384858687888990919293949596979899";

	memcpy(p, pairs + 2 * v, 2);
	return p + 2;
}

#define E8 100000000u

/* The eight decimal digits of u < E8, the first one in the lowest byte. */
static inline uint64_t
eight_digits(uint32_t u)
{
	uint64_t v = u / 10000 | (uint64_t) (u % 10000) << 32;
	uint64_t high = (v * 10486 >> 20) & UINT64_C(0x0000007f0000007f); /* hundreds of each four */

	v = high | (v - high * 100) << 16;
	high = (v * 103 >> 10) & UINT64_C(0x000f000f000f000f); /* tens of each two */
	return high | (v - high * 10) << 8;
}

#define ASCII_DIGITS UINT64_C(0x3030303030303030)

/* How many of eight digits are not leading zeros, the last one always. */
static inline unsigned
digit_count(uint64_t digits)
{
	return 8 - (unsigned) __builtin_ctzll(digits | UINT64_C(1) << 56) / 8;
}

/* A point and the last `scale` of eight digits, scale at most 7; without any nothing. */
static inline char *
put_point(char *p, uint64_t digits, unsigned scale)
{
	*p = '.';
	bx_put_u64((uint8_t *) p + 1, digits >> 8 * (7 - scale) >> 8);
	return p + scale + (scale > 0);
}

/*
 * u < E8 with a point before the last `scale` digits, scale at most 7, without a branch on how many digits it has or
 * whether there is a point.
 */
static inline char *
put_short_decimal(char *p, uint32_t u, unsigned scale)
{
	uint64_t digits = eight_digits(u);
	unsigned n = digit_count(digits);

	n = n > scale ? n : scale + 1;
	digits += ASCII_DIGITS;
	bx_put_u64((uint8_t *) p, digits >> 8 * (8 - n));
	return put_point(p + (n - scale), digits, scale);
}

/* The same for u < 10^16.  Not inline, like the next one, so that short numbers have no registers to save. */
static __attribute__((noinline)) char *
put_medium_decimal(char *p, uint64_t u, unsigned scale)
{
	uint64_t low = eight_digits((uint32_t) (u % E8)) + ASCII_DIGITS;

	p = put_short_decimal(p, (uint32_t) (u / E8), 0);
	bx_put_u64((uint8_t *) p, low);
	return put_point(p + (8 - scale), low, scale);
}

/* The same for any number and scale. */
static __attribute__((noinline)) char *
put_long_decimal(char *p, uint64_t u, unsigned scale)
{
	char text[24 + DECIMAL_COPY] = {0}; /* 24 digits, and what copies take along */
	uint64_t high = u / E8;
	uint32_t groups[3] = {(uint32_t) (high / E8), (uint32_t) (high % E8), (uint32_t) (u % E8)};
	unsigned n = 0, i;

	for (i = 0; i < 3; i++)
	{
		uint64_t digits = eight_digits(groups[i]);

		if (n == 0 && groups[i] > 0)
			n = 8 * (2 - i) + digit_count(digits);
		bx_put_u64((uint8_t *) text + 8 * i, digits + ASCII_DIGITS);
	}
	n = n > scale ? n : scale + 1;
	memcpy(p, text + 24 - n, DECIMAL_COPY);
	if (scale == 0)
		return p + n;
	p += n - scale;
	*p = '.';
	memcpy(p + 1, text + 24 - scale, DECIMAL_COPY);
	return p + 1 + scale;
}

unsigned
bx_decimal_text(int64_t num, unsigned scale, char *buf)
{
	char *p = buf;
	uint64_t u = (uint64_t) num;

	*p = '-';
	p += num < 0;
	u = num < 0 ? 0 - u : u;
	if (scale < 8 && u < E8)
		p = put_short_decimal(p, (uint32_t) u, scale);
	else if (scale < 8 && u < E8 * (uint64_t) E8)
		p = put_medium_decimal(p, u, scale);
	else
		p = put_long_decimal(p, u, scale);
	return (unsigned) (p - buf);
}

static char *
put_date(char *p, int32_t days)
{
	unsigned year, month, day;

	civil_from_days(days, &year, &month, &day);
	p = put_two(p, year / 100);
	p = put_two(p, year % 100);
	*p++ = '-';
	p = put_two(p, month);
	*p++ = '-';
	return put_two(p, day);
}

static char *
put_time(char *p, unsigned second_of_day)
{
	p = put_two(p, second_of_day / 3600);
	*p++ = ':';
	p = put_two(p, second_of_day / 60 % 60);
	*p++ = ':';
	return put_two(p, second_of_day % 60);
}

/* A fraction of n digits, at most 9. */
static char *
put_fraction(char *p, uint32_t u, unsigned n)
{
	*p++ = '.';
	if (n == 9)
	{
		*p++ = (char) ('0' + u / E8);
		u %= E8;
		n = 8;
	}
	bx_put_u64((uint8_t *) p, (eight_digits(u) + ASCII_DIGITS) >> 8 * (8 - n));
	return p + n;
}

static char *
put_zone(char *p, const BxValue *v)
{
	unsigned minutes = (unsigned) (v->offset < 0 ? -v->offset : v->offset);

	if (v->zone == BX_DT_UTC)
		*p++ = 'Z';
	if (v->zone != BX_DT_OFFSET)
		return p;
	*p++ = v->offset < 0 ? '-' : '+';
	p = put_two(p, minutes / 60);
	*p++ = ':';
	return put_two(p, minutes % 60);
}

/* Time of day, fraction and zone of a moment, so many seconds since 1970, on that day. */
static char *
put_moment(char *p, const BxValue *v, int64_t seconds, int64_t days)
{
	p = put_time(p, (unsigned) (seconds - days * BX_DAY_SECONDS));
	/* modulo 2^64: seconds * unit may lie just below INT64_MIN, the difference never does */
	if (v->scale > 0)
		p = put_fraction(
			p, (uint32_t) ((uint64_t) v->num - (uint64_t) seconds * (uint64_t) bx_pow10[v->scale]), v->scale);
	return put_zone(p, v);
}

static unsigned
format_datetime(const BxValue *v, char *buf)
{
	int64_t seconds = seconds_of(v);
	int64_t days = floor_div(seconds, BX_DAY_SECONDS);
	char *p = put_date(buf, (int32_t) days);

	*p++ = 'T';
	return (unsigned) (put_moment(p, v, seconds, days) - buf);
}

unsigned
bx_value_format(const BxValue *v, char *buf)
{
	switch (v->type)
	{
		case AT_DECIMAL:
			return v->style == 0 ? bx_decimal_text(v->num, v->scale, buf) : bx_declared_format(v, buf);
		case AT_BOOLEAN: memcpy(buf, v->num ? "true" : "false", 5); return v->num ? 4 : 5;
		case AT_DATETIME: return format_datetime(v, buf);
		case AT_DATE: return (unsigned) (put_zone(put_date(buf, (int32_t) v->num), v) - buf);
		case AT_TIME: return (unsigned) (put_moment(buf, v, seconds_of(v), 0) - buf);
		case AT_UNTYPED: return 0;
		default: return bx_declared_format(v, buf);
	}
}

unsigned
bx_value_print(const uint8_t *p, uint32_t len, char *buf)
{
	BxValue v;

	if (p[0] <= BX_TAG_DECIMAL_MAX && len <= 9)
		return bx_decimal_text(bx_int_get(p + 1, len - 1), p[0] - BX_TAG_DECIMAL, buf);
	if (bx_value_date(p, len, &v.num))
		return (unsigned) (put_date(buf, (int32_t) v.num) - buf);
	return bx_value_decode(p, len, &v) ? bx_value_format(&v, buf) : 0;
}

const char *
bx_value_text(const uint8_t *p, uint32_t len, char *buf, uint32_t *text_len)
{
	if (!bx_value_is_typed(p, len))
	{
		*text_len = len;
		return (const char *) p;
	}
	*text_len = bx_value_print(p, len, buf);
	return *text_len > 0 ? buf : NULL;
}

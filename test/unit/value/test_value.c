/*
 * test_value.c -- typed values: what is typed, what stays text, and that nothing is lost.
 *
 * Two properties carry the weight: whatever the encoder types comes back byte for byte, over random lexical
 * forms that crowd around the canonical ones; and no bytes make the reader or the printer leave its buffers
 * (run under a sanitizer to see it: payloads are in allocations of their exact size).
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "../../../src/core/value/bx_value.h"
#include "../ut.h"
#include "../ut_form.h"

/* ---- typed values ---- */

/* Encode, and check all that must hold of any text; returns the length of the typed form. */
static unsigned
round_trip(const char *s, size_t n)
{
	uint8_t enc[BX_VALUE_ENC_MAX];
	char buf[BX_VALUE_TEXT_MAX];
	unsigned len = bx_value_encode(s, n, enc);
	uint32_t text_len = 0;
	const char *text;
	BxValue v;

	if (len == 0)
		return 0;
	CHECKF(len <= n && len <= BX_VALUE_ENC_MAX, "%.*s", (int) n, s);
	CHECKF(bx_value_is_typed(enc, len), "%.*s", (int) n, s);
	CHECKF(bx_value_decode(enc, len, &v) && v.type != AT_UNTYPED, "%.*s", (int) n, s);
	text_len = bx_value_format(&v, buf);
	CHECKF(text_len == n && memcmp(buf, s, n) == 0, "%.*s gave %.*s", (int) n, s, (int) text_len, buf);
	text = bx_value_text(enc, len, buf, &text_len);
	CHECKF(text == buf && text_len == n && memcmp(text, s, n) == 0, "%.*s", (int) n, s);
	CHECKF(bx_value_is_canonical(enc, len), "%.*s", (int) n, s);
	return len;
}

typedef struct TypedCase
{
	const char *text;
	unsigned len; /* of the typed form */
	AtType type;
	int64_t num;
	unsigned scale;
} TypedCase;

static void
test_typed(void)
{
	static const TypedCase cases[] = {
		{"0", 1, AT_DECIMAL, 0, 0},
		{"9", 1, AT_DECIMAL, 9, 0},
		{"10", 2, AT_DECIMAL, 10, 0},
		{"-1", 2, AT_DECIMAL, -1, 0},
		{"127", 2, AT_DECIMAL, 127, 0},
		{"128", 3, AT_DECIMAL, 128, 0},
		{"-128", 2, AT_DECIMAL, -128, 0},
		{"-129", 3, AT_DECIMAL, -129, 0},
		{"32767", 3, AT_DECIMAL, 32767, 0},
		{"32768", 4, AT_DECIMAL, 32768, 0},
		{"8388607", 4, AT_DECIMAL, 8388607, 0},
		{"8388608", 5, AT_DECIMAL, 8388608, 0},
		{"-2147483648", 5, AT_DECIMAL, INT32_MIN, 0},
		{"2147483648", 6, AT_DECIMAL, INT64_C(2147483648), 0},
		{"9223372036854775807", 9, AT_DECIMAL, INT64_MAX, 0},
		{"-9223372036854775808", 9, AT_DECIMAL, INT64_MIN, 0},
		{"0.0", 1, AT_DECIMAL, 0, 1},
		{"0.000000000000000000", 1, AT_DECIMAL, 0, 18},
		{"0.5", 2, AT_DECIMAL, 5, 1},
		{"-0.5", 2, AT_DECIMAL, -5, 1},
		{"1.10", 2, AT_DECIMAL, 110, 2},
		{"1234.56", 4, AT_DECIMAL, 123456, 2},
		{"-0.000000000000000001", 2, AT_DECIMAL, -1, 18},
		{"9.223372036854775807", 9, AT_DECIMAL, INT64_MAX, 18},
		{"-9.223372036854775808", 9, AT_DECIMAL, INT64_MIN, 18},
		{"922337203685477580.7", 9, AT_DECIMAL, INT64_MAX, 1},
		{"true", 1, AT_BOOLEAN, 1, 0},
		{"false", 1, AT_BOOLEAN, 0, 0},
		{"1970-01-01", 2, AT_DATE, 0, 0},
		{"1969-12-31", 2, AT_DATE, -1, 0},
		{"0001-01-01", 4, AT_DATE, -719162, 0},
		{"9999-12-31", 4, AT_DATE, 2932896, 0},
		{"2000-02-29", 3, AT_DATE, 11016, 0},
		{"2026-11-21", 3, AT_DATE, 20778, 0},
		{"1970-01-01T00:00:00", 3, AT_DATETIME, 0, 0},
		{"1970-01-01T00:00:00.0Z", 3, AT_DATETIME, 0, 1},
		{"1969-12-31T23:59:59", 3, AT_DATETIME, -1, 0},
		{"1969-12-31T23:59:59.999999999", 3, AT_DATETIME, -1, 9},
		{"2001-09-09T01:46:40Z", 6, AT_DATETIME, 1000000000, 0},
		{"2001-09-09T01:46:40.123+02:00", 10, AT_DATETIME, INT64_C(1000000000123), 3},
		{"1970-01-01T00:00:00+00:00", 5, AT_DATETIME, 0, 0},
		{"1970-01-01T00:00:00-14:00", 5, AT_DATETIME, 0, 0},
		{"9999-12-31T23:59:59", 7, AT_DATETIME, INT64_C(253402300799), 0},
		{"0001-01-01T00:00:00.00000000", 10, AT_DATETIME, INT64_C(-6213559680000000000), 8},
		{"2262-04-11T23:47:16.854775807Z", 10, AT_DATETIME, INT64_MAX, 9},
		{"1677-09-21T00:12:43.145224192Z", 10, AT_DATETIME, INT64_MIN, 9},
	};
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
	{
		const TypedCase *c = &cases[i];
		uint8_t enc[BX_VALUE_ENC_MAX];
		unsigned len = bx_value_encode(c->text, strlen(c->text), enc);
		BxValue v;

		CHECKF(len == c->len, "%s: %u bytes", c->text, len);
		round_trip(c->text, strlen(c->text));
		CHECKF(bx_value_decode(enc, len, &v), "%s", c->text);
		CHECKF(v.type == c->type && v.num == c->num && v.scale == c->scale, "%s: type %d num %lld scale %u",
			   c->text, v.type, (long long) v.num, v.scale);
	}
}

/* Lexical forms near a typed one that must come back as they were. */
static const char *const stays_text[] = {"",
										 " ",
										 "x",
										 "-",
										 "+",
										 ".",
										 "--1",
										 "+5",
										 "007",
										 "00",
										 "-0",
										 "-0.0",
										 "-0.00",
										 "-00",
										 "01.5",
										 "1.",
										 ".5",
										 "-.5",
										 "1e3",
										 "1.0e3",
										 "1E3",
										 " 5",
										 "5 ",
										 "5\n",
										 "1,5",
										 "1.5.2",
										 "1-",
										 "0x10",
										 "1_000",
										 "INF",
										 "NaN",
										 "1 000",
										 "\xD9\xA3",
										 "\xEF\xBC\x91",
										 "1\xD9\xA3",
										 "9223372036854775808",
										 "-9223372036854775809",
										 "9.223372036854775808",
										 "99999999999999999999",
										 "18446744073709551616",
										 "18446744073709551617",
										 "1844674407370955161.6",
										 "10000000000000000000",
										 "0.0000000000000000001",
										 "1.0000000000000000000",
										 "-10.000000000000000001",
										 "123456789012345678901234567890",
										 "36893488147419103232",
										 "True",
										 "TRUE",
										 "tru",
										 "truee",
										 "true ",
										 "fals",
										 "falsee",
										 "False",
										 "t",
										 "f",
										 "yes",
										 "0000-01-01",
										 "2023-02-29",
										 "1900-02-29",
										 "2024-13-01",
										 "2024-00-01",
										 "2024-01-00",
										 "2024-01-32",
										 "2024-04-31",
										 "2024-1-1",
										 "24-01-01",
										 "12024-01-01",
										 "-2024-01-01",
										 "2024/01/01",
										 "2024-01-01Z",
										 "2024-01-01+01:00",
										 "2024-01-0a",
										 "2024-01-01 ",
										 "2o24-01-01",
										 "2024-01-01T",
										 "2024-01-01T00:00",
										 "2024-01-01 00:00:00",
										 "2024-01-01t00:00:00",
										 "2024-01-01T24:00:00",
										 "2024-01-01T23:60:00",
										 "2024-01-01T23:59:60",
										 "2024-01-01T23:59:59.",
										 "2024-01-01T23:59:59.Z",
										 "2024-01-01T23:59:59.1234567890",
										 "2024-01-01T23:59:59z",
										 "2024-01-01T23:59:59ZZ",
										 "2024-01-01T23:59:59-00:00",
										 "2024-01-01T23:59:59+14:01",
										 "2024-01-01T23:59:59-14:01",
										 "2024-01-01T23:59:59+15:00",
										 "2024-01-01T23:59:59+01:60",
										 "2024-01-01T23:59:59+0100",
										 "2024-01-01T23:59:59+1:00",
										 "2024-01-01T23:59:59+01:0",
										 "2024-01-01T23:59:59 01:00",
										 "2024-01-01T23-59-59",
										 "2024-01-01T2a:59:59",
										 "2024-01-01T23:5b:59",
										 "2024-01-01T23:59:c9",
										 "2262-04-11T23:47:16.854775808Z",
										 "1677-09-21T00:12:43.145224191Z",
										 "0001-01-01T00:00:00.000000000",
										 "0000-01-01T00:00:00",
										 "193f-03-28",
										 "19f3-03-28",
										 "/999-01-01",
										 "20240-1-01",
										 "2024--1-01",
										 "2024-02-30T00:00:00",
										 "9999-12-31T23:59:59.99999999"};

static void
test_stays_text(void)
{
	size_t i;

	for (i = 0; i < sizeof(stays_text) / sizeof(stays_text[0]); i++)
	{
		uint8_t enc[BX_VALUE_ENC_MAX];

		CHECKF(bx_value_encode(stays_text[i], strlen(stays_text[i]), enc) == 0, "\"%s\"", stays_text[i]);
	}
}

/* Every integer near a change of width or of digits, and every number of places. */
static void
test_integers_are_typed(void)
{
	char text[48];
	int bit, delta, sign, scale;

	for (bit = 0; bit < 63; bit++)
		for (delta = -2; delta <= 2; delta++)
			for (sign = -1; sign <= 1; sign += 2)
			{
				long long v = sign * (((long long) 1 << bit) + delta);
				int n = snprintf(text, sizeof(text), "%lld", v);

				CHECKF(round_trip(text, (size_t) n) > 0, "%s", text);
			}
	for (scale = 1; scale <= 18; scale++)
		for (delta = 0; delta < 1000; delta++)
		{
			int n = snprintf(text, sizeof(text), "%d.%0*d", delta % 10, scale, delta);

			if (n - 1 <= 19 && n - 2 - (delta >= 10 && scale == 1) <= scale)
				CHECKF(round_trip(text, (size_t) n) > 0, "%s", text);
		}
}

/* All days, against a calendar that counts them one by one. */
static void
test_all_dates(void)
{
	static const int lengths[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
	int64_t expect = -719162;
	int y, m, d;

	for (y = 1; y <= 9999; y++)
		for (m = 1; m <= 12; m++)
		{
			int leap = m == 2 && (y % 4 == 0 && (y % 100 != 0 || y % 400 == 0));
			char text[64], buf[BX_VALUE_TEXT_MAX];
			uint8_t enc[BX_VALUE_ENC_MAX];

			for (d = 1; d <= lengths[m - 1] + leap; d++, expect++)
			{
				unsigned len;
				BxValue v;

				/* every day of some years, the first and last days of months otherwise */
				if (y % 97 != 0 && d > 1 && d < 28)
					continue;
				snprintf(text, sizeof(text), "%04d-%02d-%02d", y, m, d);
				len = bx_value_encode(text, 10, enc);
				if (len == 0 || !bx_value_decode(enc, len, &v) || v.num != expect ||
					bx_value_format(&v, buf) != 10 || memcmp(buf, text, 10) != 0)
					CHECKF(0, "%s", text);
			}
			snprintf(text, sizeof(text), "%04d-%02d-%02d", y, m, d);
			CHECKF(bx_value_encode(text, 10, enc) == 0, "%s", text);
		}
	CHECK(expect == 2932897);
}

/* ---- random lexical forms ---- */

/* The rule for decimals, said again without looking at the encoder. */
static bool
is_canonical_decimal(const char *s, size_t n)
{
	char text[96];
	size_t digits;
	long double m = 0;
	const char *p = text, *point;

	memcpy(text, s, n);
	text[n] = '\0';
	if (strlen(text) != n || n == 0)
		return false;
	p += *p == '-';
	digits = strspn(p, "0123456789");
	if (digits == 0 || (p[0] == '0' && digits > 1))
		return false;
	point = p + digits;
	if (*point != '\0')
	{
		size_t places = strspn(point + 1, "0123456789");

		if (*point != '.' || places < 1 || places > 18 || point[1 + places] != '\0')
			return false;
	}
	if (text[0] == '-' && strspn(text, "-0.") == n)
		return false;
	for (; *p != '\0'; p++)
		if (*p != '.')
			m = m * 10 + (*p - '0');
	/* forms this close to 2^63 are in the tables */
	return m < 9223372036854775000.0L;
}

static void
test_random_forms(void)
{
	int i, typed = 0, kinds[AT_TYPES] = {0};

	for (i = 0; i < 400000; i++)
	{
		Form f;
		char *exact;
		unsigned len;
		uint8_t enc[BX_VALUE_ENC_MAX];

		form_make(&f);
		exact = malloc(f.n > 0 ? f.n : 1);
		memcpy(exact, f.s, f.n);
		len = round_trip(exact, f.n);
		CHECKF(len > 0 || !is_canonical_decimal(f.s, f.n), "%.*s is not typed", (int) f.n, f.s);
		if (len > 0)
		{
			BxValue v;

			bx_value_encode(exact, f.n, enc);
			bx_value_decode(enc, len, &v);
			kinds[v.type]++;
			CHECKF(v.type != AT_DECIMAL || is_canonical_decimal(f.s, f.n) || f.n >= 19, "%.*s", (int) f.n,
				   f.s);
			typed++;
		}
		free(exact);
	}
	/* the generator must neither miss nor only hit */
	CHECKF(typed > 100000 && typed < 300000, "%d", typed);
	CHECKF(kinds[AT_DECIMAL] > 20000 && kinds[AT_BOOLEAN] > 2000 && kinds[AT_DATE] > 20000 &&
			   kinds[AT_DATETIME] > 10000,
		   "%d %d %d %d", kinds[AT_DECIMAL], kinds[AT_BOOLEAN], kinds[AT_DATE], kinds[AT_DATETIME]);
}

/* ---- any bytes ---- */

/* Whatever decode accepts can be printed; what is canonical is what the encoder writes for that text. */
static bool
feed(const uint8_t *bytes, uint32_t len)
{
	uint8_t *p = malloc(len > 0 ? len : 1);
	char *buf = malloc(BX_VALUE_TEXT_MAX);
	uint8_t *enc = malloc(BX_DECLARED_ENC_MAX);
	uint32_t n = 0;
	const char *text;
	bool canonical;
	BxValue v;

	memcpy(p, bytes, len);
	text = bx_value_text(p, len, buf, &n);
	CHECK((text != NULL) == bx_value_decode(p, len, &v));
	canonical = bx_value_is_canonical(p, len);
	CHECK(!canonical || text != NULL);
	if (text != NULL && bx_value_is_typed(p, len))
	{
		unsigned again = bx_value_encode(text, n, enc), type;

		for (type = 0; bx_value_is_declared(p, len) && type < AT_TYPES; type++)
		{
			again = bx_value_encode_as((AtType) type, text, n, enc);
			if (again == len && memcmp(enc, p, len) == 0)
				break;
		}
		CHECK(n > 0 && n < bx_value_room(len));
		CHECK(canonical == (again == len && memcmp(enc, p, len) == 0));
	}
	else if (text != NULL)
		CHECK(text == (const char *) p && n == len && v.type == AT_UNTYPED && v.text == p &&
			  v.text_len == len);
	bx_number_from_value(p, len);
	free(enc);
	free(buf);
	free(p);
	return canonical;
}

static void
test_random_bytes(void)
{
	static const uint8_t tags[] = {0x80, 0x81, 0x8F, 0x92, 0x93, 0x97, 0x98, 0x99, 0x9A, 0xA0, 0xA1,
								   0xA2, 0xA3, 0xA4, 0xA5, 0xA6, 0xA7, 0xA8, 0xA9, 0xB0, 0xB9, 0xBA};
	int i;

	for (i = 0; i < 300000; i++)
	{
		uint8_t bytes[20];
		uint32_t len = random_below(15), j;
		unsigned quiet = random_below(10);

		for (j = 0; j < sizeof(bytes); j++)
			bytes[j] = (uint8_t) (j >= quiet ? 0u - (random_below(4) == 0) : random_below(256));
		if (random_below(4))
			bytes[0] = tags[random_below(sizeof(tags))];
		if (random_below(2))
			bytes[1] = (uint8_t) (random_below(10) | random_below(3) << 4);
		feed(bytes, len);
	}
}

/* All payloads of up to three bytes: the canonical ones are exactly as many as there are texts for them. */
static void
test_all_short_payloads(void)
{
	uint8_t b[3];
	unsigned i, j, k, one = 0, two = 0, three = 0;

	for (i = 0x80; i < 0xC0; i++)
	{
		b[0] = (uint8_t) i;
		one += feed(b, 1);
		for (j = 0; j < 256; j++)
		{
			b[1] = (uint8_t) j;
			two += feed(b, 2);
			for (k = 0; k < 256; k++)
			{
				b[2] = (uint8_t) k;
				three += bx_value_is_canonical(b, 3);
			}
		}
	}
	/* digits, booleans, zeros with 1..18 places */
	CHECKF(one == 10 + 2 + 18, "%u", one);
	/* integers without 0..9; decimals without 0; dates */
	two -= (256 - 10) + 18 * 255 + 256;
	/* hexBinary without 10 to 99, and with a letter; base64Binary; zeros with "+", a point at an end, or both */
	CHECKF(two == 166 + 156 + 256 + 38 + 19, "%u", two);
	/* two bytes where one is too few; dateTimes of one byte of ticks, 10 scales, no zone or Z */
	three -= 20 * (65536 - 256) + 20 * 256;
	/* the same of two bytes; dates with Z; times of one byte of ticks */
	three -= 65536 - 9000 + 65536 - 10000 + 65536 + 256 + 20 * 128;
	/* zeros with a power: scales, "e" or "E", "+" and a zero before it where they can be */
	three -= 19 * 2 * (128 * 2 + 10 * 2 + 128 + 9);
	/* padded zeros of three characters on; numbers of one byte with "+", a point at an end, or both */
	CHECKF(three == 17 + 3 * 18 + 2 * 18 * 18 + 118 + 127 * 18 + 127 + 9 + 99 + 16 * 127 + 118 + 99 +
						16 * 127 + 128 + 9 + 99 + 16 * 128,
		   "%u", three);
	CHECK(feed(b, 0));
}

static void
test_refused_payloads(void)
{
	static const struct
	{
		const char *bytes;
		uint32_t len;
		bool decodes;
	} cases[] = {
		{"\x80", 1, true},                               /* 0 without its digit tag */
		{"\x80\x05", 2, true},                           /* 5 without its digit tag */
		{"\x81\x00", 2, true},                           /* 0.0 too wide */
		{"\x80\x7F\x00", 3, true},                       /* 127 too wide */
		{"\x80\x80\xFF", 3, true},                       /* -128 too wide */
		{"\x80\1\1\1\1\1\1\1\1\1", 10, false},           /* nine bytes of number */
		{"\x93\x01", 2, false},                          /* scale 19 */
		{"\x98", 1, false},                              /* date without days */
		{"\x98\0\0\0\0", 5, true},                       /* date too wide */
		{"\x98\0\0\0\0\0", 6, false},                    /* five bytes of days */
		{"\x98\xA1\xC0\x2C", 4, false},                  /* 10000-01-01 */
		{"\x98\xC5\x06\xF5", 4, false},                  /* 0000-12-31 */
		{"\x99", 1, false},                              /* dateTime without style */
		{"\x99\0", 2, false},                            /* dateTime without ticks */
		{"\x99\x0A\0", 3, false},                        /* ten fraction digits */
		{"\x99\x30\0", 3, false},                        /* unknown zone style */
		{"\x99\x80\0", 3, false},                        /* unknown zone style */
		{"\x99\x20\0", 3, false},                        /* offset cut */
		{"\x99\x20\0\0", 4, false},                      /* offset without ticks */
		{"\x99\x20\x49\x03\0", 5, false},                /* +14:01 */
		{"\x99\x20\xB7\xFC\0", 5, false},                /* -14:01 */
		{"\x99\0\0\0", 4, true},                         /* ticks too wide */
		{"\x99\0\0\0\0\0\0\0\0\x01\0", 11, false},       /* nine bytes of ticks */
		{"\x99\0\0\xA9\xB0\x7F\x3A\x3B\0\0", 10, false}, /* past year 9999 */
		{"\xA0\0", 2, false},                            /* false with a tail */
		{"\xA1\0", 2, false},                            /* true with a tail */
		{"\xA9", 1, false},                              /* unknown tags */
		{"\xAF", 1, false},
		{"\x97\0", 2, false},
		{"\x9A\0", 2, false},
		{"\xBA", 1, false},
		{"\xBF", 1, false},
		{"\xB3\0", 2, false}, /* digit with a tail */
	};
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
	{
		const uint8_t *p = (const uint8_t *) cases[i].bytes;
		BxValue v;

		CHECKF(!bx_value_is_canonical(p, cases[i].len), "case %zu", i);
		CHECKF(bx_value_decode(p, cases[i].len, &v) == cases[i].decodes, "case %zu", i);
		feed(p, cases[i].len);
	}
}

UT_SUITE(test_value)
{
	UT_RUN(test_typed);
	UT_RUN(test_stays_text);
	UT_RUN(test_integers_are_typed);
	UT_RUN(test_all_dates);
	UT_RUN(test_random_forms);
	UT_RUN(test_random_bytes);
	UT_RUN(test_all_short_payloads);
	UT_RUN(test_refused_payloads);
	return ut_done();
}

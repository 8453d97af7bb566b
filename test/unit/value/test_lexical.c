/*
 * test_lexical.c -- lexical forms of XML Schema: what is one, what it is worth, what does not fit.
 *
 * Tables hold the edges of the specification; dates are counted day by day over 4,000 years; numbers are compared with
 * strtod, and bytes go there and back.
 */
#include <limits.h>
#include <math.h>
#include <stdlib.h>

#include "../../../src/core/value/bx_lexical.h"
#include "../ut.h"

static uint64_t random_state = UINT64_C(0x9E3779B97F4A7C15);

static unsigned
random_below(unsigned n)
{
	random_state ^= random_state << 13;
	random_state ^= random_state >> 7;
	random_state ^= random_state << 17;
	return (unsigned) ((random_state * UINT64_C(0x2545F4914F6CDD1D) >> 33) % n);
}

static void
integers(void)
{
	static const struct
	{
		const char *s;
		BxLexResult lex;
		int64_t v;
	} cases[] = {
		{"0", BX_LEX_OK, 0},
		{"-0", BX_LEX_OK, 0},
		{"+007", BX_LEX_OK, 7},
		{" \t\r\n12\n ", BX_LEX_OK, 12},
		{"9223372036854775807", BX_LEX_OK, INT64_MAX},
		{"-9223372036854775808", BX_LEX_OK, INT64_MIN},
		{"9223372036854775808", BX_LEX_RANGE, 0},
		{"-9223372036854775809", BX_LEX_RANGE, 0},
		{"00000000000000000000000000000000000001", BX_LEX_OK, 1},
		{"100000000000000000000000000000", BX_LEX_RANGE, 0},
		{"100000000000000000000000000000x", BX_LEX_FORM, 0},
		{"", BX_LEX_FORM, 0},
		{" ", BX_LEX_FORM, 0},
		{"-", BX_LEX_FORM, 0},
		{"+-1", BX_LEX_FORM, 0},
		{"-+1", BX_LEX_FORM, 0},
		{"5.0", BX_LEX_FORM, 0},
		{"5.", BX_LEX_FORM, 0},
		{"1e3", BX_LEX_FORM, 0},
		{"1 2", BX_LEX_FORM, 0},
		{"0x1", BX_LEX_FORM, 0},
		{"\xC2\xA0"
		 "1",
		 BX_LEX_FORM, 0},
		{"\xD9\xA3", BX_LEX_FORM, 0},
	};
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
	{
		int64_t v = 0;
		BxLexResult lex = bx_lex_integer(cases[i].s, strlen(cases[i].s), &v);

		CHECKF(lex == cases[i].lex && (lex != BX_LEX_OK || v == cases[i].v), "\"%s\": %d %lld", cases[i].s,
			   lex, (long long) v);
	}
}

static void
booleans(void)
{
	static const char *const cases[] = {"true", " 1 ", "false", "0",   "TRUE",  "t",
										"yes",  "",    "01",    "tru", "true x"};
	size_t i;
	bool v;

	for (i = 0; i < 11; i++)
	{
		BxLexResult lex = bx_lex_boolean(cases[i], strlen(cases[i]), &v);

		CHECKF(i < 4 ? lex == BX_LEX_OK && v == (i < 2) : lex == BX_LEX_FORM, "\"%s\"", cases[i]);
	}
}

static void
doubles(void)
{
	static const struct
	{
		const char *s;
		BxLexResult lex;
		double v;
	} cases[] = {
		{"1", BX_LEX_OK, 1},
		{"+1.5", BX_LEX_OK, 1.5},
		{".5", BX_LEX_OK, .5},
		{"5.", BX_LEX_OK, 5},
		{" -1.25E-2 ", BX_LEX_OK, -0.0125},
		{"1e3", BX_LEX_OK, 1000},
		{"1e+3", BX_LEX_OK, 1000},
		{"0e999999999999999999", BX_LEX_OK, 0},
		{"1e-999999999999999999", BX_LEX_OK, 0},
		{"1e999999999999999999", BX_LEX_RANGE, 0},
		{"-1e309", BX_LEX_RANGE, 0},
		{"1.7976931348623157e308", BX_LEX_OK, 1.7976931348623157e308},
		{"4.9e-324", BX_LEX_OK, 4.9e-324},
		{"9007199254740993e0", BX_LEX_OK, 9007199254740992.0},
		{"0.1e1", BX_LEX_OK, 1},
		{"INF", BX_LEX_OK, INFINITY},
		{"+INF", BX_LEX_OK, INFINITY},
		{" -INF", BX_LEX_OK, -INFINITY},
		{"NaN", BX_LEX_OK, NAN},
		{"-NaN", BX_LEX_FORM, 0},
		{"inf", BX_LEX_FORM, 0},
		{"Infinity", BX_LEX_FORM, 0},
		{"nan", BX_LEX_FORM, 0},
		{"", BX_LEX_FORM, 0},
		{".", BX_LEX_FORM, 0},
		{"e5", BX_LEX_FORM, 0},
		{"1e", BX_LEX_FORM, 0},
		{"1e+", BX_LEX_FORM, 0},
		{"1e1.5", BX_LEX_FORM, 0},
		{"1e5e5", BX_LEX_FORM, 0},
		{"--1", BX_LEX_FORM, 0},
		{"0x1p3", BX_LEX_FORM, 0},
		{"1f", BX_LEX_FORM, 0},
	};
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
	{
		double v = 0;
		BxLexResult lex = bx_lex_double(cases[i].s, strlen(cases[i].s), &v);

		CHECKF(lex == cases[i].lex &&
				   (lex != BX_LEX_OK || v == cases[i].v || (isnan(v) && isnan(cases[i].v))),
			   "\"%s\": %d %g", cases[i].s, lex, v);
	}
}

/* Random spellings of numbers are read as strtod reads them. */
static void
doubles_at_random(void)
{
	int i;

	for (i = 0; i < 100000; i++)
	{
		char text[64];
		double v, want;
		int n = 0, k;

		for (k = (int) random_below(20); k >= 0; k--)
			text[n++] = (char) ('0' + random_below(10));
		if (random_below(2))
			text[(int) random_below((unsigned) n)] = '.';
		n += snprintf(text + n, 20, "e%d", (int) random_below(700) - 350);
		want = strtod(text, NULL);
		if (strcmp(text, ".") == 0 || strncmp(text, ".e", 2) == 0)
			continue;
		CHECKF(bx_lex_double(text, (size_t) n, &v) == (isinf(want) ? BX_LEX_RANGE : BX_LEX_OK) &&
				   (v == want || isinf(want)),
			   "\"%s\": %.17g, not %.17g", text, v, want);
	}
}

static void
decimals(void)
{
	static const struct
	{
		const char *s;
		BxLexResult lex;
		size_t whole_n, fraction_n;
	} cases[] = {
		{"0", BX_LEX_OK, 0, 0},      {"00.50", BX_LEX_OK, 0, 2}, {" -120.5 ", BX_LEX_OK, 3, 1},
		{"+.5", BX_LEX_OK, 0, 1},    {"5.", BX_LEX_OK, 1, 0},    {"", BX_LEX_FORM, 0, 0},
		{".", BX_LEX_FORM, 0, 0},    {"-", BX_LEX_FORM, 0, 0},   {"1e1", BX_LEX_FORM, 0, 0},
		{"INF", BX_LEX_FORM, 0, 0},  {"NaN", BX_LEX_FORM, 0, 0}, {"1.2.3", BX_LEX_FORM, 0, 0},
		{"1 .5", BX_LEX_FORM, 0, 0}, {"1,5", BX_LEX_FORM, 0, 0},
	};
	BxLexDecimal v;
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
	{
		BxLexResult lex = bx_lex_decimal(cases[i].s, strlen(cases[i].s), &v);

		CHECKF(lex == cases[i].lex && (lex != BX_LEX_OK || (v.whole_n == cases[i].whole_n &&
															v.fraction_n == cases[i].fraction_n)),
			   "\"%s\"", cases[i].s);
	}
	CHECK(bx_lex_decimal(" -12.50 ", 8, &v) == BX_LEX_OK && v.negative && v.len == 5 &&
		  memcmp(v.digits, "12.50", 5) == 0);
}

#define DAY ((int64_t) 86400000000)

static void
moments(void)
{
	static const struct
	{
		const char *s;
		BxLexResult lex;
		int64_t days, usec;
		int offset; /* 99999 for no zone */
	} cases[] = {
		{"1970-01-01T00:00:00", BX_LEX_OK, 0, 0, 99999},
		{" 1970-01-02T03:04:05.678Z ", BX_LEX_OK, 1, 11045678000, 0},
		{"1969-12-31T23:59:59.999999+14:00", BX_LEX_OK, -1, DAY - 1, 840},
		{"1969-12-31T23:59:59-14:00", BX_LEX_OK, -1, DAY - 1000000, -840},
		{"1970-01-01T00:00:00-00:00", BX_LEX_OK, 0, 0, 0},
		{"1969-12-31T24:00:00", BX_LEX_OK, 0, 0, 99999},
		{"1969-12-31T24:00:00.000Z", BX_LEX_OK, 0, 0, 0},
		{"1969-12-31T24:00:00.001", BX_LEX_RANGE, 0, 0, 0},
		{"1969-12-31T24:00:01", BX_LEX_RANGE, 0, 0, 0},
		{"1969-12-31T23:59:59.9999995", BX_LEX_OK, 0, 0, 99999},
		{"1969-12-31T23:59:59.99999949999", BX_LEX_OK, -1, DAY - 1, 99999},
		{"1970-01-01T00:00:00.0000005", BX_LEX_OK, 0, 1, 99999},
		{"1970-01-01T00:00:00.00000049", BX_LEX_OK, 0, 0, 99999},
		{"2016-12-31T23:59:60Z", BX_LEX_RANGE, 0, 0, 0},
		{"1970-01-01T25:00:00", BX_LEX_RANGE, 0, 0, 0},
		{"1970-01-01T00:60:00", BX_LEX_RANGE, 0, 0, 0},
		{"1970-01-01T00:00:00+14:01", BX_LEX_RANGE, 0, 0, 0},
		{"1970-01-01T00:00:00+13:60", BX_LEX_RANGE, 0, 0, 0},
		{"1970-13-01T00:00:00", BX_LEX_RANGE, 0, 0, 0},
		{"1970-13-01T00:00", BX_LEX_FORM, 0, 0, 0},
		{"1970-02-29T00:00:00", BX_LEX_RANGE, 0, 0, 0},
		{"1970-01-01T00:00:00.", BX_LEX_FORM, 0, 0, 0},
		{"1970-01-01T00:00:00+0100", BX_LEX_FORM, 0, 0, 0},
		{"1970-01-01T00:00:00z", BX_LEX_FORM, 0, 0, 0},
		{"1970-01-01T00:00:00Z ", BX_LEX_OK, 0, 0, 0},
		{"1970-01-01T00:00:00 Z", BX_LEX_FORM, 0, 0, 0},
		{"1970-01-01 00:00:00", BX_LEX_FORM, 0, 0, 0},
		{"1970-01-01t00:00:00", BX_LEX_FORM, 0, 0, 0},
		{"1970-01-01", BX_LEX_FORM, 0, 0, 0},
		{"70-01-01T00:00:00", BX_LEX_FORM, 0, 0, 0},
		{"01970-01-01T00:00:00", BX_LEX_FORM, 0, 0, 0},
		{"+1970-01-01T00:00:00", BX_LEX_FORM, 0, 0, 0},
		{"1970-1-01T00:00:00", BX_LEX_FORM, 0, 0, 0},
		{"now", BX_LEX_FORM, 0, 0, 0},
		{"", BX_LEX_FORM, 0, 0, 0},
		{"12970-01-01T00:00:00", BX_LEX_OK, 4017668, 0, 99999},
		{"99999999-01-01T00:00:00", BX_LEX_RANGE, 0, 0, 0},
		{"-0001-01-01T00:00:00", BX_LEX_OK, -719893, 0, 99999},
	};
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
	{
		BxLexTime v;
		BxLexResult lex = bx_lex_datetime(cases[i].s, strlen(cases[i].s), &v);
		bool right = lex == cases[i].lex;

		if (lex == BX_LEX_OK)
			right &= v.days == cases[i].days && v.usec == cases[i].usec &&
					 v.zoned == (cases[i].offset != 99999) && v.offset == (v.zoned ? cases[i].offset : 0);
		CHECKF(right, "\"%s\": %d, %lld %lld %d", cases[i].s, lex, (long long) v.days, (long long) v.usec,
			   v.offset);
	}
}

/* Every day of 4,000 years follows the one before. */
static void
dates(void)
{
	static const unsigned char len[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
	static const char *const bad[] = {"2023-02-29", "1900-02-29", "2024-00-10",
									  "2024-01-00", "2024-01-32", "-0001-02-29"};
	int64_t day = -1011722; /* -0800-01-01, checked by where 1970 comes out */
	BxLexTime v;
	size_t i;
	int year, month, d, wrong = 0;

	for (year = -800; year < 3200; year++)
		for (month = 1; month <= 12; month++)
			for (d = 1; d <= len[month - 1] +
								 (month == 2 && (year % 4 == 0) && (year % 100 != 0 || year % 400 == 0));
				 d++, day++)
			{
				char text[32];
				int n = snprintf(text, sizeof(text), "%s%04d-%02d-%02d", year < 0 ? "-" : "",
								 year < 0 ? -year : year, month, d);

				wrong += bx_lex_date(text, (size_t) n, &v) != BX_LEX_OK || v.days != day;
			}
	CHECKF(wrong == 0, "%d days", wrong);
	CHECK(bx_lex_date("1970-01-01", 10, &v) == BX_LEX_OK && v.days == 0 && !v.zoned);
	CHECK(bx_lex_date("1970-01-01+02:00", 16, &v) == BX_LEX_OK && v.days == 0 && v.offset == 120);
	CHECK(bx_lex_date("1970-01-01T00:00:00", 19, &v) == BX_LEX_FORM);
	CHECK(bx_lex_date("1970-01-01 +02:00", 17, &v) == BX_LEX_FORM);
	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		CHECKF(bx_lex_date(bad[i], strlen(bad[i]), &v) == BX_LEX_RANGE, "%s", bad[i]);
}

/* A typed value and its text are the same moment. */
static void
stored_moments(void)
{
	int i, typed = 0;

	for (i = 0; i < 50000; i++)
	{
		static const char *const zones[] = {"", "Z", "+05:30", "-14:00"};
		char text[64];
		uint8_t enc[BX_VALUE_ENC_MAX];
		BxLexTime a, b;
		BxValue value;
		unsigned n, digits = random_below(10), k;
		int len = snprintf(text, sizeof(text), "%04u-%02u-%02uT%02u:%02u:%02u", 1 + random_below(9999),
						   1 + random_below(12), 1 + random_below(28), random_below(24), random_below(60),
						   random_below(60));

		if (digits > 0)
			text[len++] = '.';
		for (k = 0; k < digits; k++)
			text[len++] = (char) (random_below(2) ? '9' : '0' + random_below(10));
		len += snprintf(text + len, 8, "%s", zones[random_below(4)]);
		n = bx_value_encode(text, (size_t) len, enc);
		if (n == 0)
			continue;
		typed++;
		CHECK(bx_value_decode(enc, n, &value));
		bx_lex_time_of_value(&value, &a);
		CHECK(bx_lex_datetime(text, (size_t) len, &b) == BX_LEX_OK);
		CHECKF(a.days == b.days && a.usec == b.usec && a.zoned == b.zoned && a.offset == b.offset, "%s",
			   text);
	}
	CHECKF(typed > 40000, "%d typed", typed);
}

static BxLexResult
base64(const char *s, uint8_t *out, size_t *len)
{
	return bx_lex_base64(s, strlen(s), out, len);
}

static void
bytes(void)
{
	static const char *const bad_hex[] = {"0", "0g", "0 1", "0x01"};
	static const char *const bad_64[] = {"A",    "AA",   "AAA",  "AA=",  "A===",    "AAAA=",  "AA==AA==",
										 "AB==", "AAB=", "AA-A", "====", "AAAA===", "A A = A"};
	uint8_t out[64];
	size_t len, i;

	CHECK(bx_lex_hex(" 00fF7a\n", 8, out, &len) == BX_LEX_OK && len == 3 &&
		  memcmp(out, "\0\xFF\x7A", 3) == 0);
	CHECK(bx_lex_hex("", 0, out, &len) == BX_LEX_OK && len == 0);
	for (i = 0; i < sizeof(bad_hex) / sizeof(bad_hex[0]); i++)
		CHECKF(bx_lex_hex(bad_hex[i], strlen(bad_hex[i]), out, &len) == BX_LEX_FORM, "%s", bad_hex[i]);
	CHECK(base64("", out, &len) == BX_LEX_OK && len == 0);
	CHECK(base64("aGVs\nbG8 =", out, &len) == BX_LEX_OK && len == 5 && memcmp(out, "hello", 5) == 0);
	CHECK(base64("+/8=", out, &len) == BX_LEX_OK && len == 2 && memcmp(out, "\xFB\xFF", 2) == 0);
	CHECK(base64("/w = =", out, &len) == BX_LEX_OK && len == 1 && out[0] == 0xFF);
	for (i = 0; i < sizeof(bad_64) / sizeof(bad_64[0]); i++)
		CHECKF(base64(bad_64[i], out, &len) == BX_LEX_FORM, "%s", bad_64[i]);
}

/* No prefix of anything makes a function read past its end: each text is given in a block of its own size. */
static void
cut_short(void)
{
	static const char *const texts[] = {
		"-12345-12-31T23:59:59.123+14:00", "-1.5e+10", "-INF", "false", "00ff", "aGVsbG8="};
	size_t i, n;

	for (i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		for (n = 0; n <= strlen(texts[i]); n++)
		{
			char *s = malloc(n + 1);
			uint8_t out[64];
			BxLexDecimal decimal;
			BxLexTime time;
			int64_t v;
			double d;
			size_t len;
			bool b;

			if (s == NULL)
				exit(1);
			memcpy(s + 1, texts[i], n);
			bx_lex_integer(s + 1, n, &v);
			bx_lex_boolean(s + 1, n, &b);
			bx_lex_double(s + 1, n, &d);
			bx_lex_decimal(s + 1, n, &decimal);
			bx_lex_date(s + 1, n, &time);
			bx_lex_hex(s + 1, n, out, &len);
			bx_lex_base64(s + 1, n, out, &len);
			CHECK(bx_lex_datetime(s + 1, n, &time) != BX_LEX_OK || i == 0);
			free(s);
		}
}

UT_SUITE(test_lexical)
{
	UT_RUN(integers);
	UT_RUN(booleans);
	UT_RUN(doubles);
	UT_RUN(doubles_at_random);
	UT_RUN(decimals);
	UT_RUN(moments);
	UT_RUN(dates);
	UT_RUN(stored_moments);
	UT_RUN(bytes);
	UT_RUN(cut_short);
	return ut_done();
}

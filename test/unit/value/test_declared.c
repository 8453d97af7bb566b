/*
 * test_declared.c -- typed forms of values whose type is declared: which texts have one, and that nothing is lost.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "../../../src/core/value/bx_value.h"
#include "../ut.h"
#include "../ut_form.h"

/* ---- declared types ---- */

/* Encode as of a type, and check all that must hold of any text; returns the tag of the form, 0 of a text. */
static unsigned
declared_round_trip(AtType type, const char *s, size_t n)
{
	uint8_t *enc = malloc(n + 16), own[BX_VALUE_ENC_MAX], any[BX_VALUE_ENC_MAX];
	unsigned len = bx_value_encode_as(type, s, n, enc), k;
	char *buf = malloc(BX_VALUE_TEXT_MAX);
	uint32_t text_n = 0;
	const char *text;
	unsigned tag;
	BxValue v;

	if (len == 0)
	{
		free(enc);
		free(buf);
		return BX_TAG_NONE;
	}
	CHECKF(len <= n, "%.*s", (int) n, s);
	CHECKF(bx_value_decode(enc, len, &v) && v.type != BX_TAG_NONE, "%.*s", (int) n, s);
	text = bx_value_text(enc, len, buf, &text_n);
	CHECKF(text == buf && text_n == n && memcmp(text, s, n) == 0, "%.*s gave %.*s", (int) n, s, (int) text_n,
		   buf);
	CHECKF(n < bx_value_room(len), "%.*s", (int) n, s);
	CHECKF(bx_value_is_canonical(enc, len), "%.*s", (int) n, s);
	k = bx_value_encode(s, n, own);
	CHECKF((k > 0) == !bx_value_is_declared(enc, len), "%.*s", (int) n, s);
	CHECKF(k == 0 || (k == len && memcmp(own, enc, k) == 0), "%.*s", (int) n, s);
	if (k == 0)
	{
		double d = bx_number_from_value(enc, len), e = bx_number_from_text(s, n);

		tag = enc[0] == BX_TAG_HEX_UPPER ? BX_TAG_HEX : enc[0];
		CHECKF(tag == bx_type_tags[type] || (bx_type_tags[type] == BX_TAG_DOUBLE && tag == BX_TAG_PADDED),
			   "%.*s", (int) n, s);
		CHECKF(d == e || (d != d && e != e), "%.*s", (int) n, s);
		k = bx_value_encode_declared(s, n, any);
		CHECKF(tag >= BX_TAG_HEX || (k == len && memcmp(any, enc, k) == 0), "%.*s", (int) n, s);
	}
	tag = enc[0] == BX_TAG_HEX_UPPER                               ? BX_TAG_HEX
		  : enc[0] >= BX_TAG_DIGIT || enc[0] <= BX_TAG_DECIMAL_MAX ? BX_TAG_DECIMAL
																   : enc[0];
	free(enc);
	free(buf);
	return tag;
}

typedef struct DeclaredCase
{
	AtType type;
	const char *text;
	unsigned tag; /* NONE: text */
} DeclaredCase;

static const DeclaredCase cases[] = {
	{AT_DOUBLE, "1.50E0", BX_TAG_DOUBLE},
	{AT_DOUBLE, "-1.5e-07", BX_TAG_DOUBLE},
	{AT_DOUBLE, "0E0", BX_TAG_DOUBLE},
	{AT_DOUBLE, "1E10", BX_TAG_DOUBLE},
	{AT_DOUBLE, "1E5", BX_TAG_NONE}, /* not shorter */
	{AT_DOUBLE, "9.223372036854775807E+127", BX_TAG_DOUBLE},
	{AT_DOUBLE, "9.223372036854775808E+1", BX_TAG_NONE},
	{AT_DOUBLE, "1.5E128", BX_TAG_NONE},
	{AT_DOUBLE, "1.5E-128", BX_TAG_DOUBLE},
	{AT_DOUBLE, "1.5E-0", BX_TAG_NONE},
	{AT_DOUBLE, "1.5E005", BX_TAG_NONE},
	{AT_DOUBLE, "1.5E", BX_TAG_NONE},
	{AT_DOUBLE, "1.5E+", BX_TAG_NONE},
	{AT_DOUBLE, "-0E0", BX_TAG_NONE},
	{AT_DOUBLE, "+1.5E0", BX_TAG_NONE},
	{AT_DOUBLE, "INF", BX_TAG_NONE},
	{AT_DOUBLE, "007", BX_TAG_NONE},
	{AT_DOUBLE, "0007", BX_TAG_PADDED},
	{AT_DOUBLE, "1.5", BX_TAG_DECIMAL},
	{AT_DECIMAL, "1.50E0", BX_TAG_NONE},
	{AT_DECIMAL, "+0.5", BX_TAG_PADDED},
	{AT_DECIMAL, "-.25", BX_TAG_PADDED},
	{AT_DECIMAL, "-0000000000000000012.", BX_TAG_PADDED},
	{AT_DECIMAL, "0000000000000000000012.", BX_TAG_NONE}, /* too many zeros */
	{AT_DECIMAL, "+-12", BX_TAG_NONE},
	{AT_DECIMAL, "+", BX_TAG_NONE},
	{AT_DECIMAL, ".", BX_TAG_NONE},
	{AT_DECIMAL, "+.", BX_TAG_NONE},
	{AT_DECIMAL, "00-1", BX_TAG_NONE},
	{AT_DATE, "2024-02-29Z", BX_TAG_ZONED},
	{AT_DATE, "0001-01-01+14:00", BX_TAG_ZONED},
	{AT_DATE, "9999-12-31-00:01", BX_TAG_ZONED},
	{AT_DATE, "2024-02-30Z", BX_TAG_NONE},
	{AT_DATE, "2024-02-29-00:00", BX_TAG_NONE},
	{AT_DATE, "2024-02-29.5Z", BX_TAG_NONE},
	{AT_DATE, "2024-02-29", BX_TAG_DATE},
	{AT_DATE, "2024-02-29T00:00:00Z", BX_TAG_DATETIME},
	{AT_TIME, "00:00:00", BX_TAG_TIME},
	{AT_TIME, "23:59:59.123456789+05:30", BX_TAG_TIME},
	{AT_TIME, "24:00:00", BX_TAG_NONE},
	{AT_TIME, "12:30", BX_TAG_NONE},
	{AT_HEX, "00", BX_TAG_HEX},
	{AT_HEX, "10", BX_TAG_DECIMAL},
	{AT_HEX, "c0ffee", BX_TAG_HEX},
	{AT_HEX, "C0FFEE", BX_TAG_HEX},
	{AT_HEX, "C0ffee", BX_TAG_NONE},
	{AT_HEX, " c0ffee", BX_TAG_NONE},
	{AT_HEX, "c0f", BX_TAG_NONE},
	{AT_BASE64, "AA==", BX_TAG_BASE64},
	{AT_BASE64, "AB==", BX_TAG_NONE},
	{AT_BASE64, "AAA=", BX_TAG_BASE64},
	{AT_BASE64, "+/+/", BX_TAG_BASE64},
	{AT_BASE64, "AAA=AAA=", BX_TAG_NONE},
	{AT_BASE64, "AAAA\nAAAA", BX_TAG_NONE},
	{AT_STRING, "12", BX_TAG_NONE},
	{AT_STRING, "true", BX_TAG_NONE},
	{AT_ANY_SIMPLE, "1.50E0", BX_TAG_NONE},
	{AT_ANY_SIMPLE, "12", BX_TAG_DECIMAL},
};

static void
test_declared(void)
{
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		CHECKF(declared_round_trip(cases[i].type, cases[i].text, strlen(cases[i].text)) == cases[i].tag, "%s",
			   cases[i].text);
}

/* Bytes of all lengths up to where they stay text. */
static void
test_declared_bytes(void)
{
	static const char digits[] = "0123456789abcdef",
					  more[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
	char *s = malloc(5000);
	size_t n, i;

	for (n = 20; n < 5000; n += n % 100 == 96 ? 2 : 19)
	{
		for (i = 0; i < n; i++)
			s[i] = digits[random_below(16)];
		CHECK(declared_round_trip(AT_HEX, s, n) == (n % 2 == 0 && n < 4096 ? BX_TAG_HEX : BX_TAG_NONE));
		for (i = 0; i < n; i++)
			s[i] = more[random_below(52)];
		CHECK(declared_round_trip(AT_BASE64, s, n) == (n % 4 == 0 && n < 4096 ? BX_TAG_BASE64 : BX_TAG_NONE));
	}
	free(s);
}

static void
test_random_declared(void)
{
	unsigned i, kinds[256] = {0}, type;

	for (i = 0; i < 60000; i++)
	{
		Form f;
		char *exact;

		form_declared(&f);
		exact = malloc(f.n > 0 ? f.n : 1);
		memcpy(exact, f.s, f.n);
		for (type = AT_ANY_TYPE; type < AT_TYPES; type++)
			kinds[declared_round_trip((AtType) type, exact, f.n)]++;
		free(exact);
	}
	for (type = BX_TAG_DOUBLE; type <= BX_TAG_BASE64; type++)
		CHECKF(kinds[type] > 1000 || type == BX_TAG_HEX_UPPER, "%u: %u", type, kinds[type]);
}

static void
test_refused_declared(void)
{
	static const struct
	{
		const char *bytes;
		uint32_t len;
		bool decodes;
	} refused[] = {
		{"\xA2\0", 2, false},             /* double without power */
		{"\xA2\x13\0\1", 4, false},       /* scale 19 */
		{"\xA2\0\0\5", 4, true},          /* longer than 5E0 */
		{"\xA2\x80\x0A\1\1", 5, true},    /* a zero before two digits */
		{"\xA2\0\0\5\0", 5, true},        /* number too wide */
		{"\xA3", 1, false},               /* padded without style */
		{"\xA3\x80", 2, false},           /* without the number of zeros */
		{"\xA3\x80\x13\x11", 4, false},   /* 19 zeros */
		{"\xA3\x80\0\x11", 4, true},      /* no zeros */
		{"\xA3\x20\xFF", 3, false},       /* + and - */
		{"\xA3\0\x11", 3, true},          /* a decimal */
		{"\xA3\x14\x11", 3, false},       /* scale 20 */
		{"\xA4\0\1", 3, false},           /* date with no zone */
		{"\xA4\x11\1", 3, false},         /* with a fraction */
		{"\xA4\x10", 2, false},           /* without days */
		{"\xA4\x10\0\0\0\x7F", 6, false}, /* past year 9999 */
		{"\xA5\0\xFF", 3, false},         /* a second before midnight */
		{"\xA5\0\x80\x51\1", 5, false},   /* 24:00:00 */
		{"\xA6", 1, false},               /* no bytes */
		{"\xA8", 1, false},
		{"\xA6\x12", 2, true}, /* a number by itself */
		{"\xA7\x01", 2, true}, /* digits are lower case */
	};
	size_t i;

	for (i = 0; i < sizeof(refused) / sizeof(refused[0]); i++)
	{
		const uint8_t *p = (const uint8_t *) refused[i].bytes;
		BxValue v;

		CHECKF(!bx_value_is_canonical(p, refused[i].len), "case %zu", i);
		CHECKF(bx_value_decode(p, refused[i].len, &v) == refused[i].decodes, "case %zu", i);
	}
}

UT_SUITE(test_declared)
{
	UT_RUN(test_declared);
	UT_RUN(test_declared_bytes);
	UT_RUN(test_random_declared);
	UT_RUN(test_refused_declared);
	return ut_done();
}

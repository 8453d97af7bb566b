/*
 * test_index_key.c -- the bytes of index keys: order, normal forms, KEYS.md and golden keys.
 */
#define _POSIX_C_SOURCE 200809L

#include <math.h>

#include "../ut_golden.h"
#include "../ut_index.h"

static uint64_t rng = 42;

/* ---- numbers ---- */

static int
order_of(const uint8_t *a, size_t an, const uint8_t *b, size_t bn)
{
	return bx_str_compare(bx_str(a, an), bx_str(b, bn));
}

/* Does one begin with the other, and are they not equal? */
static bool
runs_on(const uint8_t *a, size_t an, const uint8_t *b, size_t bn)
{
	size_t n = an < bn ? an : bn;

	return an != bn && memcmp(a, b, n) == 0;
}

static double
any_double(void)
{
	static const double some[] = {
		0.0,  -0.0, 1,   -1,    INFINITY,   -INFINITY, 5e-324, -5e-324,   1e308,  0.1,
		1e15, 1e16, 100, 99.99, 2.225e-308, 9e15 + 1,  1e-60,  123456e50, -1e-61, 1.7976931348623157e308};
	uint64_t bits = ut_rand(&rng);
	double d;

	switch (ut_below(&rng, 5))
	{
		case 0: return some[ut_below(&rng, sizeof(some) / sizeof(some[0]))];
		case 1: return (double) (int32_t) bits;
		case 2: return (double) (int32_t) bits / 100;
		case 3: return (double) ut_below(&rng, 200) - 100;
		default: break;
	}
	memcpy(&d, &bits, sizeof(d));
	return isnan(d) ? 0 : d;
}

static void
doubles_are_in_order(void)
{
	uint8_t a[BX_INDEX_NUMBER_MAX], b[BX_INDEX_NUMBER_MAX];
	int i;

	for (i = 0; i < 300000; i++)
	{
		double x = any_double(), y = ut_below(&rng, 4) ? any_double() : nextafter(x, any_double());
		unsigned m = bx_index_number_double(x, a), n = bx_index_number_double(y, b);

		CHECKF(order_of(a, m, b, n) == (x > y) - (x < y) && !runs_on(a, m, b, n), "%.17g %.17g", x, y);
		CHECKF(bx_index_number_get(a, m) == x, "%.17g: %.17g", x, bx_index_number_get(a, m));
		if (ut_here > 5)
			return;
	}
}

/* Every way to write a number leads to the bytes of its double. */
static void
texts_are_their_doubles(void)
{
	static const char *const signs[] = {"", "-", "+"};
	uint8_t a[BX_INDEX_NUMBER_MAX], b[BX_INDEX_NUMBER_MAX];
	int i;

	for (i = 0; i < 300000; i++)
	{
		char text[120];
		unsigned n = 0, digits = 1 + ut_below(&rng, ut_below(&rng, 4) ? 18 : 60), k, m;
		unsigned point = ut_below(&rng, 2 * digits);
		double d;

		n += (unsigned) sprintf(text, "%s", signs[ut_below(&rng, 3)]);
		for (k = 0; k < digits; k++)
		{
			if (k == point)
				text[n++] = '.';
			text[n++] = (char) ('0' + (ut_below(&rng, 3) ? ut_below(&rng, 10) : 0));
		}
		if (ut_below(&rng, 3) == 0)
			n += (unsigned) sprintf(text + n, "e%d", (int) ut_below(&rng, 700) - 350);
		text[n] = '\0';
		CHECK(bx_number_from_scientific(text, n, &d));
		m = bx_index_number_double(d, a);
		k = bx_index_number_text(text, n, b);
		CHECKF(m == k && memcmp(a, b, m) == 0, "%s", text);
		if (ut_here > 5)
			return;
	}
}

static void
texts_that_are_no_numbers(void)
{
	static const char *const none[] = {"",    " ",   "-",     "+",     ".",    "e5",
									   "1e",  "1e+", "1.2.3", "0x1",   "NaN",  "Infinity",
									   "inf", "1 2", "--1",   "1e5.0", "INFI", "- 1"};
	static const char *const numbers[] = {" 1\n",
										  "1.",
										  ".5",
										  "-.5E-3",
										  "+INF",
										  "-INF ",
										  "INF",
										  "1e400",
										  "1e-400",
										  "00000000000000000000000",
										  "1e99999999999999999999"};
	uint8_t b[BX_INDEX_NUMBER_MAX];
	size_t i;

	for (i = 0; i < sizeof(none) / sizeof(none[0]); i++)
		CHECKF(bx_index_number_text(none[i], strlen(none[i]), b) == 0, "'%s'", none[i]);
	for (i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++)
		CHECKF(bx_index_number_text(numbers[i], strlen(numbers[i]), b) > 0, "'%s'", numbers[i]);
}

static void
seconds_are_in_order(void)
{
	static const int64_t some[] = {0,
								   1,
								   -1,
								   100,
								   -100,
								   59,
								   1709164800,
								   INT64_C(315000000000000),
								   -INT64_C(315000000000000),
								   BX_SPAN_MAX,
								   -BX_SPAN_MAX};
	static const uint32_t parts[] = {0, 1, 999999999, 500000000, 10, 100, 120000000};
	uint8_t a[BX_INDEX_NUMBER_MAX], b[BX_INDEX_NUMBER_MAX];
	int i;

	for (i = 0; i < 300000; i++)
	{
		int64_t x = ut_below(&rng, 2) ? some[ut_below(&rng, 11)] : (int64_t) ut_below(&rng, 400) - 200;
		int64_t y = ut_below(&rng, 2) ? x : (int64_t) ut_below(&rng, 400) - 200;
		uint32_t p = parts[ut_below(&rng, 7)], q = parts[ut_below(&rng, 7)];
		unsigned m = bx_index_number_seconds(x, p, a), n = bx_index_number_seconds(y, q, b);
		int want = x != y ? (x > y ? 1 : -1) : (p > q) - (p < q);

		CHECKF(order_of(a, m, b, n) == want && !runs_on(a, m, b, n), "%lld.%09u %lld.%09u", (long long) x, p,
			   (long long) y, q);
		if (p == 0 && x > -(INT64_C(1) << 53) && x < INT64_C(1) << 53)
			CHECK(bx_index_number_get(a, m) == (double) x);
		if (ut_here > 5)
			return;
	}
}

/* Damaged bytes are a number or are refused. */
static void
any_bytes_are_taken_apart(void)
{
	uint8_t b[BX_INDEX_NUMBER_MAX + 4];
	int i;

	for (i = 0; i < 200000; i++)
	{
		size_t n = ut_below(&rng, sizeof(b) + 1), k;
		BxIndexDigits d;

		for (k = 0; k < n; k++)
			b[k] = (uint8_t) (ut_below(&rng, 2) ? ut_rand(&rng) : 0x7f + ut_below(&rng, 70));
		if (bx_index_number_digits(b, n, &d))
			CHECK(d.n <= sizeof(d.digit) && !isnan(bx_index_number_get(b, n)));
		else
			CHECK(isnan(bx_index_number_get(b, n)));
	}
}

/* ---- normal forms ---- */

/* A text that is often a number, a moment or nearly one. */
static size_t
any_text(char *buf)
{
	static const char *const whole[] = {"5",
										"05",
										" 5 ",
										"5.0",
										"5e0",
										"+5",
										"-0",
										"0",
										"0.0",
										"1e3",
										"1000",
										"INF",
										"x",
										"9007199254740993",
										"9007199254740992",
										"0.1",
										"0.10",
										"0.1000000000000000055",
										"2024-02-29",
										"2024-02-29Z",
										"2024-02-29+01:00",
										"2024-02-28-23:00",
										"",
										" ",
										"2024-02-29T00:00:00",
										"2024-02-28T24:00:00",
										"2024-02-29T00:00:00Z",
										"2024-02-29T01:00:00+01:00",
										"2024-02-29T00:00:00.0",
										"2024-02-29T00:00:00.5",
										"2024-02-29T00:00:00.50",
										"P1D",
										"PT24H",
										"-P1D",
										"P12M",
										"P1Y",
										"P0Y",
										"PT0S",
										"12024-01-01",
										"-0001-01-01",
										"true",
										"1",
										"false",
										"P",
										"INFINITY",
										"NaN"};
	static const char *const parts[] = {"0", "1", "5", "00", ".", "-", "+",   "e",
										" ", "T", "Z", ":",  "P", "D", "2024"};
	size_t n = 0;
	uint32_t k;

	if (ut_below(&rng, 4) > 0)
		n = (size_t) sprintf(buf, "%s%s", ut_below(&rng, 6) ? "" : " ",
							 whole[ut_below(&rng, sizeof(whole) / sizeof(whole[0]))]);
	else
		for (k = ut_below(&rng, 6); k-- > 0;)
			n += (size_t) sprintf(buf + n, "%s", parts[ut_below(&rng, sizeof(parts) / sizeof(parts[0]))]);
	return n;
}

static bool
same_form(const BxIndexValue *a, const BxIndexValue *b)
{
	if (a->kind != b->kind)
		return false;
	return a->kind == AT_INDEX_STRING ? bx_str_equal(a->text, b->text)
									  : a->n == b->n && memcmp(a->bytes, b->bytes, a->n) == 0;
}

/* That of a moment with a zone as one without. */
static BxIndexValue
without_zone(BxIndexValue v)
{
	v.kind -= v.kind == AT_INDEX_DATE_ZONE || v.kind == AT_INDEX_DATETIME_ZONE;
	return v;
}

/* Equal as values of a type, by the keys that comparisons use: one normal form, and that of the literal. */
static void
equal_values_have_one_form(void)
{
	static const AtType types[] = {AT_STRING,   AT_DOUBLE,   AT_DECIMAL, AT_DATE,
								   AT_DATETIME, AT_DAY_TIME, AT_MONTHS};
	unsigned equal[7] = {0};
	int i, t;

	for (i = 0; i < 400000; i++)
	{
		char a[64], b[64];
		BxStr x = bx_str(a, any_text(a)), y = bx_str(b, any_text(b));
		BxIndexValue v, w, lit;
		double d, e;

		bx_index_value_text(x.s, x.n, &v);
		bx_index_value_text(y.s, y.n, &w);
		for (t = 0; t < 7; t++)
		{
			BxIndexValue va = without_zone(v), wa = without_zone(w);
			BxKey k, l;

			if (!bx_key_read(types[t], x, &k) || !bx_key_read(types[t], y, &l) || bx_key_order(&k, &l) != 0)
				continue;
			equal[t]++;
			CHECKF(same_form(&va, &wa), "type %d: '%.*s' '%.*s'", types[t], (int) x.n, a, (int) y.n, b);
			bx_index_value_key(&l, &lit);
			lit = without_zone(lit);
			CHECKF(same_form(&va, &lit), "literal of type %d: '%.*s' '%.*s'", types[t], (int) x.n, a,
				   (int) y.n, b);
		}
		if (bx_lex_double(x.s, x.n, &d) == BX_LEX_OK && bx_lex_double(y.s, y.n, &e) == BX_LEX_OK && d == e)
			CHECKF(same_form(&v, &w), "'%.*s' '%.*s'", (int) x.n, a, (int) y.n, b);
		if (ut_here > 5)
			return;
	}
	for (t = 0; t < 7; t++)
		CHECKF(equal[t] > 400, "type %d: %u", types[t], equal[t]);
}

/* The typed form of a text has its normal form. */
static void
payloads_are_their_texts(void)
{
	unsigned typed = 0;
	int i;

	for (i = 0; i < 200000; i++)
	{
		static const char *const more[] = {"2005-06-14T12:30:15.25-05:30",
										   "0001-01-01",
										   "9999-12-31T23:59:59.999999999Z",
										   "1234567890123456789",
										   "-0.000000000000000001",
										   "999999999999999",
										   "1000000000000000",
										   "-9223372036854775808",
										   "1969-12-31T23:59:59.9",
										   "12345678901.2345678"};
		char text[64], buf[BX_VALUE_TEXT_MAX];
		uint8_t enc[BX_VALUE_ENC_MAX];
		size_t n = any_text(text);
		BxIndexValue v, w;
		unsigned m;

		if (ut_below(&rng, 8) == 0)
			n = (size_t) sprintf(text, "%s", more[ut_below(&rng, 10)]);
		else if (ut_below(&rng, 2))
			n = (size_t) sprintf(text, "%d.%02u", (int) ut_below(&rng, 20000) - 10000, ut_below(&rng, 100));
		m = bx_value_encode(text, n, enc);
		bx_index_value_text(text, n, &v);
		CHECK(bx_index_value_payload(m ? enc : (const uint8_t *) text, m ? m : (uint32_t) n, buf, &w));
		CHECKF(same_form(&v, &w), "'%.*s'", (int) n, text);
		typed += m > 0;
	}
	CHECK(typed > 50000);
}

/* Moments of one kind are in the order of their keys, strings in that of their bytes; a prefix comes first. */
static void
values_are_in_order(void)
{
	int i;

	for (i = 0; i < 300000; i++)
	{
		char a[64], b[64];
		uint8_t p[128], q[128];
		BxStr x = bx_str(a, any_text(a)), y = bx_str(b, any_text(b));
		BxIndexValue v, w;
		BxKey k, l;
		unsigned m, n, t;
		int order;

		bx_index_value_text(x.s, x.n, &v);
		bx_index_value_text(y.s, y.n, &w);
		if (v.kind != w.kind)
			continue;
		m = bx_index_value_put(&v, 64, p);
		n = bx_index_value_put(&w, 64, q);
		order = order_of(p, m, q, n);
		CHECK(!runs_on(p, m, q, n));
		/* but for NaN, which loses its white space */
		if (v.kind == AT_INDEX_STRING && v.text.n == x.n && w.text.n == y.n)
			CHECKF(order == bx_str_compare(x, y), "'%.*s' '%.*s'", (int) x.n, a, (int) y.n, b);
		for (t = 0; t < AT_TYPES; t++)
			if (bx_key_is_moment(t) && bx_key_read((AtType) t, x, &k) && bx_key_read((AtType) t, y, &l))
				CHECKF(order == bx_key_order(&k, &l), "'%.*s' '%.*s'", (int) x.n, a, (int) y.n, b);
	}
}

static void
long_strings_are_cut(void)
{
	static const char text[] = "abcdefghijklmnopqrstuvwxyz";
	BxIndexPath path = bx_index_root;
	BxIndexValue v;
	BxIndexParts parts;
	uint8_t p[128], q[128];
	unsigned n, m;

	bx_index_value_text(text, 26, &v);
	n = bx_index_key_put(&path, &v, 26, p);
	CHECK(n == 3 + 26 + 1 + 3 && p[3 + 26] == BX_INDEX_WHOLE);
	m = bx_index_key_put(&path, &v, 25, q);
	CHECK(m == 3 + 25 + 1 + 4 + 3 && q[3 + 25] == BX_INDEX_CUT && memcmp(p, q, 3 + 25) == 0);
	CHECK(bx_index_key_parts(q, m, &parts) && parts.kind == AT_INDEX_STRING && parts.n == 30);
	CHECK(!bx_index_key_parts(q, 5, &parts));
	CHECK(bx_index_key_parts(q, 6, &parts) && parts.n == 0);
	/* what is beyond counts */
	bx_index_value_text(text, 25, &v);
	n = bx_index_key_put(&path, &v, 25, p);
	CHECK(order_of(p, n, q, m) < 0);
	bx_index_value_text("abcdefghijklmnopqrstuvwxyZ", 26, &v);
	n = bx_index_key_put(&path, &v, 25, p);
	CHECK(n == m && memcmp(p, q, n) != 0 && memcmp(p, q, 29) == 0);
}

/* ---- written down ---- */

/* Lines of keys, blanks within and comments behind, as ut_index_list has them; free it. */
static char *
written(const char *lines, size_t n, bool is_short)
{
	char *copy = strndup(lines, n), *line, *rest = NULL, *at;
	BxBuf want;

	bx_buf_init(&want, bx_host_libc());
	for (line = strtok_r(copy, "\n", &rest); line != NULL; line = strtok_r(NULL, "\n", &rest))
	{
		line[strcspn(line, ";")] = '\0';
		if (is_short)
			xt_say(&want, "%08x", (unsigned) strtol(line, NULL, 10) ^ 0x80000000u);
		else
			for (at = line; *at != '\0'; at++)
				if (*at != ' ')
					xt_put(&want, at, 1);
		xt_put(&want, " ", 1);
	}
	free(copy);
	return ut_text_end(&want);
}

static void
check_written(const char *xml, const char *lines, size_t n, bool is_short)
{
	BxIndexOptions options = bx_index_options(is_short);
	size_t len = 0;
	uint8_t *v = xt_parse(xml, strlen(xml), BX_MODE_SHAPES, BX_TYPED_LOSSLESS, &len);
	char *keys = ut_index_value(v, len, &options);
	char *want = written(lines, n, is_short);

	CHECKF(strcmp(keys, want) == 0, "%s\n# %s\n# %s", xml, keys, want);
	free(want);
	free(keys);
	free(v);
}

/* The example of KEYS.md. */
static void
keys_are_as_the_document_says(void)
{
	size_t n, xml_n = 0, long_n = 0, short_n = 0;
	char *doc = ut_file("src/core/index/KEYS.md", &n);
	char *xml = ut_fenced(doc, "xml example", &xml_n);
	char *longs = ut_fenced(doc, "hex example", &long_n);
	char *shorts = ut_fenced(doc, "text example", &short_n);

	CHECK(xml != NULL && longs != NULL && shorts != NULL);
	if (xml == NULL || longs == NULL || shorts == NULL)
		return;
	xml[xml_n] = '\0';
	check_written(xml, longs, long_n, false);
	check_written(xml, shorts, short_n, true);
	free(doc);
}

/* Spaces to line ends. */
static void
split(char *s)
{
	for (; *s != '\0'; s++)
		if (*s == ' ')
			*s = '\n';
}

/* Golden keys: lines of a document, "long" and its keys, "short" and its keys. */
static void
golden_keys_stay(void)
{
	size_t n;
	char *golden = ut_file("test/golden/INDEX", &n);
	char *line, *rest = NULL, *xml = NULL;
	unsigned count = 0;

	for (line = strtok_r(golden, "\n", &rest); line != NULL; line = strtok_r(NULL, "\n", &rest))
		if (line[0] == '<')
			xml = line;
		else if (line[0] != '#' && xml != NULL)
		{
			char *keys = line + strcspn(line, " ");

			keys += *keys == ' ';
			split(keys);
			check_written(xml, keys, strlen(keys), line[0] == 's');
			count++;
		}
	CHECKF(count >= 40, "%u", count);
	free(golden);
}

UT_SUITE(test_index_key)
{
	UT_RUN(doubles_are_in_order);
	UT_RUN(texts_are_their_doubles);
	UT_RUN(texts_that_are_no_numbers);
	UT_RUN(seconds_are_in_order);
	UT_RUN(any_bytes_are_taken_apart);
	UT_RUN(equal_values_have_one_form);
	UT_RUN(payloads_are_their_texts);
	UT_RUN(values_are_in_order);
	UT_RUN(long_strings_are_cut);
	UT_RUN(keys_are_as_the_document_says);
	UT_RUN(golden_keys_stay);
	return ut_done();
}

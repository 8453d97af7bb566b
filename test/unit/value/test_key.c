/*
 * test_key.c -- keys of atomic values: their order and equality, against what paths say of the same values, and sets.
 */
#include <math.h>
#include <stdlib.h>

#include "../../../src/core/base/bx_core_int.h"
#include "../../../src/core/value/bx_key.h"
#include "../ut_xpath.h"

typedef struct Group
{
	AtType type;
	const char *constructor; /* in paths */
	const char *texts[12];   /* in order; "=" before one: equal to the one before */
} Group;

static const Group groups[] = {
	{AT_STRING, "xs:string", {"", "A", "B", "Ba", "a", "aa", "\xC3\xA4"}},
	{AT_DOUBLE, "xs:double", {"-10", "-9.5", "0", "=-0", "0.1", "2", "=2.0", "10", "1000000"}},
	{AT_DECIMAL,
	 "xs:decimal",
	 {"-100", "-99.5", "-0.05", "0", "=-0.0", "0.05", "0.5", "=00.500", "9", "10", "=10.00",
	  "123456789012345678901234567890.1"}},
	{AT_DATE, "xs:date", {"-0044-03-15", "1999-12-31", "2000-01-01+02:00", "2000-01-01", "=2000-01-01Z"}},
	{AT_DATETIME,
	 "xs:dateTime",
	 {"1999-12-31T23:59:59.999999999", "2000-01-01T00:00:00", "=2000-01-01T02:00:00+02:00",
	  "2000-01-01T00:00:01"}},
	{AT_DAY_TIME, "xs:dayTimeDuration", {"-P1D", "-PT0.5S", "PT0S", "PT0.1S", "PT23H", "P1D", "=PT24H"}},
	{AT_MONTHS, "xs:yearMonthDuration", {"-P1Y", "P0M", "P11M", "P1Y", "=P12M", "P2Y"}},
};

static BxStr
text_of(const char *s)
{
	return bx_str(s, strlen(s));
}

/* The order of two values is the one that paths give them. */
static void
expect_order(const Group *g, const char *a, const char *b, int order)
{
	static const char *const ops[] = {"lt", "eq", "gt"};
	BxHashSeed seed = {1, 2};
	char path[256];
	BxKey x, y;
	int i;

	CHECKF(bx_key_read(g->type, text_of(a), &x) && bx_key_read(g->type, text_of(b), &y), "%s %s", a, b);
	CHECKF(bx_key_order(&x, &y) == order && bx_key_order(&y, &x) == -order, "%s %s: %d, not %d", a, b,
		   bx_key_order(&x, &y), order);
	CHECKF(bx_key_same(&x, &y) == (order == 0), "%s %s", a, b);
	CHECKF(order != 0 || bx_key_hash(&seed, &x) == bx_key_hash(&seed, &y), "%s %s", a, b);
	for (i = 0; i < 3; i++)
	{
		snprintf(path, sizeof(path), "%s('%s') %s %s('%s')", g->constructor, a, ops[i], g->constructor, b);
		xt_expect("<d/>", path, i - 1 == order ? "true" : "false");
	}
}

static void
orders(void)
{
	size_t g, i, j;

	for (g = 0; g < sizeof(groups) / sizeof(groups[0]); g++)
		for (i = 0; i < 12 && groups[g].texts[i] != NULL; i++)
		{
			const char *a = groups[g].texts[i];
			bool equal = true;

			for (j = i; j < 12 && groups[g].texts[j] != NULL; j++)
			{
				const char *b = groups[g].texts[j];

				equal = equal && (j == i || b[0] == '=');
				expect_order(&groups[g], a + (a[0] == '='), b + (b[0] == '='), equal ? 0 : -1);
			}
		}
}

static void
refused(void)
{
	static const struct
	{
		AtType type;
		const char *text;
	} bad[] = {
		{AT_BOOLEAN, "yes"},         {AT_DECIMAL, "1e3"},  {AT_DECIMAL, ""},   {AT_DATE, "2000-02-30"},
		{AT_DATETIME, "2000-01-01"}, {AT_DAY_TIME, "P1M"}, {AT_MONTHS, "P1D"},
	};
	BxKey a, b;
	size_t i;

	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		CHECKF(!bx_key_read(bad[i].type, text_of(bad[i].text), &a), "%s", bad[i].text);
	CHECK(bx_key_read(AT_BOOLEAN, text_of(" true\n"), &a) && bx_key_read(AT_BOOLEAN, text_of("1"), &b) &&
		  bx_key_same(&a, &b));
	a = bx_key_number(NAN);
	b = bx_key_number(1);
	CHECK(bx_key_order(&a, &b) == BX_KEY_UNORDERED && bx_key_order(&a, &a) == BX_KEY_UNORDERED);
	CHECK(bx_key_same(&a, &a) && !bx_key_same(&a, &b));
}

static bool
add(BxKeySet *set, AtType type, const char *text)
{
	BxError err;
	BxKey key;
	bool added;

	CHECKF(bx_key_read(type, text_of(text), &key), "%s", text);
	CHECK(bx_key_set_add(set, &key, &added, &err) == BX_OK);
	CHECK(bx_key_set_has(set, &key));
	return added;
}

/* Numbers are equal across types, other values are not. */
static void
sets(void)
{
	BxArena arena;
	BxKeySet set;

	bx_arena_init(&arena, bx_host_libc());
	bx_key_set_init(&set, bx_host_libc(), &arena);
	CHECK(add(&set, AT_DECIMAL, "0") && !add(&set, AT_DOUBLE, "-0") && !add(&set, AT_DECIMAL, "0.0"));
	CHECK(add(&set, AT_DOUBLE, "1.5") && !add(&set, AT_DECIMAL, "01.50") && add(&set, AT_STRING, "1.5"));
	CHECK(add(&set, AT_DOUBLE, "x") && !add(&set, AT_DOUBLE, "y")); /* NaN */
	CHECK(add(&set, AT_BOOLEAN, "1") && add(&set, AT_DOUBLE, "1"));
	CHECK(add(&set, AT_DATE, "2000-01-01") && add(&set, AT_DATETIME, "2000-01-01T00:00:00"));
	CHECK(!bx_key_set_add_range(&set, 1, 2));
	bx_key_set_init(&set, bx_host_libc(), &arena);
	CHECK(bx_key_set_add_range(&set, 3, 1000000) && !bx_key_set_add_range(&set, 1, 2));
	CHECK(!add(&set, AT_DOUBLE, "999999") && !add(&set, AT_DECIMAL, "4"));
	CHECK(add(&set, AT_DECIMAL, "4.5") && add(&set, AT_DOUBLE, "2") && add(&set, AT_STRING, "4"));
	bx_arena_reset(&arena);
}

/* Texts of decimals and dates are keys up to a million bytes. */
static void
long_texts(void)
{
	char *text = ut_need(malloc(BX_KEY_TEXT_MAX + 1));
	BxKey one, key;

	memset(text, '0', BX_KEY_TEXT_MAX + 1);
	text[BX_KEY_TEXT_MAX - 1] = text[BX_KEY_TEXT_MAX] = '1';
	CHECK(bx_key_read(AT_DECIMAL, bx_str("1", 1), &one));
	CHECK(bx_key_read(AT_DECIMAL, bx_str(text, BX_KEY_TEXT_MAX), &key) && bx_key_same(&key, &one));
	CHECK(!bx_key_read(AT_DECIMAL, bx_str(text, BX_KEY_TEXT_MAX + 1), &key));
	memset(text, ' ', BX_KEY_TEXT_MAX + 1);
	memcpy(text, "2000-01-01", 10);
	CHECK(bx_key_read(AT_DATE, bx_str("2000-01-01", 10), &one));
	CHECK(bx_key_read(AT_DATE, bx_str(text, BX_KEY_TEXT_MAX), &key) && bx_key_same(&key, &one));
	CHECK(!bx_key_read(AT_DATE, bx_str(text, BX_KEY_TEXT_MAX + 1), &key));
	free(text);
}

UT_SUITE(test_key)
{
	UT_RUN(orders);
	UT_RUN(refused);
	UT_RUN(sets);
	UT_RUN(long_texts);
	return ut_done();
}

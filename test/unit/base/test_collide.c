/*
 * test_collide.c -- every table of keys from outside, filled with keys that were chosen to collide.
 *
 * Names, values and prefixes of one FNV-1a hash (ut_collide.h), from the states that the tables once started from.  The
 * slots that are looked at stay few, and neither values nor answers depend on the seed.
 */
#include "../../../src/core/check/bx_check.h"
#include "../ut_collide.h"
#include "../ut_xpath.h"

#define KEYS 8192
#define FNV_START 2166136261u
/* Slots an operation may look at on average: tables are filled to three quarters at most. */
#define PER_KEY 16

static const BxHashSeed seeds[] = {{1, 2}, {0x123456789abcdef0u, 0xfedcba9876543210u}};

/* ---- a document with chosen keys ---- */

typedef struct Doc
{
	UtCollide keys;
	BxBuf text;
	uint8_t *v[2]; /* made under each seed */
	size_t n[2];
	uint64_t probes;
} Doc;

static void
doc_begin(Doc *d, uint32_t state)
{
	memset(d, 0, sizeof(*d));
	bx_buf_init(&d->text, bx_host_libc());
	ut_collide_init(&d->keys, state);
}

static void
say_key(Doc *d, const char *before, uint32_t i, const char *after)
{
	char key[UT_COLLIDE_LEN];

	ut_collide_key(&d->keys, i, key);
	xt_say(&d->text, "%s%.*s%s", before, UT_COLLIDE_LEN, key, after);
}

/* Parse under a seed; counts slots. */
static uint8_t *
parse(Doc *d, const BxHashSeed *seed, size_t *n)
{
	BxParseOptions o = {.writer = ut_options(0, BX_TYPED_LOSSLESS), .encoding = "UTF-8"};
	BxHost host = *bx_host_libc();
	uint8_t *v = NULL;
	BxParser *p;
	BxError err;

	host.seed = *seed;
	host.probes = &d->probes;
	p = ut_need(bx_parser_new(&host, &o, &err));
	CHECKF(bx_parser_feed(p, (const char *) d->text.data, d->text.len) == BX_OK &&
			   bx_parser_finish(p, &v, n) == BX_OK,
		   "%s", bx_parser_error(p)->msg);
	bx_parser_free(p);
	return v;
}

/* The validator numbers names, prefixes, shapes and constants as well. */
static void
doc_validate(const Doc *d, int k, uint64_t operations)
{
	BxHost host = *bx_host_libc();
	uint64_t probes = 0;
	BxError err;

	host.seed = seeds[k];
	host.probes = &probes;
	bx_error_clear(&err);
	CHECKF(bx_check(d->v[k], d->n[k], true, NULL, &host, &err) == BX_OK, "%s", err.msg);
	CHECKF(probes < PER_KEY * operations, "%llu slots for %llu operations", (unsigned long long) probes,
		   (unsigned long long) operations);
}

/* Both values are the same, and few slots were looked at for what the text holds of keys. */
static void
doc_parse(Doc *d, uint64_t operations)
{
	for (int k = 0; k < 2; k++)
	{
		d->probes = 0;
		d->v[k] = ut_need(parse(d, &seeds[k], &d->n[k]));
		CHECKF(d->probes < PER_KEY * operations, "%llu slots for %llu operations",
			   (unsigned long long) d->probes, (unsigned long long) operations);
		doc_validate(d, k, operations);
	}
	CHECK(d->n[0] == d->n[1] && memcmp(d->v[0], d->v[1], d->n[0]) == 0);
}

static void
doc_free(Doc *d)
{
	free(d->v[0]);
	free(d->v[1]);
	bx_buf_free(&d->text);
}

/* The string value of a path under each seed, and the slots it took. */
static void
check_path(Doc *d, const char *path, const char *expected, uint64_t operations)
{
	for (int k = 0; k < 2; k++)
	{
		BxHost host = *bx_host_libc();
		uint64_t probes = 0;
		BxArena arena;
		XpBlock *block;
		XpItem text;
		BxError err;
		XpCall call = {.host = &host, .arena = &arena, .v = d->v[k], .n = d->n[k], .err = &err};

		host.seed = seeds[k];
		host.probes = &probes;
		bx_arena_init(&arena, &host);
		bx_error_clear(&err);
		CHECK(xp_compile(path, strlen(path), 0, &arena, &block, &err) == BX_OK);
		CHECKF(xp_value(&call, block, &text) == BX_OK && text.str.n == strlen(expected) &&
				   memcmp(text.str.s, expected, text.str.n) == 0,
			   "%s: %s", path, err.msg);
		CHECKF(probes > 0 && probes < PER_KEY * operations, "%s: %llu slots for %llu operations", path,
			   (unsigned long long) probes, (unsigned long long) operations);
		bx_arena_reset(&arena);
	}
}

/* ---- users ---- */

static void
test_entities(void)
{
	Doc d;

	doc_begin(&d, FNV_START);
	xt_say(&d.text, "<!DOCTYPE r [");
	for (uint32_t i = 0; i < KEYS; i++)
		say_key(&d, "<!ENTITY ", i, " 'x'>");
	xt_say(&d.text, "]><r>");
	for (uint32_t i = 0; i < KEYS; i++)
		say_key(&d, "&", i, ";");
	xt_say(&d.text, "</r>");
	doc_parse(&d, 4 * KEYS);
	check_path(&d, "string-length(/r) + count(distinct-values((\"a\", \"b\")))", "8194", 100);
	doc_free(&d);
}

/* Elements and attributes; the writer knows them by name, and by path. */
static void
test_names(void)
{
	Doc d;

	doc_begin(&d, FNV_START);
	xt_say(&d.text, "<r>");
	for (uint32_t i = 0; i < KEYS; i++)
	{
		say_key(&d, "<", i, "");
		say_key(&d, " a", i, "='1'/>");
	}
	xt_say(&d.text, "</r>");
	doc_parse(&d, 12 * KEYS);
	doc_free(&d);
}

/* Names of up to eight bytes, counted up, and at both ends of a number's bytes. */
static void
test_short_names(void)
{
	static const char *const forms[] = {"<n%u a%u='1'/>", "<n%05u a%05u='1'/>", "<n%06x a%06x='1'/>"};
	Doc d;

	for (int k = 0; k < 3; k++)
	{
		doc_begin(&d, FNV_START);
		xt_say(&d.text, "<r>");
		for (uint32_t i = 0; i < KEYS; i++)
			xt_say(&d.text, forms[k], i << (k == 2 ? 11 : 0), i << (k == 2 ? 11 : 0));
		xt_say(&d.text, "</r>");
		doc_parse(&d, 12 * KEYS);
		doc_free(&d);
	}
}

static void
test_prefixes(void)
{
	Doc d;

	doc_begin(&d, FNV_START);
	xt_say(&d.text, "<r");
	for (uint32_t i = 0; i < KEYS; i++)
		say_key(&d, " xmlns:", i, "='u'");
	xt_say(&d.text, "><a/></r>");
	doc_parse(&d, 8 * KEYS);
	check_path(&d, "count(/r/a/namespace::*)", "8193", 4 * KEYS);
	doc_free(&d);
}

/* Children a with keys that are even, b with keys that are odd. */
static void
say_values(Doc *d)
{
	xt_say(&d->text, "<r>");
	for (uint32_t i = 0; i < KEYS; i++)
		say_key(d, i % 2 == 0 ? "<a>" : "<b>", i, i % 2 == 0 ? "</a>" : "</b>");
	xt_say(&d->text, "</r>");
}

static void
test_equal_strings(void)
{
	Doc d;

	doc_begin(&d, FNV_START ^ UT_COLLIDE_LEN);
	say_values(&d);
	doc_parse(&d, KEYS);
	check_path(&d, "/r/a = /r/b", "false", KEYS);
	check_path(&d, "/r/a = (/r/b, /r/a[last()])[. != \"\"]", "true", 4 * KEYS);
	doc_free(&d);
}

/* As the hash of keys of sequences mixed numbers in. */
static uint32_t
old_mix(uint32_t h, uint64_t x)
{
	x = (x ^ h) * UINT64_C(0x9E3779B97F4A7C15);
	return (uint32_t) (x >> 32) ^ (uint32_t) x;
}

static void
test_distinct_values(void)
{
	Doc d;

	doc_begin(&d, old_mix(old_mix(XP_T_STRING, 0), 0));
	say_values(&d);
	doc_parse(&d, KEYS);
	check_path(&d, "count(distinct-values((/r/*, /r/*)))", "8192", 2 * KEYS);
	check_path(&d, "(/r/a, \"x\") = (/r/b, \"y\")", "false", 2 * KEYS);
	doc_free(&d);
}

static void
test_ids(void)
{
	Doc d;

	doc_begin(&d, FNV_START);
	xt_say(&d.text, "<r>");
	for (uint32_t i = 0; i < KEYS; i++)
		say_key(&d, "<a xml:id='", i, "'/>");
	xt_say(&d.text, "<refs>");
	for (uint32_t i = 0; i < 2 * KEYS; i++)
		say_key(&d, " ", i, "");
	xt_say(&d.text, "</refs></r>");
	doc_parse(&d, KEYS);
	check_path(&d, "count(id(/r/refs))", "8192", 3 * KEYS);
	doc_free(&d);
}

/* Attributes that the DTD declares to be IDs, of many names. */
static void
test_id_names(void)
{
	Doc d;

	doc_begin(&d, FNV_START);
	xt_say(&d.text, "<!DOCTYPE r [");
	for (uint32_t i = 0; i < KEYS; i++)
		say_key(&d, "<!ATTLIST ", i, " k ID #IMPLIED>");
	xt_say(&d.text, "]><r>");
	say_key(&d, "<", 7, " k='x'/></r>");
	doc_parse(&d, 100);
	check_path(&d, "count(id('x'))", "1", 4 * KEYS);
	doc_free(&d);
}

/* What is equal stays so: numbers by value, NaN to itself in distinct-values and to nothing in "=", 0 and -0. */
static void
test_equality(void)
{
	Doc d;

	doc_begin(&d, FNV_START);
	xt_say(&d.text, "<r><a>1</a><a>1.0</a><a/></r>");
	doc_parse(&d, 100);
	check_path(&d, "count(distinct-values((1, 1.0, 0, -0, number(\"x\"), number(\"y\"), \"1\", true())))",
			   "5", 100);
	check_path(&d, "count(distinct-values(/r/a))", "3", 100);
	check_path(&d, "(number(\"x\"), 2, 5) = (number(\"x\"), 3, 4)", "false", 100);
	check_path(&d, "(0, 7) = (-0, 8)", "true", 100);
	doc_free(&d);
}

UT_SUITE(test_collide)
{
	UT_RUN(test_entities);
	UT_RUN(test_names);
	UT_RUN(test_short_names);
	UT_RUN(test_prefixes);
	UT_RUN(test_equal_strings);
	UT_RUN(test_distinct_values);
	UT_RUN(test_ids);
	UT_RUN(test_id_names);
	UT_RUN(test_equality);
	return ut_done();
}

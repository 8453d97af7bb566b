/*
 * test_compare.c -- equality of values: examples, every way to store a value, random changes against a model made the
 * slow way, multisets, damage of the words, work.
 */
#include "../ut_host.h"
#include "../ut_model.h"

#include "../../../src/core/compare/bx_equal.h"
#include "../../diff/canonical_doc.h"

static const unsigned forms[] = {BX_MODE_SHAPES,
								 BX_MODE_NAMES,
								 BX_MODE_SHAPES | UT_CONSTANTS,
								 BX_MODE_SHAPES | UT_HEAP,
								 BX_MODE_NAMES | UT_AS(AT_BASE64),
								 BX_MODE_SHAPES | UT_AS(AT_HEX)};
#define FORMS (sizeof(forms) / sizeof(forms[0]))

static BxStatus
equal_values(const uint8_t *v, size_t n, const uint8_t *w, size_t m, const char *const *words, bool *equal,
			 BxError *err)
{
	BxIgnore ignore = {0};
	BxStore a, b;
	BxArena arena;
	BxStatus st = BX_OK;

	bx_arena_init(&arena, bx_host_libc());
	for (; words != NULL && *words != NULL && st == BX_OK; words++)
		st = bx_ignore_word(&ignore, *words, (uint32_t) strlen(*words), &arena, err);
	bx_store_memory(&a, v, n);
	bx_store_memory(&b, w, m);
	if (st == BX_OK)
		st = bx_deep_equal(&a, &b, &ignore, bx_host_libc(), equal, err);
	bx_arena_reset(&arena);
	return st;
}

/* In all pairs of forms, and both ways round. */
static void
check(const char *a, const char *b, const char *const *words, bool want)
{
	size_t f, g, n = 0, m = 0;
	BxError err;

	for (f = 0; f < FORMS; f++)
		for (g = 0; g < FORMS; g++)
		{
			uint8_t *v = xt_parse(a, strlen(a), forms[f], f & 1 ? BX_TYPED_OFF : BX_TYPED_LOSSLESS, &n);
			uint8_t *w = xt_parse(b, strlen(b), forms[g], BX_TYPED_LOSSLESS, &m);
			bool equal = !want;

			CHECK(v != NULL && w != NULL && equal_values(v, n, w, m, words, &equal, &err) == BX_OK);
			CHECKF(equal == want, "forms %zu, %zu: %s and %s", f, g, a, b);
			CHECK(equal_values(w, m, v, n, words, &equal, &err) == BX_OK && equal == want);
			free(v);
			free(w);
		}
}

static void
test_equal(void)
{
	static const char *const same[][2] = {
		{"", ""},
		{"<a/>", "<a></a>"},
		{"<a x='1' y='2'/>", "<a y='2' x=\"1\"/>"},
		{"<a>1.5</a>", "<a><![CDATA[1.5]]></a>"},
		{"<p:a xmlns:p='u' p:x='1'/>", "<a xmlns='u' xmlns:q='u' q:x='1'/>"},
		{"<a xmlns:p='u'/>", "<a/>"},
		{"<?xml version='1.0' standalone='yes'?><!DOCTYPE a [<!ENTITY e 'x'>]><a>&e;</a>", "<a>x</a>"},
		{"x<a/>y", "x<a/>y"},
	};
	static const char *const other[][2] = {
		{"", "<a/>"},
		{"", "x"},
		{"<a/>", "<b/>"},
		{"<a/>", "<a xmlns='u'/>"},
		{"<a x='1'/>", "<a x='2'/>"},
		{"<a x='1'/>", "<a y='1'/>"},
		{"<a x='1'/>", "<a/>"},
		{"<p:a xmlns:p='u' p:x='1'/>", "<p:a xmlns:p='u' x='1'/>"},
		{"<a>1.5</a>", "<a>1.50</a>"},
		{"<a> </a>", "<a/>"},
		{"<a><!--c--></a>", "<a/>"},
		{"<a><!--c--></a>", "<a><!--d--></a>"},
		{"<a><?c?></a>", "<a><!--c--></a>"},
		{"<a><?c d?></a>", "<a><?d d?></a>"},
		{"<a><b/><c/></a>", "<a><c/><b/></a>"},
		{"<a><b/></a>", "<a><b/><b/></a>"},
		{"<a><b/><c/></a>", "<a><b><c/></b></a>"},
		{"<a>x<b/></a>", "<a><b/>x</a>"},
		{"<a><b>x</b></a>", "<a>x</a>"},
	};
	size_t i;

	for (i = 0; i < sizeof(same) / sizeof(same[0]); i++)
		check(same[i][0], same[i][1], NULL, true);
	for (i = 0; i < sizeof(other) / sizeof(other[0]); i++)
		check(other[i][0], other[i][1], NULL, false);
}

static void
test_ignore(void)
{
	static const char *const comments[] = {"comments", NULL}, *const pis[] = {"pi", NULL};
	static const char *const white[] = {"whitespace", NULL}, *const prefixes[] = {"prefixes", NULL};
	static const char *const all[] = {"comments", "pi", "whitespace", NULL};

	check("<!--c--><a>x<!--d-->y</a>", "<a>xy</a>", comments, true);
	check("<a>x<?p?>y</a>", "<a>xy</a>", comments, false);
	check("<a>x<?p?>y</a><?q?>", "<a>xy</a>", pis, true);
	check("<a>x<!--c-->y</a>", "<a>xy</a>", pis, false);
	check("<a> <b> </b>\n<c>\t</c></a>", "<a><b/><c></c></a>", white, true);
	check("<a> x</a>", "<a>x</a>", white, false);
	/* what is left of a text stays whole */
	check("<a> <!--c-->x</a>", "<a>x</a>", all, false);
	check("<a> <!--c--> <?p?> <b/></a>", "<a><b/></a>", all, true);
	check("<a> <!--c--> </a>", "<a><!--c--></a>", white, true);
	check("<p:a xmlns:p='u'/>", "<a xmlns='u'/>", prefixes, true);
}

static void
check_order(const char *rule, const char *a, const char *b, bool want)
{
	const char *words[] = {rule, NULL};

	check(a, b, words, want);
}

static void
test_order(void)
{
	static const char *const nested = "<r><g><i>1</i><i>2</i></g><g><i>3</i><i>4</i></g></r>";
	static const char *const moved = "<r><g><i>4</i><i>3</i></g><g><i>2</i><i>1</i></g></r>";

	check_order("order:/r", "<r><a/><b/></r>", "<r><b/><a/></r>", true);
	check_order("order:/r", "<r><a/><b/><a/></r>", "<r><b/><a/><b/></r>", false);
	check_order("order:/r", "<r>x<a/></r>", "<r><a/>x</r>", true);
	check_order("order:/r", "<r><a><b/><c/></a></r>", "<r><a><c/><b/></a></r>", false);
	check_order("order:/r/a", "<r><a><b/><c/></a></r>", "<r><a><c/><b/></a></r>", true);
	check_order("order:/r/*", "<r><a><b/><c/></a></r>", "<r><a><c/><b/></a></r>", true);
	check_order("order://a", "<r><b><a><b/><c/></a></b></r>", "<r><b><a><c/><b/></a></b></r>", true);
	check_order("order:/", "<a/>x<b/>", "x<b/><a/>", true);
	check_order("order:/", "<a/><b><c/><d/></b>", "<b><d/><c/></b><a/>", false);
	check_order("order:/Q{u}r", "<r xmlns='u'><a/><b/></r>", "<p:r xmlns:p='u'><b xmlns='u'/><p:a/></p:r>",
				true);
	check_order("order:/r", "<r xmlns='u'><a/><b/></r>", "<r xmlns='u'><b/><a/></r>", false);
	check_order("order:/*:r", "<r xmlns='u'><a/><b/></r>", "<r xmlns='u'><b/><a/></r>", true);
	check_order("order:/Q{u}*", "<r xmlns='u'><a/><b/></r>", "<r xmlns='u'><b/><a/></r>", true);
	check_order("order:/r//g", nested, moved, false);
	check_order("order:/r", nested, moved, false);
	check_order("order://*", nested, moved, true);
	check_order("order:/r", "<r>x</r>", "<r>x</r>", true);
}

static void
test_words(void)
{
	static const char *const bad[] = {
		"",         "comment",    "Comments",    "order",      "order:",      "order:r",   "order:/r/",
		"order://", "order:/p:r", "order:/r[1]", "order:/Q{u", "order:/Q{u}", "order:/*:", "order:///r"};
	BxIgnore ignore = {0};
	BxArena arena;
	BxError err;
	BxBuf deep;
	size_t i;

	bx_arena_init(&arena, bx_host_libc());
	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		CHECKF(bx_ignore_word(&ignore, bad[i], (uint32_t) strlen(bad[i]), &arena, &err) == BX_E_ARGUMENT,
			   "%s", bad[i]);
	bx_buf_init(&deep, bx_host_libc());
	xt_say(&deep, "order:");
	for (i = 0; i < BX_RULE_STEPS; i++)
		xt_say(&deep, "/a");
	CHECK(bx_ignore_word(&ignore, (char *) deep.data, (uint32_t) deep.len, &arena, &err) == BX_OK);
	xt_say(&deep, "/a");
	CHECK(bx_ignore_word(&ignore, (char *) deep.data, (uint32_t) deep.len, &arena, &err) == BX_E_ARGUMENT);
	bx_buf_free(&deep);
	bx_arena_reset(&arena);
}

/* ---- random changes ---- */

static const struct
{
	UtModel model;
	const char *words[6];
} ways[] = {
	{{false, false, false, false}, {NULL}},
	{{true, false, false, false}, {"comments", NULL}},
	{{false, true, true, false}, {"pi", "whitespace", NULL}},
	{{false, false, false, true}, {"order://*", "order:/", NULL}},
	{{true, true, true, true}, {"comments", "whitespace", "pi", "order://*", "order:/"}},
};
#define WAYS (sizeof(ways) / sizeof(ways[0]))

static uint32_t equal_n, other_n;

static void
compare_both(const uint8_t *v, size_t n, const uint8_t *w, size_t m, const char *a, const char *b)
{
	BxError err;
	size_t i;

	for (i = 0; i < WAYS; i++)
	{
		char *x = ut_model(&ways[i].model, v, n), *y = ut_model(&ways[i].model, w, m);
		bool want = strcmp(x, y) == 0, got = !want, back = !want;

		CHECK(equal_values(v, n, w, m, ways[i].words, &got, &err) == BX_OK);
		CHECK(equal_values(w, m, v, n, ways[i].words, &back, &err) == BX_OK);
		CHECKF(got == want && back == want, "way %zu, want %d: %s\n# and %s\n# models %s\n# and %s", i, want,
			   a, b, x, y);
		equal_n += want;
		other_n += !want;
		free(x);
		free(y);
	}
}

static void
test_random(void)
{
	Gen g;
	int i, k;

	gen_init(&g, 7);
	for (i = 0; i < 400 && ut_here < 5; i++)
	{
		size_t n = 0, m = 0;
		const char *text;
		uint8_t *v, *w;

		ns_document(&g);
		text = (const char *) g.ours.data;
		v = ns_parse(text, forms[pick(&g, FORMS)], &n);
		for (k = 0; k < 30; k++)
		{
			char *changed = k == 0 ? NULL : ns_change(&g, text);

			w = ns_parse(changed ? changed : text, forms[pick(&g, FORMS)], &m);
			if (w != NULL)
				compare_both(v, n, w, m, text, changed ? changed : text);
			free(w);
			free(changed);
		}
		free(v);
	}
	gen_free(&g);
	printf("# %u equal, %u different\n", equal_n, other_n);
	CHECK(equal_n > 1000 && other_n > 1000);
}

/* ---- work ---- */

static int polls;

static BxStatus
counting_poll(void *ctx)
{
	(void) ctx;
	polls++;
	return BX_OK;
}

static char *
siblings(uint32_t n, uint32_t step, uint32_t kinds)
{
	BxBuf b;
	uint32_t i;

	bx_buf_init(&b, bx_host_libc());
	xt_say(&b, "<r>");
	for (i = 0; i < n; i++)
		xt_say(&b, "<i><k>%u</k></i>", (uint32_t) ((uint64_t) i * step % n) % kinds);
	xt_say(&b, "</r>");
	return ut_text_end(&b);
}

/* 100,000 children as a multiset, all different and nearly all the same, cost what sorting costs. */
static void
test_work(void)
{
	static const uint32_t kinds[] = {100000, 3, 1};
	BxHost host = *bx_host_libc();
	BxMeter meter = BX_METER_INIT;
	const char *order = "order:/r";
	size_t i, n = 0, m = 0;

	host.poll = counting_poll;
	host.meter = &meter;
	for (i = 0; i < 3; i++)
	{
		char *a = siblings(100000, 1, kinds[i]), *b = siblings(100000, 99991, kinds[i]);
		uint8_t *v = xt_parse(a, strlen(a), BX_MODE_SHAPES, BX_TYPED_LOSSLESS, &n);
		uint8_t *w = xt_parse(b, strlen(b), BX_MODE_NAMES, BX_TYPED_OFF, &m);
		BxIgnore ignore = {0};
		BxStore x, y;
		BxArena arena;
		BxError err;
		bool equal = false;

		bx_arena_init(&arena, bx_host_libc());
		CHECK(bx_ignore_word(&ignore, order, (uint32_t) strlen(order), &arena, &err) == BX_OK);
		bx_store_memory(&x, v, n);
		bx_store_memory(&y, w, m);
		polls = 0;
		CHECK(bx_deep_equal(&x, &y, &ignore, &host, &equal, &err) == BX_OK && equal);
		CHECKF(polls > 100 && polls < 20000, "%d", polls);
		bx_arena_reset(&arena);
		free(v);
		free(w);
		free(a);
		free(b);
	}
}

/* Values of the same table: what is the same bytes is passed over, and where it ends is looked for once. */
static void
test_alike(void)
{
	char *a = siblings(100000, 1, 100000), *b = siblings(100000, 1, 100000);
	size_t n = 0, m = 0;
	uint8_t *v, *w;
	BxError err;
	bool equal = true;

	memcpy(strstr(b, "<k>99999<"), "<k>99998<", 9);
	v = xt_parse(a, strlen(a), BX_MODE_SHAPES, BX_TYPED_OFF, &n);
	w = xt_parse(b, strlen(b), BX_MODE_SHAPES, BX_TYPED_OFF, &m);
	CHECK(equal_values(v, n, w, m, NULL, &equal, &err) == BX_OK && !equal);
	CHECK(equal_values(v, n, v, n, NULL, &equal, &err) == BX_OK && equal);
	free(v);
	free(w);
	free(a);
	free(b);
}

/* Lists of words: memory is for different paths alone, of which there may be so many. */
static void
test_many_words(void)
{
	BxIgnore ignore = {0};
	char words[BX_RULES + 1][32];
	BxArena arena;
	UtHost host;
	BxError err;
	uint32_t i;

	ut_host_init_as(&host, bx_host_libc());
	bx_arena_init(&arena, &host.host);
	for (i = 0; i < 20000; i++)
	{
		uint32_t k = i % BX_RULES;

		snprintf(words[k], sizeof(words[k]), "order:/a/*/b%u", k);
		CHECK(bx_ignore_word(&ignore, words[k], (uint32_t) strlen(words[k]), &arena, &err) == BX_OK);
	}
	CHECK(ignore.n_rules == BX_RULES && host.polls == 20000);
	CHECKF(host.peak < (size_t) 128 << 10, "%zu bytes", host.peak);
	CHECK(bx_ignore_word(&ignore, "order:/one/too/many", 19, &arena, &err) == BX_E_LIMIT);
	bx_arena_reset(&arena);
}

UT_SUITE(test_compare)
{
	UT_RUN(test_equal);
	UT_RUN(test_ignore);
	UT_RUN(test_order);
	UT_RUN(test_words);
	UT_RUN(test_many_words);
	UT_RUN(test_random);
	UT_RUN(test_work);
	UT_RUN(test_alike);
	return ut_done();
}

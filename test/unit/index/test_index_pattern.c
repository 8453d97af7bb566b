/*
 * test_index_pattern.c -- what a pattern is looked up by: its terms, and that no document which contains it is missed.
 */
#include "../ut_host.h"
#include "../ut_pack.h"
#include "../ut_probe.h"
#include "../ut_xpath.h"

#include "../../../src/core/compare/bx_contains.h"
#include "../../../src/core/index/bx_index_pattern.h"

/* The terms of a pattern, one a line; free it. */
static char *
terms_of(const char *pattern, unsigned form)
{
	BxBuf out;
	XpTerms terms;
	BxArena arena;
	BxStore store;
	BxError err;
	size_t n = 0;
	uint8_t *v = ut_need(xt_parse(pattern, strlen(pattern), form, BX_TYPED_LOSSLESS, &n));

	bx_arena_init(&arena, bx_host_libc());
	bx_buf_init(&out, bx_host_libc());
	bx_store_memory(&store, v, n);
	CHECK(bx_index_pattern(&store, &arena, &terms, &err) == BX_OK);
	free(v); /* terms borrow nothing */
	CHECK(xp_terms_put(&terms, 0, &out, &err) == BX_OK);
	xt_put(&out, "", 1);
	bx_arena_reset(&arena);
	return (char *) out.data;
}

static void
test_terms(void)
{
	static const struct
	{
		const char *pattern, *want;
	} cases[] = {
		{"", "none: any document may match\n"},
		{"text", "none: any document may match\n"},
		{" <!--c--> <?p?>", "none: any document may match\n"},
		{"<a/>", "/a exists\n"},
		{"<a x='1'/>", "/a/@x = \"1\"\n"},
		{"<a>1.50</a>", "/a = \"1.50\"\n"},
		{"<a> \n</a>", "/a exists\n"},
		{"<a>x<!--c-->y<?p?></a>", "/a = \"xy\"\n"},
		{"<a>x<b/></a>", "/a/b exists\n"},
		{"<a><b/>x</a>", "/a/b exists\n"},
		{"<a>x<b>y</b></a>", "/a/b = \"y\"\n"},
		{"<a><b>1</b><b>1</b><c/><c/></a>", "all of\n  /a/b = \"1\"\n  /a/c exists\n"},
		{"<a/><b k=''/>", "all of\n  /a exists\n  /b/@k = \"\"\n"},
		{"<p:a xmlns:p='u'><b xmlns='v' p:x='1'/></p:a>", "/Q{u}a/Q{v}b/@Q{u}x = \"1\"\n"},
		{"<a xmlns:p='u'/>", "/a exists\n"},
	};
	static const unsigned forms[] = {BX_MODE_SHAPES, BX_MODE_NAMES, BX_MODE_SHAPES | UT_CONSTANTS | UT_HEAP};
	size_t i;
	char *got;

	for (i = 0; i < 3 * sizeof(cases) / sizeof(cases[0]); i++)
	{
		got = terms_of(cases[i / 3].pattern, forms[i % 3]);
		CHECKF(strcmp(got, cases[i / 3].want) == 0, "%s: %s", cases[i / 3].pattern, got);
		free(got);
	}
}

/* ---- looking up ---- */

/* Does an index of the class find the document by the pattern? */
static UtAnswer
look(const char *doc, const char *pattern, const BxIndexOptions *options, bool *contained)
{
	size_t n = 0, m = 0;
	uint8_t *v = ut_need(xt_parse(doc, strlen(doc), 0, BX_TYPED_LOSSLESS, &n));
	uint8_t *w = ut_need(xt_parse(pattern, strlen(pattern), 0, BX_TYPED_LOSSLESS, &m));
	UtAnswer answer = UT_UNSERVED;
	BxIndexList keys;
	XpTerms terms;
	BxArena arena;
	BxStore x, y;
	BxError err;

	bx_arena_init(&arena, bx_host_libc());
	bx_store_memory(&x, v, n);
	bx_store_memory(&y, w, m);
	CHECK(bx_contains(&x, &y, bx_host_libc(), contained, &err) == BX_OK);
	CHECK(bx_index_extract(options, &x, &arena, &keys, &err) == BX_OK);
	CHECK(bx_index_pattern(&y, &arena, &terms, &err) == BX_OK);
	if (terms.root->kind == XP_TERMS_TERM)
		answer = ut_ask_term(options, &keys, terms.root->term, &arena);
	else if (terms.root->kind == XP_TERMS_AND)
		answer = ut_ask_terms(options, &keys, terms.root, &arena) ? UT_FOUND : UT_MISSED;
	bx_arena_reset(&arena);
	free(v);
	free(w);
	return answer;
}

static void
test_look(void)
{
	static const struct
	{
		const char *doc, *pattern;
		UtAnswer by_value, by_path;
	} cases[] = {
		{"<a><b>5</b></a>", "<a><b>5</b></a>", UT_FOUND, UT_FOUND},
		{"<a><b>05</b></a>", "<a><b>5</b></a>", UT_FOUND, UT_FOUND}, /* one key: compared afterwards */
		{"<a><b>6</b></a>", "<a><b>5</b></a>", UT_MISSED, UT_MISSED},
		{"<a><c><b>5</b></c></a>", "<a><b>5</b></a>", UT_MISSED, UT_MISSED},
		{"<a><b>x<!--c-->y</b></a>", "<a><b>xy</b></a>", UT_FOUND, UT_FOUND},
		{"<a>x<b>1</b></a>", "<a>x</a>", UT_FOUND, UT_FOUND},
		{"<a><b/></a>", "<a><b/></a>", UT_FOUND, UT_UNSERVED},
		{"<a><c/></a>", "<a><b/></a>", UT_MISSED, UT_UNSERVED},
		{"<a x=''/>", "<a x=''/>", UT_FOUND, UT_UNSERVED},
		{"<a x='1' y='2'/>", "<a y='2' x='1'/>", UT_FOUND, UT_FOUND},
		{"<a x='1' y='3'/>", "<a y='2' x='1'/>", UT_MISSED, UT_MISSED},
		{"<a x='2020-01-01Z'/>", "<a x='2020-01-01'/>", UT_FOUND, UT_FOUND},
		{"<a/>", "t", UT_UNSERVED, UT_UNSERVED},
	};
	BxIndexOptions by_value = bx_index_options(false), by_path = bx_index_options(true);
	size_t i;
	bool contained = false;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
	{
		UtAnswer a = look(cases[i].doc, cases[i].pattern, &by_value, &contained);
		UtAnswer b = look(cases[i].doc, cases[i].pattern, &by_path, &contained);

		CHECKF(a == cases[i].by_value && b == cases[i].by_path, "%s in %s: %d %d", cases[i].pattern,
			   cases[i].doc, a, b);
		CHECKF(!contained || (a != UT_MISSED && b != UT_MISSED), "%s in %s", cases[i].pattern, cases[i].doc);
	}
}

/* ---- bounds ---- */

/* n different children, each with an attribute or without one, `depth` levels down. */
static char *
wide(int n, int depth, bool attributes)
{
	BxBuf b;
	int i;

	bx_buf_init(&b, bx_host_libc());
	for (i = 0; i < depth; i++)
		xt_say(&b, "<r>");
	for (i = 0; i < n; i++)
		xt_say(&b, attributes ? "<i k='%d'/>" : "<i%d/>", i);
	for (i = 0; i < depth; i++)
		xt_say(&b, "</r>");
	xt_put(&b, "", 1);
	return (char *) b.data;
}

static void
test_bounds(void)
{
	BxIndexOptions by_value = bx_index_options(false);
	char *pattern = wide(5000, 1, true), *names = wide(5000, 1, false), *deep = wide(2, 100, true), *terms;
	bool contained = false;
	uint32_t lines = 0;
	const char *p;

	terms = terms_of(pattern, 0);
	for (p = terms; *p != '\0'; p++)
		lines += *p == '\n';
	CHECKF(lines > 100 && lines <= XP_TERMS_MAX + 1, "%u", lines);
	CHECK(look(pattern, pattern, &by_value, &contained) == UT_FOUND && contained);
	CHECK(look(names, names, &by_value, &contained) == UT_FOUND && contained);
	CHECK(look(deep, deep, &by_value, &contained) == UT_FOUND && contained);
	CHECK(look(names, deep, &by_value, &contained) == UT_MISSED && !contained);
	free(terms);
	free(pattern);
	free(names);
	free(deep);
}

/* Every request can fail, every poll cancel; damage is an error. */
static void
test_failures(void)
{
	static const char text[] = "<r><a x='1'>t</a><b/><c>u<!--c-->v</c></r>";
	BxStatus st = BX_E_NOMEM;
	XpTerms terms;
	BxArena arena;
	BxStore store;
	UtHost host;
	BxError err;
	size_t n = 0, i;
	uint8_t *v = ut_need(xt_parse(text, strlen(text), 0, BX_TYPED_OFF, &n));

	bx_store_memory(&store, v, n);
	for (i = 1; st != BX_OK && i < 1000; i++)
	{
		ut_host_init(&host);
		host.fail_at = (int) i;
		bx_arena_init(&arena, &host.host);
		st = bx_index_pattern(&store, &arena, &terms, &err);
		CHECK(st == BX_OK || st == BX_E_NOMEM);
		bx_arena_reset(&arena);
		CHECKF(host.live == 0, "request %d: %d blocks", (int) i, host.live);
	}
	for (i = 1, st = BX_E_CANCEL; st != BX_OK && i < 1000; i++)
	{
		ut_host_init(&host);
		host.host.meter = NULL;
		host.cancel_at = (int) i;
		bx_arena_init(&arena, &host.host);
		st = bx_index_pattern(&store, &arena, &terms, &err);
		CHECK(st == BX_OK || st == BX_E_CANCEL);
		bx_arena_reset(&arena);
		CHECK(host.live == 0);
	}
	CHECK(i > 5);
	for (i = 0; i < n; i++)
	{
		bx_store_memory(&store, v, i);
		bx_arena_init(&arena, bx_host_libc());
		CHECK(bx_index_pattern(&store, &arena, &terms, &err) == BX_E_CORRUPT);
		bx_arena_reset(&arena);
	}
	free(v);
}

UT_SUITE(test_index_pattern)
{
	UT_RUN(test_terms);
	UT_RUN(test_look);
	UT_RUN(test_bounds);
	UT_RUN(test_failures);
	return ut_done();
}

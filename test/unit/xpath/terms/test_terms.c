/*
 * test_terms.c -- the terms of paths, as text.
 */
#include "../../../../src/core/xpath/terms/xp_terms.h"
#include "../../ut.h"

typedef struct Path
{
	BxArena arena;
	XpBlock *block;
	XpTerms terms;
	BxError err;
} Path;

static bool
path_open(Path *p, const char *path, XpTermsAsk ask)
{
	BxStatus st;

	bx_arena_init(&p->arena, bx_host_libc());
	st = xp_compile(path, strlen(path), 0, &p->arena, &p->block, &p->err);
	if (st == BX_OK)
		st = xp_terms_of(p->block, ask, NULL, 0, &p->arena, &p->terms, &p->err);
	CHECKF(st == BX_OK, "%s: %s", path, p->err.msg);
	return st == BX_OK;
}

static void
expect_text(const char *path, const XpTerms *terms, const char *want)
{
	BxError err;
	BxBuf out;

	bx_buf_init(&out, bx_host_libc());
	CHECK(xp_terms_put(terms, 0, &out, &err) == BX_OK);
	CHECKF(out.len == strlen(want) && memcmp(out.data, want, out.len) == 0, "%s:\n%.*swanted:\n%s", path,
		   (int) out.len, (const char *) out.data, want);
	bx_buf_free(&out);
}

static unsigned spelled;

/* A tree written as a path has the same tree. */
static void
expect_spelling(const char *path, const XpTerms *terms, const char *want)
{
	Path again;
	BxError err;
	BxBuf out;

	if (terms->root->kind < XP_TERMS_TERM || terms->n_vars > 0 || terms->slots)
		return;
	bx_buf_init(&out, bx_host_libc());
	if (xp_terms_put_path(terms->root, &out, &err) == BX_OK && bx_buf_byte(&out, 0, &err) == BX_OK)
	{
		if (path_open(&again, (const char *) out.data, XP_TERMS_TEST))
			expect_text((const char *) out.data, &again.terms, want);
		bx_arena_reset(&again.arena);
		spelled++;
	}
	else
		CHECKF(err.status == BX_E_UNSUPPORTED, "%s: %s", path, err.msg);
	bx_buf_free(&out);
}

static void
expect(const char *path, XpTermsAsk ask, const char *want)
{
	Path p;

	if (path_open(&p, path, ask))
	{
		expect_text(path, &p.terms, want);
		expect_spelling(path, &p.terms, want);
	}
	bx_arena_reset(&p.arena);
}

#define NOTHING "none: any document may match\n"
#define NEVER "none: no document matches\n"

static void
exists(const char *path, const char *want)
{
	expect(path, XP_TERMS_EXISTS, want);
}

static void
test(const char *path, const char *want)
{
	expect(path, XP_TERMS_TEST, want);
}

/* Comparisons of constants only, and of what may be any value. */
static void
constants(void)
{
	exists("/a['x' = 'x']/b", "/a/b exists\n");
	exists("/a['x' = 'y']/b", NEVER);
	exists("/a[('x', b) = 'x']/c", "/a/c exists\n");
	exists("/a[('x', b) = 'y']/c", "all of\n  /a/b = \"y\"\n  /a/c exists\n");
	exists("/a[('x', 'y') = ('z', 'y')]/c", "/a/c exists\n");
	exists("/a[('x', 'y') = ('z', 'w')]/c", NEVER);
	exists("/a[(1, 2) < 1]/c", NEVER);
	exists("/a[(1, 2) < 2]/c", "/a/c exists\n");
	exists("/a[(1, string(b)) = 2]/c", "all of\n  /a/b = 2\n  /a/c exists\n");
	exists("/a[(b, 3) = (4, string(c))]/c",
		   "all of\n  /a/c exists\n  any of\n    /a/b exists\n    /a/c = 3\n");
}

static void
paths(void)
{
	exists("/a/b", "/a/b exists\n");
	exists("/a/b/@c", "/a/b/@c exists\n");
	exists("//b", "//b exists\n");
	exists("/a//b/c", "/a//b/c exists\n");
	exists("//@c", "//@c exists\n");
	exists("/", NOTHING);
	exists("a/./b", "/a/b exists\n");
	exists("declare namespace p = 'u'; /p:a/@p:b", "/Q{u}a/@Q{u}b exists\n");
	exists("/*:a/Q{u}*/*", "/*:a/Q{u}*/* exists\n");
	exists("//*/b", "//b exists\n");
	exists("/a/b/text()", "/a/b exists\n");
	exists("/p:a/p:*/@p:b", "/*:a/*/@*:b exists\n");
	exists("/a/b/..", "/a/b exists\n");
	exists("/a//b/parent::c", "all of\n  /a//b exists\n  /a//c exists\n");
	exists("/a/b/following-sibling::c[d]", "all of\n  /a/b exists\n  /a/c/d exists\n");
	exists("/a/b/ancestor::c/@d", "all of\n  /a/b exists\n  //c/@d exists\n");
	exists("id('x')/a", "//a exists\n");
	exists("/a/self::b", NEVER);
	exists("/a/*/self::b", "/a/b exists\n");
}

static void
comparisons(void)
{
	exists("/a/b[c = 5]", "/a/b/c = 5\n");
	exists("/a/b[@c <= 'x']", NEVER);
	exists("/a/b[@c <= '7']", "/a/b/@c <= 7\n");
	exists("/a/b[@c = 'x' and d > 1]", "all of\n  /a/b/d > 1\n  /a/b/@c = \"x\"\n");
	exists("/a/b[@c = 'x' or d >= 1]", "any of\n  /a/b/d >= 1\n  /a/b/@c = \"x\"\n");
	test("/a/b = 5 and //c < 3", "all of\n  /a/b = 5\n  //c < 3\n");
	test("/a/b != 5", "/a/b exists\n");
	test("not(/a/b = 5)", NOTHING);
	test("/a/b and (/a/b = 1 or /a/b/c = 2)", "any of\n  /a/b = 1\n  /a/b/c = 2\n");
	test("/a/b and (/a/b = 1 or /c = 2)", "all of\n  /a/b exists\n  any of\n    /a/b = 1\n    /c = 2\n");
	test("/a/b or /a/b = 1", "/a/b exists\n");
	/* that a step exists follows from a comparison of it, if its name test covers that of the comparison */
	test("/a/b and /a/b = 1", "/a/b = 1\n");
	test("/a/*:b and /a/b = 1", "/a/b = 1\n");
	test("/a/Q{u}* and /a/Q{u}b = 1", "/a/Q{u}b = 1\n");
	test("/a/* and /a/*:b = 1", "/a/*:b = 1\n");
	test("/a/* and /a/Q{u}* = 1", "/a/Q{u}* = 1\n");
	test("/a/b and /a/*:b = 1", "all of\n  /a/b exists\n  /a/*:b = 1\n");
	test("/a/b and /a/Q{}* = 1", "all of\n  /a/b exists\n  /a/Q{}* = 1\n");
	test("/a/Q{u}b and /a/Q{u}* = 1", "all of\n  /a/Q{u}b exists\n  /a/Q{u}* = 1\n");
	test("/a/Q{u}b and /a/b = 1", "all of\n  /a/b = 1\n  /a/Q{u}b exists\n");
	test("/a/*:b and /a/* = 1", "all of\n  /a/*:b exists\n  /a/* = 1\n");
	test("5 < /a", "/a > 5\n");
	test("5 >= /a", "/a <= 5\n");
}

/* Spellings of one thing: those of the first line. */
static void
spellings(const char *const *path, size_t n, const char *want)
{
	size_t i;

	for (i = 0; i < n; i++)
		expect(path[i], XP_TERMS_TEST, want);
}

static void
one_tree(void)
{
	static const char *const names[] = {
		"//name[. = 'x']",
		"//name[text() = 'x']",
		"//name[./text() = 'x']",
		"//name[data(.) = 'x']",
		"//name[data() = 'x']",
		"//name[string() = 'x']",
		"//name[string(.) = 'x']",
		"//name['x' = .]",
		"//name/self::node()[. = 'x']",
		"//name/.[. = 'x']",
		"//*[name = 'x']/name",
		"for $n in //name return if ($n = 'x') then $n else ()",
		"for $n in //name where $n = 'x' return $n",
		"let $n := //name where $n = 'x' return $n",
		"//name[some $t in . satisfies $t = 'x']",
		"//name[. = ('x')]",
		"descendant::name[. eq 'x']",
	};
	static const char *const numbers[] = {
		"/a/b[c=5]",
		"/a/b/c[.=5]",
		"/a/b[c/text()=5]",
		"/a/b[data(c)=5]",
		"exists(/a/b[c=5])",
		"count(/a/b[c=5]) > 0",
		"some $x in /a/b satisfies $x/c = 5",
		"/a/b[5 = c]",
		"/a[b[c = 5]]",
		"/a[b/c = 5]/b",
		"/a/b/c/text()[. = 5]",
		"/a/b/c[. = 5]/..",
		"not(not(/a/b/c = 5))",
		"boolean(/a/b[number(c) = 5])",
	};

	spellings(names, sizeof(names) / sizeof(names[0]), "//name = \"x\"\n");
	spellings(numbers, sizeof(numbers) / sizeof(numbers[0]), "/a/b/c = 5\n");
}

static void
ranges(void)
{
	exists("/a/b[@c >= 1 and @c < 5]", "/a/b/@c >= 1 and < 5\n");
	exists("/a/b[@c >= 1][@c < 5]", "/a/b/@c >= 1 and < 5\n");
	/* strings, which have an order in value comparisons alone */
	exists("/a/b[@c ge 'x' and @c lt 'z']", "/a/b/@c >= \"x\" and < \"z\"\n");
	exists("/a[b le 'x']/c", "all of\n  /a/b <= \"x\"\n  /a/c exists\n");
	test("/a[@c gt 'x' and b = 1]", "all of\n  /a/b = 1\n  /a/@c > \"x\"\n");
	exists("/a/b[. > 1 and . < 5]", "/a/b > 1 and < 5\n");
	exists("/a/b[c > 1 and c < 5]", "all of\n  /a/b/c > 1\n  /a/b/c < 5\n");
	test("some $x in //c satisfies $x > 1 and $x < 5", "//c > 1 and < 5\n");
	test("let $x := //c return $x > 1 and $x < 5", "all of\n  //c > 1\n  //c < 5\n");
}

/* Where no node is needed. */
static void
absence(void)
{
	test("string(/a) = ''", NOTHING);
	test("string(/a) = 'x'", "/a = \"x\"\n");
	test("count(/a) >= 0", NOTHING);
	test("count(/a) >= 1", "/a exists\n");
	test("/a = true()", "/a exists\n");
	test("/a = false()", NOTHING);
	test("/a = ''", "/a = \"\"\n");
	test("number(/a) != 5", NOTHING);
	test("string(/a[b = 1]) = ''", NOTHING);
	test("string(/a[b = 1]) = 'x'", "all of\n  /a = \"x\"\n  /a/b = 1\n");
	test("string(/a) != ''", "/a exists\n");
	test("name(/a[b = 1]) = ''", NOTHING);
	test("contains(/a, 'x')", "/a exists\n");
	test("contains(/a, '')", NOTHING);
	test("starts-with(/a, 'x')", "/a starts with \"x\"\n");
	test("starts-with(/a, '')", NOTHING);
	test("starts-with(/a[b = 1], '')", NOTHING);
	test("starts-with(/a, string(/b[c = 1]))", NOTHING);
	test("not(max(/a) >= true())", NOTHING);
	test("/..", NEVER);
	test("/a = /b", "all of\n  /a exists\n  /b exists\n");
	exists("/a = 5", NOTHING);
	test("/a = (1 to 5)", "/a >= 1 and <= 5\n");
	test("/a = (1, 'x', xs:date('2026-01-31'))",
		 "any of\n  /a = \"x\"\n  /a = 1\n  /a = xs:date(\"2026-01-31Z\")\n");
}

/* ---- values from outside ---- */

#define STRING(text)                                                                                         \
	{                                                                                                        \
		.type = XP_T_STRING, .str = { text, sizeof(text) - 1 }                                               \
	}
#define NUMBER(d)                                                                                            \
	{                                                                                                        \
		.type = XP_T_NUMBER, .number = d                                                                     \
	}
#define BOOLEAN(v)                                                                                           \
	{                                                                                                        \
		.type = XP_T_BOOLEAN, .boolean = v                                                                   \
	}

static void
expect_bound(const char *path, XpItem value, const char *want)
{
	XpVar var = {.local = "x", .local_len = 1, .value = value};
	XpTerms bound;
	Path p;

	if (path_open(&p, path, XP_TERMS_TEST))
	{
		CHECK(xp_terms_of(p.block, XP_TERMS_TEST, &var, 1, &p.arena, &bound, &p.err) == BX_OK);
		expect_text(path, &bound, want);
	}
	bx_arena_reset(&p.arena);
}

static void
variables(void)
{
	XpItem items[] = {NUMBER(1), STRING("x")};
	XpSeq seq = {.items = items, .n = 2, .size = 2};
	const XpItem one = NUMBER(5), text = STRING("x"), digits = STRING("5"), empty = STRING("");
	const XpItem no = BOOLEAN(false), yes = BOOLEAN(true), both = {.type = XP_T_SEQUENCE, .seq = &seq};
	const XpItem date = STRING("2026-01-31");

	test("/a/b = $x", "/a/b = $x\n");
	test("/a[@b >= $x and @b < 7]", "all of\n  /a/@b >= $x\n  /a/@b < 7\n");
	test("/a[@b >= $x and @b < $y]", "/a/@b >= $x and < $y\n");
	test("number(/a) = $x", "/a = number($x)\n");
	expect_bound("/a/b = $x", one, "/a/b = 5\n");
	expect_bound("/a/b = $x", text, "/a/b = \"x\"\n");
	expect_bound("/a/b = $x", digits, "/a/b = \"5\"\n");
	expect_bound("/a/b = $x", no, NOTHING);
	expect_bound("/a/b = $x", yes, "/a/b exists\n");
	expect_bound("/a/b = $x", both, "any of\n  /a/b = \"x\"\n  /a/b = 1\n");
	expect_bound("/a/b eq $x", no, "/a/b exists\n");
	expect_bound("/a/b < $x", digits, "/a/b < 5\n");
	expect_bound("/a/b < $x", text, NEVER);
	expect_bound("/a/b lt $x", text, "/a/b < \"x\"\n");
	expect_bound("number(/a/b) = $x", digits, "/a/b = 5\n");
	expect_bound("/a/b = number($x)", digits, "/a/b = 5\n");
	expect_bound("string(/a/b) = $x", empty, NOTHING);
	expect_bound("string(/a/b) = $x", text, "/a/b = \"x\"\n");
	expect_bound("starts-with(/a/b, $x)", text, "/a/b starts with \"x\"\n");
	expect_bound("starts-with(/a/b, $x)", empty, NOTHING);
	expect_bound("/a[@b >= $x and @b < 7]", one, "/a/@b >= 5 and < 7\n");
	expect_bound("/a[@b >= $x and @b < $x]", one, "/a/@b >= 5 and < 5\n");
	expect_bound("/a/b >= xs:date($x)", date, "/a/b >= xs:date(\"2026-01-31Z\")\n");
	expect_bound("/a/b = $y", one, NOTHING);
	expect_bound("$x > /a/b", yes, NOTHING);
	expect_bound("$x = (/a/b = 5)", yes, "/a/b = 5\n");
}

static void
expect_filled(const char *path, const XpTermWant *want_value, const char *want)
{
	XpTerms filled;
	Path p;

	if (path_open(&p, path, XP_TERMS_VALUE))
	{
		CHECK(xp_terms_fill(&p.terms, want_value, &p.arena, &filled, &p.err) == BX_OK);
		expect_text(path, &filled, want);
	}
	bx_arena_reset(&p.arena);
}

static void
slots(void)
{
	const XpTermWant x = {.op = XP_TERM_EQ, .low = bx_key_string(bx_str("x", 1))};
	const XpTermWant five = {.op = XP_TERM_EQ, .low = bx_key_number(5)};
	const XpTermWant between = {.op = XP_TERM_RANGE,
								.has_low = true,
								.has_high = true,
								.high_strict = true,
								.low = bx_key_number(1),
								.high = bx_key_number(2)};

	expect("/a/@b", XP_TERMS_VALUE, "/a/@b = ?\n");
	expect("count(/a/@b)", XP_TERMS_VALUE, NOTHING);
	expect_filled("/a/@b", &x, "/a/@b = \"x\"\n");
	expect_filled("/a/b | //c", &five, "any of\n  /a/b = 5\n  //c = 5\n");
	expect_filled("/a/b[@c = 1]", &between, "all of\n  /a/b >= 1 and < 2\n  /a/b/@c = 1\n");
}

/* A range of moments may be about those with a zone alone. */
static void
zones(void)
{
	exists(
		"/a/@t[. >= xs:dateTime('2024-02-01T00:00:00') and . < xs:dateTime('2024-03-01T00:00:00') and "
		"exists(timezone-from-dateTime(.))]",
		"/a/@t >= xs:dateTime(\"2024-02-01T00:00:00Z\") and < xs:dateTime(\"2024-03-01T00:00:00Z\") with a "
		"zone\n");
	exists("/a/b[exists(timezone-from-date(.)) and . >= xs:date('2024-02-01')]",
		   "/a/b >= xs:date(\"2024-02-01Z\") with a zone\n");
	exists("/a/b[. < xs:date('2024-02-01') or (. < xs:date('2024-02-02') and exists(timezone-from-date(.)))]",
		   "any of\n  /a/b < xs:date(\"2024-02-01Z\")\n  /a/b < xs:date(\"2024-02-02Z\") with a zone\n");
	exists("/a[b < xs:date('2024-02-01') and exists(timezone-from-date(b))]",
		   "/a/b < xs:date(\"2024-02-01Z\")\n");
	exists("/a/b[. < xs:date('2024-02-01') and not(exists(timezone-from-date(.)))]",
		   "/a/b < xs:date(\"2024-02-01Z\")\n");
	exists("/a/b[. > 5 and exists(timezone-from-date(.))]", "/a/b > 5\n");
	exists("/a/b[exists(timezone-from-date(.))]", "/a/b exists\n");
}

/* Most trees above were written as paths as well; those that cannot be are refused. */
static void
trees_as_paths(void)
{
	CHECKF(spelled > 60, "%u", spelled);
	exists("/a[b = xs:date('2024-02-29+02:00')]", "/a/b = xs:date(\"2024-02-28T22:00:00Z\")\n");
	exists("/a[b < xs:double('INF')]", "/a/b < Infinity\n");
	exists("declare namespace p='x{y'; /p:a/b", "/Q{x{y}a/b exists\n");
}

UT_SUITE(test_terms)
{
	UT_RUN(paths);
	UT_RUN(constants);
	UT_RUN(comparisons);
	UT_RUN(one_tree);
	UT_RUN(ranges);
	UT_RUN(absence);
	UT_RUN(variables);
	UT_RUN(slots);
	UT_RUN(zones);
	UT_RUN(trees_as_paths);
	return ut_done();
}

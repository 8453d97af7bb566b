/*
 * test_xpath_hint.c -- what is said about paths besides errors: hints, advice, what steps find in a value and why one
 * finds nothing, and the attribute of what a path selects.
 */
#include "../../ut_xpath.h"

#include "../../../../src/core/xpath/syntax/xp_advice.h"
#include "../../../../src/core/xpath/result/xp_match.h"
#include "../../../../src/core/xpath/syntax/xp_last_step.h"

typedef struct Hinted
{
	const char *path, *hint;
} Hinted;

static void
expect_hints(const Hinted *cases, size_t n)
{
	for (size_t i = 0; i < n; i++)
	{
		BxArena arena;
		XpBlock *path;
		BxError err;

		bx_arena_init(&arena, bx_host_libc());
		CHECK(xp_compile(cases[i].path, strlen(cases[i].path), 0, &arena, &path, &err) == BX_E_XPATH);
		CHECKF(strcmp(err.hint, cases[i].hint) == 0, "%s: %s", cases[i].path, err.hint);
		/* an error that follows does not keep it */
		bx_fail(&err, BX_E_XPATH, 1, "other");
		CHECK(err.hint[0] == '\0');
		CHECK(xp_compile(cases[i].path, strlen(cases[i].path), 0, &arena, &path, NULL) == BX_E_XPATH);
		bx_arena_reset(&arena);
	}
}

/* Hints of errors in compiling: the function that was meant, or that it is one of later versions. */
static void
functions(void)
{
	static const Hinted cases[] = {
		{"contain(a, 'b')", "Perhaps you meant the function \"contains\"."},
		{"Count(a)", "Perhaps you meant the function \"count\"."},
		{"starts_with(a, 'b')", "Perhaps you meant the function \"starts-with\"."},
		{"fn:strlen(a)", ""},
		{"fn:sting(a)", "Perhaps you meant the function \"string\"."},
		{"xs:dat('x')", "Perhaps you meant the function \"xs:date\"."},
		{"normalize-unicode(a)",
		 "normalize-unicode is a function of XPath 2.0 or later, or of XSLT, that is not supported."},
		{"a[@id = sql:column('id')]",
		 "Write a variable, as in $x, and give its value in the argument vars, as in jsonb_build_object('x', "
		 "id), or with bxpath_bind."},
		{"sql:variable('@v')",
		 "Write a variable, as in $x, and give its value in the argument vars, as in jsonb_build_object('x', "
		 "id), or with bxpath_bind."},
		{"sql:other(1)", ""},
		{"a/b()", ""},
		{"an-extremely-long-name-of-a-function-that-nobody-would-ever-declare()", ""},
	};

	expect_hints(cases, sizeof(cases) / sizeof(cases[0]));
}

#define LATER " is an operator of XPath 2.0 or later that is not supported"

/* Operators that XPath 1.0 does not have. */
static void
operators(void)
{
	static const Hinted cases[] = {
		{"@d cast as xs:date", "cast as" LATER "; write a constructor, as in xs:date(@d)."},
		{"a[b castable as xs:date]", "castable as" LATER "."},
		{"count(a treat as b)", "treat as" LATER "; leave it out: values of nodes have no type."},
		{"a instance of element()", "instance of" LATER "."},
		{"a is b", "is" LATER "; count(a | b) = 1 is true if a and b are one node."},
		{"'x' || a", "||" LATER "; write concat(a, b)."},
		{"||a", "||" LATER "; write concat(a, b)."},
		{"a | | b", ""},
		{"a|", ""},
		{"a ! string()", "!" LATER "; write a/string(.), or for $x in a return ...."},
		{"a!b", "!" LATER "; write a/string(.), or for $x in a return ...."},
		{"a => string()", "=>" LATER "; write f(a, b) instead of a => f(b)."},
		{"a = > b", ""},
		{"a << b", "<<" LATER "."},
		{"a >> b", ">>" LATER "."},
		{"a > > b", ""},
		{"a?b", "?" LATER "."},
		{"count#1", "#" LATER "."},
		{"a isa b", ""},
		{"a casts", ""},
		{"a b", ""},
		{"a/~", ""},
	};
	static const char *const good[] = {"is", "cast/treat", "a/is[instance]", "is is", "is != cast"};
	BxArena arena;
	XpBlock *path;
	BxError err;

	expect_hints(cases, sizeof(cases) / sizeof(cases[0]));
	bx_arena_init(&arena, bx_host_libc());
	for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++)
		CHECKF((xp_compile(good[i], strlen(good[i]), 0, &arena, &path, &err) == BX_OK) == (i != 3), "%s",
			   good[i]);
	bx_arena_reset(&arena);
}

static XpBlock *
compiled(BxArena *arena, const char *text)
{
	XpBlock *path;
	BxError err;

	if (xp_compile(text, strlen(text), 0, arena, &path, &err) != BX_OK)
		abort();
	return path;
}

/* A path about what another one selected, which is at the top of a value of its own. */
static void
tops(void)
{
	static const struct
	{
		const char *path, *of;
		bool never;
	} cases[] = {
		{"b", "a", true},
		{"/b", "/x/a", true},
		{"./b/c", "//a[1]", true},
		{"b[1]", "a/descendant::a", true},
		{"declare namespace p = 'u'; p:a", "a", true},
		{"declare namespace p = 'u'; p:a", "Q{u}a", false},
		{"a", "a", false},
		{"a/b", "/x/a", false},
		{"*/b", "a", false},
		{"*:b", "a", false},
		{"//b", "a", false},
		{"self::b", "a", false},
		{"@b", "a", true},
		{"@b", "a | c", true},
		{"*/@b", "a", false},
		{".//@b", "a", false},
		{"text()", "a", false},
		{".", "a", false},
		{".[b]/b", "a", false},
		{"count(b)", "a", false},
		{"(b)", "a", true},
		{"b | a", "a", false},
		{"b", "*", false},
		{"b", "/", false},
		{"b", "a/@b", false},
		{"b", "a/text()", false},
		{"b", "a | b", false},
		{"b", "q:a", false},
		{"q:b", "a", false},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
	{
		BxArena arena;

		bx_arena_init(&arena, bx_host_libc());
		CHECKF(xp_advice_names_top(compiled(&arena, cases[i].path), compiled(&arena, cases[i].of)) ==
				   cases[i].never,
			   "%s of %s", cases[i].path, cases[i].of);
		bx_arena_reset(&arena);
	}
}

static void
advice(void)
{
	static const struct
	{
		const char *path;
		uint32_t comparison;
		bool exists;
	} cases[] = {
		{"//@date > '2000-01-01'", 9, true},
		{"'x' >= a", 5, true},
		{"a[@d <= 'x']", 6, false},
		{"string(a) < 'x'", 11, true},
		{"a > '2000'", 0, true},
		{"a > ' 1 '", 0, true},
		{"a = 'x'", 0, true},
		{"a > xs:date('2000-01-01')", 0, true},
		{"xs:date(a) > '2000-01-01'", 0, true},
		{"a gt 'x'", 0, false},
		{"a[. = 'x']", 0, false},
		{"not(a)", 0, true},
		{"count(a)", 0, false},
		{"a | b", 0, false},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
	{
		BxArena arena;
		const XpBlock *path;

		bx_arena_init(&arena, bx_host_libc());
		path = compiled(&arena, cases[i].path);
		CHECKF(xp_advice_comparison(path) == cases[i].comparison, "%s: %u", cases[i].path,
			   xp_advice_comparison(path));
		CHECKF(xp_advice_always_exists(path) == cases[i].exists, "%s", cases[i].path);
		bx_arena_reset(&arena);
	}
}

/* Shapes by path, by name, constants, texts in the heap. */
static const unsigned forms[] = {BX_MODE_SHAPES, BX_MODE_NAMES, BX_MODE_SHAPES | UT_CONSTANTS,
								 BX_MODE_SHAPES | UT_HEAP};

typedef BxStatus (*Ask)(XpCall *c, const XpBlock *path, const BxTable *table, BxBuf *out);

/* What is said of a path in a document, in one form of storage. */
static void
said(const char *doc, const char *path, unsigned form, Ask ask, const char *wanted)
{
	XtDoc d;
	BxBuf out;
	BxError err;
	XpCall c = {.host = bx_host_libc(), .err = &err};

	bx_error_clear(&err);
	if (!xt_doc(&d, doc, form, BX_TYPED_LOSSLESS))
		abort();
	c.arena = &d.arena;
	c.v = d.v;
	c.n = d.n;
	bx_buf_init(&out, bx_host_libc());
	CHECK(ask(&c, compiled(&d.arena, path), &d.table, &out) == BX_OK);
	CHECKF(out.len == strlen(wanted) && (out.len == 0 || memcmp(out.data, wanted, out.len) == 0),
		   "%s in %s: %.*s", path, doc, (int) out.len, (const char *) out.data);
	bx_buf_free(&out);
	xt_doc_free(&d);
}

static void
reasons(void)
{
	static const struct
	{
		const char *doc, *path, *why;
	} cases[] = {
		{"<a/>", "/a", ""},
		{"<a/>", "/b", "The value has no element \"b\"."},
		{"<a/>", "/a/@b", "The value has no attribute \"b\"."},
		{"<a b='1'/>", "/a/b", "The value has no element \"b\", but an attribute of that name: write @b."},
		{"<a><b/></a>", "/a/@b", "The value has no attribute \"b\", but an element of that name: write b."},
		{"<a><B/></a>", "//b", "The value has no element \"b\", but \"B\": names are case-sensitive."},
		{"<a><b/></a>", "/b", "The value has \"b\" in other places only: bxml_paths shows where."},
		{"<a><b/></a>", "/a/b[2]", ""},
		{"<a><b/></a>", "/a/*/*", ""},
		{"<a><b/></a>", "count(/x)", ""},
		{"<a xmlns='u'/>", "/a",
		 "\"a\" is in no namespace here, but the value has it in namespace \"u\": write declare default "
		 "element namespace "
		 "\"u\"; before the path, Q{u}a or *:a."},
		{"<a/>", "/Q{u}a",
		 "\"a\" is in namespace \"u\" here, but the value has it in no namespace: write Q{}a or *:a."},
		{"<a xmlns:p='u' p:b=''/>", "/a/@b",
		 "\"@b\" is in no namespace here, but the value has it in namespace \"u\": write declare namespace p "
		 "= \"u\"; before "
		 "the path and @p:b, @Q{u}b or @*:b."},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		for (size_t form = 0; form < sizeof(forms) / sizeof(forms[0]); form++)
			said(cases[i].doc, cases[i].path, forms[form], xp_match_why, cases[i].why);
}

static void
lines(void)
{
	for (size_t form = 0; form < sizeof(forms) / sizeof(forms[0]); form++)
	{
		said("<a><b k='1'/><b/></a>", "//b[@k]/@k | /a/c", forms[form], xp_match_explain,
			 "path at 1\n  b: 2 nodes, 1 with the predicates\n  @k: 1 node\npath at 14\n  a: 1 node\n  c: 0 "
			 "nodes\n"
			 "    The value has no element \"c\".\n");
		said("<a/>", "1 + 1", forms[form], xp_match_explain, "no path\n");
	}
}

/* The text of a path up to each of its steps, with and without the predicates of that step. */
static void
parts(void)
{
	static const struct
	{
		const char *path;
		const char *step;        /* what begins with the step */
		const char *with, *bare; /* as they are printed */
		const char *alone;       /* NULL: is not asked for */
	} cases[] = {
		{"/a/b[1]/c", "b[1]", "/a/b[1]", "/a/b", "/b[1]"},
		{"//b [@k = 'x]'] / @k", "b [", "//b[@k = \"x]\"]", "//b", "/b[@k = \"x]\"]"},
		{"declare namespace p = 'u'; /p:a/ (: [1] :) descendant :: p:b[. = 2][p:c]", "descendant",
		 "declare namespace p = \"u\"; /p:a/descendant::p:b[. = 2][p:c]",
		 "declare namespace p = \"u\"; /p:a/descendant::p:b",
		 "declare namespace p = \"u\"; /p:b[. = 2][p:c]"},
		{"count((//a | /b)/child::c[2])", "a |", "//a", "//a", "/a"},
		{"count((//a | /b)/child::c[2])", "child", "(//a | /b)/c[2]", "(//a | /b)/c", "/c[2]"},
		{"/a/.[b]/..", ".[b]", "/a/.[b]", "/a/.", NULL},
		{"/a/.[b]/..", "..", "/a/.[b]/..", "/a/.[b]/..", NULL},
		{"/\xC3\xA4/b['\xC3\xA4'][1]", "b[", "/\xC3\xA4/b[\"\xC3\xA4\"][1]", "/\xC3\xA4/b",
		 "/b[\"\xC3\xA4\"][1]"},
	};

	for (size_t i = 0; i < 3 * sizeof(cases) / sizeof(cases[0]); i++)
	{
		const char *wanted = i % 3 == 0   ? cases[i / 3].with
							 : i % 3 == 1 ? cases[i / 3].bare
										  : cases[i / 3].alone;
		BxArena arena;
		BxError err;
		XpBlock *path, *part;
		uint32_t at = 0, pos = 0;
		BxStatus st;
		BxStr text;

		if (wanted == NULL)
			continue;
		bx_error_clear(&err);
		bx_arena_init(&arena, bx_host_libc());
		path = compiled(&arena, cases[i / 3].path);
		for (const char *p = cases[i / 3].path, *end = strstr(p, cases[i / 3].step); p <= end; p++)
			pos += ((unsigned char) *p & 0xC0) != 0x80;
		while (++at < path->n_nodes && (xp_nodes(path)[at].op != XP_STEP || xp_nodes(path)[at].pos != pos))
			;
		st = i % 3 == 2 ? xp_step_alone(path, at, &arena, &part, &err)
						: xp_up_to(path, at, i % 3 == 0, &arena, &part, &err);
		CHECKF(st == BX_OK, "%s: %s", cases[i / 3].path, err.msg);
		text = st == BX_OK ? bx_str_trim(bx_str(xp_pool(part), part->source_len)) : bx_str("", 0);
		CHECKF(bx_str_is(text, wanted), "%s: %.*s", cases[i / 3].path, (int) text.n, text.s);
		bx_arena_reset(&arena);
	}
}

/* The attribute of what a path selects. */
static void
attributes(void)
{
	static const struct
	{
		const char *path, *uri, *name;
		uint64_t count;
	} cases[] = {
		{"/a", "", "x", 1},
		{"/a | //b (: c :)", "", "x", 3},
		{"declare namespace q = 'u'; //q:c, //b", "", "x", 2},
		{"//*", "u", "x", 1},
		{"//text()", "", "x", 0},
	};
	XtDoc d;
	BxError err;

	if (!xt_doc(&d, "<a x='1'><b x='2'>t</b><b x='3' y='4'/><p:c xmlns:p='u' p:x='5'/></a>", 0,
				BX_TYPED_LOSSLESS))
		abort();
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
	{
		XpCall c = {.host = bx_host_libc(), .err = &err, .arena = &d.arena, .v = d.v, .n = d.n};
		XpGivenName name = {{"", 0},
							{cases[i].uri, (uint32_t) strlen(cases[i].uri)},
							{cases[i].name, (uint32_t) strlen(cases[i].name)}};
		XpBlock *path;
		uint64_t count;

		bx_error_clear(&err);
		CHECK(xp_attribute_of((BxStr){cases[i].path, strlen(cases[i].path)}, &name, &d.arena, &path, &err) ==
			  BX_OK);
		CHECK(xp_count(&c, path, &count) == BX_OK);
		CHECKF(count == cases[i].count, "%s: %d", cases[i].path, (int) count);
	}
	xt_doc_free(&d);
}

UT_SUITE(test_xpath_hint)
{
	UT_RUN(functions);
	UT_RUN(operators);
	UT_RUN(tops);
	UT_RUN(advice);
	UT_RUN(reasons);
	UT_RUN(lines);
	UT_RUN(parts);
	UT_RUN(attributes);
	return ut_done();
}

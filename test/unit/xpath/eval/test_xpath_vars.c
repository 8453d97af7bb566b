/*
 * test_xpath_vars.c -- variables (Recommendation sections 1, 3.1) and prefixes bound at the call: declarations in the
 * prolog, values given to a call, values written into a path, and what a cache makes of them.
 */
#include <math.h>
#include <stdlib.h>

#include "../../ut_host.h"
#include "../../ut_xpath.h"

#define DOC "<r><a n='1'>x</a><a n='2'>y</a><a n='3'>5</a><p:a xmlns:p='u'>q</p:a></r>"
#define STR(text)                                                                                            \
	{                                                                                                        \
		.type = XP_T_STRING, .str = { text, sizeof(text) - 1 }                                               \
	}
#define NUM(d)                                                                                               \
	{                                                                                                        \
		.type = XP_T_NUMBER, .number = d                                                                     \
	}
#define BOOL(b)                                                                                              \
	{                                                                                                        \
		.type = XP_T_BOOLEAN, .boolean = b                                                                   \
	}
#define VAR(name, val)                                                                                       \
	{                                                                                                        \
		.uri = "", .local = name, .local_len = sizeof(name) - 1, .value = val                                \
	}

/* A declared value takes the place of each reference. */
static void
declared(void)
{
	static const XtCase cases[] = {
		{"declare variable $x := 'y'; /r/a[. = $x]", "[a#2]"},
		{"declare variable $x := \"a\"\"b\"; $x", "\"a\"b\""},
		{"declare variable $x := 'a''b'; concat($x, $x)", "\"a'ba'b\""},
		{"declare variable $x := '&lt;'; string-length($x)", "=4"},
		{"declare variable $x := ''; boolean($x)", "false"},
		{"declare variable $x := 2; /r/a[$x]", "[a#2]"},
		{"declare variable $x := 2; /r/a[@n >= $x]", "[a#2 a#3]"},
		{"declare variable $x := -1.5; $x - 1", "=-2.5"},
		{"declare variable $x := - 1; $x", "=-1"},
		{"declare variable $x := -0; 1 div $x", "=-Infinity"},
		{"declare variable $x := .5; declare variable $y := 5.; $x * $y", "=2.5"},
		{"declare variable $x := true(); /r/a[$x][2]", "[a#2]"},
		{"declare variable $x := false(); $x = /none", "true"},
		{"declare variable $x := fn:true ( ) ; $x", "true"},
		{"declare variable $x := xs:double('INF'); -$x", "=-Infinity"},
		{"declare variable $x := xs:double(\"-INF\"); $x", "=-Infinity"},
		{"declare variable $x := xs:double('NaN'); $x = $x", "false"},
		{"declare namespace s='http://www.w3.org/2001/XMLSchema'; declare variable $x := s:double('INF'); $x",
		 "=Infinity"},
		{"declare variable $x := Q{http://www.w3.org/2001/XMLSchema}double('INF'); $x", "=Infinity"},
		{"declare namespace p='u'; declare variable $p:x := 1; declare variable $x := 2; $p:x - $x", "=-1"},
		{"declare namespace p='u'; declare variable $p:x := 1; $Q{u}x", "=1"},
		{"declare namespace p='u'; declare namespace q='u'; declare variable $p:x := 1; $q:x", "=1"},
		{"declare default element namespace 'u'; declare variable $x := 1; //a[$x]", "[p:a]"},
		{"(: c :) declare (: c :) variable $x(: c :):=(: c :)1(: c :); (: c :) $x", "=1"},
		{"declare variable $x := 1; declare variable $unused := 'z'; $x", "=1"},
		{"declare variable $x:=1;$x", "=1"},
		{"declare", "[]"},
		{"declare div variable", "=NaN"},
	};

	XT_CASES(DOC, cases);
}

static void
declaration_errors(void)
{
	static const XtCase cases[] = {
		{"declare variable $x := 1; declare variable $x := 2; 1", "!xpath@44"},
		{"declare variable $x := 1; declare variable $x external; 1", "!xpath@44"},
		{"declare namespace p='u'; declare variable $p:x := 1; declare variable $Q{u}x := 2; 1", "!xpath@71"},
		{"declare variable x := 1; x", "!xpath@18"},
		{"declare variable $x = 1; $x", "!xpath@21"},
		{"declare variable $x := ; $x", "!xpath@24"},
		{"declare variable $x := a; $x", "!xpath@24"},
		{"declare variable $x := 1 + 1; $x", "!xpath@26"},
		{"declare variable $x := - 'a'; $x", "!xpath@26"},
		{"declare variable $x := concat('a', 'b'); $x", "!xpath@24"},
		{"declare variable $x := true(1); $x", "!xpath@29"},
		{"declare variable $x := true; $x", "!xpath@24"},
		{"declare variable $x := false ); $x", "!xpath@24"},
		{"declare variable $x := xs:double; $x", "!xpath@24"},
		{"declare variable $x := xs:double ); $x", "!xpath@24"},
		{"declare variable $x := xs:double('1e3'); $x", "!xpath@34"},
		{"declare variable $x := xs:double(1); $x", "!xpath@34"},
		{"declare variable $x := xs:integer('1'); $x", "!xpath@24"},
		{"declare variable $x := 1", "!xpath@25"},
		{"declare variable $x internal; $x", "!xpath@21"},
		{"declare variable $x; $x", "!xpath@20"},
		{"declare variable $p:x := 1; 1", "!xpath@18"},
		{"declare variable $x := 1; declare namespace p='u'; 1", "!xpath@35"},
		{"declare variable $x := 1; declare default element namespace 'u'; 1", "!xpath@35"},
		{"declare variable $x := 1; $x/a", "!xpath@27"},
		{"declare variable $x := 1; count($x)", "=1"},
		{"declare variable $x := 1; $y", "!xpath@27"},
		{"declare variable $x := 1; $p:x", "!xpath@27"},
		{"1 := 2", "!xpath@3"},
	};

	XT_CASES(DOC, cases);
}

static void
expect_with(const char *expr, const XpVar *vars, uint32_t n, const char *want)
{
	XtWay way = {.vars = vars, .n_vars = n};
	XtForms f;

	CHECK(xt_forms(&f, DOC));
	xt_expect_given(&f, expr, want, &way);
	xt_forms_free(&f);
}

/* Section 3.1, and conversions of 3.2 to 3.5 and 4: the type is known at the call only. */
static void
given(void)
{
	static const XpVar vars[] = {
		VAR("s", STR("y")),    VAR("n", NUM(2)),
		VAR("t", BOOL(true)),  VAR("f", BOOL(false)),
		VAR("five", STR("5")), VAR("nan", NUM(NAN)),
		VAR("empty", STR("")), VAR("twice", NUM(1)),
		VAR("twice", NUM(2)),  {.uri = "u", .uri_len = 1, .local = "n", .local_len = 1, .value = NUM(3)},
	};
	static const XtCase cases[] = {
		{"$s", "y"},
		{"$n", "2"},
		{"$t", "true"},
		{"$nan", "NaN"},
		{"$twice", "2"},
		{"declare variable $s external; $s", "y"},
		{"declare namespace p='u'; $p:n", "3"},
		{"declare namespace p='u'; declare variable $p:n external; $p:n + $n", "=5"},
		{"$Q{u}n", "3"},
		{"/r/a[. = $s]", "[a#2]"},
		{"/r/a[$s = .]", "[a#2]"},
		{"/r/a[. != $s]", "[a#1 a#3]"},
		{"/r/a[. = $five]", "[a#3]"},
		{"/r/a[. < $five + 1]", "[a#3]"},
		{"/r/a[@n = $n]", "[a#2]"},
		{"/r/a[@n > $n]", "[a#3]"},
		{"/r/a[$n < @n]", "[a#3]"},
		{"/r/a[$n]", "[a#2]"},
		{"/r/a[$five]", "[a#1 a#2 a#3]"},
		{"/r/a[$empty]", "[]"},
		{"/r/a[$t]", "[a#1 a#2 a#3]"},
		{"/r/a[$f]", "[]"},
		{"/r/a[$nan]", "[]"},
		{"//a[$n]", "[a#2]"},
		{"/r/descendant::a[$n]", "[a#2]"},
		{"/r/a[3]/preceding-sibling::a[$n]", "[a#1]"},
		{"(//a)[$n]", "[a#2]"},
		{"/r/a[position() = $n]", "[a#2]"},
		{"/r/a[$n][$t]", "[a#2]"},
		{"$s = 'y'", "true"},
		{"$n = 2", "true"},
		{"$n = '2'", "true"},
		{"$t = 'anything'", "true"},
		{"$t = 1", "true"},
		{"$t = /none", "false"},
		{"$f = /none", "true"},
		{"$nan = $nan", "false"},
		{"$nan != $nan", "true"},
		{"$five > $n", "true"},
		{"$s and $n and $t", "true"},
		{"not($f) and not($empty) and not($nan)", "true"},
		{"$n + $five - $t", "=6"},
		{"-$n", "=-2"},
		{"$s * 1", "=NaN"},
		{"concat($s, $n, $t, $f, $nan)", "\"y2truefalseNaN\""},
		{"string-length($t)", "=4"},
		{"number($five)", "=5"},
		{"substring('hello', $n, $n)", "\"el\""},
		{"boolean($s)", "true"},
		{"sum(/r/a[. = $five])", "=5"},
		{"count($n)", "=1"},
		{"$n | /r", "!xpath@1"},
		{"/r | $s", "!xpath@6"},
		{"$n/a", "!xpath@1"},
		{"$n[1]", "(2)"},
		{"$none", "!xpath@1"},
		{"true() or $none", "!xpath@11"},
		{"/none[$none]", "!xpath@7"},
		{"$p:n", "!xpath@1"},
		{"$Q{v}n", "!xpath@1"},
	};
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		expect_with(cases[i].expr, vars, sizeof(vars) / sizeof(vars[0]), cases[i].want);
}

/* A number is a position only where it is all of the predicate. */
static void
numbers_with_and(void)
{
	static const XpVar vars[] = {VAR("n", NUM(2)), VAR("t", BOOL(true)), VAR("nan", NUM(NAN))};
	static const XtCase cases[] = {
		{"/r/a[$n and $t]", "[a#1 a#2 a#3]"},
		{"/r/a[$n and position() = 3]", "[a#3]"},
		{"/r/a[$nan and position() = 3]", "[]"},
		{"(//a)[$t and $n]", "[a#1 a#2 a#3]"},
	};
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		expect_with(cases[i].expr, vars, sizeof(vars) / sizeof(vars[0]), cases[i].want);
}

static BxStatus
bind_text(const char *path, const XpVar *vars, uint32_t n, char *out, size_t cap)
{
	XpBlock *block, *bound;
	BxArena arena;
	BxError err;
	BxStatus st;

	bx_arena_init(&arena, bx_host_libc());
	CHECK(xp_compile(path, strlen(path), 0, &arena, &block, &err) == BX_OK);
	st = xp_bind_vars(block, vars, n, 4, &arena, &bound, &err);
	snprintf(out, cap, "%s", st == BX_OK ? "" : err.msg);
	if (st == BX_OK)
	{
		XpBlock *copy = ut_need(malloc(bound->total));

		memcpy(copy, bound, bound->total);
		CHECK(xp_block_check(copy, copy->total));
		snprintf(out, cap, "%.*s", (int) bound->source_len, xp_pool(bound));
		free(copy);
	}
	bx_arena_reset(&arena);
	return st;
}

static void
expect_bound(const char *path, const XpVar *vars, uint32_t n, const char *want)
{
	char got[1024], again[1024];

	bind_text(path, vars, n, got, sizeof(got));
	CHECKF(strcmp(got, want) == 0, "%s: %s, not %s", path, got, want);
	/* binding the same again changes nothing */
	bind_text(got, vars, n, again, sizeof(again));
	CHECKF(strcmp(again, want) == 0, "%s again: %s", path, again);
}

/* A path with values: its text is a path again. */
static void
bound_paths(void)
{
	static const XpVar x[] = {VAR("x", STR("it's \"so\""))};
	static const XpVar two[] = {VAR("y", NUM(1)), VAR("x", BOOL(true)), VAR("y", NUM(-1.5))};
	static const XpVar q[] = {{.uri = "u", .uri_len = 1, .local = "x", .local_len = 1, .value = NUM(1e21)}};
	static const XpVar odd[] = {VAR("i", NUM(INFINITY)), VAR("j", NUM(-INFINITY)), VAR("n", NUM(NAN)),
								VAR("z", NUM(-0.0)), VAR("t", NUM(0.1))};
	static const XpVar bad[] = {VAR("x", STR("a\x01z"))};
	char got[512];

	expect_bound("//a[. = $x]", x, 1, "declare variable $x := \"it's \"\"so\"\"\"; //a[. = $x]");
	expect_bound("declare variable $x external; $x", x, 1, "declare variable $x := \"it's \"\"so\"\"\"; $x");
	expect_bound("declare variable $x := 5; $x", x, 1, "declare variable $x := \"it's \"\"so\"\"\"; $x");
	expect_bound("//a", x, 1, "//a");
	expect_bound(
		"declare namespace p='u'; $x+$y", two, 3,
		"declare namespace p = \"u\"; declare variable $x := true(); declare variable $y := -1.5; $x + $y");
	expect_bound("declare variable $y external;\n declare variable $x external;\n$x", two, 3,
				 "declare variable $y := -1.5; declare variable $x := true(); $x");
	expect_bound("declare namespace p='u'; $p:x", q, 1,
				 "declare namespace p = \"u\"; declare variable $Q{u}x := 1000000000000000000000; $p:x");
	expect_bound("declare namespace p='u'; declare variable $p:x external; $p:x", q, 1,
				 "declare namespace p = \"u\"; declare variable $p:x := 1000000000000000000000; $p:x");
	expect_bound("$x", q, 1, "$x");
	expect_bound("$p:x", q, 1, "declare variable $Q{u}x := 1000000000000000000000; $p:x");
	expect_bound("concat($i,$j,$n,$z,$t)", odd, 5,
				 "declare variable $i := xs:double(\"INF\"); declare variable $j := xs:double(\"-INF\"); "
				 "declare variable $n := xs:double(\"NaN\"); declare variable $z := -0; "
				 "declare variable $t := 0.1; concat($i, $j, $n, $z, $t)");
	expect_bound("declare namespace xs = \"u\"; $i", odd, 1,
				 "declare namespace xs = \"u\"; declare variable $i := "
				 "Q{http://www.w3.org/2001/XMLSchema}double(\"INF\"); $i");
	CHECK(bind_text("$x", bad, 1, got, sizeof(got)) == BX_E_XPATH);
	CHECK(strstr(got, "\"$x\"") != NULL);
}

static void
expect_name(const char *path, const char *name, const char *want)
{
	char got[256] = "error";
	XpBlock *block;
	BxArena arena;
	BxError err;
	XpVar var;

	bx_arena_init(&arena, bx_host_libc());
	CHECK(xp_compile(path, strlen(path), 0, &arena, &block, &err) == BX_OK);
	if (xp_var_name(block, name, strlen(name), &arena, &var, &err) == BX_OK)
		snprintf(got, sizeof(got), "{%.*s}%.*s", (int) var.uri_len, var.uri, (int) var.local_len, var.local);
	CHECKF(strcmp(got, want) == 0, "%s in %s: %s, not %s", name, path, got, want);
	bx_arena_reset(&arena);
}

static void
names_of_variables(void)
{
	static const char *const p = "declare namespace p='u'; declare default element namespace 'd'; 1";

	expect_name(p, "x", "{}x");
	expect_name(p, "p:x", "{u}x");
	expect_name(p, "Q{v w}x", "{v w}x");
	expect_name(p, "xml:x", "{http://www.w3.org/XML/1998/namespace}x");
	expect_name("declare variable $x := 1; $x", "x", "{}x");
	expect_name(p, "q:x", "error");
	expect_name(p, "", "error");
	expect_name(p, "*", "error");
	expect_name(p, "p:*", "error");
	expect_name(p, " x", "error");
	expect_name(p, "x y", "error");
	expect_name(p, "x; 1", "error");
	expect_name(p, "\xff", "error");
}

/* The message does not show what is not text of XML, and not what is longer than a path may be. */
static void
names_that_are_none(void)
{
	static char longest[XP_MAX_SOURCE + 2];
	static const char *const damaged[] = {"\xff", "x\xff", "p:x\xc3", "Q{\xff}x", "x\x01"};
	XpBlock *block;
	BxArena arena;
	BxError err;
	XpVar var;

	bx_arena_init(&arena, bx_host_libc());
	CHECK(xp_compile("1", 1, 0, &arena, &block, &err) == BX_OK);
	for (size_t i = 0; i < sizeof(damaged) / sizeof(damaged[0]); i++)
	{
		CHECK(xp_var_name(block, damaged[i], strlen(damaged[i]), &arena, &var, &err) == BX_E_XPATH);
		CHECKF(strcmp(err.msg, "invalid XPath expression: invalid name of a variable") == 0, "%zu: %s", i,
			   err.msg);
	}
	memset(longest, 'x', sizeof(longest) - 1);
	CHECK(xp_var_name(block, longest, XP_MAX_SOURCE, &arena, &var, &err) == BX_OK);
	CHECK(var.local_len == XP_MAX_SOURCE);
	CHECK(xp_var_name(block, longest, XP_MAX_SOURCE + 1, &arena, &var, &err) == BX_E_XPATH);
	CHECKF(strcmp(err.msg, "invalid XPath expression: invalid name of a variable") == 0, "%s", err.msg);
	bx_arena_reset(&arena);
}

/* Prefixes of the call stand behind those of the prolog. */
static void
prefixes(void)
{
	static const XpPrefix p[] = {{"p", 1, "none", 4}, {"p", 1, "u", 1}, {"q", 1, "", 0}, {"xml", 3, "u", 1}};
	static const XpVar v[] = {{.uri = "u", .uri_len = 1, .local = "v", .local_len = 1, .value = NUM(7)}};
	static const XtCase cases[] = {
		{"//p:a", "[p:a]"},
		{"//p:*", "[p:a]"},
		{"//a[../p:a]", "[a#1 a#2 a#3]"},
		{"declare namespace p='other'; //p:a", "[]"},
		{"$p:v", "7"},
		{"//xml:a", "[]"},
		{"//q:a", "!xpath@3"},
		{"//z:a", "!xpath@3"},
		{"//p:a[z:b]", "!xpath@7"},
	};
	XtWay way = {.vars = v, .n_vars = 1, .prefixes = p, .n_prefixes = 4};
	XtForms f;
	size_t i;

	CHECK(xt_forms(&f, DOC));
	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		xt_expect_given(&f, cases[i].expr, cases[i].want, &way);
	xt_forms_free(&f);
}

#define KNOWN                                                                                                \
	"<r xmlns:s='http://www.w3.org/2001/XMLSchema' xmlns:i='http://www.w3.org/2001/XMLSchema-instance' "     \
	"xmlns:f='http://www.w3.org/2005/xpath-functions' xmlns:o='u'><s:a i:nil='1'/><f:b/><o:a "               \
	"o:nil='2'/></r>"

/* Prefixes that need no declaration, unless they are declared for another namespace; then they mean that. */
static void
predeclared(void)
{
	static const XpPrefix own[] = {{"xs", 2, "u", 1}, {"fn", 2, "u", 1}};
	static const XtCase cases[] = {
		{"//xs:a", "[s:a]"},
		{"string(//@xsi:nil)", "\"1\""},
		{"//fn:b", "[f:b]"},
		{"name(//xs:*[@xsi:nil])", "\"s:a\""},
		{"declare namespace xs = 'u'; //xs:a", "[o:a]"},
		{"declare namespace xsi = 'u'; string(//@xsi:nil)", "\"2\""},
		{"declare namespace xs = ''; //xs:a", "!xpath@30"},
		{"declare namespace xs = 'http://www.w3.org/2001/XMLSchema'; count(//xs:a[xs:string(.) = ''])", "=1"},
		{"xs:decimal('1.50') = 1.5", "true"},
	};
	static const XtCase others[] = {
		{"//xs:a", "[o:a]"},
		{"//fn:b", "[]"},
		{"string(//@xsi:nil)", "\"1\""},
		{"declare namespace xs = 'http://www.w3.org/2001/XMLSchema'; //xs:a", "[s:a]"},
	};
	XtWay way = {.n_prefixes = 0};
	XtForms f;
	size_t i;

	CHECK(xt_forms(&f, KNOWN));
	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		xt_expect_given(&f, cases[i].expr, cases[i].want, &way);
	way.prefixes = own;
	way.n_prefixes = 2;
	for (i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		xt_expect_given(&f, others[i].expr, others[i].want, &way);
	xt_forms_free(&f);
}

/* A block of an older version, to which such a prefix is not bound. */
static void
older_block(void)
{
	static const char path[] = "//xs:a";
	bool cached, found;
	XtDoc d;

	CHECK(xt_doc(&d, KNOWN, BX_MODE_SHAPES, BX_TYPED_LOSSLESS));
	for (cached = false;; cached = true)
	{
		XpCall c = {.host = bx_host_libc(), .v = d.v, .n = d.n};
		XpBlock *block;
		BxArena arena;
		BxError err;

		bx_arena_init(&arena, bx_host_libc());
		c.arena = &arena;
		c.err = &err;
		c.cache = cached ? ut_need(xp_cache_new(&arena)) : NULL;
		CHECK(xp_compile(path, strlen(path), 0, &arena, &block, &err) == BX_OK && block->n_names == 1);
		((XpName *) (uintptr_t) xp_names(block))->flags |= XP_NAME_UNBOUND;
		((XpName *) (uintptr_t) xp_names(block))->uri_len = 0;
		CHECK(xp_exists(&c, block, &found) == BX_OK && found);
		CHECK(xp_exists(&c, block, &found) == BX_OK && found);
		xp_cache_free(c.cache);
		bx_arena_reset(&arena);
		if (cached)
			break;
	}
	xt_doc_free(&d);
}

static void
expect_cached(XtDoc *d, const XtWay *way, const char *expr, const char *want)
{
	BxBuf got;

	bx_buf_init(&got, bx_host_libc());
	xt_answer(&got, d, expr, way, false);
	CHECKF(got.len == strlen(want) && memcmp(got.data, want, got.len) == 0, "%s: %.*s, not %s", expr,
		   (int) got.len, (const char *) got.data, want);
	bx_buf_free(&got);
}

/* One call site with other values and prefixes each time. */
static void
caches_see_values_and_prefixes(void)
{
	static const XpVar values[] = {VAR("x", NUM(1)), VAR("x", NUM(2)), VAR("x", STR("y")),
								   VAR("x", BOOL(false))};
	static const char *const wants[] = {"[a#1]", "[a#2]", "[a#1 a#2 a#3]", "[]"};
	static const XpPrefix prefixes[] = {{"p", 1, "u", 1}, {"p", 1, "v", 1}, {"q", 1, "u", 1}};
	static const char *const names[] = {"[p:a]", "[]", "!xpath@3"};
	BxArena arena;
	XtDoc d;
	int i;

	bx_arena_init(&arena, bx_host_libc());
	CHECK(xt_doc(&d, DOC, BX_MODE_SHAPES, BX_TYPED_LOSSLESS));
	{
		XpCache *cache = ut_need(xp_cache_new(&arena));

		for (i = 0; i < 40; i++)
		{
			int k = i * 7 % 4;
			XtWay way = {.cache = cache, .vars = &values[k], .n_vars = 1};

			expect_cached(&d, &way, "/r/a[$x]", wants[k]);
			way.n_vars = 0;
			if (i % 5 == 0)
				expect_cached(&d, &way, "/r/a[$x]", "!xpath@6");
			way.prefixes = &prefixes[i % 3];
			way.n_prefixes = 1;
			expect_cached(&d, &way, "//p:a", names[i % 3]);
			expect_cached(&d, &way, "//p:a", names[i % 3]);
			way.n_prefixes = 0;
			expect_cached(&d, &way, "//p:a", "!xpath@3");
		}
		xp_cache_free(cache);
	}
	xt_doc_free(&d);
	bx_arena_reset(&arena);
}

/* A block of many references stays linear, and bounds are errors. */
static void
bounds(void)
{
	char *text = ut_need(malloc(400 * 40));
	XpBlock *block;
	BxArena arena;
	BxError err;
	int n, i;

	bx_arena_init(&arena, bx_host_libc());
	for (n = 256; n <= 257; n++)
	{
		size_t len = 0;

		for (i = 0; i < n; i++)
			len += (size_t) sprintf(text + len, "declare variable $v%d external;", i);
		strcpy(text + len, "1");
		CHECK(xp_compile(text, strlen(text), 0, &arena, &block, &err) == (n == 256 ? BX_OK : BX_E_XPATH));
		for (len = 0, i = 0; i < n; i++)
			len += (size_t) sprintf(text + len, "%s$v%d", i ? "," : "concat(", i);
		strcpy(text + len, ")");
		expect_with(text, NULL, 0, n == 256 ? "!xpath@8" : "!xpath@1434");
	}
	bx_arena_reset(&arena);
	free(text);
}

static char *
many_namespaces(void)
{
	char *text = ut_need(malloc(60000)), *p = text;

	for (int i = 0; i < 250; i++)
		p += sprintf(p, "declare namespace p%d='urn:%0150d'; ", i, i);
	sprintf(p, "$x + $p7:y");
	return text;
}

/* An object of many members costs no memory for those that the path has no variables for. */
static void
many_names(void)
{
	char *text = many_namespaces(), name[32];
	uint32_t i, n = 0;
	XpVarNames names;
	XpBlock *path;
	BxArena arena;
	size_t before;
	UtHost host;
	BxError err;
	XpVar var;
	bool found;

	ut_host_init_as(&host, bx_host_libc());
	bx_arena_init(&arena, &host.host);
	CHECKF(xp_compile(text, strlen(text), 0, &arena, &path, &err) == BX_OK, "%s", err.msg);
	CHECK(xp_var_names(path, &arena, &names, &err) == BX_OK);
	before = host.held;
	host.peak = before;
	for (i = 0; i < 20000; i++)
	{
		sprintf(name, i % 10 == 0 ? "p%u:y" : i % 10 == 1 ? "no such %u" : "name%u", i / 10);
		CHECK(xp_var_find(&names, name, strlen(name), &arena, &var, &found, &err) == BX_OK);
		n += found;
	}
	CHECKF(n == 1, "%u", n);
	CHECK(xp_var_find(&names, "x", 1, &arena, &var, &found, &err) == BX_OK && found && var.local_len == 1);
	CHECK(xp_var_find(&names, "Q{}x", 4, &arena, &var, &found, &err) == BX_OK && found && var.uri_len == 0);
	CHECK(xp_var_find(&names, "y", 1, &arena, &var, &found, &err) == BX_OK && !found);
	CHECKF(host.peak - before < (size_t) 2 << 20, "%zu bytes", host.peak - before);
	CHECKF(host.polls >= 20000, "%d polls", host.polls);
	bx_arena_reset(&arena);
	CHECK(host.live == 0);
	free(text);
}

UT_SUITE(test_xpath_vars)
{
	UT_RUN(declared);
	UT_RUN(declaration_errors);
	UT_RUN(given);
	UT_RUN(numbers_with_and);
	UT_RUN(bound_paths);
	UT_RUN(names_of_variables);
	UT_RUN(names_that_are_none);
	UT_RUN(many_names);
	UT_RUN(prefixes);
	UT_RUN(predeclared);
	UT_RUN(older_block);
	UT_RUN(caches_see_values_and_prefixes);
	UT_RUN(bounds);
	return ut_done();
}

/*
 * test_fc_path.c -- index terms of queries: those of the path that says the same.
 */
#include <stdlib.h>

#include "../../../src/core/base/bx_buf.h"
#include "../../../src/core/query/face/fc_path.h"
#include "../ut.h"

/* The terms of a path, or of a query with its version declaration, as text; the caller's. */
static char *
terms_of(const char *text, XpTermsAsk ask)
{
	XpVar none = {0};
	XpTerms terms;
	XpBlock *block;
	BxArena arena;
	BxError err;
	char *copy;
	BxBuf out;

	bx_error_clear(&err);
	bx_arena_init(&arena, bx_host_libc());
	bx_buf_init(&out, bx_host_libc());
	CHECKF(xp_compile(text, strlen(text), 0, &arena, &block, &err) == BX_OK, "%s: %s", text, err.msg);
	CHECK(fc_path_terms(block, ask, &none, 0, &arena, &terms, &err) == BX_OK);
	CHECK(xp_terms_put(&terms, 0, &out, &err) == BX_OK);
	copy = calloc(1, out.len + 1);
	memcpy(copy, out.data, out.len);
	bx_buf_free(&out);
	bx_arena_reset(&arena);
	return copy;
}

static void
same_terms(const char *query, const char *path, XpTermsAsk ask)
{
	char text[1024];
	char *of_query, *of_path;

	snprintf(text, sizeof(text), "xquery version '3.1'; %s", query);
	of_query = terms_of(text, ask);
	of_path = terms_of(path, XP_TERMS_TEST);
	CHECKF(strcmp(of_query, of_path) == 0, "%s:\n%snot as %s:\n%s", query, of_query, path, of_path);
	free(of_query);
	free(of_path);
}

typedef struct Pair
{
	const char *query, *path;
} Pair;

static void
all_same(const Pair *pairs, size_t n, XpTermsAsk ask)
{
	for (size_t i = 0; i < n; i++)
		same_terms(pairs[i].query, pairs[i].path, ask);
}

#define ALL_SAME(pairs, ask) all_same(pairs, sizeof(pairs) / sizeof(pairs[0]), ask)

static void
test_existence(void)
{
	static const Pair pairs[] = {
		{"/a/b[@c = 'x']", "/a/b[@c = 'x']"},
		{"for $x in /a where $x/@c = 'x' return $x/b", "/a[@c = 'x'][b]"},
		{"for $x in /a/b, $y in $x/c where $y = 5 order by $x return <z/>", "/a/b[c = 5]"},
		{"let $v := ('p', 'q') return //a[@n = $v]", "//a[@n = 'p' or @n = 'q']"},
		{"for $x in /a[1] let $n := $x/@n where $n eq 'x' return 1", "/a[@n = 'x']"},
		{"if (/a/@n = 1) then /b else /c", "(/a/@n = 1 and /b) or /c"},
		{"if (not(/a/@n = 1)) then /b else /c", "/b or (/a/@n = 1 and /c)"},
		{"(/a/b, <c/>)", "true()"},
		{"(/a, /b)", "/a or /b"},
		{"()", "false()"},
		{"/a ! b ! @c", "/a/b/@c"},
		{"/a/(b | c)/@d", "/a/b/@d or /a/c/@d"},
		{"declare variable $x := /a/b; $x[@n = '1']", "/a/b[@n = '1']"},
		{"declare namespace p = 'u'; /p:a/*:b/@p:c", "declare namespace p = 'u'; /p:a/*:b/@p:c"},
		{"for $x in /a group by $n := $x/@n return $x/b", "/a"},
		{"for $x allowing empty in /a return 1", "true()"},
		{"for tumbling window $w in /a/b start when true() return $w", "/a/b"},
		{"for $x in <a><b n='1'/></a>/b where $x/@n = '2' return $x", "true()"},
		{"document { <a/> }/a[/b]", "true()"},
		{"count(/a)", "true()"},
		{"/a/@n eq '1'", "/a/@n"},
		{"reverse(/a/b)", "/a/b"},
		{"declare variable $x := for $z in /a where $z/d return $z; for $z in /b where $x/c return $z/e",
		 "/a[c][d] and /b/e"},
		{"declare variable $x := $z; for $z in /b where $x/c return $z", "/b"},
		{"declare context item := <a/>; /a", "true()"},
		{"declare variable $x external; /a[@n = $x]", "/a/@n"},
	};

	ALL_SAME(pairs, XP_TERMS_EXISTS);
}

static void
test_truth(void)
{
	static const Pair pairs[] = {
		{"/a/@n = 'x' and exists(/a/b)", "/a/@n = 'x' and /a/b"},
		{"not(not(/a))", "/a"},
		{"not(empty(/a) or /b)", "/a"},
		{"not(/a)", "true()"},
		{"some $x in /a, $y in $x/b satisfies $y = $x/@n", "/a[@n]/b"},
		{"every $x in /a satisfies $x/b", "true()"},
		{"not(every $x in /a satisfies empty($x/b))", "/a/b"},
		{"/a/@n < 5", "/a/@n <= 5"},
		{"5 > /a/@n", "5 >= /a/@n"},
		{"/a/@n < 'b'", "/a/@n le 'b'"},
		{"/a/@n != 'b'", "/a/@n"},
		{"/a/@n = xs:date('2024-01-01')", "/a/@n = xs:date('2024-01-01')"},
		{"xs:integer(/a/@n) = 10000000000", "xs:double(/a/@n) = 10000000000"},
		{"/a/@n = -1.5", "/a/@n = -1.5"},
		{"/a/@n = true()", "/a/@n"},
		{"/a/@n = false()", "/a/@n"},
		{"/a/@n = /b", "/a/@n and /b"},
		{"starts-with(/a/@n, 'x')", "starts-with(/a/@n, 'x')"},
		{"/a[position() = 1]/b[last()]", "/a/b"},
		{"declare default collation "
		 "'http://www.w3.org/2005/xpath-functions/collation/html-ascii-case-insensitive'; "
		 "/a/@n = 'X'",
		 "/a/@n"},
	};

	ALL_SAME(pairs, XP_TERMS_TEST);
}

/* However large a query is, its condition is not. */
static void
test_bounds(void)
{
	char *text = calloc(1, 1 << 20);
	char *terms;

	strcpy(text, "xquery version '3.1'; /a[@n = '1'");
	for (int i = 0; i < 20000; i++)
		strcat(text + 30 + 20 * (size_t) i, " or @n = 'xxxxxxxxx1'");
	strcat(text, "]");
	terms = terms_of(text, XP_TERMS_EXISTS);
	CHECK(strlen(terms) < 100000);
	free(terms);
	strcpy(text, "xquery version '3.1'; ");
	for (int i = 0; i < 60; i++)
		strcat(text, "if (/a) then /b else if (");
	strcat(text, "/c) then /d else ()");
	for (int i = 1; i < 60; i++)
		strcat(text, " = 1) then /d else ()");
	terms = terms_of(text, XP_TERMS_EXISTS);
	CHECK(strlen(terms) < 100000);
	free(terms);
	free(text);
}

UT_SUITE(test_fc_path)
{
	UT_RUN(test_existence);
	UT_RUN(test_truth);
	UT_RUN(test_bounds);
	return ut_done();
}

/*
 * test_qs_module.c -- library modules and imports (XQuery 3.1, sections 4.11 and 4.12).
 */
#include "../ut_query.h"

static const struct
{
	const char *location;
	const char *text;
} modules[] = {
	{"a",
	 "module namespace a = 'urn:a'; declare variable $a:x := 5; declare %private variable $a:hidden := 6; "
	 "declare function a:f($n) { a:g($n) + $a:hidden }; declare %private function a:g($n) { $n * $a:x }; "
	 "declare function a:context() { static-base-uri() };"},
	{"a2", "module namespace a = 'urn:a'; declare function a:other() { 'other' };"},
	{"a3", "module namespace a = 'urn:a'; declare function a:f($m) { $m };"},
	{"a4", "module namespace a = 'urn:a'; declare variable $a:x := 1;"},
	{"a5", "module namespace a = 'urn:a'; declare %private function a:f($m) { $m }; declare function a:p() { "
		   "a:f(7) };"},
	{"b", "module namespace b = 'urn:b'; import module namespace p = 'urn:a' at 'a'; declare base-uri "
		  "'http://b/'; "
		  "declare default collation 'urn:letters'; declare decimal-format b:f grouping-separator='_'; "
		  "declare function b:f($n) { p:f($n) }; "
		  "declare function b:base() { static-base-uri(), p:context(), base-uri(<x/>) }; "
		  "declare function b:same() { 'a-B' = 'Ab', default-collation() }; "
		  "declare function b:format($n) { format-number($n, '#_##0', 'b:f') }; "
		  "declare function b:name() { xs:QName('p:x'), namespace-uri-from-QName(xs:QName('p:x')) };"},
	{"self", "module namespace s = 'urn:self'; import module namespace t = 'urn:self' at 'self'; "},
	{"one", "module namespace o = 'urn:one'; import module namespace t = 'urn:two' at 'two'; "},
	{"two", "module namespace t = 'urn:two'; import module namespace o = 'urn:one' at 'one'; "},
	{"main", "1 + 1"},
	{"wrong", "module namespace w = 'urn:w'; declare function w:f() { $w:none };"},
	{"bad", "module namespace w = 'urn:w'; declare function w:f( { 1 };"},
	{"late", "module namespace l = 'urn:l'; declare function l:f() { 1 idiv 0 }; declare function l:e() { "
			 "error() };"},
	{"updates", "module namespace u = 'urn:u'; declare updating function u:drop($n) { delete node $n };"},
	{"item", "module namespace i = 'urn:i'; declare context item as document-node() external; declare "
			 "variable $i:n := "
			 "count(//b); declare variable $i:e external := 3;"},
	{"foreign", "module namespace f = 'urn:f'; declare function local:x() { 1 };"},
};

static BxStatus
find(void *ctx, BxStr location, QsLibrary *found, BxError *err)
{
	size_t i;

	(void) ctx;
	for (i = 0; i < sizeof(modules) / sizeof(modules[0]); i++)
		if (bx_str_is(location, modules[i].location))
		{
			*found = (QsLibrary){i + 1, bx_str(modules[i].text, strlen(modules[i].text))};
			return BX_OK;
		}
	return bx_fail_code(err, BX_E_XPATH, -1, "XQST0059", "no such module");
}

static const QsLibraries libraries = {.find = find};

#define A "import module namespace a = 'urn:a' at 'a'; "
#define B "import module namespace b = 'urn:b' at 'b'; "

static void
names(void)
{
	static const UtQuery list[] = {
		{A "a:f(2), $a:x", "16|5"},
		{"import module 'urn:a' at 'a'; Q{urn:a}f(2)", "16"},
		{A "a:g(2)", "!XPST0017"},
		{A "$a:hidden", "!XPST0008"},
		{A "function-lookup(xs:QName('a:f'), 1)(2), exists(function-lookup(xs:QName('a:g'), 1)), a:f#1(3)",
		 "16|false|21"},
		{A "a:f()", "!XPST0017"},
		{B "b:f(2)", "16"},
		{B "declare namespace a = 'urn:a'; a:f(2)", "!XPST0017"},
		{B "declare namespace a = 'urn:a'; $a:x", "!XPST0008"},
		{A B "a:f(2), b:f(2)", "16|16"},
		{"import module namespace a = 'urn:a' at 'a', 'a2'; a:f(2), a:other()", "16|other"},
		{"import module namespace a = 'urn:a' at 'a', 'a'; a:f(2)", "16"},
		{"import module namespace a = 'urn:a' at 'a', 'a3'; 1", "!XQST0034"},
		{"import module namespace a = 'urn:a' at 'a', 'a4'; 1", "!XQST0049"},
		{"import module namespace a = 'urn:a' at 'a', 'a5'; a:f(2), a:p()", "16|7"},
		{A "declare function a:f($z) { 1 }; 1", "!XQST0034"},
		{A "declare variable $a:x := 1; 1", "!XQST0049"},
		{A "declare function a:g($z) { 1 }; a:g(1), a:f(2)", "1|16"},
		{A A "1", "!XQST0047"},
		{A "import module namespace b = 'urn:a' at 'a'; 1", "!XQST0047"},
		{A "declare namespace a = 'urn:a'; 1", "!XQST0033"},
	};

	UT_QUERIES(list, NULL);
}

/* Each module has a static context of its own. */
static void
contexts(void)
{
	static const UtQuery list[] = {
		{B "b:base()", "http://b/|http://b/"},
		{B "declare base-uri 'http://main/'; b:base(), static-base-uri()",
		 "http://b/|http://b/|http://main/"},
		{B "b:same(), 'a-B' = 'Ab'", "true|urn:letters|false"},
		{B "b:format(1234)", "1_234"},
		{B "declare namespace f = 'urn:b'; format-number(1234, '#_##0', 'f:f')", "!FODF1280"},
		{B "declare namespace p = 'urn:p'; b:name()[2], namespace-uri-from-QName(xs:QName('p:x'))",
		 "urn:a|urn:p"},
		{"import module namespace i = 'urn:i' at 'item'; $i:n, $i:e", "2|3"},
		{"import module namespace u = 'urn:u' at 'updates'; copy $c := /a modify u:drop($c/b[1]) return "
		 "count($c/b)",
		 "1"},
		{"import module namespace u = 'urn:u' at 'updates'; 1, u:drop(/a/b[1])", "!XUST0001"},
		{"import module namespace l = 'urn:l' at 'late'; try { l:f() } catch err:FOAR0001 { "
		 "$err:line-number, "
		 "$err:column-number }",
		 "1|58"},
	};

	UT_QUERIES(list, "<a><b/><b/></a>");
	CHECK(strcmp(ut_query("import module namespace i = 'urn:i' at 'item'; 1", NULL, false), "1") == 0);
}

static void
refusals(void)
{
	static const UtQuery list[] = {
		{"import module namespace a = 'urn:a'; 1", "!XQST0059"},
		{"import module namespace a = 'urn:a' at 'nowhere'; 1", "!XQST0059"},
		{"import module namespace a = 'urn:other' at 'a'; 1", "!XQST0059"},
		{"import module namespace a = 'urn:a' at 'main'; 1", "!XQST0059"},
		{"import module namespace a = '' at 'a'; 1", "!XQST0088"},
		{"module namespace a = ''; declare function a:f() { 1 };", "!XQST0088"},
		{"import module namespace s = 'urn:self' at 'self'; 1", "!XQST0093"},
		{"import module namespace o = 'urn:one' at 'one'; 1", "!XQST0093"},
		{"import module namespace w = 'urn:w' at 'wrong'; 1", "!XPST0008"},
		{"import module namespace w = 'urn:w' at 'bad'; 1", "!XPST0003"},
		{"import module namespace f = 'urn:f' at 'foreign'; 1", "!XQST0048"},
		{"import schema 'urn:s'; 1", "!XQST0009"},
	};

	UT_QUERIES(list, NULL);
}

/* The place of an error is in the module that it is in. */
static void
places(void)
{
	static const struct
	{
		const char *query;
		uint32_t module;
		int64_t pos;
	} list[] = {
		{A "import module namespace w = 'urn:w' at 'wrong'; 1", 2, 56},
		{A "import module namespace w = 'urn:w' at 'bad'; 1", 2, 53},
		{A "1 +", 0, (int64_t) sizeof(A) + 3},
		{A "import module namespace l = 'urn:l' at 'late'; l:f()", 2, 58},
		{A "import module namespace l = 'urn:l' at 'late'; l:e()", 2, 93},
		{"import module namespace a = 'urn:a' at 'nowhere'; 1", 0, 1},
	};

	for (size_t i = 0; i < sizeof(list) / sizeof(list[0]); i++)
	{
		static UtQueryRun r;

		memset(&r, 0, sizeof(r));
		bx_error_clear(&r.err);
		bx_arena_init(&r.arena, bx_host_libc());
		CHECK(ut_query_all(&r, list[i].query, NULL, false) != BX_OK);
		CHECKF(r.err.module == list[i].module && r.err.pos == list[i].pos, "%s: module %u, position %d",
			   list[i].query, r.err.module, (int) r.err.pos);
		bx_arena_reset(&r.arena);
	}
}

UT_SUITE(test_qs_module)
{
	ut_query_libraries = &libraries;
	UT_RUN(names);
	UT_RUN(contexts);
	UT_RUN(refusals);
	UT_RUN(places);
	ut_query_libraries = NULL;
	CHECK(strcmp(ut_query(A "1", NULL, false), "!XQST0059") == 0);
	CHECK(strcmp(ut_query("module namespace a = 'urn:a';", NULL, false), "!XPST0003") == 0);
	return ut_done();
}

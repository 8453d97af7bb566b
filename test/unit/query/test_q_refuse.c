/*
 * test_q_refuse.c -- texts that the grammar, or a rule that the parser can judge, refuses: codes, positions, words.
 */
#include "ut_q.h"

static void
refused(const char *text, const char *code)
{
	const char *got = utq_refused(text);

	CHECKF(got != NULL && strcmp(got, code) == 0, "%s: %s", text, got != NULL ? utq_error.msg : "accepted");
}

static void
tokens(void)
{
	refused("10div 3", "XPST0003");
	refused("1.5.2", "XPST0003");
	refused("1e", "XPST0003");
	refused("1 ! 2e3x", "XPST0003");
	refused("'a", "XPST0003");
	refused("(: a", "XPST0003");
	refused("1 (: (: :)", "XPST0003");
	refused("'&nbsp;'", "XPST0003");
	refused("'&#0;'", "XQST0090");
	refused("'&#xD800;'", "XQST0090");
	refused("'&amp'", "XPST0003");
	refused("a:", "XPST0003");
	refused("$ ", "XPST0003");
	refused("$*:a", "XPST0003");
	refused("Q{u", "XPST0003");
	refused("Q{u} x", "XPST0003");
	refused("Q{http://www.w3.org/2000/xmlns/}a", "XQST0070");
	refused("\x01", "XPST0003");
	refused("~", "XPST0003");
}

static const char *const broken[] = {
	"",
	"1 +",
	"1,",
	"(1",
	"1)",
	"1 = 2 = 3",
	"1 to 2 to 3",
	"1 eq 2 ne 3",
	"1 instance of item() instance of item()",
	"1 cast as xs:int cast as xs:int",
	"a[",
	"a[]",
	"/ < 5",
	"//",
	"a/",
	"@",
	"child::",
	"a::b",
	"namespace::a",
	"$a::b",
	"if (1) then 2",
	"if 1 then 2 else 3",
	"for $a in 1",
	"for $a in return 1",
	"for a in b return c",
	"let $a = 1 return 2",
	"for $a in 1 group by $b as item() return 2",
	"for $a in 1 order by $a empty return 2",
	"for sliding window $w in 1 start when 2 return 3",
	"some $a in 1",
	"switch (1) default return 2",
	"switch (1) case 2 return 3",
	"typeswitch (1) case item() return 2",
	"try { 1 }",
	"f(1",
	"f(1,)",
	"if()",
	"item()",
	"switch#1",
	"text(1)",
	"f#a",
	"f#-1",
	"1 => 2",
	"1 => f",
	"1 => if()",
	"map { 1 }",
	"map { 1 : 2 3 }",
	"[1,]",
	"$a?",
	"$a?-1",
	"a?b",
	"element { } { }",
	"element a",
	"attribute fn:b:c { }",
	"processing-instruction fn:b { }",
	"``[a",
	"``[`{1}]``",
	"(# fn:q #) 1",
	"(# fn:q",
	"%local:x function",
	"function($a)",
	"function(a) { 1 }",
	"ordered 1",
	"validate lax 1",
	"insert node a",
	"insert node a as second into b",
	"replace node a",
	"rename node a as",
	"copy $a := 1 return 2",
	"copy $a modify 1 return 2",
	"invoke updating f",
	"a transform { }",
	"1 2",
	"a b",
};

static void
expressions(void)
{
	for (size_t i = 0; i < sizeof(broken) / sizeof(broken[0]); i++)
		refused(broken[i], "XPST0003");
}

static void
direct(void)
{
	refused("<a>", "XPST0003");
	refused("<a></b>", "XQST0118");
	refused("<fn:a></a>", "XQST0118");
	refused("<a b='1'c='2'/>", "XPST0003");
	refused("<a b=1/>", "XPST0003");
	refused("<a b='<'/>", "XPST0003");
	refused("<a b='}'/>", "XPST0003");
	refused("<a>}</a>", "XPST0003");
	refused("<a>{1</a>", "XPST0003");
	refused("<a>&x;</a>", "XPST0003");
	refused("< a/>", "XPST0003");
	refused("<a / >", "XPST0003");
	refused("<a><!-- -- --></a>", "XPST0003");
	refused("<!-- --->", "XPST0003");
	refused("<?xml a?>", "XPST0003");
	refused("<?a", "XPST0003");
	refused("<a><![CDATA[</a>", "XPST0003");
	refused("<![CDATA[]]>", "XPST0003");
	refused("<a b='1' b='2'/>", "XQST0040");
	refused("<a p:b='1' q:b='2' xmlns:p='u' xmlns:q='u'/>", "XQST0040");
	refused("<a xmlns:p='u' xmlns:p='v'/>", "XQST0071");
	refused("<a xmlns='u' xmlns='v'/>", "XQST0071");
	CHECK(utq_error.pos == 14);
	refused("<a xmlns:p='{1}'/>", "XQST0022");
	refused("<a xmlns:p=''/>", "XQST0085");
	refused("<a xmlns:xmlns='u'/>", "XQST0070");
	refused("<a xmlns:xml='u'/>", "XQST0070");
	refused("<a xmlns:p='http://www.w3.org/XML/1998/namespace'/>", "XQST0070");
	refused("<a xmlns='http://www.w3.org/2000/xmlns/'/>", "XQST0070");
	refused("<p:a/>", "XPST0081");
	refused("<a p:b=''/>", "XPST0081");
	refused("(<a xmlns:p='u'/>, p:b)", "XPST0081");
	refused("<a b='{<c xmlns:p=\"u\"/>, p:b}'/>", "XPST0081");
}

static void
names_and_types(void)
{
	refused("p:a", "XPST0081");
	refused("$p:a", "XPST0081");
	refused("p:f()", "XPST0081");
	refused("1 cast as p:x", "XPST0081");
	refused("1 cast as xs:foo", "XQST0052");
	refused("1 cast as foo", "XQST0052");
	refused("1 cast as xs:anyAtomicType", "XPST0080");
	refused("1 castable as xs:NOTATION?", "XPST0080");
	refused("1 cast as xs:int*", "XPST0003");
	refused("1 instance of xs:foo", "XPST0051");
	refused("1 treat as xs:anySimpleType", "XPST0051");
	refused("element(a, xs:foo)", "XPST0008");
	refused("schema-element(a)", "XPST0008");
	refused("processing-instruction('a b')", "XPTY0004");
	refused("a/namespace-node()", "XQST0134");
	refused("function($a, $a) { 1 }", "XQST0039");
	refused("for $a at $a in 1 return 2", "XQST0089");
	refused("for tumbling window $a in 1 start $b at $b when 2 return 3", "XQST0103");
	refused("%private function() { 1 }", "XQST0125");
	refused("%fn:x function() { 1 }", "XQST0045");
}

/* Where the error is, and what it says. */
static void
words(void)
{
	CHECK(utq_refused("if (a) then b") != NULL && utq_error.pos == 14);
	CHECK(strcmp(utq_error.msg, "invalid XQuery expression: unexpected end of expression [XPST0003]") == 0);
	CHECK(strcmp(utq_error.detail, "Expected an operator or \"else\".") == 0);
	CHECK(utq_refused("\xC3\xA4 + )") != NULL && utq_error.pos == 5);
	CHECK(strcmp(utq_error.msg, "invalid XQuery expression: unexpected \")\" [XPST0003]") == 0);
	CHECK(utq_refused("a\n/ p:b") != NULL && utq_error.pos == 5);
	CHECK(strcmp(utq_error.msg,
				 "invalid XQuery expression: namespace prefix \"p\" is not declared [XPST0081]") == 0);
	CHECK(strstr(utq_error.hint, "declare namespace p = \"...\";") != NULL);
	CHECK(utq_refused("<a>\n</b>") != NULL && utq_error.pos == 7);
	CHECK(strcmp(utq_error.msg,
				 "invalid XQuery expression: the element \"a\" is ended by \"b\" [XQST0118]") == 0);
	CHECK(utq_refused("1 == 2") != NULL && utq_error.pos == 4 &&
		  strcmp(utq_error.hint, "Write = or eq.") == 0);
	CHECK(utq_refused("a <> b") != NULL && strcmp(utq_error.hint, "Write != or ne.") == 0);
	CHECK(utq_refused("a && b") != NULL && utq_error.pos == 3 && strcmp(utq_error.hint, "Write and.") == 0);
	CHECK(utq_refused("a % b") != NULL && strcmp(utq_error.hint, "Write mod.") == 0);
	CHECK(utq_refused("a = ") != NULL && utq_error.hint[0] == '\0');
	CHECK(utq_refused("1 instance of integer") != NULL && strcmp(utq_error.hint, "Write xs:integer.") == 0);
}

/* front, many times, then middle, then back as often. */
static BxStatus
nested(const char *front, const char *middle, const char *back, size_t times)
{
	char *text = malloc(times * (strlen(front) + strlen(back)) + strlen(middle) + 1);
	size_t n = 0;
	QModule *m;
	BxArena arena;
	BxStatus st;

	for (size_t i = 0; i < times; i++)
		n += (size_t) sprintf(text + n, "%s", front);
	n += (size_t) sprintf(text + n, "%s", middle);
	for (size_t i = 0; i < times; i++)
		n += (size_t) sprintf(text + n, "%s", back);
	bx_arena_init(&arena, bx_host_libc());
	st = q_parse(bx_str(text, n), Q_MODE_QUERY, NULL, 0, &arena, bx_host_libc(), &m, &utq_error);
	CHECKF(st != BX_OK || m->body->height <= Q_MAX_DEPTH, "%s", front);
	bx_arena_reset(&arena);
	free(text);
	return st;
}

/* Texts that nest deeper than the bound, in every way there is, are refused; half as deep they are not. */
static void
bounds(void)
{
	static const char *const nests[][3] = {
		{"(a+", "1", ")"},
		{"((", "1", "))"},
		{"[", "1", "]"},
		{"<a>", "", "</a>"},
		{"-", "1", ""},
		{"f(", "1", ")"},
		{"a[", "1", "]"},
		{"if (1) then 2 else ", "3", ""},
		{"if (", "3", ") then 1 else 2"},
		{"1+", "1", ""},
		{"a/", "a", ""},
		{"a!", "a", ""},
		{"$a?(", "1", ")"},
		{"$a", "", "?b"},
		{"$a", "", "(1)"},
		{"function() {", "1", "}"},
		{"``[`{", "1", "}`]``"},
		{"(# fn:p #)", "{ }", ""},
		{"for $a in 1 return ", "2", ""},
		{"delete node ", "2", ""},
		{"map { 1 : ", "2", "}"},
	};

	for (size_t i = 0; i < sizeof(nests) / sizeof(nests[0]); i++)
	{
		const char *front = nests[i][0], *middle = nests[i][1], *back = nests[i][2];

		if (strcmp(front, "$a") == 0)
		{
			front = "";
			middle = "$a";
		}
		CHECKF(nested(front, middle, back, 20000) == BX_E_DEPTH, "%s%s: %s", front, back, utq_error.msg);
		CHECKF(nested(front, middle, back, 600) == BX_E_DEPTH, "%s%s: %s", front, back, utq_error.msg);
		CHECKF(nested(front, middle, back, 120) == BX_OK, "%s%s: %s", front, back, utq_error.msg);
	}
	CHECK(nested("", "1 instance of (item())", "", 1) == BX_OK);
	/* values before a declaration are passed over first: each once, or this takes 2^100 steps */
	CHECK(nested("<a b='{", "p:c", "}' xmlns:p='u'/>", 100) == BX_OK);
	CHECK(nested("<a b='{", "1", "}'/>", 100) == BX_OK &&
		  nested("<a b='{", "1", "}'/>", 20000) == BX_E_DEPTH);
	/* what is said before the type nests, too */
	CHECK(utq_refused("1") == NULL && nested("", "1 instance of ", "(", 100000) == BX_E_DEPTH);
	/* a list is not nested */
	CHECK(nested("1,", "1", "", 100000) == BX_OK && nested("a or ", "1", "", 100000) == BX_OK);
	/* text of a megabyte, and one byte more */
	CHECK(nested(" ", "1", "", Q_MAX_SOURCE - 1) == BX_OK);
	CHECK(nested(" ", "1", "", Q_MAX_SOURCE) == BX_E_LIMIT && strstr(utq_error.msg, "too long") != NULL);
}

UT_SUITE(test_q_refuse)
{
	utq_begin();
	UT_RUN(tokens);
	UT_RUN(expressions);
	UT_RUN(direct);
	UT_RUN(names_and_types);
	UT_RUN(words);
	UT_RUN(bounds);
	utq_end();
	return ut_done();
}

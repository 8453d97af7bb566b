/*
 * test_q_print.c -- printed trees: what is read from them is equal; parentheses where an edited tree needs them.
 */
#include "ut_q.h"
#include "ut_same_block.h"

#include "../../diff/diff_expr.h"

/* Printed, parsed and printed again. */
static void
round_trip(const char *text)
{
	const QModule *m = utq_parse(text);
	BxBuf first, second;
	QModule *again = NULL;

	if (m == NULL)
		return;
	bx_buf_init(&first, bx_host_libc());
	bx_buf_init(&second, bx_host_libc());
	CHECK(q_print_module(m, &first, &utq_error) == BX_OK);
	CHECKF(q_parse(bx_str(first.data, first.len), Q_MODE_QUERY, NULL, 0, &utq_arena, bx_host_libc(), &again,
				   &utq_error) == BX_OK,
		   "%s: %.*s: %s", text, (int) first.len, (const char *) first.data, utq_error.msg);
	CHECKF(again != NULL && q_equal(m->body, again->body), "%s: %.*s", text, (int) first.len,
		   (const char *) first.data);
	CHECKF(again != NULL && q_print_module(again, &second, &utq_error) == BX_OK && second.len == first.len &&
			   memcmp(first.data, second.data, first.len) == 0,
		   "%s: %.*s", text, (int) second.len, (const char *) second.data);
	bx_buf_free(&first);
	/* the arena keeps names of the second tree that borrow from the first text: they are not looked at any more */
	bx_buf_free(&second);
}

static const char *const queries[] = {
	"1, 2.0, 3e0, 1e400, .5e-7, 12345678901234567890123, 'a\"b&amp;&#13;', ()",
	"(1, (2, 3)), ((4))",
	"1 + 2 * 3 - (4 + 5) idiv -6 mod +7 div 8",
	"a or b and (c or d)",
	"(1 to 2) = 3 and 4 eq 5 or 6 is 7 or (8 << 9) >> 10",
	"a | b | (c | d) intersect e except f",
	"'a' || 'b' || ('c' || 'd')",
	"$a instance of xs:integer? and ($b treat as item()*) castable as xs:int? or c cast as xs:NCName",
	"$a instance of (function(xs:int, item()*) as map(xs:string, array(item()))+)*",
	"$a instance of function(*)? , $b instance of (map(*)), $c instance of array(*)+ , $d instance of "
	"xs:numeric",
	"$a instance of element() , $b instance of element(a, xs:untyped), $c instance of attribute(*, "
	"xs:anyAtomicType)",
	"$a instance of document-node(element(a)), $b instance of processing-instruction(p), $c instance of "
	"empty-sequence()",
	"/, /a, //a[1]//b/@c[. = 1], ../.., (/) * 5, (a/b)/c, a/(b/c), a//(b)",
	"ancestor::a/following-sibling::*[last()]/self::Q{u}x/attribute::fn:*/descendant-or-self::node()/*:b",
	"child::attribute()/element(a)/text()/comment()/processing-instruction('q')/node()/document-node()",
	"$a[1][2](3)?b?4?*?(5)[6], ?a, ?*, (a)[1], f()[2], .[3], \"x\"[4]",
	"f(?, 1)(2), math:pi#0, fn:concat#3, $a => f(1) => $g() => (h#1)(2), (1, 2) => count()",
	"function($a as xs:int, $b) as item()* { $a, $b }, function() { }, %updating function() { () }",
	"if (a, b) then c else if (d) then e else (f, g)",
	"for $a as item() allowing empty at $i in (1, 2), $b in 3 let $c := 4 where $d return ($e, $f)",
	"for $a in b group by $a, $c := d, $e as xs:int := f collation 'u' count $n "
	"stable order by $a descending empty greatest collation 'v', $c empty least return 1",
	"for tumbling window $w as item()* in a start $s at $p previous $q next $n when b end $t when c return d",
	"for sliding window $w in a start when b only end at $p when c return d",
	"some $a in 1, $b as item() in 2 satisfies every $c in 3 satisfies 4",
	"switch (a, b) case 1 case 2 return 3 default return 4",
	"typeswitch (a) case $x as xs:int | element(b)* return $x case text() return 1 default $y return $y",
	"try { a } catch err:XPTY0004 | *:b { c } catch * { }",
	"<a/>, <a></a>, <a b='' c='x&lt;{1, 2}y{{}}\"&#9;' d=\"'\"/>",
	"<p:a xmlns:p='u' xmlns='v' p:b='1'><c xmlns=''>{d, p:e}</c>{f}</p:a>",
	"<a> {1} x {{ &amp; &lt; <![CDATA[<&]]> <b> &#32; </b><!-- c --><?p q?><?r?></a>, <!--x-->, <?y?>",
	"element a { }, element { b } { c, d }, attribute xml:id { e }, document { f }, text { }, comment { g }",
	"processing-instruction p { q }, processing-instruction { r } { }, namespace p { 'u' }, namespace { } { "
	"'v' }",
	"``[a`{1, 2}`{`b`{ }`]]``, ``[]``",
	"map { }, map { 'a' : 1, b : map { c : (1, 2) } }, [ ], [1, (2, 3)], array { }, array { 1, 2 }",
	"ordered { 1 }, unordered { }, (# fn:p #) { 1 }, (# Q{u}q a b #)(# fn:r #) { }",
	"validate { a }, validate lax { a }, validate type xs:int { a }",
	"insert nodes a into b, insert node a as first into b, insert node (a, b) as last into c, "
	"insert node a before b, insert node a after b, delete node a, rename node a as b",
	"replace node a with b, replace value of node a with (b, c), a transform with { delete node b }, invoke "
	"updating $f(1)",
	"copy $a := b, $c := d modify (delete node $a, e) return $c",
	"Q{u&#123;1&#125;&amp;}x",
	"Q{http://www.w3.org/2005/xpath-functions}if(1), fn:if(1), Q{u}f#1, $Q{u}x",
	"-1 ! 2 ! (-3)",
};

static const char *const modules[] = {
	"xquery version '3.1'; declare default element namespace 'e'; declare namespace p = 'u'; "
	"element a { p:b/Q{}c/d, attribute e { }, $f instance of element(g) }",
	"declare boundary-space preserve; declare copy-namespaces no-preserve, inherit; <a> </a>",
	"declare namespace xs = 'x'; 1 instance of Q{http://www.w3.org/2001/XMLSchema}int, xs:y, fn:z",
	"declare default function namespace 'f'; g(), fn:h(), Q{f}i#1",
	"import module namespace m = 'u' at 'v'; import schema 's'; import schema default element namespace 't'; "
	"m:f(a)",
	"declare context item as item() external := 1; declare variable $a external; "
	"declare %private variable $b as xs:int := 2; declare %local:c(1, 'd') function local:f($x) as item() { "
	"$x }; "
	"declare updating function local:g() { () }; declare function local:h() external; "
	"declare option local:o 'v'; declare option p 'w'; declare option output:method 'xml'; .",
	"declare decimal-format local:d zero-digit = '\xD9\xA0' NaN = '&amp;'; "
	"declare default decimal-format digit = '!'; 1",
	"module namespace m = 'u'; declare variable $m:a := 1;",
};

static void
expressions(void)
{
	for (size_t i = 0; i < sizeof(queries) / sizeof(queries[0]); i++)
		round_trip(queries[i]);
}

static void
whole_modules(void)
{
	for (size_t i = 0; i < sizeof(modules) / sizeof(modules[0]); i++)
		round_trip(modules[i]);
}

/* Trees that differ in one thing are not equal. */
static void
differences(void)
{
	static const char *const pairs[][2] = {
		{"1", "1.0"},
		{"1.0", "1e0"},
		{"1", "'1'"},
		{"a", "(a)"},
		{"a", "@a"},
		{"a", "b"},
		{"a", "Q{u}a"},
		{"a", "*:a"},
		{"a/b", "a//b"},
		{"f(1)", "1 => f()"},
		{"1 eq 2", "1 ne 2"},
		{"$a", "$b"},
		{"element a { }", "<a/>"},
		{"<a> x</a>", "<a>x</a>"},
		{"1 instance of item()", "1 instance of item()*"},
		{"element(a, xs:untyped)", "element(a)"},
		{"1 treat as element(a)", "1 treat as element(b)"},
		{"some $a in 1 satisfies 2", "every $a in 1 satisfies 2"},
		{"let $a := 1 return 2", "let $a as item() := 1 return 2"},
		{"f#1", "f#2"},
		{"try { 1 } catch a { 2 }", "try { 1 } catch b { 2 }"},
		{"typeswitch (1) case item() return 2 default return 3",
		 "typeswitch (1) case node() return 2 default return 3"},
		{"for $a in 1 group by $a collation 'b' return 2", "for $a in 1 group by $a collation 'c' return 2"},
		{"for $a in 1 order by 2 return 3", "for $a in 1 order by 2 descending return 3"},
		{"xml:a", "attribute xml:a { }"},
		{"<!--a-->", "<!--b-->"},
		{"1 instance of map(xs:int, item())", "1 instance of map(xs:int, node())"},
		{"1, 2", "1, 2, 3"},
		{"1 instance of document-node(element(a))", "1 instance of document-node(element(b))"},
	};

	for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++)
	{
		const QModule *a = utq_parse(pairs[i][0]), *b = utq_parse(pairs[i][1]), *c = utq_parse(pairs[i][0]);

		CHECKF(a != NULL && b != NULL && !q_equal(a->body, b->body), "%s", pairs[i][0]);
		CHECKF(a != NULL && c != NULL && q_equal(a->body, c->body), "%s", pairs[i][0]);
	}
	CHECK(q_equal(NULL, NULL) && !q_equal(NULL, utq_parse("1")->body));
}

/* The expression by itself, without the marks of parentheses in the text it was parsed from. */
static void
strip(QExpr *e)
{
	if (e == NULL)
		return;
	if (e->kind != QK_SEQUENCE || e->n_args > 0)
		e->flags &= (uint16_t) ~Q_PARENTHESIZED;
	for (uint32_t i = 0; i < e->n_args; i++)
		strip(e->args[i]);
}

static void
edited(const char *text, const char *expected)
{
	const QModule *m = utq_parse(text);
	BxBuf out;

	if (m == NULL)
		return;
	strip(m->body);
	bx_buf_init(&out, bx_host_libc());
	CHECK(q_print(m->body, &out, &utq_error) == BX_OK);
	CHECKF(bx_same_bytes(out.data, out.len, expected, strlen(expected)), "%s: %.*s", text, (int) out.len,
		   (const char *) out.data);
	bx_buf_free(&out);
}

static void
parentheses(void)
{
	edited("(1 + 2) * 3", "(1 + 2) * 3");
	edited("1 + (2 * 3)", "1 + 2 * 3");
	edited("1 - (2 - 3)", "1 - (2 - 3)");
	edited("(1 - 2) - 3", "1 - 2 - 3");
	edited("(1 = 2) = 3", "(1 = 2) = 3");
	edited("(a or b) or c", "(a or b) or c");
	edited("(a and b) or c", "a and b or c");
	edited("((a, b), c)", "(a, b), c");
	edited("f((a, b))", "f((a, b))");
	edited("(a, b)[1]", "(a, b)[1]");
	edited("($a)[1]", "$a[1]");
	edited("(a)[1]", "(a)[1]");
	edited("(/) * 2", "(/) * 2");
	edited("(/) = 2", "/ = 2");
	edited("(a/b)/c", "a/b/c");
	edited("a/(b/c)", "a/(b/c)");
	edited("a/(1 + 2)", "a/(1 + 2)");
	edited("(-1) ! 2", "(-1) ! 2");
	edited("-(1 ! 2)", "-1 ! 2");
	edited("(1 cast as xs:int) cast as xs:int", "(1 cast as xs:int) cast as xs:int");
	edited("(if (a) then b else c) + 1", "(if (a) then b else c) + 1");
	edited("(for $a in b return c)/d", "(for $a in b return c)/d");
	edited("(1 + 2) => f()", "(1 + 2) => f()");
	edited("1 => ($a)()", "1 => $a()");
	edited("1 => (f#1)()", "1 => (f#1)()");
	edited("$a?('b')", "$a?b");
	edited("$a?(1)", "$a?1");
	edited("$a?(b)", "$a?(b)");
	edited("(some $a in b satisfies c) and d", "(some $a in b satisfies c) and d");
}

/* A value of an edited tree that no literal has. */
static void
values(void)
{
	QExpr e = {.kind = QK_LITERAL, .pos = 1, .height = 1, .value = at_boolean_item(true)};
	BxBuf out;

	bx_buf_init(&out, bx_host_libc());
	CHECK(q_print(&e, &out, &utq_error) == BX_OK);
	e.value = at_double_item(-1.5);
	CHECK(bx_buf_byte(&out, ' ', &utq_error) == BX_OK && q_print(&e, &out, &utq_error) == BX_OK);
	e.value = at_text_item(AT_UNTYPED, bx_str("a\"b", 3));
	CHECK(bx_buf_byte(&out, ' ', &utq_error) == BX_OK && q_print(&e, &out, &utq_error) == BX_OK);
	CHECKF(bx_str_is(bx_str(out.data, out.len),
					 "Q{http://www.w3.org/2001/XMLSchema}boolean(\"true\") -1.5e0 "
					 "Q{http://www.w3.org/2001/XMLSchema}untypedAtomic(\"a\"\"b\")"),
		   "%.*s", (int) out.len, (const char *) out.data);
	bx_buf_free(&out);
}

/* ---- paths ---- */

/* A printed path compiles to the same block, and is printed the same again. */
static void
path_round_trip(const char *text)
{
	BxArena arena;
	BxBuf first, second;
	XpBlock *block, *again, *third;

	bx_arena_init(&arena, bx_host_libc());
	bx_buf_init(&first, bx_host_libc());
	bx_buf_init(&second, bx_host_libc());
	bx_error_clear(&utq_error);
	CHECKF(xp_compile(text, strlen(text), 0, &arena, &block, &utq_error) == BX_OK, "%s: %s", text,
		   utq_error.msg);
	if (utq_error.status == BX_OK)
	{
		CHECKF(usb_printed(block, &arena, &first, &again, &utq_error) == BX_OK && usb_same(block, again),
			   "%s: %.*s: %s", text, (int) first.len, (const char *) first.data, utq_error.msg);
		CHECKF(again != NULL && usb_printed(again, &arena, &second, &third, &utq_error) == BX_OK &&
				   bx_same_bytes(first.data, first.len, second.data, second.len),
			   "%s: %.*s", text, (int) second.len, (const char *) second.data);
	}
	bx_buf_free(&first);
	bx_buf_free(&second);
	bx_arena_reset(&arena);
}

static void
path_printed(const char *text, const char *expected)
{
	BxArena arena;
	BxBuf out;
	XpBlock *block, *again;

	bx_arena_init(&arena, bx_host_libc());
	bx_buf_init(&out, bx_host_libc());
	CHECK(xp_compile(text, strlen(text), 0, &arena, &block, &utq_error) == BX_OK &&
		  usb_printed(block, &arena, &out, &again, &utq_error) == BX_OK);
	CHECKF(bx_str_is(bx_str(out.data, out.len), expected), "%s: %.*s", text, (int) out.len,
		   (const char *) out.data);
	bx_buf_free(&out);
	bx_arena_reset(&arena);
}

static const char *const paths[] = {
	"/",
	"//a",
	"/a/b[2]//c/@d",
	".",
	"..",
	"../a",
	"@*",
	"a//b[c]/..",
	"(a|b)/c",
	"(a/b)[1]",
	"a/(b/c)",
	"(//a)/b",
	"(/)/a",
	"(/) * 2",
	"a[1][2]",
	"(a)[1][2]",
	".[a]",
	"a/.[b]",
	"(.)[1]",
	"-1",
	"--a",
	"-a|b",
	"-(a|b)",
	"1 - -2 * -3",
	"a = b != c",
	"(a = b) = c",
	"a = (b = c)",
	"a < b = c > d",
	"(a < b) < c",
	"a < b < c",
	"a eq b",
	"1 to 3",
	"(1 to 2) to 3",
	"a or b or c",
	"a or (b or c)",
	"a and b or c",
	"a and (b or c)",
	"1 - (2 - 3)",
	"1 - 2 - 3",
	"6 div 3 mod 2 idiv 1",
	"a union b intersect c except d",
	"(a union b) intersect c",
	"'a\"b'",
	"\"a''b\"",
	"'a''b'",
	"'&amp;'",
	"0.1",
	".5",
	"12345678901234567890123",
	"p:a/p:*/@p:b",
	"*:a/@*:b",
	"Q{u}a/Q{u}*/@Q{}b",
	"Q{u&#38;v&#123;}a",
	"xml:a",
	"fn:count(a)",
	"declare namespace p = \"u&amp;v\"; declare default element namespace 'd'; p:a/b/@c/Q{}d[$p:v = 1]",
	"declare namespace xs = 'other'; xs:a/Q{http://www.w3.org/2001/XMLSchema}date('2020-01-01')",
	"declare variable $a := 1; declare variable $b := -2; declare variable $c external; "
	"declare variable $d := xs:double('-INF'); declare variable $e := true(); declare variable $f := 'x''y'; "
	"$a + $b * $c = $d or $e or $f",
	"if (a) then b else c",
	"(if (a) then b else c) + 1",
	"for $a in b, $c in d return ($a, $c)",
	"for $a in b let $c := $a where $c return $c",
	"some $a in b, $c in d satisfies $a = $c",
	"every $a in b satisfies (some $c in d satisfies $c)",
	"(1, 2, 3)",
	"()",
	"(1, (2, 3))",
	"count((a, b))",
	"(for $a in b return $a)/c",
	"a/string(.)",
	"a/(b|c)/d",
	"processing-instruction('x')/self::processing-instruction()",
	"comment()|text()|node()",
	"ancestor::a/namespace::*/following-sibling::b",
	"namespace::x",
	"attribute::node()",
	"attribute::text()",
	"child::node()/self::node()",
	"string-length('a') > 3",
	"a[position() = last()]",
};

static void
path_expressions(void)
{
	for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++)
		path_round_trip(paths[i]);
	path_printed("declare namespace p='u';/p:a[ b=1 ]//c", "declare namespace p = \"u\"; /p:a[b = 1]//c");
	path_printed("(a or b)and c", "(a or b) and c");
	path_printed("a<b", "a < b");
	path_printed("for $a in b | /, $c in (/) return /", "for $a in b | (/) for $c in (/) return /");
	path_printed("processing-instruction('\"')", "processing-instruction(\"\"\"\")");
}

/* Chains are long, and not deep. */
static void
long_paths(void)
{
	size_t n = 20000;
	char *text = malloc(2 * n + 2);

	for (size_t i = 0; i < n; i++)
		memcpy(text + 2 * i, "a/", 2);
	memcpy(text + 2 * n, "a", 2);
	path_round_trip(text);
	for (size_t i = 0; i < 1000; i++)
		memcpy(text + 2 * i, "1+", 2);
	memcpy(text + 2000, "1", 2);
	path_round_trip(text);
	free(text);
}

static void
random_paths(void)
{
	Gen g;

	gen_init(&g, 33);
	for (unsigned i = 0; i < 4000; i++)
	{
		gen_expression(&g);
		path_round_trip((const char *) g.ours.data);
	}
	gen_free(&g);
}

UT_SUITE(test_q_print)
{
	utq_begin();
	UT_RUN(expressions);
	UT_RUN(whole_modules);
	UT_RUN(differences);
	UT_RUN(parentheses);
	UT_RUN(values);
	UT_RUN(path_expressions);
	UT_RUN(long_paths);
	UT_RUN(random_paths);
	utq_end();
	return ut_done();
}

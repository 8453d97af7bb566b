/*
 * test_q_parse.c -- the trees of expressions, written as (kind operand ...) in the terms of q_kinds.def.
 */
#include "../../../src/core/query/syntax/q_print.h"
#include "ut_q.h"

/* The text has this tree; NULL: it is refused. */
static void
is(const char *text, const char *expected)
{
	const QModule *m;
	char tree[1024];

	if (expected == NULL)
	{
		CHECKF(utq_refused(text) != NULL, "%s", text);
		return;
	}
	m = utq_parse(text);
	if (m == NULL)
		return;
	utq_tree(m->body, tree, sizeof(tree));
	CHECKF(strcmp(tree, expected) == 0, "%s: %s", text, tree);
}

static void
literals(void)
{
	is("1", "1");
	is("007", "7");
	is("1.50", "1.5");
	is(".5", "0.5");
	is("1e3", "1000e0");
	is("1.5E-1", "0.15e0");
	is("123456789012345678901234567890", "123456789012345678901234567890");
	is("\"a\"\"b\"", "\"a\"\"b\"");
	is("'a''b\"'", "\"a'b\"\"\"");
	is("'&lt;&#65;&#x42;&amp;'", "\"<AB&amp;\"");
	is("'a\r\nb\rc'", "\"a\nb\nc\"");
	is("'&#13;'", "\"&#13;\"");
	is("()", "(sequence)");
	is("(: a (: nested :) comment :) 1", "1");
}

static void
precedence(void)
{
	is("1 + 2 * 3", "(arithmetic0 1 (arithmetic2 2 3))");
	is("(1 + 2) * 3", "(arithmetic2 (arithmetic0 1 2) 3)");
	is("1 - 2 - 3", "(arithmetic1 (arithmetic1 1 2) 3)");
	is("1 - -2", "(arithmetic1 1 (unary1 2))");
	is("a or b and c or d", "(or a (and b c) d)");
	is("(a or b) or c", "(or (or a b) c)");
	is("1 to 2 + 3", "(range 1 (arithmetic0 2 3))");
	is("1 = 2 to 3", "(general_comparison0 1 (range 2 3))");
	is("'a' || 1 to 2", "(concat \"a\" (range 1 2))");
	is("1 < 2 || 3", "(general_comparison2 1 (concat 2 3))");
	is("a | b intersect c except d", "(union a (except (intersect b c) d))");
	is("a union b instance of item()", "(union a (instance_of b))");
	is("-1 cast as xs:string", "(cast_as (unary1 1))");
	is("1 castable as xs:int cast as xs:int", NULL);
	is("1 cast as xs:int castable as xs:int", "(castable_as (cast_as 1))");
	is("1 treat as item() instance of item()", "(instance_of (treat_as 1))");
	is("-1 => abs()", "(call abs (unary1 1))");
	is("-a ! b", "(unary1 (simple_map a b))");
	is("a ! b / c ! d", "(simple_map (simple_map a (path b c)) d)");
	is("a is b", "(node_comparison0 a b)");
	is("a << b", "(node_comparison1 a b)");
	is("1, 2 = 3, 4", "(sequence 1 (general_comparison0 2 3) 4)");
	is("1 eq 2", "(value_comparison0 1 2)");
	is("1 instance of xs:integer*", "(instance_of 1)");
	is("2 * 3 idiv 4 mod 5", "(arithmetic5 (arithmetic4 (arithmetic2 2 3) 4) 5)");
}

static void
words_are_names(void)
{
	is("div div div", "(arithmetic3 div div)");
	is("if", "if");
	is("for", "for");
	is("if (if) then then else else", "(if if then else)");
	is("declare", "declare");
	is("xquery/version", "(path xquery version)");
	is("element/text", "(path element text)");
	is("a-b", "a-b");
	is("a -b", "(arithmetic1 a b)");
	is("a.b", "a.b");
	is("child::child", "child");
	is("return or satisfies", "(or return satisfies)");
	is("order by", NULL);
	is("insert/node", "(path insert node)");
	is("try (1)", "(call try 1)");
	is("validate", "validate");
	is("map/map", "(path map map)");
	is("* * *", "(arithmetic2 * *)");
	is("every", "every");
}

static void
paths(void)
{
	is("/", "(root)");
	is("/a/b", "(path (path (root) a) b)");
	is("//a", "(path (path (root) descendant-or-self::node()) a)");
	is("a//b", "(path (path a descendant-or-self::node()) b)");
	is("/ = 1", "(general_comparison0 (root) 1)");
	is("(/) * 5", "(arithmetic2 (root) 5)");
	is("/*", "(path (root) *)");
	is("../@x", "(path parent::node() @x)");
	is("a[1][b]/text()", "(path a[1][b] text())");
	is("(a)[1]", "(filter a 1)");
	is("$x[1]", "(filter $x 1)");
	is("$x[1](2)?k[3]", "(filter (lookup (dynamic_call (filter $x 1) 2) \"k\") 3)");
	is("ancestor-or-self::*:a", "ancestor-or-self::*:a");
	is("fn:*", "Q{http://www.w3.org/2005/xpath-functions}*");
	is("Q{u}a/Q{u}*", "(path Q{u}a Q{u}*)");
	is("attribute(a)/element(b)", "(path @a b)");
	is("child::attribute()", "child::attribute()");
	is("element(a, xs:untyped)", "element(a, xs:untyped)");
	is("processing-instruction('a')", "processing-instruction(\"a\")");
	is("./a", "(path (context_item) a)");
	is("a/(b, c)/d", "(path (path a (sequence b c)) d)");
	is("a/string()", "(path a (call string))");
	is(".", "(context_item)");
}

static void
calls(void)
{
	is("f(1, ?)", "(call f 1 (placeholder))");
	is("f(?a)", "(call f (lookup (context_item) \"a\"))");
	is("math:pi#0", "(function_reference math:pi#0)");
	is("concat#3", "(function_reference concat#3)");
	is("$f(1)(2)", "(dynamic_call (dynamic_call $f 1) 2)");
	is("function($a, $b as xs:integer) as item()* { $a }", "(inline_function $a $b as xs:integer : $a)");
	is("%local:x('y', 1) function() { }", "(inline_function (sequence))");
	is("1 => f(2) => $g(3) => (h#1)()",
	   "(dynamic_call (function_reference h#1) (dynamic_call $g (call f 1 2) 3))");
	is("?*", "(lookup (context_item))");
	is("$m?a?1?(b)?*", "(lookup (lookup (lookup (lookup $m \"a\") 1) b))");
	is("map { 'a' : 1, 'b' : c }", "(map \"a\" 1 \"b\" c)");
	is("map{a :b}", "(map a b)");
	is("[1, (2, 3)]", "(array 1 (sequence 2 3))");
	is("array { 1, 2 }", "(array (sequence 1 2))");
	is("array { }", "(array)");
}

static void
flwor(void)
{
	is("for $a in 1 return $a", "(flwor (for $a : 1) (return $a))");
	is("for $a as xs:integer allowing empty at $i in 1, $b in 2 return 3",
	   "(flwor (for $a as xs:integer $i : 1) (for $b : 2) (return 3))");
	is("let $a := 1, $b := 2 where $a order by $a descending empty least, $b return $a",
	   "(flwor (let $a : 1) (let $b : 2) (where $a) (order_by (order_spec $a) (order_spec $b)) (return $a))");
	is("for $a in 1 group by $a, $b as item() := 2 collation 'c' count $c return 3",
	   "(flwor (for $a : 1) (group_by $a $b as item() : - 2) (count $c :) (return 3))");
	is("for tumbling window $w in 1 start $s at $p when 2 return 3",
	   "(flwor (window0 $w $s $p : 1 2 -) (return 3))");
	is("for sliding window $w in 1 start previous $q when 2 only end next $n when 3 return 4",
	   "(flwor (window1 $w $q $n : 1 2 3) (return 4))");
	is("some $a in 1, $b in 2 satisfies 3", "(quantified0 $a $b : 1 2 3)");
	is("every $a as item() in 1 satisfies 2", "(quantified1 $a as item() : 1 2)");
	is("switch (1) case 2 case 3 return 4 default return 5", "(switch 1 (case 4 2 3) (case 5))");
	is("typeswitch (1) case $a as xs:int | element() return 2 default $b return 3",
	   "(typeswitch 1 (case $a : 2) (case $b : 3))");
	is("try { 1 } catch * { 2 } catch err:a | *:b { }", "(try 1 (catch 2) (catch (sequence)))");
}

static void
constructors(void)
{
	is("<a/>", "(element a -)");
	is("<a b='1{2}' c=''>x{3}<d/>{{}}</a>", "(element a - (attribute b - \"1\" (enclosed 2)) (attribute c -) "
											"\"x\" (enclosed 3) (element d -) \"{}\")");
	is("<a> <b/> </a>", "(element a - (element b -))");
	is("<a> &#32;</a>", "(element a - \"  \")");
	is("<a> <![CDATA[ ]]></a>", "(element a - \"  \")");
	is("<a> { } </a>", "(element a - (enclosed -))");
	is("<a> x </a>", "(element a - \" x \")");
	is("<a b=\"'&quot;\"\"&#10;\t\r\n\"/>", "(element a - (attribute b - \"'\"\"\"\"\n  \"))");
	is("<a>\r\n&#13;</a>", "(element a - \"\n&#13;\")");
	is("<a><!-- c --><?p  q ?></a>", "(element a - (comment) (pi p - \"q \"))");
	is("<a>{1}{2}</a>", "(element a - (enclosed 1) (enclosed 2))");
	is("element a { }", "(element a - -)");
	is("element { 'a' } { 1, 2 }", "(element \"a\" (sequence 1 2))");
	is("attribute fn:a { 1 }", "(attribute fn:a - 1)");
	is("document { <a/> }", "(document (element a -))");
	is("text { }", "(text)");
	is("processing-instruction p { 'q' }", "(pi p - \"q\")");
	is("namespace p { 'u' }", "(namespace p - \"u\")");
	is("namespace { } { 'u' }", "(namespace (sequence) \"u\")");
	is("``[a`{1}`b`{ }`]``", "(string_constructor \"a\" (enclosed 1) \"b\" (enclosed -))");
	is("``[]``", "(string_constructor)");
	is("ordered { 1 }", "(ordered0 1)");
	is("unordered { 1 }", "(ordered1 1)");
	is("(# fn:p  some text #) { 1 }", "(extension fn:p 1)");
	is("1 <a", "(general_comparison2 1 a)");
	is("1 < <a/>", "(general_comparison2 1 (element a -))");
	is("<a>{'}'}</a>", "(element a - (enclosed \"}\"))");
}

/* Prefixes that a tag declares are in force in all of it, what stands before among it. */
static void
scopes(void)
{
	is("<p:a xmlns:p='u'><p:b/></p:a>/p:a", NULL);
	is("<a b='{p:x}' xmlns:p='u'/>",
	   "(element a - (namespace_declaration p:) (attribute b - (enclosed Q{u}x)))");
	is("<a b='{<c d=\"{p:x}\" xmlns:p=\"v\"/>}' xmlns:p='u'/>",
	   "(element a - (namespace_declaration p:) (attribute b - (enclosed (element c - (namespace_declaration "
	   "p:) "
	   "(attribute d - (enclosed Q{v}x))))))");
	is("<a b='{<c d=\"{p:x}\"/>, <e f=\"\"/>}' g='{p:h}' xmlns:p='u'>{<i j='{p:k}'/>}</a>",
	   "(element a - (namespace_declaration p:) (attribute b - (enclosed (sequence (element c - (attribute d "
	   "- "
	   "(enclosed Q{u}x))) (element e - (attribute f -))))) (attribute g - (enclosed Q{u}h)) (enclosed "
	   "(element i - "
	   "(attribute j - (enclosed Q{u}k)))))");
	is("<a xmlns='u'>{b}</a>/c", "(path (element Q{u}a - (namespace_declaration) (enclosed Q{u}b)) c)");
	is("<a xmlns:xs='http://www.w3.org/2001/XMLSchema' b='{1 cast as xs:int}'/>",
	   "(element a - (namespace_declaration xs:) (attribute b - (enclosed (cast_as 1))))");
}

static void
updates(void)
{
	is("insert node a into b", "(insert0 a b)");
	is("insert nodes a as first into b", "(insert1 a b)");
	is("insert node a as last into b", "(insert2 a b)");
	is("insert node a before b", "(insert3 a b)");
	is("insert node a after b", "(insert4 a b)");
	is("delete node a, delete nodes b", "(sequence (delete a) (delete b))");
	is("replace node a with b", "(replace a b)");
	is("replace value of node a with b", "(replace a b)");
	is("rename node a as b", "(rename a b)");
	is("copy $a := b, $c := d modify delete node $a return $c", "(copy $a $c : b d (delete $a) $c)");
	is("a transform with { delete node b }", "(copy a (delete b))");
	is("invoke updating $f(1)", "(dynamic_call1 $f 1)");
}

UT_SUITE(test_q_parse)
{
	utq_begin();
	UT_RUN(literals);
	UT_RUN(precedence);
	UT_RUN(words_are_names);
	UT_RUN(paths);
	UT_RUN(calls);
	UT_RUN(flwor);
	UT_RUN(constructors);
	UT_RUN(scopes);
	UT_RUN(updates);
	utq_end();
	return ut_done();
}

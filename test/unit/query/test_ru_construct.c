/*
 * test_ru_construct.c -- constructors of nodes in whole queries (XQuery 3.1 section 3.9), and their results as values.
 */
#include "../ut_content.h"

static const char *const document = "<r xmlns:p='urn:p'><a n='1'>one</a><a n='2'>two</a><p:b/></r>";

static void
test_direct(void)
{
	gives(document, "<a/>", "<a/>");
	gives(document, "<a b='1' c=\"{1, 2}x{3}\">t</a>", "<a b=\"1\" c=\"1 2x3\">t</a>");
	gives(document, "<a>{1, 2}{3}</a>", "<a>1 23</a>");
	gives(document, "<a> {1} </a>", "<a>1</a>");
	gives(document, "<a>x {1} </a>", "<a>x 1</a>");
	gives(document, "declare boundary-space preserve; <a> {1} </a>", "<a> 1 </a>");
	gives(document, "<a><b/>{/r/a}<!--c--><?p d?><![CDATA[<]]>&#x41;{{</a>",
		  "<a><b/><a xmlns:p=\"urn:p\" n=\"1\">one</a><a xmlns:p=\"urn:p\" n=\"2\">two</a><!--c--><?p "
		  "d?>&lt;A{</a>");
	gives(document, "<a>{/r/a/@n[. = 2]}{/r/a[1]/text()}</a>", "<a n=\"2\">one</a>");
	gives(document, "<a>{'', attribute b {1}, text {''}, attribute c {2}}</a>", "<a b=\"1\" c=\"2\"/>");
	gives(document, "for $i in 1 to 3 return <i>{$i}</i>", "<i>1</i><i>2</i><i>3</i>");
	gives(document, "<o>{for $x in /r/a order by $x descending return <i n='{$x/@n}'>{string($x)}</i>}</o>",
		  "<o><i n=\"2\">two</i><i n=\"1\">one</i></o>");
	gives(document, "<a>{if (/r/a) then <b>{1 ! <c>{.}</c>}</b> else ()}</a>", "<a><b><c>1</c></b></a>");
	gives(
		document,
		"declare function local:f($n) { <f>{$n, if ($n > 1) then local:f($n - 1) else ()}</f> }; local:f(3)",
		"<f>3<f>2<f>1</f></f></f>");
}

static void
test_computed(void)
{
	gives(
		document,
		"element a {attribute b {1, 2}, 'x', comment {'c', 1}, processing-instruction p {' d'}, text {3, 4}}",
		"<a b=\"1 2\">x<!--c 1--><?p d?>3 4</a>");
	gives(document, "element {'a'} {()}, element {concat('b', 'c')} {1}", "<a/><bc>1</bc>");
	gives(document, "element {QName('u', 'q:n')} {attribute {QName('v', 'q:m')} {1}}",
		  "<q:n xmlns:q=\"u\" xmlns:ns0=\"v\" ns0:m=\"1\"/>");
	gives(document, "element {'Q{u}n'} {}", "<n xmlns=\"u\"/>");
	gives(document, "declare namespace p = 'u'; element {'p:n'} {attribute {' p:m '} {}}",
		  "<p:n xmlns:p=\"u\" p:m=\"\"/>");
	gives(document, "document {<a/>, 1, 2, comment {'x'}}", "<a/>1 2<!--x-->");
	gives(document, "<a>{1, document {2, <b/>}, 3}</a>", "<a>12<b/>3</a>");
	gives(document,
		  "<a>{[1, (), ['x', <b/>], attribute c {2}][. instance of array(*)] ! array:subarray(., 1, 3)}</a>",
		  "<a>1 x<b/></a>");
	gives(document, "<a>{[attribute b {1}, 2], 3}</a>", "<a b=\"1\">2 3</a>");
	gives(document, "text {''}, text {()}, text {1}", "1");
	gives(document, "count((text {''}, text {()}))", "1");
	gives(document,
		  "<p:a "
		  "xmlns:p='u'>{namespace {''} {'w'}}</p:a>",
		  "<p:a xmlns:p=\"u\" xmlns=\"w\"/>");
	gives(document, "attribute a {1}, attribute b {2}", "12");
	gives(document, "attribute xml:id {' x '}/string()", "x");
	gives(document, "``[a`{1, 2}`b`{''}`]``", "a1 2b");
}

static void
test_errors(void)
{
	fails(document, "<a>{'x', attribute b {1}}</a>", "XQTY0024");
	fails(document, "<a b='1'>{attribute b {2}}</a>", "XQDY0025");
	fails(document, "<a b='1' b='2'/>", "XQST0040");
	fails(document, "document {attribute a {1}}", "XPTY0004");
	fails(document, "<x>{document {attribute a {1}}}</x>", "XPTY0004");
	fails(document, "element {'1a'} {}", "XQDY0074");
	fails(document, "element {'p:a'} {}", "XQDY0074");
	fails(document, "element {1} {}", "XPTY0004");
	fails(document, "element {()} {}", "XPTY0004");
	fails(document, "element {'a', 'b'} {}", "XPTY0004");
	fails(document, "attribute xmlns {'u'}", "XQDY0044");
	fails(document, "attribute {QName('http://www.w3.org/2000/xmlns/', 'x:a')} {}", "XQDY0044");
	fails(document, "element {QName('u', 'xml:a')} {}", "XQDY0096");
	fails(document, "comment {'a--b'}", "XQDY0072");
	fails(document, "comment {'a-'}", "XQDY0072");
	fails(document, "processing-instruction {'a b'} {}", "XQDY0041");
	fails(document, "processing-instruction {5} {}", "XPTY0004");
	fails(document, "processing-instruction XmL {}", "XQDY0064");
	fails(document, "processing-instruction p {'?>'}", "XQDY0026");
	fails(document, "namespace {'1'} {'u'}", "XQDY0074");
	fails(document, "namespace xmlns {'u'}", "XQDY0101");
	fails(document, "namespace p {''}", "XQDY0101");
	fails(document, "namespace xml {'u'}", "XQDY0101");
	fails(document, "<a>{namespace p {'u'}, namespace p {'v'}}</a>", "XQDY0102");
	fails(document, "<a>{namespace {''} {'u'}}</a>", "XQDY0102");
	fails(document, "<a>{map {}}</a>", "XQTY0105");
	fails(document, "<a>{[1, true#0]}</a>", "XQTY0105");
	fails(document, "<a b='{true#0}'/>", "FOTY0013");
	fails(document, "<a xml:space='x'/>", "XQDY0092");
	fails(document, "<a xml:id='1 2'/>", "XQDY0091");
}

static void
test_namespaces(void)
{
	gives(document, "<p:a xmlns:p='u'><p:b xmlns:p='u' c='{<d/>}'/></p:a>",
		  "<p:a xmlns:p=\"u\"><p:b c=\"\"/></p:a>");
	gives(document, "<a xmlns='u'>{element {QName('', 'b')} {<c/>}}</a>",
		  "<a xmlns=\"u\"><b xmlns=\"\"><c xmlns=\"u\"/></b></a>");
	gives(document, "<a xmlns:p='u'>{let $b := <b/> return in-scope-prefixes($b)[. != 'xml']}</a>",
		  "<a xmlns:p=\"u\">p</a>");
	gives(document, "<o xmlns='d'>{/*/*:a[1]}</o>",
		  "<o xmlns=\"d\"><a xmlns:p=\"urn:p\" xmlns=\"\" n=\"1\">one</a></o>");
	gives(document, "declare copy-namespaces no-preserve, inherit; <o>{/r/a[1]}</o>",
		  "<o><a n=\"1\">one</a></o>");
	gives(document,
		  "declare copy-namespaces preserve, no-inherit; "
		  "let $o := <o>{namespace q {'q'}, /r/a[1]}</o> return $o/a/in-scope-prefixes(.)[. != 'xml']",
		  "p");
	gives(document, "declare copy-namespaces preserve, no-inherit; <o>{namespace q {'q'}, /r/a[1]}</o>",
		  "<o xmlns:q=\"q\"><a xmlns:p=\"urn:p\" n=\"1\">one</a></o>");
}

static void
test_identity(void)
{
	gives(document, "let $a := <a/>, $b := <b>{$a}</b> return ($b/a is $a, $a is $a, <c/> is <c/>)",
		  "false true false");
	gives(document,
		  "let $a := <a><b/><c/></a> return ($a/b << $a/c, count($a/ancestor::node()), empty($a/..))",
		  "true 0 true");
	gives(document, "for $i in 1 to 2 let $a := <a>{$i}</a> return ($a, $a/text())", "<a>1</a>1<a>2</a>2");
	gives(document, "let $d := document {<a/>} return ($d/a/root() is $d, $d instance of document-node())",
		  "true true");
	gives(document,
		  "let $a := attribute a {1} return ($a/.., name($a), string($a), data($a) instance of "
		  "xs:untypedAtomic)",
		  "a 1 true");
	gives(document,
		  "declare base-uri 'http://example.org/x'; (<a/>/base-uri(), <a xml:base='y'><b/></a>/b/base-uri())",
		  "http://example.org/x http://example.org/y");
	gives(document, "try {<a>{error()}</a>} catch * {<b/>}, <c>{try {(1, error())} catch * {2}}</c>",
		  "<b/><c>2</c>");
}

static void
test_items(void)
{
	gives_items(document, "<a>1</a>, 2, 'x', <b/>/.., text {'t'}, /r/b, document {<d/>}",
				"<a>1</a>; 2; x; t; <d/>");
	gives_items(document, "attribute a {'v'}, comment {'c'}, processing-instruction p {'q'}",
				"v; <!--c-->; <?p q?>");
	gives_items(document, "declare namespace p = 'urn:p'; /r/p:b, /r/a[2]",
				"<p:b xmlns:p=\"urn:p\"/>; <a xmlns:p=\"urn:p\" n=\"2\">two</a>");
	/* a prefix that is undeclared within the query is not so in results */
	gives_items(document,
				"declare copy-namespaces preserve, no-inherit; "
				"let $o := <o>{namespace q {'q'}, <a/>}</o> return ($o, <x>{$o}</x>, document {$o})",
				"<o xmlns:q=\"q\"><a/></o>; <x><o xmlns:q=\"q\"><a/></o></x>; <o xmlns:q=\"q\"><a/></o>");
	gives_items(
		document,
		"<a xmlns:p='u' b='1'>2<c>3.50</c></a>, <a>{1 to 3000}</a>/string-length(), <a>{/r/a}</a>/a[1]",
		"<a xmlns:p=\"u\" b=\"1\">2<c>3.50</c></a>; 13892; <a xmlns:p=\"urn:p\" n=\"1\">one</a>");
}

static void
test_refused_memory(void)
{
	refuse_all(document, "<a xmlns:p='u' b='{1, 2}'>{attribute {QName('v', 'p:d')} {}, /r/a, <p:c/>}</a>",
			   content);
	refuse_all(document,
			   "let $d := document {<a>{for $i in 1 to 30 return attribute {'a' || $i} {$i}}</a>, /r} "
			   "return ($d/a/@a7, $d/r, <x xmlns='d'>{$d/r}</x>, comment {1}, text {2})",
			   items);
	refuse_all(document, "declare copy-namespaces no-preserve, no-inherit; <o>{namespace q {'q'}, /r}</o>/r",
			   content);
	refuse_all(document,
			   "serialize((/r, 1), map {'indent': true(), 'cdata-section-elements': QName('', 'a')})",
			   content);
	refuse_all(document,
			   "serialize([1, map {'a': /r/a[1]}, 'x'], map {'method': 'json'}), "
			   "serialize((1e0, map {'a': /r/a/@n}), map {'method': 'adaptive'})",
			   content);
}

/* Recursion without end is an error. */
static void
test_depth(void)
{
	Asked q;
	BxStatus st =
		ask_begin(&q, document, "declare function local:f($n) { <a>{local:f($n + 1)}</a> }; local:f(1)");

	if (st == BX_OK)
		st = content(&q);
	CHECKF(st == BX_E_DEPTH, "%s", q.err.msg);
	ask_end(&q, "deep");
	st = ask_begin(&q, document,
				   "declare function local:f($n) { if ($n = 0) then 'x' else <a>{local:f($n - 1)}</a> }; "
				   "string-length(local:f(300)), count(local:f(300)/descendant-or-self::a)");
	if (st == BX_OK)
		st = content(&q);
	CHECKF(st == BX_OK && q.out.len == 5 && memcmp(q.out.data, "1 300", 5) == 0, "%s", q.err.msg);
	ask_end(&q, "nested");
}

/* A long construction hears a cancel. */
static void
test_cancel(void)
{
	static const char *const queries[] = {"for $i in 1 to 3000000 return <a/>", "<a>{1 to 30000000}</a>",
										  "count(for $i in 1 to 3000000 return <a b='1'>{$i}</a>)",
										  "string-join(1 to 3000000, ',') ! text {.} ! <b>{., .}</b>"};
	unsigned i;

	for (i = 0; i < sizeof(queries) / sizeof(queries[0]); i++)
	{
		Asked q;
		BxStatus st = ask_begin(&q, document, queries[i]);

		q.host.cancel_at = q.host.polls + 5000;
		if (st == BX_OK)
			st = content(&q);
		CHECKF(st == BX_E_CANCEL && q.host.polls == q.host.cancel_at, "%s: %s, %d polls", queries[i],
			   bx_status_name(st), q.host.polls);
		ask_end(&q, queries[i]);
	}
}

UT_SUITE(test_ru_construct)
{
	UT_RUN(test_direct);
	UT_RUN(test_computed);
	UT_RUN(test_errors);
	UT_RUN(test_namespaces);
	UT_RUN(test_identity);
	UT_RUN(test_items);
	UT_RUN(test_refused_memory);
	UT_RUN(test_depth);
	UT_RUN(test_cancel);
	return ut_done();
}

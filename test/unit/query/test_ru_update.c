/*
 * test_ru_update.c -- the XQuery Update Facility: copies that are modified, updates of the document, what is refused.
 */
#include "../ut_content.h"

static const char *const document = "<r xmlns:p='urn:p'><a n='1'>one</a><a n='2'>two</a><p:b/></r>";

static void
test_insert(void)
{
	gives(document, "copy $c := <a><b/></a> modify insert node <c/> into $c return $c", "<a><b/><c/></a>");
	gives(document, "copy $c := <a><b/></a> modify insert nodes ('x', 1, <c/>) as first into $c return $c",
		  "<a>x 1<c/><b/></a>");
	gives(
		document,
		"copy $c := <a><b/></a> modify (insert node 'y' before $c/b, insert node <d/> after $c/b) return $c",
		"<a>y<b/><d/></a>");
	gives(document,
		  "copy $c := <a><b/></a> modify insert nodes (attribute x {1}, attribute y {2}, 'z') into $c/b "
		  "return $c",
		  "<a><b x=\"1\" y=\"2\">z</b></a>");
	gives(document, "copy $c := <a><b/></a> modify insert node attribute x {1} after $c/b return $c",
		  "<a x=\"1\"><b/></a>");
	gives(document, "copy $c := document {<a/>} modify insert nodes (<b/>, 'x') into $c return $c",
		  "<a/><b/>x");
	makes(document, "insert node <c/> as last into /r",
		  "<r xmlns:p=\"urn:p\"><a n=\"1\">one</a><a n=\"2\">two</a><p:b/><c/></r>");
}

static void
test_delete(void)
{
	gives(document, "copy $c := /r modify delete nodes $c/a return $c", "<r xmlns:p=\"urn:p\"><p:b/></r>");
	gives(
		document,
		"copy $c := <a x='1' y='2'>t<b/>u</a> modify delete node ($c/@x, $c/b) return ($c, count($c/text()))",
		"<a y=\"2\">tu</a>1");
	gives(document, "copy $c := <a/> modify delete node $c return $c", "<a/>");
	gives(document, "copy $c := document {<a/>, <b/>} modify delete node $c/* return count($c/node())", "0");
	makes(document, "delete nodes (/r/a, /r/*[last()])", "<r xmlns:p=\"urn:p\"/>");
	makes(document, "delete nodes /r/x", "nothing");
}

static void
test_replace(void)
{
	gives(document, "copy $c := <a><b/></a> modify replace node $c/b with (<x/>, 'y') return $c",
		  "<a><x/>y</a>");
	gives(document,
		  "copy $c := <a b='1'/> modify replace node $c/@b with (attribute x {2}, attribute y {3}) return $c",
		  "<a x=\"2\" y=\"3\"/>");
	gives(document,
		  "copy $c := <a b='1'><c>t</c></a> modify (replace value of node $c/@b with (2, 3), "
		  "replace value of node $c/c with 'u') return $c",
		  "<a b=\"2 3\"><c>u</c></a>");
	gives(document, "copy $c := <a><b/></a> modify replace value of node $c with 'x' return $c", "<a>x</a>");
	gives(document, "copy $c := <a><?p d?></a> modify replace value of node $c/node() with '  x ' return $c",
		  "<a><?p x ?></a>");
	gives(document, "copy $c := text {'x'} modify replace value of node $c with 'y' return $c", "y");
	gives(document,
		  "copy $c := <a>t</a> modify replace value of node $c/text() with '' return count($c/node())", "0");
	makes(document, "for $a in /r/a return replace value of node $a with string-length($a) + $a/@n",
		  "<r xmlns:p=\"urn:p\"><a n=\"1\">4</a><a n=\"2\">5</a><p:b/></r>");
}

static void
test_rename(void)
{
	gives(document,
		  "copy $c := <a b='1'><?p d?></a> modify (rename node $c as 'x', rename node $c/@b as QName('u', "
		  "'q:y'), "
		  "rename node $c/processing-instruction() as 'z') return $c",
		  "<x xmlns:q=\"u\" q:y=\"1\"><?z d?></x>");
	gives(document,
		  "copy $c := attribute a {1} modify (rename node $c as 'b', replace value of node $c with 2) "
		  "return (name($c), string($c))",
		  "b 2");
	makes(document, "declare namespace p = 'urn:p'; rename node /r/p:b as 'p:c'",
		  "<r xmlns:p=\"urn:p\"><a n=\"1\">one</a><a n=\"2\">two</a><p:c/></r>");
}

/* All targets and sources are what they were before. */
static void
test_snapshot(void)
{
	gives(document, "let $o := <a><b/></a> return (copy $c := $o modify delete node $c/b return $c, $o)",
		  "<a/><a><b/></a>");
	gives(document,
		  "copy $c := <a><b/></a> modify (insert node $c/b into $c, rename node $c/b as 'x', delete node "
		  "$c/x) return $c",
		  "<a><x/><b/></a>");
	gives(document, "copy $c := <a/>, $d := $c modify insert node $d into $c return ($c, $d)",
		  "<a><a/></a><a/>");
	gives(document,
		  "copy $c := <a/> modify insert node (copy $d := <b/> modify rename node $d as 'e' return $d) into "
		  "$c return $c",
		  "<a><e/></a>");
	gives(document, "<a><b/></a> transform with {insert node 1 into b}", "<a><b>1</b></a>");
	gives(document,
		  "copy $c := /r modify if ($c/a) then for $a in $c/a return typeswitch ($a) case element(a) "
		  "return delete node $a default return () else () return count($c/*)",
		  "1");
	gives(document,
		  "declare %updating function local:u($n) { delete node $n }; "
		  "copy $c := <a><b/></a> modify local:u($c/b) return $c",
		  "<a/>");
	gives(document,
		  "declare updating function local:u($n) { if ($n/*) then local:u($n/*) else delete node $n }; "
		  "copy $c := <a><b><c/></b></a> modify local:u($c) return $c",
		  "<a><b/></a>");
}

static void
test_dynamic_errors(void)
{
	fails(document, "copy $c := (<a/>, <b/>) modify () return $c", "XUTY0013");
	fails(document, "copy $c := 1 modify () return $c", "XUTY0013");
	fails(document, "copy $c := <a/> modify delete node /r return $c", "XUDY0014");
	fails(document, "copy $c := <a/> modify insert node <b/> into () return $c", "XUDY0027");
	fails(document, "copy $c := <a/> modify insert node <b/> into ($c, $c) return $c", "XUTY0005");
	fails(document, "copy $c := <a b=''/> modify insert node <b/> into $c/@b return $c", "XUTY0005");
	fails(document, "copy $c := <a b=''/> modify insert node <b/> before $c/@b return $c", "XUTY0006");
	fails(document, "copy $c := <a/> modify insert node <b/> before $c return $c", "XUDY0029");
	fails(document, "copy $c := document {<a/>} modify insert node attribute x {1} before $c/a return $c",
		  "XUDY0030");
	fails(document, "copy $c := document {<a/>} modify insert node attribute x {1} into $c return $c",
		  "XUTY0022");
	fails(document, "copy $c := <a/> modify insert nodes ('x', attribute x {1}) into $c return $c",
		  "XUTY0004");
	fails(document, "copy $c := <a x=''/> modify insert node attribute x {1} into $c return $c", "XUDY0021");
	fails(document, "copy $c := <a/> modify delete node 1 return $c", "XUTY0007");
	fails(document, "copy $c := <a/> modify replace node $c with <b/> return $c", "XUDY0009");
	fails(document, "copy $c := <a><b/></a> modify replace node $c/b with attribute x {1} return $c",
		  "XUTY0010");
	fails(document, "copy $c := <a b=''/> modify replace node $c/@b with <x/> return $c", "XUTY0011");
	fails(document, "copy $c := document {<a/>} modify replace value of node $c with 1 return $c",
		  "XUTY0008");
	fails(document,
		  "copy $c := <a><!--c--></a> modify replace value of node $c/comment() with '--' return $c",
		  "XQDY0072");
	fails(document, "copy $c := <a><?p d?></a> modify replace value of node $c/node() with '?>' return $c",
		  "XQDY0026");
	fails(document, "copy $c := <a>t</a> modify rename node $c/text() as 'x' return $c", "XUTY0012");
	fails(document, "copy $c := <a/> modify rename node $c as '1' return $c", "XQDY0074");
	fails(document, "copy $c := <a/> modify (rename node $c as 'x', rename node $c as 'y') return $c",
		  "XUDY0015");
	fails(document,
		  "copy $c := <a><b/></a> modify (replace node $c/b with 1, replace node $c/b with 2) return $c",
		  "XUDY0016");
	fails(
		document,
		"copy $c := <a/> modify (replace value of node $c with 1, replace value of node $c with 2) return $c",
		"XUDY0017");
	fails(document,
		  "copy $c := text {1} modify (replace value of node $c with 1, replace value of node $c with 2) "
		  "return $c",
		  "XUDY0017");
	fails(document,
		  "copy $c := <p:a xmlns:p='u'><b/></p:a> modify rename node $c as QName('v', 'p:x') return $c",
		  "XUDY0023");
}

static void
test_static_errors(void)
{
	fails(document, "1 + (delete node /r/a)", "XUST0001");
	fails(document, "<a>{delete node /r/a}</a>", "XUST0001");
	fails(document, "copy $c := <a/> modify 1 return $c", "XUST0002");
	fails(document, "copy $c := <a/> modify (1, delete node $c) return $c", "XUST0001");
	fails(document, "copy $c := <a/> modify if (delete node $c) then () else () return $c", "XUST0001");
	fails(document, "copy $c := <a/> modify if ($c) then delete node $c else 1 return $c", "XUST0001");
	fails(document, "copy $c := <a/> modify () return delete node $c", "XUST0001");
	fails(document, "copy $c := <a/> modify delete node (delete node $c) return $c", "XUST0001");
	fails(document, "copy $c := <a/> modify for $x in delete node $c return () return $c", "XUST0001");
	fails(document, "declare function local:f() { delete node <a/> }; local:f()", "XUST0001");
	fails(document, "declare %updating function local:f() { 1 }; local:f()", "XUST0002");
	fails(document, "declare variable $x := delete node <a/>; $x", "XUST0001");
	fails(document, "delete node /r/a", "XUST0001");
}

static void
test_refused_memory(void)
{
	refuse_all(document,
			   "copy $c := /r, $d := attribute a {1} modify (delete node $c/a[1], insert nodes (attribute x "
			   "{1}, <y/>) "
			   "into $c, rename node $c/a[2] as 'b', replace value of node $d with 2) return ($c, $d)",
			   content);
	refuse_all(document, "insert node <c/> before /r/a[2], replace node /r/a[1] with (<x/>, 'y')", updated);
}

UT_SUITE(test_ru_update)
{
	UT_RUN(test_insert);
	UT_RUN(test_delete);
	UT_RUN(test_replace);
	UT_RUN(test_rename);
	UT_RUN(test_snapshot);
	UT_RUN(test_dynamic_errors);
	UT_RUN(test_static_errors);
	UT_RUN(test_refused_memory);
	return ut_done();
}

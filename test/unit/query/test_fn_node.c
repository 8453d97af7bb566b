/*
 * test_fn_node.c -- functions on nodes.
 */
#include "../ut_query.h"

static const char doc[] = "<!DOCTYPE r [<!ATTLIST e i ID #IMPLIED r IDREF #IMPLIED>]>"
						  "<r xmlns:p='urn:p' xml:lang='de-AT'><p:a p:n='1' m='2'>x<!--c-->y</p:a><?t d?>"
						  "<e i='k' r='k'/><e i='l' xml:lang='EN'><f xmlns='urn:d'/></e></r>";

static void
names(void)
{
	static const UtQuery list[] = {
		{"declare namespace p='urn:p'; //p:a/name()", "p:a"},
		{"//*:a/local-name()", "a"},
		{"//*:a/namespace-uri()", "urn:p"},
		{"//@*:n/name()", "p:n"},
		{"//@m/namespace-uri()", ""},
		{"//@*:n/node-name()", "p:n"},
		{"//processing-instruction()/name()", "t"},
		{"//processing-instruction()/node-name() eq xs:QName('t')", "true"},
		{"//comment()/name()", ""},
		{"//text()[1]/node-name()", ""},
		{"name(())", ""},
		{"local-name(())", ""},
		{"namespace-uri(())", ""},
		{"node-name(())", ""},
		{"name(/)", ""},
		{"namespace-uri(//*:a) instance of xs:anyURI", "true"},
		{"name(//e)", "!XPTY0004"},
		{"name(1)", "!XPTY0004"},
		{"1 ! name()", "!XPTY0004"},
	};

	UT_QUERIES(list, doc);
	CHECK(strcmp(ut_query("name()", NULL, false), "!XPDY0002") == 0);
}

static void
values(void)
{
	static const UtQuery list[] = {
		{"string(//*:a)", "xy"},
		{"//*:a/string()", "xy"},
		{"string(())", ""},
		{"string(1.50)", "1.5"},
		{"(1 to 2) ! string()", "1|2"},
		{"string((1, 2))", "!XPTY0004"},
		{"data((//@m, 3))", "2|3"},
		{"//@m/data() instance of xs:untypedAtomic", "true"},
		{"//comment()/data() instance of xs:string", "true"},
		{"nilled(//*:a)", "false"},
		{"nilled(/)", ""},
		{"nilled(())", ""},
		{"//@m/nilled()", ""},
		{"has-children(/)", "true"},
		{"//e/has-children()", "false|true"},
		{"has-children(())", "false"},
		{"//text()[1]/has-children()", "false"},
		{"root(//e[1]) is /", "true"},
		{"root(())", ""},
		{"count(root())", "1"},
		{"generate-id(())", ""},
		{"count(distinct-values((//node() | //@*)/generate-id())) = count(//node() | //@*)", "true"},
		{"matches(generate-id(/), '^[A-Za-z][A-Za-z0-9]*$')", "true"},
		{"generate-id((//e)[1]) = generate-id(//e[@i = 'k'])", "true"},
	};

	UT_QUERIES(list, doc);
}

static void
places(void)
{
	static const UtQuery list[] = {
		{"path(/)", "/"},
		{"path(())", ""},
		{"path(/r)", "/Q{}r[1]"},
		{"//e[2]/path()", "/Q{}r[1]/Q{}e[2]"},
		{"//@*:n/path()", "/Q{}r[1]/Q{urn:p}a[1]/@Q{urn:p}n"},
		{"//@m/path()", "/Q{}r[1]/Q{urn:p}a[1]/@m"},
		{"//text()/path()", "/Q{}r[1]/Q{urn:p}a[1]/text()[1]|/Q{}r[1]/Q{urn:p}a[1]/text()[2]"},
		{"//comment()/path()", "/Q{}r[1]/Q{urn:p}a[1]/comment()[1]"},
		{"//processing-instruction()/path()", "/Q{}r[1]/processing-instruction(t)[1]"},
		{"lang('de', /r)", "true"},
		{"lang('DE-at', //*:a)", "true"},
		{"lang('d', /r)", "false"},
		{"lang('de-AT-x', /r)", "false"},
		{"//*:f/lang('en')", "true"},
		{"//@m/lang('de')", "true"},
		{"lang('de')", "false"},
		{"lang((), /r)", "false"},
		{"document-uri(/)", ""},
		{"base-uri(())", ""},
	};

	UT_QUERIES(list, doc);
}

static void
bases(void)
{
	static const char based[] =
		"<r xml:base='http://e.org/a/b'><s xml:base='../c/'><t x='1'>y<?p q?></t></s></r>";
	static const UtQuery list[] = {
		{"base-uri(/)", ""},
		{"base-uri(/r)", "http://e.org/a/b"},
		{"base-uri(//s)", "http://e.org/c/"},
		{"base-uri(//t)", "http://e.org/c/"},
		{"//@x/base-uri()", "http://e.org/c/"},
		{"//text()/base-uri()", "http://e.org/c/"},
		{"//processing-instruction()/base-uri()", "http://e.org/c/"},
	};

	UT_QUERIES(list, based);
}

static void
sets(void)
{
	static const UtQuery list[] = {
		{"innermost(//*)/name()", "p:a|e|f"},
		{"outermost((//*:a, //text(), //*:f, //e))/name()", "p:a|e|e"},
		{"innermost((/, //@m))/name()", "m"},
		{"outermost((//@m, //text()))/name()", "m||"},
		{"outermost(())", ""},
		{"innermost((//e, //e))/@i/data()", "k|l"},
		{"innermost(1)", "!XPTY0004"},
	};

	UT_QUERIES(list, doc);
}

/* Of nodes that are in no document. */
static void
constructed(void)
{
	static const UtQuery list[] = {
		{"let $e := <a><b/><b x='1'>t</b></a> return ($e, $e/b[2], $e/b/@x, $e/b/text()) ! path(.)",
		 "Q{http://www.w3.org/2005/xpath-functions}root()|Q{http://www.w3.org/2005/xpath-functions}root()/"
		 "Q{}b[2]|"
		 "Q{http://www.w3.org/2005/xpath-functions}root()/Q{}b[2]/@x|"
		 "Q{http://www.w3.org/2005/xpath-functions}root()/Q{}b[2]/text()[1]"},
		{"let $e := <a><b/></a> return root($e/b) is $e", "true"},
		{"let $e := <a><b/></a> return $e/b/..  is $e", "true"},
		{"<a><b/></a>/..", ""},
		{"<a><b/></a>/ancestor-or-self::node()/name()", "a"},
		{"<a><b/></a>/b[/]", "!XPDY0050"},
		{"<a><b/></a>/(//b)", "!XPDY0050"},
		{"document { <a><b/></a> }/(//b)", "<b/>"},
		{"id('x', <a/>)", "!FODC0001"},
		{"attribute x { 1 } ! (name(), string(), root() is ., count(..), has-children())",
		 "x|1|true|0|false"},
		{"text { '' } ! (string(), count(self::text()), count(self::node()[1]), count(ancestor::node()))",
		 "|1|1|0"},
		{"namespace p { 'u' } ! (name(), string())", "p|u"},
		{"(<a/>, <b/>) ! (. is .)", "true|true"},
		{"let $a := <a/>, $b := <b/> return ($b, $a, $b)/name()", "b|a|b"},
		{"let $a := <a/>, $b := <b/> return ($b, $a, $b)/self::*/name()", "a|b"},
		{"let $a := <a/>, $b := <b/> return ($b | $a)/name()", "a|b"},
		{"lang('de', <a xml:lang='de'/>)", "true"},
		{"base-uri(<a xml:base='http://e.org/'/>)", "http://e.org/"},
		{"declare base-uri 'http://e.org/x'; base-uri(<a xml:base='y'/>)", "http://e.org/y"},
		{"declare base-uri 'http://e.org/x'; base-uri(<a><b/></a>/b)", "http://e.org/x"},
		{"declare base-uri 'http://e.org/x'; base-uri(attribute a { 1 })", ""},
		{"declare base-uri 'http://e.org/x'; base-uri(comment { 1 })", ""},
	};

	UT_QUERIES(list, NULL);
}

static void
ids(void)
{
	static const UtQuery list[] = {
		{"id('k')/@i/data()", "k"},
		{"id(('l  k', 'none'))/@i/data()", "k|l"},
		{"id('k', //*:f)/@i/data()", "k"},
		{"element-with-id('l')/@i/data()", "l"},
		{"id(())", ""},
		{"idref('k')/name()", "r"},
		{"idref('l')", ""},
		{"idref(('x', 'k'), //e[1])/../@i/data()", "k"},
		{"id('k', 1)", "!XPTY0004"},
		{"1 ! id('k')", "!XPTY0004"},
	};

	UT_QUERIES(list, doc);
	CHECK(strcmp(ut_query("id('k')", NULL, false), "!XPDY0002") == 0);
}

static void
namespaces(void)
{
	static const UtQuery list[] = {
		{"sort(in-scope-prefixes(/r))", "p|xml"},
		{"sort(in-scope-prefixes(//*:f))", "|p|xml"},
		{"namespace-uri-for-prefix('p', //*:f)", "urn:p"},
		{"namespace-uri-for-prefix('', //*:f)", "urn:d"},
		{"namespace-uri-for-prefix((), //*:f)", "urn:d"},
		{"namespace-uri-for-prefix('', /r)", ""},
		{"namespace-uri-for-prefix('q', /r)", ""},
		{"namespace-uri-for-prefix('xml', /r)", "http://www.w3.org/XML/1998/namespace"},
		{"in-scope-prefixes(/)", "!XPTY0004"},
	};

	UT_QUERIES(list, doc);
}

UT_SUITE(test_fn_node)
{
	UT_RUN(names);
	UT_RUN(values);
	UT_RUN(places);
	UT_RUN(bases);
	UT_RUN(sets);
	UT_RUN(constructed);
	UT_RUN(ids);
	UT_RUN(namespaces);
	return ut_done();
}

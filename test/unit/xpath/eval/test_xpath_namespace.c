/*
 * test_xpath_namespace.c -- namespace nodes (Recommendation sections 2.2, 2.3, 5.4): which there are, their order, what
 * leads to them and from them, and what functions say of them.
 */
#include <stdlib.h>

#include "../../ut_xpath.h"

#define XML "{xml=http://www.w3.org/XML/1998/namespace}"

/* b redeclares p, c undeclares the default, d declares it again. */
#define DOC                                                                                                  \
	"<r xmlns='d' xmlns:p='u' n='0'><b xmlns:p='v' xmlns:q='w' n='1'>t<c xmlns='' n='2'><d "                 \
	"xmlns='e'>x</d></c></b>"                                                                                \
	"<p:l>y</p:l><p:e/></r>"

static void
nodes_in_scope(void)
{
	static const XtCase cases[] = {
		{"/*/namespace::node()", "[" XML " {=d} {p=u}]"},
		{"/*/namespace::*", "[" XML " {=d} {p=u}]"},
		{"/*/*[1]/namespace::*", "[" XML " {=d} {p=v} {q=w}]"},
		{"//c/namespace::*", "[" XML " {p=v} {q=w}]"},
		{"//*[local-name() = 'd']/namespace::*", "[" XML " {p=v} {q=w} {=e}]"},
		{"//*[. = 'y']/namespace::*", "[" XML " {=d} {p=u}]"},
		{"//*[local-name() = 'e']/namespace::*", "[" XML " {=d} {p=u}]"},
		{"/*/namespace::p", "[{p=u}]"},
		{"/*/namespace::none", "[]"},
		{"/*/namespace::xml", "[" XML "]"},
		{"/*/*[1]/namespace::p", "[{p=v}]"},
		{"declare namespace p='u'; /*/namespace::p:p", "[]"},
		{"declare namespace p='u'; /*/namespace::p:*", "[]"},
		{"/*/namespace::*:p", "[{p=u}]"},
		{"/*/namespace::Q{}p", "[{p=u}]"},
		{"declare default element namespace 'd'; /r/namespace::p", "[{p=u}]"},
		{"/*/namespace::text()", "[]"},
		{"/*/namespace::comment()", "[]"},
		{"/*/namespace::processing-instruction()", "[]"},
		{"/*/namespace::processing-instruction('p')", "[]"},
		{"/namespace::node()", "[]"},
		{"//@n/namespace::node()", "[]"},
		{"//text()/namespace::node()", "[]"},
		{"//namespace::node()/namespace::node()", "[]"},
		{"namespace::node()", "[]"},
		{"/none/namespace::*", "[]"},
		{"count(//namespace::*)", "=20"},
		{"count(//namespace::p)", "=6"},
		{"count(//*/namespace::* | //*/namespace::*)", "=20"},
		{"count(//*/namespace::p | //*/namespace::q)", "=9"},
		{"count(/*/namespace::p | /*/*/namespace::p)", "=4"},
		{"count(//*/descendant-or-self::*/namespace::*)", "=20"},
	};

	XT_CASES(DOC, cases);
}

/* Document order: the element, its namespace nodes, its attributes, its children. */
static void
order_and_position(void)
{
	static const XtCase cases[] = {
		{"/*/@n | /* | /*/namespace::p", "[r#0 {p=u} @n=0]"},
		{"/*/*[2]/text() | /*/*[2]/namespace::p | /*/*[2]", "[p:l=y {p=u} 'y']"},
		{"/*/*[2]/node() | /*/namespace::xml | /*/*[2]/namespace::xml", "[" XML " " XML " 'y']"},
		{"/*/namespace::*[1]", "[" XML "]"},
		{"/*/namespace::*[2]", "[{=d}]"},
		{"/*/namespace::*[last()]", "[{p=u}]"},
		{"/*/namespace::*[position() > 1]", "[{=d} {p=u}]"},
		{"(//namespace::p)[2]", "[{p=v}]"},
		{"(//namespace::p)[last()]", "[{p=u}]"},
		{"/*/namespace::*[. = 'u']", "[{p=u}]"},
		{"/*/namespace::*[name() = 'p'][1]", "[{p=u}]"},
		{"//*[namespace::q]", "[b#1 c#2 d]"},
		{"//*[namespace::p = 'v']", "[b#1 c#2 d]"},
		{"//*[not(namespace::q)][namespace::*[. = 'u']]", "[r#0 p:l=y p:e]"},
		{"//*[count(namespace::*) = 4]", "[b#1 d]"},
	};

	XT_CASES(DOC, cases);
}

static void
ways_from_them(void)
{
	static const XtCase cases[] = {
		{"/*/namespace::p/..", "[r#0]"},
		{"//namespace::q/..", "[b#1 c#2 d]"},
		{"//namespace::q/parent::*", "[b#1 c#2 d]"},
		{"//namespace::q/parent::b", "[]"},
		{"//c/namespace::q/ancestor::*", "[r#0 b#1 c#2]"},
		{"//c/namespace::q/ancestor::node()", "[/ r#0 b#1 c#2]"},
		{"//c/namespace::q/ancestor::*[1]", "[c#2]"},
		{"//c/namespace::q/ancestor-or-self::node()", "[/ r#0 b#1 c#2 {q=w}]"},
		{"//c/namespace::q/ancestor-or-self::node()[1]", "[{q=w}]"},
		{"//c/namespace::q/ancestor-or-self::*", "[r#0 b#1 c#2]"},
		{"//c/namespace::q/self::node()", "[{q=w}]"},
		{"//c/namespace::q/self::*", "[]"},
		{"//c/namespace::q/self::q", "[]"},
		{"//c/namespace::q/self::text()", "[]"},
		{"//c/namespace::q/.", "[{q=w}]"},
		{"//c/namespace::q/descendant-or-self::node()", "[{q=w}]"},
		{"//c/namespace::q//.", "[{q=w}]"},
		{"//c/namespace::q/node()", "[]"},
		{"//c/namespace::q/descendant::node()", "[]"},
		{"//c/namespace::q/@*", "[]"},
		{"//c/namespace::q/following-sibling::node()", "[]"},
		{"//c/namespace::q/preceding-sibling::node()", "[]"},
		{"//c/namespace::q/following::*", "[d p:l=y p:e]"},
		{"//c/namespace::q/following::node()[1]", "[d]"},
		{"//c/namespace::q/preceding::node()", "['t']"},
		{"//*[. = 'y']/namespace::p/following::node()", "['y' p:e]"},
		{"//*[. = 'y']/namespace::p/following::node()[1]", "['y']"},
		{"//*[. = 'y']/namespace::p/following::text()", "['y']"},
		{"//*[. = 'y']/namespace::p/preceding::c", "[c#2]"},
		{"//*/namespace::q/following::node()", "['t' c#2 d 'x' p:l=y 'y' p:e]"},
		{"//*/namespace::q/preceding::node()", "['t']"},
		{"//c/namespace::*[self::node()]", "[" XML " {p=v} {q=w}]"},
		{"//c/namespace::*[../@n = 2][2]", "[{p=v}]"},
		{"//c/namespace::*[/]", "[" XML " {p=v} {q=w}]"},
		{"//d | //c/namespace::*/..", "[c#2]"},
	};

	XT_CASES(DOC, cases);
}

/* Section 4.1, 4.2 and 5.4: names and values. */
static void
functions_of_them(void)
{
	static const XtCase cases[] = {
		{"string(/*/namespace::p)", "\"u\""},
		{"/*/namespace::p = 'u'", "true"},
		{"'v' = //namespace::p", "true"},
		{"name(/*/namespace::p)", "\"p\""},
		{"local-name(/*/namespace::p)", "\"p\""},
		{"namespace-uri(/*/namespace::p)", "\"\""},
		{"name(/*/namespace::*[. = 'd'])", "\"\""},
		{"local-name(/*/namespace::*[. = 'd'])", "\"\""},
		{"string-length(/*/namespace::xml)", "=36"},
		{"number(/*/namespace::p)", "=NaN"},
		{"boolean(/*/namespace::p)", "true"},
		{"boolean(/*/namespace::none)", "false"},
		{"concat(//namespace::q, '-', //namespace::p)", "\"w-u\""},
		{"/*/namespace::p = //c/namespace::p", "false"},
		{"//b/namespace::* = //c/namespace::*", "false"},
		{"/*/*[1]/namespace::p = //c/namespace::p", "true"},
		{"/*/*[1]/namespace::p != //c/namespace::p", "false"},
		{"sum(/*/namespace::none)", "=0"},
		{"//c/namespace::q[lang('en')]", "[]"},
	};

	XT_CASES(DOC, cases);
	xt_expect("<r xml:lang='en' xmlns:q='w'/>", "count(//namespace::q[lang('en')])", "=1");
	xt_expect("<r xmlns:q='12'/>", "sum(/r/namespace::q) + /r/namespace::q", "=24");
	/* results make text of them */
	xt_expect("<r xmlns:q='1&lt;2'/>", "/r/namespace::q",
			  "[{q=1<2}] exists 1 test 1 count 1 value 1<2 query 1&lt;2");
}

/* The same prefix declared again and again, undeclared and declared: what is hidden comes back. */
static void
scopes_come_and_go(void)
{
	xt_expect("<a xmlns='1' xmlns:p='1'><a xmlns=''><a xmlns='2'><a xmlns:p='2'/></a></a><a/></a>",
			  "count(//*/namespace::*)", "=14");
	XT_CASES("<x:a xmlns:x='x'/>", ((XtCase[]){{"/*/namespace::x", "[{x=x}]"}}));
	xt_expect("<a xmlns='1' xmlns:p='1'><a xmlns=''><a xmlns='2'><a xmlns:p='2'/></a></a><a/></a>",
			  "//*/namespace::*[name() != 'xml']", "[{=1} {p=1} {p=1} {p=1} {=2} {=2} {p=2} {=1} {p=1}]");
}

/* Pieces of content: each top-level element has its own. */
static void
in_content(void)
{
	xt_expect("t<a xmlns:p='1'/><b/>", "//namespace::*", "[" XML " {p=1} " XML "]");
	xt_expect("t<a xmlns:p='1'/><b/>", "//b/namespace::p", "[]");
}

UT_SUITE(test_xpath_namespace)
{
	UT_RUN(nodes_in_scope);
	UT_RUN(order_and_position);
	UT_RUN(ways_from_them);
	UT_RUN(functions_of_them);
	UT_RUN(scopes_come_and_go);
	UT_RUN(in_content);
	return ut_done();
}

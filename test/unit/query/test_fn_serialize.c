/*
 * test_fn_serialize.c -- fn:serialize and its parameters (XSLT and XQuery Serialization 3.1).
 */
#include "../ut_query.h"

#define PARAMS(x)                                                                                            \
	"<output:serialization-parameters xmlns:output='http://www.w3.org/2010/xslt-xquery-serialization'>" x    \
	"</output:serialization-parameters>"

static void
test_xml(void)
{
	static const UtQuery list[] = {
		{"serialize((1, 2, <a b='&lt;&quot;'>x&amp;</a>, 3))", "1 2<a b=\"&lt;&quot;\">x&amp;</a>3"},
		{"serialize(())", ""},
		{"serialize(<a/>/@*)", ""},
		{"serialize(attribute a {1})", "!SENR0001"},
		{"serialize(document {<!--x-->, <a/>})", "<!--x--><a/>"},
		{"serialize((1, 2), " PARAMS("<output:item-separator value=', '/>") ")", "1, 2"},
		{"serialize(<a/>, " PARAMS(
			 "<output:omit-xml-declaration value='no'/><output:standalone value=' yes '/>") ")",
		 "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?><a/>"},
		{"serialize(<a><b>1</b><c>x<d/></c></a>, " PARAMS(
			 "<output:indent value='yes'/><output:standalone value='no'/>") ")",
		 "<a>\n  <b>1</b>\n  <c>x<d/></c>\n</a>"},
		{"serialize(<a><b><i/></b><c><i/></c></a>, " PARAMS(
			 "<output:indent value='yes'/><output:suppress-indentation value='b'/>") ")",
		 "<a>\n  <b><i/></b>\n  <c>\n    <i/>\n  </c>\n</a>"},
		{"serialize(<a><b>x]]&gt;y</b><c>&lt;</c></a>, " PARAMS(
			 "<output:cdata-section-elements value='b'/>") ")",
		 "<a><b><![CDATA[x]]]]><![CDATA[>y]]></b><c>&lt;</c></a>"},
		{"serialize(<a>\xC3\xA9&#x20AC;</a>, " PARAMS("<output:encoding value='us-ascii'/>") ")",
		 "<a>&#xE9;&#x20AC;</a>"},
		{"serialize(<a b='$'>$&lt;</a>, " PARAMS(
			 "<output:use-character-maps><output:character-map character='$' map-string='&lt;s&gt;'/>"
			 "</output:use-character-maps>") ")",
		 "<a b=\"<s>\"><s>&lt;</a>"},
		{"serialize(<a/>, " PARAMS(
			 "<output:doctype-system value='a.dtd'/><output:doctype-public value='-//A'/>") ")",
		 "<!DOCTYPE a PUBLIC \"-//A\" \"a.dtd\"><a/>"},
	};

	UT_QUERIES(list, NULL);
}

static void
test_others(void)
{
	static const UtQuery list[] = {
		{"serialize((<a>x<b>&lt;</b></a>, 1), " PARAMS("<output:method value='text'/>") ")", "x<1"},
		{"serialize(<html><head><meta name='n'/><meta http-equiv='Content-Type' content='x'/></head>"
		 "<body><p/><br/><input checked='checked'/><script>a&lt;b</script><a "
		 "href='&#xE9;'>&lt;</a></body></html>, " PARAMS(
			 "<output:method value='html'/><output:html-version value='5'/>") ")",
		 "<!DOCTYPE html><html><head><meta http-equiv=\"Content-Type\" content=\"text/html; charset=UTF-8\">"
		 "<meta name=\"n\"></head><body><p></p><br><input checked><script>a<b</script>"
		 "<a href=\"%C3%A9\">&lt;</a></body></html>"},
		{"serialize(<html xmlns='http://www.w3.org/1999/xhtml'><p/><br/><x xmlns=''/></html>, " PARAMS(
			 "<output:method value='xhtml'/>") ")",
		 "<html xmlns=\"http://www.w3.org/1999/xhtml\"><p></p><br /><x xmlns=\"\"></x></html>"},
		{"serialize(<a b='&lt;&amp;{{x}}'>&#xA0;</a>, " PARAMS("<output:method value='html'/>") ")",
		 "<a b=\"<&{x}\">&nbsp;</a>"},
	};

	UT_QUERIES(list, NULL);
}

/* Serialization 3.1, sections 6 and 7 */
static void
test_html(void)
{
#define X "xmlns='http://www.w3.org/1999/xhtml'"
#define HX "<h:p xmlns:h='http://www.w3.org/1999/xhtml'"
#define XHTML5 ", map {'method': 'xhtml', 'html-version': 5.0, 'include-content-type': false()})"
#define HTML5 ", map {'method': 'html', 'html-version': 5.0, 'include-content-type': false()})"
#define HTML4 ", map {'method': 'html', 'html-version': 4.01})"
	static const UtQuery list[] = {
		/* an element of HTML is one of no namespace in 5, by its name */
		{"serialize(<html><br/><x/></html>" XHTML5, "<!DOCTYPE html><html><br /><x></x></html>"},
		{"serialize(<p><br/></p>, map {'method': 'xhtml'})", "<p><br></br></p>"},
		{"serialize(<p " X "><br/><frame/></p>, map {'method': 'xhtml'})",
		 "<p xmlns=\"http://www.w3.org/1999/xhtml\"><br /><frame /></p>"},
		{"serialize(<p><br/><frame/><wbr/></p>" HTML5, "<p><br><frame></frame><wbr></p>"},
		{"serialize(<p><BR/><frame/><wbr/></p>" HTML4, "<p><BR><frame><wbr></wbr></p>"},
		{"serialize(<p " X "><br/></p>" HTML4, "<p xmlns=\"http://www.w3.org/1999/xhtml\"><br/></p>"},
		/* only version 5 has a DOCTYPE without identifiers; that of XHTML needs a system identifier */
		{"serialize(<html/>, map {'method': 'xhtml', 'html-version': 5, 'doctype-public': 'p'})",
		 "<!DOCTYPE html><html></html>"},
		{"serialize(<html/>, map {'method': 'html', 'html-version': 5, 'doctype-public': 'p'})",
		 "<!DOCTYPE html PUBLIC \"p\"><html></html>"},
		{"serialize(('x', <html/>)" HTML5, "x<html></html>"},
		/* prefixes are normalized */
		{"serialize(" HX "><h:b/><c/></h:p>" XHTML5,
		 "<p xmlns=\"http://www.w3.org/1999/xhtml\"><b></b><c xmlns=\"\"></c></p>"},
		{"serialize(" HX " h:a='1'/>" XHTML5,
		 "<p xmlns=\"http://www.w3.org/1999/xhtml\" xmlns:h=\"http://www.w3.org/1999/xhtml\" h:a=\"1\"></p>"},
		{"serialize(<o:x xmlns:o='o' " X "><p/></o:x>" XHTML5,
		 "<o:x xmlns:o=\"o\"><p xmlns=\"http://www.w3.org/1999/xhtml\"></p></o:x>"},
		{"serialize(" HX "><s:g xmlns:s='http://www.w3.org/2000/svg'/></h:p>" HTML5,
		 "<p xmlns=\"http://www.w3.org/1999/xhtml\"><g xmlns=\"http://www.w3.org/2000/svg\"/></p>"},
		{"serialize(" HX "/>" HTML4, "<h:p xmlns:h=\"http://www.w3.org/1999/xhtml\"/>"},
		/* attributes have their meaning on their elements only */
		{"serialize(<p checked='checked' src='&#xE9;'><input checked='CHECKED'/></p>" HTML5,
		 "<p checked=\"checked\" src=\"\xC3\xA9\"><input checked></p>"},
		{"serialize(<style><a b='&lt;'>&amp;</a></style>" HTML5, "<style><a b=\"<\">&</a></style>"},
		{"serialize(<p>&#x81;</p>" HTML5, "<p>&#129;</p>"},
		/* no white space beside inline elements, comments and processing instructions */
		{"serialize(<div><p><?a b?></p><b><div/></b><p/></div>, map {'method': 'html', 'indent': true()})",
		 "<div>\n  <p><?a b></p><b><div></div></b><p></p>\n</div>"},
		/* character maps: not in namespaces and URIs, but in scripts */
		{"serialize(<x:p xmlns:x='a'>a</x:p>, map {'use-character-maps': map {'a': 'b'}})",
		 "<x:p xmlns:x=\"a\">b</x:p>"},
		{"serialize(<script src='a' id='a'>a&lt;</script>, map {'method': 'html', 'use-character-maps': map "
		 "{'a': 'b'}})",
		 "<script src=\"a\" id=\"b\">b<</script>"},
		{"serialize(<!--&#xE9;-->, map {'encoding': 'us-ascii'})", "<!--&#xE9;-->"},
		{"serialize(comment {'\xC3\xA9'}, map {'encoding': 'us-ascii'})", "!SERE0008"},
		{"serialize('\xC3\xA9', map {'encoding': 'us-ascii', 'method': 'text'})", "!SERE0008"},
		{"serialize(<a/>, map {'method': 'Q{}html'})", "<a></a>"},
	};

	UT_QUERIES(list, NULL);
}

static void
test_refused(void)
{
	static const UtQuery list[] = {
		{"serialize(<a/>, <b/>)", "!XPTY0004"},
		{"serialize(<a/>, 1)", "!XPTY0004"},
		{"serialize(<a/>, " PARAMS("<output:indent value='maybe'/>") ")", "!SEPM0017"},
		{"serialize(<a/>, " PARAMS("<output:outdent value='yes'/>") ")", "!SEPM0017"},
		{"serialize(<a/>, " PARAMS("<indent value='yes'/>") ")", "!SEPM0017"},
		{"serialize(<a/>, " PARAMS("<output:indent value='yes' x=''/>") ")", "!SEPM0017"},
		{"serialize(<a/>, " PARAMS("<output:indent value='yes'/><output:indent value='yes'/>") ")",
		 "!SEPM0019"},
		{"serialize(<a/>, " PARAMS("<v:x xmlns:v='v' value='1'/>") ")", "<a/>"},
		{"serialize(<a/>, " PARAMS(
			 "<output:use-character-maps><output:character-map character='$' map-string='a'/>"
			 "<output:character-map character='$' map-string='b'/></output:use-character-maps>") ")",
		 "!SEPM0018"},
		{"serialize((<a/>, <b/>), " PARAMS("<output:standalone value='yes'/>") ")", "!SEPM0004"},
		{"serialize(<a/>, " PARAMS(
			 "<output:omit-xml-declaration value='yes'/><output:standalone value='yes'/>") ")",
		 "!SEPM0009"},
		{"serialize(<a/>, " PARAMS("<output:undeclare-prefixes value='yes'/>") ")", "!SEPM0010"},
		{"serialize(<a/>, " PARAMS("<output:version value='2.0'/>") ")", "!SESU0013"},
		{"serialize(<a/>, " PARAMS("<output:encoding value='x'/>") ")", "!SESU0007"},
		{"serialize(<a>&#x81;</a>, " PARAMS("<output:method value='html'/>") ")", "!SERE0014"},
		{"serialize(<a><?p x>y?></a>, " PARAMS("<output:method value='html'/>") ")", "!SERE0015"},
	};

	UT_QUERIES(list, NULL);
}

static void
test_maps(void)
{
	static const UtQuery list[] = {
		{"serialize((1, [2, <a/>]), map {'item-separator': '|'})", "1|2|<a/>"},
		{"serialize(<a/>, map {'omit-xml-declaration': false(), 'standalone': true()})",
		 "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?><a/>"},
		{"serialize(<a>$</a>, map {'use-character-maps': map {'$': 'S'}, 'cdata-section-elements': ()})",
		 "<a>S</a>"},
		{"serialize(<a xmlns='u'>&lt;</a>, map {'cdata-section-elements': [QName('u', 'a')]})",
		 "<a xmlns=\"u\"><![CDATA[<]]></a>"},
		{"serialize(<html/>, map {'method': 'html', 'html-version': 5})", "<!DOCTYPE html><html></html>"},
		{"serialize(<a/>, map {'indent': 'yes'})", "!XPTY0004"},
		{"serialize(<a/>, map {'indent': xs:untypedAtomic('true')})", "<a/>"},
		{"serialize(<a/>, map {'method': 'x'})", "!SEPM0016"},
		{"serialize(<a/>, map {'use-character-maps': map {'ab': 'S'}})", "!SEPM0016"},
		{"serialize(<a/>, map {'use-character-maps': map {'a': 1}})", "!XPTY0004"},
		{"serialize([attribute a {1}])", "!SENR0001"},
		{"serialize(map {})", "!SENR0001"},
	};

	UT_QUERIES(list, NULL);
}

static void
test_json(void)
{
	static const UtQuery list[] = {
		{"serialize(map {'a': [1, 2.5, ()], 'b': true()}, map {'method': 'json'})",
		 "{\"a\":[1,2.5,null],\"b\":true}"},
		{"serialize('a\"\\/&#xA;&#x85;', map {'method': 'json'})", "\"a\\\"\\\\\\/\\n\\u0085\""},
		{"serialize('&#x1F600;', map {'method': 'json', 'encoding': 'us-ascii'})", "\"\\uD83D\\uDE00\""},
		{"serialize([<a>x/</a>, text {'t'}], map {'method': 'json'})", "[\"<a>x\\/<\\/a>\",\"t\"]"},
		{"serialize((), map {'method': 'json'})", "null"},
		{"serialize([1, map {'k': 1}], map {'method': 'json', 'indent': true()})",
		 "[\n  1,\n  {\n    \"k\": 1\n  }\n]"},
		{"serialize((1, 2), map {'method': 'json'})", "!SERE0023"},
		{"serialize([(1, 2)], map {'method': 'json'})", "!SERE0023"},
		{"serialize(xs:double('NaN'), map {'method': 'json'})", "!SERE0020"},
		{"serialize(true#0, map {'method': 'json'})", "!SERE0021"},
		{"serialize(map {'1': 1, 1: 2}, map {'method': 'json'})", "!SERE0022"},
		{"serialize(map {'1': 1, 1: 2}, map {'method': 'json', 'allow-duplicate-names': true()})",
		 "{\"1\":1,\"1\":2}"},
	};

	UT_QUERIES(list, NULL);
}

static void
test_adaptive(void)
{
	static const UtQuery list[] = {
		{"serialize((1, 'a\"b', true(), 1.5, 2e0, 1.5e7, xs:date('2020-01-01'), QName('u', 'p:a')), "
		 "map {'method': 'adaptive', 'item-separator': ';'})",
		 "1;\"a\"\"b\";true();1.5;2.0e0;1.5e7;xs:date(\"2020-01-01\");Q{u}a"},
		{"serialize((<a b='1'/>, <a b='1'/>/@b, map {'k': (1, 2), 'e': ()}, [1, [2]]), map {'method': "
		 "'adaptive'})",
		 "<a b=\"1\"/>\nb=\"1\"\nmap{\"k\":(1,2),\"e\":()}\n[1,[2]]"},
		{"serialize((xs:yearMonthDuration('P1Y'), xs:dateTimeStamp('2026-01-01T00:00:00Z')), map {'method': "
		 "'adaptive', "
		 "'item-separator': ' '})",
		 "xs:duration(\"P1Y\") xs:dateTime(\"2026-01-01T00:00:00Z\")"},
		{"serialize((function($x) {$x}, fn:abs#1), map {'method': 'adaptive', 'item-separator': ' '})",
		 "(anonymous-function)#1 fn:abs#1"},
	};

	UT_QUERIES(list, NULL);
}

UT_SUITE(test_fn_serialize)
{
	UT_RUN(test_xml);
	UT_RUN(test_others);
	UT_RUN(test_html);
	UT_RUN(test_refused);
	UT_RUN(test_maps);
	UT_RUN(test_json);
	UT_RUN(test_adaptive);
	return ut_done();
}

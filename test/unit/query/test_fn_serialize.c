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
		 "<html xmlns=\"http://www.w3.org/1999/xhtml\"><p></p><br /><x xmlns=\"\"/></html>"},
		{"serialize(<a b='&lt;&amp;{{x}}'>&#xA0;</a>, " PARAMS("<output:method value='html'/>") ")",
		 "<a b=\"<&{x}\">&nbsp;</a>"},
	};

	UT_QUERIES(list, NULL);
}

static void
test_refused(void)
{
	static const UtQuery list[] = {
		{"serialize(<a/>, <b/>)", "!XPTY0004"},
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

UT_SUITE(test_fn_serialize)
{
	UT_RUN(test_xml);
	UT_RUN(test_others);
	UT_RUN(test_refused);
	return ut_done();
}

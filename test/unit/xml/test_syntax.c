/*
 * test_syntax.c -- what a user reads of text that is not well-formed: the words and the place.
 *
 * The words are ours, and the places do not depend on the release of libxml2: the same table holds with each.
 */
#include "../ut_parse.h"

static const struct
{
	const char *s;
	int line;
	int col;
	const char *message;
} t[] = {
	{"<a>", 1, 4, "unexpected end of input in element \"a\""},
	{"<a><b>x", 1, 8, "unexpected end of input in element \"b\""},
	{"x</a>", 1, 6, "unexpected end tag"},
	{"<!DOCTYPE a><a/><b/>", 1, 17, "extra content at the end of the document"},
	{"<!DOCTYPE a>x", 1, 14, "unexpected end of input"},
	{"<a/><!DOCTYPE a><a/>", 1, 5, "markup that is not allowed here"},
	{"a\001", 1, 2, "invalid character with code 1"},
	{"<a b=\"\001\"/>", 1, 7, "invalid character with code 1"},
	{"<a>\xEF\xBF\xBE</a>", 1, 4, "invalid character with code 65534"},
	{"<a b=\"\xEF\xBF\xBF\"/>", 1, 7, "invalid character with code 65535"},
	{"<a>\xF4\x90\x80\x80</a>", 1, 4, "invalid character with code 1114112"},
	{"<a>&#xFFFE;</a>", 1, 12, "reference to an invalid character"},
	{"<a>&#xZ;</a>", 1, 7, "invalid character reference"},
	{"<a>&#0;</a>", 1, 8, "reference to an invalid character"},
	{"<a>&#65</a>", 1, 8, "invalid character reference"},
	{"a & b", 1, 4, "\"&\" must be written as \"&amp;\""},
	{"<a>a &amp</a>", 1, 10, "\"&\" must be written as \"&amp;\""},
	{"<a b=\"x & y\"/>", 1, 10, "\"&\" must be written as \"&amp;\""},
	{"<a b=\"<\"/>", 1, 7, "\"<\" must be written as \"&lt;\" in an attribute value"},
	{"<!DOCTYPE a [<!ENTITY e \"&#60;\">]><a b=\"&e;\"/>", 1, 44,
	 "entity \"e\" contains \"<\" and cannot be used in an attribute value"},
	{"<a>]]></a>", 1, 4, "\"]]>\" must be written as \"]]&gt;\" in text"},
	{"<a>x\n\n y]]></a>", 3, 3, "\"]]>\" must be written as \"]]&gt;\" in text"},
	{"<a>\n</b>", 2, 5, "end tag \"b\" does not match start tag \"a\" of line 1"},
	{"<p:a xmlns:p=\"u\" xmlns:q=\"u\"></q:a>", 1, 36,
	 "end tag \"a\" does not have the prefix of its start tag"},
	{"<p:a xmlns:p=\"u\"></a>", 1, 22, "end tag \"a\" does not have the prefix of its start tag"},
	{"<a/></w>", 1, 9, "unexpected end tag"},
	{"a < b", 1, 4, "element name expected; \"<\" must be written as \"&lt;\" in text"},
	{"<a></ a>", 1, 7, "\">\" expected"},
	{"<1/>", 1, 2, "element name expected; \"<\" must be written as \"&lt;\" in text"},
	{"<a =\"\"/>", 1, 4, "attribute name expected"},
	{"<a b/>", 1, 5, "attribute \"b\" has no value"},
	{"<a b=c/>", 1, 6, "attribute value must be quoted"},
	{"<a b=\"x", 1, 8, "attribute value is not closed"},
	{"<a b=\"1\" c=\"2", 1, 14, "attribute value is not closed"},
	{"<a b=\"1\" b=\"2\"/>", 1, 15, "attribute \"b\" occurs twice"},
	{"<a xmlns:p=\"u\" xmlns:q=\"u\" p:x=\"\" q:x=\"\"/>", 1, 41,
	 "attribute \"x\" in namespace \"u\" occurs twice"},
	{"<a xmlns:p=\"u\" p:x=\"1\" p:x=\"2\"/>", 1, 31, "attribute \"p:x\" occurs twice"},
	{"<a xmlns:p=\"u\" xmlns:p=\"v\"/>", 1, 27, "attribute \"xmlns:p\" occurs twice"},
	{"<a xmlns=\"u\" xmlns=\"v\"/>", 1, 23, "attribute \"xmlns\" occurs twice"},
	{"<a b=\"1\"c=\"2\"/>", 1, 9, "white space is missing"},
	{"<a></a b>", 1, 8, "\">\" expected"},
	{"<a / >", 1, 4, "attribute name expected"},
	{"<a><!-- x", 1, 10, "comment is not closed"},
	{"<a><!-- -- --></a>", 1, 9, "\"--\" is not allowed in a comment"},
	{"<a><![CDATA[x", 1, 13, "unexpected end of input in element \"a\""},
	{"<a><? x?></a>", 1, 6, "target of the processing instruction expected"},
	{"<a><?x y", 1, 9, "processing instruction is not closed"},
	{"<a><?xml x?></a>", 1, 9, "an XML declaration is allowed at the start of the text only"},
	{"<?XML version=\"1.0\"?><a/>", 1, 6, "\"xml\" is not allowed as a target in upper or mixed case either"},
	{"<a><?Xml?></a>", 1, 9, "\"xml\" is not allowed as a target in upper or mixed case either"},
	{"<a:b:c xmlns:a=\"u\"/>", 1, 5, "invalid qualified name"},
	{"<a><?p:x?></a>", 1, 9, "name \"p:x\" must not contain a colon"},
	{"<p:a/>", 1, 5, "namespace prefix \"p\" is not declared"},
	{"<a p:b=\"\"/>", 1, 10, "namespace prefix \"p\" is not declared"},
	{"<a xmlns:p=\"\"/>", 1, 14, "prefix \"p\" cannot be declared with an empty namespace name"},
	{"<a xmlns:xml=\"u\"/>", 1, 17,
	 "the prefixes \"xml\" and \"xmlns\" and their namespace names are reserved"},
	{"<a xmlns:xmlns=\"u\"/>", 1, 19,
	 "the prefixes \"xml\" and \"xmlns\" and their namespace names are reserved"},
	{"<a><!b></a>", 1, 4, "markup that is not allowed here"},
	{"<a><!", 1, 6, "unexpected end of input in element \"a\""},
	{"<?xml version=\"2.0\"?><a/>", 1, 1, "unsupported XML version in the XML declaration"},
	{"<?xml version=\"1.0\" encoding=\"?\"?><a/>", 1, 1, "invalid encoding name in the XML declaration"},
	{"<?xml version=\"1.0\" standalone=\"maybe\"?><a/>", 1, 1,
	 "standalone must be \"yes\" or \"no\" in the XML declaration"},
	{"<?xml version=\"1.0\" foo=\"1\"?><a/>", 1, 1, "malformed XML declaration"},
	{"<?xml version=\"1.0\"", 1, 1, "XML declaration is not closed"},
	{"<!DOCTYPEa><a/>", 1, 1, "white space is missing after \"<!DOCTYPE\""},
	{"<!DOCTYPE a x><a/>", 1, 13, "malformed DOCTYPE"},
	{"<!DOCTYPE a>[<!ENTITY e 'x'>]><a>&e;</a>", 1, 13, "the root element is missing"},
	{"<!DOCTYPE a [<!FOO a>]><a/>", 1, 14, "malformed declaration"},
	{"<!DOCTYPE a [x]><a/>", 1, 14, "malformed declaration"},
	{"<!DOCTYPE a [<!ENTITY 1 \"x\">]><a/>", 1, 23, "name expected"},
	{"<!DOCTYPE a [<!ENTITY e x>]><a/>", 1, 25, "quoted literal expected"},
	{"<!DOCTYPE a [\n<!ENTITY e x\">\n]>\n<a b='1'/>", 2, 12, "quoted literal expected"},
	{"<!DOCTYPE a [\n<!ENTITY e 'x''>\n]>\n<a b=\"1\"/>", 2, 15, "malformed declaration"},
	{"<!DOCTYPE a [\n<!ATTLIST a'id ID #IMPLIED>\n]>\n<a/>", 2, 12, "name expected"},
	{"<!DOCTYPE a [\n\">\n]>\n<a b='1'/>", 2, 1, "malformed declaration"},
	{"<!DOCTYPE a [\n<!-- ]>\n<a/>\n<!-- x -->", 4, 3, "\"--\" is not allowed in a comment"},
	{"<!DOCTYPE a [\n] x>\n<a/>", 2, 3, "malformed DOCTYPE"},
	{"<!DOCTYPE a [\n<!ENTITY e 'x\">]>\n<a/>", 3, 5, "literal is not closed"},
	{"<!DOCTYPE a [\n<!ENTITY e 'x\">]>\n<a b=\"\"/>", 3, 10, "literal is not closed"},
	{"<!DOCTYPE a [\n<!-- x\n", 3, 1, "comment is not closed"},
	{"<!DOCTYPE a [\n<?x y\n", 3, 1, "processing instruction is not closed"},
	{"<!DOCTYPE a [\n<!ENTITY e ", 2, 12, "unexpected end of input"},
	{"<!DOCTYPE a [\n]", 2, 2, "unexpected end of input"},
	{"<!DOCTYPE a\n", 2, 1, "unexpected end of input"},
	{"<!DOCTYPE a [\n", 2, 1, "unexpected end of input"},
	{"<!DOCTYPE a [<!ENTITY e \"a & b\">]><a/>", 1, 32, "malformed value of an entity"},
	{"<!DOCTYPE a [<!ENTITY e \"a % b\">]><a/>", 1, 32, "malformed value of an entity"},
	{"<!DOCTYPE a [<!ENTITY e PUBLIC \"p\">]><a/>", 1, 35, "white space is missing"},
	{"<!DOCTYPE a [<!ENTITY e SYSTEM s>]><a/>", 1, 32, "quoted literal expected"},
	{"<!DOCTYPE a [<!ELEMENT a (b c)>]><a/>", 1, 29, "malformed content model"},
	{"<!DOCTYPE a [<!ATTLIST a b () \"c\">]><a/>", 1, 29, "malformed type of an attribute"},
	{"<!DOCTYPE a [<!ATTLIST a xmlns:p CDATA \"\">]><a/>", 1, 42,
	 "prefix \"p\" cannot be declared with an empty namespace name"},
	{"<!DOCTYPE a [<!ATTLIST a xmlns:xml CDATA \"u\">]><a/>", 1, 45,
	 "the prefixes \"xml\" and \"xmlns\" and their namespace names are reserved"},
	{"<!DOCTYPE a [<!NOTATION n >]><a/>", 1, 28,
	 "notation \"n\" has neither a system nor a public identifier"},
	{"<!DOCTYPE a [<!ENTITY % p \"ANY\"><!ELEMENT a %p;>]><a/>", 1, 45,
	 "a parameter entity cannot be referred to within a declaration"},
	{"<!DOCTYPE a [<!ENTITY % p \"x\"><!ENTITY % q \"<!ENTITY e '&#37;p;'>\">%q;]><a/>", 1, 71,
	 "a parameter entity cannot be referred to within a declaration"},
	{"<!DOCTYPE a [<!ENTITY % p \"\">% p;]><a/>", 1, 31,
	 "\"%\" must be written as \"&#37;\" where it does not begin a reference"},
	{"<!DOCTYPE a [<!ENTITY e \"&e;\">]><a>&e;</a>", 1, 39,
	 "entity \"e\" refers to itself or is nested too deep"},
	{"<!DOCTYPE a [<!ENTITY e \"<b>\">]><a>&e;</a>", 1, 39,
	 "an element begins and ends in different entities"},
	{"<!DOCTYPE a [<!ENTITY e \"</a>\">]><a>&e;</a>", 1, 40,
	 "an element begins and ends in different entities"},
	{"<!DOCTYPE a [<!ENTITY e SYSTEM \"s\" NDATA n>]><a>&e;</a>", 1, 52,
	 "entity \"e\" is unparsed and cannot be referred to"},
	{"<!DOCTYPE a [<!ENTITY e SYSTEM \"s\">]><a>&e;</a>", 1, 44,
	 "entity \"e\" cannot be expanded: external entities are not read"},
	{"<!DOCTYPE a SYSTEM \"s\"><a>&e;</a>", 1, 30,
	 "entity \"e\" cannot be expanded: external DTDs and entities are not read"},
	{"<a>&e;</a>", 1, 7, "entity \"e\" is not declared"},
};

static void
test_messages(void)
{
	for (size_t i = 0; i < sizeof(t) / sizeof(t[0]); i++)
		for (size_t chunk = 0; chunk < 4; chunk++)
		{
			Result r = parse_on(bx_host_libc(), t[i].s, strlen(t[i].s), &any, chunk);
			size_t n = strlen(t[i].message);
			const char *rest = r.err.detail + n;

			CHECKF(r.status == BX_E_SYNTAX_DOC || r.status == BX_E_SYNTAX_CONTENT, "%s: %s", t[i].s,
				   bx_status_name(r.status));
			CHECKF(r.err.line == t[i].line && r.err.col == t[i].col, "%s: %d:%d", t[i].s, r.err.line,
				   r.err.col);
			CHECKF(strncmp(r.err.detail, t[i].message, n) == 0 &&
					   (*rest == '\0' || strncmp(rest, "; near", 6) == 0),
				   "%s: %s", t[i].s, r.err.detail);
			free(r.data);
		}
}

/* A name may be of any length, the message is cut between characters. */
static void
test_long_names(void)
{
	char s[1000] = "<";
	Result r;

	for (int i = 0; i < 150; i++)
		strcat(s, "\xC3\xA9");
	strcat(s, ":a/>");
	r = parse(s, &any);
	CHECKF(r.status == BX_E_SYNTAX_CONTENT && strstr(r.err.detail, "\xC3\xA9\" is not declared") != NULL,
		   "%s", r.err.detail);
	free(r.data);
}

UT_SUITE(test_syntax)
{
	UT_RUN(test_messages);
	UT_RUN(test_long_names);
	return ut_done();
}

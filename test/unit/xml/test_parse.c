/*
 * test_parse.c -- XML text to values: what is accepted, what is refused and where, limits, chunks, memory.
 *
 * Accepted texts are compared with the text that the value prints.
 */
#define _DEFAULT_SOURCE /* strdup, clock_gettime */
#include <libxml/parser.h>
#include <stdlib.h>
#include <time.h>

#include "../ut_host.h"
#include "../ut_parse.h"

/* CPU time.  The bounds on it below are far above a linear parse, so that only what grows faster passes them. */
static double
seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double) t.tv_sec + (double) t.tv_nsec / 1e9;
}

/* ---- what is accepted ---- */

static void
test_accept(void)
{
	static const char *const same[] = {
		"",
		"text",
		"  ",
		"<a/>",
		"<a/><b/>",
		"x<a/>",
		" <a/> <b/> ",
		"\n<a/><!--c--> <b/>",
		"<!--a--> <?b c?> ",
		" <a/>x",
		"<a>1</a>\n<b x=\"1\">t<c>2.50</c></b>\n<!--end-->\n",
		"<a xmlns=\"u\" xmlns:p=\"v\"><p:b p:c=\"1\" d=\"2\"/></a>",
		"<a xmlns=\"u\"><b xmlns=\"\"/></a>",
		"<a>\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80</a>",
		"<a xml:lang=\"en\"> <b> </b> </a>",
		"<!DOCTYPE a [<!-- ]> --><?x ]> ?><!ELEMENT a ANY><!ENTITY e \"]>\">]><a/>",
		"<!--1--><!DOCTYPE a SYSTEM \"a>b.dtd\"><?p q?><a/><!--2-->",
		"<!DOCTYPE a [<?x it's?><!ENTITY e \"it's\"><?y \"?><?z <!-- ]> ?><!---> ' ]>--><!ENTITY f "
		"\"\">]><a/>",
		"<w/>",
		"<w><w/></w>",
		"<a xmlns=\"relative\"/>",
	};

	for (size_t i = 0; i < sizeof(same) / sizeof(same[0]); i++)
		accept(same[i], same[i], &any);
}

static void
test_changed(void)
{
	static const char *const pairs[][2] = {
		{"\n<a/>\n", "<a/>"},
		{" <!--x-->\n<a/> <?p?> ", "<!--x--><a/><?p?>"},
		{"<a><![CDATA[<b>]]>&amp;&#65;&#x42;</a>", "<a>&lt;b&gt;&amp;AB</a>"},
		{"<a b=' x\n\ty ' />", "<a b=\" x  y \"/>"},
		{"<a>1\r\n2\r3</a>", "<a>1\n2\n3</a>"},
		{"<a><![CDATA[1\r\n2\r]]></a>", "<a>1\n2\n</a>"},
		{"<!DOCTYPE a [<!ENTITY e '<b>x</b>'>]><a>&e;&e;</a>",
		 "<!DOCTYPE a [<!ENTITY e '<b>x</b>'>]><a><b>x</b><b>x</b></a>"},
		{"<!DOCTYPE a [<!ENTITY e 'v'><!ENTITY f '&e;&e;'>]><a b='&f;'>&f;</a>",
		 "<!DOCTYPE a [<!ENTITY e 'v'><!ENTITY f '&e;&e;'>]><a b=\"vv\">vv</a>"},
		{"<!DOCTYPE a [<!ATTLIST a x CDATA 'd' y (p|q) 'q'>]><a y='p'/>",
		 "<!DOCTYPE a [<!ATTLIST a x CDATA 'd' y (p|q) 'q'>]><a y=\"p\" x=\"d\"/>"},
		{"<!DOCTYPE a [<!ENTITY % p \"<!ENTITY e 'x'>\">%p;]><a>&e;</a>",
		 "<!DOCTYPE a [<!ENTITY % p \"<!ENTITY e 'x'>\">%p;]><a>x</a>"},
		/* An external parameter entity is as if it were empty. */
		{"<!DOCTYPE a [<!ENTITY % p SYSTEM '/etc/hostname'>%p;<!ENTITY e 'x'>]><a>&e;</a>",
		 "<!DOCTYPE a [<!ENTITY % p SYSTEM '/etc/hostname'>%p;<!ENTITY e 'x'>]><a>x</a>"},
		/* Declared but not used: no harm. */
		{"<!DOCTYPE a [<!ENTITY e SYSTEM '/etc/hostname'>]><a/>",
		 "<!DOCTYPE a [<!ENTITY e SYSTEM '/etc/hostname'>]><a/>"},
		{"<!DOCTYPE a [<!ENTITY e '&e;'>]><a/>", "<!DOCTYPE a [<!ENTITY e '&e;'>]><a/>"},
		{"<!DOCTYPE a>\n\n<a/>\n", "<!DOCTYPE a><a/>"},
	};

	for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++)
		accept(pairs[i][0], pairs[i][1], &any);
}

static void
test_options(void)
{
	BxParseOptions o = any;

	o.strip = true;
	accept(" <a> <b> x </b>\n<c xml:space='preserve'> <d> </d><e xml:space='default'> </e></c></a> <f/>",
		   "<a><b> x </b><c xml:space=\"preserve\"> <d> </d><e xml:space=\"default\"/></c></a><f/>", &o);
	accept("<a> <![CDATA[ ]]> </a>", "<a/>", &o);
	o = any;
	o.reject_dtd = true;
	accept("<a/>", "<a/>", &o);
	refuse("<!--x-->\n<!DOCTYPE a><a/>", &o, BX_E_SYNTAX_DOC, 2, 1, "a DOCTYPE is not allowed");
	o = any;
	o.as = BX_PARSE_DOCUMENT;
	accept(" <!--x--> <a/> ", "<!--x--><a/>", &o);
	refuse("<a/><b/>", &o, BX_E_SYNTAX_DOC, 1, 5, "extra content at the end of the document");
	refuse("<a/>\n x", &o, BX_E_SYNTAX_DOC, 2, 2, "extra content");
	refuse("", &o, BX_E_SYNTAX_DOC, 1, 1, "unexpected end of input");
	refuse(" <!--x--> ", &o, BX_E_SYNTAX_DOC, 1, 11, "unexpected end of input");
	refuse("x<a/>", &o, BX_E_SYNTAX_DOC, 1, 1, "");
	refuse("<?xml encoding='UTF-8'?><a/>", &o, BX_E_SYNTAX_DOC, 1, 1, "malformed XML declaration");
}

/* ---- what is refused ---- */

static void
test_refuse(void)
{
	static const struct
	{
		const char *s;
		int line;
		int col;
		const char *part;
	} t[] = {
		{"</w>", 1, 5, "unexpected end tag"},
		{"</w><w>", 1, 5, "unexpected end tag"},
		{"</x><x>", 1, 5, "unexpected end tag"},
		{"<a/></root><root>", 1, 12, "unexpected end tag"},
		{"</w  ><w>", 1, 7, "unexpected end tag"},
		{"<a></a></w><w>", 1, 12, "unexpected end tag"},
		{"<a>\n</b>", 2, 5, "end tag \"b\" does not match start tag \"a\" of line 1; near \"</b>\""},
		{"<a>\n<b>", 2, 4, "unexpected end of input in element \"b\""},
		{"<a><b></a>", 1, 11, "end tag \"a\" does not match start tag \"b\" of line 1"},
		{"<a b=c/>", 1, 6, "attribute value must be quoted"},
		{"<a b='1' b='2'/>", 1, 15, "attribute \"b\" occurs twice"},
		{"<x:a/>", 0, 0, "namespace prefix \"x\" is not declared"},
		{"<a x:b=''/>", 0, 0, "namespace prefix \"x\" is not declared"},
		{"<a xmlns:p=''/>", 0, 0, "prefix \"p\" cannot be declared with an empty namespace name"},
		{"<a xmlns:xml='u'/>", 0, 0, "are reserved"},
		{"<a xmlns:xmlns='u'/>", 0, 0, "xmlns"},
		{"<a xmlns:p='http://www.w3.org/2000/xmlns/'/>", 0, 0, "xmlns"},
		{"<a>&foo;</a>", 1, 9, "entity \"foo\" is not declared"},
		{"<a b='&foo;'/>", 0, 0, "entity \"foo\" is not declared"},
		{"<!DOCTYPE a SYSTEM 'x'><a>&foo;</a>", 0, 0, "external DTDs and entities are not read"},
		{"<!DOCTYPE a [<!ENTITY e SYSTEM '/etc/hostname'>]><a>&e;</a>", 0, 0,
		 "external entities are not read"},
		{"<!DOCTYPE a [<!ENTITY e '&e;'>]><a>&e;</a>", 0, 0, "refers to itself"},
		{"<!DOCTYPE a [<!ENTITY e '&f;'><!ENTITY f '&e;'>]><a b='&e;'/>", 0, 0, "refers to itself"},
		{"<!DOCTYPE a [<!ENTITY e '</a>'>]><a>&e;", 0, 0, ""},
		{"<!DOCTYPE a [<!ENTITY e '<b>'>]><a>&e;</b></a>", 0, 0, ""},
		{"<!DOCTYPE a [<!ENTITY e", 0, 0, ""},
		{"<!DOCTYPE a><a/><b/>", 1, 17, "extra content"},
		{"<a/><!DOCTYPE a>", 0, 0, ""},
		{"x<!DOCTYPE a><a/>", 0, 0, ""},
		{" <?xml version='1.0'?><a/>", 0, 0, "XML declaration is allowed at the start"},
		{"<?xml version='2.0'?><a/>", 1, 1, "unsupported XML version"},
		{"<?xml version='1.0' encoding=''?><a/>", 1, 1, "invalid encoding name"},
		{"<?xml version='1.0' standalone='maybe'?><a/>", 1, 1, "standalone"},
		{"<?xml version='1.0' x='1'?><a/>", 1, 1, "malformed"},
		{"<?xml version='1.0'", 1, 1, "not closed"},
		{"<a>]]></a>", 1, 4, "]]>"},
		{"<a>\n\n  <b>&#0;</b></a>", 3, 10, "invalid"},
		{"a\x01", 1, 2, "invalid"},
		{"<", 0, 0, ""},
		{"a <", 0, 0, ""},
		{"<a", 1, 3, ""},
		{"<a b='", 0, 0, ""},
		{"<a b=\"x\n<c/>", 0, 0, "\"<\" must be written as \"&lt;\""},
		{"<!--", 0, 0, "comment is not closed"},
		{"<!-- a -- b -->", 0, 0, ""},
		{"<![CDATA[x", 0, 0, "unexpected end of input"},
		{"<?p", 0, 0, ""},
		{"a &amp", 0, 0, "\"&\" must be written as \"&amp;\""},
		{"a & b", 1, 4, "\"&\" must be written as \"&amp;\""},
		{"<a></a", 0, 0, ""},
		{"\xC3\xA9\xC3\xA9<a>\xC3\xA9</b>", 1, 11, "end tag \"b\" does not match"},
		{"<?xml version='1.0'\n?>\xC3\xA9\n<a>\xC3\xA9</b>", 3, 9,
		 "does not match start tag \"a\" of line 3"},
		{"<?xml version='1.0'?><a></b>", 1, 29, "does not match start tag \"a\" of line 1"},
	};

	for (size_t i = 0; i < sizeof(t) / sizeof(t[0]); i++)
	{
		bool document = strncmp(t[i].s, "<!DOCTYPE", 9) == 0;

		refuse(t[i].s, &any, document ? BX_E_SYNTAX_DOC : BX_E_SYNTAX_CONTENT, t[i].line, t[i].col,
			   t[i].part);
	}
}

/* Nothing of the synthetic root may show, whatever the truncation. */
static void
test_truncated(void)
{
	static const char doc[] =
		"<?xml version=\"1.0\"?>\n<!--c--><?p d?><a b=\"1\" c='&lt;'>t&amp;&#33;<![CDATA[x]]]>"
		"<!--y--><d/>\xC3\xA9</a>\n";

	for (size_t n = 1; n < sizeof(doc) - 1; n++)
	{
		Result r = parse_on(bx_host_libc(), doc, n, &any, 0);

		CHECKF((r.status == BX_OK) == ((n >= 21 && n <= 22) || n == 30 || n == 37 || n >= sizeof(doc) - 2),
			   "%zu: %s", n, bx_status_name(r.status));
		CHECKF(strstr(r.err.detail, "w>") == NULL && strstr(r.err.detail, "<w") == NULL &&
				   strstr(r.err.detail, " w ") == NULL,
			   "%zu: %s", n, r.err.detail);
		CHECKF(r.status == BX_OK || r.err.line > 0, "%zu", n);
		free(r.data);
	}
}

/* ---- encodings ---- */

static Result
parse_bytes(const char *s, size_t n, const char *encoding, size_t chunk)
{
	BxParseOptions o = any;

	o.encoding = encoding;
	return parse_on(bx_host_libc(), s, n, &o, chunk);
}

#define BYTES(s) (s), sizeof(s) - 1

static void
expect_bytes(const char *s, size_t n, const char *encoding, const char *expected)
{
	for (size_t chunk = 0; chunk < 8; chunk++)
	{
		Result r = parse_bytes(s, n, encoding, chunk);
		char *text = text_of(&r);

		CHECKF(text != NULL && strstr(text, expected), "%s: chunk %zu: %s %s", expected, chunk,
			   text ? text : "nothing", r.err.msg);
		free(text);
	}
}

static void
test_encodings(void)
{
	expect_bytes(BYTES("\xEF\xBB\xBF<a>\xC3\xA9</a>"), NULL, "<a>\xC3\xA9</a>");
	expect_bytes(BYTES("\xEF\xBB\xBF<a>\xC3\xA9</a>"), "UTF-8", "<a>\xC3\xA9</a>");
	expect_bytes(BYTES("<a>\xC3\xA9</a>"), NULL, "<a>\xC3\xA9</a>");
	expect_bytes(BYTES("<?xml version='1.0' encoding='ISO-8859-1'?><a>\xE9</a>"), NULL, "<a>\xC3\xA9</a>");
	expect_bytes(BYTES("<?xml version='1.0' encoding='ISO-8859-1'?><a>\xC3\xA9</a>"), "UTF-8",
				 "<a>\xC3\xA9</a>");
	expect_bytes(BYTES("<?xml version='1.0' encoding='UTF-8'?><a>\xE9</a>"), "ISO-8859-1", "<a>\xC3\xA9</a>");
	expect_bytes(BYTES("<?xml version='1.0' encoding='Shift_JIS'?><a>\x83\x41</a>"), NULL,
				 "<a>\xE3\x82\xA2</a>");
	expect_bytes(BYTES("\xFF\xFE<\0a\0>\0\xE9\0<\0/\0a\0>\0"), NULL, "<a>\xC3\xA9</a>");
	expect_bytes(BYTES("\xFE\xFF\0<\0a\0>\0\xE9\0<\0/\0a\0>"), NULL, "<a>\xC3\xA9</a>");
	expect_bytes(BYTES("<\0a\0>\0\xE9\0<\0/\0a\0>\0"), NULL, "<a>\xC3\xA9</a>");
	expect_bytes(BYTES("\xFF\xFE\0\0<\0\0\0a\0\0\0/\0\0\0>\0\0\0"), NULL, "<a/>");
	expect_bytes(BYTES("\xEF\xBB\xBF<?xml version='1.0' encoding='utf8'?><a/>"), NULL, "<a/>");
	expect_bytes(BYTES("<?xml version='1.0' encoding='us-ascii'?><a/>"), NULL, "<a/>");
}

static void
expect_bad(const char *s, size_t n, const char *encoding, BxStatus status, int line, int col)
{
	for (size_t chunk = 0; chunk < 8; chunk++)
	{
		Result r = parse_bytes(s, n, encoding, chunk);

		CHECKF(r.status == status && (line == 0 || (r.err.line == line && r.err.col == col)),
			   "%.20s: chunk %zu: %s %d:%d %s %s", s, chunk, bx_status_name(r.status), r.err.line, r.err.col,
			   r.err.msg, r.err.detail);
		free(r.data);
	}
}

static void
test_bad_bytes(void)
{
	expect_bad(BYTES("<a>\n\xC3\xA9\xFF</a>"), "UTF-8", BX_E_ENCODING, 2, 2);
	expect_bad(BYTES("<a>\xE9</a>"), NULL, BX_E_ENCODING, 1, 4);
	expect_bad(BYTES("<a>\xC3"), NULL, BX_E_ENCODING, 1, 4);
	expect_bad(BYTES("<a><![CDATA[x\xC1\xBDy]]></a>"), NULL, BX_E_ENCODING, 1, 13);
	expect_bad(BYTES("<a>x\xC1\xBDy</a>"), NULL, BX_E_ENCODING, 1, 5);
	expect_bad(BYTES("<a>x\0y</a>"), "UTF-8", BX_E_SYNTAX_CONTENT, 1, 5);
	expect_bad(BYTES("<a></b>x\0y</a>"), "UTF-8", BX_E_SYNTAX_CONTENT, 1, 8);
	expect_bad(BYTES("<\0a\0>\0\n\0x\0\0\xD8/\0"), NULL, BX_E_ENCODING, 2, 2);
	expect_bad(BYTES("<\0a\0>\0\n\0x\0<"), NULL, BX_E_ENCODING, 0, 0);
	expect_bad(BYTES("<?xml version='1.0' encoding='no-such'?><a/>"), NULL, BX_E_ENCODING, 0, 0);
	expect_bad(BYTES("<?xml version='1.0' encoding='n'?><a/>"), NULL, BX_E_ENCODING, 0, 0);
	expect_bad(BYTES("<?xml version='1.0' encoding='UTF-16'?><a/>"), NULL, BX_E_ENCODING, 0, 0);
	expect_bad(BYTES("<\0?\0"), "UTF-8", BX_E_SYNTAX_CONTENT, 0, 0);
}

/* Write the XML declaration s for an encoding, and an element, in units of so many bytes, after a mark of its own. */
static size_t
wide(char *out, const char *mark, size_t mark_n, int unit, bool big, const char *encoding)
{
	char text[200];
	size_t n = mark_n;

	snprintf(text, sizeof(text), "<?xml version='1.0'%s%s%s?><a/>", encoding ? " encoding='" : "",
			 encoding ? encoding : "", encoding ? "'" : "");
	memcpy(out, mark, mark_n);
	for (const char *s = text; *s != '\0'; s++)
	{
		memset(out + n, 0, (size_t) unit);
		out[n + (size_t) (big ? unit - 1 : 0)] = *s;
		n += (size_t) unit;
	}
	return n;
}

/* Every byte order mark, and none, against every kind of declaration: what contradicts each other is refused. */
static void
test_declared(void)
{
	static const struct
	{
		const char *mark;
		size_t n;
		int unit;
		bool big;
		const char *fits; /* of the names below */
	} marks[] = {
		{"\xEF\xBB\xBF", 3, 1, false, "0"},
		{"\xFF\xFE", 2, 2, false, "1 2 6"},
		{"\xFE\xFF", 2, 2, true, "1 3 6"},
		{"\xFF\xFE\0\0", 4, 4, false, "4 7"},
		{"\0\0\xFE\xFF", 4, 4, true, "4 7"},
		{"", 0, 1, false, "0 5"},
		{"", 0, 2, false, "1 2 6"},
		{"", 0, 2, true, "1 3 6"},
		{"", 0, 4, false, "4 7"},
		{"", 0, 4, true, "4 7"},
	};
	static const char *const names[] = {"UTF-8",      "utf-16", "UTF-16LE",        "UTF-16BE",    "UTF-32",
										"ISO-8859-1", "UCS-2",  "ISO-10646-UCS-4", "EBCDIC-CP-US"};
	char text[1000];

	for (size_t i = 0; i < sizeof(marks) / sizeof(marks[0]); i++)
		for (size_t k = 0; k < sizeof(names) / sizeof(names[0]); k++)
		{
			size_t n = wide(text, marks[i].mark, marks[i].n, marks[i].unit, marks[i].big, names[k]);
			bool fits = strchr(marks[i].fits, (int) ('0' + k)) != NULL;

			for (size_t chunk = 0; chunk < 3; chunk++)
			{
				Result r = parse_bytes(text, n, NULL, chunk);

				CHECKF(r.status == (fits ? BX_OK : BX_E_ENCODING), "mark %zu, %s, chunk %zu: %s %s", i,
					   names[k], chunk, bx_status_name(r.status), r.err.msg);
				free(r.data);
			}
		}
	expect_bad(BYTES("\x4C\x6F\xA7\x94\x93\x40"), NULL, BX_E_ENCODING, 0, 0);
	CHECK(bx_encoding_fits(BYTES("\xEF\xBB\xBF<a/>"), "utf8") && bx_encoding_fits(BYTES("<a/>"), "LATIN1"));
	CHECK(!bx_encoding_fits(BYTES("\xEF\xBB\xBF<a/>"), "LATIN1") &&
		  !bx_encoding_fits(BYTES("\xFF\xFE<\0"), "UTF-16BE"));
}

/* ---- any split of the input gives the same ---- */

static const size_t small_chunks[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 0};

static void
test_chunks(void)
{
	static const char *const docs[] = {
		"\xEF\xBB\xBF<?xml version=\"1.0\"?>\r\n<!--c-->\r<?p d?>\r\n<a b=\"1\r\n2\" "
		"c='>'>t]]&gt;&amp;<![CDATA[x]]]>"
		"<!--y--><d/>\xE2\x82\xAC\r\n</a>\r\n<b/>",
		"<!DOCTYPE a [<!ENTITY e \"<b>'x'</b>\">\n<!-- '> --><!ATTLIST a q CDATA \"]>\">]>\n<a>&e;&e;<c "
		"d='&lt;'/></a>",
		"  <a/> x <b/>",
		"<a>\n\xC3\xA9<b></c></a>",
		"<a b=\"1",
	};

	for (size_t i = 0; i < sizeof(docs) / sizeof(docs[0]); i++)
		same_for_chunks(docs[i], strlen(docs[i]), small_chunks, &any);
}

/* Above the size that is fed in one piece, with all kinds of markup at every offset relative to the cuts. */
static void
test_chunks_large(void)
{
	static const char unit[] =
		"<r a=\"v>\xC3\xA9\" b='&amp;\"'>t \xE2\x82\xAC ]] &lt;&#65;\r\n<![CDATA[ ]] ]>\r\n ]]]>"
		"<!-- - > -->\n<?p ?x> ?></r>\n\n\xF0\x9F\x98\x80";
	static const size_t chunks[] = {1, 7, 1000, 32768, 65535, 65537, 0};
	size_t n = 0;
	char *s = malloc(2000 * sizeof(unit));

	for (int i = 0; i < 2000; i++, n += sizeof(unit) - 1)
		memcpy(s + n, unit, sizeof(unit) - 1);
	same_for_chunks(s, n, chunks, &any);
	memcpy(s + n - 20, "</x>", 4);
	same_for_chunks(s, n, chunks, &any);
	free(s);
}

/* The place of an error far into a text, on long and short lines. */
static void
test_far_errors(void)
{
	static const size_t chunks[] = {1000, 65536, 0};
	size_t n = 0;
	char *s = malloc(8 << 20);

	for (int i = 0; i < 100000; i++)
		n += (size_t) sprintf(s + n, "<a>\xC3\xA9 %d</a>%s", i % 10, i % 7 == 0 ? "\n" : " ");
	strcpy(s + n, "\n<b>\xC3\xA9</c>");
	refuse(s, &any, BX_E_SYNTAX_CONTENT, 14288, 9,
		   "end tag \"c\" does not match start tag \"b\" of line 14288; near \"<b>\xC3\xA9</c>\"");
	same_for_chunks(s, strlen(s), chunks, &any);
	for (size_t i = 0; i < n; i++)
		s[i] = s[i] == '\n' ? ' ' : s[i];
	s[n] = ' ';
	refuse(s, &any, BX_E_SYNTAX_CONTENT, 1, 100000 * 11 + 1 + 9, "does not match start tag \"b\" of line 1");
	free(s);
}

/* ---- limits ---- */

static char *
attributes(int n, const char *before, const char *after)
{
	char *s = malloc((size_t) n * 16 + 100);
	char *p = s + sprintf(s, "%s", before);

	for (int i = 0; i < n; i++)
		p += sprintf(p, " a%d=\"\"", i);
	strcpy(p, after);
	return s;
}

static void
expect_limit(const char *s, const BxParseOptions *o, BxStatus status, const char *setting, double most)
{
	double t = seconds();
	Result r = parse(s, o);

	t = seconds() - t;
	CHECKF(r.status == status && strcmp(r.err.setting, setting) == 0, "%.40s: %s: %s %s %s", s,
		   bx_status_name(r.status), r.err.setting, r.err.msg, r.err.detail);
	CHECKF(r.err.line > 0 || status == BX_OK, "%.40s: no line", s);
	CHECKF(t < 10 * most, "%.40s: %.3f s", s, t);
	free(r.data);
}

static void
test_attributes(void)
{
	BxParseOptions o = any;
	char *s = attributes(200000, "<x>\n<a", "/></x>");

	expect_limit(s, &any, BX_E_LIMIT, "bxml.max_attributes", 1.0);
	/* An error before the tag comes first. */
	s[1] = '<';
	expect_limit(s, &any, BX_E_SYNTAX_CONTENT, "", 1.0);
	free(s);
	s = attributes(10000, "<a", "/>");
	expect_limit(s, &any, BX_OK, "", 3.0);
	free(s);
	s = attributes(10001, "<a", "/>");
	expect_limit(s, &any, BX_E_LIMIT, "bxml.max_attributes", 1.0);
	free(s);
	o.writer.limits.max_attributes = 3;
	accept("<a xmlns:p=\"u\" b=\"\" c=\"\"/>", "<a xmlns:p=\"u\" b=\"\" c=\"\"/>", &o);
	expect_limit("<a xmlns:p='u' b='' c='' d=''/>", &o, BX_E_LIMIT, "bxml.max_attributes", 1.0);
	expect_limit("<!DOCTYPE a [<!ATTLIST a b CDATA '' c CDATA '' d CDATA ''>]><a e=''/>", &o, BX_E_LIMIT,
				 "bxml.max_attributes", 1.0);
	expect_limit("<a xmlns:p='u' xmlns:q='u'><b xmlns:p='u' xmlns:q='u'/></a>", &o, BX_E_LIMIT,
				 "bxml.max_attributes", 1.0);
}

static char *
repeat(const char *before, const char *unit, size_t n, const char *after)
{
	size_t k = strlen(unit);
	char *s = malloc(strlen(before) + n * k + strlen(after) + 1);
	char *p = s + sprintf(s, "%s", before);

	for (size_t i = 0; i < n; i++, p += k)
		memcpy(p, unit, k);
	strcpy(p, after);
	return s;
}

static void
test_depth(void)
{
	BxParseOptions o = any;
	char *s = repeat("", "<a>", 100000, "");
	size_t n;

	expect_limit(s, &any, BX_E_DEPTH, "bxml.max_depth", 1.0);
	free(s);
	s = repeat("", "<a>", 10000, "");
	n = strlen(s);
	s = realloc(s, n + 10000 * 4 + 1);
	for (int i = 0; i < 10000; i++)
		strcpy(s + n + i * 4, "</a>");
	expect_limit(s, &any, BX_OK, "", 1.0);
	free(s);
	o.writer.limits.max_depth = 2;
	expect_limit("<a><b/></a>", &o, BX_OK, "", 1.0);
	expect_limit("<a><b><c/></b></a>", &o, BX_E_DEPTH, "bxml.max_depth", 1.0);
	expect_limit("<!DOCTYPE a [<!ENTITY e '<c/>'>]><a><b>&e;</b></a>", &o, BX_E_DEPTH, "bxml.max_depth", 1.0);
}

static void
test_other_limits(void)
{
	BxParseOptions o = any;
	Result r;

	o.writer.limits.max_names = 2;
	expect_limit("<a><b/><c/></a>", &o, BX_E_LIMIT, "bxml.token_limit", 1.0);
	o = any;
	o.writer.limits.max_size = 10;
	accept("<abcdef1/>", "<abcdef1/>", &o);
	r = parse("<abcdef12/>", &o);
	CHECK(r.status == BX_E_LIMIT && strcmp(r.err.setting, "bxml.max_size") == 0);
}

/* CPU time of parsing one value of n repetitions. */
static double
parse_big(const char *before, int n, const char *after)
{
	char *s = repeat(before, "0123456789abcde\xC3\xA9 ", n, after);
	double t = seconds();
	Result r = parse_on(bx_host_libc(), s, strlen(s), &any, 65536);

	t = seconds() - t;
	CHECKF(r.status == BX_OK && r.len > strlen(s), "%s: %s %s", before, r.err.msg, r.err.detail);
	free(r.data);
	free(s);
	return t;
}

/*
 * 24 MB in one text, one value, one comment, one CDATA section: far above libxml2's own 10 MB; and six times the time
 * of 4 MB, not the 36 times of what is searched again with every piece.
 */
static void
test_big_values(void)
{
	static const char *const around[][2] = {
		{"<a>", "</a>"}, {"<a b=\"", "\"/>"}, {"<!--", "-->"}, {"<a><![CDATA[", "]]></a>"}, {"<?p ", "?>"}};
	int n = (4 << 20) / 18;

	for (size_t i = 0; i < sizeof(around) / sizeof(around[0]); i++)
	{
		double small = parse_big(around[i][0], n, around[i][1]);
		double big = parse_big(around[i][0], 6 * n, around[i][1]);

		CHECKF(big < 18 * small + 0.5, "%s: %.2f and %.2f s", around[i][0], small, big);
	}
}

/* ---- entities ---- */

static void
test_bombs(void)
{
	static const char *const uses[] = {"<a>&e9;</a>", "<a b='&e9;'/>", "<a/><!---->"};
	char dtd[2000] = "<!DOCTYPE a [<!ENTITY e0 'lollollol'>";
	char s[4000];
	char *big;

	for (int i = 1; i < 10; i++)
	{
		char *p = dtd + strlen(dtd);

		p += sprintf(p, "<!ENTITY e%d '", i);
		for (int k = 0; k < 10; k++)
			p += sprintf(p, "&e%d;", i - 1);
		strcpy(p, "'>");
	}
	for (int i = 0; i < 3; i++)
	{
		snprintf(s, sizeof(s), "%s]>%s", dtd, uses[i]);
		expect_limit(s, &any, i < 2 ? BX_E_LIMIT : BX_OK, i < 2 ? "bxml.max_entity_expansion" : "", 0.5);
	}
	snprintf(s, sizeof(s), "%s<!ATTLIST a b CDATA '&e9;'>]><a/>", dtd);
	expect_limit(s, &any, BX_E_LIMIT, "bxml.max_entity_expansion", 0.5);
	snprintf(s, sizeof(s),
			 "%s<!ENTITY %% p '&#37;q;'><!ENTITY %% q '<!ATTLIST a b CDATA \"&e9;\">'>%%p;]><a/>", dtd);
	expect_limit(s, &any, BX_E_LIMIT, "bxml.max_entity_expansion", 0.5);
	/* Quadratic: one entity of 100 kB, used 10,000 times. */
	big = repeat("<!DOCTYPE a [<!ENTITY e '", "0123456789", 10000, "'>]><a>");
	big = realloc(big, strlen(big) + 10000 * 3 + 5);
	for (int i = 0; i < 10000; i++)
		strcat(big + 100000, "&e;");
	strcat(big + 100000, "</a>");
	expect_limit(big, &any, BX_E_LIMIT, "bxml.max_entity_expansion", 2.0);
	free(big);
}

/* Parameter entities, each twice the one before. */
static void
test_parameter_bomb(void)
{
	char s[8000] = "<!DOCTYPE a [<!ENTITY % e0 '<!-- 0123456789 -->'>";
	char *p = s + strlen(s);

	for (int i = 1; i < 25; i++)
		p += sprintf(p, "<!ENTITY %% e%d '<!--x-->&#37;e%d;<!--y-->&#37;e%d;'>", i, i - 1, i - 1);
	strcpy(p, "%e24;]><a/>");
	expect_limit(s, &any, BX_E_LIMIT, "bxml.max_entity_expansion", 2.0);
}

/* libxml2 compares the values of an enumeration pairwise. */
static void
test_enumerations(void)
{
	static const char *const around[][2] = {
		{"<!DOCTYPE a [<!ATTLIST a b (x", ") #IMPLIED>]><a/>"},
		{"<!DOCTYPE a [<!ENTITY % p '<!ATTLIST a b (x", ") #IMPLIED>'>%p;]><a/>"},
	};
	char *list = malloc(200000 * 10);
	char *p = list;

	for (int i = 0; i < 200000; i++)
		p += sprintf(p, "|x%d", i);
	for (int i = 0; i < 2; i++)
	{
		char *s = repeat(around[i][0], list, 1, around[i][1]);

		expect_limit(s, &any, BX_E_LIMIT, "bxml.max_attributes", 1.0);
		free(s);
	}
	free(list);
}

/* Any number of "]" in text: none of it may be kept back. */
static void
test_brackets(void)
{
	char *s = repeat("<a>", "]", 8 << 20, "</a>");
	double t = seconds();
	Result r = parse_on(bx_host_libc(), s, strlen(s), &any, 4096);

	CHECKF(r.status == BX_OK && seconds() - t < 20, "%s %s %.1f s", r.err.msg, r.err.detail, seconds() - t);
	free(r.data);
	strcpy(s + (8 << 20) - 1, "]]></a>");
	r = parse_on(bx_host_libc(), s, strlen(s), &any, 4096);
	CHECKF(r.status == BX_E_SYNTAX_CONTENT, "%s", bx_status_name(r.status));
	free(s);
}

/* Few defaults, many elements; and many defaults. */
static void
test_default_bombs(void)
{
	char *s = malloc(8 << 20);
	char *p = s + sprintf(s, "<!DOCTYPE a [<!ATTLIST b");

	for (int i = 0; i < 1000; i++)
		p += sprintf(p, " a%d CDATA '0123456789'", i);
	p += sprintf(p, ">]><a>");
	for (int i = 0; i < 100000; i++)
		p += sprintf(p, "<b/>");
	strcpy(p, "</a>");
	expect_limit(s, &any, BX_E_LIMIT, "bxml.max_entity_expansion", 2.0);
	p = s + sprintf(s, "<!DOCTYPE a [<!ATTLIST b");
	for (int i = 0; i < 200000; i++)
		p += sprintf(p, " a%d CDATA ''", i);
	strcpy(p, ">]><a><b/></a>");
	expect_limit(s, &any, BX_E_LIMIT, "bxml.max_attributes", 2.0);
	free(s);
}

/* ---- memory ---- */

static Result
parse_failing(const char *s, UtHost *f, int fail_at)
{
	ut_host_init_as(f, bx_host_libc());
	f->fail_at = fail_at;
	return parse_on(&f->host, s, strlen(s), &any, 0);
}

static void
test_no_memory(void)
{
	static const char *const docs[] = {
		"<?xml version='1.0'?>\n <!--c--><a b='1' xmlns:p='u'><p:c>text</p:c> <d/></a> <?p x?> <e/>",
		"<!DOCTYPE a [<!ENTITY e 'x'><!ATTLIST a d CDATA '&e;'>]><a>&e;&e;</a>",
		"<a>\r\n</b>",
	};

	for (size_t i = 0; i < sizeof(docs) / sizeof(docs[0]); i++)
		for (int at = 1; at < 1000; at++)
		{
			UtHost f;
			Result r = parse_failing(docs[i], &f, at);

			ut_host_release(&f, r.data);
			CHECKF(f.live == 0, "%zu: call %d: %d blocks lost", i, at, f.live);
			if (f.calls < at)
				break;
			CHECKF(r.status == BX_E_NOMEM, "%zu: call %d: %s", i, at, bx_status_name(r.status));
		}
}

static int polls;

static BxStatus
poll_cancel(void *ctx)
{
	(void) ctx;
	return ++polls >= 3 ? BX_E_CANCEL : BX_OK;
}

static void
test_cancel(void)
{
	BxHost host = *bx_host_libc();
	char *s = repeat("<a>", "<b/>", 1 << 20, "</a>");
	Result r;

	host.poll = poll_cancel;
	r = parse_on(&host, s, strlen(s), &any, 0);
	CHECK(r.status == BX_E_CANCEL && r.err.status == BX_E_CANCEL && polls == 3);
	free(s);
}

/* Releases of libxml2 before 2.9.5 store wrong text; the one the tests run on does not. */
static void
test_libxml(void)
{
	const char *version;

	CHECK(!bx_libxml_version_usable("20904") && !bx_libxml_version_usable("20708-GITv2.7.8"));
	CHECK(bx_libxml_version_usable("20905") && bx_libxml_version_usable("21504-GITv2.15.4"));
	CHECK(!bx_libxml_version_usable("") && !bx_libxml_version_usable(NULL));
	CHECKF(bx_libxml_usable(&version), "%s", version);
	accept("<!DOCTYPE a [<!ENTITY e '0123456789'>]><a>&e;&e;&e;&e;&e;</a>",
		   "<!DOCTYPE a [<!ENTITY e '0123456789'>]><a>01234567890123456789012345678901234567890123456789</a>",
		   &any);
}

/* Wrong order of calls. */
static void
test_state(void)
{
	BxError err;
	uint8_t *data = NULL;
	size_t len;
	BxParser *p = bx_parser_new(bx_host_libc(), &any, &err);

	CHECK(bx_parser_feed(p, "<a/>", 4) == BX_OK);
	CHECK(bx_parser_finish(p, &data, &len) == BX_OK);
	free(data);
	CHECK(bx_parser_feed(p, "<a/>", 4) == BX_E_STATE);
	CHECK(bx_parser_finish(p, &data, &len) == BX_E_STATE);
	bx_parser_free(p);
	bx_parser_free(NULL);
}

UT_SUITE(test_parse)
{
	UT_RUN(test_accept);
	UT_RUN(test_changed);
	UT_RUN(test_options);
	UT_RUN(test_refuse);
	UT_RUN(test_truncated);
	UT_RUN(test_encodings);
	UT_RUN(test_bad_bytes);
	UT_RUN(test_declared);
	UT_RUN(test_chunks);
	UT_RUN(test_chunks_large);
	UT_RUN(test_far_errors);
	UT_RUN(test_attributes);
	UT_RUN(test_depth);
	UT_RUN(test_other_limits);
	UT_RUN(test_big_values);
	UT_RUN(test_bombs);
	UT_RUN(test_parameter_bomb);
	UT_RUN(test_default_bombs);
	UT_RUN(test_enumerations);
	UT_RUN(test_brackets);
	UT_RUN(test_no_memory);
	UT_RUN(test_cancel);
	UT_RUN(test_libxml);
	UT_RUN(test_state);
	xmlCleanupParser();
	return ut_done();
}

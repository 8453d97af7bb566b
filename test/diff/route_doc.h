/*
 * route_doc.h -- random texts for the comparison of the two parsers: near to XML, often well-formed.
 */
#ifndef ROUTE_DOC_H
#define ROUTE_DOC_H

#include "diff_gen.h"

/* ---- documents ---- */

static const char *const route_names[] = {
	"a",    "b",   "c",   "p:a", "q:a", "p:b", "_x",        "longer-name.of_some.length",  "xml:lang",
	"p:c1", "xyz", "a-b", "e1",  "e2",  "e3",  "x\xc3\xa9", "p:longer-name.of_some.length"};

static const char *const route_attrs[] = {"a",  "b",        "c",         "p:a",    "q:a",      "p:b",
										  "id", "xml:lang", "xml:space", "xml:id", "x1",       "x2",
										  "x3", "x4",       "p:x",       "q:x",    "xmlnsfoo", "y\xc3\xa9"};

static const char *const route_decls[] = {
	" xmlns='u'",       " xmlns:p='u'",
	" xmlns:q=\"u\"",   " xmlns:q='v'",
	" xmlns=''",        " xmlns='v'",
	" xmlns:p=\"v w\"", " xmlns:xml='http://www.w3.org/XML/1998/namespace'",
	" xmlns:p='&lt;'",  " xmlns:p='v\nw'",
	" xmlns:q='urn:x'"};

static const char *const route_texts[] = {
	"text",
	" ",
	"\n",
	"\r\n",
	"\r",
	"\t",
	"&amp;",
	"&lt;",
	"&#65;",
	"&#x42;",
	"&#13;",
	"&#10;",
	"&#32;",
	"&quot;",
	"&apos;&gt;",
	"\xc3\xa9",
	"\xe6\x97\xa5\xe6\x9c\xac\xe8\xaa\x9e",
	"\xf0\x9f\x98\x80",
	"]",
	"]]",
	">",
	"12.50",
	"true",
	"2004-02-29",
	"a longer run of text that fills more than one block of sixty-four bytes, as prose does",
	"   ",
	"\n\n  ",
	"\x7f",
	"\xef\xbf\xbd",
	"&#x10FFFF;",
	"&#9;",
	"; ",
	"\"'"};

static const char *const route_values[] = {
	"",
	"1",
	"x y",
	" lead",
	"a\tb",
	"a\r\nb",
	"&#10;",
	"&amp;&lt;",
	"\xc3\xa9\xc3\xa9",
	"preserve",
	"default",
	"'",
	">",
	"]]>",
	"&#13;&#10;",
	"0123456789012345678901234567890123456789012345678901234567890123456789"};

static inline void
route_attribute(Gen *g)
{
	const char *value = PICK(g, route_values);
	bool apos = strchr(value, '"') != NULL || (strchr(value, '\'') == NULL && one_in(g, 3));

	put(g, one_in(g, 12) ? "\n\t" : " ");
	put(g, PICK(g, route_attrs));
	put(g, one_in(g, 20) ? " = " : "=");
	put(g, apos ? "'" : "\"");
	put(g, value);
	put(g, apos ? "'" : "\"");
}

static inline void
route_misc(Gen *g)
{
	static const char *const misc[] = {"<!---->",
									   "<!-- c - c -->",
									   "<!--\r\n-->",
									   "<?p?>",
									   "<?p  d ?d?>",
									   "<?xml-x a='b'?>",
									   "<?p\r?>",
									   "<!--\xc3\xa9\xe2\x82\xac-->",
									   "<?p\xc3\xa9 x\r\ny?>",
									   "<?p:q?>"};

	put(g, misc[pick(g, one_in(g, 40) ? 10 : 9)]);
}

static inline void
route_text(Gen *g)
{
	static const char *const sections[] = {"<![CDATA[]]>",        "<![CDATA[ ]]>",
										   "<![CDATA[<&>]]>",     "<![CDATA[]]]]>",
										   "<![CDATA[\r\nx\r]]>", "<![CDATA[\xc3\xa9]] >]]>"};

	put(g, one_in(g, 12) ? PICK(g, sections) : PICK(g, route_texts));
}

static inline void route_content(Gen *g, uint32_t depth);

static inline void
route_element(Gen *g, uint32_t depth)
{
	const char *name = PICK(g, route_names);

	put(g, "<");
	put(g, name);
	/* most documents declare what they use */
	if (depth == 0 || one_in(g, 12))
		put(g, one_in(g, 20) ? "" : " xmlns:p='u' xmlns:q='v'");
	while (one_in(g, 10))
		put(g, PICK(g, route_decls));
	while (one_in(g, 3))
		route_attribute(g);
	put(g, one_in(g, 20) ? " " : "");
	if (one_in(g, 6))
	{
		put(g, "/>");
		return;
	}
	put(g, ">");
	route_content(g, depth + 1);
	put(g, "</");
	put(g, name);
	put(g, one_in(g, 20) ? " >" : ">");
}

static inline void
route_content(Gen *g, uint32_t depth)
{
	while (g->left > 0 && !one_in(g, 4))
	{
		g->left--;
		if (depth < 12 && one_in(g, 2))
			route_element(g, depth);
		else if (one_in(g, 8))
			route_misc(g);
		else
			route_text(g);
	}
}

static inline void
route_prolog(Gen *g)
{
	static const char *const decls[] = {"<?xml version='1.0'?>",
										"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n",
										"<?xml version='1.1'?>\r\n",
										"<?xml version='1.0' standalone='yes'?>",
										"<?xml encoding='utf-8'?>",
										"<?xml version='1.0' encoding='ISO-8859-1'?>",
										"\xef\xbb\xbf",
										"\xef\xbb\xbf<?xml version='1.0'?>",
										" <?xml version='1.0'?>"};
	static const char *const doctypes[] = {
		"<!DOCTYPE a>",    "<!DOCTYPE a SYSTEM 'x.dtd'>",      "<!DOCTYPE a PUBLIC \"-//x//y\" 'x.dtd#f' >",
		"<!DOCTYPE\na\n>", "<!DOCTYPE a [ <!ENTITY e 'x'> ]>", "<!DOCTYPE a SYSTEM \"a&b.dtd\">",
		"<!DOCTYPE p:a>",  "<!DOCTYPE a PUBLIC '-//x'>",       "<!DOCTYPE a\r\nSYSTEM 'x'>",
		"<!DOCTYPE a []>"};

	if (one_in(g, 3))
		put(g, PICK(g, decls));
	while (one_in(g, 3))
		put(g, one_in(g, 2) ? "\n" : " ");
	if (one_in(g, 6))
		route_misc(g);
	if (one_in(g, 8))
		put(g, PICK(g, doctypes));
	if (one_in(g, 6))
		route_misc(g);
	while (one_in(g, 4))
		put(g, "\n");
}

/* A document or content, as a rule well-formed. */
static inline void
route_document(Gen *g)
{
	gen_clear(g, one_in(g, 10) ? 200 : 1 + pick(g, 20));
	route_prolog(g);
	if (one_in(g, 4))
		route_content(g, 0);
	else
		route_element(g, 0);
	while (one_in(g, 3))
		put(g, "\n");
	if (one_in(g, 8))
		route_misc(g);
	if (one_in(g, 8))
		route_content(g, 0);
}

/* ---- damage ---- */

static const char *const route_tokens[] = {"<",
										   ">",
										   "/",
										   "&",
										   ";",
										   "'",
										   "\"",
										   "=",
										   " ",
										   "\r",
										   "\n",
										   "\t",
										   "<a",
										   "</a>",
										   "<a>",
										   "/>",
										   "&amp;",
										   "&#0;",
										   "&#38;",
										   "&#x",
										   "&e;",
										   "]]>",
										   "<!--",
										   "-->",
										   "--",
										   "<![CDATA[",
										   "<?",
										   "?>",
										   "<?xml ",
										   "<?XML?>",
										   "<!DOCTYPE a>",
										   "<!",
										   "<!DOCTYPE a SYSTEM 'b'>",
										   "xmlns=",
										   "xmlns:",
										   "xmlns:p=",
										   "xmlns:xml='u'",
										   "xmlns:xmlns='u'",
										   "xmlns:p=''",
										   "a='1'",
										   "a='1' a='2'",
										   "p:a='1' q:a='2'",
										   "xmlns:q='u'",
										   ":",
										   "p:",
										   "x:y",
										   "a:b:c",
										   ":a",
										   "a:",
										   "\x01",
										   "\x0b",
										   "\x1f",
										   "\x7f",
										   "\xc3",
										   "\xc3\xa9",
										   "\xa9",
										   "\xc0\x80",
										   "\xed\xa0\x80",
										   "\xef\xbf\xbe",
										   "\xef\xbf\xbf",
										   "\xf4\x90\x80\x80",
										   "\xf0\x9f\x98\x80",
										   "\xe2\x82",
										   "\xef\xbb\xbf",
										   "&#xD800;",
										   "&#xFFFE;",
										   "&#1114112;",
										   "xml:space='preserve'",
										   "xml:lang='en'",
										   "xmlns='http://www.w3.org/XML/1998/namespace'",
										   "xmlns:x='http://www.w3.org/2000/xmlns/'",
										   "xmlns='http://www.w3.org/2000/xmlns/'",
										   "<xml>",
										   "<xmlns:a/>",
										   "<xml:a/>",
										   "1",
										   "-",
										   ".",
										   "?",
										   "!",
										   "[",
										   "]",
										   "%",
										   "#",
										   "&lt;",
										   "&LT;",
										   "&amp",
										   "&#x26;",
										   "&#00000000000000000000065;",
										   "<\xc3\xa9/>",
										   "\xcc\x80",
										   "\xc2\xb7",
										   "\xe2\x80\xbf",
										   "<a\xcc\x80/>",
										   "<b/>",
										   "<b></b>",
										   "text",
										   "<a b='<'/>",
										   "<a b=c/>",
										   "<a  b='1'c='2'/>",
										   "<a/ >",
										   "< a/>",
										   "</ a>",
										   "<a b>",
										   "\xc2\x85",
										   "\xe2\x80\xa8"};

static inline void
route_splice(BxBuf *b, size_t at, size_t cut, const char *s, size_t n)
{
	BxError err;

	if (cut > b->len - at)
		cut = b->len - at;
	if (bx_buf_reserve(b, n, &err) != BX_OK)
		abort();
	if (b->data == NULL)
		return;
	memmove(b->data + at + n, b->data + at + cut, b->len - at - cut);
	if (n > 0)
		memcpy(b->data + at, s, n);
	b->len += n;
	b->len -= cut;
}

/* Change the text in g->ours somewhere. */
static inline void
route_damage(Gen *g)
{
	BxBuf *b = &g->ours;
	size_t at = pick(g, (uint32_t) b->len + 1);
	const char *token = PICK(g, route_tokens);
	char piece[64];
	size_t n = 0;

	switch (pick(g, 6))
	{
		case 0: route_splice(b, at, 0, token, strlen(token)); break;
		case 1: route_splice(b, at, 1 + pick(g, 3), token, strlen(token)); break;
		case 2: route_splice(b, at, 1 + pick(g, 8), "", 0); break;
		case 3:
			piece[0] = (char) pick(g, 256);
			route_splice(b, at, 1, piece, 1);
			break;
		case 4:
			n = b->len - at < sizeof(piece) ? b->len - at : sizeof(piece);
			if (n > 0)
				memcpy(piece, b->data + at, n);
			route_splice(b, pick(g, (uint32_t) b->len + 1), 0, piece, n > 0 ? 1 + pick(g, (uint32_t) n) : 0);
			break;
		default: b->len = at; break;
	}
}

/* Anything from these tokens. */
static inline void
route_soup(Gen *g)
{
	uint32_t n = 1 + pick(g, 12);

	gen_clear(g, 0);
	if (one_in(g, 2))
		put(g, "<a>");
	while (n-- > 0)
		put(g, one_in(g, 3) ? PICK(g, route_texts) : PICK(g, route_tokens));
	if (one_in(g, 2))
		put(g, "</a>");
}

#endif

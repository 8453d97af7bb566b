/*
 * xp_prolog.c -- namespace declarations before the expression, and what names mean under them.
 *
 *   declare namespace p = "uri";
 *   declare default element namespace "uri";
 *   declare variable $x := 5;                    (see xp_prolog_vars.c)
 *   declare variable $x external;
 *
 * as in XQuery 3.1: URIs may hold entity and character references, their white space is normalized, "" removes a
 * binding, one prefix is declared at most once, and the default is for element names only.  "xml" and "fn" are
 * bound already.  A prefix nothing binds is accepted and marked, since the path may be stored long before it is
 * used; a function in an unknown namespace is an error at once.
 */
#include "../../base/bx_core_int.h"
#include "xp_parse_int.h"

#include "../../base/bx_utf8.h"
#include "xp_embed.h"

#define XML_URI "http://www.w3.org/XML/1998/namespace"
#define XMLNS_URI "http://www.w3.org/2000/xmlns/"
#define FN_URI "http://www.w3.org/2005/xpath-functions"

/* The code point of a digit string in base 10 or 16; 0 when it is none or not a character. */
static uint32_t
parse_char_ref(const char *s, uint32_t n)
{
	uint32_t base = n > 0 && s[0] == 'x' ? 16 : 10;
	uint32_t i = base == 16 ? 1 : 0;
	uint32_t cp = 0;

	if (i == n)
		return 0;
	for (; i < n; i++)
	{
		int digit = bx_hex_digit(s[i]);

		if (digit < 0 || (uint32_t) digit >= base)
			return 0;
		cp = cp * base + (uint32_t) digit;
		if (cp > 0x10FFFF)
			return 0;
	}
	return bx_is_xml_char(cp) ? cp : 0;
}

uint32_t
xp_reference(const char *s, uint32_t n)
{
	static const struct
	{
		const char *name;
		uint32_t cp;
	} predefined[] = {{"amp", '&'}, {"lt", '<'}, {"gt", '>'}, {"quot", '"'}, {"apos", '\''}};
	unsigned i;

	if (n > 0 && s[0] == '#')
		return parse_char_ref(s + 1, n - 1);
	for (i = 0; i < sizeof(predefined) / sizeof(predefined[0]); i++)
		if (strlen(predefined[i].name) == n && memcmp(predefined[i].name, s, n) == 0)
			return predefined[i].cp;
	return 0;
}

/* The reference at *at (its "&"), which moves behind the ";". */
static uint32_t
parse_reference(XpParser *p, const XpToken *t, uint32_t *at, uint32_t end)
{
	const char *s = xp_source(p, *at);
	const char *semicolon = memchr(s, ';', end - *at);
	uint32_t len = semicolon == NULL ? end - *at : (uint32_t) (semicolon - s) + 1;
	uint32_t cp = semicolon == NULL ? 0 : xp_reference(s + 1, len - 2);
	char buf[XP_SHOWN_MAX];

	if (cp == 0)
		return xp_error(p, xp_lex_pos_in(&p->lx, t, *at),
						"Expected &amp; &lt; &gt; &quot; &apos; or a character reference.",
						"invalid reference \"%s\"", xp_shown(s, len, buf));
	*at += len;
	return cp;
}

static bool
add_code_point(XpParser *p, uint32_t cp)
{
	uint8_t bytes[4];
	unsigned n = bx_utf8_put(bytes, cp);
	unsigned i;

	for (i = 0; i < n; i++)
		if (!xp_add_char(p, (char) bytes[i]))
			return false;
	return true;
}

bool
xp_add_reference(XpParser *p, const XpToken *t, uint32_t *at, uint32_t end)
{
	uint32_t cp = parse_reference(p, t, at, end);

	return cp != 0 && add_code_point(p, cp);
}

/* The next character of a URI's text from *at, references and doubled quotes decoded; 0 on error. */
static uint32_t
next_uri_char(XpParser *p, const XpToken *t, uint32_t *at, uint32_t end)
{
	const uint8_t *from = (const uint8_t *) xp_source(p, *at);
	const uint8_t *q = from;
	uint32_t cp;

	if (*from == '&')
		return parse_reference(p, t, at, end);
	cp = (uint32_t) bx_utf8_next(&q, (const uint8_t *) p->lx.s + end);
	*at += (uint32_t) (q - from);
	if (t->kind == XP_TOK_LITERAL && *from == (uint8_t) p->lx.s[t->off])
		++*at;
	return cp;
}

/* Decode and normalize; runs of white space become one space, at the ends none. */
static bool
decode_uri(XpParser *p, const XpToken *t, XpSpan raw, XpSpan *uri)
{
	uint32_t at = raw.off;
	uint32_t end = raw.off + raw.len;
	bool space = false;

	uri->off = p->lx.n + p->extra_len;
	while (at < end)
	{
		uint32_t cp = next_uri_char(p, t, &at, end);

		if (cp == 0)
			return false;
		if (bx_is_space((int) cp))
		{
			space = p->lx.n + p->extra_len > uri->off;
			continue;
		}
		if ((space && !xp_add_char(p, ' ')) || !add_code_point(p, cp))
			return false;
		space = false;
	}
	uri->len = p->lx.n + p->extra_len - uri->off;
	return true;
}

/* The URI written in a literal or in braces; mostly a piece of the source as it stands. */
static bool
uri_value(XpParser *p, const XpToken *t, XpSpan raw, XpSpan *uri)
{
	const char *s = xp_source(p, raw.off);
	bool plain = !t->doubled;
	uint32_t i;

	for (i = 0; plain && i < raw.len; i++)
		plain = s[i] != '&' && !bx_is_space(s[i]);
	if (!plain)
		return decode_uri(p, t, raw, uri);
	*uri = raw;
	return true;
}

/* At most XP_MAX_BINDINGS are looked at. */
static const XpBinding *
find_binding(const XpParser *p, XpSpan prefix)
{
	uint32_t i;

	for (i = 0; i < p->n_bindings; i++)
		if (xp_span_same(p, p->bindings[i].prefix, prefix))
			return &p->bindings[i];
	return NULL;
}

static bool
add_binding(XpParser *p, XpSpan prefix, XpSpan uri)
{
	XpBinding *bindings = xp_room(p, p->bindings, sizeof(XpBinding), p->n_bindings, 1, &p->cap_bindings);

	if (bindings == NULL)
		return false;
	p->bindings = bindings;
	bindings[p->n_bindings].prefix = prefix;
	bindings[p->n_bindings].uri = uri;
	p->n_bindings++;
	return true;
}

/* A prefix the caller binds; NULL when there is none, or one bound to nothing. */
static const XpPrefix *
find_outer(const XpParser *p, XpSpan prefix)
{
	const char *s = xp_source(p, prefix.off);
	uint32_t i;

	for (i = p->n_outer; i-- > 0;)
		if (bx_same_bytes(p->outer[i].prefix, p->outer[i].prefix_len, s, prefix.len))
			return p->outer[i].uri_len > 0 ? &p->outer[i] : NULL;
	return NULL;
}

/*
 * The namespace of a prefix, empty when there is none.  Predefined ones and the caller's enter the list when first
 * used.
 */
bool
xp_lookup_prefix(XpParser *p, XpSpan prefix, XpSpan *uri)
{
	const XpBinding *binding = find_binding(p, prefix);
	const char *predefined = NULL;
	const XpPrefix *outer;

	uri->off = 0;
	uri->len = 0;
	if (binding != NULL)
	{
		*uri = binding->uri;
		return true;
	}
	if (xp_span_is(p, prefix, "xml"))
		predefined = XML_URI;
	else if (xp_span_is(p, prefix, "fn"))
		predefined = FN_URI;
	if (predefined != NULL)
		return xp_add_text(p, predefined, strlen(predefined), uri) && add_binding(p, prefix, *uri);
	outer = find_outer(p, prefix);
	if (outer == NULL)
		return true;
	return xp_add_text(p, outer->uri, outer->uri_len, uri) && add_binding(p, prefix, *uri);
}

/* Rules of Namespaces in XML for the two reserved prefixes; at is the position to report. */
static bool
check_reserved(XpParser *p, uint32_t at, XpSpan prefix, XpSpan uri)
{
	bool xml_prefix = xp_span_is(p, prefix, "xml");
	bool xml_uri = xp_span_is(p, uri, XML_URI);

	if (xp_span_is(p, prefix, "xmlns") || (xml_prefix && !xml_uri))
		return xp_error(p, at, NULL, "prefix \"%s\" cannot be declared", xml_prefix ? "xml" : "xmlns");
	if (xml_uri && !xml_prefix)
		return xp_error(p, at, NULL, "namespace \"" XML_URI "\" belongs to the prefix \"xml\"");
	if (xp_span_is(p, uri, XMLNS_URI))
		return xp_error(p, at, NULL, "namespace \"" XMLNS_URI "\" cannot be declared");
	return true;
}

/* The URI literal and ";" that end both declarations. */
static bool
parse_uri(XpParser *p, XpSpan *uri)
{
	XpSpan raw = {p->cur.local, p->cur.local_len};

	if (p->cur.kind != XP_TOK_LITERAL)
		return xp_unexpected(p, "Expected a namespace URI in quotes.");
	return uri_value(p, &p->cur, raw, uri) && xp_advance(p) &&
		   xp_expect(p, ';', "Expected \";\" after a declaration.");
}

/* p = "uri"; with the cursor on the prefix */
static bool
parse_namespace(XpParser *p)
{
	XpToken t = p->cur;
	XpSpan prefix = {t.local, t.local_len};
	XpSpan uri;
	char buf[XP_SHOWN_MAX];

	if (t.kind != XP_TOK_NAME || t.form != XP_FORM_PLAIN)
		return xp_unexpected(p, "Expected a namespace prefix.");
	if (find_binding(p, prefix) != NULL)
		return xp_error(p, t.pos, NULL, "prefix \"%s\" is declared twice",
						xp_shown(xp_source(p, t.local), t.local_len, buf));
	if (p->n_bindings == XP_MAX_BINDINGS)
		return xp_error(p, t.pos, NULL, "more than %d namespace declarations", XP_MAX_BINDINGS);
	if (!xp_advance(p) || !xp_expect(p, '=', "Expected \"=\" after the prefix.") || !parse_uri(p, &uri))
		return false;
	return check_reserved(p, t.pos, prefix, uri) && add_binding(p, prefix, uri);
}

bool
xp_expect_word(XpParser *p, const char *word, const char *detail)
{
	if (!xp_is_word(p, &p->cur, word))
		return xp_unexpected(p, detail);
	return xp_advance(p);
}

/* default element namespace "uri"; with the cursor on "default" */
static bool
parse_default(XpParser *p)
{
	XpSpan none = {0, 0};
	uint32_t pos = p->cur.pos;

	if (p->default_declared)
		return xp_error(p, pos, NULL, "default element namespace is declared twice");
	p->default_declared = true;
	if (!xp_advance(p) || !xp_expect_word(p, "element", "Expected \"element\".") ||
		!xp_expect_word(p, "namespace", "Expected \"namespace\".") || !parse_uri(p, &p->default_uri))
		return false;
	return check_reserved(p, pos, none, p->default_uri);
}

/*
 * Declarations as long as "declare" is followed by one of their words.  An expression cannot have two names in a
 * shape unless the second is an operator, so no valid expression is taken for a declaration.
 */
bool
xp_parse_prolog(XpParser *p)
{
	while (xp_is_word(p, &p->cur, "declare"))
	{
		XpLexer lexer = p->lx;
		XpToken declare = p->cur;
		bool variable, ok;

		if (!xp_advance(p))
			return false;
		variable = xp_is_word(p, &p->cur, "variable");
		if (p->n_decls > 0 && (xp_is_word(p, &p->cur, "namespace") || xp_is_word(p, &p->cur, "default")))
			return xp_unexpected(p, "Namespaces are declared before variables.");
		if (variable)
			ok = xp_advance(p) && xp_parse_variable_decl(p);
		else if (xp_is_word(p, &p->cur, "namespace"))
			ok = xp_advance(p) && parse_namespace(p);
		else if (xp_is_word(p, &p->cur, "default"))
			ok = parse_default(p);
		else
		{
			p->lx = lexer;
			p->cur = declare;
			return true;
		}
		if (!ok)
			return false;
	}
	return true;
}

/* Namespace and flags of a name with a prefix or a braced URI. */
static bool
resolve_namespace(XpParser *p, const XpToken *t, XpName *name)
{
	XpSpan raw = {t->prefix, t->prefix_len};
	XpSpan uri = {0, 0};

	if (t->form == XP_FORM_BRACED)
	{
		if (!uri_value(p, t, raw, &uri))
			return false;
	}
	else
	{
		if (!xp_lookup_prefix(p, raw, &uri))
			return false;
		name->prefix = raw.off;
		name->prefix_len = raw.len;
		if (uri.len == 0)
			name->flags |= XP_NAME_UNBOUND;
	}
	name->uri = uri.len > 0 ? uri.off : 0;
	name->uri_len = uri.len;
	return true;
}

bool
xp_meaning(XpParser *p, const XpToken *t, bool element, XpName *name)
{
	memset(name, 0, sizeof(*name));
	if (t->kind == '*')
	{
		name->flags = XP_NAME_ANY_LOCAL | XP_NAME_ANY_NS;
		return true;
	}
	if (t->form == XP_FORM_ANY_NS)
		name->flags = XP_NAME_ANY_NS;
	else if (t->form != XP_FORM_PLAIN)
	{
		if (!resolve_namespace(p, t, name))
			return false;
	}
	else if (element && p->default_uri.len > 0)
	{
		name->uri = p->default_uri.off;
		name->uri_len = p->default_uri.len;
	}
	if (t->any_local)
		name->flags |= XP_NAME_ANY_LOCAL;
	name->local = t->local;
	name->local_len = t->local_len;
	return true;
}

uint32_t
xp_resolve(XpParser *p, const XpToken *t, bool element)
{
	XpName name;

	return xp_meaning(p, t, element, &name) ? xp_add_name(p, &name) : 0;
}

/* Is the name in the namespace of XML Schema?  The prefix xs means it where nothing else is said. */
bool
xp_is_schema_name(const XpParser *p, const XpToken *t, const XpName *name)
{
	if (name->flags & XP_NAME_UNBOUND)
		return xp_span_is(p, (XpSpan){t->prefix, t->prefix_len}, "xs");
	return xp_span_is(p, (XpSpan){name->uri, name->uri_len}, XP_XS_URI);
}

static XpFunc
find_constructor(const XpParser *p, const XpToken *t)
{
	char full[32] = "xs:";

	if (t->local_len > sizeof(full) - 3)
		return (XpFunc) 0;
	memcpy(full + 3, xp_source(p, t->local), t->local_len);
	return xp_find_func(full, t->local_len + 3);
}

/* 0 for an unknown function; also on error, which p->status tells apart. */
XpFunc
xp_resolve_func(XpParser *p, const XpToken *t)
{
	XpName name = {0};
	XpSpan uri;

	if (t->any_local || t->form == XP_FORM_ANY_NS)
		return (XpFunc) 0;
	if (t->form != XP_FORM_PLAIN)
	{
		if (!resolve_namespace(p, t, &name))
			return (XpFunc) 0;
		uri.off = name.uri;
		uri.len = name.uri_len;
		if (xp_is_schema_name(p, t, &name))
			return find_constructor(p, t);
		if (!xp_span_is(p, uri, FN_URI))
			return (XpFunc) 0;
	}
	return xp_find_func(xp_source(p, t->local), t->local_len);
}

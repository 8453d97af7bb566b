/*
 * xp_prolog.c -- namespace declarations before the expression.
 *
 *   declare namespace p = "uri";
 *   declare default element namespace "uri";
 *   declare variable $x := 5;                    (see xp_prolog_vars.c)
 *   declare variable $x external;
 *
 * as in XQuery 3.1: URIs may hold entity and character references, their white space is normalized, "" removes a
 * binding, one prefix is declared at most once, and the default is for element names only.  "xml", "xs", "xsi" and
 * "fn" are bound already.  A prefix nothing binds is accepted and marked, since the path may be stored long before it
 * is used; a function in an unknown namespace is an error at once.
 */
#include "../../base/bx_core_int.h"
#include "xp_parse_int.h"

#define XML_URI "http://www.w3.org/XML/1998/namespace"
#define XMLNS_URI "http://www.w3.org/2000/xmlns/"

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
	return xp_uri_value(p, &p->cur, raw, uri) && xp_advance(p) &&
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
	if (xp_find_binding(p, prefix) != NULL)
		return xp_error(p, t.pos, NULL, "prefix \"%s\" is declared twice",
						xp_shown(xp_source(p, t.local), t.local_len, buf));
	if (p->n_bindings == XP_MAX_BINDINGS)
		return xp_error(p, t.pos, NULL, "more than %d namespace declarations", XP_MAX_BINDINGS);
	if (!xp_advance(p) || !xp_expect(p, '=', "Expected \"=\" after the prefix.") || !parse_uri(p, &uri))
		return false;
	return check_reserved(p, t.pos, prefix, uri) && xp_add_binding(p, prefix, uri);
}

/* default element namespace "uri"; with the cursor on "default" */
static bool
parse_default(XpParser *p)
{
	XpSpan none = {0, 0};
	uint32_t pos = p->cur.pos;

	if (p->by_default.declared)
		return xp_error(p, pos, NULL, "default element namespace is declared twice");
	p->by_default.declared = true;
	if (!xp_advance(p) || !xp_expect_word(p, "element", "Expected \"element\".") ||
		!xp_expect_word(p, "namespace", "Expected \"namespace\".") || !parse_uri(p, &p->by_default.uri))
		return false;
	return check_reserved(p, pos, none, p->by_default.uri);
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

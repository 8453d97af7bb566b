/*
 * xp_prolog_vars.c -- variables in the prolog of a path.
 *
 *   declare variable $x := "text";      also 5, -1.5, true(), false(), xs:double("INF"), "-INF", "NaN"
 *   declare variable $p:x external;
 *
 * as in XQuery 3.1.  Strings mean what they mean in the expression: no entity references.  A value takes the place of
 * every reference to its variable, so the rest of the library never meets it; an external variable gets its value at
 * the call (xp_vars.c), as one does that is not declared at all.  xp_bind_vars is the way back: it writes values into
 * the prolog.
 */
#include "../../base/bx_core_int.h"
#include "xp_parse_int.h"

#include <math.h>
#include <stdlib.h>

#include "../../base/bx_buf.h"
#include "../../base/bx_utf8.h"
#include "../../value/bx_value.h"
#include "xp_hint.h"

/* ---- declarations ---- */

/* At most XP_MAX_BINDINGS are looked at. */
const XpVarDecl *
xp_find_decl(const XpParser *p, XpSpan uri, XpSpan local)
{
	uint32_t i;

	for (i = 0; i < p->n_decls; i++)
		if (xp_span_same(p, p->decls[i].local, local) && xp_span_same(p, p->decls[i].uri, uri))
			return &p->decls[i];
	return NULL;
}

uint32_t
xp_add_declared(XpParser *p, const XpVarDecl *decl, uint32_t pos)
{
	XpExpr node = decl->value;
	uint32_t index;

	node.pos = pos;
	if (node.op == XP_NUMBER)
	{
		index = xp_add_number(p, decl->number);
		if (index == 0)
			return 0;
		node.a = index - 1;
	}
	return xp_add_node(p, &node);
}

static bool
parse_number(XpParser *p, XpVarDecl *decl, double sign)
{
	if (p->cur.kind != XP_TOK_NUMBER)
		return xp_unexpected(p, "Expected a number.");
	decl->value.op = XP_NUMBER;
	decl->number = sign * bx_number_from_text(xp_source(p, p->cur.off), p->cur.len);
	return xp_advance(p);
}

/* Is the token "double" of XML Schema? */
static bool
is_double(XpParser *p, const XpToken *t)
{
	XpName name;

	return t->form != XP_FORM_PLAIN && t->local_len == 6 &&
		   memcmp(xp_source(p, t->local), "double", 6) == 0 && xp_meaning(p, t, false, &name) &&
		   xp_is_schema_name(p, &name);
}

/* ("INF"), ("-INF") or ("NaN"): the doubles that no number literal can say */
static bool
parse_double(XpParser *p, XpVarDecl *decl)
{
	static const char *const expected = "Expected \"INF\", \"-INF\" or \"NaN\".";
	XpSpan text;

	if (!xp_advance(p) || !xp_expect(p, '(', "Expected \"(\"."))
		return false;
	if (p->cur.kind != XP_TOK_LITERAL || !xp_literal_text(p, &p->cur, &text))
		return xp_unexpected(p, expected);
	decl->value.op = XP_NUMBER;
	if (xp_span_is(p, text, "INF"))
		decl->number = INFINITY;
	else if (xp_span_is(p, text, "-INF"))
		decl->number = -INFINITY;
	else if (xp_span_is(p, text, "NaN"))
		decl->number = NAN;
	else
		return xp_unexpected(p, expected);
	return xp_advance(p) && xp_expect(p, ')', "Expected \")\".");
}

static bool
parse_value(XpParser *p, XpVarDecl *decl)
{
	static const char *const expected = "Expected a string, a number, true() or false().";
	XpSpan text;

	switch (p->cur.kind)
	{
		case XP_TOK_LITERAL:
			if (!xp_literal_text(p, &p->cur, &text))
				return false;
			decl->value.op = XP_STRING;
			decl->value.a = text.off;
			decl->value.b = text.len;
			return xp_advance(p);
		case XP_TOK_NUMBER: return parse_number(p, decl, 1);
		case '-': return xp_advance(p) && parse_number(p, decl, -1);
		case XP_TOK_NAME: break;
		default: return xp_unexpected(p, expected);
	}
	if (p->cur.follow != '(')
		return xp_unexpected(p, expected);
	if (is_double(p, &p->cur))
		return parse_double(p, decl);
	decl->value.op = XP_CALL;
	decl->value.func = p->status == BX_OK ? (uint8_t) xp_resolve_func(p, &p->cur) : 0;
	if (p->status != BX_OK)
		return false;
	if (decl->value.func != XP_FN_TRUE && decl->value.func != XP_FN_FALSE)
		return xp_unexpected(p, expected);
	return xp_advance(p) && xp_advance(p) && xp_expect(p, ')', "Expected \")\".");
}

/* $x external; or $x := value; with the cursor behind "variable" */
bool
xp_parse_variable_decl(XpParser *p)
{
	XpToken t = p->cur;
	XpVarDecl decl;
	XpVarDecl *decls;
	XpName name;
	char buf[XP_SHOWN_MAX];

	memset(&decl, 0, sizeof(decl));
	if (t.kind != XP_TOK_VARIABLE)
		return xp_unexpected(p, "Expected \"$\" and a name.");
	if (!xp_meaning(p, &t, false, &name))
		return false;
	if (name.flags & XP_NAME_UNBOUND)
	{
		p->status = xp_undeclared(p->err, t.pos, XP_INVALID, xp_source(p, name.prefix), name.prefix_len);
		return false;
	}
	decl.uri = (XpSpan){name.uri, name.uri_len};
	decl.local = (XpSpan){name.local, name.local_len};
	if (xp_find_decl(p, decl.uri, decl.local) != NULL)
		return xp_error(p, t.pos, NULL, "variable \"%s\" is declared twice",
						xp_shown(xp_source(p, t.off), t.len, buf));
	if (p->n_decls == XP_MAX_BINDINGS)
		return xp_error(p, t.pos, NULL, "more than %d variable declarations", XP_MAX_BINDINGS);
	decl.from = t.off + t.len;
	if (!xp_advance(p))
		return false;
	if (p->cur.kind != XP_TOK_ASSIGN)
	{
		if (!xp_expect_word(p, "external", "Expected \":=\" or \"external\"."))
			return false;
	}
	else if (!xp_advance(p) || !parse_value(p, &decl))
		return false;
	decl.to = p->cur.off;
	decls = xp_room(p, p->decls, sizeof(XpVarDecl), p->n_decls, 1, &p->cap_decls);
	if (decls == NULL)
		return false;
	p->decls = decls;
	decls[p->n_decls++] = decl;
	return xp_expect(p, ';', "Expected \";\" after a declaration.");
}

/*
 * xp_names.c -- what names mean: prefixes bound by the prolog or around the path, functions, variables in scope.
 */
#include "../../base/bx_core_int.h"
#include "xp_parse_int.h"

#include "../../base/bx_utf8.h"
#include "xp_hint.h"

#define XML_URI "http://www.w3.org/XML/1998/namespace"
#define FN_URI "http://www.w3.org/2005/xpath-functions"
#define XSI_URI "http://www.w3.org/2001/XMLSchema-instance"

/* ---- prefixes ---- */

/* At most XP_MAX_BINDINGS are looked at; the last one holds, which is in the scope that is innermost. */
const XpPrefixDecl *
xp_find_binding(const XpParser *p, XpSpan prefix)
{
	uint32_t i;

	for (i = p->n_bindings; i-- > 0;)
		if (xp_span_same(p, p->bindings[i].prefix, prefix))
			return &p->bindings[i];
	return NULL;
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

bool
xp_add_binding(XpParser *p, XpSpan prefix, XpSpan uri)
{
	XpPrefixDecl *bindings =
		xp_room(p, p->bindings, sizeof(XpPrefixDecl), p->n_bindings, 1, &p->cap_bindings);

	if (bindings == NULL)
		return false;
	p->bindings = bindings;
	bindings[p->n_bindings].prefix = prefix;
	bindings[p->n_bindings].uri = uri;
	p->n_bindings++;
	return true;
}

/* The namespace of a prefix that means it unless it is bound to another; NULL when there is none. */
static const char *
predeclared(const XpParser *p, XpSpan prefix)
{
	static const char *const known[][2] = {
		{"xml", XML_URI}, {"xs", XP_XS_URI}, {"xsi", XSI_URI}, {"fn", FN_URI}};
	size_t i;

	for (i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		if (xp_span_is(p, prefix, known[i][0]))
			return known[i][1];
	return NULL;
}

/*
 * The namespace of a prefix, empty when there is none: that of the prolog, of the caller, or the one predeclared (xml
 * is always that).  The latter two enter the list when first used.
 */
bool
xp_lookup_prefix(XpParser *p, XpSpan prefix, XpSpan *uri)
{
	const XpPrefixDecl *binding = xp_find_binding(p, prefix);
	const char *known;
	const XpPrefix *outer;

	uri->off = 0;
	uri->len = 0;
	if (binding != NULL)
	{
		*uri = binding->uri;
		return true;
	}
	outer = xp_span_is(p, prefix, "xml") ? NULL : find_outer(p, prefix);
	if (outer != NULL)
		return xp_add_text(p, outer->uri, outer->uri_len, uri) && xp_add_binding(p, prefix, *uri);
	known = predeclared(p, prefix);
	return known == NULL || (xp_add_text(p, known, strlen(known), uri) && xp_add_binding(p, prefix, *uri));
}

/* ---- names ---- */

/* Namespace and flags of a name with a prefix or a braced URI. */
static bool
resolve_namespace(XpParser *p, const XpToken *t, XpName *name)
{
	XpSpan raw = {t->prefix, t->prefix_len};
	XpSpan uri = {0, 0};

	if (t->form == XP_FORM_BRACED)
	{
		if (!xp_uri_value(p, t, raw, &uri))
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
	else if (element && p->by_default.uri.len > 0)
	{
		name->uri = p->by_default.uri.off;
		name->uri_len = p->by_default.uri.len;
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

bool
xp_is_schema_name(const XpParser *p, const XpName *name)
{
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

/* 0 for an unknown function; also on error, which p->status shows. */
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
		if (xp_is_schema_name(p, &name))
			return find_constructor(p, t);
		if (!xp_span_is(p, uri, FN_URI))
			return (XpFunc) 0;
	}
	return xp_find_func(xp_source(p, t->local), t->local_len);
}

/* ---- variables of for, let, some and every ---- */

static bool
same_piece(const XpParser *p, uint32_t off, uint32_t len, uint32_t off2, uint32_t len2)
{
	return xp_span_same(p, (XpSpan){off, len}, (XpSpan){off2, len2});
}

bool
xp_find_local(XpParser *p, const XpName *name, uint32_t pos, uint32_t *node)
{
	XpExpr local = {.op = XP_LOCAL, .pos = pos};
	uint32_t i = p->n_locals;

	*node = 0;
	if (name->flags != 0)
		return true;
	while (i-- > 0)
	{
		const XpName *other = &p->locals[i];

		if (!same_piece(p, name->local, name->local_len, other->local, other->local_len) ||
			!same_piece(p, name->uri, name->uri_len, other->uri, other->uri_len))
			continue;
		local.n_args = (uint16_t) i;
		local.name = xp_add_name(p, name);
		*node = local.name != 0 ? xp_add_node(p, &local) : 0;
		return *node != 0;
	}
	return true;
}

bool
xp_parse_local(XpParser *p, XpName *name)
{
	_Static_assert(XP_MAX_LOCALS == 64, "the message says it");
	if (p->cur.kind != XP_TOK_VARIABLE)
		return xp_unexpected(p, "Expected a variable.");
	if (!xp_meaning(p, &p->cur, false, name))
		return false;
	if (name->flags & XP_NAME_UNBOUND)
	{
		p->status =
			xp_undeclared(p->err, p->cur.pos, XP_INVALID, xp_source(p, name->prefix), name->prefix_len);
		return false;
	}
	if (p->n_locals == XP_MAX_LOCALS)
		return xp_error(p, p->cur.pos, "At most 64 variables may be in scope.", "too many variables");
	return true;
}

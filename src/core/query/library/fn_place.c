/*
 * fn_place.c -- where a node is: its path, base URI and language.
 */
#include "fn_int.h"

#include "fn_node.h"
#include "fn_uri.h"

#define URI_XML "http://www.w3.org/XML/1998/namespace"
#define URI_FN "http://www.w3.org/2005/xpath-functions"

/* A node and what is above it, the node first. */
static BxStatus
list_ancestors(RuRun *run, const RuCx *cx, const XdItem *node, XdSeqBuilder *b)
{
	bool found = true;
	XdItem up = *node;

	*b = xd_seq_builder(cx->arena);
	while (found)
	{
		XdItem here = up;

		BX_TRY(bx_step(run->host));
		BX_TRY(xd_seq_add(b, &here, run->err));
		BX_TRY(xd_node_parent(run->forest, &here, &up, &found));
	}
	return BX_OK;
}

/* ---- fn:path ---- */

/* Are two siblings counted together? */
static BxStatus
is_alike(RuRun *run, const XdItem *a, const AtName *name, const XdItem *b, bool *alike)
{
	AtName other;
	bool has;

	*alike = xd_kind(a) == xd_kind(b);
	if (!*alike || (xd_kind(a) != XD_ELEMENT && xd_kind(a) != XD_PI))
		return BX_OK;
	BX_TRY(xd_node_name(run->forest, b, &other, &has));
	*alike = bx_str_equal(name->local, other.local) && bx_str_equal(name->uri, other.uri);
	return BX_OK;
}

/* The number of a node among the children of its parent that are like it. */
static BxStatus
place_of(RuRun *run, const RuCx *cx, const XdItem *node, const AtName *name, const XdItem *parent,
		 uint64_t *place)
{
	BxArenaMark mark = bx_arena_mark(cx->arena);
	XdCursor *cursor;
	bool found = true, alike;
	XdItem child;

	*place = 0;
	BX_TRY(xd_cursor_open(run->forest, cx->arena, XD_PATH_CHILDREN, parent, &cursor));
	for (;;)
	{
		BX_TRY(bx_step(run->host));
		BX_TRY(xd_cursor_next(cursor, &child, &found));
		if (!found)
			break;
		BX_TRY(is_alike(run, node, name, &child, &alike));
		*place += alike;
		if (xd_same_node(&child, node))
			break;
	}
	bx_arena_release(cx->arena, &mark);
	return BX_OK;
}

static BxStatus
add_place(FnText *t, uint64_t place)
{
	char digits[24];
	uint32_t n = sizeof(digits);

	BX_TRY(fn_text_byte(t, '['));
	for (; place > 0; place /= 10)
		digits[--n] = (char) ('0' + place % 10);
	BX_TRY(fn_text_add(t, bx_str(digits + n, sizeof(digits) - n)));
	return fn_text_byte(t, ']');
}

/* "Q{uri}local" */
static BxStatus
add_name(FnText *t, const AtName *name)
{
	BX_TRY(fn_text_puts(t, "Q{"));
	BX_TRY(fn_text_add(t, name->uri));
	BX_TRY(fn_text_byte(t, '}'));
	return fn_text_add(t, name->local);
}

static BxStatus
add_namespace(FnText *t, const AtName *name, bool has)
{
	BX_TRY(fn_text_puts(t, "namespace::"));
	if (has)
		return fn_text_add(t, name->local);
	return fn_text_puts(t, "*[Q{" URI_FN "}local-name()=\"\"]");
}

/* A step to the node from its parent. */
static BxStatus
add_step(RuRun *run, const RuCx *cx, const XdItem *node, const XdItem *parent, FnText *t)
{
	AtName name = {{"", 0}, {"", 0}, {"", 0}};
	uint64_t place;
	bool has;

	BX_TRY(xd_node_name(run->forest, node, &name, &has));
	BX_TRY(fn_text_byte(t, '/'));
	if (xd_kind(node) == XD_NAMESPACE)
		return add_namespace(t, &name, has);
	if (xd_kind(node) == XD_ATTRIBUTE)
	{
		BX_TRY(fn_text_byte(t, '@'));
		return name.uri.n == 0 ? fn_text_add(t, name.local) : add_name(t, &name);
	}
	if (xd_kind(node) == XD_ELEMENT)
		BX_TRY(add_name(t, &name));
	else if (xd_kind(node) == XD_PI)
	{
		BX_TRY(fn_text_puts(t, "processing-instruction("));
		BX_TRY(fn_text_add(t, name.local));
		BX_TRY(fn_text_byte(t, ')'));
	}
	else
		BX_TRY(fn_text_puts(t, xd_item_type_name(node)));
	BX_TRY(place_of(run, cx, node, &name, parent, &place));
	return add_place(t, place);
}

/* The node that the first argument is, and the nodes above it. */
static BxStatus
arg_ancestors(RuRun *run, const RuOp *op, const RuCx *cx, XdItem *node, XdSeqBuilder *up, bool *found)
{
	BX_TRY(fn_arg_node(run, op, 0, cx, node, found));
	return *found ? list_ancestors(run, cx, node, up) : BX_OK;
}

BxStatus
fn_path(RU_ONE_ARGS)
{
	FnText text = fn_text(run, cx->arena);
	XdSeqBuilder up;
	XdItem node;
	uint64_t i;

	BX_TRY(arg_ancestors(run, op, cx, &node, &up, found));
	if (!*found)
		return BX_OK;
	if (xd_kind(&up.items[up.n - 1]) != XD_DOCUMENT)
		BX_TRY(fn_text_puts(&text, "Q{" URI_FN "}root()"));
	else if (up.n == 1)
		BX_TRY(fn_text_byte(&text, '/'));
	for (i = up.n - 1; i-- > 0;)
		BX_TRY(add_step(run, cx, &up.items[i], &up.items[i + 1], &text));
	return fn_give(fn_text_str(&text), item, found);
}

/* ---- attributes of XML ---- */

/* The value of an element's attribute xml:lang or xml:base. */
static BxStatus
xml_attribute(RuRun *run, const RuCx *cx, const XdItem *element, const char *local, BxStr *value, bool *found)
{
	XdCursor *cursor;
	XdItem at;
	AtName name;
	bool has;

	*found = false;
	if (xd_kind(element) != XD_ELEMENT)
		return BX_OK;
	BX_TRY(xd_cursor_open(run->forest, cx->arena, XD_PATH_ATTRIBUTES, element, &cursor));
	for (;;)
	{
		BX_TRY(bx_step(run->host));
		BX_TRY(xd_cursor_next(cursor, &at, found));
		if (!*found)
			return BX_OK;
		BX_TRY(xd_node_name(run->forest, &at, &name, &has));
		if (bx_str_is(name.uri, URI_XML) && bx_str_is(name.local, local))
			return xd_node_string(run->forest, cx->arena, &at, value);
	}
}

static bool
same_letters(BxStr a, BxStr b)
{
	size_t i;

	for (i = 0; i < a.n; i++)
	{
		unsigned char x = (unsigned char) a.s[i], y = (unsigned char) b.s[i];

		x = x >= 'A' && x <= 'Z' ? x + 32 : x;
		y = y >= 'A' && y <= 'Z' ? y + 32 : y;
		if (x != y)
			return false;
	}
	return true;
}

BxStatus
fn_lang(RU_EBV_ARGS)
{
	XdSeqBuilder up;
	BxStr wanted, lang = {"", 0};
	XdItem node;
	bool found;
	uint64_t i;

	*value = false;
	BX_TRY(ru_arg_str(run, op, 0, cx, &wanted));
	BX_TRY(fn_arg_node(run, op, 1, cx, &node, &found));
	BX_TRY(list_ancestors(run, cx, &node, &up));
	for (i = 0, found = false; i < up.n && !found; i++)
		BX_TRY(xml_attribute(run, cx, &up.items[i], "lang", &lang, &found));
	*value = found && lang.n >= wanted.n && (lang.n == wanted.n || lang.s[wanted.n] == '-') &&
			 same_letters(wanted, lang);
	return BX_OK;
}

/* ---- URIs ---- */

/* A reference as it is seen from a base, which may be unknown. */
static BxStatus
resolve(RuRun *run, const RuCx *cx, BxStr reference, BxStr *base)
{
	if (base->n == 0 || !fn_uri_is_absolute(*base) || !fn_uri_is_valid(reference))
	{
		*base = reference;
		return BX_OK;
	}
	return fn_uri_resolve(cx->arena, reference, *base, base, run->err);
}

/* Data model section 6: of an element its xml:base, seen from its parent's; of a node below it the parent's. */
BxStatus
fn_base_uri(RU_ONE_ARGS)
{
	XdSeqBuilder up;
	XdItem node;
	BxStr base, own;
	uint64_t i;
	bool has;

	BX_TRY(arg_ancestors(run, op, cx, &node, &up, found));
	if (!*found)
		return BX_OK;
	has = xd_kind(&node) != XD_NAMESPACE;
	/* a node without a parent has a base URI only if it can have one of its own */
	if (up.n == 1)
		has = xd_kind(&node) == XD_DOCUMENT || xd_kind(&node) == XD_ELEMENT;
	base = xd_tree_base_uri(run->forest, &node);
	for (i = up.n; i-- > 0 && has;)
	{
		bool there;

		BX_TRY(xml_attribute(run, cx, &up.items[i], "base", &own, &there));
		if (there)
			BX_TRY(resolve(run, cx, own, &base));
	}
	*found = has && base.n > 0;
	*item = at_text_item(AT_URI, base);
	return BX_OK;
}

/* No document here has been fetched by its URI. */
BxStatus
fn_document_uri(RU_ONE_ARGS)
{
	BX_TRY(fn_arg_node(run, op, 0, cx, item, found));
	*found = false;
	return BX_OK;
}

/*
 * xs_declare.c -- elements, attributes, wildcards.
 *
 * Types of elements that are defined in place are completed later; those of attributes are simple and made at once.
 */
#include "../base/bx_core_int.h"

#include "xs_compile_int.h"

#include "../base/bx_sort.h"

/* ---- values that are given ---- */

BxStatus
xs_given_read(XsCompile *c, XsDoc *doc, const XsNode *node, XsGiven *given)
{
	BxStr fixed = xs_attr(node, "fixed"), dflt = xs_attr(node, "default");

	if (fixed.s == NULL && dflt.s == NULL)
		return BX_OK;
	if (fixed.s != NULL && dflt.s != NULL)
		return xs_refuse(c, doc, node, "\"default\" and \"fixed\" exclude each other");
	given->how = fixed.s != NULL ? XS_FIXED : XS_DEFAULT;
	return xs_keep(c, fixed.s != NULL ? fixed : dflt, &given->text);
}

BxStatus
xs_given_check(XsCompile *c, const XsDoc *doc, const XsNode *node, const XsSimple *type, XsGiven *given)
{
	BxStr bytes;
	XsNodeNames names;
	XsText t;
	BxStatus st;
	BxBuf buf;

	if (given->how == XS_FREE)
		return BX_OK;
	if (type->has_identity && type->identity == XS_ID)
		return xs_refuse(c, doc, node, "an ID cannot have a default or fixed value");
	xs_text_at(c, &names, node, &t);
	bx_buf_init(&buf, c->host);
	st = xs_simple_put(&t, type, given->text, &buf);
	if (st == BX_OK && t.fault != XS_GOOD)
		st = xs_refuse(c, doc, node, "default or fixed value \"%.*s\" is not of type \"%.*s\"",
					   XS_SHOW(given->text), XS_SHOW(type->name));
	given->type = type;
	bytes = bx_str(buf.data, buf.len);
	if (st == BX_OK)
		st = xs_keep(c, bytes, &given->bytes);
	bx_buf_free(&buf);
	return st;
}

/* ---- attributes ---- */

BxStatus
xs_attribute_fill(XsCompile *c, XsDoc *doc, const XsNode *node, XsAttribute *attribute)
{
	BxStr name = xs_attr(node, "type");
	const XsNode *child = xs_child(node, XS_TAG_SIMPLE_TYPE);
	XsType *type = c->schema->builtin[AT_ANY_SIMPLE];

	if (name.s != NULL && child != NULL)
		return xs_refuse(c, doc, node, "an attribute has either attribute \"type\" or child \"simpleType\"");
	if (xs_uri(c->schema, attribute->symbol).n > 0 && bx_str_is(xs_uri(c->schema, attribute->symbol), XSI_NS))
		return xs_refuse(c, doc, node, "attributes of namespace " XSI_NS " cannot be declared");
	if (name.s != NULL)
		BX_TRY(xs_simple_named(c, doc, node, name, &type));
	if (child != NULL)
		BX_TRY(xs_simple_child(c, doc, child, &type));
	attribute->type = type->simple;
	BX_TRY(xs_given_read(c, doc, node, &attribute->given));
	return xs_given_check(c, doc, node, attribute->type, &attribute->given);
}

/* ---- elements ---- */

static BxStatus
element_type(XsCompile *c, XsDoc *doc, const XsNode *node, XsElement *element)
{
	BxStr name = xs_attr(node, "type");
	const XsNode *simple = xs_child(node, XS_TAG_SIMPLE_TYPE), *complex = xs_child(node, XS_TAG_COMPLEX_TYPE);

	if ((name.s != NULL) + (simple != NULL) + (complex != NULL) > 1)
		return xs_refuse(c, doc, node, "an element has one type");
	if (simple != NULL)
		return xs_simple_child(c, doc, simple, &element->type);
	if (complex != NULL)
		return xs_type_add(c, doc, complex, XS_NONE, &element->type);
	if (name.s != NULL)
		return xs_type_named(c, doc, node, name, &element->type);
	if (element->head == NULL)
		element->type = c->schema->builtin[AT_ANY_TYPE];
	return BX_OK;
}

static BxStatus
element_head(XsCompile *c, XsDoc *doc, const XsNode *node, XsElement *element)
{
	BxStr name = xs_attr(node, "substitutionGroup");
	uint32_t symbol;

	if (name.s == NULL)
		return BX_OK;
	BX_TRY(xs_reference(c, doc, node, name, &symbol));
	element->head = c->schema->symbols[symbol].element;
	return element->head != NULL ? BX_OK : xs_missing(c, doc, node, "element", symbol);
}

BxStatus
xs_element_fill(XsCompile *c, XsDoc *doc, const XsNode *node, XsElement *element)
{
	element->node = node;
	element->block = xs_ways(node, "block", doc->block) & (XS_EXTENSION | XS_RESTRICTION | XS_SUBSTITUTION);
	element->final = xs_ways(node, "final", doc->final) & (XS_EXTENSION | XS_RESTRICTION);
	element->nillable = xs_flag(node, "nillable");
	element->abstract = xs_flag(node, "abstract");
	BX_TRY(element_head(c, doc, node, element));
	BX_TRY(element_type(c, doc, node, element));
	BX_TRY(xs_given_read(c, doc, node, &element->given));
	return xs_keys_read(c, doc, node, element);
}

/* ---- wildcards ---- */

static BxStatus
wildcard_list(XsCompile *c, XsDoc *doc, BxStr list, XsWildcard *w)
{
	BxStr word;
	size_t cap = list.n / 2 + 1;

	w->ns = xs_make(c, cap * sizeof(uint32_t));
	if (w->ns == NULL)
		return BX_E_NOMEM;
	while (xs_simple_word(&list, &word) && w->n < cap)
	{
		if (bx_str_is(word, "##targetNamespace"))
			w->ns[w->n++] = doc->target;
		else if (bx_str_is(word, "##local"))
			w->ns[w->n++] = 0;
		else
			BX_TRY(xs_string_add(c->schema, word, &w->ns[w->n++], c->err));
	}
	return bx_sort(c->host, w->ns, w->n, sizeof(uint32_t), xs_order_numbers, c->err);
}

BxStatus
xs_wildcard(XsCompile *c, XsDoc *doc, const XsNode *node, XsWildcard **out)
{
	BxStr ns = xs_attr(node, "namespace"), process = xs_attr(node, "processContents");
	XsWildcard *w = xs_make(c, sizeof(XsWildcard));

	if (w == NULL)
		return BX_E_NOMEM;
	*out = w;
	w->process = process.s == NULL || bx_str_is(process, "strict") ? XS_STRICT
				 : bx_str_is(process, "lax")                       ? XS_LAX
																   : XS_SKIP;
	if (ns.s == NULL || bx_str_is(ns, "##any"))
		return BX_OK;
	w->space = bx_str_is(ns, "##other") ? XS_SPACE_NOT : XS_SPACE_SET;
	if (w->space == XS_SPACE_SET)
		return wildcard_list(c, doc, ns, w);
	w->ns = xs_make(c, sizeof(uint32_t));
	if (w->ns == NULL)
		return BX_E_NOMEM;
	w->n = 1;
	w->ns[0] = doc->target;
	return BX_OK;
}

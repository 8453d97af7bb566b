/*
 * xs_define.c -- simple types: built-in ones, and those that documents define.
 */
#include "../base/bx_core_int.h"

#include "xs_compile_int.h"

#include "../format/bx_format.h"

#define XS_SIMPLE_DEPTH 64   /* lists and unions in each other */
#define XS_SIMPLE_SIZE 10000 /* types of all members of a union, and so on */

/* ---- built-in ---- */

static BxStatus
name_builtin(XsCompile *c, unsigned i)
{
	BxSchema *s = c->schema;
	XsType *type = s->builtin[i];
	uint32_t local, symbol;

	BX_TRY(xs_string_add(s, at_types[i].name, &local, c->err));
	BX_TRY(xs_symbol_add(s, c->xs_ns, local, &symbol, c->err));
	type->symbol = symbol;
	s->symbols[symbol].type = type;
	return BX_OK;
}

/* anyType: any attributes, any content, looked at where declarations are known. */
static BxStatus
make_any_type(XsCompile *c)
{
	BxSchema *s = c->schema;
	XsType *type = s->builtin[AT_ANY_TYPE];
	XsParticle *p = xs_make(c, sizeof(XsParticle));
	XsParticle *group = xs_make(c, sizeof(XsParticle));
	XsParticle **kids = xs_make(c, sizeof(XsParticle *));

	s->lax = xs_make(c, sizeof(XsWildcard));
	if (p == NULL || group == NULL || kids == NULL || s->lax == NULL)
		return BX_E_NOMEM;
	s->lax->process = XS_LAX;
	*p = (XsParticle){.kind = XS_PK_ANY, .min = 0, .max = XS_UNBOUNDED, .any = s->lax, .size = 1};
	kids[0] = p;
	*group = (XsParticle){.kind = XS_PK_SEQUENCE, .min = 1, .max = 1, .kids = kids, .n_kids = 1, .size = 1};
	type->content = XS_MIXED;
	type->particle = group;
	type->any_attribute = s->lax;
	type->is_simple = false;
	type->way = XS_RESTRICTION;
	return BX_OK;
}

BxStatus
xs_builtins(XsCompile *c)
{
	BxSchema *s = c->schema;
	XsSimple *simple[AT_SCHEMA_TYPES];
	unsigned i;

	for (i = 0; i < AT_SCHEMA_TYPES; i++)
	{
		BX_TRY(xs_type_add(c, NULL, NULL, XS_NONE, &s->builtin[i]));
		BX_TRY(name_builtin(c, i));
		s->builtin[i]->is_simple = true;
		s->builtin[i]->state = 2;
		s->builtin[i]->way = XS_RESTRICTION;
		s->builtin[i]->content = XS_SIMPLE_CONTENT;
		simple[i] = xs_make(c, sizeof(XsSimple));
		if (simple[i] == NULL)
			return BX_E_NOMEM;
		s->builtin[i]->simple = simple[i];
	}
	for (i = AT_ANY_SIMPLE; i < AT_SCHEMA_TYPES; i++)
	{
		unsigned k;

		BX_TRY(xs_builtin_make(simple, i, c->arena, c->err));
		for (k = AT_ANY_TYPE; k < i; k++)
			if (simple[k] == simple[i]->base)
				s->builtin[i]->base = s->builtin[k];
	}
	s->builtin[AT_ANY_SIMPLE]->base = s->builtin[AT_ANY_TYPE];
	s->builtin[AT_ANY_TYPE]->simple = NULL;
	return make_any_type(c);
}

/* ---- references ---- */

BxStatus
xs_type_named(XsCompile *c, XsDoc *doc, const XsNode *node, BxStr name, XsType **type)
{
	const XsNode *at;
	uint32_t symbol;
	XsType *t;

	BX_TRY(xs_reference(c, doc, node, name, &symbol));
	*type = c->schema->symbols[symbol].type;
	if (*type == NULL)
		return xs_missing(c, doc, node, "type", symbol);
	/* the definition of a type in a redefinition means the old one by the type's name */
	for (at = node; at != NULL; at = at->parent)
		for (t = *type; t->old != NULL; t = t->old)
			if (at == t->node)
			{
				*type = t->old;
				return BX_OK;
			}
	return BX_OK;
}

BxStatus
xs_simple_named(XsCompile *c, XsDoc *doc, const XsNode *node, BxStr name, XsType **type)
{
	BX_TRY(xs_type_named(c, doc, node, name, type));
	if (!(*type)->is_simple)
		return xs_refuse(c, doc, node, "type \"%.*s\" is not a simple type", XS_SHOW(name));
	return xs_simple_complete(c, *type);
}

BxStatus
xs_simple_child(XsCompile *c, XsDoc *doc, const XsNode *child, XsType **type)
{
	BX_TRY(xs_type_add(c, doc, child, XS_NONE, type));
	return xs_simple_complete(c, *type);
}

/* A type named by an attribute, or defined by a child; just one of both. */
static BxStatus
named_or_child(XsCompile *c, XsDoc *doc, const XsNode *node, const char *attr, XsType **type)
{
	BxStr name = xs_attr(node, attr);
	const XsNode *child = xs_child(node, XS_TAG_SIMPLE_TYPE);

	if ((name.s != NULL) == (child != NULL))
		return xs_refuse(c, doc, node, "\"%s\" must have either attribute \"%s\" or child \"simpleType\"",
						 xs_tag_names[node->tag], attr);
	return name.s != NULL ? xs_simple_named(c, doc, node, name, type) : xs_simple_child(c, doc, child, type);
}

/* ---- varieties ---- */

/* A list, or a union of which a member is one; how many members there are is limited. */
static bool
has_list(const XsSimple *type)
{
	uint32_t i;

	for (i = 0; i < type->n_members; i++)
		if (has_list(type->members[i]))
			return true;
	return type->variety == XS_LIST;
}

static BxStatus
define_list(XsCompile *c, XsType *type, const XsNode *node)
{
	XsSimple *simple = type->simple;
	XsType *item;

	BX_TRY(named_or_child(c, type->doc, node, "itemType", &item));
	type->base = c->schema->builtin[AT_ANY_SIMPLE];
	type->way = XS_BY_LIST;
	*simple = (XsSimple){.base = type->base->simple,
						 .variety = XS_LIST,
						 .primitive = AT_ANY_SIMPLE,
						 .white = AT_COLLAPSE,
						 .fixed = XS_F_WHITE};
	simple->item = item->simple;
	if (has_list(item->simple))
		return xs_refuse(c, type->doc, node, "the items of a list cannot be lists");
	if (item->final & XS_BY_LIST)
		return xs_refuse(c, type->doc, node, "the type of the items is final for lists");
	return BX_OK;
}

static BxStatus
add_member(XsCompile *c, XsType *type, const XsNode *node, const XsType *member, uint32_t cap)
{
	XsSimple *simple = type->simple;

	if (member->final & XS_BY_UNION)
		return xs_refuse(c, type->doc, node, "a member type is final for unions");
	if (simple->n_members < cap)
		simple->members[simple->n_members++] = member->simple;
	return BX_OK;
}

static BxStatus
define_union(XsCompile *c, XsType *type, const XsNode *node)
{
	BxStr names = xs_attr(node, "memberTypes"), name;
	XsSimple *simple = type->simple;
	uint32_t cap = (uint32_t) names.n / 2 + 1;
	const XsNode *kid;
	XsType *member;

	for (kid = node->first; kid != NULL; kid = kid->next)
		cap++;
	type->base = c->schema->builtin[AT_ANY_SIMPLE];
	type->way = XS_BY_UNION;
	*simple = (XsSimple){.base = type->base->simple,
						 .variety = XS_UNION,
						 .primitive = AT_ANY_SIMPLE,
						 .white = AT_COLLAPSE,
						 .fixed = XS_F_WHITE};
	simple->members = xs_make(c, cap * sizeof(XsSimple *));
	if (simple->members == NULL)
		return BX_E_NOMEM;
	while (xs_simple_word(&names, &name))
	{
		BX_TRY(xs_simple_named(c, type->doc, node, name, &member));
		BX_TRY(add_member(c, type, node, member, cap));
	}
	for (kid = node->first; kid != NULL; kid = kid->next)
	{
		BX_TRY(xs_simple_child(c, type->doc, kid, &member));
		BX_TRY(add_member(c, type, node, member, cap));
	}
	return simple->n_members > 0 ? BX_OK : xs_refuse(c, type->doc, node, "a union must have members");
}

BxStatus
xs_restrict_simple(XsCompile *c, XsDoc *doc, const XsNode *node, const XsSimple *base, XsSimple **simple)
{
	XsSimple *s = *simple != NULL ? *simple : xs_make(c, sizeof(XsSimple));

	if (s == NULL)
		return BX_E_NOMEM;
	*s = *base;
	s->base = base;
	*simple = s;
	BX_TRY(xs_facets(c, doc, node, s));
	xs_simple_finish(s);
	return BX_OK;
}

static BxStatus
define_restriction(XsCompile *c, XsType *type, const XsNode *node)
{
	XsType *base;
	XsSimple *simple = type->simple;

	BX_TRY(named_or_child(c, type->doc, node, "base", &base));
	type->base = base;
	type->way = XS_RESTRICTION;
	if (base == c->schema->builtin[AT_ANY_SIMPLE])
		return xs_refuse(c, type->doc, node, "anySimpleType cannot be restricted");
	if (base->final & XS_RESTRICTION)
		return xs_refuse(c, type->doc, node, "the base type is final for restriction");
	BX_TRY(xs_type_derived(c, type, base));
	return xs_restrict_simple(c, type->doc, node, base->simple, &simple);
}

static BxStatus
define(XsCompile *c, XsType *type)
{
	const XsNode *kid = type->node->first;

	type->content = XS_SIMPLE_CONTENT;
	type->final = xs_ways(type->node, "final", type->doc->final);
	type->simple = xs_make(c, sizeof(XsSimple));
	if (type->simple == NULL)
		return BX_E_NOMEM;
	if (kid->tag == XS_TAG_LIST)
		BX_TRY(define_list(c, type, kid));
	else if (kid->tag == XS_TAG_UNION)
		BX_TRY(define_union(c, type, kid));
	else
		return define_restriction(c, type, kid);
	xs_simple_finish(type->simple);
	if (type->simple->nested.depth > XS_SIMPLE_DEPTH)
		return xs_limit(c, type->doc, type->node, "lists and unions of the schema are nested too deep");
	if (type->simple->nested.size > XS_SIMPLE_SIZE)
		return xs_limit(c, type->doc, type->node, "the union has too many members");
	return BX_OK;
}

BxStatus
xs_simple_complete(XsCompile *c, XsType *type)
{
	bool done;

	BX_TRY(xs_type_begin(c, type, &done));
	if (done)
		return BX_OK;
	BX_TRY(define(c, type));
	if (type->symbol != XS_NONE)
		type->simple->name = xs_local(c->schema, type->symbol);
	c->depth--;
	type->state = 2;
	return BX_OK;
}

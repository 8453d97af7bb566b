/*
 * xs_restrict.c -- is a restriction one: is what a type allows allowed by its base?
 *
 * Contents are compared as automata, side by side: whatever children the type takes, its base must take, with types
 * derived from those of the base.  So a restriction may be written in any way, which is more than the rules of XML
 * Schema 1.0 allow; those were dropped in 1.1.  What counts in ways that are too large to be followed passes.
 */
#include "../base/bx_core_int.h"

#include "xs_compile_int.h"
#include "xs_include_int.h"

typedef struct XsCompare
{
	XsCompile *c;
	const XsType *type;
} XsCompare;

static BxStatus
more_than_base(XsCompile *c, const XsType *type, const char *what, uint32_t symbol)
{
	bool group = type->node->tag == XS_TAG_GROUP || type->node->tag == XS_TAG_ATTRIBUTE_GROUP;
	const char *now = group ? "redefinition" : "restriction", *was = group ? "group before it" : "base type";

	if (symbol == XS_NONE)
		return xs_refuse(c, type->doc, type->node, "the %s allows %s, which the %s does not", now, what, was);
	return xs_refuse(c, type->doc, type->node, "the %s allows %s \"%.*s\" where the %s does not", now, what,
					 XS_SHOW(xs_local(c->schema, symbol)), was);
}

/* ---- attributes ---- */

static bool
simple_derived(const XsSimple *simple, const XsSimple *base)
{
	const XsSimple *s;
	uint32_t i;

	for (s = simple; s != NULL; s = s->base)
		if (s == base)
			return true;
	for (i = 0; i < base->n_members; i++)
		if (simple_derived(simple, base->members[i]))
			return true;
	return false;
}

static BxStatus
compare_uses(XsCompile *c, const XsType *type, const XsType *base)
{
	uint32_t i;

	for (i = 0; i < type->n_uses; i++)
	{
		const XsUse *use = &type->uses[i], *was = xs_use_find(base, use->symbol);

		if (was == NULL && (base->any_attribute == NULL ||
							!xs_wildcard_takes(base->any_attribute, c->schema->symbols[use->symbol].ns)))
			return more_than_base(c, type, "attribute", use->symbol);
		if (was == NULL)
			continue;
		if ((was->required > 0 && use->required == 0) || !simple_derived(use->type, was->type) ||
			(was->given.how == XS_FIXED &&
			 (use->given.how != XS_FIXED || !bx_str_equal(use->given.bytes, was->given.bytes))))
			return more_than_base(c, type, "values of attribute", use->symbol);
	}
	for (i = 0; i < base->n_uses; i++)
		if (base->uses[i].required > 0 && xs_use_find(type, base->uses[i].symbol) == NULL)
			return more_than_base(c, type, "to leave out attribute", base->uses[i].symbol);
	if (type->any_attribute == NULL)
		return BX_OK;
	if (base->any_attribute == NULL || !xs_wildcard_within(type->any_attribute, base->any_attribute))
		return more_than_base(c, type, "attributes of other namespaces", XS_NONE);
	/* strict comes first, and says most */
	if (type->any_attribute->process > base->any_attribute->process)
		return more_than_base(c, type, "attributes that a wildcard does not look at", XS_NONE);
	return BX_OK;
}

/* ---- content ---- */

/* A child that both take: is it the same or less in the restriction? */
static BxStatus
take_child(void *ctx, const XsTaken *taken)
{
	const XsCompare *p = ctx;
	const XsElement *e = taken->old->element, *base = taken->now->element;
	const XsWildcard *any = taken->old->any, *from = taken->now->any;

	/* strict comes first, and says most */
	if (any != NULL && from != NULL && any->process > from->process)
		return more_than_base(p->c, p->type, "what a wildcard does not look at", XS_NONE);
	if (e == NULL || base == NULL || e == base)
		return BX_OK;
	if (!xs_derived(e->type, base->type, XS_EXTENSION) || (e->nillable && !base->nillable) ||
		(base->block & ~e->block) != 0 ||
		(base->given.how == XS_FIXED &&
		 (e->given.how != XS_FIXED || !bx_str_equal(e->given.bytes, base->given.bytes))))
		return more_than_base(p->c, p->type, "values of element", taken->symbol);
	return BX_OK;
}

static BxStatus
content_differs(void *ctx, XsMore more, uint32_t symbol, bool sure)
{
	const XsCompare *p = ctx;

	if (!sure)
		return BX_OK;
	if (more == XS_MORE_END)
		return more_than_base(p->c, p->type, "to end the content early", XS_NONE);
	return more_than_base(p->c, p->type, symbol == XS_NONE ? "a wildcard" : "element", symbol);
}

static BxStatus
compare_content(XsCompile *c, const XsType *type, const XsType *base)
{
	XsCompare p = {c, type};
	XsInclusion in = {c->host, c->err, c->names, take_child, content_differs, &p};
	bool included;

	if (type->model == base->model)
		return BX_OK;
	if (type->model == NULL)
		return xs_particle_emptiable(base->particle)
				   ? BX_OK
				   : more_than_base(c, type, "to leave out all content", XS_NONE);
	if (base->model == NULL)
		return more_than_base(c, type, "child elements", XS_NONE);
	return xs_include(&in, type->model, base->model, &included);
}

BxStatus
xs_restricts(XsCompile *c, const XsType *type, const XsType *base)
{
	if (base == c->schema->builtin[AT_ANY_TYPE])
		return BX_OK;
	BX_TRY(compare_uses(c, type, base));
	if (type->content == XS_SIMPLE_CONTENT)
		return BX_OK;
	if (type->content == XS_MIXED && base->content != XS_MIXED)
		return more_than_base(c, type, "text", XS_NONE);
	return compare_content(c, type, base);
}

BxStatus
xs_restrictions(XsCompile *c)
{
	const BxSchema *s = c->schema;
	XsSpacePair *spaces = bx_arena_alloc(&c->temp, (s->strings.map.n + (size_t) 1) * sizeof(XsSpacePair));
	XsNames *names = bx_arena_alloc(&c->temp, sizeof(XsNames));
	uint32_t i;
	bool *marks;

	if (spaces == NULL || names == NULL)
		return bx_fail_nomem(c->err, s->strings.map.n * sizeof(XsSpacePair));
	*names = (XsNames){s, s, NULL, spaces, 0};
	BX_TRY(xs_spaces_mark(s, &c->temp, &marks, c->err));
	for (i = 0; i < s->strings.map.n; i++)
		if (marks[i])
			spaces[names->n_spaces++] = (XsSpacePair){i, i};
	spaces[names->n_spaces++] = (XsSpacePair){XS_NONE, XS_NONE};
	c->names = names;
	for (i = AT_SCHEMA_TYPES; i < s->n_types; i++)
		if (!s->types[i]->is_simple && s->types[i]->way == XS_RESTRICTION)
			BX_TRY(xs_restricts(c, s->types[i], s->types[i]->base));
	BX_TRY(xs_groups_compare(c));
	c->names = NULL;
	return BX_OK;
}

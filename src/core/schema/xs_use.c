/*
 * xs_use.c -- the attributes of a complex type: its own, those of attribute groups, those of its base.
 *
 * Wildcards of groups and the type's own are intersected, and united with that of the base an extension has.
 */
#include "../base/bx_core_int.h"

#include "xs_compile_int.h"

#include "../base/bx_array.h"
#include "../base/bx_sort.h"

typedef struct XsUses
{
	XsCompile *c;
	XsUse *list; /* host memory */
	uint32_t n;
	uint32_t cap;
	XsWildcard *any; /* of groups and the type itself; NULL: none */
	bool any_seen;
} XsUses;

/* ---- wildcards ---- */

static bool
set_has(const XsWildcard *w, uint32_t ns)
{
	return xs_wildcard_takes(w, ns);
}

/* The namespaces of a list that both take, or that one of both takes. */
static BxStatus
from_lists(XsCompile *c, const XsWildcard *a, const XsWildcard *b, bool both, XsWildcard *w)
{
	uint32_t i;

	w->space = XS_SPACE_SET;
	w->ns = xs_make(c, (a->n + b->n + 1) * sizeof(uint32_t));
	if (w->ns == NULL)
		return BX_E_NOMEM;
	for (i = 0; a->space == XS_SPACE_SET && i < a->n; i++)
		if (!both || set_has(b, a->ns[i]))
			w->ns[w->n++] = a->ns[i];
	for (i = 0; b->space == XS_SPACE_SET && i < b->n; i++)
		if (both ? a->space != XS_SPACE_SET && set_has(a, b->ns[i]) : !set_has(a, b->ns[i]))
			w->ns[w->n++] = b->ns[i];
	return BX_OK;
}

static BxStatus
intersect(XsCompile *c, XsDoc *doc, const XsNode *node, const XsWildcard *a, const XsWildcard *b,
		  XsWildcard *w)
{
	if (a->space == XS_SPACE_ANY || b->space == XS_SPACE_ANY)
	{
		const XsWildcard *k = a->space == XS_SPACE_ANY ? b : a;

		w->space = k->space;
		w->n = k->n;
		w->ns = k->ns;
		return BX_OK;
	}
	if (a->space == XS_SPACE_NOT && b->space == XS_SPACE_NOT)
	{
		if (a->ns[0] != b->ns[0] && a->ns[0] != 0 && b->ns[0] != 0)
			return xs_refuse(c, doc, node, "the intersection of the attribute wildcards cannot be expressed");
		w->space = XS_SPACE_NOT;
		w->n = 1;
		w->ns = a->ns[0] != 0 ? a->ns : b->ns;
		return BX_OK;
	}
	return from_lists(c, a, b, true, w);
}

static BxStatus
unite(XsCompile *c, XsDoc *doc, const XsNode *node, const XsWildcard *a, const XsWildcard *b, XsWildcard *w)
{
	const XsWildcard *not = a->space == XS_SPACE_NOT ? a : b, *set = not == a ? b : a;

	if (a->space == XS_SPACE_SET && b->space == XS_SPACE_SET)
		return from_lists(c, a, b, false, w);
	w->space = XS_SPACE_ANY;
	if (a->space == XS_SPACE_ANY || b->space == XS_SPACE_ANY)
		return BX_OK;
	w->space = XS_SPACE_NOT;
	w->n = 1;
	w->ns = xs_make(c, sizeof(uint32_t));
	if (w->ns == NULL)
		return BX_E_NOMEM;
	w->ns[0] = not ->ns[0];
	if (set->space == XS_SPACE_NOT)
	{
		w->ns[0] = not ->ns[0] == set->ns[0] ? not ->ns[0] : 0;
		return BX_OK;
	}
	if (set_has(set, not ->ns[0]) && not ->ns[0] != 0)
		w->ns[0] = 0;
	if (!set_has(set, 0))
		return BX_OK;
	if (not ->ns[0] != 0 && !set_has(set, not ->ns[0]))
		return xs_refuse(c, doc, node, "the union of the attribute wildcards cannot be expressed");
	w->space = XS_SPACE_ANY;
	return BX_OK;
}

static BxStatus
add_wildcard(XsUses *u, XsDoc *doc, const XsNode *node)
{
	XsWildcard *w, *both;

	BX_TRY(xs_wildcard(u->c, doc, node, &w));
	if (!u->any_seen)
	{
		u->any = w;
		u->any_seen = true;
		return BX_OK;
	}
	both = xs_make(u->c, sizeof(XsWildcard));
	if (both == NULL)
		return BX_E_NOMEM;
	/* what processContents says is taken from the outermost, which comes last */
	both->process = w->process;
	BX_TRY(intersect(u->c, doc, node, u->any, w, both));
	u->any = both;
	return BX_OK;
}

/* ---- attributes ---- */

static BxStatus
add_use(XsUses *u, const XsDoc *doc, const XsNode *node, const XsUse *use)
{
	BX_TRY(bx_step(u->c->host));
	if (u->c->uses_left-- == 0)
		return xs_limit(u->c, doc, node, "the types of the schema have too many attributes");
	BX_ROOM(u->c->host, u->c->err, u->list, u->n, u->cap);
	u->list[u->n++] = *use;
	return BX_OK;
}

/* A reference to an attribute declared globally. */
static BxStatus
refer(XsUses *u, XsDoc *doc, const XsNode *node, BxStr ref, XsUse *use)
{
	XsAttribute *attribute;

	BX_TRY(xs_reference(u->c, doc, node, ref, &use->symbol));
	attribute = u->c->schema->symbols[use->symbol].attribute;
	if (attribute == NULL)
		return xs_missing(u->c, doc, node, "attribute", use->symbol);
	use->type = attribute->type;
	use->given = attribute->given;
	if (xs_attr(node, "fixed").s == NULL && xs_attr(node, "default").s == NULL)
		return BX_OK;
	use->given = (XsGiven){0};
	BX_TRY(xs_given_read(u->c, doc, node, &use->given));
	BX_TRY(xs_given_check(u->c, doc, node, use->type, &use->given));
	if (attribute->given.how == XS_FIXED &&
		(use->given.how != XS_FIXED || !bx_str_equal(use->given.bytes, attribute->given.bytes)))
		return xs_refuse(u->c, doc, node, "the attribute has another fixed value where it is declared");
	return BX_OK;
}

static BxStatus
declare(XsUses *u, XsDoc *doc, const XsNode *node, XsUse *use)
{
	bool qualified = xs_form(node, "form", doc->attributes_qualified);
	XsAttribute local = {0};

	BX_TRY(xs_declared_name(u->c, node, qualified ? doc->target : 0, &use->symbol));
	if (bx_str_is(xs_local(u->c->schema, use->symbol), "xmlns"))
		return xs_refuse(u->c, doc, node, "an attribute cannot be called \"xmlns\"");
	local.symbol = use->symbol;
	BX_TRY(xs_attribute_fill(u->c, doc, node, &local));
	use->type = local.type;
	use->given = local.given;
	return BX_OK;
}

static BxStatus
add_attribute(XsUses *u, XsDoc *doc, const XsNode *node)
{
	BxStr ref = xs_attr(node, "ref"), how = xs_attr(node, "use");
	XsUse use = {0};

	if (ref.s != NULL)
		BX_TRY(refer(u, doc, node, ref, &use));
	else
		BX_TRY(declare(u, doc, node, &use));
	if (how.s != NULL && bx_str_is(how, "required"))
		use.required = 1;
	else if (how.s != NULL && bx_str_is(how, "prohibited"))
		use.prohibited = true;
	if (how.s != NULL && !bx_str_is(how, "optional") && xs_attr(node, "default").s != NULL)
		return xs_refuse(u->c, doc, node, "an attribute with a default must be optional");
	/* what a group does not have, types that refer to it may have (Part 1, 3.6.2) */
	return use.prohibited && node->parent->tag == XS_TAG_ATTRIBUTE_GROUP ? BX_OK
																		 : add_use(u, doc, node, &use);
}

static BxStatus add_below(XsUses *u, XsDoc *doc, const XsNode *node);

static BxStatus
add_group(XsUses *u, XsDoc *doc, const XsNode *node)
{
	BxStr ref = xs_attr(node, "ref");
	XsGlobal *group;
	uint32_t symbol;

	BX_TRY(xs_reference(u->c, doc, node, ref, &symbol));
	group = xs_global_meant(u->c, XS_ATTRIBUTE_GROUP, symbol, node);
	if (group == NULL)
		return xs_missing(u->c, doc, node, "attributeGroup", symbol);
	if (group->busy)
		return xs_refuse(u->c, doc, node, "the attribute group contains itself");
	if (group->used_by == u->c->n_uses)
		return BX_OK; /* one set of attributes, by however many routes */
	group->busy = group->used = true;
	group->used_by = u->c->n_uses;
	BX_TRY(xs_enter(u->c, doc, node));
	BX_TRY(add_below(u, group->doc, group->node));
	u->c->depth--;
	group->busy = false;
	return BX_OK;
}

static BxStatus
add_below(XsUses *u, XsDoc *doc, const XsNode *node)
{
	const XsNode *kid;

	for (kid = node->first; kid != NULL; kid = kid->next)
	{
		BX_TRY(bx_step(u->c->host));
		if (u->n > u->c->limits.max_states)
			return xs_limit(u->c, doc, kid, "the type has too many attributes");
		if (kid->tag == XS_TAG_ATTRIBUTE)
			BX_TRY(add_attribute(u, doc, kid));
		else if (kid->tag == XS_TAG_ATTRIBUTE_GROUP)
			BX_TRY(add_group(u, doc, kid));
		else if (kid->tag == XS_TAG_ANY_ATTRIBUTE)
			BX_TRY(add_wildcard(u, doc, kid));
	}
	return BX_OK;
}

/* ---- of a type ---- */

static BxStatus
sort_uses(XsUses *u)
{
	return bx_sort(u->c->host, u->list, u->n, sizeof(XsUse), xs_order_numbers, u->c->err);
}

static BxStatus
inherit(XsUses *u, XsDoc *doc, const XsNode *node, const XsType *type)
{
	const XsType *base = type->base;
	uint32_t i, own = u->n, at;

	for (i = 0; i < base->n_uses; i++)
	{
		uint32_t lo = 0, hi = own;

		while (lo < hi)
		{
			at = lo + (hi - lo) / 2;
			if (u->list[at].symbol < base->uses[i].symbol)
				lo = at + 1;
			else
				hi = at;
		}
		if (lo == own || u->list[lo].symbol != base->uses[i].symbol)
			BX_TRY(add_use(u, doc, node, &base->uses[i]));
		else if (type->way == XS_EXTENSION && u->list[lo].prohibited)
			u->list[lo] = base->uses[i];
		else if (type->way == XS_EXTENSION)
			return xs_refuse(u->c, doc, node, "the base type has an attribute \"%.*s\" already",
							 XS_SHOW(xs_local(u->c->schema, base->uses[i].symbol)));
	}
	return BX_OK;
}

static BxStatus
inherit_wildcard(XsUses *u, XsDoc *doc, const XsNode *node, XsType *type)
{
	const XsWildcard *base = type->base->any_attribute;
	XsWildcard *w;

	type->any_attribute = u->any;
	if (type->way != XS_EXTENSION || base == NULL)
		return BX_OK;
	if (u->any == NULL)
	{
		type->any_attribute = base;
		return BX_OK;
	}
	w = xs_make(u->c, sizeof(XsWildcard));
	if (w == NULL)
		return BX_E_NOMEM;
	w->process = u->any->process;
	type->any_attribute = w;
	return unite(u->c, doc, node, u->any, base, w);
}

static BxStatus
finish(XsUses *u, XsDoc *doc, const XsNode *node, XsType *type)
{
	uint32_t i, ids = 0;

	BX_TRY(sort_uses(u));
	for (i = 1; i < u->n; i++)
		if (u->list[i].symbol == u->list[i - 1].symbol)
			return xs_refuse(u->c, doc, node, "attribute \"%.*s\" is declared twice",
							 XS_SHOW(xs_local(u->c->schema, u->list[i].symbol)));
	BX_TRY(inherit(u, doc, node, type));
	BX_TRY(sort_uses(u));
	type->uses = xs_make(u->c, (u->n + (size_t) 1) * sizeof(XsUse));
	if (type->uses == NULL)
		return BX_E_NOMEM;
	for (i = 0; i < u->n; i++)
	{
		if (u->list[i].prohibited)
			continue;
		ids += u->list[i].type->identity == XS_ID;
		u->list[i].required = u->list[i].required > 0 ? ++type->n_required : 0;
		u->c->schema->note_given |= u->list[i].given.how != XS_FREE && u->list[i].type->has_identity;
		u->list[i].given_no = u->list[i].given.how != XS_FREE ? ++type->n_given : 0;
		type->uses[type->n_uses++] = u->list[i];
	}
	type->has_id = ids > 0;
	if (ids > 1)
		return xs_refuse(u->c, doc, node, "a type can have one attribute of type ID");
	if (type->n_required > u->c->schema->max_required)
		u->c->schema->max_required = type->n_required;
	if (type->n_given > u->c->schema->max_given)
		u->c->schema->max_given = type->n_given;
	return inherit_wildcard(u, doc, node, type);
}

BxStatus
xs_uses(XsCompile *c, XsDoc *doc, const XsNode *node, XsType *type)
{
	XsUses u = {.c = c};
	BxStatus st;

	c->n_uses++;
	st = add_below(&u, doc, node);
	if (st == BX_OK)
		st = finish(&u, doc, node, type);
	c->host->release(c->host->ctx, u.list);
	return st;
}

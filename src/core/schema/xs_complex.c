/*
 * xs_complex.c -- complex types: what they are derived from, their content and attributes.
 *
 * A type is completed after its base, so that derivations nest no deeper than the compiler allows.
 */
#include "../base/bx_core_int.h"

#include "xs_compile_int.h"

/* The particle among the children of a node, NULL when there is none or it takes nothing. */
static BxStatus
own_particle(XsCompile *c, XsDoc *doc, const XsNode *node, XsParticle **p)
{
	const XsNode *kid = xs_group_child(node);

	*p = NULL;
	return kid != NULL ? xs_particle(c, doc, kid, p) : BX_OK;
}

static void
set_content(XsType *type, XsParticle *p, bool mixed)
{
	type->particle = p;
	type->content = mixed ? XS_MIXED : p != NULL ? XS_ELEMENTS : XS_EMPTY;
}

/* The base type that an extension or restriction names, complete. */
static BxStatus
find_base(XsCompile *c, XsType *type, const XsNode *node)
{
	BxStr name = xs_attr(node, "base");
	XsType *base;

	BX_TRY(xs_type_named(c, type->doc, node, name, &base));
	BX_TRY(xs_type_complete(c, base));
	type->base = base;
	type->way = node->tag == XS_TAG_EXTENSION ? XS_EXTENSION : XS_RESTRICTION;
	BX_TRY(xs_type_derived(c, type, base));
	if (base->final & type->way)
		return xs_refuse(c, type->doc, node, "the base type is final for this derivation");
	return BX_OK;
}

/* ---- simple content ---- */

static BxStatus
restrict_content(XsCompile *c, XsType *type, const XsNode *node)
{
	const XsNode *child = xs_child(node, XS_TAG_SIMPLE_TYPE);
	const XsType *base = type->base;
	const XsSimple *from = base->simple;
	XsType *given = NULL;

	if (base->is_simple)
		return xs_refuse(c, type->doc, node, "simple content can restrict complex types only");
	if (child != NULL)
	{
		BX_TRY(xs_simple_child(c, type->doc, child, &given));
		if (base->content == XS_SIMPLE_CONTENT && base->simple != c->schema->builtin[AT_ANY_SIMPLE]->simple)
		{
			const XsSimple *s = given->simple;

			while (s != NULL && s != base->simple)
				s = s->base;
			if (s == NULL && base->simple->variety != XS_UNION)
				return xs_refuse(c, type->doc, child,
								 "the type is not derived from that of the base's content");
		}
		from = given->simple;
	}
	if (base->content != XS_SIMPLE_CONTENT &&
		!(base->content == XS_MIXED && xs_particle_emptiable(base->particle) && child != NULL))
		return xs_refuse(c, type->doc, node, "the base type has no simple content");
	BX_TRY(xs_restrict_simple(c, type->doc, node, from, &type->simple));
	return BX_OK;
}

static BxStatus
simple_content(XsCompile *c, XsType *type, const XsNode *node)
{
	const XsNode *way = node->first;

	BX_TRY(find_base(c, type, way));
	type->content = XS_SIMPLE_CONTENT;
	if (type->way == XS_RESTRICTION)
		BX_TRY(restrict_content(c, type, way));
	else if (type->base->content != XS_SIMPLE_CONTENT || type->base->simple == NULL)
		return xs_refuse(c, type->doc, way, "the base type has no simple content");
	else
		type->simple = type->base->simple;
	return xs_uses(c, type->doc, way, type);
}

/* ---- complex content ---- */

static BxStatus
extend_content(XsCompile *c, XsType *type, const XsNode *node, XsParticle *own, bool mixed)
{
	const XsType *base = type->base;
	XsParticle *both = own;

	if (base->content == XS_SIMPLE_CONTENT && (own != NULL || mixed))
		return xs_refuse(c, type->doc, node, "the base type has simple content");
	if (base->content == XS_SIMPLE_CONTENT)
	{
		/* more attributes do not change that (Part 1, 3.4.2 and 3.4.6) */
		type->content = XS_SIMPLE_CONTENT;
		type->simple = base->simple;
		return BX_OK;
	}
	/* an extension by nothing takes the content as it is, unless it says "mixed" */
	if (base->content != XS_EMPTY && (own != NULL || mixed) && (base->content == XS_MIXED) != mixed)
		return xs_refuse(c, type->doc, node, "type and base type must both be mixed, or both not");
	if (own == NULL)
	{
		set_content(type, base->particle, base->content == XS_MIXED || (base->content == XS_EMPTY && mixed));
		return BX_OK;
	}
	if (base->particle != NULL)
	{
		if (own->kind == XS_PK_ALL || base->particle->kind == XS_PK_ALL)
			return xs_refuse(c, type->doc, node,
							 "an \"all\" group cannot be extended, nor extend other content");
		BX_TRY(xs_particle_pair(c, type, base->particle, own, &both));
	}
	set_content(type, both, mixed);
	return BX_OK;
}

static BxStatus
complex_content(XsCompile *c, XsType *type, const XsNode *node)
{
	const XsNode *way = node->first;
	bool mixed = xs_flag(xs_attr(node, "mixed").s != NULL ? node : type->node, "mixed");
	XsParticle *own;

	BX_TRY(find_base(c, type, way));
	if (type->base->is_simple)
		return xs_refuse(c, type->doc, way, "the base of complex content must be a complex type");
	if (type->way == XS_RESTRICTION && type->base->content == XS_SIMPLE_CONTENT)
		return xs_refuse(c, type->doc, way, "the base type has simple content");
	BX_TRY(own_particle(c, type->doc, way, &own));
	if (type->way == XS_EXTENSION)
		BX_TRY(extend_content(c, type, way, own, mixed));
	else
		set_content(type, own, mixed);
	return xs_uses(c, type->doc, way, type);
}

/* ---- the whole ---- */

static BxStatus
complete(XsCompile *c, XsType *type)
{
	const XsNode *simple = xs_child(type->node, XS_TAG_SIMPLE_CONTENT);
	const XsNode *complex = xs_child(type->node, XS_TAG_COMPLEX_CONTENT);
	XsParticle *own;

	type->block = xs_ways(type->node, "block", type->doc->block) & (XS_EXTENSION | XS_RESTRICTION);
	type->final = xs_ways(type->node, "final", type->doc->final) & (XS_EXTENSION | XS_RESTRICTION);
	type->abstract = xs_flag(type->node, "abstract");
	if (simple != NULL)
		return simple_content(c, type, simple);
	if (complex != NULL)
		return complex_content(c, type, complex);
	type->base = c->schema->builtin[AT_ANY_TYPE];
	type->way = XS_RESTRICTION;
	type->depth = 1;
	BX_TRY(own_particle(c, type->doc, type->node, &own));
	set_content(type, own, xs_flag(type->node, "mixed"));
	return xs_uses(c, type->doc, type->node, type);
}

BxStatus
xs_type_complete(XsCompile *c, XsType *type)
{
	bool done;

	if (type->is_simple)
		return xs_simple_complete(c, type);
	BX_TRY(xs_type_begin(c, type, &done));
	if (done)
		return BX_OK;
	BX_TRY(complete(c, type));
	c->depth--;
	type->state = 2;
	return BX_OK;
}

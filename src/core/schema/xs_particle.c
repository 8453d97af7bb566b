/*
 * xs_particle.c -- content: elements, wildcards and groups with their numbers of occurrences.
 *
 * References to groups are replaced by copies of them, so that every place in a content model is a particle of its own.
 */
#include "../base/bx_core_int.h"

#include "xs_compile_int.h"

/* minOccurs and maxOccurs of a node. */
static BxStatus
read_occurs(XsCompile *c, XsDoc *doc, const XsNode *node, uint32_t *min, uint32_t *max)
{
	BxStr high = xs_attr(node, "maxOccurs");
	bool unbounded = high.s != NULL && bx_str_is(high, "unbounded");
	uint64_t n = xs_number(node, "minOccurs", 1),
			 m = unbounded ? UINT64_MAX : xs_number(node, "maxOccurs", 1);

	if (n > m)
		return xs_refuse(c, doc, node, "minOccurs is greater than maxOccurs");
	*min = n < XS_UNBOUNDED ? (uint32_t) n : XS_UNBOUNDED - 1;
	*max = m < XS_UNBOUNDED ? (uint32_t) m : unbounded ? XS_UNBOUNDED : XS_UNBOUNDED - 1;
	return BX_OK;
}

static BxStatus
new_particle(XsCompile *c, const XsDoc *doc, const XsNode *node, unsigned kind, XsParticle **p)
{
	if (c->particles_left-- == 0)
		return xs_limit(c, doc, node, "the content models of the schema are too large");
	*p = xs_make(c, sizeof(XsParticle));
	if (*p == NULL)
		return BX_E_NOMEM;
	(*p)->kind = (uint8_t) kind;
	(*p)->min = (*p)->max = 1;
	return BX_OK;
}

/* ---- elements ---- */

static BxStatus
local_element(XsCompile *c, XsDoc *doc, const XsNode *node, XsElement **out)
{
	bool qualified = xs_form(node, "form", doc->elements_qualified);
	XsElement *element;

	if (node->made->doc == doc)
	{
		*out = node->made->element;
		return BX_OK;
	}
	element = xs_make(c, sizeof(XsElement));
	if (element == NULL)
		return BX_E_NOMEM;
	BX_TRY(xs_declared_name(c, node, qualified ? doc->target : 0, &element->symbol));
	BX_TRY(xs_element_fill(c, doc, node, element));
	node->made->doc = doc;
	node->made->element = element;
	*out = element;
	return BX_OK;
}

static BxStatus
element_particle(XsCompile *c, XsDoc *doc, const XsNode *node, XsParticle *p)
{
	BxStr ref = xs_attr(node, "ref");
	uint32_t symbol;

	p->size = 1;
	if (ref.s == NULL)
		return local_element(c, doc, node, &p->element);
	BX_TRY(xs_reference(c, doc, node, ref, &symbol));
	p->element = c->schema->symbols[symbol].element;
	return p->element != NULL ? BX_OK : xs_missing(c, doc, node, "element", symbol);
}

/* ---- groups ---- */

/* The members of a choice, sequence or all. */
static BxStatus
add_kids(XsCompile *c, XsDoc *doc, const XsNode *node, XsParticle *p)
{
	const XsNode *kid;
	uint32_t n = xs_count_kids(node, XS_TAGS);

	p->kids = xs_make(c, (n + (size_t) 1) * sizeof(XsParticle *));
	if (p->kids == NULL)
		return BX_E_NOMEM;
	for (kid = node->first; kid != NULL; kid = kid->next)
	{
		XsParticle *k;

		BX_TRY(bx_step(c->host));
		BX_TRY(xs_particle(c, doc, kid, &k));
		if (k == NULL)
			continue;
		if (k->kind == XS_PK_ALL)
			return xs_refuse(c, doc, kid, "an \"all\" group must be all of the content");
		p->kids[p->n_kids++] = k;
		p->size += k->size;
	}
	return BX_OK;
}

/* Are minOccurs and maxOccurs 1? */
static bool
once(const XsNode *node)
{
	BxStr low = xs_attr(node, "minOccurs"), high = xs_attr(node, "maxOccurs");

	return (low.s == NULL || bx_str_is(low, "1")) && (high.s == NULL || bx_str_is(high, "1"));
}

/* The group that a reference means; in its own redefinition that is the old one. */
static BxStatus
find_group(XsCompile *c, XsDoc *doc, const XsNode *node, XsGlobal **group)
{
	BxStr ref = xs_attr(node, "ref");
	uint32_t symbol;

	BX_TRY(xs_reference(c, doc, node, ref, &symbol));
	*group = xs_global_meant(c, XS_GROUP, symbol, node);
	if (*group == NULL)
		return xs_missing(c, doc, node, "group", symbol);
	if (*group != xs_global(c, XS_GROUP, symbol) && !once(node))
		return xs_refuse(c, doc, node, "a group occurs once in its own redefinition");
	return (*group)->busy ? xs_refuse(c, doc, node, "the group contains itself") : BX_OK;
}

BxStatus
xs_group_particle(XsCompile *c, XsGlobal *group, XsParticle *p)
{
	const XsNode *kid = group->node->first;

	group->busy = group->used = true;
	p->kind = kid->tag == XS_TAG_ALL ? XS_PK_ALL : kid->tag == XS_TAG_CHOICE ? XS_PK_CHOICE : XS_PK_SEQUENCE;
	BX_TRY(add_kids(c, group->doc, kid, p));
	group->busy = false;
	return BX_OK;
}

static BxStatus
group_particle(XsCompile *c, XsDoc *doc, const XsNode *node, XsParticle *p)
{
	XsGlobal *group = NULL;

	BX_TRY(xs_enter(c, doc, node));
	if (node->tag == XS_TAG_GROUP)
		BX_TRY(find_group(c, doc, node, &group));
	if (group != NULL)
		BX_TRY(xs_group_particle(c, group, p));
	else
		BX_TRY(add_kids(c, doc, node, p));
	c->depth--;
	if (p->kind == XS_PK_ALL && (p->max != 1 || p->min > 1))
		return xs_refuse(c, doc, node, "an \"all\" group occurs once at most");
	return BX_OK;
}

BxStatus
xs_particle(XsCompile *c, XsDoc *doc, const XsNode *node, XsParticle **out)
{
	static const uint8_t kinds[XS_TAGS] = {[XS_TAG_ALL] = XS_PK_ALL,
										   [XS_TAG_ANY] = XS_PK_ANY,
										   [XS_TAG_CHOICE] = XS_PK_CHOICE,
										   [XS_TAG_SEQUENCE] = XS_PK_SEQUENCE};
	XsParticle *p = NULL;

	*out = NULL;
	BX_TRY(new_particle(c, doc, node, kinds[node->tag], &p));
	BX_TRY(read_occurs(c, doc, node, &p->min, &p->max));
	if (node->tag == XS_TAG_ELEMENT)
		BX_TRY(element_particle(c, doc, node, p));
	else if (node->tag == XS_TAG_ANY)
	{
		p->size = 1;
		BX_TRY(xs_wildcard(c, doc, node, &p->any));
	}
	else
		BX_TRY(group_particle(c, doc, node, p));
	/* nothing at all, or a choice without members that may be left out; a group is not nothing if it is empty */
	if (p->max > 0 && (node->tag == XS_TAG_GROUP || node->first != NULL || p->kind == XS_PK_ELEMENT ||
					   p->kind == XS_PK_ANY || (p->kind == XS_PK_CHOICE && p->min > 0)))
		*out = p;
	return BX_OK;
}

BxStatus
xs_particle_pair(XsCompile *c, const XsType *type, XsParticle *a, XsParticle *b, XsParticle **pair)
{
	BX_TRY(new_particle(c, type->doc, type->node, XS_PK_SEQUENCE, pair));
	(*pair)->kids = xs_make(c, 2 * sizeof(XsParticle *));
	if ((*pair)->kids == NULL)
		return BX_E_NOMEM;
	(*pair)->kids[0] = a;
	(*pair)->kids[1] = b;
	(*pair)->n_kids = 2;
	(*pair)->size = a->size + b->size;
	return BX_OK;
}

bool
xs_particle_emptiable(const XsParticle *p)
{
	uint32_t i, n = 0;

	if (p == NULL || p->min == 0)
		return true;
	if (p->kind == XS_PK_ELEMENT || p->kind == XS_PK_ANY)
		return false;
	for (i = 0; i < p->n_kids; i++)
		n += xs_particle_emptiable(p->kids[i]);
	return p->kind == XS_PK_CHOICE ? n > 0 : n == p->n_kids;
}

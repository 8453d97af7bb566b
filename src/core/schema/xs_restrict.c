/*
 * xs_restrict.c -- is a restriction one: is what a type allows allowed by its base?
 *
 * Contents are compared as automata, side by side: whatever children the type takes, its base must take, with types
 * derived from those of the base.  So a restriction may be written in any way, which is more than the rules of XML
 * Schema 1.0 allow; those were dropped in 1.1.  Contents that are counted, and all groups, are compared name by name.
 */
#include "../base/bx_core_int.h"

#include "xs_compile_int.h"

#include "../base/bx_array.h"

typedef struct XsPair
{
	uint32_t state;
	uint32_t base;
} XsPair;

typedef struct XsCompare
{
	XsCompile *c;
	const XsType *type;
	const XsModel *model;
	const XsModel *base;
	BxHashMap map;
	XsPair *pairs;
	uint32_t n_pairs;
	uint32_t cap_pairs;
} XsCompare;

static BxStatus
more_than_base(XsCompile *c, const XsType *type, const char *what, uint32_t symbol)
{
	if (symbol == XS_NONE)
		return xs_refuse(c, type->doc, type->node, "the restriction allows %s, which the base type does not",
						 what);
	return xs_refuse(c, type->doc, type->node,
					 "the restriction allows %s \"%.*s\" where the base type does not", what,
					 XS_SHOW(xs_local(c->schema, symbol)));
}

/* ---- attributes ---- */

static bool
is_subset(const XsWildcard *w, const XsWildcard *of)
{
	uint32_t i;

	if (of->space == XS_SPACE_ANY)
		return true;
	if (w->space == XS_SPACE_ANY)
		return false;
	if (w->space == XS_SPACE_NOT)
		return of->space == XS_SPACE_NOT && w->ns[0] == of->ns[0];
	for (i = 0; i < w->n; i++)
		if (!xs_wildcard_takes(of, w->ns[i]))
			return false;
	return true;
}

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
	if (base->any_attribute == NULL || !is_subset(type->any_attribute, base->any_attribute))
		return more_than_base(c, type, "attributes of other namespaces", XS_NONE);
	return BX_OK;
}

/* ---- content ---- */

/* The edge of the base for what an edge of the type takes, NULL when there is none. */
static const XsEdge *
matching_edge(const XsCompare *p, const XsState *state, const XsEdge *edge)
{
	const XsEdge *e = &p->base->edges[state->first], *end = e + state->n_edges + state->n_any;

	for (; e < end; e++)
	{
		if (edge->symbol != XS_NONE && e->symbol == edge->symbol)
			return e;
		if (e->symbol == XS_NONE &&
			(edge->symbol != XS_NONE ? xs_wildcard_takes(e->any, p->c->schema->symbols[edge->symbol].ns)
									 : is_subset(edge->any, e->any)))
			return e;
	}
	return NULL;
}

static BxStatus
compare_edge(const XsCompare *p, const XsEdge *edge, const XsEdge *was)
{
	const XsElement *e = edge->element, *base = was->element;

	if (e == NULL || base == NULL || e == base)
		return BX_OK;
	if (!xs_derived(e->type, base->type, XS_EXTENSION | XS_BY_LIST | XS_BY_UNION) ||
		(e->nillable && !base->nillable) ||
		(base->given.how == XS_FIXED &&
		 (e->given.how != XS_FIXED || !bx_str_equal(e->given.bytes, base->given.bytes))))
		return more_than_base(p->c, p->type, "values of element", edge->symbol);
	return BX_OK;
}

static BxStatus
add_pair(XsCompare *p, uint32_t state, uint32_t base)
{
	uint32_t i, at, hash = bx_hash_numbers(&p->c->host->seed, state, base);

	BX_TRY(bx_hashmap_reserve(&p->map, p->c->err));
	bx_hashmap_foreach (i, &p->map, hash, &at)
		if (p->pairs[i].state == state && p->pairs[i].base == base)
			return BX_OK;
	if (p->n_pairs > p->c->limits.max_states)
		return bx_fail(p->c->err, BX_E_LIMIT, -1, "a restriction of the schema is too large to be compared");
	BX_ROOM(p->c->host, p->c->err, p->pairs, p->n_pairs, p->cap_pairs);
	p->pairs[p->n_pairs] = (XsPair){state, base};
	bx_hashmap_put(&p->map, hash, at, p->n_pairs++);
	return BX_OK;
}

static BxStatus
compare_states(XsCompare *p)
{
	uint32_t i, k;

	BX_TRY(add_pair(p, 0, 0));
	for (i = 0; i < p->n_pairs; i++)
	{
		const XsState *state = &p->model->states[p->pairs[i].state],
					  *base = &p->base->states[p->pairs[i].base];

		if (state->accepts && !base->accepts)
			return more_than_base(p->c, p->type, "to end the content early", XS_NONE);
		for (k = state->first; k < state->first + state->n_edges + state->n_any; k++)
		{
			const XsEdge *edge = &p->model->edges[k], *was = matching_edge(p, base, edge);

			BX_TRY(bx_steps(p->c->host, 1 + base->n_any));
			if (was == NULL)
				return more_than_base(p->c, p->type, edge->symbol == XS_NONE ? "a wildcard" : "element",
									  edge->symbol);
			BX_TRY(compare_edge(p, edge, was));
			BX_TRY(add_pair(p, edge->target, was->target));
		}
	}
	return BX_OK;
}

/* Whatever the type takes, the base takes somewhere. */
static BxStatus
compare_names(XsCompare *p)
{
	uint32_t i, k;

	for (i = 0; i < p->model->n_states; i++)
		for (k = 0; k < p->model->states[i].n_edges; k++)
		{
			const XsEdge *edge = &p->model->edges[p->model->states[i].first + k], *was = NULL;
			uint32_t at;

			for (at = 0; at < p->base->n_states && was == NULL; at++)
			{
				BX_TRY(bx_step(p->c->host));
				was = matching_edge(p, &p->base->states[at], edge);
			}
			if (was == NULL)
				return more_than_base(p->c, p->type, "element", edge->symbol);
			BX_TRY(compare_edge(p, edge, was));
		}
	return BX_OK;
}

static BxStatus
compare_content(XsCompile *c, const XsType *type, const XsType *base)
{
	XsCompare p = {.c = c, .type = type, .model = type->model, .base = base->model};
	BxStatus st;

	if (type->model == NULL)
		return xs_particle_emptiable(base->particle)
				   ? BX_OK
				   : more_than_base(c, type, "to leave out all content", XS_NONE);
	if (base->model == NULL)
		return more_than_base(c, type, "child elements", XS_NONE);
	if (p.model->all || p.base->all || p.model->n_counters > 0 || p.base->n_counters > 0)
		return compare_names(&p);
	bx_hashmap_init(&p.map, c->host, NULL);
	st = compare_states(&p);
	bx_hashmap_free(&p.map);
	c->host->release(c->host->ctx, p.pairs);
	return st;
}

BxStatus
xs_restriction(XsCompile *c, const XsType *type)
{
	const XsType *base = type->base;

	if (base == c->schema->builtin[XS_ANY_TYPE])
		return BX_OK;
	BX_TRY(compare_uses(c, type, base));
	if (type->content == XS_SIMPLE_CONTENT)
		return BX_OK;
	if (type->content == XS_MIXED && base->content != XS_MIXED)
		return more_than_base(c, type, "text", XS_NONE);
	return compare_content(c, type, base);
}

/*
 * xs_counts.c -- how often the content of a type may have an element: the least and the most, by its particles.
 *
 * The members of a group are counted one after the other into one list.  What the list has of the group then becomes
 * one entry for each place: in a sequence numbers are added, in a choice the least and the most of them hold, and what
 * some member does not have there may be none of.
 */
#include "../base/bx_core_int.h"

#include "xs_places_int.h"

#include "../base/bx_array.h"
#include "../base/bx_sort.h"

/* By place, then by kid. */
static int
order_places(const void *a, const void *b)
{
	const XsCounted *x = a, *y = b;
	uint64_t m = (uint64_t) x->place << 32 | x->kid, n = (uint64_t) y->place << 32 | y->kid;

	return m < n ? -1 : m > n;
}

static int
order_seen(const void *a, const void *b)
{
	const XsCounted *x = a, *y = b;

	return x->seen < y->seen ? -1 : x->seen > y->seen;
}

BxStatus
xs_count_add(BxPlaces *p, uint32_t place, uint32_t least, uint32_t most, BxError *err)
{
	XsCountedList *c = &p->counted;

	BX_ROOM(p->host, err, c->list, c->n, c->cap);
	c->list[c->n++] = (XsCounted){.place = place, .seen = c->seen++, .least = least, .most = most};
	return BX_OK;
}

/* Entries of one place in the members of a group, as one. */
static XsCounted
merge_place(const XsCounted *from, uint32_t n, bool choice, uint32_t n_kids)
{
	XsCounted all = from[0];
	uint32_t i;

	for (i = 1; i < n; i++)
	{
		if (from[i].seen < all.seen)
			all.seen = from[i].seen;
		if (choice)
		{
			all.least = from[i].least < all.least ? from[i].least : all.least;
			all.most = from[i].most > all.most ? from[i].most : all.most;
			continue;
		}
		all.least = bx_many_plus(all.least, from[i].least);
		all.most = bx_many_plus(all.most, from[i].most);
	}
	if (choice && n < n_kids)
		all.least = 0;
	return all;
}

static BxStatus
merge(BxPlaces *p, uint32_t first, bool choice, uint32_t n_kids, BxError *err)
{
	XsCountedList *c = &p->counted;
	uint32_t i, k, n = first;

	BX_TRY(bx_steps(p->host, c->n - first));
	BX_TRY(bx_sort(p->host, c->list + first, c->n - first, sizeof(XsCounted), order_places, err));
	for (i = first; i < c->n; i = k)
	{
		for (k = i + 1; k < c->n && c->list[k].place == c->list[i].place;)
			k++;
		c->list[n++] = merge_place(&c->list[i], k - i, choice, n_kids);
	}
	c->n = n;
	return bx_sort(p->host, c->list + first, c->n - first, sizeof(XsCounted), order_seen, err);
}

BxStatus
xs_count_choice(BxPlaces *p, uint32_t first, uint32_t n, BxError *err)
{
	return merge(p, first, true, n, err);
}

/* ---- elements and wildcards ---- */

/* An element, or one of those allowed in its place. */
static BxStatus
count_element(BxPlaces *p, const XsElement *element, BxError *err)
{
	uint32_t i, place, n = element->global ? element->n_members : 0;
	uint32_t least = n + !element->abstract == 1;

	if (!element->abstract)
	{
		BX_TRY(xs_place_element(p, element, &place, err));
		BX_TRY(xs_count_add(p, place, least, 1, err));
	}
	for (i = 0; i < n; i++)
	{
		if (element->members[i]->abstract)
			continue;
		BX_TRY(xs_place_element(p, element->members[i], &place, err));
		BX_TRY(xs_count_add(p, place, least, 1, err));
	}
	return BX_OK;
}

/* Elements that a wildcard takes: those declared globally, and others. */
static BxStatus
count_any(BxPlaces *p, const XsWildcard *any, BxError *err)
{
	const BxSchema *s = p->schema;
	uint32_t i, place;

	for (i = 0; i < s->n_roots && any->process != XS_SKIP; i++)
	{
		BX_TRY(bx_step(p->host));
		if (s->roots[i]->abstract || !xs_wildcard_takes(any, s->symbols[s->roots[i]->symbol].ns))
			continue;
		BX_TRY(xs_place_element(p, s->roots[i], &place, err));
		BX_TRY(xs_count_add(p, place, 0, 1, err));
	}
	BX_TRY(xs_place_any(p, BX_PLACE_ANY_ELEMENT, any, &place, err));
	return xs_count_add(p, place, 0, 1, err);
}

/* ---- groups ---- */

static BxStatus
count_particle(BxPlaces *p, const XsParticle *particle, BxError *err)
{
	XsCountedList *c = &p->counted;
	uint32_t i, k, first = c->n;

	BX_TRY(bx_step(p->host));
	if (particle->kind == XS_PK_ELEMENT)
		BX_TRY(count_element(p, particle->element, err));
	else if (particle->kind == XS_PK_ANY)
		BX_TRY(count_any(p, particle->any, err));
	for (i = 0; i < particle->n_kids; i++)
	{
		uint32_t from = c->n;

		BX_TRY(count_particle(p, particle->kids[i], err));
		for (k = from; k < c->n; k++)
			c->list[k].kid = i;
	}
	if (particle->kind == XS_PK_ANY || particle->n_kids > 1)
		BX_TRY(merge(p, first, particle->kind == XS_PK_CHOICE, particle->n_kids, err));
	for (i = first; i < c->n; i++)
	{
		c->list[i].least = bx_many_times(c->list[i].least, particle->min);
		c->list[i].most = bx_many_times(c->list[i].most, particle->max);
	}
	return BX_OK;
}

BxStatus
xs_count_content(BxPlaces *p, const XsType *type, uint32_t first, BxError *err)
{
	if (type->particle == NULL)
		return BX_OK;
	BX_TRY(count_particle(p, type->particle, err));
	return merge(p, first, false, 1, err);
}

BxStatus
xs_count_attributes(BxPlaces *p, const XsType *type, uint32_t first, BxError *err)
{
	const XsWildcard *any = type->any_attribute;
	const BxSchema *s = p->schema;
	uint32_t i, place;

	for (i = 0; i < type->n_uses; i++)
	{
		BX_TRY(xs_place_attribute(p, type->uses[i].symbol, type->uses[i].type, &place, err));
		BX_TRY(xs_count_add(p, place, type->uses[i].required > 0, 1, err));
	}
	for (i = 0; any != NULL && any->process != XS_SKIP && i < s->n_symbols; i++)
	{
		BX_TRY(bx_step(p->host));
		if (s->symbols[i].attribute == NULL || !xs_wildcard_takes(any, s->symbols[i].ns))
			continue;
		BX_TRY(xs_place_attribute(p, i, s->symbols[i].attribute->type, &place, err));
		BX_TRY(xs_count_add(p, place, 0, 1, err));
	}
	if (any != NULL)
	{
		BX_TRY(xs_place_any(p, BX_PLACE_ANY_ATTRIBUTE, any, &place, err));
		BX_TRY(xs_count_add(p, place, 0, BX_MANY, err));
	}
	BX_TRY(xs_place_any(p, BX_PLACE_ANY_ATTRIBUTE, &p->xsi, &place, err));
	BX_TRY(xs_count_add(p, place, 0, BX_MANY, err));
	BX_TRY(merge(p, first, false, 1, err));
	for (i = first; i < p->counted.n; i++)
		if (p->list[p->counted.list[i].place].shown.kind == BX_PLACE_ATTRIBUTE)
			p->counted.list[i].most = 1;
	return BX_OK;
}

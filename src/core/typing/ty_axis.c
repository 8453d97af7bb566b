/*
 * ty_axis.c -- what a step finds: from a set of places along an axis.
 *
 * Child and attribute steps are counted, since different nodes have different children.  On other axes several nodes
 * may find the same one, and all that is known of their number is whether there is any.
 */
#include "ty_int.h"

#define DOCUMENT 0
#define OTHER 1

static bool
is_element(unsigned kind)
{
	return kind == BX_PLACE_ELEMENT || kind == BX_PLACE_ANY_ELEMENT;
}

static bool
is_attribute(unsigned kind)
{
	return kind == BX_PLACE_ATTRIBUTE || kind == BX_PLACE_ANY_ATTRIBUTE;
}

/* ---- node tests ---- */

static BxNameTest
name_test(const TyFacts *f, const XpExpr *step)
{
	const XpName *n = &f->names[step->name - 1];
	BxNameTest test = {bx_str(f->pool + n->uri, n->uri_len), bx_str(f->pool + n->local, n->local_len)};

	if (n->flags & (XP_NAME_ANY_NS | XP_NAME_UNBOUND))
		test.uri.s = NULL;
	if (n->flags & XP_NAME_ANY_LOCAL)
		test.local.s = NULL;
	return test;
}

/* Does a node at the place pass the test of a step?  Names are those of elements, or of attributes on their axis. */
static BxPasses
passes(const TyFacts *f, const XpExpr *step, uint32_t place)
{
	unsigned kind = bx_places_at(f->places, place)->kind;
	BxNameTest test;

	if (step->test == XP_TEST_NODE)
		return kind == BX_PLACE_OTHER ? BX_PASSES_SOME : BX_PASSES_ALL;
	if (step->test != XP_TEST_NAME)
		return kind == BX_PLACE_OTHER ? BX_PASSES_SOME : BX_PASSES_NO;
	if (!(step->axis == XP_AX_ATTRIBUTE ? is_attribute(kind) : is_element(kind)))
		return BX_PASSES_NO;
	test = name_test(f, step);
	return bx_places_test(f->places, place, &test);
}

static BxStatus
add_passing(TyFacts *f, TyList *list, const XpExpr *step, uint32_t place)
{
	return passes(f, step, place) != BX_PASSES_NO ? bx_place_list_add(f, list, place) : BX_OK;
}

/* ---- down ---- */

/* Children or attributes of one place; what it finds is added to the list. */
static BxStatus
add_parts(TyFacts *f, TyList *list, const XpExpr *step, uint32_t place, uint32_t *least, uint32_t *most)
{
	const BxPart *parts;
	bool all = place == DOCUMENT; /* which has one root */
	uint32_t i, n;

	*least = *most = 0;
	BX_TRY(bx_places_parts(f->places, place, &parts, &n, f->err));
	for (i = 0; i < n; i++)
	{
		unsigned kind = bx_places_at(f->places, parts[i].place)->kind;
		BxPasses pass = BX_PASSES_NO;

		if (step->axis == XP_AX_ATTRIBUTE ? is_attribute(kind) : is_element(kind))
			pass = passes(f, step, parts[i].place);
		all = all && pass == BX_PASSES_ALL;
		if (pass == BX_PASSES_NO || parts[i].most == 0)
			continue;
		BX_TRY(bx_place_list_add(f, list, parts[i].place));
		*least = pass == BX_PASSES_ALL ? bx_many_plus(*least, parts[i].least) : *least;
		*most = place == DOCUMENT ? 1 : bx_many_plus(*most, parts[i].most);
	}
	*least = all ? *most : *least;
	if (step->axis == XP_AX_ATTRIBUTE || step->test == XP_TEST_NAME || place == OTHER ||
		is_attribute(bx_places_at(f->places, place)->kind))
		return BX_OK;
	*most = BX_MANY;
	return bx_place_list_add(f, list, OTHER);
}

static BxStatus
step_parts(TyFacts *f, const XpExpr *step, const BxPlaceSet *from, BxPathFact *fact)
{
	uint32_t i, least, most;
	TyList list;

	BX_TRY(bx_place_list_begin(f, &list));
	fact->least = from->n > 0 ? BX_MANY : 0;
	fact->most = 0;
	for (i = 0; i < from->n; i++)
	{
		BX_TRY(add_parts(f, &list, step, from->list[i], &least, &most));
		fact->least = least < fact->least ? least : fact->least;
		fact->most = most > fact->most ? most : fact->most;
	}
	fact->places = bx_place_list_end(f, &list);
	return BX_OK;
}

/* A list that begins with the set, if that shall be in it. */
static BxStatus
begin_with(TyFacts *f, TyList *list, const BxPlaceSet *set, bool self)
{
	uint32_t i;

	BX_TRY(bx_place_list_begin(f, list));
	for (i = 0; self && i < set->n; i++)
		BX_TRY(bx_place_list_add(f, list, set->list[i]));
	return BX_OK;
}

/* All places below those in the set, and these as well if they shall be in it. */
static BxStatus
below(TyFacts *f, const BxPlaceSet *from, bool self, BxPlaceSet *found)
{
	uint32_t i, k, n;
	const BxPart *parts;
	TyList list;

	BX_TRY(begin_with(f, &list, from, self));
	for (i = 0; i < from->n + list.n; i++)
	{
		uint32_t place = i < from->n ? from->list[i] : list.list[i - from->n];

		BX_TRY(bx_places_parts(f->places, place, &parts, &n, f->err));
		for (k = 0; k < n; k++)
			if (is_element(bx_places_at(f->places, parts[k].place)->kind) && parts[k].most > 0)
				BX_TRY(bx_place_list_add(f, &list, parts[k].place));
		if (place != OTHER && !is_attribute(bx_places_at(f->places, place)->kind))
			BX_TRY(bx_place_list_add(f, &list, OTHER));
	}
	*found = bx_place_list_end(f, &list);
	return BX_OK;
}

/* ---- up ---- */

/* Count the parents of each place; or, where they are counted, enter them from the ends of their lists. */
static BxStatus
visit_parents(TyFacts *f, bool enter)
{
	const BxPart *parts;
	uint32_t i, k, n;

	for (i = 0; i < f->everything.n; i++)
	{
		BX_TRY(bx_places_parts(f->places, f->everything.list[i], &parts, &n, f->err));
		for (k = 0; k < n; k++)
			if (enter)
				f->parents[--f->parents_at[parts[k].place]] = f->everything.list[i];
			else
				f->parents_at[parts[k].place]++;
	}
	return BX_OK;
}

/* Everything below the document, and parents. */
static BxStatus
list_everything(TyFacts *f)
{
	static const uint32_t document = DOCUMENT;
	BxPlaceSet from = {&document, 1, false};
	uint32_t i, all = 0;

	if (f->all)
		return BX_OK;
	BX_TRY(below(f, &from, true, &f->everything));
	f->n_parents_at = bx_places_count(f->places);
	f->parents_at = bx_arena_zalloc(f->arena, (f->n_parents_at + (size_t) 2) * sizeof(uint32_t));
	if (f->parents_at == NULL)
		return bx_fail_nomem(f->err, f->n_parents_at * sizeof(uint32_t));
	BX_TRY(visit_parents(f, false));
	for (i = 0; i <= f->n_parents_at; i++)
		f->parents_at[i] = all += f->parents_at[i];
	f->parents = bx_arena_alloc(f->arena, (all + (size_t) 1) * sizeof(uint32_t));
	if (f->parents == NULL)
		return bx_fail_nomem(f->err, all * sizeof(uint32_t));
	f->all = true;
	return visit_parents(f, true);
}

/* Parents of a place are added to a list. */
static BxStatus
add_parents(TyFacts *f, TyList *list, uint32_t place)
{
	uint32_t i;

	if (place == OTHER)
	{
		for (i = 0; i < f->everything.n; i++)
			if (f->everything.list[i] != OTHER)
				BX_TRY(bx_place_list_add(f, list, f->everything.list[i]));
		return BX_OK;
	}
	if (place >= f->n_parents_at)
		return BX_OK;
	for (i = f->parents_at[place]; i < f->parents_at[place + 1]; i++)
		BX_TRY(bx_place_list_add(f, list, f->parents[i]));
	return BX_OK;
}

/* Parents of the set; or all ancestors, with the set itself if they shall be in it. */
static BxStatus
above(TyFacts *f, const BxPlaceSet *from, bool far, bool self, BxPlaceSet *found)
{
	TyList list;
	uint32_t i;

	BX_TRY(list_everything(f));
	BX_TRY(begin_with(f, &list, from, self));
	for (i = 0; i < from->n; i++)
		BX_TRY(add_parents(f, &list, from->list[i]));
	for (i = 0; far && i < list.n; i++)
		BX_TRY(add_parents(f, &list, list.list[i]));
	*found = bx_place_list_end(f, &list);
	return BX_OK;
}

/* ---- all axes ---- */

/* Where the axis leads, before the test. */
static BxStatus
along(TyFacts *f, unsigned axis, const BxPlaceSet *from, BxPlaceSet *found)
{
	static const XpExpr any_child = {.axis = XP_AX_CHILD, .test = XP_TEST_NODE};
	static const uint32_t other = OTHER;
	BxPathFact kids;

	switch (axis)
	{
		case XP_AX_SELF: *found = *from; return BX_OK;
		case XP_AX_DESCENDANT:
		case XP_AX_DESCENDANT_OR_SELF: return below(f, from, axis == XP_AX_DESCENDANT_OR_SELF, found);
		case XP_AX_PARENT: return above(f, from, false, false, found);
		case XP_AX_ANCESTOR:
		case XP_AX_ANCESTOR_OR_SELF: return above(f, from, true, axis == XP_AX_ANCESTOR_OR_SELF, found);
		case XP_AX_FOLLOWING_SIBLING:
		case XP_AX_PRECEDING_SIBLING:
			BX_TRY(above(f, from, false, false, found));
			BX_TRY(step_parts(f, &any_child, found, &kids));
			*found = kids.places;
			return BX_OK;
		case XP_AX_NAMESPACE: *found = (BxPlaceSet){&other, 1, false}; return BX_OK;
		default:
			BX_TRY(list_everything(f));
			*found = f->everything;
			return BX_OK;
	}
}

BxStatus
bx_facts_step(TyFacts *f, const XpExpr *step, const BxPlaceSet *from, BxPathFact *fact)
{
	bool one = step->axis == XP_AX_SELF || step->axis == XP_AX_PARENT, all = from->n > 0;
	BxPlaceSet found;
	TyList list;
	uint32_t i;

	fact->nodes = true;
	fact->from = *from;
	fact->least = 0;
	fact->most = BX_MANY;
	if (from->anything)
	{
		fact->places = *from;
		return BX_OK;
	}
	if (step->axis == XP_AX_CHILD || step->axis == XP_AX_ATTRIBUTE)
		return step_parts(f, step, from, fact);
	BX_TRY(along(f, step->axis, from, &found));
	BX_TRY(bx_place_list_begin(f, &list));
	for (i = 0; i < found.n; i++)
	{
		all = all && passes(f, step, found.list[i]) == BX_PASSES_ALL;
		BX_TRY(add_passing(f, &list, step, found.list[i]));
	}
	for (i = 0; i < from->n && step->axis == XP_AX_PARENT; i++)
		all = all && from->list[i] != DOCUMENT;
	fact->places = bx_place_list_end(f, &list);
	fact->most = list.n == 0 ? 0 : one ? 1 : BX_MANY;
	fact->least = (one && all) || (step->axis == XP_AX_DESCENDANT_OR_SELF && step->test == XP_TEST_NODE);
	return BX_OK;
}

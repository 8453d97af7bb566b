/*
 * ty_set.c -- sets of places.
 */
#include "ty_int.h"

#include "../base/bx_sort.h"

/* Room for a mark of every place there is. */
static BxStatus
make_marks(TyFacts *f)
{
	uint32_t n = bx_places_count(f->places);
	uint32_t *more;

	if (n <= f->n_marks)
		return BX_OK;
	n += n / 2 + 16;
	more = bx_arena_zalloc(f->arena, n * sizeof(uint32_t));
	if (more == NULL)
		return bx_fail_nomem(f->err, n * sizeof(uint32_t));
	if (f->n_marks > 0)
		memcpy(more, f->mark, f->n_marks * sizeof(uint32_t));
	f->mark = more;
	f->n_marks = n;
	return BX_OK;
}

BxStatus
bx_place_list_begin(TyFacts *f, TyList *list)
{
	*list = (TyList){NULL, 0, 0};
	f->marked++;
	return make_marks(f);
}

BxStatus
bx_place_list_add(TyFacts *f, TyList *list, uint32_t place)
{
	uint32_t *more;

	if (place >= f->n_marks)
		BX_TRY(make_marks(f));
	if (f->mark[place] == f->marked)
		return BX_OK;
	f->mark[place] = f->marked;
	if (list->n == list->cap)
	{
		more = bx_arena_grow(f->arena, list->list, list->n * sizeof(uint32_t),
							 (list->cap * 2 + (size_t) 8) * sizeof(uint32_t));
		if (more == NULL)
			return bx_fail_nomem(f->err, list->cap * sizeof(uint32_t));
		list->list = more;
		list->cap = list->cap * 2 + 8;
	}
	list->list[list->n++] = place;
	return bx_step(f->host);
}

BxPlaceSet
bx_place_list_end(TyFacts *f, TyList *list)
{
	(void) f;
	return (BxPlaceSet){list->list, list->n, false};
}

BxStatus
bx_places_unite(TyFacts *f, const BxPlaceSet *a, const BxPlaceSet *b, BxPlaceSet *both)
{
	TyList list;
	uint32_t i;

	if (a->anything || b->anything)
	{
		*both = (BxPlaceSet){.anything = true};
		return BX_OK;
	}
	BX_TRY(bx_place_list_begin(f, &list));
	for (i = 0; i < a->n; i++)
		BX_TRY(bx_place_list_add(f, &list, a->list[i]));
	for (i = 0; i < b->n; i++)
		BX_TRY(bx_place_list_add(f, &list, b->list[i]));
	*both = bx_place_list_end(f, &list);
	return BX_OK;
}

AtType
bx_places_declared(const TyFacts *f, const BxPlaceSet *set)
{
	unsigned type = AT_ANY_TYPE;
	uint32_t i;

	for (i = 0; i < set->n; i++)
	{
		unsigned one = bx_places_at(f->places, set->list[i])->declared;

		if (i > 0 && one != type)
			return AT_ANY_TYPE;
		type = one;
	}
	return set->anything ? AT_ANY_TYPE : (AtType) type;
}

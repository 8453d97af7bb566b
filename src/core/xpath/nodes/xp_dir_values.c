/*
 * xp_dir_values.c -- search by value: where the nodes of a path can be, by the value lists of the value (FORMAT.md,
 * section 69).
 *
 * Which shapes the nodes have that a predicate compares follows from shapes alone, as in xp_dir.c.  Where all of these
 * have lists, a node that passes the predicate is an item, or contains one, at a place the lists give.  The scan passes
 * over what is between such places, and tests what is there as ever: lists decide nothing but where it looks.
 */
#include "xp_dir_int.h"

#include <math.h>

#include "../../base/bx_sort.h"
#include "../../value/bx_value.h"

/* A jump costs as much as a scan of so many bytes of items. */
#define JUMP 1400
/* A search is worth its jumps when it costs at most this part of a scan, and looks at this part of its lists. */
#define PART 2
#define ENTRIES_PART 4
/* ... besides so many entries. */
#define CHUNKS 256
/* ... and when its hits take at most this part of the items. */
#define MEMORY_PART 2
/* Entries that are charged at once. */
#define LOT 65536

/* The lists that a search needs. */
typedef struct SearchLists
{
	BxValueList *lists;
	uint32_t *from; /* entries that are looked at, by list */
	uint32_t *to;
	uint32_t n;
	uint64_t all;  /* entries */
	uint64_t some; /* those that are looked at */
	bool missing;  /* a shape has none */
} SearchLists;

/* Nodes of the shape are compared. */
static BxStatus
add_shape(XpEval *ev, XpDir *d, uint32_t shape, const BxKeyRange *range, SearchLists *l)
{
	bool found = false;

	/* a shape without items needs no list */
	if (d->counts[shape] == 0)
		return BX_OK;
	if (bx_kind_has_value(d->table.shapes[shape].kind))
		BX_TRY(bx_value_list_find(&d->dirs, shape, &l->lists[l->n], &found));
	l->missing = !found;
	if (!found)
		return BX_OK;
	BX_TRY(bx_value_list_range(&d->dirs, &l->lists[l->n], range, &l->from[l->n], &l->to[l->n]));
	l->all += l->lists[l->n].form.n;
	l->some += l->to[l->n] - l->from[l->n];
	l->n++;
	return xp_charge(ev, BX_STEP_UNITS);
}

/* Of which steps of the path of a search nodes of a shape are contexts; nodes that are tested, of its first. */
static uint64_t
search_state(const XpEval *ev, const XpSearch *s, uint32_t i, const BxShape *shape, const uint64_t *states,
			 bool tested, bool *selected)
{
	uint64_t leaf_text = ev->plan->masks[s->word].any[BX_KIND_TEXT];
	bool tag = shape->kind == BX_KIND_ATTRIBUTE || shape->kind == BX_KIND_NAMESPACE;
	uint64_t up = shape->parent == BX_SHAPE_NONE ? 0 : states[shape->parent];
	uint64_t passed = xp_shape_steps(ev, s->word, i) & up & (tag ? s->attr : s->child);
	uint64_t own = passed << 1 | (tested ? s->first : 0);

	*selected = ((passed << 1) & s->selected) != 0 || (tested && s->first == 0);
	/* the text of a leaf has its value */
	if (shape->kind == BX_KIND_LEAF && ((leaf_text & own & s->child) << 1 & s->selected))
		*selected = true;
	return own;
}

/* The lists of the shapes that nodes have which the search compares. */
static BxStatus
find_shapes(XpEval *ev, XpDir *d, const XpPath *path, uint32_t step, const XpSearch *s, SearchLists *l)
{
	uint32_t n = ev->n_shapes, i;
	XpShapeState *states = xp_alloc(ev, ((size_t) n + 1) * sizeof(XpShapeState));
	uint64_t *own = xp_alloc(ev, (n + (size_t) 1) * sizeof(uint64_t));
	uint64_t bit = 1ull << (path->first + step), t;
	bool selected;

	if (states == NULL || own == NULL)
		return BX_E_NOMEM;
	states[0] = xp_dir_document(ev, path, &t);
	for (i = 0; i < n && !l->missing; i++)
	{
		const BxShape *shape = &d->table.shapes[i];
		uint64_t passed = xp_dir_shape(ev, path, i, shape, states, &t);

		BX_TRY(xp_dir_charge(ev, i));
		own[i] = search_state(ev, s, i, shape, own, (passed & bit) != 0, &selected);
		if (selected)
			BX_TRY(add_shape(ev, d, i, &s->range, l));
	}
	return BX_OK;
}

/* A value has few lists, each of a shape of its own, but perhaps millions of shapes. */
static BxStatus
find_lists(XpEval *ev, XpDir *d, const XpPath *path, uint32_t step, const XpSearch *s, SearchLists *l)
{
	uint32_t most = ev->n_shapes < BX_VALUES_LISTS_MAX ? ev->n_shapes : BX_VALUES_LISTS_MAX;
	BxArenaMark mark;
	BxStatus st;

	*l = (SearchLists){.lists = xp_alloc(ev, (most + 1) * sizeof(BxValueList)),
					   .from = xp_alloc(ev, (most + 1) * sizeof(uint32_t)),
					   .to = xp_alloc(ev, (most + 1) * sizeof(uint32_t))};
	if (l->lists == NULL || l->from == NULL || l->to == NULL)
		return BX_E_NOMEM;
	mark = bx_arena_mark(ev->arena);
	st = find_shapes(ev, d, path, step, s, l);
	bx_arena_release(ev->arena, &mark);
	return st;
}

static int
compare_hits(const void *a, const void *b)
{
	const BxHit *x = a, *y = b;

	return x->low < y->low ? -1 : x->low > y->low;
}

/* Sorted ones that touch each other become one. */
static BxStatus
join_hits(XpEval *ev, XpHits *all)
{
	BxHit *hits = all->hits;
	uint32_t i, kept = 0;

	for (i = 0; i < all->n; i++)
	{
		BX_TRY(xp_dir_charge(ev, i));
		if (kept > 0 && hits[i].low <= hits[kept - 1].high)
			hits[kept - 1].high = hits[i].high > hits[kept - 1].high ? hits[i].high : hits[kept - 1].high;
		else
			hits[kept++] = hits[i];
	}
	all->n = kept;
	for (i = 0; i < kept; i++)
	{
		BX_TRY(xp_dir_charge(ev, i));
		all->cost += JUMP + (uint64_t) (hits[i].high - hits[i].low);
	}
	return BX_OK;
}

/* Room for so many hits more. */
static BxStatus
make_room(XpEval *ev, XpHits *hits, uint64_t more)
{
	uint64_t n = hits->n + more + 1;
	BxHit *all;

	if (n <= hits->cap)
		return BX_OK;
	n = n > 2 * (uint64_t) hits->cap ? n : 2 * (uint64_t) hits->cap;
	all = xp_grow(ev, hits->hits, hits->n * sizeof(BxHit), n * sizeof(BxHit));
	if (all == NULL)
		return BX_E_NOMEM;
	hits->hits = all;
	hits->cap = (uint32_t) n;
	return BX_OK;
}

/* The hits of some lists, behind those there are; in no order. */
static BxStatus
load_hits(XpEval *ev, XpDir *d, const SearchLists *l, const BxKeyRange *range, XpHits *hits)
{
	BxHit *all;
	uint32_t i, at, to, n;

	BX_TRY(make_room(ev, hits, l->some));
	all = hits->hits;
	for (i = 0; i < l->n; i++)
		for (at = l->from[i]; at < l->to[i]; at = to)
		{
			to = l->to[i] - at < LOT ? l->to[i] : at + LOT;
			BX_TRY(xp_charge(ev, (uint64_t) (to - at) * sizeof(BxHit)));
			BX_TRY(bx_value_list_hits(&d->dirs, &l->lists[i], range, at, to, all + hits->n, &n));
			hits->n += n;
		}
	return BX_OK;
}

/* Do the lists say something, and not too much?  Some entries are looked at besides those that have the key. */
static bool
is_worth(const XpEval *ev, const SearchLists *l, const XpHits *hits)
{
	uint64_t most = ev->items_len / (MEMORY_PART * sizeof(BxHit)) + CHUNKS;

	return !l->missing &&
		   ((l->some * ENTRIES_PART <= l->all + CHUNKS * ENTRIES_PART && hits->n + l->some <= most) ||
			ev->use_directories_at_once);
}

/* By one comparison; *found is false where lists do not say, or would say too much. */
static BxStatus
search_one(XpEval *ev, XpDir *d, const XpPath *path, uint32_t step, const XpSearch *search, XpHits *hits,
		   bool *found)
{
	SearchLists l;

	BX_TRY(find_lists(ev, d, path, step, search, &l));
	*found = is_worth(ev, &l, hits);
	return *found ? load_hits(ev, d, &l, &search->range, hits) : BX_OK;
}

BxStatus
xp_dir_search(XpEval *ev, const XpPath *path, uint32_t step, const XpSearch *search, XpHits *hits)
{
	uint64_t bit = 1ull << (path->first + step);
	XpHits all = {.hits = NULL};
	bool found;
	XpDir *d;

	/* texts of leaves have no shape */
	if ((path->here & bit) || (ev->plan->masks[path->word].any[BX_KIND_TEXT] & bit))
		return BX_OK;
	BX_TRY(xp_dir_open(ev, &d));
	BX_TRY(xp_dir_counts(ev, d));
	do
	{
		BX_TRY(search_one(ev, d, path, step, search, &all, &found));
		if (!found)
			return BX_OK;
	} while (search++->or_next);
	BX_TRY(bx_sort(ev->host, all.hits, all.n, sizeof(BxHit), compare_hits, ev->err));
	BX_TRY(join_hits(ev, &all));
	if ((all.cost * PART > ev->items_len && !ev->use_directories_at_once) ||
		(hits->hits != NULL && all.cost >= hits->cost))
		return BX_OK;
	all.before = (bit << 1) - (1ull << path->first);
	*hits = all;
	return BX_OK;
}

/* ---- keys ---- */

static const BxKeyRange none = {1, 0};

BxKeyRange
xp_keys_of_text(const XpLit *text)
{
	uint64_t key;
	double d;

	/* values in lists are shorter */
	if (text->n > BX_VALUE_TEXT_MAX)
		return none;
	d = bx_number_from_text(text->s, text->n);
	key = isnan(d) ? bx_list_key_text(text->s, text->n) : bx_list_key_number(d);
	return (BxKeyRange){key, key};
}

BxKeyRange
xp_keys_of_number(uint8_t op, double d)
{
	uint64_t key;

	if (isnan(d))
		return none;
	key = bx_list_key_number(d);
	if (op == XP_LT || op == XP_LE)
		return (BxKeyRange){0, key};
	return (BxKeyRange){key, op == XP_EQ ? key : bx_list_key_number(INFINITY)};
}

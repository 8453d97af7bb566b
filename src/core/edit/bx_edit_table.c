/*
 * bx_edit_table.c -- pairs, names and shapes of the new value: those of the old one, and more behind them.
 *
 * Numbers of the old value never change.  The tables that find a name or shape by what it is are made when the first
 * one is asked for: a change of a value, or a deletion, gets along without.
 */
#include "bx_edit_int.h"

#include "../base/bx_escape.h"
#include "../encode/bx_table_put.h"

/* Shapes beyond which an edit stops to add, leaving room for constants in the tokens. */
#define SHAPES_MAX (BX_TOKEN_MAX - (1u << 16))

/* ---- searches ---- */

/* A search, and where what it did not find belongs. */
typedef struct Place
{
	uint32_t hash;
	uint32_t at;
} Place;

static uint32_t
find_pair(const BxEdit *e, BxStr prefix, BxStr uri, Place *place)
{
	const BxHashSeed *seed = &e->host->seed;
	const BxHashMap *m = &e->pair_map;
	uint32_t i;

	place->hash = (uint32_t) bx_hash(seed, bx_hash(seed, 0, prefix.s, prefix.n), uri.s, uri.n);
	for (i = bx_hashmap_first(m, place->hash, &place->at); i != BX_HASH_NONE;
		 i = bx_hashmap_next(m, place->hash, &place->at))
	{
		const BxPair *p = &e->t->pairs[i];

		if (bx_str_equal(prefix, (BxStr){p->prefix, p->prefix_len}) &&
			bx_str_equal(uri, (BxStr){p->uri, p->uri_len}))
			break;
	}
	return i;
}

static uint32_t
find_name(const BxEdit *e, uint32_t pair, BxStr local, Place *place)
{
	const BxHashMap *m = &e->name_map;
	uint32_t i;

	place->hash = (uint32_t) bx_hash(&e->host->seed, pair, local.s, local.n);
	for (i = bx_hashmap_first(m, place->hash, &place->at); i != BX_HASH_NONE;
		 i = bx_hashmap_next(m, place->hash, &place->at))
		if (e->names[i].pair == pair && bx_str_equal(e->names[i].local, local))
			break;
	return i;
}

static uint32_t
find_shape(const BxEdit *e, uint32_t parent, uint8_t kind, uint32_t name, Place *place)
{
	const BxHashMap *m = &e->shape_map;
	uint32_t i;

	place->hash = bx_hash_numbers(&e->host->seed, (uint64_t) parent << 32 | name, kind);
	for (i = bx_hashmap_first(m, place->hash, &place->at); i != BX_HASH_NONE;
		 i = bx_hashmap_next(m, place->hash, &place->at))
	{
		const BxShape *r = &e->t->shapes[i];

		if (e->shape_name[i] == name && r->parent == parent && r->kind == kind)
			break;
	}
	return i;
}

/* Enter entry i, unless one like it was found before it: of equal ones the first counts. */
static inline void
map_old_entry(BxHashMap *m, const Place *place, uint32_t found, uint32_t i)
{
	if (found == BX_HASH_NONE)
		bx_hashmap_put(m, place->hash, place->at, i);
}

/* ---- the old names and shapes ---- */

/* Without budget: for names the value has. */
static BxStatus
take_name(BxEdit *e, uint32_t pair, BxStr local, uint32_t *name)
{
	Place place;

	BX_TRY(bx_hashmap_reserve(&e->name_map, e->err));
	*name = find_name(e, pair, local, &place);
	if (*name != BX_HASH_NONE)
		return BX_OK;
	e->names = ed_grow(e, e->names, e->n_names, &e->cap_names, e->n_names + 1, sizeof(EdName));
	if (e->names == NULL)
		return BX_E_NOMEM;
	*name = e->n_names;
	e->names[e->n_names++] = (EdName){local, pair};
	bx_hashmap_put(&e->name_map, place.hash, place.at, *name);
	return BX_OK;
}

/* In path mode the numbers of names are those of the table. */
static BxStatus
map_old_names(BxEdit *e)
{
	const BxTable *t = e->t;
	Place place;
	uint32_t i, found;

	if (!ed_paths(e))
		return BX_OK;
	BX_TRY(bx_hashmap_room(&e->name_map, (uint64_t) t->n_names + 1, e->err));
	e->names = ed_grow(e, NULL, 0, &e->cap_names, t->n_names + 1, sizeof(EdName));
	if (e->names == NULL)
		return BX_E_NOMEM;
	for (i = 0; i < t->n_names; i++)
	{
		e->names[i] = (EdName){{t->names[i].local, t->names[i].len}, t->names[i].pair};
		found = find_name(e, e->names[i].pair, e->names[i].local, &place);
		map_old_entry(&e->name_map, &place, found, i);
	}
	e->n_names = t->n_names;
	return BX_OK;
}

static BxStatus
map_old_shapes(BxEdit *e)
{
	BxTable *t = e->t;
	uint32_t i, name, found;
	Place place;

	e->shape_name = bx_arena_alloc(&e->arena, (t->n_shapes + (size_t) 1) * sizeof(uint32_t));
	if (e->shape_name == NULL)
		return ed_nomem(e, t->n_shapes * sizeof(uint32_t));
	BX_TRY(bx_hashmap_room(&e->shape_map, (uint64_t) t->n_shapes + 1, e->err));
	for (i = 0; i < t->n_shapes; i++)
	{
		name = 0;
		if (t->shapes[i].kind == BX_KIND_NAMESPACE || ed_paths(e))
			name = t->shapes[i].name;
		else if (bx_kind_is_named(t->shapes[i].kind))
			BX_TRY(take_name(e, t->names[i].pair, (BxStr){t->names[i].local, t->names[i].len}, &name));
		e->shape_name[i] = name;
		found = find_shape(e, t->shapes[i].parent, t->shapes[i].kind, name, &place);
		map_old_entry(&e->shape_map, &place, found, i);
	}
	e->cap_shapes = t->n_shapes;
	return BX_OK;
}

static BxStatus
map_old_pairs(BxEdit *e)
{
	const BxTable *t = e->t;
	uint32_t i, found;
	Place place;

	BX_TRY(bx_hashmap_room(&e->pair_map, (uint64_t) t->n_pairs + 1, e->err));
	for (i = 0; i < t->n_pairs; i++)
	{
		const BxPair *p = &t->pairs[i];

		found = find_pair(e, (BxStr){p->prefix, p->prefix_len}, (BxStr){p->uri, p->uri_len}, &place);
		map_old_entry(&e->pair_map, &place, found, i);
	}
	e->cap_pairs = t->n_pairs;
	return BX_OK;
}

static BxStatus
map_old(BxEdit *e)
{
	if (e->mapped)
		return BX_OK;
	e->mapped = true;
	BX_TRY(map_old_pairs(e));
	BX_TRY(map_old_names(e));
	return map_old_shapes(e);
}

/* ---- asking ---- */

static BxStatus
budget(BxEdit *e, size_t n)
{
	e->name_bytes += n;
	if (e->n_names + e->t->n_pairs >= e->opt.limits.max_names || e->name_bytes > e->opt.limits.max_name_bytes)
		return bx_fail_limit(e->err, BX_E_LIMIT, "bxml.token_limit", e->opt.limits.max_names,
							 "number of distinct names");
	return BX_OK;
}

BxStatus
ed_pair(BxEdit *e, BxStr prefix, BxStr uri, uint32_t *pair)
{
	BxTable *t = e->t;
	Place place;

	BX_TRY(map_old(e));
	BX_TRY(bx_hashmap_reserve(&e->pair_map, e->err));
	*pair = find_pair(e, prefix, uri, &place);
	if (*pair != BX_HASH_NONE)
		return BX_OK;
	BX_TRY(budget(e, prefix.n + uri.n));
	t->pairs = ed_grow(e, t->pairs, t->n_pairs, &e->cap_pairs, t->n_pairs + 1, sizeof(BxPair));
	if (t->pairs == NULL)
		return BX_E_NOMEM;
	*pair = t->n_pairs;
	t->pairs[t->n_pairs++] = (BxPair){prefix.s, uri.s, (uint32_t) prefix.n, (uint32_t) uri.n};
	bx_hashmap_put(&e->pair_map, place.hash, place.at, *pair);
	e->changed = true;
	return BX_OK;
}

BxStatus
ed_name(BxEdit *e, uint32_t pair, BxStr local, uint32_t *name)
{
	Place place;

	BX_TRY(map_old(e));
	*name = find_name(e, pair, local, &place);
	if (*name != BX_HASH_NONE)
		return BX_OK;
	BX_TRY(budget(e, local.n));
	e->changed = true;
	return take_name(e, pair, local, name);
}

static uint8_t
first_flags(const BxEdit *e, uint8_t kind)
{
	if (!ed_paths(e))
		return BX_SHAPE_TYPED | BX_SHAPE_MIXED;
	return BX_SHAPE_ONE | (bx_kind_has_value(kind) ? BX_SHAPE_CLEAN : 0);
}

static BxStatus
add_shape(BxEdit *e, uint32_t parent, uint8_t kind, uint32_t name, uint32_t *shape)
{
	BxTable *t = e->t;
	uint32_t cap = e->cap_shapes, cap_names = e->cap_shapes, cap_shapes = e->cap_shapes;
	uint32_t i = t->n_shapes;

	if (i >= SHAPES_MAX)
		return ED_FAIL(e, BX_E_LIMIT, "bxml value would have too many different paths");
	e->shape_name = ed_grow(e, e->shape_name, i, &cap, i + 1, sizeof(uint32_t));
	t->shapes = ed_grow(e, t->shapes, i, &cap_shapes, i + 1, sizeof(BxShape));
	if (!ed_paths(e))
		t->names = ed_grow(e, t->names, i, &cap_names, i + 1, sizeof(BxNameInfo));
	if (e->shape_name == NULL || t->shapes == NULL || t->names == NULL)
		return BX_E_NOMEM;
	e->cap_shapes = cap;
	t->shapes[i] = (BxShape){kind, first_flags(e, kind), parent, name};
	e->shape_name[i] = name;
	if (!ed_paths(e))
	{
		t->names[i] = (BxNameInfo){"", 0, BX_PAIR_NONE};
		if (bx_kind_is_named(kind))
			t->names[i] =
				(BxNameInfo){e->names[name].local.s, (uint32_t) e->names[name].local.n, e->names[name].pair};
		t->n_names = i + 1;
	}
	*shape = t->n_shapes++;
	e->changed = true;
	return BX_OK;
}

BxStatus
ed_shape(BxEdit *e, uint32_t parent, uint8_t kind, uint32_t name, uint32_t *shape)
{
	Place place;

	BX_TRY(map_old(e));
	if (!ed_paths(e))
		parent = BX_SHAPE_NONE;
	BX_TRY(bx_hashmap_reserve(&e->shape_map, e->err));
	*shape = find_shape(e, parent, kind, name, &place);
	if (*shape != BX_HASH_NONE)
		return BX_OK;
	BX_TRY(add_shape(e, parent, kind, name, shape));
	bx_hashmap_put(&e->shape_map, place.hash, place.at, *shape);
	return BX_OK;
}

/* ---- names of sources ---- */

BxStatus
ed_pair_of(BxEdit *e, EdSource *s, uint32_t pair, uint32_t *out)
{
	const BxPair *p = &s->table.pairs[pair];

	*out = pair;
	if (s->own)
		return BX_OK;
	if (s->pair_of[pair] == ED_NONE)
		BX_TRY(ed_pair(e, (BxStr){p->prefix, p->prefix_len}, (BxStr){p->uri, p->uri_len}, &s->pair_of[pair]));
	*out = s->pair_of[pair];
	return BX_OK;
}

BxStatus
ed_name_of_shape(BxEdit *e, EdSource *s, uint32_t shape, uint32_t *name)
{
	const BxShape *r;
	const BxNameInfo *i;
	uint32_t pair;

	if (s->own)
	{
		BX_TRY(map_old(e));
		*name = e->shape_name[shape];
		return BX_OK;
	}
	if (s->name_of[shape] == ED_NONE)
	{
		r = &s->table.shapes[shape];
		if (!bx_kind_is_named(r->kind))
			s->name_of[shape] = 0;
		else
		{
			i = &s->table.names[r->name];
			BX_TRY(ed_pair_of(e, s, i->pair, &pair));
			BX_TRY(ed_name(e, pair, (BxStr){i->local, i->len}, &s->name_of[shape]));
		}
	}
	*name = s->name_of[shape];
	return BX_OK;
}

/* ---- promises ---- */

BxStatus
ed_shape_use(BxEdit *e, uint32_t shape, uint32_t seq)
{
	uint32_t old = e->cap_seen;

	if (!ed_paths(e))
		return BX_OK;
	if (shape >= e->cap_seen)
	{
		e->seen = ed_grow(e, e->seen, e->cap_seen, &e->cap_seen, e->t->n_shapes, sizeof(uint32_t));
		if (e->seen == NULL)
			return BX_E_NOMEM;
		memset(e->seen + old, 0, (e->cap_seen - old) * sizeof(uint32_t));
	}
	if (e->seen[shape] == seq && (e->t->shapes[shape].flags & BX_SHAPE_ONE))
	{
		e->t->shapes[shape].flags &= (uint8_t) ~BX_SHAPE_ONE;
		e->changed = true;
	}
	e->seen[shape] = seq;
	return BX_OK;
}

void
ed_shape_holds(BxEdit *e, uint32_t shape, const uint8_t *payload, uint32_t n, bool ref)
{
	BxShape *r = &e->t->shapes[shape];
	uint8_t before = r->flags;
	uint32_t off, len;

	if (!ed_paths(e))
		return;
	if (n > 0 && (payload[0] & 0xC0) == 0x80)
		r->flags |= BX_SHAPE_TYPED;
	if (ref && bx_heap_ref(&e->t->head, payload, n, &off, &len))
	{
		payload = e->base.items + e->t->head.items_len + off;
		n = len;
	}
	else if (n > 0 && (payload[0] & 0xC0) == 0x80)
		n = 0;
	if ((r->flags & BX_SHAPE_CLEAN) && !bx_is_clean((const char *) payload, n, r->kind == BX_KIND_ATTRIBUTE))
		r->flags &= (uint8_t) ~BX_SHAPE_CLEAN;
	if (r->flags != before)
		e->changed = true;
}

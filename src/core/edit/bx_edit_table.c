/*
 * bx_edit_table.c -- pairs, names and rows of the new value: those of the old one, and more behind them.
 *
 * Numbers of the old value never change.  The tables that find a name or row by what it is are made when the first one is
 * asked for: a change of a value, or a deletion, gets along without.
 */
#include "bx_edit_int.h"

#include "../base/bx_escape.h"
#include "../encode/bx_table_put.h"

/* Rows beyond which an edit stops to add, leaving room for constants in the tokens. */
#define ROWS_MAX (BX_TOKEN_MAX - (1u << 16))

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
find_row(const BxEdit *e, uint32_t parent, uint8_t kind, uint32_t name, Place *place)
{
	const BxHashMap *m = &e->row_map;
	uint32_t i;

	place->hash = bx_hash_numbers(&e->host->seed, (uint64_t) parent << 32 | name, kind);
	for (i = bx_hashmap_first(m, place->hash, &place->at); i != BX_HASH_NONE;
		 i = bx_hashmap_next(m, place->hash, &place->at))
	{
		const BxRow *r = &e->t->rows[i];

		if (e->row_name[i] == name && r->parent == parent && r->kind == kind)
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

/* ---- the old names and rows ---- */

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
map_old_rows(BxEdit *e)
{
	BxTable *t = e->t;
	uint32_t i, name, found;
	Place place;

	e->row_name = bx_arena_alloc(&e->arena, (t->n_rows + (size_t) 1) * sizeof(uint32_t));
	if (e->row_name == NULL)
		return ed_nomem(e, t->n_rows * sizeof(uint32_t));
	BX_TRY(bx_hashmap_room(&e->row_map, (uint64_t) t->n_rows + 1, e->err));
	for (i = 0; i < t->n_rows; i++)
	{
		name = 0;
		if (t->rows[i].kind == BX_KIND_NAMESPACE || ed_paths(e))
			name = t->rows[i].name;
		else if (bx_kind_is_named(t->rows[i].kind))
			BX_TRY(take_name(e, t->names[i].pair, (BxStr){t->names[i].local, t->names[i].len}, &name));
		e->row_name[i] = name;
		found = find_row(e, t->rows[i].parent, t->rows[i].kind, name, &place);
		map_old_entry(&e->row_map, &place, found, i);
	}
	e->cap_rows = t->n_rows;
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
	return map_old_rows(e);
}

/* ---- asking ---- */

static BxStatus
budget(BxEdit *e, uint32_t n)
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
	t->pairs[t->n_pairs++] = (BxPair){prefix.s, uri.s, prefix.n, uri.n};
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
		return BX_ROW_TYPED | BX_ROW_MIXED;
	return BX_ROW_ONE | (bx_kind_has_value(kind) ? BX_ROW_CLEAN : 0);
}

static BxStatus
add_row(BxEdit *e, uint32_t parent, uint8_t kind, uint32_t name, uint32_t *row)
{
	BxTable *t = e->t;
	uint32_t cap = e->cap_rows, cap_names = e->cap_rows, cap_rows = e->cap_rows;
	uint32_t i = t->n_rows;

	if (i >= ROWS_MAX)
		return ED_FAIL(e, BX_E_LIMIT, "bxml value would have too many different paths");
	e->row_name = ed_grow(e, e->row_name, i, &cap, i + 1, sizeof(uint32_t));
	t->rows = ed_grow(e, t->rows, i, &cap_rows, i + 1, sizeof(BxRow));
	if (!ed_paths(e))
		t->names = ed_grow(e, t->names, i, &cap_names, i + 1, sizeof(BxNameInfo));
	if (e->row_name == NULL || t->rows == NULL || t->names == NULL)
		return BX_E_NOMEM;
	e->cap_rows = cap;
	t->rows[i] = (BxRow){kind, first_flags(e, kind), parent, name};
	e->row_name[i] = name;
	if (!ed_paths(e))
	{
		t->names[i] = (BxNameInfo){"", 0, BX_PAIR_NONE};
		if (bx_kind_is_named(kind))
			t->names[i] = (BxNameInfo){e->names[name].local.s, e->names[name].local.n, e->names[name].pair};
		t->n_names = i + 1;
	}
	*row = t->n_rows++;
	e->changed = true;
	return BX_OK;
}

BxStatus
ed_row(BxEdit *e, uint32_t parent, uint8_t kind, uint32_t name, uint32_t *row)
{
	Place place;

	BX_TRY(map_old(e));
	if (!ed_paths(e))
		parent = BX_ROW_NONE;
	BX_TRY(bx_hashmap_reserve(&e->row_map, e->err));
	*row = find_row(e, parent, kind, name, &place);
	if (*row != BX_HASH_NONE)
		return BX_OK;
	BX_TRY(add_row(e, parent, kind, name, row));
	bx_hashmap_put(&e->row_map, place.hash, place.at, *row);
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
ed_name_of_row(BxEdit *e, EdSource *s, uint32_t row, uint32_t *name)
{
	const BxRow *r;
	const BxNameInfo *i;
	uint32_t pair;

	if (s->own)
	{
		BX_TRY(map_old(e));
		*name = e->row_name[row];
		return BX_OK;
	}
	if (s->name_of[row] == ED_NONE)
	{
		r = &s->table.rows[row];
		if (!bx_kind_is_named(r->kind))
			s->name_of[row] = 0;
		else
		{
			i = &s->table.names[r->name];
			BX_TRY(ed_pair_of(e, s, i->pair, &pair));
			BX_TRY(ed_name(e, pair, (BxStr){i->local, i->len}, &s->name_of[row]));
		}
	}
	*name = s->name_of[row];
	return BX_OK;
}

/* ---- promises ---- */

BxStatus
ed_row_use(BxEdit *e, uint32_t row, uint32_t seq)
{
	uint32_t old = e->cap_seen;

	if (!ed_paths(e))
		return BX_OK;
	if (row >= e->cap_seen)
	{
		e->seen = ed_grow(e, e->seen, e->cap_seen, &e->cap_seen, e->t->n_rows, sizeof(uint32_t));
		if (e->seen == NULL)
			return BX_E_NOMEM;
		memset(e->seen + old, 0, (e->cap_seen - old) * sizeof(uint32_t));
	}
	if (e->seen[row] == seq && (e->t->rows[row].flags & BX_ROW_ONE))
	{
		e->t->rows[row].flags &= (uint8_t) ~BX_ROW_ONE;
		e->changed = true;
	}
	e->seen[row] = seq;
	return BX_OK;
}

void
ed_row_holds(BxEdit *e, uint32_t row, const uint8_t *payload, uint32_t n, bool ref)
{
	BxRow *r = &e->t->rows[row];
	uint8_t before = r->flags;
	uint32_t off, len;

	if (!ed_paths(e))
		return;
	if (n > 0 && (payload[0] & 0xC0) == 0x80)
		r->flags |= BX_ROW_TYPED;
	if (ref && bx_heap_ref(&e->t->head, payload, n, &off, &len))
	{
		payload = e->base.items + e->t->head.items_len + off;
		n = len;
	}
	else if (n > 0 && (payload[0] & 0xC0) == 0x80)
		n = 0;
	if ((r->flags & BX_ROW_CLEAN) && !bx_is_clean((const char *) payload, n, r->kind == BX_KIND_ATTRIBUTE))
		r->flags &= (uint8_t) ~BX_ROW_CLEAN;
	if (r->flags != before)
		e->changed = true;
}

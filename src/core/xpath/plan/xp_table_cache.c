/*
 * xp_table_cache.c -- the table of the last value, decoded once for all call sites.
 *
 * Ten paths on one document are ten call sites, each of which would scan the table for its names.  Where documents
 * share tables their own caches answer.  Where every document has a table of its own, it pays to decode it for the
 * third call on.  So a table is decoded when the one before it was used at least three times in succession.  Tables are
 * compared by their bytes, never by address.
 */
#include "xp_table_cache_int.h"

#include "../../format/bx_table_scan.h"

#define TABLE_MAX 16384 /* bytes of a table that is kept */
#define SHAPES_MAX 4096
#define MET_OFTEN 3

XpTableCache *
xp_table_cache_new(BxArena *arena)
{
	XpTableCache *s = bx_arena_zalloc(arena, sizeof(XpTableCache));

	if (s != NULL)
	{
		s->tab = arena;
		s->empty = bx_arena_mark(arena);
	}
	return s;
}

/*
 * Shapes are listed by the first character and the length of their names, which is as much as most names need and
 * nothing to compute.  Not a hash table: names chosen to come into one list are at most SHAPES_MAX, and going through
 * them is what the scan does that this saves.
 */
static inline uint32_t
list_of(const char *local, uint32_t len)
{
	uint32_t first = len > 0 ? (uint8_t) local[0] : 0;

	return (first + len * 7) % XP_TABLE_LISTS;
}

/* Names and kinds of all shapes. */
static BxStatus
read_shapes(XpTableCache *s, BxTableScan *scan)
{
	const uint8_t *p = scan->p;
	uint32_t i;
	BxShape r;

	for (i = 0; i < s->n_shapes; i++)
	{
		if (bx_table_scan_common_shape(scan, &p, i, &s->kinds[i], &s->names[i]))
			continue;
		scan->p = p;
		BX_TRY(bx_table_scan_name_shape(scan, i, &r, &s->names[i]));
		p = scan->p;
		s->kinds[i] = r.kind;
	}
	scan->p = p;
	return BX_OK;
}

/* The shapes in chains by name. */
static BxStatus
index_shapes(XpTableCache *s, BxTableScan *scan)
{
	uint32_t i, b;

	BX_TRY(bx_table_scan_name_shapes(scan, &s->n_shapes));
	if (s->n_shapes > SHAPES_MAX)
		return BX_E_LIMIT;
	s->kinds = bx_arena_alloc(s->tab, s->n_shapes + 1);
	s->names = bx_arena_alloc(s->tab, (s->n_shapes + 1) * sizeof(BxNameInfo));
	s->next = bx_arena_alloc(s->tab, (s->n_shapes + 1) * sizeof(uint16_t));
	if (s->kinds == NULL || s->names == NULL || s->next == NULL)
		return BX_E_NOMEM;
	memset(s->first, 0, sizeof(s->first));
	BX_TRY(read_shapes(s, scan));
	for (i = 0; i < s->n_shapes; i++)
	{
		b = list_of(s->names[i].local, s->names[i].len);
		s->next[i] = s->first[b];
		s->first[b] = (uint16_t) (i + 1);
	}
	return BX_OK;
}

/* Namespaces, shapes and constants of the copy; an error says only that there is one. */
static BxStatus
decode(XpTableCache *s, const uint8_t *copy)
{
	BxTableScan scan;

	memset(&scan, 0, sizeof(scan));
	BX_TRY(bx_table_scan_begin(&scan, &s->head, copy, s->tab, NULL));
	s->pairs = scan.pair;
	BX_TRY(index_shapes(s, &scan));
	BX_TRY(xp_bind_constants(&scan, s->n_shapes, s->kinds, s->tab, &s->n_consts, &s->consts));
	return bx_table_scan_end(&scan);
}

/* Copy and decode the table; errors in it are reported by the scan that follows. */
static bool
take_table(XpTableCache *s, const BxHeader *h, const uint8_t *v)
{
	uint8_t *copy;

	s->valid = false;
	bx_arena_release(s->tab, &s->empty);
	copy = bx_arena_alloc(s->tab, h->items_off);
	if (copy == NULL)
		return false;
	memcpy(copy, v, h->items_off);
	s->bytes = copy + h->table_off;
	s->head = *h;
	s->valid = decode(s, copy) == BX_OK;
	return s->valid;
}

static inline bool
same_head(const BxHeader *a, const BxHeader *b)
{
	return a->fingerprint == b->fingerprint && a->table_len == b->table_len &&
		   ((a->flags ^ b->flags) & (BX_FLAG_NAMES | BX_FLAG_CONSTANTS)) == 0;
}

bool
xp_table_cache_find(XpTableCache *s, const BxHeader *h, const uint8_t *v)
{
	if (s == NULL || !(h->flags & BX_FLAG_NAMES) || h->table_len > TABLE_MAX)
		return false;
	if (same_head(&s->seen, h))
		s->met++;
	else
	{
		s->met_before = s->met;
		s->met = 1;
		s->seen = *h;
		if (s->met_before >= MET_OFTEN)
			return take_table(s, h, v);
	}
	return s->valid && same_head(&s->head, h) && memcmp(s->bytes, v + h->table_off, h->table_len) == 0;
}

uint32_t
xp_table_cache_shape(const XpTableCache *s, const char *local, uint32_t len, uint32_t after)
{
	uint32_t i = after == 0 ? s->first[list_of(local, len)] : s->next[after - 1];

	for (; i != 0; i = s->next[i - 1])
	{
		const BxNameInfo *name = &s->names[i - 1];

		if (name->len == len && bx_equal_short(name->local, local, len))
			return i;
	}
	return 0;
}

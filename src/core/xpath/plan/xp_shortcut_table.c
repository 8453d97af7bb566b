/*
 * xp_shortcut_table.c -- the last small tables of name mode that shortcuts met, read once for all paths.
 *
 * Ten paths on one document are ten calls, each of which would read its table.  Tables are found by their bytes, never
 * by the address of a value: equal fingerprints say which one it may be, and all bytes are compared before what was
 * read of them is used.  Only a table apart is compared once, and known by its id then.  To keep a table costs a copy,
 * so this is done at its second call, or at the first if several calls met the table before it.
 */
#include "../../base/bx_core_int.h"

#include "xp_shortcut_table_int.h"

XpShortTable *
xp_short_table_place(XpShortTables *all, XpShortTable *last, const BxHeader *h)
{
	uint64_t key = xp_short_table_key(h);
	uint32_t i;

	for (i = 0; i < XP_SHORT_TABLES; i++)
		if (all->keys[i] == key)
			return &all->tables[i];
	if (last != NULL)
		return last;
	all->next = (all->next + 1) % XP_SHORT_TABLES;
	return &all->tables[all->next];
}

/* Decode the namespaces of a value, which are unlike those of the table before. */
static bool
read_spaces(XpShortTable *t, const BxHeader *h, const uint8_t *v, BxArena *arena)
{
	const uint8_t *table = v + h->table_off;
	BxTableScan scan;

	t->spaces_len = t->table.bodies_len = 0;
	t->spaces_of = t->generation;
	if (bx_table_scan_begin(&scan, h, v, arena, NULL) != BX_OK || scan.n_pairs > XP_SHORT_PAIRS_MAX ||
		scan.p - table > XP_SHORT_SPACES_MAX)
		return false;
	t->n_pairs = scan.n_pairs;
	t->spaces_len = (uint32_t) (scan.p - table);
	memcpy(t->spaces, table, t->spaces_len);
	return true;
}

/* Namespaces end where others of the same bytes do. */
static inline bool
same_spaces(const XpShortTable *t, const BxHeader *h, const uint8_t *v)
{
	return t->spaces_len > 0 && t->spaces_len <= h->table_len &&
		   memcmp(t->spaces, v + h->table_off, t->spaces_len) == 0;
}

static bool
read_table(XpShortTables *all, XpShortTable *t, const BxHeader *h, const uint8_t *v, BxArena *arena)
{
	BxTableScan scan;
	bool same;

	t->generation = ++all->generation;
	if (!same_spaces(t, h, v) && !read_spaces(t, h, v, arena))
		return false;
	bx_table_scan_behind(&scan, h, v, t->spaces_len, t->n_pairs);
	if (!bx_name_table_read(&t->table, &scan, &same))
		return false;
	if (!same)
		t->bodies_of = t->generation;
	return true;
}

bool
xp_short_table_take(XpShortTables *all, XpShortTable *t, const BxHeader *h, const uint8_t *v, BxArena *arena)
{
	uint64_t key = xp_short_table_key(h);
	bool again = t->key == key;

	if (!again)
	{
		t->often = t->met > 1;
		t->met = 0;
		t->key = all->keys[t - all->tables] = key;
	}
	t->met++;
	t->kept = false;
	t->known_as = 0;
	if ((!again && !t->often) || h->items_off > XP_SHORT_TABLE_MAX)
		return read_table(all, t, h, v, arena);
	memcpy(t->copy, v, h->items_off);
	t->kept = read_table(all, t, h, t->copy, arena);
	return t->kept;
}

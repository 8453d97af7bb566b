/*
 * ru_far.c -- items by their keys in a temporary file.
 */
#include "../../base/bx_core_int.h"

#include "ru_far.h"

/* An entry of the file. */
typedef struct FarEntry
{
	uint64_t hash, row;
	XdItem item; /* of one that borrows something u.i is where that is in the other file */
} FarEntry;

#define BLOCK 128 /* entries */

static bool
borrows(const XdItem *item)
{
	if (!at_is_atomic(item))
		return false;
	switch (item->form)
	{
		case AT_FORM_TEXT:
		case AT_FORM_BYTES:
		case AT_FORM_LONG:
		case AT_FORM_DURATION:
		case AT_FORM_NAME: return true;
		default: return false;
	}
}

/* ---- making ---- */

typedef struct FarMaker
{
	RuRun *run;
	const RuFarSource *from;
	RuCx cx;      /* of the source; its arena lasts as long as the making */
	RuArena *own; /* of the keys of one item */
	RuSorter sorter;
	RuFar *far;
	bool stop; /* there can be no list */
} FarMaker;

static BxStatus
add_key(FarMaker *m, XdItem *key, const XdItem *item, uint64_t row)
{
	const AtCall at = ru_at(m->run, &(RuCx){.arena = &m->own->arena});
	RuRow *entry;
	uint64_t hash;
	bool ok = true;

	if (m->far->as_numbers)
		BX_TRY(at_castable(&at, key, AT_DOUBLE, &ok));
	m->stop |= !ok;
	if (!ok)
		return BX_OK;
	if (m->far->as_numbers)
		BX_TRY(at_cast(&at, &(XdItem){.u = key->u, .n = key->n, .type = key->type, .form = key->form},
					   AT_DOUBLE, key));
	if (ru_index_note(&m->far->kinds, key))
		return BX_OK;
	BX_TRY(at_hash(&at, key, NULL, m->far->grain, &hash));
	BX_TRY(ru_sorter_new(m->run, &m->sorter, &entry));
	entry->number = hash;
	entry->place = row;
	entry->fields[0] = xd_seq_one(item);
	BX_TRY(xd_seq_keep(m->sorter.arena, &entry->fields[0], &entry->fields[0], m->run->err));
	return ru_sorter_add(m->run, &m->sorter);
}

static BxStatus
add_keys(FarMaker *m, XdItem *item, uint64_t row)
{
	const RuFarSource *from = m->from;
	XdSeq value = xd_seq_one(item);
	RuCx cx = m->cx;
	RuEach each;

	m->stop |= !ru_seq_spills(m->run, &value);
	cx.arena = &m->own->arena;
	ru_arena_clear(m->own);
	if (from->slot != RU_NO_SLOT)
		ru_bind_item(m->run, &cx.frame[from->slot], item);
	else
	{
		cx.item = item;
		cx.pos = cx.size = 0;
	}
	ru_each(m->run, from->key, &cx, &each);
	while (!m->stop && ru_more(&each))
		BX_TRY(add_key(m, &each.item, item, row));
	if (m->stop)
		ru_close(m->run, &each.it);
	return each.st;
}

static BxStatus
add_items(FarMaker *m)
{
	RuEach each;

	ru_each(m->run, m->from->items, &m->cx, &each);
	while (ru_more(&each))
	{
		BX_TRY(add_keys(m, &each.item, m->far->n));
		if (m->stop)
		{
			ru_close(m->run, &each.it);
			return BX_OK;
		}
		m->far->n++;
	}
	return each.st;
}

static BxStatus
write_entry(RuRun *run, RuFar *far, const RuRow *row)
{
	FarEntry entry = {row->number, row->place, xd_seq_at(&row->fields[0], 0)};

	if (borrows(&entry.item))
	{
		uint64_t at = far->texts->size;

		BX_TRY(ru_spill_seq(run, far->texts, &row->fields[0]));
		entry.item.u.i = (int64_t) at;
	}
	return ru_spill_write(run, far->entries, &entry, sizeof(entry));
}

/* The sorted entries, and in memory the first hash of each block. */
static BxStatus
write_all(RuRun *run, RuSorter *sorter, BxArena *arena, RuFar *far)
{
	uint64_t n = 0, cap = 0;
	const RuRow *row;

	for (;; n++)
	{
		BX_TRY(ru_sorter_next(run, sorter, &row));
		if (row == NULL)
			break;
		if (n % BLOCK == 0 && n / BLOCK == cap)
		{
			uint64_t more = cap < 512 ? 512 : cap * 2;

			far->firsts = bx_arena_grow(arena, far->firsts, cap * sizeof(uint64_t), more * sizeof(uint64_t));
			if (far->firsts == NULL)
				return bx_fail_nomem(run->err, more * sizeof(uint64_t));
			cap = more;
		}
		if (n % BLOCK == 0)
			far->firsts[far->n_blocks++] = row->number;
		BX_TRY(write_entry(run, far, row));
	}
	far->reader = bx_arena_alloc(arena, sizeof(RuSpillReader));
	if (far->reader == NULL)
		return bx_fail_nomem(run->err, sizeof(RuSpillReader));
	BX_TRY(ru_spill_part(run, far->texts));
	return ru_spill_part(run, far->entries);
}

static BxStatus
make(RuRun *run, FarMaker *m, RuMemo *memo)
{
	RuArena *sorted;

	BX_TRY(ru_arena_take(run, &sorted));
	ru_sorter_init(run, &m->sorter, m->from->items, &sorted->arena, 1, ru_compare_numbers, NULL);
	BX_TRY(add_items(m));
	if (!m->stop)
	{
		BX_TRY(ru_sorter_sort(run, &m->sorter));
		BX_TRY(ru_spill_open(run, &m->far->entries));
		BX_TRY(ru_spill_open(run, &m->far->texts));
		BX_TRY(write_all(run, &m->sorter, &memo->own->arena, m->far));
		m->far->entries->taken = m->far->texts->taken = 0; /* they stay, as the memo does */
		memo->files[m->far->as_numbers][0] = m->far->entries;
		memo->files[m->far->as_numbers][1] = m->far->texts;
	}
	ru_sorter_end(run, &m->sorter);
	ru_arena_give(run, sorted);
	return BX_OK;
}

BxStatus
ru_far_make(RuRun *run, const RuFarSource *from, const RuCx *cx, RuMemo *memo, bool as_numbers, AtGrain grain,
			RuFar *far)
{
	FarMaker m = {.run = run, .from = from, .cx = *cx, .far = far};
	RuArena *source;

	*far = (RuFar){.as_numbers = as_numbers, .grain = grain, .useless = true};
	if (!ru_can_spill(run))
		return BX_OK;
	ru_memo_close(run, memo, as_numbers);
	BX_TRY(ru_arena_take(run, &source));
	BX_TRY(ru_arena_take(run, &m.own));
	m.cx.arena = &source->arena;
	BX_TRY(make(run, &m, memo));
	ru_arena_give(run, m.own);
	ru_arena_give(run, source);
	far->useless = m.stop;
	return BX_OK;
}

/* ---- looking up ---- */

/* The first block that may have the hash: the one before the first that begins with it or behind it. */
static uint64_t
block_of(const RuFar *far, uint64_t hash)
{
	uint64_t low = 0, high = far->n_blocks;

	while (low < high)
	{
		uint64_t middle = low + (high - low) / 2;

		if (far->firsts[middle] < hash)
			low = middle + 1;
		else
			high = middle;
	}
	return low > 0 ? low - 1 : 0;
}

static BxStatus
add_match(RuRun *run, RuFar *far, const FarEntry *entry, BxArena *arena, RuFarMatch *match)
{
	XdSeq seq;

	*match = (RuFarMatch){entry->row, entry->item};
	if (!borrows(&entry->item))
		return BX_OK;
	ru_spill_read_from(far->reader, far->texts, (uint64_t) entry->item.u.i);
	BX_TRY(ru_spill_read_seq(run, far->reader, arena, &seq));
	match->item = xd_seq_at(&seq, 0);
	return BX_OK;
}

BxStatus
ru_far_find(RuRun *run, RuFar *far, const XdItem *value, BxArena *arena, RuFarMatch **matches, uint32_t *n,
			uint32_t *cap)
{
	FarEntry entries[BLOCK];
	uint64_t hash, block, all = far->entries->size / sizeof(FarEntry);
	bool more = true;

	BX_TRY(at_hash(&run->at, value, NULL, far->grain, &hash));
	for (block = block_of(far, hash); more && block < far->n_blocks; block++)
	{
		uint64_t i, first = block * BLOCK, there = all - first < BLOCK ? all - first : BLOCK;

		BX_TRY(ru_spill_at(run, far->entries, first * sizeof(FarEntry), entries, there * sizeof(FarEntry)));
		more = entries[there - 1].hash <= hash;
		for (i = 0; i < there; i++)
		{
			if (entries[i].hash != hash)
				continue;
			if (*n == *cap)
			{
				uint32_t room = *cap < 8 ? 8 : *cap * 2;
				RuFarMatch *list =
					bx_arena_grow(arena, *matches, *n * sizeof(RuFarMatch), room * sizeof(RuFarMatch));

				if (list == NULL)
					return bx_fail_nomem(run->err, room * sizeof(RuFarMatch));
				*matches = list;
				*cap = room;
			}
			BX_TRY(add_match(run, far, &entries[i], arena, &(*matches)[*n]));
			++*n;
		}
	}
	return BX_OK;
}

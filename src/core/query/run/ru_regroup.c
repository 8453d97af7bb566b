/*
 * ru_regroup.c -- groups by sorting.
 *
 * Tuples are sorted by the hash of their keys, so that those of a group are near each other and each learns the number
 * of the first one of its group; and then by that number, so that groups come in the order of their first tuples, and
 * the tuples of a group in their order.
 */
#include "../../base/bx_core_int.h"

#include "ru_regroup.h"

/* ---- keys ---- */

BxStatus
ru_keys_hash(RuRun *run, const RuKeys *keys, const XdSeq *tuple, uint64_t *hash)
{
	BxArenaMark mark = bx_arena_mark(keys->at.arena);
	uint32_t i;

	*hash = 0;
	for (i = 0; i < keys->n; i++)
	{
		uint64_t h = 0;
		XdItem item;

		if (tuple[i].n > 0)
		{
			item = xd_seq_at(&tuple[i], 0);
			BX_TRY(ru_at_op(run, keys->op,
							at_hash(&keys->at, &item, keys->collations[i], at_grain(keys->numbers[i]), &h)));
		}
		*hash = bx_hash_mix(*hash, h);
	}
	bx_arena_release(keys->at.arena, &mark);
	return BX_OK;
}

BxStatus
ru_keys_same(RuRun *run, const RuKeys *keys, const XdSeq *a, const XdSeq *b, bool *same)
{
	BxArenaMark mark = bx_arena_mark(keys->at.arena);
	uint32_t i;

	*same = true;
	for (i = 0; *same && i < keys->n; i++)
	{
		XdItem x, y;

		*same = a[i].n == b[i].n;
		if (!*same || a[i].n == 0)
			continue;
		x = xd_seq_at(&a[i], 0);
		y = xd_seq_at(&b[i], 0);
		BX_TRY(ru_at_op(run, keys->op, at_same(&keys->at, &x, &y, keys->collations[i], same)));
	}
	bx_arena_release(keys->at.arena, &mark);
	return BX_OK;
}

bool
ru_keys_note(RuKeys *keys, const XdSeq *tuple)
{
	bool coarser = false;
	uint32_t i;

	for (i = 0; i < keys->n; i++)
	{
		XdItem item;
		unsigned numbers;

		if (tuple[i].n == 0)
			continue;
		item = xd_seq_at(&tuple[i], 0);
		numbers = keys->numbers[i] | at_numbers_of(&item);
		coarser |= at_grain(numbers) != at_grain(keys->numbers[i]);
		keys->numbers[i] = (uint8_t) numbers;
	}
	return coarser;
}

/* ---- tuples ---- */

static BxStatus
begin(RuRun *run, RuRegroup *r, RuArena **arena, RuSorter *sorter)
{
	BX_TRY(ru_arena_take(run, arena));
	ru_sorter_init(run, sorter, r->keys->op, &(*arena)->arena, r->n_fields, ru_compare_numbers, NULL);
	sorter->budget = ru_half_budget(run); /* two are in use at a time */
	return BX_OK;
}

static void
end(RuRun *run, RuArena **arena, RuSorter *sorter)
{
	if (*arena == NULL)
		return;
	ru_sorter_end(run, sorter);
	ru_arena_give(run, *arena);
	*arena = NULL;
}

BxStatus
ru_regroup_init(RuRun *run, RuRegroup *r, RuKeys *keys, uint32_t n_fields)
{
	*r = (RuRegroup){.keys = keys, .n_fields = n_fields};
	return begin(run, r, &r->rows, &r->tuples);
}

/* A row of a sorter with a copy of the tuple. */
static BxStatus
add_row(RuRun *run, RuSorter *sorter, uint64_t number, uint64_t place, const XdSeq *tuple)
{
	RuRow *row;
	uint32_t i;

	BX_TRY(ru_sorter_new(run, sorter, &row));
	row->number = number;
	row->place = place;
	for (i = 0; i < sorter->n_fields; i++)
		BX_TRY(xd_seq_keep(sorter->arena, &tuple[i], &row->fields[i], run->err));
	return ru_sorter_add(run, sorter);
}

BxStatus
ru_regroup_add(RuRun *run, RuRegroup *r, const XdSeq *tuple)
{
	uint64_t hash;

	if (ru_keys_note(r->keys, tuple))
		r->stale = r->n > 0;
	BX_TRY(ru_keys_hash(run, r->keys, tuple, &hash));
	return add_row(run, &r->tuples, hash, r->n++, tuple);
}

/* ---- groups ---- */

/* Hash all tuples again. */
static BxStatus
hash_again(RuRun *run, RuRegroup *r)
{
	RuArena *rows = r->rows;
	RuSorter tuples = r->tuples;
	const RuRow *row;
	uint64_t hash;

	r->rows = NULL;
	BX_TRY(begin(run, r, &r->rows, &r->tuples));
	for (;;)
	{
		BX_TRY(ru_sorter_next(run, &tuples, &row));
		if (row == NULL)
			break;
		BX_TRY(ru_keys_hash(run, r->keys, row->fields, &hash));
		BX_TRY(add_row(run, &r->tuples, hash, row->place, row->fields));
	}
	end(run, &rows, &tuples);
	return ru_sorter_sort(run, &r->tuples);
}

/* A group whose hash is that of the present tuples. */
typedef struct BatchGroup
{
	struct BatchGroup *next;
	uint64_t first; /* tuple */
	XdSeq keys[];
} BatchGroup;

static BxStatus
find_group(RuRun *run, RuRegroup *r, const RuRow *row, BatchGroup **list, uint64_t *first)
{
	BxArena *arena = &r->batch->arena;
	BatchGroup *g;
	bool same;
	uint32_t i;

	for (g = *list; g != NULL; g = g->next)
	{
		BX_TRY(bx_step(run->host));
		BX_TRY(ru_keys_same(run, r->keys, g->keys, row->fields, &same));
		*first = g->first;
		if (same)
			return BX_OK;
	}
	g = bx_arena_alloc(arena, sizeof(BatchGroup) + r->keys->n * sizeof(XdSeq));
	if (g == NULL)
		return bx_fail_nomem(run->err, sizeof(BatchGroup));
	for (i = 0; i < r->keys->n; i++)
		BX_TRY(xd_seq_keep(arena, &row->fields[i], &g->keys[i], run->err));
	g->next = *list;
	g->first = *first = row->place;
	*list = g;
	return BX_OK;
}

/* Each tuple with the number of the first one of its group. */
static BxStatus
number_groups(RuRun *run, RuRegroup *r)
{
	BatchGroup *list = NULL;
	uint64_t hash = 0, first = 0;
	const RuRow *row;

	for (;;)
	{
		BX_TRY(ru_sorter_next(run, &r->tuples, &row));
		if (row == NULL)
			return BX_OK;
		if (row->number != hash)
		{
			ru_arena_clear(r->batch);
			list = NULL;
		}
		hash = row->number;
		BX_TRY(find_group(run, r, row, &list, &first));
		BX_TRY(add_row(run, &r->grouped, first, row->place, row->fields));
	}
}

BxStatus
ru_regroup_finish(RuRun *run, RuRegroup *r)
{
	BX_TRY(ru_sorter_sort(run, &r->tuples));
	if (r->stale)
		BX_TRY(hash_again(run, r));
	BX_TRY(ru_arena_take(run, &r->batch));
	BX_TRY(begin(run, r, &r->groups, &r->grouped));
	BX_TRY(number_groups(run, r));
	end(run, &r->rows, &r->tuples);
	BX_TRY(ru_sorter_sort(run, &r->grouped));
	return ru_sorter_next(run, &r->grouped, &r->row);
}

BxStatus
ru_add_values(RuRun *run, uint32_t n, const XdSeq *from, XdSeqBuilder *to)
{
	uint64_t k;
	uint32_t i;

	for (i = 0; i < n; i++)
		for (k = 0; k < from[i].n; k++)
		{
			XdItem item = xd_seq_at(&from[i], k);

			BX_TRY(bx_step(run->host));
			BX_TRY(xd_item_keep(to[i].arena, &item, &item, run->err));
			BX_TRY(xd_seq_add(&to[i], &item, run->err));
		}
	return BX_OK;
}

BxStatus
ru_regroup_next(RuRun *run, RuRegroup *r, const XdSeq **group, uint64_t *first)
{
	BxArena *arena = &r->batch->arena;
	uint32_t i, n_keys = r->keys->n;
	XdSeqBuilder *values;
	XdSeq *fields;

	*group = NULL;
	if (r->row == NULL)
		return BX_OK;
	ru_arena_clear(r->batch);
	fields = bx_arena_alloc(arena, (r->n_fields + 1) * sizeof(XdSeq));
	values = bx_arena_alloc(arena, (r->n_fields + 1) * sizeof(XdSeqBuilder));
	if (fields == NULL || values == NULL)
		return bx_fail_nomem(run->err, r->n_fields * sizeof(XdSeq));
	for (i = 0; i < n_keys; i++)
		BX_TRY(xd_seq_keep(arena, &r->row->fields[i], &fields[i], run->err));
	for (i = 0; i < r->n_fields; i++)
		values[i] = xd_seq_builder(arena);
	*first = r->row->number;
	while (r->row != NULL && r->row->number == *first)
	{
		BX_TRY(ru_add_values(run, r->n_fields - n_keys, &r->row->fields[n_keys], values));
		BX_TRY(ru_sorter_next(run, &r->grouped, &r->row));
	}
	for (i = n_keys; i < r->n_fields; i++)
		fields[i] = xd_seq_built(&values[i - n_keys]);
	*group = fields;
	return BX_OK;
}

void
ru_regroup_end(RuRun *run, RuRegroup *r)
{
	end(run, &r->rows, &r->tuples);
	end(run, &r->groups, &r->grouped);
	if (r->batch != NULL)
		ru_arena_give(run, r->batch);
	r->batch = NULL;
}

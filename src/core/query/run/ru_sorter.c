/*
 * ru_sorter.c -- sorting rows within a budget.
 *
 * Rows are sorted in memory as long as there is room.  What is more is written to a temporary file in sorted parts,
 * which are merged, so many at a time, until as many are left as the rows are given from.
 */
#include "../../base/bx_core_int.h"

#include "ru_sort.h"

#include "../../xdm/xd_tree.h"

/* Parts that are merged at a time. */
#define WAYS 64
/* Parts are not smaller than these bytes. */
#define LEAST_PART ((size_t) 64 << 10)
typedef struct MergeWay
{
	RuSpillReader reader;
	RuArena *own; /* of the row */
	RuRow *row;
} MergeWay;

typedef struct RuMerge
{
	uint32_t n; /* that have a row: heap[0..n) */
	uint32_t n_ways;
	bool started; /* the row of heap[0] was given */
	MergeWay *heap[WAYS];
	MergeWay *ways[WAYS];
} RuMerge;

BxStatus
ru_compare_numbers(RuRun *run, void *ctx, const void *a, const void *b, int *order)
{
	const RuRow *x = a, *y = b;

	(void) run, (void) ctx;
	*order = x->number != y->number ? (x->number > y->number) - (x->number < y->number)
									: (x->place > y->place) - (x->place < y->place);
	return BX_OK;
}

void
ru_sorter_init(RuRun *run, RuSorter *s, const RuOp *op, BxArena *arena, uint32_t n_fields, RuCompare compare,
			   void *ctx)
{
	*s = (RuSorter){.op = op, .arena = arena, .n_fields = n_fields, .compare = compare, .ctx = ctx};
	s->budget = ru_budget(run);
	s->limit = ru_memory_limit(run);
	s->empty = bx_arena_mark(arena);
}

BxStatus
ru_sorter_new(RuRun *run, RuSorter *s, RuRow **row)
{
	if (s->n == s->cap)
	{
		uint64_t cap = s->cap < 16 ? 16 : s->cap * 2;
		RuRow **rows = bx_arena_grow(s->arena, s->rows, s->n * sizeof(RuRow *), cap * sizeof(RuRow *));

		if (rows == NULL)
			return bx_fail_nomem(run->err, cap * sizeof(RuRow *));
		s->rows = rows;
		s->cap = cap;
	}
	*row = bx_arena_zalloc(s->arena, sizeof(RuRow) + s->n_fields * sizeof(XdSeq));
	s->rows[s->n] = *row;
	return *row == NULL ? bx_fail_nomem(run->err, sizeof(RuRow)) : BX_OK;
}

/* ---- writing ---- */

static BxStatus
write_row(RuRun *run, const RuSorter *s, RuSpill *spill, const RuRow *row)
{
	uint32_t i;

	BX_TRY(ru_spill_write(run, spill, row, sizeof(RuRow)));
	for (i = 0; i < s->n_fields; i++)
		BX_TRY(ru_spill_seq(run, spill, &row->fields[i]));
	return BX_OK;
}

/* Write the rows there are as a sorted part, and forget them. */
static BxStatus
write_part(RuRun *run, RuSorter *s)
{
	uint64_t i;

	if (s->n == 0)
		return BX_OK;
	if (s->spill == NULL)
		BX_TRY(ru_spill_open(run, &s->spill));
	BX_TRY(ru_sort(run, s->arena, (void **) s->rows, s->n, s->compare, s->ctx));
	for (i = 0; i < s->n; i++)
		BX_TRY(write_row(run, s, s->spill, s->rows[i]));
	BX_TRY(ru_spill_part(run, s->spill));
	s->rows = NULL;
	s->n = s->cap = 0;
	bx_arena_release(s->arena, &s->empty);
	bx_arena_calm(s->arena);
	return BX_OK;
}

static BxStatus
can_write(RuRun *run, const RuSorter *s, bool *can)
{
	uint64_t i;
	uint32_t k;

	*can = ru_can_spill(run);
	for (i = 0; *can && i < s->n; i++)
	{
		BX_TRY(bx_step(run->host));
		for (k = 0; *can && k < s->n_fields; k++)
			*can = ru_seq_spills(run, &s->rows[i]->fields[k]);
	}
	return BX_OK;
}

/* There is no room for more rows. */
static BxStatus
make_room(RuRun *run, RuSorter *s)
{
	bool can = false;

	if (!s->pinned)
		BX_TRY(can_write(run, s, &can));
	if (can)
	{
		if (s->arena->total > s->budget)
			return write_part(run, s);
		s->limit = SIZE_MAX; /* others took the memory */
		return BX_OK;
	}
	s->pinned = true;
	s->budget = SIZE_MAX;
	return ru_memory(run) > s->limit ? ru_fail_budget(run, s->op) : BX_OK;
}

BxStatus
ru_sorter_add(RuRun *run, RuSorter *s)
{
	s->n++;
	return (s->arena->total > s->budget && s->arena->total > LEAST_PART) || ru_memory(run) > s->limit
			   ? make_room(run, s)
			   : BX_OK;
}

/* ---- merging ---- */

static BxStatus
read_row(RuRun *run, const RuSorter *s, MergeWay *way)
{
	BxArena *arena = &way->own->arena;
	uint32_t i;

	way->row = NULL;
	if (ru_spill_ended(&way->reader))
		return BX_OK;
	ru_arena_clear(way->own);
	way->row = bx_arena_alloc(arena, sizeof(RuRow) + s->n_fields * sizeof(XdSeq));
	if (way->row == NULL)
		return bx_fail_nomem(run->err, sizeof(RuRow));
	BX_TRY(ru_spill_read(run, &way->reader, way->row, sizeof(RuRow)));
	for (i = 0; i < s->n_fields; i++)
		BX_TRY(ru_spill_read_seq(run, &way->reader, arena, &way->row->fields[i]));
	return BX_OK;
}

/* The row of which way comes first; rows that are equal are in the order of the parts. */
static BxStatus
comes_before(RuRun *run, const RuSorter *s, const MergeWay *a, const MergeWay *b, bool *before)
{
	int order;

	BX_TRY(bx_step(run->host));
	BX_TRY(s->compare(run, s->ctx, a->row, b->row, &order));
	*before = order < 0 || (order == 0 && a->reader.end < b->reader.end);
	return BX_OK;
}

/* Let the way at a place of the heap sink to where it belongs. */
static BxStatus
sink(RuRun *run, const RuSorter *s, RuMerge *m, uint32_t i)
{
	for (;;)
	{
		uint32_t least = i, k;
		MergeWay *way;
		bool before;

		for (k = 2 * i + 1; k <= 2 * i + 2 && k < m->n; k++)
		{
			BX_TRY(comes_before(run, s, m->heap[k], m->heap[least], &before));
			least = before ? k : least;
		}
		if (least == i)
			return BX_OK;
		way = m->heap[i];
		m->heap[i] = m->heap[least];
		m->heap[least] = way;
		i = least;
	}
}

static void
end_merge(RuRun *run, RuSorter *s)
{
	RuMerge *m = s->merge;
	uint32_t i;

	for (i = 0; m != NULL && i < m->n_ways; i++)
		ru_arena_give(run, m->ways[i]->own);
	s->merge = NULL;
	bx_arena_release(s->arena, &s->empty);
}

/* Merge n parts from one on. */
static BxStatus
begin_merge(RuRun *run, RuSorter *s, uint32_t first, uint32_t n)
{
	RuMerge *m = bx_arena_zalloc(s->arena, sizeof(RuMerge));
	uint32_t i;

	if (m == NULL)
		return bx_fail_nomem(run->err, sizeof(RuMerge));
	s->merge = m;
	for (i = 0; i < n; i++)
	{
		MergeWay *way = bx_arena_alloc(s->arena, sizeof(MergeWay));

		if (way == NULL)
			return bx_fail_nomem(run->err, sizeof(MergeWay));
		BX_TRY(ru_arena_take(run, &way->own));
		m->ways[m->n_ways++] = way;
		ru_spill_read_part(&way->reader, s->spill, first + i);
		BX_TRY(read_row(run, s, way));
		m->heap[m->n++] = way;
	}
	for (i = m->n / 2; i > 0; i--)
		BX_TRY(sink(run, s, m, i - 1));
	return BX_OK;
}

static BxStatus
next_merged(RuRun *run, RuSorter *s, const RuRow **row)
{
	RuMerge *m = s->merge;

	if (m->started)
	{
		BX_TRY(read_row(run, s, m->heap[0]));
		if (m->heap[0]->row == NULL)
			m->heap[0] = m->heap[--m->n];
		BX_TRY(sink(run, s, m, 0));
	}
	m->started = true;
	*row = m->n > 0 ? m->heap[0]->row : NULL;
	return BX_OK;
}

/* Merge the parts, so many at a time, into another file. */
static BxStatus
merge_parts(RuRun *run, RuSorter *s)
{
	uint32_t first, n = s->spill->n_parts;
	RuSpill *to, *from = s->spill;

	BX_TRY(ru_spill_open(run, &to));
	for (first = 0; first < n; first += WAYS)
	{
		const RuRow *row;

		BX_TRY(begin_merge(run, s, first, n - first < WAYS ? n - first : WAYS));
		for (;;)
		{
			BX_TRY(next_merged(run, s, &row));
			if (row == NULL)
				break;
			BX_TRY(write_row(run, s, to, row));
		}
		BX_TRY(ru_spill_part(run, to));
		end_merge(run, s);
	}
	s->spill = to;
	ru_spill_close(run, from);
	return BX_OK;
}

/* ---- all rows ---- */

BxStatus
ru_sorter_sort(RuRun *run, RuSorter *s)
{
	bool can;

	s->at = 0;
	if (s->spill == NULL)
		return ru_sort(run, s->arena, (void **) s->rows, s->n, s->compare, s->ctx);
	BX_TRY(can_write(run, s, &can));
	if (!can)
		return ru_fail_budget(run, s->op);
	BX_TRY(write_part(run, s));
	while (s->spill->n_parts > WAYS)
		BX_TRY(merge_parts(run, s));
	return begin_merge(run, s, 0, s->spill->n_parts);
}

BxStatus
ru_sorter_next(RuRun *run, RuSorter *s, const RuRow **row)
{
	if (s->merge != NULL)
		return next_merged(run, s, row);
	*row = s->at < s->n ? s->rows[s->at++] : NULL;
	return BX_OK;
}

void
ru_sorter_end(RuRun *run, RuSorter *s)
{
	if (s->merge != NULL)
		end_merge(run, s);
	if (s->spill != NULL)
		ru_spill_close(run, s->spill);
	s->spill = NULL;
}

/*
 * ru_sort.h -- stable sorting by a comparison that may fail: of pointers, and of rows beyond what the budget has room
 * for, which are sorted in parts in a temporary file and merged.
 */
#ifndef RU_SORT_H
#define RU_SORT_H

#include "ru_spill.h"

typedef BxStatus (*RuCompare)(RuRun *run, void *ctx, const void *a, const void *b, int *order);

/*
 * Sort pointers; those that compare equal stay in their order.  Memory for as many again comes from the arena.  Each
 * comparison charges a step.  After an error they are in some order.
 */
extern BxStatus ru_sort(RuRun *run, BxArena *arena, void **rows, uint64_t n, RuCompare compare, void *ctx);

/* What is sorted; the caller says what the numbers and the sequences are. */
typedef struct RuRow
{
	uint64_t number, place;
	XdSeq fields[];
} RuRow;

/* A RuCompare of rows: by the number, then by the place. */
extern BxStatus ru_compare_numbers(RuRun *run, void *ctx, const void *a, const void *b, int *order);

struct RuMerge;

/*
 * A sorter of rows, which lasts as long as its arena is not given back:
 *
 *   ru_sorter_init(run, &sorter, arena, n_fields, compare, ctx);
 *   for each row:
 *       ru_sorter_new(run, &sorter, &row), the fields kept in sorter.arena, ru_sorter_add(run, &sorter);
 *   ru_sorter_sort(run, &sorter);
 *   ru_sorter_next(run, &sorter, &row) until row is NULL;
 *   ru_sorter_end(run, &sorter)
 *
 * What the arena held before init stays in it.
 */
typedef struct RuSorter
{
	const RuOp *op; /* for errors */
	BxArena *arena;
	BxArenaMark empty; /* of the arena, without rows */
	uint32_t n_fields;
	RuCompare compare; /* of RuRow */
	void *ctx;
	RuRow **rows;
	uint64_t n, cap, at;
	size_t budget;
	size_t limit;   /* of all memory of the run, for rows that cannot be written */
	bool pinned;    /* there are some */
	RuSpill *spill; /* NULL: all rows are in memory */
	struct RuMerge *merge;
} RuSorter;

extern void ru_sorter_init(RuRun *run, RuSorter *sorter, const RuOp *op, BxArena *arena, uint32_t n_fields,
						   RuCompare compare, void *ctx);
/* A row with empty fields behind those there are. */
extern BxStatus ru_sorter_new(RuRun *run, RuSorter *sorter, RuRow **row);
/* The new row is complete.  53200 where there is no memory for rows that cannot be written. */
extern BxStatus ru_sorter_add(RuRun *run, RuSorter *sorter);
/* All rows were added. */
extern BxStatus ru_sorter_sort(RuRun *run, RuSorter *sorter);
/* The next one in order; NULL: there is none.  It is good until the next one where `spill` is not NULL. */
extern BxStatus ru_sorter_next(RuRun *run, RuSorter *sorter, const RuRow **row);
/* Give back files and memory but for the arena. */
extern void ru_sorter_end(RuRun *run, RuSorter *sorter);

#endif

/*
 * ru_sort.h -- stable sorting by a comparison that may fail.
 */
#ifndef RU_SORT_H
#define RU_SORT_H

#include "ru_op.h"

typedef BxStatus (*RuCompare)(RuRun *run, void *ctx, const void *a, const void *b, int *order);

/*
 * Sort pointers; those that compare equal stay in their order.  Memory for as many again comes from the arena.  Each
 * comparison charges a step.  After an error they are in some order.
 */
extern BxStatus ru_sort(RuRun *run, BxArena *arena, void **rows, uint64_t n, RuCompare compare, void *ctx);

#endif

/*
 * bx_sort.h -- sorting of lists as long as the input, with polls.
 *
 * The C library's qsort has none, and takes seconds for lists of some ten million entries.  Short lists, and those that
 * a setting bounds, may go to qsort all the same.
 */
#ifndef BX_SORT_H
#define BX_SORT_H

#include "bx_host.h"

/*
 * bx_sort: sort n entries of size bytes (at most 64) by compare, as qsort.  Needs memory for as many entries again
 * from the host when there are more than BX_SORT_RUN of them.  BX_E_NOMEM, BX_E_CANCEL: the entries are then in some
 * order.
 */
extern BxStatus bx_sort(const BxHost *host, void *entries, size_t n, size_t size,
						int (*compare)(const void *, const void *), BxError *err);

/* Entries between two polls, about. */
#define BX_SORT_RUN 4096

/* Compares two uint32_t. */
static inline int
bx_compare_u32(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *) a, y = *(const uint32_t *) b;

	return (x > y) - (x < y);
}

#endif

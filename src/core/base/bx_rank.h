/*
 * bx_rank.h -- pairs of strings as numbers that sort as the pairs do, equal for equal pairs.
 *
 * So names are compared byte by byte once, and as numbers from then on.
 */
#ifndef BX_RANK_H
#define BX_RANK_H

#include "bx_host.h"
#include "bx_str.h"

/* By the first string, then the second; both borrowed. */
typedef struct BxRankKey
{
	BxStr a;
	BxStr b;
	uint32_t *rank; /* where the number of this pair goes */
} BxRankKey;

/* bx_rank: sort n keys and give them their numbers, from 0 on.  O(n log n); statuses of bx_sort. */
extern BxStatus bx_rank(const BxHost *host, BxRankKey *keys, size_t n, BxError *err);

#endif

/*
 * bx_rank.c -- pairs of strings as numbers.
 */
#include "bx_core_int.h"

#include "bx_rank.h"
#include "bx_sort.h"

static int
compare_keys(const void *a, const void *b)
{
	const BxRankKey *p = a, *q = b;
	int order = bx_str_compare(p->a, q->a);

	return order != 0 ? order : bx_str_compare(p->b, q->b);
}

BxStatus
bx_rank(const BxHost *host, BxRankKey *keys, size_t n, BxError *err)
{
	uint32_t number = 0;
	size_t i;

	BX_TRY(bx_sort(host, keys, n, sizeof(BxRankKey), compare_keys, err));
	for (i = 0; i < n; i++)
	{
		if (i > 0 && compare_keys(&keys[i - 1], &keys[i]) != 0)
			number++;
		*keys[i].rank = number;
	}
	return BX_OK;
}

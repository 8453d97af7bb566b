/*
 * ru_sort.c -- stable sorting: runs that are in order already are merged, from short ones to long ones.
 */
#include "../../base/bx_core_int.h"

#include "ru_sort.h"

typedef struct SortCall
{
	RuRun *run;
	RuCompare compare;
	void *ctx;
} SortCall;

static BxStatus
compare(const SortCall *s, const void *a, const void *b, int *order)
{
	BX_TRY(bx_step(s->run->host));
	return s->compare(s->run, s->ctx, a, b, order);
}

/* Merge from[0..middle) and from[middle..n) into to. */
static BxStatus
merge(const SortCall *s, void **from, uint64_t middle, uint64_t n, void **to)
{
	uint64_t i = 0, k = middle, out = 0;
	int order = 0;

	/* what is in order already needs no comparisons but this one */
	if (middle < n)
		BX_TRY(compare(s, from[middle - 1], from[middle], &order));
	if (middle < n && order > 0)
		while (i < middle && k < n)
		{
			BX_TRY(compare(s, from[i], from[k], &order));
			to[out++] = order > 0 ? from[k++] : from[i++];
		}
	BX_TRY(bx_charge(s->run->host, (n - out) * sizeof(void *)));
	memcpy(to + out, from + i, (middle - i) * sizeof(void *));
	out += middle - i;
	memcpy(to + out, from + k, (n - k) * sizeof(void *));
	return BX_OK;
}

BxStatus
ru_sort(RuRun *run, BxArena *arena, void **rows, uint64_t n, RuCompare compare_rows, void *ctx)
{
	const SortCall s = {run, compare_rows, ctx};
	void **from = rows, **to;
	uint64_t width, i;

	if (n < 2)
		return BX_OK;
	to = bx_arena_alloc(arena, n * sizeof(void *));
	if (to == NULL)
		return bx_fail_nomem(run->err, n * sizeof(void *));
	for (width = 1; width < n; width *= 2)
	{
		void **other = from;

		for (i = 0; i < n; i += 2 * width)
		{
			uint64_t left = n - i < width ? n - i : width;
			uint64_t both = n - i < 2 * width ? n - i : 2 * width;

			BX_TRY(merge(&s, from + i, left, both, to + i));
		}
		from = to;
		to = other;
	}
	if (from != rows)
		memcpy(rows, from, n * sizeof(void *));
	return BX_OK;
}

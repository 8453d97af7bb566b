/*
 * bx_sort.c -- runs sorted by qsort, then merged, from one array to another and back.
 */
#include "bx_core_int.h"

#include <stdlib.h>

#include "bx_sort.h"

typedef struct Sort
{
	const BxHost *host;
	size_t n;
	size_t size;
	int (*compare)(const void *, const void *);
	BxError *err;
} Sort;

static BxStatus
poll(const Sort *s)
{
	BxStatus st = bx_poll(s->host);

	return st == BX_OK ? st : bx_fail(s->err, st, -1, "canceled");
}

/* Merge the runs [lo, mid) and [mid, hi) of `from` into `to`, with a poll every BX_SORT_RUN entries. */
static BxStatus
merge(const Sort *s, const char *from, char *to, size_t lo, size_t mid, size_t hi)
{
	const char *a = from + lo * s->size, *a_end = from + mid * s->size;
	const char *b = a_end, *b_end = from + hi * s->size;
	size_t k;

	to += lo * s->size;
	for (k = 1; a < a_end && b < b_end; k++, to += s->size)
	{
		bool first = s->compare(a, b) <= 0;

		memcpy(to, first ? a : b, s->size);
		a += first ? s->size : 0;
		b += first ? 0 : s->size;
		if (k % BX_SORT_RUN == 0)
			BX_TRY(poll(s));
	}
	memcpy(to, a, (size_t) (a_end - a));
	memcpy(to + (a_end - a), b, (size_t) (b_end - b));
	return poll(s);
}

/* Double the length of sorted runs until there is one; *sorted is one of the two arrays. */
static BxStatus
merge_runs(const Sort *s, char *list, char *other, char **sorted)
{
	size_t run, lo;

	for (run = BX_SORT_RUN; run < s->n; run *= 2)
	{
		char *swap = list;

		for (lo = 0; lo < s->n; lo += 2 * run)
			BX_TRY(merge(s, list, other, lo, lo + run < s->n ? lo + run : s->n,
						 lo + 2 * run < s->n ? lo + 2 * run : s->n));
		list = other;
		other = swap;
	}
	*sorted = list;
	return BX_OK;
}

BxStatus
bx_sort(const BxHost *host, void *entries, size_t n, size_t size, int (*compare)(const void *, const void *),
		BxError *err)
{
	const Sort s = {host, n, size, compare, err};
	char *list = entries, *other, *sorted = list;
	BxStatus st = BX_OK;
	size_t at;

	for (at = 0; at < n; at += BX_SORT_RUN)
	{
		size_t m = n - at < BX_SORT_RUN ? n - at : BX_SORT_RUN;

		if (m > 1)
			qsort(list + at * size, m, size, compare);
		if (at > 0)
			BX_TRY(poll(&s));
	}
	if (n <= BX_SORT_RUN)
		return BX_OK;
	other = host->alloc(host->ctx, n * size);
	if (other == NULL)
		return bx_fail_nomem(err, n * size);
	st = merge_runs(&s, list, other, &sorted);
	if (st == BX_OK && sorted == other)
		memcpy(list, other, n * size);
	host->release(host->ctx, other);
	return st;
}

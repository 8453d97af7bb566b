/*
 * bx_match.c -- partners in two lists: offers by equal keys, then a longest increasing sequence of them.
 */
#include "bx_match_int.h"

#include "../base/bx_sort.h"

typedef struct Entry
{
	uint64_t key;
	uint32_t at;
} Entry;

static int
compare_entries(const void *x, const void *y)
{
	const Entry *a = x, *b = y;

	if (a->key != b->key)
		return a->key < b->key ? -1 : 1;
	return a->at < b->at ? -1 : a->at > b->at;
}

static BxStatus
sorted(const uint64_t *keys, uint32_t n, BxArena *arena, Entry **list, BxError *err)
{
	uint32_t i;

	*list = bx_arena_alloc(arena, (n + (size_t) 1) * sizeof(Entry));
	if (*list == NULL)
		return bx_fail_nomem(err, (n + (size_t) 1) * sizeof(Entry));
	for (i = 0; i < n; i++)
		(*list)[i] = (Entry){keys[i], i};
	return bx_sort(arena->host, *list, n, sizeof(Entry), compare_entries, err);
}

/* Offers: each list is sorted by key and place. */
static void
offer(const Entry *x, uint32_t n, const Entry *y, uint32_t m, uint32_t *match)
{
	uint32_t i = 0, j = 0;

	while (i < n)
	{
		while (j < m && (y[j].key < x[i].key))
			j++;
		if (j < m && y[j].key == x[i].key)
			match[x[i].at] = y[j++].at;
		else
			match[x[i].at] = BX_NO_MATCH;
		i++;
	}
}

/* How many of the n tails are offers below `value`? */
static uint32_t
below(const uint32_t *tail, uint32_t n, const uint32_t *match, uint32_t value)
{
	uint32_t lo = 0, hi = n;

	while (lo < hi)
	{
		uint32_t mid = lo + (hi - lo) / 2;

		if (match[tail[mid]] < value)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

/* Keep a longest rising sequence of offers.  tail[k] ends the best sequence of length k + 1, before[i] precedes i. */
static void
keep_rising(uint32_t *match, uint32_t n, uint32_t *tail, uint32_t *before)
{
	uint32_t i, k, longest = 0, next;

	for (i = 0; i < n; i++)
	{
		if (match[i] == BX_NO_MATCH)
			continue;
		k = below(tail, longest, match, match[i]);
		before[i] = k > 0 ? tail[k - 1] : BX_NO_MATCH;
		tail[k] = i;
		if (k == longest)
			longest++;
	}
	next = longest > 0 ? tail[longest - 1] : BX_NO_MATCH;
	for (i = n; i-- > 0;)
		if (i == next)
			next = before[i];
		else
			match[i] = BX_NO_MATCH;
}

BxStatus
bx_match(const uint64_t *a, uint32_t n, const uint64_t *b, uint32_t m, uint32_t *match, BxArena *arena,
		 BxError *err)
{
	BxArenaMark mark = bx_arena_mark(arena);
	uint32_t *scratch;
	Entry *x, *y;

	BX_TRY(sorted(a, n, arena, &x, err));
	BX_TRY(sorted(b, m, arena, &y, err));
	scratch = bx_arena_alloc(arena, 2 * (n + (size_t) 1) * sizeof(uint32_t));
	if (scratch == NULL)
		return bx_fail_nomem(err, 2 * (n + (size_t) 1) * sizeof(uint32_t));
	offer(x, n, y, m, match);
	keep_rising(match, n, scratch, scratch + n);
	bx_arena_release(arena, &mark);
	return bx_poll(arena->host);
}

BxStatus
bx_match_positions(const uint64_t *keys, uint32_t n, uint32_t *position, BxArena *arena, BxError *err)
{
	BxArenaMark mark = bx_arena_mark(arena);
	Entry *x;
	uint32_t i;

	BX_TRY(sorted(keys, n, arena, &x, err));
	for (i = 0; i < n; i++)
		position[x[i].at] = i > 0 && x[i - 1].key == x[i].key ? position[x[i - 1].at] + 1 : 1;
	bx_arena_release(arena, &mark);
	return bx_poll(arena->host);
}

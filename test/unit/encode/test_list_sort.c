/*
 * test_list_sort.c -- the entries of value lists in their order, whatever their keys are.
 */
#include "../../../src/core/read/bx_value_list.h"
#include "../ut.h"

#include <stdlib.h>

#define MOST 5000

static uint64_t
next_random(void)
{
	static uint64_t state = 88172645463325252u;

	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state;
}

static int
by_key_and_place(const void *a, const void *b)
{
	const BxListEntry *x = a, *y = b;

	if (x->key != y->key)
		return x->key < y->key ? -1 : 1;
	return (x->place > y->place) - (x->place < y->place);
}

/* Keys of hashed texts, of few and of counted numbers, of some that differ in one upper bit and in lower ones. */
static uint64_t
some_key(unsigned kind, uint32_t i)
{
	switch (kind)
	{
		case 0: return next_random();
		case 1: return bx_list_key_number((double) (next_random() % 5));
		case 2: return bx_list_key_number((double) (MOST - i));
		case 3: return (uint64_t) (i == 7) << 63 | next_random() % 1000;
		case 4: return (uint64_t) (i % 2) << 63 | (MOST - i);
		default: return next_random() % 2;
	}
}

/* What the sort must give: n entries, sorted, equal ones once. */
static uint32_t
sort_slowly(BxListEntry *e, uint32_t n)
{
	uint32_t kept = 0;

	qsort(e, n, sizeof(BxListEntry), by_key_and_place);
	for (uint32_t i = 0; i < n; i++)
		if (kept == 0 || by_key_and_place(&e[i], &e[kept - 1]) != 0)
			e[kept++] = e[i];
	return kept;
}

static void
check_sort(unsigned kind, uint32_t n)
{
	static BxListEntry got[MOST], want[MOST];
	uint32_t kept = n, expected;
	BxError err;

	for (uint32_t i = 0; i < n; i++)
		got[i] = want[i] = (BxListEntry){some_key(kind, i), i / 3};
	CHECK(bx_list_sort(bx_host_libc(), got, &kept, &err) == BX_OK);
	expected = sort_slowly(want, n);
	CHECK(kept == expected);
	for (uint32_t i = 0; i < kept && i < expected; i++)
		if (by_key_and_place(&got[i], &want[i]) != 0)
		{
			CHECK(by_key_and_place(&got[i], &want[i]) == 0);
			return;
		}
}

static void
every_kind(void)
{
	static const uint32_t sizes[] = {0, 1, 2, 63, 64, 1023, 1024, MOST};

	for (unsigned kind = 0; kind < 6; kind++)
		for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++)
			check_sort(kind, sizes[i]);
}

UT_SUITE(test_list_sort)
{
	UT_RUN(every_kind);
	return ut_done();
}

/*
 * test_index_list.c -- lists of keys: in order, each key once, whatever bits the keys share.
 */
#include "../ut.h"

#include <stdlib.h>

#include "../../../src/core/index/bx_index_list.h"

#define MOST 2100

static uint64_t rng = 11;

static uint32_t
next_random(void)
{
	rng = rng * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t) (rng >> 33);
}

/* A key of which the bits of the mask differ. */
static uint32_t
some_key(uint32_t mask)
{
	return (next_random() & mask) | (0xA5C3F00Fu & ~mask);
}

static int
compare(const void *a, const void *b)
{
	int32_t x = *(const int32_t *) a, y = *(const int32_t *) b;

	return (x > y) - (x < y);
}

/* The keys as the library sorts them, doubles removed. */
static uint32_t
model(int32_t *keys, uint32_t n)
{
	uint32_t i, kept = 0;

	qsort(keys, n, sizeof(*keys), compare);
	for (i = 0; i < n; i++)
		if (i == 0 || keys[i] != keys[kept - 1])
			keys[kept++] = keys[i];
	return kept;
}

/* As bytes that are in the order of the numbers. */
static void
put_long(BxIndexList *list, int32_t key)
{
	uint32_t u = (uint32_t) key ^ 0x80000000u;
	uint8_t *p;

	CHECK(bx_index_list_place(list, 6, &p) == BX_OK);
	memcpy(p, (uint8_t[]){(uint8_t) (u >> 24), (uint8_t) (u >> 16), (uint8_t) (u >> 8), (uint8_t) u, 0, 0},
		   6);
	bx_index_list_long(list, 6);
}

static int32_t
get(const BxIndexList *list, uint32_t i)
{
	const uint8_t *p;

	if (list->is_short)
		return list->shorts[i];
	p = list->entries[i].p;
	return (int32_t) (((uint32_t) p[0] << 24 | (uint32_t) p[1] << 16 | (uint32_t) p[2] << 8 | p[3]) ^
					  0x80000000u);
}

static void
check_list(bool is_short, uint32_t n, uint32_t mask)
{
	static int32_t keys[MOST];
	BxIndexList list;
	BxArena arena;
	BxError err;
	uint32_t i, want, wrong = 0;

	bx_error_clear(&err);
	bx_arena_init(&arena, bx_host_libc());
	bx_index_list_init(&list, is_short, &arena, &err);
	for (i = 0; i < n; i++)
	{
		keys[i] = (int32_t) some_key(mask);
		if (is_short)
			CHECK(bx_index_list_short(&list, keys[i]) == BX_OK);
		else
			put_long(&list, keys[i]);
	}
	CHECK(bx_index_list_finish(&list) == BX_OK);
	want = model(keys, n);
	CHECK(list.n == want);
	for (i = 0; i < want && i < list.n; i++)
		wrong += get(&list, i) != keys[i];
	CHECKF(wrong == 0, "%s, %u keys, mask %08x: %u in the wrong place", is_short ? "short" : "long",
		   (unsigned) n, (unsigned) mask, (unsigned) wrong);
	bx_arena_reset(&arena);
}

/* All bits, few of them, those that lists are shared out by, none of them. */
static void
keys_ascend_and_are_different(void)
{
	static const uint32_t masks[] = {0xffffffffu, 0x0000000fu, 0xff000000u, 0x00ffffffu, 0x81000001u, 0};
	static const uint32_t sizes[] = {0, 1, 2, 31, 32, 33, 85, 300, 1023, 1024, 1025, MOST};
	size_t m, s;

	for (m = 0; m < sizeof(masks) / sizeof(masks[0]); m++)
		for (s = 0; s < sizeof(sizes) / sizeof(sizes[0]); s++)
		{
			check_list(true, sizes[s], masks[m]);
			check_list(false, sizes[s], masks[m]);
		}
}

UT_SUITE(test_index_list)
{
	UT_RUN(keys_ascend_and_are_different);
	return ut_done();
}

/*
 * test_arena.c -- arenas of loops, which are emptied again and again.
 */
#include "../../../src/core/base/bx_arena.h"
#include "../ut.h"
#include "../ut_host.h"

/* What a round takes beyond the first chunk is asked of the host a few times only, and nothing is kept twice. */
static void
test_arena_empty(void)
{
	BxArenaMark start;
	UtHost f;
	BxArena a;
	int i, calls = 0;
	char *p;

	ut_host_init_as(&f, bx_host_libc());
	bx_arena_init_small(&a, &f.host);
	CHECK(bx_arena_alloc(&a, 1) != NULL);
	start = bx_arena_mark(&a);
	for (i = 0; i < 100; i++)
	{
		p = bx_arena_alloc(&a, 600);
		CHECK(p != NULL && bx_arena_alloc(&a, 700) != NULL && bx_arena_alloc(&a, 800) != NULL);
		memset(p, i, 600);
		bx_arena_empty(&a, &start);
		if (i == 10)
			calls = f.calls;
	}
	CHECK(calls > 1 && f.calls == calls && f.live == 1);
	/* a request with a chunk of its own is given back, and the chunk that is left serves on */
	CHECK(bx_arena_alloc(&a, 1 << 20) != NULL && f.live == 2);
	bx_arena_empty(&a, &start);
	CHECK(f.live == 1);
	p = bx_arena_alloc(&a, 16);
	CHECK(p != NULL && f.live == 1);
	bx_arena_empty(&a, &start);
	CHECK(bx_arena_alloc(&a, 16) == p);
	bx_arena_reset(&a);
	CHECK(f.live == 0 && a.total == 0);
}

UT_SUITE(test_arena)
{
	UT_RUN(test_arena_empty);
	return ut_done();
}

/*
 * fuzz_xpath_compile.c -- path expressions: compile, check the block, dump it.
 *
 * Input: the text of an expression.  A block that compiles passes its check, compiles again to the same bytes, can be
 * printed to a text that compiles to the same, and can be dumped; a damaged copy is either refused by the check or can
 * be dumped too.
 */
#include "fuzz.h"

#include <string.h>

#include "../../src/core/base/bx_buf.h"
#include "../../src/core/xpath/syntax/xp_ast.h"
#include "../unit/query/ut_same_block.h"

static void
dump(const XpBlock *b)
{
	BxBuf out;
	BxError err;

	bx_buf_init(&out, bx_host_libc());
	REQUIRE(xp_dump(b, &out, &err) == BX_OK);
	bx_buf_free(&out);
}

/* The printed text may be too long only. */
static void
print(const XpBlock *b, BxArena *arena)
{
	XpBlock *again;
	BxBuf out;
	BxError err;
	BxStatus st;

	if (xp_is_query(b))
		return;
	bx_buf_init(&out, bx_host_libc());
	st = usb_printed(b, arena, &out, &again, &err);
	REQUIRE(st == BX_OK ? usb_same(b, again) : out.len > Q_MAX_SOURCE);
	bx_buf_free(&out);
}

/* Change a few bytes, chosen by the bytes themselves. */
static void
damaged_copy(const XpBlock *b, BxArena *arena)
{
	uint32_t h = 2166136261u;
	uint8_t *copy = bx_arena_alloc(arena, b->total);
	uint32_t i, round;

	REQUIRE(copy != NULL);
	for (round = 0; round < 8; round++)
	{
		memcpy(copy, b, b->total);
		for (i = 0; i < b->total; i++)
			h = (h ^ copy[i] ^ round) * 16777619u;
		copy[(h >> 8) % b->total] = (uint8_t) (h >> 24) & ((h & 1) ? 0x0f : 0xff);
		if (xp_block_check((const XpBlock *) (const void *) copy, b->total))
			dump((const XpBlock *) (const void *) copy);
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	BxArena arena;
	XpBlock *b, *again;
	BxError err;
	BxStatus st;

	bx_arena_init(&arena, bx_host_libc());
	st = xp_compile((const char *) data, size, 0, &arena, &b, &err);
	REQUIRE(st == BX_OK || (err.status == st && err.msg[0] != '\0'));
	if (st == BX_OK)
	{
		REQUIRE(xp_block_check(b, b->total));
		REQUIRE(!xp_block_check(b, b->total - 1));
		REQUIRE(xp_compile(xp_pool(b), b->source_len, 16, &arena, &again, &err) == BX_OK);
		REQUIRE(again->total == b->total && memcmp(again, b, b->total) == 0);
		dump(b);
		print(b, &arena);
		damaged_copy(b, &arena);
	}
	bx_arena_reset(&arena);
	return 0;
}

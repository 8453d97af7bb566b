/*
 * ut_classify.h -- the masks of bx_classify.h against a definition byte by byte; the program says which variant it is.
 */
#ifndef UT_CLASSIFY_H
#define UT_CLASSIFY_H

#include <stdint.h>

#include "../../src/core/parse/bx_classify.h"
#include "ut.h"

#define BLOCKS 200000

static uint64_t state = 0x9E3779B97F4A7C15u;

static uint64_t
next_random(void)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state;
}

static bool
is_stop(uint8_t c, BxStopSet set)
{
	if (c == set.a || c == set.b || c == set.c || c >= 0x80)
		return true;
	return c < 0x20 && (set.white || (c != '\t' && c != '\n'));
}

static bool
is_name_end(uint8_t c)
{
	return c <= ' ' || c == '/' || c == '=' || c == '>';
}

static uint64_t
expected(const uint8_t *s, BxStopSet set)
{
	uint64_t mask = 0;

	for (unsigned i = 0; i < BX_BLOCK; i++)
		mask |= (uint64_t) is_stop(s[i], set) << i;
	return mask;
}

static void
check_block(const uint8_t *s)
{
	static const BxStopSet sets[] = {
		{'<', '&', ']', false}, {'<', '&', '"', true}, {'<', '&', '\'', true}, {'-', '-', '-', false}};
	uint32_t ends = 0;

	for (size_t k = 0; k < sizeof(sets) / sizeof(sets[0]); k++)
		CHECKF(bx_stops(s, sets[k]) == expected(s, sets[k]), "set %zu", k);
	for (unsigned i = 0; i < BX_NAME_BLOCK; i++)
		ends |= (uint32_t) is_name_end(s[i]) << i;
	CHECK(bx_name_ends(s) == ends);
}

/* Every byte at every place, between bytes on both sides of all bounds. */
static void
every_byte(void)
{
	static const uint8_t around[] = {0, 'a', 0x1F, 0x20, 0x7F, 0x80, 0xFF, '<'};
	uint8_t s[BX_BLOCK];

	for (size_t k = 0; k < sizeof(around); k++)
		for (unsigned at = 0; at < BX_BLOCK; at++)
			for (unsigned c = 0; c < 256; c++)
			{
				memset(s, around[k], sizeof(s));
				s[at] = (uint8_t) c;
				check_block(s);
			}
}

/* Blocks of bytes that are stops, and of those beside them, at any address. */
static void
random_blocks(void)
{
	static const char bytes[] = "<&]\"'-=/> \t\n\r\x1f\x7f\x80\xff;%^[!.,:?@~}a";
	uint8_t s[BX_BLOCK + 16];

	for (int n = 0; n < BLOCKS; n++)
	{
		unsigned off = (unsigned) (next_random() % 16);

		for (size_t i = 0; i < sizeof(s); i++)
			s[i] =
				n % 2 == 0 ? (uint8_t) next_random() : (uint8_t) bytes[next_random() % (sizeof(bytes) - 1)];
		check_block(s + off);
	}
}

#endif

/*
 * fuzz_regex.c -- regular expressions: compile, match, find.
 *
 * Input: a byte of flags, a pattern, a zero byte, the string.  What compiles gives the same answer with and without a
 * table, and when asked again; matches found one after the other go forwards and are within the string, and the first
 * one exists exactly when the pattern matches.
 */
#include "fuzz.h"

#include <string.h>

#include "../../src/core/regex/bx_regex.h"

/* All matches, at most 64, from left to right. */
static bool
find_all(const BxRegex *re, BxRegexRun *run, const char *s, size_t n)
{
	uint32_t n_spans = bx_regex_groups(re) < 9 ? bx_regex_groups(re) + 1 : 10;
	const BxRegexSpan *spans;
	BxRegexFinder *finder;
	size_t from = 0;
	bool found = false;
	int count = 0;
	uint32_t i;

	REQUIRE(bx_regex_finder_new(re, run, s, n, n_spans, &finder) == BX_OK);
	for (; from <= n && count < 64; count++)
	{
		REQUIRE(bx_regex_find(finder, from, &found, &spans) == BX_OK);
		if (!found)
			break;
		REQUIRE(spans[0].start >= from && spans[0].start <= spans[0].end && spans[0].end <= n);
		for (i = 1; i < n_spans; i++)
			REQUIRE(spans[i].start == BX_REGEX_UNSET ||
					(spans[i].start >= spans[0].start && spans[i].start <= spans[i].end &&
					 spans[i].end <= spans[0].end));
		from = spans[0].end > from ? spans[0].end : from + 1;
	}
	return count > 0;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const uint8_t *zero = size > 0 ? memchr(data + 1, 0, size - 1) : NULL;
	bool hit, warm_hit, again;
	const char *s;
	BxRegex *re;
	BxRegexRun run;
	BxArena arena;
	BxError err;
	BxStatus st;
	size_t n;

	if (zero == NULL)
		return 0;
	s = (const char *) zero + 1;
	n = size - (size_t) (zero + 1 - data);
	bx_arena_init(&arena, bx_host_libc());
	st = bx_regex_compile((const char *) data + 1, (size_t) (zero - data) - 1, data[0] & 31, &arena, &re,
						  &err);
	REQUIRE(st == BX_OK || (st == BX_E_REGEX && err.status == st && err.pos > 0));
	if (st == BX_OK)
	{
		run = (BxRegexRun){&arena, &err, 0};
		REQUIRE(bx_regex_test(re, &run, s, n, &hit) == BX_OK);
		REQUIRE(bx_regex_warm(re, &arena, &err) == BX_OK);
		REQUIRE(bx_regex_test(re, &run, s, n, &warm_hit) == BX_OK && warm_hit == hit);
		REQUIRE(bx_regex_test(re, &run, s, n, &again) == BX_OK && again == hit);
		REQUIRE(find_all(re, &run, s, n) == hit);
		REQUIRE(arena.total < (64 << 20));
	}
	bx_arena_reset(&arena);
	return 0;
}

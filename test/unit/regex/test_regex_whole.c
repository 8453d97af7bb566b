/*
 * test_regex_whole.c -- patterns that match strings as a whole, as those of schemas do: counted repetitions are what
 * they are when they are written out, and may be large.
 */
#include <stdlib.h>

#include "../../../src/core/regex/bx_regex.h"
#include "../ut.h"
#include "../ut_value.h"

static BxArena arena;
static BxError err;

/* 1, 0, or -1 for an error; *steps is added to. */
static int
matches(const char *s, size_t n, const char *pattern, unsigned flags, uint64_t *steps)
{
	BxRegexRun run = {&arena, &err, 0};
	BxRegex *re;
	bool hit = false;

	bx_error_clear(&err);
	if (bx_regex_compile(pattern, strlen(pattern), flags, &arena, &re, &err) != BX_OK ||
		bx_regex_warm(re, &arena, &err) != BX_OK || bx_regex_test(re, &run, s, n, &hit) != BX_OK)
		return -1;
	*steps += run.steps;
	return hit;
}

static char *
random_runs(uint64_t *r, char *p, unsigned depth)
{
	static const char *const atoms[] = {"a", "b", "[ab]", "[^b]", ".", "\xC3\xA9", "\\w"};
	unsigned n = 1 + ut_below(r, 3);

	for (; n > 0; n--)
	{
		unsigned min = ut_below(r, 45), more = ut_below(r, 40);

		if (depth > 0 && ut_below(r, 3) == 0)
		{
			p = random_runs(r, p + sprintf(p, "("), depth - 1);
			p += sprintf(p, ut_below(r, 2) ? "){0,%u}" : ")*", 1 + ut_below(r, 20));
			continue;
		}
		p += sprintf(p, "%s", atoms[ut_below(r, sizeof(atoms) / sizeof(atoms[0]))]);
		switch (ut_below(r, 6))
		{
			case 0: p += sprintf(p, "{%u}", 17 + min); break;
			case 1: p += sprintf(p, "{%u,}", min); break;
			case 2: p += sprintf(p, "{0,%u}", 17 + more); break;
			case 3: p += sprintf(p, "?"); break;
			default: p += sprintf(p, "{%u,%u}", min, min + more); break;
		}
	}
	return depth > 0 && ut_below(r, 4) == 0 ? random_runs(r, p + sprintf(p, "|"), depth - 1) : p;
}

/* A run is what its repetitions written out are. */
static void
test_runs(void)
{
	int round, hits = 0, misses = 0;
	uint64_t r = 3, steps = 0;

	for (round = 0; round < 4000; round++)
	{
		char pattern[600], whole[620], s[300];
		int want, k, n = 0;

		*random_runs(&r, pattern, 2) = '\0';
		for (k = (int) ut_below(&r, 5); k > 0; k--)
		{
			const char *c = ut_below(&r, 6) == 0 ? "\xC3\xA9" : ut_below(&r, 3) ? "a" : "b";

			for (unsigned i = ut_below(&r, ut_below(&r, 3) ? 40 : 3); i > 0 && n < 250; i--)
				n += sprintf(s + n, "%s", c);
		}
		s[n] = '\0';
		snprintf(whole, sizeof(whole), "^(?:%s)$", pattern);
		want = matches(s, (size_t) n, whole, 0, &steps);
		if (want >= 0)
			CHECKF(matches(s, (size_t) n, pattern, BX_REGEX_WHOLE, &steps) == want, "%s /%s/: not %d", s,
				   pattern, want);
		hits += want == 1;
		misses += want == 0;
		bx_arena_reset(&arena);
	}
	CHECKF(hits > 500 && misses > 500, "%d, %d", hits, misses);
}

/* Large numbers, in as many steps as there are characters; runs that are entered at every place. */
static void
test_large_runs(void)
{
	static const struct
	{
		const char *pattern;
		size_t least, most;
	} cases[] = {{"[A-Z]{1,100000}", 1, 100000},
				 {"A{70000,100000}", 70000, 100000},
				 {"[A-Z]{1,50000}A{0,50000}", 1, 100000},
				 {"(A|B)*[A-Z]{99999}", 99999, 150000},
				 {"(A?[A-Z]{40,90000}){1,2}", 40, 150000}};
	char *s = malloc(150002);

	memset(s, 'A', 150001);
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
	{
		const char *pattern = cases[i].pattern;
		size_t least = cases[i].least, most = cases[i].most;
		uint64_t steps = 0;

		CHECKF(matches(s, least, pattern, BX_REGEX_WHOLE, &steps) == 1, "%s: %s", pattern, err.msg);
		CHECKF(matches(s, most, pattern, BX_REGEX_WHOLE, &steps) == 1, "%s", pattern);
		CHECKF(matches(s, least - 1, pattern, BX_REGEX_WHOLE, &steps) == 0, "%s", pattern);
		if (most < 150000)
			CHECKF(matches(s, most + 1, pattern, BX_REGEX_WHOLE, &steps) == 0, "%s", pattern);
		s[least / 2] = 'z';
		CHECKF(matches(s, least, pattern, BX_REGEX_WHOLE, &steps) == 0, "%s", pattern);
		s[least / 2] = 'A';
		CHECKF(steps < 20 * 400000, "%s: %llu steps", pattern, (unsigned long long) steps);
		bx_arena_reset(&arena);
	}
	free(s);
}

UT_SUITE(test_regex_whole)
{
	bx_arena_init(&arena, bx_host_libc());
	UT_RUN(test_runs);
	UT_RUN(test_large_runs);
	return ut_done();
}

/*
 * test_regex_class.c -- where classes of characters end: the last character that is in, the first that is not, around
 * the end of ASCII, which a table answers for.
 */
#include "../../../src/core/regex/bx_regex.h"
#include "../ut.h"
#include "../ut_value.h"

static void
ends_of_classes(void)
{
	static const struct
	{
		const char *s;
		const char *pattern;
		bool want;
	} cases[] = {
		{"\x7F", "^[^a]$", true},
		{"\xC2\x80", "^[^a]$", true},
		{"a", "^[^a]$", false},
		{"}", "^[~-\xC2\x80]$", false},
		{"~", "^[~-\xC2\x80]$", true},
		{"\x7F", "^[~-\xC2\x80]$", true},
		{"\xC2\x80", "^[~-\xC2\x80]$", true},
		{"\xC2\x81", "^[~-\xC2\x80]$", false},
		{"}", "^[^~-\xC2\x80]$", true},
		{"\x7F", "^[^~-\xC2\x80]$", false},
		{"\xC2\x80", "^[^~-\xC2\x80]$", false},
		{"\xC2\x81", "^[^~-\xC2\x80]$", true},
		{"`", "^[a-z]$", false},
		{"{", "^[a-z]$", false},
		{"\xF4\x8F\xBF\xBF", "^[^a]$", true},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
	{
		BxArena arena;
		BxError err;
		BxRegex *re;
		bool hit = !cases[i].want;

		bx_arena_init(&arena, bx_host_libc());
		CHECK(bx_regex_compile(cases[i].pattern, strlen(cases[i].pattern), 0, &arena, &re, &err) == BX_OK);
		for (int warm = 0; warm < 2; warm++)
		{
			BxRegexRun run = {&arena, &err, 0};

			CHECK(bx_regex_test(re, &run, cases[i].s, strlen(cases[i].s), &hit) == BX_OK);
			CHECKF(hit == cases[i].want, "%s of %s: %d", cases[i].s, cases[i].pattern, hit);
			CHECK(bx_regex_warm(re, &arena, &err) == BX_OK);
		}
		bx_arena_reset(&arena);
	}
}

UT_SUITE(test_regex_class)
{
	UT_RUN(ends_of_classes);
	return ut_done();
}

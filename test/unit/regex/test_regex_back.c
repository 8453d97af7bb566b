/*
 * test_regex_back.c -- back-references: F&O 3.1, section 5.6.1, and the work that hostile patterns make.
 */
#include "../../../src/core/regex/bx_regex.h"
#include "../ut.h"
#include "../ut_value.h"

static BxArena arena;
static BxError err;

static BxStatus
compile(const char *pattern, const char *flags, BxRegex **re)
{
	unsigned bits;

	bx_error_clear(&err);
	CHECK(bx_regex_flags(flags, strlen(flags), &bits, &err) == BX_OK);
	return bx_regex_compile(pattern, strlen(pattern), bits | BX_REGEX_BACK, &arena, re, &err);
}

/* The matches in s, "start-end" each, with the spans of the groups behind a colon. */
static void
check_found(const char *s, const char *pattern, const char *flags, const char *want)
{
	BxRegexRun run = {&arena, &err, 0};
	const BxRegexSpan *spans;
	BxRegexFinder *finder;
	char got[512] = "";
	bool found, hit;
	size_t n = 0, from = 0;
	BxRegex *re;
	uint32_t i;

	CHECKF(compile(pattern, flags, &re) == BX_OK, "%s: %s", pattern, err.msg);
	CHECK(bx_regex_warm(re, &arena, &err) == BX_OK);
	CHECK(bx_regex_test(re, &run, s, strlen(s), &hit) == BX_OK);
	CHECK(bx_regex_finder_new(re, &run, s, strlen(s), bx_regex_groups(re) + 1, &finder) == BX_OK);
	while (from <= strlen(s) && bx_regex_find(finder, from, &found, &spans) == BX_OK && found)
	{
		for (i = 0; i <= bx_regex_groups(re); i++)
			n += (size_t) snprintf(got + n, sizeof(got) - n,
								   spans[i].start == BX_REGEX_UNSET ? "%s-" : "%s%u-%u",
								   i > 0   ? ":"
								   : n > 0 ? " "
										   : "",
								   spans[i].start, spans[i].end);
		from = spans[0].end > spans[0].start ? spans[0].end : spans[0].end + 1;
	}
	CHECKF(strcmp(got, want) == 0, "%s on %s: %s, not %s", pattern, s, got, want);
	CHECK(hit == (want[0] != '\0'));
}

static void
test_matches(void)
{
	check_found("abab", "(ab)\\1", "", "0-4:0-2");
	check_found("abba", "(ab)\\1", "", "");
	check_found("xabcabcx", "(a(b)c)\\1", "", "1-7:1-4:2-3");
	check_found("'a' \"b\" 'c\"", "(['\"])[^'\"]*\\1", "", "0-3:0-1 4-7:4-5");
	/* the match of the last turn of a group counts */
	check_found("abcc", "^([abc])+\\1$", "", "0-4:2-3");
	check_found("abca", "^([abc])+\\1$", "", "");
	/* and a group in it that took no part in that turn is the empty string */
	check_found("babadad", "^((.)?a\\2)+$", "", "0-7:4-7:4-5");
	/* as is one that took no part at all */
	check_found("b", "^(a)?\\1b$", "", "0-1:-");
	check_found("aab", "^(a)?\\1b$", "", "0-3:0-1");
	check_found("xx", "^(?:(a)|x)\\1x$", "", "0-2:-");
	/* alternatives are tried in order, quantifiers greedy or reluctant */
	check_found("aaaa", "^(a+)\\1$", "", "0-4:0-2");
	check_found("aaaaaa", "(a+?)\\1", "", "0-2:0-1 2-4:2-3 4-6:4-5");
	check_found("aaa", "(a*)\\1", "", "0-2:0-1 2-2:2-2 3-3:3-3");
	check_found("aXbXXaXbX", "((a|b)X)+X\\1", "", "");
	check_found("aXbXXbX", "((a|b)X)+X\\1", "", "0-7:2-4:2-3");
	/* bounded repetitions of a reference */
	check_found("ababab", "^(ab)\\1{2}$", "", "0-6:0-2");
	check_found("abab", "^(ab)\\1{2}$", "", "");
	check_found("\xc3\xa4\xc3\xb6\xc3\xa4\xc3\xb6", "(..)\\1", "", "0-8:0-4");
}

static void
test_case(void)
{
	check_found("aA", "(a)\\1", "i", "0-2:0-1");
	check_found("aA", "(a)\\1", "", "");
	check_found("Mum Mud", "([md])[aeiou]\\1", "i", "0-3:0-1");
	check_found("\xc3\xa4\xc3\x84", "(\xc3\xa4)\\1", "i", "0-4:0-2");
	/* the Kelvin sign is a letter k of another length */
	check_found("k\xe2\x84\xaa", "(k)\\1", "i", "0-4:0-1");
}

/* More digits belong to a reference while so many groups have begun. */
static void
test_digits(void)
{
	check_found("aa1", "(a)\\11", "", "0-3:0-1");
	check_found("abcdefghijkk", "(a)(b)(c)(d)(e)(f)(g)(h)(i)(j)(k)\\11", "",
				"0-12:0-1:1-2:2-3:3-4:4-5:5-6:6-7:7-8:8-9:9-10:10-11");
	check_found("abcdefghija1", "(a)(b)(c)(d)(e)(f)(g)(h)(i)(j)\\11", "",
				"0-12:0-1:1-2:2-3:3-4:4-5:5-6:6-7:7-8:8-9:9-10");
}

static void
check_refused(const char *pattern, const char *flags, int64_t pos, const char *why)
{
	BxRegex *re;

	CHECKF(compile(pattern, flags, &re) == BX_E_REGEX, "%s is refused", pattern);
	CHECKF(err.pos == pos, "%s: at %lld", pattern, (long long) err.pos);
	CHECKF(strstr(err.msg, why) != NULL, "%s: %s", pattern, err.msg);
}

static void
test_refused(void)
{
	check_refused("\\1", "", 1, "must follow the group");
	check_refused("(a)\\2", "", 4, "must follow the group");
	check_refused("(a\\1)", "", 3, "must follow the group");
	check_refused("((a)\\1)", "", 5, "must follow the group");
	check_refused("(a)\\0", "", 4, "must follow the group");
	check_refused("(a)[\\1]", "", 6, "back-references");
	check_found("aab", "((a)\\2b)", "", "0-3:0-3:0-1");
}

/* Loops whose turns may take nothing end. */
static void
test_empty_turns(void)
{
	check_found("aab", "^(a*)*\\1b$", "", "0-3:2-2");
	check_found("aab", "^(?:(a?)|b)*\\1b$", "", "0-3:2-2");
	check_found("ab", "^(?:(a*?)*?)b\\1$", "", "0-2:1-1");
}

/* What is charged follows what is done, and what is left to be tried has a bound. */
static void
test_work(void)
{
	static char s[1 << 16];
	BxRegexRun run = {&arena, &err, 0};
	BxRegex *re;
	uint64_t few;
	bool hit;

	memset(s, 'a', sizeof(s));
	CHECK(compile("^(?:a|a)*(b)\\1$", "", &re) == BX_OK);
	CHECK(bx_regex_test(re, &run, s, 8, &hit) == BX_OK && !hit);
	few = run.steps;
	run.steps = 0;
	CHECK(bx_regex_test(re, &run, s, 16, &hit) == BX_OK && !hit);
	CHECKF(run.steps > few * 100, "%llu and %llu steps", (unsigned long long) few,
		   (unsigned long long) run.steps);
	/* one place is left for each character */
	CHECK(compile("^(.)*b\\1", "", &re) == BX_OK);
	CHECK(bx_regex_test(re, &run, s, sizeof(s), &hit) == BX_OK && !hit);
}

UT_SUITE(test_regex_back)
{
	bx_arena_init(&arena, bx_host_libc());
	UT_RUN(test_matches);
	UT_RUN(test_case);
	UT_RUN(test_digits);
	UT_RUN(test_refused);
	UT_RUN(test_empty_turns);
	UT_RUN(test_work);
	bx_arena_reset(&arena);
	return ut_done();
}

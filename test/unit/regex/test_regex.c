/*
 * test_regex.c -- regular expressions and case: the rules of F&O 5.6.1 as tables, libxml2 and a naive backtracking
 * matcher as second opinions, and the work that hostile patterns make.
 */
#include <stdlib.h>

#include <libxml/xmlregexp.h>

#include "../../../src/core/regex/bx_regex.h"
#include "../../../src/core/regex/bx_unicode.h"
#include "../ut.h"
#include "../ut_value.h"

static BxArena arena;
static BxError err;

static BxStatus
compile(const char *pattern, const char *flags, BxRegex **re)
{
	unsigned bits;

	bx_error_clear(&err);
	if (bx_regex_flags(flags, strlen(flags), &bits, &err) != BX_OK)
		return err.status;
	return bx_regex_compile(pattern, strlen(pattern), bits, &arena, re, &err);
}

/* 1, 0, or -1 for an error; simulated, then twice with the table. */
static int
matches(const char *s, size_t n, const char *pattern, const char *flags)
{
	BxRegexRun run = {&arena, &err, 0};
	bool hit[3] = {false, false, false};
	BxRegex *re;
	int i;

	if (compile(pattern, flags, &re) != BX_OK)
		return -1;
	for (i = 0; i < 3; i++)
	{
		if (bx_regex_test(re, &run, s, n, &hit[i]) != BX_OK)
			return -1;
		if (i == 0 && bx_regex_warm(re, &arena, &err) != BX_OK)
			return -1;
	}
	CHECKF(hit[0] == hit[1] && hit[1] == hit[2], "%s on %s: %d %d %d", pattern, s, hit[0], hit[1], hit[2]);
	return hit[0];
}

typedef struct MatchCase
{
	const char *s;
	const char *pattern;
	const char *flags;
	int want;
} MatchCase;

static void
check_cases(const MatchCase *cases, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
	{
		int got = matches(cases[i].s, strlen(cases[i].s), cases[i].pattern, cases[i].flags);

		CHECKF(got == cases[i].want, "%s /%s/%s: %d (%s)", cases[i].s, cases[i].pattern, cases[i].flags, got,
			   err.msg);
		bx_arena_reset(&arena);
	}
}

#define CASES(table) check_cases(table, sizeof(table) / sizeof(table[0]))

static void
test_basics(void)
{
	static const MatchCase cases[] = {
		{"abracadabra", "bra", "", 1},
		{"abracadabra", "^a.*a$", "", 1},
		{"abracadabra", "^bra", "", 0},
		{"", "", "", 1},
		{"abc", "", "", 1},
		{"", "^$", "", 1},
		{"a", "^$", "", 0},
		{"abc", "a|bc", "", 1},
		{"xyz", "a|", "", 1},
		{"ac", "^ab?c$", "", 1},
		{"abbc", "^ab?c$", "", 0},
		{"abbbc", "^ab+c$", "", 1},
		{"ac", "^ab+c$", "", 0},
		{"aaa", "^a{3}$", "", 1},
		{"aaaa", "^a{3}$", "", 0},
		{"aaaa", "^a{2,}$", "", 1},
		{"a", "^a{2,}$", "", 0},
		{"aaa", "^a{1,2}$", "", 0},
		{"aa", "^a{0,2}$", "", 1},
		{"", "^a{0}$", "", 1},
		{"a", "^a{0}$", "", 0},
		{"abab", "^(ab)*$", "", 1},
		{"aba", "^(?:ab)*$", "", 0},
		{"aaa", "^a+?$", "", 1},
		{"aaa", "^a??a{1,2}?$", "", 1},
		{"a.b", "a\\.b", "", 1},
		{"axb", "a\\.b", "", 0},
		{"tab\there", "\\t", "", 1},
		{"$", "\\$", "", 1},
		{"a-b", "a\\-b", "", 1},
		{"{}[]()|?*+^\\", "^\\{\\}\\[\\]\\(\\)\\|\\?\\*\\+\\^\\\\$", "", 1},
		{"\xC3\xBC", "^.$", "", 1},
		{"\xF0\x9F\x98\x80", "^.$", "", 1},
		{"a\xC3\xBC", "a\xC3\xBC", "", 1},
		{"ab", "a^b", "", 0},
		{"ab", "a$b", "", 0},
		{"ab", "(^a)(b$)", "", 1},
		{"ab", "(^)*b", "", 1},
	};

	CASES(cases);
}

static void
test_flags(void)
{
	static const MatchCase cases[] = {
		{"a\nb", "a.b", "", 0},
		{"a\rb", "a.b", "", 0},
		{"a\nb", "a.b", "s", 1},
		{"a\nb", "^b", "", 0},
		{"a\nb", "^b", "m", 1},
		{"a\nb", "a$", "", 0},
		{"a\nb", "a$", "m", 1},
		{"a\nb\n", "b$", "m", 1},
		/* a line end that ends the string starts no line, and no line ends behind it */
		{"a\n", "^$", "m", 0},
		{"a\n\n", "^$", "m", 1},
		{"", "^$", "m", 1},
		{"a\n", "a$", "", 0},
		{"helloworld", "hello world", "x", 1},
		{"helloworld", "hello[ ]world", "x", 0},
		{"hello world", "hello\\ sworld", "x", 1},
		{"hello world", "hello world", "x", 0},
		{"aaa", "^ a {1 , 3} ? $", "x", 1},
		{"X", "^ \\p { Lu } $", "x", 1},
		{"a.b", "a.b", "q", 1},
		{"axb", "a.b", "q", 0},
		{"a\\b", "\\", "q", 1},
		{"A^B", "a^b", "qi", 1},
		{"a b", "a b", "qx", 1},
		{"", "", "q", 1},
		{"abc", "(", "q", 0},
		{"Mum said: Hello", "HELLO", "i", 1},
		{"abc", "a", "z", -1},
		{"abc", "a", "si m", -1},
		{"A\nB", "a.b", "sisi", 1},
	};

	CASES(cases);
}

/* F&O 5.6.1.1: case is ignored where characters and ranges are written. */
static void
test_no_case(void)
{
	static const MatchCase cases[] = {
		{"z", "^z$", "i", 1},
		{"Z", "^[a-z]$", "i", 1},
		{"m", "^[A-Z]$", "i", 1},
		{"B", "^[A-Z-[IO]]$", "i", 1},
		{"i", "^[A-Z-[IO]]$", "i", 0},
		{"O", "^[A-Z-[IO]]$", "i", 0},
		{"q", "^[^Q]$", "i", 0},
		{"q", "^\\p{Lu}$", "i", 0},
		{"Q", "^\\p{Lu}$", "i", 1},
		{"\xC3\xA4", "\xC3\x84", "i", 1}, /* a umlaut */
		{"\xE2\x84\xAA", "^k$", "i", 1},  /* Kelvin sign */
		{"K", "^\xE2\x84\xAA$", "i", 1},
		{"\xCF\x82", "^\xCE\xA3$", "i", 1}, /* final and capital sigma */
		{"\xCF\x83", "^[\xCF\x82]$", "i", 1},
		{"\xD0\x96", "^[\xD0\xB0-\xD1\x8F]$", "i", 1},      /* Cyrillic range */
		{"\xC5\xBF", "^S$", "i", 1},                        /* long s */
		{"\xF0\x90\x90\x80", "^\xF0\x90\x90\xA8$", "i", 1}, /* Deseret */
	};

	CASES(cases);
}

static void
test_classes(void)
{
	static const MatchCase cases[] = {
		{"b", "^[abc]$", "", 1},
		{"d", "^[abc]$", "", 0},
		{"d", "^[^abc]$", "", 1},
		{"-", "^[-a]$", "", 1},
		{"-", "^[a-]$", "", 1},
		{"-", "^[^-a]$", "", 0},
		{"-", "^[a\\-z]$", "", 1},
		{"m", "^[a\\-z]$", "", 0},
		{"^", "^[a^]$", "", 1},
		{"]", "^[\\]]$", "", 1},
		{"+", "^[*-/]$", "", 1},
		{"e", "^[a-z-[aeiou]]$", "", 0},
		{"f", "^[a-z-[aeiou]]$", "", 1},
		{"e", "^[a-z-[a-z-[aeiou]]]$", "", 1},
		{"f", "^[a-z-[a-z-[aeiou]]]$", "", 0},
		{"-", "^[a--[a]]$", "", 1},
		{"5", "^[^a-z-[0-4]]$", "", 1},
		{"3", "^[^a-z-[0-4]]$", "", 0},
		{"7", "^\\d$", "", 1},
		{"\xD9\xA3", "^\\d$", "", 1}, /* Arabic-Indic three */
		{"a", "^\\D$", "", 1},
		{" ", "^\\s$", "", 1},
		{"\xC2\xA0", "^\\s$", "", 0}, /* no-break space is not white space of XML */
		{"\xC2\xA0", "^\\S$", "", 1},
		{"_", "^\\w$", "", 0}, /* punctuation */
		{"-", "^\\W$", "", 1},
		{"\xC3\xA9", "^\\w$", "", 1},
		{":", "^\\i$", "", 1},
		{"-", "^\\i$", "", 0},
		{"-", "^\\c$", "", 1},
		{"1", "^\\I\\c*$", "", 1},
		{"x-1.b", "^\\i\\c*$", "", 1},
		{"7x", "^[\\d\\s]x$", "", 1},
		{"7x", "^[^\\D]x$", "", 1},
		{"X", "^\\p{Lu}$", "", 1},
		{"x", "^\\p{Lu}$", "", 0},
		{"x", "^\\P{Lu}$", "", 1},
		{"x", "^\\p{L}$", "", 1},
		{"1", "^\\p{L}$", "", 0},
		{"\xE2\x82\xAC", "^\\p{Sc}$", "", 1}, /* euro */
		{"\xC3\xA9", "^\\p{IsLatin-1Supplement}$", "", 1},
		{"e", "^\\p{IsBasicLatin}$", "", 1},
		{"\xCE\xB1", "^\\p{IsGreek}$", "", 1},
		{"\xCE\xB1", "^\\p{IsGreekandCoptic}$", "", 1},
		{"\xCE\xB1", "^\\P{IsBasicLatin}$", "", 1},
		{"\xEE\x80\x80", "^\\p{IsPrivateUse}$", "", 1},
		{"\xEE\x80\x80", "^\\p{C}$", "", 1},
		{"^", "^[\\^a]$", "", 1},
	};

	CASES(cases);
}

typedef struct ErrorCase
{
	const char *pattern;
	int pos;
	const char *part; /* of the message */
} ErrorCase;

static void
test_errors(void)
{
	static const ErrorCase cases[] = {
		{"a(b", 2, "\")\" is missing"},
		{"ab)", 3, "unexpected \")\""},
		{"*a", 1, "nothing to repeat"},
		{"a**", 3, "nothing to repeat"},
		{"a{2", 3, "after \"{\""},
		{"a{x}", 3, "after \"{\""},
		{"a{,2}", 3, "after \"{\""},
		{"a{3,2}", 3, "ends before it starts"},
		{"{", 1, "unexpected bracket"},
		{"a}", 2, "unexpected bracket"},
		{"a]", 2, "unexpected bracket"},
		{"[a", 3, "\"]\" is missing"},
		{"[]", 2, "empty character class"},
		{"[^]", 3, "empty character class"},
		{"[a[b]", 3, "unexpected \"[\""},
		{"[a-c-e]", 5, "unexpected \"-\""},
		{"[\\d-z]", 4, "unexpected \"-\""},
		{"[z-a]", 4, "ends before it starts"},
		{"[a-\\d]", 4, "not a class"},
		{"[a-z-[b]c]", 9, "expected after a class that is subtracted"},
		{"\xC3\xBC\\", 3, "nothing follows"},
		{"\\e", 2, "unknown escape"},
		{"(a)\\1", 5, "back-references are not supported"},
		{"\\pL", 3, "\"{\" expected"},
		{"\\p{Foo}", 3, "unknown category"},
		{"\\p{Cs}", 3, "unknown category"},
		{"\\p{IsNowhere}", 3, "unknown block"},
		{"\\p{", 3, "unknown category"},
		{"(?=a)", 1, "(?:"},
		{"(?i)a", 1, "(?:"},
		{"a{16400}", 9, "too large"},
		{"((a{100}){100}){100}", 21, "too large"},
		{"\xFF", 1, "not valid UTF-8"},
	};
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
	{
		BxRegex *re;
		BxStatus st = compile(cases[i].pattern, "", &re);

		CHECKF(st == BX_E_REGEX && err.pos == cases[i].pos && strstr(err.msg, cases[i].part) != NULL,
			   "%s: %d, %lld, %s", cases[i].pattern, st, (long long) err.pos, err.msg);
	}
	bx_arena_reset(&arena);
}

/* The first match as "start-end" and its groups as ";start-end", "?" for none. */
static void
describe(const char *s, const char *pattern, const char *flags, size_t from, char *out, size_t size)
{
	BxRegexRun run = {&arena, &err, 0};
	const BxRegexSpan *spans;
	BxRegexFinder *finder;
	uint32_t i, n_spans;
	bool found = false;
	BxRegex *re;

	snprintf(out, size, "none");
	if (compile(pattern, flags, &re) != BX_OK)
	{
		snprintf(out, size, "error");
		return;
	}
	n_spans = bx_regex_groups(re) + 1;
	CHECK(bx_regex_finder_new(re, &run, s, strlen(s), n_spans, &finder) == BX_OK);
	CHECK(bx_regex_find(finder, from, &found, &spans) == BX_OK);
	for (i = 0; found && i < n_spans; i++)
	{
		size_t used = i == 0 ? 0 : strlen(out);

		if (spans[i].start == BX_REGEX_UNSET)
			snprintf(out + used, size - used, ";?");
		else
			snprintf(out + used, size - used, "%s%u-%u", i ? ";" : "", spans[i].start, spans[i].end);
	}
}

typedef struct FindCase
{
	const char *s;
	const char *pattern;
	size_t from;
	const char *want;
} FindCase;

static void
test_find(void)
{
	static const FindCase cases[] = {
		{"abracadabra", "bra", 0, "1-4"},
		{"abracadabra", "bra", 2, "8-11"},
		{"abracadabra", "bra", 9, "none"},
		{"abracadabra", "a.*a", 0, "0-11"},
		{"abracadabra", "a.*?a", 0, "0-4"},
		{"abcd", "(ab)|(a)", 0, "0-2;0-2;?"},
		{"abcd", "(a)|(ab)", 0, "0-1;0-1;?"},
		{"abcd", "ab|abcd", 0, "0-2"},
		{"abcd", "(?:a|ab)(c|bcd)", 0, "0-4;1-4"},
		{"AAAA", "A+?", 0, "0-1"},
		{"xay", "(x)?a(z)?", 0, "0-2;0-1;?"},
		{"abab", "(a|b)*", 0, "0-4;3-4"},
		{"aab", "(a*)(a)b", 0, "0-3;0-1;1-2"},
		{"aab", "(a*?)(a)b", 0, "0-3;0-1;1-2"},
		{"aaab", "(a{1,2}?)(a*)b", 0, "0-4;0-1;1-3"},
		{"aaab", "(a{1,2})(a*)b", 0, "0-4;0-2;2-3"},
		{"bbb", "a*", 0, "0-0"},
		{"x\xC3\xBCy", "[^a-z]", 0, "1-3"},
		{"one, two", "\\s*,\\s*", 0, "3-5"},
		{"aaa", "^a", 1, "none"},
		{"aaa", "a$", 0, "2-3"},
		{"abc", "$", 0, "3-3"},
		{"ab", "((a)(b)?)((c)?)", 0, "0-2;0-2;0-1;1-2;2-2;?"},
	};
	char got[200];
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
	{
		describe(cases[i].s, cases[i].pattern, "", cases[i].from, got, sizeof(got));
		CHECKF(strcmp(got, cases[i].want) == 0, "%s /%s/ from %zu: %s", cases[i].s, cases[i].pattern,
			   cases[i].from, got);
		bx_arena_reset(&arena);
	}
}

/* ---- a second opinion: backtracking over small patterns made of ( ) | * + ? . a b ^ $ and groups ---- */

/*
 * The matcher works on the text of the pattern, with a continuation; only what random_pattern writes is understood.
 * It answers where the first match, preferring what F&O prefers, ends, or -1.
 */
typedef struct Naive
{
	const char *s;
	int n;
	long budget;
	bool empty_turn; /* of a loop was met */
} Naive;

typedef struct Rest
{
	const char *p; /* pattern to continue with, up to end */
	const char *end;
	const struct Rest *next;
	int min_at;        /* a turn of a loop that began here and moved nowhere was the last; -1 for none */
	const char *after; /* the loop */
} Rest;

static int naive_alt(Naive *m, const char *p, const char *end, int at, const Rest *rest);
static int naive_cat(Naive *m, const char *p, const char *end, int at, const Rest *rest);

static const char *
atom_end(const char *p)
{
	int open = 0;

	if (*p == '[')
		return strchr(p, ']') + 1;
	if (*p != '(')
		return p + 1;
	do
	{
		open += *p == '(';
		open -= *p == ')';
		p++;
	} while (open > 0);
	return p;
}

static int
naive_rest(Naive *m, int at, const Rest *rest)
{
	if (m->budget-- <= 0)
		return -1;
	if (rest == NULL)
		return at;
	if (at == rest->min_at)
	{
		m->empty_turn = true;
		return naive_cat(m, rest->after, rest->end, at, rest->next);
	}
	return naive_cat(m, rest->p, rest->end, at, rest->next);
}

static bool
takes(const char *p, char c)
{
	bool negative, in = false;

	if (*p == '.')
		return c != '\n';
	if (*p != '[')
		return *p == c;
	negative = *++p == '^';
	for (p += negative; *p != ']'; p++)
		in |= *p == c;
	return in != negative;
}

static int
naive_atom(Naive *m, const char *p, int at, const Rest *rest)
{
	if (*p == '(')
		return naive_alt(m, p + 1, atom_end(p) - 1, at, rest);
	if (*p == '^')
		return at == 0 ? naive_rest(m, at, rest) : -1;
	if (*p == '$')
		return at == m->n ? naive_rest(m, at, rest) : -1;
	return at < m->n && takes(p, m->s[at]) ? naive_rest(m, at + 1, rest) : -1;
}

static int
naive_cat(Naive *m, const char *p, const char *end, int at, const Rest *rest)
{
	const char *after, *more;
	char quant;
	bool lazy;
	Rest then, loop;
	int r;

	if (m->budget-- <= 0)
		return -1;
	if (p == end)
		return naive_rest(m, at, rest);
	after = atom_end(p);
	quant = after < end && strchr("*+?", *after) ? *after : 0;
	more = quant ? after + 1 : after;
	lazy = quant && more < end && *more == '?';
	more += lazy;
	then = (Rest){more, end, rest, -1, more};
	if (quant == 0)
		return naive_atom(m, p, at, &then);
	/* x+ is x x*, written as a loop that continues in "x*..." */
	if (quant == '+')
	{
		char star[200];
		int len = snprintf(star, sizeof(star), "%.*s%.*s*%s%.*s", (int) (after - p), p, (int) (after - p), p,
						   lazy ? "?" : "", (int) (end - more), more);

		return len >= (int) sizeof(star) ? (m->budget = 0, -1) : naive_cat(m, star, star + len, at, rest);
	}
	if (lazy && (r = naive_rest(m, at, &then)) >= 0)
		return r;
	loop = (Rest){p, end, rest, at, more};
	r = naive_atom(m, p, at, quant == '?' ? &then : &loop);
	return r >= 0 || lazy ? r : naive_rest(m, at, &then);
}

static int
naive_alt(Naive *m, const char *p, const char *end, int at, const Rest *rest)
{
	for (;;)
	{
		const char *q = p;
		int r;

		while (q < end && *q != '|')
			q = atom_end(q);
		r = naive_cat(m, p, q, at, rest);
		if (r >= 0 || q == end)
			return r;
		p = q + 1;
	}
}

static char *
random_pattern(uint64_t *r, char *p, int depth)
{
	static const char *atoms[] = {"a", "b", "c", ".", "[ab]", "[^a]", "^", "$", "a", "b"};
	static const char *quants[] = {"", "", "", "*", "+", "?", "*?", "+?", "??"};
	uint32_t n = ut_below(r, 4);

	while (n-- > 0)
	{
		uint32_t k = ut_below(r, depth > 0 ? 14 : 10);

		if (k >= 10)
		{
			*p++ = '(';
			p = random_pattern(r, p, depth - 1);
			*p++ = ')';
		}
		else
			p += sprintf(p, "%s", atoms[k]);
		if (k < 6 || k >= 8)
			p += sprintf(p, "%s", quants[ut_below(r, 9)]);
	}
	if (depth > 0 && ut_below(r, 4) == 0)
	{
		*p++ = '|';
		p = random_pattern(r, p, depth - 1);
	}
	*p = '\0';
	return p;
}

static void
test_against_backtracking(void)
{
	uint64_t r = 1;
	int round, tried = 0, exact = 0;

	for (round = 0; round < 12000; round++)
	{
		char pattern[400], s[12], got[64] = "", want[64] = "none";
		int i, at, end = -1;
		Naive m = {s, 0, 20000, false};

		random_pattern(&r, pattern, 2);
		m.n = (int) ut_below(&r, sizeof(s));
		for (i = 0; i < m.n; i++)
			s[i] = "abc"[ut_below(&r, 3)];
		s[m.n] = '\0';
		for (at = 0; at <= m.n && end < 0; at++)
			end = naive_alt(&m, pattern, pattern + strlen(pattern), at, NULL);
		if (m.budget <= 0)
			continue;
		tried++;
		if (end >= 0)
			snprintf(want, sizeof(want), "%d-%d", at - 1, end);
		describe(s, pattern, "", 0, got, sizeof(got));
		got[strcspn(got, ";")] = '\0';
		/* where loops may turn without moving, matchers differ in what they prefer then */
		if (m.empty_turn)
			got[strcspn(got, "-")] = want[strcspn(want, "-")] = '\0';
		CHECKF(strcmp(got, want) == 0, "%s /%s/: %s, not %s", s, pattern, got, want);
		exact += !m.empty_turn;
		CHECKF(matches(s, strlen(s), pattern, "") == (end >= 0), "%s /%s/", s, pattern);
		bx_arena_reset(&arena);
	}
	CHECKF(tried > 8000 && exact > 4000, "%d %d", tried, exact);
}

/* Whole strings, as a schema matches them. */
static void
test_against_libxml2(void)
{
	uint64_t r = 2;
	int round, tried = 0;

	for (round = 0; round < 5000; round++)
	{
		char pattern[400], whole[420], s[10];
		int i, n = (int) ut_below(&r, sizeof(s)), want;
		xmlRegexpPtr x;

		random_pattern(&r, pattern, 2);
		/* what appendix F does not have */
		if (strpbrk(pattern, "^$") != NULL || strstr(pattern, "??") || strstr(pattern, "*?") ||
			strstr(pattern, "+?"))
			continue;
		for (i = 0; i < n; i++)
			s[i] = "abc"[ut_below(&r, 3)];
		s[n] = '\0';
		x = xmlRegexpCompile((const xmlChar *) pattern);
		if (x == NULL)
			continue;
		want = xmlRegexpExec(x, (const xmlChar *) s);
		xmlRegFreeRegexp(x);
		snprintf(whole, sizeof(whole), "^(?:%s)$", pattern);
		tried++;
		CHECKF(matches(s, strlen(s), whole, "") == want, "%s /%s/: not %d", s, pattern, want);
		bx_arena_reset(&arena);
	}
	CHECKF(tried > 500, "%d", tried);
}

/* ---- work ---- */

static uint64_t
steps_of(const char *pattern, const char *flags, char c, size_t n, bool warm)
{
	BxRegexRun run = {&arena, &err, 0};
	char *s = malloc(n + 1);
	BxRegex *re;
	bool hit;

	memset(s, c, n);
	s[n] = '!';
	CHECKF(compile(pattern, flags, &re) == BX_OK, "%s", err.msg);
	if (warm)
		CHECK(bx_regex_warm(re, &arena, &err) == BX_OK);
	CHECK(bx_regex_test(re, &run, s, n + 1, &hit) == BX_OK);
	free(s);
	bx_arena_reset(&arena);
	return run.steps;
}

/* Patterns that make backtracking matchers run for ever: ten times the string is ten times the work. */
static void
test_work(void)
{
	static const char *patterns[] = {
		"^(a+)+$",
		"^(a|a)*$",
		"^(a|aa)+$",
		"(.*)*x",
		"(.*a){8}x",
		"^(a?){25}a{25}$",
		"(x+x+)+y",
		"(a|b|ab)*c",
		"^(([a-z])+.)+[A-Z]([a-z])+$",
		"((a*)*)*b",
		"(?:a*?)*?x",
		"(a{0,20}){0,20}b",
		"(.|a)*aaaaaaaa.{10}x",
	};
	size_t i;
	int warm;

	for (i = 0; i < sizeof(patterns) / sizeof(patterns[0]); i++)
		for (warm = 0; warm < 2; warm++)
		{
			uint64_t small = steps_of(patterns[i], "", 'a', 300, warm);
			uint64_t large = steps_of(patterns[i], "", 'a', 3000, warm);

			CHECKF(large < small * 11 && large < 3000 * 2500, "%s: %lu, %lu", patterns[i],
				   (unsigned long) small, (unsigned long) large);
		}
	/* with the table, a step per character and little else */
	CHECKF(steps_of("^(a+)+$", "", 'a', 100000, true) < 101000, "%lu",
		   (unsigned long) steps_of("^(a+)+$", "", 'a', 100000, true));
}

/* The table forgets its states when there are too many; answers stay. */
static void
test_many_states(void)
{
	uint64_t r = 3;
	char *s = malloc(6001);
	int i;

	for (i = 0; i < 6000; i++)
		s[i] = "ab"[ut_below(&r, 2)];
	s[6000] = '\0';
	CHECK(matches(s, 6000, "^(a|b)*a(a|b){14}x", "") == 0);
	CHECK(matches(s, 6000, "a(a|b){14}a(a|b){15}b", "") == 1);
	CHECK(matches(s, 6000, "[ab]{900}c", "") == 0);
	s[5999] = 'c';
	CHECK(matches(s, 6000, "[ab]{900}c", "") == 1);
	CHECK(matches(s, 6000, "(a|b){1100}c$", "") == 1);
	CHECK(matches(s, 6000, "\\p{L}{3}\\p{IsBasicLatin}c$", "i") == 1);
	free(s);
	bx_arena_reset(&arena);
}

/* Memory of a compiled pattern and its table is bounded. */
static void
test_memory(void)
{
	BxRegex *re;

	CHECK(compile("(?:a{0,100}){0,80}", "", &re) == BX_OK && arena.total < (4 << 20));
	bx_arena_reset(&arena);
	CHECK(compile("[a-z]+@[a-z]+\\.com", "", &re) == BX_OK && arena.total <= (16 << 10));
	CHECK(bx_regex_warm(re, &arena, &err) == BX_OK && arena.total <= (200 << 10));
	bx_arena_reset(&arena);
}

/* Bytes that are not UTF-8 do no harm. */
static void
test_damaged_text(void)
{
	CHECK(matches("a\xFF"
				  "b",
				  3, "^a.b$", "") == 1);
	CHECK(matches("\xC3", 1, "^.$", "") == 1);
	CHECK(matches("\xC3", 1, "[a-z]", "") == 0);
	CHECK(matches("a\0b", 3, "^a.b$", "") == 1);
	bx_arena_reset(&arena);
}

/* ---- case ---- */

typedef struct CaseCase
{
	const char *s;
	const char *lower;
	const char *upper;
} CaseCase;

static void
test_case(void)
{
	static const CaseCase cases[] = {
		{"", "", ""},
		{"abc", "abc", "ABC"},
		{"ABc!D", "abc!d", "ABC!D"},
		{"\xC3\x84", "\xC3\xA4", "\xC3\x84"},
		{"Stra\xC3\x9F"
		 "e",
		 "stra\xC3\x9F"
		 "e",
		 "STRASSE"},
		{"\xEF\xAC\x83", "\xEF\xAC\x83", "FFI"}, /* ligature */
		{"\xC4\xB0", "i\xCC\x87", "\xC4\xB0"},   /* I with dot */
		{"\xC7\x85", "\xC7\x86", "\xC7\x84"},    /* title case DZ */
		{"\xD0\x96\xD0\xB6", "\xD0\xB6\xD0\xB6", "\xD0\x96\xD0\x96"},
		{"\xF0\x90\x90\x80", "\xF0\x90\x90\xA8", "\xF0\x90\x90\x80"},
		{"\xCE\x90", "\xCE\x90", "\xCE\x99\xCC\x88\xCC\x81"}, /* one character becomes three */
		{"A\xFF"
		 "B",
		 "a\xFF"
		 "b",
		 "A\xFF"
		 "B"},
	};
	size_t i, n;
	const char *out;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
	{
		size_t len = strlen(cases[i].s);

		CHECK(bx_unicode_to_case(&arena, false, cases[i].s, len, &out, &n, &err) == BX_OK);
		CHECKF(n == strlen(cases[i].lower) && memcmp(out, cases[i].lower, n) == 0, "lower %s: %.*s",
			   cases[i].s, (int) n, out);
		CHECK(bx_unicode_to_case(&arena, true, cases[i].s, len, &out, &n, &err) == BX_OK);
		CHECKF(n == strlen(cases[i].upper) && memcmp(out, cases[i].upper, n) == 0, "upper %s: %.*s",
			   cases[i].s, (int) n, out);
	}
	bx_arena_reset(&arena);
}

/* Pieces of 64 kB are cut between characters. */
static void
test_long_case(void)
{
	size_t n = 60001, k, out_n;
	char *s = malloc(n);
	const char *out;

	for (k = 0; k < n - 1; k += 2)
		memcpy(s + k, "\xC3\xA4", 2);
	s[n - 1] = 'x';
	memmove(s + 1, s, n - 1);
	s[0] = 'x';
	CHECK(bx_unicode_to_case(&arena, true, s, n, &out, &out_n, &err) == BX_OK && out_n == n && out[0] == 'X');
	for (k = 1; k < n; k += 2)
		CHECK(memcmp(out + k, "\xC3\x84", 2) == 0);
	free(s);
	bx_arena_reset(&arena);
}

/* Rings close, and all of a ring have the same first member of the ring as smallest. */
static void
test_orbits(void)
{
	uint32_t cp, n = 0;

	for (cp = bx_unicode_next_cased(0); cp <= BX_UNICODE_MAX; cp = bx_unicode_next_cased(cp + 1), n++)
	{
		uint32_t other = bx_unicode_orbit(cp), steps = 1;

		for (; other != cp && steps < 8; steps++)
			other = bx_unicode_orbit(other);
		CHECKF(steps >= 2 && steps < 8, "%x", cp);
	}
	CHECKF(n > 2500, "%u", n);
}

static void
test_categories(void)
{
	uint32_t i, first, last, next = 0;
	BxCategory category;

	for (i = 0; bx_unicode_run(i, &first, &last, &category); i++)
	{
		CHECK(first == next && last >= first);
		next = last + 1;
	}
	CHECK(next == BX_UNICODE_MAX + 1);
	CHECK(bx_unicode_category_set("Lu", 2) == 1u << BX_CAT_LU);
	CHECK(bx_unicode_category_set("N", 1) == (1u << BX_CAT_ND | 1u << BX_CAT_NL | 1u << BX_CAT_NO));
	CHECK(bx_unicode_category_set("X", 1) == 0 && bx_unicode_category_set("uL", 2) == 0);
}

UT_SUITE(test_regex)
{
	bx_arena_init(&arena, bx_host_libc());
	UT_RUN(test_basics);
	UT_RUN(test_flags);
	UT_RUN(test_no_case);
	UT_RUN(test_classes);
	UT_RUN(test_errors);
	UT_RUN(test_find);
	UT_RUN(test_against_backtracking);
	UT_RUN(test_against_libxml2);
	UT_RUN(test_work);
	UT_RUN(test_many_states);
	UT_RUN(test_memory);
	UT_RUN(test_damaged_text);
	UT_RUN(test_case);
	UT_RUN(test_long_case);
	UT_RUN(test_orbits);
	UT_RUN(test_categories);
	return ut_done();
}

/*
 * bx_regex.h -- the regular expressions of XPath: XQuery and XPath Functions and Operators 3.1, section 5.6.1.
 *
 * The language of XML Schema Part 2, appendix F, and what XPath adds to it: "^" and "$", reluctant quantifiers, groups
 * that do not capture, the flags s m i x q.  A match may be anywhere in the string.  Of several matches the first from
 * the left counts, and there the one the earlier alternative and the greedier quantifier lead to.
 *
 * Time is linear in the string for every pattern without back-references (at most its characters times the size of the
 * compiled pattern): it never backtracks.  Back-references, which no such matcher can have, are refused unless the
 * caller wants them.  "." is any character but line
 * feed and carriage return; \i and \c are the name characters of XML 1.0 fifth edition.
 */
#ifndef BX_REGEX_H
#define BX_REGEX_H

#include "../base/bx_arena.h"

#define BX_REGEX_DOT_ALL 0x01  /* s: "." matches line ends, too */
#define BX_REGEX_LINES 0x02    /* m: "^" and "$" match at lines */
#define BX_REGEX_NO_CASE 0x04  /* i */
#define BX_REGEX_NO_SPACE 0x08 /* x: white space outside of character classes is not part of the pattern */
#define BX_REGEX_VERBATIM 0x10 /* q: every character is literal */
/* As in XML Schema: matches strings as a whole; "^" and "$" are characters, and what XPath adds is refused. */
#define BX_REGEX_WHOLE 0x20
/* Back-references are taken: time may be exponential. */
#define BX_REGEX_BACK 0x40

/* Bounds on one pattern; exceeding one is BX_E_REGEX. */
/* Steps of the compiled pattern: counted repetitions are written out, but those of one character as a whole are one. */
#define BX_REGEX_MAX_INSTS 16384
#define BX_REGEX_MAX_RANGES 65536 /* of all character classes together */
#define BX_REGEX_MAX_DEPTH 200    /* nested groups and subtractions */

/* A compiled pattern: lives in the arena it was made with, and holds no other memory. */
typedef struct BxRegex BxRegex;

/* A part of the string matched, as byte offsets; start is BX_REGEX_UNSET for a group that took no part. */
#define BX_REGEX_UNSET UINT32_MAX

typedef struct BxRegexSpan
{
	uint32_t start;
	uint32_t end;
} BxRegexSpan;

/* The flags written as letters, in any order; BX_E_REGEX for another letter. */
extern BxStatus bx_regex_flags(const char *s, size_t n, unsigned *flags, BxError *err);

/* Compile UTF-8.  BX_E_REGEX with the character position in the pattern. */
extern BxStatus bx_regex_compile(const char *pattern, size_t n, unsigned flags, BxArena *arena, BxRegex **re,
								 BxError *err);

/* Number of capturing groups. */
extern uint32_t bx_regex_groups(const BxRegex *re);

/* The innermost group that a group, one of 1 to 99, is in; 0: none. */
extern uint32_t bx_regex_group_in(const BxRegex *re, uint32_t group);

/*
 * Give the pattern a table of bounded size (at most 64 kB of the arena) that later calls of bx_regex_test fill as they
 * go and read instead of simulating.  Worth it for a pattern used more than once; answers are the same.
 */
extern BxStatus bx_regex_warm(BxRegex *re, BxArena *arena, BxError *err);

/* What the calls below need from outside, and what they cost. */
typedef struct BxRegexRun
{
	BxArena *arena; /* scratch; what was allocated stays until the caller releases it */
	BxError *err;
	uint64_t steps; /* added to: characters looked at, and steps simulated for them */
} BxRegexRun;

/* Does the pattern match anywhere in s (at most 1 GB)?  Polls. */
extern BxStatus bx_regex_test(BxRegex *re, BxRegexRun *run, const char *s, size_t n, bool *hit);

/* A search for match after match in one string. */
typedef struct BxRegexFinder BxRegexFinder;

/* n_spans: how many parts each match reports, the whole and then groups from 1; at most groups + 1 and 100. */
extern BxStatus bx_regex_finder_new(const BxRegex *re, BxRegexRun *run, const char *s, size_t n,
									uint32_t n_spans, BxRegexFinder **finder);

/* The next match that starts at byte `from` or later; spans belong to the finder.  Polls. */
extern BxStatus bx_regex_find(BxRegexFinder *finder, size_t from, bool *found, const BxRegexSpan **spans);

#endif

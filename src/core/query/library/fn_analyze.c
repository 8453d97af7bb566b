/*
 * fn_analyze.c -- fn:analyze-string (F&O section 5.6.6): a tree of what a pattern matches in a string, and what not.
 */
#include "fn_int.h"

#include <stdio.h>

#include "../../xdm/xd_construct.h"
#include "../run/ru_query.h"
#include "../syntax/q_ast.h"
#include "fn_pattern.h"

#define GROUP_MAX 99

typedef struct StringAnalysis
{
	XdSink *sink;
	const BxRegex *re;
	uint32_t n_groups; /* whose spans are known */
	BxStr s;
	const BxRegexSpan *spans;
} StringAnalysis;

static AtName
name_of(const char *local)
{
	return (AtName){bx_str("fn", 2), bx_str(Q_URI_FN, sizeof(Q_URI_FN) - 1), bx_str(local, strlen(local))};
}

static BxStatus
add_text(const StringAnalysis *a, size_t from, size_t to)
{
	return to > from ? xd_sink_text(a->sink, bx_str(a->s.s + from, to - from)) : BX_OK;
}

/* Is the group, which took part in the match, somewhere in the other one? */
static bool
is_within(const StringAnalysis *a, uint32_t group, uint32_t other)
{
	do
		group = bx_regex_group_in(a->re, group);
	while (group > other);
	return group == other;
}

/*
 * The content of group `around` (0: of the match): the groups in it that took part, from *next on, and the text between
 * them.
 */
static BxStatus
add_groups(const StringAnalysis *a, uint32_t around, uint32_t *next)
{
	size_t at = a->spans[around].start;

	while (*next <= a->n_groups && (around == 0 || is_within(a, *next, around)))
	{
		const BxRegexSpan *span = &a->spans[*next];
		AtName group = name_of("group");
		AtName nr = {bx_str("", 0), bx_str("", 0), bx_str("nr", 2)};
		char number[8];

		/* what a repetition left behind from an earlier turn does not belong to this one */
		if (span->start == BX_REGEX_UNSET || span->start < at || span->end > a->spans[around].end)
		{
			++*next;
			continue;
		}
		BX_TRY(add_text(a, at, span->start));
		BX_TRY(xd_sink_start(a->sink, &group));
		snprintf(number, sizeof(number), "%u", *next);
		BX_TRY(xd_sink_attribute(a->sink, &nr, bx_str(number, strlen(number))));
		++*next;
		BX_TRY(add_groups(a, *next - 1, next));
		BX_TRY(xd_sink_end(a->sink));
		at = span->end;
	}
	return add_text(a, at, a->spans[around].end);
}

static BxStatus
add_match(const StringAnalysis *a)
{
	AtName match = name_of("match");
	uint32_t next = 1;

	BX_TRY(xd_sink_start(a->sink, &match));
	BX_TRY(add_groups(a, 0, &next));
	return xd_sink_end(a->sink);
}

static BxStatus
add_other(const StringAnalysis *a, size_t from, size_t to)
{
	AtName other = name_of("non-match");

	if (from == to)
		return BX_OK;
	BX_TRY(xd_sink_start(a->sink, &other));
	BX_TRY(add_text(a, from, to));
	return xd_sink_end(a->sink);
}

static BxStatus
add_all(RuRun *run, StringAnalysis *a, BxRegexFinder *finder)
{
	AtName result = name_of("analyze-string-result");
	size_t at = 0;
	bool found;

	BX_TRY(xd_sink_begin(a->sink, XD_SINK_ELEMENT, 0, NULL));
	BX_TRY(xd_sink_start(a->sink, &result));
	for (;;)
	{
		BX_TRY(bx_step(run->host));
		BX_TRY(bx_regex_find(finder, at, &found, &a->spans));
		BX_TRY(add_other(a, at, found ? a->spans[0].start : a->s.n));
		if (!found)
			return xd_sink_end(a->sink);
		BX_TRY(add_match(a));
		at = a->spans[0].end;
	}
}

BxStatus
fn_analyze_string(RU_ONE_ARGS)
{
	BxRegexRun match = {cx->arena, run->err, 0};
	BxRegexFinder *finder;
	FnPattern *pattern;
	BxStatus st;
	StringAnalysis a;

	BX_TRY(ru_arg_str(run, op, 0, cx, &a.s));
	BX_TRY(fn_pattern(run, op, 2, cx, &pattern));
	BX_TRY(fn_pattern_refuse_empty(run, op, pattern));
	a.re = pattern->re;
	a.n_groups = bx_regex_groups(a.re) < GROUP_MAX ? bx_regex_groups(a.re) : GROUP_MAX;
	BX_TRY(bx_regex_finder_new(a.re, &match, a.s.s, a.s.n, a.n_groups + 1, &finder));
	BX_TRY(xd_sink_new(run->forest, &a.sink));
	st = add_all(run, &a, finder);
	if (st == BX_OK)
		st = xd_sink_tree(a.sink, cx->arena, ru_module(run, op)->base_uri, item);
	xd_sink_free(a.sink);
	*found = st == BX_OK;
	return st;
}

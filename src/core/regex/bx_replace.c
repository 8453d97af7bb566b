/*
 * bx_replace.c -- replacement strings cut into pieces, and put in place of matches.
 */
#include "bx_rx_int.h"

#include "../base/bx_long.h"
#include "bx_replace.h"

#define GROUP_MAX 99

static BxStatus
bad_replacement(BxError *err)
{
	return bx_fail(
		err, BX_E_REGEX, -1,
		"invalid replacement string: \"$\" must be followed by a digit, \"\\\" by \"\\\" or \"$\"");
}

/* The digits of "$12" that name a group there is: as many as possible, at least one. */
static uint32_t
group_number(BxStr s, size_t *at, uint32_t n_groups)
{
	uint32_t group = (uint32_t) (s.s[(*at)++] - '0');

	while (*at < s.n && bx_is_digit(s.s[*at]))
	{
		uint32_t longer = group * 10 + (uint32_t) (s.s[*at] - '0');

		if (longer > n_groups || longer > GROUP_MAX)
			break;
		group = longer;
		++*at;
	}
	return group;
}

BxStatus
bx_replacement_parse(BxArena *arena, BxStr s, uint32_t n_groups, bool verbatim, BxReplacement *r,
					 BxError *err)
{
	size_t at = 0, from = 0, n = verbatim ? 1 : s.n + 1;

	r->n = r->max_group = 0;
	r->pieces = bx_arena_alloc(arena, n * sizeof(BxReplacePiece));
	if (r->pieces == NULL)
		return bx_fail_nomem(err, n * sizeof(BxReplacePiece));
	BX_TRY(bx_charge(arena->host, n * sizeof(BxReplacePiece)));
	while (!verbatim && at < s.n)
	{
		BxReplacePiece *p = &r->pieces[r->n];

		if (s.s[at] != '$' && s.s[at] != '\\')
		{
			at++;
			continue;
		}
		p->text = bx_str(s.s + from, at - from);
		p->group = UINT32_MAX;
		r->n++;
		if (s.s[at++] == '\\')
		{
			if (at == s.n || (s.s[at] != '\\' && s.s[at] != '$'))
				return bad_replacement(err);
			from = at++; /* the character itself begins the next piece */
			continue;
		}
		if (at == s.n || s.s[at] < '0' || s.s[at] > '9')
			return bad_replacement(err);
		p->group = group_number(s, &at, n_groups);
		if (p->group <= n_groups && p->group > r->max_group)
			r->max_group = p->group;
		from = at;
	}
	r->pieces[r->n++] = (BxReplacePiece){bx_str(s.s + from, s.n - from), UINT32_MAX};
	return BX_OK;
}

/* Append bytes, in pieces that are charged. */
static BxStatus
append(BxBuf *out, const char *s, size_t n, BxError *err)
{
	size_t piece;

	for (; n > 0; n -= piece, s += piece)
	{
		BX_TRY(bx_long_piece(out->host, n, &piece));
		BX_TRY(bx_buf_append(out, s, piece, err));
	}
	return BX_OK;
}

static BxStatus
append_replacement(BxBuf *out, const BxReplacement *r, BxStr s, const BxRegexSpan *spans, BxError *err)
{
	uint32_t i;

	for (i = 0; i < r->n; i++)
	{
		const BxReplacePiece *p = &r->pieces[i];

		BX_TRY(bx_step(out->host));
		BX_TRY(append(out, p->text.s, p->text.n, err));
		if (p->group > r->max_group || spans[p->group].start == BX_REGEX_UNSET)
			continue;
		BX_TRY(append(out, s.s + spans[p->group].start, spans[p->group].end - spans[p->group].start, err));
	}
	return BX_OK;
}

BxStatus
bx_regex_replace(const BxRegex *re, BxRegexRun *run, BxStr s, const BxReplacement *r, BxBuf *out)
{
	const BxRegexSpan *spans;
	BxRegexFinder *finder;
	size_t at = 0;
	bool found;

	BX_TRY(bx_regex_finder_new(re, run, s.s, s.n, r->max_group + 1, &finder));
	for (;;)
	{
		BX_TRY(bx_regex_find(finder, at, &found, &spans));
		if (!found)
			return append(out, s.s + at, s.n - at, run->err);
		BX_TRY(append(out, s.s + at, spans[0].start - at, run->err));
		BX_TRY(append_replacement(out, r, s, spans, run->err));
		at = spans[0].end;
	}
}

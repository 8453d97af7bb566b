/*
 * fn_regex.c -- matches, replace, tokenize (F&O section 5.6).
 */
#include "fn_int.h"

#include <stdio.h>

#include "../../regex/bx_replace.h"
#include "fn_pattern.h"

BxStatus
fn_matches(RU_EBV_ARGS)
{
	BxRegexRun match = {cx->arena, run->err, 0};
	FnPattern *pattern;
	BxArenaMark mark;
	BxStr s;

	BX_TRY(ru_arg_str(run, op, 0, cx, &s));
	BX_TRY(fn_pattern(run, op, 2, cx, &pattern));
	mark = bx_arena_mark(cx->arena);
	BX_TRY(bx_regex_test(pattern->re, &match, s.s, s.n, value));
	bx_arena_release(cx->arena, &mark);
	return BX_OK;
}

/* ---- replace ---- */

/* The pieces of the replacement. */
static BxStatus
replacement_of(RuRun *run, const RuOp *op, const RuCx *cx, const FnPattern *pattern, BxReplacement *r)
{
	BxStr s;

	BX_TRY(ru_arg_str(run, op, 2, cx, &s));
	return fn_pattern_failed(
		run, op,
		bx_replacement_parse(cx->arena, s, bx_regex_groups(pattern->re), pattern->verbatim, r, run->err),
		"FORX0004");
}

/* What a buffer holds as a result; the buffer is given back. */
static BxStatus
give_buffer(RuRun *run, const RuCx *cx, BxStatus st, BxBuf *buf, XdItem *item, bool *found)
{
	char *p = st == BX_OK ? ru_alloc(run, cx, buf->len) : NULL;

	if (p != NULL)
		st = bx_long_copy(run->host, p, buf->data, buf->len);
	else if (st == BX_OK)
		st = BX_E_NOMEM;
	(void) fn_give(bx_str(p, buf->len), item, found);
	bx_buf_free(buf);
	return st;
}

BxStatus
fn_replace(RU_ONE_ARGS)
{
	BxRegexRun match = {cx->arena, run->err, 0};
	FnPattern *pattern;
	BxReplacement r;
	BxStr s;
	BxBuf buf;

	BX_TRY(ru_arg_str(run, op, 0, cx, &s));
	BX_TRY(fn_pattern(run, op, 3, cx, &pattern));
	BX_TRY(fn_pattern_refuse_empty(run, op, pattern));
	BX_TRY(replacement_of(run, op, cx, pattern, &r));
	bx_buf_init(&buf, run->host);
	return give_buffer(run, cx, bx_regex_replace(pattern->re, &match, s, &r, &buf), &buf, item, found);
}

/* ---- tokenize ---- */

/* Words have no finder; with a pattern it finds what separates the tokens. */
typedef struct Tokens
{
	BxStr text; /* or what is left of its words */
	FnPattern *pattern;
	BxRegexFinder *finder;
	BxRegexRun run;
	size_t at;
} Tokens;

/* tokenize($s): words between white space */
static BxStatus
next_word(RU_NEXT_ARGS)
{
	Tokens *t = it->state;
	const char *end = t->text.s + t->text.n;
	const char *from = bx_skip_space(t->text.s, end), *p = from;

	while (p < end && !bx_is_space(*p))
		p++;
	BX_TRY(bx_charge(run->host, (uint64_t) (p - t->text.s)));
	*found = p > from;
	*item = at_string_item(bx_str(from, (size_t) (p - from)));
	t->text = bx_str(p, (size_t) (end - p));
	return BX_OK;
}

static void
close_tokens(RuRun *run, RuIter *it)
{
	Tokens *t = it->state;

	(void) run;
	if (t->pattern != NULL)
		t->pattern->users--;
	t->pattern = NULL;
}

static BxStatus
next_token(RU_NEXT_ARGS)
{
	Tokens *t = it->state;
	const BxRegexSpan *spans;
	size_t end;
	bool more;

	*found = t->pattern != NULL;
	if (!*found)
		return BX_OK;
	BX_TRY(bx_regex_find(t->finder, t->at, &more, &spans));
	end = more ? spans[0].start : t->text.n;
	*item = at_string_item(bx_str(t->text.s + t->at, end - t->at));
	t->at = more ? spans[0].end : t->text.n;
	if (!more)
		close_tokens(run, it);
	return BX_OK;
}

BxStatus
fn_tokenize(RU_OPEN_ARGS)
{
	FnPattern *pattern = NULL;
	void *state;
	Tokens *t;
	BxStr s;

	BX_TRY(ru_arg_str(run, op, 0, cx, &s));
	if (op->n_args > 1)
	{
		BX_TRY(fn_pattern(run, op, 2, cx, &pattern));
		BX_TRY(fn_pattern_refuse_empty(run, op, pattern));
	}
	if (s.n == 0)
	{
		ru_iter_none(it);
		return BX_OK;
	}
	BX_TRY(ru_state(run, it, sizeof(Tokens), &state));
	t = state;
	t->text = s;
	it->next = next_word;
	if (pattern == NULL)
		return BX_OK;
	t->run = (BxRegexRun){cx->arena, run->err, 0};
	BX_TRY(bx_regex_finder_new(pattern->re, &t->run, s.s, s.n, 1, &t->finder));
	t->pattern = pattern;
	pattern->users++;
	it->next = next_token;
	it->close = close_tokens;
	return BX_OK;
}

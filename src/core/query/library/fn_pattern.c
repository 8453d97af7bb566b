/*
 * fn_pattern.c -- regular expressions, compiled once for a call site as long as they stay the same.
 *
 * A pattern that is a literal, or the same for many calls, is compiled once in a run.  Where another one comes it takes
 * the place of the one before, unless an iterator still uses that.
 */
#include "fn_int.h"

#include <stdio.h>

#include "../run/ru_query.h"
#include "fn_kept.h"
#include "fn_pattern.h"

#define COMPILE_UNITS 64 /* to compile a byte */
#define WARM_FROM 2      /* uses */

BxStatus
fn_kept(RuRun *run, struct FnKept **kept)
{
	if (run->kept == NULL)
	{
		run->kept = bx_arena_zalloc(run->arena, sizeof(struct FnKept));
		if (run->kept == NULL)
			return bx_fail_nomem(run->err, sizeof(struct FnKept));
		bx_hashmap_init(&run->kept->map, run->host, run->arena);
	}
	*kept = run->kept;
	return BX_OK;
}

/* A place for one more. */
static BxStatus
add(RuRun *run, struct FnKept *kept, const RuOp *op, FnPattern **pattern)
{
	*pattern = bx_arena_zalloc(run->arena, sizeof(FnPattern));
	if (*pattern == NULL)
		return bx_fail_nomem(run->err, sizeof(FnPattern));
	(*pattern)->op = op;
	if (kept->map.n == kept->cap)
	{
		uint32_t cap = kept->cap == 0 ? 8 : kept->cap * 2;
		void *grown = bx_arena_grow(run->arena, kept->patterns, kept->cap * sizeof(FnPattern *),
									cap * sizeof(FnPattern *));

		if (grown == NULL)
			return bx_fail_nomem(run->err, cap * sizeof(FnPattern *));
		kept->patterns = grown;
		kept->cap = cap;
	}
	kept->patterns[kept->map.n] = *pattern;
	return BX_OK;
}

/* The place of a call, a new one if it was never made. */
static BxStatus
place_of(RuRun *run, const RuOp *op, FnPattern **pattern)
{
	uint32_t hash = bx_hash_words(&run->host->seed, (uintptr_t) op, 0), at, i;
	struct FnKept *kept = NULL;

	BX_TRY(fn_kept(run, &kept));
	BX_TRY(bx_hashmap_reserve(&kept->map, run->err));
	bx_hashmap_foreach (i, &kept->map, hash, &at)
		if (kept->patterns[i]->op == op)
		{
			*pattern = kept->patterns[i];
			return BX_OK;
		}
	BX_TRY(add(run, kept, op, pattern));
	bx_hashmap_put(&kept->map, hash, at, kept->map.n);
	return BX_OK;
}

BxStatus
fn_pattern_failed(RuRun *run, const RuOp *op, BxStatus st, const char *code)
{
	char msg[BX_MSG_MAX], detail[BX_MSG_MAX];

	if (st != BX_E_REGEX || run->err == NULL || run->query->lenient)
		return st;
	snprintf(msg, sizeof(msg), "%s", run->err->msg);
	snprintf(detail, sizeof(detail), "%s", run->err->detail);
	st = ru_fail(run, op, code, "%s", msg);
	snprintf(run->err->detail, sizeof(run->err->detail), "%s", detail);
	return st;
}

static BxStatus
keep(RuRun *run, BxArena *arena, BxStr s, BxStr *kept)
{
	*kept = bx_str(bx_arena_strndup(arena, s.n > 0 ? s.s : "", s.n), s.n);
	return kept->s != NULL ? BX_OK : bx_fail_nomem(run->err, s.n);
}

static BxStatus
compile(RuRun *run, const RuOp *op, BxStr text, BxStr flags, BxArena *arena, FnPattern *p)
{
	BxRegexRun test = {arena, run->err, 0};
	BxRegex *re;
	unsigned bits;

	p->re = NULL;
	BX_TRY(bx_charge(run->host, (text.n + flags.n) * COMPILE_UNITS));
	BX_TRY(fn_pattern_failed(run, op, bx_regex_flags(flags.s, flags.n, &bits, run->err), "FORX0001"));
	BX_TRY(keep(run, arena, text, &p->text));
	BX_TRY(keep(run, arena, flags, &p->flags));
	BX_TRY(fn_pattern_failed(
		run, op, bx_regex_compile(text.s, text.n, bits | BX_REGEX_BACK, arena, &re, run->err), "FORX0002"));
	p->re = re;
	p->verbatim = (bits & BX_REGEX_VERBATIM) != 0;
	p->uses = 0;
	return bx_regex_test(p->re, &test, "", 0, &p->empty);
}

BxStatus
fn_pattern(RuRun *run, const RuOp *op, uint32_t flags_arg, const RuCx *cx, FnPattern **pattern)
{
	BxStr text, flags = bx_str("", 0);
	FnPattern *p;

	BX_TRY(ru_arg_str(run, op, 1, cx, &text));
	if (flags_arg < op->n_args)
		BX_TRY(ru_arg_str(run, op, flags_arg, cx, &flags));
	BX_TRY(place_of(run, op, &p));
	if (p->re == NULL || !bx_str_equal(p->text, text) || !bx_str_equal(p->flags, flags))
	{
		if (p->users > 0)
		{
			p = bx_arena_zalloc(cx->arena, sizeof(FnPattern));
			if (p == NULL)
				return bx_fail_nomem(run->err, sizeof(FnPattern));
			*pattern = p;
			return compile(run, op, text, flags, cx->arena, p);
		}
		if (p->arena == NULL)
		{
			BX_TRY(ru_arena_take(run, &p->arena));
			ru_arena_hold(p->arena);
		}
		p->re = NULL;
		ru_arena_clear(p->arena);
		BX_TRY(compile(run, op, text, flags, &p->arena->arena, p));
	}
	*pattern = p;
	return ++p->uses == WARM_FROM ? bx_regex_warm(p->re, &p->arena->arena, run->err) : BX_OK;
}

BxStatus
fn_pattern_refuse_empty(RuRun *run, const RuOp *op, const FnPattern *pattern)
{
	if (!pattern->empty)
		return BX_OK;
	if (run->query->lenient)
		return bx_fail(run->err, BX_E_REGEX, -1,
					   "the regular expression of %s() must not match an empty string", op->class->name + 3);
	return ru_fail(run, op, "FORX0003",
				   "a regular expression that separates or replaces must not match \"\"");
}

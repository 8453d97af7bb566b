/*
 * fn_string.c -- functions on strings: parts, joins, case, translation (F&O section 5.4).
 */
#include "fn_int.h"

#include <math.h>

#include "../../base/bx_string.h"
#include "../../regex/bx_unicode.h"
#include "../../value/bx_value.h"

BxStatus
fn_concat(RU_ONE_ARGS)
{
	FnText t = fn_text(run, cx->arena);
	uint32_t i;
	bool there;

	for (i = 0; i < op->n_args; i++)
	{
		BxStr s;

		BX_TRY(fn_arg_text(run, op, i, cx, &s, &there));
		BX_TRY(fn_text_add(&t, s));
	}
	return fn_give(fn_text_str(&t), item, found);
}

/* Append the items of the first argument, with the separator between them; scratch holds the text of one. */
static BxStatus
join_items(RuRun *run, const RuOp *op, const RuCx *cx, BxStr separator, RuArena *scratch, FnText *t)
{
	AtCall at = ru_at(run, cx);
	bool first = true;
	RuEach each;

	at.arena = &scratch->arena;
	ru_each(run, op->args[0], cx, &each);
	for (; ru_more(&each); first = false)
	{
		BxStr s;

		if (!first)
			BX_TRY(fn_text_add(t, separator));
		BX_TRY(ru_at_op(run, op, at_text(&at, &each.item, &s)));
		BX_TRY(fn_text_add(t, s));
		ru_arena_clear(scratch);
	}
	return each.st;
}

BxStatus
fn_string_join(RU_ONE_ARGS)
{
	FnText t = fn_text(run, cx->arena);
	BxStr separator = bx_str("", 0);
	RuArena *scratch;

	if (op->n_args > 1)
		BX_TRY(ru_arg_str(run, op, 1, cx, &separator));
	BX_TRY(ru_arena_take(run, &scratch));
	BX_TRY(join_items(run, op, cx, separator, scratch, &t));
	ru_arena_give(run, scratch);
	return fn_give(fn_text_str(&t), item, found);
}

BxStatus
fn_substring(RU_ONE_ARGS)
{
	double from, end;
	BxStr s;

	BX_TRY(ru_arg_str(run, op, 0, cx, &s));
	BX_TRY(fn_arg_range(run, op, cx, &from, &end));
	BX_TRY(bx_string_cut(run->host, s, from, end, &s));
	return fn_give(s, item, found);
}

BxStatus
fn_string_length(RU_ONE_ARGS)
{
	uint64_t n;
	BxStr s;

	BX_TRY(fn_arg_or_context(run, op, cx, &s));
	BX_TRY(bx_long_length(run->host, s.s, s.n, &n));
	return fn_give_integer((int64_t) n, item, found);
}

BxStatus
fn_normalize_space(RU_ONE_ARGS)
{
	BxStr s;

	BX_TRY(fn_arg_or_context(run, op, cx, &s));
	BX_TRY(bx_string_normalize_space(cx->arena, s, &s, run->err));
	return fn_give(s, item, found);
}

static BxStatus
to_case(RuRun *run, const RuOp *op, const RuCx *cx, bool upper, XdItem *item, bool *found)
{
	const char *out;
	size_t n;
	BxStr s;

	BX_TRY(ru_arg_str(run, op, 0, cx, &s));
	BX_TRY(bx_unicode_to_case(cx->arena, upper, s.s, s.n, &out, &n, run->err));
	return fn_give(bx_str(out, n), item, found);
}

FN_WITH(fn_upper_case, to_case, true)
FN_WITH(fn_lower_case, to_case, false)

BxStatus
fn_translate(RU_ONE_ARGS)
{
	BxStr s, from, to;

	BX_TRY(ru_arg_str(run, op, 0, cx, &s));
	BX_TRY(ru_arg_str(run, op, 1, cx, &from));
	BX_TRY(ru_arg_str(run, op, 2, cx, &to));
	BX_TRY(bx_string_translate(cx->arena, s, from, to, &s, run->err));
	return fn_give(s, item, found);
}

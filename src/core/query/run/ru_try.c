/*
 * ru_try.c -- try/catch.
 *
 * The guarded expression is evaluated to its end before anything of its result is seen.  Only errors of the language
 * are caught: a cancel, a lack of memory or stack, a limit and damaged data end the query, and so do errors in the
 * value of a global variable, which no guarded expression contains.
 */
#include "../../base/bx_core_int.h"

#include "ru_expr.h"
#include "ru_query.h"
#include "ru_spill.h"

#include <stdio.h>

#define URI_ERR "http://www.w3.org/2005/xqt-errors"

/* ---- what was raised ---- */

static BxStr
str(const char *s)
{
	return bx_str(s, strlen(s));
}

/* The name of the error that the run is in. */
static AtName
error_name(const RuRun *run)
{
	if (run->error.set)
		return run->error.name;
	return (AtName){str("err"), str(URI_ERR), str(run->err->code[0] != '\0' ? run->err->code : "FOER0000")};
}

/* Its description: the message without the code at its end. */
static BxStr
error_description(const RuRun *run)
{
	char end[sizeof(run->err->code) + 4];
	BxStr text;

	if (run->error.set)
		return run->error.description;
	text = str(run->err->msg);
	snprintf(end, sizeof(end), " [%s]", run->err->code);
	if (run->err->code[0] != '\0' && text.n > strlen(end) &&
		memcmp(text.s + text.n - strlen(end), end, strlen(end)) == 0)
		text.n -= strlen(end);
	return text;
}

static bool
name_passes(const XdTest *test, const AtName *name)
{
	return (test->any_uri || bx_str_equal(test->uri, name->uri)) &&
		   (test->any_local || bx_str_equal(test->local, name->local));
}

/* The clause that catches the error; 0: none. */
static uint32_t
catching(const RuOp *op, const AtName *name)
{
	const RuTry *data = op->data;
	uint32_t i, k;

	for (i = 1; i < op->n_args; i++)
		for (k = 0; k < data->catches[i - 1].n_tests; k++)
			if (name_passes(&data->catches[i - 1].tests[k], name))
				return i;
	return 0;
}

/* ---- the variables of the clause ---- */

/* Line and column, both from 1, of a character of the query. */
static void
place(BxStr source, int64_t pos, int64_t *line, int64_t *column)
{
	int64_t at = 1;
	size_t i;

	*line = *column = 1;
	for (i = 0; i < source.n && at < pos; i++)
	{
		if (((unsigned char) source.s[i] & 0xC0) == 0x80)
			continue; /* within a character */
		at++;
		++*column;
		if (source.s[i] == '\n')
		{
			++*line;
			*column = 1;
		}
	}
}

static void
bind(const RuOp *op, const RuCx *cx, RuCaught which, const XdItem *item)
{
	const RuTry *data = op->data;

	cx->frame[data->slots[which]] = item != NULL ? xd_seq_one(item) : xd_seq_empty();
}

/* The error's name, description and value are copied into the arena: what the guarded expression used goes away. */
static BxStatus
bind_error(RuRun *run, const RuOp *op, const RuCx *cx, BxArena *arena)
{
	const RuTry *data = op->data;
	AtName name = error_name(run);
	XdItem code = {.u.name = &name, .type = AT_QNAME, .form = AT_FORM_NAME};
	XdItem description = at_string_item(error_description(run));
	int64_t line, column;
	XdItem item;

	BX_TRY(xd_item_keep(arena, &code, &code, run->err));
	bind(op, cx, RU_ERR_CODE, &code);
	BX_TRY(xd_item_keep(arena, &description, &description, run->err));
	bind(op, cx, RU_ERR_DESCRIPTION, &description);
	bind(op, cx, RU_ERR_VALUE, NULL);
	if (run->error.set)
		BX_TRY(xd_seq_keep(arena, &run->error.value, &cx->frame[data->slots[RU_ERR_VALUE]], run->err));
	bind(op, cx, RU_ERR_MODULE, NULL);
	bind(op, cx, RU_ERR_ADDITIONAL, NULL);
	bind(op, cx, RU_ERR_LINE, NULL);
	bind(op, cx, RU_ERR_COLUMN, NULL);
	if (run->err->pos > 0)
	{
		place(run->query->modules[run->err->module].text, run->err->pos, &line, &column);
		item = at_integer_item(line);
		bind(op, cx, RU_ERR_LINE, &item);
		item = at_integer_item(column);
		bind(op, cx, RU_ERR_COLUMN, &item);
	}
	return BX_OK;
}

/* The variables are copied into the arena of the context. */
static BxStatus
keep_variables(RuRun *run, const RuOp *op, const RuCx *cx)
{
	const RuTry *data = op->data;
	uint32_t i;

	for (i = 0; i < RU_ERR_VARIABLES; i++)
	{
		XdSeq *seq = &cx->frame[data->slots[i]];

		BX_TRY(xd_seq_keep(cx->arena, seq, seq, run->err));
	}
	return BX_OK;
}

/* ---- the operator ---- */

/* Which errors are those of the language. */
static bool
is_caught(BxStatus st)
{
	return st == BX_E_XPTYPE || st == BX_E_REGEX;
}

static BxStatus
guarded(RU_SEQ_ARGS)
{
	BxArenaMark mark = bx_arena_mark(cx->arena);
	uint32_t depth = run->depth, clause;
	uint64_t taken = run->arenas_taken;
	BxStatus st = ru_collect(run, op->args[0], cx, seq);
	RuArena *own;
	AtName name;

	if (st == BX_OK || !is_caught(st) || run->uncaught)
		return st;
	name = error_name(run);
	clause = catching(op, &name);
	if (clause == 0)
		return st;
	BX_TRY(ru_arena_take(run, &own));
	BX_TRY(bind_error(run, op, cx, &own->arena));
	bx_arena_release(cx->arena, &mark);
	ru_spills_close(run, taken);
	ru_arenas_give(run, taken, own);
	BX_TRY(keep_variables(run, op, cx));
	ru_arena_give(run, own);
	bx_error_clear(run->err);
	run->error.set = false;
	run->depth = depth;
	return ru_collect(run, op->args[clause], cx, seq);
}

const RuClass ru_try = {"try", .seq = guarded};

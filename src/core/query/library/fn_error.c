/*
 * fn_error.c -- fn:error and fn:trace (F&O section 3).
 */
#include "fn_int.h"

#include "../syntax/q_ast.h"

/* The code of the error: what the first argument names, FOER0000 if it names none. */
static BxStatus
code_of(RuRun *run, const RuOp *op, const RuCx *cx, AtName *name)
{
	bool found = false;
	XdItem item;

	*name = (AtName){bx_str("err", 3), bx_str(Q_URI_ERR, sizeof(Q_URI_ERR) - 1), bx_str("FOER0000", 8)};
	if (op->n_args == 0)
		return BX_OK;
	BX_TRY(ru_arg(run, op, 0, cx, &item, &found));
	if (!found)
		return BX_OK;
	*name = *item.u.name;
	return BX_OK;
}

/* What is raised stays for try/catch, which reads run->error, until another error is. */
static BxStatus
keep_error(RuRun *run, RuError *error)
{
	XdItem code = {.u.name = &error->name, .type = AT_QNAME, .form = AT_FORM_NAME};
	XdItem description = at_string_item(error->description);
	BxArena *arena;

	if (run->raised == NULL)
		BX_TRY(ru_arena_take(run, &run->raised));
	ru_arena_hold(run->raised);
	ru_arena_clear(run->raised);
	arena = &run->raised->arena;
	BX_TRY(xd_item_keep(arena, &code, &code, run->err));
	error->name = *code.u.name;
	BX_TRY(xd_item_keep(arena, &description, &description, run->err));
	error->description = at_item_str(&description);
	return xd_seq_keep(arena, &error->value, &error->value, run->err);
}

static BxStatus
raise_error(RuRun *run, const RuOp *op, const RuCx *cx)
{
	RuError error = {.value = xd_seq_empty(), .description = bx_str("", 0)};
	char code[sizeof(run->err->code)];
	size_t n;

	BX_TRY(code_of(run, op, cx, &error.name));
	if (op->n_args > 1)
		BX_TRY(ru_arg_str(run, op, 1, cx, &error.description));
	if (op->n_args > 2)
		BX_TRY(ru_arg_seq(run, op, 2, cx, &error.value));
	BX_TRY(keep_error(run, &error));
	n = error.name.local.n < sizeof(code) - 1 ? error.name.local.n : sizeof(code) - 1;
	memcpy(code, error.name.local.s, n);
	code[n] = '\0';
	if (error.description.n > 0)
		(void) ru_fail(run, op, code, "%.*s",
					   (int) (error.description.n < BX_MSG_MAX ? error.description.n : BX_MSG_MAX),
					   error.description.s);
	else
		(void) ru_fail(run, op, code, "error raised by the query");
	error.pos = op->pos;
	error.set = true;
	run->error = error;
	return BX_E_XPTYPE;
}

BxStatus
fn_error(RU_OPEN_ARGS)
{
	(void) it;
	return raise_error(run, op, cx);
}

/* Traces go nowhere: the value is that of the argument. */
BxStatus
fn_trace(RU_OPEN_ARGS)
{
	return ru_open(run, op->args[0], cx, it);
}

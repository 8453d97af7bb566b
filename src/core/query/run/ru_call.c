/*
 * ru_call.c -- calls of declared functions.
 *
 * Arguments are evaluated before the body, in the caller's context; the body has a frame of its own and no focus.  A
 * call whose result is at most one item has an arena of its own as well, so that recursion holds no more than its
 * frames.
 */
#include "../../base/bx_core_int.h"

#include "ru_construct.h"
#include "ru_operators.h"
#include "ru_query.h"

/* The frame of a call, with its arguments. */
static BxStatus
enter(RuRun *run, const RuOp *op, const RuCx *caller, RuCx *cx)
{
	const RuFunction *function = op->data;
	XdSeq *frame;
	uint32_t i;

	BX_TRY(ru_check_stack(run));
	frame = bx_arena_zalloc(cx->arena, (function->n_slots + 1) * sizeof(XdSeq));
	if (frame == NULL)
		return bx_fail_nomem(run->err, (function->n_slots + 1) * sizeof(XdSeq));
	for (i = 0; i < op->n_args; i++)
	{
		BX_TRY(ru_collect(run, op->args[i], caller, &frame[i]));
		ru_stamp(run, &frame[i]);
	}
	cx->frame = frame;
	cx->item = NULL;
	cx->pos = cx->size = 0;
	return BX_OK;
}

static BxStatus
open(RuRun *run, const RuOp *op, const RuCx *cx, RuIter *it)
{
	const RuFunction *function = op->data;
	RuCx *callee = ru_alloc(run, cx, sizeof(RuCx));

	if (callee == NULL)
		return BX_E_NOMEM;
	*callee = *cx;
	BX_TRY(enter(run, op, cx, callee));
	return ru_open(run, function->body, callee, it);
}

static BxStatus
one(RuRun *run, const RuOp *op, const RuCx *cx, XdItem *item, bool *found)
{
	const RuFunction *function = op->data;
	RuArena *own;
	RuCx callee = *cx;

	BX_TRY(ru_arena_take(run, &own));
	callee.arena = &own->arena;
	BX_TRY(enter(run, op, cx, &callee));
	BX_TRY(ru_one(run, function->body, &callee, item, found));
	if (*found)
		BX_TRY(xd_item_keep(cx->arena, item, item, run->err));
	ru_arena_give(run, own);
	return BX_OK;
}

static BxStatus
push(RuRun *run, const RuOp *op, const RuCx *cx, XdSink *sink)
{
	const RuFunction *function = op->data;
	RuArena *own;
	RuCx callee = *cx;

	BX_TRY(ru_arena_take(run, &own));
	callee.arena = &own->arena;
	BX_TRY(enter(run, op, cx, &callee));
	BX_TRY(ru_push(run, function->body, &callee, sink));
	ru_arena_give(run, own);
	return BX_OK;
}

const RuClass ru_call = {"function call", .open = open, .push = push};
const RuClass ru_call_one = {"function call", .one = one, .push = push};

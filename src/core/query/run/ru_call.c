/*
 * ru_call.c -- calls of declared functions.
 *
 * Arguments are evaluated before the body, in the caller's context; the body has a frame of its own and no focus.  Each
 * call has an arena of its own, so that recursion holds no more than its frames.  A call in tail position, whose result
 * is that of the function, takes the place of the one that it is in: its arguments go to a new arena, and the old one
 * is given back, so that it needs neither stack nor memory.
 */
#include "../../base/bx_core_int.h"

#include "ru_construct.h"
#include "ru_operators.h"
#include "ru_query.h"

/* A call that is entered: its context, and the arena of that. */
typedef struct Call
{
	RuCx cx;
	RuArena *own;
	const RuOp *last; /* whose result is that of the call; not a call of a declared function */
} Call;

static BxStatus
keep_arg(RuRun *run, const RuOp *arg, const RuCx *caller, BxArena *arena, XdSeq *value)
{
	XdSeqBuilder b = xd_seq_builder(arena);

	if (arg->class->seq != NULL)
	{
		BX_TRY(ru_collect(run, arg, caller, value));
		return xd_seq_keep(arena, value, value, run->err);
	}
	BX_TRY(ru_collect_into(run, arg, caller, &b));
	*value = xd_seq_built(&b);
	return BX_OK;
}

/* The frame of a call, with its arguments, in an arena of its own. */
static BxStatus
enter(RuRun *run, const RuOp *op, const RuCx *caller, Call *call)
{
	const RuFunction *function = op->data;
	XdSeq *frame;
	uint32_t i;

	BX_TRY(ru_arena_take(run, &call->own));
	call->cx = (RuCx){.arena = &call->own->arena};
	frame = bx_arena_zalloc(call->cx.arena, (function->n_slots + 1) * sizeof(XdSeq));
	if (frame == NULL)
		return bx_fail_nomem(run->err, (function->n_slots + 1) * sizeof(XdSeq));
	for (i = 0; i < op->n_args; i++)
	{
		BX_TRY(keep_arg(run, op->args[i], caller, call->cx.arena, &frame[i]));
		ru_stamp(run, &frame[i]);
	}
	call->cx.frame = frame;
	return BX_OK;
}

static bool
is_call(const RuOp *op)
{
	return op->class == &ru_call || op->class == &ru_call_one;
}

/* Enter a call, and those in tail position after it. */
static BxStatus
begin(RuRun *run, const RuOp *op, const RuCx *cx, Call *call)
{
	BX_TRY(ru_check_stack(run));
	BX_TRY(enter(run, op, cx, call));
	for (;;)
	{
		Call next;

		op = ((const RuFunction *) op->data)->body;
		while (op->class->choose != NULL)
			BX_TRY(op->class->choose(run, op, &call->cx, &op));
		if (!is_call(op))
			break;
		BX_TRY(bx_step(run->host));
		BX_TRY(enter(run, op, &call->cx, &next));
		ru_arena_give(run, call->own);
		*call = next;
	}
	call->last = op;
	return BX_OK;
}

/* ---- item by item ---- */

typedef struct Called
{
	Call call;
	RuIter in;
} Called;

static BxStatus
next(RU_NEXT_ARGS)
{
	Called *s = it->state;

	BX_TRY(ru_next(run, &s->in, item, found));
	if (!*found)
		ru_arena_give(run, s->call.own);
	return BX_OK;
}

static void
leave(RuRun *run, RuIter *it)
{
	Called *s = it->state;

	ru_close(run, &s->in);
	ru_arena_give(run, s->call.own);
}

static BxStatus
open(RU_OPEN_ARGS)
{
	void *state;
	Called *s;

	BX_TRY(ru_state(run, it, sizeof(Called), &state));
	s = state;
	BX_TRY(begin(run, op, cx, &s->call));
	it->next = next;
	it->close = leave;
	it->fleeting = true;
	return ru_open(run, s->call.last, &s->call.cx, &s->in);
}

/* ---- at once ---- */

static BxStatus
one(RU_ONE_ARGS)
{
	Call call;

	BX_TRY(begin(run, op, cx, &call));
	BX_TRY(ru_one(run, call.last, &call.cx, item, found));
	if (*found)
		BX_TRY(xd_item_keep(cx->arena, item, item, run->err));
	ru_arena_give(run, call.own);
	return BX_OK;
}

static BxStatus
seq(RuRun *run, const RuOp *op, const RuCx *cx, XdSeq *result)
{
	Call call;

	BX_TRY(begin(run, op, cx, &call));
	BX_TRY(ru_collect(run, call.last, &call.cx, result));
	BX_TRY(xd_seq_keep(cx->arena, result, result, run->err));
	ru_arena_give(run, call.own);
	return BX_OK;
}

static BxStatus
push(RU_PUSH_ARGS)
{
	Call call;

	BX_TRY(begin(run, op, cx, &call));
	BX_TRY(ru_push(run, call.last, &call.cx, sink));
	ru_arena_give(run, call.own);
	return BX_OK;
}

const RuClass ru_call = {"function call", .open = open, .seq = seq, .push = push};
const RuClass ru_call_one = {"function call", .one = one, .push = push};

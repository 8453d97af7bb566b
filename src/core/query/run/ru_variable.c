/*
 * ru_variable.c -- references to variables: of the frame, and of the prolog.
 */
#include "../../base/bx_core_int.h"

#include "ru_operators.h"
#include "ru_query.h"

/* ---- of the frame ---- */

static BxStatus
local_one(RU_ONE_ARGS)
{
	const XdSeq *seq = &cx->frame[op->slot];

	(void) run;
	*found = seq->n > 0;
	if (*found)
		*item = xd_seq_at(seq, 0);
	return BX_OK;
}

static BxStatus
local_open(RU_OPEN_ARGS)
{
	return ru_iter_seq(run, it, &cx->frame[op->slot]);
}

static BxStatus
local_seq(RU_SEQ_ARGS)
{
	(void) run;
	*seq = cx->frame[op->slot];
	return BX_OK;
}

static BxStatus
local_count(RU_COUNT_ARGS)
{
	(void) run;
	*n = cx->frame[op->slot].n;
	return BX_OK;
}

static BxStatus
seq_ebv(RuRun *run, const RuOp *op, const XdSeq *seq, bool *value)
{
	XdItem item;

	*value = false;
	if (seq->n == 0)
		return BX_OK;
	item = xd_seq_at(seq, 0);
	return ru_item_ebv(run, op, &item, seq->n > 1, value);
}

static BxStatus
local_ebv(RU_EBV_ARGS)
{
	return seq_ebv(run, op, &cx->frame[op->slot], value);
}

const RuClass ru_local = {"variable", .open = local_open, .ebv = local_ebv, .count = local_count,
						  .seq = local_seq};
const RuClass ru_local_one = {"variable", .one = local_one, .ebv = local_ebv, .count = local_count,
							  .seq = local_seq};

/* ---- of the prolog ---- */

static BxStatus
evaluate(RuRun *run, const RuOp *op, const RuGlobalPlan *plan, RuGlobal *global)
{
	RuCx cx = {
		.item = run->has_context ? &run->context : NULL, .pos = run->has_context, .size = run->has_context};
	RuArena *values;
	BxStatus st;

	if (global->state == 1)
		return ru_fail(run, op, "XQDY0054", "the value of variable $%.*s depends on itself",
					   (int) plan->name.local.n, plan->name.local.s);
	if (plan->value == NULL)
		return ru_fail(run, op, "XPDY0002", "variable $%.*s is external and was given no value",
					   (int) plan->name.local.n, plan->name.local.s);
	BX_TRY(ru_check_stack(run));
	BX_TRY(ru_arena_take(run, &values));
	cx.arena = &values->arena;
	cx.frame = bx_arena_zalloc(cx.arena, (plan->n_slots + 1) * sizeof(XdSeq));
	if (cx.frame == NULL)
		return bx_fail_nomem(run->err, (plan->n_slots + 1) * sizeof(XdSeq));
	global->state = 1;
	st = ru_collect(run, plan->value, &cx, &global->value);
	if (st == BX_OK)
		ru_arena_hold(values);
	else
		run->uncaught = true; /* no expression that is guarded raised it */
	global->state = st == BX_OK ? 2 : 0;
	return st;
}

/* The value of a global variable, which is evaluated when it is asked for first. */
static BxStatus
global_value(RuRun *run, const RuOp *op, const XdSeq **seq)
{
	RuGlobal *global = &run->globals[op->sub];

	if (global->state != 2)
		BX_TRY(evaluate(run, op, &run->query->globals[op->sub], global));
	*seq = &global->value;
	return BX_OK;
}

static BxStatus
global_open(RU_OPEN_ARGS)
{
	const XdSeq *seq;

	(void) cx;
	BX_TRY(global_value(run, op, &seq));
	return ru_iter_seq(run, it, seq);
}

static BxStatus
global_seq(RU_SEQ_ARGS)
{
	const XdSeq *value;

	(void) cx;
	BX_TRY(global_value(run, op, &value));
	*seq = *value;
	return BX_OK;
}

static BxStatus
global_count(RU_COUNT_ARGS)
{
	const XdSeq *seq;

	(void) cx;
	BX_TRY(global_value(run, op, &seq));
	*n = seq->n;
	return BX_OK;
}

static BxStatus
global_ebv(RU_EBV_ARGS)
{
	const XdSeq *seq;

	(void) cx;
	BX_TRY(global_value(run, op, &seq));
	return seq_ebv(run, op, seq, value);
}

const RuClass ru_global = {"global variable", .open = global_open, .ebv = global_ebv, .count = global_count,
						   .seq = global_seq};

/*
 * ru_held.c -- expressions in loops whose values stay the same as long as the variables in them do.
 *
 * The first evaluation is as without it, so that what is evaluated once costs nothing more; the second one is kept.
 */
#include "../../base/bx_core_int.h"

#include "ru_held.h"

/* The items that are kept; NULL: they are not. */
static BxStatus
held_items(RuRun *run, const RuOp *op, const RuCx *cx, const XdSeq **items)
{
	RuCx own = *cx;
	RuMemo *memo;
	XdSeq *seq;
	bool make;

	*items = NULL;
	BX_TRY(ru_memo(run, op->data, cx, &memo, &make));
	if (memo == NULL)
		return BX_OK;
	if (make)
	{
		own.arena = &memo->own->arena;
		seq = bx_arena_zalloc(own.arena, sizeof(XdSeq));
		if (seq == NULL)
			return bx_fail_nomem(run->err, sizeof(XdSeq));
		memo->users++;
		BX_TRY(ru_collect(run, op->args[0], &own, seq));
		memo->users--;
		memo->data = seq;
		memo->state = RU_MEMO_MADE;
	}
	*items = memo->data;
	return BX_OK;
}

/* What depends on variables is another value when they are: it must not go while it is used. */
static BxStatus
give(RuRun *run, const RuOp *op, const RuCx *cx, const XdSeq *items, XdSeq *seq)
{
	const RuMemoPlan *plan = op->data;

	*seq = *items;
	return plan->n_slots == 0 ? BX_OK : xd_seq_keep(cx->arena, items, seq, run->err);
}

static BxStatus
held_open(RU_OPEN_ARGS)
{
	const XdSeq *items;
	XdSeq seq;

	BX_TRY(held_items(run, op, cx, &items));
	if (items == NULL)
		return ru_open(run, op->args[0], cx, it);
	BX_TRY(give(run, op, cx, items, &seq));
	return ru_iter_seq(run, it, &seq);
}

static BxStatus
held_seq(RuRun *run, const RuOp *op, const RuCx *cx, XdSeq *seq)
{
	const XdSeq *items;

	BX_TRY(held_items(run, op, cx, &items));
	return items != NULL ? give(run, op, cx, items, seq) : ru_collect(run, op->args[0], cx, seq);
}

static BxStatus
held_one(RU_ONE_ARGS)
{
	const XdSeq *items;
	XdSeq seq;

	BX_TRY(held_items(run, op, cx, &items));
	if (items == NULL)
		return ru_one(run, op->args[0], cx, item, found);
	BX_TRY(give(run, op, cx, items, &seq));
	*found = seq.n > 0;
	if (*found)
		*item = xd_seq_at(&seq, 0);
	return BX_OK;
}

static BxStatus
held_ebv(RU_EBV_ARGS)
{
	const XdSeq *items;
	XdItem first;

	BX_TRY(held_items(run, op, cx, &items));
	if (items == NULL)
		return ru_ebv(run, op->args[0], cx, value);
	*value = false;
	if (items->n == 0)
		return BX_OK;
	first = xd_seq_at(items, 0);
	return ru_item_ebv(run, op, &first, items->n > 1, value);
}

static BxStatus
held_count(RU_COUNT_ARGS)
{
	const XdSeq *items;

	BX_TRY(held_items(run, op, cx, &items));
	if (items == NULL)
		return ru_count(run, op->args[0], cx, n);
	*n = items->n;
	return BX_OK;
}

const RuClass ru_held = {"kept value",    .open = held_open,   .seq = held_seq,
						 .ebv = held_ebv, .count = held_count, .slow_seq = true};
const RuClass ru_held_one = {"kept value", .one = held_one, .ebv = held_ebv, .count = held_count};

/*
 * ru_memo.c -- memos: does an expression depend on the same values as before?
 */
#include "../../base/bx_core_int.h"

#include "ru_memo.h"
#include "ru_query.h"

static BxStatus
find(RuRun *run, const RuMemoPlan *plan, RuMemo **memo)
{
	RuMemo *m;

	if (run->memos == NULL)
	{
		run->memos = bx_arena_zalloc(run->arena, run->query->n_memos * sizeof(RuMemo *));
		if (run->memos == NULL)
			return bx_fail_nomem(run->err, run->query->n_memos * sizeof(RuMemo *));
	}
	*memo = run->memos[plan->number];
	if (*memo != NULL)
		return BX_OK;
	m = bx_arena_zalloc(run->arena, sizeof(RuMemo) + (plan->n_slots + 1) * sizeof(uint32_t));
	if (m == NULL)
		return bx_fail_nomem(run->err, sizeof(RuMemo));
	m->stamps = (uint32_t *) (m + 1);
	*memo = run->memos[plan->number] = m;
	return BX_OK;
}

/* Do all variables have values that can be told apart? */
static bool
have_stamps(const RuMemoPlan *plan, const RuCx *cx)
{
	uint32_t i;

	for (i = 0; i < plan->n_slots; i++)
		if (cx->frame[plan->slots[i]].stamp == 0)
			return false;
	return !(plan->uses_item || plan->uses_tree) || (cx->item != NULL && at_is_node(cx->item));
}

static bool
is_same(const RuMemoPlan *plan, const RuCx *cx, const RuMemo *memo)
{
	uint32_t i;

	for (i = 0; i < plan->n_slots; i++)
		if (cx->frame[plan->slots[i]].stamp != memo->stamps[i])
			return false;
	if (plan->uses_tree && cx->item->n != memo->item.n)
		return false;
	return !plan->uses_item || xd_same_node(cx->item, &memo->item);
}

static void
remember(const RuMemoPlan *plan, const RuCx *cx, RuMemo *memo)
{
	uint32_t i;

	for (i = 0; i < plan->n_slots; i++)
		memo->stamps[i] = cx->frame[plan->slots[i]].stamp;
	if (plan->uses_item || plan->uses_tree)
		memo->item = *cx->item;
	memo->state = RU_MEMO_SEEN;
}

BxStatus
ru_memo(RuRun *run, const RuMemoPlan *plan, const RuCx *cx, RuMemo **memo, bool *make)
{
	RuMemo *m;

	*memo = NULL;
	*make = false;
	BX_TRY(find(run, plan, &m));
	if (m->users > 0 && (m->state != RU_MEMO_MADE || !have_stamps(plan, cx) || !is_same(plan, cx, m)))
		return BX_OK;
	if (!have_stamps(plan, cx))
		return BX_OK;
	if (m->state == RU_MEMO_NEW || !is_same(plan, cx, m))
	{
		if (m->own != NULL)
			ru_arena_clear(m->own);
		remember(plan, cx, m);
		return BX_OK;
	}
	if (m->state == RU_MEMO_USELESS)
		return BX_OK;
	*memo = m;
	*make = m->state == RU_MEMO_SEEN;
	if (!*make)
		return BX_OK;
	if (m->own == NULL)
		BX_TRY(ru_arena_take(run, &m->own));
	ru_arena_hold(m->own);
	ru_arena_clear(m->own);
	m->state = RU_MEMO_USELESS; /* until it is made */
	return BX_OK;
}

BxStatus
ru_trial_end(RuRun *run, const RuTrial *trial, BxStatus st, bool *failed)
{
	*failed = (st == BX_E_XPTYPE || st == BX_E_REGEX) && !run->uncaught;
	if (!*failed)
		return st;
	bx_error_clear(run->err);
	run->error.set = false;
	ru_arenas_give(run, trial->taken, NULL);
	run->depth = trial->depth;
	return BX_OK;
}

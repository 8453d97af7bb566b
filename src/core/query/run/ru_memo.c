/*
 * ru_memo.c -- memos: does an expression depend on the same values as before?
 */
#include "../../base/bx_core_int.h"

#include "ru_memo.h"
#include "ru_query.h"
#include "ru_spill.h"

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

/* The node that the expression depends on; *has is false where it depends on something that is not a node. */
static BxStatus
node_of(RuRun *run, const RuMemoPlan *plan, const RuCx *cx, XdItem *node, bool *has)
{
	*has = cx->item != NULL && at_is_node(cx->item);
	if (!*has)
	{
		*has = !(plan->uses_item || plan->uses_tree || plan->uses_parent);
		return BX_OK;
	}
	*node = *cx->item;
	return plan->uses_parent ? xd_node_parent(run->forest, cx->item, node, has) : BX_OK;
}

/* Are the values of all variables known by their stamps? */
static bool
have_stamps(const RuMemoPlan *plan, const RuCx *cx)
{
	uint32_t i;

	for (i = 0; i < plan->n_slots; i++)
		if (cx->frame[plan->slots[i]].stamp == 0)
			return false;
	return true;
}

static bool
is_same(const RuMemoPlan *plan, const RuCx *cx, const XdItem *node, const RuMemo *memo)
{
	uint32_t i;

	for (i = 0; i < plan->n_slots; i++)
		if (cx->frame[plan->slots[i]].stamp != memo->stamps[i])
			return false;
	if (plan->uses_tree && node->n != memo->node.n)
		return false;
	return !(plan->uses_item || plan->uses_parent) || xd_same_node(node, &memo->node);
}

static void
remember(const RuMemoPlan *plan, const RuCx *cx, const XdItem *node, RuMemo *memo)
{
	uint32_t i;

	for (i = 0; i < plan->n_slots; i++)
		memo->stamps[i] = cx->frame[plan->slots[i]].stamp;
	memo->node = *node;
	memo->state = RU_MEMO_SEEN;
}

BxStatus
ru_memo(RuRun *run, const RuMemoPlan *plan, const RuCx *cx, RuMemo **memo, bool *make)
{
	XdItem node = {.n = 0};
	bool has, same;
	RuMemo *m;

	*memo = NULL;
	*make = false;
	BX_TRY(find(run, plan, &m));
	BX_TRY(node_of(run, plan, cx, &node, &has));
	if (!has || !have_stamps(plan, cx))
		return BX_OK;
	same = m->state != RU_MEMO_NEW && is_same(plan, cx, &node, m);
	if (m->users > 0 && (m->state != RU_MEMO_MADE || !same))
		return BX_OK;
	if (!same)
	{
		ru_memo_close(run, m, 0);
		ru_memo_close(run, m, 1);
		if (m->own != NULL)
			ru_arena_clear(m->own);
		remember(plan, cx, &node, m);
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

/* ---- items ---- */

/* Bytes of an index for one item, about. */
#define ITEM_BYTES 80
/* What an index may have, whatever the budget says. */
#define LEAST_BUDGET ((size_t) 24 << 20)

size_t
ru_memo_budget(const RuRun *run)
{
	size_t budget = ru_budget(run);

	return budget > LEAST_BUDGET ? budget : LEAST_BUDGET;
}

void
ru_memo_close(RuRun *run, RuMemo *memo, uint32_t which)
{
	uint32_t i;

	for (i = 0; i < 2; i++)
	{
		if (memo->files[which][i] != NULL)
			ru_spill_close(run, memo->files[which][i]);
		memo->files[which][i] = NULL;
	}
}

BxStatus
ru_memo_items(RuRun *run, const RuOp *op, const RuCx *cx, XdSeq *items, RuAmount *amount)
{
	size_t budget = ru_memo_budget(run);
	uint64_t most = budget / ITEM_BYTES;
	XdSeqBuilder b = xd_seq_builder(cx->arena);
	RuEach each;

	most = most < UINT32_MAX / 4 ? most : UINT32_MAX / 4;
	if (op->class->seq != NULL && !op->class->slow_seq)
	{
		BX_TRY(op->class->seq(run, op, cx, items));
		*amount = items->n < RU_MEMO_FEW ? RU_FEW : items->n <= most ? RU_SOME : RU_MANY;
		return *amount == RU_SOME ? xd_seq_keep(cx->arena, items, items, run->err) : BX_OK;
	}
	*amount = RU_MANY;
	ru_each(run, op, cx, &each);
	while (ru_more(&each))
	{
		if (b.n == most || cx->arena->total > budget)
		{
			ru_close(run, &each.it);
			return BX_OK;
		}
		BX_TRY(xd_item_keep(cx->arena, &each.item, &each.item, run->err));
		BX_TRY(xd_seq_add(&b, &each.item, run->err));
	}
	BX_TRY(each.st);
	*items = xd_seq_built(&b);
	*amount = b.n < RU_MEMO_FEW ? RU_FEW : RU_SOME;
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
	ru_spills_close(run, trial->taken);
	ru_arenas_give(run, trial->taken, NULL);
	run->depth = trial->depth;
	return BX_OK;
}

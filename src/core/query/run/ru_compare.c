/*
 * ru_compare.c -- value comparisons and general comparisons.
 *
 * A general comparison takes the items of its left side one by one and those of its right side only as far as they are
 * asked for; it ends with the first pair that fits.
 */
#include "../../base/bx_core_int.h"

#include "ru_expr.h"
#include "ru_index.h"
#include "ru_query.h"

BxStatus
ru_default_collation(RuRun *run, const RuOp *op, const AtCollation **collation)
{
	*collation = NULL;
	return ru_module(run, op)->default_collation.n == 0 ? BX_OK
														: ru_collation(run, op, bx_str("", 0), collation);
}

static inline bool
order_holds(AtComparison op, bool less, bool equal, bool greater)
{
	switch (op)
	{
		case AT_EQ: return equal;
		case AT_NE: return !equal;
		case AT_LT: return less;
		case AT_LE: return less || equal;
		case AT_GT: return greater;
		default: return greater || equal;
	}
}

/* Pairs that need no rule looked up: small integers, doubles, booleans.  false: it is another pair. */
static inline bool
compare_quickly(AtComparison op, const XdItem *a, const XdItem *b, bool *holds)
{
	if (a->form != b->form)
		return false;
	if (a->form == AT_FORM_INT && at_family(a) == at_family(b))
		*holds = order_holds(op, a->u.i<b->u.i, a->u.i == b->u.i, a->u.i> b->u.i);
	else if (a->form == AT_FORM_DOUBLE)
		*holds = order_holds(op, a->u.d<b->u.d, a->u.d == b->u.d, a->u.d> b->u.d);
	else
		return false;
	return true;
}

/* ---- value comparisons ---- */

static BxStatus
value_comparison(RuRun *run, const RuOp *op, const RuCx *cx, bool *value, bool *found)
{
	const AtCollation *collation;
	XdItem a, b;
	AtCall at;

	BX_TRY(ru_operands(run, op, cx, &a, &b, found));
	if (!*found || compare_quickly((AtComparison) op->sub, &a, &b, value))
		return BX_OK;
	at = ru_at(run, cx);
	BX_TRY(ru_default_collation(run, op, &collation));
	return ru_at_op(run, op, at_value_compare(&at, (AtComparison) op->sub, &a, &b, collation, value));
}

static BxStatus
value_one(RU_ONE_ARGS)
{
	bool value = false;

	BX_TRY(value_comparison(run, op, cx, &value, found));
	*item = at_boolean_item(value);
	return BX_OK;
}

static BxStatus
value_ebv(RU_EBV_ARGS)
{
	BxArenaMark mark = bx_arena_mark(cx->arena);
	bool found = false;

	*value = false;
	BX_TRY(value_comparison(run, op, cx, value, &found));
	*value = *value && found;
	bx_arena_release(cx->arena, &mark);
	return BX_OK;
}

const RuClass ru_value_comparison = {"value comparison", .one = value_one, .ebv = value_ebv};

/* ---- general comparisons ---- */

/* One pair.  What the comparison needs of memory is given back. */
static BxStatus
compare_pair(RuRun *run, const RuOp *op, const RuCx *cx, const AtCollation *collation, const XdItem *a,
			 const XdItem *b, bool *holds)
{
	BxArenaMark mark;
	AtCall at;

	if (compare_quickly((AtComparison) op->sub, a, b, holds))
		return BX_OK;
	mark = bx_arena_mark(cx->arena);
	at = ru_at(run, cx);
	BX_TRY(ru_at_op(run, op, at_general_compare(&at, (AtComparison) op->sub, a, b, collation, holds)));
	bx_arena_release(cx->arena, &mark);
	return BX_OK;
}

static BxStatus
single_ebv(RU_EBV_ARGS)
{
	BxArenaMark mark = bx_arena_mark(cx->arena);
	const AtCollation *collation;
	XdItem a, b;
	bool found = false;

	*value = false;
	BX_TRY(ru_operands(run, op, cx, &a, &b, &found));
	if (found && !compare_quickly((AtComparison) op->sub, &a, &b, value))
	{
		BX_TRY(ru_default_collation(run, op, &collation));
		BX_TRY(compare_pair(run, op, cx, collation, &a, &b, value));
	}
	bx_arena_release(cx->arena, &mark);
	return BX_OK;
}

const RuClass ru_single_comparison = {"comparison", .ebv = single_ebv};

/* The right side: what was asked for of it, kept while there may be more items on the left. */
typedef struct Right
{
	XdSeqBuilder kept;
	RuIter it;
	bool started, ended;
} Right;

/* Item i of the right side. */
static BxStatus
right_item(RuRun *run, const RuOp *op, const RuCx *cx, Right *right, uint64_t i, XdItem *item, bool *found)
{
	*found = i < right->kept.n;
	if (*found)
	{
		*item = right->kept.items[i];
		return BX_OK;
	}
	if (!right->started)
		BX_TRY(ru_open(run, op->args[1], cx, &right->it));
	right->started = true;
	if (right->ended)
		return BX_OK;
	BX_TRY(ru_next(run, &right->it, item, found));
	right->ended = !*found;
	if (!*found || !(op->args[0]->type.occurrence & XD_REPEATED))
		return BX_OK;
	if (right->it.fleeting)
		BX_TRY(xd_item_keep(cx->arena, item, item, run->err));
	return xd_seq_add(&right->kept, item, run->err);
}

/* Is there an item on the right that fits the one on the left? */
static BxStatus
left_item(RuRun *run, const RuOp *op, const RuCx *cx, const AtCollation *collation, const XdItem *a,
		  Right *right, bool *value)
{
	uint64_t i;

	for (i = 0; !*value; i++)
	{
		XdItem b;
		bool found;

		BX_TRY(bx_step(run->host));
		BX_TRY(right_item(run, op, cx, right, i, &b, &found));
		if (!found)
			break;
		BX_TRY(compare_pair(run, op, cx, collation, a, &b, value));
	}
	return BX_OK;
}

static BxStatus
compare_all(RU_EBV_ARGS)
{
	Right right = {.kept = xd_seq_builder(cx->arena)};
	const AtCollation *collation;
	RuIter left;
	bool found = true;

	*value = false;
	BX_TRY(ru_default_collation(run, op, &collation));
	BX_TRY(ru_open(run, op->args[0], cx, &left));
	while (!*value)
	{
		XdItem a;

		BX_TRY(ru_next(run, &left, &a, &found));
		if (!found)
			break;
		BX_TRY(left_item(run, op, cx, collation, &a, &right, value));
		if (right.ended && right.kept.n == 0 && !*value && (op->args[0]->type.occurrence & XD_REPEATED))
			break; /* nothing on the right */
	}
	if (found)
		ru_close(run, &left);
	if (right.started && !right.ended)
		ru_close(run, &right.it);
	return BX_OK;
}

/* ---- with an index of one operand ---- */

/* What an index was made of. */
typedef struct MemberList
{
	RuIndex index;
	XdSeq nodes; /* of preceding siblings: by rows */
} MemberList;

/* The values that a node has. */
static BxStatus
add_keys(RuRun *run, const RuOp *key, RuCx *cx, MemberList *listed, uint32_t row)
{
	XdItem node = xd_seq_at(&listed->nodes, row);
	RuEach each;

	cx->item = &node;
	cx->pos = cx->size = 1;
	ru_each(run, key, cx, &each);
	while (ru_more(&each))
		BX_TRY(ru_index_add(run, &listed->index, &each.item, row));
	return each.st;
}

static BxStatus
make_index(RuRun *run, const RuOp *op, const RuCx *outer, RuMemo *memo)
{
	const RuMembers *members = op->data;
	MemberList *listed = bx_arena_zalloc(&memo->own->arena, sizeof(MemberList));
	RuCx cx = *outer;
	XdSeq items;
	uint32_t i;
	RuAmount amount;

	if (listed == NULL)
		return bx_fail_nomem(run->err, sizeof(MemberList));
	cx.arena = &memo->own->arena;
	ru_index_init(&listed->index, cx.arena);
	BX_TRY(ru_memo_items(run, members->nodes != NULL ? members->nodes : op->args[members->side], &cx, &items,
						 &amount));
	if (amount != RU_SOME)
		return BX_OK;
	listed->nodes = items;
	for (i = 0; i < items.n; i++)
	{
		XdItem item = xd_seq_at(&items, i);

		if (members->nodes != NULL)
			BX_TRY(add_keys(run, members->key, &cx, listed, i));
		else
			BX_TRY(ru_index_add(run, &listed->index, &item, i));
	}
	BX_TRY(ru_index_finish(run, &listed->index));
	memo->data = listed;
	memo->state = RU_MEMO_MADE;
	return BX_OK;
}

/* Is a row a member where the context item is?  Those of preceding siblings are the ones before it. */
static bool
is_there(const RuRun *run, const RuMembers *members, const RuCx *cx, const MemberList *listed, uint32_t row)
{
	XdItem node;

	if (members->nodes == NULL)
		return true;
	node = xd_seq_at(&listed->nodes, row);
	return xd_node_compare(run->forest, &node, cx->item) < 0;
}

/* Is the item among those of the index? */
static BxStatus
is_member(RuRun *run, const RuOp *op, const RuCx *cx, MemberList *listed, const XdItem *item, bool *value,
		  bool *usable)
{
	const RuMembers *members = op->data;
	const RuIndexEntry *entry;
	const RuIndex *in;

	BX_TRY(ru_index_find(run, &listed->index, item, false, &in, &entry, usable));
	for (; *usable && entry != NULL && !*value; entry = ru_index_next(in, entry))
	{
		const XdItem *a = members->side == 0 ? &entry->key : item;
		const XdItem *b = members->side == 0 ? item : &entry->key;

		BX_TRY(bx_step(run->host));
		if (!is_there(run, members, cx, listed, entry->row))
			break; /* nor are those behind it */
		BX_TRY(compare_pair(run, op, cx, NULL, a, b, value));
	}
	return BX_OK;
}

/* Is one of the items of the other operand among those of the index?  *usable: that could be told. */
static BxStatus
look_up(RuRun *run, const RuOp *op, const RuCx *cx, MemberList *listed, bool *value, bool *usable)
{
	const RuMembers *members = op->data;
	RuEach each;

	*usable = true;
	ru_each(run, op->args[1 - members->side], cx, &each);
	while (ru_more(&each))
	{
		BX_TRY(is_member(run, op, cx, listed, &each.item, value, usable));
		if (*usable && !*value)
			continue;
		ru_close(run, &each.it);
		return BX_OK;
	}
	return each.st;
}

/* *done: the value is known. */
static BxStatus
compare_by_index(RuRun *run, const RuOp *op, const RuCx *cx, bool *value, bool *done)
{
	const RuMembers *members = op->data;
	RuTrial trial = ru_trial(run);
	bool make, failed;
	RuMemo *memo;

	*done = *value = false;
	BX_TRY(ru_memo(run, &members->memo, cx, &memo, &make));
	if (memo == NULL)
		return BX_OK;
	memo->users++;
	if (make)
		BX_TRY(ru_trial_end(run, &trial, make_index(run, op, cx, memo), &failed));
	if (memo->state == RU_MEMO_MADE)
		BX_TRY(look_up(run, op, cx, memo->data, value, done));
	memo->users--;
	return BX_OK;
}

static BxStatus
general_ebv(RU_EBV_ARGS)
{
	BxArenaMark mark = bx_arena_mark(cx->arena);
	bool done = false;

	if (op->data != NULL)
		BX_TRY(compare_by_index(run, op, cx, value, &done));
	if (!done)
		BX_TRY(compare_all(run, op, cx, value));
	bx_arena_release(cx->arena, &mark);
	return BX_OK;
}

const RuClass ru_general_comparison = {"general comparison", .ebv = general_ebv};

/*
 * ru_order.c -- the clause "order by".
 *
 * All tuples are taken, with what the variables of the expression hold and with their keys, and sorted, within the
 * budget of the run.
 */
#include "../../base/bx_core_int.h"

#include "ru_expr.h"
#include "ru_flwor.h"
#include "ru_sort.h"

typedef struct Ordering
{
	RuArena *store; /* this, and the rows: keys, then values of variables */
	RuSorter sorter;
	const RuOp *op;
	const RuOrder *order;
	const AtCollation **collations;
	AtCall at;
} Ordering;

BxStatus
ru_clause_collation(RuRun *run, const RuOp *op, BxStr uri, const AtCollation **collation)
{
	BxStatus st;

	if (uri.n == 0)
		return ru_default_collation(run, op, collation);
	st = ru_collation(run, op, uri, collation);
	if (st == BX_E_XPTYPE)
		return ru_fail(run, op, "XQST0076", "collation \"%.*s\" is not known",
					   (int) (uri.n < 100 ? uri.n : 100), uri.s);
	return st;
}

/* ---- comparing ---- */

static bool
is_nan(const XdItem *item)
{
	return item->form == AT_FORM_DOUBLE && item->u.d != item->u.d;
}

/* Order of two keys, of which one may be missing: the empty sequence is least or greatest, NaN next to it. */
static BxStatus
compare_keys(const Ordering *s, uint32_t i, const XdSeq *left, const XdSeq *right, int *order)
{
	const RuOrderKey *key = &s->order->keys[i];
	const XdItem *a = &left->u.one, *b = &right->u.one;
	int extreme = key->empty_greatest ? 1 : -1;
	bool a_none = left->n == 0, b_none = right->n == 0;

	if (a_none || b_none)
		*order = a_none && b_none ? 0 : a_none ? extreme : -extreme;
	else if (a->form == AT_FORM_INT && b->form == AT_FORM_INT && at_family(a) == at_family(b))
		*order = (a->u.i > b->u.i) - (a->u.i < b->u.i);
	else if (is_nan(a) && at_is_numeric(b) && !is_nan(b))
		*order = extreme;
	else if (is_nan(b) && at_is_numeric(a) && !is_nan(a))
		*order = -extreme;
	else
		BX_TRY(at_order(&s->at, a, b, s->collations[i], order));
	if (key->descending)
		*order = -*order;
	return BX_OK;
}

static BxStatus
compare_rows(RuRun *run, void *ctx, const void *a, const void *b, int *order)
{
	const Ordering *s = ctx;
	const XdSeq *left = ((const RuRow *) a)->fields, *right = ((const RuRow *) b)->fields;
	BxArenaMark mark = bx_arena_mark(s->at.arena);
	uint32_t i;

	*order = 0;
	for (i = 0; *order == 0 && i < s->order->n_keys; i++)
		BX_TRY(ru_at_op(run, s->op, compare_keys(s, i, &left[i], &right[i], order)));
	bx_arena_release(s->at.arena, &mark);
	return BX_OK;
}

/* ---- taking ---- */

/* The present tuple becomes a row. */
static BxStatus
take_row(RuRun *run, RuStage *stage, Ordering *s)
{
	BxArena *arena = &s->store->arena;
	RuRow *row;
	uint32_t i;

	BX_TRY(ru_sorter_new(run, &s->sorter, &row));
	for (i = 0; i < s->order->n_keys; i++)
	{
		bool found = false;
		XdItem key;

		BX_TRY(ru_one(run, ru_stage_arg(stage, i), stage->in, &key, &found));
		if (!found)
			continue;
		BX_TRY(xd_item_keep(arena, &key, &key, run->err));
		row->fields[i] = xd_seq_one(&key);
	}
	for (i = 0; i < s->order->n_slots; i++)
		BX_TRY(xd_seq_keep(arena, &stage->in->frame[s->order->slots[i]], &row->fields[s->order->n_keys + i],
						   run->err));
	return ru_sorter_add(run, &s->sorter);
}

static BxStatus
prepare(RuRun *run, RuStage *stage, Ordering **sorted)
{
	RuArena *arena;
	Ordering *s;
	uint32_t i;

	BX_TRY(ru_arena_take(run, &arena));
	s = bx_arena_zalloc(&arena->arena, sizeof(Ordering));
	if (s == NULL)
		return bx_fail_nomem(run->err, sizeof(Ordering));
	s->store = arena;
	s->op = stage->flwor->op;
	s->order = stage->clause->data;
	s->at = run->at;
	s->at.arena = &arena->arena;
	s->collations = bx_arena_alloc(&arena->arena, (s->order->n_keys + 1) * sizeof(AtCollation *));
	if (s->collations == NULL)
		return bx_fail_nomem(run->err, s->order->n_keys * sizeof(AtCollation *));
	for (i = 0; i < s->order->n_keys; i++)
		BX_TRY(ru_clause_collation(run, s->op, s->order->keys[i].collation, &s->collations[i]));
	ru_sorter_init(run, &s->sorter, s->op, &arena->arena, s->order->n_keys + s->order->n_slots, compare_rows,
				   s);
	*sorted = s;
	return BX_OK;
}

static BxStatus
start(RuRun *run, RuStage *stage)
{
	Ordering *s = NULL;
	bool found;

	BX_TRY(prepare(run, stage, &s));
	stage->state = s;
	for (;;)
	{
		BX_TRY(ru_tuple_before(run, stage, &found));
		if (!found)
			break;
		BX_TRY(take_row(run, stage, s));
	}
	return ru_sorter_sort(run, &s->sorter);
}

static BxStatus
next(RuRun *run, RuStage *stage, bool *found)
{
	Ordering *s = stage->state;
	XdSeq *frame = stage->in->frame;
	const RuRow *row;
	uint32_t i;

	ru_arena_clear(stage->own);
	BX_TRY(ru_sorter_next(run, &s->sorter, &row));
	*found = row != NULL;
	for (i = 0; row != NULL && i < s->order->n_slots; i++)
		frame[s->order->slots[i]] = row->fields[s->order->n_keys + i];
	for (i = 0; row != NULL && s->sorter.spill != NULL && i < s->order->n_slots; i++)
		ru_stamp(run, &frame[s->order->slots[i]]);
	return BX_OK;
}

static void
close(RuRun *run, RuStage *stage)
{
	Ordering *s = stage->state;

	if (s != NULL)
	{
		ru_sorter_end(run, &s->sorter);
		ru_arena_give(run, s->store);
	}
	stage->state = NULL;
}

const RuClauseClass ru_clause_order = {"order by", .start = start, .next = next, .close = close,
									   .blocking = true};

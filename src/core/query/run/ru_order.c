/*
 * ru_order.c -- the clause "order by".
 *
 * All tuples are taken, with what the variables of the expression hold and with their keys, and sorted.
 */
#include "../../base/bx_core_int.h"

#include "ru_expr.h"
#include "ru_flwor.h"
#include "ru_sort.h"

/* A key that is the empty sequence. */
#define NO_KEY UINT8_MAX

typedef struct TupleRow
{
	XdItem *keys;
	XdSeq *values;
} TupleRow;

typedef struct Ordering
{
	RuArena *store; /* rows and all that is in them */
	TupleRow **rows;
	uint64_t n, cap;
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
compare_keys(const Ordering *s, uint32_t i, const XdItem *a, const XdItem *b, int *order)
{
	const RuOrderKey *key = &s->order->keys[i];
	int extreme = key->empty_greatest ? 1 : -1;
	bool a_none = a->type == NO_KEY, b_none = b->type == NO_KEY;

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
	const TupleRow *left = a, *right = b;
	BxArenaMark mark = bx_arena_mark(s->at.arena);
	uint32_t i;

	*order = 0;
	for (i = 0; *order == 0 && i < s->order->n_keys; i++)
		BX_TRY(ru_at_op(run, s->op, compare_keys(s, i, &left->keys[i], &right->keys[i], order)));
	bx_arena_release(s->at.arena, &mark);
	return BX_OK;
}

/* ---- taking ---- */

static void *
store(RuRun *run, Ordering *s, size_t n)
{
	void *p = bx_arena_alloc(&s->store->arena, n > 0 ? n : 1);

	if (p == NULL)
		(void) bx_fail_nomem(run->err, n);
	return p;
}

/* The present tuple becomes a row. */
static BxStatus
take_row(RuRun *run, RuStage *stage, Ordering *s)
{
	BxArena *arena = &s->store->arena;
	TupleRow *row = store(run, s, sizeof(TupleRow));
	uint32_t i;

	if (row == NULL)
		return BX_E_NOMEM;
	row->keys = store(run, s, s->order->n_keys * sizeof(XdItem));
	row->values = store(run, s, s->order->n_slots * sizeof(XdSeq));
	if (row->keys == NULL || row->values == NULL)
		return BX_E_NOMEM;
	for (i = 0; i < s->order->n_keys; i++)
	{
		bool found = false;

		BX_TRY(ru_one(run, ru_stage_arg(stage, i), stage->in, &row->keys[i], &found));
		if (found)
			BX_TRY(xd_item_keep(arena, &row->keys[i], &row->keys[i], run->err));
		else
			row->keys[i].type = NO_KEY;
	}
	for (i = 0; i < s->order->n_slots; i++)
		BX_TRY(xd_seq_keep(arena, &stage->in->frame[s->order->slots[i]], &row->values[i], run->err));
	if (s->n == s->cap)
	{
		uint64_t cap = s->cap < 16 ? 16 : s->cap * 2;
		TupleRow **rows = bx_arena_grow(arena, s->rows, s->n * sizeof(TupleRow *), cap * sizeof(TupleRow *));

		if (rows == NULL)
			return bx_fail_nomem(run->err, cap * sizeof(TupleRow *));
		s->rows = rows;
		s->cap = cap;
	}
	s->rows[s->n++] = row;
	return BX_OK;
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
	s->collations = store(run, s, s->order->n_keys * sizeof(AtCollation *));
	if (s->collations == NULL)
		return BX_E_NOMEM;
	for (i = 0; i < s->order->n_keys; i++)
		BX_TRY(ru_clause_collation(run, s->op, s->order->keys[i].collation, &s->collations[i]));
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
	stage->n = 0;
	for (;;)
	{
		BX_TRY(ru_tuple_before(run, stage, &found));
		if (!found)
			break;
		BX_TRY(take_row(run, stage, s));
	}
	return ru_sort(run, &s->store->arena, (void **) s->rows, s->n, compare_rows, s);
}

static BxStatus
next(RuRun *run, RuStage *stage, bool *found)
{
	Ordering *s = stage->state;
	const TupleRow *row;
	uint32_t i;

	(void) run;
	ru_arena_clear(stage->own);
	*found = stage->n < s->n;
	if (!*found)
		return BX_OK;
	row = s->rows[stage->n++];
	for (i = 0; i < s->order->n_slots; i++)
		stage->in->frame[s->order->slots[i]] = row->values[i];
	return BX_OK;
}

static void
close(RuRun *run, RuStage *stage)
{
	Ordering *s = stage->state;

	if (s != NULL)
		ru_arena_give(run, s->store);
	stage->state = NULL;
}

const RuClauseClass ru_clause_order = {"order by", .start = start, .next = next, .close = close,
									   .blocking = true};

/*
 * ru_join.c -- "for" whose tuples a condition behind it selects by equality with something outside: a hash join.
 *
 * The items are listed with an index of their keys, which stays as long as what they depend on is the same (ru_memo.h).
 * Only items that the index gives become tuples; the condition is evaluated for them all the same, so the index need not
 * be exact.  Where keys have types that no index can tell equal, and where the evaluation of keys fails, the loop is as
 * it would be without an index.
 */
#include "../../base/bx_core_int.h"

#include "../../base/bx_sort.h"
#include "ru_flwor.h"
#include "ru_index.h"
#include "ru_memo.h"

/* Fewer items than these are gone through. */
#define FEW 8

typedef struct Joined
{
	XdSeq items;
	RuIndex index;
} Joined;

/* What is left of the tuples of one look-up. */
typedef struct Matches
{
	const Joined *joined;
	RuMemo *memo;
	uint32_t *rows;
	uint32_t n, at, cap;
} Matches;

static bool
is_error(BxStatus st)
{
	return st == BX_E_XPTYPE || st == BX_E_REGEX;
}

/* ---- the index ---- */

static BxStatus
add_keys(RuRun *run, RuStage *stage, const RuJoin *join, Joined *joined, uint32_t row)
{
	XdItem item = xd_seq_at(&joined->items, row);
	RuIter it;

	ru_arena_clear(stage->own);
	ru_bind_item(run, &stage->in->frame[stage->clause->slot], &item);
	BX_TRY(ru_open(run, join->key, &stage->out, &it));
	for (;;)
	{
		XdItem key;
		bool found;

		BX_TRY(ru_next(run, &it, &key, &found));
		if (!found)
			return BX_OK;
		BX_TRY(ru_index_add(run, &joined->index, &key, row));
	}
}

static BxStatus
make(RuRun *run, RuStage *stage, const RuJoin *join, RuMemo *memo)
{
	Joined *joined = bx_arena_zalloc(&memo->own->arena, sizeof(Joined));
	RuCx cx = *stage->in;
	uint32_t i;

	if (joined == NULL)
		return bx_fail_nomem(run->err, sizeof(Joined));
	cx.arena = &memo->own->arena;
	ru_index_init(&joined->index, cx.arena);
	BX_TRY(ru_collect(run, ru_stage_arg(stage, 0), &cx, &joined->items));
	BX_TRY(xd_seq_keep(cx.arena, &joined->items, &joined->items, run->err));
	if (joined->items.n < FEW || joined->items.n > UINT32_MAX / 4)
		return BX_OK;
	for (i = 0; i < joined->items.n; i++)
		BX_TRY(add_keys(run, stage, join, joined, i));
	BX_TRY(ru_index_finish(run, &joined->index));
	memo->data = joined;
	memo->state = RU_MEMO_MADE;
	return BX_OK;
}

/* ---- look-ups ---- */

static BxStatus
add_row(RuRun *run, const RuCx *cx, Matches *m, uint32_t row)
{
	if (m->n > 0 && m->rows[m->n - 1] == row)
		return BX_OK;
	if (m->n == m->cap)
	{
		uint32_t cap = m->cap < 8 ? 8 : m->cap * 2;
		uint32_t *rows = bx_arena_grow(cx->arena, m->rows, m->n * sizeof(uint32_t), cap * sizeof(uint32_t));

		if (rows == NULL)
			return bx_fail_nomem(run->err, cap * sizeof(uint32_t));
		m->rows = rows;
		m->cap = cap;
	}
	m->rows[m->n++] = row;
	return BX_OK;
}

/* The rows of one value. */
static BxStatus
look_up(RuRun *run, const RuCx *cx, const RuJoin *join, Joined *joined, const XdItem *item, Matches *m,
		bool *usable)
{
	const RuIndexEntry *entry;
	const RuIndex *in;

	BX_TRY(ru_index_find(run, &joined->index, item, join->value, &in, &entry, usable));
	for (; *usable && entry != NULL; entry = ru_index_next(in, entry))
	{
		BX_TRY(bx_step(run->host));
		BX_TRY(add_row(run, cx, m, entry->row));
	}
	return BX_OK;
}

static int
compare_numbers(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *) a, y = *(const uint32_t *) b;

	return (x > y) - (x < y);
}

/* The rows of several values: in order, each once. */
static BxStatus
put_in_order(RuRun *run, Matches *m)
{
	uint32_t i, n = 0;

	BX_TRY(bx_sort(run->host, m->rows, m->n, sizeof(uint32_t), compare_numbers, run->err));
	for (i = 0; i < m->n; i++)
		if (n == 0 || m->rows[n - 1] != m->rows[i])
			m->rows[n++] = m->rows[i];
	m->n = n;
	return BX_OK;
}

static BxStatus
match(RuRun *run, const RuCx *cx, const RuJoin *join, Joined *joined, Matches *m, bool *usable)
{
	XdSeq probe;
	uint64_t i;

	BX_TRY(ru_collect(run, join->probe, cx, &probe));
	*usable = !join->value || probe.n <= 1;
	for (i = 0; *usable && i < probe.n; i++)
	{
		XdItem item = xd_seq_at(&probe, i);

		BX_TRY(look_up(run, cx, join, joined, &item, m, usable));
	}
	return *usable && probe.n > 1 && m->n > 1 ? put_in_order(run, m) : BX_OK;
}

/* An error of the language is left to the loop, which may not come to it. */
static BxStatus
forgive(RuRun *run, BxStatus st, bool *failed)
{
	*failed = is_error(st) && !run->uncaught;
	if (!*failed)
		return st;
	bx_error_clear(run->err);
	run->error.set = false;
	return BX_OK;
}

BxStatus
ru_join_start(RuRun *run, RuStage *stage, bool *joined)
{
	const RuJoin *join = stage->clause->join;
	uint64_t taken = run->arenas_taken;
	uint32_t depth = run->depth;
	Matches *m;
	RuMemo *memo;
	bool usable = true, failed, do_make;

	*joined = false;
	stage->state = NULL;
	BX_TRY(ru_memo(run, &join->memo, stage->in, &memo, &do_make));
	if (memo == NULL)
		return BX_OK;
	if (do_make)
		BX_TRY(forgive(run, make(run, stage, join, memo), &failed));
	m = ru_alloc(run, stage->in, sizeof(Matches));
	if (m == NULL)
		return BX_E_NOMEM;
	*m = (Matches){.joined = memo->data, .memo = memo};
	failed = memo->state != RU_MEMO_MADE;
	if (!failed)
		BX_TRY(forgive(run, match(run, stage->in, join, memo->data, m, &usable), &failed));
	if (failed)
	{
		ru_arenas_give(run, taken, NULL);
		run->depth = depth;
	}
	if (failed || !usable)
		return BX_OK;
	memo->users++;
	stage->state = m;
	*joined = true;
	return BX_OK;
}

BxStatus
ru_join_next(RuRun *run, RuStage *stage, XdItem *item, uint64_t *position, bool *found)
{
	Matches *m = stage->state;

	(void) run;
	*found = m->at < m->n;
	if (*found)
	{
		*position = m->rows[m->at] + (uint64_t) 1;
		*item = xd_seq_at(&m->joined->items, m->rows[m->at++]);
	}
	else
		ru_join_close(stage);
	return BX_OK;
}

void
ru_join_close(RuStage *stage)
{
	Matches *m = stage->state;

	if (m != NULL)
		m->memo->users--;
	stage->state = NULL;
}

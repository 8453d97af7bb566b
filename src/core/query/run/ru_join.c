/*
 * ru_join.c -- items that a comparison selects, by look-up.
 */
#include "../../base/bx_core_int.h"

#include "../../base/bx_sort.h"
#include "ru_far.h"
#include "ru_index.h"
#include "ru_join.h"

typedef struct JoinedItems
{
	XdSeq items;
	RuIndex index;
	RuFar *far; /* instead of both: by the keys as they are, and as numbers; NULL: they are in memory */
} JoinedItems;

/* What is left of the tuples of one look-up. */
struct RuMatches
{
	const JoinedItems *joined;
	RuMemo *memo;
	uint32_t *rows;
	RuFarMatch *far; /* instead of them */
	uint32_t n, at, cap;
	bool exact;
};

/* ---- the index ---- */

/* The keys of a row; *cx is the context that the key is evaluated in. */
static BxStatus
add_keys(RuRun *run, const RuJoin *join, RuCx *cx, JoinedItems *joined, uint32_t row)
{
	XdItem item = xd_seq_at(&joined->items, row);
	RuIter it;

	if (join->slot != RU_NO_SLOT)
		ru_bind_item(run, &cx->frame[join->slot], &item);
	else
	{
		cx->item = &item;
		cx->pos = cx->size = 0;
	}
	BX_TRY(ru_open(run, join->key, cx, &it));
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

/* The items in memory; *many: there are too many. */
static BxStatus
make_near(RuRun *run, const RuJoin *join, const RuCx *outer, RuMemo *memo, JoinedItems *joined, bool *many)
{
	size_t budget = ru_memo_budget(run);
	RuCx cx = *outer;
	RuAmount amount;
	RuArena *own;
	uint32_t i;

	cx.arena = &memo->own->arena;
	ru_index_init(&joined->index, cx.arena);
	BX_TRY(ru_memo_items(run, join->source, &cx, &joined->items, &amount));
	*many = amount == RU_MANY;
	if (amount != RU_SOME)
		return BX_OK;
	BX_TRY(ru_arena_take(run, &own));
	cx.arena = &own->arena;
	for (i = 0; !*many && i < joined->items.n; i++)
	{
		ru_arena_clear(own);
		BX_TRY(add_keys(run, join, &cx, joined, i));
		*many = memo->own->arena.total > budget + budget / 4;
	}
	ru_arena_give(run, own);
	if (*many)
		return BX_OK;
	BX_TRY(ru_index_finish(run, &joined->index));
	memo->state = RU_MEMO_MADE;
	return BX_OK;
}

/* The items in a file. */
static BxStatus
make_far(RuRun *run, const RuJoin *join, const RuCx *cx, RuMemo *memo, JoinedItems *joined)
{
	const RuFarSource from = {join->source, join->key, join->slot};
	RuFar *far = bx_arena_zalloc(&memo->own->arena, 2 * sizeof(RuFar));

	if (far == NULL)
		return bx_fail_nomem(run->err, 2 * sizeof(RuFar));
	joined->far = far;
	BX_TRY(ru_far_make(run, &from, cx, memo, false, AT_GRAIN_EXACT, far));
	if (!far->useless)
		memo->state = RU_MEMO_MADE;
	return BX_OK;
}

static BxStatus
make(RuRun *run, const RuJoin *join, const RuCx *cx, RuMemo *memo)
{
	JoinedItems *joined = bx_arena_zalloc(&memo->own->arena, sizeof(JoinedItems));
	bool many = false;

	if (joined == NULL)
		return bx_fail_nomem(run->err, sizeof(JoinedItems));
	BX_TRY(make_near(run, join, cx, memo, joined, &many));
	if (many && join->comparison == AT_EQ)
	{
		ru_arena_clear(memo->own);
		joined = bx_arena_zalloc(&memo->own->arena, sizeof(JoinedItems));
		if (joined == NULL)
			return bx_fail_nomem(run->err, sizeof(JoinedItems));
		BX_TRY(make_far(run, join, cx, memo, joined));
	}
	memo->data = joined;
	return BX_OK;
}

/* ---- look-ups ---- */

static BxStatus
add_row(RuRun *run, const RuCx *cx, RuMatches *m, uint32_t row)
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

/* The same of items in a file.  The list is made again where the value needs another hash than those before. */
static BxStatus
look_up_far(RuRun *run, const RuCx *cx, const RuJoin *join, JoinedItems *joined, XdItem item, RuMatches *m,
			bool *usable)
{
	const RuFarSource from = {join->source, join->key, join->slot};
	RuFar *far = joined->far;
	RuIndexFit fit;
	uint8_t numbers;

	BX_TRY(bx_step(run->host));
	BX_TRY(ru_index_fit(run, &far->kinds, &item, join->value, &fit));
	*usable = fit != RU_FIT_NOT;
	if (!*usable || (item.form == AT_FORM_DOUBLE && item.u.d != item.u.d))
		return BX_OK;
	far += fit == RU_FIT_NUMBERS;
	if (far->entries == NULL && !far->useless)
		BX_TRY(ru_far_make(run, &from, cx, m->memo, fit == RU_FIT_NUMBERS, AT_GRAIN_EXACT, far));
	numbers = far->kinds.numbers_of | (uint8_t) at_numbers_of(&item);
	if (!far->useless && at_grain(numbers) != far->grain)
		BX_TRY(ru_far_make(run, &from, cx, m->memo, fit == RU_FIT_NUMBERS, at_grain(numbers), far));
	far->kinds.numbers_of |= numbers;
	*usable = !far->useless;
	return *usable ? ru_far_find(run, far, &item, cx->arena, &m->far, &m->n, &m->cap) : BX_OK;
}

/* The rows of one value. */
static BxStatus
look_up(RuRun *run, const RuCx *cx, const RuJoin *join, JoinedItems *joined, const XdItem *item, RuMatches *m,
		bool *usable)
{
	const RuIndexEntry *entry;
	const RuIndex *in;

	if (joined->far != NULL)
		return look_up_far(run, cx, join, joined, *item, m, usable);
	BX_TRY(ru_index_find(run, &joined->index, item, join->value, &in, &entry, usable));
	for (; *usable && entry != NULL; entry = ru_index_next(in, entry))
	{
		BX_TRY(bx_step(run->host));
		BX_TRY(add_row(run, cx, m, entry->row));
	}
	return BX_OK;
}

static int
compare_far(const void *a, const void *b)
{
	const RuFarMatch *x = a, *y = b;

	return (x->row > y->row) - (x->row < y->row);
}

/* Items in a file whose keys have the hash, which may be several keys of one. */
static BxStatus
put_far_in_order(RuRun *run, RuMatches *m)
{
	uint32_t i, n = 0;

	BX_TRY(bx_sort(run->host, m->far, m->n, sizeof(RuFarMatch), compare_far, run->err));
	for (i = 0; i < m->n; i++)
		if (n == 0 || m->far[n - 1].row != m->far[i].row)
			m->far[n++] = m->far[i];
	m->n = n;
	return BX_OK;
}

/* The rows of several values: in order, each once. */
static BxStatus
put_in_order(RuRun *run, RuMatches *m)
{
	uint32_t i, n = 0;

	BX_TRY(bx_sort(run->host, m->rows, m->n, sizeof(uint32_t), bx_compare_u32, run->err));
	for (i = 0; i < m->n; i++)
		if (n == 0 || m->rows[n - 1] != m->rows[i])
			m->rows[n++] = m->rows[i];
	m->n = n;
	return BX_OK;
}

/* ---- rows of a range ---- */

/* One bit for each row, which puts them in order. */
static BxStatus
take_marked(RuRun *run, const RuCx *cx, const uint64_t *marks, uint64_t n_words, RuMatches *m)
{
	uint64_t i, word;

	BX_TRY(bx_charge(run->host, n_words * sizeof(uint64_t)));
	for (i = 0; i < n_words; i++)
		for (word = marks[i]; word != 0; word &= word - 1)
			BX_TRY(add_row(run, cx, m, (uint32_t) (i * 64) + (uint32_t) __builtin_ctzll(word)));
	return BX_OK;
}

static BxStatus
match_range(RuRun *run, const RuCx *cx, const RuJoin *join, JoinedItems *joined, const XdSeq *probe,
			RuMatches *m, bool *usable)
{
	uint64_t n_words = joined->items.n / 64 + 1, i;
	uint64_t *marks = bx_arena_zalloc(cx->arena, n_words * sizeof(uint64_t));

	if (marks == NULL)
		return bx_fail_nomem(run->err, n_words * sizeof(uint64_t));
	for (i = 0; *usable && i < probe->n; i++)
	{
		XdItem item = xd_seq_at(probe, i);
		const RuIndexNumber *first;
		uint32_t n, k;

		BX_TRY(ru_index_range(run, &joined->index, join->comparison, &item, join->value, &first, &n, usable));
		BX_TRY(bx_charge(run->host, n * sizeof(RuIndexNumber)));
		for (k = 0; k < n; k++)
			marks[first[k].row / 64] |= UINT64_C(1) << (first[k].row % 64);
	}
	return *usable ? take_marked(run, cx, marks, n_words, m) : BX_OK;
}

static BxStatus
match(RuRun *run, const RuCx *cx, const RuJoin *join, JoinedItems *joined, RuMatches *m, bool *usable)
{
	XdSeq probe;
	uint64_t i;

	BX_TRY(ru_collect(run, join->probe, cx, &probe));
	*usable = !join->value || probe.n <= 1;
	if (*usable && join->comparison != AT_EQ)
	{
		m->exact = true;
		return match_range(run, cx, join, joined, &probe, m, usable);
	}
	for (i = 0; *usable && i < probe.n; i++)
	{
		XdItem item = xd_seq_at(&probe, i);

		BX_TRY(look_up(run, cx, join, joined, &item, m, usable));
	}
	if (!*usable || m->n < 2)
		return BX_OK;
	if (m->far != NULL)
		return put_far_in_order(run, m);
	return probe.n > 1 ? put_in_order(run, m) : BX_OK;
}

/* *failed: there is no look-up because something failed. */
static BxStatus
prepare(RuRun *run, const RuJoin *join, const RuCx *cx, RuMemo *memo, bool do_make, RuMatches *m,
		bool *failed)
{
	RuTrial trial = ru_trial(run);
	bool usable = true;

	*failed = false;
	if (do_make)
		BX_TRY(ru_trial_end(run, &trial, make(run, join, cx, memo), failed));
	*failed = memo->state != RU_MEMO_MADE;
	if (*failed)
		return BX_OK;
	m->joined = memo->data;
	BX_TRY(ru_trial_end(run, &trial, match(run, cx, join, memo->data, m, &usable), failed));
	*failed = *failed || !usable;
	return BX_OK;
}

BxStatus
ru_join_open(RuRun *run, const RuJoin *join, const RuCx *cx, RuMatches **matches)
{
	RuMemo *memo;
	RuMatches *m;
	bool failed, do_make;

	*matches = NULL;
	BX_TRY(ru_memo(run, &join->memo, cx, &memo, &do_make));
	if (memo == NULL)
		return BX_OK;
	m = ru_alloc(run, cx, sizeof(RuMatches));
	if (m == NULL)
		return BX_E_NOMEM;
	*m = (RuMatches){.memo = memo};
	memo->users++;
	BX_TRY(prepare(run, join, cx, memo, do_make, m, &failed));
	if (failed)
		memo->users--;
	else
		*matches = m;
	return BX_OK;
}

void
ru_matches_next(RuMatches *m, XdItem *item, uint64_t *position, bool *found)
{
	*found = m->at < m->n;
	if (!*found)
		return;
	if (m->far != NULL)
	{
		*position = m->far[m->at].row + 1;
		*item = m->far[m->at++].item;
		return;
	}
	*position = m->rows[m->at] + (uint64_t) 1;
	*item = xd_seq_at(&m->joined->items, m->rows[m->at++]);
}

bool
ru_matches_exact(const RuMatches *m)
{
	return m->exact;
}

uint64_t
ru_matches_count(const RuMatches *m)
{
	return m->n;
}

BxStatus
ru_matches_all(RuRun *run, RuMatches *m, BxArena *arena, XdSeq *seq)
{
	XdItem *items = bx_arena_alloc(arena, (m->n + (size_t) 1) * sizeof(XdItem));
	uint32_t i;

	if (items == NULL)
		return bx_fail_nomem(run->err, m->n * sizeof(XdItem));
	BX_TRY(bx_charge(run->host, m->n * sizeof(XdItem)));
	for (i = 0; i < m->n; i++)
	{
		items[i] = m->far != NULL ? m->far[i].item : xd_seq_at(&m->joined->items, m->rows[i]);
		BX_TRY(xd_item_keep(arena, &items[i], &items[i], run->err));
	}
	*seq = xd_seq_items(items, m->n);
	return BX_OK;
}

void
ru_matches_close(RuMatches *m)
{
	m->memo->users--;
}

/* ---- as an iterator ---- */

static BxStatus
next_match(RU_NEXT_ARGS)
{
	uint64_t position;

	(void) run;
	*found = it->state != NULL;
	if (!*found)
		return BX_OK;
	ru_matches_next(it->state, item, &position, found);
	if (*found)
		return BX_OK;
	ru_matches_close(it->state);
	it->state = NULL;
	return BX_OK;
}

static void
close_matches(RuRun *run, RuIter *it)
{
	(void) run;
	if (it->state != NULL)
		ru_matches_close(it->state);
}

void
ru_matches_iter(RuIter *it, RuMatches *matches)
{
	it->state = matches;
	it->next = next_match;
	it->close = close_matches;
	it->fleeting = true; /* rebuilding the memo frees the items it held */
}

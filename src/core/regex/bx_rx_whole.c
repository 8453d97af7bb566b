/*
 * bx_rx_whole.c -- does a pattern that counts match a string as a whole?
 *
 * A counted repetition of one character or class is one instruction (a run) however large its numbers are.  All
 * that is known of a run are the places where it was entered: one that was entered at place s has taken off - s
 * characters at off. So a character that it takes moves nothing, and one that it does not take ends all of them.
 * Places are kept as ranges in ascending order; what has taken as many as it may is dropped from the front, and
 * the first place left says whether the run may be left.
 */
#include "bx_rx_int.h"

/* Places where a run was entered, ascending: those of first[at], ..., first[n - 1] to last[...]. */
typedef struct RunEntries
{
	struct
	{
		uint32_t first;
		uint32_t last;
	} * list;
	uint32_t at;
	uint32_t n;
	uint32_t cap;
} RunEntries;

typedef struct Whole
{
	const BxRegex *re;
	BxRegexRun *run;
	const uint8_t *s;
	size_t n;
	uint32_t *seeds; /* instructions that the last character led to */
	uint32_t n_seeds;
	uint32_t *stack;
	uint32_t *takers; /* instructions for characters that were reached */
	uint32_t n_takers;
	size_t *seen; /* per instruction: place + 1 it was last reached at */
	RunEntries *entries;
	uint64_t charged;
} Whole;

static BxStatus
begin(Whole *w)
{
	BxArena *arena = w->run->arena;
	size_t n = w->re->n_insts;

	w->seeds = bx_arena_alloc(arena, (n + w->re->n_runs) * sizeof(uint32_t));
	w->stack = bx_arena_alloc(arena, (3 * n + w->re->n_runs) * sizeof(uint32_t));
	w->takers = bx_arena_alloc(arena, n * sizeof(uint32_t));
	w->seen = bx_arena_zalloc(arena, n * sizeof(size_t));
	w->entries = bx_arena_zalloc(arena, w->re->n_runs * sizeof(RunEntries));
	if (w->seeds == NULL || w->stack == NULL || w->takers == NULL || w->seen == NULL || w->entries == NULL)
		return bx_fail_nomem(w->run->err, n * sizeof(size_t));
	w->seeds[w->n_seeds++] = 0;
	return BX_OK;
}

/* ---- runs ---- */

/* A run is entered here. */
static BxStatus
enter(Whole *w, uint32_t no, size_t off)
{
	RunEntries *e = &w->entries[no];

	if (e->n > e->at && e->list[e->n - 1].last + 1 == off)
	{
		e->list[e->n - 1].last++;
		return BX_OK;
	}
	/* without a limit the first entry is as good as all */
	if (e->n > e->at && w->re->runs[no].max == BX_RX_NO_MAX)
		return BX_OK;
	if (e->n == e->cap)
	{
		uint32_t cap = e->cap > 0 ? 2 * (e->n - e->at) + 4 : 4;
		void *list = bx_arena_alloc(w->run->arena, cap * sizeof(e->list[0]));

		if (list == NULL)
			return bx_fail_nomem(w->run->err, cap * sizeof(e->list[0]));
		if (e->n > e->at)
			memcpy(list, &e->list[e->at], (e->n - e->at) * sizeof(e->list[0]));
		e->list = list;
		e->n -= e->at;
		e->at = 0;
		e->cap = cap;
	}
	e->list[e->n].first = e->list[e->n].last = (uint32_t) off;
	e->n++;
	return BX_OK;
}

/* A run takes the character at off, or ends. */
static void
take(Whole *w, uint32_t no, size_t off, uint32_t cp)
{
	const BxRxRun *run = &w->re->runs[no];
	RunEntries *e = &w->entries[no];

	if (!bx_rx_takes(w->re, &run->of, cp))
		e->at = e->n = 0;
	if (run->max == BX_RX_NO_MAX)
		return;
	while (e->at < e->n && off + 1 - e->list[e->at].first > run->max)
		if (e->list[e->at].first == e->list[e->at].last)
			e->at++;
		else
			e->list[e->at].first++;
}

/* ---- places ---- */

/* Everything the seeds lead to without taking a character; *matched when that is the end of the pattern. */
static BxStatus
reach(Whole *w, size_t off, size_t place_no, bool *matched)
{
	BxRxPlace place = {.start = off == 0, .end = off == w->n};
	uint32_t top = w->n_seeds;

	memcpy(w->stack, w->seeds, top * sizeof(uint32_t));
	w->n_takers = w->n_seeds = 0;
	while (top > 0)
	{
		uint32_t pc = w->stack[--top];
		const BxRxInst *inst = &w->re->insts[pc];

		if (w->seen[pc] == place_no + 1)
			continue;
		w->seen[pc] = place_no + 1;
		w->run->steps++;
		switch (inst->op)
		{
			case BX_RX_OP_CHAR:
			case BX_RX_OP_SET: w->takers[w->n_takers++] = pc; break;
			case BX_RX_OP_RUN:
				BX_TRY(enter(w, inst->x, place_no));
				if (w->re->runs[inst->x].min == 0)
					w->stack[top++] = pc + 1;
				break;
			case BX_RX_OP_MATCH: *matched = true; return BX_OK;
			case BX_RX_OP_JUMP: w->stack[top++] = inst->x; break;
			case BX_RX_OP_SPLIT:
				w->stack[top++] = inst->x;
				w->stack[top++] = inst->y;
				break;
			case BX_RX_OP_SAVE: w->stack[top++] = pc + 1; break;
			default:
				if (bx_rx_holds(inst->op, &place))
					w->stack[top++] = pc + 1;
				break;
		}
	}
	return BX_OK;
}

/* The character at a place: what it leads to. */
static void
advance(Whole *w, size_t place_no, uint32_t cp)
{
	uint32_t i;

	for (i = 0; i < w->n_takers; i++)
		if (bx_rx_takes(w->re, &w->re->insts[w->takers[i]], cp))
			w->seeds[w->n_seeds++] = w->takers[i] + 1;
	for (i = 0; i < w->re->n_runs; i++)
	{
		const BxRxRun *run = &w->re->runs[i];
		const RunEntries *e = &w->entries[i];

		if (e->at == e->n)
			continue;
		take(w, i, place_no, cp);
		if (e->at < e->n && place_no + 1 - e->list[e->at].first >= run->min)
			w->seeds[w->n_seeds++] = run->pc + 1;
	}
	w->run->steps += w->n_takers + w->re->n_runs;
}

BxStatus
bx_rx_whole(const BxRegex *re, BxRegexRun *run, const uint8_t *s, size_t n, bool *hit)
{
	Whole w = {.re = re, .run = run, .s = s, .n = n, .charged = run->steps};
	const uint8_t *p = s, *end = s + n;
	size_t place_no;

	*hit = false;
	BX_TRY(begin(&w));
	/* runs count characters: places have numbers beside their offsets */
	for (place_no = 0;; place_no++)
	{
		BX_TRY(reach(&w, (size_t) (p - s), place_no, hit));
		if (p == end || *hit)
			return BX_OK;
		advance(&w, place_no, bx_rx_decode(&p, end));
		if (run->steps - w.charged >= BX_RX_STEPS_PER_CHARGE)
		{
			BX_TRY(bx_charge(run->arena->host, (run->steps - w.charged) * BX_RX_STEP_UNITS));
			w.charged = run->steps;
		}
	}
}

/*
 * bx_rx_find.c -- find matches with their groups: all alternatives advance together, one character at a time.
 *
 * A list of threads, one for each instruction at most, in order of preference: an earlier start before a later one, the
 * first branch of a split before the second.  So work per character is bounded by the size of the program, whatever
 * the pattern, and the first thread that reaches the end of the program is the match a backtracking matcher would
 * find.
 */
#include "bx_rx_int.h"

#include "../base/bx_long.h"

#include "../base/bx_utf8.h"

/* Threads in order, with their slots: those of pc are at pc * n_slots. */
typedef struct Threads
{
	uint32_t *list;
	uint32_t n;
	uint32_t *at; /* pc is in the list when list[at[pc]] is pc */
	uint32_t *slots;
} Threads;

/* What is left to do while a thread is added: go to pc, or, with slot set, put its old value back. */
typedef struct Todo
{
	uint32_t pc;
	uint32_t slot;
	uint32_t value;
} Todo;

#define NO_SLOT UINT32_MAX

struct BxRegexFinder
{
	const BxRegex *re;
	BxRegexRun *run;
	const uint8_t *s;
	size_t n;
	uint32_t n_slots; /* two for each span */
	BxRxBack *back;   /* of a pattern with back-references, else NULL */
	Threads now;
	Threads next;
	Todo *todo;
	uint32_t *slots; /* of the thread that is being added */
	BxRegexSpan *spans;
	uint64_t charged; /* of run->steps */
};

static bool
threads_init(BxArena *arena, Threads *t, uint32_t n_insts, uint32_t n_slots)
{
	t->list = bx_arena_alloc(arena, n_insts * sizeof(uint32_t));
	t->at = bx_arena_zalloc(arena, n_insts * sizeof(uint32_t));
	t->slots = bx_arena_alloc(arena, (size_t) n_insts * n_slots * sizeof(uint32_t));
	t->n = 0;
	return t->list != NULL && t->at != NULL && t->slots != NULL;
}

BxStatus
bx_regex_finder_new(const BxRegex *re, BxRegexRun *run, const char *s, size_t n, uint32_t n_spans,
					BxRegexFinder **finder)
{
	BxRegexFinder *f = bx_arena_zalloc(run->arena, sizeof(BxRegexFinder));
	size_t most = (size_t) re->n_insts * 3 * sizeof(Todo);

	*finder = f;
	if (f == NULL)
		return bx_fail_nomem(run->err, sizeof(BxRegexFinder));
	f->re = re;
	f->run = run;
	f->s = (const uint8_t *) s;
	f->n = n;
	f->n_slots = n_spans * 2;
	f->slots = bx_arena_alloc(run->arena, f->n_slots * sizeof(uint32_t));
	f->spans = bx_arena_alloc(run->arena, n_spans * sizeof(BxRegexSpan));
	f->todo = bx_arena_alloc(run->arena, most);
	f->charged = run->steps;
	if (re->backs && f->spans != NULL)
		return bx_rx_back_new(re, run, f->s, n, &f->back);
	if (f->slots == NULL || f->spans == NULL || f->todo == NULL ||
		!threads_init(run->arena, &f->now, re->n_insts, f->n_slots) ||
		!threads_init(run->arena, &f->next, re->n_insts, f->n_slots))
		return bx_fail_nomem(run->err, most);
	return BX_OK;
}

uint32_t
bx_rx_decode(const uint8_t **p, const uint8_t *end)
{
	int32_t cp;

	if (BX_LIKELY(**p < 0x80))
		return *(*p)++;
	cp = bx_utf8_next(p, end);
	if (cp >= 0)
		return (uint32_t) cp;
	++*p;
	return 0xFFFD;
}

static bool
has_thread(const Threads *t, uint32_t pc)
{
	return t->at[pc] < t->n && t->list[t->at[pc]] == pc;
}

static BxRxPlace
place_at(const BxRegexFinder *f, size_t off)
{
	BxRxPlace place;

	place.start = off == 0;
	place.end = off == f->n;
	place.after_newline = off > 0 && f->s[off - 1] == '\n';
	place.before_newline = off < f->n && f->s[off] == '\n';
	return place;
}

/*
 * Add a thread at pc with the present slots, and all it leads to without taking a character.  Every instruction is
 * entered once and adds two things to do at most besides itself, so the stack has room.
 */
static void
add_thread(BxRegexFinder *f, Threads *t, uint32_t first, size_t off)
{
	BxRxPlace place = place_at(f, off);
	Todo *todo = f->todo;
	uint32_t top = 0;

	todo[top++] = (Todo){first, NO_SLOT, 0};
	while (top > 0)
	{
		Todo next = todo[--top];
		const BxRxInst *inst;

		if (next.slot != NO_SLOT)
		{
			f->slots[next.slot] = next.value;
			continue;
		}
		if (has_thread(t, next.pc))
			continue;
		f->run->steps++;
		t->at[next.pc] = t->n;
		t->list[t->n++] = next.pc;
		inst = &f->re->insts[next.pc];
		switch (inst->op)
		{
			case BX_RX_OP_JUMP: todo[top++] = (Todo){inst->x, NO_SLOT, 0}; break;
			case BX_RX_OP_SPLIT:
				todo[top++] = (Todo){inst->y, NO_SLOT, 0};
				todo[top++] = (Todo){inst->x, NO_SLOT, 0};
				break;
			case BX_RX_OP_SAVE:
				if (inst->x < f->n_slots)
				{
					todo[top++] = (Todo){0, inst->x, f->slots[inst->x]};
					f->slots[inst->x] = (uint32_t) off;
				}
				todo[top++] = (Todo){next.pc + 1, NO_SLOT, 0};
				break;
			case BX_RX_OP_CHAR:
			case BX_RX_OP_SET:
			case BX_RX_OP_MATCH:
				memcpy(t->slots + (size_t) next.pc * f->n_slots, f->slots, f->n_slots * sizeof(uint32_t));
				break;
			default:
				if (bx_rx_holds(inst->op, &place))
					todo[top++] = (Todo){next.pc + 1, NO_SLOT, 0};
				break;
		}
	}
}

/* A match may start here: the least preferred thread so far. */
static void
start_thread(BxRegexFinder *f, size_t off)
{
	memset(f->slots, 0xFF, f->n_slots * sizeof(uint32_t));
	f->slots[0] = (uint32_t) off;
	add_thread(f, &f->now, 0, off);
}

static void
take_match(BxRegexFinder *f, const uint32_t *slots, size_t end)
{
	uint32_t i;

	for (i = 0; i < f->n_slots / 2; i++)
	{
		f->spans[i].start = slots[2 * i];
		f->spans[i].end = slots[2 * i + 1];
		if (f->spans[i].end == BX_REGEX_UNSET)
			f->spans[i].start = BX_REGEX_UNSET;
	}
	f->spans[0].start = slots[0];
	f->spans[0].end = (uint32_t) end;
}

/* All threads take the character cp, which ends at `behind`; true when one of them was a match at off. */
static bool
advance(BxRegexFinder *f, size_t off, bool end, uint32_t cp, size_t behind)
{
	Threads swap = f->now;
	uint32_t i;
	bool matched = false;

	f->next.n = 0;
	for (i = 0; i < f->now.n && !matched; i++)
	{
		uint32_t pc = f->now.list[i];
		const BxRxInst *inst = &f->re->insts[pc];
		const uint32_t *slots = f->now.slots + (size_t) pc * f->n_slots;

		if (inst->op == BX_RX_OP_MATCH)
		{
			take_match(f, slots, off);
			matched = true;
		}
		else if (inst->op <= BX_RX_OP_SET && !end && bx_rx_takes(f->re, inst, cp))
		{
			memcpy(f->slots, slots, f->n_slots * sizeof(uint32_t));
			add_thread(f, &f->next, pc + 1, behind);
		}
	}
	f->run->steps += i + 1;
	f->now = f->next;
	f->next = swap;
	return matched;
}

static BxStatus
charge_steps(BxRegexFinder *f)
{
	uint64_t n = f->run->steps - f->charged;

	f->charged = f->run->steps;
	return bx_charge(f->run->arena->host, n * BX_RX_STEP_UNITS);
}

static inline BxStatus
charge_sometimes(BxRegexFinder *f)
{
	return BX_LIKELY(f->run->steps - f->charged < BX_RX_STEPS_PER_CHARGE) ? BX_OK : charge_steps(f);
}

/* The next place at *off or behind where a match may start. */
static BxStatus
skip_to_start(BxRegexFinder *f, size_t *off)
{
	size_t from, end;

	if (f->re->at_start && *off > 0)
		*off = f->n;
	if (f->re->any_first)
		return BX_OK;
	do
	{
		from = *off;
		end = f->n - from > BX_LONG_PIECE ? from + BX_LONG_PIECE : f->n;
		while (*off < end && !f->re->first[f->s[*off]])
			++*off;
		f->run->steps += *off - from;
		BX_TRY(bx_charge(f->run->arena->host, *off - from));
		f->charged += *off - from;
	} while (*off == end && end < f->n);
	return BX_OK;
}

/* The same of a pattern with back-references: each place by itself. */
static BxStatus
find_back(BxRegexFinder *f, size_t off, bool *found)
{
	const uint32_t *slots;
	size_t end;

	for (;;)
	{
		const uint8_t *p;

		BX_TRY(skip_to_start(f, &off));
		BX_TRY(bx_rx_back_try(f->back, off, found, &slots, &end));
		f->charged = f->run->steps;
		if (*found)
			take_match(f, slots, end);
		if (*found || off == f->n)
			return BX_OK;
		p = f->s + off;
		(void) bx_rx_decode(&p, f->s + f->n);
		off = (size_t) (p - f->s);
	}
}

BxStatus
bx_regex_find(BxRegexFinder *f, size_t from, bool *found, const BxRegexSpan **spans)
{
	size_t off = from;

	*found = false;
	*spans = f->spans;
	if (f->back != NULL)
		return find_back(f, off, found);
	f->now.n = 0;
	for (;;)
	{
		const uint8_t *p = f->s + off;
		uint32_t cp = 0;

		BX_TRY(charge_sometimes(f));
		if (f->now.n == 0)
		{
			if (*found)
				return charge_steps(f);
			BX_TRY(skip_to_start(f, &off));
			p = f->s + off;
		}
		if (!*found)
			start_thread(f, off);
		if (off < f->n)
			cp = bx_rx_decode(&p, f->s + f->n);
		*found |= advance(f, off, off == f->n, cp, (size_t) (p - f->s));
		if (off == f->n)
			return charge_steps(f);
		off = (size_t) (p - f->s);
	}
}

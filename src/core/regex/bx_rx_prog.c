/*
 * bx_rx_prog.c -- from the tree to a program, and what is known about the program before it runs.
 *
 * Counted repetitions are written out, so the bound on instructions bounds everything that follows.  An instruction
 * that takes a character continues at the next one.
 */
#include "bx_rx_int.h"

#include "../base/bx_utf8.h"

/* ---- emission ---- */

typedef struct Emitter
{
	BxRxParser *p;
	BxRxInst *insts;
	uint32_t n;
	uint32_t cap;
	BxRxRun *runs;
	uint32_t n_runs;
	uint32_t cap_runs;
} Emitter;

static BxStatus
put(Emitter *e, uint32_t op, uint32_t x, uint32_t y)
{
	_Static_assert(BX_REGEX_MAX_INSTS == 16384, "the message says it");
	if (e->n == BX_REGEX_MAX_INSTS)
		return bx_rx_fail(e->p, e->p->end, "With its repetitions written out it has more than 16384 steps.",
						  "pattern too large");
	BX_TRY(bx_rx_room(e->p, (void **) &e->insts, sizeof(BxRxInst), e->n, &e->cap));
	e->insts[e->n++] = (BxRxInst){op, x, y};
	return BX_OK;
}

static BxStatus emit(Emitter *e, uint32_t node);

/* A split at `at`: first into what follows it, or, reluctant, first to `far`. */
static void
set_split(Emitter *e, uint32_t at, uint32_t far, bool reluctant)
{
	e->insts[at].x = reluctant ? far : at + 1;
	e->insts[at].y = reluctant ? at + 1 : far;
}

/* A split at the end of a loop that starts at `back`. */
static BxStatus
emit_again(Emitter *e, uint32_t back, bool reluctant)
{
	uint32_t out = e->n + 1;

	return reluctant ? put(e, BX_RX_OP_SPLIT, out, back) : put(e, BX_RX_OP_SPLIT, back, out);
}

/*
 * No times or more, written as "(x+)?": when x can be empty, a turn that takes nothing must end the loop without losing
 * its place in the order of preference.
 */
static BxStatus
emit_star(Emitter *e, const BxRxNode *repeat)
{
	uint32_t at = e->n;

	BX_TRY(put(e, BX_RX_OP_SPLIT, 0, 0));
	BX_TRY(emit(e, repeat->kid));
	BX_TRY(emit_again(e, at + 1, repeat->reluctant));
	set_split(e, at, e->n, repeat->reluctant);
	return BX_OK;
}

/* Up to n times: each split leads behind the last copy.  The splits are chained by y until that place is known. */
static BxStatus
emit_optional(Emitter *e, const BxRxNode *repeat, uint32_t n)
{
	uint32_t chain = UINT32_MAX;
	uint32_t at;

	for (; n > 0; n--)
	{
		at = e->n;
		BX_TRY(put(e, BX_RX_OP_SPLIT, 0, chain));
		chain = at;
		BX_TRY(emit(e, repeat->kid));
	}
	while (chain != UINT32_MAX)
	{
		at = chain;
		chain = e->insts[at].y;
		set_split(e, at, e->n, repeat->reluctant);
	}
	return BX_OK;
}

/* Is a repetition counted, not written out? */
static bool
is_run(const Emitter *e, const BxRxNode *repeat)
{
	uint8_t kind = e->p->nodes[repeat->kid].kind;

	return (e->p->flags & BX_REGEX_WHOLE) && (kind == BX_RX_CHAR || kind == BX_RX_SET) &&
		   (repeat->y == BX_RX_NO_MAX ? repeat->x : repeat->y) > BX_RX_RUN_MIN;
}

static BxStatus
emit_run(Emitter *e, const BxRxNode *repeat)
{
	const BxRxNode *kid = &e->p->nodes[repeat->kid];
	BxRxRun run = {.pc = e->n, .min = repeat->x, .max = repeat->y};

	run.of = (BxRxInst){kid->kind == BX_RX_CHAR ? BX_RX_OP_CHAR : BX_RX_OP_SET, kid->x, 0};
	BX_TRY(bx_rx_room(e->p, (void **) &e->runs, sizeof(BxRxRun), e->n_runs, &e->cap_runs));
	BX_TRY(put(e, BX_RX_OP_RUN, e->n_runs, 0));
	e->runs[e->n_runs++] = run;
	return BX_OK;
}

static BxStatus
emit_repeat(Emitter *e, const BxRxNode *repeat)
{
	uint32_t last = e->n;
	uint32_t i;

	if (is_run(e, repeat))
		return emit_run(e, repeat);
	for (i = 0; i < repeat->x; i++)
	{
		last = e->n;
		BX_TRY(emit(e, repeat->kid));
	}
	if (repeat->y != BX_RX_NO_MAX)
		return emit_optional(e, repeat, repeat->y - repeat->x);
	if (repeat->x == 0)
		return emit_star(e, repeat);
	return emit_again(e, last, repeat->reluctant); /* the last copy once more */
}

static BxStatus
emit_alternatives(Emitter *e, const BxRxNode *alt)
{
	uint32_t chain = UINT32_MAX; /* jumps to the end, chained by x */
	uint32_t branch, at;

	for (branch = alt->kid; branch != 0; branch = e->p->nodes[branch].next)
	{
		if (e->p->nodes[branch].next == 0)
		{
			BX_TRY(emit(e, branch));
			break;
		}
		at = e->n;
		BX_TRY(put(e, BX_RX_OP_SPLIT, 0, 0));
		BX_TRY(emit(e, branch));
		BX_TRY(put(e, BX_RX_OP_JUMP, chain, 0));
		chain = e->n - 1;
		set_split(e, at, e->n, false);
	}
	while (chain != UINT32_MAX)
	{
		at = chain;
		chain = e->insts[at].x;
		e->insts[at].x = e->n;
	}
	return BX_OK;
}

static BxStatus
emit(Emitter *e, uint32_t no)
{
	const BxRxNode *node = &e->p->nodes[no];
	uint32_t kid;

	switch (node->kind)
	{
		case BX_RX_EMPTY: return BX_OK;
		case BX_RX_CHAR: return put(e, BX_RX_OP_CHAR, node->x, 0);
		case BX_RX_SET: return put(e, BX_RX_OP_SET, node->x, 0);
		case BX_RX_ASSERT: return put(e, node->x, 0, 0);
		case BX_RX_BACK: return put(e, BX_RX_OP_BACK, node->x, (e->p->flags & BX_REGEX_NO_CASE) != 0);
		case BX_RX_REPEAT: return emit_repeat(e, node);
		case BX_RX_ALT: return emit_alternatives(e, node);
		case BX_RX_GROUP:
			BX_TRY(put(e, BX_RX_OP_SAVE, node->x * 2, 0));
			BX_TRY(emit(e, node->kid));
			return put(e, BX_RX_OP_SAVE, node->x * 2 + 1, 0);
		default:
			for (kid = node->kid; kid != 0; kid = e->p->nodes[kid].next)
				BX_TRY(emit(e, kid));
			return BX_OK;
	}
}

/* ---- where a match may start ---- */

/* First bytes of the characters of a range. */
static void
mark_first_bytes(BxRegex *re, uint32_t first, uint32_t last)
{
	uint8_t a[4], b[4];
	unsigned c;

	bx_utf8_put(a, first);
	bx_utf8_put(b, last);
	for (c = a[0]; c <= b[0]; c++)
		re->first[c] = 1;
	/* an invalid byte counts as U+FFFD */
	if (last >= 0xFFFD)
		memset(re->first + 0x80, 1, 128);
}

static void
mark_first(BxRegex *re, const BxRxInst *inst)
{
	const BxRxSet *set;
	uint32_t i;

	if (inst->op == BX_RX_OP_CHAR)
	{
		mark_first_bytes(re, inst->x, inst->x);
		return;
	}
	set = &re->sets[inst->x];
	for (i = 0; i < set->n; i++)
		mark_first_bytes(re, set->r[i].first, set->r[i].last);
}

/*
 * Everything reachable without taking a character, every place allowed: which bytes can come first, whether a match can
 * be empty, and, when nothing is reached but through "^", that it is at the start.
 */
static BxStatus
look_at_start(BxRegex *re, BxArena *arena, BxError *err)
{
	uint32_t *stack = bx_arena_alloc(arena, re->n_insts * 2 * sizeof(uint32_t));
	uint8_t *seen = bx_arena_zalloc(arena, re->n_insts);
	uint32_t top = 0;

	if (stack == NULL || seen == NULL)
		return bx_fail_nomem(err, re->n_insts * 2 * sizeof(uint32_t));
	re->at_start = true;
	stack[top++] = 0;
	while (top > 0)
	{
		uint32_t pc = stack[--top];
		const BxRxInst *inst = &re->insts[pc];

		if (seen[pc])
			continue;
		seen[pc] = 1;
		switch (inst->op)
		{
			case BX_RX_OP_CHAR:
			case BX_RX_OP_SET:
				mark_first(re, inst);
				re->at_start = false;
				break;
			case BX_RX_OP_MATCH:
				re->any_first = true;
				re->at_start = false;
				break;
			case BX_RX_OP_TEXT_START: re->any_first = true; break;
			case BX_RX_OP_JUMP: stack[top++] = inst->x; break;
			case BX_RX_OP_SPLIT:
				stack[top++] = inst->x;
				stack[top++] = inst->y;
				break;
			default: stack[top++] = pc + 1; break;
		}
	}
	return BX_OK;
}

BxStatus
bx_rx_program(BxRxParser *p, uint32_t root, BxRegex *re)
{
	Emitter e = {.p = p};

	BX_TRY(emit(&e, root));
	BX_TRY(put(&e, BX_RX_OP_MATCH, 0, 0));
	re->insts = e.insts;
	re->n_insts = e.n;
	re->sets = p->sets;
	re->n_sets = p->n_sets;
	re->n_groups = p->n_groups;
	re->group_in = p->group_in;
	re->backs = p->backs;
	re->runs = e.runs;
	re->n_runs = e.n_runs;
	return re->n_runs > 0 ? BX_OK : look_at_start(re, p->arena, p->err);
}

/* ---- classes of characters ---- */

/* Where characters begin to be told apart, ascending without duplicates after sort_cuts. */
typedef struct Cuts
{
	BxRxCut *cuts;
	uint32_t n;
} Cuts;

static void
add_cuts(Cuts *c, uint32_t first, uint32_t last)
{
	c->cuts[c->n++].first = first;
	if (last < BX_UNICODE_MAX)
		c->cuts[c->n++].first = last + 1;
}

static void
sift(BxRxCut *a, uint32_t i, uint32_t n)
{
	BxRxCut x = a[i];
	uint32_t k;

	for (; (k = 2 * i + 1) < n; i = k)
	{
		if (k + 1 < n && a[k + 1].first > a[k].first)
			k++;
		if (a[k].first <= x.first)
			break;
		a[i] = a[k];
	}
	a[i] = x;
}

static void
sort_cuts(Cuts *c)
{
	uint32_t i, k;

	for (i = c->n / 2; i-- > 0;)
		sift(c->cuts, i, c->n);
	for (i = c->n; i-- > 1;)
	{
		BxRxCut x = c->cuts[0];

		c->cuts[0] = c->cuts[i];
		c->cuts[i] = x;
		sift(c->cuts, 0, i);
	}
	for (i = 1, k = 1; i < c->n; i++)
		if (c->cuts[i].first != c->cuts[k - 1].first)
			c->cuts[k++] = c->cuts[i];
	c->n = k;
}

/* Index of the piece that starts at first; it is there. */
static uint32_t
find_cut(const Cuts *c, uint32_t first)
{
	uint32_t lo = 0, hi = c->n;

	while (lo < hi)
	{
		uint32_t mid = (lo + hi) / 2;

		if (c->cuts[mid].first < first)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

/* Separate the pieces of a set from the rest of their classes; false when there are too many classes. */
static bool
refine(Cuts *c, const BxRxRange *r, uint32_t n, uint32_t *n_classes)
{
	uint32_t moved[BX_RX_MAX_CLASSES];
	uint32_t before = *n_classes;
	uint32_t i, k;

	memset(moved, 0, sizeof(moved));
	for (i = 0; i < n; i++)
		for (k = find_cut(c, r[i].first); k < c->n && c->cuts[k].first <= r[i].last; k++)
		{
			uint32_t old = c->cuts[k].class_no;

			if (old >= before)
				continue;
			if (moved[old] == 0)
			{
				if (*n_classes == BX_RX_MAX_CLASSES)
					return false;
				moved[old] = (*n_classes)++;
			}
			c->cuts[k].class_no = moved[old];
		}
	return true;
}

/* Numbers without gaps: a class whose pieces all moved has none left. */
static void
renumber(Cuts *c, uint32_t *n_classes)
{
	uint32_t to[BX_RX_MAX_CLASSES];
	uint32_t i, n = 0;

	memset(to, 0, sizeof(to));
	for (i = 0; i < c->n; i++)
	{
		uint32_t *t = &to[c->cuts[i].class_no];

		if (*t == 0)
			*t = ++n;
		c->cuts[i].class_no = *t - 1;
	}
	*n_classes = n;
}

#define MOST_CUTS 8192 /* above it simulation is the better choice */

/* All cuts, unsorted; none when there would be too many. */
static BxStatus
collect_cuts(const BxRegex *re, BxArena *arena, Cuts *c, BxError *err)
{
	uint64_t n = 3;
	uint32_t i, k;

	for (i = 0; i < re->n_sets; i++)
		n += re->sets[i].n * 2;
	for (i = 0; i < re->n_insts; i++)
		n += re->insts[i].op == BX_RX_OP_CHAR ? 2 : 0;
	c->n = 0;
	if (n > MOST_CUTS)
		return BX_OK;
	c->cuts = bx_arena_zalloc(arena, n * sizeof(BxRxCut));
	if (c->cuts == NULL)
		return bx_fail_nomem(err, n * sizeof(BxRxCut));
	add_cuts(c, 0, BX_UNICODE_MAX);
	add_cuts(c, '\n', '\n');
	for (i = 0; i < re->n_sets; i++)
		for (k = 0; k < re->sets[i].n; k++)
			add_cuts(c, re->sets[i].r[k].first, re->sets[i].r[k].last);
	for (i = 0; i < re->n_insts; i++)
		if (re->insts[i].op == BX_RX_OP_CHAR)
			add_cuts(c, re->insts[i].x, re->insts[i].x);
	return BX_OK;
}

BxStatus
bx_rx_classes(const BxRegex *re, BxArena *arena, BxRxCut **cuts, uint32_t *n_cuts, uint32_t *n_classes,
			  BxError *err)
{
	BxRxRange newline = {'\n', '\n'};
	Cuts c = {0};
	bool ok;
	uint32_t i;

	*n_cuts = 0;
	*n_classes = 1;
	BX_TRY(collect_cuts(re, arena, &c, err));
	if (c.n == 0)
		return BX_OK;
	sort_cuts(&c);
	ok = refine(&c, &newline, 1, n_classes);
	for (i = 0; i < re->n_sets && ok; i++)
	{
		ok = refine(&c, re->sets[i].r, re->sets[i].n, n_classes);
		renumber(&c, n_classes);
	}
	for (i = 0; i < re->n_insts && ok; i++)
		if (re->insts[i].op == BX_RX_OP_CHAR)
		{
			ok = refine(&c, &(BxRxRange){re->insts[i].x, re->insts[i].x}, 1, n_classes);
			renumber(&c, n_classes);
		}
	*cuts = c.cuts;
	*n_cuts = ok ? c.n : 0;
	return BX_OK;
}

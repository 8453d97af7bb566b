/*
 * bx_rx_back.c -- find matches of patterns with back-references: one alternative after the other.
 *
 * Whether such a pattern matches depends on what its groups have matched, so alternatives cannot advance together, and
 * time may grow exponentially with the string: every step is charged, and what is left to be tried has a bound.
 */
#include "bx_rx_int.h"

#include "../base/bx_bytes.h"

/* What is left to be tried, or to be put back on the way there. */
typedef struct Left
{
	uint32_t pc;   /* try it at the offset `value`, or ... */
	uint32_t slot; /* ... put this value back; NO_SLOT: try */
	uint32_t value;
} Left;

#define NO_SLOT UINT32_MAX
#define NOWHERE UINT32_MAX
#define MAX_LEFT ((size_t) 8 << 20)

struct BxRxBack
{
	const BxRegex *re;
	BxRegexRun *run;
	const uint8_t *s;
	size_t n;
	uint32_t
		*slots; /* n_slots of groups, and then for each instruction where a loop that ends with it came by */
	uint32_t n_slots;
	Left *left;
	size_t n_left;
	size_t cap_left;
};

BxStatus
bx_rx_back_new(const BxRegex *re, BxRegexRun *run, const uint8_t *s, size_t n, BxRxBack **back)
{
	uint32_t groups = re->n_groups < BX_RX_GROUPS ? re->n_groups + 1 : BX_RX_GROUPS;
	BxRxBack *b = bx_arena_zalloc(run->arena, sizeof(BxRxBack));
	size_t size = (groups * 2 + (size_t) re->n_insts) * sizeof(uint32_t);

	*back = b;
	if (b == NULL)
		return bx_fail_nomem(run->err, sizeof(BxRxBack));
	b->re = re;
	b->run = run;
	b->s = s;
	b->n = n;
	b->n_slots = groups * 2;
	b->slots = bx_arena_alloc(run->arena, size);
	return b->slots != NULL ? BX_OK : bx_fail_nomem(run->err, size);
}

static BxStatus
leave(BxRxBack *b, uint32_t pc, uint32_t slot, uint32_t value)
{
	if (b->n_left == b->cap_left)
	{
		size_t cap = b->cap_left * 2 + 64;
		Left *left;

		if (b->n_left >= MAX_LEFT)
			return bx_fail(b->run->err, BX_E_LIMIT, -1,
						   "too many ways to match a regular expression with back-references");
		left = bx_arena_grow(b->run->arena, b->left, b->n_left * sizeof(Left), cap * sizeof(Left));
		if (left == NULL)
			return bx_fail_nomem(b->run->err, cap * sizeof(Left));
		b->left = left;
		b->cap_left = cap;
	}
	b->left[b->n_left++] = (Left){pc, slot, value};
	return BX_OK;
}

static BxStatus
set_slot(BxRxBack *b, uint32_t slot, uint32_t value)
{
	BX_TRY(leave(b, 0, slot, b->slots[slot]));
	b->slots[slot] = value;
	return BX_OK;
}

static bool
is_inside(const BxRegex *re, uint32_t group, uint32_t outer)
{
	while (group > outer)
		group = re->group_in[group];
	return group == outer;
}

/* A place of a group.  Where it begins, the groups in it have matched nothing: they did so in another turn. */
static BxStatus
save(BxRxBack *b, uint32_t slot, size_t off)
{
	uint32_t outer = slot / 2, group;

	if (slot >= b->n_slots)
		return BX_OK;
	for (group = outer + 1; slot % 2 == 0 && group * 2 < b->n_slots && is_inside(b->re, group, outer);
		 group++)
	{
		BX_TRY(set_slot(b, group * 2, NOWHERE));
		BX_TRY(set_slot(b, group * 2 + 1, NOWHERE));
	}
	return set_slot(b, slot, (uint32_t) off);
}

/* Back to what was left last; false: nothing is left. */
static bool
go_back(BxRxBack *b, uint32_t *pc, size_t *off)
{
	while (b->n_left > 0)
	{
		Left last = b->left[--b->n_left];

		if (last.slot == NO_SLOT)
		{
			*pc = last.pc;
			*off = last.value;
			return true;
		}
		b->slots[last.slot] = last.value;
	}
	return false;
}

static bool
same_letter(uint32_t a, uint32_t b)
{
	uint32_t c;

	for (c = bx_unicode_orbit(a); c != a && c != b;)
		c = bx_unicode_orbit(c);
	return c == b;
}

/* Is what a group has matched here, too?  A group that has matched nothing is empty. */
static bool
repeats(const BxRxBack *b, const BxRxInst *inst, size_t *off)
{
	uint32_t start = b->slots[inst->x * 2], end = b->slots[inst->x * 2 + 1];
	const uint8_t *p = b->s + *off, *q = b->s + start, *q_end = b->s + end;

	if (start == NOWHERE || end == NOWHERE || start == end)
		return true;
	if (!inst->y)
	{
		if (b->n - *off < end - start || memcmp(p, q, end - start) != 0)
			return false;
		*off += end - start;
		return true;
	}
	while (q < q_end)
	{
		uint32_t want = bx_rx_decode(&q, q_end), got;

		if (p == b->s + b->n)
			return false;
		got = bx_rx_decode(&p, b->s + b->n);
		if (got != want && !same_letter(want, got))
			return false;
	}
	*off = (size_t) (p - b->s);
	return true;
}

/* One way first, the other is left.  A loop that has taken nothing since it came by is not gone through again. */
static BxStatus
split(BxRxBack *b, uint32_t *pc, size_t off)
{
	const BxRxInst *inst = &b->re->insts[*pc];
	uint32_t mark = b->n_slots + *pc;

	if (inst->x <= *pc || inst->y <= *pc)
	{
		if (b->slots[mark] == off)
		{
			*pc = inst->x <= *pc ? inst->y : inst->x;
			return BX_OK;
		}
		BX_TRY(set_slot(b, mark, (uint32_t) off));
	}
	BX_TRY(leave(b, inst->y, NO_SLOT, (uint32_t) off));
	*pc = inst->x;
	return BX_OK;
}

static bool
holds(const BxRxBack *b, uint32_t op, size_t off)
{
	BxRxPlace place = {off == 0, off == b->n, off > 0 && b->s[off - 1] == '\n',
					   off < b->n && b->s[off] == '\n'};

	return bx_rx_holds(op, &place);
}

/* An instruction that takes characters, or none; false: it does not hold here. */
static bool
take(const BxRxBack *b, const BxRxInst *inst, size_t *off)
{
	const uint8_t *p = b->s + *off;

	switch (inst->op)
	{
		case BX_RX_OP_CHAR:
		case BX_RX_OP_SET:
			if (*off == b->n || !bx_rx_takes(b->re, inst, bx_rx_decode(&p, b->s + b->n)))
				return false;
			*off = (size_t) (p - b->s);
			return true;
		case BX_RX_OP_BACK: return repeats(b, inst, off);
		default: return holds(b, inst->op, *off);
	}
}

/* A step costs what it compares. */
static BxStatus
charge(BxRxBack *b, const BxRxInst *inst)
{
	uint32_t n = inst->op == BX_RX_OP_BACK ? b->slots[inst->x * 2 + 1] - b->slots[inst->x * 2] : 0;

	b->run->steps++;
	return bx_charge(b->run->arena->host, BX_RX_STEP_UNITS + (n < b->n ? n : 0));
}

BxStatus
bx_rx_back_try(BxRxBack *b, size_t from, bool *hit, const uint32_t **slots, size_t *end)
{
	uint32_t pc = 0;
	size_t off = from;

	*hit = false;
	*slots = b->slots;
	b->n_left = 0;
	memset(b->slots, 0xFF, (b->n_slots + (size_t) b->re->n_insts) * sizeof(uint32_t));
	b->slots[0] = (uint32_t) from;
	BX_TRY(bx_charge(b->run->arena->host, b->re->n_insts));
	for (;;)
	{
		const BxRxInst *inst = &b->re->insts[pc];

		BX_TRY(charge(b, inst));
		switch (inst->op)
		{
			case BX_RX_OP_MATCH:
				*hit = true;
				*end = off;
				return BX_OK;
			case BX_RX_OP_JUMP: pc = inst->x; break;
			case BX_RX_OP_SPLIT: BX_TRY(split(b, &pc, off)); break;
			case BX_RX_OP_SAVE:
				BX_TRY(save(b, inst->x, off));
				pc++;
				break;
			default:
				if (take(b, inst, &off))
					pc++;
				else if (!go_back(b, &pc, &off))
					return BX_OK;
				break;
		}
	}
}

/*
 * bx_rx_test.c -- does a pattern match anywhere?  With a table of the sets of alternatives met so far.
 *
 * A state is the set of instructions reached after a character, before what needs no character was followed: places
 * ("^", "$") depend on the character that comes next, which is known only when it is taken.  A state leads to another
 * by the class of the next character; what was worked out once is looked up.  The table has a fixed size: when it is
 * full, all states but the present one are forgotten.
 */
#include "bx_rx_int.h"

#include "../base/bx_hash.h"

#define MAX_TABLE_INSTS 1024
#define TABLE_BYTES (48 << 10)
#define MIN_STATES 4
#define MAX_STATES 512
#define MAX_WORDS (MAX_TABLE_INSTS / 64)

/* What a table entry says: not known yet, no match is possible any more, matched; others are states + FIRST_STATE. */
enum
{
	UNKNOWN,
	DEAD,
	MATCHED,
	FIRST_STATE,
};

/* What stands before the place of a state. */
enum
{
	AT_START,
	AFTER_NEWLINE,
	AFTER_OTHER,
};

struct BxRxTable
{
	uint8_t ascii[128]; /* classes */
	BxRxCut *cuts;
	uint32_t n_cuts;
	uint32_t n_classes; /* the end of the string is one more */
	uint32_t *sample;   /* a character of each class */
	uint32_t newline;   /* its class */
	uint32_t n_words;   /* of a set of instructions */
	uint32_t max_states;
	uint32_t n_states;
	uint64_t *sets;
	uint8_t *before;
	BxHashMap index; /* of states */
	uint16_t *next;  /* [state * (n_classes + 1) + class] */
	uint32_t *stack;
};

static bool
set_has(const uint64_t *set, uint32_t i)
{
	return (set[i >> 6] >> (i & 63)) & 1;
}

static void
set_add(uint64_t *set, uint32_t i)
{
	set[i >> 6] |= (uint64_t) 1 << (i & 63);
}

static uint32_t
class_of(const BxRxTable *t, uint32_t cp)
{
	uint32_t lo = 0, hi = t->n_cuts;

	if (cp < 128)
		return t->ascii[cp];
	while (lo < hi)
	{
		uint32_t mid = (lo + hi) / 2;

		if (t->cuts[mid].first <= cp)
			lo = mid + 1;
		else
			hi = mid;
	}
	return t->cuts[lo - 1].class_no;
}

/* ---- the table ---- */

static BxStatus
alloc_classes(BxRxTable *t, BxArena *arena, BxError *err)
{
	uint32_t i, cp, cut;

	t->sample = bx_arena_alloc(arena, t->n_classes * sizeof(uint32_t));
	if (t->sample == NULL)
		return bx_fail_nomem(err, t->n_classes * sizeof(uint32_t));
	for (i = 0; i < t->n_cuts; i++)
		t->sample[t->cuts[i].class_no] = t->cuts[i].first;
	for (cp = 0, cut = 0; cp < 128; cp++)
	{
		while (cut + 1 < t->n_cuts && t->cuts[cut + 1].first <= cp)
			cut++;
		t->ascii[cp] = (uint8_t) t->cuts[cut].class_no;
	}
	t->newline = t->ascii['\n'];
	return BX_OK;
}

static BxStatus
alloc_states(BxRxTable *t, uint32_t n_insts, BxArena *arena, BxError *err)
{
	size_t per_state = (t->n_classes + 1) * sizeof(uint16_t) + t->n_words * sizeof(uint64_t) + 1;

	t->max_states = (uint32_t) (TABLE_BYTES / per_state);
	if (t->max_states > MAX_STATES)
		t->max_states = MAX_STATES;
	t->sets = bx_arena_alloc(arena, t->max_states * t->n_words * sizeof(uint64_t));
	t->next = bx_arena_alloc(arena, t->max_states * (t->n_classes + 1) * sizeof(uint16_t));
	t->before = bx_arena_alloc(arena, t->max_states);
	bx_hashmap_init(&t->index, arena->host, arena);
	BX_TRY(bx_hashmap_room(&t->index, t->max_states, err));
	t->stack = bx_arena_alloc(arena, n_insts * 2 * sizeof(uint32_t));
	if (t->sets == NULL || t->next == NULL || t->before == NULL || t->stack == NULL)
		return bx_fail_nomem(err, TABLE_BYTES);
	return BX_OK;
}

BxStatus
bx_regex_warm(BxRegex *re, BxArena *arena, BxError *err)
{
	BxRxTable *t;

	_Static_assert(TABLE_BYTES / (BX_RX_MAX_CLASSES * 2 + 2 + MAX_WORDS * 8 + 1) >= MIN_STATES,
				   "room for states");
	if (re->n_insts > MAX_TABLE_INSTS || re->n_runs > 0 || re->backs || re->table != NULL)
		return BX_OK;
	t = bx_arena_zalloc(arena, sizeof(BxRxTable));
	if (t == NULL)
		return bx_fail_nomem(err, sizeof(BxRxTable));
	BX_TRY(bx_rx_classes(re, arena, &t->cuts, &t->n_cuts, &t->n_classes, err));
	if (t->n_cuts == 0)
		return BX_OK;
	t->n_words = (re->n_insts + 63) / 64;
	BX_TRY(alloc_classes(t, arena, err));
	BX_TRY(alloc_states(t, re->n_insts, arena, err));
	re->table = t;
	return BX_OK;
}

/* The state of a set; BX_HASH_NONE when there is none, and *hash and *at are where it belongs. */
static uint32_t
find_state(const BxRxTable *t, const uint64_t *set, uint8_t before, uint32_t *hash, uint32_t *at)
{
	size_t size = t->n_words * sizeof(uint64_t);
	uint32_t i;

	*hash = (uint32_t) bx_hash(&t->index.host->seed, before, set, size);
	bx_hashmap_foreach (i, &t->index, *hash, at)
		if (t->before[i] == before && memcmp(t->sets + (size_t) i * t->n_words, set, size) == 0)
			break;
	return i;
}

/* The entry of a set of instructions; when the table is full, everything in it goes. */
static uint16_t
state_of(BxRxTable *t, const uint64_t *set, uint8_t before)
{
	uint32_t hash, at, i = find_state(t, set, before, &hash, &at);

	if (i != BX_HASH_NONE)
		return (uint16_t) (i + FIRST_STATE);
	if (t->n_states == t->max_states)
	{
		bx_hashmap_clear(&t->index);
		find_state(t, set, before, &hash, &at);
		t->n_states = 0;
	}
	i = t->n_states++;
	bx_hashmap_put(&t->index, hash, at, i);
	memcpy(t->sets + (size_t) i * t->n_words, set, t->n_words * sizeof(uint64_t));
	memset(t->next + (size_t) i * (t->n_classes + 1), 0, (t->n_classes + 1) * sizeof(uint16_t));
	t->before[i] = before;
	return (uint16_t) (i + FIRST_STATE);
}

/* Everything the set leads to without taking a character; true when that is a match. */
static bool
close_set(const BxRegex *re, const uint64_t *set, const BxRxPlace *place, uint64_t *seen, uint64_t *steps)
{
	uint32_t *stack = re->table->stack;
	uint32_t pc;

	for (pc = 0; pc < re->n_insts; pc++)
	{
		uint32_t top = 0;

		if (set[pc >> 6] == 0)
			pc |= 63;
		else if (set_has(set, pc))
			stack[top++] = pc;
		while (top > 0)
		{
			uint32_t at = stack[--top];
			const BxRxInst *inst = &re->insts[at];

			if (set_has(seen, at))
				continue;
			set_add(seen, at);
			++*steps;
			if (inst->op == BX_RX_OP_MATCH)
				return true;
			if (inst->op == BX_RX_OP_JUMP || inst->op == BX_RX_OP_SPLIT)
				stack[top++] = inst->x;
			if (inst->op == BX_RX_OP_SPLIT)
				stack[top++] = inst->y;
			if (inst->op == BX_RX_OP_SAVE || (inst->op >= BX_RX_OP_TEXT_START &&
											  inst->op <= BX_RX_OP_LINE_END && bx_rx_holds(inst->op, place)))
				stack[top++] = at + 1;
		}
	}
	return false;
}

/* Where a state leads by a character of a class; n_classes is the end of the string. */
static uint16_t
work_out(const BxRegex *re, uint32_t state, uint32_t class_no, uint64_t *steps)
{
	BxRxTable *t = re->table;
	uint64_t seen[MAX_WORDS] = {0};
	uint64_t to[MAX_WORDS] = {0};
	bool end = class_no == t->n_classes;
	bool newline = class_no == t->newline;
	BxRxPlace place = {t->before[state] == AT_START, end, t->before[state] == AFTER_NEWLINE, newline};
	bool alive = !re->at_start;
	uint32_t pc;

	if (close_set(re, t->sets + (size_t) state * t->n_words, &place, seen, steps))
		return MATCHED;
	if (end)
		return DEAD;
	for (pc = 0; pc < re->n_insts; pc++)
		if (re->insts[pc].op <= BX_RX_OP_SET && set_has(seen, pc) &&
			bx_rx_takes(re, &re->insts[pc], t->sample[class_no]))
		{
			set_add(to, pc + 1);
			alive = true;
		}
	*steps += pc;
	if (!alive)
		return DEAD;
	if (!re->at_start)
		set_add(to, 0);
	return state_of(t, to, newline ? AFTER_NEWLINE : AFTER_OTHER);
}

/* The entry for a state and a class, worked out if need be. */
static uint16_t
entry_of(const BxRegex *re, uint16_t entry, uint32_t class_no, uint64_t *steps)
{
	BxRxTable *t = re->table;
	uint32_t state = entry - FIRST_STATE;
	uint16_t *known = &t->next[(size_t) state * (t->n_classes + 1) + class_no];
	uint32_t n_states = t->n_states;
	uint16_t to;

	if (BX_LIKELY(*known != UNKNOWN))
		return *known;
	to = work_out(re, state, class_no, steps);
	/* fewer states than before: the table was emptied, and the place of the old state may be another's */
	if (t->n_states >= n_states)
		*known = to;
	return to;
}

#define BYTES_PER_CHARGE (1 << 18)

static BxStatus
table_test(BxRegex *re, BxRegexRun *run, const uint8_t *s, size_t n, bool *hit)
{
	BxRxTable *t = re->table;
	const uint8_t *p = s;
	const uint8_t *end = s + n;
	const uint8_t *charge_at = s;
	uint64_t start[MAX_WORDS] = {1};
	uint16_t entry = state_of(t, start, AT_START);

	while (p < end && entry >= FIRST_STATE)
	{
		if (p >= charge_at)
		{
			charge_at = end - p > BYTES_PER_CHARGE ? p + BYTES_PER_CHARGE : end;
			BX_TRY(bx_charge(run->arena->host, (size_t) (charge_at - p) * 2));
		}
		entry = entry_of(re, entry, class_of(t, bx_rx_decode(&p, end)), &run->steps);
	}
	run->steps += (uint64_t) (p - s);
	if (entry >= FIRST_STATE)
		entry = entry_of(re, entry, t->n_classes, &run->steps);
	*hit = entry == MATCHED;
	return BX_OK;
}

BxStatus
bx_regex_test(BxRegex *re, BxRegexRun *run, const char *s, size_t n, bool *hit)
{
	const BxRegexSpan *spans;
	BxRegexFinder *finder;

	if (re->n_runs > 0)
		return bx_rx_whole(re, run, (const uint8_t *) s, n, hit);
	if (re->table != NULL)
		return table_test(re, run, (const uint8_t *) s, n, hit);
	BX_TRY(bx_regex_finder_new(re, run, s, n, 1, &finder));
	return bx_regex_find(finder, 0, hit, &spans);
}

/*
 * ru_group.c -- the clause "group by".
 *
 * All tuples are taken; a table of hash values leads to the groups, which are listed in the order of their first
 * tuples.
 */
#include "../../base/bx_core_int.h"

#include "ru_flwor.h"

typedef struct TupleGroup
{
	uint64_t hash;
	XdSeq *keys;
	XdSeqBuilder *values;
} TupleGroup;

typedef struct Grouped
{
	RuArena *store; /* this, groups, and all that is in them */
	TupleGroup *groups;
	uint64_t n, cap;
	uint64_t *table; /* numbers of groups from 1; 0: free */
	uint64_t mask;
	const RuOp *op;
	const RuGroupPlan *plan;
	const AtCollation **collations;
	uint8_t *numbers; /* AT_HAS_* of the values of each key */
	AtCall at;
} Grouped;

static BxStatus
store(RuRun *run, Grouped *g, size_t n, void **p)
{
	*p = bx_arena_zalloc(&g->store->arena, n > 0 ? n : 1);
	return *p == NULL ? bx_fail_nomem(run->err, n) : BX_OK;
}

/* ---- the table ---- */

/* Add the hash of key i to that of the keys before it. */
static BxStatus
hash_key(RuRun *run, Grouped *g, uint32_t i, const XdSeq *key, uint64_t *hash)
{
	uint64_t h = 0;
	XdItem item;

	if (key->n > 0)
	{
		item = xd_seq_at(key, 0);
		BX_TRY(ru_at_op(run, g->op, at_hash(&g->at, &item, g->collations[i], at_grain(g->numbers[i]), &h)));
	}
	*hash = bx_hash_mix(*hash, h);
	return BX_OK;
}

static BxStatus
hash_keys(RuRun *run, Grouped *g, const XdSeq *frame, uint64_t *hash)
{
	BxArenaMark mark = bx_arena_mark(g->at.arena);
	uint32_t i;

	*hash = 0;
	for (i = 0; i < g->plan->n_keys; i++)
		BX_TRY(hash_key(run, g, i, &frame[g->plan->keys[i]], hash));
	bx_arena_release(g->at.arena, &mark);
	return BX_OK;
}

static BxStatus
same_keys(RuRun *run, Grouped *g, const TupleGroup *group, const XdSeq *frame, bool *same)
{
	BxArenaMark mark = bx_arena_mark(g->at.arena);
	uint32_t i;

	*same = true;
	for (i = 0; *same && i < g->plan->n_keys; i++)
	{
		const XdSeq *key = &frame[g->plan->keys[i]];
		XdItem a, b;

		*same = key->n == group->keys[i].n;
		if (!*same || key->n == 0)
			continue;
		a = xd_seq_at(&group->keys[i], 0);
		b = xd_seq_at(key, 0);
		BX_TRY(ru_at_op(run, g->op, at_same(&g->at, &a, &b, g->collations[i], same)));
	}
	bx_arena_release(g->at.arena, &mark);
	return BX_OK;
}

static void
enter_groups(Grouped *g)
{
	uint64_t i, at;

	for (i = 0; i < g->n; i++)
	{
		for (at = g->groups[i].hash & g->mask; g->table[at] != 0;)
			at = (at + 1) & g->mask;
		g->table[at] = i + 1;
	}
}

static BxStatus
grow_table(RuRun *run, Grouped *g)
{
	uint64_t size = g->table == NULL ? 16 : (g->mask + 1) * 2;
	void *table;

	BX_TRY(bx_charge(run->host, size * sizeof(uint64_t)));
	BX_TRY(store(run, g, size * sizeof(uint64_t), &table));
	g->table = table;
	g->mask = size - 1;
	enter_groups(g);
	return BX_OK;
}

/* Hash the groups again. */
static BxStatus
hash_again(RuRun *run, Grouped *g)
{
	BxArenaMark mark = bx_arena_mark(g->at.arena);
	uint64_t k;
	uint32_t i;

	for (k = 0; k < g->n; k++)
	{
		BX_TRY(bx_step(run->host));
		g->groups[k].hash = 0;
		for (i = 0; i < g->plan->n_keys; i++)
			BX_TRY(hash_key(run, g, i, &g->groups[k].keys[i], &g->groups[k].hash));
	}
	bx_arena_release(g->at.arena, &mark);
	memset(g->table, 0, (g->mask + 1) * sizeof(uint64_t));
	enter_groups(g);
	return BX_OK;
}

/* Numbers among the keys may be such that others are rounded beside them, and so have another hash (at_value.h). */
static BxStatus
note_numbers(RuRun *run, Grouped *g, const XdSeq *frame)
{
	bool coarser = false;
	uint32_t i;

	for (i = 0; i < g->plan->n_keys; i++)
	{
		const XdSeq *key = &frame[g->plan->keys[i]];
		XdItem item;
		unsigned numbers;

		if (key->n == 0)
			continue;
		item = xd_seq_at(key, 0);
		numbers = g->numbers[i] | at_numbers_of(&item);
		coarser |= at_grain(numbers) != at_grain(g->numbers[i]);
		g->numbers[i] = (uint8_t) numbers;
	}
	return coarser ? hash_again(run, g) : BX_OK;
}

/* ---- groups ---- */

static BxStatus
new_group(RuRun *run, Grouped *g, const XdSeq *frame, uint64_t hash, TupleGroup **group)
{
	BxArena *arena = &g->store->arena;
	void *keys, *values;
	uint32_t i;

	if (g->n == g->cap)
	{
		uint64_t cap = g->cap < 16 ? 16 : g->cap * 2;
		TupleGroup *groups =
			bx_arena_grow(arena, g->groups, g->n * sizeof(TupleGroup), cap * sizeof(TupleGroup));

		if (groups == NULL)
			return bx_fail_nomem(run->err, cap * sizeof(TupleGroup));
		g->groups = groups;
		g->cap = cap;
	}
	BX_TRY(store(run, g, g->plan->n_keys * sizeof(XdSeq), &keys));
	BX_TRY(store(run, g, g->plan->n_slots * sizeof(XdSeqBuilder), &values));
	*group = &g->groups[g->n];
	**group = (TupleGroup){hash, keys, values};
	for (i = 0; i < g->plan->n_keys; i++)
		BX_TRY(xd_seq_keep(arena, &frame[g->plan->keys[i]], &(*group)->keys[i], run->err));
	for (i = 0; i < g->plan->n_slots; i++)
		(*group)->values[i] = xd_seq_builder(arena);
	g->n++;
	return BX_OK;
}

/* The group of the present tuple, a new one if there is none. */
static BxStatus
find_group(RuRun *run, Grouped *g, const XdSeq *frame, TupleGroup **group)
{
	uint64_t hash, at;
	bool same;

	if (g->table == NULL || g->n * 2 > g->mask)
		BX_TRY(grow_table(run, g));
	BX_TRY(note_numbers(run, g, frame));
	BX_TRY(hash_keys(run, g, frame, &hash));
	for (at = hash & g->mask; g->table[at] != 0; at = (at + 1) & g->mask)
	{
		*group = &g->groups[g->table[at] - 1];
		BX_TRY(bx_step(run->host));
		if ((*group)->hash != hash)
			continue;
		BX_TRY(same_keys(run, g, *group, frame, &same));
		if (same)
			return BX_OK;
	}
	g->table[at] = g->n + 1;
	return new_group(run, g, frame, hash, group);
}

static BxStatus
add_values(RuRun *run, Grouped *g, const XdSeq *frame, TupleGroup *group)
{
	uint64_t k;
	uint32_t i;

	for (i = 0; i < g->plan->n_slots; i++)
	{
		const XdSeq *seq = &frame[g->plan->slots[i]];

		for (k = 0; k < seq->n; k++)
		{
			XdItem item = xd_seq_at(seq, k);

			BX_TRY(bx_step(run->host));
			BX_TRY(xd_item_keep(&g->store->arena, &item, &item, run->err));
			BX_TRY(xd_seq_add(&group->values[i], &item, run->err));
		}
	}
	return BX_OK;
}

/* ---- the clause ---- */

static BxStatus
prepare(RuRun *run, RuStage *stage, Grouped **grouped)
{
	RuArena *arena;
	Grouped *g;
	void *collations, *numbers;
	uint32_t i;

	BX_TRY(ru_arena_take(run, &arena));
	g = bx_arena_zalloc(&arena->arena, sizeof(Grouped));
	if (g == NULL)
		return bx_fail_nomem(run->err, sizeof(Grouped));
	g->store = arena;
	g->op = stage->flwor->op;
	g->plan = stage->clause->data;
	g->at = run->at;
	g->at.arena = &arena->arena;
	BX_TRY(store(run, g, g->plan->n_keys * sizeof(AtCollation *), &collations));
	g->collations = collations;
	BX_TRY(store(run, g, g->plan->n_keys, &numbers));
	g->numbers = numbers;
	for (i = 0; i < g->plan->n_keys; i++)
		BX_TRY(ru_clause_collation(run, g->op, g->plan->collations[i], &g->collations[i]));
	*grouped = g;
	return BX_OK;
}

static BxStatus
start(RuRun *run, RuStage *stage)
{
	Grouped *g = NULL;

	BX_TRY(prepare(run, stage, &g));
	stage->state = g;
	stage->n = 0;
	for (;;)
	{
		TupleGroup *group = NULL;
		bool found;

		BX_TRY(ru_tuple_before(run, stage, &found));
		if (!found)
			return BX_OK;
		BX_TRY(find_group(run, g, stage->in->frame, &group));
		BX_TRY(add_values(run, g, stage->in->frame, group));
	}
}

static BxStatus
next(RuRun *run, RuStage *stage, bool *found)
{
	XdSeq *frame = stage->in->frame;
	Grouped *g = stage->state;
	const TupleGroup *group;
	uint32_t i;

	(void) run;
	ru_arena_clear(stage->own);
	*found = stage->n < g->n;
	if (!*found)
		return BX_OK;
	group = &g->groups[stage->n++];
	for (i = 0; i < g->plan->n_keys; i++)
		frame[g->plan->keys[i]] = group->keys[i];
	for (i = 0; i < g->plan->n_slots; i++)
		frame[g->plan->slots[i]] = xd_seq_built(&group->values[i]);
	return BX_OK;
}

static void
close(RuRun *run, RuStage *stage)
{
	Grouped *g = stage->state;

	if (g != NULL)
		ru_arena_give(run, g->store);
	stage->state = NULL;
}

const RuClauseClass ru_clause_group = {"group by", .start = start, .next = next, .close = close,
									   .blocking = true};

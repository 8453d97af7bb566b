/*
 * ru_group.c -- the clause "group by".
 *
 * All tuples are taken; a table of hash values leads to the groups, which are listed in the order of their first
 * tuples.  When they are more than the budget has room for, they become tuples that are grouped by sorting.
 */
#include "../../base/bx_core_int.h"

#include "ru_flwor.h"
#include "ru_regroup.h"

typedef struct TupleGroup
{
	uint64_t hash;
	XdSeq *keys;
	XdSeqBuilder *values;
} TupleGroup;

typedef struct Grouped
{
	RuArena *store;    /* this, groups, and all that is in them */
	BxArenaMark empty; /* of it, without groups */
	size_t budget;     /* of the store; SIZE_MAX: there is none */
	size_t limit;      /* of all memory of the run, for values that cannot be written */
	TupleGroup *groups;
	uint64_t n, cap;
	uint64_t *table; /* numbers of groups from 1; 0: free */
	uint64_t mask;
	const RuGroupPlan *plan;
	RuKeys keys;
	XdSeq *tuple; /* the present one: keys, then values */
	RuRegroup more;
	bool many; /* they are there */
} Grouped;

static BxStatus
store(RuRun *run, Grouped *g, size_t n, void **p)
{
	*p = bx_arena_zalloc(&g->store->arena, n > 0 ? n : 1);
	return *p == NULL ? bx_fail_nomem(run->err, n) : BX_OK;
}

/* ---- the table ---- */

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

/* Hash the groups again: numbers among the keys may be such that others are rounded beside them (at_value.h). */
static BxStatus
hash_again(RuRun *run, Grouped *g)
{
	uint64_t k;

	for (k = 0; k < g->n; k++)
	{
		BX_TRY(bx_step(run->host));
		BX_TRY(ru_keys_hash(run, &g->keys, g->groups[k].keys, &g->groups[k].hash));
	}
	memset(g->table, 0, (g->mask + 1) * sizeof(uint64_t));
	enter_groups(g);
	return BX_OK;
}

/* ---- groups ---- */

static BxStatus
new_group(RuRun *run, Grouped *g, uint64_t hash, TupleGroup **group)
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
		BX_TRY(xd_seq_keep(arena, &g->tuple[i], &(*group)->keys[i], run->err));
	for (i = 0; i < g->plan->n_slots; i++)
		(*group)->values[i] = xd_seq_builder(arena);
	g->n++;
	return BX_OK;
}

/* The group of the present tuple, a new one if there is none. */
static BxStatus
find_group(RuRun *run, Grouped *g, TupleGroup **group)
{
	uint64_t hash, at;
	bool same;

	if (g->table == NULL || g->n * 2 > g->mask)
		BX_TRY(grow_table(run, g));
	if (ru_keys_note(&g->keys, g->tuple))
		BX_TRY(hash_again(run, g));
	BX_TRY(ru_keys_hash(run, &g->keys, g->tuple, &hash));
	for (at = hash & g->mask; g->table[at] != 0; at = (at + 1) & g->mask)
	{
		*group = &g->groups[g->table[at] - 1];
		BX_TRY(bx_step(run->host));
		if ((*group)->hash != hash)
			continue;
		BX_TRY(ru_keys_same(run, &g->keys, (*group)->keys, g->tuple, &same));
		if (same)
			return BX_OK;
	}
	g->table[at] = g->n + 1;
	return new_group(run, g, hash, group);
}

/* ---- groups beyond the budget ---- */

/* A group as a tuple: its first key and all its values so far. */
static void
load_group(Grouped *g, const TupleGroup *group, XdSeq *tuple)
{
	uint32_t i;

	for (i = 0; i < g->plan->n_keys; i++)
		tuple[i] = group->keys[i];
	for (i = 0; i < g->plan->n_slots; i++)
		tuple[g->plan->n_keys + i] = xd_seq_built(&group->values[i]);
}

/* All groups become tuples. */
static BxStatus
begin_many(RuRun *run, Grouped *g)
{
	uint64_t i;

	g->many = true;
	BX_TRY(ru_regroup_init(run, &g->more, &g->keys, g->plan->n_keys + g->plan->n_slots));
	for (i = 0; i < g->n; i++)
	{
		load_group(g, &g->groups[i], g->tuple);
		BX_TRY(ru_regroup_add(run, &g->more, g->tuple));
	}
	g->groups = NULL;
	g->table = NULL;
	g->n = g->cap = g->mask = 0;
	bx_arena_release(&g->store->arena, &g->empty);
	return BX_OK;
}

static BxStatus
can_write(RuRun *run, const Grouped *g, bool *can)
{
	uint64_t i;
	uint32_t k;

	*can = ru_can_spill(run);
	for (i = 0; *can && i < g->n; i++)
	{
		BX_TRY(bx_step(run->host));
		for (k = 0; *can && k < g->plan->n_slots; k++)
		{
			XdSeq values = xd_seq_built(&g->groups[i].values[k]);

			BX_TRY(bx_charge(run->host, values.n * sizeof(XdItem)));
			*can = ru_seq_spills(run, &values);
		}
	}
	return BX_OK;
}

/* There is no room for more; values that cannot be written may take something more. */
static BxStatus
make_room(RuRun *run, Grouped *g)
{
	bool can;

	BX_TRY(can_write(run, g, &can));
	if (can && g->store->arena.total > g->budget)
		return begin_many(run, g);
	if (!can && ru_memory(run) > g->limit)
		return ru_fail_budget(run, g->keys.op);
	if (can)
		g->limit = SIZE_MAX; /* others took the memory */
	else
		g->budget = SIZE_MAX;
	return BX_OK;
}

/* ---- the clause ---- */

static BxStatus
prepare(RuRun *run, RuStage *stage, Grouped **grouped)
{
	RuArena *arena;
	Grouped *g;
	void *collations, *numbers, *tuple;
	uint32_t i;

	BX_TRY(ru_arena_take(run, &arena));
	g = bx_arena_zalloc(&arena->arena, sizeof(Grouped));
	if (g == NULL)
		return bx_fail_nomem(run->err, sizeof(Grouped));
	g->store = arena;
	g->plan = stage->clause->data;
	g->keys = (RuKeys){.op = stage->flwor->op, .n = g->plan->n_keys, .at = run->at};
	g->keys.at.arena = &arena->arena;
	BX_TRY(store(run, g, g->plan->n_keys * sizeof(AtCollation *), &collations));
	g->keys.collations = collations;
	BX_TRY(store(run, g, g->plan->n_keys, &numbers));
	g->keys.numbers = numbers;
	BX_TRY(store(run, g, (g->plan->n_keys + g->plan->n_slots) * sizeof(XdSeq), &tuple));
	g->tuple = tuple;
	for (i = 0; i < g->plan->n_keys; i++)
		BX_TRY(ru_clause_collation(run, g->keys.op, g->plan->collations[i], &g->keys.collations[i]));
	g->empty = bx_arena_mark(&arena->arena);
	g->budget = ru_half_budget(run); /* while groups become tuples both are there */
	g->limit = ru_memory_limit(run);
	*grouped = g;
	return BX_OK;
}

/* The present tuple joins its group. */
static BxStatus
take(RuRun *run, Grouped *g, const XdSeq *frame)
{
	TupleGroup *group = NULL;
	uint32_t i;

	for (i = 0; i < g->plan->n_keys; i++)
		g->tuple[i] = frame[g->plan->keys[i]];
	for (i = 0; i < g->plan->n_slots; i++)
		g->tuple[g->plan->n_keys + i] = frame[g->plan->slots[i]];
	if (g->many)
		return ru_regroup_add(run, &g->more, g->tuple);
	BX_TRY(find_group(run, g, &group));
	BX_TRY(ru_add_values(run, g->plan->n_slots, &g->tuple[g->plan->n_keys], group->values));
	return g->store->arena.total > g->budget || ru_memory(run) > g->limit ? make_room(run, g) : BX_OK;
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
		bool found;

		BX_TRY(ru_tuple_before(run, stage, &found));
		if (!found)
			return g->many ? ru_regroup_finish(run, &g->more) : BX_OK;
		BX_TRY(take(run, g, stage->in->frame));
	}
}

static BxStatus
next(RuRun *run, RuStage *stage, bool *found)
{
	XdSeq *frame = stage->in->frame;
	Grouped *g = stage->state;
	const XdSeq *group = g->tuple;
	uint64_t first;
	uint32_t i;

	ru_arena_clear(stage->own);
	if (g->many)
		BX_TRY(ru_regroup_next(run, &g->more, &group, &first));
	else if (stage->n < g->n)
		load_group(g, &g->groups[stage->n++], g->tuple);
	else
		group = NULL;
	*found = group != NULL;
	for (i = 0; *found && i < g->plan->n_keys; i++)
		frame[g->plan->keys[i]] = group[i];
	for (i = 0; *found && i < g->plan->n_slots; i++)
		frame[g->plan->slots[i]] = group[g->plan->n_keys + i];
	return BX_OK;
}

static void
close(RuRun *run, RuStage *stage)
{
	Grouped *g = stage->state;

	if (g != NULL)
	{
		if (g->many)
			ru_regroup_end(run, &g->more);
		ru_arena_give(run, g->store);
	}
	stage->state = NULL;
}

const RuClauseClass ru_clause_group = {"group by", .start = start, .next = next, .close = close,
									   .blocking = true};

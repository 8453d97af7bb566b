/*
 * xd_store.c -- memory of maps, arrays and other functions: it lasts as long as an arena holds it, as trees do.
 */
#include "xd_tree_int.h"

#include "xd_function.h"

/* Bytes of the first chunk: what a map with an entry takes. */
#define FIRST_CHUNK 512

typedef struct XdStore
{
	BxShared held;
	BxArena arena; /* this is in it, too */
	XdForest *forest;
	struct XdStore *before, *after; /* among those of the forest */
	uint64_t changes;               /* since it was found worn */
} XdStore;

static void
unlink_store(XdStore *s)
{
	if (s->before != NULL)
		s->before->after = s->after;
	else
		s->forest->stores = s->after;
	if (s->after != NULL)
		s->after->before = s->before;
}

static void
give_store(BxShared *held)
{
	XdStore *s = (XdStore *) held;
	BxArena arena = s->arena;

	unlink_store(s);
	bx_arena_reset(&arena);
}

BxStatus
xd_store(BxArena *arena, BxError *err, XdStorage *store)
{
	XdForest *f = (XdForest *) arena->keeper;
	BxArena own;
	XdStore *s;

	*store = (XdStorage){arena, NULL};
	if (f == NULL)
		return BX_OK;
	bx_arena_init_of(&own, arena->host, FIRST_CHUNK, arena->keeper);
	s = bx_arena_zalloc(&own, sizeof(XdStore));
	if (s == NULL)
		return bx_fail_nomem(err, FIRST_CHUNK);
	s->held.keeper = &f->keeper;
	s->held.give = give_store;
	s->arena = own;
	s->forest = f;
	s->after = f->stores;
	if (f->stores != NULL)
		f->stores->before = s;
	f->stores = s;
	*store = (XdStorage){&s->arena, &s->held};
	if (bx_arena_hold(arena, &s->held))
		return BX_OK;
	give_store(&s->held);
	return bx_fail_nomem(err, FIRST_CHUNK);
}

bool
xd_store_is_worn(const XdFunction *f, uint64_t n)
{
	XdStore *s = (XdStore *) f->held;

	if (s == NULL || ++s->changes < 100 + n / 2)
		return false;
	s->changes = 0;
	return true;
}

/* Those that hold each other are still there when all arenas of a run have let go of what they held. */
void
xd_stores_free(XdForest *forest)
{
	XdStore *s;

	for (s = forest->stores; s != NULL; s = s->after)
		s->held.holds++; /* so that none goes before all have let go of the others */
	for (s = forest->stores; s != NULL; s = s->after)
		bx_arena_let_go(&s->arena);
	while (forest->stores != NULL)
		give_store(&forest->stores->held);
}

BxStatus
xd_function_hold(BxArena *arena, const XdFunction *f, BxError *err)
{
	if (f->held == NULL || arena->keeper == NULL || arena == &((XdStore *) f->held)->arena ||
		bx_arena_hold(arena, f->held))
		return BX_OK;
	return bx_fail_nomem(err, sizeof(BxShared));
}

BxStatus
xd_node_hold(BxArena *arena, const XdItem *node, BxError *err)
{
	XdTree *tree;

	if (arena->keeper == NULL)
		return BX_OK;
	tree = xd_tree_of((XdForest *) arena->keeper, node);
	if (tree->stays || tree->forest == NULL || bx_arena_hold(arena, &tree->held))
		return BX_OK;
	return bx_fail_nomem(err, sizeof(XdTree));
}

bool
xd_node_stays(const XdForest *forest, const XdItem *node)
{
	return xd_tree_of(forest, node)->stays;
}

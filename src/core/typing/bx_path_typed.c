/*
 * bx_path_typed.c -- a path whose comparisons have the types that a schema declares.
 */
#include "ty_int.h"

#include "../xpath/syntax/xp_construct.h"

BxStatus
bx_path_typed(const BxPathFacts *facts, size_t reserve, BxArena *arena, XpBlock **typed, BxError *err)
{
	uint32_t i, n = facts->block->n_nodes;
	uint8_t *funcs = bx_arena_zalloc(arena, n);

	if (funcs == NULL)
		return bx_fail_nomem(err, n);
	for (i = 1; i < n; i++)
	{
		const BxPathFact *fact = &facts->at[i];

		funcs[i] = fact->type;
		/* what is decided for all nodes in one pass over them is a cast of one node */
		if (fact->type != 0 && fact->nodes && fact->most <= 1)
			funcs[i] |= XP_CONSTRUCT_WHOLE;
	}
	return xp_construct(facts->block, funcs, reserve, arena, typed, err);
}

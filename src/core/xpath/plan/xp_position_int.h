/*
 * xp_position_int.h -- positions that predicates ask for: "[3]", "[last()]", "[position() < 4]".
 */
#ifndef XP_POSITION_INT_H
#define XP_POSITION_INT_H

#include "xp_plan_int.h"

#include "../syntax/xp_item.h"

#define XP_NO_END UINT64_MAX

/*
 * A predicate that depends on positions alone: lo .. hi from 1, counted from the near end of an axis or from its far
 * end; none when hi < lo.
 */
typedef struct XpPosition
{
	uint64_t lo;
	uint64_t hi;   /* XP_NO_END: all from lo on */
	uint32_t pred; /* the predicate */
	bool from_end;
	bool known;  /* false: a variable is not known yet, or its value makes it another kind of predicate */
	bool varies; /* with values of variables */
} XpPosition;

/*
 * The predicates of a step: lead up to pos do not count positions, pos does (0: none), tail follow it.  When the
 * chain is simple, pos asks for the positions w, and tail does not count.
 */
typedef struct XpChain
{
	uint32_t lead;
	uint32_t pos;
	uint32_t tail;
	bool simple;
	const XpPosition *w; /* without pos: all */
} XpChain;

/* Find the positions of all predicates of a plan, as far as they do not depend on variables. */
extern BxStatus xp_plan_positions(XpPlan *p, uint32_t n_nodes, BxArena *arena, BxError *err);

/* Fill in those that do: positions is a copy of the plan's, vars are the values of its variables. */
extern void xp_fill_positions(const XpPlan *p, const XpItem *vars, XpPosition *positions);

/* Effective boolean value of a variable that is not a sequence. */
extern bool xp_var_bool(const XpItem *value);

/* The window of n nodes in document order as indices [*a .. *b); backwards: the axis counts from the last one. */
extern void xp_position_run(const XpPosition *w, uint32_t n, bool backwards, uint32_t *a, uint32_t *b);

#endif

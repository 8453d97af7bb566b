/*
 * ru_held.h -- expressions in loops whose values stay the same: evaluated twice at most.
 */
#ifndef RU_HELD_H
#define RU_HELD_H

#include "ru_memo.h"

/* args[0]; data: RuMemoPlan.  ru_held_one: at most one item. */
extern const RuClass ru_held;
extern const RuClass ru_held_one;

/* Is it one of them? */
static inline bool
ru_is_held(const RuOp *op)
{
	return op->class == &ru_held || op->class == &ru_held_one;
}

#endif

/*
 * xp_condition_int.h -- predicates of paths and constants that are too large for one scan, or go down at once: one scan
 * for each path.
 */
#ifndef XP_CONDITION_INT_H
#define XP_CONDITION_INT_H

#include "../nodes/xp_node_int.h"

/*
 * Is the expression one of and, or and not about paths that go down from the node without predicates, alone or compared
 * with a number or a string?
 */
extern bool xp_condition_fits(const XpPlan *p, uint32_t expr);

/* Is such an expression true of the node? */
extern BxStatus xp_condition(XpEval *ev, uint32_t expr, const XpNode *nd, bool *pass);

#endif

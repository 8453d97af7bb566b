/*
 * xp_predicate_scan_int.h -- predicates that one scan of a node's content decides.
 */
#ifndef XP_PREDICATE_SCAN_INT_H
#define XP_PREDICATE_SCAN_INT_H

#include "../nodes/xp_dir_int.h"

/* Find such predicates and set p->prepared, in the arena. */
extern BxStatus xp_predicate_scan_plan(XpPlan *p, uint32_t n_nodes, BxArena *arena, BxError *err);

/* Does the node pass?  *known is false, and nothing has happened, when the value of a variable is of another type. */
extern BxStatus xp_predicate_scan(XpEval *ev, const XpPredicateScan *l, const XpNode *nd, bool *known,
								  bool *pass);

/*
 * Comparisons that value lists can answer, at most XP_SEARCHES of them, some joined by "or" (XpSearch.or_next): every
 * node that passes makes each of the joins true.  Returns how many comparisons there are.
 */
#define XP_SEARCHES 32
extern uint32_t xp_predicate_scan_searches(const XpEval *ev, const XpPredicateScan *l,
										   XpSearch searches[XP_SEARCHES]);

/* May there be any, with suitable values of variables? */
extern bool xp_predicate_scan_may_search(const XpPredicateScan *l);

#endif

/*
 * xp_predicate_scan_int.h -- predicates that one pass over a node's content decides (xp_predicate_scan.c).
 */
#ifndef XP_PREDICATE_SCAN_INT_H
#define XP_PREDICATE_SCAN_INT_H

#include "../nodes/xp_node_int.h"

/* Find such predicates: p->light[] of their nodes is set, in the arena; NULL when there are none. */
extern BxStatus xp_light_plan(XpPlan *p, uint32_t n_nodes, BxArena *arena, BxError *err);

/* Does the node pass?  *known is false, and nothing has happened, when values of variables ask for the general way. */
extern BxStatus xp_light(XpEval *ev, const XpLight *l, const XpNode *nd, bool *known, bool *pass);

#endif

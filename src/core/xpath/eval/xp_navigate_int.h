/*
 * xp_navigate_int.h -- what the files of navigation share: contexts and positions.
 */
#ifndef XP_NAVIGATE_INT_H
#define XP_NAVIGATE_INT_H

#include "xp_eval_int.h"

/* xp_position_step.c */
extern void xp_position_chain(const XpEval *ev, uint32_t step, XpChain *c);
extern bool xp_position_axis(uint8_t axis);
/* What lead and window of a simple chain leave of an axis as above, from all contexts; in no order. */
extern BxStatus xp_position_step(XpEval *ev, uint32_t step, const XpChain *chain, const XpSet *from,
								 XpSet *to);

/* xp_navigate.c: keep the nodes that pass the predicates from pred on up to the one before `until`. */
extern BxStatus xp_filter(XpEval *ev, uint32_t pred, uint32_t until, XpSet *set);

#endif

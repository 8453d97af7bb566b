/*
 * xp_navigate_int.h -- navigation: steps from sets of nodes.
 */
#ifndef XP_NAVIGATE_INT_H
#define XP_NAVIGATE_INT_H

#include "xp_set_int.h"

/* xp_position_step.c */
extern void xp_position_chain(const XpEval *ev, uint32_t step, XpChain *c);
extern bool xp_position_axis(uint8_t axis);
/* What lead and window of a simple chain leave of an axis as above, from all contexts; in no order. */
extern BxStatus xp_position_step(XpEval *ev, uint32_t step, const XpChain *chain, const XpSet *from,
								 XpSet *to);

/* Take the steps of a path from number i on, one set after the other. */
extern BxStatus xp_navigate(XpEval *ev, const XpPath *path, uint32_t i, XpSet *set);

#endif

/*
 * xp_func_int.h -- what the files of the function library share.
 */
#ifndef XP_FUNC_INT_H
#define XP_FUNC_INT_H

#include "xp_evaluators_int.h"

/* Characters that are looked at one by one are charged in lots; each costs as much as this many bytes. */
#define XP_PASS_LOT ((size_t) 1 << 16)
#define XP_PASS_UNITS 4

static inline BxStatus
xp_pass(XpEval *ev, size_t *passed)
{
	return BX_LIKELY(++*passed % XP_PASS_LOT != 0) ? BX_OK : xp_charge(ev, XP_PASS_LOT * XP_PASS_UNITS);
}

/* xp_func_seq.c: sum of numbers or of durations, in scratch memory; 0 where there is none. */
extern BxStatus xp_seq_sum(XpEval *ev, uint32_t expr, const XpContext *cx, XpItem *sum, uint64_t *n);

#endif

/*
 * xp_held_int.h -- values of expressions that do not depend on their context, kept by an evaluation.
 */
#ifndef XP_HELD_INT_H
#define XP_HELD_INT_H

#include "xp_seq_int.h"

typedef struct XpHeld XpHeld;

/* Find the expressions to hold: plan->held_no, NULL when there are none. */
extern BxStatus xp_held_plan(XpPlan *plan, uint32_t n_nodes, BxArena *arena, BxError *err);

/* Only when the plan has something to hold. */
extern BxStatus xp_held_open(XpEval *ev);
/* Give back what was taken from the host; only when it was opened. */
extern void xp_held_close(XpEval *ev);

extern XpHeld *xp_held_of(XpEval *ev, uint32_t expr);

/* The held value of the expression; NULL when it is not held or is being evaluated. */
static inline XpHeld *
xp_held(XpEval *ev, uint32_t expr)
{
	return BX_LIKELY(ev->held == NULL) ? NULL : xp_held_of(ev, expr);
}

/* As xp_bool, xp_num, xp_str, xp_each and xp_nodes_of. */
extern BxStatus xp_held_bool(XpEval *ev, XpHeld *h, uint32_t expr, const XpContext *cx, bool *b);
extern BxStatus xp_held_num(XpEval *ev, XpHeld *h, uint32_t expr, const XpContext *cx, double *d);
extern BxStatus xp_held_str(XpEval *ev, XpHeld *h, uint32_t expr, const XpContext *cx, BxStr *s);
extern BxStatus xp_held_each(XpEval *ev, XpHeld *h, uint32_t expr, const XpContext *cx, XpSink *sink);
extern BxStatus xp_held_nodes(XpEval *ev, XpHeld *h, uint32_t expr, const XpContext *cx, XpSet *set);
/* The items; *seq is NULL when they are not kept: then the caller evaluates the expression, as busy, itself. */
extern BxStatus xp_held_items(XpEval *ev, XpHeld *h, uint32_t expr, const XpContext *cx, const XpSeq **seq);
/* A value that is being evaluated is not looked for. */
extern void xp_held_busy(XpHeld *h, bool busy);

#endif

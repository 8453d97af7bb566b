/*
 * xp_func_int.h -- what the files of the function library share.
 */
#ifndef XP_FUNC_INT_H
#define XP_FUNC_INT_H

#include "xp_eval_int.h"

/* Characters looked at one by one are charged in such lots; one takes as long as so many bytes do. */
#define XP_PASS_LOT ((size_t) 1 << 16)
#define XP_PASS_UNITS 4

static inline BxStatus
xp_pass(XpEval *ev, size_t *passed)
{
	return BX_LIKELY(++*passed % XP_PASS_LOT != 0) ? BX_OK : xp_charge(ev, XP_PASS_LOT * XP_PASS_UNITS);
}

/* round() of section 4.4: halves go up, negative results down to -0.5 become negative zero. */
extern double xp_round(double d);

/* String value of the only argument, or of the context node when there is none. */
extern BxStatus xp_arg_or_context(XpEval *ev, const XpExpr *call, const XpContext *cx, XpStr *s);

extern BxStatus xp_fn_starts_with(XpEval *ev, const XpExpr *call, const XpContext *cx, bool *b);
extern BxStatus xp_fn_contains(XpEval *ev, const XpExpr *call, const XpContext *cx, bool *b);
extern BxStatus xp_fn_ends_with(XpEval *ev, const XpExpr *call, const XpContext *cx, bool *b);

/* xp_func_regex.c */
extern BxStatus xp_fn_matches(XpEval *ev, const XpExpr *call, const XpContext *cx, bool *b);
extern BxStatus xp_fn_replace(XpEval *ev, const XpExpr *call, const XpContext *cx, XpStr *s);
extern BxStatus xp_fn_case(XpEval *ev, const XpExpr *call, const XpContext *cx, XpStr *s);

/* xp_func_seq.c */
extern BxStatus xp_fn_string_join(XpEval *ev, const XpExpr *call, const XpContext *cx, XpStr *s);

#endif

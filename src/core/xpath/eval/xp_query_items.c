/*
 * xp_query_items.c -- queries of XQuery in the place of paths: runs evaluate them (plan/xp_run.h).
 */
#include "xp_evaluators_int.h"
#include "xp_seq_int.h"

BxStatus
xp_query_open(XpEval *ev, const XpExpr *e, const XpContext *cx, XpItems *it)
{
	(void) e, (void) cx, (void) it;
	return bx_fail(ev->err, BX_E_UNSUPPORTED, 1, "queries are not supported here");
}

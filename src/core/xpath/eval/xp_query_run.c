/*
 * xp_query_run.c -- queries of XQuery in the place of paths: begun, and as truth values.
 */
#include "xp_seq_int.h"

BxStatus
xp_query_begin(XpEval *ev, const XpExpr *e, const XpContext *cx, XpQueryRun **run)
{
	const XpExpr *text = &ev->plan->nodes[e->a];

	if (ev->foreign == NULL || ev->foreign->open == NULL)
		return bx_fail(ev->err, BX_E_UNSUPPORTED, 1, "queries are not supported here");
	return ev->foreign->open(ev->foreign, ev, bx_str(ev->plan->pool + text->a, text->b),
							 cx->node->kind == XP_DOC ? NULL : cx->node, run);
}

BxStatus
xp_query_truth(XpEval *ev, const XpExpr *e, const XpContext *cx, bool *truth)
{
	XpQueryRun *run;

	BX_TRY(xp_query_begin(ev, e, cx, &run));
	return ev->foreign->truth(run, truth);
}

/*
 * xp_func_id.c -- id() (XPath 1.0 section 4.1): the elements whose IDs its argument lists.
 */
#include "../nodes/xp_id_int.h"
#include "xp_evaluators_int.h"
#include "xp_seq_int.h"

typedef struct IdSink
{
	XpSink sink;
	XpSet *set;
} IdSink;

static BxStatus
take_ids(XpSink *sink, XpEval *ev, const XpNode *nd, bool *stop)
{
	BxStr s;

	(void) stop;
	BX_TRY(xp_node_string(ev, nd, &s));
	return xp_ids_add(ev, s, ((IdSink *) sink)->set);
}

/* Nodes and anchors of what is found stay, so the items are kept. */
static BxStatus
ids_of_items(XpEval *ev, uint32_t expr, const XpContext *cx, XpSet *set)
{
	bool found;
	XpItems it;
	BxStr s;

	BX_TRY(xp_items_open(ev, expr, cx, true, &it));
	for (;;)
	{
		BX_TRY(xp_items_str(ev, &it, &s, &found));
		if (!found)
			return BX_OK;
		BX_TRY(xp_ids_add(ev, s, set));
	}
}

BxStatus
xp_fn_id(XpEval *ev, const XpExpr *call, const XpContext *cx, XpSet *set)
{
	IdSink ids = {{.take = take_ids}, set};
	BxStr s;

	BX_TRY(xp_ids_open(ev));
	if (xp_type(ev, call->a) == XP_T_NODESET)
		BX_TRY(xp_each(ev, call->a, cx, &ids.sink));
	else if (xp_type(ev, call->a) == XP_T_SEQUENCE)
		BX_TRY(ids_of_items(ev, call->a, cx, set));
	else
	{
		BX_TRY(xp_str(ev, call->a, cx, &s));
		BX_TRY(xp_ids_add(ev, s, set));
	}
	BX_TRY(xp_set_sort(ev, set));
	return BX_OK;
}

/*
 * xp_query_items.c -- queries of XQuery in the place of paths: their items, one by one.
 */
#include "xp_evaluators_int.h"
#include "xp_seq_int.h"

typedef struct QueryState
{
	XpItemsState base;
	XpQueryRun *run;
	XpNode nd;
	XpMade made;
} QueryState;

/* The text of an atomic value goes where it stays as long as the iterator says. */
static BxStatus
pull_query(XpItems *it, XpEval *ev, XpItem *item, bool *found)
{
	QueryState *s = (QueryState *) it->state;
	char *text;

	BX_TRY(xp_tick(ev));
	BX_TRY(ev->foreign->next(s->run, item, &s->made, &s->nd, found));
	if (!*found || item->type != XP_T_STRING)
		return BX_OK;
	text = xp_alloc(ev, item->str.n + 1);
	if (text == NULL)
		return BX_E_NOMEM;
	if (item->str.n > 0)
		memcpy(text, item->str.s, item->str.n);
	item->str.s = text;
	return BX_OK;
}

BxStatus
xp_query_open(XpEval *ev, const XpExpr *e, const XpContext *cx, XpItems *it)
{
	QueryState *s = xp_items_state(ev, it, pull_query, sizeof(*s));

	return s != NULL ? xp_query_begin(ev, e, cx, &s->run) : BX_E_NOMEM;
}

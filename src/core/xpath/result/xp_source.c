/*
 * xp_source.c -- what an expression of a session gives, by an access or by a run.
 */
#include "xp_source_int.h"

BxStatus
xp_source_open(XpEval *ev, uint32_t expr, const XpContext *cx, bool keeps, XpSource *s)
{
	s->run = NULL;
	s->keeps = keeps;
	if (BX_LIKELY(ev->run == NULL))
		return xp_items_open(ev, expr, cx, keeps, &s->items);
	return ev->run->class->open(ev->run, cx->node, keeps, &s->run);
}

BxStatus
xp_source_next(XpEval *ev, XpSource *s, XpItem *item, bool *found)
{
	if (BX_LIKELY(s->run == NULL))
		return xp_items_next(ev, &s->items, item, found);
	return ev->run->class->next(ev->run, s->run, s->keeps, item, found);
}

void
xp_source_close(XpEval *ev, XpSource *s)
{
	if (s->run == NULL)
		xp_items_close(ev, &s->items);
	else
		ev->run->class->close(ev->run, s->run);
}

uint8_t
xp_source_type(const XpEval *ev, uint32_t expr)
{
	return BX_LIKELY(ev->run == NULL) ? xp_type(ev, expr) : ev->run->class->type(ev->run);
}

BxStatus
xp_source_bool(XpEval *ev, uint32_t expr, const XpContext *cx, bool *value)
{
	return BX_LIKELY(ev->run == NULL) ? xp_bool(ev, expr, cx, value)
									  : ev->run->class->test(ev->run, cx->node, value);
}

BxStatus
xp_source_any(XpEval *ev, uint32_t expr, const XpContext *cx, bool *found)
{
	XpSource s;
	XpItem item;

	if (BX_LIKELY(ev->run == NULL))
		return xp_any(ev, expr, cx, found);
	BX_TRY(xp_source_open(ev, expr, cx, false, &s));
	BX_TRY(xp_source_next(ev, &s, &item, found));
	if (*found)
		xp_source_close(ev, &s);
	return BX_OK;
}

BxStatus
xp_source_count(XpEval *ev, uint32_t expr, const XpContext *cx, uint64_t *n)
{
	return BX_LIKELY(ev->run == NULL) ? xp_count_nodes(ev, expr, cx, n)
									  : ev->run->class->count(ev->run, cx->node, n);
}

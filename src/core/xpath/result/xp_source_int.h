/*
 * xp_source_int.h -- what an expression of a session gives, by an access or by a run (xp_run.h).
 *
 * expr is the node of the expression in the block of the session; a run has one only, and does not look at it.
 */
#ifndef XP_SOURCE_INT_H
#define XP_SOURCE_INT_H

#include "../eval/xp_seq_int.h"
#include "../plan/xp_run.h"

typedef struct XpSource
{
	XpItems items;
	XpRunItems *run; /* of a run; else NULL */
	bool keeps;
} XpSource;

/* As xp_items_open (eval/xp_seq_int.h) and what follows there. */
extern BxStatus xp_source_open(XpEval *ev, uint32_t expr, const XpContext *cx, bool keeps, XpSource *s);
extern BxStatus xp_source_next(XpEval *ev, XpSource *s, XpItem *item, bool *found);
extern void xp_source_close(XpEval *ev, XpSource *s);

/* The next item as a string. */
static inline BxStatus
xp_source_str(XpEval *ev, XpSource *s, BxStr *text, bool *found)
{
	XpItem item;

	BX_TRY(xp_source_next(ev, s, &item, found));
	return *found ? xp_item_str(ev, &item, text) : BX_OK;
}

/* As xp_type, xp_bool, xp_any and xp_count_nodes. */
extern uint8_t xp_source_type(const XpEval *ev, uint32_t expr);
extern BxStatus xp_source_bool(XpEval *ev, uint32_t expr, const XpContext *cx, bool *value);
extern BxStatus xp_source_any(XpEval *ev, uint32_t expr, const XpContext *cx, bool *found);
extern BxStatus xp_source_count(XpEval *ev, uint32_t expr, const XpContext *cx, uint64_t *n);

#endif

/*
 * xp_shortcut_int.h -- the first node of a path of names in a small value, without an evaluation.
 */
#ifndef XP_SHORTCUT_INT_H
#define XP_SHORTCUT_INT_H

#include "xp_bind_int.h"

/* What was found: the first node, as its item in the value of the call. */
typedef struct XpShortcutItem
{
	uint32_t n; /* nodes, as many as were asked for at most; nothing else is set when it is 0 */
	uint8_t kind;
	const uint8_t *payload;
	uint32_t len;
} XpShortcutItem;

/*
 * The shortcut of a plan, made in the arena, with all that is kept between calls.  *shortcut is NULL where the plan is
 * for something else.
 */
extern BxStatus xp_shortcut_new(const XpPlan *plan, BxArena *arena, XpShortcut **shortcut, BxError *err);

/*
 * Find the nodes that the path of the call selects, up to max of them.  value: the payload of the first one is to be
 * its value, text or typed, and empty for "".  *done is false where an evaluation has to find them, or to report what
 * is wrong.
 */
extern BxStatus xp_shortcut(XpCall *c, const XpBlock *block, uint32_t max, bool value, XpShortcutItem *item,
							bool *done);

#endif

/*
 * xp_shortcut_int.h -- the first node of a path of names in a small value, without an evaluation.
 */
#ifndef XP_SHORTCUT_INT_H
#define XP_SHORTCUT_INT_H

#include "xp_bind_int.h"

/* An item that was found, in the value of the call. */
typedef struct XpShortcutItem
{
	bool found;
	uint8_t kind;
	const uint8_t *payload;
	uint32_t len;
} XpShortcutItem;

/*
 * The shortcut of a plan, made in the arena, which also gets what is kept between calls.  NULL where the plan is for
 * something else, or memory was refused.
 */
extern XpShortcut *xp_shortcut_new(const XpPlan *plan, BxArena *arena);

/*
 * The first item that the path of the call selects; value: one that has its value in its payload.  False: an
 * evaluation has to find it, or to report what is wrong.
 */
extern bool xp_shortcut_first(XpCall *c, const XpBlock *block, bool value, XpShortcutItem *item);

#endif

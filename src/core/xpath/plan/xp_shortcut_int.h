/*
 * xp_shortcut_int.h -- the nodes of a path of names in a small value, without an evaluation.
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

/* What is asked for. */
typedef enum XpShortcutUse
{
	XP_SHORTCUT_TRUTH, /* is the expression true?  It is if a node was found */
	XP_SHORTCUT_NODES, /* how many are there? */
	XP_SHORTCUT_VALUE, /* the payload of the first one is to be its value, text or typed, and empty for "" */
} XpShortcutUse;

/*
 * Find the nodes that the path of the call selects, up to max of them.  False where an evaluation has to find them, or
 * to report what is wrong.
 */
extern bool xp_shortcut(XpCall *c, const XpBlock *block, XpShortcutUse use, uint32_t max,
						XpShortcutItem *item);

#endif

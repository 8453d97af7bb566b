/*
 * xp_position_int.h -- positions that predicates ask for.
 */
#ifndef XP_POSITION_INT_H
#define XP_POSITION_INT_H

#include "xp_plan_int.h"

/* Positions lo .. hi from 1, counted from the near end of an axis or from its far end; none when hi < lo. */
typedef struct XpWindow
{
	bool from_end;
	uint32_t lo;
	uint32_t hi; /* UINT32_MAX: all from lo on */
} XpWindow;

/*
 * The predicates of a step: lead up to pos do not count positions, pos does (0: none), tail are behind it.  When it is
 * simple, pos asks for the window w, and tail does not count.
 */
typedef struct XpChain
{
	uint32_t lead;
	uint32_t pos;
	uint32_t tail;
	bool simple;
	XpWindow w; /* without pos: all */
} XpChain;

/* The window of n nodes in document order as indices [*a .. *b); backwards: the axis counts from the last one. */
extern void xp_window_run(const XpWindow *w, uint32_t n, bool backwards, uint32_t *a, uint32_t *b);

#endif

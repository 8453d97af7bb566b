/*
 * xp_first_scan_int.h -- the first node of a plain path in a small value.
 */
#ifndef XP_FIRST_SCAN_INT_H
#define XP_FIRST_SCAN_INT_H

#include "../nodes/xp_node_int.h"

/* Is the path for xp_first_scan, in this evaluation and from this node?  No lot of steps ends during the scan. */
static inline bool
xp_first_fits(const XpEval *ev, const XpPath *path, const XpNode *start)
{
	return path->plain && ev->items_len < ev->ticks && !ev->track_ancestors && ev->dirs == 0 &&
		   (start->kind == XP_DOC || start->kind == BX_KIND_ELEMENT);
}

/* The first node that the path selects from the start node. */
extern BxStatus xp_first_scan(XpEval *ev, const XpPath *path, const XpNode *start, XpNode *nd, bool *found);

#endif

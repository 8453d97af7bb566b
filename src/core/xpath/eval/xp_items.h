/*
 * xp_items.h -- the items of an expression, pulled one by one.
 *
 * The struct is public for owners to embed; only eval looks inside.
 */
#ifndef XP_ITEM_ITERATOR_H
#define XP_ITEM_ITERATOR_H

#include "../syntax/xp_item.h"

struct XpEval;
struct XpContext;

/*
 * An iterator lives in its owner's memory.  An item is good until the next one is asked for.  Without keeps, so are the
 * scratch memory and the anchors that the owner took since; with keeps, all that items refer to stays.  An iterator
 * that is left before its end is closed, unless the evaluation fails.
 */
typedef struct XpItems
{
	BxStatus (*pull)(struct XpItems *it, struct XpEval *ev, XpItem *item, bool *found); /* NULL: at the end */
	struct XpItemsState *state;
	XpItem one;    /* a single item */
	uint64_t left; /* integers of a range that are still to come, */
	double number; /* from this one on, */
	double step;   /* by this step */
	bool keeps;
	bool given; /* an item was, after which there was: */
	uint32_t anchors;
	BxArenaMark mark;
} XpItems;

#endif

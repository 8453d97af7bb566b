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

struct XpNode;

/* A query that is evaluated. */
typedef struct XpQueryRun XpQueryRun;

/* An item of it that is neither an atomic value nor a node of the document, in the form of the engine of queries. */
typedef struct XpMade
{
	XpQueryRun *query;
	uint64_t item[2];
} XpMade;

/*
 * What evaluates queries of XQuery (XP_QUERY).
 *
 *   open   begin one, which ends the one of the same text that was open; context: NULL for the document
 *   next   the next item, good until the one behind it is asked for; a node of the value comes in *nd
 *   truth  the effective boolean value of one that was just begun
 *   text, value  of a made item: its string value; as a value of its own, in memory of the query
 *   end    of all that are open: the evaluation ends
 */
typedef struct XpForeign XpForeign;
struct XpForeign
{
	BxStatus (*open)(XpForeign *foreign, struct XpEval *ev, BxStr text, const struct XpNode *context,
					 XpQueryRun **query);
	BxStatus (*next)(XpQueryRun *query, XpItem *item, XpMade *made, struct XpNode *nd, bool *found);
	BxStatus (*truth)(XpQueryRun *query, bool *truth);
	BxStatus (*text)(const XpMade *made, BxStr *text);
	BxStatus (*value)(const XpMade *made, const uint8_t **v, size_t *n);
	void (*end)(XpForeign *foreign);
};

#endif

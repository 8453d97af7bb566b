/*
 * xp_item.h -- an item: a node or an atomic value, as expressions deliver it, sequences keep it, and callers give and
 * get it.
 */
#ifndef XP_ITEM_H
#define XP_ITEM_H

#include "../../atomic/at_decimal.h"
#include "../../base/bx_str.h"
#include "../../value/bx_moment.h"
#include "xp_ast.h"

struct XpNode; /* a decoded node, of the evaluation that made it */
struct XpSeq;
struct XpMade;

/* A node that is kept: its key, and the anchor of its parent. */
typedef struct XpNodeRef
{
	uint32_t key;
	uint32_t up;
} XpNodeRef;

/* Consecutive integers, up or down: never none, and not more than 2^54. */
typedef struct XpRange
{
	double first;
	double last;
} XpRange;

/*
 * The type says which member is set.  str, decimal, node and seq borrow from the deliverer of the item: from the value,
 * the arena of the call, or scratch memory that is released when the receiver returns.
 */
typedef struct XpItem
{
	union
	{
		bool boolean;
		double number;
		BxStr str; /* string; stored: the payload, as bx_value_decode takes it */
		AtDecimal decimal;
		BxMoment time;             /* date, dateTime, durations */
		const struct XpNode *node; /* node in flight */
		XpNodeRef ref;             /* node that is kept */
		XpRange range;
		const struct XpSeq *seq; /* value of a variable; NULL for none, or XpSeq of atomic values */
		const struct XpMade *made;
	};
	uint8_t type; /* XpType; XP_T_ANY: no item */
	bool
		by_reference; /* string: not fetched; str.s is NULL, the text is str.n bytes of the plain value ... */
	uint32_t at;      /* ... from here on (bx_range_read) */
} XpItem;

/* Items that are kept. */
typedef struct XpSeq
{
	XpItem *items;
	uint32_t n;
	uint32_t cap;
	uint64_t size; /* number of items, those of ranges counted */
} XpSeq;

static inline uint64_t
xp_range_size(const XpRange *r)
{
	return (uint64_t) (r->first < r->last ? r->last - r->first : r->first - r->last) + 1;
}

static inline double
xp_range_low(const XpRange *r)
{
	return r->first < r->last ? r->first : r->last;
}

static inline double
xp_range_high(const XpRange *r)
{
	return r->first < r->last ? r->last : r->first;
}

#endif

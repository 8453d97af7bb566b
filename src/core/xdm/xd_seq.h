/*
 * xd_seq.h -- sequences of items that are kept: values of variables, arguments, results.
 *
 * A sequence is immutable once it is made.  One item and consecutive integers need no array.
 */
#ifndef XD_SEQ_H
#define XD_SEQ_H

#include "../atomic/at_value.h"

typedef enum XdSeqKind
{
	XD_SEQ_EMPTY,
	XD_SEQ_ONE,
	XD_SEQ_ITEMS,
	XD_SEQ_RANGE /* the integers from first on, upwards */
} XdSeqKind;

struct XdRoom;

typedef struct XdSeq
{
	union
	{
		XdItem one;
		struct
		{
			const XdItem *items;
			struct XdRoom *room; /* that they are in, beside others: xd_seq_extend; NULL: none */
		};
		int64_t first;
	} u;
	uint64_t n; /* number of items */
	uint8_t kind;
	uint32_t stamp; /* of the value of a variable: number of its binding; 0: not known */
} XdSeq;

static inline XdSeq
xd_seq_empty(void)
{
	return (XdSeq){.kind = XD_SEQ_EMPTY};
}

static inline XdSeq
xd_seq_one(const XdItem *item)
{
	return (XdSeq){.u.one = *item, .n = 1, .kind = XD_SEQ_ONE};
}

/* Borrows the array. */
static inline XdSeq
xd_seq_items(const XdItem *items, uint64_t n)
{
	if (n == 0)
		return xd_seq_empty();
	return n == 1 ? xd_seq_one(items) : (XdSeq){.u.items = items, .n = n, .kind = XD_SEQ_ITEMS};
}

/* The item at a place below n. */
static inline XdItem
xd_seq_at(const XdSeq *seq, uint64_t i)
{
	return seq->kind == XD_SEQ_ITEMS   ? seq->u.items[i]
		   : seq->kind == XD_SEQ_RANGE ? at_integer_item(seq->u.first + (int64_t) i)
									   : seq->u.one;
}

/* A sequence in the making.  Items are added as they are; their texts are the caller's matter (xd_item_keep). */
typedef struct XdSeqBuilder
{
	BxArena *arena;
	XdItem *items;
	uint64_t n;
	uint64_t cap;
} XdSeqBuilder;

static inline XdSeqBuilder
xd_seq_builder(BxArena *arena)
{
	return (XdSeqBuilder){.arena = arena};
}

/* xd_seq.c: BX_E_NOMEM when the arena refuses. */
extern BxStatus xd_seq_grow(XdSeqBuilder *b, uint64_t n, BxError *err);

static inline BxStatus
xd_seq_add(XdSeqBuilder *b, const XdItem *item, BxError *err)
{
	if (b->n == b->cap)
	{
		BxStatus st = xd_seq_grow(b, b->n + 1, err);

		if (st != BX_OK)
			return st;
	}
	b->items[b->n++] = *item;
	return BX_OK;
}

/* All items of a sequence; charges the host. */
extern BxStatus xd_seq_append(XdSeqBuilder *b, const XdSeq *seq, BxError *err);

static inline XdSeq
xd_seq_built(const XdSeqBuilder *b)
{
	return xd_seq_items(b->items, b->n);
}

/* A copy of an item, with all it borrows, in an arena; nodes and functions are not copied, but held by the arena. */
extern BxStatus xd_item_keep(BxArena *arena, const XdItem *item, XdItem *kept, BxError *err);
/* The same of a sequence. */
extern BxStatus xd_seq_keep(BxArena *arena, const XdSeq *seq, XdSeq *kept, BxError *err);

/* ---- xd_room.c: sequences that grow at their ends ---- */

/*
 * A sequence with the items of another one before or behind it, in memory that the arena holds.  Where the sequence was
 * made by this and nothing was added to it at that end yet, it takes the time of the other one only, as all its items
 * stay where they are; else they are copied, with room for more.  The arena is one of a run.
 */
extern BxStatus xd_seq_extend(BxArena *arena, const XdSeq *seq, const XdSeq *more, bool before, BxError *err,
							  XdSeq *out);
/* Is it such a sequence whose items are all of an atomic type?  What was looked at before is not looked at again. */
extern BxStatus xd_room_is(const XdSeq *seq, AtType type, bool *is);
/* Hold the memory of such a sequence, as xd_seq_keep does. */
extern BxStatus xd_room_hold(BxArena *arena, const struct XdRoom *room, BxError *err);

#endif

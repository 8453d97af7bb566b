/*
 * xd_room.c -- sequences that grow at their ends: those made of each other share the items.
 *
 * A room has free places before and behind its items.  No item ever changes, so that the sequences made before are as
 * they were when another one takes the next place.
 */
#include "../base/bx_core_int.h"

#include "xd_function.h"

typedef struct XdRoom
{
	BxShared *held;
	BxArena *arena; /* of items and what they borrow, and of this */
	XdItem *items;
	uint64_t from, to; /* places that are taken */
	uint64_t cap;
	uint64_t known_from, known_to; /* items that are known to be */
	AtType type;                   /* of this type */
} XdRoom;

/* Free places of a new room for each item. */
#define LEAST_ROOM 64

static BxStatus
keep_items(XdRoom *room, uint64_t to, const XdSeq *seq, BxError *err)
{
	uint64_t i;

	BX_TRY(bx_charge(room->arena->host, seq->n * sizeof(XdItem)));
	for (i = 0; i < seq->n; i++)
	{
		XdItem item = xd_seq_at(seq, i);

		BX_TRY(xd_item_keep(room->arena, &item, &room->items[to + i], err));
	}
	return BX_OK;
}

/* A room with a copy of the items and so many free places at the one end. */
static BxStatus
new_room(BxArena *arena, const XdSeq *seq, uint64_t more, bool before, BxError *err, XdRoom **out)
{
	XdStorage store;
	XdRoom *room = NULL;

	BX_TRY(xd_store(arena, err, &store));
	room = bx_arena_zalloc(store.arena, sizeof(XdRoom));
	if (room == NULL)
		return bx_fail_nomem(err, sizeof(XdRoom));
	room->held = store.held;
	room->arena = store.arena;
	room->cap = seq->n + more;
	room->items = bx_arena_alloc(store.arena, room->cap * sizeof(XdItem));
	if (room->items == NULL)
		return bx_fail_nomem(err, room->cap * sizeof(XdItem));
	room->from = before ? more : 0;
	room->to = room->from + seq->n;
	*out = room;
	return keep_items(room, room->from, seq, err);
}

/* Is the sequence at this end of its room, and are there so many places behind it? */
static bool
has_room(const XdSeq *seq, uint64_t n, bool before)
{
	const XdRoom *room = seq->kind == XD_SEQ_ITEMS ? seq->u.room : NULL;

	if (room == NULL)
		return false;
	return before ? seq->u.items == room->items + room->from && n <= room->from
				  : seq->u.items + seq->n == room->items + room->to && n <= room->cap - room->to;
}

BxStatus
xd_seq_extend(BxArena *arena, const XdSeq *seq, const XdSeq *more, bool before, BxError *err, XdSeq *out)
{
	uint64_t n = seq->n + more->n;
	const XdItem *items;
	XdRoom *room = NULL;

	if (has_room(seq, more->n, before))
	{
		room = seq->u.room;
		items = seq->u.items - (before ? more->n : 0);
		BX_TRY(xd_room_hold(arena, room, err));
	}
	else
	{
		BX_TRY(new_room(arena, seq, n + LEAST_ROOM, before, err, &room));
		items = room->items + room->from - (before ? more->n : 0);
	}
	BX_TRY(keep_items(room, before ? room->from - more->n : room->to, more, err));
	if (before)
		room->from -= more->n;
	else
		room->to += more->n;
	*out = xd_seq_items(items, n);
	if (out->kind == XD_SEQ_ITEMS)
		out->u.room = room;
	return BX_OK;
}

BxStatus
xd_room_hold(BxArena *arena, const XdRoom *room, BxError *err)
{
	const XdFunction in = {.held = room->held};

	return xd_function_hold(arena, &in, err);
}

static bool
derives(const XdItem *item, AtType type)
{
	return at_is_atomic(item) && at_type_derives((AtType) item->type, type);
}

BxStatus
xd_room_is(const XdSeq *seq, AtType type, bool *is)
{
	XdRoom *room = seq->kind == XD_SEQ_ITEMS ? seq->u.room : NULL;
	uint64_t from, to, n;

	*is = false;
	if (room == NULL)
		return BX_OK;
	from = (uint64_t) (seq->u.items - room->items);
	to = from + seq->n;
	if (room->type != type || room->known_from > to || room->known_to < from)
	{
		room->type = type;
		room->known_from = room->known_to = from;
	}
	n = room->known_from > from ? room->known_from - from : 0;
	n += to > room->known_to ? to - room->known_to : 0;
	BX_TRY(bx_charge(room->arena->host, n * sizeof(XdItem)));
	for (*is = true; *is && room->known_from > from; room->known_from -= *is)
		*is = derives(&room->items[room->known_from - 1], type);
	for (; *is && room->known_to < to; room->known_to += *is)
		*is = derives(&room->items[room->known_to], type);
	return BX_OK;
}

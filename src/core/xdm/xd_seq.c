/*
 * xd_seq.c -- sequences: growing, and copies that last longer.
 */
#include "../base/bx_core_int.h"

#include "xd_function.h"

BxStatus
xd_seq_grow(XdSeqBuilder *b, uint64_t n, BxError *err)
{
	uint64_t cap = b->cap < 4 ? 4 : b->cap * 2;
	XdItem *items;

	if (cap < n)
		cap = n;
	items = bx_arena_grow(b->arena, b->items, b->n * sizeof(XdItem), cap * sizeof(XdItem));
	if (items == NULL)
		return bx_fail_nomem(err, cap * sizeof(XdItem));
	b->items = items;
	b->cap = cap;
	return BX_OK;
}

BxStatus
xd_seq_append(XdSeqBuilder *b, const XdSeq *seq, BxError *err)
{
	uint64_t i;

	BX_TRY(bx_steps(b->arena->host, seq->n));
	if (seq->n > b->cap - b->n)
		BX_TRY(xd_seq_grow(b, b->n + seq->n, err));
	for (i = 0; i < seq->n; i++)
		b->items[b->n++] = xd_seq_at(seq, i);
	return BX_OK;
}

/* Bytes in the arena; *copy is NULL only when it refuses. */
static BxStatus
keep_bytes(BxArena *arena, const void *p, size_t n, void **copy, BxError *err)
{
	*copy = bx_arena_alloc(arena, n > 0 ? n : 1);
	if (*copy == NULL)
		return bx_fail_nomem(err, n);
	if (n > 0)
		memcpy(*copy, p, n);
	return BX_OK;
}

static BxStatus
keep_str(BxArena *arena, BxStr *s, BxError *err)
{
	void *copy;

	BX_TRY(keep_bytes(arena, s->s, s->n, &copy, err));
	s->s = copy;
	return BX_OK;
}

static BxStatus
keep_name(BxArena *arena, const AtName *name, XdItem *kept, BxError *err)
{
	AtName *copy = bx_arena_alloc(arena, sizeof(AtName));

	if (copy == NULL)
		return bx_fail_nomem(err, sizeof(AtName));
	*copy = *name;
	BX_TRY(keep_str(arena, &copy->prefix, err));
	BX_TRY(keep_str(arena, &copy->uri, err));
	BX_TRY(keep_str(arena, &copy->local, err));
	kept->u.name = copy;
	return BX_OK;
}

BxStatus
xd_item_keep(BxArena *arena, const XdItem *item, XdItem *kept, BxError *err)
{
	AtDecimal d;
	void *copy;

	*kept = *item;
	if (at_is_node(item))
		return xd_node_hold(arena, item, err);
	if (!at_is_atomic(item))
		return xd_function_hold(arena, item->u.f, err);
	switch (item->form)
	{
		case AT_FORM_TEXT:
		case AT_FORM_BYTES:
			BX_TRY(keep_bytes(arena, item->u.s, item->n, &copy, err));
			kept->u.s = copy;
			return BX_OK;
		case AT_FORM_LONG:
			d = at_item_decimal(item);
			BX_TRY(keep_bytes(arena, item->u.big, at_decimal_size(&d), &copy, err));
			kept->u.big = copy;
			return BX_OK;
		case AT_FORM_DURATION:
			BX_TRY(keep_bytes(arena, item->u.duration, sizeof(BxDuration), &copy, err));
			kept->u.duration = copy;
			return BX_OK;
		case AT_FORM_NAME: return keep_name(arena, item->u.name, kept, err);
		default: return BX_OK;
	}
}

BxStatus
xd_seq_keep(BxArena *arena, const XdSeq *seq, XdSeq *kept, BxError *err)
{
	XdItem *items;
	uint64_t i;

	*kept = *seq;
	if (seq->kind == XD_SEQ_ONE)
		return xd_item_keep(arena, &seq->u.one, &kept->u.one, err);
	if (seq->kind != XD_SEQ_ITEMS)
		return BX_OK;
	if (seq->u.room != NULL && arena->keeper != NULL)
		return xd_room_hold(arena, seq->u.room, err);
	items = bx_arena_alloc(arena, seq->n * sizeof(XdItem));
	if (items == NULL)
		return bx_fail_nomem(err, seq->n * sizeof(XdItem));
	for (i = 0; i < seq->n; i++)
		BX_TRY(xd_item_keep(arena, &seq->u.items[i], &items[i], err));
	kept->u.items = items;
	kept->u.room = NULL;
	return BX_OK;
}

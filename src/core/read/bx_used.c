/*
 * bx_used.c -- which shapes and namespaces of its table a value has items of.
 */
#include "../base/bx_core_int.h"

#include "bx_used.h"

#define POLL_EVERY 4096

static BxStatus
begin(BxUsed *used, const BxTable *t, BxArena *arena, BxError *err)
{
	size_t n = t->n_shapes + (size_t) t->n_pairs + 1;

	used->t = t;
	used->shapes = bx_arena_alloc(arena, n * sizeof(bool));
	if (used->shapes == NULL)
		return bx_fail_nomem(err, n * sizeof(bool));
	memset(used->shapes, 0, n * sizeof(bool));
	used->pairs = used->shapes + t->n_shapes;
	return BX_OK;
}

static void
take(BxUsed *used, const BxEvent *ev)
{
	const BxShape *shape;

	switch (ev->kind)
	{
		case BX_EV_ELEMENT:
		case BX_EV_LEAF:
		case BX_EV_ATTRIBUTE:
		case BX_EV_PI:
		case BX_EV_NAMESPACE: break;
		default: return;
	}
	shape = &used->t->shapes[ev->shape];
	used->shapes[ev->shape] = true;
	used->pairs[ev->kind == BX_EV_NAMESPACE ? shape->name : used->t->names[shape->name].pair] = true;
}

BxStatus
bx_used_read(BxUsed *used, const BxTable *t, BxSource *src, BxArena *arena, BxError *err)
{
	BxReader *rd;
	BxEvent ev;

	BX_TRY(begin(used, t, arena, err));
	BX_TRY(bx_reader_new(&rd, t, src, arena, err));
	bx_reader_pieces(rd);
	for (;;)
	{
		BX_TRY(bx_reader_next(rd, &ev));
		if (ev.kind == BX_EV_DONE)
			return BX_OK;
		take(used, &ev);
		if (used->each != NULL)
			used->each(used, &ev);
		if (bx_reader_items(rd) % POLL_EVERY == 0)
			BX_TRY(bx_poll(arena->host));
	}
}

BxStatus
bx_used_plain(const BxTable *t, BxSource *src, BxArena *arena, bool *plain, BxError *err)
{
	BxUsed used = {.each = NULL};
	uint32_t i;

	*plain = bx_table_has_plain(t);
	if (!*plain || t->head.items_len > BX_USED_ITEMS_MAX)
		return BX_OK;
	BX_TRY(bx_used_read(&used, t, src, arena, err));
	*plain = false;
	for (i = 0; i < t->n_shapes && !*plain; i++)
		*plain = used.shapes[i] && t->shapes[i].kind <= BX_KIND_LEAF &&
				 t->names[t->shapes[i].name].pair == BX_PAIR_NONE;
	return BX_OK;
}

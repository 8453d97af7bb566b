/*
 * bx_edit_source.c -- the values an edit reads, item by item, and what all its files use.
 */
#include "bx_edit_int.h"

#include "../format/bx_item.h"

void
ed_blame(BxEdit *e, const BxEditNode *node)
{
	e->error_node = *node;
	e->has_error_node = true;
}

BxStatus
ed_nomem(BxEdit *e, size_t n)
{
	return bx_fail_nomem(e->err, n);
}

BxStatus
ed_damaged(BxEdit *e, const EdSource *s, uint32_t off)
{
	return bx_fail(e->err, BX_E_CORRUPT, (int64_t) s->table.head.items_off + off,
				   "bxml value is damaged: item cannot be read");
}

void *
ed_grow(BxEdit *e, void *p, uint32_t used, uint32_t *cap, uint32_t need, size_t size)
{
	uint32_t n = *cap;
	void *q;

	if (need <= n && p != NULL)
		return p;
	n = n < 16 ? 16 : n;
	while (n < need)
		n += n / 2;
	q = bx_arena_grow(&e->arena, p, p != NULL ? used * size : 0, n * size);
	if (q == NULL)
	{
		ed_nomem(e, n * size);
		return NULL;
	}
	*cap = n;
	return q;
}

/* ---- sources ---- */

BxStatus
ed_source_open(BxEdit *e, EdSource *s, BxArena *arena, const uint8_t *v, size_t n)
{
	size_t shapes, pairs;

	if (!s->own)
		s->v = NULL;
	BX_TRY(bx_table_open(&s->table, arena, v, n, n, e->err));
	if (s->table.head.flags & BX_FLAG_BLOCKS)
		return ED_FAIL(e, BX_E_ARGUMENT, "bxml value is in blocks");
	s->items = v + s->table.head.items_off;
	s->n = n;
	shapes = s->table.n_shapes * sizeof(uint32_t);
	pairs = s->table.n_pairs * sizeof(uint32_t);
	if (!s->own)
	{
		s->name_of = bx_arena_alloc(arena, shapes + 1);
		s->pair_of = bx_arena_alloc(arena, pairs);
		if (s->name_of == NULL || s->pair_of == NULL)
			return ed_nomem(e, shapes + pairs);
		memset(s->name_of, 0xff, shapes);
		memset(s->pair_of, 0xff, pairs);
	}
	s->v = v;
	return BX_OK;
}

BxStatus
ed_item(BxEdit *e, const EdSource *s, uint32_t off, uint32_t end, EdItem *item)
{
	const BxTable *t = &s->table;
	const uint8_t *p = s->items + off, *stop = s->items + end;
	BxItemHeader h;

	item->off = off;
	p = bx_item_header(p, stop, t->n_consts, &h);
	if (p == NULL)
		return ed_damaged(e, s, off);
	item->token = h.constant ? h.number : h.number + t->n_consts;
	if (h.constant)
	{
		item->shape = t->consts[h.number].shape;
		item->kind = t->shapes[item->shape].kind;
		item->payload = (const uint8_t *) t->consts[h.number].payload;
		item->len = t->consts[h.number].len;
		item->content = item->end = (uint32_t) (p - s->items);
		return bx_kind_has_value(item->kind) ? BX_OK : ed_damaged(e, s, off);
	}
	item->shape = h.number;
	item->len = h.len;
	if (h.len > (size_t) (stop - p) || h.number >= (s->own ? e->base_shapes : t->n_shapes))
		return ed_damaged(e, s, off);
	item->kind = t->shapes[item->shape].kind;
	item->content = (uint32_t) (p - s->items);
	item->payload = p;
	item->end = item->content + item->len;
	return BX_OK;
}

BxStatus
ed_payload(BxEdit *e, const EdSource *s, const EdItem *item, const uint8_t **payload, uint32_t *n, bool *ref)
{
	uint32_t off, len;

	*payload = item->payload;
	*n = item->len;
	*ref = false;
	if (item->len == 0 || item->payload[0] != BX_TAG_HEAP)
		return BX_OK;
	if (!bx_heap_ref(&s->table.head, item->payload, item->len, &off, &len))
		return ed_damaged(e, s, item->off);
	*ref = s->own;
	if (s->own)
		return BX_OK;
	*payload = s->items + s->table.head.items_len + off;
	*n = len;
	return BX_OK;
}

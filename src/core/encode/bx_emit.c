/*
 * bx_emit.c -- the tape to the items section, in one walk.
 */
#include "../base/bx_core_int.h"

#include "../format/bx_item.h"
#include "bx_emit_int.h"

/* The tokens of shapes come behind those of the constants. */
static BxStatus
move_tokens(BxEmit *e, BxWriter *w, BxArena *arena, const uint32_t *shape_of)
{
	size_t size = (w->n_shapes + (size_t) 1) * sizeof(uint32_t);
	uint32_t *tokens = bx_arena_alloc(arena, size);
	uint32_t i;

	if (tokens == NULL)
		return bx_writer_nomem(w, size);
	for (i = 0; i < w->used.n; i++)
		tokens[w->used.list[i]] = e->constants->n + shape_of[w->used.list[i]];
	e->tokens = tokens;
	return BX_OK;
}

BxStatus
bx_emit_begin(BxEmit *e, BxWriter *w, BxArena *arena, const uint32_t *shape_of)
{
	size_t n = w->n_shapes + (size_t) 1;
	size_t ends = (w->max_depth + (size_t) 2) * sizeof(uint8_t *);
	uint32_t i, shape;

	e->tokens = shape_of;
	e->kinds = bx_arena_alloc(arena, n);
	e->ends = bx_arena_alloc(arena, ends);
	e->noted = e->note_from > 0 ? bx_arena_alloc(arena, n) : NULL;
	if (e->kinds == NULL || e->ends == NULL || (e->note_from > 0 && e->noted == NULL))
		return bx_writer_nomem(w, n + ends);
	for (i = 0; i < w->used.n; i++)
	{
		shape = w->used.list[i];
		e->kinds[shape] = w->shapes[shape].kind;
		if (e->noted != NULL)
			e->noted[shape] = bx_kind_has_value(e->kinds[shape]) && w->shapes[shape].count >= e->note_from;
	}
	if (e->noted != NULL)
		e->notes = (uint32_t *) (void *) (w->tape.items.data + w->tape.items.len);
	e->p = w->tape.payloads.data + w->tape.payloads.len;
	if (e->constants->n == 0)
		return BX_OK;
	e->slots = e->constants->slot_of + e->constants->n_values;
	return move_tokens(e, w, arena, shape_of);
}

/* Put a number before q; returns where it begins. */
static inline uint8_t *
before_varint(uint8_t *q, uint32_t v)
{
	if (BX_LIKELY(v < BX_VARINT_ONE))
	{
		*--q = (uint8_t) v;
		return q;
	}
	q -= bx_varint_size(v);
	bx_varint_put(q, v);
	return q;
}

static inline uint8_t *
before_token(uint8_t *q, uint32_t t)
{
	if (BX_LIKELY(t < BX_SHORT_TOKENS))
	{
		*--q = (uint8_t) t;
		return q;
	}
	q -= bx_token_size(t);
	bx_token_put(q, t);
	return q;
}

/* The payload that ends at e->p, of n bytes, goes to the heap: put a reference to it. */
static uint32_t
put_reference(BxEmit *e, uint32_t n)
{
	uint8_t *end = e->q;

	e->heap -= n;
	memcpy(e->heap, e->p, n);
	e->q = before_varint(e->q, n);
	e->q = before_varint(e->q, (uint32_t) (e->heap - e->heap_start));
	*--e->q = BX_TAG_HEAP;
	return (uint32_t) (end - e->q);
}

/* Put an item that is not an element; its payload ends at e->p. */
static inline void
put_item(BxEmit *e, BxTapeItem item)
{
	uint32_t n = item.len, number;

	e->p -= n;
	if (e->constants->n > 0 && n <= BX_CONSTANT_LENGTH && bx_kind_has_value(e->kinds[item.shape]))
	{
		number = bx_constant_of(e->constants, *--e->slots, item.shape, e->p, n);
		if (number > 0)
		{
			e->q = before_token(e->q, number - 1);
			return;
		}
	}
	if (BX_UNLIKELY(bx_goes_to_heap(e->heap_from, e->kinds[item.shape], e->p, n)))
		n = put_reference(e, n);
	else
	{
		e->q -= n;
		bx_copy_short(e->q, e->p, n);
	}
	e->q = before_varint(e->q, n);
	e->q = before_token(e->q, e->tokens[item.shape]);
}

BxStatus
bx_emit_items(BxEmit *e, BxWriter *w)
{
	const uint32_t *begin = bx_tape_begin(w), *r = bx_tape_end(w);
	uint64_t steps = 0;
	uint32_t depth = 0;

	while (r > begin)
	{
		BxTapeItem item = bx_tape_back(&r);

		BX_TRY(bx_tape_step(w, &steps));
		if (item.shape == BX_TAPE_END)
			e->ends[depth++] = e->q;
		else if (e->kinds[item.shape] == BX_KIND_ELEMENT)
		{
			e->q = before_varint(e->q, (uint32_t) (e->ends[--depth] - e->q));
			e->q = before_token(e->q, e->tokens[item.shape]);
		}
		else
		{
			put_item(e, item);
			/* the record has been read, so that there is room before the notes */
			if (e->noted != NULL && e->noted[item.shape])
				*--e->notes = (uint32_t) (e->heap_start - e->q);
		}
	}
	return BX_OK;
}

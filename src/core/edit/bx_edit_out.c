/*
 * bx_edit_out.c -- the new items, as a list of pieces.
 *
 * As in the writer, an element is held back until something other than text shows that it is not a leaf, and text is
 * held back until something else comes, so that neighbours merge.  Old items that follow each other become one piece.
 */
#include "bx_edit_int.h"

#include "../value/bx_value.h"

/* Open elements that there is room for at first: few documents are deeper. */
#define STACK_START 8

static BxStatus
add_seg(BxEdit *e, const uint8_t *p, uint32_t n, uint32_t token)
{
	EdSeg s = {p, n, token};

	return bx_buf_append(&e->segs, &s, sizeof(s), e->err);
}

BxStatus
ed_out_begin(BxEdit *e)
{
	EdOut o;

	memset(&o, 0, sizeof(o));
	o.shape = BX_SHAPE_NONE;
	o.seq = ++e->next_seq;
	o.labelled = true;
	BX_TRY(bx_buf_reserve(&e->outs, STACK_START * sizeof(o), e->err));
	return bx_buf_append(&e->outs, &o, sizeof(o), e->err);
}

static BxStatus
open_pending(BxEdit *e)
{
	EdOut *o = ed_out(e);

	if (!o->pending)
		return BX_OK;
	o->shape = o->element_hint;
	if (o->shape == ED_NONE)
	{
		if (o->name == ED_NONE)
			BX_TRY(ed_name_of_shape(e, &e->base, o->hint_shape, &o->name));
		BX_TRY(ed_shape(e, o[-1].shape, BX_KIND_ELEMENT, o->name, &o->shape));
	}
	BX_TRY(ed_shape_use(e, o->shape, o[-1].seq));
	o->seg = (uint32_t) (e->segs.len / sizeof(EdSeg));
	o->pending = false;
	return add_seg(e, NULL, 0, e->t->n_consts + o->shape);
}

/* Note that an item is on a level. */
static inline void
reach(BxEdit *e, uint32_t level)
{
	if (level > e->max_level)
		e->max_level = level;
}

/* A new item in the current element. */
static BxStatus
put(BxEdit *e, uint32_t shape, const uint8_t *payload, uint32_t n)
{
	uint32_t token = e->t->n_consts + shape;

	reach(e, ed_depth(e) + 1);
	ed_out(e)->size += (uint64_t) bx_token_size(token) + bx_varint_size(n) + n;
	return add_seg(e, payload, n, token);
}

static BxStatus
copy(BxEdit *e, const uint8_t *p, uint32_t n)
{
	size_t count = e->segs.len / sizeof(EdSeg);
	EdSeg *last = (EdSeg *) (void *) e->segs.data + count - (count > 0);

	ed_out(e)->size += n;
	if (count > 0 && last->token == ED_NONE && last->p + last->n == p)
	{
		last->n += n;
		return BX_OK;
	}
	return n > 0 ? add_seg(e, p, n, ED_NONE) : BX_OK;
}

/* ---- values ---- */

/* Keep the n bytes at p in the arena. */
static BxStatus
keep(BxEdit *e, const uint8_t *p, uint32_t n, const uint8_t **payload)
{
	*payload = (const uint8_t *) bx_arena_strndup(&e->arena, (const char *) p, n);
	return *payload != NULL ? BX_OK : ed_nomem(e, n);
}

/* The payload in its stored form of a new text. */
static BxStatus
encode(BxEdit *e, BxStr text, const uint8_t **payload, uint32_t *n)
{
	uint8_t enc[BX_VALUE_ENC_MAX], ref[BX_HEAP_REF_MAX], *p = ref;
	uint64_t at = (uint64_t) e->t->head.heap_len + e->heap_more.len;

	*n = e->opt.typed == BX_TYPED_LOSSLESS ? bx_value_encode(text.s, text.n, enc) : 0;
	if (*n > 0)
		return keep(e, enc, *n, payload);
	*payload = (const uint8_t *) text.s;
	*n = (uint32_t) text.n;
	if (e->t->head.heap_len == 0 || text.n < BX_HEAP_VALUE || at + text.n > BX_VALUE_MAX || e->patches.making)
		return BX_OK;
	BX_TRY(bx_buf_append(&e->heap_more, text.s, text.n, e->err));
	*p++ = BX_TAG_HEAP;
	p = bx_varint_put(p, (uint32_t) at);
	p = bx_varint_put(p, (uint32_t) text.n);
	*n = (uint32_t) (p - ref);
	return keep(e, ref, *n, payload);
}

/* A new text as the payload of a shape: what the shape promises is seen to before it goes to the heap. */
static BxStatus
put_text(BxEdit *e, uint32_t shape, BxStr text)
{
	const uint8_t *payload;
	uint32_t n;

	BX_TRY(encode(e, text, &payload, &n));
	ed_shape_holds(e, shape, (const uint8_t *) text.s, (uint32_t) text.n, false);
	ed_shape_holds(e, shape, payload, n, false);
	return put(e, shape, payload, n);
}

static BxStatus
put_payload(BxEdit *e, uint32_t shape, const uint8_t *payload, uint32_t n, bool ref)
{
	if (!ref && n >= BX_HEAP_VALUE && (payload[0] & 0xC0) != 0x80)
		return put_text(e, shape, (BxStr){(const char *) payload, n});
	ed_shape_holds(e, shape, payload, n, ref);
	return put(e, shape, payload, n);
}

/* ---- text ---- */

static BxStatus
append_text(BxEdit *e, const EdText *t)
{
	char buf[BX_VALUE_TEXT_MAX];
	const char *s;
	uint32_t off, n;

	if (t->ref && bx_heap_ref(&e->t->head, t->payload, t->n, &off, &n))
		return bx_buf_append(&e->text, e->base.items + e->t->head.items_len + off, n, e->err);
	s = bx_value_text(t->payload, t->n, buf, &n);
	if (s == NULL)
		return ED_FAIL(e, BX_E_CORRUPT, "bxml value is damaged: bad typed value");
	return bx_buf_append(&e->text, s, n, e->err);
}

BxStatus
ed_text(BxEdit *e, const EdText *piece)
{
	if (piece->n == 0)
	{
		if (piece->origin != ED_NONE)
			ed_gap(e, BX_LINE_CHILD, piece->origin);
		return BX_OK;
	}
	if (!e->held.held)
	{
		e->held = *piece;
		e->held.held = true;
		e->held.merged = false;
		return BX_OK;
	}
	if (e->held.origin == ED_NONE)
		e->held.origin = piece->origin;
	else if (piece->origin != ED_NONE)
		ed_gap(e, BX_LINE_CHILD, piece->origin);
	if (!e->held.merged)
	{
		e->text.len = 0;
		BX_TRY(append_text(e, &e->held));
		e->held.merged = true;
	}
	return append_text(e, piece);
}

BxStatus
ed_new_text(BxEdit *e, BxStr text)
{
	EdText piece;

	memset(&piece, 0, sizeof(piece));
	piece.payload = (const uint8_t *) text.s;
	piece.n = (uint32_t) text.n;
	piece.origin = e->origin;
	return ed_text(e, &piece);
}

/* The merged text, for good. */
static BxStatus
merged(BxEdit *e, BxStr *text)
{
	text->n = (uint32_t) e->text.len;
	text->s = bx_arena_strndup(&e->arena, (const char *) e->text.data, e->text.len);
	return text->s != NULL ? BX_OK : ed_nomem(e, e->text.len);
}

/* The held text as an item of that shape. */
static BxStatus
put_held(BxEdit *e, uint32_t shape)
{
	const EdText *h = &e->held;
	BxStr text;

	e->held.held = false;
	if (h->merged)
	{
		BX_TRY(merged(e, &text));
		return put_text(e, shape, text);
	}
	if (h->item != NULL && h->item_shape == shape)
	{
		reach(e, ed_depth(e) + 1);
		return copy(e, h->item, h->item_n);
	}
	if (!h->ref && (h->payload[0] & 0xC0) != 0x80)
		return put_text(e, shape, (BxStr){(const char *) h->payload, h->n});
	return put_payload(e, shape, h->payload, h->n, h->ref);
}

BxStatus
ed_flush(BxEdit *e)
{
	EdOut *o = ed_out(e);
	uint32_t shape;

	if (!e->held.held)
		return BX_OK;
	BX_TRY(ed_note(e, BX_LINE_CHILD, e->held.origin));
	if (ed_depth(e) == 0)
	{
		e->top.text = true;
		e->top.items++;
	}
	else if (ed_paths(e) && !(e->t->shapes[o->shape].flags & BX_SHAPE_MIXED))
	{
		e->t->shapes[o->shape].flags |= BX_SHAPE_MIXED;
		e->changed = true;
	}
	shape = e->held.item_shape;
	if (e->held.item == NULL || e->t->shapes[shape].parent != (ed_paths(e) ? o->shape : BX_SHAPE_NONE))
		BX_TRY(ed_shape(e, o->shape, BX_KIND_TEXT, 0, &shape));
	BX_TRY(ed_shape_use(e, shape, o->seq));
	return put_held(e, shape);
}

BxStatus
ed_out_end(BxEdit *e)
{
	BX_TRY(ed_flush(e));
	return ed_labels_close(e);
}

/* ---- items ---- */

/* Prepare for a child other than text. */
static BxStatus
before_child(BxEdit *e)
{
	BX_TRY(open_pending(e));
	BX_TRY(ed_flush(e));
	e->top.items += ed_depth(e) == 0;
	return ed_note(e, BX_LINE_CHILD, e->origin);
}

/* An element at the top. */
static void
count_root(BxEdit *e)
{
	if (ed_depth(e) == 0 && e->top.elements++ == 0)
		e->top.root_at = e->top.items - 1;
}

BxStatus
ed_start(BxEdit *e, uint32_t name, uint32_t old_shape, bool same_parent)
{
	EdOut o;

	BX_TRY(before_child(e));
	if (ed_depth(e) >= e->opt.limits.max_depth && old_shape == ED_NONE)
		return bx_fail_limit(e->err, BX_E_DEPTH, "bxml.max_depth", e->opt.limits.max_depth,
							 "depth of nested elements");
	if (ed_depth(e) >= BX_DEPTH_CEILING + 1)
		return bx_fail(e->err, BX_E_DEPTH, -1, "elements are nested too deeply");
	count_root(e);
	reach(e, ed_depth(e) + 1);
	memset(&o, 0, sizeof(o));
	o.name = name;
	o.hint_shape = old_shape;
	o.shape = o.element_hint = o.leaf_hint = ED_NONE;
	if (same_parent && name == ED_NONE)
	{
		if (e->t->shapes[old_shape].kind == BX_KIND_ELEMENT)
			o.element_hint = old_shape;
		else
			o.leaf_hint = old_shape;
	}
	o.seq = ++e->next_seq;
	o.undo = (uint32_t) (e->scope.undo.len / sizeof(EdUndo));
	o.pending = true;
	o.labelled = old_shape != ED_NONE && !e->patches.making;
	o.place = e->origin;
	return bx_buf_append(&e->outs, &o, sizeof(o), e->err);
}

/* The element that ends has nothing in it but the held text, or not even that. */
static BxStatus
end_leaf(BxEdit *e)
{
	EdOut o;
	uint32_t shape;

	if (e->held.held)
		BX_TRY(ed_note(e, BX_LINE_CHILD, e->held.origin));
	BX_TRY(ed_labels_close(e));
	o = *ed_out(e);
	shape = o.leaf_hint;
	e->outs.len -= sizeof(EdOut);
	if (shape == ED_NONE)
	{
		if (o.name == ED_NONE)
			BX_TRY(ed_name_of_shape(e, &e->base, o.hint_shape, &o.name));
		BX_TRY(ed_shape(e, ed_out(e)->shape, BX_KIND_LEAF, o.name, &shape));
	}
	BX_TRY(ed_shape_use(e, shape, ed_out(e)->seq));
	return e->held.held ? put_held(e, shape) : put(e, shape, (const uint8_t *) "", 0);
}

BxStatus
ed_end(BxEdit *e)
{
	EdOut *o = ed_out(e);
	uint64_t size;

	if (e->scope.needed)
		ed_unbind(e, o->undo);
	if (o->pending)
		return end_leaf(e);
	BX_TRY(ed_flush(e));
	BX_TRY(ed_labels_close(e));
	o = ed_out(e);
	size = o->size;
	if (size > BX_VALUE_MAX)
		return ED_FAIL(e, BX_E_LIMIT, "bxml value would exceed the limit of 1 GB");
	((EdSeg *) (void *) e->segs.data)[o->seg].n = (uint32_t) size;
	o[-1].size += bx_token_size(e->t->n_consts + o->shape) + bx_varint_size((uint32_t) size) + size;
	e->outs.len -= sizeof(EdOut);
	return BX_OK;
}

static BxStatus
count_tags(BxEdit *e, uint32_t count, bool limited)
{
	EdOut *o = ed_out(e);

	o->n_tags += count;
	if (!limited || o->n_tags <= e->opt.limits.max_attributes)
		return BX_OK;
	return bx_fail_limit(e->err, BX_E_LIMIT, "bxml.max_attributes", e->opt.limits.max_attributes,
						 "number of attributes and namespace declarations of an element");
}

BxStatus
ed_out_namespace(BxEdit *e, uint32_t pair)
{
	uint32_t shape;

	BX_TRY(open_pending(e));
	BX_TRY(count_tags(e, 1, true));
	BX_TRY(ed_shape(e, ed_out(e)->shape, BX_KIND_NAMESPACE, pair, &shape));
	return put(e, shape, (const uint8_t *) "", 0);
}

BxStatus
ed_out_attribute(BxEdit *e, const EdAttr *a)
{
	uint32_t shape;

	BX_TRY(open_pending(e));
	BX_TRY(count_tags(e, 1, a->shape == ED_NONE));
	if (a->shape != ED_NONE && a->item != NULL)
	{
		reach(e, ed_depth(e) + 1);
		return copy(e, a->item, a->item_n);
	}
	BX_TRY(ed_shape(e, ed_out(e)->shape, BX_KIND_ATTRIBUTE, a->name, &shape));
	if (a->shape == ED_NONE)
		return put_text(e, shape, (BxStr){(const char *) a->payload, a->n});
	return put_payload(e, shape, a->payload, a->n, a->ref);
}

BxStatus
ed_out_value(BxEdit *e, uint32_t shape, BxStr text)
{
	BX_TRY(open_pending(e));
	BX_TRY(count_tags(e, 1, false)); /* nothing is added */
	return put_text(e, shape, text);
}

BxStatus
ed_copy_tags(BxEdit *e, const uint8_t *p, uint32_t n, uint32_t count)
{
	if (n == 0)
		return BX_OK;
	BX_TRY(open_pending(e));
	BX_TRY(count_tags(e, count, false));
	return copy(e, p, n);
}

BxStatus
ed_copy(BxEdit *e, const uint8_t *p, uint32_t n, uint32_t shape)
{
	uint8_t kind = e->t->shapes[shape].kind;

	BX_TRY(before_child(e));
	if (kind == BX_KIND_ELEMENT || kind == BX_KIND_LEAF)
		count_root(e);
	BX_TRY(ed_shape_use(e, shape, ed_out(e)->seq));
	return copy(e, p, n);
}

bool
ed_text_stays(const BxEdit *e, uint32_t shape)
{
	uint32_t parent = ed_out(e)->shape;

	return (e->t->shapes[parent].flags & BX_SHAPE_MIXED) &&
		   e->t->shapes[shape].parent == (ed_paths(e) ? parent : BX_SHAPE_NONE);
}

BxStatus
ed_copy_run(BxEdit *e, const uint8_t *p, uint32_t n, uint32_t origin, uint32_t count)
{
	reach(e, ed_depth(e) + 1);
	BX_TRY(ed_note_run(e, BX_LINE_CHILD, origin, count));
	return copy(e, p, n);
}

BxStatus
ed_child(BxEdit *e, uint8_t kind, uint32_t name, const uint8_t *payload, uint32_t n, bool ref)
{
	uint32_t shape;

	BX_TRY(before_child(e));
	if (kind == BX_KIND_LEAF)
		count_root(e);
	BX_TRY(ed_shape(e, ed_out(e)->shape, kind, name, &shape));
	BX_TRY(ed_shape_use(e, shape, ed_out(e)->seq));
	return kind == BX_KIND_LEAF ? put_payload(e, shape, payload, n, ref) : put(e, shape, payload, n);
}

/* ---- bytes ---- */

BxStatus
ed_emit(BxEdit *e, uint8_t *q)
{
	size_t i, n;
	const EdSeg *s = ed_segs(e, &n);

	for (i = 0; i < n; i++, s++)
	{
		if ((i & 0xfff) == 0xfff)
			BX_TRY(bx_poll(e->host));
		if (s->token != ED_NONE)
		{
			q = bx_token_put(q, s->token);
			q = bx_varint_put(q, s->n);
		}
		if (s->p != NULL && s->n > 0)
		{
			memcpy(q, s->p, s->n);
			q += s->n;
		}
	}
	return BX_OK;
}

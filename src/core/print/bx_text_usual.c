/*
 * bx_text_usual.c -- the serializer's loop for what most items are: short, in the window, below an element.
 */
#include "bx_text_put_int.h"

#include "../format/bx_item.h"

/* Items are cheap, but more so than their bytes. */
#define UNITS_PER_BYTE 16
/* Bytes of items between two charges. */
#define RUN_MAX 65536

/* Where put_usual is; offsets are from the start of the window. */
typedef struct Usual
{
	const uint8_t *p; /* the window */
	uint32_t off;
	uint32_t end;  /* of the innermost element */
	uint32_t safe; /* where it stops for want of bytes */
	uint32_t level;
	bool in_tag;
} Usual;

/* A constant, whose text may stand in the output. */
BX_INLINE uint8_t *
copy_constant(BxTextOut *o, uint8_t *q, Usual *r, uint32_t number)
{
	const BxTextConst *c = &o->consts[number];
	bool in_tag = r->in_tag;

	if (BX_UNLIKELY(c->text == 0))
	{
		o->in_tag = in_tag;
		q = bx_text_constant(o, q, number);
		r->in_tag = o->in_tag;
		return q;
	}
	r->in_tag = in_tag && o->tags[c->shape].kind == BX_KIND_ATTRIBUTE;
	*q = '>';
	return put_steps(q + (in_tag && !r->in_tag), o->buf->data + c->at, c->text);
}

/* The end of an element; false: its name is not a usual one. */
BX_INLINE bool
end_usual(const BxTextOut *o, uint8_t **out, Usual *r)
{
	const BxTag *t = &o->tags[o->open[r->level - 1].shape];
	uint8_t *q = *out;

	if (r->in_tag)
	{
		memcpy(q, "/>", 2);
		q += 2;
	}
	else if (BX_LIKELY(t->usual != 0))
	{
		memcpy(q, "</", 2);
		q = put_usual_name(q + 2, t);
		*q++ = '>';
	}
	else
		return false;
	*out = q;
	r->in_tag = false;
	r->level--;
	return true;
}

BX_INLINE uint8_t *
put_usual_attribute(BxTextOut *o, uint8_t *q, const BxTag *t, const uint8_t *p, uint32_t n)
{
	*q = ' ';
	q = put_usual_name(q + 1, t);
	memcpy(q, "=\"", 2);
	q = put_short_value(o, q + 2, p, n, t->flags, true);
	if (BX_LIKELY(q != NULL))
		*q++ = '"';
	return q;
}

BX_INLINE uint8_t *
put_usual_leaf(BxTextOut *o, uint8_t *q, const BxTag *t, const uint8_t *p, uint32_t n)
{
	*q = '<';
	q = put_usual_name(q + 1, t);
	if (n == 0)
	{
		memcpy(q, "/>", 2);
		return q + 2;
	}
	*q = '>';
	q = put_short_value(o, q + 1, p, n, t->flags, false);
	if (BX_UNLIKELY(q == NULL))
		return NULL;
	memcpy(q, "</", 2);
	q = put_usual_name(q + 2, t);
	*q++ = '>';
	return q;
}

/* An item of n bytes in content, with the ">" of the start tag before it. */
BX_INLINE uint8_t *
put_usual_child(BxTextOut *o, uint8_t *q, Usual *r, const BxTag *t, const uint8_t *p, uint32_t n)
{
	*q = '>';
	q += r->in_tag;
	r->in_tag = t->usual == BX_KIND_ELEMENT;
	if (t->usual == BX_KIND_LEAF)
		return put_usual_leaf(o, q, t, p, n);
	if (t->usual == BX_KIND_TEXT)
		return put_short_value(o, q, p, n, t->flags, false);
	*q = '<';
	r->end = (uint32_t) (p - r->p) + n;
	o->open[r->level++] = (BxTextOpen){o->w.off + r->end, (uint32_t) (t - o->tags)};
	return put_usual_name(q + 1, t);
}

/* An item other than an attribute; false: it is not usual. */
BX_INLINE bool
put_usual_other(BxTextOut *o, uint8_t **out, Usual *r, const BxTag *t, const uint8_t *p, uint32_t n)
{
	if (t->usual == BX_KIND_ELEMENT ? r->level >= o->head->depth : t->usual == 0 || n > SHORT)
		return false;
	if (t->usual == BX_KIND_NAMESPACE)
		*out = bx_text_name(o, *out, t);
	else
		*out = put_usual_child(o, *out, r, t, p, n);
	return true;
}

/* One item that is not a constant; false: it is not usual. */
BX_INLINE bool
put_usual_item(BxTextOut *o, uint8_t **out, Usual *r, const uint8_t *p, const BxItemHeader *h)
{
	const BxTag *t = &o->tags[h->number];
	uint32_t from = (uint32_t) (p - r->p), n = h->len, next = from + n;

	if (BX_UNLIKELY(h->number >= o->n_shapes || next > r->end))
		return false;
	if (BX_LIKELY(t->usual == BX_KIND_ATTRIBUTE && n <= SHORT))
		*out = put_usual_attribute(o, *out, t, p, n);
	else if (!put_usual_other(o, out, r, t, p, n))
		return false;
	else if (t->usual == BX_KIND_ELEMENT)
		next = from;
	r->off = next;
	return true;
}

/* Short items and ends of elements, up to one that bx_text_next must see; NULL when the output cannot hold them. */
static uint8_t *
put_usual(BxTextOut *o, uint8_t *q)
{
	uint32_t safe = o->w.safe - o->off < RUN_MAX ? o->w.safe : o->off + RUN_MAX;
	uint32_t stop = safe < o->patches.limit ? safe : o->patches.limit;
	Usual r = {o->w.p, o->off - o->w.off, o->end - o->w.off, stop - o->w.off, o->level, o->in_tag};
	BxItemHeader h;
	const uint8_t *p;

	for (;;)
	{
		if (BX_UNLIKELY(q > o->full) && (q = bx_text_reserve(o, q, 0)) == NULL)
			return NULL;
		if (r.off == r.end)
		{
			if (r.level == o->patches.level || !end_usual(o, &q, &r))
				break;
			r.end = bx_text_end_of(o, r.level) - o->w.off;
			if (r.level == 0)
				break;
			continue;
		}
		if (BX_UNLIKELY(r.off >= r.safe) || (p = bx_item_brief(r.p + r.off, o->n_consts, &h)) == NULL)
			break;
		if (h.constant)
		{
			q = copy_constant(o, q, &r, h.number);
			r.off = (uint32_t) (p - r.p);
		}
		else if (!put_usual_item(o, &q, &r, p, &h))
			break;
		if (BX_UNLIKELY(q == NULL))
			return NULL;
	}
	o->off = r.off + o->w.off;
	o->end = r.end + o->w.off;
	o->level = r.level;
	o->in_tag = r.in_tag;
	return q;
}

/* ---- patches ---- */

/* Does a patch begin or end here? */
static inline bool
at_patch(const BxTextOut *o)
{
	if (o->level == 0)
		return false;
	return o->off == o->end ? o->level == o->patches.level : o->off == o->patches.limit;
}

/* A patch does not begin and end where siblings do. */
static BxStatus
misplaced(const BxTextOut *o)
{
	return bx_fail(o->err, BX_E_ARGUMENT, -1, "no node at this place");
}

/* Read on in a patch, or behind it. */
static BxStatus
pass_patch(BxTextOut *o)
{
	BxTextPatching *c = &o->patches;

	if (c->level == 0 && c->next->n > 0)
	{
		c->level = o->level;
		c->limit = UINT32_MAX;
		o->off = c->off + c->next->off;
	}
	else
	{
		c->level = 0;
		o->off = c->next++->to;
		c->limit = c->next != c->last ? c->next->from : UINT32_MAX;
	}
	o->end = bx_text_end_of(o, o->level);
	return o->off <= o->end ? BX_OK : misplaced(o);
}

/* ---- all items ---- */

/* The items of an element that is open, as many as are usual, and the next one. */
static uint8_t *
put_content(BxTextOut *o, uint8_t *q)
{
	uint32_t from = o->off;
	BxStatus st;

	if (BX_UNLIKELY(o->off > o->patches.limit))
	{
		o->status = misplaced(o);
		return NULL;
	}
	if (!bx_text_see(o) || (q = put_usual(o, q)) == NULL)
		return NULL;
	st = bx_charge(o->arena->host, (o->off - from) * (uint64_t) UNITS_PER_BYTE);
	if (st != BX_OK)
	{
		o->status = st;
		return NULL;
	}
	return o->level == 0 || o->off >= o->w.safe || at_patch(o) ? q : bx_text_next(o, q);
}

BxStatus
bx_text_items(BxTextOut *o)
{
	uint8_t *q = bx_text_reserve(o, o->buf->data + o->buf->len, 0);

	while (q != NULL && (o->level > 0 || o->off != o->end))
	{
		if (BX_UNLIKELY(at_patch(o)))
		{
			if (pass_patch(o) != BX_OK)
				return o->err->status;
			continue;
		}
		q = o->level > 0 && o->plain == NULL ? put_content(o, q) : bx_text_next(o, q);
		if (q != NULL && q > o->full)
			q = bx_text_reserve(o, q, 0);
	}
	if (q == NULL || (q = bx_text_end(o, q)) == NULL)
		return o->status;
	if (o->patches.next != o->patches.last)
		return misplaced(o);
	o->buf->len = (size_t) (q - o->buf->data);
	return bx_text_reserve(o, q, 0) != NULL ? BX_OK : o->status;
}

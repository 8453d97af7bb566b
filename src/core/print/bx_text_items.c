/*
 * bx_text_items.c -- the serializer's way through the items.
 *
 * Nearly all names and values are short, and their lengths cannot be foreseen: they are copied in steps of sixteen
 * bytes, with the bytes after them, so that there is no branch to mispredict.  For this the buffer has BX_TEXT_SPARE
 * bytes to spare before every item, which is more than names and values of up to SHORT bytes can become, and nothing
 * is copied that way where bytes behind it could not be read.  Everything else is left to functions that are not
 * inline.
 *
 * The place in the buffer is handed from function to function; NULL says that o->status is an error.  Places in the
 * items are pointers into the window, which only items too long for it move.
 */
#include "bx_text_int.h"

#include "../format/bx_item.h"
#include "../base/bx_escape.h"
#include "../read/bx_reader.h"
#include "../value/bx_value.h"

/* Longest name and value that the spare bytes are enough for. */
#define SHORT BX_TEXT_SHORT
#define STEP 16
/* Spaces before an item, at most, but always those of one level. */
#define INDENT_MAX 60

/* An item. */
typedef struct Item
{
	const uint8_t *p; /* payload */
	uint32_t n;       /* its length, or that of the content of an element */
	uint32_t shape;
	const uint8_t *next; /* the item behind it; of an element, its content */
	bool ahead;          /* SHORT bytes can be read at p */
} Item;

/* ---- the buffer ---- */

static uint8_t *
fail(BxTextOut *o, BxStatus st)
{
	o->status = st;
	return NULL;
}

/* Room for n bytes and some to spare.  The buffer may become longer than its limit, the text may not. */
static uint8_t *
reserve(BxTextOut *o, uint8_t *q, size_t n)
{
	BxBuf *b = o->buf;
	BxStatus st;

	b->len = (size_t) (q - b->data);
	if (b->len > o->max || n > o->max - b->len)
	{
		b->max = o->max;
		return fail(o, bx_buf_grow(b, n + 1, o->err));
	}
	st = bx_buf_reserve(b, n + BX_TEXT_SPARE, o->err);
	if (st != BX_OK)
		return fail(o, st);
	o->full = b->data + b->cap - BX_TEXT_SPARE;
	return b->data + b->len;
}

static uint8_t *
put_long(BxTextOut *o, uint8_t *q, const void *s, size_t n)
{
	q = reserve(o, q, n);
	if (q == NULL)
		return NULL;
	memcpy(q, s, n);
	return q + n;
}

/* n bytes, of at most SHORT, in steps; so many more may be read and written that steps are whole. */
static inline uint8_t *
put_steps(uint8_t *q, const uint8_t *s, uint32_t n)
{
	uint32_t i;

	memcpy(q, s, STEP);
	for (i = STEP; i < n; i += STEP)
		memcpy(q + i, s + i, STEP);
	return q + n;
}

static uint8_t *
put_long_text(BxTextOut *o, uint8_t *q, const uint8_t *s, size_t n, uint8_t flags, bool attr)
{
	const char *ref;
	uint32_t ref_n;
	size_t k;

	if (flags & BX_SHAPE_CLEAN)
		return put_long(o, q, s, n);
	for (;;)
	{
		k = bx_clean_prefix((const char *) s, n, attr);
		q = put_long(o, q, s, k);
		if (q == NULL || k == n)
			return q;
		ref = bx_text_reference(s[k], &ref_n);
		memcpy(q, ref, 8);
		q += ref_n;
		s += k + 1;
		n -= k + 1;
	}
}

/* ---- names ---- */

static inline uint8_t *
put_name(BxTextOut *o, uint8_t *q, const BxTag *t)
{
	if (BX_UNLIKELY(t->len > SHORT))
		return put_long(o, q, t->name, t->len);
	return put_steps(q, (const uint8_t *) t->name, t->len);
}

/* ---- windows ---- */

/* Place of what is in the window, among items and heap. */
static inline uint32_t
place(const BxTextOut *o, const uint8_t *p)
{
	return o->w.off + (uint32_t) (p - o->w.p);
}

static BxStatus
damaged(const BxTextOut *o, uint32_t off, const char *what)
{
	return bx_fail(o->err, BX_E_CORRUPT, (int64_t) o->head->items_off + off, "bxml value is damaged: %s",
				   what);
}

/* Make n bytes from offset off on available, fewer only at the end of items and heap. */
static BxStatus
refill(BxTextOut *o, uint32_t off, uint32_t n)
{
	BxSource *src = off >= o->src->len && o->src->heap != NULL ? o->src->heap : o->src;
	uint32_t got;

	if (src->base != NULL)
		return BX_OK;
	if (n > o->total - off)
		n = o->total - off;
	o->w.end = 0;
	BX_TRY(src->fetch(src, off, n, &o->w.p, &got, o->err));
	o->w.off = off;
	o->w.end = off + got;
	return got < n ? damaged(o, off, "bytes are missing") : BX_OK;
}

/* A value of any length, from offset off of items and heap on. */
static uint8_t *
put_pieces(BxTextOut *o, uint8_t *q, uint32_t off, uint32_t len, uint8_t flags, bool attr)
{
	uint32_t end = off + len, n;
	BxStatus st;

	for (; off < end && q != NULL; off += n)
	{
		n = end - off < BX_PIECE ? end - off : BX_PIECE;
		st = bx_poll(o->arena->host);
		if (st == BX_OK && (off < o->w.off || off > o->w.end || n > o->w.end - off))
			st = refill(o, off, n);
		if (st != BX_OK)
			return fail(o, st);
		q = put_long_text(o, q, o->w.p + (off - o->w.off), n, flags, attr);
	}
	return q;
}

/* ---- values ---- */

/* Typed values other than decimal numbers. */
static uint8_t *
put_typed(BxTextOut *o, uint8_t *q, const uint8_t *p, uint32_t n, uint8_t flags, bool attr)
{
	const BxTextWindow items = o->w;
	uint32_t off, len;

	if (p[0] == BX_TAG_HEAP && bx_heap_ref(o->head, p, n, &off, &len))
	{
		q = put_pieces(o, q, o->src->len + off, len, flags, attr);
		o->w = items; /* the heap has a window of its own */
		return q;
	}
	if (bx_value_text(p, n, (char *) q, &n) == NULL)
		return fail(o, damaged(o, place(o, p), "bad typed value"));
	return q + n;
}

/* A value of which more than SHORT bytes are there. */
static uint8_t *
put_long_value(BxTextOut *o, uint8_t *q, const uint8_t *p, uint32_t n, uint8_t flags, bool attr)
{
	if ((flags & BX_SHAPE_TYPED) && (p[0] & 0xC0) == 0x80)
		return put_typed(o, q, p, n, flags, attr);
	return n <= BX_PIECE ? put_long_text(o, q, p, n, flags, attr)
						 : put_pieces(o, q, place(o, p), n, flags, attr);
}

/* A number from the n bytes at p, of which 8 can be read. */
static inline int64_t
number(const uint8_t *p, uint32_t n)
{
	unsigned shift = 64 - 8 * n;

	return n == 0 ? 0 : (int64_t) (bx_get_u64(p) << shift) >> shift;
}

/* At most SHORT bytes, and so many can be read. */
BX_INLINE uint8_t *
put_short_value(BxTextOut *o, uint8_t *q, const uint8_t *p, uint32_t n, uint8_t flags, bool attr)
{
	uint32_t at;

	if ((flags & BX_SHAPE_TYPED) && (p[0] & 0xC0) == 0x80 && n > 0)
	{
		if (p[0] >= BX_TAG_DIGIT && p[0] <= BX_TAG_DIGIT_MAX && n == 1)
		{
			*q = (uint8_t) ('0' + (p[0] - BX_TAG_DIGIT));
			return q + 1;
		}
		if (p[0] <= BX_TAG_DECIMAL_MAX && n <= 9)
			return q + bx_decimal_text(number(p + 1, n - 1), p[0] - BX_TAG_DECIMAL, (char *) q);
		return put_typed(o, q, p, n, flags, attr);
	}
	if (flags & BX_SHAPE_CLEAN)
		return put_steps(q, p, n);
	for (at = 0; at < n; at += STEP)
	{
		if (BX_UNLIKELY(bx_escape_any(p + at, n - at < STEP ? n - at : STEP, attr)))
			return bx_text_escape(q + at, p + at, n - at, attr);
		memcpy(q + at, p + at, STEP);
	}
	return q + n;
}

/* The same where so many cannot be read. */
static uint8_t *
put_last_value(BxTextOut *o, uint8_t *q, const uint8_t *p, uint32_t n, uint8_t flags, bool attr)
{
	uint8_t copy[SHORT] = {0};

	bx_copy_short(copy, p, n);
	if ((flags & BX_SHAPE_TYPED) && n > 0 && p[0] == BX_TAG_HEAP)
		return put_typed(o, q, p, n, flags, attr);
	return put_short_value(o, q, copy, n, flags, attr);
}

BX_INLINE uint8_t *
put_value(BxTextOut *o, uint8_t *q, const Item *i, uint8_t flags, bool attr)
{
	if (BX_UNLIKELY(i->n > SHORT))
		return put_long_value(o, q, i->p, i->n, flags, attr);
	if (BX_UNLIKELY(!i->ahead))
		return put_last_value(o, q, i->p, i->n, flags, attr);
	return put_short_value(o, q, i->p, i->n, flags, attr);
}

/* ---- rarer items ---- */

/*
 * Line break and indentation before an item at the given level (1 = top).  From INDENT_MAX on lines are not indented
 * any further, as libxml2 does it: the text of a chain of elements would grow with the square of its depth.
 */
static uint8_t *
new_line(BxTextOut *o, uint8_t *q, uint32_t level)
{
	uint32_t step = (uint32_t) o->opt->indent, most = step < INDENT_MAX ? INDENT_MAX / step : 1;
	uint32_t n = (level - 1 < most ? level - 1 : most) * step;

	if (q == o->buf->data + o->begin)
		return q;
	q = reserve(o, q, n + (size_t) 1);
	if (q == NULL)
		return NULL;
	*q = '\n';
	memset(q + 1, ' ', n);
	return q + 1 + n;
}

/* What belongs before a top-level item: a DOCTYPE. */
static uint8_t *
before_top(BxTextOut *o, uint8_t *q)
{
	const BxProlog *pr = o->prolog;

	if (!o->doctype || o->top++ != pr->doctype_at)
		return q;
	if (o->plain != NULL)
		q = new_line(o, q, 1);
	return q != NULL ? put_long(o, q, pr->doctype, pr->doctype_len) : NULL;
}

/*
 * One element and nothing else but white space beside it would be read back as a document, without that white space: an
 * empty CDATA section says that it is content.
 */
#define CONTENT_MARK "<![CDATA[]]>"

/* After a top-level item that was put from offset from of the buffer on. */
static void
note_top(BxTextOut *o, const uint8_t *q, size_t from, uint8_t kind)
{
	const uint8_t *p = o->buf->data + from;

	if (kind == BX_KIND_ELEMENT || kind == BX_KIND_LEAF)
		o->top_elements++;
	else if (kind == BX_KIND_TEXT)
		for (; p < q && !o->top_text; p++)
			o->top_text = *p != ' ' && *p != '\n' && *p != '\t';
}

/* At the very start of the output U+FEFF would be taken for a byte order mark and dropped. */
#define BOM "\xEF\xBB\xBF"

static uint8_t *
put_first_text(BxTextOut *o, uint8_t *q, const Item *i, uint8_t flags)
{
	if (i->n < sizeof(BOM) - 1 || memcmp(i->p, BOM, sizeof(BOM) - 1) != 0)
		return put_value(o, q, i, flags, false);
	q = put_long(o, q, "&#xFEFF;", 8);
	if (q == NULL)
		return NULL;
	if (i->n <= BX_PIECE)
		return put_long_text(o, q, i->p + 3, i->n - 3, flags, false);
	return put_pieces(o, q, place(o, i->p) + 3, i->n - 3, flags, false);
}

/* "<!--text-->" and "<?target data?>" */
static uint8_t *
put_markup(BxTextOut *o, uint8_t *q, const BxTag *t, const Item *i)
{
	bool comment = t->kind == BX_KIND_COMMENT;

	q = put_long(o, q, comment ? "<!--" : "<?", comment ? 4 : 2);
	if (q != NULL)
		q = put_name(o, q, t);
	if (q != NULL && !comment && i->n > 0)
		*q++ = ' ';
	if (q != NULL)
		q = i->n <= BX_PIECE ? put_long(o, q, i->p, i->n)
							 : put_pieces(o, q, place(o, i->p), i->n, BX_SHAPE_CLEAN, false);
	return q != NULL ? put_long(o, q, comment ? "-->" : "?>", comment ? 3 : 2) : NULL;
}

/* ---- what makes up most of a document ---- */

/* "<name" */
static inline uint8_t *
put_open(BxTextOut *o, uint8_t *q, const BxTag *t)
{
	*q = '<';
	return put_name(o, q + 1, t);
}

/* "</name>" */
static inline uint8_t *
put_close(BxTextOut *o, uint8_t *q, const BxTag *t)
{
	memcpy(q, "</", 2);
	q = put_name(o, q + 2, t);
	if (BX_LIKELY(q != NULL))
		*q++ = '>';
	return q;
}

/* What follows "<name" and declarations. */
static inline uint8_t *
put_leaf_text(BxTextOut *o, uint8_t *q, const BxTag *t, const Item *i)
{
	if (i->n == 0)
	{
		memcpy(q, "/>", 2);
		return q + 2;
	}
	*q = '>';
	q = put_value(o, q + 1, i, t->flags, false);
	return BX_LIKELY(q != NULL) ? put_close(o, q, t) : NULL;
}

static inline uint8_t *
put_leaf(BxTextOut *o, uint8_t *q, const BxTag *t, const Item *i)
{
	q = put_open(o, q, t);
	return BX_LIKELY(q != NULL) ? put_leaf_text(o, q, t, i) : NULL;
}

/* ' name="value"' */
static inline uint8_t *
put_attribute(BxTextOut *o, uint8_t *q, const BxTag *t, const Item *i)
{
	*q = ' ';
	q = put_name(o, q + 1, t);
	if (BX_UNLIKELY(q == NULL))
		return NULL;
	memcpy(q, "=\"", 2);
	q = put_value(o, q + 2, i, t->flags, true);
	if (BX_LIKELY(q != NULL))
		*q++ = '"';
	return q;
}

/* ---- reading ---- */

/* Where the items of an element that ends at `end` end in the window. */
static inline const uint8_t *
stop_of(const BxTextOut *o, uint32_t end)
{
	return o->w.p + ((end < o->w.end ? end : o->w.end) - o->w.off);
}

/* n bytes from offset off on in the window, fewer only at the end of all. */
static bool
see(BxTextOut *o, uint32_t off, uint32_t n)
{
	if (off < o->w.off || off > o->w.end || n > o->w.end - off)
		o->status = refill(o, off, n);
	return o->status == BX_OK;
}

static void
take_constant(const BxTextOut *o, const uint8_t *next, uint32_t token, Item *i)
{
	const BxConstInfo *c = &o->consts[token];

	i->p = (const uint8_t *) c->payload;
	i->n = c->len;
	i->shape = c->shape;
	i->next = next;
	i->ahead = true;
}

/* The item at an offset of an element that ends at `end`, whatever it is and wherever it lies. */
static bool
read_any(BxTextOut *o, uint32_t off, uint32_t end, Item *i)
{
	const uint8_t *p, *stop;
	BxItemHeader h;
	uint32_t at;

	if (!see(o, off, BX_ITEM_HEADER_MAX))
		return false;
	stop = stop_of(o, end);
	p = bx_item_header(o->w.p + (off - o->w.off), stop, o->n_consts, &h);
	if (p != NULL && h.constant)
	{
		take_constant(o, p, h.number, i);
		return true;
	}
	i->shape = h.number;
	i->n = h.len;
	if (p == NULL || i->shape >= o->n_shapes)
		return fail(o, damaged(o, off, p == NULL ? "item header leaves its parent" : "no such row")) != NULL;
	at = place(o, p);
	if (i->n > end - at)
		return fail(o, damaged(o, at, "item leaves its parent")) != NULL;
	if (o->tags[i->shape].kind != BX_KIND_ELEMENT && !see(o, at, i->n < BX_PIECE ? i->n : BX_PIECE))
		return false;
	i->p = o->w.p + (at - o->w.off);
	i->next = i->p + (o->tags[i->shape].kind == BX_KIND_ELEMENT ? 0 : i->n);
	i->ahead = o->w.off + (uint64_t) SHORT <= o->w.end && i->p <= o->w.p + (o->w.end - o->w.off - SHORT);
	return true;
}

/* ---- all items ---- */

/* Open the element; false on failure. */
static bool
open_element(BxTextOut *o, const BxTag *t, const Item *i, uint32_t level)
{
	uint32_t at = place(o, i->p);

	if (level >= o->head->depth)
		return fail(o, damaged(o, at, "nested deeper than its header says")) != NULL;
	o->open[level].end = at + i->n;
	o->open[level].shape = i->shape;
	if (BX_LIKELY(o->plain == NULL))
		return true;
	o->plain[level + 1] = o->plain[level];
	if (!o->plain[level + 1] && (t->flags & BX_SHAPE_MIXED))
		o->status = bx_text_mixed(o, at, i->n, &o->plain[level + 1]);
	return o->status == BX_OK;
}

/* An element of an excerpt, with what it inherits. */
static uint8_t *
put_excerpt(BxTextOut *o, uint8_t *q, const Item *i, bool *in_tag)
{
	const BxTag *t = &o->tags[i->shape];
	const BxExcerpt *l = o->excerpt;
	uint32_t top = o->top++;
	uint32_t k;

	if (top >= l->n_tops || (t->kind != BX_KIND_ELEMENT && t->kind != BX_KIND_LEAF))
		return fail(o, damaged(o, place(o, i->p), "no such element"));
	*in_tag = t->kind == BX_KIND_ELEMENT;
	if (*in_tag && !open_element(o, t, i, 0))
		return NULL;
	q = put_open(o, q, t);
	for (k = l->first[top]; k < l->first[top + 1] && q != NULL; k++)
		q = put_long(o, q, o->around[l->pairs[k]].name, o->around[l->pairs[k]].len);
	if (q != NULL)
		q = reserve(o, q, 0);
	return *in_tag || q == NULL ? q : put_leaf_text(o, q, t, i);
}

/* The end of the element that was open on a level. */
static inline uint8_t *
put_end(BxTextOut *o, uint8_t *q, uint32_t level, bool in_tag)
{
	if (in_tag)
	{
		memcpy(q, "/>", 2);
		return q + 2;
	}
	if (BX_UNLIKELY(o->plain != NULL) && !o->plain[level + 1])
		q = new_line(o, q, level + 1);
	return BX_LIKELY(q != NULL) ? put_close(o, q, &o->tags[o->open[level].shape]) : NULL;
}

/* An item in content: the ">" of the start tag before it, where it belongs, and itself. */
BX_INLINE uint8_t *
put_child(BxTextOut *o, uint8_t *q, const BxTag *t, const Item *i, uint32_t level, bool in_tag)
{
	*q = '>';
	q += in_tag;
	if (BX_UNLIKELY(o->plain != NULL) && !o->plain[level] && (q = new_line(o, q, level + 1)) == NULL)
		return NULL;
	if (t->kind == BX_KIND_LEAF)
		return put_leaf(o, q, t, i);
	if (t->kind == BX_KIND_ELEMENT)
		return open_element(o, t, i, level) ? put_open(o, q, t) : NULL;
	if (t->kind != BX_KIND_TEXT)
		return put_markup(o, q, t, i);
	if (BX_UNLIKELY(level == 0 && q == o->buf->data + o->begin && !o->opt->inside))
		return put_first_text(o, q, i, t->flags);
	return put_value(o, q, i, t->flags, false);
}

/* A short item in the window, or a constant; false for what read_any must look at. */
BX_INLINE bool
read_short(const BxTextOut *o, const uint8_t *p, const uint8_t *stop, Item *i)
{
	if (BX_UNLIKELY(p >= stop))
		return false;
	if (BX_LIKELY(bx_item_short(p, (size_t) (stop - p), o->n_consts, o->short_shapes, &i->shape, &i->n)))
	{
		i->p = p + BX_ITEM_SHORT_HEAD;
		i->next = i->p + (o->tags[i->shape].kind == BX_KIND_ELEMENT ? 0 : i->n);
		i->ahead = i->p + SHORT <= o->w.p + (o->w.end - o->w.off);
		return true;
	}
	if (!bx_item_short_constant(p, o->n_consts))
		return false;
	take_constant(o, p + 1, *p, i);
	return true;
}

/* An item, as opposed to the end of an element. */
BX_INLINE uint8_t *
put_item(BxTextOut *o, uint8_t *q, const Item *i, uint32_t level, bool *in_tag)
{
	const BxTag *t = &o->tags[i->shape];
	bool before = *in_tag;

	if (BX_LIKELY(t->kind == BX_KIND_ATTRIBUTE))
		return put_attribute(o, q, t, i);
	if (t->kind == BX_KIND_NAMESPACE)
		return put_name(o, q, t);
	if (BX_UNLIKELY(o->plain != NULL) && t->kind == BX_KIND_TEXT && !o->plain[level])
		return q; /* white space between indented elements */
	*in_tag = t->kind == BX_KIND_ELEMENT;
	return put_child(o, q, t, i, level, before);
}

BxStatus
bx_text_items(BxTextOut *o)
{
	uint32_t end = o->src->len, level = 0, steps = 0, after;
	bool in_tag = false, is_short;
	uint8_t *q = reserve(o, o->buf->data + o->buf->len, 0);
	const uint8_t *p = o->w.p, *stop = stop_of(o, end);
	size_t top = 0;
	Item i;

	while (q != NULL)
	{
		if (BX_UNLIKELY(q > o->full) && (q = reserve(o, q, 0)) == NULL)
			break;
		if (p == stop && place(o, p) == end)
		{
			if (level == 0)
				break;
			q = put_end(o, q, --level, in_tag);
			in_tag = false;
			end = level > 0 ? o->open[level - 1].end : o->src->len;
			stop = stop_of(o, end);
			continue;
		}
		if (BX_UNLIKELY((++steps & 0xfff) == 0))
			BX_TRY(bx_poll(o->arena->host));
		is_short = read_short(o, p, stop, &i);
		if (BX_UNLIKELY(!is_short) && !read_any(o, place(o, p), end, &i))
			return o->status;
		after = place(o, i.next);
		if (BX_UNLIKELY(level == 0))
		{
			if ((q = before_top(o, q)) == NULL)
				break;
			top = (size_t) (q - o->buf->data);
		}
		if (BX_UNLIKELY(level == 0 && o->excerpt != NULL))
			q = put_excerpt(o, q, &i, &in_tag);
		else
			q = put_item(o, q, &i, level, &in_tag);
		if (BX_UNLIKELY(level == 0 && o->content && q != NULL))
			note_top(o, q, top, o->tags[i.shape].kind);
		p = i.next;
		if (o->tags[i.shape].kind == BX_KIND_ELEMENT)
		{
			end = q != NULL ? o->open[level++].end : end;
			stop = stop_of(o, end);
		}
		if (BX_UNLIKELY(!is_short)) /* the window may have moved, or not far enough */
		{
			if (!see(o, after, 0))
				return o->status;
			p = o->w.p + (after - o->w.off);
			stop = stop_of(o, end);
		}
	}
	if (q != NULL && o->content && o->top_elements == 1 && !o->top_text)
		q = put_long(o, q, CONTENT_MARK, sizeof(CONTENT_MARK) - 1);
	if (q == NULL)
		return o->status;
	o->buf->len = (size_t) (q - o->buf->data);
	return reserve(o, q, 0) != NULL ? BX_OK : o->status;
}

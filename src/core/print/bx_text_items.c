/*
 * bx_text_items.c -- the serializer's way through the items.
 *
 * Nearly all names and values are short, and their lengths cannot be foreseen: they are copied in steps of sixteen
 * bytes, with the bytes after them, so that there is no branch to mispredict.  For this the buffer has BX_TEXT_SPARE
 * bytes to spare before every item, which is more than names and values of up to BX_TEXT_SHORT bytes can become, and
 * BX_TEXT_AHEAD bytes can be read from every item on: the last bytes of all are copied to where that is so.
 *
 * put_usual goes through short items and what belongs to them, as far as the window reaches, and keeps its place in
 * registers.  Whatever it does not know it leaves to put_next, which takes any item wherever it lies, and goes on behind
 * it.  A constant is printed once by put_next; from then on its text is copied from the output.
 *
 * The place in the buffer is handed from function to function; NULL says that o->status is an error.
 */
#include "bx_text_int.h"

#include "../format/bx_item.h"
#include "../base/bx_escape.h"
#include "../read/bx_reader.h"
#include "../value/bx_value.h"

#define SHORT BX_TEXT_SHORT
#define STEP BX_ESCAPE_BLOCK
/* Spaces before an item, at most, but always those of one level. */
#define INDENT_MAX 60
/* Longest text of a constant that is copied from the output. */
#define COPY_MAX 512
/* Items are cheap, but more so than their bytes. */
#define UNITS_PER_BYTE 16
/* Bytes of items between two charges. */
#define RUN_MAX 65536

/* An item. */
typedef struct Item
{
	const uint8_t *p; /* payload: SHORT bytes and STEP more can be read */
	uint32_t n;       /* its length, or that of the content of an element */
	uint32_t shape;
	uint32_t next;  /* offset of the item behind it; of an element, of its content */
	BxTextConst *c; /* the constant that it is, or NULL */
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

/* n bytes in steps; so many more may be read and written that steps are whole. */
static inline uint8_t *
put_steps(uint8_t *q, const uint8_t *s, uint32_t n)
{
	uint8_t step[STEP];
	uint32_t i = 0;

	do
	{
		memcpy(step, s + i, STEP);
		memcpy(q + i, step, STEP);
		i += STEP;
	} while (i < n);
	return q + n;
}

/* ---- text ---- */

/* n bytes at s, at most STEP, with references for those in the mask; 2 STEP bytes can be read. */
static __attribute__((noinline)) uint8_t *
put_escaped(uint8_t *q, const uint8_t *s, uint32_t n, uint32_t mask)
{
	uint32_t from = 0, ref_n;
	const char *ref;

	for (; mask != 0; mask &= mask - 1)
	{
		uint32_t k = (uint32_t) __builtin_ctz(mask);

		memcpy(q, s + from, STEP);
		q += k - from;
		ref = bx_text_reference(s[k], &ref_n);
		memcpy(q, ref, 8);
		q += ref_n;
		from = k + 1;
	}
	memcpy(q, s + from, STEP);
	return q + (n - from);
}

/* A step of a text. */
BX_INLINE uint8_t *
put_step(uint8_t *q, const uint8_t *s, uint32_t n, bool attr)
{
	uint32_t mask = bx_escape_mask(s, attr) & ((1u << n) - 1);

	memcpy(q, s, STEP);
	return BX_UNLIKELY(mask != 0) ? put_escaped(q, s, n, mask) : q + n;
}

/* At most SHORT bytes, where 2 STEP bytes more can be read. */
BX_INLINE uint8_t *
put_short_text(uint8_t *q, const uint8_t *s, uint32_t n, uint8_t flags, bool attr)
{
	if (flags & BX_SHAPE_CLEAN)
		return put_steps(q, s, n);
	for (; n > STEP; s += STEP, n -= STEP)
		q = put_step(q, s, STEP, attr);
	return put_step(q, s, n, attr);
}

/* Any number of bytes, and nothing is read behind them. */
static uint8_t *
put_long_text(BxTextOut *o, uint8_t *q, const uint8_t *s, size_t n, uint8_t flags, bool attr)
{
	uint8_t last[2 * STEP] = {0};

	if (flags & BX_SHAPE_CLEAN)
		return put_long(o, q, s, n);
	q = reserve(o, q, n);
	for (; q != NULL && n >= 2 * STEP; s += STEP, n -= STEP)
	{
		q = put_step(q, s, STEP, attr);
		if (BX_UNLIKELY(q + n > o->full + STEP)) /* references took more than what they stand for */
			q = reserve(o, q, n - STEP);
	}
	if (q == NULL)
		return NULL;
	memcpy(last, s, n < STEP ? n : STEP);
	q = put_step(q, last, n < STEP ? (uint32_t) n : STEP, attr);
	if (n <= STEP)
		return q;
	bx_copy_short(last, s + STEP, n - STEP);
	return put_step(q, last, (uint32_t) (n - STEP), attr);
}

/* ---- names ---- */

/* A name of at most BX_TAG_SLACK bytes. */
static inline uint8_t *
put_usual_name(uint8_t *q, const BxTag *t)
{
	memcpy(q, t->name, BX_TAG_SLACK);
	return q + t->len;
}

static uint8_t *
put_name(BxTextOut *o, uint8_t *q, const BxTag *t)
{
	return t->len <= BX_TAG_SLACK ? put_usual_name(q, t) : put_long(o, q, t->name, t->len);
}

/* ---- windows ---- */

/* Place of what is in the window, among items and heap. */
static inline uint32_t
place(const BxTextOut *o, const uint8_t *p)
{
	return o->w.off + (uint32_t) (p - o->w.p);
}

static inline const uint8_t *
at(const BxTextOut *o, uint32_t off)
{
	return o->w.p + (off - o->w.off);
}

static BxStatus
damaged(const BxTextOut *o, uint32_t off, const char *what)
{
	return bx_fail(o->err, BX_E_CORRUPT, (int64_t) o->head->items_off + off, "bxml value is damaged: %s",
				   what);
}

/* The window is the bytes at p, from offset off up to end. */
static void
set_window(BxTextOut *o, const uint8_t *p, uint32_t off, uint32_t end)
{
	o->w = (BxTextWindow){p, off, end, end - off >= BX_TEXT_AHEAD ? end - BX_TEXT_AHEAD + 1 : off};
}

/* Make n bytes from offset off on available, fewer only at the end of items and heap, or of the items of patches. */
static BxStatus
refill(BxTextOut *o, uint32_t off, uint32_t n)
{
	BxSource *src = off >= o->src->len && o->src->heap != NULL ? o->src->heap : o->src;
	const uint8_t *p;
	uint32_t got;

	if (src->base != NULL)
	{
		if (off < o->patches.off)
			set_window(o, src->base, 0, o->total);
		else
			set_window(o, o->patches.items, o->patches.off, o->patches.off + o->patches.items_len);
		return BX_OK;
	}
	if (n > o->total - off)
		n = o->total - off;
	o->w.end = o->w.off;
	BX_TRY(src->fetch(src, off, n, &p, &got, o->err));
	set_window(o, p, off, off + got);
	return got < n ? damaged(o, off, "bytes are missing") : BX_OK;
}

/* n bytes from offset off on in the window, fewer only at the end of all. */
static bool
see(BxTextOut *o, uint32_t off, uint32_t n)
{
	if (off < o->w.off || off > o->w.end || n > o->w.end - off)
		o->status = refill(o, off, n);
	return o->status == BX_OK;
}

/* Let BX_TEXT_AHEAD bytes be read from the next item on. */
static bool
see_next(BxTextOut *o)
{
	uint32_t end = o->off < o->patches.off ? o->total : o->patches.off + o->patches.items_len;
	uint32_t left = end - o->off;

	if (o->off >= o->w.off && o->off < o->w.safe)
		return true;
	if (left >= BX_TEXT_AHEAD)
	{
		o->status = refill(o, o->off, BX_TEXT_AHEAD);
		return o->status == BX_OK;
	}
	if (!see(o, o->off, left))
		return false;
	memmove(o->tail, at(o, o->off), left);
	memset(o->tail + left, 0, BX_TEXT_AHEAD);
	o->w = (BxTextWindow){o->tail, o->off, end, end + 1};
	return true;
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
		q = put_long_text(o, q, at(o, off), n, flags, attr);
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
	n = bx_value_print(p, n, (char *) q);
	return n > 0 ? q + n : fail(o, damaged(o, place(o, p), "bad typed value"));
}

/* A value longer than SHORT bytes. */
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

/* A value of at most SHORT bytes. */
BX_INLINE uint8_t *
put_short_value(BxTextOut *o, uint8_t *q, const uint8_t *p, uint32_t n, uint8_t flags, bool attr)
{
	if ((p[0] & 0xC0) == 0x80 && (flags & BX_SHAPE_TYPED) && n > 0)
	{
		if (p[0] <= BX_TAG_DECIMAL_MAX && n <= 9)
			return q + bx_decimal_text(number(p + 1, n - 1), p[0] - BX_TAG_DECIMAL, (char *) q);
		if (p[0] >= BX_TAG_DIGIT && p[0] <= BX_TAG_DIGIT_MAX && n == 1)
		{
			*q = (uint8_t) ('0' + (p[0] - BX_TAG_DIGIT));
			return q + 1;
		}
		return put_typed(o, q, p, n, flags, attr);
	}
	return put_short_text(q, p, n, flags, attr);
}

static uint8_t *
put_value(BxTextOut *o, uint8_t *q, const Item *i, uint8_t flags, bool attr)
{
	return i->n > SHORT ? put_long_value(o, q, i->p, i->n, flags, attr)
						: put_short_value(o, q, i->p, i->n, flags, attr);
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

/* ---- patches ---- */

/* Where the items of the innermost of `level` open elements end, or those of a patch in it. */
static inline uint32_t
end_of_level(const BxTextOut *o, uint32_t level)
{
	const BxTextPatching *c = &o->patches;

	if (level > c->level)
		return o->open[level - 1].end;
	return level > 0 ? c->off + c->next->off + c->next->n : o->src->len;
}

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
	o->end = end_of_level(o, o->level);
	return o->off <= o->end ? BX_OK : misplaced(o);
}

/* ---- any item ---- */

/* "<name" */
static uint8_t *
put_open(BxTextOut *o, uint8_t *q, const BxTag *t)
{
	*q = '<';
	return put_name(o, q + 1, t);
}

/* "</name>" */
static uint8_t *
put_close(BxTextOut *o, uint8_t *q, const BxTag *t)
{
	memcpy(q, "</", 2);
	q = put_name(o, q + 2, t);
	if (q != NULL)
		*q++ = '>';
	return q;
}

/* What follows "<name" and declarations. */
static uint8_t *
put_leaf_text(BxTextOut *o, uint8_t *q, const BxTag *t, const Item *i)
{
	if (i->n == 0)
	{
		memcpy(q, "/>", 2);
		return q + 2;
	}
	*q = '>';
	q = put_value(o, q + 1, i, t->flags, false);
	return q != NULL ? put_close(o, q, t) : NULL;
}

/* ' name="value"' */
static uint8_t *
put_attribute(BxTextOut *o, uint8_t *q, const BxTag *t, const Item *i)
{
	*q = ' ';
	q = put_name(o, q + 1, t);
	if (q == NULL)
		return NULL;
	memcpy(q, "=\"", 2);
	q = put_value(o, q + 2, i, t->flags, true);
	if (q != NULL)
		*q++ = '"';
	return q;
}

/* A constant: its bytes with those that may be read behind them. */
static void
take_constant(BxTextOut *o, uint32_t number, Item *i)
{
	BxTextConst *c = &o->consts[number];
	uint8_t *copy = o->tail + 2 * BX_TEXT_AHEAD;

	i->c = c;
	i->p = (const uint8_t *) c->payload;
	i->n = c->len;
	i->shape = c->shape;
	if (c->len <= SHORT)
		i->p = memcpy(copy, c->payload, c->len);
}

/* The next item, whatever it is and wherever it lies. */
static bool
read_item(BxTextOut *o, Item *i)
{
	uint32_t left = o->end - o->off, from;
	const uint8_t *p, *start;
	BxItemHeader h;

	if (!see_next(o))
		return false;
	start = at(o, o->off);
	p = bx_item_header(start, start + (left < BX_ITEM_HEADER_MAX ? left : BX_ITEM_HEADER_MAX), o->n_consts,
					   &h);
	if (p == NULL)
		return fail(o, damaged(o, o->off, "item header leaves its parent")) != NULL;
	i->c = NULL;
	i->next = from = o->off + (uint32_t) (p - start);
	if (h.constant)
	{
		take_constant(o, h.number, i);
		return true;
	}
	i->shape = h.number;
	i->n = h.len;
	if (i->shape >= o->n_shapes)
		return fail(o, damaged(o, o->off, "no such row")) != NULL;
	if (i->n > o->end - from)
		return fail(o, damaged(o, from, "item leaves its parent")) != NULL;
	if (o->tags[i->shape].kind != BX_KIND_ELEMENT)
	{
		i->next += i->n;
		if (i->n > SHORT && !see(o, from, i->n < BX_PIECE ? i->n : BX_PIECE))
			return false;
	}
	i->p = at(o, from);
	return true;
}

/* Open the element; false on failure. */
static bool
open_element(BxTextOut *o, const BxTag *t, const Item *i)
{
	uint32_t level = o->level;

	if (level >= o->head->depth)
		return fail(o, damaged(o, i->next, "nested deeper than its header says")) != NULL;
	o->open[level].end = o->end = i->next + i->n;
	o->open[level].shape = i->shape;
	o->level++;
	if (o->plain == NULL)
		return true;
	o->plain[level + 1] = o->plain[level];
	if (!o->plain[level + 1] && (t->flags & BX_SHAPE_MIXED))
		o->status = bx_text_mixed(o, i->next, i->n, &o->plain[level + 1]);
	return o->status == BX_OK;
}

/* An element of an excerpt, with what it inherits. */
static uint8_t *
put_excerpt(BxTextOut *o, uint8_t *q, const Item *i)
{
	const BxTag *t = &o->tags[i->shape];
	const BxExcerpt *l = o->excerpt;
	uint32_t top = o->top++;
	uint32_t k;

	if (top >= l->n_tops || (t->kind != BX_KIND_ELEMENT && t->kind != BX_KIND_LEAF))
		return fail(o, damaged(o, o->off, "no such element"));
	o->in_tag = t->kind == BX_KIND_ELEMENT;
	if (o->in_tag && !open_element(o, t, i))
		return NULL;
	q = put_open(o, q, t);
	for (k = l->first[top]; k < l->first[top + 1] && q != NULL; k++)
		q = put_long(o, q, o->around[l->pairs[k]].name, o->around[l->pairs[k]].len);
	if (q != NULL)
		q = reserve(o, q, 0);
	return o->in_tag || q == NULL ? q : put_leaf_text(o, q, t, i);
}

/* The end of the innermost open element. */
static uint8_t *
put_end(BxTextOut *o, uint8_t *q)
{
	uint32_t level = --o->level;
	bool in_tag = o->in_tag;

	o->in_tag = false;
	o->end = end_of_level(o, level);
	if (in_tag)
	{
		memcpy(q, "/>", 2);
		return q + 2;
	}
	if (o->plain != NULL && !o->plain[level + 1])
		q = new_line(o, q, level + 1);
	return q != NULL ? put_close(o, q, &o->tags[o->open[level].shape]) : NULL;
}

/* An item in content: the ">" of the start tag before it, where it belongs, and itself. */
static uint8_t *
put_child(BxTextOut *o, uint8_t *q, const BxTag *t, const Item *i)
{
	uint32_t level = o->level;

	*q = '>';
	q += o->in_tag;
	o->in_tag = t->kind == BX_KIND_ELEMENT;
	if (o->plain != NULL && !o->plain[level] && (q = new_line(o, q, level + 1)) == NULL)
		return NULL;
	if (t->kind == BX_KIND_LEAF)
		return (q = put_open(o, q, t)) != NULL ? put_leaf_text(o, q, t, i) : NULL;
	if (t->kind == BX_KIND_ELEMENT)
		return open_element(o, t, i) ? put_open(o, q, t) : NULL;
	if (t->kind != BX_KIND_TEXT)
		return put_markup(o, q, t, i);
	if (level == 0 && q == o->buf->data + o->begin && !o->opt->inside)
		return put_first_text(o, q, i, t->flags);
	return put_value(o, q, i, t->flags, false);
}

static uint8_t *
put_item(BxTextOut *o, uint8_t *q, const Item *i)
{
	const BxTag *t = &o->tags[i->shape];

	if (t->kind == BX_KIND_ATTRIBUTE)
		return put_attribute(o, q, t, i);
	if (t->kind == BX_KIND_NAMESPACE)
		return put_name(o, q, t);
	if (o->plain != NULL && t->kind == BX_KIND_TEXT && !o->plain[o->level])
		return q; /* white space between indented elements */
	return put_child(o, q, t, i);
}

/* A constant was put from offset from of the buffer on: remember its text, which is that of every other place. */
static void
note_constant(const BxTextOut *o, const uint8_t *q, size_t from, BxTextConst *c)
{
	size_t n = (size_t) (q - o->buf->data) - from;

	if (n > COPY_MAX)
		return;
	c->at = (uint32_t) from;
	c->text = (uint32_t) n;
}

/* An item at top level, with what belongs before it. */
static uint8_t *
put_top(BxTextOut *o, uint8_t *q, const Item *i)
{
	uint8_t kind = o->tags[i->shape].kind;
	size_t from;

	if ((q = before_top(o, q)) == NULL)
		return NULL;
	from = (size_t) (q - o->buf->data);
	q = o->excerpt != NULL ? put_excerpt(o, q, i) : put_item(o, q, i);
	if (q != NULL && o->content)
		note_top(o, q, from, kind);
	return q;
}

/* The next item, or the end of the innermost element. */
static uint8_t *
put_next(BxTextOut *o, uint8_t *q)
{
	uint8_t kind;
	size_t from;
	BxStatus st;
	Item i;

	if (o->off == o->end)
		return put_end(o, q);
	st = bx_step(o->arena->host);
	if (st != BX_OK)
		return fail(o, st);
	if (!read_item(o, &i))
		return NULL;
	if (o->level == 0)
		q = put_top(o, q, &i);
	else
	{
		kind = o->tags[i.shape].kind;
		from = (size_t) (q - o->buf->data) + (o->in_tag && kind != BX_KIND_ATTRIBUTE);
		q = put_item(o, q, &i);
		if (i.c != NULL && o->plain == NULL && q != NULL)
			note_constant(o, q, from, i.c);
	}
	o->off = i.next;
	return q;
}

/* ---- usual items ---- */

/* Where put_usual is; offsets are from the start of the window. */
typedef struct Run
{
	const uint8_t *p; /* the window */
	uint32_t off;
	uint32_t end;  /* of the innermost element */
	uint32_t safe; /* where it stops for want of bytes */
	uint32_t level;
	bool in_tag;
} Run;

/* A constant whose text stands in the output; false: it does not. */
BX_INLINE bool
copy_constant(const BxTextOut *o, uint8_t **out, Run *r, uint32_t number)
{
	const BxTextConst *c = &o->consts[number];
	bool in_tag = o->tags[c->shape].kind == BX_KIND_ATTRIBUTE;
	uint8_t *q = *out;

	if (BX_UNLIKELY(c->text == 0))
		return false;
	*q = '>';
	q += r->in_tag && !in_tag;
	r->in_tag = r->in_tag && in_tag;
	*out = put_steps(q, o->buf->data + c->at, c->text);
	return true;
}

/* The end of an element; false: its name is not a usual one. */
BX_INLINE bool
end_usual(const BxTextOut *o, uint8_t **out, Run *r)
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
put_usual_child(BxTextOut *o, uint8_t *q, Run *r, const BxTag *t, const uint8_t *p, uint32_t n)
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

/* One item that is not a constant; false: it is not usual. */
BX_INLINE bool
put_usual_item(BxTextOut *o, uint8_t **out, Run *r, const uint8_t *p, const BxItemHeader *h)
{
	const BxTag *t = &o->tags[h->number];
	uint32_t from = (uint32_t) (p - r->p);
	uint8_t *q = *out;

	if (BX_UNLIKELY(h->number >= o->n_shapes || from + h->len > r->end || from > r->end))
		return false;
	if (BX_UNLIKELY(t->usual == BX_KIND_ELEMENT ? r->level >= o->head->depth
												: h->len > SHORT || t->usual == 0))
		return false;
	r->off = from + (t->usual == BX_KIND_ELEMENT ? 0 : h->len);
	*out = BX_LIKELY(t->usual == BX_KIND_ATTRIBUTE) ? put_usual_attribute(o, q, t, p, h->len)
													: put_usual_child(o, q, r, t, p, h->len);
	return true;
}

/* Short items and ends of elements, up to one that put_next must see; NULL when the output cannot hold them. */
static uint8_t *
put_usual(BxTextOut *o, uint8_t *q)
{
	uint32_t safe = o->w.safe - o->off < RUN_MAX ? o->w.safe : o->off + RUN_MAX;
	uint32_t stop = safe < o->patches.limit ? safe : o->patches.limit;
	Run r = {o->w.p, o->off - o->w.off, o->end - o->w.off, stop - o->w.off, o->level, o->in_tag};
	BxItemHeader h;
	const uint8_t *p;

	for (;;)
	{
		if (BX_UNLIKELY(q > o->full) && (q = reserve(o, q, 0)) == NULL)
			return NULL;
		if (r.off == r.end)
		{
			if (r.level == o->patches.level || !end_usual(o, &q, &r))
				break;
			r.end = end_of_level(o, r.level) - o->w.off;
			if (r.level == 0)
				break;
			continue;
		}
		if (BX_UNLIKELY(r.off >= r.safe) || (p = bx_item_brief(r.p + r.off, o->n_consts, &h)) == NULL)
			break;
		if (h.constant)
		{
			if (!copy_constant(o, &q, &r, h.number))
				break;
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

/* The items of an element that is open, as many as are usual, and the next one. */
static uint8_t *
put_content(BxTextOut *o, uint8_t *q)
{
	uint32_t from = o->off;
	BxStatus st;

	if (BX_UNLIKELY(o->off > o->patches.limit))
		return fail(o, misplaced(o));
	if (!see_next(o) || (q = put_usual(o, q)) == NULL)
		return NULL;
	st = bx_charge(o->arena->host, (o->off - from) * (uint64_t) UNITS_PER_BYTE);
	if (st != BX_OK)
		return fail(o, st);
	return o->level == 0 || o->off >= o->w.safe || at_patch(o) ? q : put_next(o, q);
}

BxStatus
bx_text_items(BxTextOut *o)
{
	uint8_t *q = reserve(o, o->buf->data + o->buf->len, 0);

	while (q != NULL && (o->level > 0 || o->off != o->end))
	{
		if (BX_UNLIKELY(at_patch(o)))
		{
			if (pass_patch(o) != BX_OK)
				return o->err->status;
			continue;
		}
		q = o->level > 0 && o->plain == NULL ? put_content(o, q) : put_next(o, q);
		if (q != NULL)
			q = reserve(o, q, 0);
	}
	if (q != NULL && o->content && o->top_elements == 1 && !o->top_text)
		q = put_long(o, q, CONTENT_MARK, sizeof(CONTENT_MARK) - 1);
	if (q == NULL)
		return o->status;
	if (o->patches.next != o->patches.last)
		return misplaced(o);
	o->buf->len = (size_t) (q - o->buf->data);
	return reserve(o, q, 0) != NULL ? BX_OK : o->status;
}

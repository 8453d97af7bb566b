/*
 * bx_text_items.c -- the serializer's way through the items.
 *
 * Nearly all names and values are short, and their lengths cannot be foreseen: they are copied in steps of sixteen
 * bytes, with the bytes after them, so that there is no branch to mispredict.  For this the buffer has BX_TEXT_SPARE
 * bytes to spare before every item, which is more than names and values of up to BX_TEXT_SHORT bytes can become, and
 * BX_TEXT_AHEAD bytes can be read from every item on: the last bytes of all are copied to where that is so.
 *
 * bx_text_usual.c goes through short items, as far as the window reaches, and keeps its place in registers.  Other
 * items are printed by bx_text_next, wherever they lie.  A constant is printed once; from then on its text is copied
 * from the output.
 *
 * The place in the buffer is handed from function to function; NULL says that o->status is an error.
 */
#include "bx_text_put_int.h"

#include "../format/bx_item.h"
#include "../base/bx_escape.h"
#include "../read/bx_reader.h"
#include "../value/bx_value.h"

/* Spaces before an item, at most, but always those of one level. */
#define INDENT_MAX 60
/* Longest text of a constant that is copied from the output. */
#define COPY_MAX 512
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
uint8_t *
bx_text_reserve(BxTextOut *o, uint8_t *q, size_t n)
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
	q = bx_text_reserve(o, q, n);
	if (q == NULL)
		return NULL;
	memcpy(q, s, n);
	return q + n;
}

/* ---- text ---- */

/* n bytes at s, at most STEP, with references for those in the mask; 2 STEP bytes can be read. */
uint8_t *
bx_text_escaped(uint8_t *q, const uint8_t *s, uint32_t n, uint32_t mask)
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

/* Any number of bytes, and nothing is read behind them. */
static uint8_t *
put_long_text(BxTextOut *o, uint8_t *q, const uint8_t *s, size_t n, uint8_t flags, bool attr)
{
	uint8_t last[2 * STEP] = {0};

	if (flags & BX_SHAPE_CLEAN)
		return put_long(o, q, s, n);
	q = bx_text_reserve(o, q, n);
	for (; q != NULL && n >= 2 * STEP; s += STEP, n -= STEP)
	{
		q = put_step(q, s, STEP, attr);
		if (BX_UNLIKELY(q + n > o->full + STEP)) /* references are longer than characters */
			q = bx_text_reserve(o, q, n - STEP);
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

uint8_t *
bx_text_name(BxTextOut *o, uint8_t *q, const BxTag *t)
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
bool
bx_text_see(BxTextOut *o)
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

/* A typed value that is not a decimal number. */
uint8_t *
bx_text_typed(BxTextOut *o, uint8_t *q, const uint8_t *p, uint32_t n, uint8_t flags, bool attr)
{
	const BxTextWindow items = o->w;
	uint32_t off, len;

	if (p[0] == BX_TAG_HEAP && bx_heap_ref(o->head, p, n, &off, &len))
	{
		q = put_pieces(o, q, o->src->len + off, len, flags, attr);
		o->w = items; /* the heap has a window of its own */
		return q;
	}
	if (n > SHORT)
		q = bx_text_reserve(o, q, BX_VALUE_TEXT_MAX);
	if (q == NULL)
		return NULL;
	len = bx_value_print(p, n, (char *) q);
	return len > 0 ? q + len : fail(o, damaged(o, place(o, p), "bad typed value"));
}

/* A value longer than SHORT bytes. */
static uint8_t *
put_long_value(BxTextOut *o, uint8_t *q, const uint8_t *p, uint32_t n, uint8_t flags, bool attr)
{
	if ((flags & BX_SHAPE_TYPED) && (p[0] & 0xC0) == 0x80)
		return bx_text_typed(o, q, p, n, flags, attr);
	return n <= BX_PIECE ? put_long_text(o, q, p, n, flags, attr)
						 : put_pieces(o, q, place(o, p), n, flags, attr);
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
	q = bx_text_reserve(o, q, n + (size_t) 1);
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

	if (!o->top.doctype || o->top.items++ != pr->doctype_at)
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
		o->top.elements++;
	else if (kind == BX_KIND_TEXT)
		for (; p < q && !o->top.text; p++)
			o->top.text = *p != ' ' && *p != '\n' && *p != '\t';
}

/* At the very start of the output U+FEFF would be taken for a byte order mark and dropped. */
#define BOM "\xEF\xBB\xBF"
#define BOM_LEN ((uint32_t) sizeof(BOM) - 1)

/* As put_first_text, of a text in the heap at offset off. */
static uint8_t *
put_first_heap(BxTextOut *o, uint8_t *q, uint32_t off, uint32_t n, uint8_t flags)
{
	const BxTextWindow items = o->w;

	if (n >= BOM_LEN && see(o, off, BOM_LEN) && memcmp(at(o, off), BOM, BOM_LEN) == 0)
	{
		q = put_long(o, q, "&#xFEFF;", 8);
		off += BOM_LEN;
		n -= BOM_LEN;
	}
	if (q != NULL)
		q = o->status == BX_OK ? put_pieces(o, q, off, n, flags, false) : fail(o, o->status);
	o->w = items;
	return q;
}

static uint8_t *
put_first_text(BxTextOut *o, uint8_t *q, const Item *i, uint8_t flags)
{
	uint32_t off, len;

	if ((flags & BX_SHAPE_TYPED) && i->n > 0 && i->p[0] == BX_TAG_HEAP &&
		bx_heap_ref(o->head, i->p, i->n, &off, &len))
		return put_first_heap(o, q, o->src->len + off, len, flags);
	if (i->n < BOM_LEN || memcmp(i->p, BOM, BOM_LEN) != 0)
		return put_value(o, q, i, flags, false);
	q = put_long(o, q, "&#xFEFF;", 8);
	if (q == NULL)
		return NULL;
	if (i->n <= BX_PIECE)
		return put_long_text(o, q, i->p + BOM_LEN, i->n - BOM_LEN, flags, false);
	return put_pieces(o, q, place(o, i->p) + BOM_LEN, i->n - BOM_LEN, flags, false);
}

/* "<!--text-->" and "<?target data?>" */
static uint8_t *
put_markup(BxTextOut *o, uint8_t *q, const BxTag *t, const Item *i)
{
	bool comment = t->kind == BX_KIND_COMMENT;

	q = put_long(o, q, comment ? "<!--" : "<?", comment ? 4 : 2);
	if (q != NULL)
		q = bx_text_name(o, q, t);
	if (q != NULL && !comment && i->n > 0)
		*q++ = ' ';
	if (q != NULL)
		q = i->n <= BX_PIECE ? put_long(o, q, i->p, i->n)
							 : put_pieces(o, q, place(o, i->p), i->n, BX_SHAPE_CLEAN, false);
	return q != NULL ? put_long(o, q, comment ? "-->" : "?>", comment ? 3 : 2) : NULL;
}

/* ---- any item ---- */

/* "<name" */
static uint8_t *
put_open(BxTextOut *o, uint8_t *q, const BxTag *t)
{
	*q = '<';
	return bx_text_name(o, q + 1, t);
}

/* "</name>" */
static uint8_t *
put_close(BxTextOut *o, uint8_t *q, const BxTag *t)
{
	memcpy(q, "</", 2);
	q = bx_text_name(o, q + 2, t);
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

/* The attribute of the innermost element that ends at q was put: xml:space is about its content. */
static void
note_space(const BxTextOut *o, const uint8_t *q, const BxTag *t)
{
	static const char name[] = "xml:space", preserve[] = "=\"preserve\"", normal[] = "=\"default\"";

	if (t->len != sizeof(name) - 1 || memcmp(t->name, name, sizeof(name) - 1) != 0)
		return;
	if (memcmp(q - (sizeof(preserve) - 1), preserve, sizeof(preserve) - 1) == 0)
		o->plain[o->level] |= BX_PLAIN_PRESERVE;
	else if (memcmp(q - (sizeof(normal) - 1), normal, sizeof(normal) - 1) == 0)
		o->plain[o->level] &= (uint8_t) ~BX_PLAIN_PRESERVE;
}

/* ' name="value"' */
static uint8_t *
put_attribute(BxTextOut *o, uint8_t *q, const BxTag *t, const Item *i)
{
	*q = ' ';
	q = bx_text_name(o, q + 1, t);
	if (q == NULL)
		return NULL;
	memcpy(q, "=\"", 2);
	q = put_value(o, q + 2, i, t->flags, true);
	if (q == NULL)
		return NULL;
	*q++ = '"';
	if (o->plain != NULL)
		note_space(o, q, t);
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

	if (!bx_text_see(o))
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
	uint8_t found;

	if (level >= o->head->depth)
		return fail(o, damaged(o, i->next, "nested deeper than its header says")) != NULL;
	o->open[level].end = o->end = i->next + i->n;
	o->open[level].shape = i->shape;
	o->level++;
	if (o->plain == NULL)
		return true;
	found = o->plain[level] & BX_PLAIN_MIXED;
	if (!found && (t->flags & BX_SHAPE_MIXED))
		o->status = bx_text_mixed(o, i->next, i->n, &found);
	o->plain[level + 1] = o->plain[level] | found;
	return o->status == BX_OK;
}

/* An element of an excerpt, with what it inherits. */
static uint8_t *
put_excerpt(BxTextOut *o, uint8_t *q, const Item *i)
{
	const BxTag *t = &o->tags[i->shape];
	const BxExcerpt *l = o->excerpt;
	uint32_t top = o->top.items++;
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
		q = bx_text_reserve(o, q, 0);
	return o->in_tag || q == NULL ? q : put_leaf_text(o, q, t, i);
}

/* The end of the innermost open element. */
static uint8_t *
put_end(BxTextOut *o, uint8_t *q)
{
	uint32_t level = --o->level;
	bool in_tag = o->in_tag;

	o->in_tag = false;
	o->end = bx_text_end_of(o, level);
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
		return bx_text_name(o, q, t);
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
	if (q != NULL && o->top.content)
		note_top(o, q, from, kind);
	return q;
}

/* The next item, or the end of the innermost element. */
uint8_t *
bx_text_next(BxTextOut *o, uint8_t *q)
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

/* A constant for the first time. */
uint8_t *
bx_text_constant(BxTextOut *o, uint8_t *q, uint32_t number)
{
	size_t from = (size_t) (q - o->buf->data);
	Item i;

	take_constant(o, number, &i);
	from += o->in_tag && o->tags[i.shape].kind != BX_KIND_ATTRIBUTE;
	q = put_item(o, q, &i);
	if (q != NULL)
		note_constant(o, q, from, i.c);
	return q;
}

uint8_t *
bx_text_end(BxTextOut *o, uint8_t *q)
{
	return o->top.content && o->top.elements == 1 && !o->top.text
			   ? put_long(o, q, CONTENT_MARK, sizeof(CONTENT_MARK) - 1)
			   : q;
}

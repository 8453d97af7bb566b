/*
 * bx_reader.c -- the pull reader.
 *
 * State is a position, the end of the innermost open element, and a stack of (end, shape) whose size the header
 * gives.  The common item has a one-byte token and a one-byte length; everything else takes the slow path of
 * bounded varints.  A window is refilled when fewer bytes are left in it than an item header can take.
 */
#include "../base/bx_core_int.h"

#include "../base/bx_bytes.h"
#include "bx_reader.h"

typedef struct Open
{
	uint32_t end; /* offset where the content ends */
	uint32_t shape;
	uint32_t off; /* offset of the element's item */
} Open;

struct BxReader
{
	const BxTable *table;
	BxSource *src;
	const uint8_t *win; /* bytes at win_off .. win_end */
	uint32_t win_off;
	uint32_t win_end;
	uint32_t pos;   /* offset of the next item */
	uint32_t end;   /* of the innermost open element, or of all that is read */
	uint32_t limit; /* of all that is read */
	uint32_t level; /* open elements */
	uint32_t cap;
	Open *open;
	uint32_t piece; /* longest payload that is given as a whole */
	bool headers;   /* payloads are fetched when they are asked for */
	uint32_t total; /* length of items and heap */
	uint32_t n_consts;
	uint32_t short_shapes; /* shapes whose token takes one byte */
	uint64_t items;
	BxError *err;
	BxStatus status;
};

BxStatus
bx_reader_new(BxReader **out, const BxTable *table, BxSource *src, BxArena *arena, BxError *err)
{
	uint32_t cap = table->head.depth + 1;
	BxReader *rd = bx_arena_alloc(arena, sizeof(BxReader));
	Open *open = bx_arena_alloc(arena, cap * sizeof(Open));

	if (rd == NULL || open == NULL)
		return bx_fail_nomem(err, cap * sizeof(Open));
	memset(rd, 0, sizeof(*rd));
	rd->table = table;
	rd->n_consts = table->n_consts;
	rd->short_shapes = bx_short_shapes(table->n_consts, table->n_shapes);
	rd->src = src;
	rd->end = rd->limit = src->len;
	rd->open = open;
	rd->cap = cap;
	rd->piece = UINT32_MAX;
	rd->err = err;
	rd->win = src->base;
	rd->total = src->len + table->head.heap_len;
	rd->win_end = src->base ? rd->total : 0;
	*out = rd;
	return BX_OK;
}

static BxStatus
fail(BxReader *rd, const char *what)
{
	int64_t off = (int64_t) rd->table->head.items_off + rd->pos;

	rd->status = bx_fail(rd->err, BX_E_CORRUPT, off, "bxml value is damaged: %s", what);
	return rd->status;
}

/* Make n bytes from offset off on available (fewer only at the end of items and heap). */
static BxStatus
refill(BxReader *rd, uint32_t off, uint32_t n)
{
	BxSource *src = off >= rd->src->len && rd->src->heap != NULL ? rd->src->heap : rd->src;
	uint32_t got;

	if (src->base != NULL)
		return BX_OK;
	if (n > rd->total - off)
		n = rd->total - off;
	rd->status = src->fetch(src, off, n, &rd->win, &got, rd->err);
	rd->win_off = off;
	rd->win_end = off + got;
	if (rd->status == BX_OK && got < n)
		return fail(rd, "bytes are missing");
	return rd->status;
}

static BxStatus
end_event(BxReader *rd, BxEvent *ev)
{
	Open *o;

	if (rd->level == 0)
	{
		ev->kind = BX_EV_DONE;
		ev->level = 0;
		ev->payload = NULL;
		ev->len = 0;
		return BX_OK;
	}
	o = &rd->open[--rd->level];
	ev->kind = BX_EV_END;
	ev->shape = o->shape;
	ev->off = o->off;
	ev->level = rd->level + 1;
	ev->payload = NULL;
	ev->len = 0;
	rd->end = rd->level > 0 ? rd->open[rd->level - 1].end : rd->limit;
	return BX_OK;
}

static BxStatus
open_element(BxReader *rd, uint32_t shape, uint32_t off, uint32_t end)
{
	if (rd->level + 1 >= rd->cap)
		return fail(rd, "nested deeper than its header says");
	rd->open[rd->level].end = end;
	rd->open[rd->level].shape = shape;
	rd->open[rd->level].off = off;
	rd->level++;
	rd->end = end;
	return BX_OK;
}

/* The item is a constant: all there is to it is its token. */
static BxStatus
constant_event(BxReader *rd, BxEvent *ev, uint32_t token)
{
	const BxConstInfo *c = &rd->table->consts[token];

	ev->kind = (BxEventKind) rd->table->shapes[c->shape].kind;
	ev->shape = c->shape;
	ev->level = rd->level + 1;
	ev->off = ev->content = rd->pos;
	ev->payload = (const uint8_t *) c->payload;
	ev->len = c->len;
	ev->constant = true;
	ev->heap = false;
	rd->pos += bx_token_size(token);
	rd->items++;
	return BX_OK;
}

/* The payload is short enough for a reference: if it is one, put what it refers to in its place. */
static BxStatus
heap_event(BxReader *rd, BxEvent *ev)
{
	uint32_t off, len;

	/* who reads headers alone may not have it yet */
	if (ev->len > rd->win_end - ev->content)
		BX_TRY(refill(rd, ev->content, ev->len));
	ev->payload = rd->win + (ev->content - rd->win_off);
	if (!bx_kind_has_value((uint8_t) ev->kind) || !(rd->table->shapes[ev->shape].flags & BX_SHAPE_TYPED) ||
		!bx_heap_ref(&rd->table->head, ev->payload, ev->len, &off, &len))
		return BX_OK;
	ev->heap = true;
	ev->content = rd->src->len + off;
	ev->len = len;
	if (rd->headers)
		return BX_OK;
	if (len > rd->piece)
		len = rd->piece;
	if (rd->piece > 0 &&
		(ev->content < rd->win_off || ev->content > rd->win_end || len > rd->win_end - ev->content))
		BX_TRY(refill(rd, ev->content, len));
	ev->payload = rd->win + (ev->content - rd->win_off);
	return BX_OK;
}

BxStatus
bx_reader_part(BxReader *rd, uint32_t off)
{
	BxEvent ev;

	if (off >= rd->src->len)
		return fail(rd, "no item where one should be");
	rd->pos = off;
	BX_TRY(bx_reader_next(rd, &ev));
	if (ev.kind == BX_EV_ELEMENT)
		bx_reader_skip(rd);
	rd->limit = rd->end = rd->pos;
	rd->level = 0;
	rd->pos = off;
	return BX_OK;
}

/* The event of the item at off, of which the header has been read. */
BX_INLINE BxStatus
take_item(BxReader *rd, BxEvent *ev, uint32_t off, uint32_t shape, uint32_t len)
{
	ev->kind = (BxEventKind) rd->table->shapes[shape].kind;
	ev->shape = shape;
	ev->level = rd->level + 1;
	ev->off = off;
	ev->len = len;
	ev->content = rd->pos;
	ev->constant = false;
	ev->heap = false;
	if (ev->kind == BX_EV_ELEMENT)
	{
		ev->payload = NULL;
		return open_element(rd, shape, off, rd->pos + len);
	}
	if (BX_UNLIKELY(rd->win_end - rd->pos < len))
		BX_TRY(refill(rd, rd->pos, len < rd->piece ? len : rd->piece));
	ev->payload = rd->win + (rd->pos - rd->win_off);
	rd->pos += len;
	if (BX_UNLIKELY(rd->total > rd->src->len) && len > 0 && len <= BX_HEAP_REF_MAX)
		return heap_event(rd, ev);
	return BX_OK;
}

BxStatus
bx_reader_next(BxReader *rd, BxEvent *ev)
{
	const uint8_t *p, *limit;
	uint32_t shape, len, off = rd->pos;
	BxItemHeader h;

	if (BX_UNLIKELY(rd->status != BX_OK))
		return rd->status;
	if (off == rd->end)
		return end_event(rd, ev);
	if (BX_UNLIKELY(rd->win_end - off < BX_ITEM_HEADER_MAX || off < rd->win_off || off > rd->win_end))
		BX_TRY(refill(rd, off, BX_ITEM_HEADER_MAX));
	p = rd->win + (off - rd->win_off);
	limit = rd->win + ((rd->end < rd->win_end ? rd->end : rd->win_end) - rd->win_off);
	if (BX_LIKELY(
			bx_item_short_header(p, (size_t) (limit - p), rd->n_consts, rd->short_shapes, &shape, &len)))
		p += BX_ITEM_SHORT_HEAD;
	else
	{
		p = bx_item_header(p, limit, rd->n_consts, &h);
		if (p == NULL)
			return fail(rd, "item header leaves its parent");
		if (h.constant)
			return constant_event(rd, ev, h.number);
		if (BX_UNLIKELY(h.number >= rd->table->n_shapes))
			return fail(rd, "no such row");
		shape = h.number;
		len = h.len;
	}
	rd->pos = rd->win_off + (uint32_t) (p - rd->win);
	if (BX_UNLIKELY(len > rd->end - rd->pos))
		return fail(rd, "item leaves its parent");
	rd->items++;
	return take_item(rd, ev, off, shape, len);
}

void
bx_reader_skip(BxReader *rd)
{
	if (rd->level > 0 && rd->status == BX_OK)
		rd->pos = rd->end;
}

void
bx_reader_seek(BxReader *rd, uint32_t off, bool *ok)
{
	*ok = off >= rd->pos && off < rd->end;
	if (*ok && rd->status == BX_OK)
		rd->pos = off;
}

void
bx_reader_pieces(BxReader *rd)
{
	rd->piece = BX_PIECE;
}

BxStatus
bx_reader_piece(BxReader *rd, const BxEvent *ev, uint32_t at, const uint8_t **p, uint32_t *n)
{
	uint32_t off = ev->content + at;

	*n = ev->len - at < BX_PIECE ? ev->len - at : BX_PIECE;
	if (ev->constant)
	{
		*p = ev->payload + at;
		return rd->status;
	}
	if (rd->status == BX_OK && (off < rd->win_off || off > rd->win_end || *n > rd->win_end - off))
		(void) refill(rd, off, *n);
	*p = rd->win + (off - rd->win_off);
	return rd->status;
}

void
bx_reader_headers(BxReader *rd)
{
	rd->headers = true;
	rd->piece = BX_HEAP_REF_MAX; /* enough to see whether the payload is in the heap */
}

BxStatus
bx_reader_payload(BxReader *rd, const BxEvent *ev, const uint8_t **p)
{
	if (ev->constant)
	{
		*p = ev->payload;
		return rd->status;
	}
	if (rd->status == BX_OK &&
		(ev->content < rd->win_off || ev->content > rd->win_end || ev->len > rd->win_end - ev->content))
		(void) refill(rd, ev->content, ev->len);
	*p = rd->win + (ev->content - rd->win_off);
	return rd->status;
}

BxStatus
bx_reader_sole_text(BxReader *rd, BxEvent *text, bool *found)
{
	uint32_t pos = rd->pos;
	uint32_t end = rd->end;
	uint32_t level = rd->level;
	uint64_t items = rd->items;

	do
		BX_TRY(bx_reader_next(rd, text));
	while (text->kind == BX_EV_ATTRIBUTE || text->kind == BX_EV_NAMESPACE);
	*found = text->kind == BX_EV_END || (text->kind == BX_EV_TEXT && rd->pos == end);
	if (text->kind == BX_EV_END)
		text->len = 0;
	rd->pos = pos;
	rd->end = end;
	rd->level = level;
	rd->items = items;
	return BX_OK;
}

bool
bx_reader_at_end(const BxReader *rd)
{
	return rd->pos == rd->end;
}

uint64_t
bx_reader_items(const BxReader *rd)
{
	return rd->items;
}

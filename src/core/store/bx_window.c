/*
 * bx_window.c -- windows over the items of a value that is long, compressed or outside memory.
 *
 * The buffer holds whole blocks, one behind the other; what lies before the place asked for is dropped when more is
 * needed, and what is left of it moves to the front.  Going back starts again at the block that holds the place.
 */
#include "../base/bx_core_int.h"

#include "bx_image_int.h"
#include "bx_window.h"

#define SLICE_FIRST 16384 /* stored bytes of the first read; doubles up to BX_PASS_SLICE */

/* Room for n bytes at *buf; what is there stays. */
static BxStatus
reserve(const BxWindow *w, uint8_t **buf, size_t *cap, size_t n)
{
	const BxHost *host = w->img->host;
	uint8_t *larger;

	if (*cap >= n)
		return BX_OK;
	larger = host->resize(host->ctx, *buf, n);
	if (larger == NULL)
		return bx_fail_nomem(w->img->err, n);
	*buf = larger;
	*cap = n;
	return BX_OK;
}

/* How many stored bytes to read when n are needed and left remain. */
static uint32_t
next_slice(BxWindow *w, uint32_t n, uint32_t left)
{
	uint32_t slice = n;

	if (w->ahead)
	{
		w->slice = w->slice == 0 ? SLICE_FIRST : w->slice < BX_PASS_SLICE ? w->slice * 2 : BX_PASS_SLICE;
		slice = w->slice > n ? w->slice : n;
	}
	return slice < left ? slice : left;
}

/* Stored bytes at .. at + n, of blocks. */
static BxStatus
need_stored(BxWindow *w, uint32_t at, uint32_t n, const uint8_t **p)
{
	BxImage *img = w->img;
	uint32_t keep = 0, len;

	if (img->bytes != NULL || at + n <= img->prefix_len)
	{
		*p = (img->bytes != NULL ? img->bytes : img->prefix) + at;
		return BX_OK;
	}
	if (at < w->stored_lo || at + n > w->stored_hi)
	{
		if (at >= w->stored_lo && at < w->stored_hi)
			keep = w->stored_hi - at;
		len = next_slice(w, n - keep, (uint32_t) img->store->total - at - keep);
		BX_TRY(reserve(w, &w->stored_buf, &w->stored_cap, keep + (size_t) len));
		if (keep > 0)
			memmove(w->stored_buf, w->stored_buf + (at - w->stored_lo), keep);
		w->stored_lo = at;
		w->stored_hi = at + keep;
		BX_TRY(img->store->read(img->store, w->stored_hi, len, w->stored_buf + keep, img->err));
		img->fetched += len;
		w->stored_hi += len;
	}
	*p = w->stored_buf + (at - w->stored_lo);
	return BX_OK;
}

/* The block that starts at hi. */
static BxStatus
append_block(BxWindow *w)
{
	BxImage *img = w->img;
	uint32_t i = bx_image_block(img, w->hi);
	uint32_t plain = img->plain_at[i + 1] - img->plain_at[i];
	size_t held = w->hi - w->lo;
	const uint8_t *stored;

	BX_TRY(need_stored(w, img->stored_at[i], img->stored_at[i + 1] - img->stored_at[i], &stored));
	BX_TRY(reserve(w, &w->buf, &w->cap, held + plain));
	BX_TRY(bx_image_inflate(img, i, stored, w->buf + held));
	w->hi += plain;
	return BX_OK;
}

/* At least n bytes more of a plain value. */
static BxStatus
append_plain(BxWindow *w, uint32_t n)
{
	BxImage *img = w->img;
	size_t held = w->hi - w->lo;
	uint32_t len = next_slice(w, n < SLICE_FIRST ? SLICE_FIRST : n, img->head.ext_off - w->hi);

	BX_TRY(reserve(w, &w->buf, &w->cap, held + len));
	BX_TRY(img->store->read(img->store, w->hi, len, w->buf + held, img->err));
	img->fetched += len;
	w->hi += len;
	return BX_OK;
}

/* Make the window start at or before `at`, without what lies before where that is known. */
static BxStatus
start_at(BxWindow *w, uint32_t at)
{
	BxImage *img = w->img;

	if (at >= w->lo && at <= w->hi)
	{
		if (w->hi > at)
			memmove(w->buf, w->buf + (at - w->lo), w->hi - at);
		w->lo = at;
		return BX_OK;
	}
	w->slice = 0;
	w->lo = w->hi = at;
	if (at < img->n)
	{
		BX_TRY(reserve(w, &w->buf, &w->cap, img->n - at));
		memcpy(w->buf, img->v + at, img->n - at);
		w->hi = (uint32_t) img->n;
	}
	else if (img->n_blocks > 0)
		w->lo = w->hi = img->plain_at[bx_image_block(img, at)];
	return BX_OK;
}

static BxStatus
window_fetch(BxSource *source, uint32_t off, uint32_t need, const uint8_t **win, uint32_t *got, BxError *err)
{
	BxWindow *w = (BxWindow *) source;
	const BxHeader *h = &w->img->head;
	uint32_t at = h->items_off + off;
	uint32_t end;

	if (off > h->ext_off - h->items_off)
		return bx_fail(err, BX_E_CORRUPT, at, "read outside the items of a bxml value");
	end = need < h->ext_off - at ? at + need : h->ext_off;
	if (at < w->lo || end > w->hi)
		BX_TRY(start_at(w, at));
	while (w->hi < end)
	{
		BX_TRY(bx_poll(w->img->host));
		BX_TRY(w->img->n_blocks > 0 ? append_block(w) : append_plain(w, end - w->hi));
	}
	*win = w->buf + (at - w->lo);
	*got = (w->hi < h->ext_off ? w->hi : h->ext_off) - at;
	return BX_OK;
}

void
bx_window_open(BxWindow *w, BxImage *img, bool ahead)
{
	const BxHeader *h = &img->head;

	memset(w, 0, sizeof(*w));
	w->source.fetch = window_fetch;
	w->source.len = h->items_len;
	w->source.base = img->n >= h->ext_off ? img->v + h->items_off : NULL;
	w->img = img;
	w->ahead = ahead;
}

void
bx_window_close(BxWindow *w)
{
	const BxHost *host = w->img->host;

	host->release(host->ctx, w->buf);
	host->release(host->ctx, w->stored_buf);
	w->buf = w->stored_buf = NULL;
	w->cap = w->stored_cap = 0;
	w->lo = w->hi = w->stored_lo = w->stored_hi = 0;
}

const uint8_t *
bx_window_peek(const BxWindow *w, uint32_t off, uint32_t n, uint32_t *got)
{
	const BxHeader *h = &w->img->head;
	uint32_t at = h->items_off + off;
	uint32_t hi = w->hi < h->ext_off ? w->hi : h->ext_off;

	if (at < w->lo || at > hi || n > hi - at)
		return NULL;
	*got = hi - at;
	return w->buf + (at - w->lo);
}

BxStatus
bx_read_all_open(BxReadAll *pass, BxStore *store, BxArena *arena, BxError *err)
{
	BxStatus st = bx_image_open_head(&pass->img, store, arena, err);

	memset(&pass->items, 0, sizeof(pass->items));
	memset(&pass->heap, 0, sizeof(pass->heap));
	pass->items.img = pass->heap.img = &pass->img;
	if (st == BX_OK)
	{
		bx_window_open(&pass->items, &pass->img, true);
		bx_window_open(&pass->heap, &pass->img, true);
		pass->items.source.heap = &pass->heap.source;
	}
	return st;
}

void
bx_read_all_close(BxReadAll *pass)
{
	bx_window_close(&pass->items);
	bx_window_close(&pass->heap);
	bx_image_close(&pass->img);
}

BxStatus
bx_read_all_table(BxReadAll *pass, BxTable *table, BxArena *arena)
{
	BxImage *img = &pass->img;

	return bx_table_open(table, arena, img->v, img->n, img->head.plain_total, img->err);
}

BxStatus
bx_read_all_ext(BxReadAll *pass, uint8_t code, BxArena *arena, const uint8_t **body, uint32_t *off,
				uint32_t *len)
{
	BxImage *img = &pass->img;

	*body = NULL;
	BX_TRY(bx_header_ext_place(&img->head, img->v, code, off, len, img->err));
	return *off > 0 ? bx_image_ext(img, *off, *len, arena, body) : BX_OK;
}

/* n bytes of the items, from byte off of the items on. */
static BxStatus
copy_items(BxSource *items, uint32_t off, uint32_t n, uint8_t *dst, BxError *err)
{
	const uint8_t *p;
	uint32_t got;

	if (items->base != NULL)
	{
		memcpy(dst, items->base + off, n);
		return BX_OK;
	}
	for (; n > 0; off += got, dst += got, n -= got)
	{
		BX_TRY(items->fetch(items, off, 1, &p, &got, err));
		got = got < n ? got : n;
		memcpy(dst, p, got);
	}
	return BX_OK;
}

/* ---- the plain form ---- */

static BxStatus
copy_all(BxReadAll *pass, BxStore *store, BxArena *arena, BxBuf *out, BxError *err)
{
	const BxHeader *h = &pass->img.head;
	uint32_t items_n;
	const uint8_t *p;

	BX_TRY(bx_read_all_open(pass, store, arena, err));
	BX_TRY(bx_buf_reserve(out, h->plain_total, err));
	if (pass->img.n == h->plain_total)
		return bx_buf_append(out, pass->img.v, pass->img.n, err);
	BX_TRY(bx_buf_append(out, pass->img.v, h->items_off, err));
	items_n = h->ext_off - h->items_off;
	BX_TRY(copy_items(&pass->items.source, 0, items_n, out->data + out->len, err));
	out->len += items_n;
	BX_TRY(bx_image_ext(&pass->img, h->ext_off, h->plain_total - h->ext_off, arena, &p));
	return bx_buf_append(out, p, h->plain_total - h->ext_off, err);
}

BxStatus
bx_plain_read(BxStore *store, const BxHost *host, BxBuf *out, BxError *err)
{
	BxArena arena;
	BxReadAll pass;
	BxStatus st;

	if (store->bytes != NULL && store->total > 1 && !(store->bytes[1] & BX_FLAG_BLOCKS))
		return bx_buf_append(out, store->bytes, store->total, err);
	bx_arena_init(&arena, host);
	st = copy_all(&pass, store, &arena, out, err);
	bx_read_all_close(&pass);
	bx_arena_reset(&arena);
	return st;
}

/* ---- a range of it ---- */

static BxStatus
copy_range(BxReadAll *pass, BxStore *store, BxArena *arena, uint32_t off, uint32_t n, uint8_t *dst,
		   BxError *err)
{
	const BxHeader *h = &pass->img.head;

	BX_TRY(bx_read_all_open(pass, store, arena, err));
	if (off < h->items_off || off > h->ext_off || n > h->ext_off - off)
		return bx_fail(err, BX_E_CORRUPT, off, "read outside the items of a bxml value");
	return copy_items(&pass->items.source, off - h->items_off, n, dst, err);
}

BxStatus
bx_range_read(BxStore *store, const BxHost *host, uint32_t off, uint32_t n, uint8_t *dst, BxError *err)
{
	uint8_t first[2];
	BxArena arena;
	BxReadAll pass;
	BxStatus st;

	if (store->bytes == NULL && store->total >= 2 && off <= store->total && n <= store->total - off)
	{
		BX_TRY(store->read(store, 0, sizeof(first), first, err));
		if (!(first[1] & BX_FLAG_BLOCKS))
			return store->read(store, off, n, dst, err);
	}
	bx_arena_init(&arena, host);
	st = copy_range(&pass, store, &arena, off, n, dst, err);
	bx_read_all_close(&pass);
	bx_arena_reset(&arena);
	return st;
}

/*
 * bx_image.c -- opening and filling images.
 *
 * Three cases share one mechanism, a list of blocks with their places in the plain and in the stored value: compressed
 * blocks come with the value; a plain value outside memory is cut into blocks of BX_FETCH_SIZE; a plain value in memory
 * is one block that is filled from the start.
 */
#include "../base/bx_core_int.h"

#include "../base/bx_buf.h"
#include "../base/bx_bytes.h"
#include "bx_image_int.h"

#define BX_PREFIX_SIZE 7984 /* first read of a value outside memory */
#define BX_FETCH_SIZE 16384 /* block of a plain value outside memory */
#define BX_RUN_MAX 16       /* blocks read ahead at most */
#define BX_PASSED_OVER 4096 /* bytes that may be skipped while reading counts as sequential */
#define BX_PART_MIN 16384   /* blocks of at least so many bytes are filled in part after a jump, ... */
#define BX_PART_SAVED 8     /* ... if that leaves out one byte in so many, ... */
#define BX_AROUND 256       /* blocks that are looked at before and behind those that are filled */
#define BX_PART_AHEAD 2048  /* ... and with so many more than were asked for */

void
bx_store_memory(BxStore *store, const uint8_t *bytes, size_t n)
{
	store->read = NULL;
	store->total = n;
	store->bytes = bytes;
}

static BxStatus
broken(BxImage *img, const char *what)
{
	return bx_fail(img->err, BX_E_CORRUPT, -1, "bxml value is damaged: %s", what);
}

static void *
image_alloc(BxImage *img, BxArena *arena, size_t n)
{
	void *p = bx_arena_alloc(arena, n ? n : 1);

	if (p == NULL)
		bx_fail_nomem(img->err, n);
	return p;
}

/* Read ever longer prefixes until the header is whole; only a block list makes it longer than the first. */
static BxStatus
read_prefix(BxImage *img, BxArena *arena, size_t n, uint8_t **prefix, uint32_t *len)
{
	size_t total = img->store->total;
	BxStatus st;

	for (;; n *= 8)
	{
		if (n > total)
			n = total;
		*prefix = image_alloc(img, arena, n);
		if (*prefix == NULL)
			return BX_E_NOMEM;
		st = img->store->read(img->store, 0, (uint32_t) n, *prefix, img->err);
		if (st != BX_OK)
			return st;
		img->fetched += n;
		*len = (uint32_t) n;
		st = bx_header_read(*prefix, n, total, &img->head, img->err);
		if (st != BX_E_CORRUPT || n == total || !((*prefix)[1] & BX_FLAG_BLOCKS))
			return st;
	}
}

static BxStatus
alloc_blocks(BxImage *img, BxArena *arena, uint32_t n)
{
	img->n_blocks = n;
	img->plain_at = image_alloc(img, arena, (n + (size_t) 1) * sizeof(uint32_t));
	img->stored_at = image_alloc(img, arena, (n + (size_t) 1) * sizeof(uint32_t));
	img->filled = image_alloc(img, arena, n);
	if (!img->plain_at || !img->stored_at || !img->filled)
		return BX_E_NOMEM;
	memset(img->filled, 0, n);
	return BX_OK;
}

/* The block list of the header, with the extension bodies as further blocks that are never compressed. */
static BxStatus
list_compressed(BxImage *img, BxArena *arena, const uint8_t *prefix)
{
	const BxHeader *h = &img->head;
	const uint8_t *p = prefix + h->blocks_off;
	const uint8_t *end = prefix + h->body_off;
	uint32_t n_ext = (h->plain_total - h->ext_off + BX_FETCH_SIZE - 1) / BX_FETCH_SIZE;
	uint32_t plain = h->table_off;
	uint32_t stored = h->body_off;
	uint32_t i, s = 0, l = 0;

	BX_TRY(alloc_blocks(img, arena, h->n_blocks + n_ext));
	for (i = 0; i < h->n_blocks; i++)
	{
		img->plain_at[i] = plain;
		img->stored_at[i] = stored;
		p = bx_block_get(p, end, &s, &l);
		if (p == NULL)
			return broken(img, "bad block list");
		plain += l;
		stored += s;
	}
	for (; i < h->n_blocks + n_ext; i++, plain += BX_FETCH_SIZE, stored += BX_FETCH_SIZE)
	{
		img->plain_at[i] = plain;
		img->stored_at[i] = stored;
	}
	img->plain_at[i] = (uint32_t) h->plain_total;
	img->stored_at[i] = (uint32_t) h->total;
	return BX_OK;
}

/* Blocks of a plain value outside memory: behind the prefix already read, every BX_FETCH_SIZE bytes. */
static BxStatus
list_plain(BxImage *img, BxArena *arena, uint32_t have)
{
	uint32_t total = (uint32_t) img->store->total;
	uint32_t i, at = have;

	BX_TRY(alloc_blocks(img, arena, (total - have + BX_FETCH_SIZE - 1) / BX_FETCH_SIZE));
	for (i = 0; i < img->n_blocks; i++, at += BX_FETCH_SIZE)
		img->plain_at[i] = img->stored_at[i] = at;
	img->plain_at[i] = img->stored_at[i] = total;
	return BX_OK;
}

/* ---- blocks ---- */

uint32_t
bx_image_block(const BxImage *img, uint32_t off)
{
	uint32_t lo = 0, hi = img->n_blocks;

	while (hi - lo > 1)
	{
		uint32_t mid = (lo + hi) / 2;

		if (img->plain_at[mid] <= off)
			lo = mid;
		else
			hi = mid;
	}
	return lo;
}

/* The stored bytes of blocks first .. last - 1; NULL sets *st. */
static const uint8_t *
stored_run(BxImage *img, uint32_t first, uint32_t last, BxStatus *st)
{
	uint32_t at = img->stored_at[first];
	size_t len = img->stored_at[last] - at;

	*st = BX_OK;
	if (img->bytes != NULL)
		return img->bytes + at;
	if (at + len <= img->prefix_len)
		return img->prefix + at;
	if (img->temp_cap < len)
	{
		uint8_t *larger = img->host->resize(img->host->ctx, img->temp, len);

		if (larger == NULL)
		{
			*st = bx_fail_nomem(img->err, len);
			return NULL;
		}
		img->temp = larger;
		img->temp_cap = len;
	}
	*st = img->store->read(img->store, at, (uint32_t) len, img->temp, img->err);
	img->fetched += len;
	return *st == BX_OK ? img->temp : NULL;
}

/* Blocks first .. last - 1 of a plain value outside memory, straight into their place. */
static BxStatus
fetch_plain(BxImage *img, uint32_t first, uint32_t last)
{
	uint32_t at = img->plain_at[first];
	uint32_t len = img->plain_at[last] - at;

	BX_TRY(img->store->read(img->store, at, len, img->buf + at, img->err));
	img->fetched += len;
	memset(img->filled + first, 1, last - first);
	return BX_OK;
}

BxStatus
bx_image_inflate(BxImage *img, uint32_t i, const uint8_t *src, uint8_t *dst)
{
	uint32_t plain = img->plain_at[i + 1] - img->plain_at[i];
	uint32_t stored = img->stored_at[i + 1] - img->stored_at[i];

	if (plain == stored)
		memcpy(dst, src, plain);
	else if (!img->codec->inflate(src, stored, dst, plain))
		return broken(img, "a compressed block does not inflate");
	if (plain != stored)
	{
		img->inflated += plain;
		img->blocks++;
	}
	return BX_OK;
}

/* Put blocks first .. last - 1, none filled yet, in their places. */
static BxStatus
fill_run(BxImage *img, uint32_t first, uint32_t last)
{
	const uint8_t *src;
	uint32_t i;
	BxStatus st;

	BX_TRY(bx_poll(img->host));
	if (img->head.n_blocks == 0)
		return fetch_plain(img, first, last);
	src = stored_run(img, first, last, &st);
	for (i = first; i < last && st == BX_OK; i++)
	{
		st = bx_image_inflate(img, i, src, img->buf + img->plain_at[i]);
		img->filled[i] = st == BX_OK;
		src += img->stored_at[i + 1] - img->stored_at[i];
	}
	return st;
}

/* ---- opening ---- */

/* How much of the plain value gets a place: all, or the blocks with header and table when the rest is long. */
static size_t
place_len(const BxImage *img, bool head_only, uint32_t have)
{
	const BxHeader *h = &img->head;

	if (!head_only || h->plain_total <= BX_PASS_WHOLE)
		return h->plain_total;
	if (img->n_blocks == 0)
		return have > h->items_off ? have : h->items_off;
	return img->plain_at[bx_image_block(img, h->items_off - 1) + 1];
}

/* What has a place in a head-only image: it is filled at once. */
static BxStatus
fill_head(BxImage *img)
{
	uint32_t first, last;

	if (img->n_blocks == 0 && img->hi < img->n)
	{
		BX_TRY(
			img->store->read(img->store, img->hi, (uint32_t) img->n - img->hi, img->buf + img->hi, img->err));
		img->fetched += img->n - img->hi;
	}
	for (first = 0; first < img->n_blocks && img->plain_at[first] < img->n; first = last)
	{
		for (last = first + 1;
			 last < img->n_blocks && img->plain_at[last] < img->n && last - first < BX_RUN_MAX;)
			last++;
		BX_TRY(fill_run(img, first, last));
	}
	img->hi = (uint32_t) img->n;
	return BX_OK;
}

/* A value that is not its own image. */
static BxStatus
open_copy(BxImage *img, BxArena *arena, const uint8_t *prefix, uint32_t have, bool head_only)
{
	BxHeader *h = &img->head;
	bool packed = (h->flags & BX_FLAG_BLOCKS) != 0;
	uint32_t copy = packed ? h->table_off : have;

	img->codec = packed ? bx_codec_find(img->host, h->codec) : NULL;
	if (packed && img->codec == NULL)
		return bx_fail(img->err, BX_E_VERSION, h->blocks_off,
					   "bxml value is compressed with unknown codec %d", h->codec);
	img->temp_cap = 0;
	img->prefix = prefix;
	img->prefix_len = have;
	if (packed)
		BX_TRY(list_compressed(img, arena, prefix));
	else if (!head_only)
		BX_TRY(list_plain(img, arena, have));
	img->n = place_len(img, head_only, have);
	img->buf = image_alloc(img, arena, img->n);
	if (img->buf == NULL)
		return BX_E_NOMEM;
	img->v = img->buf;
	memcpy(img->buf, prefix, copy < img->n ? copy : img->n);
	img->buf[1] &= (uint8_t) ~BX_FLAG_BLOCKS;
	h->flags &= (uint8_t) ~BX_FLAG_BLOCKS;
	h->total = h->plain_total;
	img->hi = copy;
	img->run = 0;
	return head_only ? fill_head(img) : BX_OK;
}

/* A value that is all in memory and plain needs nothing but its header: opening it is on every query's way. */
static inline BxStatus
open_image(BxImage *img, BxStore *store, BxArena *arena, bool head_only, BxError *err)
{
	uint8_t *prefix;
	uint32_t have;

	img->store = store;
	img->host = arena->host;
	img->err = err;
	img->n_blocks = 0;
	img->part_end = img->jump_to = 0;
	img->lo = 0;
	img->temp = NULL;
	img->fetched = img->inflated = img->blocks = 0;
	if (store->total > BX_VALUE_MAX)
		return broken(img, "longer than a value can be");
	img->bytes = store->bytes;
	if (img->bytes == NULL)
	{
		BX_TRY(read_prefix(img, arena, head_only ? BX_PASS_SLICE : BX_PREFIX_SIZE, &prefix, &have));
		if (have < store->total)
			return open_copy(img, arena, prefix, have, head_only);
		img->bytes = prefix; /* it was short */
	}
	BX_TRY(bx_header_read(img->bytes, store->total, store->total, &img->head, err));
	if (img->head.flags & BX_FLAG_BLOCKS)
		return open_copy(img, arena, img->bytes, (uint32_t) store->total, head_only);
	img->v = img->bytes;
	img->n = store->total;
	img->hi = (uint32_t) store->total;
	return BX_OK;
}

BxStatus
bx_image_open(BxImage *img, BxStore *store, BxArena *arena, BxError *err)
{
	return open_image(img, store, arena, false, err);
}

BxStatus
bx_image_open_head(BxImage *img, BxStore *store, BxArena *arena, BxError *err)
{
	return open_image(img, store, arena, true, err);
}

BxStatus
bx_image_ext(BxImage *img, uint32_t off, uint32_t len, BxArena *arena, const uint8_t **p)
{
	uint32_t before_end = img->head.plain_total - off;
	uint8_t *copy;

	if (img->bytes != NULL)
	{
		*p = img->bytes + (img->store->total - before_end);
		return BX_OK;
	}
	copy = image_alloc(img, arena, len);
	if (copy == NULL)
		return BX_E_NOMEM;
	*p = copy;
	img->fetched += len;
	return img->store->read(img->store, (uint32_t) img->store->total - before_end, len, copy, img->err);
}

/* ---- filling on demand ---- */

/* [lo, hi) is filled: make it the window, together with the one before when they touch. */
static void
set_window(BxImage *img, uint32_t lo, uint32_t hi)
{
	bool touch = lo <= img->hi && hi >= img->lo;

	img->lo = touch && img->lo < lo ? img->lo : lo;
	img->hi = touch && img->hi > hi ? img->hi : hi;
}

/* Blocks first .. last - 1 are filled: the window is there, with the filled blocks around. */
static void
set_filled(BxImage *img, uint32_t first, uint32_t last)
{
	uint32_t i;

	for (i = 0; i < BX_AROUND && last < img->n_blocks && img->filled[last]; i++)
		last++;
	for (i = 0; i < BX_AROUND && first > 0 && img->filled[first - 1]; i++)
		first--;
	set_window(img, first == 0 ? 0 : img->plain_at[first], img->plain_at[last]);
}

/*
 * How many blocks to fill: one at first and after every jump, then twice as many each time while reading is
 * sequential.
 */
static uint32_t
next_run(const BxImage *img, bool goes_on)
{
	if (!goes_on || img->run == 0)
		return 1;
	return img->run < BX_RUN_MAX ? img->run * 2 : BX_RUN_MAX;
}

/* The end of the blocks worth reading ahead from off: a reader of items does not continue into the heap. */
static uint32_t
last_of_part(const BxImage *img, uint32_t off)
{
	const BxHeader *h = &img->head;
	uint32_t heap_at = h->items_off + h->items_len;

	return h->heap_len > 0 && off < heap_at && heap_at > img->plain_at[0]
			   ? bx_image_block(img, heap_at - 1) + 1
			   : img->n_blocks;
}

/* How far to fill block i, of which bytes up to end are asked for: its end, or less after a jump. */
static uint32_t
part_for(const BxImage *img, uint32_t i, uint32_t end)
{
	uint32_t all = img->plain_at[i + 1], plain = all - img->plain_at[i];
	uint32_t to = end > img->jump_to ? end : img->jump_to;

	if (img->filled[i])
		return all;
	if (img->part_end > 0 && img->part == i)
		return end <= img->part_end ? img->part_end : all;
	if (img->head.n_blocks == 0 || img->codec->inflate_part == NULL || plain < BX_PART_MIN ||
		plain == img->stored_at[i + 1] - img->stored_at[i] || to >= all ||
		all - to < plain / BX_PART_SAVED + BX_PART_AHEAD)
		return all;
	return to + BX_PART_AHEAD;
}

/* Fill block i up to `to`, which is before its end. */
static BxStatus
fill_part(BxImage *img, uint32_t i, uint32_t to)
{
	uint32_t at = img->plain_at[i], stored = img->stored_at[i + 1] - img->stored_at[i];
	const uint8_t *src;
	BxStatus st;

	if (img->part_end > 0 && img->part == i)
		return BX_OK;
	BX_TRY(bx_poll(img->host));
	src = stored_run(img, i, i + 1, &st);
	if (src == NULL)
		return st;
	img->part_end = 0;
	if (!img->codec->inflate_part(src, stored, img->buf + at, img->plain_at[i + 1] - at, to - at))
		return broken(img, "a compressed block does not inflate");
	img->inflated += to - at;
	img->blocks++;
	img->part = i;
	img->part_end = to;
	return BX_OK;
}

BxStatus
bx_image_fill(BxImage *img, uint32_t off, uint32_t len)
{
	uint32_t end, first, last, part, i, run;

	if (off > img->n)
		return broken(img, "read outside it");
	end = len < img->n - off ? off + len : (uint32_t) img->n;
	if (end == off || (off >= img->lo && end <= img->hi))
		return BX_OK;
	/* what lies before the first block is filled from the start */
	if (end <= img->plain_at[0])
	{
		set_window(img, 0, img->plain_at[0]);
		return BX_OK;
	}
	first = off < img->plain_at[0] ? 0 : bx_image_block(img, off);
	last = bx_image_block(img, end - 1) + 1;
	if (img->jump_to > 0 && off > img->jump_to + BX_PART_AHEAD)
		img->jump_to = 0;
	if (img->jump_to > 0 && last == first + 1)
	{
		part = part_for(img, first, end);
		if (part < img->plain_at[last])
		{
			BX_TRY(fill_part(img, first, part));
			set_window(img, first == 0 ? 0 : img->plain_at[first], part);
			return BX_OK;
		}
	}
	part = last_of_part(img, off);
	img->run = next_run(img, img->jump_to == 0 && off <= img->hi + BX_PASSED_OVER && end > img->hi);
	if (last < first + img->run)
		last = first + img->run < part ? first + img->run : last < part ? part : last;
	for (i = first; i < last; i = run)
	{
		for (run = i + 1; run < last && img->filled[run] == img->filled[i] && run - i < BX_RUN_MAX; run++)
			;
		if (!img->filled[i])
			BX_TRY(fill_run(img, i, run));
	}
	set_filled(img, first, last);
	return BX_OK;
}

BxStatus
bx_image_all(BxImage *img)
{
	uint32_t i;

	if (img->lo == 0 && img->hi == img->n)
		return BX_OK;
	for (i = 0; i < img->n_blocks; i++)
		if (!img->filled[i])
		{
			uint32_t last = i + 1;

			while (last < img->n_blocks && !img->filled[last] && last - i < BX_RUN_MAX)
				last++;
			BX_TRY(fill_run(img, i, last));
		}
	img->lo = 0;
	img->hi = (uint32_t) img->n;
	return BX_OK;
}

static BxStatus
image_fetch(BxSource *source, uint32_t off, uint32_t need, const uint8_t **win, uint32_t *got, BxError *err)
{
	BxImage *img = ((BxImageSource *) source)->img;
	uint32_t at = img->head.items_off + off;

	uint32_t len = source->len + img->head.heap_len;

	if (off > len)
		return bx_fail(err, BX_E_CORRUPT, at, "read outside the items of a bxml value");
	if (need > len - off)
		need = len - off;
	BX_TRY(bx_image_need(img, at, need));
	*win = img->v + at;
	*got = img->hi - at < len - off ? img->hi - at : len - off;
	return BX_OK;
}

void
bx_image_source(BxImageSource *src, BxImage *img)
{
	src->source.fetch = image_fetch;
	src->source.len = img->head.items_len;
	src->source.base = NULL;
	src->source.heap = NULL;
	src->img = img;
}

void
bx_image_close(BxImage *img)
{
	if (img->temp != NULL)
		img->host->release(img->host->ctx, img->temp);
	img->temp = NULL;
	img->temp_cap = 0;
}

/* ---- all at once ---- */

BxStatus
bx_unpack(const uint8_t *v, const BxHeader *h, const BxHost *host, uint8_t *dst, BxError *err)
{
	const BxCodec *codec = bx_codec_find(host, h->codec);
	const uint8_t *list = v + h->blocks_off;
	const uint8_t *list_end = v + h->body_off;
	const uint8_t *src = v + h->body_off;
	uint8_t *q = dst + h->table_off;
	uint32_t i, stored = 0, plain = 0;

	if (codec == NULL)
		return bx_fail(err, BX_E_VERSION, h->blocks_off, "bxml value is compressed with unknown codec %d",
					   h->codec);
	memcpy(dst, v, h->table_off);
	dst[1] &= (uint8_t) ~BX_FLAG_BLOCKS;
	for (i = 0; i < h->n_blocks; i++)
	{
		BX_TRY(bx_poll(host));
		list = bx_varint_get(list, list_end, &stored);
		if (list != NULL)
			list = bx_varint_get(list, list_end, &plain);
		if (list == NULL)
			return bx_fail(err, BX_E_CORRUPT, h->blocks_off, "bxml block list is damaged");
		if (stored == plain)
			memcpy(q, src, plain);
		else if (!codec->inflate(src, stored, q, plain))
			return bx_fail(err, BX_E_CORRUPT, src - v,
						   "bxml value is damaged: a compressed block does not inflate");
		src += stored;
		q += plain;
	}
	memcpy(q, src, h->plain_total - h->ext_off);
	return BX_OK;
}

BxStatus
bx_plain(const uint8_t **v, size_t *n, BxArena *arena, BxError *err)
{
	uint8_t *dst;
	BxHeader h;

	if (*n < 2 || !((*v)[1] & BX_FLAG_BLOCKS))
		return BX_OK;
	BX_TRY(bx_header_read(*v, *n, *n, &h, err));
	dst = bx_arena_alloc(arena, h.plain_total);
	if (dst == NULL)
		return bx_fail_nomem(err, h.plain_total);
	BX_TRY(bx_unpack(*v, &h, arena->host, dst, err));
	*v = dst;
	*n = h.plain_total;
	return BX_OK;
}

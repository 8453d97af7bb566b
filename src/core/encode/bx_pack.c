/*
 * bx_pack.c -- compression inside the format.
 *
 * The body, table and items together, is cut into blocks of up to BX_BLOCK_SIZE plain bytes, each compressed by
 * itself, so that a reader inflates only what it touches.  A block that does not shrink is stored as it is.  The
 * header in front of the block list and the extension bodies stay plain.
 */
#include "../base/bx_core_int.h"

#include "../base/bx_bytes.h"
#include "../base/bx_buf.h"
#include "../format/bx_table.h"
#include "bx_pack.h"

typedef struct Packer
{
	const uint8_t *body;
	uint32_t body_len;
	uint32_t heap_at; /* where the heap starts in the body: it has blocks of its own */
	const BxHost *host;
	const BxCodec *codec;
	BxBuf list;   /* codec, number of blocks, lengths */
	BxBuf blocks; /* stored bytes */
	size_t most;  /* bytes of both that are worth having; packing ends when they become more */
	bool full;    /* they did */
	BxError *err;
} Packer;

static BxStatus
put_number(Packer *k, uint32_t v)
{
	uint8_t b[BX_VARINT_MAX];

	return bx_buf_append(&k->list, b, (size_t) (bx_varint_put(b, v) - b), k->err);
}

/* A block as it is stored: deflated where that makes it shorter. */
static BxStatus
pack_block(Packer *k, uint32_t off, uint32_t len)
{
	size_t used = k->list.len + k->blocks.len;
	size_t left = k->most > used ? k->most - used : 0;
	size_t stored;

	BX_TRY(bx_poll(k->host));
	BX_TRY(bx_buf_reserve(&k->blocks, len, k->err));
	stored =
		k->codec->deflate(k->body + off, len, k->blocks.data + k->blocks.len, left < len ? left : len - 1);
	if (stored == 0 && len <= left)
	{
		memcpy(k->blocks.data + k->blocks.len, k->body + off, len);
		stored = len;
	}
	k->full = stored == 0;
	k->blocks.len += stored;
	BX_TRY(put_number(k, (uint32_t) stored));
	return put_number(k, len);
}

/* Plain length of the block at off: a remainder not worth a block of its own joins it. */
static uint32_t
block_length(const Packer *k, uint32_t off, uint32_t size)
{
	uint32_t left = (off < k->heap_at ? k->heap_at : k->body_len) - off;

	return left <= size + size / 4 ? left : size;
}

static BxStatus
pack_body(Packer *k)
{
	uint32_t size, len, off, n = 0;

	BX_TRY(bx_buf_byte(&k->list, k->codec->code, k->err));
	for (off = 0, size = BX_BLOCK_FIRST; off < k->body_len; off += len, n++)
	{
		len = block_length(k, off, size);
		size = size < BX_BLOCK_SIZE ? size * 2 : size;
	}
	BX_TRY(put_number(k, n));
	for (off = 0, size = BX_BLOCK_FIRST; off < k->body_len && !k->full; off += len)
	{
		len = block_length(k, off, size);
		size = size < BX_BLOCK_SIZE ? size * 2 : size;
		BX_TRY(pack_block(k, off, len));
	}
	return BX_OK;
}

/* The most bytes of a packed value that are worth it. */
static size_t
worth(const BxPackPolicy *p, size_t plain)
{
	size_t part = plain / 100 * p->keep_part + plain % 100 * p->keep_part / 100;
	size_t most = p->fit > 0 && plain > p->fit && part < p->fit ? p->fit : part;

	return most < plain ? most : plain - 1;
}

static BxStatus
pack_value(Packer *k, const uint8_t *v, size_t n, const BxHeader *h, const BxPackPolicy *policy,
		   size_t reserve, uint8_t **data, size_t *len)
{
	size_t ext_len = n - h->ext_off;
	size_t most = worth(policy, n);
	size_t total;
	uint8_t *p;

	k->most = most > h->table_off + ext_len ? most - h->table_off - ext_len : 0;
	BX_TRY(pack_body(k));
	total = h->table_off + k->list.len + k->blocks.len + ext_len;
	if (k->full || total > most)
		return BX_OK;
	*data = k->host->alloc(k->host->ctx, reserve + total);
	if (*data == NULL)
		return bx_fail_nomem(k->err, reserve + total);
	*len = total;
	p = *data + reserve;
	memcpy(p, v, h->table_off);
	p[1] |= BX_FLAG_BLOCKS;
	p += h->table_off;
	memcpy(p, k->list.data, k->list.len);
	p += k->list.len;
	memcpy(p, k->blocks.data, k->blocks.len);
	memcpy(p + k->blocks.len, v + h->ext_off, ext_len);
	return BX_OK;
}

BxStatus
bx_pack(const uint8_t *v, size_t n, const BxPackPolicy *policy, size_t reserve, const BxHost *host,
		uint8_t **data, size_t *len, BxError *err)
{
	BxHeader h;
	Packer k;
	BxStatus st = bx_header_read(v, n, n, &h, err);

	*data = NULL;
	if (st != BX_OK)
		return st;
	if (host->codec == NULL || (h.flags & BX_FLAG_BLOCKS) || n < policy->min_len || h.ext_off == h.table_off)
		return BX_OK;
	memset(&k, 0, sizeof(k));
	k.body = v + h.table_off;
	k.body_len = h.ext_off - h.table_off;
	k.heap_at = k.body_len - h.heap_len;
	k.host = host;
	k.codec = bx_codec_for(host, k.body_len);
	k.err = err;
	bx_buf_init(&k.list, host);
	bx_buf_init(&k.blocks, host);
	st = pack_value(&k, v, n, &h, policy, reserve, data, len);
	bx_buf_free(&k.list);
	bx_buf_free(&k.blocks);
	return st;
}

/*
 * bx_buf.h -- growing byte buffer over host memory.
 *
 * Buffers grow by half, up to max, so that a value cannot exceed the limit of a datum unnoticed.  A failed append
 * leaves the buffer unchanged and returns BX_E_NOMEM or BX_E_LIMIT.
 */
#ifndef BX_BUF_H
#define BX_BUF_H

#include <string.h>

#include "bx_host.h"

typedef struct BxBuf
{
	const BxHost *host;
	uint8_t *data;
	size_t len;
	size_t cap;
	size_t max; /* 0: the 1 GB value limit */
} BxBuf;

#define BX_VALUE_MAX ((size_t) 0x3fffffff - 64)

/* bx_buf_init makes an empty buffer; bx_buf_free gives its memory back; bx_buf_grow makes room for extra bytes. */
extern void bx_buf_init(BxBuf *b, const BxHost *host);
extern void bx_buf_free(BxBuf *b);
extern BxStatus bx_buf_grow(BxBuf *b, size_t extra, BxError *err);
/* The error of a value larger than max bytes. */
extern BxStatus bx_fail_too_large(size_t max, BxError *err);

/* Make sure extra more bytes fit; the common case is one comparison. */
static inline BxStatus
bx_buf_reserve(BxBuf *b, size_t extra, BxError *err)
{
	if (__builtin_expect(b->cap - b->len >= extra, 1))
		return BX_OK;
	return bx_buf_grow(b, extra, err);
}

static inline BxStatus
bx_buf_append(BxBuf *b, const void *p, size_t n, BxError *err)
{
	BxStatus st = bx_buf_reserve(b, n, err);

	if (st != BX_OK)
		return st;
	if (n > 0)
		memcpy(b->data + b->len, p, n);
	b->len += n;
	return BX_OK;
}

/* Append, with a status that stays at the first failure. */
static inline void
bx_buf_add(BxBuf *b, const void *p, size_t n, BxStatus *status, BxError *err)
{
	if (*status == BX_OK)
		*status = bx_buf_append(b, p, n, err);
}

static inline BxStatus
bx_buf_byte(BxBuf *b, uint8_t c, BxError *err)
{
	BxStatus st = bx_buf_reserve(b, 1, err);

	if (st != BX_OK)
		return st;
	b->data[b->len++] = c;
	return BX_OK;
}

#endif

/*
 * bx_buf.c -- the slow half of the byte buffer: growth and its limit.
 */
#include "bx_core_int.h"
#include "bx_buf.h"

#define BUF_CAP_MIN 256

void
bx_buf_init(BxBuf *b, const BxHost *host)
{
	memset(b, 0, sizeof(*b));
	b->host = host;
}

void
bx_buf_free(BxBuf *b)
{
	if (b->data != NULL)
		b->host->release(b->host->ctx, b->data);
	b->data = NULL;
	b->len = b->cap = 0;
}

BxStatus
bx_fail_too_large(size_t max, BxError *err)
{
	if (max == BX_VALUE_MAX)
		return bx_fail(err, BX_E_LIMIT, -1, "value exceeds the 1 GB limit of a single value");
	return bx_fail(err, BX_E_LIMIT, -1, "value exceeds the limit of %zu bytes", max);
}

/* Growth by half keeps appends amortized O(1) and wastes at most a third of the last allocation. */
BxStatus
bx_buf_grow(BxBuf *b, size_t extra, BxError *err)
{
	size_t max = b->max > 0 ? b->max : BX_VALUE_MAX;
	size_t cap = b->cap + b->cap / 2;
	uint8_t *data;

	if (b->len > max || extra > max - b->len)
		return bx_fail_too_large(max, err);
	if (cap < b->len + extra)
		cap = b->len + extra;
	if (cap < BUF_CAP_MIN)
		cap = BUF_CAP_MIN;
	if (cap > max)
		cap = max;
	data = b->host->resize(b->host->ctx, b->data, cap);
	if (data == NULL)
		return bx_fail_nomem(err, cap);
	b->data = data;
	b->cap = cap;
	return BX_OK;
}

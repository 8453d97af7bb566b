/*
 * bx_same.c -- elements of two values that are the same bytes.
 */
#include "../base/bx_core_int.h"

#include "bx_same.h"

#define CHUNK 65536

/* What the flags of two plain values may differ in: sections do not say what items mean. */
#define NO_MATTER (BX_FLAG_EXT | BX_FLAG_BLOCKS)

void
bx_same_open(BxSame *s, const BxReadAll *a, const BxReadAll *b, const BxHost *host)
{
	const BxHeader *x = &a->img.head, *y = &b->img.head;

	*s = (BxSame){.host = host, .items = {a->items.source.base, b->items.source.base}};
	s->alike = s->items[0] != NULL && s->items[1] != NULL && x->heap_len == 0 && y->heap_len == 0 &&
			   ((x->flags ^ y->flags) & ~NO_MATTER) == 0 && x->fingerprint == y->fingerprint &&
			   x->table_len == y->table_len &&
			   memcmp(a->img.v + x->table_off, b->img.v + y->table_off, x->table_len) == 0;
}

/* Bytes that p and q have in common at their beginnings, at most n. */
static BxStatus
common_prefix(const BxHost *host, const uint8_t *p, const uint8_t *q, uint32_t n, uint32_t *same)
{
	uint32_t i = 0, len;

	for (; i < n; i += len)
	{
		len = n - i < CHUNK ? n - i : CHUNK;
		BX_TRY(bx_charge(host, len));
		if (memcmp(p + i, q + i, len) != 0)
			break;
	}
	while (i < n && p[i] == q[i])
		i++;
	*same = i;
	return BX_OK;
}

BxStatus
bx_same_element(BxSame *s, const BxEvent *a, const BxEvent *b, bool *same)
{
	uint32_t len = a->content - a->off + a->len;

	*same = false;
	if (!s->alike || a->shape != b->shape || a->len != b->len || a->content - a->off != b->content - b->off)
		return BX_OK;
	if (a->off < s->from || a->off >= s->to || a->off - s->from != b->off - s->at_b)
	{
		s->from = a->off;
		s->at_b = b->off;
		BX_TRY(common_prefix(s->host, s->items[0] + a->off, s->items[1] + b->off, len, &s->to));
		s->to += a->off;
	}
	*same = a->off + len <= s->to;
	return BX_OK;
}

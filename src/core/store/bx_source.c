/*
 * bx_source.c -- the source that needs no fetching.
 */
#include "../base/bx_core_int.h"

#include "bx_source.h"

static BxStatus
memory_fetch(BxSource *src, uint32_t off, uint32_t need, const uint8_t **win, uint32_t *got, BxError *err)
{
	(void) need;
	if (off > src->len)
		return bx_fail(err, BX_E_CORRUPT, off, "read outside the items of a bxml value");
	*win = src->base + off;
	*got = src->len - off;
	return BX_OK;
}

void
bx_source_memory(BxSource *src, const uint8_t *items, uint32_t len)
{
	src->fetch = memory_fetch;
	src->len = len;
	src->base = items;
	src->heap = NULL;
}

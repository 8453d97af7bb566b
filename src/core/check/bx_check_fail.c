/*
 * bx_check_fail.c -- what the validator's files report with, and where their memory comes from.
 */
#include "bx_check_int.h"

BxStatus
bx_check_fail(BxCheck *c, size_t off, const char *what)
{
	return bx_fail(c->err, BX_E_CORRUPT, (int64_t) off, "invalid bxml value: %s", what);
}

size_t
bx_check_off(const BxCheck *c, const void *p)
{
	const BxHeader *h = &c->table.head;
	const uint8_t *q = p;

	if (c->ext != NULL && q >= c->ext && q <= c->ext + (h->plain_total - h->ext_off))
		return h->ext_off + (size_t) (q - c->ext);
	return (size_t) (q - c->v);
}

BxStatus
bx_check_wrong(BxCheck *c, const uint8_t *at, const char *what)
{
	return bx_check_fail(c, bx_check_off(c, at), what);
}

void *
bx_check_alloc(BxCheck *c, uint32_t n, size_t size, BxStatus *st)
{
	size_t bytes = (n > 0 ? n : 1) * size;
	void *p = bx_arena_alloc(&c->arena, bytes);

	*st = p != NULL ? BX_OK : bx_fail_nomem(c->err, bytes);
	return p;
}

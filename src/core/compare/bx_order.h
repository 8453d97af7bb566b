/*
 * bx_order.h -- equality, order and hash of values, by their canonical texts (ORDER.md).
 *
 * What is equal here is equal whatever a path asks for.  bx_equal.h compares more loosely.  Texts are never built: they
 * come in pieces (../print/bx_canonical.h), of two values in step.  So memory is O(depth + tables + windows) and the
 * attributes of a start tag, and a difference at the beginning is found at the beginning.
 */
#ifndef BX_ORDER_H
#define BX_ORDER_H

#include "../base/bx_buf.h"
#include "../store/bx_image.h"

/* bx_order: *order is below, above or 0, as the bytes of the canonical texts are.  Statuses of reading; BX_E_CANCEL. */
extern BxStatus bx_order(BxStore *a, BxStore *b, const BxHost *host, int *order, BxError *err);

/* bx_order_hash: XXH64 of the canonical text under a seed. */
extern BxStatus bx_order_hash(BxStore *v, uint64_t seed, const BxHost *host, uint64_t *hash, BxError *err);

/*
 * Sort keys of eight bytes.  Values to be sorted begin alike as a rule, so their first bytes say nothing; but where
 * and how each begins to differ from one and the same text, the pivot, does: if two keys differ, the values have the
 * order of the keys.  bx_order_pivot appends at most BX_ORDER_PIVOT bytes of a value's canonical text to out.
 */
#define BX_ORDER_PIVOT 65536
extern BxStatus bx_order_pivot(BxStore *v, const BxHost *host, BxBuf *out, BxError *err);
extern BxStatus bx_order_key(BxStore *v, const uint8_t *pivot, size_t n, const BxHost *host, uint64_t *key,
							 BxError *err);

#endif

/*
 * bx_shared.h -- values that refer to a vocabulary: how they are stored, and how they become plain (FORMAT.md,
 * "Values that refer to a vocabulary").
 *
 * Only short values are stored like this: reading one means making the plain form, which is a copy of the
 * vocabulary's table and of the items.
 */
#ifndef BX_SHARED_H
#define BX_SHARED_H

#include "../base/bx_bytes.h"
#include "bx_vocabulary.h"

/* The most bytes that such a value has, stored, and its body, plain. */
#define BX_SHARED_MAX 7984
#define BX_SHARED_BODY_MAX 45056

/* Codecs of the body. */
#define BX_SHARED_AS_IS 0
#define BX_SHARED_WORDS 3

/* The header. */
typedef struct BxSharedHead
{
	uint8_t flags; /* as stored */
	uint8_t codec;
	uint32_t number;  /* of the vocabulary */
	uint32_t own_len; /* of the part of the table that is the value's own */
	uint32_t items_len;
	uint32_t depth;
	uint32_t heap_len;
	const uint8_t *dir; /* the extension directory with its count, NULL for none */
	uint32_t dir_len;
	const uint8_t *body; /* own names, items and heap, as stored */
	uint32_t body_len;
	const uint8_t *ext; /* extension bodies */
	uint32_t ext_len;
} BxSharedHead;

/* Do these bytes refer to a vocabulary?  The first two of a value say it. */
static inline bool
bx_is_shared(const uint8_t *v, size_t n)
{
	return n >= 2 && v[0] == BX_VERSION_BYTE && (v[1] & BX_FLAG_VOCABULARY);
}

/* bx_shared_head: read the header of such a value, all of which is at v, and check its lengths.  BX_E_CORRUPT. */
extern BxStatus bx_shared_head(const uint8_t *v, size_t n, BxSharedHead *h, BxError *err);

/*
 * bx_shared_expand: the plain form of a value with this header, whose vocabulary is voc: *len bytes behind `reserve`
 * free ones, in memory of the host that belongs to the caller.  BX_E_CORRUPT, BX_E_VERSION for an unknown codec,
 * BX_E_NOMEM.
 */
extern BxStatus bx_shared_expand(const BxSharedHead *h, const BxVocabulary *voc, size_t reserve,
								 const BxHost *host, uint8_t **data, size_t *len, BxError *err);

/*
 * bx_shared_borrows: has the value nothing but items, as they are, and no names of its own?  Then these are its
 * items, and the vocabulary's table is its table.  False for all others, damaged ones included.
 */
static inline bool
bx_shared_borrows(const uint8_t *v, size_t n, uint32_t *number, const uint8_t **items, uint32_t *len)
{
	const uint8_t *end = v + n, *p;
	uint32_t depth;

	if (!bx_is_shared(v, n) || (v[1] & ~(BX_FLAG_VOCABULARY | BX_FLAG_DOCUMENT)) || n > BX_SHARED_MAX)
		return false;
	p = bx_varint_get(v + 2, end, number);
	if (p == NULL || end - p < 2 || p[0] != BX_SHARED_AS_IS || p[1] != 0)
		return false;
	p = bx_varint_get(p + 2, end, len);
	if (p != NULL)
		p = bx_varint_get(p, end, &depth);
	*items = p;
	return p != NULL && *len == (size_t) (end - p) && depth <= *len && *number > 0;
}

#endif

/*
 * bx_item.h -- the bytes of an item: token, length, payload (FORMAT.md, "Items").  No other file knows them.
 *
 * A token below the number of the value's constants is a constant's and all of its item.  Other tokens are that number
 * plus the number of a shape; the length of the payload and the payload follow.  An item of an element has the items of
 * its attributes and children as its payload.
 *
 * The functions are inlined everywhere, for they are most of every loop over items.  bx_item_header decodes any item
 * and trusts no byte.  The others decode the forms that are frequent, and return false or 0 for all else, damage
 * included, which then takes the way of bx_item_header.  `left` is the number of bytes from the item to the end of
 * its parent, at least 1.
 */
#ifndef BX_ITEM_H
#define BX_ITEM_H

#include "../base/bx_bytes.h"

/* Bytes of token and length, at most and in the short form. */
#define BX_ITEM_HEADER_MAX 9
#define BX_ITEM_SHORT_HEAD 2

/* Tokens of one byte. */
#define BX_SHORT_TOKENS BX_VARINT_ONE

/* How many shapes have a token of one byte. */
static inline uint32_t
bx_short_shapes(uint32_t n_consts, uint32_t n_shapes)
{
	uint32_t room = n_consts < BX_SHORT_TOKENS ? BX_SHORT_TOKENS - n_consts : 0;

	return n_shapes < room ? n_shapes : room;
}

/* Tokens and lengths of a byte each, the header within `left` bytes.  Then *shape and *len are set. */
BX_INLINE bool
bx_item_short_header(const uint8_t *p, size_t left, uint32_t n_consts, uint32_t short_shapes, uint32_t *shape,
					 uint32_t *len)
{
	*shape = *p - n_consts;
	if (__builtin_expect(*shape >= short_shapes || left < BX_ITEM_SHORT_HEAD || p[1] >= BX_VARINT_ONE, 0))
		return false;
	*len = p[1];
	return true;
}

/* The same with the payload in the parent as well. */
BX_INLINE bool
bx_item_short(const uint8_t *p, size_t left, uint32_t n_consts, uint32_t short_shapes, uint32_t *shape,
			  uint32_t *len)
{
	return bx_item_short_header(p, left, n_consts, short_shapes, shape, len) &&
		   __builtin_expect(*len <= left - BX_ITEM_SHORT_HEAD, 1);
}

/* As bx_item_short, but the length may take two bytes; *head bytes precede the payload. */
BX_INLINE bool
bx_item_medium(const uint8_t *p, size_t left, uint32_t n_consts, uint32_t short_shapes, uint32_t *shape,
			   uint32_t *head, uint32_t *len)
{
	*shape = *p - n_consts;
	if (__builtin_expect(*shape >= short_shapes || left < 3 || p[1] == BX_VARINT_WIDE, 0))
		return false;
	*head = 2 + (p[1] >= BX_VARINT_ONE);
	*len = p[1] < BX_VARINT_ONE ? p[1] : bx_varint_two(p[1], p[2]);
	return __builtin_expect(*len <= left - *head, 1);
}

/* Is the item a constant with a token of one byte, *p? */
BX_INLINE bool
bx_item_short_constant(const uint8_t *p, uint32_t n_consts)
{
	return *p < n_consts && *p < BX_SHORT_TOKENS;
}

/*
 * Bytes of an item with a token of one byte, behind which two bytes can be read; 0 where the length takes five bytes.
 * A processor does not foresee whether an item is a constant, so no branch depends on it.  The end is not checked.
 */
BX_INLINE uint32_t
bx_item_size(const uint8_t *p, uint32_t n_consts)
{
	uint32_t len = p[1];

	if (__builtin_expect(len >= BX_VARINT_ONE, 0) && p[0] >= n_consts)
	{
		if (len == BX_VARINT_WIDE)
			return 0;
		len = 1 + bx_varint_two(len, p[2]);
	}
	return 1 + ((1 + len) & -(uint32_t) (p[0] >= n_consts));
}

typedef struct BxItemHeader
{
	uint32_t number; /* of the shape, or of the constant */
	uint32_t len;    /* of the payload; 0 of a constant */
	bool constant;
} BxItemHeader;

/*
 * Decode any item at p, whose header must end at limit at the latest.  Returns its payload, of a constant the next
 * item; NULL when the header is not there.  Whether the value has such a shape, and the payload is in the parent, is
 * for the caller to check.
 */
BX_INLINE const uint8_t *
bx_item_header(const uint8_t *p, const uint8_t *limit, uint32_t n_consts, BxItemHeader *h)
{
	p = bx_token_get(p, limit, &h->number);
	h->len = 0;
	if (p == NULL)
		return NULL;
	h->constant = h->number < n_consts;
	if (h->constant)
		return p;
	h->number -= n_consts;
	return bx_varint_get(p, limit, &h->len);
}

/* The same for tokens and lengths of at most two bytes each, where BX_ITEM_HEADER_MAX bytes can be read. */
BX_INLINE const uint8_t *
bx_item_brief(const uint8_t *p, uint32_t n_consts, BxItemHeader *h)
{
	uint32_t token = *p++, len = 0;

	if (__builtin_expect(token >= BX_VARINT_ONE, 0))
	{
		if (token == BX_VARINT_WIDE)
			return NULL;
		token = bx_varint_two(token, *p++);
	}
	h->constant = token < n_consts;
	h->number = h->constant ? token : token - n_consts;
	if (h->constant)
		return p;
	len = *p++;
	if (__builtin_expect(len >= BX_VARINT_ONE, 0))
	{
		if (len == BX_VARINT_WIDE)
			return NULL;
		len = bx_varint_two(len, *p++);
	}
	h->len = len;
	return p;
}

#endif

/*
 * bx_long.h -- runs of bytes of any length, handled in pieces that are charged to the host's meter (bx_host.h).
 *
 * Runs of a piece or less cost a charge and the libc function.  All return BX_OK or BX_E_CANCEL, and then what they
 * were to find out or to fill is not defined.
 */
#ifndef BX_LONG_H
#define BX_LONG_H

#include <string.h>

#include "bx_host.h"

/* Bytes handled between two charges. */
#define BX_LONG_PIECE ((size_t) 1 << 20)

/* The part of the n bytes that is handled next, charged. */
static inline BxStatus
bx_long_piece(const BxHost *host, size_t n, size_t *piece)
{
	*piece = n < BX_LONG_PIECE ? n : BX_LONG_PIECE;
	return bx_charge(host, *piece);
}

/* In a loop over n bytes, at each one: charges a piece where it begins. */
static inline BxStatus
bx_long_step(const BxHost *host, size_t i, size_t n)
{
	size_t piece;

	return i % BX_LONG_PIECE == 0 && i < n ? bx_long_piece(host, n - i, &piece) : BX_OK;
}

/* bx_long_copy and bx_long_equal for more than a piece. */
extern BxStatus bx_long_copy_pieces(const BxHost *host, void *to, const void *from, size_t n);
extern BxStatus bx_long_equal_pieces(const BxHost *host, const void *a, const void *b, size_t n, bool *equal);

/* Copy n bytes to memory that does not overlap. */
static inline BxStatus
bx_long_copy(const BxHost *host, void *to, const void *from, size_t n)
{
	if (n > BX_LONG_PIECE)
		return bx_long_copy_pieces(host, to, from, n);
	if (n > 0)
		memcpy(to, from, n);
	return bx_charge(host, n);
}

/* Are the n bytes the same? */
static inline BxStatus
bx_long_equal(const BxHost *host, const void *a, const void *b, size_t n, bool *equal)
{
	if (n > BX_LONG_PIECE)
		return bx_long_equal_pieces(host, a, b, n, equal);
	*equal = n == 0 || memcmp(a, b, n) == 0;
	return bx_charge(host, n);
}

/* The order of two strings by their bytes; a prefix comes first.  *order is below, above or 0. */
extern BxStatus bx_long_order(const BxHost *host, const void *a, size_t an, const void *b, size_t bn,
							  int *order);

/*
 * The first place of the string t of tn bytes in the n bytes at s, NULL for none; an empty t is found at the start.
 * Linear for all but periodic strings; those are charged for what they compare.
 */
extern BxStatus bx_long_find(const BxHost *host, const char *s, size_t n, const char *t, size_t tn,
							 const char **place);

/* Characters of n bytes of valid UTF-8. */
extern BxStatus bx_long_length(const BxHost *host, const char *s, size_t n, uint64_t *chars);

#endif

/*
 * bx_long.c -- runs of bytes of any length, in pieces.
 */
#include "bx_core_int.h"
#include "bx_long.h"

#include "bx_utf8.h"

BxStatus
bx_long_copy_pieces(const BxHost *host, void *to, const void *from, size_t n)
{
	uint8_t *d = to;
	const uint8_t *s = from;
	size_t piece;

	for (; n > 0; n -= piece, d += piece, s += piece)
	{
		BX_TRY(bx_long_piece(host, n, &piece));
		memcpy(d, s, piece);
	}
	return BX_OK;
}

BxStatus
bx_long_equal_pieces(const BxHost *host, const void *a, const void *b, size_t n, bool *equal)
{
	const uint8_t *p = a, *q = b;
	size_t piece;

	for (*equal = true; n > 0 && *equal; n -= piece, p += piece, q += piece)
	{
		BX_TRY(bx_long_piece(host, n, &piece));
		*equal = memcmp(p, q, piece) == 0;
	}
	return BX_OK;
}

BxStatus
bx_long_order(const BxHost *host, const void *a, size_t an, const void *b, size_t bn, int *order)
{
	const uint8_t *p = a, *q = b;
	size_t n = an < bn ? an : bn;
	size_t piece;

	for (*order = 0; n > 0 && *order == 0; n -= piece, p += piece, q += piece)
	{
		BX_TRY(bx_long_piece(host, n, &piece));
		*order = memcmp(p, q, piece);
	}
	if (*order == 0)
		*order = an < bn ? -1 : an > bn;
	return BX_OK;
}

/* The first byte c in [p, last], NULL for none. */
static BxStatus
find_byte(const BxHost *host, const char *p, const char *last, char c, const char **place)
{
	size_t n = (size_t) (last - p) + 1;
	size_t piece;

	for (*place = NULL; n > 0 && *place == NULL; n -= piece, p += piece)
	{
		piece = n < BX_LONG_PIECE ? n : BX_LONG_PIECE;
		*place = memchr(p, c, piece);
		BX_TRY(bx_charge(host, *place != NULL ? (size_t) (*place - p) : piece));
	}
	return BX_OK;
}

BxStatus
bx_long_find(const BxHost *host, const char *s, size_t n, const char *t, size_t tn, const char **place)
{
	const char *p = s;
	const char *last;
	bool equal;

	*place = tn == 0 ? s : NULL;
	if (tn == 0 || tn > n)
		return BX_OK;
	for (last = s + (n - tn); p <= last; p++)
	{
		BX_TRY(find_byte(host, p, last, t[0], &p));
		if (p == NULL)
			return BX_OK;
		BX_TRY(bx_long_equal(host, p, t, tn, &equal));
		if (equal)
		{
			*place = p;
			return BX_OK;
		}
	}
	return BX_OK;
}

BxStatus
bx_long_length(const BxHost *host, const char *s, size_t n, uint64_t *chars)
{
	const uint8_t *p = (const uint8_t *) s;
	size_t piece;

	for (*chars = 0; n > 0; n -= piece, p += piece)
	{
		BX_TRY(bx_long_piece(host, n, &piece));
		*chars += bx_utf8_length(p, piece);
	}
	return BX_OK;
}

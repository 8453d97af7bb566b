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

BxStatus
bx_long_find(const BxHost *host, const char *s, size_t n, const char *t, size_t tn, const char **place)
{
	const char *end = s + (n - tn) + 1; /* of the places where t has room */
	bool equal = true;

	*place = tn == 0 ? s : NULL;
	if (tn == 0 || tn > n)
		return BX_OK;
	while (s < end)
	{
		size_t left = (size_t) (end - s);
		size_t piece = left < BX_LONG_PIECE ? left : BX_LONG_PIECE;
		const char *p = memchr(s, t[0], piece);

		BX_TRY(bx_charge(host, p != NULL ? (size_t) (p - s) + 1 : piece));
		if (p != NULL && tn > 1)
			BX_TRY(bx_long_equal(host, p, t, tn, &equal));
		if (p != NULL && equal)
		{
			*place = p;
			return BX_OK;
		}
		s = p != NULL ? p + 1 : s + piece;
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

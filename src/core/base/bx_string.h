/*
 * bx_string.h -- functions of strings that XPath 1.0 and XQuery have in common, over valid UTF-8.
 *
 * Positions and lengths are in characters.  Results borrow from the string where they are a part of it, else they are
 * in the arena, whose host is charged.
 */
#ifndef BX_STRING_H
#define BX_STRING_H

#include "bx_arena.h"
#include "bx_str.h"

/* Bytes of the UTF-8 character that starts with c. */
static inline size_t
bx_utf8_size(char c)
{
	uint8_t b = (uint8_t) c;

	return b < 0x80 ? 1 : b < 0xE0 ? 2 : b < 0xF0 ? 3 : 4;
}

/* The characters at positions p from 1 with p >= from and p < end; none where one of them is NaN.  BX_E_CANCEL. */
extern BxStatus bx_string_cut(const BxHost *host, BxStr s, double from, double end, BxStr *part);

/* Without white space at the ends, runs of it inside being one space.  BX_E_NOMEM, BX_E_CANCEL. */
extern BxStatus bx_string_normalize_space(BxArena *arena, BxStr s, BxStr *out, BxError *err);

/*
 * Each character of `from` becomes the one at its place in `to`, or nothing where there is none; the first
 * place counts.  BX_E_NOMEM, BX_E_CANCEL; BX_E_CORRUPT when s is not UTF-8.
 */
extern BxStatus bx_string_translate(BxArena *arena, BxStr s, BxStr from, BxStr to, BxStr *out, BxError *err);

#endif

/*
 * bx_word.h -- eight bytes in a word: which of them are what, where there are no vector instructions.
 */
#ifndef BX_WORD_H
#define BX_WORD_H

#include "bx_bytes.h"

#define BX_WORD_OF(c) (UINT64_C(0x0101010101010101) * (uint8_t) (c))
#define BX_WORD_LOW BX_WORD_OF(0x7F)
#define BX_WORD_HIGH BX_WORD_OF(0x80)

/* The high bit of each byte of w that is c; exact, nothing is carried from byte to byte. */
BX_INLINE uint64_t
bx_word_is(uint64_t w, uint8_t c)
{
	uint64_t x = w ^ BX_WORD_OF(c);

	return ~(((x & BX_WORD_LOW) + BX_WORD_LOW) | x) & BX_WORD_HIGH;
}

/* The high bit of each byte of w that is below c, which is at most 0x80; bytes from 0x80 on are not. */
BX_INLINE uint64_t
bx_word_below(uint64_t w, uint8_t c)
{
	return ~(((w & BX_WORD_LOW) + BX_WORD_OF(0x80 - c)) | w) & BX_WORD_HIGH;
}

/* The high bits of the eight bytes of w, as bits 0 to 7. */
BX_INLINE uint64_t
bx_word_bits(uint64_t w)
{
	return (w >> 7) * UINT64_C(0x0102040810204080) >> 56;
}

#endif

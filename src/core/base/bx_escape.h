/*
 * bx_escape.h -- which characters need escaping in XML output.
 */
#ifndef BX_ESCAPE_H
#define BX_ESCAPE_H

#include "bx_word.h"

#if !defined(BX_ESCAPE_WORDS) && defined(__SSE2__)
#include <emmintrin.h>
#define BX_ESCAPE_SSE2 1
#endif

/* Per byte: bit 0 set when it must be escaped in text, bit 1 in a double-quoted attribute value. */
extern const uint8_t bx_escape_class[256];

/* Length of the longest prefix of s that needs no escaping. */
extern size_t bx_clean_prefix(const char *s, size_t n, bool attr);

/* True when s can stand in text content (or, with attr, in a double-quoted attribute value) as it is. */
extern bool bx_is_clean(const char *s, size_t n, bool attr);

#define BX_ESCAPE_BLOCK 16 /* bytes of a mask */

/* Which of the BX_ESCAPE_BLOCK bytes at s must be escaped: bit i is about byte i. */
BX_INLINE uint32_t
bx_escape_mask(const uint8_t *s, bool attr)
{
#ifdef BX_ESCAPE_SSE2
	__m128i x = _mm_loadu_si128((const __m128i *) (const void *) s);
	__m128i bad = _mm_cmpeq_epi8(x, _mm_set1_epi8('\r'));

	if (attr)
	{
		/* '"' and '&' differ in one bit; so do tab and carriage return */
		bad = _mm_cmpeq_epi8(_mm_or_si128(x, _mm_set1_epi8(4)), _mm_set1_epi8('\r'));
		bad = _mm_or_si128(bad, _mm_cmpeq_epi8(_mm_or_si128(x, _mm_set1_epi8(4)), _mm_set1_epi8('&')));
		bad = _mm_or_si128(bad, _mm_cmpeq_epi8(x, _mm_set1_epi8('<')));
		bad = _mm_or_si128(bad, _mm_cmpeq_epi8(x, _mm_set1_epi8('\n')));
	}
	else /* '<' and '>' as well */
	{
		bad = _mm_or_si128(bad, _mm_cmpeq_epi8(x, _mm_set1_epi8('&')));
		bad = _mm_or_si128(bad, _mm_cmpeq_epi8(_mm_or_si128(x, _mm_set1_epi8(2)), _mm_set1_epi8('>')));
	}
	return (uint32_t) _mm_movemask_epi8(bad);
#else
	uint32_t mask = 0;

	for (unsigned i = 0; i < BX_ESCAPE_BLOCK; i += 8)
	{
		uint64_t x = bx_get_u64(s + i);
		uint64_t bad = bx_word_is(x, '&') | bx_word_is(x, '<') | bx_word_is(x, '\r');

		bad |= attr ? bx_word_is(x, '"') | bx_word_is(x, '\t') | bx_word_is(x, '\n') : bx_word_is(x, '>');
		mask |= (uint32_t) bx_word_bits(bad) << i;
	}
	return mask;
#endif
}

/* Must one of the n bytes at s be escaped?  n is 1 to 16, and 16 bytes can be read. */
static inline bool
bx_escape_any(const uint8_t *s, unsigned n, bool attr)
{
	return (bx_escape_mask(s, attr) & ((2u << (n - 1)) - 1)) != 0;
}

#endif

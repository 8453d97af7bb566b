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

#ifdef BX_ESCAPE_SSE2
typedef __m128i BxEscapeBlock;
#else
typedef struct BxEscapeBlock
{
	uint64_t a, b;
} BxEscapeBlock;
#endif

/* The bytes of two words, in the order of memory. */
BX_INLINE BxEscapeBlock
bx_escape_words(uint64_t a, uint64_t b)
{
#ifdef BX_ESCAPE_SSE2
	return _mm_set_epi64x((int64_t) b, (int64_t) a);
#else
	return (BxEscapeBlock){a, b};
#endif
}

/* Which bytes of a block must be escaped: bit i is about byte i. */
BX_INLINE uint32_t
bx_escape_block(BxEscapeBlock x, bool attr)
{
#ifdef BX_ESCAPE_SSE2
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
	uint64_t words[2] = {x.a, x.b};
	uint32_t mask = 0;

	for (unsigned i = 0; i < 2; i++)
	{
		uint64_t w = words[i];
		uint64_t bad = bx_word_is(w, '&') | bx_word_is(w, '<') | bx_word_is(w, '\r');

		bad |= attr ? bx_word_is(w, '"') | bx_word_is(w, '\t') | bx_word_is(w, '\n') : bx_word_is(w, '>');
		mask |= (uint32_t) bx_word_bits(bad) << (8 * i);
	}
	return mask;
#endif
}

/* Which of the BX_ESCAPE_BLOCK bytes at s must be escaped? */
BX_INLINE uint32_t
bx_escape_mask(const uint8_t *s, bool attr)
{
#ifdef BX_ESCAPE_SSE2
	return bx_escape_block(_mm_loadu_si128((const __m128i *) (const void *) s), attr);
#else
	return bx_escape_block(bx_escape_words(bx_get_u64(s), bx_get_u64(s + 8)), attr);
#endif
}

/*
 * Must one of the n bytes at s be escaped?  n is 1 to 16.  They are read as bx_copy_short reads them: a wider load of
 * what that function has just written would wait for it.
 */
static inline bool
bx_escape_any(const uint8_t *s, unsigned n, bool attr)
{
	uint64_t a, b = 0;

	if (n < 4)
		a = s[0] | (uint64_t) s[n / 2] << 8 | (uint64_t) s[n - 1] << 16;
	else if (n < 8)
		a = bx_get_u32(s) | (uint64_t) bx_get_u32(s + n - 4) << 32;
	else
	{
		a = bx_get_u64(s);
		b = bx_get_u64(s + n - 8);
	}
	return bx_escape_block(bx_escape_words(a, b), attr) != 0;
}

#endif

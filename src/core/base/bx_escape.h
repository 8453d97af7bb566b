/*
 * bx_escape.h -- which characters need escaping in XML output.
 */
#ifndef BX_ESCAPE_H
#define BX_ESCAPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

/* Per byte: bit 0 set when it must be escaped in text, bit 1 in a double-quoted attribute value. */
extern const uint8_t bx_escape_class[256];

/* Length of the longest prefix of s that needs no escaping. */
extern size_t bx_clean_prefix(const char *s, size_t n, bool attr);

/* True when s can stand in text content (or, with attr, in a double-quoted attribute value) as it is. */
extern bool bx_is_clean(const char *s, size_t n, bool attr);

#ifndef __SSE2__
/* Is one of the eight bytes of x the byte c? */
static inline bool
bx_has_byte(uint64_t x, uint8_t c)
{
	const uint64_t ones = UINT64_C(0x0101010101010101);

	x ^= ones * c;
	return ((x - ones) & ~x & ones << 7) != 0;
}

/* The same for any character that must be escaped. */
static inline bool
bx_escape_word(uint64_t x, bool attr)
{
	if (bx_has_byte(x, '&') || bx_has_byte(x, '<') || bx_has_byte(x, '\r'))
		return true;
	if (!attr)
		return bx_has_byte(x, '>');
	return bx_has_byte(x, '"') || bx_has_byte(x, '\t') || bx_has_byte(x, '\n');
}
#endif

/* Must one of the n bytes at s be escaped?  n is 1 to 16, and 16 bytes can be read. */
static inline bool
bx_escape_any(const uint8_t *s, unsigned n, bool attr)
{
#ifdef __SSE2__
	__m128i x = _mm_loadu_si128((const __m128i *) (const void *) s);
	__m128i bad = _mm_cmpeq_epi8(x, _mm_set1_epi8('&'));

	if (attr)
	{
		bad = _mm_or_si128(bad, _mm_cmpeq_epi8(x, _mm_set1_epi8('<')));
		bad = _mm_or_si128(bad, _mm_cmpeq_epi8(x, _mm_set1_epi8('"')));
		bad = _mm_or_si128(bad, _mm_cmpeq_epi8(x, _mm_set1_epi8('\t')));
		bad = _mm_or_si128(bad, _mm_cmpeq_epi8(x, _mm_set1_epi8('\n')));
	}
	else /* '<' and '>' differ in one bit */
		bad = _mm_or_si128(bad, _mm_cmpeq_epi8(_mm_or_si128(x, _mm_set1_epi8(2)), _mm_set1_epi8('>')));
	bad = _mm_or_si128(bad, _mm_cmpeq_epi8(x, _mm_set1_epi8('\r')));
	return ((unsigned) _mm_movemask_epi8(bad) & ((2u << (n - 1)) - 1)) != 0;
#else
	uint8_t part[16] = {0};
	uint64_t x, y;

	memcpy(part, s, n);
	memcpy(&x, part, 8);
	memcpy(&y, part + 8, 8);
	return bx_escape_word(x, attr) || bx_escape_word(y, attr);
#endif
}

#endif

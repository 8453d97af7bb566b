/*
 * bx_escape.c -- which characters need escaping, and the search for them.
 */
#include "bx_core_int.h"

#include "bx_escape.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

/*
 * Bit 0: must be escaped in text; bit 1: in a double-quoted attribute value.  A carriage return would be
 * normalised away on the next parse, and in attributes tab and newline too; ">" is escaped in text so that
 * "]]>" never appears.
 */
const uint8_t bx_escape_class[256] = {
	['&'] = 3, ['<'] = 3, ['>'] = 1, ['\r'] = 3, ['"'] = 2, ['\t'] = 2, ['\n'] = 2,
};

size_t
bx_clean_prefix(const char *s, size_t n, bool attr)
{
	uint8_t bit = attr ? 2 : 1;
	size_t i = 0;

#ifdef __SSE2__
	/* Sixteen bytes at a time: anything at or below '&' other than space, or '<' or '>', stops for a look. */
	for (; i + 16 <= n; i += 16)
	{
		__m128i x = _mm_loadu_si128((const __m128i *) (s + i));
		__m128i low = _mm_cmpeq_epi8(_mm_min_epu8(x, _mm_set1_epi8('\r')), x);
		__m128i amp = _mm_cmpeq_epi8(x, _mm_set1_epi8('&'));
		__m128i quo = _mm_cmpeq_epi8(x, _mm_set1_epi8('"'));
		__m128i ang = _mm_cmpeq_epi8(_mm_or_si128(x, _mm_set1_epi8(2)), _mm_set1_epi8('>'));
		int mask = _mm_movemask_epi8(_mm_or_si128(_mm_or_si128(low, amp), _mm_or_si128(quo, ang)));

		while (mask != 0)
		{
			unsigned k = (unsigned) __builtin_ctz((unsigned) mask);

			if (bx_escape_class[(uint8_t) s[i + k]] & bit)
				return i + k;
			mask &= mask - 1;
		}
	}
#endif
	for (; i < n; i++)
		if (bx_escape_class[(uint8_t) s[i]] & bit)
			return i;
	return n;
}

bool
bx_is_clean(const char *s, size_t n, bool attr)
{
	return bx_clean_prefix(s, n, attr) == n;
}

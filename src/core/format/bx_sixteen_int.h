/*
 * bx_sixteen_int.h -- sixteen bytes of a table at once, where the processor has SSE2.
 */
#ifndef BX_SIXTEEN_INT_H
#define BX_SIXTEEN_INT_H

#ifdef __SSE2__
#include <emmintrin.h>
#include <stdint.h>

/* Sixteen bytes of which the first k are set. */
static inline __m128i
bx_first_bytes(unsigned k)
{
	static const uint8_t edge[32] = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
									 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff};

	return _mm_loadu_si128((const __m128i *) (edge + 16 - k));
}

#endif

#endif

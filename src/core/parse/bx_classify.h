/*
 * bx_classify.h -- which of 64 bytes end a run of plain characters, as a mask: bit i is about byte i.
 *
 * A mask is made once for a block and kept, so that a token within it is found by a bit scan.  With SSE2 and NEON where
 * the compiler targets them anyway, else, or with BX_CLASSIFY_WORDS, with eight bytes in a word.
 */
#ifndef BX_CLASSIFY_H
#define BX_CLASSIFY_H

#include "../base/bx_word.h"

#if !defined(BX_CLASSIFY_WORDS) && defined(__SSE2__)
#include <emmintrin.h>
#define BX_CLASSIFY_SSE2 1
#elif !defined(BX_CLASSIFY_WORDS) && defined(__aarch64__) && defined(__ARM_NEON)
#include <arm_neon.h>
#define BX_CLASSIFY_NEON 1
#endif

#define BX_BLOCK 64      /* bytes of a mask */
#define BX_NAME_BLOCK 16 /* bytes that bx_name_ends looks at */

/*
 * What ends a run: these bytes, those from 0x80 on, and those below 0x20; of the last kind, tab and line feed only with
 * white.
 */
typedef struct BxStopSet
{
	uint8_t a, b, c;
	bool white;
} BxStopSet;

#if defined(BX_CLASSIFY_SSE2)

BX_INLINE uint64_t
bx_stops_16(const uint8_t *s, BxStopSet set)
{
	__m128i v = _mm_loadu_si128((const __m128i *) s);
	/* signed: bytes from 0x80 on count as small */
	__m128i stop = _mm_cmplt_epi8(v, _mm_set1_epi8(0x20));

	if (!set.white)
		stop = _mm_andnot_si128(
			_mm_or_si128(_mm_cmpeq_epi8(v, _mm_set1_epi8('\t')), _mm_cmpeq_epi8(v, _mm_set1_epi8('\n'))),
			stop);
	stop = _mm_or_si128(stop, _mm_cmpeq_epi8(v, _mm_set1_epi8((char) set.a)));
	if (set.b != set.a)
		stop = _mm_or_si128(stop, _mm_cmpeq_epi8(v, _mm_set1_epi8((char) set.b)));
	if (set.c != set.a)
		stop = _mm_or_si128(stop, _mm_cmpeq_epi8(v, _mm_set1_epi8((char) set.c)));
	return (uint64_t) (unsigned) _mm_movemask_epi8(stop);
}

/* The bytes of BX_BLOCK bytes at s that end a run. */
BX_INLINE uint64_t
bx_stops(const uint8_t *s, BxStopSet set)
{
	return bx_stops_16(s, set) | bx_stops_16(s + 16, set) << 16 | bx_stops_16(s + 32, set) << 32 |
		   bx_stops_16(s + 48, set) << 48;
}

/* The bytes of BX_NAME_BLOCK bytes at s that end a name in a tag: up to a space, "/", "=" and ">". */
BX_INLINE uint32_t
bx_name_ends(const uint8_t *s)
{
	__m128i v = _mm_loadu_si128((const __m128i *) s);
	__m128i space = _mm_set1_epi8(' ');
	__m128i ends = _mm_cmpeq_epi8(_mm_min_epu8(v, space), v);

	ends = _mm_or_si128(ends, _mm_cmpeq_epi8(v, _mm_set1_epi8('/')));
	ends = _mm_or_si128(ends, _mm_cmpeq_epi8(v, _mm_set1_epi8('=')));
	ends = _mm_or_si128(ends, _mm_cmpeq_epi8(v, _mm_set1_epi8('>')));
	return (uint32_t) _mm_movemask_epi8(ends);
}

#elif defined(BX_CLASSIFY_NEON)

BX_INLINE uint8x16_t
bx_stops_16(const uint8_t *s, BxStopSet set)
{
	uint8x16_t v = vld1q_u8(s);
	uint8x16_t stop = vcltq_s8(vreinterpretq_s8_u8(v), vdupq_n_s8(0x20));

	if (!set.white)
		stop = vbicq_u8(stop, vorrq_u8(vceqq_u8(v, vdupq_n_u8('\t')), vceqq_u8(v, vdupq_n_u8('\n'))));
	stop = vorrq_u8(stop, vceqq_u8(v, vdupq_n_u8(set.a)));
	stop = vorrq_u8(stop, vceqq_u8(v, vdupq_n_u8(set.b)));
	return vorrq_u8(stop, vceqq_u8(v, vdupq_n_u8(set.c)));
}

/* A bit of its own for each byte of eight. */
BX_INLINE uint8x16_t
bx_byte_bits(void)
{
	static const uint8_t bits[16] = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};

	return vld1q_u8(bits);
}

BX_INLINE uint64_t
bx_stops(const uint8_t *s, BxStopSet set)
{
	uint8x16_t bits = bx_byte_bits();
	uint8x16_t low = vpaddq_u8(vandq_u8(bx_stops_16(s, set), bits), vandq_u8(bx_stops_16(s + 16, set), bits));
	uint8x16_t high =
		vpaddq_u8(vandq_u8(bx_stops_16(s + 32, set), bits), vandq_u8(bx_stops_16(s + 48, set), bits));
	uint8x16_t sum = vpaddq_u8(low, high);

	return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(sum, sum)), 0);
}

BX_INLINE uint32_t
bx_name_ends(const uint8_t *s)
{
	uint8x16_t v = vld1q_u8(s);
	uint8x16_t ends = vcleq_u8(v, vdupq_n_u8(' '));

	ends = vorrq_u8(ends, vceqq_u8(v, vdupq_n_u8('/')));
	ends = vorrq_u8(ends, vceqq_u8(v, vdupq_n_u8('=')));
	ends = vandq_u8(vorrq_u8(ends, vceqq_u8(v, vdupq_n_u8('>'))), bx_byte_bits());
	ends = vpaddq_u8(ends, ends);
	ends = vpaddq_u8(ends, ends);
	return vgetq_lane_u16(vreinterpretq_u16_u8(vpaddq_u8(ends, ends)), 0);
}

#else

BX_INLINE uint64_t
bx_stops(const uint8_t *s, BxStopSet set)
{
	uint64_t mask = 0;

	for (unsigned i = 0; i < BX_BLOCK; i += 8)
	{
		uint64_t w = bx_get_u64(s + i);
		uint64_t stop = bx_word_below(w, 0x20);

		if (!set.white)
			stop &= ~(bx_word_is(w, '\t') | bx_word_is(w, '\n'));
		stop |= (w & BX_WORD_HIGH) | bx_word_is(w, set.a) | bx_word_is(w, set.b) | bx_word_is(w, set.c);
		mask |= bx_word_bits(stop) << i;
	}
	return mask;
}

BX_INLINE uint32_t
bx_name_ends(const uint8_t *s)
{
	uint32_t mask = 0;

	for (unsigned i = 0; i < BX_NAME_BLOCK; i += 8)
	{
		uint64_t w = bx_get_u64(s + i);
		uint64_t ends =
			bx_word_below(w, ' ' + 1) | bx_word_is(w, '/') | bx_word_is(w, '=') | bx_word_is(w, '>');

		mask |= (uint32_t) bx_word_bits(ends) << i;
	}
	return mask;
}

#endif

#endif

/*
 * bx_pass.c -- passing over the names of a table that nobody asks for.
 *
 * A name that would end with the names, or behind them, is always read: the check that it stays within them is there.
 */
#include "../base/bx_core_int.h"

#include "bx_pass.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#define LONG_NAME 31 /* bit of BxWanted.first for names of so many bytes and more */
#define ALWAYS (1u | 1u << LONG_NAME)
#define HEAD_SHIFT 3 /* of the length in the head of a row of name mode */

void
bx_wanted_init(BxWanted *w)
{
	uint32_t i;

	for (i = 0; i < 256; i++)
		w->first[i] = ALWAYS;
	w->n_heads = w->n_lens = 0;
}

void
bx_wanted_all(BxWanted *w)
{
	memset(w->first, 0xff, sizeof(w->first));
	w->n_heads = w->n_lens = BX_WANTED_HEADS + 1;
}

static void
list(uint8_t (*heads)[16], uint32_t *n, uint8_t head)
{
	uint32_t i;

	for (i = 0; i < *n && i < BX_WANTED_HEADS; i++)
		if (heads[i][0] == head)
			return;
	if (*n > BX_WANTED_HEADS)
		return;
	if (*n < BX_WANTED_HEADS)
		memset(heads[*n], head, 16);
	++*n;
}

void
bx_wanted_add(BxWanted *w, const char *name, uint32_t len, unsigned kinds)
{
	unsigned kind;

	if (len == 0)
		return;
	w->first[(uint8_t) name[0]] |= 1u << (len < LONG_NAME ? len : LONG_NAME);
	if (len < BX_NAME_LEN_LONG)
		list(w->lens, &w->n_lens, (uint8_t) len);
	for (kind = 1; kind <= BX_KIND_MASK && len <= BX_NAME_LEN_INLINE; kind++)
		if (kinds & (1u << kind))
			list(w->heads, &w->n_heads, (uint8_t) (kind | len << HEAD_SHIFT));
}

static inline bool
may_be_wanted(const BxWanted *w, uint8_t first, uint32_t len)
{
	return (w->first[first] >> (len < LONG_NAME ? len : LONG_NAME)) & 1;
}

#ifdef __SSE2__

static inline uint32_t
sum16(__m128i bytes)
{
	__m128i two = _mm_sad_epu8(bytes, _mm_setzero_si128());

	return (uint32_t) _mm_cvtsi128_si32(two) + (uint32_t) _mm_extract_epi16(two, 4);
}

/* Sixteen bytes of which the first k are set. */
static inline __m128i
first_bytes(unsigned k)
{
	static const uint8_t edge[32] = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
									 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff};

	return _mm_loadu_si128((const __m128i *) (edge + 16 - k));
}

/*
 * The entries of the next sixteen whose head is listed, or whose length is 0 or the greatest, as bits; *lens are the
 * lengths of all.
 */
static inline unsigned
listed16(const uint8_t *heads, unsigned shift, const uint8_t (*listed)[16], uint32_t n_listed, __m128i *lens)
{
	__m128i h = _mm_loadu_si128((const __m128i *) heads);
	__m128i hit;
	uint32_t j;

	*lens = shift == 0 ? h : _mm_and_si128(_mm_srli_epi16(h, HEAD_SHIFT), _mm_set1_epi8(BX_NAME_LEN_ESCAPE));
	hit = _mm_or_si128(
		_mm_cmpeq_epi8(*lens, _mm_setzero_si128()),
		_mm_cmpeq_epi8(*lens, _mm_set1_epi8((char) (shift == 0 ? BX_NAME_LEN_LONG : BX_NAME_LEN_ESCAPE))));
	for (j = 0; j < n_listed; j++)
		hit = _mm_or_si128(hit, _mm_cmpeq_epi8(h, _mm_loadu_si128((const __m128i *) listed[j])));
	return (unsigned) _mm_movemask_epi8(hit);
}

/*
 * Pass over entries while sixteen heads can be read; true: entry *i must be read.  Bytes before an entry are those of the
 * ones passed over since *p, none of which has a body elsewhere.
 */
static inline bool
pass16(const BxScan *s, const uint8_t **p, const uint8_t *end, unsigned shift, uint32_t *i, uint32_t n,
	   const BxWanted *w, const uint8_t (*listed)[16], uint32_t n_listed)
{
	const uint8_t *heads = s->heads;
	uint32_t m;

	for (; *i < n && s->end - (heads + *i) >= 16; *i += m)
	{
		size_t left = (size_t) (end - *p);
		__m128i lens;
		unsigned bits = listed16(heads + *i, shift, listed, n_listed, &lens);
		uint32_t at;

		m = n - *i < 16 ? n - *i : 16;
		for (bits &= 0xffffu >> (16 - m); bits != 0; bits &= bits - 1)
		{
			unsigned k = (unsigned) __builtin_ctz(bits);
			uint32_t len = heads[*i + k] >> shift;

			at = sum16(_mm_and_si128(lens, first_bytes(k)));
			if (at >= left)
				return false;
			if (len == 0 || len >= left - at || may_be_wanted(w, (*p)[at], len))
			{
				*p += at;
				*i += k;
				return true;
			}
		}
		at = sum16(_mm_and_si128(lens, first_bytes(m)));
		if (at >= left)
			return false;
		*p += at;
	}
	return false;
}

#endif

static inline uint32_t
pass(BxScan *s, const uint8_t *end, unsigned shift, uint32_t i, uint32_t n, const BxWanted *w,
	 const uint8_t (*listed)[16], uint32_t n_listed)
{
	const uint8_t *heads = s->heads;
	const uint8_t *p = s->p;

#ifdef __SSE2__
	if (n_listed <= BX_WANTED_HEADS && pass16(s, &p, end, shift, &i, n, w, listed, n_listed))
	{
		s->p = p;
		return i;
	}
#else
	(void) listed;
	(void) n_listed;
#endif
	for (; i < n; i++)
	{
		uint32_t len = heads[i] >> shift;

		if (len >= (size_t) (end - p) || may_be_wanted(w, *p, len))
			break;
		p += len;
	}
	s->p = p;
	return i;
}

uint32_t
bx_pass_name_rows(BxScan *s, uint32_t i, uint32_t n, const BxWanted *w)
{
	return pass(s, s->inline_end, HEAD_SHIFT, i, n, w, w->heads, w->n_heads);
}

uint32_t
bx_pass_names(BxScan *s, uint32_t i, uint32_t n, const BxWanted *w)
{
	return pass(s, s->end, 0, i, n, w, w->lens, w->n_lens);
}

/*
 * bx_name_filter.c -- passing over the names of a table that nobody asks for.
 *
 * A name that would leave the table is read: the check that it stays within is there.
 */
#include "../base/bx_core_int.h"

#include "bx_name_filter.h"
#include "bx_sixteen_int.h"

#define LONG_NAME 31 /* bit of BxNameFilter.first for names of so many bytes and more */
#define ALWAYS (1u | 1u << LONG_NAME)
#define HEAD_SHIFT 3 /* of the length in the head of a shape of name mode */

void
bx_name_filter_init(BxNameFilter *w)
{
	uint32_t i;

	for (i = 0; i < 256; i++)
		w->first[i] = ALWAYS;
	w->n_heads = w->n_lens = 0;
}

void
bx_name_filter_all(BxNameFilter *w)
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
bx_name_filter_add(BxNameFilter *w, const char *name, uint32_t len, unsigned kinds)
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
may_be_wanted(const BxNameFilter *w, uint8_t first, uint32_t len)
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
 * Pass over entries while sixteen heads can be read.  The bytes of an entry follow those of the entries before it in
 * the same sixteen.  False: entry *i must be read.
 */
static inline bool
pass16(const BxTableScan *s, const uint8_t **p, const uint8_t *end, unsigned shift, uint32_t *i, uint32_t n,
	   const BxNameFilter *w, const uint8_t (*listed)[16], uint32_t n_listed, BxNameEntry *found,
	   uint32_t *n_found)
{
	const uint8_t *heads = s->heads;
	uint32_t longest = shift == 0 ? BX_NAME_LEN_LONG : BX_NAME_LEN_ESCAPE;
	uint32_t m;

	for (; *i < n && s->end - (heads + *i) >= 16; *i += m)
	{
		size_t left = (size_t) (end - *p);
		__m128i lens;
		unsigned bits = listed16(heads + *i, shift, listed, n_listed, &lens);
		uint32_t before = *n_found, at;

		m = n - *i < 16 ? n - *i : 16;
		for (bits &= 0xffffu >> (16 - m); bits != 0; bits &= bits - 1)
		{
			unsigned k = (unsigned) __builtin_ctz(bits);
			uint32_t len = heads[*i + k] >> shift;

			at = sum16(_mm_and_si128(lens, bx_first_bytes(k)));
			if (at > left)
				break;
			if (len == longest || len > left - at || *n_found == BX_FOUND_MAX)
			{
				*p += at;
				*i += k;
				return false;
			}
			/*
			 * without a branch, for most that come here are wanted or not by chance; a head lies before the first
			 * name
			 */
			found[*n_found].p = *p + at;
			found[*n_found].i = *i + k;
			*n_found += (uint32_t) (len == 0) | may_be_wanted(w, (*p)[(int64_t) at - (at == left)], len);
		}
		at = sum16(_mm_and_si128(lens, bx_first_bytes(m)));
		if (at > left)
		{
			*n_found = before; /* one by one */
			return true;
		}
		*p += at;
	}
	return true;
}

#endif

static inline uint32_t
pass(BxTableScan *s, const uint8_t *end, unsigned shift, uint32_t *i, uint32_t n, const BxNameFilter *w,
	 const uint8_t (*listed)[16], uint32_t n_listed, BxNameEntry *found)
{
	uint32_t longest = shift == 0 ? BX_NAME_LEN_LONG : BX_NAME_LEN_ESCAPE;
	uint32_t n_found = 0;
	bool on = true;

#ifdef __SSE2__
	if (n_listed <= BX_WANTED_HEADS)
		on = pass16(s, &s->p, end, shift, i, n, w, listed, n_listed, found, &n_found);
#else
	(void) listed;
	(void) n_listed;
#endif
	for (; on && *i < n; ++*i)
	{
		uint32_t len = s->heads[*i] >> shift;

		if (len == longest || len > (size_t) (end - s->p) || n_found == BX_FOUND_MAX)
			break;
		if (len == 0 || may_be_wanted(w, *s->p, len))
		{
			found[n_found].p = s->p;
			found[n_found++].i = *i;
		}
		s->p += len;
	}
	return n_found;
}

uint32_t
bx_name_filter_shapes(BxTableScan *s, uint32_t *i, uint32_t n, const BxNameFilter *w, BxNameEntry *found)
{
	return pass(s, s->inline_end, HEAD_SHIFT, i, n, w, w->heads, w->n_heads, found);
}

uint32_t
bx_name_filter_names(BxTableScan *s, uint32_t *i, uint32_t n, const BxNameFilter *w, BxNameEntry *found)
{
	return pass(s, s->end, 0, i, n, w, w->lens, w->n_lens, found);
}

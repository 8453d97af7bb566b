/*
 * bx_name_table.c -- the shapes of a small table of name mode, sixteen at a time.
 *
 * A shape is a head byte: its kind in three bits, the length of its name in the other five.  Only shapes with a body of
 * their own are decoded here.
 */
#include "../base/bx_core_int.h"

#include "bx_name_table.h"
#include "bx_sixteen_int.h"

#define HEAD_SHIFT BX_NAME_HEAD_SHIFT

/* Some heads in a row. */
typedef struct Heads
{
	uint32_t bytes;  /* of the short names of the first eight ... */
	uint32_t second; /* ... and of the second eight */
	uint32_t bodies; /* bit i: number i has a body of its own */
	bool odd;        /* some byte is not the head of a shape */
} Heads;

/* Up to eight heads, one by one. */
static Heads
read_few(const uint8_t *p, uint32_t n)
{
	Heads r = {0, 0, 0, false};
	uint32_t i;

	for (i = 0; i < n && i < 8; i++)
	{
		uint32_t kind = p[i] & BX_KIND_MASK, len = p[i] >> HEAD_SHIFT;

		if (len == BX_NAME_LEN_ESCAPE || kind == BX_KIND_EXTENDED)
			r.bodies |= 1u << i;
		else
			r.bytes += len;
		if (len > 0)
			r.odd |= kind == BX_KIND_EXTENDED || kind == BX_KIND_TEXT || kind == BX_KIND_COMMENT;
		r.odd |= kind == BX_KIND_NAMESPACE;
	}
	return r;
}

#ifdef __SSE2__

/* The same of sixteen; *odd gathers what is not a head of a shape. */
static inline Heads
read_sixteen(__m128i h, __m128i *odd)
{
	__m128i zero = _mm_setzero_si128();
	__m128i lens = _mm_and_si128(_mm_srli_epi16(h, HEAD_SHIFT), _mm_set1_epi8(BX_NAME_LEN_ESCAPE));
	__m128i kinds = _mm_and_si128(h, _mm_set1_epi8(BX_KIND_MASK));
	__m128i escape = _mm_cmpeq_epi8(lens, _mm_set1_epi8(BX_NAME_LEN_ESCAPE));
	__m128i extended = _mm_cmpeq_epi8(kinds, zero);
	__m128i nameless = _mm_or_si128(
		extended, _mm_cmpeq_epi8(_mm_and_si128(h, _mm_set1_epi8(6)), _mm_set1_epi8(BX_KIND_TEXT)));
	__m128i sums = _mm_sad_epu8(_mm_andnot_si128(escape, lens), zero);

	*odd = _mm_or_si128(*odd, _mm_andnot_si128(_mm_cmpeq_epi8(lens, zero), nameless));
	*odd = _mm_or_si128(*odd, _mm_cmpeq_epi8(kinds, _mm_set1_epi8(BX_KIND_NAMESPACE)));
	return (Heads){(uint32_t) _mm_cvtsi128_si32(sums), (uint32_t) _mm_extract_epi16(sums, 4),
				   (uint32_t) _mm_movemask_epi8(_mm_or_si128(escape, extended)), false};
}

/* The first n of sixteen heads; the others are those of leaves without a name. */
static inline __m128i
load_heads(const uint8_t *p, uint32_t n)
{
	__m128i there = bx_first_bytes(n);
	__m128i leaves = _mm_andnot_si128(there, _mm_set1_epi8(BX_KIND_LEAF));

	return _mm_or_si128(_mm_and_si128(_mm_loadu_si128((const __m128i *) p), there), leaves);
}

#endif

/* Where the short names of two times eight shapes from i on start; lists those with a body of their own. */
static inline bool
take_heads(BxNameTable *t, uint32_t i, Heads h, uint32_t *at)
{
	t->starts[i / 8] = (uint16_t) *at;
	t->starts[i / 8 + 1] = (uint16_t) (*at + h.bytes);
	*at += h.bytes + h.second;
	for (; BX_UNLIKELY(h.bodies != 0); h.bodies &= h.bodies - 1)
	{
		if (t->n_long == BX_NAME_TABLE_LONG)
			return false;
		t->long_shape[t->n_long++] = (uint8_t) (i + (uint32_t) __builtin_ctz(h.bodies));
	}
	return !h.odd;
}

#ifdef __SSE2__

/* All shapes, as long as sixteen heads can be read; *i is the number of the next one. */
static bool
take_sixteens(BxNameTable *t, uint32_t *i, uint32_t *bytes)
{
	const uint8_t *heads = t->heads;
	uint32_t n = t->n_shapes;
	__m128i odd = _mm_setzero_si128();

	for (; *i + 16 <= n; *i += 16)
		if (!take_heads(t, *i, read_sixteen(_mm_loadu_si128((const __m128i *) (heads + *i)), &odd), bytes))
			return false;
	if (*i < n && t->end - (heads + *i) >= 16)
	{
		if (!take_heads(t, *i, read_sixteen(load_heads(heads + *i, n - *i), &odd), bytes))
			return false;
		*i = n;
	}
	return _mm_movemask_epi8(odd) == 0;
}

#endif

/* Where the short names of every eight shapes start, and which shapes have a body of their own; *bytes is their end. */
static bool
read_heads(BxNameTable *t, uint32_t *bytes)
{
	uint32_t i = 0;

	*bytes = 0;
#ifdef __SSE2__
	if (!take_sixteens(t, &i, bytes))
		return false;
#endif
	for (; i < t->n_shapes; i += 8)
		if (!take_heads(t, i, read_few(t->heads + i, t->n_shapes - i), bytes))
			return false;
	return true;
}

/* Decode the bodies of shapes.  Extended ones are kept, for most documents of a kind have the same. */
static bool
read_bodies(BxNameTable *t, BxTableScan *s, bool *same)
{
	const char *from = (const char *) s->bodies;
	uint32_t len = (uint32_t) (s->end - s->bodies), i;
	bool extended = true;
	BxShape r;

	for (i = 0; i < t->n_long; i++)
		extended = extended && t->heads[t->long_shape[i]] == BX_KIND_EXTENDED;
	*same = extended && len > 0 && len == t->bodies_len && t->n_long == t->n_bodies &&
			memcmp(t->bodies, from, len) == 0;
	if (*same)
		return true;
	t->bodies_len = 0;
	for (i = 0; i < t->n_long; i++)
	{
		if (bx_table_scan_name_shape(s, t->long_shape[i], &r, &t->long_name[i]) != BX_OK)
			return false;
		t->long_kind[i] = r.kind;
	}
	if (s->bodies != s->end)
		return false;
	if (!extended || len > BX_NAME_TABLE_BODIES)
		return true;
	memcpy(t->bodies, from, len);
	t->bodies_len = len;
	t->n_bodies = t->n_long;
	for (i = 0; i < t->n_long; i++)
		if (t->long_name[i].len > 0)
			t->long_name[i].local = t->bodies + (t->long_name[i].local - from);
	return true;
}

bool
bx_name_table_read(BxNameTable *t, BxTableScan *s, bool *same)
{
	uint32_t bytes;

	if ((s->flags & BX_FLAG_CONSTANTS) || bx_table_scan_name_shapes(s, &t->n_shapes) != BX_OK ||
		t->n_shapes > BX_NAME_TABLE_SHAPES)
		return false;
	t->heads = s->heads;
	t->names = s->p;
	t->end = s->end;
	t->dflt = s->dflt;
	t->n_long = 0;
	return read_heads(t, &bytes) && bytes == (size_t) (s->inline_end - s->p) && read_bodies(t, s, same);
}

/*
 * bx_utf8.c -- UTF-8 decoding, validation, and the XML 1.0 (fifth edition) character classes.
 *
 * Validation runs over every text that enters a value, and nearly all of it is ASCII, so that is checked a
 * block at a time: 16 bytes with SSE2 where the compiler targets it anyway, otherwise 8 bytes in a word.
 */
#include "bx_core_int.h"
#include "bx_utf8.h"

#include "bx_bytes.h"

#ifdef __SSE2__
#include <emmintrin.h>
#define BLOCK 16
#else
#define BLOCK 8
#endif

/* Every byte of a word set to c. */
#define WORD_OF(c) (UINT64_C(0x0101010101010101) * (uint64_t) (c))

static inline bool
is_cont(uint8_t c)
{
	return (c & 0xC0) == 0x80;
}

/*
 * Length of the well-formed multi-byte character at p (n > 0 bytes available, p[0] >= 0x80), 0 when there is
 * none.  Table 3-7 of the Unicode standard: the range of the second byte excludes overlong forms, surrogates
 * and code points past 10FFFF.
 */
static inline unsigned
multibyte_length(const uint8_t *p, size_t n)
{
	uint8_t c = p[0];

	if (c < 0xE0)
		return c >= 0xC2 && n >= 2 && is_cont(p[1]) ? 2 : 0;
	if (c < 0xF0)
	{
		if (n < 3 || !is_cont(p[1]) || !is_cont(p[2]))
			return 0;
		return (c == 0xE0 && p[1] < 0xA0) || (c == 0xED && p[1] > 0x9F) ? 0 : 3;
	}
	if (c > 0xF4 || n < 4 || !is_cont(p[1]) || !is_cont(p[2]) || !is_cont(p[3]))
		return 0;
	return (c == 0xF0 && p[1] < 0x90) || (c == 0xF4 && p[1] > 0x8F) ? 0 : 4;
}

int32_t
bx_utf8_next(const uint8_t **p, const uint8_t *end)
{
	const uint8_t *s = *p;
	unsigned len;

	if (s[0] < 0x80)
	{
		*p = s + 1;
		return s[0];
	}
	len = multibyte_length(s, (size_t) (end - s));
	*p = s + len;
	switch (len)
	{
		case 2: return (s[0] & 0x1F) << 6 | (s[1] & 0x3F);
		case 3: return (s[0] & 0x0F) << 12 | (s[1] & 0x3F) << 6 | (s[2] & 0x3F);
		case 4: return (s[0] & 0x07) << 18 | (s[1] & 0x3F) << 12 | (s[2] & 0x3F) << 6 | (s[3] & 0x3F);
		default: return -1;
	}
}

unsigned
bx_utf8_put(uint8_t *p, uint32_t cp)
{
	if (cp < 0x80)
	{
		p[0] = (uint8_t) cp;
		return 1;
	}
	if (cp < 0x800)
	{
		p[0] = (uint8_t) (0xC0 | cp >> 6);
		p[1] = (uint8_t) (0x80 | (cp & 0x3F));
		return 2;
	}
	if (cp < 0x10000)
	{
		p[0] = (uint8_t) (0xE0 | cp >> 12);
		p[1] = (uint8_t) (0x80 | (cp >> 6 & 0x3F));
		p[2] = (uint8_t) (0x80 | (cp & 0x3F));
		return 3;
	}
	p[0] = (uint8_t) (0xF0 | cp >> 18);
	p[1] = (uint8_t) (0x80 | (cp >> 12 & 0x3F));
	p[2] = (uint8_t) (0x80 | (cp >> 6 & 0x3F));
	p[3] = (uint8_t) (0x80 | (cp & 0x3F));
	return 4;
}

/*
 * Number of leading bytes of the BLOCK bytes at p that are certainly ASCII XML characters: BLOCK, or the
 * offset of a byte to look at one by one.
 */
#ifdef __SSE2__
static inline unsigned
ascii_prefix(const uint8_t *p)
{
	__m128i v = _mm_loadu_si128((const __m128i *) p);
	/* signed compare: bytes from 0x80 count as small too */
	__m128i small = _mm_cmplt_epi8(v, _mm_set1_epi8(0x20));
	__m128i tab_lf, space;
	unsigned mask;

	if (BX_LIKELY(_mm_movemask_epi8(small) == 0))
		return BLOCK;
	tab_lf = _mm_or_si128(_mm_cmpeq_epi8(v, _mm_set1_epi8('\t')), _mm_cmpeq_epi8(v, _mm_set1_epi8('\n')));
	space = _mm_or_si128(tab_lf, _mm_cmpeq_epi8(v, _mm_set1_epi8('\r')));
	mask = (unsigned) _mm_movemask_epi8(_mm_andnot_si128(space, small));
	return mask == 0 ? BLOCK : (unsigned) __builtin_ctz(mask);
}
#else
static inline unsigned
ascii_prefix(const uint8_t *p)
{
	uint64_t w = bx_get_u64(p);
	/* the high bit of a byte is set when it is below 0x20 or from 0x80; only the lowest set bit is exact */
	uint64_t odd = ((w - WORD_OF(0x20)) | w) & WORD_OF(0x80);

	return odd == 0 ? BLOCK : (unsigned) __builtin_ctzll(odd) / 8;
}
#endif

/* Length of the XML character at p, 0 when there is none. */
static inline unsigned
xml_char_length(const uint8_t *p, size_t n)
{
	uint8_t c = p[0];
	unsigned len;

	if (c < 0x80)
		return c >= 0x20 || c == '\t' || c == '\n' || c == '\r';
	len = multibyte_length(p, n);
	/* the only scalar values that are not characters of XML: FFFE and FFFF */
	return c == 0xEF && len == 3 && p[1] == 0xBF && p[2] >= 0xBE ? 0 : len;
}

/*
 * True when all n bytes, at most two blocks, are ASCII XML characters, decided by two overlapping loads.  False
 * decides nothing: most values are this short, and it saves them the walk.
 */
static inline bool
is_short_ascii(const uint8_t *s, size_t n)
{
	uint64_t a, b;

	if (n >= BLOCK)
		return ascii_prefix(s) == BLOCK && ascii_prefix(s + n - BLOCK) == BLOCK;
	if (n >= 8)
	{
		a = bx_get_u64(s);
		b = bx_get_u64(s + n - 8);
	}
	else if (n >= 4)
	{
		a = bx_get_u32(s) | WORD_OF(0x20) << 32;
		b = bx_get_u32(s + n - 4) | WORD_OF(0x20) << 32;
	}
	else
		return false;
	return (((a - WORD_OF(0x20)) | a | (b - WORD_OF(0x20)) | b) & WORD_OF(0x80)) == 0;
}

bool
bx_utf8_is_xml(const uint8_t *s, size_t n, size_t *bad)
{
	size_t i = 0;

	if (n <= 2 * BLOCK && is_short_ascii(s, n))
		return true;
	while (i < n)
	{
		unsigned len;

		if (n - i >= BLOCK)
		{
			unsigned k = ascii_prefix(s + i);

			i += k;
			if (k == BLOCK)
				continue;
		}
		/* text in other scripts comes in runs, so stay here until it is ASCII again */
		do
		{
			len = xml_char_length(s + i, n - i);
			if (BX_UNLIKELY(len == 0))
			{
				*bad = i;
				return false;
			}
			i += len;
		} while (i < n && (s[i] >= 0x80 || n - i < BLOCK));
	}
	return true;
}

const uint8_t *
bx_utf8_skip(const uint8_t *p, const uint8_t *stop, const uint8_t *end)
{
	do
	{
		unsigned len = xml_char_length(p, (size_t) (end - p));

		if (BX_UNLIKELY(len == 0))
			return NULL;
		p += len;
	} while (p < stop && *p >= 0x80);
	return p;
}

/* Characters are the bytes that do not continue one: count 8 at a time. */
size_t
bx_utf8_length(const uint8_t *s, size_t n)
{
	size_t chars = n;
	size_t i;

	for (i = 0; n - i >= 8; i += 8)
	{
		uint64_t w = bx_get_u64(s + i);

		chars -= ((w >> 7 & ~(w >> 6) & WORD_OF(1)) * WORD_OF(1)) >> 56;
	}
	for (; i < n; i++)
		chars -= is_cont(s[i]);
	return chars;
}

bool
bx_is_xml_char(uint32_t cp)
{
	if (cp < 0x20)
		return cp == '\t' || cp == '\n' || cp == '\r';
	return cp <= 0xD7FF || (cp >= 0xE000 && cp <= 0xFFFD) || (cp >= 0x10000 && cp <= 0x10FFFF);
}

typedef struct CharRange
{
	uint32_t first;
	uint32_t last;
} CharRange;

/* Production 4 of XML 1.0 fifth edition from U+0080 on, ascending; then what production 4a adds. */
static const CharRange name_start[] = {
	{0xC0, 0xD6},     {0xD8, 0xF6},     {0xF8, 0x2FF},    {0x370, 0x37D},
	{0x37F, 0x1FFF},  {0x200C, 0x200D}, {0x2070, 0x218F}, {0x2C00, 0x2FEF},
	{0x3001, 0xD7FF}, {0xF900, 0xFDCF}, {0xFDF0, 0xFFFD}, {0x10000, 0xEFFFF},
};
static const CharRange name_more[] = {{0xB7, 0xB7}, {0x300, 0x36F}, {0x203F, 0x2040}};

#define N_NAME_START (sizeof(name_start) / sizeof(name_start[0]))
#define N_NAME_MORE (sizeof(name_more) / sizeof(name_more[0]))

bool
bx_name_range(bool start, uint32_t i, uint32_t *first, uint32_t *last)
{
	const CharRange *r = i < N_NAME_START ? &name_start[i] : &name_more[i - N_NAME_START];

	if (i >= (start ? N_NAME_START : N_NAME_START + N_NAME_MORE))
		return false;
	*first = r->first;
	*last = r->last;
	return true;
}

static bool
in_ranges(const CharRange *r, size_t n, uint32_t cp)
{
	size_t i;

	for (i = 0; i < n && cp >= r[i].first; i++)
		if (cp <= r[i].last)
			return true;
	return false;
}

bool
bx_is_name_start(uint32_t cp)
{
	if (cp < 0x80)
		return (cp | 0x20) - 'a' < 26 || cp == '_';
	return in_ranges(name_start, N_NAME_START, cp);
}

bool
bx_is_name_char(uint32_t cp)
{
	if (bx_is_name_start(cp))
		return true;
	if (cp < 0x80)
		return cp - '0' < 10 || cp == '-' || cp == '.';
	return in_ranges(name_more, N_NAME_MORE, cp);
}

/* ASCII characters of names, but the colon. */
static const bool ascii_name[256] = {
	['-'] = true,         ['.'] = true, ['0' ... '9'] = true,
	['A' ... 'Z'] = true, ['_'] = true, ['a' ... 'z'] = true,
};

bool
bx_is_ncname(const char *s, size_t n)
{
	const uint8_t *p = (const uint8_t *) s;
	const uint8_t *end = p + n;
	int32_t cp;

	if (n == 0)
		return false;
	cp = bx_utf8_next(&p, end);
	if (cp < 0 || !bx_is_name_start((uint32_t) cp))
		return false;
	while (p < end && ascii_name[*p])
		p++;
	while (p < end)
	{
		cp = bx_utf8_next(&p, end);
		if (cp < 0 || !bx_is_name_char((uint32_t) cp))
			return false;
	}
	return true;
}

/*
 * bx_lz4_dictionary.c -- codecs 2 and 3 of the format: lz4 blocks that begin behind a dictionary, the fixed one or
 * the words of a vocabulary.
 *
 * For short values, which repeat little within themselves.  The search is our own: that of liblz4 finds less in a
 * dictionary the faster it is, and its thorough one fills tables of 256 kB per call.  Inflating is liblz4's.
 */
#include <lz4.h>
#include <string.h>

#include "bx_dictionary.h"
#include "bx_lz4.h"

/* The table has about as many places as the block has bytes: fewer lose matches, more take time to clear. */
#define BITS_LEAST 11
#define BITS_MOST 14

/* The shortest match in the block, as lz4 says; in the dictionary they save a byte less and cost time to read. */
#define BLOCK_MIN 4

/* A match in the block that is long enough not to look into the dictionary. */
#define LONG_ENOUGH 6

/* After so many literals (a power of two) every second place is looked at, after twice as many every third ... */
#define PATIENCE 6

/* lz4's rules: what must be literal at the end, and how far before it the last match starts. */
#define LAST_LITERALS 5
#define MATCH_LIMIT 12

/* A block of so many bytes is inflated behind a copy of the dictionary; our own have no more. */
#define BEHIND_MIN 1024
#define BEHIND_MAX 20480

typedef struct Search
{
	const BxDictionary *dictionary;
	const uint8_t *src;
	uint32_t n;
	unsigned shift;                /* of a hash */
	uint16_t last[1 << BITS_MOST]; /* the last place of each hash, 0 when there was none */
} Search;

typedef struct Match
{
	uint32_t len; /* 0: none */
	uint32_t distance;
} Match;

typedef struct Out
{
	uint8_t *p;
	uint8_t *end;
	bool full;
} Out;

static inline uint32_t
four_bytes(const uint8_t *p)
{
	uint32_t v;

	memcpy(&v, p, sizeof(v));
	return v;
}

static inline uint32_t
block_hash(const Search *s, const uint8_t *p)
{
	return (four_bytes(p) * 2654435761u) >> s->shift;
}

/* ---- matches ---- */

/* Bytes that two places have in common, at most `max`. */
static inline uint32_t
common(const uint8_t *a, const uint8_t *b, uint32_t max)
{
	uint32_t n = 0;

	for (; n + 8 <= max; n += 8)
	{
		uint64_t unlike = bx_get_u64(a + n) ^ bx_get_u64(b + n);

		if (unlike != 0)
			return n + (uint32_t) __builtin_ctzll(unlike) / 8;
	}
	while (n < max && a[n] == b[n])
		n++;
	return n;
}

/* A longer match than `best` among the places of a bucket of the dictionary. */
static Match
find_in_dictionary(const BxDictionary *d, const uint8_t *here, uint32_t at, uint32_t max, uint32_t bucket,
				   Match best)
{
	uint32_t least = best.len < BX_DICTIONARY_MIN ? BX_DICTIONARY_MIN - 1 : best.len;
	const uint16_t *p = d->place + d->first[bucket];
	const uint16_t *end = d->place + d->first[bucket + 1];

	for (; p < end; p++)
	{
		uint32_t room = d->len - *p < max ? d->len - *p : max;
		uint32_t len;

		if (room <= least || d->bytes[*p + least] != here[least])
			continue;
		len = common(d->bytes + *p, here, room);
		if (len > least)
		{
			least = best.len = len;
			best.distance = d->len + at - *p;
		}
	}
	return best;
}

/*
 * The longest match of a place, which is then the last one of its hash.  That there is none is seen by one branch that
 * nearly always goes the same way.
 */
static inline Match
find(Search *s, uint32_t at)
{
	const uint8_t *here = s->src + at;
	uint32_t h = block_hash(s, here), g = bx_dictionary_hash(here);
	uint32_t c = s->last[h];
	bool in_block = (c < at) & (four_bytes(s->src + c) == four_bytes(here));
	bool in_dictionary = s->dictionary->known[g / 32] >> g % 32 & 1;
	Match m = {0, 0};

	s->last[h] = (uint16_t) at;
	if (!(in_block | in_dictionary))
		return m;
	if (in_block)
	{
		m.len = common(s->src + c, here, s->n - LAST_LITERALS - at);
		m.distance = at - c;
	}
	if (in_dictionary && m.len < LONG_ENOUGH)
		m = find_in_dictionary(s->dictionary, here, at, s->n - LAST_LITERALS - at,
							   g >> (BX_DICTIONARY_HASH_BITS - BX_DICTIONARY_BUCKET_BITS), m);
	return m;
}

/* Bytes before a match in the block that it holds for as well, down to `from`. */
static inline uint32_t
common_before(const Search *s, uint32_t from, uint32_t at, uint32_t distance)
{
	uint32_t n = 0;

	while (at - n > from && distance + n < at && s->src[at - n - 1] == s->src[at - n - 1 - distance])
		n++;
	return n;
}

/* ---- sequences ---- */

/* What of a length does not fit the four bits of the token. */
static void
put_more(Out *o, uint32_t v)
{
	for (; v >= 255; v -= 255)
		*o->p++ = 255;
	*o->p++ = (uint8_t) v;
}

/* Literals and a match; no match at the end of the block. */
static void
put_sequence(const Search *s, Out *o, const uint8_t *literals, uint32_t n, Match m)
{
	uint32_t more = m.len == 0 ? 0 : m.len - BLOCK_MIN;

	if ((size_t) (o->end - o->p) < (size_t) n + n / 255 + more / 255 + 5)
	{
		o->full = true;
		return;
	}
	*o->p++ = (uint8_t) ((n < 15 ? n : 15) << 4 | (more < 15 ? more : 15));
	if (n >= 15)
		put_more(o, n - 15);
	if (n <= 16 && o->end - o->p >= 16 && s->src + s->n - literals >= 16)
		memcpy(o->p, literals, 16);
	else
		memcpy(o->p, literals, n);
	o->p += n;
	if (m.len == 0)
		return;
	*o->p++ = (uint8_t) m.distance;
	*o->p++ = (uint8_t) (m.distance >> 8);
	if (more >= 15)
		put_more(o, more - 15);
}

/*
 * The block as sequences.  A match is taken as found: looking for a longer one at the next place saves half a
 * percent.
 */
static void
search(Search *s, Out *o)
{
	const Match none = {0, 0};
	uint32_t last = s->n > MATCH_LIMIT ? s->n - MATCH_LIMIT : 0;
	uint32_t at = 0, from = 0, before;
	Match m;

	while (at <= last && last > 0 && !o->full)
	{
		m = find(s, at);
		if (m.len == 0)
		{
			at += 1 + ((at - from) >> PATIENCE);
			continue;
		}
		before = common_before(s, from, at, m.distance);
		put_sequence(s, o, s->src + from, at - before - from, (Match){m.len + before, m.distance});
		at = from = at + m.len;
		if (at - 2 <= last)
			s->last[block_hash(s, s->src + at - 2)] = (uint16_t) (at - 2);
	}
	put_sequence(s, o, s->src + from, s->n - from, none);
}

/* ---- packing ---- */

static size_t
deflate_behind(const BxDictionary *d, const uint8_t *src, size_t n, uint8_t *dst, size_t cap)
{
	Search s;
	Out o = {dst, dst + cap, false};
	unsigned bits = BITS_LEAST;

	if (n > BX_LZ4_DICTIONARY_MAX)
		return 0;
	while (bits < BITS_MOST && (size_t) 1 << bits < n)
		bits++;
	s.dictionary = d;
	s.src = src;
	s.n = (uint32_t) n;
	s.shift = 32 - bits;
	memset(s.last, 0, sizeof(s.last[0]) << bits);
	search(&s, &o);
	return o.full ? 0 : (size_t) (o.p - dst);
}

/* ---- codec 2 ---- */

static const BxDictionary dictionary_1 = {(const uint8_t *) bx_dictionary_1, BX_DICTIONARY_1_LEN,
										  bx_dictionary_known, bx_dictionary_first, bx_dictionary_place};

static size_t
dictionary_bound(size_t n)
{
	return n <= BX_LZ4_DICTIONARY_MAX ? (size_t) LZ4_compressBound((int) n) : 0;
}

static size_t
dictionary_deflate(const uint8_t *src, size_t n, uint8_t *dst, size_t cap)
{
	return deflate_behind(&dictionary_1, src, n, dst, cap);
}

/*
 * liblz4 copies from a dictionary elsewhere by calls of memmove, and in half the time when what it writes stands behind
 * the dictionary.  So it writes behind a copy, which each thread makes once, from the length on where that pays for
 * copying the block.
 */
static bool
inflate_behind(const uint8_t *src, size_t n, uint8_t *dst, size_t len)
{
	static _Thread_local struct
	{
		char dictionary[BX_DICTIONARY_1_LEN];
		char block[BEHIND_MAX];
		bool filled;
	} behind;

	if (!behind.filled)
		memcpy(behind.dictionary, bx_dictionary_1, BX_DICTIONARY_1_LEN);
	behind.filled = true;
	if (LZ4_decompress_safe_usingDict((const char *) src, behind.block, (int) n, (int) len, behind.dictionary,
									  BX_DICTIONARY_1_LEN) != (int) len)
		return false;
	memcpy(dst, behind.block, len);
	return true;
}

static bool
dictionary_inflate(const uint8_t *src, size_t n, uint8_t *dst, size_t len)
{
	if (n > INT32_MAX || len > INT32_MAX)
		return false;
	if (len >= BEHIND_MIN && len <= BEHIND_MAX)
		return inflate_behind(src, n, dst, len);
	return LZ4_decompress_safe_usingDict((const char *) src, (char *) dst, (int) n, (int) len,
										 bx_dictionary_1, BX_DICTIONARY_1_LEN) == (int) len;
}

const BxCodec bx_lz4_dictionary_codec = {
	2, BX_LZ4_DICTIONARY_MAX, dictionary_bound, dictionary_deflate, dictionary_inflate, NULL, &bx_lz4_codec};

/* ---- codec 3 ---- */

/* The index of words from outside, made as tools/gen_dictionary makes that of the fixed dictionary. */
typedef struct WordIndex
{
	uint32_t known[1 << BX_DICTIONARY_HASH_BITS >> 5];
	uint16_t first[(1 << BX_DICTIONARY_BUCKET_BITS) + 1];
	uint16_t place[BX_WORDS_MAX];
} WordIndex;

static inline uint32_t
bucket_of(uint32_t hash)
{
	return hash >> (BX_DICTIONARY_HASH_BITS - BX_DICTIONARY_BUCKET_BITS);
}

/* Counts per bucket, then where each ends, then places from the last one down: the last ones of a bucket stay. */
static void
words_index(const uint8_t *words, uint32_t n, void *index)
{
	WordIndex *ix = index;
	uint32_t i, h, at, last = n >= 8 ? n - 7 : 0;
	uint8_t count[1 << BX_DICTIONARY_BUCKET_BITS] = {0};

	memset(ix->known, 0, sizeof(ix->known));
	for (i = 0; i < last; i++)
	{
		h = bx_dictionary_hash(words + i);
		ix->known[h >> 5] |= UINT32_C(1) << (h & 31);
		if (count[bucket_of(h)] < BX_DICTIONARY_PLACES)
			count[bucket_of(h)]++;
	}
	for (i = 0, at = 0; i < 1 << BX_DICTIONARY_BUCKET_BITS; at += count[i++])
		ix->first[i] = (uint16_t) at;
	ix->first[i] = (uint16_t) at;
	for (i = last; i-- > 0;)
	{
		h = bucket_of(bx_dictionary_hash(words + i));
		if (count[h] > 0)
			ix->place[ix->first[h + 1] - count[h]--] = (uint16_t) i;
	}
}

static size_t
words_deflate(const uint8_t *words, uint32_t n_words, const void *index, const uint8_t *src, size_t n,
			  uint8_t *dst, size_t cap)
{
	const WordIndex *ix = index;
	const BxDictionary d = {words, n_words, ix->known, ix->first, ix->place};

	return deflate_behind(&d, src, n, dst, cap);
}

static bool
words_inflate(const uint8_t *words, uint32_t n_words, const uint8_t *src, size_t n, uint8_t *dst, size_t len)
{
	return n <= BX_LZ4_DICTIONARY_MAX && len <= BX_LZ4_DICTIONARY_MAX &&
		   LZ4_decompress_safe_usingDict((const char *) src, (char *) dst, (int) n, (int) len,
										 (const char *) words, (int) n_words) == (int) len;
}

const BxWordCodec bx_lz4_word_codec = {3, sizeof(WordIndex), words_index, words_deflate, words_inflate};

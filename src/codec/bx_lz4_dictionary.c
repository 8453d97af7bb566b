/*
 * bx_lz4_dictionary.c -- codec 2 of the format: lz4 blocks that begin behind a fixed dictionary.
 *
 * For short values, which repeat little within themselves.  The search is our own: that of liblz4 finds less in a
 * dictionary the faster it is, and its thorough one fills tables of 256 kB per call.  Inflating is liblz4's.
 */
#include <lz4.h>
#include <string.h>

#include "bx_dictionary.h"
#include "bx_lz4.h"

#define SEED BX_DICTIONARY_1_LEN
#define SEED_BITS 14
#define KNOWN_BITS 16
#define BLOCK_BITS 12
#define NONE 0xFFFF

/* The shortest match in the block, as lz4 says, and in the dictionary: shorter ones save a byte and cost time to read. */
#define BLOCK_MIN 4
#define SEED_MIN 5

/* Places of the dictionary looked at, and what in the block is long enough not to look there. */
#define TRIES 4
#define LONG_ENOUGH 8

/* After so many literals (a power of two) every second place is looked at, after twice as many every third ... */
#define PATIENCE 6

/* lz4's rules: what must be literal at the end, and how far before it the last match starts. */
#define LAST_LITERALS 5
#define MATCH_LIMIT 12

/* Where the beginnings of words are in the dictionary: chains of equal hash, and which longer hashes there are at all. */
typedef struct Seed
{
	bool ready;
	uint8_t known[(1 << KNOWN_BITS) / 8];
	uint16_t head[1 << SEED_BITS];
	uint16_t chain[SEED];
} Seed;

typedef struct Search
{
	const uint8_t *src;
	uint32_t n;
	uint16_t last[1 << BLOCK_BITS]; /* the last place of each hash, 0 when there was none */
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

/* Depends on nothing but the dictionary. */
static Seed seed;

static inline const uint8_t *
dictionary(void)
{
	return (const uint8_t *) bx_dictionary_1;
}

static inline uint32_t
four_bytes(const uint8_t *p)
{
	uint32_t v;

	memcpy(&v, p, sizeof(v));
	return v;
}

static inline uint32_t
block_hash(const uint8_t *p)
{
	return (four_bytes(p) * 2654435761u) >> (32 - BLOCK_BITS);
}

/* Of the first SEED_MIN bytes; eight are read. */
static inline uint32_t
seed_hash(const uint8_t *p)
{
	uint64_t v;

	memcpy(&v, p, sizeof(v));
	return (uint32_t) (((v << (64 - 8 * SEED_MIN)) * UINT64_C(889523592379)) >> (64 - KNOWN_BITS));
}

static bool
is_lower(uint8_t c)
{
	return c >= 'a' && c <= 'z';
}

/* Not in the middle of a word: no match worth having starts there. */
static bool
starts_match(const uint8_t *d, uint32_t i)
{
	return i < 2 || !is_lower(d[i]) || !is_lower(d[i - 1]) || !is_lower(d[i - 2]);
}

static void
seed_make(void)
{
	const uint8_t *d = dictionary();
	uint32_t i, h;

	memset(seed.head, 0xFF, sizeof(seed.head));
	for (i = 0; i + 8 <= SEED; i++)
	{
		if (!starts_match(d, i))
			continue;
		h = seed_hash(d + i);
		seed.known[h / 8] |= (uint8_t) (1 << h % 8);
		h >>= KNOWN_BITS - SEED_BITS;
		seed.chain[i] = seed.head[h];
		seed.head[h] = (uint16_t) i;
	}
	seed.ready = true;
}

/* ---- matches ---- */

/* Bytes that two places have in common, at most `most`. */
static uint32_t
common(const uint8_t *a, const uint8_t *b, uint32_t most)
{
	uint64_t x, y;
	uint32_t n = 0;

	for (; n + 8 <= most; n += 8)
	{
		memcpy(&x, a + n, 8);
		memcpy(&y, b + n, 8);
		if (x != y)
			break;
	}
	while (n < most && a[n] == b[n])
		n++;
	return n;
}

/* A longer match than `best` among the place c of the dictionary and those chained to it. */
static Match
find_seed(const uint8_t *here, uint32_t at, uint32_t most, uint32_t c, Match best)
{
	uint32_t least = best.len < SEED_MIN ? SEED_MIN - 1 : best.len;
	uint32_t tries, len, room;

	for (tries = 0; c != NONE && tries < TRIES; tries++, c = seed.chain[c])
	{
		room = SEED - c < most ? SEED - c : most;
		if (room <= least || dictionary()[c + least] != here[least])
			continue;
		len = common(dictionary() + c, here, room);
		if (len > least)
		{
			least = best.len = len;
			best.distance = SEED + at - c;
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
	uint32_t h = block_hash(here), g = seed_hash(here);
	uint32_t c = s->last[h];
	bool in_block = (c < at) & (four_bytes(s->src + c) == four_bytes(here));
	bool in_seed = seed.known[g / 8] >> g % 8 & 1;
	Match m = {0, 0};

	s->last[h] = (uint16_t) at;
	if (!(in_block | in_seed))
		return m;
	if (in_block)
	{
		m.len = common(s->src + c, here, s->n - LAST_LITERALS - at);
		m.distance = at - c;
	}
	if (in_seed && m.len < LONG_ENOUGH)
		m = find_seed(here, at, s->n - LAST_LITERALS - at, seed.head[g >> (KNOWN_BITS - SEED_BITS)], m);
	return m;
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
put_sequence(Out *o, const uint8_t *literals, uint32_t n, Match m)
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
	memcpy(o->p, literals, n);
	o->p += n;
	if (m.len == 0)
		return;
	*o->p++ = (uint8_t) m.distance;
	*o->p++ = (uint8_t) (m.distance >> 8);
	if (more >= 15)
		put_more(o, more - 15);
}

/* The block as sequences.  A match is taken as found: looking for a longer one at the next place saves half a percent. */
static void
search(Search *s, Out *o)
{
	const Match none = {0, 0};
	uint32_t last = s->n > MATCH_LIMIT ? s->n - MATCH_LIMIT : 0;
	uint32_t at = 0, from = 0;
	Match m;

	while (at <= last && last > 0 && !o->full)
	{
		m = find(s, at);
		if (m.len == 0)
		{
			at += 1 + ((at - from) >> PATIENCE);
			continue;
		}
		put_sequence(o, s->src + from, at - from, m);
		at = from = at + m.len;
		if (at - 2 <= last)
			s->last[block_hash(s->src + at - 2)] = (uint16_t) (at - 2);
	}
	put_sequence(o, s->src + from, s->n - from, none);
}

/* ---- the codec ---- */

static size_t
dictionary_bound(size_t n)
{
	return n <= BX_LZ4_DICTIONARY_MAX ? (size_t) LZ4_compressBound((int) n) : 0;
}

static size_t
dictionary_deflate(const uint8_t *src, size_t n, uint8_t *dst, size_t cap)
{
	Search s;
	Out o = {dst, dst + cap, false};

	if (n > BX_LZ4_DICTIONARY_MAX)
		return 0;
	if (!seed.ready)
		seed_make();
	s.src = src;
	s.n = (uint32_t) n;
	memset(s.last, 0, sizeof(s.last));
	search(&s, &o);
	return o.full ? 0 : (size_t) (o.p - dst);
}

static bool
dictionary_inflate(const uint8_t *src, size_t n, uint8_t *dst, size_t len)
{
	if (n > INT32_MAX || len > INT32_MAX)
		return false;
	return LZ4_decompress_safe_usingDict((const char *) src, (char *) dst, (int) n, (int) len,
										 bx_dictionary_1, SEED) == (int) len;
}

const BxCodec bx_lz4_dictionary_codec = {
	2, BX_LZ4_DICTIONARY_MAX, dictionary_bound, dictionary_deflate, dictionary_inflate, &bx_lz4_codec};

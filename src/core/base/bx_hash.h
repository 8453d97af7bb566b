/*
 * bx_hash.h -- the hash of keys that come from outside, and the one hash table over them.
 *
 * The author of a document chooses its names and values, and could choose thousands that collide under a hash
 * known in advance.  So strings are hashed by SipHash-1-3 under a seed of the process that nobody outside knows
 * (BxHost.seed).  Hashes live in memory only: they are never stored, and no result or order depends on them.
 *
 * BxHashMap is the table: open addressing with linear probing, hashes kept beside the entries, growth by
 * doubling with a poll in between.  It knows entries by number; the caller keeps them and compares them.
 *
 *     BX_TRY(bx_hashmap_reserve(map, err));
 *     bx_hashmap_foreach(i, map, hash, &at)
 *         if (entries[i] is the key)
 *             return i;
 *     bx_hashmap_put(map, hash, at, number of the new entry);
 */
#ifndef BX_HASH_H
#define BX_HASH_H

#include "bx_arena.h"
#include "bx_bytes.h"
#include "bx_str.h"

/* SipHash-1-3 of the eight bytes of `first`, then of n bytes: first is 0, or the hash or number of another key. */
extern uint64_t bx_hash(const BxHashSeed *seed, uint64_t first, const void *s, size_t n);

/*
 * bx_hash_words: hash of a key of sixteen bytes, as two words.  Two products: with one, keys that are counted up come
 * close together for some seeds.
 */
static inline uint32_t
bx_hash_words(const BxHashSeed *seed, uint64_t a, uint64_t b)
{
#ifdef __SIZEOF_INT128__
	unsigned __int128 h = (unsigned __int128) (a ^ seed->k0) * (b ^ seed->k1);

	h = (unsigned __int128) ((uint64_t) h ^ (uint64_t) (h >> 64) ^ seed->k0) *
		(UINT64_C(0x9E3779B97F4A7C15) ^ seed->k1);
	return (uint32_t) ((uint64_t) h ^ (uint64_t) (h >> 64));
#else
	return (uint32_t) bx_hash(seed, a, &b, sizeof(b));
#endif
}

/* Hash of two numbers the input determines. */
static inline uint32_t
bx_hash_numbers(const BxHashSeed *seed, uint64_t a, uint64_t b)
{
	uint64_t h = (a ^ seed->k0) * (seed->k1 | 1);

	h = (h ^ (h >> 32) ^ b) * (seed->k0 | 1);
	return (uint32_t) ((h ^ (h >> 29)) * 0x9E3779B97F4A7C15u >> 32);
}

/* Mix eight bytes into a hash without a seed. */
static inline uint64_t
bx_hash_mix(uint64_t h, uint64_t k)
{
	h = (h ^ k) * 0xff51afd7ed558ccdull;
	return h ^ (h >> 32);
}

/*
 * A digest without seed, for choices that become part of a value: equal input must give equal bytes.  Input can be made
 * to collide, so nothing may get slow by it: never the hash of a table that keeps all its keys.  Eight bytes at a time,
 * the last ones overlapping; shorter strings in one step.  Values depend on each bit of it.
 */
static inline uint32_t
bx_digest(uint32_t first, const void *s, size_t n)
{
	uint64_t h = (first ^ 0x9E3779B97F4A7C15ull) + ((uint64_t) n << 56);
	const uint8_t *p = s;

	if (n >= 8)
	{
		for (; n > 8; p += 8, n -= 8)
			h = bx_hash_mix(h, bx_get_u64(p));
		return (uint32_t) bx_hash_mix(h, bx_get_u64(p + n - 8));
	}
	if (n >= 4)
		return (uint32_t) bx_hash_mix(h, bx_get_u32(p) | (uint64_t) bx_get_u32(p + n - 4) << 32);
	if (n > 0)
		h ^= (uint64_t) p[0] | (uint64_t) p[n / 2] << 8 | (uint64_t) p[n - 1] << 16;
	return (uint32_t) bx_hash_mix(h, 0);
}

/*
 * The hash of index keys (src/core/index/KEYS.md): without a seed, stored, and so fixed forever.  `first` says what it
 * is of, or is another hash.  Input can be made to collide, which must cost no more than a look at what does.
 */
extern uint64_t bx_hash_fixed(uint64_t first, const void *s, size_t n);

/* ---- the table ---- */

#define BX_HASH_NONE UINT32_MAX

typedef struct BxHashSlot
{
	uint32_t hash;
	uint32_t entry; /* number + 1; 0: free */
} BxHashSlot;

typedef struct BxHashMap
{
	const BxHost *host;
	BxArena *arena; /* of the slots; NULL: memory of the host, which bx_hashmap_free gives back */
	BxHashSlot *slots;
	uint32_t cap; /* power of two, 0 before the first reserve */
	uint32_t n;
} BxHashMap;

/* An empty table; no memory is asked for before bx_hashmap_reserve. */
extern void bx_hashmap_init(BxHashMap *map, const BxHost *host, BxArena *arena);
/* Give the host's memory back; the table is empty and may be used again. */
extern void bx_hashmap_free(BxHashMap *map);
/* Forget all entries and keep the room. */
extern void bx_hashmap_clear(BxHashMap *map);
/*
 * bx_hashmap_reserve, slow half: room for more entries than the table has.  BX_E_NOMEM, BX_E_CANCEL: it is as it was.
 */
extern BxStatus bx_hashmap_grow(BxHashMap *map, uint64_t n, BxError *err);

/* Make room for n entries in all.  Filled to three quarters at most, so that searches stay short. */
static inline BxStatus
bx_hashmap_room(BxHashMap *map, uint64_t n, BxError *err)
{
	if (__builtin_expect(n <= map->cap / 4 * 3, 1))
		return BX_OK;
	return bx_hashmap_grow(map, n, err);
}

/* Make room for one more entry; needed before a search whose failure is followed by bx_hashmap_put. */
static inline BxStatus
bx_hashmap_reserve(BxHashMap *map, BxError *err)
{
	return bx_hashmap_room(map, (uint64_t) map->n + 1, err);
}

/* The hash of a string in this table. */
static inline uint32_t
bx_hashmap_hash(const BxHashMap *map, const void *s, size_t n)
{
	return (uint32_t) bx_hash(&map->host->seed, 0, s, n);
}

/* The next entry with this hash; BX_HASH_NONE when there is none, and *at is the free place for one. */
static inline uint32_t
bx_hashmap_next(const BxHashMap *map, uint32_t hash, uint32_t *at)
{
	uint32_t i = *at;
	const BxHashSlot *slot = &map->slots[i & (map->cap - 1)];

	while (slot->entry != 0 && slot->hash != hash)
		slot = &map->slots[++i & (map->cap - 1)];
	if (__builtin_expect(map->host->probes != NULL, 0))
		*map->host->probes += i - *at + 1;
	*at = slot->entry != 0 ? i + 1 : i;
	return slot->entry - 1;
}

/* The first entry with this hash, or BX_HASH_NONE; bx_hashmap_next continues at *at. */
static inline uint32_t
bx_hashmap_first(const BxHashMap *map, uint32_t hash, uint32_t *at)
{
	*at = hash;
	return map->cap > 0 ? bx_hashmap_next(map, hash, at) : BX_HASH_NONE;
}

/* For each entry i with this hash; afterwards i is BX_HASH_NONE and *at the free place for an entry, unless left. */
#define bx_hashmap_foreach(i, map, hash, at)                                                                 \
	for ((i) = bx_hashmap_first(map, hash, at); (i) != BX_HASH_NONE; (i) = bx_hashmap_next(map, hash, at))

/* Enter an entry at the free place that a search for its hash ended at, after bx_hashmap_reserve. */
static inline void
bx_hashmap_put(BxHashMap *map, uint32_t hash, uint32_t at, uint32_t entry)
{
	map->slots[at & (map->cap - 1)] = (BxHashSlot){hash, entry + 1};
	map->n++;
}

/* ---- strings ---- */

/* Distinct strings, numbered from 0 in the order in which they came. */
typedef struct BxStrMap
{
	BxHashMap map;
	BxStr *strings; /* map.n of them; the bytes are the caller's */
	uint32_t cap;
} BxStrMap;

extern void bx_strmap_init(BxStrMap *map, const BxHost *host, BxArena *arena);
/* As bx_hashmap_free. */
extern void bx_strmap_free(BxStrMap *map);
/* The number of a string, BX_HASH_NONE when it was never added. */
extern uint32_t bx_strmap_find(const BxStrMap *map, const char *s, size_t n);
/*
 * bx_strmap_add: the number of a string, a new one (*added) when it was not there.  The table borrows the bytes: who
 * copies only what is new sets strings[*number].s to the copy.  BX_E_NOMEM, BX_E_CANCEL.
 */
extern BxStatus bx_strmap_add(BxStrMap *map, const char *s, size_t n, uint32_t *number, bool *added,
							  BxError *err);

#endif

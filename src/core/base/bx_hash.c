/*
 * bx_hash.c -- SipHash-1-3 and the table of hashes.
 *
 * SipHash (Aumasson and Bernstein, 2012) with one round per word and three at the end: collisions cannot be found
 * without the seed, and a name of up to 16 bytes takes about ten nanoseconds.
 */
#include "bx_core_int.h"

#include "bx_bytes.h"
#include "bx_hash.h"

#define START 64           /* slots of a new table */
#define POLL_EVERY 0xffffu /* slots moved between two polls, less one */

/* ---- SipHash ---- */

typedef struct Sip
{
	uint64_t v0, v1, v2, v3;
} Sip;

static inline uint64_t
rotate(uint64_t x, int bits)
{
	return x << bits | x >> (64 - bits);
}

static inline void
sip_round(Sip *s)
{
	s->v0 += s->v1;
	s->v1 = rotate(s->v1, 13) ^ s->v0;
	s->v0 = rotate(s->v0, 32);
	s->v2 += s->v3;
	s->v3 = rotate(s->v3, 16) ^ s->v2;
	s->v0 += s->v3;
	s->v3 = rotate(s->v3, 21) ^ s->v0;
	s->v2 += s->v1;
	s->v1 = rotate(s->v1, 17) ^ s->v2;
	s->v2 = rotate(s->v2, 32);
}

static inline void
sip_word(Sip *s, uint64_t word)
{
	s->v3 ^= word;
	sip_round(s);
	s->v0 ^= word;
}

/* Up to seven bytes as the low bytes of a word. */
static inline uint64_t
short_word(const uint8_t *p, size_t n)
{
	if (n >= 4)
		return bx_get_u32(p) | (uint64_t) bx_get_u32(p + n - 4) << (8 * (n - 4));
	return n == 0 ? 0
				  : (uint64_t) p[0] | (uint64_t) p[n / 2] << (8 * (n / 2)) |
						(uint64_t) p[n - 1] << (8 * (n - 1));
}

uint64_t
bx_hash(const BxHashSeed *seed, uint64_t first, const void *s, size_t n)
{
	const uint8_t *p = s;
	uint64_t length = (uint64_t) (n + 8) << 56;
	Sip sip = {seed->k0 ^ 0x736f6d6570736575u, seed->k1 ^ 0x646f72616e646f6du, seed->k0 ^ 0x6c7967656e657261u,
			   seed->k1 ^ 0x7465646279746573u};

	sip_word(&sip, first);
	for (; n >= 8; p += 8, n -= 8)
		sip_word(&sip, bx_get_u64(p));
	sip_word(&sip, length | short_word(p, n));
	sip.v2 ^= 0xff;
	sip_round(&sip);
	sip_round(&sip);
	sip_round(&sip);
	return sip.v0 ^ sip.v1 ^ sip.v2 ^ sip.v3;
}

/* ---- the fixed hash ---- */

uint64_t
bx_hash_fixed(uint64_t first, const void *s, size_t n)
{
	uint64_t h = 0x9E3779B97F4A7C15ull ^ first;
	const uint8_t *p = s;

	for (; n >= 8; p += 8, n -= 8)
		h = bx_hash_mix(h, bx_get_u64(p));
	h = bx_hash_mix(h, (uint64_t) (n + 1) << 56 | short_word(p, n));
	return bx_hash_mix(h, 0);
}

/* ---- the table ---- */

void
bx_hashmap_init(BxHashMap *map, const BxHost *host, BxArena *arena)
{
	memset(map, 0, sizeof(*map));
	map->host = host;
	map->arena = arena;
}

static void
release_slots(const BxHashMap *map, BxHashSlot *slots)
{
	if (map->arena == NULL)
		map->host->release(map->host->ctx, slots);
}

void
bx_hashmap_free(BxHashMap *map)
{
	release_slots(map, map->slots);
	bx_hashmap_init(map, map->host, map->arena);
}

void
bx_hashmap_clear(BxHashMap *map)
{
	if (map->cap > 0)
		memset(map->slots, 0, map->cap * sizeof(BxHashSlot));
	map->n = 0;
}

static BxHashSlot *
alloc_slots(const BxHashMap *map, uint64_t cap, BxError *err)
{
	uint64_t size = cap * sizeof(BxHashSlot);
	BxHashSlot *slots = NULL;

	if (cap <= (uint64_t) 1 << 31 && size <= SIZE_MAX / 2)
		slots = map->arena != NULL ? bx_arena_alloc(map->arena, (size_t) size)
								   : map->host->alloc(map->host->ctx, (size_t) size);
	if (slots == NULL)
		bx_fail_nomem(err, (size_t) size);
	else
		memset(slots, 0, (size_t) size);
	return slots;
}

/* Enter the entries into larger slots, by the hashes they have: no key is looked at. */
static BxStatus
move_slots(const BxHashMap *map, BxHashSlot *slots, uint32_t cap)
{
	uint32_t i, at;

	for (i = 0; i < map->cap; i++)
	{
		if ((i & POLL_EVERY) == POLL_EVERY)
			BX_TRY(bx_poll(map->host));
		if (map->slots[i].entry == 0)
			continue;
		for (at = map->slots[i].hash; slots[at & (cap - 1)].entry != 0; at++)
			;
		slots[at & (cap - 1)] = map->slots[i];
	}
	return BX_OK;
}

BxStatus
bx_hashmap_grow(BxHashMap *map, uint64_t n, BxError *err)
{
	uint64_t cap = map->cap > 0 ? map->cap : START;
	BxHashSlot *slots;
	BxStatus st;

	while (n > cap / 4 * 3)
		cap *= 2;
	slots = alloc_slots(map, cap, err);
	if (slots == NULL)
		return BX_E_NOMEM;
	st = move_slots(map, slots, (uint32_t) cap);
	if (st != BX_OK)
	{
		release_slots(map, slots);
		return bx_fail(err, st, -1, "canceled");
	}
	release_slots(map, map->slots);
	map->slots = slots;
	map->cap = (uint32_t) cap;
	return BX_OK;
}

/* ---- strings ---- */

void
bx_strmap_init(BxStrMap *map, const BxHost *host, BxArena *arena)
{
	bx_hashmap_init(&map->map, host, arena);
	map->strings = NULL;
	map->cap = 0;
}

void
bx_strmap_free(BxStrMap *map)
{
	if (map->map.arena == NULL)
		map->map.host->release(map->map.host->ctx, map->strings);
	bx_hashmap_free(&map->map);
	map->strings = NULL;
	map->cap = 0;
}

static uint32_t
search(const BxStrMap *map, BxStr s, uint32_t hash, uint32_t *at)
{
	uint32_t i;

	for (i = bx_hashmap_first(&map->map, hash, at); i != BX_HASH_NONE;
		 i = bx_hashmap_next(&map->map, hash, at))
		if (bx_str_equal(map->strings[i], s))
			break;
	return i;
}

uint32_t
bx_strmap_find(const BxStrMap *map, const char *s, size_t n)
{
	uint32_t at;

	if (map->map.n == 0)
		return BX_HASH_NONE;
	return search(map, bx_str(s, n), bx_hashmap_hash(&map->map, s, n), &at);
}

/* Room for one more string. */
static BxStatus
reserve_string(BxStrMap *map, BxError *err)
{
	size_t cap = map->cap > 0 ? (size_t) map->cap * 2 : START, size = cap * sizeof(BxStr);
	BxHashMap *m = &map->map;
	BxStr *strings;

	if (m->n < map->cap)
		return BX_OK;
	if (m->arena != NULL)
		strings = bx_arena_grow(m->arena, map->strings, m->n * sizeof(BxStr), size);
	else
		strings = m->host->resize(m->host->ctx, map->strings, size);
	if (strings == NULL)
		return bx_fail_nomem(err, size);
	map->strings = strings;
	map->cap = (uint32_t) cap;
	return BX_OK;
}

BxStatus
bx_strmap_add(BxStrMap *map, const char *s, size_t n, uint32_t *number, bool *added, BxError *err)
{
	BxStr str = {s, n};
	uint32_t hash = bx_hashmap_hash(&map->map, s, n);
	uint32_t at;

	BX_TRY(bx_hashmap_reserve(&map->map, err));
	BX_TRY(reserve_string(map, err));
	*number = search(map, str, hash, &at);
	*added = *number == BX_HASH_NONE;
	if (*added)
	{
		*number = map->map.n;
		map->strings[*number] = str;
		bx_hashmap_put(&map->map, hash, at, *number);
	}
	return BX_OK;
}

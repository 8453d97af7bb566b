/*
 * test_hash.c -- the hash of keys from outside and the table over it.
 *
 * The hash is compared with a slow wording of SipHash that takes the published value of SipHash-2-4.  The table is
 * filled with ordinary keys and with keys that collide under hashes known in advance (ut_collide.h), under several
 * seeds: the answers are the same, and the slots looked at stay few.
 */
#define _POSIX_C_SOURCE 200809L /* popen */

#include <stdlib.h>

#include "../../../src/core/base/bx_hash.h"
#include "../ut.h"
#include "../ut_collide.h"

static const BxHashSeed seeds[] = {
	{0, 0}, {1, 2}, {UINT64_MAX, UINT64_MAX}, {0x0706050403020100u, 0x0f0e0d0c0b0a0908u}};

#define SEEDS ((uint32_t) (sizeof(seeds) / sizeof(*seeds)))

/* ---- the hash ---- */

static uint64_t
turn(uint64_t x, int bits)
{
	return x << bits | x >> (64 - bits);
}

static void
slow_rounds(uint64_t v[4], int rounds)
{
	while (rounds-- > 0)
	{
		v[0] += v[1], v[1] = turn(v[1], 13), v[1] ^= v[0], v[0] = turn(v[0], 32);
		v[2] += v[3], v[3] = turn(v[3], 16), v[3] ^= v[2];
		v[0] += v[3], v[3] = turn(v[3], 21), v[3] ^= v[0];
		v[2] += v[1], v[1] = turn(v[1], 17), v[1] ^= v[2], v[2] = turn(v[2], 32);
	}
}

/* SipHash-c-d, byte by byte. */
static uint64_t
slow_siphash(int c, int d, const BxHashSeed *seed, const uint8_t *s, size_t n)
{
	uint64_t v[4] = {seed->k0 ^ 0x736f6d6570736575u, seed->k1 ^ 0x646f72616e646f6du,
					 seed->k0 ^ 0x6c7967656e657261u, seed->k1 ^ 0x7465646279746573u};
	uint64_t word = 0;

	for (size_t i = 0; i <= n / 8 * 8 + 7; i++)
	{
		uint8_t byte = i < n ? s[i] : i == n / 8 * 8 + 7 ? (uint8_t) n : 0;

		word |= (uint64_t) byte << (8 * (i % 8));
		if (i % 8 != 7)
			continue;
		v[3] ^= word;
		slow_rounds(v, c);
		v[0] ^= word;
		word = 0;
	}
	v[2] ^= 0xff;
	slow_rounds(v, d);
	return v[0] ^ v[1] ^ v[2] ^ v[3];
}

static void
test_siphash(void)
{
	uint8_t bytes[64];

	for (int i = 0; i < 64; i++)
		bytes[i] = (uint8_t) i;
	CHECK(slow_siphash(2, 4, &seeds[3], bytes, 15) == 0xa129ca6149be45e5u);
	for (uint32_t k = 0; k < SEEDS; k++)
		for (size_t n = 8; n <= 64; n++)
			CHECKF(bx_hash(&seeds[k], 0x0706050403020100u, bytes + 8, n - 8) ==
					   slow_siphash(1, 3, &seeds[k], bytes, n),
				   "seed %u, %zu bytes", k, n);
}

/* What stored values depend on stays as it is. */
static void
test_digest(void)
{
	CHECK(bx_digest(0, "", 0) == 0x600b6cb4u);
	CHECK(bx_digest(7, "abc", 3) == 0x4fc92296u);
	CHECK(bx_digest(7, "abcdefgh", 8) == 0xb44f619fu);
	CHECK(bx_digest(7, "the quick brown fox", 19) == 0xabb4451eu);
}

/* ---- the table ---- */

typedef struct Watch
{
	BxHost host;
	uint64_t probes;
	uint32_t polls;
	uint32_t cancel_at; /* 0: never */
	int fail_at;        /* request that is refused; 0: none */
	int requests;
	int live;
} Watch;

static void *
watch_resize(void *ctx, void *p, size_t n)
{
	Watch *w = ctx;

	if (++w->requests == w->fail_at)
		return NULL;
	w->live += p == NULL;
	return realloc(p, n);
}

static void *
watch_alloc(void *ctx, size_t n)
{
	return watch_resize(ctx, NULL, n);
}

static void
watch_release(void *ctx, void *p)
{
	((Watch *) ctx)->live -= p != NULL;
	free(p);
}

static BxStatus
watch_poll(void *ctx)
{
	Watch *w = ctx;

	return ++w->polls == w->cancel_at ? BX_E_CANCEL : BX_OK;
}

static void
watch_init(Watch *w, const BxHashSeed *seed)
{
	memset(w, 0, sizeof(*w));
	w->host = (BxHost){.ctx = w,
					   .alloc = watch_alloc,
					   .resize = watch_resize,
					   .release = watch_release,
					   .poll = watch_poll,
					   .seed = *seed,
					   .probes = &w->probes};
}

/* Add n keys twice and look for as many that are not there; false when an answer was wrong. */
static bool
fill(BxStrMap *m, void (*key_of)(uint32_t i, char *key), uint32_t n, size_t len)
{
	char *keys = malloc(((size_t) 2 * n + 1) * len);
	bool good = true, added;
	uint32_t number;
	BxError err;

	for (uint32_t i = 0; i < 2 * n; i++)
		key_of(i, keys + i * len);
	for (uint32_t i = 0; i < 2 * n; i++)
	{
		good &= bx_strmap_add(m, keys + (i % n) * len, len, &number, &added, &err) == BX_OK;
		good &= number == i % n && added == (i < n);
	}
	for (uint32_t i = 0; i < n; i++)
	{
		good &= bx_strmap_find(m, keys + i * len, len) == i;
		good &= bx_strmap_find(m, keys + (n + i) * len, len) == BX_HASH_NONE;
	}
	free(keys);
	return good && m->map.n == n;
}

static void
plain_key(uint32_t i, char *key)
{
	char text[16];

	snprintf(text, sizeof(text), "%08u", i);
	memcpy(key, text, 8);
}

#define KEYS 32768

/* Whatever the keys, an operation looks at a handful of slots. */
static void
check_fill(void (*key_of)(uint32_t, char *), size_t len, const char *what)
{
	for (uint32_t k = 0; k < SEEDS; k++)
	{
		BxStrMap m;
		Watch w;

		watch_init(&w, &seeds[k]);
		bx_strmap_init(&m, &w.host, NULL);
		CHECKF(fill(&m, key_of, KEYS, len), "%s, seed %u", what, k);
		CHECKF(w.probes < 4u * 4u * KEYS, "%s, seed %u: %.1f slots an operation", what, k,
			   (double) w.probes / (4.0 * KEYS));
		bx_strmap_free(&m);
		CHECK(w.live == 0);
	}
}

static UtCollide fnv;

static void
fnv_key(uint32_t i, char *key)
{
	ut_collide_key(&fnv, i, key);
}

static void
test_strings(void)
{
	check_fill(plain_key, 8, "plain keys");
	check_fill(fnv_key, UT_COLLIDE_LEN, "keys of one FNV hash");
	check_fill(ut_collide_digest, UT_COLLIDE_DIGEST_LEN, "keys of one digest");
}

/* The keys do collide where they are made to. */
static void
test_collisions(void)
{
	char a[UT_COLLIDE_DIGEST_LEN], b[UT_COLLIDE_DIGEST_LEN];

	for (uint32_t i = 1; i < KEYS; i += 997)
	{
		fnv_key(0, a);
		fnv_key(i, b);
		CHECK(memcmp(a, b, UT_COLLIDE_LEN) != 0);
		CHECK(ut_fnv(2166136261u, a, UT_COLLIDE_LEN) == ut_fnv(2166136261u, b, UT_COLLIDE_LEN));
		ut_collide_digest(0, a);
		ut_collide_digest(i, b);
		CHECK(memcmp(a, b, UT_COLLIDE_DIGEST_LEN) != 0);
		for (uint32_t seed = 0; seed < 5; seed++)
			CHECK(bx_digest(seed, a, UT_COLLIDE_DIGEST_LEN) == bx_digest(seed, b, UT_COLLIDE_DIGEST_LEN));
	}
}

/* Dense numbers and numbers that differ in few bits, as rows and paths have them. */
static void
test_numbers(void)
{
	for (uint32_t k = 1; k < SEEDS; k++)
		for (int shift = 0; shift < 64; shift += 7)
		{
			BxHashMap m;
			Watch w;
			BxError err;
			uint32_t at;

			watch_init(&w, &seeds[k]);
			bx_hashmap_init(&m, &w.host, NULL);
			for (uint32_t i = 0; i < 4096; i++)
			{
				uint64_t number = (uint64_t) (i % 64) << shift;
				uint32_t hash = bx_hash_numbers(&seeds[k], number, i / 64);

				CHECK(bx_hashmap_reserve(&m, &err) == BX_OK);
				if (bx_hashmap_first(&m, hash, &at) == BX_HASH_NONE)
					bx_hashmap_put(&m, hash, at, i);
			}
			CHECKF(w.probes < 4096 * 8, "seed %u, shift %d: %llu", k, shift, (unsigned long long) w.probes);
			bx_hashmap_free(&m);
		}
}

/* Growing polls, and what it was canceled in is as it was; the same with memory. */
static void
test_growth(void)
{
	BxStrMap m;
	Watch w;
	BxError err;
	uint32_t number;
	bool added;

	watch_init(&w, &seeds[1]);
	bx_strmap_init(&m, &w.host, NULL);
	CHECK(fill(&m, plain_key, 100000, 8));
	CHECKF(w.polls > 0, "%u", w.polls);
	w.cancel_at = w.polls + 1;
	CHECK(bx_hashmap_room(&m.map, 200000, &err) == BX_E_CANCEL && err.status == BX_E_CANCEL);
	CHECK(m.map.n == 100000);
	w.fail_at = w.requests + 1;
	CHECK(bx_hashmap_room(&m.map, 200000, &err) == BX_E_NOMEM && err.status == BX_E_NOMEM);
	CHECK(bx_hashmap_room(&m.map, 200000, &err) == BX_OK);
	CHECK(m.map.cap == 524288);
	CHECK(bx_hashmap_room(&m.map, UINT64_MAX / 8, &err) == BX_E_NOMEM);
	bx_hashmap_clear(&m.map);
	CHECK(bx_strmap_add(&m, "a", 1, &number, &added, &err) == BX_OK && number == 0 && added);
	bx_strmap_free(&m);
	CHECK(w.live == 0);
}

/* Slots of an arena. */
static void
test_arena(void)
{
	BxArena arena;
	BxStrMap m;
	Watch w;

	watch_init(&w, &seeds[2]);
	bx_arena_init(&arena, &w.host);
	bx_strmap_init(&m, &w.host, &arena);
	CHECK(bx_strmap_find(&m, "", 0) == BX_HASH_NONE);
	CHECK(fill(&m, plain_key, 1000, 8));
	bx_arena_reset(&arena);
	CHECK(w.live == 0);
}

/* ---- seeds ---- */

static const char *self;

/* The seed another run of this program has. */
static BxHashSeed
seed_of_other(void)
{
	BxHashSeed seed = {0, 0};
	unsigned long long k0 = 0, k1 = 0;
	const char *prefix =
		getenv("UT_PREFIX"); /* words in front of a program that this machine does not run by itself */
	char command[4096];
	FILE *out;

	snprintf(command, sizeof(command), "%s '%s' test_hash --seed", prefix != NULL ? prefix : "", self);
	out = popen(command, "r");
	if (out != NULL)
	{
		CHECK(fscanf(out, "%llx %llx", &k0, &k1) == 2);
		pclose(out);
		seed = (BxHashSeed){k0, k1};
	}
	return seed;
}

static void
test_seed_differs(void)
{
	BxHashSeed own = bx_host_libc()->seed, a = seed_of_other(), b = seed_of_other();

	CHECK((own.k0 | own.k1) != 0 && (a.k0 | a.k1) != 0);
	CHECK(own.k0 != a.k0 && own.k1 != a.k1 && a.k0 != b.k0 && a.k1 != b.k1);
}

UT_SUITE(test_hash)
{
	const BxHashSeed *seed = &bx_host_libc()->seed;

	self = argv[0];
	if (argc > 1 && strcmp(argv[1], "--seed") == 0)
	{
		printf("%llx %llx\n", (unsigned long long) seed->k0, (unsigned long long) seed->k1);
		return 0;
	}
	ut_collide_init(&fnv, 2166136261u);
	UT_RUN(test_siphash);
	UT_RUN(test_digest);
	UT_RUN(test_collisions);
	UT_RUN(test_strings);
	UT_RUN(test_numbers);
	UT_RUN(test_growth);
	UT_RUN(test_arena);
	UT_RUN(test_seed_differs);
	return ut_done();
}

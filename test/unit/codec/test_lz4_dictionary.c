/*
 * test_lz4_dictionary.c -- codec 2: the dictionary is what FORMAT.md says, every block comes back, damage is refused.
 */
#include "../ut.h"
#include "../ut_pack.h"
#include "../ut_value.h"

#include <ctype.h>

#include "../../../src/codec/bx_dictionary.h"
#include "../../../src/core/format/bx_table.h"

#define LONGEST BX_LZ4_DICTIONARY_MAX

static const BxCodec *const codec = &bx_lz4_dictionary_codec;

/* Another byte would make stored values unreadable. */
static void
dictionary_is_fixed(void)
{
	const uint8_t *d = (const uint8_t *) bx_dictionary_1;
	size_t i;

	CHECK(strlen(bx_dictionary_1) == BX_DICTIONARY_1_LEN);
	CHECK(bx_fingerprint(0, d, BX_DICTIONARY_1_LEN) == UINT32_C(0x4482ddbd));
	for (i = 0; i < BX_DICTIONARY_1_LEN; i++)
		if (d[i] < 0x20 || d[i] > 0x7E)
			break;
	CHECK(i == BX_DICTIONARY_1_LEN);
}

static bool
in_word(const uint8_t *d, uint32_t i)
{
	return i >= 2 && islower(d[i]) && islower(d[i - 1]) && islower(d[i - 2]);
}

/* The tables of tools/gen_dictionary say what a walk through the dictionary finds. */
static void
index_is_of_the_dictionary(void)
{
	const uint8_t *d = (const uint8_t *) bx_dictionary_1;
	const uint32_t buckets = 1 << BX_DICTIONARY_BUCKET_BITS;
	uint32_t *known = ut_need(calloc(1 << BX_DICTIONARY_HASH_BITS >> 5, sizeof(uint32_t)));
	uint32_t *found = ut_need(calloc(buckets, sizeof(uint32_t)));
	uint32_t i, h;

	for (i = BX_DICTIONARY_1_LEN - 7; i-- > 0;)
	{
		if (in_word(d, i))
			continue;
		h = bx_dictionary_hash(d + i);
		known[h / 32] |= UINT32_C(1) << h % 32;
		h >>= BX_DICTIONARY_HASH_BITS - BX_DICTIONARY_BUCKET_BITS;
		if (found[h] < BX_DICTIONARY_PLACES)
			CHECK(bx_dictionary_place[bx_dictionary_first[h] + found[h]++] == i);
	}
	CHECK(memcmp(known, bx_dictionary_known, sizeof(bx_dictionary_known)) == 0);
	for (i = 0; i < buckets; i++)
		CHECK(bx_dictionary_first[i] + found[i] == bx_dictionary_first[i + 1]);
	free(known);
	free(found);
}

/* n bytes of one of several kinds: noise, words of the dictionary, runs, or a mix. */
static void
make_bytes(uint8_t *out, size_t n, int kind, uint64_t *rng)
{
	size_t at = 0, len, from;

	while (at < n)
	{
		len = 1 + ut_below(rng, kind == 2 ? 300 : 20);
		len = len < n - at ? len : n - at;
		from = ut_below(rng, BX_DICTIONARY_1_LEN - 300);
		switch (kind < 3 ? kind : (int) ut_below(rng, 3))
		{
			case 0:
				for (; len > 0; len--)
					out[at++] = ut_random_byte(rng);
				break;
			case 1:
				memcpy(out + at, bx_dictionary_1 + from, len);
				at += len;
				break;
			default:
				memset(out + at, "ab\0\xff"[ut_below(rng, 4)], len);
				at += len;
				break;
		}
	}
}

/*
 * Packs into exactly cap bytes; the result must come back, with what is stored and what is inflated in places of their
 * own.
 */
static size_t
comes_back(const uint8_t *plain, size_t n, size_t cap)
{
	uint8_t *out = ut_need(malloc(cap > 0 ? cap : 1));
	uint8_t *exact, *again;
	size_t m = codec->deflate(plain, n, out, cap);

	CHECK(m <= cap);
	if (m > 0)
	{
		exact = ut_need(malloc(m));
		again = ut_need(malloc(n > 0 ? n : 1));
		memcpy(exact, out, m);
		CHECKF(codec->inflate(exact, m, again, n) && memcmp(again, plain, n) == 0, "%zu bytes", n);
		CHECK(n == 0 || !codec->inflate(exact, m, again, n - 1));
		CHECK(!codec->inflate(exact, m - 1, again, n));
		free(exact);
		free(again);
	}
	free(out);
	return m;
}

static void
every_length_comes_back(void)
{
	static const uint32_t longs[] = {269,  270,  271,   524,   1023,        1024,
									 4096, 8191, 20480, 20481, LONGEST - 1, LONGEST};
	uint64_t rng = 5;
	uint32_t i;
	int kind;

	for (kind = 0; kind < 4; kind++)
		for (i = 0; i < 200 + 12; i++)
		{
			size_t n = i < 200 ? i : longs[i - 200];
			uint8_t *plain = ut_need(malloc(n > 0 ? n : 1));

			make_bytes(plain, n, kind, &rng);
			CHECK(comes_back(plain, n, codec->bound(n)) > 0);
			free(plain);
		}
}

static void
room_is_kept_to(void)
{
	uint8_t plain[600];
	uint64_t rng = 6;
	size_t cap, m, whole;
	int kind;

	for (kind = 0; kind < 4; kind++)
	{
		make_bytes(plain, sizeof(plain), kind, &rng);
		whole = comes_back(plain, sizeof(plain), codec->bound(sizeof(plain)));
		for (cap = 0; cap < whole; cap++)
			CHECK(comes_back(plain, sizeof(plain), cap) == 0);
		m = comes_back(plain, sizeof(plain), whole + 8);
		CHECK(m == whole);
	}
}

/* What is in the dictionary takes a match or two, wherever it is there, its first and last bytes included. */
static void
dictionary_is_used(void)
{
	static const size_t places[] = {0, 1, 5000, BX_DICTIONARY_1_LEN - 200};
	uint8_t plain[200];
	size_t i;

	for (i = 0; i < sizeof(places) / sizeof(places[0]); i++)
	{
		memcpy(plain, bx_dictionary_1 + places[i], sizeof(plain));
		CHECK(comes_back(plain, sizeof(plain), 1000) <= 20);
	}
}

static void
too_long_is_refused(void)
{
	uint8_t *plain = ut_need(calloc(1, LONGEST + 1));
	uint8_t out[1000];

	CHECK(codec->bound(LONGEST) > LONGEST && codec->bound(LONGEST + 1) == 0);
	CHECK(codec->deflate(plain, LONGEST, out, sizeof(out)) > 0);
	CHECK(codec->deflate(plain, LONGEST + 1, out, sizeof(out)) == 0);
	free(plain);
}

/* Damaged blocks: refused, or other bytes; never outside (the sanitizers look on). */
static void
damage_stays_inside(void)
{
	uint64_t rng = 7;
	int round, refused = 0;

	for (round = 0; round < 20000; round++)
	{
		size_t n = 1 + ut_below(&rng, round % 8 == 0 ? 3000 : 400), m, i;
		uint8_t *plain = ut_need(malloc(n));
		uint8_t *out = ut_need(malloc(codec->bound(n)));
		uint8_t *exact;

		make_bytes(plain, n, 3, &rng);
		m = codec->deflate(plain, n, out, codec->bound(n));
		exact = ut_need(malloc(m));
		memcpy(exact, out, m);
		for (i = 1 + ut_below(&rng, 4); i > 0; i--)
			exact[ut_below(&rng, (uint32_t) m)] ^= ut_random_byte(&rng);
		refused += !codec->inflate(exact, m, plain, n);
		free(exact);
		free(out);
		free(plain);
	}
	CHECK(refused > 1000);
}

UT_SUITE(test_lz4_dictionary)
{
	UT_RUN(dictionary_is_fixed);
	UT_RUN(index_is_of_the_dictionary);
	UT_RUN(every_length_comes_back);
	UT_RUN(room_is_kept_to);
	UT_RUN(dictionary_is_used);
	UT_RUN(too_long_is_refused);
	UT_RUN(damage_stays_inside);
	return ut_done();
}

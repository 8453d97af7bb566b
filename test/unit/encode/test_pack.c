/*
 * test_pack.c -- compression inside the format: what is packed comes back byte for byte, the policy decides as
 * bx_pack.h says, and a block list that lies is refused before anybody believes it.
 *
 * How packed values are read in parts is tested in test_image.c.
 */
#define _POSIX_C_SOURCE 200809L

#include "../ut.h"
#include "../ut_golden.h"
#include "../ut_pack.h"

static UtGolden golden[UT_GOLDEN_MAX];
static int golden_n;

/* ---- there and back ---- */

/* Both ways of unpacking all of it give the plain value, and the validator takes the stored form from storage only. */
static void
comes_back(const char *name, const uint8_t *v, size_t n, const uint8_t *packed, size_t m)
{
	BxArena arena;
	BxHeader h;
	BxError err;
	const uint8_t *plain = packed;
	size_t plain_n = m;
	uint8_t *dst;

	CHECKF(bx_header_read(packed, m, m, &h, &err) == BX_OK, "%s: %s", name, err.msg);
	CHECKF(h.n_blocks > 0 && h.plain_total == n && h.total == m, "%s", name);
	dst = ut_need(malloc(h.plain_total));
	CHECKF(bx_unpack(packed, &h, bx_host_lz4(), dst, &err) == BX_OK, "%s: %s", name, err.msg);
	CHECKF(h.plain_total == n && memcmp(dst, v, n) == 0, "%s", name);
	free(dst);
	bx_arena_init(&arena, bx_host_lz4());
	CHECKF(bx_plain(&plain, &plain_n, &arena, &err) == BX_OK, "%s: %s", name, err.msg);
	CHECKF(plain_n == n && plain != packed && memcmp(plain, v, n) == 0, "%s", name);
	bx_arena_reset(&arena);
}

static void
is_judged(const char *name, const uint8_t *packed, size_t m)
{
	BxError err;

	CHECKF(bx_check(packed, m, false, NULL, bx_host_lz4(), &err) == BX_OK, "%s: %s", name, err.msg);
	CHECKF(bx_check(packed, m, true, NULL, bx_host_lz4(), &err) == BX_E_WIRE, "%s", name);
	CHECKF(bx_check(packed, m, false, NULL, bx_host_libc(), &err) == BX_E_VERSION, "%s", name);
}

/* Our writer's blocks when they save anything; short blocks, raw and not, always. */
static void
every_way(const char *name, const uint8_t *v, size_t n, bool valid)
{
	static const uint32_t sizes[] = {1, 7, 100, 5000, 1 << 20};
	const BxCodec *codec;
	size_t m, i;
	uint8_t *packed;
	UtPacked p;

	for (codec = bx_host_lz4()->codec; codec != NULL; codec = codec->next)
	{
		packed = ut_pack_with(codec, v, n, &m);
		if (packed == NULL)
			continue;
		CHECKF(m < n, "%s", name);
		comes_back(name, v, n, packed, m);
		if (valid)
			is_judged(name, packed, m);
		free(packed);
	}
	for (i = n > 20000 ? 4 : 0; i < 4 * sizeof(sizes) / sizeof(sizes[0]); i++)
	{
		if ((i & 2) && sizes[i / 4] > BX_LZ4_DICTIONARY_MAX)
			continue;
		ut_packed_cut_with(&p, i & 2 ? 2 : 1, v, n, sizes[i / 4], i & 1);
		packed = ut_packed_join(&p, &m);
		comes_back(name, v, n, packed, m);
		if (valid)
			is_judged(name, packed, m);
		free(packed);
		ut_packed_free(&p);
	}
}

static void
goldens_come_back(void)
{
	int i;

	for (i = 0; i < golden_n; i++)
		every_way(golden[i].name, golden[i].v, golden[i].n, true);
}

static void
random_trees_come_back(void)
{
	uint64_t rng = 11;
	int i;

	for (i = 0; i < 120; i++)
	{
		BxWriterOptions opt = ut_options(i & 1 ? BX_MODE_NAMES : BX_MODE_SHAPES, BX_TYPED_LOSSLESS);
		char name[32];
		UtEvents ev;
		uint8_t *v;
		size_t n;

		snprintf(name, sizeof(name), "tree %d", i);
		ut_events_init(&ev);
		ut_random_events(&ev, &rng, 1 + ut_below(&rng, i % 20 == 0 ? 6000 : 300));
		CHECK(ut_write(&ev, &opt, bx_host_libc(), &v, &n, NULL) == BX_OK);
		every_way(name, v, n, true);
		free(v);
		ut_events_free(&ev);
	}
}

/* ---- where blocks end ---- */

/* A value of `body` bytes of table and items whose content means nothing: noise from `noise_from` on. */
static uint8_t *
make_body(uint32_t body, uint32_t noise_from, uint32_t ext, size_t *n)
{
	uint64_t rng = body + 1;
	uint8_t code = BX_EXT_DOCTYPE, c;
	uint32_t i;
	UtParts p;
	uint8_t *v;

	ut_parts_init(&p);
	for (i = 0; i < body; i++)
	{
		c = i >= noise_from ? (uint8_t) (ut_rand(&rng) >> 33) : (uint8_t) (i / 16);
		ut_append(i < body / 10 ? &p.table : &p.items, &c, 1);
	}
	if (ext > 0)
	{
		p.flags |= BX_FLAG_EXT;
		p.ext_n = 1;
		ut_append(&p.dir, &code, 1);
		ut_put_number(&p.dir, ext);
		for (i = 0; i < ext; i++)
			ut_append(&p.ext, "e", 1);
	}
	v = ut_assemble(&p, n);
	ut_parts_free(&p);
	return v;
}

/* Blocks double from BX_BLOCK_FIRST to BX_BLOCK_SIZE; what is left joins the last when it is a quarter at most. */
static void
check_cuts(const uint8_t *packed, size_t m, uint32_t body, uint32_t noise_from)
{
	uint32_t size = BX_BLOCK_FIRST, left = body, at = 0, n, i;
	const uint32_t *s, *l;
	UtPacked p;

	CHECK(ut_packed_read(&p, packed, m));
	s = ut_numbers(&p.stored, &n);
	l = ut_numbers(&p.plain, &n);
	for (i = 0; i < n; i++)
	{
		uint32_t want = left <= size + size / 4 ? left : size;

		CHECKF(l[i] == want, "body %u, block %u: %u instead of %u", body, i, l[i], want);
		CHECKF(s[i] <= l[i] && (at < noise_from || s[i] == l[i]), "body %u, block %u", body, i);
		at += l[i];
		left -= want;
		size = size < BX_BLOCK_SIZE ? size * 2 : size;
	}
	CHECKF(left == 0, "body %u: %u left", body, left);
	ut_packed_free(&p);
}

static void
block_boundaries(void)
{
	static const uint32_t sizes[] = {1,     2,     240,    8191,   8192,   8193,   10239,  10240,
									 10241, 24575, 24576,  24577,  28672,  28673,  45056,  45057,
									 57344, 73728, 122880, 122881, 139264, 139265, 200000, 700000};
	size_t i, n, m;

	for (i = 0; i < 4 * sizeof(sizes) / sizeof(sizes[0]); i++)
	{
		uint32_t body = sizes[i / 4];
		uint32_t noise = i & 1 ? BX_BLOCK_FIRST : body;
		uint8_t *v = make_body(body, noise, i & 2 ? 300 : 0, &n);
		uint8_t *packed = ut_pack(v, n, &m);
		char name[32];

		snprintf(name, sizeof(name), "body of %u bytes", body);
		CHECKF(packed != NULL || body < 240, "%s", name);
		if (packed != NULL)
		{
			comes_back(name, v, n, packed, m);
			check_cuts(packed, m, body, noise);
		}
		free(packed);
		every_way(name, v, n, false);
		free(v);
	}
}

static void
noise_stays_plain(void)
{
	static const uint32_t sizes[] = {1, 1500, 8192, 100000};
	BxPackPolicy always = BX_PACK_ALWAYS;
	size_t i, n, m;

	for (i = 0; i < 4; i++)
	{
		uint8_t *v = make_body(sizes[i], 0, 0, &n);
		uint8_t *packed = v;

		CHECK(bx_pack(v, n, &always, 0, bx_host_lz4(), &packed, &m, NULL) == BX_OK && packed == NULL);
		every_way("noise", v, n, false);
		free(v);
	}
}

/* An empty value, and one that is all extension, have nothing to pack. */
static void
nothing_to_pack(void)
{
	BxPackPolicy always = BX_PACK_ALWAYS;
	size_t n, m;
	uint8_t *packed;
	uint8_t *v = make_body(0, 0, 1000, &n);

	CHECK(bx_pack(v, n, &always, 0, bx_host_lz4(), &packed, &m, NULL) == BX_OK && packed == NULL);
	free(v);
}

static void
reserved_bytes(void)
{
	static const size_t reserves[] = {0, 1, 4, 17, 4096};
	BxPackPolicy always = BX_PACK_ALWAYS;
	size_t i, n, m, m0;
	uint8_t *v = make_body(30000, 20000, 100, &n);
	uint8_t *first = ut_pack(v, n, &m0);

	for (i = 0; i < sizeof(reserves) / sizeof(reserves[0]); i++)
	{
		uint8_t *packed;

		CHECK(bx_pack(v, n, &always, reserves[i], bx_host_lz4(), &packed, &m, NULL) == BX_OK);
		memset(packed, 0xAA, reserves[i]);
		CHECK(m == m0 && memcmp(packed + reserves[i], first, m) == 0);
		free(packed);
	}
	free(first);
	free(v);
}

/* ---- an early end ---- */

static size_t given;   /* plain bytes that the codec got */
static bool too_roomy; /* it got room in which a block does not shrink */

static size_t
deflate_watched(const uint8_t *src, size_t n, uint8_t *dst, size_t cap)
{
	given += n;
	too_roomy |= cap >= n;
	return bx_lz4_codec.deflate(src, n, dst, cap);
}

/* Packs with a codec that is watched; says whether that was worth it. */
static bool
packs_watched(uint32_t body, uint32_t noise_from, const BxPackPolicy *policy, size_t *n)
{
	BxHost host = *bx_host_libc();
	BxCodec watched = bx_lz4_codec;
	uint8_t *v = make_body(body, noise_from, 0, n), *packed;
	size_t m;

	watched.deflate = deflate_watched;
	host.codec = &watched;
	given = 0;
	CHECK(bx_pack(v, *n, policy, 0, &host, &packed, &m, NULL) == BX_OK);
	free(packed);
	free(v);
	return packed != NULL;
}

/* When blocks take more than the whole may, the others are not tried; and no block is written that does not shrink. */
static void
packing_ends_early(void)
{
	const BxPackPolicy dflt = BX_PACK_DEFAULT, half = {0, 50, 0}, always = BX_PACK_ALWAYS;
	size_t n;

	CHECK(!packs_watched(1000000, 0, &half, &n) && given > n / 2 && given < n / 2 + 2 * BX_BLOCK_SIZE);
	CHECK(!packs_watched(1000000, 0, &dflt, &n) && given > n / 5 * 4 && given < n);
	CHECK(packs_watched(1000000, 400000, &dflt, &n) && given > 999000);
	CHECK(packs_watched(1000000, 20000, &always, &n) && given > 999000);
	CHECK(!too_roomy);
}

/* Noise where the samples are taken: the rest of the block is looked at as well. */
static void
samples_may_miss(void)
{
	size_t n = 65536, i, m;
	uint8_t *block = ut_need(malloc(n)), *out = ut_need(malloc(n)), *again = ut_need(malloc(n));
	uint64_t rng = 3;

	for (i = 0; i < n; i++)
		block[i] = i >= n - 4096 ? (uint8_t) 'a' : ut_random_byte(&rng);
	m = bx_lz4_codec.deflate(block, n, out, n - 1);
	CHECK(m > 0 && m < n - 3000);
	CHECK(bx_lz4_codec.inflate(out, m, again, n) && memcmp(again, block, n) == 0);
	CHECK(bx_lz4_codec.deflate(block, n - 4096, out, n - 4097) == 0);
	free(block);
	free(out);
	free(again);
}

/* ---- policy ---- */

static bool
packs(const uint8_t *v, size_t n, size_t min_len, unsigned keep_part, size_t fit)
{
	BxPackPolicy policy = {min_len, keep_part, fit};
	uint8_t *packed;
	size_t m;

	CHECK(bx_pack(v, n, &policy, 0, bx_host_lz4(), &packed, &m, NULL) == BX_OK);
	free(packed);
	return packed != NULL;
}

/* Which codec a body of so many bytes is packed with. */
static uint8_t
codec_of(uint32_t body, const BxCodec *codecs)
{
	BxHeader h;
	BxArena arena;
	BxError err;
	size_t n, m;
	uint8_t *v = make_body(body, body, 0, &n);
	uint8_t *packed = ut_need(ut_pack_with(codecs, v, n, &m));
	const uint8_t *plain = packed;

	bx_arena_init(&arena, bx_host_lz4());
	CHECK(bx_header_read(packed, m, m, &h, NULL) == BX_OK);
	CHECK(bx_plain(&plain, &m, &arena, &err) == BX_OK && m == n && memcmp(plain, v, n) == 0);
	bx_arena_reset(&arena);
	free(packed);
	free(v);
	return h.codec;
}

static void
length_decides_the_codec(void)
{
	const BxCodec *all = bx_host_lz4()->codec;

	CHECK(codec_of(500, all) == 2 && codec_of(BX_LZ4_DICTIONARY_MAX, all) == 2);
	CHECK(codec_of(BX_LZ4_DICTIONARY_MAX + 1, all) == 1 && codec_of(200000, all) == 1);
	CHECK(codec_of(500, &bx_lz4_codec) == 1);
}

/* A host that has codec 1 alone does not read what codec 2 made. */
static void
codec_is_needed(void)
{
	BxHost host = *bx_host_libc();
	BxArena arena;
	BxError err;
	size_t n, m;
	uint8_t *v = make_body(3000, 3000, 0, &n);
	uint8_t *packed = ut_need(ut_pack(v, n, &m));
	const uint8_t *plain = packed;

	host.codec = &bx_lz4_codec;
	bx_arena_init(&arena, &host);
	CHECK(bx_plain(&plain, &m, &arena, &err) == BX_E_VERSION && strstr(err.msg, "codec 2") != NULL);
	bx_arena_reset(&arena);
	free(packed);
	free(v);
}

static void
policy_decides(void)
{
	size_t n, m;
	uint8_t *v = make_body(8000, 6000, 0, &n);
	uint8_t *packed = ut_pack(v, n, &m);
	unsigned part = (unsigned) (m * 100 / n); /* hundredths left, rounded down */
	BxPackPolicy dflt = BX_PACK_DEFAULT;

	free(packed);
	CHECK(part > 20 && part < 60);
	/* length */
	CHECK(packs(v, n, n, 100, 0));
	CHECK(!packs(v, n, n + 1, 100, 0));
	CHECK(!packs(v, n, n + 1, 100, m));
	/* part left */
	CHECK(packs(v, n, 0, part + 1, 0));
	CHECK(!packs(v, n, 0, part, 0));
	CHECK(!packs(v, n, 0, 0, 0));
	/* length to fit in */
	CHECK(packs(v, n, 0, 0, m));
	CHECK(packs(v, n, 0, 0, n - 1));
	CHECK(!packs(v, n, 0, 0, m - 1));
	CHECK(!packs(v, n, 0, 0, n));
	CHECK(dflt.min_len == 1500 && dflt.keep_part == 85 && dflt.fit == 0);
	free(v);
	/* the default: one byte less stays plain */
	v = make_body(1500 - 9, 1500, 0, &n);
	CHECK(packs(v, n, dflt.min_len, dflt.keep_part, dflt.fit) == (n >= 1500));
	CHECK(packs(v, n, n, dflt.keep_part, dflt.fit) && !packs(v, n, n + 1, dflt.keep_part, dflt.fit));
	free(v);
}

/* ---- refusals and failures ---- */

static void
refusals(void)
{
	BxPackPolicy always = BX_PACK_ALWAYS;
	BxError err;
	size_t n, m, k;
	uint8_t *v = make_body(20000, 20000, 0, &n);
	uint8_t *packed = ut_pack(v, n, &m);
	uint8_t *again = v;

	CHECK(bx_pack(packed, m, &always, 0, bx_host_lz4(), &again, &k, &err) == BX_OK && again == NULL);
	CHECK(bx_pack(v, n, &always, 0, bx_host_libc(), &again, &k, &err) == BX_OK && again == NULL);
	CHECK(bx_pack(v, n - 1, &always, 0, bx_host_lz4(), &again, &k, &err) == BX_E_CORRUPT && again == NULL);
	v[0] = 0xB2;
	CHECK(bx_pack(v, n, &always, 0, bx_host_lz4(), &again, &k, &err) == BX_E_VERSION && again == NULL);
	free(packed);
	free(v);
}

static void
every_request_refused(void)
{
	BxPackPolicy always = BX_PACK_ALWAYS;
	size_t n, m;
	uint8_t *v = make_body(300000, 200000, 50, &n);
	uint8_t *packed;
	UtHost h;
	BxError err;
	int at, done = 0;

	for (at = 1; !done && at < 1000; at++)
	{
		BxStatus st;

		ut_host_init(&h);
		h.fail_at = at;
		st = bx_pack(v, n, &always, 8, &h.host, &packed, &m, &err);
		done = h.calls < at;
		CHECK(done ? st == BX_OK && packed != NULL : st == BX_E_NOMEM && packed == NULL);
		ut_host_release(&h, packed);
		CHECKF(h.live == 0, "request %d: %d blocks lost", at, h.live);
	}
	CHECK(done && at > 4);
	for (at = 1, done = 0; !done; at++)
	{
		ut_host_init(&h);
		h.cancel_at = at;
		CHECK(bx_pack(v, n, &always, 8, &h.host, &packed, &m, &err) == (h.polls < at ? BX_OK : BX_E_CANCEL));
		done = h.polls < at;
		ut_host_release(&h, packed);
		CHECK(h.live == 0);
	}
	CHECK(at > 6);
	free(v);
}

/* ---- block lists that lie ---- */

typedef struct Lie
{
	const char *what;
	uint32_t stored[4], plain[4];
	uint32_t n;
	BxStatus want;
} Lie;

/* The value has 600 plain and as many stored bytes in its body, whatever the list says. */
static void
lists_are_checked(void)
{
	static const Lie lies[] = {
		{"truth", {200, 400}, {200, 400}, 2, BX_OK},
		{"no blocks", {0}, {0}, 0, BX_E_CORRUPT},
		{"empty block", {0, 600}, {0, 600}, 2, BX_E_CORRUPT},
		{"nothing stored", {0, 600}, {1, 599}, 2, BX_E_CORRUPT},
		{"stored is longer", {201, 399}, {200, 400}, 2, BX_E_CORRUPT},
		{"plain is short", {200, 400}, {200, 399}, 2, BX_E_CORRUPT},
		{"plain is long", {200, 400}, {200, 401}, 2, BX_E_CORRUPT},
		{"stored is short", {200, 399}, {200, 400}, 2, BX_E_CORRUPT},
		{"sum of stored wraps", {200, 400, 0xffffffff, 1}, {200, 400, 0xffffffff, 1}, 4, BX_E_CORRUPT},
		{"sum of plain wraps", {200, 400}, {200, 0xffffffff}, 2, BX_E_CORRUPT},
	};
	size_t i, n, m;
	uint8_t *v = make_body(600, 0, 0, &n);

	for (i = 0; i < sizeof(lies) / sizeof(lies[0]); i++)
	{
		UtPacked p;
		uint8_t *packed;
		BxHeader h;

		ut_packed_cut(&p, v, n, 600, true);
		p.stored.len = p.plain.len = 0;
		ut_append(&p.stored, lies[i].stored, lies[i].n * sizeof(uint32_t));
		ut_append(&p.plain, lies[i].plain, lies[i].n * sizeof(uint32_t));
		packed = ut_packed_join(&p, &m);
		CHECKF(bx_header_read(packed, m, m, &h, NULL) == lies[i].want, "%s", lies[i].what);
		CHECKF(bx_check(packed, m, false, NULL, bx_host_lz4(), NULL) == BX_E_CORRUPT, "%s", lies[i].what);
		free(packed);
		ut_packed_free(&p);
	}
	free(v);
}

/* A header of `plain` bytes of items in equal blocks of s stored and l plain bytes. */
static BxStatus
read_declared(uint32_t s, uint32_t l, uint32_t count)
{
	UtPacked p;
	uint8_t head[32] = {BX_VERSION_BYTE, BX_FLAG_BLOCKS};
	uint8_t *q = head + BX_HEADER_FIXED;
	uint8_t *v;
	BxHeader h;
	BxStatus st;
	size_t n;
	uint32_t i;

	q = bx_varint_put(q, 0);
	q = bx_varint_put(q, l * count);
	q = bx_varint_put(q, 1);
	ut_packed_init(&p);
	ut_append(&p.head, head, (size_t) (q - head));
	for (i = 0; i < count; i++)
	{
		ut_append(&p.stored, &s, sizeof(s));
		ut_append(&p.plain, &l, sizeof(l));
	}
	for (i = 0; i < s * count; i++)
		ut_append(&p.blocks, "x", 1);
	v = ut_packed_join(&p, &n);
	st = bx_header_read(v, n, n, &h, NULL);
	if (st == BX_OK)
		CHECK(h.plain_total <= (uint64_t) n * BX_BLOCK_GROWTH);
	free(v);
	ut_packed_free(&p);
	return st;
}

/* What a value can ask for is bounded by its stored length, 255 times, and by the greatest value. */
static void
growth_is_bounded(void)
{
	static const uint32_t sizes[] = {20, 100, 4000, 8192, 65536, 1 << 20};
	uint32_t i;

	CHECK(read_declared(1, 255, 3) == BX_OK);
	CHECK(read_declared(1, 256, 3) == BX_E_CORRUPT);
	CHECK(read_declared(4113, BX_BLOCK_MAX, 1) == BX_OK);
	CHECK(read_declared(4112, BX_BLOCK_MAX, 1) == BX_E_CORRUPT);
	CHECK(read_declared(4200, BX_BLOCK_MAX + 1, 1) == BX_E_CORRUPT);
	CHECK(read_declared(4113, BX_BLOCK_MAX, 1023) == BX_OK);
	CHECK(read_declared(4113, BX_BLOCK_MAX, 1024) == BX_E_CORRUPT);
	/* the codec keeps to it */
	for (i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++)
	{
		size_t bound = bx_lz4_codec.bound(sizes[i]);
		uint8_t *zero = ut_need(calloc(1, sizes[i]));
		uint8_t *out = ut_need(malloc(bound));
		size_t n = bx_lz4_codec.deflate(zero, sizes[i], out, bound);

		CHECKF(n > 0 && n * BX_BLOCK_GROWTH >= sizes[i], "%u zero bytes take %zu", sizes[i], n);
		n = bx_lz4_dictionary_codec.deflate(zero, sizes[i], out, bound);
		CHECKF(sizes[i] > BX_LZ4_DICTIONARY_MAX ? n == 0 : n > 0 && n * BX_BLOCK_GROWTH >= sizes[i],
			   "%u zero bytes take %zu behind the dictionary", sizes[i], n);
		free(zero);
		free(out);
	}
}

UT_SUITE(test_pack)
{
	golden_n = ut_goldens(golden);
	UT_RUN(goldens_come_back);
	UT_RUN(random_trees_come_back);
	UT_RUN(block_boundaries);
	UT_RUN(noise_stays_plain);
	UT_RUN(nothing_to_pack);
	UT_RUN(reserved_bytes);
	UT_RUN(packing_ends_early);
	UT_RUN(samples_may_miss);
	UT_RUN(length_decides_the_codec);
	UT_RUN(codec_is_needed);
	UT_RUN(policy_decides);
	UT_RUN(refusals);
	UT_RUN(every_request_refused);
	UT_RUN(lists_are_checked);
	UT_RUN(growth_is_bounded);
	ut_goldens_free(golden, golden_n);
	return ut_done();
}

/*
 * fuzz_check.c -- bytes from outside: the validator, then everything that trusts it.
 *
 * Input: a value, plain or in blocks.  What the validator accepts is read, printed, written again in both modes, and
 * each result must pass the validator and print the same text.  What it refuses is read and printed all the same:
 * stored bytes do not pass the validator first, so damage must give an error there, also of directories.  Every value
 * is read as an image too, in memory and outside: the parts must be those of the whole.
 */
#include "fuzz_damage.h"

#include "../unit/ut_dir.h"

#define PLACES 8 /* asked of every image */

static void
rewrite(const UtEvents *ev, unsigned mode, const BxBuf *text)
{
	BxWriterOptions opt = ut_options(mode, BX_TYPED_LOSSLESS);
	uint8_t *v = NULL;
	size_t n = 0;
	BxError err;
	BxBuf out;

	REQUIRE(ut_write(ev, &opt, bx_host_lz4(), &v, &n, &err) == BX_OK);
	REQUIRE(bx_check(v, n, true, NULL, bx_host_lz4(), &err) == BX_OK);
	bx_buf_init(&out, bx_host_lz4());
	REQUIRE(bx_text_write(v, n, NULL, bx_host_lz4(), &out, &err) == BX_OK);
	REQUIRE(out.len == text->len && (out.len == 0 || memcmp(out.data, text->data, out.len) == 0));
	bx_buf_free(&out);
	free(v);
}

/* Directories that are damaged give a status. */
static void
ask(const uint8_t *v, size_t n, bool valid)
{
	uint64_t count;
	size_t q;

	if (n < 2 || !(v[1] & BX_FLAG_EXT))
		return;
	for (q = 0; q < UT_DIR_QUESTIONS; q++)
	{
		BxStatus st = ut_dir_ask(v, n, q, bx_host_lz4(), &count);

		REQUIRE(st == BX_OK || (!valid && (st == BX_E_CORRUPT || st == BX_E_VERSION)));
	}
}

static void
use(const uint8_t *v, size_t n, bool valid)
{
	BxTextOptions indent = {.indent = 2};
	UtEvents ev;
	BxError err;
	BxBuf out, pretty;
	BxStatus st;

	ut_events_init(&ev);
	st = valid ? ut_read_all(v, n, &ev, &err) : ut_read(v, n, NULL, &ev, &err);
	REQUIRE(st == BX_OK || (!valid && (st == BX_E_CORRUPT || st == BX_E_VERSION)));
	bx_buf_init(&out, bx_host_lz4());
	bx_buf_init(&pretty, bx_host_lz4());
	st = bx_text_write(v, n, NULL, bx_host_lz4(), &out, &err);
	REQUIRE(st == BX_OK || (!valid && (st == BX_E_CORRUPT || st == BX_E_VERSION)));
	st = bx_text_write(v, n, &indent, bx_host_lz4(), &pretty, &err);
	REQUIRE(st == BX_OK || (!valid && (st == BX_E_CORRUPT || st == BX_E_VERSION)));
	ask(v, n, valid);
	if (valid)
	{
		rewrite(&ev, BX_MODE_NAMES, &out);
		rewrite(&ev, BX_MODE_SHAPES | UT_DIRECTORIES | UT_VALUES, &out);
		rewrite(&ev, BX_MODE_SHAPES, &out);
		rewrite(&ev, (v[1] & BX_FLAG_NAMES ? BX_MODE_SHAPES : BX_MODE_NAMES) | UT_HEAP, &out);
		rewrite(&ev, (v[1] & BX_FLAG_NAMES ? BX_MODE_SHAPES : BX_MODE_NAMES) | UT_CONSTANTS, &out);
	}
	bx_buf_free(&out);
	bx_buf_free(&pretty);
	ut_events_free(&ev);
}

/* The places asked for follow from the input, so that a finding can be replayed. */
static void
look(BxStore *store, BxStatus whole, const uint8_t *plain, size_t plain_n)
{
	uint64_t rng = store->total * UINT64_C(0x9E3779B97F4A7C15) | 1;
	BxArena arena;
	BxImage img;
	BxError err;
	BxStatus st, opened;
	int i;

	bx_arena_init(&arena, bx_host_lz4());
	st = opened = bx_image_open(&img, store, &arena, &err);
	for (i = 0; i < PLACES && st == BX_OK; i++)
	{
		uint32_t off = ut_below(&rng, (uint32_t) img.n);
		uint32_t len = ut_below(&rng, i & 1 ? 20 : 40000);

		st = bx_image_need(&img, off, len);
		if (st == BX_OK && whole == BX_OK)
			REQUIRE(memcmp(img.v + off, plain + off, len < plain_n - off ? len : plain_n - off) == 0);
	}
	if (st == BX_OK)
		st = bx_image_all(&img);
	REQUIRE(st == whole);
	if (st == BX_OK)
		REQUIRE(img.n == plain_n && memcmp(img.v, plain, plain_n) == 0);
	if (opened == BX_OK)
		bx_image_close(&img);
	bx_arena_reset(&arena);
}

static void
look_everywhere(const uint8_t *v, size_t n, BxStatus whole, const uint8_t *plain, size_t plain_n)
{
	BxStore memory;
	UtStore outside;

	bx_store_memory(&memory, v, n);
	look(&memory, whole, plain, plain_n);
	ut_store_init(&outside, v, n);
	look(&outside.store, whole, plain, plain_n);
}

/* The plain form in memory of the arena, when there is one. */
static BxStatus
whole_value(const uint8_t **v, size_t *n, BxArena *arena)
{
	BxHeader h;
	BxError err;
	BxStatus st = bx_header_read(*v, *n, *n, &h, &err);

	if (st == BX_OK)
		st = bx_plain(v, n, arena, &err);
	REQUIRE(st == BX_OK || st == BX_E_CORRUPT || st == BX_E_VERSION);
	return st;
}

static BxStatus
judge(const uint8_t *data, size_t size, bool packed)
{
	BxLimits limits = BX_LIMITS_DEFAULT;
	BxError err;
	BxStatus st = bx_check(data, size, !packed, NULL, bx_host_lz4(), &err);
	BxStatus limited = bx_check(data, size, false, &limits, bx_host_lz4(), NULL);

	REQUIRE(st == BX_OK || st == (packed ? BX_E_CORRUPT : BX_E_WIRE) || st == BX_E_VERSION);
	/* limits refuse more, and the status says whose bytes they are */
	REQUIRE(limited == (st == BX_E_WIRE ? BX_E_CORRUPT : st) || limited == BX_E_LIMIT ||
			limited == BX_E_DEPTH);
	if (st != BX_OK)
		REQUIRE(err.status == st && (packed || err.pos <= (int64_t) size) && err.msg[0] != '\0');
	/* blocks are a matter of storage */
	if (packed)
		st = bx_check(data, size, true, NULL, bx_host_lz4(), &err) == BX_OK ? BX_E_STATE : st;
	REQUIRE(st != BX_E_STATE);
	return st;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const uint8_t *plain = data;
	size_t plain_n = size;
	BxArena arena;
	BxStatus st, whole;

	bx_arena_init(&arena, bx_host_lz4());
	st = judge(data, size, ut_is_packed(data, size));
	whole = whole_value(&plain, &plain_n, &arena);
	REQUIRE(st != BX_OK || whole == BX_OK);
	look_everywhere(data, size, whole, plain, plain_n);
	if (whole == BX_OK || !ut_is_packed(data, size))
		use(plain, plain_n, st == BX_OK);
	bx_arena_reset(&arena);
	return 0;
}

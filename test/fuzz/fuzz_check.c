/*
 * fuzz_check.c -- bytes from outside: the validator, then everything that trusts it.
 *
 * Input: a value.  What the validator accepts is read, printed, written again in both modes, and each result must
 * pass the validator and print the same text.  What it refuses is read and printed all the same: stored bytes do not
 * pass the validator first, so damage must give an error there.
 */
#include "fuzz.h"

#include "../unit/ut_random.h"

static void
rewrite(const UtEvents *ev, BxMode mode, const BxBuf *text)
{
	BxWriterOptions opt = ut_options(mode, BX_TYPED_LOSSLESS);
	uint8_t *v = NULL;
	size_t n = 0;
	BxError err;
	BxBuf out;

	REQUIRE(ut_write(ev, &opt, bx_host_libc(), &v, &n, &err) == BX_OK);
	REQUIRE(bx_check(v, n, true, NULL, bx_host_libc(), &err) == BX_OK);
	bx_buf_init(&out, bx_host_libc());
	REQUIRE(bx_text_write(v, n, NULL, bx_host_libc(), &out, &err) == BX_OK);
	REQUIRE(out.len == text->len && (out.len == 0 || memcmp(out.data, text->data, out.len) == 0));
	bx_buf_free(&out);
	free(v);
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
	bx_buf_init(&out, bx_host_libc());
	bx_buf_init(&pretty, bx_host_libc());
	st = bx_text_write(v, n, NULL, bx_host_libc(), &out, &err);
	REQUIRE(st == BX_OK || (!valid && (st == BX_E_CORRUPT || st == BX_E_VERSION)));
	st = bx_text_write(v, n, &indent, bx_host_libc(), &pretty, &err);
	REQUIRE(st == BX_OK || (!valid && (st == BX_E_CORRUPT || st == BX_E_VERSION)));
	if (valid)
	{
		rewrite(&ev, BX_MODE_NAMES, &out);
		rewrite(&ev, BX_MODE_SHAPES, &out);
	}
	bx_buf_free(&out);
	bx_buf_free(&pretty);
	ut_events_free(&ev);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	BxLimits limits = BX_LIMITS_DEFAULT;
	BxError err;
	BxStatus st = bx_check(data, size, true, NULL, bx_host_libc(), &err);
	BxStatus limited = bx_check(data, size, false, &limits, bx_host_libc(), NULL);

	REQUIRE(st == BX_OK || st == BX_E_WIRE || st == BX_E_VERSION);
	/* limits refuse more, and the status says whose bytes they are */
	REQUIRE(limited == (st == BX_E_WIRE ? BX_E_CORRUPT : st) || limited == BX_E_LIMIT ||
			limited == BX_E_DEPTH);
	if (st != BX_OK)
		REQUIRE(err.status == st && err.pos <= (int64_t) size && err.msg[0] != '\0');
	use(data, size, st == BX_OK);
	return 0;
}

/* Damage with right lengths and fingerprint, or the input would be refused at the door. */
size_t
LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed)
{
	uint64_t rng = seed * UINT64_C(0x9E3779B97F4A7C15) | 1;
	size_t n;
	uint8_t *v = ut_mutate(data, size, &rng, &n);

	if (n <= max_size)
	{
		memcpy(data, v, n);
		size = n;
	}
	free(v);
	return size;
}

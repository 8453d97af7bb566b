/*
 * fuzz_ordpath.c -- node labels: validate, print, parse, compare, insert between.
 *
 * Input: a length byte, that many bytes of one label, the rest another one; then all of it again as the text of a
 * label. What passes the check prints and parses to the same bytes; functions agree about the pair.
 */
#include "fuzz.h"

#include <string.h>

#include "../../src/core/ordpath/bx_ordpath.h"

static void
as_text(const char *s, size_t n)
{
	BxBuf label, text;
	BxError err;
	BxStatus st;

	bx_buf_init(&label, bx_host_libc());
	bx_buf_init(&text, bx_host_libc());
	st = bx_ordpath_parse(s, n, &label, &err);
	REQUIRE(st == BX_OK || (st == BX_E_LABEL && err.pos >= 1 && err.pos <= (int64_t) n + 1));
	if (st == BX_OK)
	{
		REQUIRE(bx_ordpath_check(label.data, label.len, BX_E_WIRE, &err) == BX_OK);
		REQUIRE(bx_ordpath_print(label.data, label.len, &text, &err) == BX_OK);
	}
	bx_buf_free(&label);
	bx_buf_free(&text);
}

/* The text of a sound label gives its bytes back. */
static void
round_trip(const uint8_t *p, size_t n)
{
	BxBuf text, again;
	BxError err;

	bx_buf_init(&text, bx_host_libc());
	bx_buf_init(&again, bx_host_libc());
	REQUIRE(bx_ordpath_print(p, n, &text, &err) == BX_OK);
	REQUIRE(bx_ordpath_parse((char *) text.data, text.len, &again, &err) == BX_OK);
	REQUIRE(again.len == n && (n == 0 || memcmp(again.data, p, n) == 0));
	bx_buf_free(&text);
	bx_buf_free(&again);
}

/* A pair; sound when both passed the check. */
static void
as_pair(const uint8_t *p, size_t n, const uint8_t *q, size_t k, bool sound)
{
	size_t parent, common;
	uint32_t level, level_new;
	BxStatus st;
	BxBuf out;
	BxError err;
	bool has;

	bx_buf_init(&out, bx_host_libc());
	REQUIRE(bx_ordpath_parent(p, n, &has, &parent, &err) == BX_OK ? parent <= n : !sound);
	REQUIRE(bx_ordpath_common(p, n, q, k, &common, &err) == BX_OK ? common <= n && common <= k : !sound);
	st = bx_ordpath_upper(p, n, &out, &err);
	REQUIRE(st == BX_OK || !sound);
	if (sound)
	{
		REQUIRE(bx_ordpath_check(out.data, out.len, BX_E_WIRE, &err) == BX_OK);
		REQUIRE(bx_ordpath_within(q, k, p, n) ==
				(bx_ordpath_cmp(p, n, q, k) <= 0 && bx_ordpath_cmp(q, k, out.data, out.len) < 0));
	}
	out.len = 0;
	st = bx_ordpath_between(p, n, q, k, &out, &err);
	if (st == BX_OK && sound)
	{
		REQUIRE(bx_ordpath_check(out.data, out.len, BX_E_WIRE, &err) == BX_OK);
		REQUIRE(bx_ordpath_cmp(p, n, out.data, out.len) < 0 && bx_ordpath_cmp(out.data, out.len, q, k) < 0);
		REQUIRE(bx_ordpath_level(p, n, &level, &err) == BX_OK);
		REQUIRE(bx_ordpath_level(out.data, out.len, &level_new, &err) == BX_OK && level == level_new);
		REQUIRE(!bx_ordpath_within(out.data, out.len, p, n));
	}
	bx_buf_free(&out);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	size_t n, k;
	const uint8_t *p, *q;
	BxError err;
	bool p_sound, q_sound;

	as_text((const char *) data, size);
	if (size == 0)
		return 0;
	p = data + 1;
	n = data[0] < size - 1 ? data[0] : size - 1;
	q = p + n;
	k = size - 1 - n;
	p_sound = bx_ordpath_check(p, n, BX_E_WIRE, &err) == BX_OK;
	q_sound = bx_ordpath_check(q, k, BX_E_CORRUPT, &err) == BX_OK;
	if (p_sound)
		round_trip(p, n);
	if (q_sound)
		round_trip(q, k);
	as_pair(p, n, q, k, p_sound && q_sound);
	as_pair(q, k, p, n, p_sound && q_sound);
	return 0;
}

/*
 * test_base.c -- status reports, host, arena, buffer, varints, UTF-8 and XML character classes.
 *
 * Memory is tested on a host that refuses the Nth request, for every N an operation needs, and that counts
 * what was not given back.  Character functions are compared with slow rewordings of the standards over all
 * code points and with the classic malformed sequences.
 */
#include <limits.h>
#include <stdlib.h>

#include "../../../src/core/base/bx_arena.h"
#include "../../../src/core/base/bx_buf.h"
#include "../../../src/core/base/bx_bytes.h"
#include "../../../src/core/base/bx_long.h"
#include "../../../src/core/base/bx_sort.h"
#include "../../../src/core/base/bx_utf8.h"
#include "../ut.h"
#include "../ut_host.h"

static void
fail_host_init(UtHost *f, int fail_at)
{
	ut_host_init_as(f, bx_host_libc());
	f->fail_at = fail_at;
}

/* ---- status ---- */

static void
test_status_names(void)
{
	int i, j;

	for (i = 0; i < BX_STATUS_COUNT; i++)
		for (j = 0; j < i; j++)
			CHECK(strcmp(bx_status_name((BxStatus) i), bx_status_name((BxStatus) j)) != 0);
	CHECK(strcmp(bx_status_name(BX_E_CORRUPT), "corrupt") == 0);
	CHECK(strcmp(bx_status_name((BxStatus) 999), "unknown") == 0);
	CHECK(strcmp(bx_status_name((BxStatus) -1), "unknown") == 0);
}

static void
test_fail(void)
{
	BxError err;

	memset(&err, 0x5A, sizeof(err));
	CHECK(bx_fail(&err, BX_E_CORRUPT, 17, "length %d leaves its parent", 9) == BX_E_CORRUPT);
	CHECK(err.status == BX_E_CORRUPT && err.pos == 17 && err.line == 0 && err.col == 0);
	CHECK(strcmp(err.msg, "length 9 leaves its parent") == 0);
	CHECK(err.detail[0] == '\0' && err.setting[0] == '\0');

	CHECK(bx_fail_limit(&err, BX_E_DEPTH, "bxml.max_depth", 10000, "element nesting") == BX_E_DEPTH);
	CHECK(strcmp(err.msg, "element nesting exceeds the limit of 10000") == 0);
	CHECK(strcmp(err.setting, "bxml.max_depth") == 0 && err.pos == -1);
	CHECK(bx_fail_limit(&err, BX_E_LIMIT, NULL, 5, "input") == BX_E_LIMIT && err.setting[0] == '\0');

	CHECK(bx_fail_nomem(&err, 123) == BX_E_NOMEM && strstr(err.msg, "123") != NULL);

	bx_error_clear(&err);
	CHECK(err.status == BX_OK && err.pos == -1 && err.msg[0] == '\0');
	CHECK(bx_fail(NULL, BX_E_WIRE, 0, "%s", "x") == BX_E_WIRE);
	CHECK(bx_fail_limit(NULL, BX_E_LIMIT, "s", 1, "x") == BX_E_LIMIT);
	CHECK(bx_fail_nomem(NULL, 1) == BX_E_NOMEM);
}

/* A message of characters of 1 to 4 bytes, cut at every possible place, stays valid UTF-8. */
static void
test_fail_cuts_between_characters(void)
{
	static const char *const chars[] = {"a", "\xC3\xA9", "\xE2\x82\xAC", "\xF0\x9D\x84\x9E"};
	size_t c, lead;

	for (c = 0; c < 4; c++)
		for (lead = 0; lead < 8; lead++)
		{
			char text[2 * BX_MSG_MAX];
			size_t n = lead, bad, width = strlen(chars[c]);
			BxError err;

			memset(text, 'x', lead);
			for (; n + width < sizeof(text); n += width)
				memcpy(text + n, chars[c], width);
			text[n] = '\0';
			bx_fail(&err, BX_E_XPATH, 1, "%s", text);
			n = strlen(err.msg);
			CHECK(n <= BX_MSG_MAX - 1 && n > BX_MSG_MAX - 1 - width);
			CHECK(bx_utf8_is_xml((const uint8_t *) err.msg, n, &bad));
		}
}

/* ---- host ---- */

static int
depth_until_refused(const BxHost *host, int depth)
{
	volatile char frame[1024]; /* used as a whole, or a compiler keeps one byte of it */

	frame[depth % 1024] = (char) depth;
	if (depth >= 1 << 16 || !host->stack_ok(host->ctx))
		return depth;
	/* the use of frame after the call keeps it from becoming a loop */
	return depth_until_refused(host, depth + 1) + (frame[depth % 1024] != (char) depth);
}

static void
test_libc_host(void)
{
	const BxHost *host = bx_host_libc();
	char *p = host->alloc(host->ctx, 0);
	int depth;

	CHECK(p != NULL);
	p = host->resize(host->ctx, p, 100);
	CHECK(p != NULL);
	host->release(host->ctx, p);
	host->release(host->ctx, NULL);
	p = host->resize(host->ctx, NULL, 10);
	CHECK(p != NULL);
	host->release(host->ctx, p);
	CHECK(bx_poll(host) == BX_OK);
	CHECK(host->stack_ok(host->ctx));
	depth = depth_until_refused(host, 0);
	CHECKF(depth > 100 && depth <= 4096, "depth %d", depth);
	CHECK(host->stack_ok(host->ctx));
}

/* ---- the meter ---- */

static int interrupts, interrupts_until_cancel;

static BxStatus
interrupt(void *ctx)
{
	(void) ctx;
	return ++interrupts == interrupts_until_cancel ? BX_E_CANCEL : BX_OK;
}

static BxHost
metered_host(BxMeter *meter, int cancel_at)
{
	BxHost host = *bx_host_libc();

	*meter = (BxMeter) BX_METER_INIT;
	host.poll = interrupt;
	host.meter = meter;
	interrupts = 0;
	interrupts_until_cancel = cancel_at;
	return host;
}

/* What is charged in whatever lots leads to one poll per BX_POLL_UNITS; the most between two of them is noted. */
static void
test_meter(void)
{
	BxMeter meter;
	BxHost host = metered_host(&meter, 0);
	int i;

	for (i = 0; i < 10 * (BX_POLL_UNITS / BX_STEP_UNITS); i++)
		CHECK(bx_step(&host) == BX_OK);
	CHECKF(interrupts == 10 && meter.polls == 10 && meter.most == BX_POLL_UNITS, "%d", interrupts);
	CHECK(bx_charge(&host, 1000) == BX_OK && interrupts == 10);
	bx_note(&host, 10 * BX_POLL_UNITS);
	CHECK(interrupts == 10);
	CHECK(bx_charge(&host, 1) == BX_OK && interrupts == 11);
	CHECK(meter.most == 10 * BX_POLL_UNITS + 1001);
	interrupts_until_cancel = 12;
	CHECK(bx_steps(&host, BX_POLL_UNITS / BX_STEP_UNITS - 1) == BX_OK);
	CHECK(bx_step(&host) == BX_E_CANCEL);
	host.meter = NULL;
	CHECK(bx_charge(&host, 0) == BX_OK && interrupts == 13);
}

/* Long runs are charged in pieces, give what libc would, and stop at a cancel. */
static void
test_long(void)
{
	size_t n = 5 * BX_LONG_PIECE + 17, at = 4 * BX_LONG_PIECE - 1;
	char *a = bx_host_libc()->alloc(NULL, n), *b = bx_host_libc()->alloc(NULL, n);
	const char *place;
	BxMeter meter;
	BxHost host = metered_host(&meter, 0);
	uint64_t chars;
	bool equal;
	int order;

	CHECK(a != NULL && b != NULL);
	if (a == NULL || b == NULL)
		return;
	memset(a, 'a', n);
	memcpy(a + at, "\xC3\xA9x", 3);
	CHECK(bx_long_copy(&host, b, a, n) == BX_OK && memcmp(a, b, n) == 0);
	CHECK(bx_long_equal(&host, a, b, n, &equal) == BX_OK && equal);
	CHECK(bx_long_order(&host, a, n, b, n - 1, &order) == BX_OK && order > 0);
	CHECK(bx_long_order(&host, a, n - 1, b, n, &order) == BX_OK && order < 0);
	CHECK(bx_long_length(&host, a, n, &chars) == BX_OK && chars == n - 1);
	CHECK(bx_long_find(&host, a, n, "\xC3\xA9x", 3, &place) == BX_OK && place == a + at);
	CHECK(bx_long_find(&host, a, n, "xaa", 3, &place) == BX_OK && place == a + at + 2);
	CHECK(bx_long_find(&host, a, n, "xb", 2, &place) == BX_OK && place == NULL);
	CHECK(bx_long_find(&host, a, n, "", 0, &place) == BX_OK && place == a);
	CHECK(bx_long_find(&host, a, 2, "aaa", 3, &place) == BX_OK && place == NULL);
	CHECK(interrupts > 5 && meter.most < BX_POLL_UNITS + (int64_t) BX_LONG_PIECE);
	b[n - 1] = 'b';
	CHECK(bx_long_equal(&host, a, b, n, &equal) == BX_OK && !equal);
	CHECK(bx_long_order(&host, a, n, b, n, &order) == BX_OK && order < 0);
	interrupts_until_cancel = interrupts + 1;
	CHECK(bx_long_copy(&host, b, a, n) == BX_E_CANCEL);
	free(a);
	free(b);
}

/* ---- arena ---- */

#define ARENA_STEPS 400

static size_t
arena_request(int i)
{
	return i % 37 == 0 ? (size_t) i * 1000 : (size_t) (i * 7 % 300);
}

/* Allocate, fill and verify; returns how many requests were met. */
static int
arena_fill(BxArena *a)
{
	static unsigned char *got[ARENA_STEPS];
	int i, done = 0;

	for (i = 0; i < ARENA_STEPS; i++)
	{
		size_t n = arena_request(i);

		got[i] = i % 2 ? bx_arena_zalloc(a, n) : bx_arena_alloc(a, n);
		if (got[i] == NULL)
			continue;
		done++;
		CHECK((uintptr_t) got[i] % 16 == 0);
		CHECK(i % 2 == 0 || n == 0 || (got[i][0] == 0 && memcmp(got[i], got[i] + 1, n - 1) == 0));
		memset(got[i], i & 0xFF, n);
	}
	for (i = 0; i < ARENA_STEPS; i++)
	{
		size_t n = arena_request(i);

		if (got[i] != NULL && n > 0)
			CHECK(got[i][0] == (i & 0xFF) && memcmp(got[i], got[i] + 1, n - 1) == 0);
	}
	return done;
}

static void
test_arena(void)
{
	UtHost f;
	BxArena a;
	char *s;

	fail_host_init(&f, 0);
	bx_arena_init(&a, &f.host);
	CHECK(a.total == 0 && f.calls == 0);
	CHECK(arena_fill(&a) == ARENA_STEPS);
	CHECK(a.total > 0 && f.live > 1 && f.live < 30);
	s = bx_arena_strndup(&a, "abcdef", 3);
	CHECK(s != NULL && strcmp(s, "abc") == 0);
	s = bx_arena_strndup(&a, NULL, 0);
	CHECK(s != NULL && s[0] == '\0');
	CHECK(bx_arena_alloc(&a, SIZE_MAX) == NULL);
	CHECK(bx_arena_alloc(&a, SIZE_MAX - 20) == NULL);
	CHECK(bx_arena_strndup(&a, "x", SIZE_MAX) == NULL);
	bx_arena_reset(&a);
	CHECK(f.live == 0 && a.total == 0);
	CHECK(bx_arena_alloc(&a, 1) != NULL);
	bx_arena_reset(&a);
	bx_arena_reset(&a);
	CHECK(f.live == 0);
}

static void
test_arena_reuses_space_beside_large_requests(void)
{
	UtHost f;
	BxArena a;
	char *first, *second;

	fail_host_init(&f, 0);
	bx_arena_init(&a, &f.host);
	first = bx_arena_alloc(&a, 16);
	CHECK(bx_arena_alloc(&a, 5 << 20) != NULL);
	second = bx_arena_alloc(&a, 16);
	CHECK(second == first + 16 && f.live == 2);
	bx_arena_reset(&a);
	CHECK(f.live == 0);
}

/* Small, chunk-filling and large requests after nested marks; what is older than a mark survives its release. */
static void
test_arena_marks(void)
{
	static const size_t sizes[] = {16, 9000, 3 << 20, 100, 5 << 20};
	size_t first, i, outer_live, inner_live;
	UtHost f;
	BxArena a;

	for (first = 0; first < 5; first++)
	{
		BxArenaMark empty, outer, inner;
		char *old, *mid;

		fail_host_init(&f, 0);
		bx_arena_init(&a, &f.host);
		empty = bx_arena_mark(&a);
		old = bx_arena_alloc(&a, sizes[first]);
		memset(old, 'o', sizes[first]);
		outer = bx_arena_mark(&a);
		outer_live = (size_t) f.live;
		for (i = 0; i < 5; i++)
			CHECK(bx_arena_zalloc(&a, sizes[i]) != NULL);
		mid = bx_arena_strndup(&a, "middle", 6);
		inner = bx_arena_mark(&a);
		inner_live = (size_t) f.live;
		for (i = 5; i-- > 0;)
			CHECK(bx_arena_zalloc(&a, sizes[i]) != NULL);
		bx_arena_release(&a, &inner);
		CHECK((size_t) f.live == inner_live && strcmp(mid, "middle") == 0);
		CHECK(bx_arena_zalloc(&a, 5 << 20) != NULL);
		bx_arena_release(&a, &outer);
		CHECK((size_t) f.live == outer_live && old[0] == 'o' && old[sizes[first] - 1] == 'o');
		CHECK(bx_arena_zalloc(&a, 64) != NULL);
		bx_arena_release(&a, &empty);
		CHECK(f.live == 0);
	}
}

/* Blocks that grow: bytes stay, a large one leaves no copy, what is beside them and marks are not disturbed. */
static void
test_arena_grow(void)
{
	BxArenaMark mark;
	UtHost f;
	BxArena a;
	char *p = NULL, *other, *late;
	size_t n, live = 0;

	fail_host_init(&f, 0);
	bx_arena_init(&a, &f.host);
	for (n = 16; n <= 4 << 20; n *= 2)
	{
		p = bx_arena_grow(&a, p, n == 16 ? 0 : n / 2, n);
		CHECK(p != NULL && (n == 16 || (p[0] == (char) (n / 2 % 251) && p[n / 2 - 1] == p[0])));
		memset(p, (int) (n % 251), n);
		if (n == 1 << 20)
			live = (size_t) f.live;
	}
	CHECK(live > 0 && (size_t) f.live <= live + 1);
	CHECK(bx_arena_grow(&a, p, 4 << 20, 1 << 20) == p);
	CHECK(bx_arena_grow(&a, p, 4 << 20, SIZE_MAX - 8) == NULL);
	other = bx_arena_strndup(&a, "other", 5);
	CHECK(bx_arena_zalloc(&a, 3 << 20) != NULL);
	live = (size_t) f.live;
	mark = bx_arena_mark(&a);
	late = bx_arena_grow(&a, NULL, 0, 2 << 20);
	CHECK(late != NULL && (late = bx_arena_grow(&a, late, 2 << 20, 6 << 20)) != NULL);
	p = bx_arena_grow(&a, p, 4 << 20, 7 << 20);
	CHECK(p != NULL && p[0] == (char) ((4 << 20) % 251));
	bx_arena_release(&a, &mark);
	CHECK((size_t) f.live == live && strcmp(other, "other") == 0);
	f.fail_at = f.calls + 1;
	CHECK(bx_arena_grow(&a, p, 7 << 20, 9 << 20) == NULL && p[1] == (char) ((4 << 20) % 251));
	bx_arena_reset(&a);
	CHECK(f.live == 0);
}

static void
test_arena_every_failure(void)
{
	UtHost f;
	BxArena a;
	int n = 0, calls;

	do
	{
		fail_host_init(&f, ++n);
		bx_arena_init(&a, &f.host);
		arena_fill(&a);
		calls = f.calls;
		CHECK(bx_arena_alloc(&a, 100000) != NULL || f.calls == f.fail_at);
		bx_arena_reset(&a);
		CHECK(f.live == 0);
	} while (n <= calls);
	CHECK(n > 5);
}

/* ---- buffer ---- */

static void
test_buf(void)
{
	UtHost f;
	BxBuf b;
	BxError err;
	int i;

	fail_host_init(&f, 0);
	bx_buf_init(&b, &f.host);
	CHECK(bx_buf_append(&b, NULL, 0, &err) == BX_OK && b.len == 0 && f.calls == 0);
	for (i = 0; i < 100000; i++)
		CHECK(bx_buf_byte(&b, (uint8_t) i, &err) == BX_OK);
	CHECK(b.len == 100000 && f.calls < 20);
	for (i = 0; i < 100000; i++)
		if (b.data[i] != (uint8_t) i)
			break;
	CHECK(i == 100000);
	CHECK(bx_buf_reserve(&b, 1 << 20, &err) == BX_OK && b.len == 100000 && b.cap >= b.len + (1 << 20));
	bx_buf_free(&b);
	CHECK(f.live == 0 && b.len == 0 && b.cap == 0 && b.data == NULL);
	CHECK(bx_buf_append(&b, "again", 5, &err) == BX_OK && memcmp(b.data, "again", 5) == 0);
	CHECK(b.cap == 256);
	bx_buf_free(&b);
}

static void
test_buf_limit(void)
{
	UtHost f;
	BxBuf b;
	BxError err;
	int i;

	fail_host_init(&f, 0);
	bx_buf_init(&b, &f.host);
	b.max = 1000;
	for (i = 0; i < 1000; i++)
		CHECK(bx_buf_byte(&b, 'x', &err) == BX_OK);
	CHECK(b.cap == 1000);
	CHECK(bx_buf_byte(&b, 'y', &err) == BX_E_LIMIT && b.len == 1000);
	CHECK(err.status == BX_E_LIMIT && err.setting[0] == '\0' && strstr(err.msg, "1000 bytes") != NULL);
	CHECK(bx_buf_append(&b, "z", 1, NULL) == BX_E_LIMIT);
	bx_buf_free(&b);

	bx_buf_init(&b, &f.host);
	CHECK(bx_buf_reserve(&b, BX_VALUE_MAX + 1, &err) == BX_E_LIMIT);
	CHECK(strstr(err.msg, "1 GB") != NULL && err.setting[0] == '\0');
	CHECK(bx_buf_byte(&b, 1, &err) == BX_OK);
	CHECK(bx_buf_reserve(&b, SIZE_MAX, &err) == BX_E_LIMIT);
	CHECK(bx_buf_reserve(&b, BX_VALUE_MAX, &err) == BX_E_LIMIT);
	CHECK(b.len == 1 && b.data[0] == 1);
	bx_buf_free(&b);
	CHECK(f.live == 0);
}

static void
test_buf_every_failure(void)
{
	int n, calls = 1;

	for (n = 1; n <= calls + 1; n++)
	{
		UtHost f;
		BxBuf b;
		BxError err;
		int i, refused = 0;

		fail_host_init(&f, n);
		bx_buf_init(&b, &f.host);
		for (i = 0; i < 3000; i++)
			if (bx_buf_append(&b, "0123456789", 10, &err) != BX_OK)
			{
				refused++;
				CHECK(err.status == BX_E_NOMEM && b.len == (size_t) i * 10);
				i--;
			}
		CHECK(refused == (f.calls >= n));
		CHECK(b.len == 30000 && memcmp(b.data + b.len - 10, b.data, 10) == 0);
		calls = f.calls;
		bx_buf_free(&b);
		CHECK(f.live == 0);
	}
	CHECK(calls > 5);
}

/* ---- varints ---- */

static void
check_varint(uint32_t v)
{
	uint8_t buf[BX_VARINT_MAX];
	uint8_t *end = bx_varint_put(buf, v);
	uint32_t got = ~v;
	unsigned n = (unsigned) (end - buf), i;

	CHECKF(n == bx_varint_size(v) && n == (v < 240 ? 1u : v < 4080 ? 2u : 5u), "%u", v);
	CHECKF(bx_varint_get(buf, end, &got) == end && got == v, "%u", v);
	for (i = 0; i < n; i++)
		CHECKF(bx_varint_get(buf, buf + i, &got) == NULL, "%u cut to %u", v, i);
}

static void
check_token(uint32_t t)
{
	uint8_t buf[BX_VARINT_MAX];
	uint8_t *end = bx_token_put(buf, t);
	uint32_t got = ~t;
	unsigned n = (unsigned) (end - buf), i;

	CHECKF(n == bx_token_size(t) && n == (t < 240 ? 1u : t < 4080 ? 2u : 4u), "%u", t);
	CHECKF(bx_token_get(buf, end, &got) == end && got == t, "%u", t);
	for (i = 0; i < n; i++)
		CHECKF(bx_token_get(buf, buf + i, &got) == NULL, "%u cut to %u", t, i);
}

static void
test_varints(void)
{
	static const uint32_t edges[] = {65535, 65536, 0xFFFFFE, 0xFFFFFF, 0x1000000, INT_MAX, UINT32_MAX};
	uint32_t v;
	size_t i;

	for (v = 0; v < 5000; v++)
	{
		check_varint(v);
		check_token(v);
	}
	for (i = 0; i < sizeof(edges) / sizeof(edges[0]); i++)
	{
		check_varint(edges[i]);
		if (edges[i] <= 0xFFFFFF)
			check_token(edges[i]);
	}
}

static void
test_varints_not_shortest(void)
{
	uint32_t v, got;

	for (v = 0; v < 4080; v++)
	{
		uint8_t buf[5] = {255};

		bx_put_u32(buf + 1, v);
		CHECK(bx_varint_get(buf, buf + 5, &got) == NULL);
		CHECK(bx_token_get(buf, buf + 4, &got) == NULL);
	}
}

/* ---- UTF-8 ---- */

static bool
is_scalar(uint32_t cp)
{
	return cp <= 0x10FFFF && !(cp >= 0xD800 && cp <= 0xDFFF);
}

/* Encode without regard to what is allowed, in n bytes. */
static void
put_raw(uint8_t *p, uint32_t cp, int n)
{
	static const uint8_t lead[] = {0, 0, 0xC0, 0xE0, 0xF0};
	int i;

	for (i = n - 1; i > 0; i--, cp >>= 6)
		p[i] = (uint8_t) (0x80 | (cp & 0x3F));
	p[0] = (uint8_t) (lead[n] | cp);
}

/* All code points in all lengths: exactly the shortest form of scalar values is accepted. */
static void
test_utf8_all(void)
{
	uint32_t cp;
	int n;

	for (n = 1; n <= 4; n++)
		for (cp = 0; cp < (n == 1 ? 0x80u : n == 2 ? 0x800u : n == 3 ? 0x10000u : 0x200000u); cp++)
		{
			int shortest = cp < 0x80 ? 1 : cp < 0x800 ? 2 : cp < 0x10000 ? 3 : 4;
			bool good = is_scalar(cp) && n == shortest;
			uint8_t buf[4], again[4];
			const uint8_t *p = buf;
			size_t bad = 77;
			int32_t got;

			put_raw(buf, cp, n);
			got = bx_utf8_next(&p, buf + n);
			CHECKF(got == (good ? (int32_t) cp : -1) && p == (good ? buf + n : buf),
				   "U+%X in %d bytes gave %d", cp, n, got);
			CHECKF(bx_utf8_is_xml(buf, (size_t) n, &bad) == (good && bx_is_xml_char(cp)), "U+%X in %d bytes",
				   cp, n);
			CHECKF(!good || (bx_utf8_put(again, cp) == (unsigned) n && memcmp(buf, again, (size_t) n) == 0),
				   "U+%X", cp);
		}
}

static void
test_utf8_malformed(void)
{
	static const struct
	{
		const char *s;
		size_t n;
	} cases[] = {
		{"\x80", 1},             /* continuation alone */
		{"\xBF", 1},             /* last continuation alone */
		{"\xC0\x80", 2},         /* overlong NUL */
		{"\xC1\xBF", 2},         /* overlong DEL */
		{"\xC3", 1},             /* cut after 1 of 2 */
		{"\xC3(", 2},            /* second byte not a continuation */
		{"\xE0\x80\xAF", 3},     /* overlong slash */
		{"\xE0\x9F\xBF", 3},     /* last overlong of 3 */
		{"\xE2\x82", 2},         /* cut after 2 of 3 */
		{"\xE2\x28\xA1", 3},     /* bad second of 3 */
		{"\xE2\x82\x28", 3},     /* bad third of 3 */
		{"\xED\xA0\x80", 3},     /* first surrogate */
		{"\xED\xBF\xBF", 3},     /* last surrogate */
		{"\xF0\x8F\xBF\xBF", 4}, /* last overlong of 4 */
		{"\xF0\x9D\x84", 3},     /* cut after 3 of 4 */
		{"\xF0\x9D\x84\xC0", 4}, /* bad fourth of 4 */
		{"\xF4\x90\x80\x80", 4}, /* 110000 */
		{"\xF5\x80\x80\x80", 4}, /* lead byte past F4 */
		{"\xF8\x88\x80\x80\x80", 5},
		{"\xFE", 1},
		{"\xFF", 1},
	};
	size_t i, at;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		for (at = 0; at < 70; at++)
		{
			/* exact allocation, so that a sanitizer sees a read past the end */
			size_t n = at + cases[i].n, bad = 0;
			uint8_t *s = malloc(n);
			const uint8_t *p = s + at;

			memset(s, 'a', at);
			memcpy(s + at, cases[i].s, cases[i].n);
			CHECK(bx_utf8_next(&p, s + n) == -1 && p == s + at);
			CHECKF(!bx_utf8_is_xml(s, n, &bad) && bad == at, "case %zu at %zu gave %zu", i, at, bad);
			free(s);
		}
}

/* Every byte at every place of texts of every small length, in ASCII and in other surroundings. */
static void
test_utf8_is_xml_positions(void)
{
	static const char *const fillers[] = {"a", "\n", "\xC3\xA9", "\xE2\x82\xAC", "\xF0\x9D\x84\x9E"};
	size_t f, n, at;
	unsigned c;

	for (f = 0; f < 5; f++)
		for (n = 1; n < 40; n++)
			for (at = 0; at < n; at++)
				for (c = 0; c < 0x80; c++)
				{
					size_t w = strlen(fillers[f]), len = 0, i, bad = 0;
					uint8_t *s = malloc((n - 1) * w + 1);
					bool good = c >= 0x20 || c == '\t' || c == '\n' || c == '\r';

					for (i = 0; i < n; i++)
						if (i == at)
							s[len++] = (uint8_t) c;
						else
						{
							memcpy(s + len, fillers[f], w);
							len += w;
						}
					CHECKF(bx_utf8_is_xml(s, len, &bad) == good && (good || bad == at * w),
						   "byte %u at %zu of %zu, filler %zu", c, at, n, f);
					CHECKF(bx_utf8_length(s, len) == n, "length with filler %zu, %zu characters", f, n);
					free(s);
				}
	CHECK(bx_utf8_is_xml((const uint8_t *) "", 0, &n) && bx_utf8_length((const uint8_t *) "", 0) == 0);
}

static void
test_xml_chars(void)
{
	uint32_t cp;

	for (cp = 0; cp < 0x120000; cp++)
	{
		bool good = cp == 9 || cp == 10 || cp == 13 || (cp >= 0x20 && cp <= 0xD7FF) ||
					(cp >= 0xE000 && cp <= 0xFFFD) || (cp >= 0x10000 && cp <= 0x10FFFF);

		CHECKF(bx_is_xml_char(cp) == good, "U+%X", cp);
	}
}

/* The ends of every range of productions 4 and 4a, and their neighbours outside. */
static void
test_name_classes(void)
{
	static const uint32_t start[][2] = {
		{'A', 'Z'},       {'_', '_'},       {'a', 'z'},       {0xC0, 0xD6},     {0xD8, 0xF6},
		{0xF8, 0x2FF},    {0x370, 0x37D},   {0x37F, 0x1FFF},  {0x200C, 0x200D}, {0x2070, 0x218F},
		{0x2C00, 0x2FEF}, {0x3001, 0xD7FF}, {0xF900, 0xFDCF}, {0xFDF0, 0xFFFD}, {0x10000, 0xEFFFF},
	};
	static const uint32_t more[][2] = {
		{'-', '.'}, {'0', '9'}, {0xB7, 0xB7}, {0x300, 0x36F}, {0x203F, 0x2040}};
	uint32_t cp;
	size_t i;

	for (cp = 0; cp <= 0x110000; cp++)
	{
		bool is_start = false, is_char = false;

		for (i = 0; i < sizeof(start) / sizeof(start[0]); i++)
			is_start |= cp >= start[i][0] && cp <= start[i][1];
		for (i = 0; i < sizeof(more) / sizeof(more[0]); i++)
			is_char |= cp >= more[i][0] && cp <= more[i][1];
		CHECKF(bx_is_name_start(cp) == is_start && bx_is_name_char(cp) == (is_start || is_char), "U+%X", cp);
	}
}

static void
test_ncname(void)
{
	static const char *const good[] = {
		"a", "_", "Z9", "a-b.c", "\xC3\xA9t\xC3\xA9", "a\xC2\xB7", "\xF0\x90\x80\x80"};
	static const char *const bad[] = {"",   "9",        "-a",        ".",    "a:b",           ":",
									  " a", "a b",      "a\n",       "\xC3", "a\xED\xA0\x80", "\xC3\x97",
									  "a/", "\xC2\xB7", "a\xC3\xB7", "a\xFF"};
	size_t i;

	for (i = 0; i < sizeof(good) / sizeof(good[0]); i++)
		CHECKF(bx_is_ncname(good[i], strlen(good[i])), "good %zu", i);
	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		CHECKF(!bx_is_ncname(bad[i], strlen(bad[i])), "bad %zu", i);
	CHECK(!bx_is_ncname("a\0b", 3));
}

/* ---- sorting ---- */

typedef struct SortEntry
{
	uint32_t key;
	uint32_t at;
	uint32_t more;
} SortEntry;

static int
compare_sort_entries(const void *x, const void *y)
{
	const SortEntry *a = x, *b = y;

	return a->key < b->key ? -1 : a->key > b->key;
}

static SortEntry *
unsorted(size_t n, uint32_t keys)
{
	SortEntry *e = malloc((n + 1) * sizeof(SortEntry));
	uint64_t seed = n * 2654435761u + keys;

	for (size_t i = 0; i < n; i++)
	{
		seed = seed * 6364136223846793005u + 1442695040888963407u;
		e[i] = (SortEntry){(uint32_t) (seed >> 33) % keys, (uint32_t) i, (uint32_t) ~i};
	}
	return e;
}

static void
test_sort(void)
{
	static const size_t sizes[] = {0, 1, 2, 100, 4095, 4096, 4097, 8192, 12289, 100000};

	for (size_t k = 0; k < sizeof(sizes) / sizeof(sizes[0]); k++)
		for (uint32_t keys = 1; keys < 1000000; keys *= 97)
		{
			SortEntry *e = unsorted(sizes[k], keys);
			BxError err;
			UtHost h;
			size_t i;

			fail_host_init(&h, 0);
			CHECK(bx_sort(&h.host, e, sizes[k], sizeof(SortEntry), compare_sort_entries, &err) == BX_OK);
			for (i = 1; i < sizes[k]; i++)
				if (e[i - 1].key > e[i].key || e[i].more != ~e[i].at)
					break;
			CHECKF(i >= sizes[k], "%zu of %zu, %u keys", i, sizes[k], keys);
			CHECK(h.live == 0 && (size_t) h.polls + 1 >= sizes[k] / BX_SORT_RUN);
			free(e);
		}
}

/* Sorting ends at a poll, and for lack of memory. */
static void
test_sort_stops(void)
{
	SortEntry *e = unsorted(50000, 1000);
	BxError err;
	UtHost h;

	fail_host_init(&h, 1);
	CHECK(bx_sort(&h.host, e, 50000, sizeof(SortEntry), compare_sort_entries, &err) == BX_E_NOMEM);
	for (int at = 1; at < 40; at++)
	{
		fail_host_init(&h, 0);
		h.cancel_at = at;
		CHECK(bx_sort(&h.host, e, 50000, sizeof(SortEntry), compare_sort_entries, &err) == BX_E_CANCEL);
		CHECK(h.live == 0 && err.status == BX_E_CANCEL);
	}
	free(e);
}

UT_SUITE(test_base)
{
	UT_RUN(test_status_names);
	UT_RUN(test_fail);
	UT_RUN(test_fail_cuts_between_characters);
	UT_RUN(test_libc_host);
	UT_RUN(test_meter);
	UT_RUN(test_long);
	UT_RUN(test_arena);
	UT_RUN(test_arena_reuses_space_beside_large_requests);
	UT_RUN(test_arena_marks);
	UT_RUN(test_arena_grow);
	UT_RUN(test_arena_every_failure);
	UT_RUN(test_buf);
	UT_RUN(test_buf_limit);
	UT_RUN(test_buf_every_failure);
	UT_RUN(test_varints);
	UT_RUN(test_varints_not_shortest);
	UT_RUN(test_utf8_all);
	UT_RUN(test_utf8_malformed);
	UT_RUN(test_utf8_is_xml_positions);
	UT_RUN(test_xml_chars);
	UT_RUN(test_name_classes);
	UT_RUN(test_ncname);
	UT_RUN(test_sort);
	UT_RUN(test_sort_stops);
	return ut_done();
}

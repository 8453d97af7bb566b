/*
 * test_pass.c -- passing over names: every name looked for is read, where it is and with its own bytes, in both modes, with
 * few and with many names looked for, and in damaged tables nothing outside is read.
 */
#include "ut.h"
#include "ut_value.h"

#include "../../src/core/format/bx_pass.h"

#define NAMES 60

static uint8_t *
doc(uint64_t *rng, unsigned mode, size_t *n)
{
	static char xml[40000];
	int at = sprintf(xml, "<r xmlns:p='urn:p'>"), i, j;

	for (i = 0; i < NAMES; i++)
	{
		int len = ut_below(rng, 10) == 0 ? (int) ut_below(rng, 300) : (int) ut_below(rng, 12);

		at += sprintf(xml + at, ut_below(rng, 8) == 0 ? "<p:" : "<");
		j = at;
		for (; at < j + 1 + len; at++)
			xml[at] = (char) ('a' + ut_below(rng, at == j ? 3 : 2));
		at += sprintf(xml + at, " %c%u='1'/>", 'a' + (int) ut_below(rng, 4), ut_below(rng, 50));
	}
	at += sprintf(xml + at, "text</r>");
	return ut_encode(xml, (size_t) at, mode, BX_TYPED_LOSSLESS, n);
}

static BxStatus
begin(BxScan *s, BxHeader *h, const uint8_t *v, size_t n, BxArena *arena, BxError *err, uint32_t *count)
{
	BxStatus st = bx_header_read(v, n, n, h, err);

	memset(s, 0, sizeof(*s));
	if (st == BX_OK)
		st = bx_scan_begin(s, h, v, arena, err);
	if (st != BX_OK)
		return st;
	return h->flags & BX_FLAG_NAMES ? bx_scan_name_rows(s, count) : bx_scan_names(s, count);
}

static BxStatus
read_one(BxScan *s, uint32_t i, BxRow *r, BxNameInfo *name)
{
	r->kind = BX_KIND_ELEMENT;
	return s->flags & BX_FLAG_NAMES ? bx_scan_name_row(s, i, r, name) : bx_scan_name(s, i, name);
}

static uint32_t
next(BxScan *s, uint32_t i, uint32_t n, const BxWanted *w)
{
	return s->flags & BX_FLAG_NAMES ? bx_pass_name_rows(s, i, n, w) : bx_pass_names(s, i, n, w);
}

static void
pass_one(const uint8_t *v, size_t n, uint64_t *rng, uint32_t n_wanted)
{
	static BxNameInfo all[1000];
	static BxRow rows[1000];
	uint32_t count, i, at, k;
	bool asked[1000] = {false};
	BxNameInfo name;
	BxScan one, two;
	BxArena arena;
	BxWanted w;
	BxHeader h;
	BxError err;
	BxRow r;

	bx_error_clear(&err);
	bx_arena_init(&arena, bx_host_libc());
	CHECK(begin(&one, &h, v, n, &arena, &err, &count) == BX_OK && count < 1000);
	for (i = 0; i < count; i++)
		CHECK(read_one(&one, i, &rows[i], &all[i]) == BX_OK);
	bx_wanted_init(&w);
	for (k = 0; k < n_wanted; k++)
	{
		i = ut_below(rng, count);
		asked[i] = true;
		bx_wanted_add(&w, all[i].local, all[i].len, 1u << rows[i].kind);
	}
	CHECK(begin(&two, &h, v, n, &arena, &err, &count) == BX_OK);
	for (at = i = 0; (i = next(&two, i, count, &w)) < count; at = ++i)
	{
		for (; at < i; at++)
			CHECKF(!asked[at], "%.*s passed over", (int) all[at].len, all[at].local);
		CHECK(read_one(&two, i, &r, &name) == BX_OK);
		CHECKF(name.local == all[i].local && name.len == all[i].len && r.kind == rows[i].kind, "name %u", i);
	}
	for (; at < count; at++)
		CHECKF(!asked[at], "%.*s passed over", (int) all[at].len, all[at].local);
	CHECK(one.p == two.p && one.bodies == two.bodies);
	bx_arena_reset(&arena);
}

static void
names_are_found(void)
{
	uint64_t rng = 7;
	int i;

	for (i = 0; i < 400; i++)
	{
		size_t n;
		uint8_t *v = doc(&rng, i & 1 ? BX_MODE_NAMES : BX_MODE_SHAPES, &n);

		pass_one(v, n, &rng, ut_below(&rng, i % 7 == 0 ? 40 : 4));
		free(v);
	}
}

/* Damaged heads and lengths: whatever is read lies in the table, and the end is reached. */
static void
damage_is_survived(void)
{
	uint64_t rng = 8;
	int i;

	for (i = 0; i < 4000; i++)
	{
		size_t n;
		uint8_t *v = doc(&rng, i & 1 ? BX_MODE_NAMES : BX_MODE_SHAPES, &n);
		uint32_t count = 0, k, steps = 0;
		BxNameInfo name = {"", 0, 0};
		BxStatus st;
		BxArena arena;
		BxWanted w;
		BxHeader h;
		BxError err;
		BxScan s;
		BxRow r;

		bx_error_clear(&err);
		bx_arena_init(&arena, bx_host_libc());
		CHECK(bx_header_read(v, n, n, &h, &err) == BX_OK);
		for (k = 0; k < 4; k++)
			v[h.table_off + ut_below(&rng, h.table_len / 2)] = (uint8_t) ut_below(&rng, 256);
		bx_wanted_init(&w);
		bx_wanted_add(&w, "ab", 2, 1u << BX_KIND_LEAF | 1u << BX_KIND_ATTRIBUTE);
		bx_wanted_add(&w, "b0", 2, 1u << BX_KIND_ATTRIBUTE);
		st = begin(&s, &h, v, n, &arena, &err, &count);
		for (k = 0; st == BX_OK && (k = next(&s, k, count, &w)) < count; k++)
		{
			st = read_one(&s, k, &r, &name);
			CHECK(++steps <= count);
			CHECK(st != BX_OK || name.len == 0 ||
				  ((const uint8_t *) name.local >= v + h.table_off &&
				   (const uint8_t *) name.local + name.len <= v + h.items_off));
		}
		CHECK(s.p <= s.end);
		bx_arena_reset(&arena);
		free(v);
	}
}

int
main(void)
{
	UT_RUN(names_are_found);
	UT_RUN(damage_is_survived);
	return ut_done();
}

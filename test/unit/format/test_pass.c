/*
 * test_pass.c -- passing over names: every name looked for is read, where it is and with its own bytes, in both modes,
 * with few and with many names looked for, and in damaged tables nothing outside is read.
 */
#include "../ut.h"
#include "../ut_value.h"

#include "../../../src/core/format/bx_name_filter.h"

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
begin(BxTableScan *s, BxHeader *h, const uint8_t *v, size_t n, BxArena *arena, BxError *err, uint32_t *count)
{
	BxStatus st = bx_header_read(v, n, n, h, err);

	memset(s, 0, sizeof(*s));
	if (st == BX_OK)
		st = bx_table_scan_begin(s, h, v, arena, err);
	if (st != BX_OK)
		return st;
	return h->flags & BX_FLAG_NAMES ? bx_table_scan_name_shapes(s, count) : bx_table_scan_names(s, count);
}

static BxStatus
read_one(BxTableScan *s, uint32_t i, BxShape *r, BxNameInfo *name)
{
	r->kind = BX_KIND_ELEMENT;
	return s->flags & BX_FLAG_NAMES ? bx_table_scan_name_shape(s, i, r, name)
									: bx_table_scan_name(s, i, name);
}

/* The numbers of the entries to be read, in asked; *p is where each of them was, by number.  Reads what it must. */
static BxStatus
pass_all(BxTableScan *s, uint32_t n, const BxNameFilter *w, bool *asked, const char **p)
{
	BxNameEntry found[BX_FOUND_MAX];
	BxNameInfo name;
	BxShape r;
	uint32_t i, j, m;

	for (i = 0; i < n; i++)
	{
		const uint8_t *after;
		uint32_t from = i;

		m = s->flags & BX_FLAG_NAMES ? bx_name_filter_shapes(s, &i, n, w, found)
									 : bx_name_filter_names(s, &i, n, w, found);
		CHECK(m <= BX_FOUND_MAX && i >= from && i <= n);
		after = s->p;
		for (j = 0; j <= m; j++)
		{
			uint32_t at = j < m ? found[j].i : i;
			BxStatus st;

			s->p = j < m ? found[j].p : after;
			if (at == n)
				continue;
			CHECK(at >= from && !asked[at] && s->p <= s->end);
			from = at;
			asked[at] = true;
			st = read_one(s, at, &r, &name);
			if (st != BX_OK)
				return st;
			p[at] = name.local;
		}
	}
	return BX_OK;
}

static void
pass_one(const uint8_t *v, size_t n, uint64_t *rng, uint32_t n_wanted)
{
	static BxNameInfo all[1000];
	static BxShape rows[1000];
	static const char *local[1000];
	bool wanted[1000] = {false}, asked[1000] = {false};
	uint32_t count, i, k;
	BxTableScan one, two;
	BxArena arena;
	BxNameFilter w;
	BxHeader h;
	BxError err;

	bx_error_clear(&err);
	bx_arena_init(&arena, bx_host_libc());
	CHECK(begin(&one, &h, v, n, &arena, &err, &count) == BX_OK && count < 1000);
	for (i = 0; i < count; i++)
		CHECK(read_one(&one, i, &rows[i], &all[i]) == BX_OK);
	bx_name_filter_init(&w);
	for (k = 0; k < n_wanted; k++)
	{
		i = ut_below(rng, count);
		wanted[i] = true;
		bx_name_filter_add(&w, all[i].local, all[i].len, 1u << rows[i].kind);
	}
	if (n_wanted == 39)
		bx_name_filter_all(&w);
	CHECK(begin(&two, &h, v, n, &arena, &err, &count) == BX_OK);
	CHECK(pass_all(&two, count, &w, asked, local) == BX_OK);
	for (i = 0; i < count; i++)
	{
		CHECKF(asked[i] || !wanted[i], "%.*s passed over", (int) all[i].len, all[i].local);
		CHECKF(!asked[i] || local[i] == all[i].local, "%.*s elsewhere", (int) all[i].len, all[i].local);
	}
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

/* Damaged heads and lengths: whatever is read is in the table, and the end is reached. */
static void
damage_is_survived(void)
{
	uint64_t rng = 8;
	int i;

	for (i = 0; i < 4000; i++)
	{
		size_t n;
		uint8_t *v = doc(&rng, i & 1 ? BX_MODE_NAMES : BX_MODE_SHAPES, &n);
		static const char *local[10000];
		static bool asked[10000];
		uint32_t count = 0, k;
		BxArena arena;
		BxNameFilter w;
		BxHeader h;
		BxError err;
		BxTableScan s;

		bx_error_clear(&err);
		bx_arena_init(&arena, bx_host_libc());
		CHECK(bx_header_read(v, n, n, &h, &err) == BX_OK);
		for (k = 0; k < 4; k++)
			v[h.table_off + ut_below(&rng, h.table_len / 2)] = (uint8_t) ut_below(&rng, 256);
		bx_name_filter_init(&w);
		bx_name_filter_add(&w, "ab", 2, 1u << BX_KIND_LEAF | 1u << BX_KIND_ATTRIBUTE);
		bx_name_filter_add(&w, "b0", 2, 1u << BX_KIND_ATTRIBUTE);
		memset(asked, 0, sizeof(asked));
		memset(local, 0, sizeof(local));
		if (begin(&s, &h, v, n, &arena, &err, &count) == BX_OK && count <= 10000)
			(void) pass_all(&s, count, &w, asked, local);
		for (k = 0; k < 10000; k++)
			CHECK(local[k] == NULL || local[k][0] == '\0' ||
				  (local[k] >= (const char *) v && local[k] < (const char *) v + n));
		CHECK(s.p <= s.end);
		bx_arena_reset(&arena);
		free(v);
	}
}

UT_SUITE(test_pass)
{
	UT_RUN(names_are_found);
	UT_RUN(damage_is_survived);
	return ut_done();
}

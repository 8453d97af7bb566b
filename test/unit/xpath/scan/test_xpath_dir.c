/*
 * test_xpath_dir.c -- what directories save: items looked at and bytes fetched, of a value as large as they are made
 * for.
 *
 * That they change no answer is tested with every other case (ut_xpath.h, test/diff); that damage to them is noticed,
 * in test_check.c and here, for what a reader can notice.
 */
#define _POSIX_C_SOURCE 200809L

#include "../../../../src/core/read/bx_dir.h"
#include "../../../../src/core/encode/bx_pack.h"
#include "../../ut_pack.h"
#include "../../ut_xpath.h"

#define RECORDS 20000
#define RARE 2500 /* one record in so many has an extra element */

typedef struct Big
{
	uint8_t *v, *packed;
	size_t n, m;
} Big;

static void
big_make(Big *b, BxDirectories directories)
{
	BxWriterOptions o = ut_options(BX_MODE_AUTO, BX_TYPED_LOSSLESS);
	BxBuf text;
	uint32_t i;

	o.directories = directories;
	bx_buf_init(&text, bx_host_libc());
	xt_say(&text, "<list>\n");
	for (i = 1; i <= RECORDS; i++)
		xt_say(
			&text,
			" <rec id='%u'><name>record number %u</name><price>%u.50</price><note>%x %x %x</note>%s</rec>\n",
			i, i, i % 997, i * 2654435761u, i * 40503u, i * 2246822519u,
			i % RARE == 0 ? "<rare>1</rare>" : "");
	xt_say(&text, "</list>");
	b->v = ut_need(xt_parse_with((char *) text.data, text.len, &o, &b->n));
	b->packed = ut_need(ut_pack(b->v, b->n, &b->m));
	bx_buf_free(&text);
}

static void
big_free(Big *b)
{
	free(b->v);
	free(b->packed);
}

/* The value of the path, of the packed value outside memory; the work it took. */
static XpWork
ask(const Big *b, const char *expr, char *answer, size_t size)
{
	UtStore store;
	XpBlock *path;
	BxArena arena;
	BxError err;
	XpItem text = {.str = {"", 0}};
	XpCall c = {.host = bx_host_lz4(), .arena = &arena, .store = &store.store, .err = &err};

	bx_arena_init(&arena, bx_host_lz4());
	ut_store_init(&store, b->packed, b->m);
	CHECK(xp_compile(expr, strlen(expr), 0, &arena, &path, &err) == BX_OK);
	CHECKF(xp_value(&c, path, &text) == BX_OK, "%s: %s", expr, err.msg);
	snprintf(answer, size, "%.*s", text.type != XP_T_ANY ? (int) text.str.n : 4,
			 text.type != XP_T_ANY ? text.str.s : "none");
	bx_arena_reset(&arena);
	return c.work;
}

typedef struct Saving
{
	const char *expr;
	const char *want;
	uint64_t items; /* looked at, at most, with directories */
	uint64_t bare;  /* ... and at least, without */
} Saving;

static void
little_is_looked_at(void)
{
	static const Saving savings[] = {
		{"/list/rec[1]/name", "record number 1", 80, 1},
		{"/list/rec[10000]/name", "record number 10000", 150, 10000},
		{"/list/rec[position() = 19999]/name", "record number 19999", 150, 19999},
		{"/list/rec[20001]/name", "none", 10, 20000},
		{"/list/rec[last()]/name", "record number 20000", 350, 20000},
		{"/list/rec[last() - 10]/name", "record number 19990", 350, 20000},
		{"/list/node()[30000]/name", "record number 15000", 150, 20000},
		{"/list/text()[last()]/preceding-sibling::*[1]/name", "record number 20000", 100000, 20000},
		{"count(//rec)", "20000", 600, 20000},
		{"count(/list/rec/@id)", "20000", 600, 20000},
		{"/list[count(.//rare) = 8]/rec[1]/name", "record number 1", 900, 20000},
		{"/list[count(descendant-or-self::*) = 80009]/rec[1]/name", "record number 1", 900, 20000},
		{"/list[count(rec/@id) = 20000][sum(rec/rare) = 8]/rec[1]/name", "record number 1", 1500, 20000},
		{"/list/rec[last()][count(.//name) = 1]/name", "record number 20000", 900, 20000},
		{"count(/list/rec/rare)", "8", 600, 20000},
		{"boolean(//rare)", "true", 600, 2500},
		{"//rare[. = '2']", "none", 600, 20000},
		{"//rare", "1", 600, 2500},
		{"string(//rare/../name)", "record number 2500", 6000, 2500},
		{"sum(//rare)", "8", 600, 20000},
		{"/list/rec[@id = 15000]/name", "record number 15000", 2200, 15000},
		{"/list/rec[@id = '15000']/price", "45.50", 2200, 15000},
		{"/list/rec[@id = 'x']/price", "none", 600, 20000},
		{"/list/rec/@id = 15000", "true", 2200, 15000},
		{"7777777 < //@id", "false", 1000, 20000},
		{"//rec[name = 'record number 777']/@id", "777", 100000, 777}, /* without a list */
		{"count(/list/rec[@id > 19990])", "10", 8000, 20000},
		{"count(//@id[. = 19990])", "1", 2200, 20000},
		{"boolean(/list/rec[@id = 'nobody'])", "false", 2200, 20000},
		{"/list/rec[@id = 15000][1]/following-sibling::rec[1]/name", "record number 15001", 2200, 15000},
		{"/list/rec[@id = 15000 and note]/name", "record number 15000", 2200, 15000},
		{"/list/rec[2 <= @id and @id <= 1][price > 1]/name", "none", 8000, 20000},
	};
	char with[100], without[100];
	Big big, bare, places;
	size_t i;

	big_make(&big, BX_DIRECTORIES_AUTO);
	big_make(&bare, BX_DIRECTORIES_OFF);
	big_make(&places, BX_DIRECTORIES_PLACES);
	CHECKF(places.n - bare.n < bare.n / 60, "directories take %zu of %zu bytes", places.n - bare.n, bare.n);
	CHECKF(big.m - places.m < places.m / 100 * 8 && big.m > places.m + places.m / 100,
		   "value lists take %zu of %zu bytes", big.m - places.m, places.m);
	for (i = 0; i < sizeof(savings) / sizeof(savings[0]); i++)
	{
		const Saving *s = &savings[i];
		XpWork w = ask(&big, s->expr, with, sizeof(with));
		XpWork o = ask(&bare, s->expr, without, sizeof(without));

		CHECKF(strcmp(with, s->want) == 0 && strcmp(without, s->want) == 0, "%s: %s, %s, want %s", s->expr,
			   with, without, s->want);
		CHECKF(w.items <= s->items && o.items >= s->bare, "%s: %llu items, %llu without", s->expr,
			   (unsigned long long) w.items, (unsigned long long) o.items);
		if (s->items < 1000)
			CHECKF(w.fetched < big.m / 2, "%s: %llu bytes fetched", s->expr, (unsigned long long) w.fetched);
	}
	big_free(&big);
	big_free(&bare);
	big_free(&places);
}

/* Opening a value reads none of its directories. */
static void
opening_reads_no_directory(void)
{
	char answer[100];
	Big big;
	XpWork w;

	big_make(&big, BX_DIRECTORIES_ALL);
	w = ask(&big, "/list/rec[2]/@id", answer, sizeof(answer));
	CHECKF(strcmp(answer, "2") == 0 && w.fetched < 20000, "%s, %llu bytes", answer,
		   (unsigned long long) w.fetched);
	big_free(&big);
}

/* A wrong number, found by the reader that follows it. */
static void
lies_are_noticed(void)
{
	static const char *const exprs[] = {"/list/rec[10000]", "/list/rec[last()]", "//rare[. = '2']",
										"/list/rec[@id = 15000]"};
	Big big;
	XpWork w;
	BxError err;
	BxHeader h;
	size_t e, i;
	long noticed = 0, asked = 0;

	big_make(&big, BX_DIRECTORIES_AUTO);
	CHECK(bx_header_read(big.v, big.n, big.n, &h, &err) == BX_OK);
	for (e = 0; e < 4; e++)
		for (i = h.ext_off; i < big.n; i += 3)
		{
			BxArena arena;
			XpBlock *path;
			uint64_t count = 0;
			XpCall c = {.host = bx_host_libc(), .arena = &arena, .v = big.v, .n = big.n, .err = &err};
			BxStatus st;

			bx_arena_init(&arena, bx_host_libc());
			big.v[i] ^= 0x15;
			st = xp_compile(exprs[e], strlen(exprs[e]), 0, &arena, &path, &err);
			if (st == BX_OK)
				st = xp_count(&c, path, &count);
			big.v[i] ^= 0x15;
			CHECKF(st == BX_E_CORRUPT || (st == BX_OK && count <= 1), "%s, byte %zu: %s", exprs[e], i,
				   bx_status_name(st));
			noticed += st == BX_E_CORRUPT;
			asked++;
			w = c.work;
			CHECK(w.items < 12 * RECORDS);
			bx_arena_reset(&arena);
		}
	CHECKF(noticed > 10, "%ld of %ld", noticed, asked);
	big_free(&big);
}

UT_SUITE(test_xpath_dir)
{
	UT_RUN(little_is_looked_at);
	UT_RUN(opening_reads_no_directory);
	UT_RUN(lies_are_noticed);
	return ut_done();
}

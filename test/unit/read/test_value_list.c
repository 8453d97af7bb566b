/*
 * test_value_list.c -- value lists that no writer makes: as many as there may be, and more; and values that were chosen
 * to make lists expensive.
 */
#include "../../../src/core/base/bx_core_int.h"

#include "../../../src/core/encode/bx_directory_int.h"
#include "../../../src/core/encode/bx_table_put.h"
#include "../../../src/core/read/bx_value_list.h"
#include "../../../src/core/xpath/result/xp_eval.h"
#include "../ut.h"
#include "../ut_engine.h"
#include "../ut_value.h"

#include <malloc.h>

/* A document with n leaves, each with a name of its own. */
static uint8_t *
leaves(uint32_t n, size_t *len)
{
	char *xml = ut_need(malloc(20 * (size_t) n + 20)), *p = xml;
	uint8_t *v;
	uint32_t i;

	p += sprintf(p, "<r>");
	for (i = 0; i < n; i++)
		p += sprintf(p, "<a%u>5</a%u>", i, i);
	p += sprintf(p, "</r>");
	v = ut_encode(xml, (size_t) (p - xml), BX_MODE_SHAPES, BX_TYPED_LOSSLESS, len);
	free(xml);
	return v;
}

/* Lists with one entry each, of all leaves of the value. */
static void
put_lists(const uint8_t *v, size_t n, BxBuf *rows, BxBuf *lists, uint32_t *n_lists)
{
	BxArena arena;
	BxReader *rd;
	BxSource src;
	BxTable t;
	BxError err;
	BxEvent e;

	bx_arena_init(&arena, bx_host_libc());
	CHECK(bx_table_open(&t, &arena, v, n, n, &err) == BX_OK);
	bx_source_memory(&src, v + t.head.items_off, t.head.items_len);
	CHECK(bx_reader_new(&rd, &t, &src, &arena, &err) == BX_OK);
	for (*n_lists = 0; bx_reader_next(rd, &e) == BX_OK && e.kind != BX_EV_DONE;)
	{
		const BxListForm form = {.shape = e.shape, .n = 1, .width = 4};
		BxListEntry entry = {.place = e.off};
		uint8_t row[BX_VALUES_ROW] = {0}, list[BX_VALUES_KEY + 4];

		if (e.kind != BX_EV_LEAF)
			continue;
		CHECK(bx_list_key_payload(e.payload, e.len, &entry.key));
		bx_put_u32(row, form.shape);
		bx_put_u32(row + 4, form.n);
		row[9] = form.width;
		bx_put_u64(list, entry.key);
		bx_put_u32(list + BX_VALUES_KEY, bx_list_entry(&form, &entry));
		CHECK(bx_buf_append(rows, row, sizeof(row), &err) == BX_OK);
		CHECK(bx_buf_append(lists, list, sizeof(list), &err) == BX_OK);
		++*n_lists;
	}
	bx_arena_reset(&arena);
}

/* The value with these lists, and with the counts without which nobody looks at them. */
static uint8_t *
with_lists(const uint8_t *v, size_t n, size_t *len)
{
	uint8_t *out = ut_need(malloc(30 * n + 200)), *p;
	uint8_t head[BX_DIR_HEAD] = {1};
	uint32_t n_lists;
	BxBuf rows, lists;
	BxHeader h;
	BxError err;

	bx_buf_init(&rows, bx_host_libc());
	bx_buf_init(&lists, bx_host_libc());
	CHECK(bx_header_read(v, n, n, &h, &err) == BX_OK);
	put_lists(v, n, &rows, &lists, &n_lists);
	bx_put_u32(head + 4, n_lists);
	p = bx_head_put(
		out, &(BxHeadParts){.flags = h.flags & BX_FLAG_DOCUMENT,
							.table = v + h.table_off,
							.table_len = h.table_len,
							.items_len = h.items_len,
							.depth = h.depth,
							.n_ext = 2,
							.ext = {{BX_EXT_COUNTS, n_lists + 1},
									{BX_EXT_VALUES, (uint32_t) (sizeof(head) + rows.len + lists.len)}}});
	memcpy(p, v + h.table_off, h.table_len + (size_t) h.items_len);
	p += h.table_len + h.items_len;
	memset(p, 1, n_lists + (size_t) 1); /* one item of every shape, the root among them */
	p += n_lists + 1;
	memcpy(p, head, sizeof(head));
	memcpy(p + sizeof(head), rows.data, rows.len);
	memcpy(p + sizeof(head) + rows.len, lists.data, lists.len);
	*len = (size_t) (p - out) + sizeof(head) + rows.len + lists.len;
	bx_buf_free(&rows);
	bx_buf_free(&lists);
	return out;
}

static BxStatus
count(const uint8_t *v, size_t n, const char *expr, uint64_t *found, uint64_t *searches)
{
	BxArena arena;
	XpBlock *path;
	BxStatus st;
	BxError err;
	XpCall c = {.host = bx_host_libc(),
				.arena = &arena,
				.v = v,
				.n = n,
				.err = &err,
				.use_directories_at_once = true};

	bx_arena_init(&arena, bx_host_libc());
	CHECK(xp_compile(expr, strlen(expr), 0, &arena, &path, &err) == BX_OK);
	st = xp_count(&c, path, found);
	*searches = c.work.searches;
	bx_arena_reset(&arena);
	return st;
}

/* A search looks for the list of every shape among all lists, so there are never many. */
static void
lists_are_few(void)
{
	uint32_t n;

	for (n = BX_VALUES_LISTS_MAX; n <= BX_VALUES_LISTS_MAX + 1; n++)
	{
		bool fits = n <= BX_VALUES_LISTS_MAX;
		uint64_t found = 0, searches = 0;
		size_t len, m;
		uint8_t *v = leaves(n, &len), *w = with_lists(v, len, &m);
		BxStatus st;
		BxError err;

		st = bx_check(w, m, true, NULL, bx_host_libc(), &err);
		CHECKF(st == (fits ? BX_OK : BX_E_WIRE), "%u lists: %s, %s", n, bx_status_name(st), err.msg);
		st = count(w, m, "/r/*[. = '5']", &found, &searches);
		CHECKF(st == (fits ? BX_OK : BX_E_CORRUPT), "%u lists: %s", n, bx_status_name(st));
		CHECK(!fits || (found == n && searches == 1));
		free(v);
		free(w);
	}
}

/* A host with a meter of its own. */
static BxHost
metered(BxMeter *meter)
{
	BxHost host = *bx_host_libc();

	*meter = (BxMeter) BX_METER_INIT;
	host.meter = meter;
	return host;
}

/* Sorting a long list does no more at once than other work. */
static void
sorting_is_charged_in_pieces(void)
{
	enum
	{
		N = 1 << 20
	};
	BxListEntry *entries = ut_need(malloc(N * sizeof(BxListEntry)));
	uint32_t n = N, i;
	uint64_t rng = 3;
	BxMeter meter;
	BxHost host = metered(&meter);
	BxError err;

	for (i = 0; i < N; i++)
		entries[i] = (BxListEntry){ut_below(&rng, N), i};
	CHECK(bx_list_sort(&host, entries, &n, &err) == BX_OK && n == N);
	for (i = 1; i < N; i++)
		CHECK(entries[i - 1].key < entries[i].key ||
			  (entries[i - 1].key == entries[i].key && entries[i - 1].place < entries[i].place));
	CHECKF(meter.most < 2 * BX_POLL_UNITS, "%lld units", (long long) meter.most);
	free(entries);
}

/* Neither does a search that finds very many nodes. */
static void
hits_are_charged_in_pieces(void)
{
	enum
	{
		N = 200000
	};
	char *xml = ut_need(malloc(20 * (size_t) N + 20)), *p = xml;
	const char *expr = "boolean(/r/a[. > 0])";
	BxMeter meter;
	BxHost host = metered(&meter);
	BxArena arena;
	XpBlock *path;
	BxError err;
	XpCall c = {.host = &host, .arena = &arena, .err = &err, .use_directories_at_once = true};
	XpItem answer;
	uint8_t *v;
	uint32_t i;

	p += sprintf(p, "<r>");
	for (i = N; i > 0; i--)
		p += sprintf(p, "<a>%u</a>", i);
	p += sprintf(p, "</r>");
	v = ut_encode(xml, (size_t) (p - xml), BX_MODE_SHAPES | UT_DIRECTORIES | UT_VALUES, BX_TYPED_LOSSLESS,
				  &c.n);
	c.v = v;
	bx_arena_init(&arena, &host);
	CHECK(xp_compile(expr, strlen(expr), 0, &arena, &path, &err) == BX_OK);
	meter = (BxMeter) BX_METER_INIT;
	CHECK(xp_value(&c, path, &answer) == BX_OK && c.work.searches == 1);
	CHECKF(meter.most < 2 * BX_POLL_UNITS, "%lld units", (long long) meter.most);
	bx_arena_reset(&arena);
	free(v);
	free(xml);
}

/* ---- values with very many shapes ---- */

/* A host that counts memory and cancels after some polls. */
typedef struct Watch
{
	BxHost host;
	BxMeter meter;
	uint64_t held; /* bytes, now ... */
	uint64_t peak; /* ... and at most */
	uint64_t polls;
	uint64_t most; /* polls until the cancel */
} Watch;

static void *
watch_resize(void *ctx, void *p, size_t n)
{
	Watch *w = ctx;

	w->held -= malloc_usable_size(p);
	p = ut_need(realloc(p, n > 0 ? n : 1));
	w->held += malloc_usable_size(p);
	w->peak = w->held > w->peak ? w->held : w->peak;
	return p;
}

static void *
watch_alloc(void *ctx, size_t n)
{
	return watch_resize(ctx, NULL, n);
}

static void
watch_release(void *ctx, void *p)
{
	((Watch *) ctx)->held -= malloc_usable_size(p);
	free(p);
}

static BxStatus
watch_poll(void *ctx)
{
	Watch *w = ctx;

	return ++w->polls > w->most ? BX_E_CANCEL : BX_OK;
}

static void
watch_init(Watch *w, uint64_t most)
{
	*w = (Watch){.host = *bx_host_libc(), .meter = BX_METER_INIT, .most = most};
	w->host.ctx = w;
	w->host.alloc = watch_alloc;
	w->host.resize = watch_resize;
	w->host.release = watch_release;
	w->host.poll = watch_poll;
	w->host.meter = &w->meter;
}

#define MANY_SHAPES (1u << 22)
#define MANY_ITEMS 1000

/* The lists of a value whose counts say more than its items: of its first shape there are MANY_ITEMS leaves. */
static BxStatus
make_lists(Watch *w, const BxShape *shapes, const uint32_t *counts, BxBuf *body)
{
	static uint8_t items[3 * MANY_ITEMS];
	BxWriterOptions opt = ut_options(BX_MODE_SHAPES | UT_DIRECTORIES | UT_VALUES, BX_TYPED_LOSSLESS);
	BxTable t = {.n_shapes = MANY_SHAPES, .shapes = (BxShape *) shapes, .head.items_len = sizeof(items)};
	BxArena arena;
	BxStatus st;
	BxError err;

	for (uint32_t i = 0; i < MANY_ITEMS; i++)
		memcpy(items + (size_t) 3 * i, "\0\001x", 3);
	bx_arena_init(&arena, &w->host);
	bx_buf_init(body, bx_host_libc());
	st = bx_value_lists_make(&(BxValueListSource){&w->host, &opt, &t, items, counts, NULL, &arena, &err},
							 body);
	bx_arena_reset(&arena);
	return st;
}

/* Of millions of shapes those with the most nodes are listed, in memory for few; the loops over all of them poll. */
static void
many_shapes_take_little(void)
{
	BxShape *shapes = ut_need(malloc(MANY_SHAPES * sizeof(BxShape)));
	uint32_t *counts = ut_need(malloc(MANY_SHAPES * sizeof(uint32_t))), i, n, wrong = 0;
	BxBuf body;
	Watch w;

	for (i = 0; i < MANY_SHAPES; i++)
	{
		shapes[i] = (BxShape){.kind = BX_KIND_LEAF, .parent = BX_SHAPE_NONE};
		counts[i] = 1 + i / 4096; /* the last ones are the best */
	}
	counts[0] = 2 * MANY_ITEMS;
	watch_init(&w, UINT64_MAX);
	CHECK(make_lists(&w, shapes, counts, &body) == BX_OK);
	CHECKF(w.peak < 3 * (uint64_t) MANY_SHAPES + (16u << 20), "%llu bytes", (unsigned long long) w.peak);
	CHECKF(w.polls > 3 * 16 * (uint64_t) MANY_SHAPES / BX_POLL_UNITS - 3, "%llu polls",
		   (unsigned long long) w.polls);
	CHECKF(w.meter.most < 2 * BX_POLL_UNITS, "%lld units", (long long) w.meter.most);
	n = bx_get_u32(body.data + 4);
	CHECK(n == BX_VALUES_LISTS_MAX);
	for (i = 0; i < n; i++)
	{
		uint32_t shape = bx_get_u32(body.data + BX_DIR_HEAD + (size_t) i * BX_VALUES_ROW);

		wrong += shape != 0 && (shape < MANY_SHAPES - 4096 || shape > MANY_SHAPES - 4096 + n);
	}
	CHECKF(wrong == 0, "%u", wrong);
	bx_buf_free(&body);
	for (i = 0; i < 12; i++)
	{
		watch_init(&w, i);
		CHECK(make_lists(&w, shapes, counts, &body) == BX_E_CANCEL && w.polls == i + 1);
		bx_buf_free(&body);
	}
	free(shapes);
	free(counts);
}

/* The most bytes that a count by the expression holds. */
static uint64_t
peak_of(const uint8_t *v, size_t n, const char *expr, BxStatus *st, uint64_t *found, uint64_t *searches)
{
	BxArena arena;
	XpBlock *path;
	BxError err;
	Watch w;
	XpCall c = {
		.host = &w.host, .arena = &arena, .v = v, .n = n, .err = &err, .use_directories_at_once = true};

	watch_init(&w, UINT64_MAX);
	bx_arena_init(&arena, &w.host);
	CHECK(xp_compile(expr, strlen(expr), 0, &arena, &path, &err) == BX_OK);
	*st = xp_count(&c, path, found);
	*searches = c.work.searches;
	bx_arena_reset(&arena);
	return w.peak;
}

/* Each comparison of a search needs memory for its lists, not for all shapes. */
static void
comparisons_take_little(void)
{
	enum
	{
		N = 4000, /* path mode has a few more shapes at most */
		COMPARISONS = 31
	};
	size_t n;
	uint8_t *v;
	char *xml = ut_need(malloc(20 * (size_t) N + 3000)), *p = xml;
	char expr[700] = "/r/a[. = 'x'";
	uint64_t found, searches, one, many;
	BxStatus st;

	p += sprintf(p, "<r>");
	for (uint32_t i = 0; i < 200; i++)
		p += sprintf(p, "<a>%u</a>", i);
	p += sprintf(p, "<o>");
	for (uint32_t i = 0; i < N; i++)
		p += sprintf(p, "<a%u>5</a%u>", i, i);
	p += sprintf(p, "</o></r>");
	v = ut_encode(xml, (size_t) (p - xml), BX_MODE_SHAPES | UT_DIRECTORIES | UT_VALUES, BX_TYPED_LOSSLESS,
				  &n);
	one = peak_of(v, n, "/r/a[. = 'x']", &st, &found, &searches);
	CHECK(st == BX_OK && found == 0 && searches == 1);
	for (int i = 1; i < COMPARISONS; i++)
		sprintf(expr + strlen(expr), " or . = '%d'", i);
	strcat(expr, "]");
	many = peak_of(v, n, expr, &st, &found, &searches);
	CHECK(st == BX_OK && found == COMPARISONS - 1 && searches == 1);
	CHECKF(many < one + COMPARISONS * 24 * (uint64_t) N, "%llu bytes, %llu for one comparison",
		   (unsigned long long) many, (unsigned long long) one);
	free(xml);
	free(v);
}

/* A child by its number in elements of many shapes: each of these is a look at all shapes. */
static void
looks_at_all_shapes_are_charged(void)
{
	enum
	{
		N = 2000,
		DEPTH = 500
	};
	char *xml = ut_need(malloc(20 * (size_t) N + 40 * DEPTH)), *p = xml;
	BxArena arena;
	XpBlock *path;
	BxError err;
	Watch w;
	XpCall c = {
		.host = &w.host, .arena = &arena, .err = &err, .navigate = true, .use_directories_at_once = true};
	uint64_t found = 0;
	uint8_t *v;

	for (uint32_t i = 0; i < DEPTH; i++)
		p += sprintf(p, "<n%u>", i);
	for (uint32_t i = 0; i < N; i++)
		p += sprintf(p, "<a%u>5</a%u>", i, i);
	for (uint32_t i = DEPTH; i-- > 0;)
		p += sprintf(p, "<b/><b/></n%u>", i);
	v = ut_encode(xml, (size_t) (p - xml), BX_MODE_SHAPES | UT_DIRECTORIES, BX_TYPED_LOSSLESS, &c.n);
	c.v = v;
	watch_init(&w, UINT64_MAX);
	bx_arena_init(&arena, &w.host);
	CHECK(xp_compile("//*/b[2]", 8, 0, &arena, &path, &err) == BX_OK);
	CHECK(xp_count(&c, path, &found) == BX_OK && found == DEPTH);
	CHECKF(w.polls >= (uint64_t) DEPTH * N * sizeof(BxShape) / BX_POLL_UNITS, "%llu polls",
		   (unsigned long long) w.polls);
	bx_arena_reset(&arena);
	free(v);
	free(xml);
}

UT_SUITE(test_value_list)
{
	UT_RUN(lists_are_few);
	UT_RUN(sorting_is_charged_in_pieces);
	UT_RUN(hits_are_charged_in_pieces);
	UT_RUN(many_shapes_take_little);
	UT_RUN(comparisons_take_little);
	UT_RUN(looks_at_all_shapes_are_charged);
	return ut_done();
}

/*
 * test_memory.c -- reading needs the same memory whatever the size of the document: O(depth + tables).
 *
 * Documents of 100 kB and of 10 MB with the same tables and depth are read by the pull reader, counted, checked and
 * queried over a host that counts: requests and bytes must be the same.  test/t/memory measures whole processes.
 */
#include "../ut.h"
#include "../ut_engine.h"
#include "../ut_value.h"

#include "../../../src/core/check/bx_stats.h"
#include "../../../src/core/read/bx_walk.h"
#include "../../../src/core/xpath/result/xp_rows.h"

/* ---- a host that counts ---- */

typedef struct Count
{
	uint64_t requests;
	uint64_t bytes;
} Count;

static Count total;

static void *
count_alloc(void *ctx, size_t n)
{
	(void) ctx;
	total.requests++;
	total.bytes += n;
	return malloc(n > 0 ? n : 1);
}

static void *
count_resize(void *ctx, void *p, size_t n)
{
	(void) ctx;
	total.requests++;
	total.bytes += n;
	return realloc(p, n > 0 ? n : 1);
}

static void
count_release(void *ctx, void *p)
{
	(void) ctx;
	free(p);
}

/* As bx_host_libc, but counting. */
static BxHost
counting_host(void)
{
	BxHost host = *bx_host_libc();

	host.alloc = count_alloc;
	host.resize = count_resize;
	host.release = count_release;
	total = (Count){0, 0};
	return host;
}

/* ---- documents ---- */

#define SMALL_TEXT 100000
#define LARGE_TEXT 10000000
#define ROW_TEXT 56 /* bytes of text per row, about */

typedef struct Doc
{
	uint8_t *v;
	size_t n;
	uint32_t rows;
} Doc;

typedef struct Names
{
	uint32_t root, row, id, name, amount, empty;
} Names;

static void
ok(BxStatus st)
{
	CHECK(st == BX_OK);
}

static void
intern(BxWriter *w, Names *n)
{
	ok(bx_writer_name(w, BX_PAIR_NONE, ut_str("rows"), &n->root));
	ok(bx_writer_name(w, BX_PAIR_NONE, ut_str("row"), &n->row));
	ok(bx_writer_name(w, BX_PAIR_NONE, ut_str("id"), &n->id));
	ok(bx_writer_name(w, BX_PAIR_NONE, ut_str("name"), &n->name));
	ok(bx_writer_name(w, BX_PAIR_NONE, ut_str("amount"), &n->amount));
	ok(bx_writer_name(w, BX_PAIR_NONE, ut_str("empty"), &n->empty));
}

static void
put_leaf(BxWriter *w, uint32_t name, const char *text)
{
	ok(bx_writer_start_element(w, name));
	ok(bx_writer_text(w, text, strlen(text)));
	ok(bx_writer_end_element(w));
}

static void
put_row(BxWriter *w, const Names *n, uint32_t i)
{
	char buf[32];

	snprintf(buf, sizeof(buf), "%u", i);
	ok(bx_writer_start_element(w, n->row));
	ok(bx_writer_attribute(w, n->id, buf, strlen(buf)));
	put_leaf(w, n->name, "some name");
	snprintf(buf, sizeof(buf), "%u.50", i % 1000);
	put_leaf(w, n->amount, buf);
	put_leaf(w, n->empty, "");
	ok(bx_writer_end_element(w));
}

static void
make(Doc *d, uint32_t text, BxMode mode)
{
	BxWriterOptions opt = ut_options(mode, BX_TYPED_LOSSLESS);
	BxWriter *w;
	Names names;
	uint32_t i;

	opt.dir_from = 1; /* directories, however small the value */
	w = bx_writer_new(bx_host_libc(), &opt, NULL);
	d->rows = text / ROW_TEXT;
	intern(w, &names);
	ok(bx_writer_start_element(w, names.root));
	for (i = 0; i < d->rows; i++)
		put_row(w, &names, i);
	ok(bx_writer_end_element(w));
	ok(bx_writer_finish(w, &d->v, &d->n));
	bx_writer_free(w);
}

/* ---- what is done with them; each returns a number that says it was done ---- */

static uint64_t
read_all(const Doc *d, const BxHost *host)
{
	BxArena arena;
	BxTable table;
	BxSource src;
	BxReader *rd;
	BxEvent ev;
	uint64_t n = 0;

	bx_arena_init(&arena, host);
	ok(bx_table_open(&table, &arena, d->v, d->n, d->n, NULL));
	bx_source_memory(&src, d->v + table.head.items_off, table.head.items_len);
	ok(bx_reader_new(&rd, &table, &src, &arena, NULL));
	do
	{
		ok(bx_reader_next(rd, &ev));
		n += ev.kind == BX_EV_ATTRIBUTE;
	} while (ev.kind != BX_EV_DONE && ut_here == 0);
	bx_arena_reset(&arena);
	return n;
}

static uint64_t
count_all(const Doc *d, const BxHost *host)
{
	BxStats stats;

	ok(bx_stats_collect(d->v, d->n, host, &stats, NULL));
	return stats.attributes;
}

static uint64_t
check_all(const Doc *d, const BxHost *host)
{
	BxLimits limits = BX_LIMITS_DEFAULT;

	ok(bx_check(d->v, d->n, true, &limits, host, NULL));
	return d->rows;
}

static uint64_t
query(const Doc *d, const BxHost *host, const char *path)
{
	BxArena arena;
	BxError err;
	XpBlock *block;
	XpCall call = {.host = host, .arena = &arena, .v = d->v, .n = d->n, .err = &err};
	uint64_t n = 0;

	bx_error_clear(&err);
	bx_arena_init(&arena, host);
	ok(xp_compile(path, strlen(path), 0, &arena, &block, &err));
	ok(xp_count(&call, block, &n));
	bx_arena_reset(&arena);
	return n;
}

static uint64_t
query_attributes(const Doc *d, const BxHost *host)
{
	return query(d, host, "//row/@id");
}

static uint64_t
query_predicates(const Doc *d, const BxHost *host)
{
	return query(d, host, "/rows/row[name = 'some name'][amount >= 0]/empty");
}

static uint64_t
query_length(const Doc *d, const BxHost *host)
{
	return query(d, host, "/rows[string-length(.) > 1000][string-length() > 1000]/row");
}

/* Info items with labels and values. */
static uint64_t
walk_all(const Doc *d, const BxHost *host)
{
	BxArena arena;
	BxTable table;
	BxSource src;
	BxWalk *walk;
	BxInfo info;
	const uint8_t *p;
	uint32_t len;
	size_t label_n;
	uint64_t n = 0;
	bool found;

	bx_arena_init(&arena, host);
	ok(bx_table_open(&table, &arena, d->v, d->n, d->n, NULL));
	bx_source_memory(&src, d->v + table.head.items_off, table.head.items_len);
	ok(bx_walk_new(&walk, &table, &src, NULL, &arena, NULL));
	for (;;)
	{
		ok(bx_walk_next(walk, &info));
		if (info.ev.kind == BX_EV_DONE || ut_here != 0)
			break;
		bx_walk_label(walk, &info, &p, &label_n);
		ok(bx_walk_value(walk, &info, &found, &p, &len));
		n += info.ev.kind == BX_EV_ATTRIBUTE;
	}
	bx_arena_reset(&arena);
	return n;
}

/* Rows of a path that streams, with labels and columns. */
static uint64_t
pull_rows(const Doc *d, const BxHost *host)
{
	static const char *const paths[] = {"/rows/row", "@id", "name"};
	BxArena arena;
	BxError err;
	XpBlock *block;
	const XpBlock *blocks[3];
	uint32_t roots[3];
	XpCall call = {.host = host, .arena = &arena, .v = d->v, .n = d->n, .err = &err};
	XpItem item;
	XpRows *rows;
	const uint8_t *label;
	size_t label_n;
	unsigned count;
	uint64_t n = 0;
	bool found, has;
	int i;

	bx_error_clear(&err);
	bx_arena_init(&arena, host);
	for (i = 0; i < 3; i++)
	{
		ok(xp_compile(paths[i], strlen(paths[i]), 0, &arena, &block, &err));
		blocks[i] = block;
	}
	ok(xp_join(blocks, 3, &arena, &block, roots, &err));
	ok(xp_rows_open(&call, block, roots, 3, XP_ROWS_LABELS, NULL, &rows));
	for (;;)
	{
		ok(xp_rows_next(rows, &found));
		if (!found || ut_here != 0)
			break;
		ok(xp_rows_label(rows, &has, &label, &label_n));
		ok(xp_rows_item(rows, 1, true, &item, &count));
		n += item.type != XP_T_ANY;
		ok(xp_rows_item(rows, 2, false, &item, &count));
	}
	xp_rows_close(rows);
	bx_arena_reset(&arena);
	return n;
}

/* ---- the comparison ---- */

typedef uint64_t (*Work)(const Doc *d, const BxHost *host);

static Count
measure(const Doc *d, Work work)
{
	BxHost host = counting_host();
	uint64_t done = work(d, &host);

	CHECKF(done == d->rows, "%llu of %u rows", (unsigned long long) done, d->rows);
	CHECK(total.requests > 0);
	return total;
}

static void
same_memory(Work work)
{
	static const BxMode modes[] = {BX_MODE_SHAPES, BX_MODE_NAMES};
	size_t i;

	for (i = 0; i < 2; i++)
	{
		Doc small, large;
		Count a, b;

		make(&small, SMALL_TEXT, modes[i]);
		make(&large, LARGE_TEXT, modes[i]);
		CHECK(large.n > small.n * 50);
		a = measure(&small, work);
		b = measure(&large, work);
		CHECKF(a.requests == b.requests, "%llu, %llu", (unsigned long long) a.requests,
			   (unsigned long long) b.requests);
		CHECKF(a.bytes == b.bytes, "%llu, %llu", (unsigned long long) a.bytes, (unsigned long long) b.bytes);
		printf("# %llu requests, %llu bytes\n", (unsigned long long) b.requests,
			   (unsigned long long) b.bytes);
		free(small.v);
		free(large.v);
	}
}

static void
reader_memory(void)
{
	same_memory(read_all);
}

static void
stats_memory(void)
{
	same_memory(count_all);
}

static void
check_memory(void)
{
	same_memory(check_all);
}

static void
query_memory(void)
{
	same_memory(query_attributes);
}

static void
predicate_memory(void)
{
	same_memory(query_predicates);
}

static void
length_memory(void)
{
	same_memory(query_length);
}

static void
walk_memory(void)
{
	same_memory(walk_all);
}

static void
rows_memory(void)
{
	same_memory(pull_rows);
}

UT_SUITE(test_memory)
{
	UT_RUN(reader_memory);
	UT_RUN(stats_memory);
	UT_RUN(check_memory);
	UT_RUN(query_memory);
	UT_RUN(predicate_memory);
	UT_RUN(length_memory);
	UT_RUN(walk_memory);
	UT_RUN(rows_memory);
	return ut_done();
}

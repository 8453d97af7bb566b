/*
 * storage.c -- what compression in blocks saves and costs, by block size and search level.
 *
 * usage: storage NAME FILE...    (documents end with a NUL byte or with their file)
 *
 * Prints one line of each table ("sizes", "times", "rows", "policies", tab-separated) for all documents of the files
 * together.  Sizes of other block sizes and levels than the writer's are found by cutting and compressing as bx_pack
 * does; times are those of the product.  Everything is in memory: what a query saves by fetching less from disk is not
 * in these numbers, which show the price of inflating alone.
 */
#define _POSIX_C_SOURCE 200809L

#include <lz4.h>
#include <lz4hc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../../src/codec/bx_lz4.h"
#include "../../src/core/base/bx_buf.h"
#include "../../src/core/base/bx_bytes.h"
#include "../../src/core/encode/bx_pack.h"
#include "../../src/core/xpath/result/xp_eval.h"
#include "../../src/xml/bx_parse.h"

#define SECONDS 0.15 /* per measurement, at least one pass over the documents */
#define PASSES 3     /* the fastest counts */
#define IN_ROW 1990  /* a value of at most this length stays in a row with a number beside it */

typedef struct Doc
{
	uint8_t *v, *packed;
	size_t n, m;  /* packed is NULL and m == n when the default policy leaves it plain */
	size_t lz4_n; /* as m, with codec 1 alone */
	uint8_t *always;
	size_t always_n;
	uint8_t *mode[2]; /* shapes by name, by path */
	size_t mode_n[2];
} Doc;

static Doc *docs;
static size_t docs_n, docs_cap;
static size_t text_bytes;
static uint64_t sink;

static void *
need(void *p)
{
	if (p == NULL)
		abort();
	return p;
}

static double
now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double) t.tv_sec + (double) t.tv_nsec * 1e-9;
}

static uint8_t *
pack(const uint8_t *v, size_t n, bool always, const BxCodec *codecs, size_t *m)
{
	static const BxPackPolicy policy[2] = {BX_PACK_DEFAULT, BX_PACK_ALWAYS};
	BxHost host = *bx_host_libc();
	uint8_t *packed;

	host.codec = codecs;
	if (bx_pack(v, n, &policy[always], 0, &host, &packed, m, NULL) != BX_OK)
		abort();
	if (packed == NULL)
		*m = n;
	return packed;
}

static bool
encode(const char *s, size_t n, BxMode mode, uint8_t **v, size_t *len)
{
	BxParseOptions opt = {.writer = {.limits = BX_LIMITS_DEFAULT, .mode = mode}};
	BxError err;
	BxParser *p = need(bx_parser_new(bx_host_lz4(), &opt, &err));
	bool ok = bx_parser_feed(p, s, n) == BX_OK && bx_parser_finish(p, v, len) == BX_OK;

	bx_parser_free(p);
	return ok;
}

static void
add_document(const char *s, size_t n, const char *file)
{
	Doc d = {0};

	if (!encode(s, n, BX_MODE_AUTO, &d.v, &d.n) || !encode(s, n, BX_MODE_NAMES, &d.mode[0], &d.mode_n[0]) ||
		!encode(s, n, BX_MODE_SHAPES, &d.mode[1], &d.mode_n[1]))
	{
		fprintf(stderr, "storage: %s: a document is left out\n", file);
		return;
	}
	d.packed = pack(d.v, d.n, false, bx_host_lz4()->codec, &d.m);
	d.always = pack(d.v, d.n, true, bx_host_lz4()->codec, &d.always_n);
	free(pack(d.v, d.n, false, &bx_lz4_codec, &d.lz4_n));
	if (docs_n == docs_cap)
		docs = need(realloc(docs, (docs_cap = docs_cap * 2 + 64) * sizeof(Doc)));
	docs[docs_n++] = d;
	text_bytes += n;
}

static void
add_file(const char *name)
{
	FILE *f = need(fopen(name, "rb"));
	char *s, *end, *nul;
	size_t n;

	fseek(f, 0, SEEK_END);
	n = (size_t) ftell(f);
	rewind(f);
	s = need(malloc(n + 1));
	if (fread(s, 1, n, f) != n)
		abort();
	fclose(f);
	for (end = s + n; s < end; s = nul + 1)
	{
		nul = memchr(s, 0, (size_t) (end - s));
		nul = nul ? nul : end;
		if (nul - s > 1)
			add_document(s, (size_t) (nul - s), name);
	}
}

/* ---- sizes ---- */

/* Stored length with blocks of up to `size` bytes; level 0 is the fast search. */
static size_t
packed_size(const Doc *d, uint32_t size, int level)
{
	BxHeader h;
	uint32_t at, len, block = size < BX_BLOCK_FIRST ? size : BX_BLOCK_FIRST;
	static char out[LZ4_COMPRESSBOUND(1 << 20)];
	size_t total;

	if (bx_header_read(d->v, d->n, d->n, &h, NULL) != BX_OK)
		abort();
	total = h.table_off + 2 + (d->n - h.ext_off);
	for (at = h.table_off; at < h.ext_off; at += len)
	{
		const char *src = (const char *) d->v + at;
		int stored;

		len = h.ext_off - at <= block + block / 4 ? h.ext_off - at : block;
		block = block < size ? block * 2 : block;
		stored = level == 0 ? LZ4_compress_default(src, out, (int) len, (int) sizeof(out))
							: LZ4_compress_HC(src, out, (int) len, (int) sizeof(out), level);
		stored = stored <= 0 || (uint32_t) stored >= len ? (int) len : stored;
		total += (size_t) stored + bx_varint_size((uint32_t) stored) + bx_varint_size(len);
	}
	return total < d->n ? total : d->n;
}

static void
print_sizes(const char *name)
{
	static const struct
	{
		uint32_t size;
		int level;
	} ways[] = {{16384, 0}, {16384, 3}, {32768, 3},  {65536, 0},
				{65536, 3}, {65536, 9}, {65536, 12}, {262144, 3}};
	size_t plain = 0, kept = 0, lz4 = 0, i, w;

	for (i = 0; i < docs_n; i++)
	{
		plain += docs[i].n;
		kept += docs[i].m;
		lz4 += docs[i].lz4_n;
	}
	printf("sizes\t%s\t%zu\t%zu\t%.0f\t%.3f\t%.3f\t%.3f", name, docs_n, text_bytes / docs_n,
		   (double) plain / (double) docs_n, (double) plain / (double) text_bytes,
		   (double) kept / (double) text_bytes, (double) lz4 / (double) text_bytes);
	for (w = 0; w < sizeof(ways) / sizeof(ways[0]); w++)
	{
		size_t total = 0;

		for (i = 0; i < docs_n; i++)
			total += packed_size(&docs[i], ways[w].size, ways[w].level);
		printf("\t%.3f", (double) total / (double) text_bytes);
	}
	printf("\n");
}

/* ---- times ---- */

typedef struct Ask
{
	XpBlock *path;
	XpCache *cache;
	bool count;
	enum
	{
		PLAIN,
		PACKED,
		NAMES,
		PATHS
	} form;
} Ask;

static void
do_pack(const Doc *d, void *arg)
{
	size_t m;

	(void) arg;
	free(pack(d->v, d->n, true, bx_host_lz4()->codec, &m));
	sink += m;
}

static void
do_ask(const Doc *d, void *arg)
{
	Ask *a = arg;
	BxArena arena;
	BxError err;
	XpCall c = {.host = bx_host_lz4(), .arena = &arena, .cache = a->cache, .err = &err};
	XpItem text = {0};
	uint64_t n = 0;

	bx_arena_init(&arena, c.host);
	c.v = a->form >= NAMES ? d->mode[a->form - NAMES] : a->form == PACKED && d->always ? d->always : d->v;
	c.n = a->form >= NAMES ? d->mode_n[a->form - NAMES] : a->form == PACKED && d->always ? d->always_n : d->n;
	if ((a->count ? xp_count(&c, a->path, &n) : xp_value(&c, a->path, &text)) != BX_OK)
		abort();
	sink += n + text.str.n;
	bx_arena_reset(&arena);
}

/* Microseconds per document. */
static double
measure(void (*op)(const Doc *d, void *arg), void *arg)
{
	double best = 1e30;
	int pass;

	for (pass = 0; pass < PASSES; pass++)
	{
		double start = now(), t;
		size_t i, rounds = 0;

		do
		{
			for (i = 0; i < docs_n; i++)
				op(&docs[i], arg);
			rounds++;
		} while (now() - start < SECONDS / PASSES);
		t = (now() - start) / (double) rounds / (double) docs_n;
		best = t < best ? t : best;
	}
	return best * 1e6;
}

/* Two forms side by side, for the first text, the last text and a count of all elements. */
static void
print_questions(int form)
{
	static const char *const paths[] = {"//text()", "/*/*[last()]//text()", "//*"};
	BxArena arena;
	BxError err;
	int i, k;

	bx_arena_init(&arena, bx_host_lz4());
	for (i = 0; i < 3; i++)
	{
		Ask a = {.count = i == 2};

		if (xp_compile(paths[i], strlen(paths[i]), 0, &arena, &a.path, &err) != BX_OK)
			abort();
		for (k = 0; k < 2; k++)
		{
			a.cache = need(xp_cache_new(&arena));
			a.form = form + k;
			printf("\t%.2f", measure(do_ask, &a));
			xp_cache_free(a.cache);
		}
	}
	printf("\n");
	bx_arena_reset(&arena);
}

static void
print_times(const char *name)
{
	printf("times\t%s\t%.1f", name, measure(do_pack, NULL));
	print_questions(PLAIN);
}

static void
print_rows(const char *name)
{
	size_t i, bytes[2] = {0, 0}, paths = 0;

	for (i = 0; i < docs_n; i++)
	{
		bytes[0] += docs[i].mode_n[0];
		bytes[1] += docs[i].mode_n[1];
		paths += !(docs[i].v[1] & BX_FLAG_NAMES);
	}
	printf("rows\t%s\t%zu\t%zu\t%zu %%", name, bytes[0] / docs_n, bytes[1] / docs_n, paths * 100 / docs_n);
	print_questions(NAMES);
}

/*
 * Stored bytes as a part of the plain ones for other policies than the default, and how many values stay in their row.
 */
static void
print_policies(const char *name)
{
	static const BxPackPolicy policies[] = {{SIZE_MAX, 0, 0}, {0, 100, 0},     {1000, 90, 0}, {1000, 85, 0},
											{1500, 90, 0},    BX_PACK_DEFAULT, {2000, 85, 0}};
	size_t i, p;

	printf("policies\t%s", name);
	for (p = 0; p < sizeof(policies) / sizeof(policies[0]); p++)
	{
		const BxPackPolicy *policy = &policies[p];
		size_t plain = 0, stored = 0, in_row = 0;

		for (i = 0; i < docs_n; i++)
		{
			const Doc *d = &docs[i];
			bool packs = d->n >= policy->min_len && d->always_n * 100 <= d->n * policy->keep_part;
			size_t n = packs ? d->always_n : d->n;

			plain += d->n;
			stored += n;
			in_row += n <= IN_ROW;
		}
		printf("\t%.3f (%zu %%)", (double) stored / (double) plain, in_row * 100 / docs_n);
	}
	printf("\n");
}

int
main(int argc, char **argv)
{
	int i;

	if (argc < 3)
	{
		fprintf(stderr, "usage: storage NAME FILE...\n");
		return 2;
	}
	for (i = 2; i < argc; i++)
		add_file(argv[i]);
	print_sizes(argv[1]);
	print_times(argv[1]);
	print_rows(argv[1]);
	print_policies(argv[1]);
	return sink == 42;
}

/*
 * codec.c -- our side of bench-codec: encode, decode, size; as it is, in the compressed blocks of the format (lz4), and
 * deflated as a whole, as the peers are.
 *
 * usage: codec DATA_FOLDER RUNS SET...     (documents in DATA_FOLDER/SET.xml, ended by NUL)
 *
 * Writes one JSON line per measurement to standard output.  "libxml2 SAX2" is what parsing alone takes of our encoding;
 * "text + ..." are sizes only.
 */
#include <lz4.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "../../src/codec/bx_lz4.h"
#include "../../src/core/store/bx_image.h"
#include "../../src/core/encode/bx_pack.h"
#include "../../src/core/print/bx_text.h"
#include "../micro/eng_bxml.h"

#define DEFLATE_LEVEL 6

static const BxWriterOptions usual = {.limits = BX_LIMITS_DEFAULT};

static void
usual_parse(const BmSet *set)
{
	bm_bxml_parse(set, &usual);
}

static void *
same_set(BmSet *set)
{
	return set;
}

static void
nothing(void *ctx)
{
	(void) ctx;
}

/* ---------------------------------------------------------------- compressed forms */

/* A compressed copy of n bytes, of *m bytes. */
typedef uint8_t *(*Shrink)(const uint8_t *v, size_t n, size_t *m);

static uint8_t *
blocks(const uint8_t *v, size_t n, size_t *m)
{
	static const BxPackPolicy always = BX_PACK_ALWAYS;
	uint8_t *packed;
	BxError err;

	bm_bxml_must(bx_pack(v, n, &always, 0, bx_host_lz4(), &packed, m, &err), &err, "pack");
	if (packed == NULL)
	{
		packed = memcpy(bm_alloc(n), v, n);
		*m = n;
	}
	return packed;
}

static uint8_t *
deflated(const uint8_t *v, size_t n, size_t *m)
{
	uLongf len = compressBound(n);
	uint8_t *out = bm_alloc(len);

	if (compress2(out, &len, v, n, DEFLATE_LEVEL) != Z_OK)
		bm_die("zlib fails");
	*m = len;
	return out;
}

static uint8_t *
lz4(const uint8_t *v, size_t n, size_t *m)
{
	int bound = LZ4_compressBound((int) n);
	uint8_t *out = bm_alloc((size_t) bound);

	*m = (size_t) LZ4_compress_default((const char *) v, (char *) out, (int) n, bound);
	return out;
}

/* The values of all documents encoded and compressed; "value" is the compressed form. */
static BmSet *
shrunk(const BmSet *set, Shrink shrink)
{
	BmSet *own = bm_bxml_own(set);
	size_t i;

	bm_bxml_encode(own, &usual);
	own->value_bytes = 0;
	for (i = 0; i < own->n; i++)
	{
		BmDoc *doc = &own->docs[i];
		uint8_t *plain = doc->value;

		doc->value = shrink(plain, doc->value_len, &doc->value_len);
		own->value_bytes += doc->value_len;
		free(plain);
	}
	return own;
}

static void *
blocks_open(BmSet *set)
{
	return shrunk(set, blocks);
}

static void *
deflated_open(BmSet *set)
{
	return shrunk(set, deflated);
}

static void
shrunk_close(void *ctx)
{
	bm_bxml_own_free(ctx);
}

static void
blocks_parse(const BmSet *set)
{
	bm_bxml_own_free(shrunk(set, blocks));
}

static void
deflated_parse(const BmSet *set)
{
	bm_bxml_own_free(shrunk(set, deflated));
}

static void
walk_stored(const uint8_t *v, size_t n, BmTally *t)
{
	BxArena arena;
	BxStore store;
	BxImage img;
	BxImageSource src;
	BxTable table;
	BxError err;

	bx_arena_init(&arena, bx_host_lz4());
	bx_store_memory(&store, v, n);
	bm_bxml_must(bx_image_open(&img, &store, &arena, &err), &err, "image");
	bm_bxml_must(bx_image_need(&img, 0, img.head.items_off), &err, "image");
	bm_bxml_must(bx_table_open(&table, &arena, img.v, img.n, img.n, &err), &err, "table");
	bx_image_source(&src, &img);
	bm_bxml_walk(&table, &src.source, &arena, true, t);
	bx_image_close(&img);
	bx_arena_reset(&arena);
}

static void
blocks_traverse(void *ctx, BmTally *t)
{
	const BmSet *own = ctx;
	size_t i;

	for (i = 0; i < own->n; i++)
		walk_stored(own->docs[i].value, own->docs[i].value_len, t);
}

static size_t
write_stored(const uint8_t *v, size_t n, BxBuf *out)
{
	BxError err;

	out->len = 0;
	bm_bxml_must(bx_text_write(v, n, NULL, bx_host_lz4(), out, &err), &err, "serialise");
	return out->len;
}

static size_t
blocks_serialise(void *ctx)
{
	const BmSet *own = ctx;
	size_t i, bytes = 0;
	BxBuf out;

	bx_buf_init(&out, bx_host_lz4());
	for (i = 0; i < own->n; i++)
		bytes += write_stored(own->docs[i].value, own->docs[i].value_len, &out);
	bx_buf_free(&out);
	return bytes;
}

/* How long a value was is not in its deflated form: a program would keep it, here the text's length bounds it. */
static uint8_t *
inflated(const BmDoc *doc, size_t *n)
{
	uLongf len = doc->len * 2 + 1024;
	uint8_t *plain = bm_alloc(len);

	if (uncompress(plain, &len, doc->value, doc->value_len) != Z_OK)
		bm_die("zlib fails");
	*n = len;
	return plain;
}

static void
deflated_traverse(void *ctx, BmTally *t)
{
	const BmSet *own = ctx;
	size_t i, n;

	for (i = 0; i < own->n; i++)
	{
		uint8_t *plain = inflated(&own->docs[i], &n);

		walk_stored(plain, n, t);
		free(plain);
	}
}

static size_t
deflated_serialise(void *ctx)
{
	const BmSet *own = ctx;
	size_t i, n, bytes = 0;
	BxBuf out;

	bx_buf_init(&out, bx_host_lz4());
	for (i = 0; i < own->n; i++)
	{
		uint8_t *plain = inflated(&own->docs[i], &n);

		bytes += write_stored(plain, n, &out);
		free(plain);
	}
	bx_buf_free(&out);
	return bytes;
}

/* ---------------------------------------------------------------- text */

static size_t
text_size(const BmSet *set, Shrink shrink)
{
	size_t i, m, bytes = 0;

	for (i = 0; i < set->n; i++)
	{
		free(shrink((const uint8_t *) set->docs[i].text, set->docs[i].len, &m));
		bytes += m;
	}
	return bytes;
}

static size_t
text_deflated(void *ctx)
{
	return text_size(ctx, deflated);
}

static size_t
text_lz4(void *ctx)
{
	return text_size(ctx, lz4);
}

static const BmEngine text_engines[] = {
	{.name = "text + lz4", .open = same_set, .close = nothing, .size = text_lz4},
	{.name = "text + deflate", .open = same_set, .close = nothing, .size = text_deflated},
};

static const BmEngine plain = {
	.name = "bxml",
	.open = same_set,
	.close = nothing,
	.parse = usual_parse,
	.traverse = bm_bxml_traverse_text,
	.serialise = bm_bxml_serialise,
	.size = bm_bxml_size,
	.texts = BM_TEXTS_WHOLE,
};

static const BmEngine in_blocks = {
	.name = "bxml + lz4",
	.open = blocks_open,
	.close = shrunk_close,
	.parse = blocks_parse,
	.traverse = blocks_traverse,
	.serialise = blocks_serialise,
	.size = bm_bxml_size,
	.texts = BM_TEXTS_WHOLE,
};

static const BmEngine whole_deflated = {
	.name = "bxml + deflate",
	.open = deflated_open,
	.close = shrunk_close,
	.parse = deflated_parse,
	.traverse = deflated_traverse,
	.serialise = deflated_serialise,
	.size = bm_bxml_size,
	.texts = BM_TEXTS_WHOLE,
};

int
main(int argc, char **argv)
{
	BmEngine sax = bm_libxml_sax;
	const BmEngine *const engines[] = {&text_engines[0], &text_engines[1], &sax,
									   &plain,           &in_blocks,       &whole_deflated};
	int i, runs = argc > 2 ? atoi(argv[2]) : 0;

	if (argc < 4 || runs < 1 || runs > BM_RUNS_MAX)
		bm_die("usage: codec DATA_FOLDER RUNS SET...");
	sax.traverse = NULL;
	fprintf(stderr, "bench-codec: %s, %d alternating runs\n", bm_clock_name(), runs);
	printf("{\"clock\":\"%s\"}\n", bm_clock_name());
	for (i = 3; i < argc; i++)
	{
		BmSet set = {.name = argv[i], .foreign = strncmp(argv[i], "corpus", 6) == 0};
		BmBench s = {.run = {.runs = (unsigned) runs, .min_seconds = 0.01},
					 .set = &set,
					 .engines = engines,
					 .n_engines = sizeof(engines) / sizeof(engines[0]),
					 .by_hand = true};

		bm_bench(&s, argv[1]);
	}
	return 0;
}

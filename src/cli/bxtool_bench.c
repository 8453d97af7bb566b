/*
 * bxtool_bench.c -- "bxtool bench": how fast this machine handles one document.
 *
 * Each line repeats one operation for about a second after a warm-up and gives the fastest repetition, which is
 * the least disturbed one.  Comparisons with other parsers are in benchmark/micro, not here.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "../codec/bx_lz4.h"
#include "../core/check/bx_check.h"
#include "../core/read/bx_reader.h"
#include "../core/print/bx_text.h"
#include "../core/xpath/plan/xp_run.h"
#include "bxtool.h"

typedef struct Bench
{
	const Input *in;
	const Options *opt;
	const XpBlock *path;
	XpCache *cache;
	XpEngine *engine;
	BxBuf out;
	uint64_t nodes;  /* events of the last traversal */
	uint64_t result; /* keeps the compiler from dropping work */
	BxError err;
} Bench;

typedef BxStatus (*Operation)(Bench *b);

double
now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double) t.tv_sec + (double) t.tv_nsec * 1e-9;
}

static BxStatus
do_encode(Bench *b)
{
	uint8_t *value;
	size_t len;
	BxStatus st = encode_text(b->in->text, b->in->text_len, &b->opt->parse, &value, &len, &b->err);

	if (st == BX_OK)
		bx_host_lz4()->release(bx_host_lz4()->ctx, value);
	return st;
}

static BxStatus
do_traverse(Bench *b)
{
	BxArena arena;
	BxTable t;
	BxSource src;
	BxReader *rd;
	BxEvent ev = {0};
	BxStatus st;

	bx_arena_init(&arena, bx_host_lz4());
	st = bx_table_open(&t, &arena, b->in->value, b->in->value_len, b->in->value_len, &b->err);
	if (st == BX_OK)
	{
		bx_source_memory(&src, b->in->value + t.head.items_off, t.head.items_len);
		st = bx_reader_new(&rd, &t, &src, &arena, &b->err);
	}
	while (st == BX_OK && ev.kind != BX_EV_DONE)
	{
		st = bx_reader_next(rd, &ev);
		b->result += ev.len;
	}
	if (st == BX_OK)
		b->nodes = bx_reader_items(rd);
	bx_arena_reset(&arena);
	return st;
}

static BxStatus
do_print(Bench *b)
{
	b->out.len = 0;
	return bx_text_write(b->in->value, b->in->value_len, NULL, bx_host_lz4(), &b->out, &b->err);
}

static BxStatus
do_check(Bench *b)
{
	return bx_check(b->in->value, b->in->value_len, false, NULL, bx_host_lz4(), &b->err);
}

static BxStatus
do_path(Bench *b)
{
	BxArena arena;
	XpCall call = {.host = bx_host_lz4(),
				   .arena = &arena,
				   .v = b->in->value,
				   .n = b->in->value_len,
				   .cache = b->cache,
				   .engine = b->engine,
				   .once = fc_engine_once,
				   .err = &b->err};
	XpItem text = {0};
	BxStatus st;

	bx_arena_init(&arena, bx_host_lz4());
	st = xp_value(&call, b->path, &text);
	b->result += text.str.n;
	bx_arena_reset(&arena);
	return st;
}

/* Seconds of the fastest repetition, or a negative number after an error was reported. */
static double
fastest(Bench *b, Operation op)
{
	double start = now(), best = 1e30, t0, t;
	BxStatus st;

	do
	{
		t0 = now();
		st = op(b);
		t = now() - t0;
		if (st != BX_OK)
		{
			report(b->in->name, &b->err);
			return -1;
		}
		if (t < best)
			best = t;
	} while (now() - start < b->opt->seconds);
	return best;
}

/* One line: operation, time, and MB/s of `bytes` or ns per unit of `per`. */
static bool
line(Bench *b, const char *name, Operation op, size_t bytes, const uint64_t *per, const char *unit)
{
	double t = fastest(b, op);

	if (t < 0)
		return false;
	printf("%-10s %12.3f us", name, t * 1e6);
	if (bytes > 0)
		printf(" %10.1f MB/s of text", (double) bytes / t / 1e6);
	if (per != NULL && *per > 0)
		printf(" %10.2f ns per %s", t * 1e9 / (double) *per, unit);
	printf("\n");
	fflush(stdout);
	return true;
}

static int
bench_path(Bench *b, const char *expr)
{
	BxArena arena;
	XpBlock *path;
	int status = 0;

	if (!compile_path(expr, &arena, &path))
		return 1;
	b->path = path;
	if (!line(b, "xpath", do_path, 0, &b->nodes, "item of the document"))
		status = 1;
	b->cache = xp_cache_new(&arena);
	b->engine = xp_engine_new(b->path, &arena);
	if (status == 0 && b->cache != NULL &&
		!line(b, "xpath warm", do_path, 0, &b->nodes, "item of the document"))
		status = 1;
	xp_engine_forget(b->engine);
	bx_arena_reset(&arena);
	return status;
}

int
bench_command(const Input *in, const char *expr, const Options *opt)
{
	Bench b = {.in = in, .opt = opt};
	size_t text_len;

	bx_error_clear(&b.err);
	bx_buf_init(&b.out, bx_host_lz4());
	if (do_print(&b) != BX_OK)
		return report(in->name, &b.err);
	text_len = in->is_value ? b.out.len : in->text_len;
	printf("%s: %zu bytes of text, %zu bytes stored (%.2f)\n", in->name, text_len, in->value_len,
		   (double) in->value_len / (double) text_len);
	if (!in->is_value && !line(&b, "encode", do_encode, text_len, NULL, NULL))
		return 1;
	if (!line(&b, "traverse", do_traverse, text_len, &b.nodes, "item") ||
		!line(&b, "check", do_check, text_len, NULL, NULL) ||
		!line(&b, "print", do_print, text_len, NULL, NULL))
		return 1;
	return expr != NULL ? bench_path(&b, expr) : 0;
}

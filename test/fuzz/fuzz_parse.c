/*
 * fuzz_parse.c -- XML text: parse, check, print, parse again, split into records.
 *
 * Input: one byte of options, then text.  What parses passes the validator; its text parses to the same text; and
 * neither the pieces the text comes in nor the mode of the rows make a difference.  Its records are the nodes that the
 * record path selects from the whole, and they are sound.
 */
#include "fuzz.h"

#include <string.h>

#include "../../src/core/check/bx_check.h"
#include "../../src/core/print/bx_text.h"
#include "../../src/core/xpath/result/xp_result.h"
#include "../../src/core/xpath/result/xp_record_rule.h"
#include "../../src/core/xpath/plan/xp_run.h"
#include "../../src/xml/bx_split.h"

typedef struct Result
{
	BxStatus status;
	uint8_t *v;
	size_t n;
	BxBuf text;
} Result;

/* Entities may expand to more than the input, but not to more than this. */
#define EXPANSION_MAX (1 << 20)

static void
parse(const char *s, size_t n, const BxParseOptions *opt, size_t piece, Result *r)
{
	BxError err;
	BxParser *p = bx_parser_new(bx_host_libc(), opt, &err);
	size_t at, k;

	memset(r, 0, sizeof(*r));
	bx_buf_init(&r->text, bx_host_libc());
	REQUIRE(p != NULL);
	for (at = 0; at < n && r->status == BX_OK; at += k)
	{
		k = piece < n - at ? piece : n - at;
		r->status = bx_parser_feed(p, s + at, k);
	}
	if (r->status == BX_OK)
		r->status = bx_parser_finish(p, &r->v, &r->n);
	REQUIRE(r->status == BX_OK || bx_parser_error(p)->msg[0] != '\0');
	bx_parser_free(p);
	if (r->status != BX_OK)
		return;
	if (bx_check(r->v, r->n, true, NULL, bx_host_libc(), &err) != BX_OK)
		fprintf(stderr, "%s at %lld\n", err.msg, (long long) err.pos);
	REQUIRE(bx_check(r->v, r->n, true, NULL, bx_host_libc(), &err) == BX_OK);
	REQUIRE(bx_text_write(r->v, r->n, NULL, bx_host_libc(), &r->text, &err) == BX_OK);
}

static void
same_text(const Result *a, const Result *b)
{
	REQUIRE(a->status == b->status);
	REQUIRE(a->text.len == b->text.len);
	REQUIRE(a->text.len == 0 || memcmp(a->text.data, b->text.data, a->text.len) == 0);
}

static void
result_free(Result *r)
{
	bx_buf_free(&r->text);
	free(r->v);
}

/* ---- records ---- */

/* No two records of one of these lie within each other. */
static const char *const record_paths[] = {"/*", "/*/*", "/a/*[@* or node()]", "/*/*:a/*"};

typedef struct Collect
{
	XpValueSink sink;
	BxBuf *text;
} Collect;

static void
put_record(BxBuf *text, const uint8_t *v, size_t n)
{
	BxError err;

	REQUIRE(bx_check(v, n, true, NULL, bx_host_libc(), &err) == BX_OK);
	REQUIRE(bx_text_write(v, n, NULL, bx_host_libc(), text, &err) == BX_OK);
	REQUIRE(bx_buf_byte(text, '\n', &err) == BX_OK);
}

static BxStatus
collect(XpValueSink *sink, uint8_t *data, size_t len, bool *stop)
{
	(void) stop;
	put_record(((Collect *) sink)->text, data, len);
	free(data);
	return BX_OK;
}

static void
nodes_of(const Result *whole, const XpBlock *path, const BxWriterOptions *options, BxBuf *text)
{
	Collect c = {{collect}, text};
	BxArena arena;
	BxError err;
	XpCall call = {.host = bx_host_libc(),
				   .arena = &arena,
				   .v = whole->v,
				   .n = whole->n,
				   .err = &err,
				   .once = fc_engine_once};

	bx_arena_init(&arena, bx_host_libc());
	REQUIRE(xp_values(&call, path, options, XP_SCOPE_ALL, &c.sink) == BX_OK);
	bx_arena_reset(&arena);
}

static void
take_records(BxSplit *s, BxBuf *text)
{
	uint8_t *v;
	size_t n;

	for (;;)
	{
		REQUIRE(bx_split_next(s, &v, &n) == BX_OK);
		if (v == NULL)
			return;
		put_record(text, v, n);
		free(v);
	}
}

static void
split(const char *s, size_t n, const BxParseOptions *opt, size_t piece, const Result *whole)
{
	const char *source = record_paths[piece % 4];
	BxArena arena;
	BxError err;
	XpBlock *path;
	BxRecordRule rule;
	BxSplit *split;
	BxStatus st = BX_OK;
	BxBuf text, nodes;
	size_t k;

	bx_arena_init(&arena, bx_host_libc());
	bx_buf_init(&text, bx_host_libc());
	bx_buf_init(&nodes, bx_host_libc());
	REQUIRE(xp_compile(source, strlen(source), 0, &arena, &path, &err) == BX_OK);
	REQUIRE(xp_record_rule(path, bx_host_libc(), bx_host_libc(), &rule, &err) == BX_OK);
	split = bx_split_new(bx_host_libc(), opt, &rule, &err);
	REQUIRE(split != NULL);
	for (size_t at = 0; at < n && st == BX_OK; at += k)
	{
		k = piece < n - at ? piece : n - at;
		st = bx_split_feed(split, s + at, k);
		take_records(split, &text);
	}
	if (st == BX_OK)
		st = bx_split_end(split);
	take_records(split, &text);
	/* names of what is not kept, and limits that are a record's, may make a difference to failures */
	REQUIRE(st == BX_OK || bx_split_error(split)->msg[0] != '\0');
	REQUIRE(st != BX_OK || whole->status == BX_OK || whole->status == BX_E_LIMIT);
	REQUIRE(st == BX_OK || whole->status != BX_OK || st == BX_E_LIMIT);
	if (st == BX_OK && whole->status == BX_OK)
	{
		nodes_of(whole, path, &opt->writer, &nodes);
		REQUIRE(text.len == nodes.len && (text.len == 0 || memcmp(text.data, nodes.data, text.len) == 0));
	}
	bx_split_free(split);
	bx_arena_reset(&arena);
	bx_buf_free(&text);
	bx_buf_free(&nodes);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	BxParseOptions opt = {.writer = {.limits = BX_LIMITS_DEFAULT}};
	const char *text = (const char *) data + 1;
	Result whole, pieces, again;

	if (size == 0)
		return 0;
	opt.writer.limits.max_entity_expansion = EXPANSION_MAX;
	opt.as = data[0] & 1 ? BX_PARSE_DOCUMENT : BX_PARSE_ANY;
	opt.strip = data[0] & 2;
	opt.skip_external = data[0] & 128;
	opt.encoding = data[0] & 4 ? NULL : "UTF-8";
	opt.writer.mode = data[0] & 8 ? BX_MODE_NAMES : BX_MODE_SHAPES;
	parse(text, size - 1, &opt, size, &whole);
	opt.writer.mode = data[0] & 8 ? BX_MODE_SHAPES : BX_MODE_NAMES;
	opt.writer.constants = BX_CONSTANTS_ALL;
	opt.writer.heap = BX_HEAP_ALL;
	parse(text, size - 1, &opt, 1 + (data[0] >> 4), &pieces);
	same_text(&whole, &pieces);
	split(text, size - 1, &opt, 1 + (data[0] >> 4), &whole);
	if (whole.status == BX_OK)
	{
		opt.strip = false;
		opt.encoding = "UTF-8";
		parse((const char *) whole.text.data, whole.text.len, &opt, 65536, &again);
		same_text(&whole, &again);
		result_free(&again);
	}
	result_free(&whole);
	result_free(&pieces);
	return 0;
}

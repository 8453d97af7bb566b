/*
 * fuzz_routes.c -- XML text by src/core/parse with libxml2 behind it, and by libxml2 alone.
 *
 * Input: one byte of options, then text.  Status, report and the bytes of the value are the same, whether the text
 * comes whole or in pieces.  What src/core/parse takes without a writer it takes with one.  A text that is split has
 * the same records, and fails with the same message after them.
 */
#include "fuzz.h"

#include <string.h>

#include "../../src/core/parse/bx_markup.h"
#include "../../src/core/xpath/result/xp_record_rule.h"
#include "../../src/xml/bx_split.h"

/* Entities may expand to more than the input, but not to more than this. */
#define EXPANSION_MAX (1 << 20)

typedef struct Result
{
	BxStatus status;
	BxError err;
	uint8_t *v;
	size_t n;
} Result;

/* In pieces of that size, 0: whole. */
static Result
parse(const char *s, size_t n, const BxParseOptions *opt, size_t piece)
{
	Result r = {.status = BX_OK};
	BxParser *p = bx_parser_new(bx_host_libc(), opt, &r.err);
	size_t k;

	REQUIRE(p != NULL);
	if (piece == 0)
		r.status = bx_parser_text(p, s, n);
	for (size_t at = 0; piece > 0 && at < n && r.status == BX_OK; at += k)
	{
		k = piece < n - at ? piece : n - at;
		r.status = bx_parser_feed(p, s + at, k);
	}
	if (r.status == BX_OK)
		r.status = bx_parser_finish(p, &r.v, &r.n);
	r.err = *bx_parser_error(p);
	bx_parser_free(p);
	return r;
}

/* Frees the second. */
static void
same(const Result *a, Result *b)
{
	REQUIRE(a->status == b->status);
	if (a->status == BX_OK)
		REQUIRE(a->n == b->n && memcmp(a->v, b->v, a->n) == 0);
	else
	{
		REQUIRE(strcmp(a->err.msg, b->err.msg) == 0 && strcmp(a->err.detail, b->err.detail) == 0);
		REQUIRE(strcmp(a->err.setting, b->err.setting) == 0 && strcmp(a->err.hint, b->err.hint) == 0);
		REQUIRE(a->err.line == b->err.line && a->err.col == b->err.col && a->err.pos == b->err.pos);
	}
	free(b->v);
}

/* Is the text taken, with a writer or without? */
static bool
takes(const char *s, size_t n, const BxParseOptions *opt, bool write)
{
	BxMarkupOptions o = {.limits = &opt->writer.limits,
						 .document = opt->as == BX_PARSE_DOCUMENT,
						 .strip = opt->strip,
						 .reject_dtd = opt->reject_dtd};
	BxError err;
	BxMarkup *m = bx_markup_new(bx_host_libc(), &err);
	BxWriter *w = write ? bx_writer_new(bx_host_libc(), &opt->writer, &err) : NULL;
	bool mine;

	REQUIRE(m != NULL && (w != NULL || !write));
	REQUIRE(bx_markup_read(m, w, &o, s, n, &mine, &err) == BX_OK);
	bx_markup_free(m);
	bx_writer_free(w);
	return mine;
}

/* ---- records ---- */

static const char *const record_paths[] = {"/*", "/*/*", "//*:a", "//b/*"};

/* All records, one behind the other. */
static void
take_records(BxSplit *s, Result *r)
{
	uint8_t *v;
	size_t n;

	while (bx_split_next(s, &v, &n) == BX_OK && v != NULL)
	{
		r->v = realloc(r->v, r->n + n);
		REQUIRE(r->v != NULL);
		memcpy(r->v + r->n, v, n);
		r->n += n;
		free(v);
	}
}

static Result
split(const char *s, size_t n, const BxParseOptions *opt, const char *path, size_t piece)
{
	Result r = {.status = BX_OK};
	BxRecordRule rule;
	BxArena arena;
	XpBlock *block;
	BxSplit *split;
	size_t k;

	bx_arena_init(&arena, bx_host_libc());
	REQUIRE(xp_compile(path, strlen(path), 0, &arena, &block, &r.err) == BX_OK);
	REQUIRE(xp_record_rule(block, bx_host_libc(), bx_host_libc(), &rule, &r.err) == BX_OK);
	split = bx_split_new(bx_host_libc(), opt, &rule, &r.err);
	REQUIRE(split != NULL);
	for (size_t at = 0; at < n && r.status == BX_OK; at += k)
	{
		k = piece < n - at ? piece : n - at;
		r.status = bx_split_feed(split, s + at, k);
		take_records(split, &r);
	}
	if (r.status == BX_OK)
		r.status = bx_split_end(split);
	take_records(split, &r);
	r.err = *bx_split_error(split);
	bx_split_free(split);
	bx_arena_reset(&arena);
	return r;
}

/* Messages show of the text what has come; the place of "]]>" and of invalid bytes depends on that, too. */
static bool
same_split(const Result *a, const Result *b)
{
	const char *near = strstr(a->err.detail, "; near \"");
	size_t n = near != NULL ? (size_t) (near - a->err.detail) : strlen(a->err.detail);

	if (a->status != b->status || a->n != b->n || (a->n > 0 && memcmp(a->v, b->v, a->n) != 0))
		return false;
	if (a->status == BX_OK || a->status == BX_E_ENCODING || strstr(a->err.detail, "]]&gt;") != NULL)
		return true;
	return strcmp(a->err.msg, b->err.msg) == 0 && strncmp(a->err.detail, b->err.detail, n) == 0 &&
		   strcmp(a->err.setting, b->err.setting) == 0 && a->err.line == b->err.line &&
		   a->err.col == b->err.col;
}

/* The same in pieces, of which nothing is kept. */
static void
compare_split(const char *s, size_t n, BxParseOptions *opt, size_t piece)
{
	const char *path = record_paths[piece % 4];
	Result alone, both;

	opt->window = 1;
	opt->libxml_only = false;
	both = split(s, n, opt, path, piece);
	opt->libxml_only = true;
	alone = split(s, n, opt, path, piece);
	if (!same_split(&both, &alone))
	{
		free(alone.v);
		alone = split(s, n, opt, path, n);
		REQUIRE(same_split(&both, &alone));
	}
	free(both.v);
	free(alone.v);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	BxParseOptions opt = {.writer = {.limits = BX_LIMITS_DEFAULT}};
	Result alone, both;
	char *text;

	if (size == 0)
		return 0;
	opt.writer.limits.max_entity_expansion = EXPANSION_MAX;
	opt.as = data[0] & 1 ? BX_PARSE_DOCUMENT : BX_PARSE_ANY;
	opt.strip = data[0] & 2;
	opt.encoding = data[0] & 4 ? NULL : "UTF-8";
	opt.reject_dtd = data[0] & 8;
	if (data[0] & 16)
	{
		opt.writer.limits.max_depth = 3;
		opt.writer.limits.max_attributes = 3;
		opt.writer.limits.max_names = 12;
	}
	/* a block that ends with the text: what is read behind it shows */
	text = malloc(size);
	REQUIRE(text != NULL);
	memcpy(text, data + 1, size - 1);
	text = realloc(text, size > 1 ? size - 1 : 1);
	opt.libxml_only = true;
	alone = parse(text, size - 1, &opt, 0);
	opt.libxml_only = false;
	both = parse(text, size - 1, &opt, 0);
	same(&alone, &both);
	both = parse(text, size - 1, &opt, 1 + (data[0] >> 5));
	same(&alone, &both);
	opt.window = 1;
	both = parse(text, size - 1, &opt, 1 + (data[0] >> 5));
	REQUIRE(same_split(&alone, &both));
	free(both.v);
	/* that records have too many names shows at the end of a piece */
	if (size > 1 && !(data[0] & 16))
		compare_split(text, size - 1, &opt, 1 + (data[0] >> 5));
	/* the writer has limits of its own, which do not hold without one */
	if (!(data[0] & 16))
		REQUIRE(takes(text, size - 1, &opt, true) == takes(text, size - 1, &opt, false));
	free(alone.v);
	free(text);
	return 0;
}

/*
 * test_short_core.c -- the core when the host gives no memory: the same result, or out of memory, and nothing lost.
 *
 * Each operation runs over a host that refuses one request, or one and all after it, for every request in turn: a
 * sample of them, or with BXML_SWEEP=full all.  Operations are parsing, printing, canonical forms, checking, dumping,
 * packing, expressions of all kinds (compiled, evaluated, explained), rows, edits, updates, comparison, difference,
 * building, assembling and splitting; values are plain, and packed where the operation reads a stored one.
 */
#define _DEFAULT_SOURCE /* strdup */
#include "../ut_engine.h"
#include "../ut_pack.h"

#include "../../../src/core/compare/bx_diff.h"
#include "../../../src/core/compare/bx_equal.h"
#include "../../../src/core/check/bx_dump.h"
#include "../../../src/core/check/bx_stats.h"
#include "../../../src/core/read/bx_walk.h"
#include "../../../src/core/query/face/fc_modify.h"
#include "../../../src/core/build/bx_assemble.h"
#include "../../../src/core/build/bx_build.h"
#include "../../../src/core/print/bx_canonical.h"
#include "../../../src/core/xpath/result/xp_explain.h"
#include "../../../src/core/xpath/result/xp_result.h"
#include "../../../src/core/xpath/syntax/xp_name.h"
#include "../../../src/core/xpath/result/xp_rows.h"
#include "../../../src/xml/bx_parse.h"
#include "../../../src/core/xpath/result/xp_record_rule.h"
#include "../../../src/xml/bx_split.h"
#include "../ut.h"

/* ---- what operations work on ---- */

typedef struct Doc
{
	const char *name;
	char *text;
	uint8_t *v; /* plain */
	size_t n;
	uint8_t *packed; /* or NULL */
	size_t packed_n;
} Doc;

/* An operation on a document with a text of its own: appends what it found to out. */
typedef BxStatus (*Op)(const BxHost *host, const Doc *d, const char *text, BxBuf *out, BxError *err);

static BxWriterOptions
writer_options(void)
{
	BxWriterOptions o = {.limits = BX_LIMITS_DEFAULT, .typed = BX_TYPED_LOSSLESS};

	o.dir_from = 1;
	return o;
}

static void
open_store(BxStore *store, const Doc *d)
{
	if (d->packed != NULL)
		bx_store_memory(store, d->packed, d->packed_n);
	else
		bx_store_memory(store, d->v, d->n);
}

/* A result in host memory goes to out. */
static BxStatus
keep(const BxHost *host, BxStatus st, uint8_t *data, size_t n, BxBuf *out)
{
	if (st != BX_OK || data == NULL)
		return st;
	st = bx_buf_append(out, data, n, NULL);
	host->release(host->ctx, data);
	return st;
}

static BxStatus
keep_number(uint64_t n, BxBuf *out)
{
	return bx_buf_append(out, &n, sizeof(n), NULL);
}

/* ---- text ---- */

static BxStatus
op_parse(const BxHost *host, const Doc *d, const char *text, BxBuf *out, BxError *err)
{
	BxParseOptions o = {.writer = writer_options(), .encoding = "UTF-8", .strip = text[0] == 's'};
	BxParser *p = bx_parser_new(host, &o, err);
	uint8_t *data = NULL;
	size_t len = 0;
	BxStatus st;

	if (p == NULL)
		return err->status;
	st = bx_parser_feed(p, d->text, strlen(d->text));
	if (st == BX_OK)
		st = bx_parser_finish(p, &data, &len);
	*err = *bx_parser_error(p);
	bx_parser_free(p);
	return keep(host, st, data, len, out);
}

static BxStatus
op_split(const BxHost *host, const Doc *d, const char *text, BxBuf *out, BxError *err)
{
	BxParseOptions o = {.writer = writer_options(), .encoding = "UTF-8"};
	BxRecordRule rule;
	BxArena arena;
	XpBlock *path;
	BxSplit *s = NULL;
	uint8_t *data = NULL;
	size_t len = 0;
	BxStatus st;

	bx_arena_init(&arena, host);
	st = xp_compile(text, strlen(text), 0, &arena, &path, err);
	if (st == BX_OK)
		st = xp_record_rule(path, host, host, &rule, err);
	if (st == BX_OK)
		s = bx_split_new(host, &o, &rule, err);
	if (s != NULL)
	{
		st = bx_split_feed(s, d->text, strlen(d->text));
		if (st == BX_OK)
			st = bx_split_end(s);
		while (st == BX_OK && (st = bx_split_next(s, &data, &len)) == BX_OK && data != NULL)
			st = keep(host, st, data, len, out);
		*err = *bx_split_error(s);
	}
	else if (st == BX_OK)
		st = err->status;
	bx_split_free(s);
	bx_arena_reset(&arena);
	return st;
}

/* What is written goes through a buffer of the host as well. */
static BxStatus
move(BxStatus st, BxBuf *from, BxBuf *out)
{
	if (st == BX_OK)
		st = bx_buf_append(out, from->data, from->len, NULL);
	bx_buf_free(from);
	return st;
}

static BxStatus
op_print(const BxHost *host, const Doc *d, const char *text, BxBuf *out, BxError *err)
{
	BxTextOptions o = {.indent = text[0] - '0', .declaration = text[0] == '1'};
	BxStore store;
	BxBuf b;

	bx_buf_init(&b, host);
	open_store(&store, d);
	return move(bx_text_read(&store, &o, host, &b, err), &b, out);
}

static BxStatus
op_canonical(const BxHost *host, const Doc *d, const char *text, BxBuf *out, BxError *err)
{
	static const BxStr prefixes[] = {{"p", 1}, {"#default", 8}};
	BxC14nOptions o = {.exclusive = text[0] == 'e', .comments = true, .relative = true};
	BxStore store;
	BxBuf b;

	if (o.exclusive)
	{
		o.prefixes = prefixes;
		o.n_prefixes = 2;
	}
	bx_buf_init(&b, host);
	open_store(&store, d);
	return move(bx_c14n_read(&store, &o, host, &b, err), &b, out);
}

/* ---- reading ---- */

static BxStatus
op_check(const BxHost *host, const Doc *d, const char *text, BxBuf *out, BxError *err)
{
	BxLimits limits = BX_LIMITS_DEFAULT;
	BxStore store;

	(void) out;
	open_store(&store, d);
	if (text[0] == 's')
		return bx_check_stored(&store, host, err);
	return bx_check(d->v, d->n, true, &limits, host, err);
}

static BxStatus
op_dump(const BxHost *host, const Doc *d, const char *text, BxBuf *out, BxError *err)
{
	BxStore store;
	BxBuf b;

	(void) text;
	bx_buf_init(&b, host);
	open_store(&store, d);
	return move(bx_dump_read(&store, false, host, &b, NULL, NULL, err), &b, out);
}

static BxStatus
op_stats(const BxHost *host, const Doc *d, const char *text, BxBuf *out, BxError *err)
{
	BxStats stats;
	BxStatus st = bx_stats_collect(d->v, d->n, host, &stats, err);

	(void) text;
	return st == BX_OK ? keep_number(stats.attributes, out) : st;
}

static BxStatus
op_pack(const BxHost *host, const Doc *d, const char *text, BxBuf *out, BxError *err)
{
	const BxPackPolicy policy = BX_PACK_ALWAYS;
	uint8_t *data = NULL;
	size_t len = 0;
	BxStatus st = bx_pack(d->v, d->n, &policy, 0, host, &data, &len, err);

	(void) text;
	return keep(host, st, data, len, out);
}

/* ---- expressions ---- */

typedef struct Query
{
	BxArena arena;
	XpBlock *path;
	BxStore store;
	XpCall c;
} Query;

static BxStatus
open_query(Query *q, const BxHost *host, const Doc *d, const char *text, BxError *err)
{
	memset(q, 0, sizeof(*q));
	bx_arena_init(&q->arena, host);
	q->c = (XpCall){.host = host, .arena = &q->arena, .err = err};
	if (d->packed != NULL)
	{
		open_store(&q->store, d);
		q->c.store = &q->store;
	}
	else
	{
		q->c.v = d->v;
		q->c.n = d->n;
		q->c.cache = xp_cache_new(&q->arena); /* NULL is allowed */
		q->c.tables = q->c.cache != NULL ? xp_table_cache_new(&q->arena) : NULL;
	}
	return xp_compile(text, strlen(text), 0, &q->arena, &q->path, err);
}

static BxStatus
close_query(Query *q, BxStatus st)
{
	xp_cache_free(q->c.cache);
	bx_arena_reset(&q->arena);
	return st;
}

static BxStatus
op_value(const BxHost *host, const Doc *d, const char *text, BxBuf *out, BxError *err)
{
	Query q;
	XpItem r;
	BxStatus st = open_query(&q, host, d, text, err);

	if (st == BX_OK)
		st = xp_value(&q.c, q.path, &r);
	if (st == BX_OK && r.type != XP_T_ANY)
		st = bx_buf_append(out, r.str.s, r.str.n, NULL);
	return close_query(&q, st);
}

static BxStatus
op_tests(const BxHost *host, const Doc *d, const char *text, BxBuf *out, BxError *err)
{
	bool found = false, value = false;
	uint64_t count = 0;
	Query q;
	BxStatus st = open_query(&q, host, d, text, err);

	if (st == BX_OK)
		st = xp_exists(&q.c, q.path, &found);
	if (st == BX_OK)
		st = xp_count(&q.c, q.path, &count);
	if (st == BX_OK && (st = xp_test(&q.c, q.path, &value)) == BX_E_XPTYPE)
		st = BX_OK; /* some sequences have no truth value */
	if (st == BX_OK)
		st = keep_number(count * 4 + found * 2 + value, out);
	return close_query(&q, st);
}

typedef struct StringSink
{
	XpStringSink sink;
	BxBuf *out;
} StringSink;

static BxStatus
take_string(XpStringSink *sink, const char *s, size_t n, bool *stop)
{
	(void) stop;
	return bx_buf_append(((StringSink *) sink)->out, s, n, NULL);
}

static BxStatus
op_strings(const BxHost *host, const Doc *d, const char *text, BxBuf *out, BxError *err)
{
	StringSink sink = {{take_string}, out};
	Query q;
	BxStatus st = open_query(&q, host, d, text, err);

	if (st == BX_OK)
		st = xp_strings(&q.c, q.path, &sink.sink);
	return close_query(&q, st);
}

static BxStatus
op_query(const BxHost *host, const Doc *d, const char *text, BxBuf *out, BxError *err)
{
	BxWriterOptions o = writer_options();
	uint8_t *data = NULL;
	size_t len = 0;
	bool found;
	Query q;
	BxStatus st = open_query(&q, host, d, text, err);

	if (st == BX_OK)
		st = xp_query(&q.c, q.path, &o, &found, &data, &len);
	return close_query(&q, keep(host, st, data, len, out));
}

typedef struct ValueSink
{
	XpValueSink sink;
	const BxHost *host;
	BxBuf *out;
} ValueSink;

static BxStatus
take_value(XpValueSink *sink, uint8_t *data, size_t len, bool *stop)
{
	ValueSink *s = (ValueSink *) sink;

	(void) stop;
	return keep(s->host, BX_OK, data, len, s->out);
}

static BxStatus
op_values(const BxHost *host, const Doc *d, const char *text, BxBuf *out, BxError *err)
{
	ValueSink sink = {{take_value}, host, out};
	BxWriterOptions o = writer_options();
	Query q;
	BxStatus st = open_query(&q, host, d, text, err);

	if (st == BX_OK)
		st = xp_values(&q.c, q.path, &o, XP_SCOPE_USED, &sink.sink);
	return close_query(&q, st);
}

static BxStatus
op_explain(const BxHost *host, const Doc *d, const char *text, BxBuf *out, BxError *err)
{
	Query q;
	BxBuf b;
	BxStatus st = open_query(&q, host, d, text, err);

	bx_buf_init(&b, host);
	if (st == BX_OK)
		st = xp_explain(q.path, &q.arena, &b, err);
	return close_query(&q, move(st, &b, out));
}

static BxStatus
all_rows(XpRows *rows, BxBuf *out)
{
	XpItem item;
	const uint8_t *label;
	size_t n;
	unsigned count;
	uint64_t total = 0;
	bool found, has;
	BxStatus st;

	while ((st = xp_rows_next(rows, &found)) == BX_OK && found)
	{
		st = xp_rows_label(rows, &has, &label, &n);
		if (st == BX_OK)
			st = xp_rows_item(rows, 1, true, &item, &count);
		total = total * 31 + n + count;
		if (st == BX_OK)
			st = xp_rows_item(rows, 2, false, &item, &count);
		total = total * 31 + count;
		if (st != BX_OK)
			return st;
	}
	return st == BX_OK ? keep_number(total, out) : st;
}

static BxStatus
op_rows(const BxHost *host, const Doc *d, const char *text, BxBuf *out, BxError *err)
{
	static const char *const columns[] = {"@*", "*[1]"};
	const XpBlock *blocks[3];
	uint32_t roots[3];
	XpBlock *block;
	XpRows *rows;
	Query q;
	BxStatus st = open_query(&q, host, d, text, err);

	blocks[0] = q.path;
	for (int i = 0; i < 2 && st == BX_OK; i++)
	{
		st = xp_compile(columns[i], strlen(columns[i]), 0, &q.arena, &block, err);
		blocks[i + 1] = block;
	}
	if (st == BX_OK)
		st = xp_join(blocks, 3, &q.arena, &block, roots, err);
	if (st == BX_OK)
	{
		rows = NULL;
		st = xp_rows_open(&q.c, block, roots, 3, XP_ROWS_LABELS, NULL, &rows);
		if (st == BX_OK)
			st = all_rows(rows, out);
		if (rows != NULL)
			xp_rows_close(rows);
	}
	return close_query(&q, st);
}

/* ---- changes ---- */

static BxStatus
op_update(const BxHost *host, const Doc *d, const char *text, BxBuf *out, BxError *err)
{
	BxWriterOptions o = writer_options();
	const FcOptions options = {.immutable = true, .mode = Q_MODE_UPDATE};
	BxArena arena, keeping;
	RuChanges changes = {.options = &o, .keep = &keeping};
	FcCall call = {.host = host, .arena = &arena, .err = err, .value = d->v, .n = d->n};
	const FcQuery *u = NULL;
	FcRun *run = NULL;
	uint8_t *data = NULL;
	size_t len = 0;
	BxBuf b;
	BxStatus st;

	bx_arena_init(&arena, host);
	bx_arena_init(&keeping, host);
	bx_buf_init(&b, host);
	st = fc_compile(bx_str(text, strlen(text)), &options, host, &keeping, &u, err);
	changes.edit = st == BX_OK ? bx_edit_new(host, &o, d->v, d->n, err) : NULL;
	st = changes.edit != NULL ? fc_open(u, &call, &run) : err->status;
	if (st == BX_OK)
		st = fc_modify(run, &changes);
	fc_close(run);
	st = st == BX_OK ? bx_edit_run(changes.edit) : st;
	if (st == BX_OK)
		st = bx_edit_keep(changes.edit, err);
	if (st == BX_OK)
		st = bx_edit_print(changes.edit, NULL, &b);
	st = move(st, &b, out);
	if (st == BX_OK)
		st = bx_edit_take(changes.edit, &data, &len);
	bx_edit_free(changes.edit);
	bx_arena_reset(&keeping);
	bx_arena_reset(&arena);
	return keep(host, st, data, len, out);
}

/* ---- two values ---- */

static BxStatus
take_row(BxDiffSink *sink, const BxDiffRow *row)
{
	(void) sink;
	(void) row;
	return BX_OK;
}

/* The document against what an update made of it; the text is what is ignored. */
static const Doc *other;

static BxStatus
op_diff(const BxHost *host, const Doc *d, const char *text, BxBuf *out, BxError *err)
{
	BxDiffSink sink = {take_row};
	BxStore a, b;

	(void) text;
	(void) out;
	open_store(&a, d);
	open_store(&b, other);
	return bx_diff(&a, &b, host, &sink, err);
}

static BxStatus
op_equal(const BxHost *host, const Doc *d, const char *text, BxBuf *out, BxError *err)
{
	BxIgnore ignore = {0};
	bool equal = false;
	BxArena arena;
	BxStore a, b;
	BxStatus st;

	bx_arena_init(&arena, host);
	open_store(&a, d);
	open_store(&b, other);
	st = bx_ignore_word(&ignore, text, (uint32_t) strlen(text), &arena, err);
	if (st == BX_OK)
		st = bx_deep_equal(&a, &b, &ignore, host, &equal, err);
	bx_arena_reset(&arena);
	return st == BX_OK ? keep_number(equal, out) : st;
}

static BxStatus
op_build(const BxHost *host, const Doc *d, const char *text, BxBuf *out, BxError *err)
{
	const BxStr none = {"", 0}, p = {"p", 1}, u = {"urn:b", 5}, x = {text, (uint32_t) strlen(text)};
	BxWriterOptions o = writer_options();
	BxBuilder *b = bx_builder_new(host, &o, err);
	uint8_t *data = NULL;
	size_t len = 0;
	BxStore store;
	BxStatus st;

	if (b == NULL)
		return err->status;
	open_store(&store, d);
	st = bx_builder_start(b, p, u, x);
	if (st == BX_OK)
		st = bx_builder_attribute(b, p, u, x, x);
	if (st == BX_OK)
		st = bx_builder_value(b, &store);
	if (st == BX_OK)
		st = bx_builder_text(b, x);
	if (st == BX_OK)
		st = bx_builder_comment(b, x);
	if (st == BX_OK)
		st = bx_builder_end(b);
	if (st == BX_OK)
		st = bx_builder_pi(b, x, none);
	if (st == BX_OK)
		st = bx_builder_finish(b, &data, &len);
	*err = *bx_builder_error(b);
	bx_builder_free(b);
	return keep(host, st, data, len, out);
}

/* ---- the sweep ---- */

static long runs, refused, most;

static BxStatus
run(UtHost *host, Op op, const Doc *d, const char *text, BxBuf *out, BxError *err)
{
	bx_buf_init(out, bx_host_libc());
	bx_error_clear(err);
	return op(&host->host, d, text, out, err);
}

static void
run_poor(Op op, const char *name, const Doc *d, const char *text, int at, bool from, BxStatus want,
		 const BxBuf *wanted)
{
	UtHost host;
	BxError err;
	BxStatus st;
	BxBuf out;

	ut_host_init(&host);
	host.fail_at = from ? 0 : at;
	host.fail_from = from ? at : 0;
	st = run(&host, op, d, text, &out, &err);
	runs++;
	refused += st == BX_E_NOMEM;
	CHECKF(st == BX_E_NOMEM || st == want, "%s %s %s, request %d%s: %s: %s", name, d->name, text, at,
		   from ? " and later" : "", bx_status_name(st), err.msg);
	CHECKF(st == BX_OK || err.status == st, "%s %s %s, request %d%s: error %s for %s", name, d->name, text,
		   at, from ? " and later" : "", bx_status_name(err.status), bx_status_name(st));
	CHECKF(host.live == 0, "%s %s %s, request %d%s: %d blocks lost", name, d->name, text, at,
		   from ? " and later" : "", host.live);
	if (st == BX_OK && want == BX_OK)
		CHECKF(out.len == wanted->len && (out.len == 0 || memcmp(out.data, wanted->data, out.len) == 0),
			   "%s %s %s, request %d%s: another result", name, d->name, text, at, from ? " and later" : "");
	bx_buf_free(&out);
}

static void
sweep_op(Op op, const char *name, const Doc *d, const char *text)
{
	UtHost host;
	BxError err;
	BxStatus want;
	BxBuf wanted;
	int step;

	ut_host_init(&host);
	want = run(&host, op, d, text, &wanted, &err);
	CHECKF(want == BX_OK, "%s %s %s: %s: %s", name, d->name, text, bx_status_name(want), err.msg);
	CHECKF(host.live == 0, "%s %s %s: %d blocks lost", name, d->name, text, host.live);
	step = most > 0 && host.calls > most ? (int) (host.calls / most) : 1;
	for (int at = 1; at <= host.calls && ut_here < 20; at += step)
	{
		run_poor(op, name, d, text, at, false, want, &wanted);
		run_poor(op, name, d, text, at, true, want, &wanted);
	}
	bx_buf_free(&wanted);
}

#define SWEEP(op, d, text) sweep_op(op, #op, d, text)

/* ---- documents ---- */

static Doc small, packed, changed;

static void
make(Doc *d, const char *name, const char *text, bool pack)
{
	const BxPackPolicy policy = BX_PACK_ALWAYS;
	BxParseOptions o = {.writer = writer_options(), .encoding = "UTF-8"};
	BxParser *p;
	BxError err;
	uint8_t *v = NULL;

	p = bx_parser_new(bx_host_lz4(), &o, &err);
	d->name = name;
	d->text = ut_need(strdup(text));
	CHECKF(bx_parser_feed(p, text, strlen(text)) == BX_OK && bx_parser_finish(p, &v, &d->n) == BX_OK, "%s",
		   bx_parser_error(p)->detail);
	bx_parser_free(p);
	d->v = v;
	if (pack)
	{
		CHECK(bx_pack(v, d->n, &policy, 0, bx_host_lz4(), &d->packed, &d->packed_n, &err) == BX_OK);
		CHECK(d->packed != NULL);
	}
}

static char *
rows_text(int rows)
{
	char *s = ut_need(malloc((size_t) rows * 300 + 8000)), *p = s;

	p += sprintf(p,
				 "<?xml version='1.0'?><!DOCTYPE r [<!ENTITY e 'entity'><!ATTLIST row id ID #IMPLIED>]>"
				 "<!--c--><r xmlns='urn:d' xmlns:p='urn:p' n='%d'>",
				 rows);
	for (int i = 0; i < rows; i++)
		p += sprintf(p,
					 "<row id='i%d' p:k='%d.50' day='2024-01-%02d'><name>name %d &amp; &e;</name>"
					 "<p:sum xmlns:q='urn:q%d'>%d</p:sum><?pi data %d?>mixed <b>te<i>x</i>t</b></row>\n",
					 i, i % 7, i % 28 + 1, i % 5, i % 3, i * 100, i);
	sprintf(p, "<big>%0*d</big></r><!--end-->", 6000, 7);
	return s;
}

static void
make_documents(void)
{
	char *few = rows_text(12), *many = rows_text(400);

	make(&small, "small", few, false);
	make(&packed, "packed", many, true);
	*strstr(few, "name 1") = 'N';
	*strstr(few, "name 3") = 'N';
	make(&changed, "changed", few, false);
	other = &changed;
	free(few);
	free(many);
}

static void
free_document(Doc *d)
{
	free(d->text);
	free(d->v);
	free(d->packed);
}

/* ---- tests ---- */

static void
test_text(void)
{
	const Doc *docs[] = {&small, &packed};

	for (int i = 0; i < 2; i++)
	{
		SWEEP(op_parse, docs[i], "");
		SWEEP(op_parse, docs[i], "strip");
		SWEEP(op_split, docs[i], "/*:r/*:row");
		SWEEP(op_split, docs[i], "//*:b[*]");
		SWEEP(op_print, docs[i], "0");
		SWEEP(op_print, docs[i], "1");
		SWEEP(op_print, docs[i], "2");
		SWEEP(op_canonical, docs[i], "inclusive");
		SWEEP(op_canonical, docs[i], "exclusive");
	}
}

static void
test_reading(void)
{
	const Doc *docs[] = {&small, &packed};

	for (int i = 0; i < 2; i++)
	{
		if (docs[i]->packed == NULL)
			SWEEP(op_check, docs[i], "wire");
		SWEEP(op_check, docs[i], "stored");
		SWEEP(op_dump, docs[i], "");
		SWEEP(op_stats, docs[i], "");
		SWEEP(op_pack, docs[i], "");
	}
}

#define D "declare default element namespace 'urn:d'; declare namespace p='urn:p'; "

static const char *const expressions[] = {
	D "/r/row[3]/name",
	D "//row[@id = 'i5']/p:sum",
	D "//row[@p:k > 3 and name = 'name 2 & entity']/name",
	D "//row[last()]/preceding-sibling::row[position() < 4]/@id",
	D "//i/ancestor::*",
	D "//b/following::name",
	D "//name/preceding::i",
	D "//row/namespace::*",
	D "//row[@day >= xs:date('2024-01-05')]/@id",
	D "//row/@* | //row/name",
	D "(//row)[4]/node()",
	D "id('i3 i7 i9')/name",
	D "//row[contains(name, '3')]/p:sum",
	D "count(//row[position() mod 2 = 1])",
	D "sum(//p:sum)",
	D "sum(for $x in //p:sum return xs:decimal($x)) div xs:decimal('7') + -xs:decimal('0.5') mod "
	  "xs:decimal('3')",
	D
	"//row[xs:date(@day) - xs:dayTimeDuration('P1D') > xs:date('2024-01-02')]/@day/(day-from-date(.) idiv 2)",
	D "distinct-values((1 to 1000000, xs:decimal('2'), //p:sum)) = reverse((5 to 9, 'x', 2))[position() < 3]",
	D "round-half-to-even(avg((xs:dayTimeDuration('PT1.5S'), xs:dayTimeDuration('PT2S'))) div "
	  "xs:dayTimeDuration('PT1H'), 3)",
	D "concat(/r/@n, '-', normalize-space(/r/row[2]), translate(/r/row[1]/@id, 'i', 'I'))",
	D "substring-before(substring-after(string(/r/row[4]), ' '), ' ')",
	D "string-length(/r/big) + number(/r/row[2]/p:sum) * 2",
	D "//comment() | //processing-instruction('pi')",
	D "for $r in //row return concat($r/@id, '=', $r/p:sum)",
	D "for $r in //row, $s in $r/name return ($r/@id, $s)",
	D "let $x := //row[p:sum > 300] return count($x) + sum($x/p:sum)",
	D "some $r in //row satisfies $r/p:sum = 700",
	D "every $r in //row satisfies $r/@id",
	D "distinct-values(//name)",
	D "string-join(//row/@id, ',')",
	D "reverse(//row/@id)",
	D "subsequence(//row, 3, 4)/name",
	D "index-of(//row/@id, 'i4')",
	D "(1 to 20)[. mod 3 = 0]",
	D "//row/name[matches(., 'n[a-m]+e [1-3]')]",
	D "replace(/r/row[3]/name, '(\\w+) (\\d)', '$2 $1')",
	D "tokenize(/r/row[3], '\\s+')",
	D "//row except //row[p:sum > 500]",
	D "//row intersect //row[@p:k = '1.50']",
	D "max(//p:sum) - min(//p:sum) + avg(//p:sum)",
	D "if (//row[@id = 'i2']) then //row[2]/name else ()",
	D "//row[name = //row[2]/name]/@id",
	D "//row/(name, p:sum)",
	D "declare variable $v := 'i4'; //row[@id = $v]",
	D "//text()[. = 'mixed ']",
	D "//*[local-name() = 'i'][string() = 'x']/..",
	"//*[namespace-uri() = 'urn:p']",
	"string(//*:big)",
	"lang('en') or //*:row[not(*:none)]",
};
#define EXPRESSIONS (sizeof(expressions) / sizeof(expressions[0]))

static void
test_expressions(void)
{
	for (size_t i = 0; i < EXPRESSIONS; i++)
	{
		SWEEP(op_value, &small, expressions[i]);
		SWEEP(op_value, &packed, expressions[i]);
		SWEEP(op_tests, &small, expressions[i]);
		SWEEP(op_strings, &small, expressions[i]);
		SWEEP(op_query, &small, expressions[i]);
		SWEEP(op_query, &packed, expressions[i]);
		SWEEP(op_values, &small, expressions[i]);
		SWEEP(op_explain, &small, expressions[i]);
	}
}

static void
test_rows(void)
{
	static const char *const paths[] = {D "/r/row", D "//b/..", D "//row[position() > 3]"};

	for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++)
	{
		SWEEP(op_rows, &small, paths[i]);
		SWEEP(op_rows, &packed, paths[i]);
	}
}

static void
test_updates(void)
{
	static const char *const updates[] = {
		D "delete node //row[p:sum > 500]",
		D "insert node <new xmlns:z='urn:z' z:a='1'>{//row[1]/name}</new> as first into /r",
		D "replace value of node /r/row[2]/name with 'changed'",
		D "rename node (//b)[1] as 'p:c'",
		D "for $r in //row return (insert node attribute k {count($r/*)} into $r, delete node $r/p:sum)",
		D "replace node //row[3] with (<a/>, 'text', <!--c-->)",
	};

	for (size_t i = 0; i < sizeof(updates) / sizeof(updates[0]); i++)
	{
		SWEEP(op_update, &small, updates[i]);
		SWEEP(op_update, &packed, updates[i]);
	}
}

static void
test_comparison(void)
{
	SWEEP(op_diff, &small, "");
	SWEEP(op_diff, &packed, "");
	SWEEP(op_equal, &small, "comments");
	SWEEP(op_equal, &small, "order://Q{urn:d}row");
	SWEEP(op_equal, &packed, "order:/");
	SWEEP(op_build, &small, "name");
	SWEEP(op_build, &packed, "name");
}

UT_SUITE(test_short_core)
{
	const char *mode = getenv("BXML_SWEEP");

	most = mode != NULL && strcmp(mode, "full") == 0 ? 0 : 12;
	make_documents();
	UT_RUN(test_text);
	UT_RUN(test_reading);
	UT_RUN(test_expressions);
	UT_RUN(test_rows);
	UT_RUN(test_updates);
	UT_RUN(test_comparison);
	printf("# %ld runs, %ld without memory\n", runs, refused);
	free_document(&small);
	free_document(&packed);
	free_document(&changed);
	return ut_done();
}

/*
 * test_split.c -- one text to a value per record: which elements are records, what they are made of, limits, memory.
 *
 * Records are compared as text.  With BXML_CORPUS naming a folder of documents, the records of all of them are the
 * nodes that the same path selects from the whole value.
 */
#define _GNU_SOURCE /* memmem, d_type */
#include <dirent.h>
#include <stdlib.h>

#include "../../../src/core/print/bx_text.h"
#include "../../../src/core/xpath/result/xp_result.h"
#include "../../../src/core/xpath/result/xp_record_rule.h"
#include "../../../src/xml/bx_split.h"
#include "../ut.h"
#include "../ut_engine.h"
#include "../ut_host.h"

static const BxParseOptions any = {.writer = {.limits = BX_LIMITS_DEFAULT}, .encoding = "UTF-8"};

typedef struct Result
{
	BxStatus status;
	BxError err;
	uint32_t n;
	BxBuf text; /* of all records, each followed by "|" */
} Result;

static XpBlock *
compile(const char *path, BxArena *arena)
{
	BxError err;
	XpBlock *block;

	if (xp_compile(path, strlen(path), 0, arena, &block, &err) != BX_OK)
	{
		CHECKF(false, "%s: %s", path, err.msg);
		exit(1);
	}
	return block;
}

/* A splitter with a path; the path's memory is the arena's. */
static BxSplit *
split_new(const BxHost *host, const BxParseOptions *o, const char *path, BxArena *arena, BxError *err)
{
	BxRecordRule rule;

	if (xp_record_rule(compile(path, arena), host, host, &rule, err) != BX_OK)
		return NULL;
	return bx_split_new(host, o, &rule, err);
}

/* Take what waits. */
static void
drain(BxSplit *s, const BxHost *host, Result *r)
{
	BxStatus st;
	BxError err;
	uint8_t *v;
	size_t n;

	while ((st = bx_split_next(s, &v, &n)) == BX_OK && v != NULL)
	{
		r->n++;
		CHECK(bx_text_write(v, n, NULL, bx_host_libc(), &r->text, &err) == BX_OK);
		CHECK(bx_buf_byte(&r->text, '|', &err) == BX_OK);
		host->release(host->ctx, v);
	}
	if (st != BX_OK && r->status == BX_OK)
	{
		r->status = st;
		r->err = *bx_split_error(s);
	}
}

static Result
split_on(const BxHost *host, const char *s, size_t n, const char *path, const BxParseOptions *o, size_t chunk)
{
	Result r = {0};
	BxArena arena;
	BxSplit *split;

	bx_buf_init(&r.text, bx_host_libc());
	bx_arena_init(&arena, bx_host_libc());
	split = split_new(host, o, path, &arena, &r.err);
	r.status = split != NULL ? BX_OK : r.err.status;
	for (size_t i = 0, k; i < n && r.status == BX_OK; i += k)
	{
		k = n - i < chunk ? n - i : chunk;
		r.status = bx_split_feed(split, s + i, k);
		if (r.status != BX_OK)
			r.err = *bx_split_error(split);
		drain(split, host, &r);
	}
	if (r.status == BX_OK)
	{
		r.status = bx_split_end(split);
		if (r.status != BX_OK)
			r.err = *bx_split_error(split);
		drain(split, host, &r);
	}
	bx_split_free(split);
	bx_arena_reset(&arena);
	return r;
}

static Result
split(const char *s, const char *path, const BxParseOptions *o)
{
	return split_on(bx_host_libc(), s, strlen(s), path, o, 65536);
}

static void
result_free(Result *r)
{
	bx_buf_free(&r->text);
}

static void
gives(const char *s, const char *path, const char *expected)
{
	for (size_t chunk = 1; chunk <= 1000; chunk = chunk * 3 + 1)
	{
		Result r = split_on(bx_host_libc(), s, strlen(s), path, &any, chunk);

		CHECKF(r.status == BX_OK, "%s of %s: %s: %s", path, s, r.err.msg, r.err.detail);
		CHECKF(r.text.len == strlen(expected) &&
				   (r.text.len == 0 || memcmp(r.text.data, expected, r.text.len) == 0),
			   "%s of %s: \"%.*s\" instead of \"%s\"", path, s, (int) r.text.len, (const char *) r.text.data,
			   expected);
		result_free(&r);
	}
}

static void
test_paths(void)
{
	gives("<a><b>1</b><c><b>2</b></c><d/></a>", "/a/b", "<b>1</b>|");
	gives("<a><b>1</b><c><b>2</b></c><d/></a>", "a/*", "<b>1</b>|<c><b>2</b></c>|<d/>|");
	gives("<a><b>1</b><c><b>2</b></c><d/></a>", "//b", "<b>1</b>|<b>2</b>|");
	gives("<a><b>1</b><c><b>2</b></c><d/></a>", "/a/descendant::b", "<b>1</b>|<b>2</b>|");
	gives("<a><b>1</b><c><b>2</b></c><d/></a>", "/a//c/b", "<b>2</b>|");
	gives("<a><b>1</b><c><b>2</b></c><d/></a>", "/a", "<a><b>1</b><c><b>2</b></c><d/></a>|");
	gives("<a><b>1</b></a>", "/b", "");
	gives("<a/> <b/>x<a>1</a>", "/a", "<a/>|<a>1</a>|");
	/* of records within records the outermost */
	gives("<a><b>1<b>2</b></b><b/></a>", "//b", "<b>1<b>2</b></b>|<b/>|");
	gives("<a><a><b/></a><b/></a>", "//a/b", "<b/>|<b/>|");
	gives("<a><x><y><x><z/></x></y></x></a>", "//x//x/z", "<z/>|");
	/* what stands between and inside */
	gives("<!DOCTYPE a [<!ENTITY e '<b>x</b>'>]><!--c--><a>t<?p?>&e;<b><!--d-->&lt;<![CDATA[>]]></b>&e;</a>",
		  "//b", "<b>x</b>|<b><!--d-->&lt;&gt;</b>|<b>x</b>|");
	gives("<?xml version='1.0' standalone='yes'?><a><b/></a>", "/a/b", "<b/>|");
	gives("", "/a", "");
	gives("text", "/a", "");
}

static void
test_names(void)
{
	gives("<a xmlns='d' xmlns:p='u'><b/><p:b/></a>", "/a/b", "");
	gives("<a xmlns='d' xmlns:p='u'><b/><p:b/></a>", "declare namespace q = 'u'; /*/q:b",
		  "<p:b xmlns=\"d\" xmlns:p=\"u\"/>|");
	gives("<a xmlns='d' xmlns:p='u'><b/><p:b/></a>", "/*/*:b",
		  "<b xmlns=\"d\" xmlns:p=\"u\"/>|<p:b xmlns=\"d\" xmlns:p=\"u\"/>|");
	gives("<a xmlns='d' xmlns:p='u'><b/><p:b/></a>", "declare default element namespace 'd'; /a/b",
		  "<b xmlns=\"d\" xmlns:p=\"u\"/>|");
	gives("<a xmlns:p='u'><b/><p:c/><p:d/></a>", "declare namespace q = 'u'; /a/q:*",
		  "<p:c xmlns:p=\"u\"/>|<p:d xmlns:p=\"u\"/>|");
	/* those of inner elements, of outer ones, its own; none twice, none that was taken back */
	gives("<a xmlns='d' xmlns:p='u' xmlns:q='v'><i xmlns:p='w' xmlns:r='x'><b xmlns:q='y'/></i></a>", "//*:b",
		  "<b xmlns:p=\"w\" xmlns:r=\"x\" xmlns=\"d\" xmlns:q=\"y\"/>|");
	gives("<a xmlns='d'><i xmlns=''><b/></i><i><b xmlns=''/></i><i><b xmlns='e'/></i></a>", "//*:b",
		  "<b/>|<b xmlns=\"\"/>|<b xmlns=\"e\"/>|");
	gives("<a xmlns:p='u'><i xmlns:q='v'/><b/><b/></a>", "/a/b", "<b xmlns:p=\"u\"/>|<b xmlns:p=\"u\"/>|");
	gives("<a xmlns:p='u'><b><c xmlns:p='v'/></b></a>", "/a/b", "<b xmlns:p=\"u\"><c xmlns:p=\"v\"/></b>|");
}

static void
test_predicates(void)
{
	gives("<a><b k='1'/><b/><b k='2'/></a>", "/a/b[@k]", "<b k=\"1\"/>|<b k=\"2\"/>|");
	gives("<a><b k='1'/><b/><b k='2'/></a>", "//b[@k = 2]", "<b k=\"2\"/>|");
	gives("<a><b>x<c>5</c></b><b><c>7</c></b></a>", "/a/b[c > 4][c < 6]", "<b>x<c>5</c></b>|");
	gives("<a><b><c/><c>7</c></b><b><c>7</c></b></a>", "/a/b[c[2] = 7]", "<b><c/><c>7</c></b>|");
	gives("<a><b/><c/><d/></a>", "/a/*[self::b or self::d]", "<b/>|<d/>|");
	/* what is in a record that was refused is not looked at */
	gives("<a><b><b k='1'/></b></a>", "//b[@k]", "");
}

static void
test_refused_paths(void)
{
	static const char *const paths[] = {
		"/",
		"/a[1]",
		"/a[position() < 3]",
		"/a[last()]",
		"/a[count(b)]",
		"/a[@x]/b",
		"//a[../b]",
		"/a[b/ancestor::c]",
		"/a[following-sibling::a]",
		"/a[/b]",
		"/a[id('x')]",
		"/a[lang('en')]",
		"/a[b = $x]",
		"/a/text()",
		"/a/node()",
		"//a/@b",
		"/a/..",
		"/a/.",
		"/a//.",
		"/a | /b",
		"(/a)[b]",
		"count(/a)",
		"'a'",
		"$x/a",
		"for $x in /a return $x",
	};
	char deep[400] = "";
	Result r;

	for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++)
	{
		r = split("<a/>", paths[i], &any);
		CHECKF(r.status == BX_E_UNSUPPORTED && r.err.pos > 0 && r.err.detail[0] != '\0', "%s: %s %s",
			   paths[i], bx_status_name(r.status), r.err.msg);
		result_free(&r);
	}
	r = split("<a/>", "/p:a", &any);
	CHECK(r.status == BX_E_XPATH);
	result_free(&r);
	for (int i = 0; i < 63; i++)
		strcat(deep, "/a");
	r = split("<a/>", deep, &any);
	CHECK(r.status == BX_OK && r.n == 0);
	result_free(&r);
	strcat(deep, "/a");
	r = split("<a/>", deep, &any);
	CHECK(r.status == BX_E_UNSUPPORTED);
	result_free(&r);
}

/* Records before an error come first. */
static void
test_errors(void)
{
	static const struct
	{
		const char *s;
		BxStatus status;
		uint32_t n;
		int line, col;
	} cases[] = {
		{"<a><b/>\n<b/></c>", BX_E_SYNTAX_CONTENT, 2, 2, 9},
		{"<a><b/>\n<b>", BX_E_SYNTAX_CONTENT, 1, 2, 4},
		{"<a><b/></a>&x;", BX_E_SYNTAX_CONTENT, 1, 1, 15},
		{"<!DOCTYPE a><a><b/></a><a/>", BX_E_SYNTAX_DOC, 1, 1, 24},
		{"<a><b/>\n<i><p:j/></i></a>", BX_E_SYNTAX_CONTENT, 1, 2, 8},
		{"<a><b/><i x='1' x='2'/></a>", BX_E_SYNTAX_CONTENT, 1, 1, 22},
		{"<a><b/><![CDATA[\xC0\x80]]></a>", BX_E_ENCODING, 1, 1, 17},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
	{
		Result r = split(cases[i].s, "/a/b", &any);

		CHECKF(r.status == cases[i].status && r.n == cases[i].n, "%s: %s, %u records", cases[i].s,
			   bx_status_name(r.status), r.n);
		CHECKF(r.err.line == cases[i].line && r.err.col == cases[i].col, "%s: line %d, column %d: %s",
			   cases[i].s, r.err.line, r.err.col, r.err.detail);
		result_free(&r);
	}
}

/* ---- limits ---- */

/* "head", n times "row", "tail"; malloc'd. */
static char *
repeat(const char *head, const char *row, size_t n, const char *tail)
{
	size_t row_len = strlen(row);
	char *s = malloc(strlen(head) + n * row_len + strlen(tail) + 1);
	char *at = s + strlen(head);

	memcpy(s, head, strlen(head));
	for (size_t i = 0; i < n; i++, at += row_len)
		memcpy(at, row, row_len);
	strcpy(at, tail);
	return s;
}

static void
limited(char *s, const BxParseOptions *o, const char *setting, uint32_t n)
{
	Result r = split(s, "/a/b", o);

	if (setting == NULL)
		CHECKF(r.status == BX_OK && r.n == n, "%.60s: %s, %u records", s, r.err.msg, r.n);
	else
		CHECKF(r.status != BX_OK && strcmp(r.err.setting, setting) == 0 && r.n == n, "%.60s: %s, %u records",
			   s, r.err.msg, r.n);
	result_free(&r);
	free(s);
}

static void
test_limits(void)
{
	BxParseOptions o = any;

	/* the size of a record or of markup, not of the text */
	o.writer.limits.max_size = 100;
	limited(repeat("<a>", "<b>0123456789</b>text", 10000, "</a>"), &o, NULL, 10000);
	limited(repeat("<a><b/><b>", "0123456789", 11, "</b></a>"), &o, "bxml.max_size", 1);
	limited(repeat("<a><b/><b>", "0123456789", 10000, "</b></a>"), &o, "bxml.max_size", 1);
	limited(repeat("<a><b/><!--", "0123456789", 10000, "--></a>"), &o, "bxml.max_size", 1);
	limited(repeat("", "<!--c-->", 10000, "<a/>"), &o, "bxml.max_size", 0);
	o = any;
	o.writer.limits.max_depth = 3;
	limited(repeat("<a><b/><c>", "<d>", 2, "</d></d></c></a>"), &o, "bxml.max_depth", 1);
	o = any;
	o.writer.limits.max_attributes = 3;
	limited(repeat("<a><b/><c x='1' ", "", 0, "y='' z='' w=''/></a>"), &o, "bxml.max_attributes", 1);
	/* what entities may produce grows with what was read */
	o = any;
	o.writer.limits.max_entity_expansion = 1000;
	limited(repeat("<!DOCTYPE a [<!ENTITY e '0123456789'>]><a>", "<b>&e;</b>", 90, "</a>"), &o, NULL, 90);
	limited(repeat("<!DOCTYPE a [<!ENTITY e '0123456789012345678901234567890123456789'>]><a>", "<b>&e;</b>",
				   3000, "</a>"),
			&o, "bxml.max_entity_expansion", 25);
	o.writer.limits.max_entity_expansion = 300000;
	limited(repeat("<!DOCTYPE a [<!ENTITY e '0123456789012345678901234567890123456789'>]><a>", "<b>&e;</b>",
				   30000, "</a>"),
			&o, NULL, 30000);
}

/* Names of the whole text are limited as well: they stay in memory. */
static void
test_many_names(void)
{
	BxParseOptions o = any;
	char *s = malloc(2000000);
	char *at = s + sprintf(s, "<a>");
	Result r;

	for (int i = 0; i < 50000; i++)
		at += sprintf(at, "<b><n%d/></b>", i);
	strcpy(at, "</a>");
	o.writer.limits.max_names = 100;
	r = split(s, "/a/b", &o);
	CHECK(r.status == BX_E_LIMIT && strcmp(r.err.setting, "bxml.token_limit") == 0 && r.n > 90);
	result_free(&r);
	r = split(s, "/a/b", &any);
	CHECK(r.status == BX_OK && r.n == 50000);
	result_free(&r);
	free(s);
}

/* ---- memory ---- */

static size_t
peak_of(const char *path, size_t rows)
{
	char *s = repeat("<a xmlns:p='u'><h/>", "<b k='12'><p:c>some text</p:c></b><i><j/>x</i>\n", rows, "</a>");
	UtHost w;
	Result r;

	ut_host_init_as(&w, bx_host_libc());
	r = split_on(&w.host, s, strlen(s), path, &any, 65536);
	CHECKF(r.status == BX_OK && r.n == rows, "%s: %u records, %s", path, r.n, r.err.msg);
	CHECKF(w.live == 0, "%d blocks lost", w.live);
	result_free(&r);
	free(s);
	return w.peak;
}

/* Records that inherit thousands of declarations come a few at a time. */
static void
test_inherited_memory(void)
{
	size_t most = 60000, k, at = 0;
	char *s = malloc(most * 16 + 100000), *p = s + sprintf(s, "<a");
	BxParseOptions o = any;
	uint32_t records = 0;
	BxArena arena;
	BxSplit *split;
	uint8_t *v;
	UtHost w;
	BxError err;

	o.writer.limits.max_attributes = 100000;
	for (k = 0; k < most; k++)
		p += sprintf(p, " xmlns:p%zu='u'", k);
	p += sprintf(p, ">");
	for (k = 0; k < 100; k++)
		p += sprintf(p, "<b/>");
	p += sprintf(p, "</a>");
	ut_host_init_as(&w, bx_host_libc());
	bx_arena_init(&arena, bx_host_libc());
	split = split_new(&w.host, &o, "/a/b", &arena, &err);
	for (size_t n = (size_t) (p - s); at < n; at += k)
	{
		size_t len;

		k = bx_split_portion(split);
		k = k < n - at ? k : n - at;
		CHECKF(bx_split_feed(split, s + at, k) == BX_OK, "%s", bx_split_error(split)->msg);
		while (bx_split_next(split, &v, &len) == BX_OK && v != NULL)
		{
			ut_host_release(&w, v);
			records++;
		}
	}
	CHECK(bx_split_end(split) == BX_OK);
	bx_split_free(split);
	bx_arena_reset(&arena);
	CHECK(records == 100);
	CHECKF(w.peak < (size_t) 64 << 20, "%zu bytes", w.peak);
	CHECKF(w.polls >= 100, "%d polls", w.polls);
	free(s);
}

static void
test_bounded_memory(void)
{
	size_t few = peak_of("/a/b[@k]", 5000);
	size_t many = peak_of("/a/b[@k]", 200000);

	CHECKF(many <= few + few / 8, "%zu bytes for 200,000 records, %zu for 5,000", many, few);
}

/* Every request refused in turn: an error, or the same records where only a shortcut lacked memory. */
static void
test_no_memory(void)
{
	const char *s = "<a xmlns='d' xmlns:p='u'><b xmlns:q='v'>x<c/></b>\n<i p:x='1'/><b><d/></b></a>";
	Result whole = split(s, "//*:b[*]", &any);
	UtHost w;
	int errors = 0;

	CHECK(whole.status == BX_OK && whole.n == 2);
	for (int at = 1; at < 1000; at++)
	{
		Result r;

		ut_host_init_as(&w, bx_host_libc());
		w.fail_at = at;
		r = split_on(&w.host, s, strlen(s), "//*:b[*]", &any, 65536);
		CHECKF(w.live == 0, "call %d: %d blocks lost", at, w.live);
		if (r.status == BX_OK)
			CHECKF(r.n == whole.n && r.text.len == whole.text.len &&
					   memcmp(r.text.data, whole.text.data, r.text.len) == 0,
				   "call %d: other records", at);
		else
			CHECKF(r.status == BX_E_NOMEM, "call %d: %s", at, bx_status_name(r.status));
		errors += r.status != BX_OK;
		result_free(&r);
		if (w.calls < at)
			break;
		CHECKF(r.status != BX_OK || at - errors <= 4, "call %d of %d: refused without an error", at, w.calls);
	}
	CHECKF(errors > 50, "%d errors", errors);
	result_free(&whole);
}

/* A splitter that is given up with records waiting. */
static void
test_given_up(void)
{
	BxArena arena;
	BxError err;
	BxSplit *s;
	uint8_t *v;
	size_t n;
	UtHost w;

	ut_host_init_as(&w, bx_host_libc());
	bx_arena_init(&arena, bx_host_libc());
	s = split_new(&w.host, &any, "/a/b[@x]", &arena, &err);
	CHECK(s != NULL && bx_split_feed(s, "<a><b x='1'/><b x='2'/><b/></a> ", 32) == BX_OK);
	CHECK(bx_split_end(s) == BX_OK && bx_split_next(s, &v, &n) == BX_OK && v != NULL);
	w.host.release(&w, v);
	bx_split_free(s);
	CHECKF(w.live == 0, "%d blocks lost", w.live);
	bx_arena_reset(&arena);
}

/* Asks to stop from the third time on. */
static BxStatus
poll_stops(void *ctx)
{
	return ++((UtHost *) ctx)->calls < 3 ? BX_OK : BX_E_CANCEL;
}

/* Records are many in a piece that is fed at once, and each may be long: the host is asked at every one. */
static void
test_cancel(void)
{
	UtHost w;
	Result r;
	const char *s = "<a><b/><b/><b/><b/><b/></a>";

	ut_host_init_as(&w, bx_host_libc());
	w.host = *bx_host_libc();
	w.host.ctx = &w;
	w.host.poll = poll_stops;
	r = split_on(&w.host, s, strlen(s), "/a/b", &any, 65536);
	CHECKF(r.status == BX_E_CANCEL && r.n < 3, "%s after %u records", bx_status_name(r.status), r.n);
	result_free(&r);
}

/* ---- the nodes of the whole ---- */

typedef struct Collect
{
	XpValueSink sink;
	Result *r;
} Collect;

static BxStatus
collect(XpValueSink *sink, uint8_t *data, size_t len, bool *stop)
{
	Result *r = ((Collect *) sink)->r;
	BxError err;

	(void) stop;
	r->n++;
	CHECK(bx_text_write(data, len, NULL, bx_host_libc(), &r->text, &err) == BX_OK);
	CHECK(bx_buf_byte(&r->text, '|', &err) == BX_OK);
	free(data);
	return BX_OK;
}

static Result
nodes_of(const char *s, size_t n, const char *path)
{
	Result r = {0};
	Collect c = {{collect}, &r};
	BxParser *p = bx_parser_new(bx_host_libc(), &any, &r.err);
	BxArena arena, paths;
	XpCall call = {.host = bx_host_libc(), .arena = &arena, .err = &r.err};
	uint8_t *v = NULL;

	bx_buf_init(&r.text, bx_host_libc());
	bx_arena_init(&arena, bx_host_libc());
	bx_arena_init(&paths, bx_host_libc());
	CHECK(bx_parser_feed(p, s, n) == BX_OK && bx_parser_finish(p, &v, &call.n) == BX_OK);
	call.v = v;
	CHECK(xp_values(&call, compile(path, &paths), &any.writer, XP_SCOPE_ALL, &c.sink) == BX_OK);
	bx_parser_free(p);
	bx_arena_reset(&arena);
	bx_arena_reset(&paths);
	free(v);
	return r;
}

static void
same_as_nodes(const char *name, const char *s, size_t n, const char *path)
{
	Result want = nodes_of(s, n, path);
	Result got = split_on(bx_host_libc(), s, n, path, &any, 65536);

	CHECKF(got.status == BX_OK && got.n == want.n && got.text.len == want.text.len &&
			   (want.text.len == 0 || memcmp(got.text.data, want.text.data, got.text.len) == 0),
		   "%s, %s: %u records of %zu bytes instead of %u of %zu: %s", name, path, got.n, got.text.len,
		   want.n, want.text.len, got.err.msg);
	result_free(&want);
	result_free(&got);
}

/* False for a file that is not compared. */
static bool
corpus_file(const char *dir, const char *name)
{
	static char s[16 << 20];
	char path[1024];
	FILE *f;
	size_t n;

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	f = fopen(path, "rb");
	n = f != NULL ? fread(s, 1, sizeof(s), f) : 0;
	if (f != NULL)
		fclose(f);
	/* other encodings are a matter of the parser: test_parse.c */
	if (n == 0 || n == sizeof(s) || (uint8_t) s[0] >= 0xFE || strstr(name, ".md") != NULL ||
		memmem(s, n < 100 ? n : 100, "ncoding=\"ISO", 12) != NULL)
		return false;
	same_as_nodes(name, s, n, "/*");
	same_as_nodes(name, s, n, "/*/*");
	same_as_nodes(name, s, n, "/*/*/*[@* or *]");
	return true;
}

static void
test_corpus(void)
{
	const char *dir = getenv("BXML_CORPUS");
	DIR *d = dir != NULL ? opendir(dir) : NULL;
	const struct dirent *e;
	int n = 0;

	if (dir == NULL)
	{
		ut_skip("BXML_CORPUS is not set");
		return;
	}
	while (d != NULL && (e = readdir(d)) != NULL)
		if (e->d_type != DT_DIR)
			n += corpus_file(dir, e->d_name);
	if (d != NULL)
		closedir(d);
	CHECKF(n > 0, "no documents in %s", dir);
}

/* Why there is no record, whichever reader saw the text to its end. */
static void
test_why(void)
{
	static const char *const texts[] = {"<r><a/></r>", "<!DOCTYPE r [<!ENTITY e 'x'>]><r><a/>&e;</r>",
										"<r><a/>&#65;<b c='&lt;'/><![CDATA[x]]></r>"};

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
	{
		BxArena arena;
		BxError err;
		BxBuf why;
		BxSplit *s;

		bx_arena_init(&arena, bx_host_libc());
		bx_buf_init(&why, bx_host_libc());
		s = split_new(bx_host_libc(), &any, "/q/a", &arena, &err);
		CHECK(bx_split_feed(s, texts[i], strlen(texts[i])) == BX_OK && bx_split_end(s) == BX_OK);
		CHECK(bx_split_why(s, &why, &err) == BX_OK && bx_buf_byte(&why, 0, &err) == BX_OK);
		CHECKF(strcmp((char *) why.data, "The root element is \"r\" in no namespace.") == 0, "%s: %s",
			   texts[i], (char *) why.data);
		bx_split_free(s);
		bx_buf_free(&why);
		bx_arena_reset(&arena);
	}
}

UT_SUITE(test_split)
{
	UT_RUN(test_paths);
	UT_RUN(test_names);
	UT_RUN(test_predicates);
	UT_RUN(test_refused_paths);
	UT_RUN(test_errors);
	UT_RUN(test_limits);
	UT_RUN(test_many_names);
	UT_RUN(test_bounded_memory);
	UT_RUN(test_inherited_memory);
	UT_RUN(test_no_memory);
	UT_RUN(test_given_up);
	UT_RUN(test_cancel);
	UT_RUN(test_corpus);
	UT_RUN(test_why);
	return ut_done();
}

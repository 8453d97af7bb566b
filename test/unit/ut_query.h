/*
 * ut_query.h -- queries in a test: the items as text, or the code of the error.
 *
 * Items are joined by "|"; nodes are as XML text.  An error is "!" and its code, "!FORG0006", or "!" and the name of
 * its status if it has none.
 */
#ifndef UT_QUERY_H
#define UT_QUERY_H

#include <stdlib.h>

#include "../../src/core/print/bx_text.h"
#include "../../src/core/query/face/fc_query_int.h"
#include "../../src/core/query/run/ru_trace.h"
#include "../../src/xml/bx_parse.h"
#include "ut.h"

#define UT_QUERY_MAX 4096

/* A query with the result that it must have. */
typedef struct UtQuery
{
	const char *query;
	const char *result;
} UtQuery;

/* Where queries find modules, and whose rules they have, if a suite sets it. */
static const QsLibraries *ut_query_libraries;
static QMode ut_query_mode;
static bool ut_query_traced; /* operators are measured */

typedef struct UtQueryRun
{
	BxArena arena;
	BxError err;
	char out[UT_QUERY_MAX];
	size_t n;
} UtQueryRun;

static inline void
ut_query_add(UtQueryRun *r, const void *s, size_t n)
{
	if (n > sizeof(r->out) - 1 - r->n)
		n = sizeof(r->out) - 1 - r->n;
	memcpy(r->out + r->n, s, n);
	r->n += n;
	r->out[r->n] = '\0';
}

/* XML text to a value in the arena, as RuExternal.parse. */
static inline BxStatus
ut_query_parse(void *ctx, BxStr text, bool fragment, BxArena *arena, const uint8_t **value, size_t *n,
			   BxError *err)
{
	BxParseOptions options = {.writer = {.limits = BX_LIMITS_DEFAULT},
							  .as = fragment ? BX_PARSE_ANY : BX_PARSE_DOCUMENT,
							  .encoding = "UTF-8"};
	BxParser *p = bx_parser_new(bx_host_libc(), &options, err);
	uint8_t *data = NULL;
	BxStatus st;

	(void) ctx;
	if (p == NULL)
		return err->status;
	st = bx_parser_feed(p, text.s, text.n);
	if (st == BX_OK)
		st = bx_parser_finish(p, &data, n);
	if (st != BX_OK)
		*err = *bx_parser_error(p);
	else
		*value = (const uint8_t *) bx_arena_strndup(arena, (const char *) data, *n);
	free(data);
	bx_parser_free(p);
	return st;
}

/* The next letter without its case; hyphens do not count; 0: there is none. */
static inline int
ut_query_letter(BxStr s, size_t *at)
{
	while (*at < s.n && s.s[*at] == '-')
		++*at;
	return *at < s.n ? (uint8_t) s.s[(*at)++] | 0x20 : 0;
}

static inline BxStatus
ut_query_compare(const AtCollation *c, BxStr a, BxStr b, int *order, BxError *err)
{
	size_t i = 0, k = 0;
	int x, y;

	(void) c, (void) err;
	do
	{
		x = ut_query_letter(a, &i);
		y = ut_query_letter(b, &k);
	} while (x == y && x != 0);
	*order = (x > y) - (x < y);
	return BX_OK;
}

/* By bytes, as a collation of a host. */
static inline BxStatus
ut_query_compare_bytes(const AtCollation *c, BxStr a, BxStr b, int *order, BxError *err)
{
	int got = memcmp(a.s, b.s, a.n < b.n ? a.n : b.n);

	(void) c, (void) err;
	*order = got != 0 ? (got > 0) - (got < 0) : (a.n > b.n) - (a.n < b.n);
	return BX_OK;
}

static inline BxStatus
ut_query_key_bytes(const AtCollation *c, BxStr s, BxArena *arena, BxStr *key, BxError *err)
{
	(void) c, (void) arena, (void) err;
	*key = s;
	return BX_OK;
}

/* The collations "urn:letters" and of the languages "und" and "en" for tests, as RuExternal.collation. */
static inline BxStatus
ut_query_collation(void *ctx, BxStr uri, BxArena *arena, const AtCollation **collation, BxError *err)
{
	static const AtCollation letters = {.uri = {"urn:letters", 11}, .compare = ut_query_compare};

	static const AtCollation language = {.compare = ut_query_compare_bytes, .key = ut_query_key_bytes};

	(void) ctx, (void) arena, (void) err;
	*collation = bx_str_is(uri, "urn:letters") ? &letters
				 : bx_str_is(uri, "http://www.w3.org/2013/collation/UCA?lang=und") ||
						 bx_str_is(uri, "http://www.w3.org/2013/collation/UCA?lang=en")
					 ? &language
					 : NULL;
	return BX_OK;
}

static inline BxStatus
ut_query_item(UtQueryRun *r, FcRun *run, const XdItem *item)
{
	const BxWriterOptions options = {.limits = BX_LIMITS_DEFAULT};
	const BxHost *host = bx_host_libc();
	BxStatus st = BX_OK;
	uint8_t *data;
	BxStr text;
	BxBuf buf;
	size_t n;

	if (!at_is_node(item))
	{
		st = fc_text(run, item, &text);
		if (st == BX_OK)
			ut_query_add(r, text.s, text.n);
		return st;
	}
	st = fc_value(run, item, &options, &data, &n);
	if (st != BX_OK)
		return st;
	bx_buf_init(&buf, host);
	st = bx_text_write(data, n, NULL, host, &buf, &r->err);
	ut_query_add(r, buf.data, buf.len);
	bx_buf_free(&buf);
	free(data);
	return st;
}

static inline uint64_t
ut_query_clock(void)
{
	static uint64_t t;

	return ++t;
}

static inline BxStatus
ut_query_all(UtQueryRun *r, const char *query, const char *document, bool typed)
{
	const RuExternal external = {
		.collation = ut_query_collation, .parse = ut_query_parse, .budget = 64 << 20, .stable = true};
	const FcOptions options = {.libraries = ut_query_libraries, .mode = ut_query_mode};
	/* 2026-03-01T12:00:00Z */
	FcCall call = {.host = bx_host_libc(),
				   .arena = &r->arena,
				   .err = &r->err,
				   .now = {INT64_C(1772366400), 0, 0},
				   .external = &external};
	const FcQuery *compiled;
	bool found = true, first = true;
	BxStatus st = BX_OK;
	FcRun *run = NULL;
	XdItem item;

	if (document != NULL)
		st = ut_query_parse(NULL, bx_str(document, strlen(document)), false, &r->arena, &call.value, &call.n,
							&r->err);
	if (st == BX_OK)
		st = fc_compile(bx_str(query, strlen(query)), &options, call.host, &r->arena, &compiled, &r->err);
	if (st == BX_OK && ut_query_traced)
		st = ru_trace_plan(compiled->plan, ut_query_clock, &r->arena, &r->err);
	if (st == BX_OK)
		st = fc_open(compiled, &call, &run);
	while (st == BX_OK && found)
	{
		st = fc_next(run, &item, &found);
		if (st != BX_OK || !found)
			break;
		if (!first)
			ut_query_add(r, "|", 1);
		first = false;
		if (typed)
		{
			ut_query_add(r, fc_type_name(&item), strlen(fc_type_name(&item)));
			ut_query_add(r, " ", 1);
		}
		st = ut_query_item(r, run, &item);
	}
	fc_close(run);
	return st;
}

/* The result of a query on a document (NULL: none), good until the next call; typed: "xs:integer 3". */
static inline const char *
ut_query(const char *query, const char *document, bool typed)
{
	static UtQueryRun r;
	const char *name;

	memset(&r, 0, sizeof(r));
	bx_error_clear(&r.err);
	bx_arena_init(&r.arena, bx_host_libc());
	if (ut_query_all(&r, query, document, typed) != BX_OK)
	{
		name = r.err.code[0] != '\0' ? r.err.code : bx_status_name(r.err.status);
		r.n = 0;
		ut_query_add(&r, "!", 1);
		ut_query_add(&r, name, strlen(name));
	}
	bx_arena_reset(&r.arena);
	return r.out;
}

/* All queries of a table must have their results, and the same when their operators are measured. */
static inline void
ut_queries(const UtQuery *list, size_t n, const char *document, bool typed)
{
	size_t i;

	for (i = 0; i < n; i++)
	{
		const char *got = ut_query(list[i].query, document, typed);

		CHECKF(strcmp(got, list[i].result) == 0, "%s: got %s, not %s", list[i].query, got, list[i].result);
		ut_query_traced = true;
		got = ut_query(list[i].query, document, typed);
		ut_query_traced = false;
		CHECKF(strcmp(got, list[i].result) == 0, "%s, measured: got %s, not %s", list[i].query, got,
			   list[i].result);
	}
}

#define UT_QUERIES(list, document) ut_queries(list, sizeof(list) / sizeof((list)[0]), document, false)
#define UT_QUERIES_TYPED(list, document) ut_queries(list, sizeof(list) / sizeof((list)[0]), document, true)

#endif

/*
 * ut_content.h -- queries in a test whose results are compared as XML text: as one value, and item by item.
 *
 * Whatever a query takes from the host it must give back.
 */
#ifndef UT_CONTENT_H
#define UT_CONTENT_H

#include "ut_xpath.h"

#include "../../src/core/print/bx_text.h"
#include "../../src/core/query/face/fc_query.h"
#include "ut_host.h"

typedef struct Asked
{
	UtHost host;
	BxArena arena;
	BxError err;
	const FcQuery *query;
	FcRun *run;
	uint8_t *document;
	size_t n;
	BxBuf out;
} Asked;

static const BxWriterOptions usual = {.limits = BX_LIMITS_DEFAULT};

/* The request of the host that is refused from now on; 0: none. */
static int ut_fail_at;

static inline BxStatus
ask_begin(Asked *q, const char *document, const char *text)
{
	const FcOptions options = {.namespaces = NULL};
	FcCall call = {.arena = &q->arena, .err = &q->err};

	memset(q, 0, sizeof(*q));
	ut_host_init_as(&q->host, bx_host_libc());
	q->host.fail_at = ut_fail_at;
	bx_arena_init(&q->arena, &q->host.host);
	bx_buf_init(&q->out, &q->host.host);
	q->document = xt_parse(document, strlen(document), BX_MODE_AUTO, BX_TYPED_LOSSLESS, &q->n);
	call.host = &q->host.host;
	call.value = q->document;
	call.n = q->n;
	BX_TRY(fc_compile(ut_str(text), &options, &q->host.host, &q->arena, &q->query, &q->err));
	return fc_open(q->query, &call, &q->run);
}

static inline void
ask_end(Asked *q, const char *text)
{
	fc_close(q->run);
	bx_buf_free(&q->out);
	bx_arena_reset(&q->arena);
	free(q->document);
	CHECKF(q->host.live == 0, "%s: %d blocks were not given back", text, q->host.live);
}

/* The text of a value, appended. */
static inline BxStatus
print(Asked *q, uint8_t *data, size_t n)
{
	BxStatus st = bx_text_write(data, n, NULL, &q->host.host, &q->out, &q->err);

	q->host.host.release(q->host.host.ctx, data);
	return st;
}

static inline BxStatus
content(Asked *q)
{
	uint8_t *data = NULL;
	size_t n = 0;
	bool any;

	BX_TRY(fc_content(q->run, &usual, &any, &data, &n));
	return print(q, data, n);
}

/* Item by item, with "; " between. */
static inline BxStatus
items(Asked *q)
{
	for (;;)
	{
		uint8_t *data = NULL;
		size_t n = 0;
		XdItem item;
		bool found;

		BX_TRY(fc_next(q->run, &item, &found));
		if (!found)
			return BX_OK;
		if (q->out.len > 0)
			BX_TRY(bx_buf_append(&q->out, "; ", 2, &q->err));
		BX_TRY(fc_value(q->run, &item, &usual, &data, &n));
		BX_TRY(print(q, data, n));
	}
}

static inline void
check_text(const char *document, const char *query, const char *text, BxStatus (*how)(Asked *q))
{
	Asked q;
	BxStatus st = ask_begin(&q, document, query);

	if (st == BX_OK)
		st = how(&q);
	CHECKF(st == BX_OK, "%s: %s", query, q.err.msg);
	CHECKF(q.out.len == strlen(text) && memcmp(q.out.data, text, q.out.len) == 0, "%s gives %.*s", query,
		   (int) q.out.len, (const char *) q.out.data);
	ask_end(&q, query);
}

/* The query gives this as one value, whether it is pushed into it or goes through trees. */
static inline void
gives(const char *document, const char *query, const char *text)
{
	char through[2048];

	check_text(document, query, text, content);
	snprintf(through, sizeof(through), "let $all := (%s) return $all", query);
	if (strstr(query, "declare") == NULL)
		check_text(document, through, text, content);
}

static inline void
gives_items(const char *document, const char *query, const char *text)
{
	check_text(document, query, text, items);
}

static inline void
fails(const char *document, const char *query, const char *code)
{
	char through[2048];
	Asked q;
	BxStatus st = ask_begin(&q, document, query);

	if (st == BX_OK)
		st = content(&q);
	CHECKF(st != BX_OK, "%s gives %.*s", query, (int) q.out.len, (const char *) q.out.data);
	CHECKF(strcmp(q.err.code, code) == 0, "%s: %s", query, q.err.msg);
	ask_end(&q, query);
	snprintf(through, sizeof(through), "count((%s))", query);
	if (strstr(query, "declare") != NULL)
		return;
	st = ask_begin(&q, document, through);
	if (st == BX_OK)
		st = content(&q);
	CHECKF(st != BX_OK && strcmp(q.err.code, code) == 0, "%s: %s", through, q.err.msg);
	ask_end(&q, through);
}

static inline BxStatus
updated(Asked *q)
{
	uint8_t *data = NULL;
	size_t n = 0;

	BX_TRY(fc_update(q->run, &usual, &data, &n));
	return data != NULL ? print(q, data, n) : bx_buf_append(&q->out, "nothing", 7, &q->err);
}

/* An updating query makes this of the document, "nothing" when it leaves it as it is. */
static inline void
makes(const char *document, const char *query, const char *text)
{
	check_text(document, query, text, updated);
}

/* Refuse every request of a query in turn: each is an error of memory, and all is given back. */
static inline void
refuse_all(const char *document, const char *query, BxStatus (*how)(Asked *q))
{
	bool refused = true;

	for (ut_fail_at = 1; refused; ut_fail_at++)
	{
		Asked q;
		BxStatus st = ask_begin(&q, document, query);

		if (st == BX_OK)
			st = how(&q);
		refused = q.host.refused > 0;
		CHECKF(st == (refused ? BX_E_NOMEM : BX_OK), "%s, request %d: %s, %s", query, ut_fail_at,
			   bx_status_name(st), q.err.msg);
		ask_end(&q, query);
	}
	CHECKF(ut_fail_at > 5, "%s", query);
	ut_fail_at = 0;
}

#endif

/*
 * ut_parse.h -- parse a text in a test: whole or in chunks, to be accepted with a printed form or refused at a place.
 */
#ifndef UT_PARSE_H
#define UT_PARSE_H

#include <stdlib.h>

#include "../../src/core/print/bx_text.h"
#include "../../src/xml/bx_parse.h"
#include "ut.h"

static const BxParseOptions any = {.writer = {.limits = BX_LIMITS_DEFAULT}, .encoding = "UTF-8"};

typedef struct Result
{
	BxStatus status;
	BxError err;
	uint8_t *data;
	size_t len;
} Result;

/* Parse s in chunks of the given size (0: all at once) on the host. */
static inline Result
parse_on(const BxHost *host, const char *s, size_t n, const BxParseOptions *o, size_t chunk)
{
	Result r = {0};
	BxParser *p = bx_parser_new(host, o, &r.err);

	if (p == NULL)
	{
		r.status = r.err.status;
		return r;
	}
	if (chunk == 0)
		chunk = n + 1;
	for (size_t i = 0; i < n && r.status == BX_OK; i += chunk)
		r.status = bx_parser_feed(p, s + i, n - i < chunk ? n - i : chunk);
	if (r.status == BX_OK)
		r.status = bx_parser_finish(p, &r.data, &r.len);
	r.err = *bx_parser_error(p);
	bx_parser_free(p);
	return r;
}

static inline Result
parse(const char *s, const BxParseOptions *o)
{
	return parse_on(bx_host_libc(), s, strlen(s), o, 0);
}

/* The text of a result, for comparison; frees the result. */
static inline char *
text_of(Result *r)
{
	BxBuf b;
	BxError err;
	char *s = NULL;

	bx_buf_init(&b, bx_host_libc());
	if (r->status == BX_OK && bx_text_write(r->data, r->len, NULL, bx_host_libc(), &b, &err) == BX_OK &&
		bx_buf_byte(&b, 0, &err) == BX_OK)
		s = (char *) b.data;
	free(r->data);
	return s;
}

/* s must parse and print as expected. */
static inline void
accept(const char *s, const char *expected, const BxParseOptions *o)
{
	Result r = parse(s, o);
	char *text = text_of(&r);

	CHECKF(r.status == BX_OK, "%s: %s: %s", s, r.err.msg, r.err.detail);
	CHECKF(text != NULL && strcmp(text, expected) == 0, "%s: got %s", s, text ? text : "nothing");
	free(text);
}

/* s must be refused, at line and column (0: not compared), with part in detail or message. */
static inline void
refuse(const char *s, const BxParseOptions *o, BxStatus status, int line, int col, const char *part)
{
	Result r = parse(s, o);

	CHECKF(r.status == status && r.err.status == status, "%s: status %s: %s", s, bx_status_name(r.status),
		   r.err.msg);
	CHECKF(line == 0 || (r.err.line == line && r.err.col == col), "%s: at %d:%d: %s", s, r.err.line,
		   r.err.col, r.err.detail);
	CHECKF(strstr(r.err.detail, part) || strstr(r.err.msg, part), "%s: %s: %s", s, r.err.msg, r.err.detail);
	free(r.data);
}

static inline void
same_for_chunks(const char *s, size_t n, const size_t *chunks, const BxParseOptions *o)
{
	Result whole = parse_on(bx_host_libc(), s, n, o, 0);

	for (; *chunks > 0; chunks++)
	{
		Result r = parse_on(bx_host_libc(), s, n, o, *chunks);

		CHECKF(r.status == whole.status, "%.30s: chunk %zu: %s %s", s, *chunks, r.err.msg, r.err.detail);
		if (r.status == BX_OK && whole.status == BX_OK)
			CHECKF(r.len == whole.len && memcmp(r.data, whole.data, r.len) == 0, "%.30s: chunk %zu", s,
				   *chunks);
		else
			CHECKF(r.err.line == whole.err.line && r.err.col == whole.err.col &&
					   strcmp(r.err.detail, whole.err.detail) == 0,
				   "%.30s: chunk %zu: %d:%d %s, whole %d:%d %s", s, *chunks, r.err.line, r.err.col,
				   r.err.detail, whole.err.line, whole.err.col, whole.err.detail);
		free(r.data);
	}
	free(whole.data);
}

#endif

/*
 * utf8.c -- UTF-8 of the core as texts of the server.
 */
#include "postgres.h"
#include "mb/pg_wchar.h"

#include "compat.h"
#include "encoding.h"
#include "errors.h"
#include "host.h"
#include "utf8.h"

/* Bytes of a text that a message quotes. */
#define EXCERPT 60

uint8_t *
utf8_converted(const char *s, size_t n, size_t front, size_t *len)
{
	PgHost host;
	BxBuf out;
	BxError err;

	bx_buf_init(&out, host_here(&host));
	error_check(bx_buf_reserve(&out, front + n + 1, &err), &err);
	memset(out.data, 0, front);
	out.len = front;
	encoding_strict(s, n, &out);
	*len = out.len - front;
	error_check(bx_buf_byte(&out, 0, &err), &err);
	return out.data;
}

struct varlena *
utf8_text(const char *s, size_t n)
{
	struct varlena *t;
	BxError err;

	if (n > BX_VALUE_MAX)
		error_check(bx_fail(&err, BX_E_LIMIT, -1, "value exceeds the 1 GB limit of a single value"), &err);
	if (encoding_is_utf8())
	{
		t = (struct varlena *) palloc(n + VARHDRSZ);
		memcpy(VARDATA(t), s, n);
	}
	else
		t = (struct varlena *) utf8_converted(s, n, VARHDRSZ, &n);
	SET_VARSIZE(t, n + VARHDRSZ);
	return t;
}

char *
utf8_cstring(const char *s, size_t n)
{
	return encoding_is_utf8() ? pnstrdup(s, n) : (char *) utf8_converted(s, n, 0, &n);
}

char *
utf8_excerpt(const char *s, size_t n)
{
	char *text;

	if (n <= EXCERPT)
		return encoding_lossy(s, n);
	text = encoding_lossy(s, pg_encoding_mbcliplen(PG_UTF8, s, (int) Min(n, EXCERPT * 2), EXCERPT));
	return psprintf("%s...", text);
}

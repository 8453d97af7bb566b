/*
 * result.c -- from what a path found to datums.
 */
#include "postgres.h"
#include "mb/pg_wchar.h"

#include "../server/compat.h"
#include "../server/encoding.h"
#include "../server/errors.h"
#include "result.h"
#include "../server/settings.h"

/* Bytes of a text that a message quotes. */
#define EXCERPT 60

/* Bytes of UTF-8 converted, after `front` free ones, zero-terminated; *len without front and terminator. */
static uint8_t *
converted(const char *s, size_t n, size_t front, size_t *len)
{
	PgHost host;
	BxBuf out;
	BxError err;

	bx_buf_init(&out, host_here(&host));
	error_check(bx_buf_reserve(&out, front + n + 1, &err), &err);
	memset(out.data, 0, front);
	out.len = front;
	encode_strict(s, n, &out);
	*len = out.len - front;
	error_check(bx_buf_byte(&out, 0, &err), &err);
	return out.data;
}

struct varlena *
result_text(const char *s, size_t n)
{
	struct varlena *t;
	BxError err;

	if (n > BX_VALUE_MAX)
		error_check(bx_fail(&err, BX_E_LIMIT, -1, "value exceeds the 1 GB limit of a single value"), &err);
	if (encode_is_utf8())
	{
		t = (struct varlena *) palloc(n + VARHDRSZ);
		memcpy(VARDATA(t), s, n);
	}
	else
		t = (struct varlena *) converted(s, n, VARHDRSZ, &n);
	SET_VARSIZE(t, n + VARHDRSZ);
	return t;
}

char *
result_cstring(const char *s, size_t n)
{
	return encode_is_utf8() ? pnstrdup(s, n) : (char *) converted(s, n, 0, &n);
}

void
result_options(BxWriterOptions *options)
{
	settings_writer(options);
	options->limits = (BxLimits) BX_LIMITS_DEFAULT;
	options->limits.max_depth = BX_DEPTH_CEILING;
	options->limits.max_attributes = UINT32_MAX;
	options->limits.max_names = UINT32_MAX;
	options->limits.max_name_bytes = BX_VALUE_MAX;
}

void
result_check(PgCall *call, BxStatus status)
{
	if (status == BX_E_STATE)
		call->err.status = BX_E_CORRUPT;
	error_check(status, &call->err);
}

char *
result_excerpt(const char *s, size_t n)
{
	char *text;

	if (n <= EXCERPT)
		return encode_lossy(s, n);
	text = encode_lossy(s, pg_encoding_mbcliplen(PG_UTF8, s, (int) Min(n, EXCERPT * 2), EXCERPT));
	return psprintf("%s...", text);
}

char *
result_source(const XpBlock *path)
{
	return result_excerpt(xp_pool(path), path->source_len);
}

char *
result_path(const PgCall *call)
{
	return result_source(call->path);
}

/*
 * fn_access.c -- asking a document with a path: exists, test, value, query, count, and their operators.
 *
 * All are strict; NULL comes out only where nothing was found.  Evaluation is in core/xpath.
 */
#include "postgres.h"

#include "call.h"
#include "compat.h"
#include "encode.h"
#include "errors.h"
#include "settings.h"

BXML_FUNCTION(bxml_exists);
BXML_FUNCTION(bxml_test);
BXML_FUNCTION(bxml_value);
BXML_FUNCTION(bxml_query);
BXML_FUNCTION(bxml_count);

Datum
bxml_exists(PG_FUNCTION_ARGS)
{
	PgCall *call = call_begin(fcinfo);
	XpCall *xp = call_xpath(call, fcinfo);
	bool found = false;

	error_check(xp_exists(xp, call->path, &found), &call->err);
	call_end(call);
	PG_RETURN_BOOL(found);
}

Datum
bxml_test(PG_FUNCTION_ARGS)
{
	PgCall *call = call_begin(fcinfo);
	XpCall *xp = call_xpath(call, fcinfo);
	bool value = false;

	error_check(xp_test(xp, call->path, &value), &call->err);
	call_end(call);
	PG_RETURN_BOOL(value);
}

Datum
bxml_count(PG_FUNCTION_ARGS)
{
	PgCall *call = call_begin(fcinfo);
	XpCall *xp = call_xpath(call, fcinfo);
	uint64_t count = 0;

	error_check(xp_count(xp, call->path, &count), &call->err);
	call_end(call);
	PG_RETURN_INT64((int64) count);
}

/* A text datum of n bytes of UTF-8. */
static struct varlena *
text_datum(PgCall *call, const char *s, size_t n)
{
	struct varlena *t;
	BxBuf out;

	if (n > BX_VALUE_MAX)
		error_check(bx_fail(&call->err, BX_E_LIMIT, -1, "value exceeds the 1 GB limit of a single value"),
					&call->err);
	if (encode_is_utf8())
	{
		t = (struct varlena *) palloc(n + VARHDRSZ);
		memcpy(VARDATA(t), s, n);
		SET_VARSIZE(t, n + VARHDRSZ);
		return t;
	}
	bx_buf_init(&out, &call->out.host);
	error_check(bx_buf_append(&out, "\0\0\0\0", VARHDRSZ, &call->err), &call->err);
	encode_strict(s, n, &out);
	SET_VARSIZE(out.data, out.len);
	return (struct varlena *) out.data;
}

Datum
bxml_value(PG_FUNCTION_ARGS)
{
	PgCall *call = call_begin(fcinfo);
	XpCall *xp = call_xpath(call, fcinfo);
	struct varlena *t = NULL;
	XpText text = {0};

	error_check(xp_value(xp, call->path, &text), &call->err);
	if (text.found)
		t = text_datum(call, text.s, text.n);
	call_end(call);
	if (t == NULL)
		PG_RETURN_NULL();
	PG_RETURN_POINTER(t);
}

/* The input limits do not apply to a part of a stored value. */
static void
query_options(BxWriterOptions *options)
{
	settings_writer(options);
	options->limits = (BxLimits) BX_LIMITS_DEFAULT;
	options->limits.max_depth = BX_DEPTH_CEILING;
	options->limits.max_attributes = UINT32_MAX;
	options->limits.max_names = UINT32_MAX;
	options->limits.max_name_bytes = BX_VALUE_MAX;
}

/*
 * Items of a stored value come in an order the writer accepts, unless they are damaged in a way that only the
 * writer notices.
 */
static void
check_query(PgCall *call, BxStatus status)
{
	if (status == BX_E_STATE)
		call->err.status = BX_E_CORRUPT;
	error_check(status, &call->err);
}

Datum
bxml_query(PG_FUNCTION_ARGS)
{
	PgCall *call = call_begin(fcinfo);
	XpCall *xp = call_xpath(call, fcinfo);
	BxWriterOptions options;
	uint8_t *data = NULL;
	size_t len = 0;
	bool found = false;

	query_options(&options);
	check_query(call, xp_query(xp, call->path, &options, &found, &data, &len));
	call_end(call);
	if (!found)
		PG_RETURN_NULL();
	SET_VARSIZE(data, len + VARHDRSZ);
	PG_RETURN_POINTER(data);
}

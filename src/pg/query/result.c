/*
 * result.c -- results of paths as datums.
 */
#include "postgres.h"

#include "../server/compat.h"
#include "../server/errors.h"
#include "../../core/xpath/result/xp_result.h"
#include "result.h"
#include "why.h"
#include "../server/utf8.h"

void
result_check(PgCall *call, BxStatus status)
{
	if (status == BX_E_STATE)
		call->err.status = BX_E_CORRUPT;
	error_check(status, &call->err);
}

typedef struct FirstSink
{
	XpValueSink sink;
	uint8_t *data;
	size_t len;
} FirstSink;

static BxStatus
take_first(XpValueSink *sink, uint8_t *data, size_t len, bool *stop)
{
	FirstSink *f = (FirstSink *) sink;

	f->data = data;
	f->len = len;
	*stop = true;
	return BX_OK;
}

bool
result_first(PgCall *call, uint8_t **data, size_t *len)
{
	FirstSink first = {{take_first}, NULL, 0};
	BxWriterOptions options;

	settings_copy_writer(&options);
	result_check(call, xp_values(&call->xp, call->path, &options, XP_SCOPE_ALL, &first.sink));
	*data = first.data;
	*len = first.len;
	return first.data != NULL;
}

char *
result_source(const XpBlock *path)
{
	return utf8_excerpt(xp_pool(path), path->source_len);
}

char *
result_path(const PgCall *call)
{
	return result_source(call->path);
}

void
result_refuse_none(const PgCall *call, Datum doc)
{
	char *why = why_empty(doc, call->path);

	ereport(ERROR,
			(errcode(ERRCODE_CARDINALITY_VIOLATION), errmsg("path selects nothing"),
			 errdetail("The path is \"%s\".", result_path(call)), why != NULL ? errhint("%s", why) : 0));
}

/*
 * fn_explain.c -- bxpath_explain: how a path will be evaluated, and what its steps find in a document, as text.
 */
#include "postgres.h"
#include "fmgr.h"

#include "../../core/query/face/fc_explain.h"
#include "../../core/xpath/result/xp_explain.h"
#include "../server/compat.h"
#include "../server/encoding.h"
#include "../server/errors.h"
#include "../server/host.h"
#include "path.h"
#include "why.h"

BXML_FUNCTION(bxpath_explain);
BXML_FUNCTION(bxpath_explain_doc);

Datum
path_lines(const BxBuf *lines, PgHost *host)
{
	BxBuf out;
	BxError err;

	bx_buf_init(&out, &host->host);
	error_check(bx_buf_reserve(&out, VARHDRSZ + lines->len, &err), &err);
	out.len = VARHDRSZ;
	encoding_strict((const char *) lines->data, lines->len - 1, &out);
	SET_VARSIZE(out.data, out.len);
	return PointerGetDatum(out.data);
}

/* A query in the place of a path, with or without a document. */
static BxStatus
explain_query(const XpBlock *path, PgHost *host, BxArena *arena, BxBuf *lines, BxError *err)
{
	return fc_explain(bx_str(xp_pool(path), path->source_len), &host->host, arena, lines, err);
}

Datum
bxpath_explain(PG_FUNCTION_ARGS)
{
	PgHost host;
	BxArena arena;
	const XpBlock *path;
	BxBuf lines;
	BxError err;

	bx_error_clear(&err);
	bx_arena_init(&arena, host_here(&host));
	bx_buf_init(&lines, &host.host);
	path = path_of(PG_GETARG_DATUM(0), &arena);
	error_check(xp_is_query(path) ? explain_query(path, &host, &arena, &lines, &err)
								  : xp_explain(path, &arena, &lines, &err),
				&err);
	PG_RETURN_DATUM(path_lines(&lines, &host));
}

Datum
bxpath_explain_doc(PG_FUNCTION_ARGS)
{
	PgHost host;
	BxArena arena;
	const XpBlock *path;
	BxBuf lines;
	BxError err;

	bx_error_clear(&err);
	bx_arena_init(&arena, host_here(&host));
	bx_buf_init(&lines, &host.host);
	path = path_of(PG_GETARG_DATUM(0), &arena);
	if (xp_is_query(path))
		error_check(explain_query(path, &host, &arena, &lines, &err), &err);
	else
		why_explain(PG_GETARG_DATUM(1), path, &lines);
	PG_RETURN_DATUM(path_lines(&lines, &host));
}

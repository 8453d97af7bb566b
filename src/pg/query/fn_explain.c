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

Datum
path_explain_query(BxStr text)
{
	PgHost host;
	BxArena arena;
	BxBuf lines;
	BxError err;

	bx_error_clear(&err);
	bx_arena_init(&arena, host_here(&host));
	bx_buf_init(&lines, &host.host);
	error_check(fc_explain(text, &host.host, &arena, &lines, &err), &err);
	return path_lines(&lines, &host);
}

/* The lines on a path and a document; (Datum) 0: on none. */
static Datum
explain(Datum path_datum, Datum doc)
{
	PgHost host;
	BxArena arena;
	const XpBlock *path;
	BxBuf lines;
	BxError err;

	bx_arena_init(&arena, host_here(&host));
	path = path_of(path_datum, &arena);
	/* a query in the place of a path is explained with or without a document */
	if (xp_is_query(path))
		return path_explain_query(bx_str(xp_pool(path), path->source_len));
	bx_error_clear(&err);
	bx_buf_init(&lines, &host.host);
	if (doc == (Datum) 0)
		error_check(xp_explain(path, &arena, &lines, &err), &err);
	else
		why_explain(doc, path, &lines);
	return path_lines(&lines, &host);
}

BXML_ENTRY(bxpath_explain, explain(PG_GETARG_DATUM(0), (Datum) 0));
BXML_ENTRY(bxpath_explain_doc, explain(PG_GETARG_DATUM(0), PG_GETARG_DATUM(1)));

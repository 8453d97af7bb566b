/*
 * fn_explain_query.c -- bxquery_explain: how a query is evaluated, as text.
 */
#include "postgres.h"
#include "fmgr.h"

#include "../../core/query/face/fc_explain.h"
#include "../query/path.h"
#include "../server/compat.h"
#include "../server/errors.h"
#include "../server/host.h"
#include "query.h"

BXML_FUNCTION(bxquery_explain);

Datum
bxquery_explain(PG_FUNCTION_ARGS)
{
	PgHost host;
	BxArena arena;
	BxBuf lines;
	BxError err;

	bx_error_clear(&err);
	bx_arena_init(&arena, host_here(&host));
	bx_buf_init(&lines, &host.host);
	error_check(fc_explain(query_text(PG_GETARG_DATUM(0)), &host.host, &arena, &lines, &err), &err);
	PG_RETURN_DATUM(path_lines(&lines, &host));
}

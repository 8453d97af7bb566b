/*
 * fn_explain.c -- bxpath_explain: what a path does, for people.
 */
#include "postgres.h"
#include "fmgr.h"

#include "../core/xpath/xp_explain.h"
#include "compat.h"
#include "errors.h"
#include "path.h"
#include "result.h"

BXML_FUNCTION(bxpath_explain);

Datum
bxpath_explain(PG_FUNCTION_ARGS)
{
	struct varlena *p = PG_DETOAST_DATUM(PG_GETARG_DATUM(0));
	const XpBlock *path;
	struct varlena *result;
	PgHost host;
	BxArena arena;
	BxError err;
	BxBuf out;

	bx_error_clear(&err);
	bx_arena_init(&arena, host_here(&host));
	bx_buf_init(&out, &host.host);
	path = path_block((const uint8_t *) VARDATA(p), VARSIZE(p) - VARHDRSZ, &arena);
	error_check(xp_explain(path, &arena, &out, &err), &err);
	result = result_text((char *) out.data, out.len);
	bx_buf_free(&out);
	bx_arena_reset(&arena);
	PG_RETURN_POINTER(result);
}

/*
 * fn_explain.c -- bxpath_explain: how a path will be evaluated, as text.
 */
#include "postgres.h"
#include "fmgr.h"

#include "../core/xpath/xp_explain.h"
#include "compat.h"
#include "encode.h"
#include "errors.h"
#include "host.h"
#include "path.h"

BXML_FUNCTION(bxpath_explain);

Datum
bxpath_explain(PG_FUNCTION_ARGS)
{
	struct varlena *p = PG_DETOAST_DATUM(PG_GETARG_DATUM(0));
	PgHost host;
	BxArena arena;
	BxBuf words, out;
	BxError err;

	bx_error_clear(&err);
	bx_arena_init(&arena, host_here(&host));
	bx_buf_init(&words, &host.host);
	bx_buf_init(&out, &host.host);
	error_check(xp_explain(path_block((const uint8_t *) VARDATA(p), VARSIZE(p) - VARHDRSZ, &arena), &arena,
						   &words, &err),
				&err);
	error_check(bx_buf_reserve(&out, VARHDRSZ + words.len, &err), &err);
	out.len = VARHDRSZ;
	/* the last line end is not part of the text */
	encode_strict((const char *) words.data, words.len - 1, &out);
	SET_VARSIZE(out.data, out.len);
	PG_RETURN_TEXT_P((text *) out.data);
}

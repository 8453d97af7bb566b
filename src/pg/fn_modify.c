/*
 * fn_modify.c -- bxml_modify: changes written as text (core/update).
 *
 * The compiled text stays with the call site as long as its bytes do not change.
 */
#include "postgres.h"
#include "fmgr.h"

#include "../core/update/bx_update.h"
#include "compat.h"
#include "edit.h"
#include "encode.h"
#include "errors.h"
#include "vars.h"

BXML_FUNCTION(bxml_modify);

typedef struct ModifyCall
{
	PgCall pg;        /* first; its path is the block of expressions, path_bytes the text */
	BxUpdate *update; /* NULL: nothing is compiled */
} ModifyCall;

/* The update is NULL when anything here raises. */
static void
compile(ModifyCall *m, const char *s, size_t n)
{
	PgCall *call = &m->pg;
	BxUpdate *update;
	uint8_t *bytes;

	m->update = NULL;
	call->path = NULL;
	xp_cache_free(call->cache);
	call->cache = NULL;
	bx_arena_reset(&call->path_arena);
	bytes = bx_arena_alloc(&call->path_arena, n + 1);
	if (bytes == NULL)
		error_check(bx_fail_nomem(&call->err, n), &call->err);
	memcpy(bytes, s, n);
	error_check(bx_update_compile((const char *) bytes, n, &call->path_arena, &update, &call->err),
				&call->err);
	call->path_bytes = bytes;
	call->path_len = n;
	call->path = bx_update_block(update);
	call->cache = xp_cache_new(&call->path_arena);
	m->update = update;
}

/* What an unfinished call left of the path is not to be trusted: call_begin forgets it. */
static void
load(ModifyCall *m, Datum expr)
{
	BxStr s = edit_text(expr);
	PgCall *call = &m->pg;

	if (m->update == NULL || (call->path == NULL && bx_update_block(m->update) != NULL) ||
		call->path_len != s.n || memcmp(call->path_bytes, s.s, s.n) != 0)
		compile(m, s.s, s.n);
}

Datum
bxml_modify(PG_FUNCTION_ARGS)
{
	BxUpdateCall update;
	ModifyCall *m;
	PgCall *call;
	Edit e;

	if (!call_has_arguments(fcinfo))
		PG_RETURN_NULL();
	m = (ModifyCall *) call_begin_sized(fcinfo, sizeof(ModifyCall));
	call = &m->pg;
	load(m, PG_GETARG_DATUM(1));
	edit_begin(&e, call, PG_GETARG_DATUM(0));
	if (call->path != NULL)
	{
		call_vars(call, fcinfo, 2);
		memset(&update, 0, sizeof(update));
		update.xp = &call->xp;
		update.options = &e.options;
		update.keep = &e.keep;
		update.edit = edit_engine(&e);
		if (bx_update_run(m->update, &update) != BX_OK)
			edit_raise(&e, update.has_culprit ? &update.culprit : NULL);
		if (update.n_changes == 0)
			edit_cancel(&e);
	}
	return edit_finish(&e);
}

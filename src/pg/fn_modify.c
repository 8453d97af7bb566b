/*
 * fn_modify.c -- bxml_modify: changes written as text (core/update).
 *
 * The compiled text is kept as paths are (pathcache.h).
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

Datum
bxml_modify(PG_FUNCTION_ARGS)
{
	BxUpdateCall update;
	PgCall *call;
	BxStr text;
	Edit e;

	if (!call_has_arguments(fcinfo))
		PG_RETURN_NULL();
	call = call_begin(fcinfo);
	text = edit_text(PG_GETARG_DATUM(1));
	(void) call_ready(call, PATH_UPDATE, (const uint8_t *) text.s, text.n);
	edit_begin(&e, call, PG_GETARG_DATUM(0));
	if (call->path != NULL)
	{
		call_vars(call, fcinfo, 2);
		memset(&update, 0, sizeof(update));
		update.xp = &call->xp;
		update.options = &e.options;
		update.keep = &e.keep;
		update.edit = edit_engine(&e);
		if (bx_update_run(call->ready->update, &update) != BX_OK)
			edit_raise(&e, update.has_culprit ? &update.culprit : NULL);
		if (update.n_changes == 0)
			edit_cancel(&e);
	}
	return edit_finish(&e);
}

/*
 * fn_modify.c -- bxml_modify: changes written as text (core/xquery).
 *
 * The compiled text is kept like paths (path_cache.h).
 */
#include "postgres.h"
#include "fmgr.h"

#include "../../core/xquery/xq_update.h"
#include "../server/compat.h"
#include "edit.h"
#include "../value/build.h"
#include "edit_args.h"
#include "../server/encoding.h"
#include "../server/errors.h"
#include "../query/advice.h"
#include "../query/vars.h"

BXML_FUNCTION(bxml_modify);

static XqUpdateEmpty
on_empty(FunctionCallInfo fcinfo, const EditArgs *args)
{
	switch (edit_on_empty(fcinfo, args))
	{
		case EMPTY_IGNORE: return XQ_UPDATE_EMPTY_IGNORE;
		case EMPTY_ERROR: return XQ_UPDATE_EMPTY_ERROR;
		default: return XQ_UPDATE_EMPTY_STANDARD;
	}
}

static Datum
modify(FunctionCallInfo fcinfo, const EditArgs *args)
{
	XqUpdateCall update;
	PgCall *call;
	BxStr text;
	Edit e;

	call = call_begin(fcinfo);
	text = build_text_arg(PG_GETARG_DATUM(1));
	if (call_ready(call, PATH_UPDATE, (const uint8_t *) text.s, text.n) && call->path != NULL)
		advice_notice(call->path, false);
	edit_begin(&e, call, PG_GETARG_DATUM(0));
	if (call->path != NULL)
	{
		call_vars(call, fcinfo, 2);
		memset(&update, 0, sizeof(update));
		update.xp = &call->xp;
		update.options = &e.options;
		update.keep = &e.keep;
		update.edit = edit_engine(&e);
		update.on_empty = on_empty(fcinfo, args);
		if (xq_update_run(call->ready->update, &update) != BX_OK)
			edit_raise(&e, update.has_error_node ? &update.error_node : NULL);
		if (update.n_changes == 0)
			edit_cancel(&e);
	}
	return edit_finish(&e);
}

Datum
bxml_modify(PG_FUNCTION_ARGS)
{
	static const EditArgs args = {-1, 3, 4, 2};

	switch (edit_nulls(fcinfo, &args))
	{
		case NULLS_NULL: PG_RETURN_NULL();
		case NULLS_DOCUMENT: PG_RETURN_DATUM(PG_GETARG_DATUM(0));
		default: return modify(fcinfo, &args);
	}
}

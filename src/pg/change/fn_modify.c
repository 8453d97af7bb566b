/*
 * fn_modify.c -- bxml_modify: changes written as text.
 *
 * The compiled text is kept like paths (path_cache.h).
 */
#include "postgres.h"
#include "fmgr.h"

#include "../../core/query/face/fc_modify.h"
#include "../server/compat.h"
#include "../server/counters.h"
#include "edit.h"
#include "../value/build.h"
#include "edit_args.h"
#include "../server/encoding.h"
#include "../server/errors.h"
#include "../query/advice.h"
#include "../query/query_vars.h"

BXML_FUNCTION(bxml_modify);

static RuOnEmpty
on_empty(FunctionCallInfo fcinfo, const EditArgs *args)
{
	switch (edit_on_empty(fcinfo, args))
	{
		case EMPTY_IGNORE: return RU_EMPTY_IGNORE;
		case EMPTY_ERROR: return RU_EMPTY_ERROR;
		default: return RU_EMPTY_STANDARD;
	}
}

/* Evaluate the text: its changes go to the edit. */
static void
run(Edit *e, FunctionCallInfo fcinfo, RuChanges *changes)
{
	PgCall *call = e->call;
	const FcQuery *query = call->ready->query;
	FcCall about = {.host = &call->out.host,
					.arena = call->arena,
					.err = &call->err,
					.value = e->v,
					.n = e->n,
					.cache = call->xp.cache,
					.tables = call->xp.tables,
					.now = {.zone = BX_ZONE_NONE}};
	FcRun *r;
	BxStatus st;

	if (PG_NARGS() > 2 && !PG_ARGISNULL(2))
		about.vars = query_vars(PG_GETARG_DATUM(2), fc_plan(query), call->arena, &about.n_vars);
	error_check(fc_open(query, &about, &r), &call->err);
	st = fc_modify(r, changes);
	counters_take(fc_work(r));
	fc_close(r);
	if (st != BX_OK)
		edit_raise(e, changes->has_error_node ? &changes->error_node : NULL);
}

static Datum
modify(FunctionCallInfo fcinfo, const EditArgs *args)
{
	RuChanges changes;
	PgCall *call;
	BxStr text;
	Edit e;

	call = call_begin(fcinfo);
	text = build_text_arg(PG_GETARG_DATUM(1));
	if (call_ready(call, PATH_UPDATE, (const uint8_t *) text.s, text.n))
		advice_comparison(fc_plan(call->ready->query)->never, text);
	edit_begin(&e, call, PG_GETARG_DATUM(0));
	memset(&changes, 0, sizeof(changes));
	changes.options = &e.options;
	changes.keep = &e.keep;
	changes.edit = edit_engine(&e);
	changes.on_empty = on_empty(fcinfo, args);
	run(&e, fcinfo, &changes);
	if (changes.n == 0)
		edit_cancel(&e);
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

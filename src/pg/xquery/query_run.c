/*
 * query_run.c -- a query that runs on a document.
 *
 * A run has a memory context to itself, so that one that is left by an error, or by a caller that wants no more rows,
 * leaves nothing behind.  A callback of the context gives back what other parts of the backend hold for it.
 */
#include "postgres.h"
#include "utils/memutils.h"

#include "../query/path_cache.h"
#include "../server/compat.h"
#include "../server/errors.h"
#include "../value/datum.h"
#include "../value/value_cache.h"
#include "external.h"
#include "query.h"
#include "query_run.h"
#include "query_vars.h"

struct QueryRun
{
	PgHost host;
	BxArena arena;
	BxError err;
	ReadyPath *ready;
	ValueSlot *pin; /* the document in the cache of values, or NULL: */
	DatumStore doc; /* it is here */
	BxImage img;
	ServerExternal external;
	FcCall call;
	FcRun *run;
	MemoryContextCallback end;
};

bool
query_ask(FunctionCallInfo fcinfo, int argno, bool stable, QueryAsk *ask)
{
	bool has_vars = PG_NARGS() > argno + 1 && !PG_ARGISNULL(argno + 1);

	if ((argno > 0 && PG_ARGISNULL(0)) || PG_ARGISNULL(argno))
		return false;
	ask->doc = argno > 0 ? PG_GETARG_DATUM(0) : (Datum) 0;
	ask->query = PG_GETARG_DATUM(argno);
	ask->vars = has_vars ? PG_GETARG_DATUM(argno + 1) : (Datum) 0;
	ask->stable = stable;
	return true;
}

static void
run_ends(void *arg)
{
	QueryRun *run = arg;

	if (run->ready != NULL)
		path_cache_unpin(run->ready, false);
	if (run->pin != NULL)
		value_cache_unpin(run->pin);
}

/* All of the document in memory, as plain bytes. */
static void
open_document(QueryRun *run, Datum doc)
{
	BxImage *img = value_cache_pin(doc, &run->err, &run->pin);

	if (img == NULL)
	{
		img = &run->img;
		datum_store_open(&run->doc, doc);
		error_check(bx_image_open(img, &run->doc.store, &run->arena, &run->err), &run->err);
	}
	error_check(bx_image_all(img), &run->err);
	run->call.value = img->v;
	run->call.n = img->n;
}

/* In the memory context of the run. */
static void
begin(QueryRun *run, const QueryAsk *ask)
{
	BxStr text = query_text(ask->query);

	run->ready =
		path_cache_get(ask->stable ? PATH_QUERY : PATH_QUERY_FIXED, (const uint8_t *) text.s, text.n);
	external_init(&run->external, ask->stable);
	run->call = (FcCall){.host = &run->host.host,
						 .arena = &run->arena,
						 .err = &run->err,
						 .now = external_now(ask->stable),
						 .external = &run->external.external};
	if (ask->doc != (Datum) 0)
		open_document(run, ask->doc);
	if (ask->vars != (Datum) 0)
		run->call.vars = query_vars(ask->vars, fc_plan(run->ready->query), &run->arena, &run->call.n_vars);
	error_check(fc_open(run->ready->query, &run->call, &run->run), &run->err);
}

QueryRun *
query_open(const QueryAsk *ask)
{
	MemoryContext cxt = AllocSetContextCreate(CurrentMemoryContext, "bxml query", ALLOCSET_DEFAULT_SIZES);
	MemoryContext caller = MemoryContextSwitchTo(cxt);
	QueryRun *run = palloc0(sizeof(QueryRun));

	host_init(&run->host, cxt);
	bx_arena_init(&run->arena, &run->host.host);
	bx_error_clear(&run->err);
	run->end.func = run_ends;
	run->end.arg = run;
	MemoryContextRegisterResetCallback(cxt, &run->end);
	begin(run, ask);
	MemoryContextSwitchTo(caller);
	return run;
}

FcRun *
query_run(const QueryRun *run)
{
	return run->run;
}

void
query_check(QueryRun *run, BxStatus status)
{
	error_check(status, &run->err);
}

void
query_close(QueryRun *run)
{
	fc_close(run->run);
	MemoryContextDelete(run->host.cxt);
}

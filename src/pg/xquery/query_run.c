/*
 * query_run.c -- a query that runs on a document.
 *
 * A run has a memory context to itself, so that one that is left by an error, or by a caller that wants no more rows,
 * leaves nothing behind.  A callback of the context gives back what other parts of the backend hold for it.
 */
#include "postgres.h"
#include "portability/instr_time.h"
#include "utils/memutils.h"

#include "../../core/query/face/fc_explain.h"
#include "../../core/query/face/fc_vars.h"
#include "../query/path_cache.h"
#include "../server/compat.h"
#include "../server/counters.h"
#include "../server/errors.h"
#include "../value/datum.h"
#include "../value/value_cache.h"
#include "external.h"
#include "query.h"
#include "query_run.h"
#include "spill.h"
#include "../query/query_vars.h"

/* A value that a run refers to. */
typedef struct QueryDocument QueryDocument;

struct QueryDocument
{
	QueryDocument *next;
	ValueSlot *pin;  /* it is in the cache of values, or NULL: */
	BxImage *shared; /* the one there */
	DatumStore doc;  /* it is here */
	BxImage img;
};

struct QueryRun
{
	PgHost host;
	BxArena arena;
	BxError err;
	ReadyPath *ready; /* NULL: the caller has the query */
	QueryDocument *documents;
	RuExternal external;
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
	ask->site = fcinfo->flinfo != NULL && !fcinfo->flinfo->fn_retset ? fcinfo->flinfo : NULL;
	ask->give = NULL;
	ask->tables = NULL;
	return true;
}

static void
run_ends(void *arg)
{
	QueryRun *run = arg;

	if (run->ready != NULL)
		path_cache_unpin(run->ready, false);
	for (const QueryDocument *d = run->documents; d != NULL; d = d->next)
		if (d->pin != NULL)
			value_cache_unpin(d->pin);
}

QueryRun *
query_new(bool stable)
{
	MemoryContext cxt = AllocSetContextCreate(CurrentMemoryContext, "bxml query", ALLOCSET_DEFAULT_SIZES);
	QueryRun *run = MemoryContextAllocZero(cxt, sizeof(QueryRun));

	host_init(&run->host, cxt);
	bx_arena_init(&run->arena, &run->host.host);
	bx_error_clear(&run->err);
	run->end.func = run_ends;
	run->end.arg = run;
	MemoryContextRegisterResetCallback(cxt, &run->end);
	external_init(&run->external, stable);
	spill_init(&run->external, cxt);
	run->call = (FcCall){.host = &run->host.host,
						 .arena = &run->arena,
						 .err = &run->err,
						 .now = external_now(stable),
						 .external = &run->external};
	return run;
}

void
query_take_tables(QueryRun *run, const RuTables *tables)
{
	run->external.tables = tables;
}

const FcCall *
query_call(const QueryRun *run)
{
	return &run->call;
}

MemoryContext
query_memory(const QueryRun *run)
{
	return run->host.cxt;
}

FcRun *
query_core(const QueryRun *run)
{
	return run->run;
}

bool
query_is_stable(const QueryRun *run)
{
	return run->external.stable;
}

BxImage *
query_document(QueryRun *run, Datum doc)
{
	QueryDocument *d = palloc0(sizeof(QueryDocument));
	BxImage *img = value_cache_pin(doc, &run->err, &d->pin);

	d->next = run->documents;
	run->documents = d;
	d->shared = img;
	if (img != NULL)
		return img;
	datum_store_open(&d->doc, doc);
	error_check(bx_image_open(&d->img, &d->doc.store, &run->arena, &run->err), &run->err);
	return &d->img;
}

FcRun *
query_prepare(QueryRun *run, const FcQuery *query)
{
	error_check(fc_new(query, &run->call, &run->run), &run->err);
	return run->run;
}

void
query_start(QueryRun *run, const RuVar *vars, uint32_t n_vars)
{
	run->call.vars = vars;
	run->call.n_vars = n_vars;
	error_check(fc_start(run->run, &run->call), &run->err);
}

/* In the memory context of the run. */
static void
begin(QueryRun *run, const QueryAsk *ask)
{
	BxStr text = query_text(ask->query);
	const FcQuery *query;
	RuVar *vars = NULL;
	uint32_t n_vars = 0;

	run->ready = path_cache_get(ask->tables != NULL ? PATH_QUERY_TABLES
								: ask->stable       ? PATH_QUERY
													: PATH_QUERY_FIXED,
								(const uint8_t *) text.s, text.n);
	path_cache_keep(ask->site, run->ready);
	query = run->ready->query;
	if (ask->doc != (Datum) 0)
		run->call.image = query_document(run, ask->doc);
	if (ask->vars != (Datum) 0)
		vars = query_vars(ask->vars, fc_plan(query), &run->arena, &n_vars);
	(void) query_prepare(run, query);
	if (ask->give != NULL)
		vars = ask->give(run, fc_plan(query), ask->arg, &n_vars);
	query_start(run, vars, n_vars);
}

QueryRun *
query_open(const QueryAsk *ask)
{
	QueryRun *run = query_new(ask->stable);
	MemoryContext caller = MemoryContextSwitchTo(run->host.cxt);

	if (ask->tables != NULL)
		ask->tables(run);
	begin(run, ask);
	MemoryContextSwitchTo(caller);
	return run;
}

void
query_convert(QueryRun *run, const XdSeqType *type, XdItem *item)
{
	const AtCall at = {.host = &run->host.host, .arena = &run->arena, .err = &run->err};

	error_check(fc_var_convert(&at, type, item), &run->err);
}

const BxError *
query_error(const QueryRun *run)
{
	return &run->err;
}

FcRun *
query_run(QueryRun *run)
{
	for (QueryDocument *d = run->documents; d != NULL; d = d->next)
		if (d->shared != NULL)
			d->shared->err = &run->err;
	return run->run;
}

void
query_check(QueryRun *run, BxStatus status)
{
	error_check(status, &run->err);
}

static uint64_t
nanoseconds(void)
{
	instr_time t;

	INSTR_TIME_SET_CURRENT(t);
	return (uint64_t) (INSTR_TIME_GET_DOUBLE(t) * 1e9);
}

void
query_trace(QueryRun *run, BxStr text, QMode mode, Datum doc, BxBuf *lines)
{
	run->call.image = query_document(run, doc);
	(void) query_run(run);
	error_check(fc_trace(text, mode, &run->call, nanoseconds, lines), &run->err);
}

void
query_close(QueryRun *run)
{
	if (run->run != NULL)
	{
		counters_take(fc_work(run->run));
		fc_close(run->run);
	}
	MemoryContextDelete(run->host.cxt);
}

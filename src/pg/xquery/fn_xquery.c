/*
 * fn_xquery.c -- the result of a query as one value.
 */
#include "postgres.h"
#include "fmgr.h"

#include "../server/compat.h"
#include "../server/settings.h"
#include "../value/datum.h"
#include "query_run.h"

BXML_FUNCTION(bxml_xquery);
BXML_FUNCTION(bxquery_evaluate);

/* Arguments as of query_ask.  Immutable: the query may not ask for the moment. */
static Datum
content(FunctionCallInfo fcinfo, int argno)
{
	BxWriterOptions options;
	QueryAsk ask;
	QueryRun *run;
	uint8_t *data = NULL;
	size_t len = 0;
	bool any = false;
	Datum value;

	if (!query_ask(fcinfo, argno, false, &ask))
		PG_RETURN_NULL();
	run = query_open(&ask);
	settings_copy_writer(&options);
	query_check(run, fc_content(query_run(run), &options, &any, &data, &len));
	/* a copy, because the value is in the memory of the run */
	value = any ? PointerGetDatum(memcpy(palloc(len + VARHDRSZ), data, len + VARHDRSZ)) : (Datum) 0;
	query_close(run);
	if (!any)
		PG_RETURN_NULL();
	return datum_written((uint8_t *) DatumGetPointer(value), len);
}

Datum
bxml_xquery(PG_FUNCTION_ARGS)
{
	return content(fcinfo, 1);
}

Datum
bxquery_evaluate(PG_FUNCTION_ARGS)
{
	return content(fcinfo, 0);
}

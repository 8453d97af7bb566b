/*
 * fn_xquery.c -- the result of a query as one value, as text, or as changes of the document.
 *
 * All functions but one are immutable: the query may not ask for the moment.  bxml_xquery_run is stable and reads
 * tables.
 */
#include "postgres.h"
#include "fmgr.h"
#include "utils/fmgrprotos.h"

#include "../server/compat.h"
#include "../server/settings.h"
#include "../server/utf8.h"
#include "../value/datum.h"
#include "collection.h"

BXML_FUNCTION(bxml_xquery_update);

/* A value in the memory of the run, which ends here, as a datum; (Datum) 0 for none. */
static Datum
close_with(QueryRun *run, const uint8_t *data, size_t len)
{
	uint8_t *value = NULL;

	if (data != NULL)
		value = memcpy(palloc(len + VARHDRSZ), data, len + VARHDRSZ);
	query_close(run);
	return value != NULL ? datum_written(value, len) : (Datum) 0;
}

/* Arguments as of query_ask. */
static Datum
content(FunctionCallInfo fcinfo, int argno, bool tables)
{
	BxWriterOptions options;
	QueryAsk ask;
	QueryRun *run;
	uint8_t *data = NULL;
	size_t len = 0;
	bool any = false;
	Datum value;

	if (!query_ask(fcinfo, argno, tables, &ask))
		PG_RETURN_NULL();
	ask.tables = tables ? collections_use : NULL;
	run = query_open(&ask);
	settings_copy_writer(&options);
	query_check(run, fc_content(query_run(run), &options, &any, &data, &len));
	value = close_with(run, any ? data : NULL, len);
	if (value == (Datum) 0)
		PG_RETURN_NULL();
	return value;
}

static Datum
serialized(FunctionCallInfo fcinfo, int argno)
{
	struct varlena *text;
	QueryAsk ask;
	QueryRun *run;
	BxStr s;

	if (!query_ask(fcinfo, argno, false, &ask))
		PG_RETURN_NULL();
	run = query_open(&ask);
	query_check(run, fc_serialize(query_run(run), &s));
	text = utf8_text(s.s, s.n);
	query_close(run);
	PG_RETURN_POINTER(text);
}

/* The next item; it is an error if there is one more. */
static bool
only_item(QueryRun *run, XdItem *item)
{
	bool found, more = false;
	XdItem kept, second;

	query_check(run, fc_next(query_run(run), &kept, &found));
	if (!found)
		return false;
	query_check(run, fc_keep(query_run(run), &kept, item));
	query_check(run, fc_next(query_run(run), &second, &more));
	if (more)
		ereport(ERROR, (errcode(ERRCODE_CARDINALITY_VIOLATION), errmsg("query gives more than one item"),
						errhint("Write array { ... } around it for a JSON array.")));
	return true;
}

static Datum
json(FunctionCallInfo fcinfo, int argno)
{
	QueryAsk ask;
	QueryRun *run;
	XdItem item;
	BxStr s;
	Datum value;

	if (!query_ask(fcinfo, argno, false, &ask))
		PG_RETURN_NULL();
	run = query_open(&ask);
	if (!only_item(run, &item))
	{
		query_close(run);
		PG_RETURN_NULL();
	}
	query_check(run, fc_json_text(query_run(run), &item, &s));
	value = DirectFunctionCall1(jsonb_in, CStringGetDatum(utf8_cstring(s.s, s.n)));
	query_close(run);
	return value;
}

BXML_ENTRY(bxml_json, json(fcinfo, 1));
BXML_ENTRY(bxquery_json, json(fcinfo, 0));
BXML_ENTRY(bxml_xquery, content(fcinfo, 1, false));
BXML_ENTRY(bxquery_evaluate, content(fcinfo, 0, false));
BXML_ENTRY(bxml_xquery_run, content(fcinfo, 0, true));
BXML_ENTRY(bxml_xquery_text, serialized(fcinfo, 1));
BXML_ENTRY(bxquery_evaluate_text, serialized(fcinfo, 0));

/* A document that nothing changes is given back as it is. */
Datum
bxml_xquery_update(PG_FUNCTION_ARGS)
{
	BxWriterOptions options;
	QueryAsk ask;
	QueryRun *run;
	uint8_t *data = NULL;
	size_t len = 0;
	Datum value;

	if (!query_ask(fcinfo, 1, false, &ask))
		PG_RETURN_NULL();
	run = query_open(&ask);
	settings_copy_writer(&options);
	query_check(run, fc_update(query_run(run), &options, &data, &len));
	value = close_with(run, data, len);
	return value != (Datum) 0 ? value : PG_GETARG_DATUM(0);
}

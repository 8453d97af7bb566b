/*
 * srf_items.c -- the items of the result of a query as rows.
 *
 * One row per call: in a select list a query whose rows are no longer wanted is not evaluated further.  In FROM the
 * server collects all rows first, on disk beyond work_mem.
 */
#include "postgres.h"
#include "access/htup_details.h"
#include "fmgr.h"

#include "../rows/srf.h"
#include "../server/compat.h"
#include "../server/settings.h"
#include "../server/utf8.h"
#include "../value/datum.h"
#include "collection.h"
#include "sql_vars.h"

BXML_FUNCTION(bxml_items);
BXML_FUNCTION(bxml_items_with);
BXML_FUNCTION(bxquery_items);
BXML_FUNCTION(bxml_items_run);

enum
{
	ITEM_POSITION,
	ITEM_TYPE,
	ITEM_TEXT,
	ITEM_VALUE,
	ITEM_COLUMNS
};

typedef struct Items
{
	QueryRun *run; /* NULL: an argument was null */
	int64 position;
} Items;

static Items *
open_items(FunctionCallInfo fcinfo, int argno)
{
	Items *items = palloc0(sizeof(Items));
	QueryAsk ask;

	if (query_ask(fcinfo, argno, true, &ask))
		items->run = query_open(&ask);
	return items;
}

static void *
open_of_document(FunctionCallInfo fcinfo)
{
	return open_items(fcinfo, 1);
}

static void *
open_alone(FunctionCallInfo fcinfo)
{
	return open_items(fcinfo, 0);
}

static void *
open_with(FunctionCallInfo fcinfo)
{
	Items *items = palloc0(sizeof(Items));
	SqlVars vars;
	QueryAsk ask;

	if (PG_ARGISNULL(0) || PG_ARGISNULL(1))
		return items;
	sql_vars_take(fcinfo, 2, &vars);
	ask = (QueryAsk){.doc = PG_GETARG_DATUM(0),
					 .query = PG_GETARG_DATUM(1),
					 .stable = true,
					 .give = sql_vars_give,
					 .arg = &vars};
	items->run = query_open(&ask);
	return items;
}

static void *
open_tables(FunctionCallInfo fcinfo)
{
	Items *items = palloc0(sizeof(Items));
	QueryAsk ask;

	if (!query_ask(fcinfo, 0, true, &ask))
		return items;
	ask.tables = collections_use;
	items->run = query_open(&ask);
	return items;
}

/* The columns of an item; functions, maps and arrays have text only. */
static Datum
row_of(Items *items, const XdItem *item, TupleDesc desc)
{
	FcRun *run = query_run(items->run);
	Datum values[ITEM_COLUMNS] = {0};
	bool nulls[ITEM_COLUMNS] = {[ITEM_VALUE] = item->type == AT_FUNCTION};
	const char *type = fc_type_name(item);
	BxWriterOptions options;
	uint8_t *data = NULL;
	size_t len;
	BxStr text;
	Datum row;

	values[ITEM_POSITION] = Int64GetDatum(++items->position);
	values[ITEM_TYPE] = PointerGetDatum(utf8_text(type, strlen(type)));
	query_check(items->run, fc_text(run, item, &text));
	values[ITEM_TEXT] = PointerGetDatum(utf8_text(text.s, text.n));
	if (!nulls[ITEM_VALUE])
	{
		settings_copy_writer(&options);
		query_check(items->run, fc_value(run, item, &options, &data, &len));
		values[ITEM_VALUE] = datum_written(data, len);
	}
	row = HeapTupleGetDatum(heap_form_tuple(desc, values, nulls));
	if (data != NULL)
		pfree(data);
	return row;
}

static Datum
next_row(FunctionCallInfo fcinfo, void *(*open)(FunctionCallInfo fcinfo))
{
	FuncCallContext *srf = srf_call(fcinfo, open);
	Items *items = srf->user_fctx;
	XdItem item;
	bool found = false;

	if (items->run != NULL)
		query_check(items->run, fc_next(query_run(items->run), &item, &found));
	if (found)
		SRF_RETURN_NEXT(srf, row_of(items, &item, srf->tuple_desc));
	if (items->run != NULL)
		query_close(items->run);
	SRF_RETURN_DONE(srf);
}

Datum
bxml_items(PG_FUNCTION_ARGS)
{
	return next_row(fcinfo, open_of_document);
}

Datum
bxml_items_with(PG_FUNCTION_ARGS)
{
	return next_row(fcinfo, open_with);
}

Datum
bxquery_items(PG_FUNCTION_ARGS)
{
	return next_row(fcinfo, open_alone);
}

Datum
bxml_items_run(PG_FUNCTION_ARGS)
{
	return next_row(fcinfo, open_tables);
}

/*
 * fn_index_advice.c -- bxml_index_advice: which predicates of a query an index serves, and why others are not served;
 * or which paths of a table, by queries that are made up for what its statistics know.
 */
#include "postgres.h"
#include "catalog/namespace.h"
#include "fmgr.h"
#include "funcapi.h"
#include "utils/builtins.h"
#include "utils/tuplestore.h"

#include "../server/compat.h"
#include "ask.h"
#include "table_advice.h"

BXML_FUNCTION(bxml_index_advice);
BXML_FUNCTION(bxml_index_advice_of);

#define COLUMNS 9

static void
put_text(Datum *values, bool *nulls, int column, const char *text)
{
	nulls[column] = text == NULL;
	if (text != NULL)
		values[column] = CStringGetTextDatum(text);
}

static void
put_row(void *result, const Advice *row)
{
	const ReturnSetInfo *to = result;
	Datum values[COLUMNS] = {0};
	bool nulls[COLUMNS] = {false};

	values[0] = ObjectIdGetDatum(row->table);
	nulls[0] = !OidIsValid(row->table);
	put_text(values, nulls, 1, row->predicate);
	values[2] = BoolGetDatum(row->served);
	values[3] = BoolGetDatum(row->used);
	values[4] = ObjectIdGetDatum(row->index);
	nulls[4] = !OidIsValid(row->index);
	put_text(values, nulls, 5, row->conditions);
	put_text(values, nulls, 6, row->keys);
	put_text(values, nulls, 7, row->reason);
	put_text(values, nulls, 8, row->suggestion);
	tuplestore_putvalues(to->setResult, to->setDesc, values, nulls);
}

/* bxml_index_advice(query text) */
Datum
bxml_index_advice(PG_FUNCTION_ARGS)
{
	List *rows = ask_query(text_to_cstring(PG_GETARG_TEXT_PP(0)), namespace_search_path);
	ListCell *cell;

	InitMaterializedSRF(fcinfo, 0);
	foreach (cell, rows)
		put_row(fcinfo->resultinfo, lfirst(cell));
	return (Datum) 0;
}

/* bxml_index_advice(table regclass) */
Datum
bxml_index_advice_of(PG_FUNCTION_ARGS)
{
	InitMaterializedSRF(fcinfo, 0);
	table_advice(PG_GETARG_OID(0), put_row, fcinfo->resultinfo);
	return (Datum) 0;
}

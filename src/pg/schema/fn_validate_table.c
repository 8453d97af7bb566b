/*
 * fn_validate_table.c -- bxml_validate_table: the violations of all documents of a column, as rows.
 *
 * The table is read by a query for which privileges and policies of the caller hold.  Progress is told by notices,
 * since the server has no place for that of functions.
 */
#include "postgres.h"
#include "access/htup_details.h"
#include "access/relation.h"
#include "access/transam.h"
#include "catalog/pg_class.h"
#include "catalog/pg_type.h"
#include "executor/spi.h"
#include "fmgr.h"
#include "funcapi.h"
#include "lib/stringinfo.h"
#include "miscadmin.h"
#include "nodes/pg_list.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/rel.h"
#include "utils/relcache.h"
#include "utils/syscache.h"
#include "utils/timestamp.h"
#include "utils/tuplestore.h"

#include "../server/compat.h"
#include "../server/guard.h"
#include "../server/tables.h"
#include "bound.h"
#include "violation.h"

BXML_FUNCTION(bxml_validate_table);
BXML_FUNCTION(bxml_validate_table_any);

/* Columns of the result; those of the query that reads the table come first. */
enum
{
	TABLE_RELATION,
	TABLE_ROW,
	TABLE_KEY,
	TABLE_LABEL,
	TABLE_PATH,
	TABLE_CODE,
	TABLE_MESSAGE,
	TABLE_DETAIL,
	TABLE_COLUMNS
};

typedef struct TableCheck
{
	ViolationSink sink; /* first, to find the rest from a sink */
	SchemaChoice choice;
	Tuplestorestate *rows;
	TupleDesc desc;
	Datum values[TABLE_COLUMNS]; /* of the row that is checked */
	bool nulls[TABLE_COLUMNS];
	int64 checked;
	int64 invalid;
	double expected; /* rows of the table, by its statistics; below 1: not known */
	bool tells;      /* progress */
	int64 every;     /* microseconds */
	TimestampTz told;
} TableCheck;

static bool
put_violation(ViolationSink *sink, const ViolationText *violation)
{
	TableCheck *check = (TableCheck *) sink;
	Datum *values = check->values;

	values[TABLE_LABEL] = violation->label;
	values[TABLE_PATH] = PointerGetDatum(violation->path);
	check->nulls[TABLE_PATH] = violation->path == NULL;
	values[TABLE_CODE] = CStringGetTextDatum(violation->code);
	values[TABLE_MESSAGE] = CStringGetTextDatum(violation->message);
	check->nulls[TABLE_DETAIL] = violation->detail == NULL;
	values[TABLE_DETAIL] = violation->detail != NULL ? CStringGetTextDatum(violation->detail) : (Datum) 0;
	tuplestore_putvalues(check->rows, check->desc, values, check->nulls);
	return true;
}

static void
tell(TableCheck *check)
{
	TimestampTz now = GetCurrentTimestamp();

	if (now - check->told < check->every)
		return;
	check->told = now;
	if (check->expected >= 1)
		ereport(NOTICE,
				(errmsg("checked " INT64_FORMAT " of about %.0f documents, " INT64_FORMAT " not valid",
						check->checked, check->expected, check->invalid)));
	else
		ereport(NOTICE, (errmsg("checked " INT64_FORMAT " documents, " INT64_FORMAT " not valid",
								check->checked, check->invalid)));
}

static void
check_document(TableCheck *check, Datum doc)
{
	check->checked++;
	if (choice_accepts(&check->choice, doc) == NULL)
	{
		check->invalid++;
		violation_report(&check->choice, doc, &check->sink);
	}
	if (check->tells)
		tell(check);
}

/* ---- the table ---- */

/*
 * A column of the key.  Types that are not the server's may have casts to json, which are code of their owners: their
 * output is taken.
 */
static void
put_key_column(StringInfo list, Form_pg_attribute column)
{
	const char *name = NameStr(column->attname);
	bool own = getBaseType(column->atttypid) < FirstNormalObjectId;

	appendStringInfo(list, own ? "%s, t.%s" : "%s, pg_catalog.format('%%s', t.%s)", quote_literal_cstr(name),
					 quote_identifier(name));
}

/* The columns of the primary key as an object, for the query; "NULL" without one. */
static char *
key_expression(Relation table)
{
	Bitmapset *key = RelationGetIndexAttrBitmap(table, INDEX_ATTR_BITMAP_PRIMARY_KEY);
	StringInfoData list;
	int i = -1;

	if (bms_is_empty(key))
		return "NULL::pg_catalog.jsonb";
	initStringInfo(&list);
	while ((i = bms_next_member(key, i)) >= 0)
	{
		int column = i + FirstLowInvalidHeapAttributeNumber;

		appendStringInfoString(&list, list.len > 0 ? ", " : "pg_catalog.jsonb_build_object(");
		put_key_column(&list, TupleDescAttr(RelationGetDescr(table), column - 1));
	}
	appendStringInfoChar(&list, ')');
	return list.data;
}

static char *
table_query(Relation table, const char *column, const char *extension)
{
	const char *doc = quote_identifier(column);

	return psprintf(
		"SELECT t.tableoid::pg_catalog.regclass, t.ctid, %s, t.%s::%s.bxml FROM %s t WHERE t.%s IS NOT NULL",
		key_expression(table), doc, extension, tables_name(table), doc);
}

static bool
check_row(void *ctx, HeapTuple row, TupleDesc desc)
{
	TableCheck *check = ctx;
	bool null;

	for (int k = 0; k <= TABLE_KEY; k++)
		check->values[k] = SPI_getbinval(row, desc, k + 1, &check->nulls[k]);
	check_document(check, SPI_getbinval(row, desc, TABLE_KEY + 2, &null));
	return true;
}

/* ---- arguments ---- */

/* The column; its schemas, if none were given. */
static void
get_column(TableCheck *check, Relation table, const char *name, Oid bxml, bool given)
{
	AttrNumber column = tables_check_column(table, name, bxml);
	Form_pg_attribute a = TupleDescAttr(RelationGetDescr(table), column - 1);
	List *schemas;
	Oid *functions;
	int n = 0;
	const ListCell *c;

	if (given)
		return;
	schemas = bound_schemas(a->atttypid, a->atttypmod);
	if (schemas == NIL)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("column \"%s\" of table \"%s\" is not bound to a schema", name,
							   RelationGetRelationName(table)),
						errhint("Give the schema as an argument, or the column a domain made by "
								"bxml_create_typed_domain.")));
	functions = palloc_array(Oid, list_length(schemas));
	foreach (c, schemas)
		functions[n++] = lfirst_oid(c);
	check->choice.functions = functions;
	check->choice.n = n;
}

static void
get_progress(TableCheck *check, FunctionCallInfo fcinfo, double rows)
{
	const Interval *every;

	check->tells = !PG_ARGISNULL(4);
	check->told = GetCurrentTimestamp();
	check->expected = rows;
	if (!check->tells)
		return;
	every = PG_GETARG_INTERVAL_P(4);
	check->every = every->month > MONTHS_PER_YEAR || every->day > DAYS_PER_MONTH * MONTHS_PER_YEAR
					   ? PG_INT64_MAX
					   : every->time + (every->day + (int64) every->month * DAYS_PER_MONTH) * USECS_PER_DAY;
}

static Datum
validate_table(FunctionCallInfo fcinfo, bool array)
{
	ReturnSetInfo *rsinfo = (ReturnSetInfo *) fcinfo->resultinfo;
	TableCheck check = {.sink = {put_violation}};
	Oid extension = get_func_namespace(fcinfo->flinfo->fn_oid);
	Oid bxml = tables_bxml_type(extension);
	Oid types[] = {REGCLASSOID, TIDOID, JSONBOID, bxml};
	TablesQuery query = {.types = types, .n = lengthof(types)};
	Relation table;
	Guard guard;

	InitMaterializedSRF(fcinfo, 0);
	if (PG_ARGISNULL(0) || PG_ARGISNULL(1))
		return (Datum) 0;
	check.rows = rsinfo->setResult;
	check.desc = rsinfo->setDesc;
	choice_get_schemas(&check.choice, fcinfo, 2, array);
	query.rel = table = tables_open(PG_GETARG_OID(0), AccessShareLock);
	tables_check_rows(table);
	get_column(&check, table, NameStr(*PG_GETARG_NAME(1)), bxml, !PG_ARGISNULL(2));
	choice_check(&check.choice);
	get_progress(&check, fcinfo, table->rd_rel->reltuples);
	SPI_connect();
	guard_enter_read(&guard, table, InvalidAttrNumber);
	query.sql =
		table_query(table, NameStr(*PG_GETARG_NAME(1)), quote_identifier(get_namespace_name(extension)));
	tables_read(&query, check_row, &check);
	guard_leave(&guard);
	SPI_finish();
	relation_close(table, AccessShareLock);
	return (Datum) 0;
}

Datum
bxml_validate_table(PG_FUNCTION_ARGS)
{
	return validate_table(fcinfo, false);
}

Datum
bxml_validate_table_any(PG_FUNCTION_ARGS)
{
	return validate_table(fcinfo, true);
}

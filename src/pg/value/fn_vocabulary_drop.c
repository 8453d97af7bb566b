/*
 * fn_vocabulary_drop.c -- vocabularies that nothing refers to are dropped.
 *
 * What is stored can be read.  What sessions hold cannot: a cursor WITH HOLD, a variable of a procedure that commits,
 * or a plan may have a value that it copies into a table later.  So a vocabulary is dropped in two steps.  The first
 * finds nothing stored that refers to it, and notes when that was; the second, when all sessions of that time have
 * ended, finds nothing again.  Sessions that began since had nothing to take a reference from.
 *
 * The row stays, without the bytes: a value that refers to it all the same gets an error that names the number.
 */
#include "postgres.h"
#include "access/genam.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "access/xact.h"
#include "access/xlog.h"
#include "catalog/indexing.h"
#include "catalog/pg_authid_d.h"
#include "executor/spi.h"
#include "fmgr.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/pg_lsn.h"
#include "utils/timestamp.h"

#include "../server/compat.h"
#include "../server/guard.h"
#include "../server/tables.h"
#include "vocabulary.h"
#include "vocabulary_uses.h"

BXML_FUNCTION(bxml_vocabulary_drop);

/* ---- when nothing referred to it ---- */

typedef struct Note
{
	TimestampTz at;
	XLogRecPtr lsn;
} Note;

static SysScanDesc
scan_number(Relation table, uint32 number)
{
	ScanKeyData key;

	/* the first column of each of the tables */
	ScanKeyInit(&key, UNUSED_NUMBER, BTEqualStrategyNumber, F_INT4EQ, Int32GetDatum((int32) number));
	return systable_beginscan(table, InvalidOid, false, NULL, 1, &key);
}

static bool
read_note(uint32 number, Note *note)
{
	Relation table = table_open(vocabulary_unused_table(), AccessShareLock);
	SysScanDesc scan = scan_number(table, number);
	HeapTuple row = systable_getnext(scan);
	bool there = HeapTupleIsValid(row), null;

	if (there)
	{
		note->at = DatumGetTimestampTz(heap_getattr(row, UNUSED_SEEN_AT, RelationGetDescr(table), &null));
		note->lsn = DatumGetLSN(heap_getattr(row, UNUSED_SEEN_LSN, RelationGetDescr(table), &null));
	}
	systable_endscan(scan);
	table_close(table, AccessShareLock);
	return there;
}

static void
delete_rows(Oid oid, uint32 number)
{
	Relation table = table_open(oid, RowExclusiveLock);
	SysScanDesc scan = scan_number(table, number);
	HeapTuple row;

	while (HeapTupleIsValid(row = systable_getnext(scan)))
		CatalogTupleDelete(table, &row->t_self);
	systable_endscan(scan);
	table_close(table, NoLock);
}

void
vocabulary_delete_parts(uint32 number)
{
	delete_rows(vocabulary_part_table(), number);
}

void
vocabulary_forget_unused(uint32 number)
{
	delete_rows(vocabulary_unused_table(), number);
}

static void
write_note(uint32 number)
{
	Relation table = table_open(vocabulary_unused_table(), RowExclusiveLock);
	Datum values[UNUSED_COLUMNS] = {Int32GetDatum((int32) number), TimestampTzGetDatum(GetCurrentTimestamp()),
									LSNGetDatum(GetXLogInsertRecPtr())};
	bool nulls[UNUSED_COLUMNS] = {false};

	CatalogTupleInsert(table, heap_form_tuple(RelationGetDescr(table), values, nulls));
	table_close(table, NoLock);
}

/* ---- who may still hold values ---- */

static const char *const holders_query =
	"SELECT 'session ' || pid || ' (' || coalesce(usename, backend_type) || ')' FROM "
	"pg_catalog.pg_stat_activity"
	" WHERE datname = pg_catalog.current_database() AND (backend_start IS NULL OR backend_start <= $1)"
	" UNION ALL SELECT 'prepared transaction ' || gid FROM pg_catalog.pg_prepared_xacts WHERE database = "
	"pg_catalog.current_database()"
	" UNION ALL SELECT 'replication slot ' || slot_name FROM pg_catalog.pg_replication_slots"
	" WHERE database = pg_catalog.current_database() AND restart_lsn < $2 LIMIT 20";

/*
 * A line for each of the first of them, NULL if there are none.  The owner of a vocabulary need not see sessions of
 * others.
 */
static char *
holders(const Note *note)
{
	Oid types[2] = {TIMESTAMPTZOID, PG_LSNOID};
	Datum args[2] = {TimestampTzGetDatum(note->at), LSNGetDatum(note->lsn)};
	StringInfoData list;
	Guard guard;

	initStringInfo(&list);
	guard_enter(&guard, BOOTSTRAP_SUPERUSERID, GUARD_COMMAND);
	if (SPI_execute_with_args(holders_query, 2, types, args, NULL, false, 0) != SPI_OK_SELECT)
		elog(ERROR, "could not list sessions");
	guard_leave(&guard);
	for (uint64 i = 0; i < SPI_processed; i++)
		appendStringInfo(&list, "%s%s", i > 0 ? "\n" : "",
						 SPI_getvalue(SPI_tuptable->vals[i], SPI_tuptable->tupdesc, 1));
	return list.len > 0 ? list.data : NULL;
}

/* ---- dropping ---- */

/* A backend that began before others see the vocabulary retired would list it for new values. */
static void
check_retired(uint32 number, HeapTuple row, Relation table)
{
	bool null;

	if (!DatumGetBool(heap_getattr(row, VOCABULARY_RETIRED, RelationGetDescr(table), &null)))
		ereport(ERROR, (errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
						errmsg("vocabulary %u is in use for new values", number),
						errhint("Retire it first: SELECT bxml_vocabulary_retire(%u).", number)));
	if (TransactionIdIsCurrentTransactionId(HeapTupleHeaderGetXmin(row->t_data)))
		ereport(ERROR, (errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
						errmsg("vocabulary %u was retired in this transaction", number)));
}

static void
check_holders(uint32 number, const Note *note)
{
	char *list = holders(note);

	if (list != NULL)
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_IN_USE),
				 errmsg("what is older than %s may hold values that refer to vocabulary %u",
						timestamptz_to_str(note->at), number),
				 errdetail("%s", list),
				 errhint("Drop the vocabulary in a session that began since, when these have ended.")));
}

static bool
refuse(uint32 number, const char *uses, bool noted)
{
	const char *hint = "Rewrite values with bxml_repack, indexes with REINDEX, statistics with ANALYZE.";

	ereport(noted ? WARNING : ERROR,
			(errcode(ERRCODE_DEPENDENT_OBJECTS_STILL_EXIST),
			 errmsg("vocabulary %u cannot be dropped because values refer to it", number),
			 errdetail("%s", uses), errhint("%s", hint)));
	/* seen by sessions that began since */
	vocabulary_forget_unused(number);
	return false;
}

static bool
drop(uint32 number, HeapTuple row, Relation table)
{
	vocabulary_change_row(table, row, VOCABULARY_DROPPED_AT, TimestampTzGetDatum(GetCurrentTimestamp()));
	vocabulary_delete_parts(number);
	vocabulary_forget_unused(number);
	return true;
}

static bool
keep(uint32 number)
{
	write_note(number);
	ereport(NOTICE, (errmsg("nothing refers to vocabulary %u", number),
					 errhint("Drop it in a session that begins from now on, when all others of the database "
							 "have ended that are there now.")));
	return false;
}

/* bxml_vocabulary_drop(number) */
Datum
bxml_vocabulary_drop(PG_FUNCTION_ARGS)
{
	uint32 number = (uint32) PG_GETARG_INT32(0);
	Relation table;
	HeapTuple row;
	char *uses;
	bool noted, dropped;
	Note note;

	PreventCommandIfReadOnly("bxml_vocabulary_drop()");
	if (IsolationUsesXactSnapshot())
		ereport(ERROR, (errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
						errmsg("bxml_vocabulary_drop must see what others have committed"),
						errhint("Call it in isolation level READ COMMITTED.")));
	row = vocabulary_row_for_change(number, false, &table);
	check_retired(number, row, table);
	SPI_connect();
	noted = read_note(number, &note);
	if (noted)
		check_holders(number, &note);
	uses = uses_of_vocabulary(number, tables_bxml_type(get_func_namespace(fcinfo->flinfo->fn_oid)));
	dropped = uses != NULL ? refuse(number, uses, noted) : noted ? drop(number, row, table) : keep(number);
	SPI_finish();
	CommandCounterIncrement();
	table_close(table, NoLock);
	PG_RETURN_BOOL(dropped);
}

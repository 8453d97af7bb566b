/*
 * fn_vocabulary_rows.c -- the rows of vocabularies, as dumps and the owner of the extension write them.
 *
 * What stands in them is read with as little trust as a stored value: the digest of the row says which bytes are a
 * vocabulary's, and numbers outside of the range count for nothing.  The triggers refuse rows that could only be in the
 * way, so that a dump restored where there are vocabularies with the same numbers fails with a reason.
 */
#include "postgres.h"
#include "access/genam.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "access/xact.h"
#include "commands/trigger.h"
#include "common/sha2.h"
#include "fmgr.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/inval.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"

#include "../../core/vocabulary/bx_vocabulary.h"
#include "../server/compat.h"
#include "vocabulary.h"

BXML_FUNCTION(bxml_vocabulary_check);
BXML_FUNCTION(bxml_vocabulary_changed);
BXML_FUNCTION(bxml_vocabulary_repair);

/* ---- triggers ---- */

/* The relation that a trigger is on; it must be one of ours, and the event the right one. */
static Oid
triggered(FunctionCallInfo fcinfo, bool fits, const char *when)
{
	const TriggerData *data = (TriggerData *) fcinfo->context;
	Oid relation = RelationGetRelid(data->tg_relation);

	if (!fits || (relation != vocabulary_part_table() && relation != vocabulary_table()))
		ereport(ERROR, (errcode(ERRCODE_E_R_I_E_TRIGGER_PROTOCOL_VIOLATED),
						errmsg("function \"%s\" is for a trigger %s of tables of extension bxml",
							   data->tg_trigger->tgname, when)));
	return relation;
}

static void
check_called(FunctionCallInfo fcinfo)
{
	if (!CALLED_AS_TRIGGER(fcinfo))
		ereport(ERROR,
				(errcode(ERRCODE_E_R_I_E_TRIGGER_PROTOCOL_VIOLATED), errmsg("must be called as a trigger")));
}

static int32
number_of(const TriggerData *data, AttrNumber column)
{
	bool null;

	return DatumGetInt32(
		heap_getattr(data->tg_trigtuple, column, RelationGetDescr(data->tg_relation), &null));
}

/* The bytes of a column, detoasted. */
static struct varlena *
bytes_at(const TriggerData *data, AttrNumber column)
{
	bool null;
	Datum d = heap_getattr(data->tg_trigtuple, column, RelationGetDescr(data->tg_relation), &null);

	/* the constraint of the table refuses nulls after us */
	return null ? (struct varlena *) cstring_to_text("") : PG_DETOAST_DATUM_PACKED(d);
}

static void
check_row(const TriggerData *data)
{
	int32 number = number_of(data, VOCABULARY_NUMBER);
	const struct varlena *kind = bytes_at(data, VOCABULARY_KIND);
	size_t n = VARSIZE_ANY_EXHDR(kind);

	if (number < 1 || number > VOCABULARY_NUMBER_MAX)
		ereport(ERROR, (errcode(ERRCODE_CHECK_VIOLATION),
						errmsg("number of a vocabulary must be between 1 and %d", VOCABULARY_NUMBER_MAX)));
	if (VARSIZE_ANY_EXHDR(bytes_at(data, VOCABULARY_DIGEST)) != PG_SHA256_DIGEST_LENGTH)
		ereport(ERROR, (errcode(ERRCODE_CHECK_VIOLATION), errmsg("digest of vocabulary %d must have %d bytes",
																 number, PG_SHA256_DIGEST_LENGTH)));
	if (n == 0 || memchr(VARDATA_ANY(kind), '\0', n) == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_CHECK_VIOLATION),
				 errmsg("kind of vocabulary %d must have a namespace, a zero byte, and a name", number)));
}

static void
refuse_other(int32 number)
{
	ereport(ERROR,
			(errcode(ERRCODE_UNIQUE_VIOLATION), errmsg("vocabulary %d has all its bytes", number),
			 errdetail("The row is of another vocabulary, or was restored before."),
			 errhint("Documents of a dump do not need its vocabularies: they are restored without, and "
					 "bxml_repack gives them those of this database.")));
}

/* Is there a row that the primary key refuses this one for?  It has reasons of its own, and ON CONFLICT. */
static bool
has_part(const TriggerData *data, int32 number, int32 part)
{
	ScanKeyData keys[2];
	SysScanDesc scan;
	bool has;

	ScanKeyInit(&keys[0], PART_NUMBER, BTEqualStrategyNumber, F_INT4EQ, Int32GetDatum(number));
	ScanKeyInit(&keys[1], PART_PART, BTEqualStrategyNumber, F_INT4EQ, Int32GetDatum(part));
	scan = systable_beginscan(data->tg_relation, InvalidOid, false, SnapshotSelf, 2, keys);
	has = HeapTupleIsValid(systable_getnext(scan));
	systable_endscan(scan);
	return has;
}

static void
check_part(const TriggerData *data)
{
	int32 number = number_of(data, PART_NUMBER), part = number_of(data, PART_PART);
	size_t n = VARSIZE_ANY_EXHDR(bytes_at(data, PART_CONTENT));
	bool row, whole = vocabulary_is_whole((uint32) number, &row);

	if (!row)
		ereport(
			ERROR,
			(errcode(ERRCODE_FOREIGN_KEY_VIOLATION), errmsg("vocabulary %d does not exist", number),
			 errdetail("Its row in bxml_vocabulary comes first; bytes without a row belong to nothing.")));
	if (whole && !has_part(data, number, part))
		refuse_other(number);
	if (part < 0 || part >= PARTS_MAX || n == 0 || n > PART_BYTES)
		ereport(ERROR, (errcode(ERRCODE_CHECK_VIOLATION),
						errmsg("part %d of vocabulary %d is not right", part, number),
						errdetail("Parts are numbered from 0 to %d, and have 1 to %d bytes.", PARTS_MAX - 1,
								  PART_BYTES)));
}

/* Before a row is inserted into bxml_vocabulary or bxml_vocabulary_part. */
Datum
bxml_vocabulary_check(PG_FUNCTION_ARGS)
{
	TriggerData *data = (TriggerData *) fcinfo->context;
	Oid relation;

	check_called(fcinfo);
	relation = triggered(fcinfo,
						 TRIGGER_FIRED_BEFORE(data->tg_event) && TRIGGER_FIRED_FOR_ROW(data->tg_event) &&
							 TRIGGER_FIRED_BY_INSERT(data->tg_event),
						 "before each row is inserted");
	if (relation == vocabulary_table())
		check_row(data);
	else
		check_part(data);
	return PointerGetDatum(data->tg_trigtuple);
}

/* After bxml_vocabulary_part was changed: sessions that list vocabularies for new values look again. */
Datum
bxml_vocabulary_changed(PG_FUNCTION_ARGS)
{
	const TriggerData *data = (TriggerData *) fcinfo->context;

	check_called(fcinfo);
	triggered(fcinfo, TRIGGER_FIRED_AFTER(data->tg_event), "after changes");
	CacheInvalidateRelcacheByRelid(vocabulary_table());
	return PointerGetDatum(NULL);
}

/* ---- repair ---- */

/* bxml_vocabulary_repair(number, content) */
Datum
bxml_vocabulary_repair(PG_FUNCTION_ARGS)
{
	int32 number = PG_GETARG_INT32(0);
	const bytea *content = PG_GETARG_BYTEA_PP(1);
	const uint8 *bytes = (const uint8 *) VARDATA_ANY(content);
	size_t n = VARSIZE_ANY_EXHDR(content);
	uint8 digest[PG_SHA256_DIGEST_LENGTH];
	const struct varlena *wanted;
	Relation table;
	HeapTuple row;
	bool null;

	PreventCommandIfReadOnly("bxml_vocabulary_repair()");
	row = vocabulary_row_for_change((uint32) number, true, &table);
	wanted = (const struct varlena *) PG_DETOAST_DATUM_PACKED(
		heap_getattr(row, VOCABULARY_DIGEST, RelationGetDescr(table), &null));
	n = Min(n, bx_vocabulary_length(bytes, n));
	vocabulary_digest(bytes, n, digest);
	if (VARSIZE_ANY_EXHDR(wanted) != sizeof(digest) ||
		memcmp(VARDATA_ANY(wanted), digest, sizeof(digest)) != 0)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("these are not the bytes of vocabulary %d", number),
						errdetail("Their SHA-256 is not the digest in its row of bxml_vocabulary.")));
	vocabulary_put_parts((uint32) number, bytes, n);
	CacheInvalidateRelcache(table);
	CommandCounterIncrement();
	table_close(table, NoLock);
	PG_RETURN_VOID();
}

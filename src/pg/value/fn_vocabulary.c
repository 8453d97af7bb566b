/*
 * fn_vocabulary.c -- vocabularies learned from documents, retired, and of which value.
 *
 * Rows are put into the table as the server changes its catalogs: who may learn is decided here, and has no rights
 * on the table.
 */
#include "postgres.h"
#include "access/detoast.h"
#include "access/genam.h"
#include "access/htup_details.h"
#include "access/relation.h"
#include "access/table.h"
#include "catalog/indexing.h"
#include "catalog/pg_database.h"
#include "catalog/pg_inherits.h"
#include "catalog/pg_type.h"
#include "commands/dbcommands.h"
#include "commands/sequence.h"
#include "commands/trigger.h"
#include "common/sha2.h"
#include "executor/spi.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "nodes/bitmapset.h"
#include "utils/acl.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/inval.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/snapmgr.h"
#include "utils/timestamp.h"
#include "utils/tuplestore.h"

#include "../../codec/bx_lz4.h"
#include "../server/compat.h"
#include "../server/encoding.h"
#include "../server/errors.h"
#include "../server/guard.h"
#include "../server/host.h"
#include "../server/tables.h"
#include "datum.h"
#include "learning.h"
#include "vocabulary.h"

BXML_FUNCTION(bxml_vocabulary_learn);
BXML_FUNCTION(bxml_vocabulary_learn_documents);
BXML_FUNCTION(bxml_vocabulary_retire);
BXML_FUNCTION(bxml_vocabulary_number);

void
learning_begin(Learning *l, BxLearnLeast least)
{
	l->cxt = AllocSetContextCreate(CurrentMemoryContext, "bxml vocabulary sample", ALLOCSET_DEFAULT_SIZES);
	host_init(&l->host, l->cxt);
	bx_arena_init(&l->arena, &l->host.host);
	bx_error_clear(&l->err);
	l->least = least;
	error_check(bx_learn_new(&l->learn, &l->arena, &l->err), &l->err);
}

bool
learning_add(Learning *l, Datum doc)
{
	const uint8_t *v;
	BxmlArg arg;
	BxArena arena;
	PgHost host;
	size_t n;
	bool more;

	/* no value is shorter plain than stored, and what is long is not fetched to be passed over */
	if (!VARATT_IS_EXTERNAL_EXPANDED(DatumGetPointer(doc)) &&
		toast_raw_datum_size(doc) - VARHDRSZ > BX_LEARN_DOCUMENT)
		return true;
	datum_get_prefix(&arg, doc, SIZE_MAX);
	bx_arena_init(&arena, host_here(&host));
	v = arg.v;
	n = arg.n;
	error_check(bx_plain(&v, &n, &arena, &l->err), &l->err);
	error_check(bx_learn_add(l->learn, v, n, &more, &l->err), &l->err);
	bx_arena_reset(&arena);
	datum_release(&arg);
	return more;
}

/* ---- rows ---- */

static Datum
digest_of(const BxBuf *content)
{
	bytea *digest = palloc(VARHDRSZ + PG_SHA256_DIGEST_LENGTH);

	SET_VARSIZE(digest, VARHDRSZ + PG_SHA256_DIGEST_LENGTH);
	vocabulary_digest(content->data, content->len, (uint8 *) VARDATA(digest));
	return PointerGetDatum(digest);
}

static Datum
bytes_of(const void *p, size_t n)
{
	return PointerGetDatum(cstring_to_text_with_len(p, (int) n));
}

/* Names in the encoding of the server, for people. */
static Datum
shown(BxStr s)
{
	return CStringGetTextDatum(encoding_lossy(s.s, s.n));
}

static Datum
kind_of_root(const BxLearnKind *kind)
{
	size_t n = kind->uri.n + 1 + kind->local.n;
	char *s = palloc0(n);

	memcpy(s, kind->uri.s, kind->uri.n);
	memcpy(s + kind->uri.n + 1, kind->local.s, kind->local.n);
	return bytes_of(s, n);
}

/* Roles have other OIDs where a dump is restored. */
static Datum
owner_name(Oid owner)
{
	Name name = palloc(sizeof(NameData));

	namestrcpy(name, GetUserNameFromId(owner, false));
	return NameGetDatum(name);
}

/* The numbers of all rows, and how many vocabularies are not dropped. */
static Bitmapset *
used_numbers(Relation table, int *n)
{
	SysScanDesc scan = systable_beginscan(table, InvalidOid, false, SnapshotSelf, 0, NULL);
	TupleDesc desc = RelationGetDescr(table);
	Bitmapset *used = NULL;
	HeapTuple row;
	bool null;

	*n = 0;
	while (HeapTupleIsValid(row = systable_getnext(scan)))
	{
		int32 number = DatumGetInt32(heap_getattr(row, VOCABULARY_NUMBER, desc, &null));

		*n += heap_attisnull(row, VOCABULARY_DROPPED_AT, desc);
		if (number > 0 && number <= VOCABULARY_NUMBER_MAX)
			used = bms_add_member(used, number);
	}
	systable_endscan(scan);
	return used;
}

/* The number that the sequence gave last, 0 if none; those who learn need no privileges on it. */
static int64
last_given(Oid sequence)
{
	Relation rel = relation_open(sequence, AccessShareLock);
	LOCAL_FCINFO(fcinfo, 1);
	int64 number;
	Guard guard;

	InitFunctionCallInfoData(*fcinfo, NULL, 1, InvalidOid, NULL, NULL);
	fcinfo->args[0] = (NullableDatum){ObjectIdGetDatum(sequence), false};
	guard_enter(&guard, rel->rd_rel->relowner, GUARD_TRIGGER);
	number = DatumGetInt64(pg_sequence_last_value(fcinfo));
	guard_leave(&guard);
	relation_close(rel, NoLock);
	return fcinfo->isnull ? 0 : number;
}

/*
 * The sequence keeps sessions that learn at one time apart.  The owner of the extension may set it, as a dump does: a
 * sequence that was set back is passed on, and one that was set behind the last number is not asked.  A row with the
 * last number, which he may insert, leaves those that no row has: rows are never deleted, so nothing refers to them.
 */
static int64
unused_number(const Bitmapset *used)
{
	int greatest = bms_prev_member(used, -1);
	Oid sequence = vocabulary_sequence();
	int64 number = 1;

	if (greatest >= VOCABULARY_NUMBER_MAX)
	{
		while (bms_is_member((int) number, used))
			number++;
		return number;
	}
	greatest = Max(greatest, 0);
	if (last_given(sequence) >= VOCABULARY_NUMBER_MAX)
		return greatest + INT64CONST(1);
	do
	{
		CHECK_FOR_INTERRUPTS();
		number = nextval_internal(sequence, false);
	} while (number <= greatest);
	return number;
}

/* The number of a new vocabulary: greater than that of any row, where there is a greater one. */
static int32
next_number(Relation table)
{
	int n;
	int64 number = unused_number(used_numbers(table, &n));

	if (n >= VOCABULARIES_MAX || number > VOCABULARY_NUMBER_MAX)
		ereport(ERROR, (errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
						errmsg("a database cannot have more than %d vocabularies", VOCABULARIES_MAX)));
	return (int32) number;
}

void
vocabulary_put_parts(uint32 number, const uint8_t *content, size_t n)
{
	Relation parts = table_open(vocabulary_part_table(), RowExclusiveLock);
	bool nulls[PART_COLUMNS] = {false};

	if (n > (size_t) PARTS_MAX * PART_BYTES)
		ereport(ERROR, (errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
						errmsg("the names of the documents are too long for a vocabulary")));
	vocabulary_delete_parts(number);
	CommandCounterIncrement();
	for (size_t at = 0; at < n; at += PART_BYTES)
	{
		Datum values[PART_COLUMNS] = {Int32GetDatum((int32) number), Int32GetDatum((int32) (at / PART_BYTES)),
									  bytes_of(content + at, Min(PART_BYTES, n - at))};
		HeapTuple row = heap_form_tuple(RelationGetDescr(parts), values, nulls);

		CatalogTupleInsert(parts, row);
		heap_freetuple(row);
	}
	table_close(parts, NoLock);
}

/* The row of a vocabulary; returns its number. */
static int32
insert_row(const Learning *l, const BxLearnKind *kind, const BxBuf *content)
{
	Relation table = table_open(vocabulary_table(), RowExclusiveLock);
	int32 number = next_number(table);
	Datum values[VOCABULARY_COLUMNS] = {0};
	bool nulls[VOCABULARY_COLUMNS] = {false};
	HeapTuple row;

	values[VOCABULARY_NUMBER - 1] = Int32GetDatum(number);
	values[VOCABULARY_URI - 1] = shown(kind->uri);
	values[VOCABULARY_ROOT - 1] = shown(kind->local);
	values[VOCABULARY_KIND - 1] = kind_of_root(kind);
	values[VOCABULARY_OWNER - 1] = owner_name(l->owner);
	nulls[VOCABULARY_LEARNED_FROM - 1] = l->learned_from == NULL;
	values[VOCABULARY_LEARNED_FROM - 1] =
		l->learned_from != NULL ? CStringGetTextDatum(l->learned_from) : (Datum) 0;
	values[VOCABULARY_LEARNED_AT - 1] = TimestampTzGetDatum(GetCurrentTransactionStartTimestamp());
	values[VOCABULARY_DOCUMENTS - 1] = Int64GetDatum(l->made_up ? 0 : kind->documents);
	values[VOCABULARY_PLAIN - 1] = Int64GetDatum(l->made_up ? 0 : (int64) kind->plain_bytes);
	values[VOCABULARY_SHARED - 1] = Int64GetDatum(l->made_up ? 0 : (int64) kind->shared_bytes);
	values[VOCABULARY_PACKED - 1] = Int64GetDatum(l->made_up ? 0 : (int64) kind->packed_bytes);
	values[VOCABULARY_RETIRED - 1] = BoolGetDatum(false);
	values[VOCABULARY_DIGEST - 1] = digest_of(content);
	nulls[VOCABULARY_DROPPED_AT - 1] = true;
	row = heap_form_tuple(RelationGetDescr(table), values, nulls);
	CatalogTupleInsert(table, row);
	vocabulary_put_parts((uint32) number, content->data, content->len);
	CacheInvalidateRelcache(table);
	table_close(table, NoLock);
	return number;
}

static void
say_nothing_learned(const Learning *l)
{
	if (l->least.name_documents > 1)
		ereport(
			NOTICE,
			(errmsg("no vocabulary was learned"),
			 errdetail("Names are learned that %u documents of a kind have, and %u %% of them, of documents "
					   "of up to %d bytes.",
					   l->least.name_documents, l->least.name_percent, BX_LEARN_DOCUMENT)));
	else
		ereport(NOTICE, (errmsg("no vocabulary was learned"),
						 errdetail("No document of up to %d bytes has an element.", BX_LEARN_DOCUMENT)));
}

void
learning_end(Learning *l, ReturnSetInfo *rsinfo)
{
	int learned = 0;

	for (uint32 kind = 0; kind < bx_learn_kinds(l->learn); kind++)
	{
		bool found, null = false;
		BxBuf content;
		Datum number;

		bx_buf_init(&content, &l->host.host);
		error_check(bx_learn_finish(l->learn, kind, &l->least, &bx_lz4_word_codec, &content, &found, &l->err),
					&l->err);
		if (found)
		{
			number = Int32GetDatum(insert_row(l, bx_learn_kind(l->learn, kind), &content));
			tuplestore_putvalues(rsinfo->setResult, rsinfo->setDesc, &number, &null);
			learned++;
		}
		bx_buf_free(&content);
	}
	if (learned == 0)
		say_nothing_learned(l);
	MemoryContextDelete(l->cxt);
}

/* ---- from a table ---- */

void
learning_check_database(void)
{
	AclResult result = database_aclcheck_create();

	if (result != ACLCHECK_OK)
		aclcheck_error(result, OBJECT_DATABASE, get_database_name(MyDatabaseId));
}

/* Who learns must own the table, and what row security hides must not show in words. */
static void
check_table(Relation table, bool force)
{
	tables_check_rows(table);
	learning_check_database();
	if (!table_ownercheck(RelationGetRelid(table)))
		aclcheck_error(ACLCHECK_NOT_OWNER, get_relkind_objtype(table->rd_rel->relkind),
					   RelationGetRelationName(table));
	if (table->rd_rel->relrowsecurity && !force)
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("table \"%s\" has row security", RelationGetRelationName(table)),
				 errdetail("Words that at least one percent of its documents have would become part of a "
						   "vocabulary that all its values use."),
				 errhint("Add force => true to learn all the same.")));
}

/* Rows of the table and its partitions by their statistics; negative if those of some are not known. */
static double
estimated_rows(Relation table)
{
	List *parts = find_all_inheritors(RelationGetRelid(table), AccessShareLock, NULL);
	double rows = 0;
	ListCell *c;

	foreach (c, parts)
	{
		Relation part = relation_open(lfirst_oid(c), NoLock);

		if (part->rd_rel->relkind != RELKIND_PARTITIONED_TABLE)
			rows = rows < 0 || part->rd_rel->reltuples < 0 ? -1 : rows + part->rd_rel->reltuples;
		relation_close(part, NoLock);
	}
	list_free(parts);
	return rows;
}

/* Blocks from all of the table, where it is known to be much larger than the sample. */
static char *
sample_query(Relation table, const char *column, const char *extension, int32 sample)
{
	const char *name = tables_name(table);
	double rows = estimated_rows(table);
	StringInfoData query;

	initStringInfo(&query);
	appendStringInfo(&query, "SELECT t.%s::%s.bxml FROM %s t", quote_identifier(column), extension, name);
	if (rows > 2.0 * sample)
		appendStringInfo(&query, " TABLESAMPLE pg_catalog.system (%.9f)", 100.0 * sample / rows);
	/* an estimate may be old */
	appendStringInfo(&query, " WHERE t.%s IS NOT NULL LIMIT " INT64_FORMAT, quote_identifier(column),
					 rows > 2.0 * sample ? 2 * (int64) sample : sample);
	return query.data;
}

static bool
take_document(void *ctx, HeapTuple row, TupleDesc desc)
{
	bool null;

	return learning_add(ctx, SPI_getbinval(row, desc, 1, &null));
}

static char *
column_name(Relation table, const char *column)
{
	return psprintf("%s.%s", tables_name(table), quote_identifier(column));
}

Datum
bxml_vocabulary_learn(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *rsinfo = (ReturnSetInfo *) fcinfo->resultinfo;
	Oid extension = get_func_namespace(fcinfo->flinfo->fn_oid);
	int32 sample = PG_GETARG_INT32(2);
	const char *column = NameStr(*PG_GETARG_NAME(1));
	Oid bxml = tables_bxml_type(extension);
	TablesQuery query = {.types = &bxml, .n = 1};
	Learning l = {.owner = InvalidOid};
	Relation table;
	AttrNumber number;
	Guard guard;

	InitMaterializedSRF(fcinfo, MAT_SRF_USE_EXPECTED_DESC);
	if (sample < 1)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("number of documents must be at least 1")));
	query.rel = table = tables_open(PG_GETARG_OID(0), AccessShareLock);
	check_table(table, PG_GETARG_BOOL(3));
	number = tables_check_column(table, column, bxml);
	query.sql = sample_query(table, column, quote_identifier(get_namespace_name(extension)), sample);
	learning_begin(&l, (BxLearnLeast) BX_LEARN_TABLE);
	l.owner = table->rd_rel->relowner;
	l.learned_from = column_name(table, column);
	SPI_connect();
	guard_enter_read(&guard, table, number);
	tables_read(&query, take_document, &l);
	guard_leave(&guard);
	SPI_finish();
	learning_end(&l, rsinfo);
	relation_close(table, AccessShareLock);
	return (Datum) 0;
}

Datum
bxml_vocabulary_learn_documents(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *rsinfo = (ReturnSetInfo *) fcinfo->resultinfo;
	ArrayType *docs = PG_GETARG_ARRAYTYPE_P(0);
	Learning l = {.owner = GetUserId()};
	ArrayIterator it;
	bool null, more = true;
	Datum doc;

	InitMaterializedSRF(fcinfo, MAT_SRF_USE_EXPECTED_DESC);
	learning_check_database();
	learning_begin(&l, (BxLearnLeast) BX_LEARN_GIVEN);
	it = array_create_iterator(docs, 0, NULL);
	while (more && array_iterate(it, &doc, &null))
		if (!null)
			more = learning_add(&l, doc);
	array_free_iterator(it);
	learning_end(&l, rsinfo);
	return (Datum) 0;
}

/* ---- what is there ---- */

static void
check_owner(uint32 number, const NameData *owner)
{
	Oid role = get_role_oid(NameStr(*owner), true);

	if (!superuser() && (!OidIsValid(role) || !has_privs_of_role(GetUserId(), role)))
		ereport(ERROR,
				(errcode(ERRCODE_INSUFFICIENT_PRIVILEGE), errmsg("must be owner of vocabulary %u", number)));
}

/* Who restores dumps may restore its bytes as well. */
static bool
may_restore(void)
{
	return pg_class_aclcheck(vocabulary_part_table(), GetUserId(), ACL_INSERT) == ACLCHECK_OK;
}

/* The lock lets nobody else retire or drop, and everybody learn; under it the row is read as it is now. */
HeapTuple
vocabulary_row_for_change(uint32 number, bool restore, Relation *table)
{
	TupleDesc desc;
	SysScanDesc scan;
	ScanKeyData key;
	HeapTuple row;
	bool null;

	*table = table_open(vocabulary_table(), ShareUpdateExclusiveLock);
	desc = RelationGetDescr(*table);
	ScanKeyInit(&key, VOCABULARY_NUMBER, BTEqualStrategyNumber, F_INT4EQ, Int32GetDatum((int32) number));
	scan = systable_beginscan(*table, InvalidOid, false, NULL, 1, &key);
	row = systable_getnext(scan);
	if (!HeapTupleIsValid(row))
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_OBJECT), errmsg("vocabulary %d does not exist", (int32) number),
				 errhint("The view bxml_vocabularies lists those that do.")));
	if (!restore || !may_restore())
		check_owner(number, DatumGetName(heap_getattr(row, VOCABULARY_OWNER, desc, &null)));
	if (!heap_attisnull(row, VOCABULARY_DROPPED_AT, desc))
		ereport(ERROR, (errcode(ERRCODE_UNDEFINED_OBJECT), errmsg("vocabulary %u was dropped", number)));
	row = heap_copytuple(row);
	systable_endscan(scan);
	return row;
}

void
vocabulary_change_row(Relation table, HeapTuple row, AttrNumber column, Datum value)
{
	Datum values[VOCABULARY_COLUMNS] = {0};
	bool nulls[VOCABULARY_COLUMNS] = {false}, replace[VOCABULARY_COLUMNS] = {false};

	values[column - 1] = value;
	replace[column - 1] = true;
	row = heap_modify_tuple(row, RelationGetDescr(table), values, nulls, replace);
	CatalogTupleUpdate(table, &row->t_self, row);
	CacheInvalidateRelcache(table);
	/* the same statement may change it again */
	CommandCounterIncrement();
}

Datum
bxml_vocabulary_retire(PG_FUNCTION_ARGS)
{
	uint32 number = (uint32) PG_GETARG_INT32(0);
	Relation table;
	HeapTuple row;

	PreventCommandIfReadOnly("bxml_vocabulary_retire()");
	row = vocabulary_row_for_change(number, false, &table);
	vocabulary_change_row(table, row, VOCABULARY_RETIRED, PG_GETARG_DATUM(1));
	vocabulary_forget_unused(number);
	table_close(table, NoLock);
	PG_RETURN_VOID();
}

Datum
bxml_vocabulary_number(PG_FUNCTION_ARGS)
{
	uint32 number = datum_vocabulary(PG_GETARG_DATUM(0));

	if (number == 0)
		PG_RETURN_NULL();
	PG_RETURN_INT32((int32) number);
}

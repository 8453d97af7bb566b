/*
 * vocabulary_uses.c -- what the database stores that refers to a vocabulary.
 *
 * Tables are read row by row, dead versions included until nobody can see them any more, for what is seen may be
 * copied.  Catalogs are tables like others: columns of type anyarray hold statistics and defaults of older rows, those
 * of type pg_node_tree expressions.
 */
#include "postgres.h"
#include "access/heapam.h"
#include "access/htup_details.h"
#include "access/nbtree.h"
#include "access/relation.h"
#include "catalog/catalog.h"
#include "catalog/index.h"
#include "catalog/objectaddress.h"
#include "catalog/pg_am_d.h"
#include "catalog/pg_attribute_d.h"
#include "catalog/pg_class_d.h"
#include "catalog/pg_index_d.h"
#include "catalog/pg_partitioned_table_d.h"
#include "catalog/pg_statistic_d.h"
#include "catalog/pg_statistic_ext.h"
#include "catalog/pg_statistic_ext_data_d.h"
#include "catalog/pg_type_d.h"
#include "miscadmin.h"
#include "storage/bufmgr.h"
#include "storage/procarray.h"
#include "utils/acl.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/rel.h"
#include "utils/rls.h"
#include "utils/syscache.h"

#include "../server/compat.h"
#include "../server/tables.h"
#include "vocabulary_uses.h"
#include "vocabulary_walk.h"

/* Places that are listed. */
#define LISTED 20

typedef struct PlaceSearch
{
	VocabularyWalk walk;
	MemoryContext row; /* of one row or page */
	StringInfoData list;
	int n;
	bool hidden; /* there are places that the user may not know of */
} PlaceSearch;

static bool
is_full(const PlaceSearch *u)
{
	return u->n >= LISTED;
}

static void
add_place(PlaceSearch *u, const char *place)
{
	if (is_full(u))
		return;
	if (u->n++ > 0)
		appendStringInfoChar(&u->list, '\n');
	appendStringInfoString(&u->list, is_full(u) ? "and others" : place);
}

/* ---- rights ---- */

/* The table of a relation that may be an index. */
static Oid
table_of(Oid relation)
{
	return get_rel_relkind(relation) == RELKIND_INDEX ? IndexGetRelation(relation, true) : relation;
}

/*
 * May the user know what a column has, or with 0 what all columns have?  As for statistics: a privilege to read it, and
 * no rows that row security hides.
 */
static bool
may_know(PlaceSearch *u, Oid relation, AttrNumber column)
{
	Oid table = table_of(relation);
	bool may = OidIsValid(table) &&
			   (pg_class_aclcheck(table, GetUserId(), ACL_SELECT) == ACLCHECK_OK ||
				(table == relation && column > 0 &&
				 pg_attribute_aclcheck(table, column, GetUserId(), ACL_SELECT) == ACLCHECK_OK)) &&
			   check_enable_rls(table, InvalidOid, true) != RLS_ENABLED;

	u->hidden |= !may;
	return may;
}

/* ---- tables ---- */

static Oid
oid_at(HeapTuple row, TupleDesc desc, AttrNumber column)
{
	bool null;
	Datum d = heap_getattr(row, column, desc, &null);

	return null ? InvalidOid : DatumGetObjectId(d);
}

/* The object that a row of a catalog belongs to. */
static ObjectAddress
object_of(Relation catalog, HeapTuple row)
{
	TupleDesc desc = RelationGetDescr(catalog);
	ObjectAddress o = {RelationRelationId, InvalidOid, 0};
	bool null;

	switch (RelationGetRelid(catalog))
	{
		case AttributeRelationId:
			o.objectId = oid_at(row, desc, Anum_pg_attribute_attrelid);
			o.objectSubId = DatumGetInt16(heap_getattr(row, Anum_pg_attribute_attnum, desc, &null));
			break;
		case StatisticRelationId:
			o.objectId = oid_at(row, desc, Anum_pg_statistic_starelid);
			o.objectSubId = DatumGetInt16(heap_getattr(row, Anum_pg_statistic_staattnum, desc, &null));
			break;
		case IndexRelationId: o.objectId = oid_at(row, desc, Anum_pg_index_indexrelid); break;
		case PartitionedRelationId:
			o.objectId = oid_at(row, desc, Anum_pg_partitioned_table_partrelid);
			break;
		case StatisticExtDataRelationId:
			o.classId = StatisticExtRelationId;
			o.objectId = oid_at(row, desc, Anum_pg_statistic_ext_data_stxoid);
			break;
		default: o.classId = RelationGetRelid(catalog); o.objectId = oid_at(row, desc, 1);
	}
	return o;
}

/* The table that statistics are of. */
static Oid
statistics_table(const ObjectAddress *o)
{
	HeapTuple row;
	Oid table = o->objectId;

	if (o->classId != StatisticExtRelationId)
		return table;
	row = SearchSysCache1(STATEXTOID, ObjectIdGetDatum(o->objectId));
	table = HeapTupleIsValid(row) ? ((Form_pg_statistic_ext) GETSTRUCT(row))->stxrelid : InvalidOid;
	if (HeapTupleIsValid(row))
		ReleaseSysCache(row);
	return table;
}

static void
add_catalog_row(PlaceSearch *u, Relation catalog, HeapTuple row)
{
	ObjectAddress o = object_of(catalog, row);
	char *name = getObjectDescription(&o, true);
	bool statistics = RelationGetRelid(catalog) == StatisticRelationId || o.classId == StatisticExtRelationId;

	if (statistics && !may_know(u, statistics_table(&o), (AttrNumber) o.objectSubId))
		return;
	if (statistics)
		name = psprintf("statistics of %s", name != NULL ? name : "a column");
	add_place(u, name != NULL ? name : psprintf("a row of %s", RelationGetRelationName(catalog)));
}

/* Can anybody see this version of a row? */
static bool
is_seen(HeapTuple row, Buffer buffer, TransactionId oldest)
{
	HTSV_Result result;

	LockBuffer(buffer, BUFFER_LOCK_SHARE);
	result = HeapTupleSatisfiesVacuum(row, oldest, buffer);
	LockBuffer(buffer, BUFFER_LOCK_UNLOCK);
	return result != HEAPTUPLE_DEAD;
}

/* How many values of each column refer to the vocabulary, by column number from 1. */
static void
count_row(PlaceSearch *u, Relation table, HeapTuple row, int64 *counts)
{
	TupleDesc desc = RelationGetDescr(table);
	bool system = IsCatalogRelation(table), refers = false;

	for (int i = 0; i < desc->natts; i++)
	{
		Form_pg_attribute a = TupleDescAttr(desc, i);
		bool null;
		Datum d;

		/* what a row lacks that is older than its column is in pg_attribute */
		if (a->attisdropped || i >= HeapTupleHeaderGetNatts(row->t_data) || !walk_may(&u->walk, a->atttypid))
			continue;
		d = heap_getattr(row, i + 1, desc, &null);
		if (null || !walk_refers(&u->walk, a->atttypid, d))
			continue;
		counts[i]++;
		refers = true;
	}
	if (system && refers)
		add_catalog_row(u, table, row);
}

static void
add_counts(PlaceSearch *u, Relation table, const int64 *counts)
{
	TupleDesc desc = RelationGetDescr(table);
	const char *name = tables_name(table);

	for (int i = 0; i < desc->natts; i++)
		if (counts[i] > 0 && may_know(u, RelationGetRelid(table), (AttrNumber) (i + 1)))
			add_place(u, psprintf("column %s of table %s: %lld rows",
								  quote_identifier(NameStr(TupleDescAttr(desc, i)->attname)), name,
								  (long long) counts[i]));
}

static void
read_table(PlaceSearch *u, Relation table)
{
	TransactionId oldest = GetOldestNonRemovableTransactionId(table);
	int64 *counts = palloc0(sizeof(int64) * (Size) RelationGetNumberOfAttributes(table));
	TableScanDesc scan = table_beginscan_strat(table, SnapshotAny, 0, NULL, true, false);
	MemoryContext caller = CurrentMemoryContext;
	HeapTuple row;

	while ((row = heap_getnext(scan, ForwardScanDirection)) != NULL)
	{
		CHECK_FOR_INTERRUPTS();
		if (!is_seen(row, ((HeapScanDesc) scan)->rs_cbuf, oldest))
			continue;
		MemoryContextSwitchTo(u->row);
		count_row(u, table, row, counts);
		MemoryContextSwitchTo(caller);
		MemoryContextReset(u->row);
	}
	table_endscan(scan);
	if (!IsCatalogRelation(table))
		add_counts(u, table, counts);
	pfree(counts);
}

/* ---- indexes ---- */

static bool
item_refers(const PlaceSearch *u, Relation index, IndexTuple item)
{
	TupleDesc desc = RelationGetDescr(index);
	int n = BTreeTupleGetNAtts(item, index);

	for (int i = 0; i < n; i++)
	{
		bool null;
		Datum d;

		if (!walk_may(&u->walk, TupleDescAttr(desc, i)->atttypid))
			continue;
		d = index_getattr(item, i + 1, desc, &null);
		if (!null && walk_refers(&u->walk, TupleDescAttr(desc, i)->atttypid, d))
			return true;
	}
	return false;
}

/* Items that are dead and separators of pages are compared with, too. */
static bool
page_refers(const PlaceSearch *u, Relation index, Page page)
{
	if (PageIsNew(page) || P_IGNORE(BTPageGetOpaque(page)))
		return false;
	for (OffsetNumber i = FirstOffsetNumber; i <= PageGetMaxOffsetNumber(page); i++)
		if (item_refers(u, index, (IndexTuple) PageGetItem(page, PageGetItemId(page, i))))
			return true;
	return false;
}

static bool
btree_refers(PlaceSearch *u, Relation index)
{
	BlockNumber n = RelationGetNumberOfBlocks(index);
	PGAlignedBlock copy;
	bool refers = false;

	for (BlockNumber block = BTREE_METAPAGE + 1; block < n && !refers; block++)
	{
		Buffer buffer = ReadBuffer(index, block);
		MemoryContext caller = MemoryContextSwitchTo(u->row);

		CHECK_FOR_INTERRUPTS();
		LockBuffer(buffer, BUFFER_LOCK_SHARE);
		memcpy(copy.data, BufferGetPage(buffer), BLCKSZ);
		UnlockReleaseBuffer(buffer);
		refers = page_refers(u, index, (Page) copy.data);
		MemoryContextSwitchTo(caller);
		MemoryContextReset(u->row);
	}
	return refers;
}

static void
read_index(PlaceSearch *u, Relation index)
{
	const char *name = tables_name(index);

	if (index->rd_rel->relam != BTREE_AM_OID)
		add_place(u, psprintf("index %s, which may, and cannot be read for it", name));
	else if (btree_refers(u, index) && may_know(u, RelationGetRelid(index), 0))
		add_place(u, psprintf("index %s", name));
}

/* ---- all of it ---- */

static void
read_relation(PlaceSearch *u, Oid oid)
{
	Relation rel = try_relation_open(oid, AccessShareLock);

	if (rel == NULL)
		return;
	if (rel->rd_rel->relkind == RELKIND_INDEX)
		read_index(u, rel);
	else if (rel->rd_rel->relam != HEAP_TABLE_AM_OID)
		add_place(
			u, psprintf("table %s, whose access method cannot be read for it", RelationGetRelationName(rel)));
	else
		read_table(u, rel);
	relation_close(rel, AccessShareLock);
}

/* Relations with columns that can hold values, and statistics of combined values that may. */
static const char *const relations_query =
	"SELECT DISTINCT c.oid FROM pg_catalog.pg_class c JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid"
	" WHERE c.relkind IN ('r', 'm', 'i') AND a.attnum > 0 AND NOT a.attisdropped AND a.atttypid = ANY ($1)"
	" AND (c.relpersistence <> 't' OR c.relnamespace = pg_catalog.pg_my_temp_schema()) ORDER BY 1";
static const char *const statistics_query =
	"SELECT s.oid FROM pg_catalog.pg_statistic_ext s WHERE 'm' = ANY (s.stxkind) AND (EXISTS ("
	"SELECT FROM pg_catalog.pg_attribute a WHERE a.attrelid = s.stxrelid AND a.attnum = ANY (s.stxkeys) AND "
	"a.atttypid = ANY ($1))"
	" OR s.stxexprs::pg_catalog.text ~ (':[a-z]*type (' || pg_catalog.array_to_string($1, '|') || ') ')) "
	"ORDER BY 1";

static Datum
types_array(const VocabularyWalk *w)
{
	Datum *types = palloc(sizeof(Datum) * (Size) (w->n_types + 1));

	for (int i = 0; i < w->n_types; i++)
		types[i] = ObjectIdGetDatum(w->types[i]);
	return PointerGetDatum(construct_array(types, w->n_types, OIDOID, sizeof(Oid), true, TYPALIGN_INT));
}

static void
add_statistics(PlaceSearch *u, Oid oid)
{
	ObjectAddress o = {StatisticExtRelationId, oid, 0};
	char *name = getObjectDescription(&o, true);

	add_place(u, psprintf("%s, which may, and cannot be read for it", name != NULL ? name : "statistics"));
}

static void
read_each(PlaceSearch *u, const char *query, void (*read)(PlaceSearch *u, Oid oid))
{
	int n;
	Oid *oids = walk_query(query, OIDARRAYOID, types_array(&u->walk), &n);

	for (int i = 0; i < n && !is_full(u); i++)
		read(u, oids[i]);
}

char *
uses_of_vocabulary(uint32 number, Oid bxml)
{
	PlaceSearch u = {.n = 0};

	initStringInfo(&u.list);
	walk_open(&u.walk, number, bxml);
	u.row = AllocSetContextCreate(CurrentMemoryContext, "bxml row", ALLOCSET_DEFAULT_SIZES);
	read_each(&u, relations_query, read_relation);
	read_each(&u, statistics_query, add_statistics);
	MemoryContextDelete(u.row);
	if (u.hidden)
		appendStringInfo(&u.list,
						 "%scolumns, indexes or statistics of tables that the current user may not read",
						 u.n > 0 ? "\n" : "");
	return u.list.len > 0 ? u.list.data : NULL;
}

/*
 * vocabulary_walk.c -- does a datum of any type hold a value that refers to a vocabulary?
 *
 * Values are in columns and, by their types, within arrays, rows, ranges and domains; in statistics and in what rows
 * lack that are older than their column, as arrays of any type; and as constants in the expressions of catalogs.
 */
#include "postgres.h"
#include "catalog/pg_type_d.h"
#include "executor/spi.h"
#include "miscadmin.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/multirangetypes.h"
#include "utils/rangetypes.h"
#include "utils/typcache.h"

#include "../server/guard.h"
#include "datum.h"
#include "vocabulary_walk.h"

/* ---- types ---- */

static const char *const types_query =
	"WITH RECURSIVE made(part, oid) AS MATERIALIZED ("
	" SELECT typelem, oid FROM pg_catalog.pg_type WHERE typelem <> 0"
	" UNION ALL SELECT typbasetype, oid FROM pg_catalog.pg_type WHERE typbasetype <> 0"
	" UNION ALL SELECT rngsubtype, rngtypid FROM pg_catalog.pg_range"
	" UNION ALL SELECT rngtypid, rngmultitypid FROM pg_catalog.pg_range"
	" UNION ALL SELECT a.atttypid, c.reltype FROM pg_catalog.pg_attribute a JOIN pg_catalog.pg_class c ON "
	"c.oid = a.attrelid"
	" WHERE c.reltype <> 0 AND a.attnum > 0 AND NOT a.attisdropped"
	"), holds(oid) AS ("
	" SELECT t.oid FROM pg_catalog.pg_type t WHERE t.oid IN ($1, 'pg_catalog.anyarray'::pg_catalog.regtype, "
	"'pg_catalog.pg_node_tree'::pg_catalog.regtype)"
	" UNION SELECT m.oid FROM holds h JOIN made m ON m.part = h.oid"
	") SELECT oid FROM holds ORDER BY 1";

Oid *
walk_query(const char *query, Oid type, Datum arg, int *n)
{
	MemoryContext caller = CurrentMemoryContext;
	Guard guard;
	Oid *oids;
	bool null;

	guard_enter(&guard, GetUserId(), GUARD_COMMAND);
	if (SPI_execute_with_args(query, 1, &type, &arg, NULL, false, 0) != SPI_OK_SELECT)
		elog(ERROR, "could not find what holds documents");
	*n = (int) SPI_processed;
	oids = MemoryContextAlloc(caller, sizeof(Oid) * (Size) (*n + 1));
	for (int i = 0; i < *n; i++)
		oids[i] = DatumGetObjectId(SPI_getbinval(SPI_tuptable->vals[i], SPI_tuptable->tupdesc, 1, &null));
	SPI_freetuptable(SPI_tuptable);
	guard_leave(&guard);
	return oids;
}

void
walk_open(VocabularyWalk *w, uint32 number, Oid bxml)
{
	w->number = number;
	w->bxml = bxml;
	w->types = walk_query(types_query, OIDOID, ObjectIdGetDatum(bxml), &w->n_types);
}

static int
by_oid(const void *a, const void *b)
{
	Oid x = *(const Oid *) a, y = *(const Oid *) b;

	return x < y ? -1 : x > y;
}

bool
walk_may(const VocabularyWalk *w, Oid type)
{
	return bsearch(&type, w->types, (size_t) w->n_types, sizeof(Oid), by_oid) != NULL;
}

/* ---- values ---- */

static bool
array_refers(const VocabularyWalk *w, Datum datum)
{
	ArrayType *array = DatumGetArrayTypeP(datum);
	Oid type = ARR_ELEMTYPE(array);
	ArrayIterator it;
	bool null, refers = false;
	Datum element;

	if (!walk_may(w, type))
		return false;
	it = array_create_iterator(array, 0, NULL);
	while (!refers && array_iterate(it, &element, &null))
		refers = !null && walk_refers(w, type, element);
	array_free_iterator(it);
	return refers;
}

static bool
row_refers(const VocabularyWalk *w, Datum datum)
{
	HeapTupleHeader row = DatumGetHeapTupleHeader(datum);
	TupleDesc desc = lookup_rowtype_tupdesc(HeapTupleHeaderGetTypeId(row), HeapTupleHeaderGetTypMod(row));
	HeapTupleData tuple = {.t_len = HeapTupleHeaderGetDatumLength(row), .t_data = row};
	bool refers = false;

	for (int i = 0; i < desc->natts && !refers; i++)
	{
		Form_pg_attribute a = TupleDescAttr(desc, i);
		bool null;
		Datum d;

		if (a->attisdropped || !walk_may(w, a->atttypid))
			continue;
		d = heap_getattr(&tuple, i + 1, desc, &null);
		refers = !null && walk_refers(w, a->atttypid, d);
	}
	ReleaseTupleDesc(desc);
	return refers;
}

static bool
range_refers(const VocabularyWalk *w, TypeCacheEntry *type, const RangeType *range)
{
	RangeBound lower, upper;
	Oid of = type->rngelemtype->type_id;
	bool empty;

	range_deserialize(type, range, &lower, &upper, &empty);
	return !empty && ((!lower.infinite && walk_refers(w, of, lower.val)) ||
					  (!upper.infinite && walk_refers(w, of, upper.val)));
}

static bool
multirange_refers(const VocabularyWalk *w, Oid oid, Datum datum)
{
	TypeCacheEntry *range = lookup_type_cache(oid, TYPECACHE_MULTIRANGE_INFO)->rngtype;
	RangeType **ranges;
	bool refers = false;
	int32 n;

	multirange_deserialize(range, DatumGetMultirangeTypeP(datum), &n, &ranges);
	for (int32 i = 0; i < n && !refers; i++)
		refers = range_refers(w, range, ranges[i]);
	return refers;
}

/* ---- constants of expressions ---- */

/* The bytes of a constant as nodes are written: "32 [ 128 0 0 0 ...", NULL for what is not like this. */
static struct varlena *
constant_bytes(const char *s)
{
	char *end;
	long n = strtol(s, &end, 10);
	char *bytes;

	if (n < 1 || strncmp(end, " [", 2) != 0)
		return NULL;
	bytes = palloc((Size) n);
	s = end + 2;
	for (long i = 0; i < n; i++)
	{
		bytes[i] = (char) strtol(s, &end, 10);
		if (end == s)
			return NULL;
		s = end;
	}
	return (struct varlena *) bytes;
}

/* Read as text, and so whatever kinds of nodes are around the constants; braces within names are escaped there. */
static bool
expression_refers(const VocabularyWalk *w, Datum datum)
{
	static const char constant[] = "{CONST :consttype ", value[] = " :constvalue ";
	const char *s = TextDatumGetCString(datum);

	while ((s = strstr(s, constant)) != NULL)
	{
		Oid type = (Oid) strtoul(s + strlen(constant), NULL, 10);
		struct varlena *bytes;

		CHECK_FOR_INTERRUPTS();
		s = strstr(s, value);
		if (s == NULL)
			return false;
		if (!walk_may(w, type) || strncmp(s + strlen(value), "<>", 2) == 0)
			continue;
		bytes = constant_bytes(s + strlen(value));
		if (bytes == NULL)
			elog(ERROR, "unexpected constant in an expression");
		if (walk_refers(w, type, PointerGetDatum(bytes)))
			return true;
	}
	return false;
}

bool
walk_refers(const VocabularyWalk *w, Oid type, Datum datum)
{
	Oid base = getBaseType(type);

	check_stack_depth();
	if (base == w->bxml)
		return datum_vocabulary(datum) == w->number;
	if (base == PG_NODE_TREEOID)
		return expression_refers(w, datum);
	if (base == ANYARRAYOID || OidIsValid(get_element_type(base)))
		return array_refers(w, datum);
	if (type_is_rowtype(base))
		return row_refers(w, datum);
	if (type_is_range(base))
		return range_refers(w, lookup_type_cache(base, TYPECACHE_RANGE_INFO), DatumGetRangeTypeP(datum));
	if (type_is_multirange(base))
		return multirange_refers(w, base, datum);
	elog(ERROR, "values of type %u cannot be searched", base);
	return true;
}

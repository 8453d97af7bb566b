/*
 * column_stats.c -- statistics of columns of documents, decoded and kept by the backend.
 *
 * Decoding takes longer than estimates may, so what a row of pg_statistic says is kept.  A row is known by its place
 * and the transaction that wrote it: ANALYZE writes another one.
 */
#include "postgres.h"
#include "access/htup_details.h"
#include "catalog/pg_statistic.h"
#include "catalog/pg_type_d.h"
#include "fmgr.h"
#include "optimizer/optimizer.h"
#include "utils/array.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/syscache.h"

#include "../server/compat.h"
#include "../server/errors.h"
#include "../server/host.h"
#include "column_stats.h"

/* Columns whose statistics are kept. */
#define KEPT 16
/* Rows made of one of them. */
#define DERIVED 32

/* Which row. */
typedef struct RowId
{
	Oid table;
	int16 column;
	bool inherited;
	TransactionId xmin;
	ItemPointerData place;
} RowId;

typedef struct Derived
{
	DerivedKey key;
	HeapTuple row;
} Derived;

typedef struct Kept
{
	RowId id;
	MemoryContext cxt; /* NULL: free */
	PgHost host;
	BxArena arena;
	BxSummary summary;
	bool good;   /* there are statistics of ours */
	uint64 used; /* when it was used last */
	Derived derived[DERIVED];
	int n_derived; /* so far; the oldest is replaced */
} Kept;

static Kept kept[KEPT];
static uint64 uses;

/* ---- rows of pg_statistic ---- */

static RowId
row_id(HeapTuple row)
{
	Form_pg_statistic s = (Form_pg_statistic) GETSTRUCT(row);
	RowId id;

	memset(&id, 0, sizeof(id));
	id.table = s->starelid;
	id.column = s->staattnum;
	id.inherited = s->stainherit;
	id.xmin = HeapTupleHeaderGetRawXmin(row->t_data);
	id.place = row->t_self;
	return id;
}

/* The bytes of a slot, in the current memory context; empty when the row has none of this kind. */
static BxStr
slot_bytes(HeapTuple row, int16 kind)
{
	const int16 *kinds = &((Form_pg_statistic) GETSTRUCT(row))->stakind1;

	for (int i = 0; i < STATISTIC_NUM_SLOTS; i++)
	{
		bool isnull;
		Datum datum;
		ArrayType *array;
		bytea *bytes;

		if (kinds[i] != kind)
			continue;
		datum = SysCacheGetAttr(STATRELATTINH, row, (AttrNumber) (Anum_pg_statistic_stavalues1 + i), &isnull);
		if (isnull)
			break;
		array = DatumGetArrayTypePCopy(datum);
		if (ARR_ELEMTYPE(array) != BYTEAOID || ARR_NDIM(array) != 1 || ARR_DIMS(array)[0] != 1 ||
			ARR_HASNULL(array))
			break;
		bytes = DatumGetByteaPP(PointerGetDatum(ARR_DATA_PTR(array)));
		return bx_str(VARDATA_ANY(bytes), VARSIZE_ANY_EXHDR(bytes));
	}
	return bx_str(NULL, 0);
}

static void
read_slots(HeapTuple row, BxStr slots[BX_SUMMARY_SLOTS])
{
	for (int i = 0; i < BX_SUMMARY_SLOTS; i++)
		slots[i] = slot_bytes(row, (int16) (COLUMN_STATS_KIND + i));
}

bool
column_stats_decode(const BxStr slots[BX_SUMMARY_SLOTS], BxArena *arena, BxSummary *summary)
{
	BxStatus status;
	BxError err;

	if (slots[BX_SUMMARY_PATHS].n == 0)
		return false;
	bx_error_clear(&err);
	status = bx_summary_open(summary, slots, arena, &err);
	if (status != BX_E_CORRUPT && status != BX_E_VERSION)
		error_check(status, &err);
	return status == BX_OK;
}

bool
column_stats_read(Oid table, AttrNumber column, bool inherited, BxArena *arena, BxSummary *summary)
{
	HeapTuple row = SearchSysCache3(STATRELATTINH, ObjectIdGetDatum(table), Int16GetDatum(column),
									BoolGetDatum(inherited));
	BxStr slots[BX_SUMMARY_SLOTS];

	if (!HeapTupleIsValid(row))
		return false;
	read_slots(row, slots);
	ReleaseSysCache(row);
	return column_stats_decode(slots, arena, summary);
}

/* ---- what is kept ---- */

static void
forget(Kept *k)
{
	MemoryContext cxt = k->cxt;

	memset(k, 0, sizeof(*k));
	if (cxt != NULL)
		MemoryContextDelete(cxt);
}

static void
decode(Kept *k, HeapTuple row)
{
	MemoryContext cxt =
		AllocSetContextCreate(CurrentMemoryContext, "bxml statistics", ALLOCSET_DEFAULT_SIZES);
	MemoryContext old = MemoryContextSwitchTo(cxt);
	BxStr slots[BX_SUMMARY_SLOTS];

	read_slots(row, slots);
	host_init(&k->host, cxt);
	bx_arena_init(&k->arena, &k->host.host);
	k->good = column_stats_decode(slots, &k->arena, &k->summary);
	MemoryContextSwitchTo(old);
	MemoryContextSetParent(cxt, CacheMemoryContext);
	k->cxt = cxt;
	k->id = row_id(row);
}

/* The place of the row's statistics; a free one, or the one that was not used for the longest time, for others. */
static Kept *
find(const RowId *id)
{
	Kept *oldest = &kept[0];

	for (int i = 0; i < KEPT; i++)
	{
		if (kept[i].cxt != NULL && memcmp(&kept[i].id, id, sizeof(*id)) == 0)
			return &kept[i];
		if (kept[i].used < oldest->used)
			oldest = &kept[i];
	}
	forget(oldest);
	return oldest;
}

/*
 * The statistics in a row of pg_statistic; NULL when it has none of ours.  Good until this has been called for several
 * other rows: not across planning of other expressions.
 */
static const BxSummary *
column_stats_of(HeapTuple row)
{
	RowId id = row_id(row);
	Kept *k = find(&id);

	if (k->cxt == NULL)
		decode(k, row);
	k->used = ++uses;
	return k->good ? &k->summary : NULL;
}

/* ---- rows that were made of statistics ---- */

static Kept *
kept_summary(const BxSummary *summary)
{
	for (int i = 0; i < KEPT; i++)
		if (&kept[i].summary == summary)
			return &kept[i];
	return NULL;
}

HeapTuple
column_stats_derived(const BxSummary *summary, const DerivedKey *key)
{
	const Kept *k = kept_summary(summary);

	for (int i = 0; k != NULL && i < Min(k->n_derived, DERIVED); i++)
	{
		const DerivedKey *d = &k->derived[i].key;

		if (d->path == key->path && d->type == key->type && d->collation == key->collation &&
			d->share == key->share)
			return heap_copytuple(k->derived[i].row);
	}
	return NULL;
}

void
column_stats_derive(const BxSummary *summary, const DerivedKey *key, HeapTuple row)
{
	Kept *k = kept_summary(summary);
	MemoryContext old;
	Derived *d;

	if (k == NULL)
		return;
	d = &k->derived[k->n_derived % DERIVED];
	old = MemoryContextSwitchTo(k->cxt);
	row = heap_copytuple(row);
	MemoryContextSwitchTo(old);
	if (k->n_derived >= DERIVED)
		heap_freetuple(d->row);
	*d = (Derived){*key, row};
	k->n_derived = k->n_derived < DERIVED ? k->n_derived + 1 : DERIVED + (k->n_derived + 1) % DERIVED;
}

/* ---- columns ---- */

/* The number that goes with the slot of paths. */
static double
size_of(HeapTuple row)
{
	AttStatsSlot slot;
	double size = ((Form_pg_statistic) GETSTRUCT(row))->stawidth;

	if (!get_attstatsslot(&slot, row, COLUMN_STATS_KIND, InvalidOid, ATTSTATSSLOT_NUMBERS))
		return size;
	if (slot.nnumbers == 1)
		size = (double) slot.numbers[0];
	free_attstatsslot(&slot);
	return size;
}

void
column_stats_open(ColumnStats *c, PlannerInfo *root, Node *doc, Oid function)
{
	memset(c, 0, sizeof(*c));
	examine_variable(root, doc, 0, &c->var);
	if (!HeapTupleIsValid(c->var.statsTuple))
		return;
	c->nulls = ((Form_pg_statistic) GETSTRUCT(c->var.statsTuple))->stanullfrac;
	c->width = ((Form_pg_statistic) GETSTRUCT(c->var.statsTuple))->stawidth;
	c->size = size_of(c->var.statsTuple);
	if (c->var.acl_ok || (OidIsValid(function) && statistic_proc_security_check(&c->var, function)))
		c->estimate.summary = column_stats_of(c->var.statsTuple);
	if (c->var.rel != NULL)
		c->estimate.documents = Max(c->var.rel->tuples, 1) * (1 - c->nulls);
}

void
column_stats_close(ColumnStats *c)
{
	ReleaseVariableStats(c->var);
}

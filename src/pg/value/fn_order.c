/*
 * fn_order.c -- equality, order and hash of values for operators, indexes and sorting (src/core/compare/ORDER.md).
 *
 * Sort support has abbreviated keys: documents of one kind begin alike, so a key says where a value begins to differ
 * from the first value that was sorted, and how.
 */
#include "postgres.h"
#include "fmgr.h"

#include "access/detoast.h"
#include "lib/hyperloglog.h"
#include "utils/sortsupport.h"

#include "../../core/base/bx_hash.h"
#include "../../core/compare/bx_order.h"
#include "../server/compat.h"
#include "datum.h"
#include "../server/errors.h"
#include "../server/host.h"

BXML_FUNCTION(bxml_hash);
BXML_FUNCTION(bxml_hash_extended);
BXML_FUNCTION(bxml_sortsupport);

/* ---- comparison ---- */

/* Are both the same value out of line? */
static bool
same_place(Datum a, Datum b)
{
	struct varatt_external x, y;

	if (!VARATT_IS_EXTERNAL_ONDISK(DatumGetPointer(a)) || !VARATT_IS_EXTERNAL_ONDISK(DatumGetPointer(b)))
		return false;
	VARATT_EXTERNAL_GET_POINTER(x, DatumGetPointer(a));
	VARATT_EXTERNAL_GET_POINTER(y, DatumGetPointer(b));
	return x.va_valueid == y.va_valueid && x.va_toastrelid == y.va_toastrelid;
}

static int
order_of(Datum a, Datum b)
{
	DatumStore x, y;
	PgHost host;
	BxError err;
	int order = 0;

	if (a == b || same_place(a, b))
		return 0;
	bx_error_clear(&err);
	datum_store_open(&x, a);
	datum_store_open(&y, b);
	error_check(bx_order(&x.store, &y.store, host_here(&host), &order, &err), &err);
	datum_store_close(&x);
	datum_store_close(&y);
	return order < 0 ? -1 : order > 0;
}

#define ORDER_OF_ARGS order_of(PG_GETARG_DATUM(0), PG_GETARG_DATUM(1))

BXML_ENTRY(bxml_eq, BoolGetDatum(ORDER_OF_ARGS == 0));
BXML_ENTRY(bxml_ne, BoolGetDatum(ORDER_OF_ARGS != 0));
BXML_ENTRY(bxml_lt, BoolGetDatum(ORDER_OF_ARGS < 0));
BXML_ENTRY(bxml_le, BoolGetDatum(ORDER_OF_ARGS <= 0));
BXML_ENTRY(bxml_ge, BoolGetDatum(ORDER_OF_ARGS >= 0));
BXML_ENTRY(bxml_gt, BoolGetDatum(ORDER_OF_ARGS > 0));
BXML_ENTRY(bxml_cmp, Int32GetDatum(ORDER_OF_ARGS));

/* ---- hash ---- */

static uint64
hash_of(Datum d, uint64 seed)
{
	DatumStore store;
	PgHost host;
	BxError err;
	uint64_t hash = 0;

	bx_error_clear(&err);
	datum_store_open(&store, d);
	error_check(bx_order_hash(&store.store, seed, host_here(&host), &hash, &err), &err);
	datum_store_close(&store);
	return hash;
}

/* The server wants the low half of the hash with seed 0. */
Datum
bxml_hash(PG_FUNCTION_ARGS)
{
	PG_RETURN_INT32((int32) (uint32) hash_of(PG_GETARG_DATUM(0), 0));
}

Datum
bxml_hash_extended(PG_FUNCTION_ARGS)
{
	PG_RETURN_INT64((int64) hash_of(PG_GETARG_DATUM(0), (uint64) PG_GETARG_INT64(1)));
}

/* ---- sorting ---- */

static int
compare_values(Datum a, Datum b, SortSupport ssup)
{
	(void) ssup;
	return order_of(a, b);
}

#if SIZEOF_DATUM == 8

/* Rows after which it is asked whether keys help, as for the server's types. */
#define KEYS_TRIED 10000

typedef struct SortKeys
{
	PgHost host;
	BxBuf pivot; /* of the first value */
	bool has_pivot;
	hyperLogLogState distinct; /* keys so far */
	bool estimating;
	int64 n;
} SortKeys;

static Datum
make_key(Datum d, SortSupport ssup)
{
	SortKeys *keys = ssup->ssup_extra;
	DatumStore store;
	PgHost host;
	BxError err;
	uint64_t key = 0;

	bx_error_clear(&err);
	host_here(&host);
	datum_store_open(&store, d);
	if (!keys->has_pivot)
	{
		keys->has_pivot = true;
		error_check(bx_order_pivot(&store.store, &host.host, &keys->pivot, &err), &err);
	}
	error_check(bx_order_key(&store.store, keys->pivot.data, keys->pivot.len, &host.host, &key, &err), &err);
	datum_store_close(&store);
	keys->n++;
	if (keys->estimating)
		addHyperLogLog(&keys->distinct, bx_hash_numbers(&host.host.seed, key, 0));
	return UInt64GetDatum(key);
}

/* Too few distinct keys do not pay for themselves. */
static bool
give_up_keys(int memtupcount, SortSupport ssup)
{
	SortKeys *keys = ssup->ssup_extra;
	double distinct;

	if (memtupcount < KEYS_TRIED || keys->n < KEYS_TRIED || !keys->estimating)
		return false;
	distinct = estimateHyperLogLog(&keys->distinct);
	if (distinct > 100000.0)
		keys->estimating = false;
	return distinct < (double) keys->n / 2000.0 + 0.5;
}

static void
use_keys(SortSupport ssup)
{
	SortKeys *keys = palloc0(sizeof(SortKeys));

	bx_buf_init(&keys->pivot, host_here(&keys->host));
	keys->estimating = true;
	initHyperLogLog(&keys->distinct, 10);
	ssup->ssup_extra = keys;
	ssup->comparator = ssup_datum_unsigned_cmp;
	ssup->abbrev_converter = make_key;
	ssup->abbrev_abort = give_up_keys;
	ssup->abbrev_full_comparator = compare_values;
}
#else
#define use_keys(ssup) ((void) (ssup))
#endif

Datum
bxml_sortsupport(PG_FUNCTION_ARGS)
{
	SortSupport ssup = (SortSupport) PG_GETARG_POINTER(0);
	MemoryContext caller = MemoryContextSwitchTo(ssup->ssup_cxt);

	ssup->comparator = compare_values;
	if (ssup->abbreviate)
		use_keys(ssup);
	MemoryContextSwitchTo(caller);
	PG_RETURN_VOID();
}

/*
 * agg_paths.c -- the aggregate bxml_paths_agg: the paths of all documents of a group.
 *
 * One hash table of paths as text; each document is summed up on its own first (fn_paths.c), in a memory context that
 * is reset.  Not split among parallel workers.
 */
#include "postgres.h"
#include "access/htup_details.h"
#include "common/hashfn.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "utils/array.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/typcache.h"

#include "compat.h"
#include "errors.h"
#include "paths.h"
#include "result.h"

BXML_FUNCTION(bxml_paths_agg_step);
BXML_FUNCTION(bxml_paths_agg_final);

/* Distinct paths of one group. */
#define MAX_PATHS (4 * 1024 * 1024)

typedef struct PathName
{
	const char *s; /* UTF-8 */
	size_t n;
} PathName;

typedef struct PathSum
{
	PathName path;
	int64 documents;
	int64 count;
	uint32 hash;
	char status;
} PathSum;

#define SH_PREFIX pathsum
#define SH_ELEMENT_TYPE PathSum
#define SH_KEY_TYPE PathName
#define SH_KEY path
#define SH_HASH_KEY(tb, key) hash_bytes((const unsigned char *) (key).s, (int) (key).n)
#define SH_EQUAL(tb, a, b) ((a).n == (b).n && memcmp((a).s, (b).s, (a).n) == 0)
#define SH_STORE_HASH
#define SH_GET_HASH(tb, a) (a)->hash
#define SH_SCOPE static inline
#define SH_DEFINE
#define SH_DECLARE
#include "lib/simplehash.h"

typedef struct PathsState
{
	pathsum_hash *sums;
	MemoryContext cxt;     /* of the aggregate */
	MemoryContext scratch; /* of one document */
} PathsState;

static PathsState *
state_new(MemoryContext cxt)
{
	PathsState *st = MemoryContextAlloc(cxt, sizeof(PathsState));

	st->cxt = cxt;
	st->sums = pathsum_create(cxt, 256, NULL);
	st->scratch = AllocSetContextCreate(cxt, "bxml paths", ALLOCSET_DEFAULT_SIZES);
	return st;
}

/* PathTake */
static void
add_path(void *ctx, const char *path, size_t n, int64 count)
{
	PathsState *st = ctx;
	PathName key = {path, n};
	PathSum *sum;
	BxError err;
	bool found;

	sum = pathsum_insert(st->sums, key, &found);
	if (!found)
	{
		sum->path.s = memcpy(MemoryContextAlloc(st->cxt, n + 1), path, n);
		sum->documents = sum->count = 0;
		if (st->sums->members > MAX_PATHS)
			error_check(bx_fail(&err, BX_E_LIMIT, -1, "more than %d distinct paths", MAX_PATHS), &err);
	}
	sum->documents++;
	sum->count += count;
}

Datum
bxml_paths_agg_step(PG_FUNCTION_ARGS)
{
	PathsState *st = PG_ARGISNULL(0) ? NULL : (PathsState *) PG_GETARG_POINTER(0);
	MemoryContext cxt, old;

	if (!AggCheckCallContext(fcinfo, &cxt))
		elog(ERROR, "aggregate function called in non-aggregate context");
	if (st == NULL)
		st = state_new(cxt);
	if (!PG_ARGISNULL(1))
	{
		old = MemoryContextSwitchTo(st->scratch);
		paths_each(PG_GETARG_DATUM(1), add_path, st);
		MemoryContextSwitchTo(old);
		MemoryContextReset(st->scratch);
	}
	PG_RETURN_POINTER(st);
}

static int
compare_sums(const void *a, const void *b)
{
	const PathSum *x = *(PathSum *const *) a;
	const PathSum *y = *(PathSum *const *) b;
	int c = memcmp(x->path.s, y->path.s, Min(x->path.n, y->path.n));

	return c != 0 ? c : (x->path.n > y->path.n) - (x->path.n < y->path.n);
}

/* The entries in the order of their bytes. */
static PathSum **
sorted(pathsum_hash *sums)
{
	PathSum **list = MemoryContextAllocHuge(CurrentMemoryContext, (sums->members + 1) * sizeof(PathSum *));
	pathsum_iterator it;
	PathSum *sum;
	uint32 n = 0;

	pathsum_start_iterate(sums, &it);
	while ((sum = pathsum_iterate(sums, &it)) != NULL)
		list[n++] = sum;
	qsort(list, n, sizeof(PathSum *), compare_sums);
	return list;
}

Datum
bxml_paths_agg_final(PG_FUNCTION_ARGS)
{
	PathsState *st = PG_ARGISNULL(0) ? NULL : (PathsState *) PG_GETARG_POINTER(0);
	Oid type = get_element_type(get_func_rettype(fcinfo->flinfo->fn_oid));
	ArrayBuildState *array;
	PathSum **list;
	TupleDesc desc;

	if (st == NULL)
		PG_RETURN_NULL();
	desc = lookup_rowtype_tupdesc(type, -1);
	array = initArrayResult(type, CurrentMemoryContext, false);
	list = sorted(st->sums);
	for (uint32 i = 0; i < st->sums->members; i++)
	{
		Datum values[3] = {PointerGetDatum(result_text(list[i]->path.s, list[i]->path.n)),
						   Int64GetDatum(list[i]->documents), Int64GetDatum(list[i]->count)};
		bool nulls[3] = {false, false, false};
		HeapTuple row = heap_form_tuple(desc, values, nulls);

		CHECK_FOR_INTERRUPTS();
		accumArrayResult(array, HeapTupleGetDatum(row), false, type, CurrentMemoryContext);
		pfree(DatumGetPointer(values[0]));
		heap_freetuple(row);
	}
	ReleaseTupleDesc(desc);
	PG_RETURN_DATUM(makeArrayResult(array, CurrentMemoryContext));
}

/*
 * agg_paths.c -- the aggregate bxml_paths_agg: the paths of all documents of a group.
 *
 * One hash table of paths as text.  Each document is summed up by itself first (fn_paths.c), in a memory context that
 * is reset.  Parallel workers do not share the work.
 */
#include "postgres.h"
#include "access/htup_details.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "utils/array.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/typcache.h"

#include "../../core/base/bx_hash.h"
#include "../server/compat.h"
#include "../server/errors.h"
#include "../server/host.h"
#include "paths.h"
#include "result.h"

BXML_FUNCTION(bxml_paths_agg_step);
BXML_FUNCTION(bxml_paths_agg_final);

/* The greatest number of distinct paths of a group. */
#define MAX_PATHS (4 * 1024 * 1024)

typedef struct PathSum
{
	const BxStr *path; /* both forms, separated by a zero byte; set once the path is complete */
	int64 documents;
	int64 count;
} PathSum;

typedef struct PathsState
{
	PgHost host;
	BxStrMap paths; /* UTF-8 */
	PathSum *sums;  /* of paths */
	uint32 cap;
	MemoryContext cxt;     /* of the aggregate */
	MemoryContext scratch; /* of one document */
} PathsState;

static PathsState *
state_new(MemoryContext cxt)
{
	PathsState *st = MemoryContextAllocZero(cxt, sizeof(PathsState));

	st->cxt = cxt;
	host_init(&st->host, cxt);
	bx_strmap_init(&st->paths, &st->host.host, NULL);
	st->cap = 256;
	st->sums = MemoryContextAllocZero(cxt, st->cap * sizeof(PathSum));
	st->scratch = AllocSetContextCreate(cxt, "bxml paths", ALLOCSET_DEFAULT_SIZES);
	return st;
}

/* Start the sums of a new path. */
static void
start_sum(PathsState *st, uint32 number, const char *path, size_t n)
{
	BxError err;

	st->paths.strings[number].s = memcpy(MemoryContextAllocHuge(st->cxt, n), path, n);
	if (number >= MAX_PATHS)
		error_check(bx_fail(&err, BX_E_LIMIT, -1, "more than %d distinct paths", MAX_PATHS), &err);
	if (number == st->cap)
		st->sums = repalloc_huge(st->sums, (st->cap *= 2) * sizeof(PathSum));
	st->sums[number] = (PathSum){.path = NULL};
}

/* PathTake */
static void
add_path(void *ctx, const PathFound *found)
{
	PathsState *st = ctx;
	size_t n = found->path.n + 1 + (size_t) found->xpath.n;
	char *both = palloc_extended(n, MCXT_ALLOC_HUGE);
	uint32_t number;
	BxError err;
	bool added;

	memcpy(both, found->path.s, found->path.n);
	both[found->path.n] = '\0';
	memcpy(both + found->path.n + 1, found->xpath.s, found->xpath.n);
	error_check(bx_strmap_add(&st->paths, both, n, &number, &added, &err), &err);
	if (added)
		start_sum(st, number, both, n);
	pfree(both);
	st->sums[number].documents++;
	st->sums[number].count += found->count;
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
	return bx_str_compare(*((const PathSum *) a)->path, *((const PathSum *) b)->path);
}

/* The sums, in byte order of their paths: a copy, because the aggregate may continue. */
static PathSum *
sorted(const PathsState *st)
{
	uint32 n = st->paths.map.n;
	PathSum *list = MemoryContextAllocHuge(CurrentMemoryContext, (n + 1) * sizeof(PathSum));

	memcpy(list, st->sums, n * sizeof(PathSum));
	for (uint32 i = 0; i < n; i++)
		list[i].path = &st->paths.strings[i];
	qsort(list, n, sizeof(PathSum), compare_sums);
	return list;
}

Datum
bxml_paths_agg_final(PG_FUNCTION_ARGS)
{
	PathsState *st = PG_ARGISNULL(0) ? NULL : (PathsState *) PG_GETARG_POINTER(0);
	Oid type = get_element_type(get_func_rettype(fcinfo->flinfo->fn_oid));
	ArrayBuildState *array;
	PathSum *list;
	TupleDesc desc;

	if (st == NULL)
		PG_RETURN_NULL();
	desc = lookup_rowtype_tupdesc(type, -1);
	array = initArrayResult(type, CurrentMemoryContext, false);
	list = sorted(st);
	for (uint32 i = 0; i < st->paths.map.n; i++)
	{
		const BxStr *both = list[i].path;
		size_t n = strlen(both->s);
		Datum values[4] = {PointerGetDatum(utf8_text(both->s, n)), Int64GetDatum(list[i].documents),
						   Int64GetDatum(list[i].count),
						   PointerGetDatum(utf8_text(both->s + n + 1, both->n - n - 1))};
		bool nulls[4] = {false, false, false, false}; /* declarations of 0.1.0 have three columns */
		HeapTuple row = heap_form_tuple(desc, values, nulls);

		CHECK_FOR_INTERRUPTS();
		accumArrayResult(array, HeapTupleGetDatum(row), false, type, CurrentMemoryContext);
		pfree(DatumGetPointer(values[0]));
		pfree(DatumGetPointer(values[3]));
		heap_freetuple(row);
	}
	ReleaseTupleDesc(desc);
	PG_RETURN_DATUM(makeArrayResult(array, CurrentMemoryContext));
}

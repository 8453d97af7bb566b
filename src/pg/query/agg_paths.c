/*
 * agg_paths.c -- the aggregate bxml_paths_agg: the paths of all documents of a group.
 *
 * One hash table of paths as text.  Each document is summed up by itself first (fn_paths.c), in a memory context that
 * is reset.  The state is an expanded object of type bytea, so that workers and other nodes can send theirs.  Its flat
 * form is a version byte, then for each path its length, its bytes and the two sums, numbers in network byte order.
 * Such bytes may come from anywhere and are checked.  Declarations of 0.1.0 have the state "internal".
 */
#include "postgres.h"
#include "access/htup_details.h"
#include "common/int.h"
#include "funcapi.h"
#include "libpq/pqformat.h"
#include "miscadmin.h"
#include "utils/array.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/typcache.h"

#include "../../core/base/bx_hash.h"
#include "../../core/base/bx_utf8.h"
#include "../server/compat.h"
#include "../server/errors.h"
#include "../server/host.h"
#include "../value/kind.h"
#include "paths.h"
#include "result.h"

BXML_FUNCTION(bxml_paths_agg_step);
BXML_FUNCTION(bxml_paths_agg_combine);
BXML_FUNCTION(bxml_paths_agg_final);

#define STATE_VERSION 1

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
	FlatObject o; /* first; all is in memory of the object */
	PgHost host;
	BxStrMap paths; /* UTF-8 */
	PathSum *sums;  /* of paths */
	uint32 cap;
	uint64 bytes;          /* of all paths */
	MemoryContext scratch; /* of one document */
} PathsState;

/* Start the sums of a new path. */
static void
start_sum(PathsState *st, uint32 number, const char *path, size_t n)
{
	BxError err;

	paths_charge(&st->bytes, n, "documents");
	st->paths.strings[number].s = memcpy(MemoryContextAllocHuge(st->o.hdr.eoh_context, n), path, n);
	if (number >= MAX_PATHS)
		error_check(bx_fail(&err, BX_E_LIMIT, -1, "more than %d distinct paths", MAX_PATHS), &err);
	if (number == st->cap)
		st->sums = repalloc_huge(st->sums, (st->cap *= 2) * sizeof(PathSum));
	st->sums[number] = (PathSum){.path = NULL};
}

static void
add_sums(PathsState *st, BxStr both, int64 documents, int64 count)
{
	uint32_t number;
	PathSum *sum;
	BxError err;
	bool added;

	error_check(bx_strmap_add(&st->paths, both.s, both.n, &number, &added, &err), &err);
	if (added)
		start_sum(st, number, both.s, both.n);
	sum = &st->sums[number];
	if (pg_add_s64_overflow(sum->documents, documents, &sum->documents) ||
		pg_add_s64_overflow(sum->count, count, &sum->count))
		ereport(ERROR, (errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE), errmsg("bigint out of range")));
}

/* PathTake */
static void
add_path(void *ctx, const PathFound *found)
{
	size_t n = found->path.n + 1 + (size_t) found->xpath.n;
	char *both = palloc_extended(n, MCXT_ALLOC_HUGE);

	memcpy(both, found->path.s, found->path.n);
	both[found->path.n] = '\0';
	memcpy(both + found->path.n + 1, found->xpath.s, found->xpath.n);
	add_sums(ctx, (BxStr){both, n}, 1, found->count);
	pfree(both);
}

/* ---- the flat state ---- */

static void
write_state(const PathsState *st, StringInfo out)
{
	pq_begintypsend(out);
	pq_sendbyte(out, STATE_VERSION);
	for (uint32 i = 0; i < st->paths.map.n; i++)
	{
		const BxStr *path = &st->paths.strings[i];

		CHECK_FOR_INTERRUPTS();
		pq_sendint32(out, (uint32) path->n);
		pq_sendbytes(out, path->s, (int) path->n);
		pq_sendint64(out, st->sums[i].documents);
		pq_sendint64(out, st->sums[i].count);
	}
}

static Size
flat_size(ExpandedObjectHeader *eoh)
{
	PathsState *st = (PathsState *) eoh;
	MemoryContext caller;
	StringInfoData out;

	if (st->o.flat == NULL)
	{
		caller = MemoryContextSwitchTo(eoh->eoh_context);
		write_state(st, &out);
		st->o.flat = (struct varlena *) pq_endtypsend(&out);
		MemoryContextSwitchTo(caller);
	}
	return VARSIZE(st->o.flat);
}

static const ExpandedObjectMethods methods = {flat_size, kind_flatten_into};

static _Noreturn void
refuse_state(void)
{
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_BINARY_REPRESENTATION), errmsg("invalid state of bxml_paths_agg")));
}

/* A path in both forms, as add_path joins them. */
static bool
is_both(BxStr both)
{
	const char *zero = memchr(both.s, '\0', both.n);
	size_t n = zero != NULL ? (size_t) (zero - both.s) : 0, bad;

	return zero != NULL && bx_utf8_is_xml((const uint8_t *) both.s, n, &bad) &&
		   bx_utf8_is_xml((const uint8_t *) zero + 1, both.n - n - 1, &bad);
}

static void
add_flat(PathsState *st, Datum flat)
{
	struct varlena *bytes = PG_DETOAST_DATUM_PACKED(flat);
	StringInfoData in = {.data = VARDATA_ANY(bytes), .len = (int) VARSIZE_ANY_EXHDR(bytes)};

	if (in.len == 0 || pq_getmsgbyte(&in) != STATE_VERSION)
		refuse_state();
	while (in.cursor < in.len)
	{
		uint32 n = pq_getmsgint(&in, 4);
		BxStr both;
		int64 documents, count;

		CHECK_FOR_INTERRUPTS();
		if (n > (uint32) (in.len - in.cursor))
			refuse_state();
		both = (BxStr){pq_getmsgbytes(&in, (int) n), n};
		documents = pq_getmsgint64(&in);
		count = pq_getmsgint64(&in);
		if (!is_both(both) || documents < 0 || count < 0)
			refuse_state();
		add_sums(st, both, documents, count);
	}
}

/* ---- the state of a call ---- */

static PathsState *
state_new(MemoryContext parent)
{
	MemoryContext cxt = AllocSetContextCreate(parent, "bxml paths", ALLOCSET_DEFAULT_SIZES);
	PathsState *st = MemoryContextAllocZero(cxt, sizeof(PathsState));

	EOH_init_header(&st->o.hdr, &methods, cxt);
	host_init(&st->host, cxt);
	bx_strmap_init(&st->paths, &st->host.host, NULL);
	st->cap = 256;
	st->sums = MemoryContextAllocZero(cxt, st->cap * sizeof(PathSum));
	st->scratch = AllocSetContextCreate(cxt, "bxml paths of a document", ALLOCSET_DEFAULT_SIZES);
	return st;
}

/* The state, to be added to; with `make` a new one if there is none. */
static PathsState *
state_of(FunctionCallInfo fcinfo, bool make)
{
	MemoryContext cxt;
	PathsState *st = (PathsState *) kind_state(fcinfo, &methods, &cxt);

	if (st == NULL && (make || !PG_ARGISNULL(0)))
	{
		st = state_new(cxt);
		if (!PG_ARGISNULL(0))
			add_flat(st, PG_GETARG_DATUM(0));
	}
	kind_changes((ExpandedObjectHeader *) st);
	return st;
}

Datum
bxml_paths_agg_step(PG_FUNCTION_ARGS)
{
	PathsState *st = state_of(fcinfo, true);
	MemoryContext old;

	if (!PG_ARGISNULL(1))
	{
		old = MemoryContextSwitchTo(st->scratch);
		paths_each(PG_GETARG_DATUM(1), add_path, st);
		MemoryContextSwitchTo(old);
		MemoryContextReset(st->scratch);
	}
	return EOHPGetRWDatum(&st->o.hdr);
}

/* The first state may not be taken as it is: it belongs to a worker's row. */
Datum
bxml_paths_agg_combine(PG_FUNCTION_ARGS)
{
	PathsState *st = state_of(fcinfo, !PG_ARGISNULL(1));
	MemoryContext old;

	if (st == NULL)
		PG_RETURN_NULL();
	if (!PG_ARGISNULL(1))
	{
		old = MemoryContextSwitchTo(st->scratch);
		add_flat(st, PG_GETARG_DATUM(1));
		MemoryContextSwitchTo(old);
		MemoryContextReset(st->scratch);
	}
	return EOHPGetRWDatum(&st->o.hdr);
}

/* ---- the result ---- */

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

static PathsState *
final_state(FunctionCallInfo fcinfo)
{
	PathsState *st;

	if (PG_ARGISNULL(0))
		return NULL;
	st = (PathsState *) kind_object(PG_GETARG_DATUM(0), &methods);
	if (st == NULL)
	{
		st = state_new(CurrentMemoryContext);
		add_flat(st, PG_GETARG_DATUM(0));
	}
	return st;
}

Datum
bxml_paths_agg_final(PG_FUNCTION_ARGS)
{
	PathsState *st = final_state(fcinfo);
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

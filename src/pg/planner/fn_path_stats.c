/*
 * fn_path_stats.c -- what ANALYZE found out about the paths of documents, as rows: behind the view bxml_path_stats.
 *
 * The function is given the bytes; which of them a user may see is for the view, under the conditions of pg_stats.
 */
#include "postgres.h"
#include "catalog/pg_type_d.h"
#include "fmgr.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/memutils.h"
#include "utils/tuplestore.h"

#include "../../core/summary/bx_summary_text.h"
#include "../server/compat.h"
#include "../server/encoding.h"
#include "../server/errors.h"
#include "../server/host.h"
#include "column_stats.h"

BXML_FUNCTION(bxml_path_stats_of);

#define COLUMNS 9

/* A row, and memory for it. */
typedef struct StatsRow
{
	BxBuf text;
	BxError err;
	Datum values[COLUMNS];
	bool nulls[COLUMNS];
} StatsRow;

/* ---- texts ---- */

/* What was put into the buffer, as a datum, as far as it is UTF-8: damage must not become an invalid text. */
static Datum
taken_text(StatsRow *row)
{
	char *text = encoding_lossy((const char *) row->text.data, row->text.len);

	row->text.len = 0;
	return CStringGetTextDatum(text);
}

static Datum
value_text(StatsRow *row, const BxSummaryValue *value, bool *isnull)
{
	error_check(bx_summary_value_put(value, &row->text, &row->err), &row->err);
	*isnull = value->text.s == NULL && row->text.len == 0;
	return *isnull ? (Datum) 0 : taken_text(row);
}

/* ---- arrays ---- */

static Datum
text_array(Datum *texts, bool *nulls, int n)
{
	int lower = 1;

	return PointerGetDatum(construct_md_array(texts, nulls, 1, &n, &lower, TEXTOID, -1, false, TYPALIGN_INT));
}

static void
put_values(StatsRow *row, const BxSummaryValue **list, int n, int column)
{
	Datum *texts = palloc_array(Datum, n + 1);
	bool *nulls = palloc_array(bool, n + 1);

	for (int i = 0; i < n; i++)
		texts[i] = value_text(row, list[i], &nulls[i]);
	row->nulls[column] = n == 0;
	row->values[column] = text_array(texts, nulls, n);
}

static int
compare_shares(const void *a, const void *b)
{
	float x = (*(const BxSummaryValue *const *) a)->share, y = (*(const BxSummaryValue *const *) b)->share;

	return (x < y) - (x > y);
}

/* The most common first, as in pg_stats; among equals in their order. */
static void
put_common(StatsRow *row, const BxSummaryValues *known, int column)
{
	int n = (int) known->n_common;
	const BxSummaryValue **sorted = palloc_array(const BxSummaryValue *, n + 1);
	Datum *shares = palloc_array(Datum, n + 1);

	for (int i = 0; i < n; i++)
		sorted[i] = &known->common[i];
	qsort(sorted, (size_t) n, sizeof(sorted[0]), compare_shares);
	for (int i = 0; i < n; i++)
		shares[i] = Float4GetDatum(sorted[i]->share);
	put_values(row, sorted, n, column);
	row->nulls[column + 1] = n == 0;
	row->values[column + 1] =
		PointerGetDatum(construct_array(shares, n, FLOAT4OID, sizeof(float4), true, TYPALIGN_INT));
}

static void
put_bounds(StatsRow *row, const BxSummaryValues *known, int column)
{
	int n = (int) known->n_bounds;
	const BxSummaryValue **bounds = palloc_array(const BxSummaryValue *, n + 1);

	for (int i = 0; i < n; i++)
		bounds[i] = &known->bounds[i];
	put_values(row, bounds, n, column);
}

static uint32
kinds_of(const BxSummaryValue *values, uint32 n)
{
	uint32 kinds = 0;

	for (uint32 i = 0; i < n; i++)
		if (values[i].kind < AT_INDEX_KINDS)
			kinds |= BX_INDEX_BIT(values[i].kind);
	return kinds;
}

/* The types of the values that are known, each once. */
static void
put_types(StatsRow *row, const BxSummaryValues *known, int column)
{
	uint32 kinds = kinds_of(known->common, known->n_common) | kinds_of(known->bounds, known->n_bounds);
	const char *last = NULL;
	Datum names[AT_INDEX_KINDS];
	int n = 0;

	for (unsigned kind = 0; kind < AT_INDEX_KINDS; kind++)
	{
		const char *name = (kinds & BX_INDEX_BIT(kind)) != 0 ? bx_index_kinds[kind].name : NULL;

		if (name == NULL || name == last)
			continue;
		names[n++] = CStringGetTextDatum(name);
		last = name;
	}
	row->nulls[column] = n == 0;
	if (n > 0)
		row->values[column] = text_array(names, NULL, n);
}

/* ---- rows ---- */

/* Different values as pg_stats has them: their number, or, negative, by the number of documents. */
static float4
distinct_of(const BxSummaryPath *path)
{
	return path->distinct < 0 ? path->distinct * path->share * path->values : path->distinct;
}

static void
fill_row(StatsRow *row, const BxSummary *s, uint32 number)
{
	static const BxSummaryValues none;
	const BxSummaryPath *path = &s->paths[number];
	const BxSummaryValues *known = path->known != NULL ? path->known : &none;

	memset(row->nulls, 0, sizeof(row->nulls));
	error_check(bx_summary_path_put(s, number, &row->text, &row->err), &row->err);
	row->values[0] = taken_text(row);
	row->values[1] = Float4GetDatum(path->share);
	row->values[2] = Float4GetDatum(path->mean);
	row->values[3] = Float4GetDatum(path->width);
	row->values[4] = Float4GetDatum(distinct_of(path));
	row->nulls[3] = row->nulls[4] = path->distinct == 0;
	put_types(row, known, 5);
	put_common(row, known, 6);
	put_bounds(row, known, 8);
}

static void
put_rows(ReturnSetInfo *result, const BxSummary *s)
{
	MemoryContext cxt =
		AllocSetContextCreate(CurrentMemoryContext, "bxml row of statistics", ALLOCSET_DEFAULT_SIZES);
	MemoryContext old = MemoryContextSwitchTo(cxt);

	for (uint32 i = 0; i < s->n_paths; i++)
	{
		StatsRow row;
		PgHost host;

		CHECK_FOR_INTERRUPTS();
		bx_error_clear(&row.err);
		bx_buf_init(&row.text, host_here(&host));
		fill_row(&row, s, i);
		tuplestore_putvalues(result->setResult, result->setDesc, row.values, row.nulls);
		MemoryContextReset(cxt);
	}
	MemoryContextSwitchTo(old);
	MemoryContextDelete(cxt);
}

/* bxml_path_stats_of(paths bytea, values bytea): the first two slots. */
Datum
bxml_path_stats_of(PG_FUNCTION_ARGS)
{
	const bytea *paths = PG_GETARG_BYTEA_PP(0), *values = PG_GETARG_BYTEA_PP(1);
	BxStr slots[BX_SUMMARY_SLOTS] = {bx_str(VARDATA_ANY(paths), VARSIZE_ANY_EXHDR(paths)),
									 bx_str(VARDATA_ANY(values), VARSIZE_ANY_EXHDR(values))};
	BxSummary summary;
	BxArena arena;
	PgHost host;

	InitMaterializedSRF(fcinfo, 0);
	bx_arena_init(&arena, host_here(&host));
	if (column_stats_decode(slots, &arena, &summary))
		put_rows((ReturnSetInfo *) fcinfo->resultinfo, &summary);
	bx_arena_reset(&arena);
	return (Datum) 0;
}

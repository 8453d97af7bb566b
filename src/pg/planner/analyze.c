/*
 * analyze.c -- ANALYZE of columns of type bxml.
 *
 * The documents of the sample are counted in an order in which any first part of them is a sample as well.  As long as
 * what was read has not become too much, their values are read; of the others only the table of names and paths is.
 * No document is kept, compared or sorted.
 */
#include "postgres.h"
#include "access/detoast.h"
#include "catalog/pg_type_d.h"
#include "commands/vacuum.h"
#include "fmgr.h"
#include "miscadmin.h"
#include "utils/memutils.h"

#include "../../core/summary/bx_gather.h"
#include "../server/compat.h"
#include "../server/errors.h"
#include "../server/host.h"
#include "../value/datum.h"
#include "../value/print.h"
#include "column_stats.h"

BXML_FUNCTION(bxml_typanalyze);

/* Stored bytes of documents whose values are read, in all and of one. */
#define READ_MAX (128 * 1024 * 1024)
#define READ_ONE_MAX (8 * 1024 * 1024)
/* Memory of a value that is counted, about. */
#define VALUE_SIZE 96

/* Vocabularies of a column that are counted, and documents of each whose size without it is. */
#define VOCABULARIES 8
#define VOCABULARY_SAMPLE 300

/* What refers to a vocabulary. */
typedef struct VocabularyCount
{
	uint32 number;
	int documents;
	int measured;
	double saved; /* bytes, by those measured */
} VocabularyCount;

typedef struct Analysis
{
	VacAttrStatsP stats;
	AnalyzeAttrFetchFunc fetch;
	int rows;
	PgHost host;
	BxArena arena;
	MemoryContext scratch; /* of one document */
	BxTally tally;
	BxError err;
	int64 read;    /* bytes */
	int documents; /* not null */
	int damaged;
	double width; /* bytes in the rows */
	double size;  /* stored bytes, wherever they are */
	VocabularyCount vocabularies[VOCABULARIES];
	int n_vocabularies;
} Analysis;

static uint32
values_limit(void)
{
	int64 n = (int64) maintenance_work_mem * 1024 / VALUE_SIZE;

	return (uint32) Max(10000, Min(n, 2000000));
}

static BxTallyLevel
level_of(Analysis *s, Datum doc)
{
	Size size = toast_raw_datum_size(doc);

	s->size += (double) size;
	if (size > READ_ONE_MAX || s->read + (int64) size > READ_MAX)
		return BX_TALLY_TABLE;
	s->read += (int64) size;
	return BX_TALLY_ALL;
}

/* A value that refers to a vocabulary has been read as a whole. */
static void
count_vocabulary(Analysis *s, Datum doc)
{
	uint32 number = datum_vocabulary(doc);
	VocabularyCount *c = s->vocabularies;
	size_t plain;

	while (c < s->vocabularies + s->n_vocabularies && c->number != number)
		c++;
	if (c == s->vocabularies + VOCABULARIES)
		return;
	if (c == s->vocabularies + s->n_vocabularies)
	{
		s->n_vocabularies++;
		c->number = number;
	}
	c->documents++;
	if (c->measured == VOCABULARY_SAMPLE)
		return;
	c->measured++;
	print_native(doc, true, 0, &plain);
	c->saved += (double) plain - (double) (toast_raw_datum_size(doc) - VARHDRSZ);
}

/* A damaged document must not keep a table from being analyzed. */
static void
count_document(Analysis *s, Datum doc)
{
	BxTallyLevel level = level_of(s, doc);
	MemoryContext old = MemoryContextSwitchTo(s->scratch);
	PgHost host;
	BxArena arena;
	DatumStore store;
	BxStatus status;

	bx_arena_init(&arena, host_here(&host));
	status = datum_store_try(&store, doc, &s->err);
	if (status == BX_OK)
		status = bx_gather_document(&s->tally, &store.store, level, &arena);
	if (store.shared && status == BX_OK)
		count_vocabulary(s, doc);
	datum_store_close(&store);
	MemoryContextSwitchTo(old);
	MemoryContextReset(s->scratch);
	if (status == BX_E_CORRUPT || status == BX_E_VERSION)
		s->damaged++;
	else
		error_check(status, &s->err);
}

static int
common_divisor(int a, int b)
{
	return b == 0 ? a : common_divisor(b, a % b);
}

/* Go through the rows in steps that lead to each of them once, and to no part of the table before another. */
static void
count_rows(Analysis *s)
{
	int step = Max(1, (int) (s->rows * 0.618)), row = 0;

	while (common_divisor(s->rows, step) != 1)
		step++;
	for (int i = 0; i < s->rows; i++)
	{
		bool isnull;
		Datum doc;

		analyze_delay_point();
		doc = s->fetch(s->stats, row, &isnull);
		row = (int) (((int64) row + step) % s->rows);
		if (isnull)
			continue;
		s->documents++;
		s->width += VARSIZE_ANY(DatumGetPointer(doc));
		count_document(s, doc);
	}
}

/* ---- slots ---- */

static void
put_slot(VacAttrStatsP stats, int slot, const BxBuf *bytes)
{
	MemoryContext old = MemoryContextSwitchTo(stats->anl_context);
	Datum *value = palloc(sizeof(Datum));
	bytea *copy = palloc(VARHDRSZ + bytes->len);

	SET_VARSIZE(copy, VARHDRSZ + bytes->len);
	memcpy(VARDATA(copy), bytes->data, bytes->len);
	*value = PointerGetDatum(copy);
	stats->stakind[slot] = (int16) (COLUMN_STATS_KIND + slot);
	stats->stavalues[slot] = value;
	stats->numvalues[slot] = 1;
	stats->statypid[slot] = BYTEAOID;
	stats->statyplen[slot] = -1;
	stats->statypbyval[slot] = false;
	stats->statypalign[slot] = TYPALIGN_INT;
	MemoryContextSwitchTo(old);
}

/* Number, share of the documents, and bytes saved per document, for each vocabulary. */
static void
put_vocabularies(Analysis *s)
{
	float4 *numbers =
		MemoryContextAlloc(s->stats->anl_context, sizeof(float4) * VOCABULARY_STATS * VOCABULARIES);

	for (int i = 0; i < s->n_vocabularies; i++)
	{
		const VocabularyCount *c = &s->vocabularies[i];

		numbers[i * VOCABULARY_STATS] = (float4) c->number;
		numbers[i * VOCABULARY_STATS + 1] = (float4) c->documents / (float4) s->documents;
		numbers[i * VOCABULARY_STATS + 2] = (float4) (c->saved / c->measured);
	}
	s->stats->stakind[BX_SUMMARY_SLOTS] = VOCABULARY_STATS_KIND;
	s->stats->stanumbers[BX_SUMMARY_SLOTS] = numbers;
	s->stats->numnumbers[BX_SUMMARY_SLOTS] = VOCABULARY_STATS * s->n_vocabularies;
}

static void
put_slots(Analysis *s, double rows)
{
	BxGatherLimits limits = bx_gather_limits((uint32) stats_target(s->stats));
	BxBuf slots[BX_SUMMARY_SLOTS];

	for (int i = 0; i < BX_SUMMARY_SLOTS; i++)
		bx_buf_init(&slots[i], &s->host.host);
	error_check(bx_gather_finish(&s->tally, rows * s->documents / s->rows, &limits, slots), &s->err);
	for (int i = 0; i < BX_SUMMARY_SLOTS; i++)
		put_slot(s->stats, i, &slots[i]);
	s->stats->stanumbers[0] = MemoryContextAlloc(s->stats->anl_context, sizeof(float4));
	s->stats->stanumbers[0][0] = (float4) (s->size / s->documents);
	s->stats->numnumbers[0] = 1;
}

static void
compute_stats(VacAttrStatsP stats, AnalyzeAttrFetchFunc fetch, int rows, double total)
{
	Analysis s = {.stats = stats, .fetch = fetch, .rows = rows};

	if (rows <= 0)
		return;
	bx_error_clear(&s.err);
	bx_arena_init(&s.arena, host_here(&s.host));
	s.scratch = AllocSetContextCreate(CurrentMemoryContext, "bxml document", ALLOCSET_DEFAULT_SIZES);
	error_check(bx_tally_init(&s.tally, values_limit(), &s.arena, &s.err), &s.err);
	count_rows(&s);
	stats->stats_valid = true;
	stats->stanullfrac = (float4) (rows - s.documents) / (float4) rows;
	stats->stawidth = s.documents > 0 ? (int32) (s.width / s.documents) : 0;
	stats->stadistinct = s.documents > 0 ? -(float4) s.documents / (float4) rows : 0;
	if (s.tally.documents > 0)
		put_slots(&s, total);
	if (s.tally.documents > 0 && s.n_vocabularies > 0)
		put_vocabularies(&s);
	if (s.damaged > 0)
		ereport(WARNING,
				(errcode(ERRCODE_DATA_CORRUPTED),
				 errmsg_plural("%d damaged document was left out of the statistics",
							   "%d damaged documents were left out of the statistics", s.damaged, s.damaged),
				 errhint("bxml_check finds out what is damaged in a document.")));
	bx_arena_reset(&s.arena);
}

/* bxml_typanalyze(internal) */
Datum
bxml_typanalyze(PG_FUNCTION_ARGS)
{
	VacAttrStats *stats = (VacAttrStats *) PG_GETARG_POINTER(0);

	if (!std_typanalyze(stats))
		PG_RETURN_BOOL(false);
	stats->compute_stats = compute_stats;
	PG_RETURN_BOOL(true);
}

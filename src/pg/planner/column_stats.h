/*
 * column_stats.h -- the statistics that ANALYZE keeps of a column of documents (src/core/summary/STATISTICS.md).
 */
#ifndef BXML_COLUMN_STATS_H
#define BXML_COLUMN_STATS_H

#include "nodes/pathnodes.h"
#include "utils/selfuncs.h"

#include "../../core/summary/bx_estimate.h"

/* stakind of the first slot; that of slot i is this plus i. */
#define COLUMN_STATS_KIND 20101
/* stakind of the slot behind them, and the numbers that it has for each vocabulary. */
#define VOCABULARY_STATS_KIND (COLUMN_STATS_KIND + BX_SUMMARY_SLOTS)
#define VOCABULARY_STATS 3

/*
 * Decode slots, which the summary borrows.  False for statistics that cannot be read, which are as good as none: a
 * later version may have written them.
 */
extern bool column_stats_decode(const BxStr slots[BX_SUMMARY_SLOTS], BxArena *arena, BxSummary *summary);

/* The statistics of a column in memory of the context and the arena; false when it has none of ours. */
extern bool column_stats_read(Oid table, AttrNumber column, bool inherited, BxArena *arena,
							  BxSummary *summary);

/* What a row of statistics was made of that is not stored: the values of a path as those of a type. */
typedef struct DerivedKey
{
	uint32_t path; /* number in the summary */
	Oid type;
	Oid collation;
	double share; /* of the rows that have a value */
} DerivedKey;

/* The row that was made of a summary for this key, a copy; NULL when none is kept. */
extern HeapTuple column_stats_derived(const BxSummary *summary, const DerivedKey *key);

/* Keep a copy of a row for a key; as good as the summary. */
extern void column_stats_derive(const BxSummary *summary, const DerivedKey *key, HeapTuple row);

/* A column of documents as estimates see it. */
typedef struct ColumnStats
{
	VariableStatData var;
	BxEstimate estimate; /* summary NULL: there are no statistics, or they must not be used */
	double nulls;        /* share of rows that are null */
	double width;        /* bytes of a document in the row, 0: not known */
	double size;         /* stored bytes of a document, wherever they are; 0: not known */
} ColumnStats;

/*
 * The statistics of an expression of the query of type bxml, for a function or operator that is to be estimated with
 * them: where the user may not read the column, or row security hides rows of it, only for one that is leakproof; with
 * InvalidOid not at all.  column_stats_close releases them.
 */
extern void column_stats_open(ColumnStats *c, PlannerInfo *root, Node *doc, Oid function);
extern void column_stats_close(ColumnStats *c);

#endif

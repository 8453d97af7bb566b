/*
 * asked_stats.h -- statistics of an expression with the constants that a query compares it with.
 */
#ifndef BXML_ASKED_STATS_H
#define BXML_ASKED_STATS_H

#include "access/htup.h"
#include "nodes/pathnodes.h"

#include "../../core/summary/bx_estimate.h"

/* A path, and the share of rows that have a value on it, by the values of a document. */
typedef struct AskedStats
{
	const BxEstimate *estimate;
	const BxSummaryPath *path;
	double share;
	Oid collation;
} AskedStats;

/* The row, or, freeing it, one with what the query asks of values of the path. */
extern HeapTuple asked_stats_add(PlannerInfo *root, const Const *path, const AskedStats *of, HeapTuple row);

#endif

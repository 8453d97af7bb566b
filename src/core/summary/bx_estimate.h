/*
 * bx_estimate.h -- how many documents a condition is true of, by the statistics of a column.
 *
 * Values are looked up by binary search among the most common ones and in the bounds; no path is evaluated.
 * Conditions are taken for independent of each other within a kind of documents, where their paths are there.
 */
#ifndef BX_ESTIMATE_H
#define BX_ESTIMATE_H

#include "../xpath/terms/xp_terms.h"
#include "bx_summary.h"

/* What is said of the share of documents where a value is not known: of the documents that have the path. */
#define BX_ESTIMATE_BOUND (1.0 / 3)
#define BX_ESTIMATE_BOTH_BOUNDS 0.005
#define BX_ESTIMATE_PREFIX 0.005
#define BX_ESTIMATE_EQUAL 0.005
/* The share of a condition that no term says. */
#define BX_ESTIMATE_ANYTHING 0.5

/* A column: its statistics, and how many documents there are. */
typedef struct BxEstimate
{
	const BxSummary *summary;
	double documents;
} BxEstimate;

/*
 * The share of the documents of which a tree of terms, or a part of one, is true: from 0 to 1.  Variables and slots may
 * have any of the values that there are.  Takes time in proportion to the terms, and for a path with "//" or "*" to the
 * paths that end alike (500 at most).
 */
extern double bx_estimate_share(const BxEstimate *e, const XpTermsNode *node);

/* The nodes that a path leads to in a document, on average over all documents. */
extern double bx_estimate_nodes(const BxEstimate *e, const XpTermPath *path);

/*
 * Values of a path that are not among the most common, and whose text begins so: per document with the path.  0 where
 * nothing is known about single values.
 */
extern double bx_estimate_begins(const BxEstimate *e, const BxSummaryPath *path, BxStr prefix);

/* Documents with the path that have a value which is not among the most common: their share.  0 as above. */
extern double bx_estimate_rare(const BxEstimate *e, const BxSummaryPath *path);

/* The path that a path of terms leads to, the most frequent one of several; BX_SUMMARY_NONE when none is known. */
extern uint32_t bx_estimate_path(const BxSummary *s, const XpTermPath *path);

#endif

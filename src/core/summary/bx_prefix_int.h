/*
 * bx_prefix_int.h -- which beginnings of texts are kept beside bounds.
 */
#ifndef BX_PREFIX_INT_H
#define BX_PREFIX_INT_H

#include "bx_estimate.h"

/* A text and the documents of the sample that have it. */
typedef struct BxPrefixText
{
	BxStr text;
	uint32_t documents;
} BxPrefixText;

/* What an estimate by bounds is made from. */
typedef struct BxPrefixSource
{
	const BxEstimate *estimate;
	const BxSummaryPath *path;
	double read; /* documents of the sample that have the path */
} BxPrefixSource;

/*
 * bx_prefix_choose: of the beginnings of n texts, which are sorted here, the `most` whose estimates are most wrong, in
 * order; memory from the arena, texts are borrowed.
 */
extern BxStatus bx_prefix_choose(const BxPrefixSource *source, BxPrefixText *texts, uint32_t n, uint32_t most,
								 BxArena *arena, BxSummaryPrefix **chosen, uint32_t *n_chosen, BxError *err);

/*
 * Values that are not among the most common and begin so, per document with the path: as counted, or, by the bounds, no
 * more than was counted of those that begin with less, and no fewer than of those that begin with more.
 */
extern double bx_prefix_share(const BxSummaryValues *known, BxStr prefix, double by_bounds);

#endif

/*
 * bx_estimate_int.h -- values of a path, for estimates.
 */
#ifndef BX_ESTIMATE_INT_H
#define BX_ESTIMATE_INT_H

#include "bx_estimate.h"

/* The share of the documents with the path where a term about its value is true. */
extern double bx_estimate_value(const BxEstimate *e, const XpTerm *term, const BxSummaryPath *path);

/* Values that are not most common and begin so, by the bounds alone: per document with the path. */
extern double bx_estimate_prefix(const BxEstimate *e, const BxSummaryPath *path, BxStr prefix);

#endif

/*
 * decimal.h -- stored decimal numbers as numeric.
 */
#ifndef BXML_DECIMAL_H
#define BXML_DECIMAL_H

#include "fmgr.h"

/* mantissa * 10^-scale with that many digits behind the point, scale at most 18; palloc'd. */
extern Datum decimal_numeric(int64 mantissa, int scale);

#endif

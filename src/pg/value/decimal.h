/*
 * decimal.h -- stored decimal numbers as numeric.
 */
#ifndef BXML_DECIMAL_H
#define BXML_DECIMAL_H

#include "fmgr.h"

/* The greatest size of one in bytes. */
#define DECIMAL_NUMERIC_MAX 24

/* mantissa * 10^-scale with that many digits after the point, scale at most 18; palloc'd. */
extern Datum decimal_numeric(int64 mantissa, int scale);

/* The same in DECIMAL_NUMERIC_MAX bytes of the caller, aligned as by palloc. */
extern Datum decimal_numeric_in(void *memory, int64 mantissa, int scale);

#endif

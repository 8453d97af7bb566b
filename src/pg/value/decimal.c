/*
 * decimal.c -- stored decimal numbers as numeric.
 *
 * The server converts an integer to numeric by arithmetic of arbitrary precision.  Here the stored form is written
 * directly: digits of base 10000 around the point, without zeros at either end, after a header of 16 bits.  Tables
 * contain that form, so it is the same in all versions.
 */
#include "postgres.h"
#include "fmgr.h"
#include "utils/numeric.h"

#include "../server/compat.h"
#include "decimal.h"

#define BASE 10000
#define BASE_DIGITS 4

/* The short header: marks, digits after the point, weight of the first digit in the base. */
#define HEADER_SHORT 0x8000
#define HEADER_NEGATIVE 0x2000
#define HEADER_SCALE_SHIFT 7
#define HEADER_WEIGHT_NEGATIVE 0x0040
#define HEADER_WEIGHT_MASK 0x003F

/* Up to this scale the fraction, padded to whole digits of the base, is less than 2^64. */
#define SCALE_MAX 16

/* Five digits before the point, four after it. */
#define DIGITS_MAX 9

static const int64 power_10[] = {1,
								 10,
								 100,
								 1000,
								 10000,
								 100000,
								 1000000,
								 10000000,
								 100000000,
								 INT64CONST(1000000000),
								 INT64CONST(10000000000),
								 INT64CONST(100000000000),
								 INT64CONST(1000000000000),
								 INT64CONST(10000000000000),
								 INT64CONST(100000000000000),
								 INT64CONST(1000000000000000),
								 INT64CONST(10000000000000000)};

/* Put the digits of u before those at `first`; returns the new first. */
static int
put_digits(int16 *d, int first, uint64 u)
{
	for (; u > 0; u /= BASE)
		d[--first] = (int16) (u % BASE);
	return first;
}

/* Put the digits of u * 10^-scale at the end of d; returns the first, and where the fraction begins. */
static int
split_digits(int16 *d, uint64 u, int scale, int *point_at)
{
	int behind = (scale + BASE_DIGITS - 1) / BASE_DIGITS;
	int point = DIGITS_MAX - behind;
	uint64 fraction = 0;

	if (scale > 0)
	{
		fraction = u % power_10[scale] * power_10[behind * BASE_DIGITS - scale];
		u /= power_10[scale];
	}
	for (int i = DIGITS_MAX; i-- > point; fraction /= BASE)
		d[i] = (int16) (fraction % BASE);
	*point_at = point;
	return put_digits(d, point, u);
}

Datum
decimal_numeric(int64 mantissa, int scale)
{
	return decimal_numeric_in(palloc(DECIMAL_NUMERIC_MAX), mantissa, scale);
}

Datum
decimal_numeric_in(void *memory, int64 mantissa, int scale)
{
	uint64 u = mantissa < 0 ? 0 - (uint64) mantissa : (uint64) mantissa;
	int16 d[DIGITS_MAX];
	int first, point, end = DIGITS_MAX, weight;
	uint16 header;
	struct varlena *v = memory;

	if (scale > SCALE_MAX)
		return NumericGetDatum(int64_div_fast_to_numeric(mantissa, scale));
	first = split_digits(d, u, scale, &point);
	while (first < end && d[first] == 0)
		first++;
	while (end > first && d[end - 1] == 0)
		end--;
	weight = first < end ? point - first - 1 : 0;
	header = HEADER_SHORT | (mantissa < 0 ? HEADER_NEGATIVE : 0) | scale << HEADER_SCALE_SHIFT |
			 (weight < 0 ? HEADER_WEIGHT_NEGATIVE : 0) | (weight & HEADER_WEIGHT_MASK);
	SET_VARSIZE(v, VARHDRSZ + sizeof(header) + (end - first) * sizeof(int16));
	memcpy(VARDATA(v), &header, sizeof(header));
	for (int i = first; i < end; i++)
		memcpy(VARDATA(v) + sizeof(header) + (i - first) * sizeof(int16), &d[i], sizeof(int16));
	return PointerGetDatum(v);
}

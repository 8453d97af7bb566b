/*
 * bx_index_number.h -- numbers as bytes of index keys (KEYS.md, "Numbers").
 *
 * The bytes of two numbers are in the order of the numbers, and those of one never begin with those of another.  A
 * number is the decimal with the fewest digits that reads back as its double, so decimals of up to 15 digits, as nearly
 * all are, need no floating point; every other number goes by way of its double.
 */
#ifndef BX_INDEX_NUMBER_H
#define BX_INDEX_NUMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes of a number, at most. */
#define BX_INDEX_NUMBER_MAX 20

/* Decimals below have a double of their own. */
#define BX_INDEX_EXACT_MAX INT64_C(1000000000000000)

/* m * 10^power, where m is below BX_INDEX_EXACT_MAX and the power from -280 to 280; returns the number of bytes. */
extern unsigned bx_index_number_decimal(bool negative, uint64_t m, int power, uint8_t *out);

/* A double, not NaN. */
extern unsigned bx_index_number_double(double d, uint8_t *out);

/* The bytes of a number to those of its negative. */
extern void bx_index_number_negate(uint8_t *p, unsigned n);

/* Seconds, and nanoseconds to be added: exact. */
extern unsigned bx_index_number_seconds(int64_t seconds, uint32_t nanos, uint8_t *out);

/*
 * A text that number(), xs:decimal or xs:double reads, with white space around it; 0 when it is none, and for NaN.
 */
extern unsigned bx_index_number_text(const char *s, size_t n, uint8_t *out);

/* A number taken out of its bytes: 0.d1d2d3... * 10^point, the digits as characters. */
typedef struct BxIndexDigits
{
	char digit[2 * BX_INDEX_NUMBER_MAX]; /* the first and the last are not 0 */
	unsigned n;                          /* 0: zero, or infinity */
	int point;
	bool negative;
	bool infinite;
} BxIndexDigits;

/* bx_index_number_digits: false when the n bytes are not those of a number. */
extern bool bx_index_number_digits(const uint8_t *p, size_t n, BxIndexDigits *digits);

/* The number as a double, for estimates; NaN when the n bytes are not those of a number. */
extern double bx_index_number_get(const uint8_t *p, size_t n);

#endif

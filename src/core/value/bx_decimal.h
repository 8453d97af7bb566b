/*
 * bx_decimal.h -- exact arithmetic on xs:decimal values of any length.
 *
 * A number is a row of digits and the place of its point.  Results are in memory of the arena.  Additions and roundings
 * are linear in the digits; multiplications and divisions are quadratic and refuse numbers beyond BX_DECIMAL_DIGITS.
 */
#ifndef BX_DECIMAL_H
#define BX_DECIMAL_H

#include "../base/bx_arena.h"

typedef struct BxDecimal
{
	bool negative;      /* never of zero */
	uint32_t n;         /* digits: none begins or ends the row as a zero that says nothing; 0 for zero */
	uint32_t fraction;  /* of them behind the point, at most n */
	const char *digits; /* '0' to '9', the most significant first */
} BxDecimal;

/* Digits that operands of multiplications and divisions, and their results, may have. */
#define BX_DECIMAL_DIGITS 1000

/* Places behind the point, and significant digits, that a quotient has at least, where it does not end before. */
#define BX_DECIMAL_QUOTIENT 20

typedef enum BxDecimalResult
{
	BX_DECIMAL_OK = 0,
	BX_DECIMAL_FORM,  /* the text is not a decimal */
	BX_DECIMAL_RANGE, /* too many digits */
	BX_DECIMAL_ZERO,  /* division by zero */
	BX_DECIMAL_MEMORY /* the arena refused */
} BxDecimalResult;

typedef enum BxDecimalRounding
{
	BX_ROUND_DOWN,      /* towards minus infinity */
	BX_ROUND_UP,        /* towards plus infinity */
	BX_ROUND_ZERO,      /* towards zero */
	BX_ROUND_HALF_UP,   /* to the nearest, half towards plus infinity */
	BX_ROUND_HALF_EVEN, /* to the nearest, half to an even digit */
} BxDecimalRounding;

/* xs:decimal: optional sign, digits with optional point; white space around it is taken off. */
extern BxDecimalResult bx_decimal_read(BxArena *arena, const char *s, size_t n, BxDecimal *d);
extern BxDecimalResult bx_decimal_from_int(BxArena *arena, int64_t v, BxDecimal *d);

/* The value of a finite double, all its digits: at most 309 before the point and 1074 behind it. */
extern BxDecimalResult bx_decimal_from_double(BxArena *arena, double v, BxDecimal *d);

/* The canonical text: no sign but "-", no point without digits behind it; *n is its length.  NULL when refused. */
extern char *bx_decimal_format(BxArena *arena, const BxDecimal *d, size_t *n);

/* The value, when it is an integer that fits. */
extern bool bx_decimal_to_int(const BxDecimal *d, int64_t *v);

/* -1, 0 or 1 */
extern int bx_decimal_compare(const BxDecimal *a, const BxDecimal *b);

/* Exact sum and product; a and b may be the same, and the result one of them. */
extern BxDecimalResult bx_decimal_add(BxArena *arena, const BxDecimal *a, const BxDecimal *b, BxDecimal *sum);
extern BxDecimalResult bx_decimal_mul(BxArena *arena, const BxDecimal *a, const BxDecimal *b,
									  BxDecimal *product);

/* To BX_DECIMAL_QUOTIENT places and digits, but at least as many places as the operands have; half to even. */
extern BxDecimalResult bx_decimal_div(BxArena *arena, const BxDecimal *a, const BxDecimal *b,
									  BxDecimal *quotient);

/* The integer quotient, rounded towards zero, and what remains, with the sign of a; either may be NULL. */
extern BxDecimalResult bx_decimal_idiv(BxArena *arena, const BxDecimal *a, const BxDecimal *b,
									   BxDecimal *quotient, BxDecimal *remainder);

/* To so many places behind the point, or before it where they are negative. */
extern BxDecimalResult bx_decimal_round(BxArena *arena, const BxDecimal *d, int32_t places,
										BxDecimalRounding rounding, BxDecimal *rounded);

#endif

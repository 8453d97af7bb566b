/*
 * at_decimal.h -- exact arithmetic on xs:decimal values of any length, integers among them.
 *
 * A value is a coefficient and the number of its digits behind the point.  Coefficients that fit into 63 bits are in
 * the value itself, and operations on them allocate nothing; longer ones are limbs of nine digits in the arena.  Each
 * value has one form: no zero ends the digits behind the point, and a coefficient that fits is never in limbs.
 *
 * Additions and roundings are linear in the digits; multiplications and divisions are quadratic and refuse numbers
 * beyond AT_DECIMAL_DIGITS.
 */
#ifndef AT_DECIMAL_H
#define AT_DECIMAL_H

#include "../base/bx_arena.h"
#include "../base/bx_hash.h"

/* A magnitude: limb[0] holds the last nine digits; the last limb is not 0. */
typedef struct AtLong
{
	uint32_t n;
	uint32_t limb[];
} AtLong;

typedef struct AtDecimal
{
	union
	{
		int64_t small; /* the coefficient, never INT64_MIN */
		const AtLong *big;
	} u;
	uint32_t scale; /* the value is the coefficient times 10^-scale */
	bool is_big;
	bool negative; /* of a big one; small ones have their sign */
} AtDecimal;

/* Digits that operands of multiplications and divisions, and their results, may have. */
#define AT_DECIMAL_DIGITS 1000

/* Places behind the point, and significant digits, that a quotient has at least, where it does not end before. */
#define AT_DECIMAL_QUOTIENT 20

typedef enum AtDecimalResult
{
	AT_DECIMAL_OK = 0,
	AT_DECIMAL_FORM,  /* the text is not a decimal */
	AT_DECIMAL_RANGE, /* too many digits */
	AT_DECIMAL_ZERO,  /* division by zero */
	AT_DECIMAL_MEMORY /* the arena refused */
} AtDecimalResult;

typedef enum AtRounding
{
	AT_ROUND_DOWN,      /* towards minus infinity */
	AT_ROUND_UP,        /* towards plus infinity */
	AT_ROUND_ZERO,      /* towards zero */
	AT_ROUND_HALF_UP,   /* to the nearest, half towards plus infinity */
	AT_ROUND_HALF_EVEN, /* to the nearest, half to an even digit */
} AtRounding;

static inline AtDecimal
at_decimal_zero(void)
{
	return (AtDecimal){.u.small = 0};
}

static inline bool
at_decimal_is_zero(const AtDecimal *d)
{
	return !d->is_big && d->u.small == 0;
}

/* A coefficient, not INT64_MIN, and its digits behind the point. */
extern AtDecimal at_decimal_small(int64_t coefficient, uint32_t scale);

/* xs:decimal: optional sign, digits with optional point; white space around it is taken off. */
extern AtDecimalResult at_decimal_read(BxArena *arena, const char *s, size_t n, AtDecimal *d);
extern AtDecimalResult at_decimal_from_int(BxArena *arena, int64_t v, AtDecimal *d);
/* The same of any coefficient. */
extern AtDecimalResult at_decimal_from_scaled(BxArena *arena, int64_t v, uint32_t scale, AtDecimal *d);

/* The value of a finite double, all its digits: at most 309 before the point and 1074 behind it. */
extern AtDecimalResult at_decimal_from_double(BxArena *arena, double v, AtDecimal *d);

/* The canonical text: no sign but "-", no point without digits behind it; *n is its length.  NULL if refused. */
extern char *at_decimal_format(BxArena *arena, const AtDecimal *d, size_t *n);

/* Bytes at u.big, for callers that keep them elsewhere; 0 of a small one. */
static inline size_t
at_decimal_size(const AtDecimal *d)
{
	return d->is_big ? sizeof(AtLong) + d->u.big->n * sizeof(uint32_t) : 0;
}

/* Digits that are written, but the zero before a point: what bounds the work on a value. */
extern uint64_t at_decimal_digits(const AtDecimal *d);

/* The value, if it is an integer that fits. */
extern bool at_decimal_to_int(const AtDecimal *d, int64_t *v);

/* The value with the other sign; borrows the limbs of d. */
extern AtDecimal at_decimal_negate(const AtDecimal *d);

/* -1, 0 or 1 */
extern int at_decimal_sign(const AtDecimal *d);
extern int at_decimal_compare(const AtDecimal *a, const AtDecimal *b);

/* Exact sum and product; a and b may be the same, and the result one of them. */
extern AtDecimalResult at_decimal_add(BxArena *arena, const AtDecimal *a, const AtDecimal *b, AtDecimal *sum);
extern AtDecimalResult at_decimal_mul(BxArena *arena, const AtDecimal *a, const AtDecimal *b,
									  AtDecimal *product);

/* To AT_DECIMAL_QUOTIENT places and digits, but at least as many places as the operands have; half to even. */
extern AtDecimalResult at_decimal_div(BxArena *arena, const AtDecimal *a, const AtDecimal *b,
									  AtDecimal *quotient);

/* The integer quotient, rounded towards zero, and what remains, with the sign of a; either may be NULL. */
extern AtDecimalResult at_decimal_idiv(BxArena *arena, const AtDecimal *a, const AtDecimal *b,
									   AtDecimal *quotient, AtDecimal *remainder);

/* To so many places behind the point, or before it where they are negative. */
extern AtDecimalResult at_decimal_round(BxArena *arena, const AtDecimal *d, int32_t places,
										AtRounding rounding, AtDecimal *rounded);

#endif

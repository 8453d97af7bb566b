/*
 * at_long.h -- magnitudes of any length in limbs of nine digits: what at_decimal.c reckons with where 63 bits are not
 * enough.
 *
 * A view is the coefficient of a decimal, small or long, with the power of ten of its last digit.  Views of numbers
 * with different powers are read nine digits at a time at any place (at_view_nine), so that nothing is shifted first.
 */
#ifndef AT_LONG_H
#define AT_LONG_H

#include "../value/bx_value.h"
#include "at_decimal.h"

#define AT_LIMB 1000000000u
#define AT_LIMB_DIGITS 9

typedef struct AtView
{
	const uint32_t *limb; /* the least significant first */
	uint32_t n;           /* 0: the number is 0 */
	int64_t scale;        /* digits behind the point */
	bool negative;
	uint32_t own[3];
} AtView;

/* Borrows d, and points into itself where d is small. */
extern void at_view(const AtDecimal *d, AtView *v);
/* Digits of the coefficient; 0 of zero. */
extern int64_t at_view_digits(const AtView *v);
/* The power of ten of the first digit; of zero one less than that of its last. */
static inline int64_t
at_view_top(const AtView *v)
{
	return at_view_digits(v) - 1 - v->scale;
}
/* The nine digits of which the last counts 10^power. */
extern uint32_t at_view_nine(const AtView *v, int64_t power);
/* Is a digit below 10^power not 0? */
extern bool at_view_below(const AtView *v, int64_t power);
/* -1, 0 or 1 */
extern int at_view_compare(const AtView *a, const AtView *b);

/* Room for n limbs, all 0; NULL if the arena refuses. */
extern AtLong *at_long_new(BxArena *arena, uint64_t n);
/* The coefficient times 10^places, cut off where places is negative; with `room` further limbs, 0. */
extern AtLong *at_long_shifted(BxArena *arena, const AtView *v, int64_t places, uint32_t room);
extern AtLong *at_long_product(BxArena *arena, const AtView *a, const AtView *b);
/* l times factor plus add, within its limbs. */
extern void at_long_multiply(AtLong *l, uint32_t factor, uint32_t add);
/* The quotient; a, which has a limb more than it needs, becomes the remainder.  NULL if the arena refuses. */
extern AtLong *at_long_divide(BxArena *arena, AtLong *a, AtLong *b);
/* A decimal in its one form from a magnitude, which it takes over. */
extern void at_long_finish(AtLong *l, uint32_t scale, bool negative, AtDecimal *d);

#endif

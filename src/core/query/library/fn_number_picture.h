/*
 * fn_number_picture.h -- pictures of fn:format-number and the characters that a decimal format gives them (F&O
 * section 4.7).
 */
#ifndef FN_NUMBER_PICTURE_H
#define FN_NUMBER_PICTURE_H

#include "fn_numeral.h"

/* A decimal format. */
typedef struct FnSymbols
{
	uint32_t decimal, grouping, exponent, percent, per_mille, zero, digit, pattern, minus;
	BxStr infinity, nan;
} FnSymbols;

/* One of the two parts of a picture, for numbers of one sign. */
typedef struct FnSubPicture
{
	BxStr prefix, suffix;
	FnNumeral whole; /* digits and separators of the integer part */
	uint32_t scale;  /* digits before the point of a mantissa */
	const FnSeparator
		*fraction; /* separators of the fraction: behind so many of its digits, counted from the point */
	uint32_t n_fraction;
	uint32_t fraction_least, fraction_most;
	uint32_t exponent_least; /* digits; 0: no exponent */
	unsigned power;          /* of ten that the number is multiplied by: 2 per cent, 3 per mille */
} FnSubPicture;

/* Read a picture into one or two parts, *n of them; *ok is false where it is not one (FODF1310). */
extern BxStatus fn_picture_read(RuRun *run, BxArena *arena, const FnSymbols *symbols, BxStr picture,
								FnSubPicture parts[2], unsigned *n, bool *ok);

#endif

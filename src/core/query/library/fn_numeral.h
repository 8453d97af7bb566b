/*
 * fn_numeral.h -- integers as text by a picture: digits of any family, letters, Roman numerals, words (F&O section
 * 4.6.1).
 */
#ifndef FN_NUMERAL_H
#define FN_NUMERAL_H

#include "fn_int.h"

typedef enum FnNumeralStyle
{
	FN_DIGITS,
	FN_LETTERS, /* a, b, ... z, aa, ab */
	FN_SERIES,  /* characters for the first numbers, as circled ones */
	FN_ROMAN,
	FN_WORDS
} FnNumeralStyle;

typedef enum FnCase
{
	FN_LOWER,
	FN_UPPER,
	FN_TITLE
} FnCase;

/* A separator behind so many digits, counted from the last one. */
typedef struct FnSeparator
{
	uint32_t behind;
	uint32_t cp;
} FnSeparator;

typedef struct FnNumeral
{
	uint8_t style;
	uint8_t letter_case;
	bool ordinal;
	uint32_t zero;  /* of the family of digits */
	uint32_t least; /* digits that are written at least */
	uint32_t most;  /* digits that the picture has, optional ones too */
	uint32_t first; /* of letters and series; `skip` is not one of the n that follow it, or 0 */
	uint32_t n;
	uint32_t skip;
	const FnSeparator *separators;
	uint32_t n_separators;
	uint32_t interval; /* separators are at all multiples of it; 0: only where the picture has them */
} FnNumeral;

/*
 * The interval of separators that are all alike, in the order of their places, among so many digits; 0: they have
 * none.
 */
extern uint32_t fn_interval(const FnSeparator *separators, uint32_t n, uint32_t digits);

/*
 * Read a primary format token; tokens that are not known are "1".  *ok is false where digits are not as they must be.
 */
extern BxStatus fn_numeral_read(RuRun *run, BxArena *arena, BxStr token, FnNumeral *numeral, bool *ok);

/* Append the number with these decimal digits, the first of which is 0 only if it is the only one. */
extern BxStatus fn_numeral_put(FnText *t, const FnNumeral *numeral, BxStr digits);

/* fn_words.c: the same in English words; *ok is false where the number is too large. */
extern BxStatus fn_words_put(FnText *t, const FnNumeral *numeral, BxStr digits, bool *ok);

#endif

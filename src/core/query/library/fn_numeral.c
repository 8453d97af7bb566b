/*
 * fn_numeral.c -- pictures of integers: how they are read, and numbers written by them.
 */
#include "fn_int.h"

#include "fn_numeral.h"

#include "../../base/bx_utf8.h"
#include "../../regex/bx_unicode.h"

/* Characters in a row that count from 1; letters begin again with two of them, the others end. */
typedef struct NumeralSeries
{
	uint32_t first;
	uint8_t n;
	uint8_t style;
	uint16_t skip;
} NumeralSeries;

static const NumeralSeries series[] = {
	{'a', 26, FN_LETTERS, 0},
	{'A', 26, FN_LETTERS, 0},
	{0x391, 24, FN_LETTERS, 0x3A2}, /* Greek */
	{0x3B1, 24, FN_LETTERS, 0x3C2},
	{0x2160, 12, FN_SERIES, 0}, /* Roman numerals as one character */
	{0x2170, 12, FN_SERIES, 0},
	{0x2460, 20, FN_SERIES, 0}, /* numbers in circles, in parentheses, with a full stop */
	{0x2474, 20, FN_SERIES, 0},
	{0x2488, 20, FN_SERIES, 0},
	{0x249C, 26, FN_LETTERS, 0}, /* letters in parentheses and in circles */
	{0x24B6, 26, FN_LETTERS, 0},
	{0x24D0, 26, FN_LETTERS, 0},
	{0x24F5, 10, FN_SERIES, 0}, /* other circles */
	{0x2776, 10, FN_SERIES, 0},
	{0x2780, 10, FN_SERIES, 0},
	{0x278A, 10, FN_SERIES, 0},
	{0x3220, 10, FN_SERIES, 0}, /* ideographs in parentheses and in circles */
	{0x3280, 10, FN_SERIES, 0},
};

/* The picture "1". */
static FnNumeral
plain_numeral(void)
{
	return (FnNumeral){.style = FN_DIGITS, .zero = '0', .least = 1, .most = 1};
}

/* ---- reading ---- */

/* Letters and numbers of any kind, which do not separate digits. */
static bool
is_alphanumeric(uint32_t cp)
{
	BxCategory c = bx_unicode_category(cp);

	return c == BX_CAT_LU || c == BX_CAT_LL || c == BX_CAT_LT || c == BX_CAT_LM || c == BX_CAT_LO ||
		   c == BX_CAT_ND || c == BX_CAT_NL || c == BX_CAT_NO;
}

uint32_t
fn_interval(const FnSeparator *separators, uint32_t n, uint32_t digits)
{
	uint32_t i, step = n > 0 ? separators[0].behind : 0;

	for (i = 0; i < n; i++)
		if (separators[i].cp != separators[0].cp || separators[i].behind != step * (i + 1))
			return 0;
	/* where the digits have room for one more, they are not regular */
	return digits > step * (n + 1) ? 0 : step;
}

/* What reading the characters of a picture, from the last one, has found. */
typedef struct DigitReading
{
	FnNumeral *numeral;
	FnSeparator *separators;
	bool optional;   /* a "#" was there */
	bool after_mark; /* the character before was a separator, or there was none */
} DigitReading;

static bool
read_character(DigitReading *r, uint32_t cp)
{
	uint32_t zero;
	bool digit = bx_unicode_digit(cp, &zero) >= 0;

	if (digit || cp == '#')
	{
		if (digit && (r->optional || (r->numeral->least > 0 && zero != r->numeral->zero)))
			return false;
		if (digit)
		{
			r->numeral->zero = zero;
			r->numeral->least++;
		}
		r->optional = !digit;
		r->numeral->most++;
		r->after_mark = false;
		return true;
	}
	if (r->after_mark || is_alphanumeric(cp))
		return false;
	r->separators[r->numeral->n_separators++] = (FnSeparator){r->numeral->most, cp};
	r->after_mark = true;
	return true;
}

static BxStatus
read_digits(RuRun *run, BxArena *arena, const uint32_t *cps, uint32_t n, FnNumeral *numeral, bool *ok)
{
	DigitReading r = {.numeral = numeral, .after_mark = true};

	*numeral = (FnNumeral){.style = FN_DIGITS};
	r.separators = bx_arena_alloc(arena, n * sizeof(FnSeparator));
	if (r.separators == NULL)
		return bx_fail_nomem(run->err, n * sizeof(FnSeparator));
	numeral->separators = r.separators;
	*ok = true;
	while (n > 0 && *ok)
		*ok = read_character(&r, cps[--n]);
	*ok = *ok && !r.after_mark && numeral->least > 0;
	numeral->interval = fn_interval(r.separators, numeral->n_separators, numeral->most);
	return BX_OK;
}

static void
read_name(BxStr token, uint32_t first, FnNumeral *numeral)
{
	uint32_t i;

	*numeral = plain_numeral();
	if (bx_str_is(token, "i") || bx_str_is(token, "I"))
		numeral->style = FN_ROMAN;
	else if (bx_str_is(token, "w") || bx_str_is(token, "W") || bx_str_is(token, "Ww"))
		numeral->style = FN_WORDS;
	for (i = 0; i < sizeof(series) / sizeof(series[0]); i++)
		if (series[i].first == first && token.n == (first < 0x80 ? 1 : first < 0x800 ? 2 : 3))
		{
			numeral->style = series[i].style;
			numeral->first = first;
			numeral->n = series[i].n;
			numeral->skip = series[i].skip;
		}
	numeral->letter_case = bx_str_is(token, "Ww")         ? FN_TITLE
						   : first == 'I' || first == 'W' ? FN_UPPER
														  : FN_LOWER;
}

BxStatus
fn_numeral_read(RuRun *run, BxArena *arena, BxStr token, FnNumeral *numeral, bool *ok)
{
	const uint8_t *p = (const uint8_t *) token.s, *end = p + token.n;
	uint32_t *cps = bx_arena_alloc(arena, (token.n + 1) * sizeof(uint32_t));
	uint32_t n = 0, zero;
	bool digits = false;

	if (cps == NULL)
		return bx_fail_nomem(run->err, token.n * sizeof(uint32_t));
	BX_TRY(bx_steps(run->host, token.n));
	while (p < end)
	{
		cps[n] = (uint32_t) bx_utf8_next(&p, end);
		digits |= bx_unicode_digit(cps[n++], &zero) >= 0;
	}
	if (digits)
		return read_digits(run, arena, cps, n, numeral, ok);
	*ok = n > 0;
	read_name(token, n > 0 ? cps[0] : 0, numeral);
	return BX_OK;
}

/* ---- writing ---- */

/*
 * *next is the number of separators that are not written yet, which are behind fewer digits than `behind` or as many.
 */
static BxStatus
put_separator(FnText *t, const FnNumeral *numeral, uint64_t behind, uint32_t *next)
{
	if (numeral->interval > 0)
		return behind % numeral->interval == 0 ? fn_text_char(t, numeral->separators[0].cp) : BX_OK;
	if (*next == 0 || numeral->separators[*next - 1].behind != behind)
		return BX_OK;
	*next -= 1;
	return fn_text_char(t, numeral->separators[*next].cp);
}

/* "st", "nd", "rd" or "th" */
static BxStr
ordinal_suffix(BxStr digits)
{
	char last = digits.s[digits.n - 1];

	if ((digits.n > 1 && digits.s[digits.n - 2] == '1') || last < '1' || last > '3')
		return bx_str("th", 2);
	return bx_str(last == '1' ? "st" : last == '2' ? "nd" : "rd", 2);
}

static BxStatus
put_digits(FnText *t, const FnNumeral *numeral, BxStr digits)
{
	uint64_t left = digits.n > numeral->least ? digits.n : numeral->least;
	uint32_t next = numeral->n_separators;

	while (next > 0 && numeral->separators[next - 1].behind >= left)
		next--;
	BX_TRY(bx_steps(t->arena->host, left));
	for (; left > 0; left--)
	{
		uint32_t digit = left > digits.n ? 0 : (uint32_t) (digits.s[digits.n - left] - '0');

		BX_TRY(fn_text_char(t, numeral->zero + digit));
		if (left > 1)
			BX_TRY(put_separator(t, numeral, left - 1, &next));
	}
	return numeral->ordinal ? fn_text_add(t, ordinal_suffix(digits)) : BX_OK;
}

/* A letter of the series, from 0. */
static uint32_t
letter(const FnNumeral *numeral, uint64_t k)
{
	uint32_t cp = numeral->first + (uint32_t) k;

	return numeral->skip != 0 && cp >= numeral->skip ? cp + 1 : cp;
}

static BxStatus
put_letters(FnText *t, const FnNumeral *numeral, uint64_t v)
{
	uint32_t letters[64];
	unsigned n = 0;

	for (; v > 0; v = (v - 1) / numeral->n)
		letters[n++] = letter(numeral, (v - 1) % numeral->n);
	while (n > 0)
		BX_TRY(fn_text_char(t, letters[--n]));
	return BX_OK;
}

static BxStatus
put_roman(FnText *t, bool upper, uint64_t v)
{
	static const struct
	{
		unsigned value;
		const char *lower, *upper;
	} parts[] = {{1000, "m", "M"}, {900, "cm", "CM"}, {500, "d", "D"},  {400, "cd", "CD"}, {100, "c", "C"},
				 {90, "xc", "XC"}, {50, "l", "L"},    {40, "xl", "XL"}, {10, "x", "X"},    {9, "ix", "IX"},
				 {5, "v", "V"},    {4, "iv", "IV"},   {1, "i", "I"}};
	unsigned i;

	for (i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
		for (; v >= parts[i].value; v -= parts[i].value)
		{
			const char *s = upper ? parts[i].upper : parts[i].lower;

			BX_TRY(fn_text_add(t, bx_str(s, strlen(s))));
		}
	return BX_OK;
}

/* The greatest number of each style that is not digits. */
#define ROMAN_MAX 3999
#define LETTERS_MAX 18 /* digits */

BxStatus
fn_numeral_put(FnText *t, const FnNumeral *numeral, BxStr digits)
{
	FnNumeral plain = plain_numeral();
	uint64_t v = 0;
	size_t i;
	bool ok;

	if (numeral->style == FN_DIGITS)
		return put_digits(t, numeral, digits);
	if (numeral->style == FN_WORDS)
	{
		BX_TRY(fn_words_put(t, numeral, digits, &ok));
		if (ok)
			return BX_OK;
	}
	else if (digits.n <= LETTERS_MAX)
		for (i = 0; i < digits.n; i++)
			v = v * 10 + (uint64_t) (digits.s[i] - '0');
	if (v > 0 && numeral->style == FN_LETTERS)
		return put_letters(t, numeral, v);
	if (v > 0 && numeral->style == FN_SERIES && v <= numeral->n)
		return put_letters(t, numeral, v);
	if (v > 0 && numeral->style == FN_ROMAN && v <= ROMAN_MAX)
		return put_roman(t, numeral->letter_case == FN_UPPER, v);
	plain.ordinal = numeral->ordinal;
	return put_digits(t, &plain, digits);
}

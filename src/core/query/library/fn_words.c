/*
 * fn_words.c -- numbers in English words: "one hundred and twenty-three", "one hundred and twenty-third".
 */
#include "fn_int.h"

#include "fn_numeral.h"

static const char *const units[] = {"zero",    "one",     "two",       "three",    "four",
									"five",    "six",     "seven",     "eight",    "nine",
									"ten",     "eleven",  "twelve",    "thirteen", "fourteen",
									"fifteen", "sixteen", "seventeen", "eighteen", "nineteen"};
static const char *const tens[] = {"",      "",      "twenty",  "thirty", "forty",
								   "fifty", "sixty", "seventy", "eighty", "ninety"};
static const char *const thousands[] = {"",
										"thousand",
										"million",
										"billion",
										"trillion",
										"quadrillion",
										"quintillion",
										"sextillion",
										"septillion",
										"octillion",
										"nonillion",
										"decillion",
										"undecillion",
										"duodecillion",
										"tredecillion",
										"quattuordecillion",
										"quindecillion",
										"sexdecillion",
										"septendecillion",
										"octodecillion",
										"novemdecillion",
										"vigintillion"};

#define THOUSANDS (sizeof(thousands) / sizeof(thousands[0]))

typedef struct NumberWords
{
	FnText *t;
	const FnNumeral *numeral;
	const char *last; /* a word that is not written yet: only the last one becomes an ordinal */
	const char *before;
} NumberWords;

static BxStatus
put_cased(const NumberWords *w, const char *word)
{
	uint8_t how = w->numeral->letter_case;
	const char *p;

	for (p = word; *p != '\0'; p++)
		BX_TRY(
			fn_text_byte(w->t, how == FN_UPPER || (how == FN_TITLE && p == word && strcmp(word, "and") != 0)
								   ? (char) (*p - 'a' + 'A')
								   : *p));
	return BX_OK;
}

static BxStatus
put_last(NumberWords *w)
{
	if (w->last == NULL)
		return BX_OK;
	BX_TRY(fn_text_add(w->t, bx_str(w->before, strlen(w->before))));
	return put_cased(w, w->last);
}

static BxStatus
put_word(NumberWords *w, const char *before, const char *word)
{
	BX_TRY(put_last(w));
	w->before = w->last == NULL ? "" : before;
	w->last = word;
	return BX_OK;
}

/* A number below 1000, not 0. */
static BxStatus
put_hundreds(NumberWords *w, unsigned v, bool and)
{
	if (v >= 100)
	{
		BX_TRY(put_word(w, " ", units[v / 100]));
		BX_TRY(put_word(w, " ", "hundred"));
		and = true;
	}
	v %= 100;
	if (v > 0 && and)
		BX_TRY(put_word(w, " ", "and"));
	if (v >= 20)
	{
		BX_TRY(put_word(w, " ", tens[v / 10]));
		return v % 10 > 0 ? put_word(w, "-", units[v % 10]) : BX_OK;
	}
	return v > 0 ? put_word(w, " ", units[v]) : BX_OK;
}

/* The ordinal of a last word. */
static BxStatus
put_ordinal(NumberWords *w)
{
	static const char *const special[][2] = {{"one", "first"},     {"two", "second"},   {"three", "third"},
											 {"five", "fifth"},    {"eight", "eighth"}, {"nine", "ninth"},
											 {"twelve", "twelfth"}};
	char word[32];
	size_t n = strlen(w->last), i;

	for (i = 0; i < sizeof(special) / sizeof(special[0]); i++)
		if (strcmp(w->last, special[i][0]) == 0)
		{
			w->last = special[i][1];
			return put_last(w);
		}
	memcpy(word, w->last, n + 1);
	if (word[n - 1] == 'y')
		strcpy(word + n - 1, "ieth");
	else
		strcpy(word + n, "th");
	w->last = word;
	return put_last(w);
}

static unsigned
three_digits(const char *s, size_t n)
{
	unsigned v = 0;

	while (n-- > 0)
		v = v * 10 + (unsigned) (*s++ - '0');
	return v;
}

BxStatus
fn_words_put(FnText *t, const FnNumeral *numeral, BxStr digits, bool *ok)
{
	NumberWords w = {.t = t, .numeral = numeral};
	size_t groups = (digits.n + 2) / 3, done = 0;

	*ok = groups <= THOUSANDS;
	if (!*ok)
		return BX_OK;
	if (bx_str_is(digits, "0"))
		BX_TRY(put_word(&w, "", units[0]));
	for (; groups > 0; groups--)
	{
		size_t n = digits.n - done - (groups - 1) * 3;
		unsigned v = three_digits(digits.s + done, n);

		done += n;
		if (v == 0)
			continue;
		BX_TRY(put_hundreds(&w, v, groups == 1 && w.last != NULL));
		if (groups > 1)
			BX_TRY(put_word(&w, " ", thousands[groups - 1]));
	}
	return numeral->ordinal ? put_ordinal(&w) : put_last(&w);
}

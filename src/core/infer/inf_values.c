/*
 * inf_values.c -- the type that values have in common, and the few that there are.
 *
 * A value leaves of the types those whose lexical form it has, as XML Schema 1.0 has it: no year 0, no "+INF".
 */
#include "inf_int.h"

#include "../value/bx_lexical.h"

#define MAX_DIGITS 18 /* of decimals that any validator takes */

static const uint8_t candidates[INF_CANDIDATES] = {AT_BOOLEAN, AT_INT,  AT_LONG,     AT_INTEGER, AT_DECIMAL,
												   AT_DOUBLE,  AT_DATE, AT_DATETIME, AT_TIME};

static uint32_t
bit_of(AtType type)
{
	unsigned i = 0;

	while (candidates[i] != type)
		i++;
	return 1u << i;
}

void
bx_infer_values_begin(InfValues *v)
{
	memset(v, 0, sizeof(*v));
	v->types = (1u << INF_CANDIDATES) - 1;
}

static bool
two_digits(const char *s, unsigned most)
{
	return bx_is_digit(s[0]) && bx_is_digit(s[1]) &&
		   (unsigned) (s[0] - '0') * 10 + (unsigned) (s[1] - '0') <= most;
}

/* hh:mm:ss, fraction, zone. */
static bool
is_time(BxStr t)
{
	size_t i = 8;

	if (t.n < 8 || !two_digits(t.s, 23) || t.s[2] != ':' || !two_digits(t.s + 3, 59) || t.s[5] != ':' ||
		!two_digits(t.s + 6, 59))
		return false;
	if (i < t.n && t.s[i] == '.')
	{
		for (i++; i < t.n && bx_is_digit(t.s[i]);)
			i++;
		if (i == 9)
			return false;
	}
	if (i == t.n || (i + 1 == t.n && t.s[i] == 'Z'))
		return true;
	return i + 6 == t.n && (t.s[i] == '+' || t.s[i] == '-') && two_digits(t.s + i + 1, 13) &&
		   t.s[i + 3] == ':' && two_digits(t.s + i + 4, 59);
}

static uint32_t
number_types(BxStr t)
{
	BxLexDecimal decimal;
	int64_t whole;
	double d;
	uint32_t types = 0;

	if (bx_lex_integer(t.s, t.n, &whole) == BX_LEX_OK)
		types |= bit_of(AT_LONG) | (whole >= INT32_MIN && whole <= INT32_MAX ? bit_of(AT_INT) : 0);
	if (bx_lex_integer(t.s, t.n, &whole) != BX_LEX_FORM && t.n <= MAX_DIGITS + 1)
		types |= bit_of(AT_INTEGER);
	if (bx_lex_decimal(t.s, t.n, &decimal) == BX_LEX_OK && decimal.len <= MAX_DIGITS)
		types |= bit_of(AT_DECIMAL);
	if (bx_lex_double(t.s, t.n, &d) == BX_LEX_OK && !bx_str_is(t, "+INF"))
		types |= bit_of(AT_DOUBLE);
	return types;
}

static uint32_t
types_of(BxStr text)
{
	BxStr t = bx_str_trim(text);
	uint32_t types = number_types(t);
	bool year_0 = bx_str_starts(t, "0000") || bx_str_starts(t, "-0000"), b;
	BxLexTime time;

	if (bx_lex_boolean(t.s, t.n, &b) == BX_LEX_OK)
		types |= bit_of(AT_BOOLEAN);
	if (!year_0 && bx_lex_date(t.s, t.n, &time) == BX_LEX_OK)
		types |= bit_of(AT_DATE);
	if (!year_0 && bx_lex_datetime(t.s, t.n, &time) == BX_LEX_OK)
		types |= bit_of(AT_DATETIME);
	return is_time(t) ? types | bit_of(AT_TIME) : types;
}

static BxStatus
remember(BxInfer *infer, InfValues *v, BxStr text, BxError *err)
{
	BxStr *more;
	uint32_t i;

	for (i = 0; i < v->n; i++)
		if (bx_str_equal(v->list[i], text))
			return BX_OK;
	v->many = text.n > INF_VALUE || v->n == BX_INFER_ENUMERATION;
	if (v->many)
		return BX_OK;
	if (v->n == v->cap)
	{
		v->cap = v->cap * 2 + 4;
		more = bx_arena_grow(&infer->arena, v->list, v->n * sizeof(BxStr), v->cap * sizeof(BxStr));
		if (more == NULL)
			return bx_fail_nomem(err, v->cap * sizeof(BxStr));
		v->list = more;
	}
	v->list[v->n].s = bx_arena_strndup(&infer->arena, text.s, text.n);
	v->list[v->n].n = text.n;
	return v->list[v->n++].s != NULL ? BX_OK : bx_fail_nomem(err, text.n);
}

BxStatus
bx_infer_value(BxInfer *infer, InfValues *v, BxStr text, BxError *err)
{
	v->count++;
	BX_TRY(bx_charge(infer->host, text.n));
	v->words = v->words || bx_str_is(bx_str_trim(text), "true") || bx_str_is(bx_str_trim(text), "false");
	if (v->types != 0)
		v->types &= types_of(text);
	return v->many ? BX_OK : remember(infer, v, text, err);
}

BxStatus
bx_infer_values_add(BxInfer *infer, InfValues *v, const InfValues *more, BxError *err)
{
	uint32_t i;

	v->types &= more->types;
	v->words |= more->words;
	v->count += more->count;
	v->many |= more->many;
	for (i = 0; i < more->n && !v->many; i++)
		BX_TRY(remember(infer, v, more->list[i], err));
	return bx_charge(infer->host, more->n * (uint64_t) INF_VALUE);
}

AtType
bx_infer_type(const InfValues *v)
{
	unsigned i;

	for (i = 0; i < INF_CANDIDATES; i++)
		if ((v->types >> i & 1) && v->count > 0 && (candidates[i] != AT_BOOLEAN || v->words))
			return (AtType) candidates[i];
	return AT_STRING;
}

bool
bx_infer_enumerated(const BxInfer *infer, const InfValues *v)
{
	return !v->many && v->n > 0 && v->n <= infer->options.enumeration && v->count >= (uint64_t) v->n * 4 &&
		   bx_infer_type(v) == AT_STRING;
}

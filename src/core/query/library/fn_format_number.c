/*
 * fn_format_number.c -- fn:format-number (F&O section 4.7): the decimal format, and a number by its picture.
 */
#include "fn_int.h"

#include "fn_number_picture.h"

#include <math.h>
#include <stdio.h>

#include "../../base/bx_utf8.h"
#include "../run/ru_query.h"
#include "../syntax/q_ast.h"

/* ---- the decimal format ---- */

static uint32_t
character_of(BxStr s, uint32_t or_else)
{
	const uint8_t *p = (const uint8_t *) s.s;

	return s.n > 0 ? (uint32_t) bx_utf8_next(&p, p + s.n) : or_else;
}

static FnSymbols
symbols_of(const QDecimalFormat *f)
{
	return (FnSymbols){.decimal = character_of(f->decimal_separator, '.'),
					   .grouping = character_of(f->grouping_separator, ','),
					   .exponent = character_of(f->exponent_separator, 'e'),
					   .percent = character_of(f->percent, '%'),
					   .per_mille = character_of(f->per_mille, 0x2030),
					   .zero = character_of(f->zero_digit, '0'),
					   .digit = character_of(f->digit, '#'),
					   .pattern = character_of(f->pattern_separator, ';'),
					   .minus = character_of(f->minus_sign, '-'),
					   .infinity = f->infinity.s != NULL ? f->infinity : bx_str("Infinity", 8),
					   .nan = f->nan.s != NULL ? f->nan : bx_str("NaN", 3)};
}

static const QDecimalFormat *
find_format(const RuRun *run, const RuOp *op, const AtName *name)
{
	const QModule *module = ru_module(run, op)->source;
	uint32_t i;

	for (i = 0; module != NULL && i < module->n_decimal_formats; i++)
		if (bx_str_equal(module->decimal_formats[i].name.local, name->local) &&
			bx_str_equal(module->decimal_formats[i].name.uri, name->uri))
			return &module->decimal_formats[i];
	return NULL;
}

static BxStatus
format_argument(RuRun *run, const RuOp *op, const RuCx *cx, FnSymbols *symbols)
{
	static const QDecimalFormat standard;
	const QDecimalFormat *format;
	AtName name = {.local = bx_str("", 0)};
	XdItem item;
	bool found = false;

	if (op->n_args > 2)
		BX_TRY(ru_arg(run, op, 2, cx, &item, &found));
	if (found && !fn_eqname(run, op, at_item_str(&item), &name))
		return ru_fail(run, op, "FODF1280", "\"%.*s\" is not the name of a decimal format", (int) item.n,
					   item.u.s);
	format = find_format(run, op, &name);
	if (format == NULL && found)
		return ru_fail(run, op, "FODF1280", "there is no decimal format \"%.*s\"", (int) item.n, item.u.s);
	*symbols = symbols_of(format != NULL ? format : &standard);
	return BX_OK;
}

/* ---- numbers as digits ---- */

/* Digits with the place of the point among them, which may be outside. */
typedef struct NumberDigits
{
	const char *s;
	int64_t n;
	int64_t point; /* digits before it; negative: zeros behind it before the first digit */
} NumberDigits;

/* The canonical text of a decimal or a finite number, without its sign; the first digit is not 0 but of zero. */
static BxStatus
digits_of_text(RuRun *run, const RuCx *cx, BxStr text, NumberDigits *d)
{
	char *s = bx_arena_alloc(cx->arena, text.n + 1);
	int64_t power = 0;
	bool fraction = false, negative = false;
	size_t i;

	if (s == NULL)
		return bx_fail_nomem(run->err, text.n);
	BX_TRY(bx_charge(run->host, text.n));
	*d = (NumberDigits){.s = s};
	for (i = 0; i < text.n && text.s[i] != 'E'; i++)
	{
		fraction |= text.s[i] == '.';
		if (!bx_is_digit(text.s[i]) || (d->n == 0 && text.s[i] == '0' && !fraction))
			continue;
		if (d->n == 0 && text.s[i] == '0')
			d->point--;
		else
			s[d->n++] = text.s[i];
		d->point += !fraction;
	}
	for (i++; i < text.n; i++)
	{
		negative |= text.s[i] == '-';
		if (bx_is_digit(text.s[i]))
			power = power * 10 + (text.s[i] - '0');
	}
	d->point = d->n == 0 ? 0 : d->point + (negative ? -power : power);
	while (d->n > 0 && s[d->n - 1] == '0')
		d->n--;
	return BX_OK;
}

/* The decimal that they are. */
static BxStatus
decimal_of_digits(RuRun *run, const RuOp *op, const RuCx *cx, const NumberDigits *d, AtDecimal *decimal)
{
	AtCall at = ru_at(run, cx);
	FnText t = fn_text(run, cx->arena);
	BxStr s;
	int64_t i, end = d->n > d->point ? d->n : d->point;

	if (end - (d->point < 0 ? d->point : 0) > (int64_t) BX_VALUE_MAX)
		return bx_fail_too_large(BX_VALUE_MAX, run->err);
	for (i = d->point < 0 ? d->point : 0; i < end; i++)
	{
		if (i == d->point)
			BX_TRY(fn_text_byte(&t, '.'));
		BX_TRY(fn_text_byte(&t, i >= 0 && i < d->n ? d->s[i] : '0'));
	}
	if (t.n == 0)
		BX_TRY(fn_text_byte(&t, '0'));
	s = fn_text_str(&t);
	return ru_at_op(run, op, at_decimal_status(&at, at_decimal_read(cx->arena, s.s, s.n, decimal)));
}

/* ---- formatting ---- */

/* Append the digits of a fraction, at least so many as the picture asks for. */
static BxStatus
put_fraction(FnText *t, const FnSymbols *symbols, const FnSubPicture *part, BxStr digits)
{
	uint32_t i, next = 0, n = digits.n > part->fraction_least ? (uint32_t) digits.n : part->fraction_least;

	if (n == 0)
		return BX_OK;
	BX_TRY(bx_steps(t->arena->host, n));
	BX_TRY(fn_text_char(t, symbols->decimal));
	for (i = 0; i < n; i++)
	{
		if (i > 0 && next < part->n_fraction && part->fraction[next].behind == i)
			BX_TRY(fn_text_char(t, part->fraction[next++].cp));
		BX_TRY(fn_text_char(t, symbols->zero + (i < digits.n ? (uint32_t) (digits.s[i] - '0') : 0)));
	}
	return BX_OK;
}

/* Append a decimal that is not negative, and not longer behind the point than the picture. */
static BxStatus
put_decimal(RuRun *run, FnText *t, const FnSymbols *symbols, const FnSubPicture *part, const AtDecimal *d)
{
	size_t n;
	char *s = at_decimal_format(t->arena, d, &n), *point;
	BxStr whole, fraction = bx_str("", 0);

	if (s == NULL)
		return bx_fail_nomem(run->err, 0);
	point = memchr(s, '.', n);
	whole = bx_str(s, point != NULL ? (size_t) (point - s) : n);
	if (point != NULL)
		fraction = bx_str(point + 1, n - whole.n - 1);
	if (bx_str_is(whole, "0"))
		whole.n = 0;
	BX_TRY(fn_numeral_put(t, &part->whole, whole));
	return put_fraction(t, symbols, part, fraction);
}

static BxStatus
put_exponent(FnText *t, const FnSymbols *symbols, const FnSubPicture *part, int64_t exponent)
{
	FnNumeral numeral = {.style = FN_DIGITS, .zero = symbols->zero, .least = part->exponent_least};
	char buf[24];
	int n = snprintf(buf, sizeof(buf), "%lld", (long long) (exponent < 0 ? -exponent : exponent));

	BX_TRY(fn_text_char(t, symbols->exponent));
	if (exponent < 0)
		BX_TRY(fn_text_char(t, symbols->minus));
	return fn_numeral_put(t, &numeral, bx_str(buf, (size_t) n));
}

/* A finite number, multiplied by what a sign of per cent asks for. */
static BxStatus
put_finite(RuRun *run, const RuOp *op, const RuCx *cx, FnText *t, const FnSymbols *symbols,
		   const FnSubPicture *part, const XdItem *number)
{
	AtCall at = ru_at(run, cx);
	AtDecimal d;
	NumberDigits digits = {0};
	BxStr text;
	int64_t exponent = 0;

	BX_TRY(ru_at_op(run, op, at_text(&at, number, &text)));
	BX_TRY(digits_of_text(run, cx, text, &digits));
	if (part->exponent_least > 0 && digits.n > 0)
	{
		exponent = digits.point - part->scale;
		digits.point = part->scale;
	}
	BX_TRY(decimal_of_digits(run, op, cx, &digits, &d));
	BX_TRY(ru_at_op(run, op,
					at_decimal_status(&at, at_decimal_round(cx->arena, &d, (int32_t) part->fraction_most,
															AT_ROUND_HALF_EVEN, &d))));
	BX_TRY(put_decimal(run, t, symbols, part, &d));
	return part->exponent_least > 0 ? put_exponent(t, symbols, part, exponent) : BX_OK;
}

static bool
is_negative(const XdItem *number)
{
	AtDecimal d;

	if (number->form == AT_FORM_DOUBLE)
		return signbit(number->u.d);
	d = at_item_decimal(number);
	return at_decimal_sign(&d) < 0;
}

static BxStatus
put_number(RuRun *run, const RuOp *op, const RuCx *cx, FnText *t, const FnSymbols *symbols,
		   const FnSubPicture *parts, unsigned n_parts, XdItem number)
{
	AtCall at = ru_at(run, cx);
	bool negative = is_negative(&number);
	const FnSubPicture *part = &parts[negative && n_parts > 1];
	XdItem factor = at_integer_item(part->power == 2 ? 100 : 1000);

	if (negative && n_parts == 1)
		BX_TRY(fn_text_char(t, symbols->minus));
	BX_TRY(fn_text_add(t, part->prefix));
	if (part->power > 0)
		BX_TRY(ru_at_op(run, op, at_arith(&at, AT_MULTIPLY, &number, &factor, &number)));
	if (number.form == AT_FORM_DOUBLE && isinf(number.u.d))
		BX_TRY(fn_text_add(t, symbols->infinity));
	else
		BX_TRY(put_finite(run, op, cx, t, symbols, part, &number));
	return fn_text_add(t, part->suffix);
}

BxStatus
fn_format_number(RU_ONE_ARGS)
{
	FnText t = fn_text(run, cx->arena);
	FnSubPicture parts[2];
	FnSymbols symbols;
	unsigned n_parts;
	XdItem number;
	BxStr picture;
	bool ok;

	BX_TRY(ru_arg(run, op, 0, cx, &number, found));
	if (!*found)
		number = at_double_item(NAN);
	BX_TRY(format_argument(run, op, cx, &symbols));
	BX_TRY(ru_arg_str(run, op, 1, cx, &picture));
	BX_TRY(fn_picture_read(run, cx->arena, &symbols, picture, parts, &n_parts, &ok));
	if (!ok)
		return ru_fail(run, op, "FODF1310", "the picture \"%.*s\" is not one of numbers", (int) picture.n,
					   picture.s);
	if (number.form == AT_FORM_DOUBLE && isnan(number.u.d))
		return fn_give(symbols.nan, item, found);
	BX_TRY(put_number(run, op, cx, &t, &symbols, parts, n_parts, number));
	return fn_give(fn_text_str(&t), item, found);
}

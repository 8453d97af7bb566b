/*
 * at_arith.c -- operators on atomic values: which operands an operator takes, and reckoning with dates, times and
 * durations.
 */
#include "at_value_int.h"

#include <math.h>

#define NANO_PLACES 9

static BxStatus
fail_operands(const AtCall *c, AtOperator op, const XdItem *a, const XdItem *b)
{
	static const char *const names[] = {"+", "-", "*", "div", "idiv", "mod"};

	return bx_fail_code(c->err, BX_E_XPTYPE, -1, "XPTY0004", "operator \"%s\" does not take %s and %s",
						names[op], at_type_name(a), at_type_name(b));
}

static BxStatus
fail_duration(const AtCall *c)
{
	return bx_fail_code(c->err, BX_E_XPTYPE, -1, "FODT0002", "duration out of range");
}

/* ---- durations ---- */

static BxStatus
put_span(const AtCall *c, const BxMoment *m, XdItem *out)
{
	if (!bx_span_fits(m))
		return fail_duration(c);
	*out = at_span_item(m->seconds, m->nanos);
	return BX_OK;
}

static BxStatus
put_months(const AtCall *c, int64_t months, XdItem *out)
{
	if (months < -BX_SPAN_MAX || months > BX_SPAN_MAX)
		return fail_duration(c);
	*out = (XdItem){.u.i = months, .type = AT_MONTHS, .form = AT_FORM_MONTHS};
	return BX_OK;
}

/* Two durations of one type: the months or seconds of each are at most BX_SPAN_MAX. */
static BxStatus
add_durations(const AtCall *c, int sign, const XdItem *a, const XdItem *b, XdItem *out)
{
	BxMoment x = at_item_moment(a), y = at_item_moment(b), sum;

	if (a->form == AT_FORM_MONTHS)
		return put_months(c, a->u.i + sign * b->u.i, out);
	if (!bx_moment_add(&x, &y, sign, &sum))
		return fail_duration(c);
	return put_span(c, &sum, out);
}

/* The length of a duration in months or seconds. */
static BxStatus
length_of(const AtCall *c, const XdItem *item, AtDecimal *d)
{
	AtDecimal nanos = at_decimal_small(item->n, NANO_PLACES);

	*d = at_decimal_small(item->u.i, 0);
	if (item->form == AT_FORM_MONTHS)
		return BX_OK;
	return at_decimal_status(c, at_decimal_add(c->arena, d, &nanos, d));
}

/* The duration of a length: whole months, or seconds with their nanoseconds. */
static BxStatus
put_length(const AtCall *c, AtForm form, const AtDecimal *length, XdItem *out)
{
	AtDecimal whole, rest;
	int64_t v;

	if (form == AT_FORM_MONTHS)
	{
		BX_TRY(at_decimal_status(c, at_decimal_round(c->arena, length, 0, AT_ROUND_HALF_UP, &whole)));
		return at_decimal_to_int(&whole, &v) ? put_months(c, v, out) : fail_duration(c);
	}
	BX_TRY(at_decimal_status(c, at_decimal_round(c->arena, length, NANO_PLACES, AT_ROUND_HALF_EVEN, &rest)));
	BX_TRY(at_decimal_status(c, at_decimal_round(c->arena, &rest, 0, AT_ROUND_DOWN, &whole)));
	if (!at_decimal_to_int(&whole, &v))
		return fail_duration(c);
	whole = at_decimal_negate(&whole);
	BX_TRY(at_decimal_status(c, at_decimal_add(c->arena, &rest, &whole, &rest)));
	return put_span(
		c, &(BxMoment){v, (uint32_t) (rest.u.small * bx_pow10[NANO_PLACES - rest.scale]), BX_ZONE_NONE}, out);
}

/* A finite number as a decimal. */
static BxStatus
factor_of(const AtCall *c, const XdItem *number, AtDecimal *d)
{
	if (number->form == AT_FORM_DOUBLE)
		return at_decimal_status(c, at_decimal_from_double(c->arena, number->u.d, d));
	*d = at_item_decimal(number);
	return BX_OK;
}

/* A product or quotient that was reckoned with as an xs:double, as the specification says for months. */
static BxStatus
put_rounded(const AtCall *c, double months, XdItem *out)
{
	months = bx_number_round(months);
	if (!(fabs(months) <= (double) BX_SPAN_MAX))
		return fail_duration(c);
	return put_months(c, (int64_t) months, out);
}

/* Digits behind the point of a factor that can still change a nanosecond of a product. */
#define FACTOR_PLACES 40

/* The length times the factor, or divided by it; FODT0002 where that is too large. */
static BxStatus
scale_length(const AtCall *c, bool divide, AtDecimal *length, AtDecimal *factor)
{
	AtDecimalResult r = AT_DECIMAL_OK;

	BX_TRY(bx_charge(c->host, at_decimal_size(factor) * 64));
	if (divide && !at_decimal_is_zero(length))
		r = at_decimal_div(c->arena, length, factor, length);
	if (!divide)
		r = at_decimal_round(c->arena, factor, FACTOR_PLACES, AT_ROUND_HALF_EVEN, factor);
	if (!divide && r == AT_DECIMAL_OK)
		r = at_decimal_mul(c->arena, length, factor, length);
	return r == AT_DECIMAL_RANGE || r == AT_DECIMAL_ZERO ? fail_duration(c) : at_decimal_status(c, r);
}

/* By an infinite number. */
static BxStatus
scale_infinitely(const AtCall *c, bool divide, const XdItem *a, XdItem *out)
{
	AtDecimal zero = at_decimal_zero();

	return divide ? put_length(c, (AtForm) a->form, &zero, out) : fail_duration(c);
}

/* A duration times a number, or divided by it. */
static BxStatus
scale_duration(const AtCall *c, bool divide, const XdItem *a, const XdItem *number, XdItem *out)
{
	bool floating = number->form == AT_FORM_DOUBLE;
	AtDecimal length, factor;

	if (floating && isnan(number->u.d))
		return bx_fail_code(c->err, BX_E_XPTYPE, -1, "FOCA0005",
							"a duration cannot be multiplied or divided by NaN");
	if (floating && isinf(number->u.d))
		return scale_infinitely(c, divide, a, out);
	BX_TRY(factor_of(c, number, &factor));
	if (divide && at_decimal_is_zero(&factor))
		return fail_duration(c);
	if (floating && a->form == AT_FORM_MONTHS)
		return put_rounded(c, divide ? (double) a->u.i / number->u.d : (double) a->u.i * number->u.d, out);
	BX_TRY(length_of(c, a, &length));
	BX_TRY(scale_length(c, divide, &length, &factor));
	return put_length(c, (AtForm) a->form, &length, out);
}

/* How often one duration is in another of the same type: an xs:decimal. */
static BxStatus
divide_durations(const AtCall *c, const XdItem *a, const XdItem *b, XdItem *out)
{
	AtDecimal x, y;

	BX_TRY(length_of(c, a, &x));
	BX_TRY(length_of(c, b, &y));
	BX_TRY(at_decimal_status(c, at_decimal_div(c->arena, &x, &y, &x)));
	*out = at_decimal_item(AT_DECIMAL, &x);
	return BX_OK;
}

static bool
are_one_duration(const XdItem *a, const XdItem *b)
{
	return a->type == b->type && (a->type == AT_DAY_TIME || a->type == AT_MONTHS);
}

/* An operator whose first operand is an xs:dayTimeDuration or an xs:yearMonthDuration. */
static BxStatus
duration_arith(const AtCall *c, AtOperator op, const XdItem *a, const XdItem *b, XdItem *out)
{
	if ((op == AT_ADD || op == AT_SUBTRACT) && are_one_duration(a, b))
		return add_durations(c, op == AT_ADD ? 1 : -1, a, b, out);
	if (op == AT_DIVIDE && are_one_duration(a, b))
		return divide_durations(c, a, b, out);
	if (op == AT_MULTIPLY && at_is_numeric(b))
		return scale_duration(c, false, a, b, out);
	if (op == AT_DIVIDE && at_is_numeric(b))
		return scale_duration(c, true, a, b, out);
	return fail_operands(c, op, a, b);
}

/* ---- dates and times ---- */

static bool
is_date_or_time(const XdItem *item)
{
	return at_is_moment(item) && (at_primitive(item) == AT_DATETIME || at_primitive(item) == AT_DATE ||
								  at_primitive(item) == AT_TIME);
}

/* The time between two of one type. */
static BxStatus
subtract_moments(const AtCall *c, const XdItem *a, const XdItem *b, XdItem *out)
{
	BxMoment x = {at_utc_seconds(c, a), a->n, 0}, y = {at_utc_seconds(c, b), b->n, 0}, between;

	if (!bx_moment_add(&x, &y, -1, &between))
		return fail_duration(c);
	return put_span(c, &between, out);
}

/* A date, time or dateTime plus or minus a duration. */
static BxStatus
add_to_moment(const AtCall *c, int sign, const XdItem *a, const XdItem *duration, XdItem *out)
{
	AtType type = at_primitive(a);
	BxMoment m = at_item_moment(a), span = at_item_moment(duration), sum;
	int64_t day;

	if (duration->form == AT_FORM_MONTHS
			? !bx_moment_add_months(&m, sign * duration->u.i, &sum)
			: !bx_moment_add(&m, &span, sign, &sum) ||
				  (type != AT_TIME && !bx_moment_within(&sum, BX_MOMENT_YEAR_MAX)))
		return bx_fail_code(c->err, BX_E_XPTYPE, -1, "FODT0001", "date out of range");
	if (type == AT_DATE)
		sum = bx_moment_to_date(&sum);
	if (type == AT_TIME)
	{
		day = bx_moment_to_date(&sum).seconds;
		sum.seconds = sum.seconds - day + AT_TIME_DAY;
	}
	*out = (XdItem){
		.u.i = sum.seconds, .n = sum.nanos, .type = (uint8_t) type, .form = AT_FORM_MOMENT, .zone = a->zone};
	return BX_OK;
}

/* An operator whose first operand is a date, a time or a dateTime. */
static BxStatus
moment_arith(const AtCall *c, AtOperator op, const XdItem *a, const XdItem *b, XdItem *out)
{
	if (op == AT_SUBTRACT && at_is_moment(b) && at_primitive(a) == at_primitive(b))
		return subtract_moments(c, a, b, out);
	if ((op == AT_ADD || op == AT_SUBTRACT) && at_is_duration(b) &&
		(b->type == AT_DAY_TIME || (b->type == AT_MONTHS && at_primitive(a) != AT_TIME)))
		return add_to_moment(c, op == AT_ADD ? 1 : -1, a, b, out);
	return fail_operands(c, op, a, b);
}

/* ---- all ---- */

/* An untyped item as an xs:double in *cast; *item points to what counts. */
static BxStatus
untyped_double(const AtCall *c, const XdItem **item, XdItem *cast)
{
	if ((*item)->type != AT_UNTYPED)
		return BX_OK;
	BX_TRY(at_cast(c, *item, AT_DOUBLE, cast));
	*item = cast;
	return BX_OK;
}

BxStatus
at_arith(const AtCall *c, AtOperator op, const XdItem *a, const XdItem *b, XdItem *out)
{
	XdItem x, y;

	BX_TRY(untyped_double(c, &a, &x));
	BX_TRY(untyped_double(c, &b, &y));
	if (at_is_numeric(a) && at_is_numeric(b))
		return at_number_arith(c, op, a, b, out);
	if (is_date_or_time(a))
		return moment_arith(c, op, a, b, out);
	if (op == AT_ADD && is_date_or_time(b))
		return at_is_duration(a) ? moment_arith(c, op, b, a, out) : fail_operands(c, op, a, b);
	if (op == AT_MULTIPLY && at_is_numeric(a) && at_is_duration(b) && b->type != AT_DURATION)
		return duration_arith(c, op, b, a, out);
	if (at_is_duration(a) && a->type != AT_DURATION)
		return duration_arith(c, op, a, b, out);
	return fail_operands(c, op, a, b);
}

BxStatus
at_negate(const AtCall *c, const XdItem *a, XdItem *out)
{
	AtDecimal d;
	XdItem x;

	BX_TRY(untyped_double(c, &a, &x));
	if (!at_is_numeric(a))
		return bx_fail_code(c->err, BX_E_XPTYPE, -1, "XPTY0004", "unary \"-\" does not take %s",
							at_type_name(a));
	if (a->form == AT_FORM_DOUBLE)
	{
		*out = a->type == AT_FLOAT ? at_float_item(-a->u.d) : at_double_item(-a->u.d);
		return BX_OK;
	}
	d = at_item_decimal(a);
	d = at_decimal_negate(&d);
	*out = at_decimal_item(at_is_integer(a) ? AT_INTEGER : AT_DECIMAL, &d);
	return BX_OK;
}

/*
 * xp_func_date.c -- constructor functions (xs:date and its like), and parts of dates and durations (F&O 5 and 10.5).
 */
#include "xp_evaluators_int.h"
#include "xp_seq_int.h"

#include <math.h>

/* ---- constructors ---- */

static uint8_t
constructed_type(uint8_t func)
{
	switch (func)
	{
		case XP_FN_XS_DATE: return XP_T_DATE;
		case XP_FN_XS_DATETIME: return XP_T_DATETIME;
		case XP_FN_XS_DECIMAL: return XP_T_DECIMAL;
		case XP_FN_XS_DOUBLE: return XP_T_NUMBER;
		case XP_FN_XS_BOOLEAN: return XP_T_BOOLEAN;
		case XP_FN_XS_DAY_TIME_DURATION: return XP_T_SPAN;
		case XP_FN_XS_YEAR_MONTH_DURATION: return XP_T_MONTHS;
		default: return XP_T_STRING;
	}
}

static bool
is_date(uint8_t type)
{
	return type == XP_T_DATE || type == XP_T_DATETIME;
}

/* A value other than text to a type other than text and its own. */
static BxStatus
cast_value(XpEval *ev, const XpItem *item, XpItem *t, bool *ok)
{
	BxStr text;

	*ok = true;
	if (is_date(item->type) && is_date(t->type))
		t->time = t->type == XP_T_DATE ? bx_moment_to_date(&item->time) : item->time;
	else if (xp_is_duration(item->type) && xp_is_duration(t->type))
		t->time = (BxMoment){0, 0, BX_ZONE_NONE}; /* the other kind of duration has no such parts */
	else if (t->type == XP_T_NUMBER && (item->type == XP_T_DECIMAL || item->type == XP_T_BOOLEAN))
		return xp_item_num(ev, item, &t->number);
	else if (t->type == XP_T_BOOLEAN && (item->type == XP_T_DECIMAL || item->type == XP_T_NUMBER))
		return xp_item_bool(ev, item, -1, &t->boolean);
	else if (t->type == XP_T_DECIMAL && item->type == XP_T_BOOLEAN)
		t->decimal = (AtDecimal){.u.small = item->boolean};
	else if (t->type == XP_T_DECIMAL && item->type == XP_T_NUMBER)
	{
		BX_TRY(xp_item_str(ev, item, &text));
		return xp_item_read(ev, text, t->type, t, ok);
	}
	else
		*ok = false;
	return BX_OK;
}

static BxStatus
cast(XpEval *ev, const XpItem *item, uint8_t type, XpItem *t, bool *ok)
{
	*t = (XpItem){.type = type};
	*ok = true;
	if (type == XP_T_STRING)
		return xp_item_str(ev, item, &t->str);
	if (item->type == type)
	{
		*t = *item;
		return BX_OK;
	}
	if (item->type != XP_T_STRING)
		return cast_value(ev, item, t, ok);
	if (type != XP_T_NUMBER)
		return xp_item_read(ev, item->str, type, t, ok);
	/* what rounds to infinity is infinity */
	*ok =
		item->str.n <= BX_KEY_TEXT_MAX && bx_lex_double(item->str.s, item->str.n, &t->number) != BX_LEX_FORM;
	return BX_OK;
}

static BxStatus
invalid_value(XpEval *ev, const XpExpr *call, const XpItem *item)
{
	BxStr s;

	BX_TRY(xp_item_str(ev, item, &s));
	return bx_fail(ev->err, BX_E_XPTYPE, call->pos, "invalid value for %s: \"%.*s\"",
				   xp_func_name((XpFunc) call->func), (int) (s.n < 60 ? s.n : 60), s.s);
}

/* A typed payload as a value of the type, without its text. */
static bool
take_payload(BxStr payload, uint8_t type, XpItem *item)
{
	BxValue v;

	if (!bx_value_decode((const uint8_t *) payload.s, (uint32_t) payload.n, &v))
		return false;
	item->type = type;
	if (type == XP_T_NUMBER)
		return bx_number_of_value(&v, &item->number);
	if (type == XP_T_DECIMAL)
	{
		if (v.type != AT_DECIMAL || v.num == INT64_MIN)
			return false;
		item->decimal = at_decimal_small(v.num, v.scale);
		return true;
	}
	if (type == XP_T_DATE ? v.type != AT_DATE : type != XP_T_DATETIME || v.type != AT_DATETIME)
		return false;
	item->time = bx_moment_of_value(&v);
	return true;
}

/* The only item of the argument, without its node; where that is stored as a value of the type, this value. */
static BxStatus
argument(XpEval *ev, const XpExpr *call, const XpContext *cx, uint8_t type, XpItem *item, bool *found)
{
	bool typed;
	XpItem t;
	XpSeq seq;
	XpNode nd;

	BX_TRY(xp_seq_collect(ev, call->a, cx, 2, false, &seq));
	*found = seq.n > 0;
	if (seq.n == 0)
		return BX_OK;
	if (seq.n > 1)
		return bx_fail(ev->err, BX_E_XPTYPE, call->pos, "%s() takes one item",
					   xp_func_name((XpFunc) call->func));
	BX_TRY(xp_item_load(ev, &seq.items[0], &t, &nd));
	*item = t;
	if (t.type != XP_T_NODESET)
		return BX_OK;
	BX_TRY(xp_node_value(ev, t.node, &item->str, &typed));
	if (typed && take_payload(item->str, type, item))
		return BX_OK;
	item->type = XP_T_STRING;
	return typed ? xp_payload_text(ev, &item->str) : BX_OK;
}

BxStatus
xp_fn_construct(XpEval *ev, const XpExpr *call, const XpContext *cx, XpItem *item, bool *found)
{
	XpItem from;
	bool ok;

	BX_TRY(argument(ev, call, cx, constructed_type(call->func), &from, found));
	if (!*found)
		return BX_OK;
	BX_TRY(cast(ev, &from, constructed_type(call->func), item, &ok));
	return ok ? BX_OK : invalid_value(ev, call, &from);
}

/* ---- parts ---- */

/* The type that the function takes parts of; XP_T_SPAN means both kinds of duration. */
static uint8_t
whole_type(uint8_t func)
{
	if (func >= XP_FN_YEARS_FROM_DURATION)
		return XP_T_SPAN;
	return func >= XP_FN_YEAR_FROM_DATETIME ? XP_T_DATETIME : XP_T_DATE;
}

/* The argument as such a value; text is read as one. */
static BxStatus
whole_of(XpEval *ev, const XpExpr *call, const XpItem *item, XpItem *t)
{
	uint8_t type = whole_type(call->func);
	bool ok = item->type == type || (type == XP_T_SPAN && item->type == XP_T_MONTHS);

	*t = *item;
	if (ok)
		return BX_OK;
	if (item->type == XP_T_STRING)
		BX_TRY(xp_item_read(ev, item->str, type, t, &ok));
	if (!ok && item->type == XP_T_STRING && type == XP_T_SPAN)
		BX_TRY(xp_item_read(ev, item->str, XP_T_MONTHS, t, &ok));
	return ok ? BX_OK : invalid_value(ev, call, item);
}

/* Seconds of a minute with their fraction, as a decimal. */
static BxStatus
seconds_item(XpEval *ev, bool negative, unsigned seconds, uint32_t nanos, XpItem *item)
{
	int64_t all = seconds * INT64_C(1000000000) + nanos;

	*item = (XpItem){.type = XP_T_DECIMAL};
	return at_decimal_from_scaled(ev->arena, negative ? -all : all, 9, &item->decimal) == AT_DECIMAL_OK
			   ? BX_OK
			   : xp_nomem(ev, sizeof(all));
}

static void
number_item(double d, XpItem *item)
{
	*item = (XpItem){.type = XP_T_NUMBER, .number = d};
}

static BxStatus
date_part(XpEval *ev, uint8_t func, const BxMoment *m, XpItem *item, bool *found)
{
	BxCivil c = bx_moment_civil(m);

	switch (func)
	{
		case XP_FN_YEAR_FROM_DATE:
		case XP_FN_YEAR_FROM_DATETIME: number_item((double) c.year, item); return BX_OK;
		case XP_FN_MONTH_FROM_DATE:
		case XP_FN_MONTH_FROM_DATETIME: number_item(c.month, item); return BX_OK;
		case XP_FN_DAY_FROM_DATE:
		case XP_FN_DAY_FROM_DATETIME: number_item(c.day, item); return BX_OK;
		case XP_FN_HOURS_FROM_DATETIME: number_item(c.hour, item); return BX_OK;
		case XP_FN_MINUTES_FROM_DATETIME: number_item(c.minute, item); return BX_OK;
		case XP_FN_SECONDS_FROM_DATETIME: return seconds_item(ev, false, c.second, m->nanos, item);
		default:
			*found = m->zone != BX_ZONE_NONE;
			*item = (XpItem){.type = XP_T_SPAN, .time = {m->zone * 60, 0, BX_ZONE_NONE}};
			return BX_OK;
	}
}

/* Parts of a negative duration are negative. */
static BxStatus
span_part(XpEval *ev, uint8_t func, const XpItem *t, XpItem *item)
{
	bool negative = t->time.seconds < 0, months = t->type == XP_T_MONTHS;
	int64_t n = negative ? -t->time.seconds : t->time.seconds;
	uint32_t nanos = t->time.nanos;
	int64_t span, part;

	if (negative && nanos > 0)
	{
		n--;
		nanos = 1000000000 - nanos;
	}
	span = months ? 0 : n;
	switch (func)
	{
		case XP_FN_YEARS_FROM_DURATION: part = months ? n / 12 : 0; break;
		case XP_FN_MONTHS_FROM_DURATION: part = months ? n % 12 : 0; break;
		case XP_FN_DAYS_FROM_DURATION: part = span / 86400; break;
		case XP_FN_HOURS_FROM_DURATION: part = span / 3600 % 24; break;
		case XP_FN_MINUTES_FROM_DURATION: part = span / 60 % 60; break;
		default: return seconds_item(ev, negative, (unsigned) (span % 60), nanos, item);
	}
	number_item((double) (negative ? -part : part), item);
	return BX_OK;
}

BxStatus
xp_fn_date_part(XpEval *ev, const XpExpr *call, const XpContext *cx, XpItem *item, bool *found)
{
	XpItem from, t;

	BX_TRY(argument(ev, call, cx, whole_type(call->func), &from, found));
	if (!*found)
		return BX_OK;
	BX_TRY(whole_of(ev, call, &from, &t));
	if (whole_type(call->func) == XP_T_SPAN)
		return span_part(ev, call->func, &t, item);
	return date_part(ev, call->func, &t.time, item, found);
}

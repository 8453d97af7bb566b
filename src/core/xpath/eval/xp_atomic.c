/*
 * xp_atomic.c -- atomic values: conversions, and their keys (bx_key.h).
 *
 * Texts are read by bx_lexical.h, as for the typed SQL functions.
 */
#include "xp_seq_int.h"
#include "../plan/xp_run.h"

#include <math.h>

/* ---- conversions ---- */

static BxStatus
time_str(XpEval *ev, const XpItem *t, BxStr *s)
{
	char *buf = xp_alloc(ev, BX_MOMENT_TEXT_MAX);

	if (buf == NULL)
		return BX_E_NOMEM;
	s->s = buf;
	switch (t->type)
	{
		case XP_T_DATE: s->n = bx_date_format(&t->time, buf); break;
		case XP_T_DATETIME: s->n = bx_datetime_format(&t->time, buf); break;
		case XP_T_SPAN: s->n = bx_span_format(&t->time, buf); break;
		default: s->n = bx_months_format(&t->time, buf); break;
	}
	return BX_OK;
}

static BxStatus
decimal_str(XpEval *ev, const AtDecimal *d, BxStr *s)
{
	size_t n = 0;

	s->s = at_decimal_format(ev->arena, d, &n);
	s->n = n;
	return s->s != NULL ? BX_OK : xp_nomem(ev, at_decimal_digits(d));
}

static BxStatus
decimal_num(XpEval *ev, const AtDecimal *decimal, double *d)
{
	BxValue v = {.type = AT_DECIMAL, .num = decimal->u.small, .scale = (uint8_t) decimal->scale};
	BxStr text;

	if (!decimal->is_big && decimal->scale <= BX_TAG_DECIMAL_MAX - BX_TAG_DECIMAL &&
		bx_number_of_value(&v, d))
		return BX_OK;
	BX_TRY(decimal_str(ev, decimal, &text));
	return xp_str_number(ev, text, d);
}

BxStatus
xp_item_str(XpEval *ev, const XpItem *t, BxStr *s)
{
	switch (t->type)
	{
		case XP_T_NODESET: return xp_node_string(ev, t->node, s);
		case XP_T_NUMBER: return xp_number_string(ev, t->number, s);
		case XP_T_BOOLEAN:
			s->s = t->boolean ? "true" : "false";
			s->n = t->boolean ? 4 : 5;
			return BX_OK;
		case XP_T_DATE:
		case XP_T_DATETIME:
		case XP_T_SPAN:
		case XP_T_MONTHS: return time_str(ev, t, s);
		case XP_T_DECIMAL: return decimal_str(ev, &t->decimal, s);
		case XP_T_MADE: return ev->run->class->made_text(ev->run, t->made, s);
		default: *s = t->str; return BX_OK;
	}
}

BxStatus
xp_item_num(XpEval *ev, const XpItem *t, double *d)
{
	switch (t->type)
	{
		case XP_T_NODESET: return xp_node_number(ev, t->node, d);
		case XP_T_NUMBER: *d = t->number; return BX_OK;
		case XP_T_BOOLEAN: *d = t->boolean; return BX_OK;
		case XP_T_DATE:
		case XP_T_DATETIME:
		case XP_T_SPAN:
		case XP_T_MONTHS: *d = NAN; return BX_OK;
		case XP_T_DECIMAL: return decimal_num(ev, &t->decimal, d);
		default: return xp_str_number(ev, t->str, d);
	}
}

const char *
xp_type_name(uint8_t type)
{
	switch (type)
	{
		case XP_T_BOOLEAN: return "xs:boolean";
		case XP_T_NUMBER: return "xs:double";
		case XP_T_DATE: return "xs:date";
		case XP_T_DATETIME: return "xs:dateTime";
		case XP_T_DECIMAL: return "xs:decimal";
		case XP_T_SPAN: return "xs:dayTimeDuration";
		case XP_T_MONTHS: return "xs:yearMonthDuration";
		default: return "xs:string";
	}
}

BxStatus
xp_item_bool(XpEval *ev, const XpItem *t, int64_t pos, bool *b)
{
	switch (t->type)
	{
		case XP_T_BOOLEAN: *b = t->boolean; return BX_OK;
		case XP_T_NUMBER: *b = t->number != 0 && !isnan(t->number); return BX_OK;
		case XP_T_DECIMAL: *b = !at_decimal_is_zero(&t->decimal); return BX_OK;
		case XP_T_STRING: *b = t->str.n > 0; return BX_OK;
		default:
			return bx_fail(ev->err, BX_E_XPTYPE, pos, "a value of type %s is neither true nor false",
						   xp_type_name(t->type));
	}
}

bool
xp_item_position(const XpItem *t, uint32_t pos, bool *is)
{
	if (t->type == XP_T_NUMBER)
		*is = t->number == pos;
	else if (t->type == XP_T_DECIMAL)
		*is = !t->decimal.is_big && t->decimal.scale == 0 && t->decimal.u.small == pos;
	else
		return false;
	return true;
}

BxStatus
xp_atomize(XpEval *ev, const XpItem *t, XpItem *value)
{
	*value = *t;
	if (t->type != XP_T_NODESET)
		return BX_OK;
	value->type = XP_T_STRING;
	return xp_node_string(ev, t->node, &value->str);
}

BxStatus
xp_operand(XpEval *ev, const XpItem *t, XpItem *value)
{
	*value = *t;
	if (t->type != XP_T_NODESET && t->type != XP_T_STRING && t->type != XP_T_BOOLEAN)
		return BX_OK;
	value->type = XP_T_NUMBER;
	return xp_item_num(ev, t, &value->number);
}

/* ---- texts to values ---- */

static BxStatus
read_decimal(XpEval *ev, BxStr text, XpItem *t, bool *ok)
{
	AtDecimalResult result = at_decimal_read(ev->arena, text.s, text.n, &t->decimal);

	*ok = result == AT_DECIMAL_OK;
	return result == AT_DECIMAL_MEMORY ? xp_nomem(ev, text.n) : BX_OK;
}

BxStatus
xp_item_read(XpEval *ev, BxStr text, uint8_t type, XpItem *t, bool *ok)
{
	memset(t, 0, sizeof(*t));
	t->type = type;
	*ok = false;
	if (text.n > BX_KEY_TEXT_MAX)
		return BX_OK;
	BX_TRY(xp_charge_digits(ev, text.n));
	switch (type)
	{
		case XP_T_BOOLEAN: *ok = bx_lex_boolean(text.s, text.n, &t->boolean) == BX_LEX_OK; return BX_OK;
		case XP_T_DATE: *ok = bx_date_read(text.s, text.n, &t->time) == BX_LEX_OK; return BX_OK;
		case XP_T_DATETIME: *ok = bx_datetime_read(text.s, text.n, &t->time) == BX_LEX_OK; return BX_OK;
		case XP_T_SPAN: *ok = bx_span_read(text.s, text.n, &t->time) == BX_LEX_OK; return BX_OK;
		case XP_T_MONTHS: *ok = bx_months_read(text.s, text.n, &t->time) == BX_LEX_OK; return BX_OK;
		default: return read_decimal(ev, text, t, ok);
	}
}

/* ---- keys ---- */

AtType
xp_key_type(uint8_t type)
{
	switch (type)
	{
		case XP_T_NUMBER:
		case XP_T_RANGE: return AT_DOUBLE;
		case XP_T_BOOLEAN: return AT_BOOLEAN;
		case XP_T_DECIMAL: return AT_DECIMAL;
		case XP_T_DATE: return AT_DATE;
		case XP_T_DATETIME: return AT_DATETIME;
		case XP_T_SPAN: return AT_DAY_TIME;
		case XP_T_MONTHS: return AT_MONTHS;
		default: return AT_STRING;
	}
}

BxStatus
xp_key(XpEval *ev, const XpItem *item, AtType type, BxKey *key, bool *ok)
{
	BxStr s;
	double d;

	*ok = true;
	if (type == AT_DOUBLE)
	{
		BX_TRY(xp_item_num(ev, item, &d));
		*key = bx_key_number(d);
		return BX_OK;
	}
	if (type == AT_BOOLEAN && item->type == XP_T_BOOLEAN)
	{
		*key = bx_key_boolean(item->boolean);
		return BX_OK;
	}
	if (bx_key_is_moment(type) && xp_key_type(item->type) == type)
	{
		*key = bx_key_moment(type, &item->time);
		return BX_OK;
	}
	if (item->type == XP_T_NODESET && type != AT_STRING && type != AT_DOUBLE)
		return xp_node_key(ev, item->node, type, key, ok);
	BX_TRY(xp_item_str(ev, item, &s));
	BX_TRY(xp_charge(ev, s.n));
	if (type != AT_STRING && type != AT_BOOLEAN)
		BX_TRY(xp_charge_digits(ev, s.n));
	*ok = bx_key_read(type, s, key);
	return BX_OK;
}

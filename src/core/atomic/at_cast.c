/*
 * at_cast.c -- "cast as": from values to values of other types (XPath and XQuery Functions 3.1, section 19).
 *
 * Texts are read (at_lexical.c); the cast to a string is the canonical text (at_canonical.c).  All others go from the
 * primitive type of the value to that of the target, and then to the target, whose bounds are checked.
 */
#include "at_cast_int.h"

#include <math.h>

#include "at_moment.h"

/* XPTY0004: the table has no such cast. */
static BxStatus
fail_pair(const AtCall *c, const XdItem *item, AtType type)
{
	return bx_fail_code(c->err, BX_E_XPTYPE, -1, "XPTY0004", "cannot cast a value of type %s to %s",
						at_types[item->type].qname, at_types[type].qname);
}

static BxStatus
to_boolean(const XdItem *item, XdItem *out)
{
	AtDecimal d;

	if (item->form == AT_FORM_DOUBLE)
		*out = at_boolean_item(!isnan(item->u.d) && item->u.d != 0);
	else
	{
		d = at_item_decimal(item);
		*out = at_boolean_item(!at_decimal_is_zero(&d));
	}
	return BX_OK;
}

/* The decimal that a number or a boolean is; fractions are cut off where the target is an integer. */
static BxStatus
to_decimal(const AtCall *c, const XdItem *item, AtType type, XdItem *out)
{
	bool integer = at_types[type].lexical == AT_L_INTEGER;
	AtDecimal d;

	if (item->form == AT_FORM_DOUBLE)
	{
		if (!isfinite(item->u.d))
			return bx_fail_code(c->err, BX_E_XPTYPE, -1, "FOCA0002", "cannot cast %s to %s",
								isnan(item->u.d) ? "NaN" : "infinity", at_types[type].qname);
		BX_TRY(at_digits_status(
			c, at_decimal_from_double(c->arena, integer ? trunc(item->u.d) : item->u.d, &d)));
	}
	else
		d = at_item_decimal(item);
	if (integer)
	{
		BX_TRY(at_digits_status(c, at_decimal_round(c->arena, &d, 0, AT_ROUND_ZERO, &d)));
		BX_TRY(at_check_bounds(c, type, &d));
	}
	return at_put_decimal(c, type, &d, out);
}

/* To a type with other parts from an xs:dateTime or xs:date; others only to types of the same parts. */
static BxStatus
to_moment(const AtCall *c, const XdItem *item, AtType type, XdItem *out)
{
	AtType from = at_primitive(item), to = (AtType) at_types[type].primitive;

	if (from != to && from != AT_DATETIME && (from != AT_DATE || to == AT_TIME))
		return fail_pair(c, item, type);
	*out = at_moment_cut(type, item);
	if (at_types[type].lexical == AT_L_ZONED && item->zone == AT_NO_ZONE)
		return bx_fail_code(c->err, BX_E_XPTYPE, -1, "FORG0001", "a value of type %s needs a time zone",
							at_types[type].qname);
	return BX_OK;
}

static BxStatus
to_duration(const AtCall *c, const XdItem *item, AtType type, XdItem *out)
{
	BxDuration d = at_item_duration(item);

	if (type == AT_DAY_TIME)
		d.months = 0;
	if (type == AT_MONTHS)
		d.seconds = d.nanos = 0;
	return at_put_duration(c, type, &d, out);
}

static BxStatus
cast_value(const AtCall *c, const XdItem *item, AtType type, XdItem *out)
{
	AtFamily from = at_family(item);

	switch (at_types[type].primitive)
	{
		case AT_BOOLEAN:
			if (from == AT_F_NUMBER || from == AT_F_BOOLEAN)
				return to_boolean(item, out);
			break;
		case AT_DECIMAL:
			if (from == AT_F_NUMBER || from == AT_F_BOOLEAN)
				return to_decimal(c, item, type, out);
			break;
		case AT_FLOAT:
		case AT_DOUBLE:
			if (from == AT_F_NUMBER || from == AT_F_BOOLEAN)
			{
				*out = type == AT_FLOAT ? at_float_item(at_number_float(item))
										: at_double_item(at_number_double(item));
				return BX_OK;
			}
			break;
		case AT_HEX:
		case AT_BASE64:
		case AT_QNAME:
			if (from == at_types[type].family)
			{
				*out = *item;
				out->type = (uint8_t) type;
				return BX_OK;
			}
			break;
		case AT_DURATION:
			if (from == AT_F_DURATION)
				return to_duration(c, item, type, out);
			break;
		default:
			if (from == AT_F_MOMENT && at_types[type].family == AT_F_MOMENT)
				return to_moment(c, item, type, out);
			break;
	}
	return fail_pair(c, item, type);
}

BxStatus
at_cast(const AtCall *c, const XdItem *item, AtType type, XdItem *out)
{
	AtType to = (AtType) at_types[type].primitive;
	BxStr text;

	if (item->type == type)
	{
		*out = *item;
		return BX_OK;
	}
	if (to == AT_ANY_SIMPLE || type == AT_NOTATION)
		return at_fail_abstract(c, type);
	if (at_primitive(item) == AT_STRING || item->type == AT_UNTYPED)
		return at_read(c, type, at_item_str(item), out);
	if (to == AT_STRING || to == AT_UNTYPED)
	{
		BX_TRY(at_text(c, item, &text));
		return at_read(c, type, text, out);
	}
	return cast_value(c, item, type, out);
}

BxStatus
at_castable(const AtCall *c, const XdItem *item, AtType type, bool *ok)
{
	AtCall quiet = *c;
	XdItem out;
	BxStatus status;

	quiet.err = NULL;
	status = at_cast(&quiet, item, type, &out);
	*ok = status == BX_OK;
	if (status == BX_E_NOMEM)
		return bx_fail_nomem(c->err, 0);
	return status == BX_E_XPTYPE ? BX_OK : status;
}

/*
 * xs_builtin.c -- the built-in simple types, and what is known of typed values of a type.
 */
#include "../base/bx_core_int.h"

#include "xs_simple_int.h"

const char *const xs_builtin_names[XS_BUILTINS] = {"anyType",
												   "anySimpleType",
												   "string",
												   "boolean",
												   "decimal",
												   "float",
												   "double",
												   "duration",
												   "dateTime",
												   "time",
												   "date",
												   "gYearMonth",
												   "gYear",
												   "gMonthDay",
												   "gDay",
												   "gMonth",
												   "hexBinary",
												   "base64Binary",
												   "anyURI",
												   "QName",
												   "NOTATION",
												   "normalizedString",
												   "token",
												   "language",
												   "NMTOKEN",
												   "NMTOKENS",
												   "Name",
												   "NCName",
												   "ID",
												   "IDREF",
												   "IDREFS",
												   "ENTITY",
												   "ENTITIES",
												   "integer",
												   "nonPositiveInteger",
												   "negativeInteger",
												   "long",
												   "int",
												   "short",
												   "byte",
												   "nonNegativeInteger",
												   "unsignedLong",
												   "unsignedInt",
												   "unsignedShort",
												   "unsignedByte",
												   "positiveInteger"};

/* A type derived from a primitive one; lists have the type of their items as base. */
typedef struct XsDerived
{
	uint8_t base;
	uint8_t form;
	uint8_t identity;
	bool list;
	const char *min;
	const char *max;
} XsDerived;

#define XS_DERIVED_FIRST XS_NORMALIZED

static const XsDerived derived[] = {
	{XS_STRING, 0, 0, false, NULL, NULL},
	{XS_NORMALIZED, 0, 0, false, NULL, NULL},
	{XS_TOKEN, XS_FORM_LANGUAGE, 0, false, NULL, NULL},
	{XS_TOKEN, XS_FORM_NMTOKEN, 0, false, NULL, NULL},
	{XS_NMTOKEN, 0, 0, true, NULL, NULL},
	{XS_TOKEN, XS_FORM_NAME, 0, false, NULL, NULL},
	{XS_NAME, XS_FORM_NCNAME, 0, false, NULL, NULL},
	{XS_NCNAME, 0, XS_ID, false, NULL, NULL},
	{XS_NCNAME, 0, XS_IDREF, false, NULL, NULL},
	{XS_T_IDREF, 0, 0, true, NULL, NULL},
	{XS_NCNAME, 0, 0, false, NULL, NULL},
	{XS_ENTITY, 0, 0, true, NULL, NULL},
	{XS_DECIMAL, XS_FORM_INTEGER, 0, false, NULL, NULL},
	{XS_INTEGER, 0, 0, false, NULL, "0"},
	{XS_NON_POSITIVE, 0, 0, false, NULL, "-1"},
	{XS_INTEGER, 0, 0, false, "-9223372036854775808", "9223372036854775807"},
	{XS_LONG, 0, 0, false, "-2147483648", "2147483647"},
	{XS_INT, 0, 0, false, "-32768", "32767"},
	{XS_SHORT, 0, 0, false, "-128", "127"},
	{XS_INTEGER, 0, 0, false, "0", NULL},
	{XS_NON_NEGATIVE, 0, 0, false, NULL, "18446744073709551615"},
	{XS_UNSIGNED_LONG, 0, 0, false, NULL, "4294967295"},
	{XS_UNSIGNED_INT, 0, 0, false, NULL, "65535"},
	{XS_UNSIGNED_SHORT, 0, 0, false, NULL, "255"},
	{XS_NON_NEGATIVE, 0, 0, false, "1", NULL},
};

_Static_assert(sizeof(derived) / sizeof(derived[0]) == XS_BUILTINS - XS_DERIVED_FIRST, "one line per type");

static BxStatus
set_bound(XsSimple *type, const char *text, uint16_t facet, XsValue *bound, BxArena *arena, BxError *err)
{
	XsText t = {.arena = arena, .err = err};

	if (text == NULL)
		return BX_OK;
	type->facets |= facet;
	return xs_value_read(&t, type, bx_str(text, strlen(text)), bound);
}

static void
make_primitive(XsSimple *type, const XsSimple *any, unsigned i)
{
	type->base = i == XS_ANY_SIMPLE ? NULL : any;
	type->primitive = (uint8_t) (i - XS_ANY_SIMPLE + XS_P_ANY);
	type->white = i <= XS_STRING ? XS_PRESERVE : XS_COLLAPSE;
	type->fixed = i > XS_STRING ? XS_F_WHITE : 0;
}

BxStatus
xs_builtin_make(XsSimple *const *all, unsigned i, BxArena *arena, BxError *err)
{
	const XsDerived *d = i < XS_DERIVED_FIRST ? NULL : &derived[i - XS_DERIVED_FIRST];
	XsSimple *type = all[i];
	BxStr name = bx_str(xs_builtin_names[i], strlen(xs_builtin_names[i]));

	if (d == NULL)
		make_primitive(type, all[XS_ANY_SIMPLE], i);
	else if (d->list)
	{
		*type = (XsSimple){.base = all[XS_ANY_SIMPLE], .variety = XS_LIST, .white = XS_COLLAPSE};
		type->item = all[d->base];
		type->facets = XS_F_MIN_LENGTH;
		type->min_length = 1;
	}
	else
	{
		*type = *all[d->base];
		type->base = all[d->base];
		type->form = d->form != 0 ? d->form : type->form;
		type->identity = d->identity;
		type->white = i == XS_NORMALIZED ? XS_REPLACE : XS_COLLAPSE;
		if (d->form == XS_FORM_INTEGER)
			type->fixed |= XS_F_FRACTION_DIGITS;
		BX_TRY(set_bound(type, d->min, XS_F_MIN_INCLUSIVE, &type->min, arena, err));
		BX_TRY(set_bound(type, d->max, XS_F_MAX_INCLUSIVE, &type->max, arena, err));
	}
	type->name = name;
	xs_simple_finish(type);
	return BX_OK;
}

/* Integers between the bounds are good when nothing else is asked. */
static void
find_range(XsSimple *type)
{
	int64_t v;

	type->range.low = INT64_MIN;
	type->range.high = INT64_MAX;
	type->range.set = type->primitive == XS_P_DECIMAL && (type->facets & ~XS_F_BOUNDS) == 0;
	/* a bound that does not fit leaves the number open on its side, if it is that far out */
	if (type->facets & XS_F_MIN)
	{
		if (bx_lex_integer(type->min.text.s, type->min.text.n, &v) == BX_LEX_OK && v < INT64_MAX)
			type->range.low = v + ((type->facets & XS_F_MIN_EXCLUSIVE) != 0);
		else
			type->range.set = false;
	}
	if (type->facets & XS_F_MAX)
	{
		if (bx_lex_integer(type->max.text.s, type->max.text.n, &v) == BX_LEX_OK && v > INT64_MIN)
			type->range.high = v - ((type->facets & XS_F_MAX_EXCLUSIVE) != 0);
		else if (bx_lex_integer(type->max.text.s, type->max.text.n, &v) != BX_LEX_RANGE ||
				 type->max.key.negative)
			type->range.set = false;
	}
}

/* Typed values that need no look: their texts have no white space and are of one form. */
static uint16_t
sure_types(const XsSimple *type)
{
	const uint16_t all = 1 << BX_VT_DECIMAL | 1 << BX_VT_BOOLEAN | 1 << BX_VT_DATE | 1 << BX_VT_DATETIME;

	if (type->variety != XS_ATOMIC || type->facets != 0 || type->identity != XS_NO_ID)
		return 0;
	switch (type->primitive)
	{
		case XS_P_ANY: return all;
		case XS_P_URI: return (uint16_t) (all & ~(1 << BX_VT_DATETIME));
		case XS_P_STRING:
			if (type->form == XS_FORM_ANY)
				return all;
			return type->form == XS_FORM_NMTOKEN ? 1 << BX_VT_DECIMAL | 1 << BX_VT_BOOLEAN | 1 << BX_VT_DATE
												 : 0;
		case XS_P_DECIMAL: return type->form == XS_FORM_ANY ? 1 << BX_VT_DECIMAL | 1 << BX_VT_PADDED : 0;
		case XS_P_FLOAT:
		case XS_P_DOUBLE: return 1 << BX_VT_DECIMAL | 1 << BX_VT_DOUBLE | 1 << BX_VT_PADDED;
		case XS_P_BOOLEAN: return 1 << BX_VT_BOOLEAN;
		case XS_P_DATE: return 1 << BX_VT_DATE | 1 << BX_VT_ZONED;
		case XS_P_TIME: return 1 << BX_VT_TIME;
		case XS_P_HEX: return 1 << BX_VT_HEX;
		case XS_P_BASE64: return 1 << BX_VT_BASE64;
		case XS_P_DATETIME: return 1 << BX_VT_DATETIME;
		default: return 0;
	}
}

/* What its values are declared as, as far as their typed forms depend on it. */
static BxForm
declared_as(const XsSimple *type)
{
	switch (type->primitive)
	{
		case XS_P_STRING: return BX_FORM_STRING;
		case XS_P_DECIMAL: return BX_FORM_DECIMAL;
		case XS_P_FLOAT:
		case XS_P_DOUBLE: return BX_FORM_DOUBLE;
		case XS_P_TIME: return BX_FORM_TIME;
		case XS_P_DATE: return BX_FORM_DATE;
		case XS_P_HEX: return BX_FORM_HEX;
		case XS_P_BASE64: return BX_FORM_BASE64;
		default: return BX_FORM_ANY;
	}
}

void
xs_simple_finish(XsSimple *type)
{
	uint32_t i;

	type->declared = (uint8_t) declared_as(type);
	type->sure = sure_types(type);
	find_range(type);
	type->no_text = type->variety == XS_ATOMIC && type->facets == 0 && type->form == XS_FORM_ANY &&
					type->primitive <= XS_P_STRING;
	type->has_identity = type->identity != XS_NO_ID;
	type->has_names =
		type->variety == XS_ATOMIC && (type->primitive == XS_P_QNAME || type->primitive == XS_P_NOTATION);
	type->nested.size = 1;
	if (type->variety == XS_LIST)
	{
		type->nested.size += type->item->nested.size;
		type->has_identity = type->item->has_identity;
		type->has_names = type->item->has_names;
		type->nested.depth = (uint8_t) (type->item->nested.depth + 1);
	}
	for (i = 0; i < type->n_members; i++)
	{
		const XsSimple *member = type->members[i];

		type->has_identity |= member->has_identity;
		type->has_names |= member->has_names;
		type->nested.size = type->nested.size < UINT32_MAX / 2 - member->nested.size
								? type->nested.size + member->nested.size
								: UINT32_MAX / 2;
		if (type->nested.depth <= member->nested.depth)
			type->nested.depth = (uint8_t) (member->nested.depth + 1);
	}
}

bool
xs_simple_sure(const XsSimple *type, const uint8_t *payload, uint32_t len)
{
	BxValue v;

	if (!bx_value_is_typed(payload, len) || !bx_value_decode(payload, len, &v))
		return false;
	if (type->sure >> v.type & 1)
		return true;
	return type->range.set && v.type == BX_VT_DECIMAL && v.scale == 0 && v.num >= type->range.low &&
		   v.num <= type->range.high;
}

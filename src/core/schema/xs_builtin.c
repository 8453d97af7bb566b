/*
 * xs_builtin.c -- the built-in simple types, and what is known of typed values of a type.
 */
#include "../base/bx_core_int.h"

#include "xs_simple_int.h"

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
	type->base = i == AT_ANY_SIMPLE ? NULL : any;
	type->primitive = (uint8_t) i;
	type->white = (uint8_t) at_type_white((AtType) i);
	type->fixed = i > AT_STRING ? XS_F_WHITE : 0;
}

/* What a type has that its base has not. */
static BxStatus
derive(XsSimple *type, unsigned i, BxArena *arena, BxError *err)
{
	const AtTypeRow *row = &at_types[i];

	type->form = row->lexical;
	type->identity = i == AT_ID ? XS_ID : i == AT_IDREF ? XS_IDREF : XS_NO_ID;
	type->white = (uint8_t) at_type_white((AtType) i);
	if (i == AT_INTEGER)
		type->fixed |= XS_F_FRACTION_DIGITS;
	BX_TRY(set_bound(type, row->low, XS_F_MIN_INCLUSIVE, &type->min, arena, err));
	return set_bound(type, row->high, XS_F_MAX_INCLUSIVE, &type->max, arena, err);
}

BxStatus
xs_builtin_make(XsSimple *const *all, unsigned i, BxArena *arena, BxError *err)
{
	const XsSimple *base = all[at_types[i].base];
	XsSimple *type = all[i];

	if (i < AT_FIRST_DERIVED)
		make_primitive(type, all[AT_ANY_SIMPLE], i);
	else if (at_type_is_list((AtType) i))
	{
		*type = (XsSimple){.base = all[AT_ANY_SIMPLE], .variety = XS_LIST, .white = AT_COLLAPSE};
		type->primitive = AT_ANY_SIMPLE;
		type->item = base;
		type->facets = XS_F_MIN_LENGTH;
		type->min_length = 1;
	}
	else
	{
		*type = *base;
		type->base = base;
		BX_TRY(derive(type, i, arena, err));
	}
	type->name = at_types[i].name;
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
	type->range.set = type->primitive == AT_DECIMAL && (type->facets & ~XS_F_BOUNDS) == 0;
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

#define BIT(id) (UINT64_C(1) << AT_##id)

/* Typed values that need no look: their texts have no white space and are of one form. */
static uint64_t
sure_types(const XsSimple *type)
{
	const uint64_t all = BIT(DECIMAL) | BIT(BOOLEAN) | BIT(DATE) | BIT(DATETIME);

	if (type->variety != XS_ATOMIC || type->facets != 0 || type->identity != XS_NO_ID)
		return 0;
	switch (type->primitive)
	{
		case AT_ANY_SIMPLE: return all;
		case AT_URI: return all & ~BIT(DATETIME);
		case AT_STRING:
			if (type->form == AT_L_ANY)
				return all;
			return type->form == AT_L_NMTOKEN ? all & ~BIT(DATETIME) : 0;
		case AT_DECIMAL: return type->form == AT_L_ANY ? BIT(DECIMAL) : 0;
		case AT_FLOAT:
		case AT_DOUBLE: return BIT(DECIMAL) | BIT(DOUBLE);
		case AT_BOOLEAN:
		case AT_DATE:
		case AT_TIME:
		case AT_HEX:
		case AT_BASE64:
		case AT_DATETIME: return UINT64_C(1) << type->primitive;
		default: return 0;
	}
}

void
xs_simple_finish(XsSimple *type)
{
	uint32_t i;

	type->sure = sure_types(type);
	find_range(type);
	type->no_text = type->variety == XS_ATOMIC && type->facets == 0 && type->form == AT_L_ANY &&
					type->primitive <= AT_STRING;
	type->has_identity = type->identity != XS_NO_ID;
	type->has_names =
		type->variety == XS_ATOMIC && (type->primitive == AT_QNAME || type->primitive == AT_NOTATION);
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
	/* a text may be no value of a type of texts in a form that it has not by itself */
	if (type->sure >> v.type & 1)
		return bx_type_tags[type->primitive] != BX_TAG_NONE || !bx_value_is_declared(payload, len);
	return type->range.set && v.type == AT_DECIMAL && v.style == 0 && v.scale == 0 &&
		   v.num >= type->range.low && v.num <= type->range.high;
}

/*
 * at_item.c -- decimals as items, and back.
 */
#include "../base/bx_core_int.h"

#include "at_item.h"

AtDecimal
at_item_decimal(const XdItem *item)
{
	if (item->form == AT_FORM_LONG)
		return (AtDecimal){.u.big = item->u.big,
						   .scale = (uint32_t) (uint16_t) item->zone,
						   .is_big = true,
						   .negative = item->n != 0};
	return (AtDecimal){.u.small = item->u.i,
					   .scale = item->form == AT_FORM_DECIMAL ? (uint32_t) (uint16_t) item->zone : 0};
}

XdItem
at_decimal_item(AtType type, const AtDecimal *d)
{
	XdItem item = {.type = (uint8_t) type, .zone = (int16_t) (uint16_t) d->scale};

	if (d->is_big)
	{
		item.u.big = d->u.big;
		item.n = d->negative;
		item.form = AT_FORM_LONG;
		return item;
	}
	item.u.i = d->u.small;
	item.form = at_types[type].lexical == AT_L_INTEGER ? AT_FORM_INT : AT_FORM_DECIMAL;
	return item;
}

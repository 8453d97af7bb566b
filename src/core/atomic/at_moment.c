/*
 * at_moment.c -- dates, times, parts of dates, and durations as items.
 */
#include "at_cast_int.h"

#include "at_moment.h"

unsigned
at_moment_parts(AtType type)
{
	switch (at_types[type].primitive)
	{
		case AT_DATETIME: return BX_PARTS_DATETIME;
		case AT_DATE: return BX_PARTS_DATE;
		case AT_TIME: return BX_PART_TIME;
		case AT_YEAR_MONTH: return BX_PART_YEAR | BX_PART_MONTH;
		case AT_YEAR: return BX_PART_YEAR;
		case AT_MONTH_DAY: return BX_PART_MONTH | BX_PART_DAY;
		case AT_DAY: return BX_PART_DAY;
		default: return BX_PART_MONTH;
	}
}

XdItem
at_moment_cut(AtType type, const XdItem *item)
{
	unsigned parts = at_moment_parts(type);
	BxMoment m = at_item_moment(item);
	BxCivil civil = bx_moment_civil(&m);

	civil = bx_civil_cut(parts, &civil);
	m = bx_moment_make(&civil, parts & BX_PART_TIME ? m.nanos : 0, m.zone);
	return at_moment_item(type, &m);
}

BxStatus
at_put_duration(const AtCall *c, AtType type, const BxDuration *d, XdItem *out)
{
	void *copy;

	if ((type != AT_DAY_TIME && (d->months > BX_SPAN_MAX || d->months < -BX_SPAN_MAX)) ||
		(type != AT_MONTHS && (d->seconds > BX_SPAN_MAX || d->seconds < -BX_SPAN_MAX)))
		return bx_fail_code(c->err, BX_E_XPTYPE, -1, "FODT0002", "duration out of range");
	switch (type)
	{
		case AT_MONTHS:
			*out = (XdItem){.u.i = d->months, .type = AT_MONTHS, .form = AT_FORM_MONTHS};
			return BX_OK;
		case AT_DAY_TIME: *out = at_span_item(d->seconds, d->nanos); return BX_OK;
		default:
			BX_TRY(at_alloc(c, sizeof(*d), &copy));
			memcpy(copy, d, sizeof(*d));
			*out = (XdItem){.u.duration = copy, .type = AT_DURATION, .form = AT_FORM_DURATION};
			return BX_OK;
	}
}

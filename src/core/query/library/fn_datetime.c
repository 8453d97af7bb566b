/*
 * fn_datetime.c -- components of dates, times and durations, time zones, and the moment (F&O sections 8.3, 9.5, 9.6,
 * 15).
 */
#include "fn_int.h"

#define NANOS 1000000000
#define NANO_PLACES 9
#define DAY_SECONDS 86400
#define ZONE_MAX (14 * 60)

/* ---- components of dates and times ---- */

typedef enum TimePart
{
	YEAR,
	MONTH,
	DAY,
	HOURS,
	MINUTES,
	SECONDS
} TimePart;

/* Seconds with their fraction. */
static XdItem
seconds_item(int64_t seconds, int64_t nanos)
{
	AtDecimal d = at_decimal_small(seconds * NANOS + nanos, NANO_PLACES);

	return at_decimal_item(AT_DECIMAL, &d);
}

static XdItem
part_of_moment(TimePart part, const BxMoment *m)
{
	BxCivil civil = bx_moment_civil(m);

	switch (part)
	{
		case YEAR: return at_integer_item(civil.year);
		case MONTH: return at_integer_item(civil.month);
		case DAY: return at_integer_item(civil.day);
		case HOURS: return at_integer_item(civil.hour);
		case MINUTES: return at_integer_item(civil.minute);
		default: return seconds_item(civil.second, m->nanos);
	}
}

static BxStatus
moment_part(RuRun *run, const RuOp *op, const RuCx *cx, TimePart part, XdItem *item, bool *found)
{
	BxMoment m;

	RU_TRY_ARG(run, op, 0, cx, item, found);
	m = at_item_moment(item);
	*item = part_of_moment(part, &m);
	return BX_OK;
}

FN_WITH(fn_year_from, moment_part, YEAR)
FN_WITH(fn_month_from, moment_part, MONTH)
FN_WITH(fn_day_from, moment_part, DAY)
FN_WITH(fn_hours_from, moment_part, HOURS)
FN_WITH(fn_minutes_from, moment_part, MINUTES)
FN_WITH(fn_seconds_from, moment_part, SECONDS)

BxStatus
fn_timezone_from(RU_ONE_ARGS)
{
	BX_TRY(ru_arg(run, op, 0, cx, item, found));
	*found = *found && item->zone != AT_NO_ZONE;
	if (*found)
		*item = at_span_item(item->zone * 60, 0);
	return BX_OK;
}

/* ---- components of durations ---- */

/* All parts have the sign of the duration, whose nanoseconds are to be added to the seconds. */
static XdItem
part_of_duration(TimePart part, const BxDuration *d)
{
	bool borrow = d->seconds < 0 && d->nanos > 0;
	int64_t seconds = d->seconds + borrow, nanos = (int64_t) d->nanos - (borrow ? NANOS : 0);

	switch (part)
	{
		case YEAR: return at_integer_item(d->months / 12);
		case MONTH: return at_integer_item(d->months % 12);
		case DAY: return at_integer_item(seconds / DAY_SECONDS);
		case HOURS: return at_integer_item(seconds % DAY_SECONDS / 3600);
		case MINUTES: return at_integer_item(seconds % 3600 / 60);
		default: return seconds_item(seconds % 60, nanos);
	}
}

static BxStatus
duration_part(RuRun *run, const RuOp *op, const RuCx *cx, TimePart part, XdItem *item, bool *found)
{
	BxDuration d;

	RU_TRY_ARG(run, op, 0, cx, item, found);
	d = at_item_duration(item);
	*item = part_of_duration(part, &d);
	return BX_OK;
}

FN_WITH(fn_years_of, duration_part, YEAR)
FN_WITH(fn_months_of, duration_part, MONTH)
FN_WITH(fn_days_of, duration_part, DAY)
FN_WITH(fn_hours_of, duration_part, HOURS)
FN_WITH(fn_minutes_of, duration_part, MINUTES)
FN_WITH(fn_seconds_of, duration_part, SECONDS)

/* ---- time zones ---- */

/* The zone that argument i asks for, in minutes: the implicit one where the call has none, AT_NO_ZONE for (). */
static BxStatus
zone_argument(RuRun *run, const RuOp *op, uint32_t i, const RuCx *cx, int16_t *zone)
{
	XdItem item;
	bool found;

	*zone = run->at.zone;
	if (op->n_args <= i)
		return BX_OK;
	*zone = AT_NO_ZONE;
	BX_TRY(ru_arg(run, op, i, cx, &item, &found));
	if (!found)
		return BX_OK;
	if (item.u.i % 60 != 0 || item.n != 0 || item.u.i < -ZONE_MAX * 60 || item.u.i > ZONE_MAX * 60)
		return ru_fail(run, op, "FODT0003", "a time zone must be whole minutes from -PT14H to PT14H");
	*zone = (int16_t) (item.u.i / 60);
	return BX_OK;
}

/* The same moment in another zone; without a zone of its own it is taken as one of that zone. */
static BxMoment
moved_to_zone(const BxMoment *m, int16_t zone)
{
	BxMoment moved = *m;

	if (zone != AT_NO_ZONE && m->zone != AT_NO_ZONE)
		moved.seconds += (zone - m->zone) * 60;
	moved.zone = zone;
	return moved;
}

BxStatus
fn_adjust_to_timezone(RU_ONE_ARGS)
{
	BxMoment m;
	AtType type;
	int16_t zone;

	BX_TRY(zone_argument(run, op, 1, cx, &zone));
	RU_TRY_ARG(run, op, 0, cx, item, found);
	type = at_primitive(item);
	m = at_item_moment(item);
	m = moved_to_zone(&m, zone);
	if (type == AT_DATE)
		m = bx_moment_to_date(&m);
	if (type == AT_TIME)
		m.seconds += AT_TIME_DAY - bx_moment_to_date(&m).seconds;
	else if (!bx_moment_within(&m, BX_MOMENT_YEAR_MAX))
		return ru_fail(run, op, "FODT0001", "date out of range");
	*item = at_moment_item(type, &m);
	return BX_OK;
}

/* fn:dateTime: a date and a time. */
BxStatus
fn_datetime(RU_ONE_ARGS)
{
	XdItem time;
	BxMoment m;

	RU_TRY_ARG(run, op, 0, cx, item, found);
	RU_TRY_ARG(run, op, 1, cx, &time, found);
	if (item->zone != AT_NO_ZONE && time.zone != AT_NO_ZONE && item->zone != time.zone)
		return ru_fail(run, op, "FORG0008", "the date and the time have different time zones");
	m = (BxMoment){item->u.i + time.u.i - AT_TIME_DAY, time.n,
				   item->zone != AT_NO_ZONE ? item->zone : time.zone};
	*item = at_moment_item(AT_DATETIME, &m);
	return BX_OK;
}

/* ---- the moment ---- */

static BxStatus
now_as(RuRun *run, const RuOp *op, const RuCx *cx, AtType type, XdItem *item, bool *found)
{
	BxMoment m = run->now, day = bx_moment_to_date(&m);

	(void) op, (void) cx;
	if (type == AT_DATE)
		m = day;
	if (type == AT_TIME)
		m.seconds += AT_TIME_DAY - day.seconds;
	*item = at_moment_item(type, &m);
	*found = true;
	return BX_OK;
}

FN_WITH(fn_current_datetime, now_as, AT_DATETIME_STAMP)
FN_WITH(fn_current_date, now_as, AT_DATE)
FN_WITH(fn_current_time, now_as, AT_TIME)

BxStatus
fn_implicit_timezone(RU_ONE_ARGS)
{
	(void) op, (void) cx;
	*item = at_span_item(run->at.zone * 60, 0);
	*found = true;
	return BX_OK;
}

/*
 * fn_datetime.c -- components of dates, times and durations, time zones, and the moment (F&O sections 8.3, 9.5, 9.6, 15).
 */
#include "fn_int.h"

#define NANOS 1000000000
#define NANO_PLACES 9
#define DAY_SECONDS 86400
#define ZONE_MAX (14 * 60)

/* ---- components of dates and times ---- */

static BxStatus
civil_argument(RuRun *run, const RuOp *op, const RuCx *cx, XdItem *item, BxCivil *civil, bool *found)
{
	BxMoment m;

	BX_TRY(ru_arg(run, op, 0, cx, item, found));
	if (!*found)
		return BX_OK;
	m = at_item_moment(item);
	*civil = bx_moment_civil(&m);
	return BX_OK;
}

BxStatus
fn_year_from(RuRun *run, const RuOp *op, const RuCx *cx, XdItem *item, bool *found)
{
	BxCivil civil = {0};

	BX_TRY(civil_argument(run, op, cx, item, &civil, found));
	*item = at_integer_item(civil.year);
	return BX_OK;
}

BxStatus
fn_month_from(RuRun *run, const RuOp *op, const RuCx *cx, XdItem *item, bool *found)
{
	BxCivil civil = {0};

	BX_TRY(civil_argument(run, op, cx, item, &civil, found));
	*item = at_integer_item(civil.month);
	return BX_OK;
}

BxStatus
fn_day_from(RuRun *run, const RuOp *op, const RuCx *cx, XdItem *item, bool *found)
{
	BxCivil civil = {0};

	BX_TRY(civil_argument(run, op, cx, item, &civil, found));
	*item = at_integer_item(civil.day);
	return BX_OK;
}

BxStatus
fn_hours_from(RuRun *run, const RuOp *op, const RuCx *cx, XdItem *item, bool *found)
{
	BxCivil civil = {0};

	BX_TRY(civil_argument(run, op, cx, item, &civil, found));
	*item = at_integer_item(civil.hour);
	return BX_OK;
}

BxStatus
fn_minutes_from(RuRun *run, const RuOp *op, const RuCx *cx, XdItem *item, bool *found)
{
	BxCivil civil = {0};

	BX_TRY(civil_argument(run, op, cx, item, &civil, found));
	*item = at_integer_item(civil.minute);
	return BX_OK;
}

/* Seconds with their fraction. */
static XdItem
seconds_item(int64_t seconds, int64_t nanos)
{
	AtDecimal d = at_decimal_small(seconds * NANOS + nanos, NANO_PLACES);

	return at_decimal_item(AT_DECIMAL, &d);
}

BxStatus
fn_seconds_from(RuRun *run, const RuOp *op, const RuCx *cx, XdItem *item, bool *found)
{
	BxCivil civil;

	BX_TRY(civil_argument(run, op, cx, item, &civil, found));
	if (*found)
		*item = seconds_item(civil.second, item->n);
	return BX_OK;
}

BxStatus
fn_timezone_from(RuRun *run, const RuOp *op, const RuCx *cx, XdItem *item, bool *found)
{
	BX_TRY(ru_arg(run, op, 0, cx, item, found));
	*found = *found && item->zone != AT_NO_ZONE;
	if (*found)
		*item = at_span_item(item->zone * 60, 0);
	return BX_OK;
}

/* ---- components of durations ---- */

/* The parts of a duration have its sign, and the nanoseconds are to be added to the seconds. */
static BxStatus
duration_argument(RuRun *run, const RuOp *op, const RuCx *cx, XdItem *item, int64_t *seconds, int64_t *nanos,
				  bool *found)
{
	BxDuration d;

	BX_TRY(ru_arg(run, op, 0, cx, item, found));
	if (!*found)
		return BX_OK;
	d = at_item_duration(item);
	*seconds = d.seconds;
	*nanos = d.nanos;
	if (d.seconds < 0 && d.nanos > 0)
	{
		*seconds += 1;
		*nanos -= NANOS;
	}
	return BX_OK;
}

BxStatus
fn_years_of(RuRun *run, const RuOp *op, const RuCx *cx, XdItem *item, bool *found)
{
	BX_TRY(ru_arg(run, op, 0, cx, item, found));
	if (*found)
		*item = at_integer_item(at_item_duration(item).months / 12);
	return BX_OK;
}

BxStatus
fn_months_of(RuRun *run, const RuOp *op, const RuCx *cx, XdItem *item, bool *found)
{
	BX_TRY(ru_arg(run, op, 0, cx, item, found));
	if (*found)
		*item = at_integer_item(at_item_duration(item).months % 12);
	return BX_OK;
}

BxStatus
fn_days_of(RuRun *run, const RuOp *op, const RuCx *cx, XdItem *item, bool *found)
{
	int64_t seconds = 0, nanos;

	BX_TRY(duration_argument(run, op, cx, item, &seconds, &nanos, found));
	*item = at_integer_item(seconds / DAY_SECONDS);
	return BX_OK;
}

BxStatus
fn_hours_of(RuRun *run, const RuOp *op, const RuCx *cx, XdItem *item, bool *found)
{
	int64_t seconds = 0, nanos;

	BX_TRY(duration_argument(run, op, cx, item, &seconds, &nanos, found));
	*item = at_integer_item(seconds % DAY_SECONDS / 3600);
	return BX_OK;
}

BxStatus
fn_minutes_of(RuRun *run, const RuOp *op, const RuCx *cx, XdItem *item, bool *found)
{
	int64_t seconds = 0, nanos;

	BX_TRY(duration_argument(run, op, cx, item, &seconds, &nanos, found));
	*item = at_integer_item(seconds % 3600 / 60);
	return BX_OK;
}

BxStatus
fn_seconds_of(RuRun *run, const RuOp *op, const RuCx *cx, XdItem *item, bool *found)
{
	int64_t seconds = 0, nanos = 0;

	BX_TRY(duration_argument(run, op, cx, item, &seconds, &nanos, found));
	*item = seconds_item(seconds % 60, nanos);
	return BX_OK;
}

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
fn_adjust_to_timezone(RuRun *run, const RuOp *op, const RuCx *cx, XdItem *item, bool *found)
{
	BxMoment m;
	AtType type;
	int16_t zone;

	BX_TRY(zone_argument(run, op, 1, cx, &zone));
	BX_TRY(ru_arg(run, op, 0, cx, item, found));
	if (!*found)
		return BX_OK;
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
fn_datetime(RuRun *run, const RuOp *op, const RuCx *cx, XdItem *item, bool *found)
{
	XdItem time;
	BxMoment m;

	BX_TRY(ru_arg(run, op, 0, cx, item, found));
	if (!*found)
		return BX_OK;
	BX_TRY(ru_arg(run, op, 1, cx, &time, found));
	if (!*found)
		return BX_OK;
	if (item->zone != AT_NO_ZONE && time.zone != AT_NO_ZONE && item->zone != time.zone)
		return ru_fail(run, op, "FORG0008", "the date and the time have different time zones");
	m = (BxMoment){item->u.i + time.u.i - AT_TIME_DAY, time.n,
				   item->zone != AT_NO_ZONE ? item->zone : time.zone};
	*item = at_moment_item(AT_DATETIME, &m);
	return BX_OK;
}

/* ---- the moment ---- */

BxStatus
fn_current_datetime(RuRun *run, const RuOp *op, const RuCx *cx, XdItem *item, bool *found)
{
	(void) op, (void) cx;
	*item = at_moment_item(AT_DATETIME_STAMP, &run->now);
	*found = true;
	return BX_OK;
}

BxStatus
fn_current_date(RuRun *run, const RuOp *op, const RuCx *cx, XdItem *item, bool *found)
{
	BxMoment m = bx_moment_to_date(&run->now);

	(void) op, (void) cx;
	*item = at_moment_item(AT_DATE, &m);
	*found = true;
	return BX_OK;
}

BxStatus
fn_current_time(RuRun *run, const RuOp *op, const RuCx *cx, XdItem *item, bool *found)
{
	BxMoment m = run->now;

	(void) op, (void) cx;
	m.seconds += AT_TIME_DAY - bx_moment_to_date(&m).seconds;
	*item = at_moment_item(AT_TIME, &m);
	*found = true;
	return BX_OK;
}

BxStatus
fn_implicit_timezone(RuRun *run, const RuOp *op, const RuCx *cx, XdItem *item, bool *found)
{
	(void) op, (void) cx;
	*item = at_span_item(run->at.zone * 60, 0);
	*found = true;
	return BX_OK;
}

/*
 * bx_moment.c -- dates, dateTimes and durations as numbers and back.
 */
#include "../base/bx_core_int.h"
#include "bx_moment.h"

#include <string.h>

#include "bx_calendar_int.h"

#define NANOS 1000000000
#define DAY BX_DAY_SECONDS

static int64_t
floor_div(int64_t a, int64_t b)
{
	return a / b - (a % b < 0);
}

/* ---- stored values ---- */

BxMoment
bx_moment_of_value(const BxValue *value)
{
	BxMoment m = {.zone = value->zone == BX_DT_NOZONE ? BX_ZONE_NONE : value->offset};
	int64_t unit = 1, fraction;
	unsigned i;

	if (value->type == AT_DATE)
	{
		m.seconds = value->num * DAY;
		return m;
	}
	for (i = 0; i < value->scale; i++)
		unit *= 10;
	m.seconds = floor_div(value->num, unit);
	/* modulo 2^64, as seconds * unit may be below the smallest number */
	fraction = (int64_t) ((uint64_t) value->num - (uint64_t) m.seconds * (uint64_t) unit);
	m.nanos = (uint32_t) (fraction * (NANOS / unit));
	return m;
}

/* ---- the calendar ---- */

/* Days to a date in any year: moved by whole cycles to where bx_calendar_int.h counts. */
static void
civil_of_days(int64_t days, BxCivil *c)
{
	int64_t cycles = floor_div(days + 719468, 146097);
	unsigned year;

	bx_date_in_cycle((unsigned) (days + 719468 - cycles * 146097), &year, &c->month, &c->day);
	c->year = cycles * 400 + year;
}

BxCivil
bx_moment_civil(const BxMoment *m)
{
	int64_t days = floor_div(m->seconds, DAY);
	/* modulo 2^64, as the beginning of the day may be below the smallest number */
	unsigned rest = (unsigned) ((uint64_t) m->seconds - (uint64_t) days * DAY);
	BxCivil c = {.hour = rest / 3600, .minute = rest / 60 % 60, .second = rest % 60};

	civil_of_days(days, &c);
	return c;
}

bool
bx_moment_within(const BxMoment *m, int64_t year_max)
{
	int64_t year = bx_moment_civil(m).year;

	return year >= -year_max && year <= year_max;
}

BxMoment
bx_moment_utc(const BxMoment *m)
{
	BxMoment utc = *m;

	if (m->zone != BX_ZONE_NONE)
		utc.seconds -= m->zone * 60;
	utc.zone = 0;
	return utc;
}

BxMoment
bx_moment_to_date(const BxMoment *m)
{
	return (BxMoment){floor_div(m->seconds, DAY) * DAY, 0, m->zone};
}

bool
bx_moment_add(const BxMoment *m, const BxMoment *span, int sign, BxMoment *sum)
{
	int64_t nanos = (int64_t) m->nanos + sign * (int64_t) span->nanos;

	*sum = *m;
	if (__builtin_add_overflow(m->seconds, sign * span->seconds, &sum->seconds) ||
		__builtin_add_overflow(sum->seconds, floor_div(nanos, NANOS), &sum->seconds))
		return false;
	sum->nanos = (uint32_t) (nanos - floor_div(nanos, NANOS) * NANOS);
	return true;
}

bool
bx_span_fits(const BxMoment *m)
{
	return m->seconds >= -BX_SPAN_MAX && m->seconds <= BX_SPAN_MAX;
}

bool
bx_moment_add_months(const BxMoment *m, int64_t months, BxMoment *sum)
{
	const int64_t most = BX_MOMENT_YEAR_MAX * 24;
	BxCivil c = bx_moment_civil(m);
	int64_t all = c.year * 12 + c.month - 1;
	unsigned last;

	if (months > most || months < -most)
		return false;
	all += months;
	c.year = floor_div(all, 12);
	c.month = (unsigned) (all - c.year * 12) + 1;
	if (c.year < -BX_MOMENT_YEAR_MAX || c.year > BX_MOMENT_YEAR_MAX)
		return false;
	last = bx_days_in_month((unsigned) (c.year - floor_div(c.year, 400) * 400), c.month);
	if (c.day > last)
		c.day = last;
	*sum = bx_moment_make(&c, m->nanos, m->zone);
	return true;
}

/* ---- values to texts ---- */

static char *
put_number(char *p, uint64_t v, unsigned width)
{
	char buf[24];
	unsigned n = 0;

	while (v > 0 || n < width)
	{
		buf[n++] = (char) ('0' + v % 10);
		v /= 10;
	}
	while (n > 0)
		*p++ = buf[--n];
	return p;
}

static char *
put_nanos(char *p, uint32_t nanos)
{
	if (nanos == 0)
		return p;
	*p++ = '.';
	p = put_number(p, nanos, 9);
	while (p[-1] == '0')
		p--;
	return p;
}

static char *
put_zone(char *p, int16_t zone)
{
	unsigned minutes = (unsigned) (zone < 0 ? -zone : zone);

	if (zone == BX_ZONE_NONE)
		return p;
	if (zone == 0)
	{
		*p++ = 'Z';
		return p;
	}
	*p++ = zone < 0 ? '-' : '+';
	p = put_number(p, minutes / 60, 2);
	*p++ = ':';
	return put_number(p, minutes % 60, 2);
}

static char *
put_date(char *p, unsigned parts, const BxCivil *c)
{
	if (parts & BX_PART_YEAR)
	{
		if (c->year < 0)
			*p++ = '-';
		p = put_number(p, (uint64_t) (c->year < 0 ? -c->year : c->year), 4);
	}
	else
		*p++ = '-';
	if (parts & BX_PART_MONTH)
	{
		*p++ = '-';
		p = put_number(p, c->month, 2);
	}
	else if (!(parts & BX_PART_YEAR))
		*p++ = '-';
	if (parts & BX_PART_DAY)
	{
		*p++ = '-';
		p = put_number(p, c->day, 2);
	}
	return p;
}

static char *
put_time(char *p, const BxCivil *c, uint32_t nanos)
{
	p = put_number(p, c->hour, 2);
	*p++ = ':';
	p = put_number(p, c->minute, 2);
	*p++ = ':';
	return put_nanos(put_number(p, c->second, 2), nanos);
}

unsigned
bx_moment_format(unsigned parts, const BxMoment *m, char *buf)
{
	BxCivil c = bx_moment_civil(m);
	char *p = parts == BX_PART_TIME ? buf : put_date(buf, parts, &c);

	if (parts & BX_PART_TIME)
	{
		if (parts != BX_PART_TIME)
			*p++ = 'T';
		p = put_time(p, &c, m->nanos);
	}
	return (unsigned) (put_zone(p, m->zone) - buf);
}

unsigned
bx_date_format(const BxMoment *m, char *buf)
{
	return bx_moment_format(BX_PARTS_DATE, m, buf);
}

unsigned
bx_datetime_format(const BxMoment *m, char *buf)
{
	return bx_moment_format(BX_PARTS_DATETIME, m, buf);
}

static char *
put_part(char *p, uint64_t v, char letter)
{
	if (v == 0)
		return p;
	p = put_number(p, v, 1);
	*p++ = letter;
	return p;
}

unsigned
bx_duration_format(const BxDuration *d, char *buf)
{
	bool negative = d->months < 0 || d->seconds < 0;
	uint64_t months = (uint64_t) (d->months < 0 ? -d->months : d->months);
	uint64_t s = d->seconds < 0 ? 0 - (uint64_t) d->seconds : (uint64_t) d->seconds;
	uint32_t nanos = d->nanos;
	bool none = months == 0 && s == 0 && nanos == 0;
	char *p = buf;

	if (d->seconds < 0 && nanos > 0)
	{
		s--;
		nanos = NANOS - nanos;
	}
	if (negative)
		*p++ = '-';
	*p++ = 'P';
	p = put_part(p, months / 12, 'Y');
	p = put_part(p, months % 12, 'M');
	p = put_part(p, s / DAY, 'D');
	if (s % DAY > 0 || nanos > 0 || none)
		*p++ = 'T';
	p = put_part(p, s % DAY / 3600, 'H');
	p = put_part(p, s % 3600 / 60, 'M');
	if (s % 60 > 0 || nanos > 0 || none)
	{
		p = put_nanos(put_number(p, s % 60, 1), nanos);
		*p++ = 'S';
	}
	return (unsigned) (p - buf);
}

unsigned
bx_span_format(const BxMoment *m, char *buf)
{
	BxDuration d = {0, m->seconds, m->nanos};

	return bx_duration_format(&d, buf);
}

unsigned
bx_months_format(const BxMoment *m, char *buf)
{
	BxDuration d = {m->seconds, 0, 0};

	if (m->seconds != 0)
		return bx_duration_format(&d, buf);
	memcpy(buf, "P0M", 3);
	return 3;
}

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

/* ---- texts to values ---- */

static BxLexResult
from_lexical(BxLexResult lex, const BxLexTime *t, BxMoment *m)
{
	int64_t nanos;

	if (lex != BX_LEX_OK)
		return lex;
	nanos = t->usec % 1000000 * 1000 + t->rest;
	m->seconds = t->days * DAY + t->usec / 1000000 + floor_div(nanos, NANOS);
	m->nanos = (uint32_t) (nanos - floor_div(nanos, NANOS) * NANOS);
	m->zone = t->zoned ? (int16_t) t->offset : BX_ZONE_NONE;
	return BX_LEX_OK;
}

BxLexResult
bx_date_read(const char *s, size_t n, BxMoment *m)
{
	BxLexTime t;

	return from_lexical(bx_lex_date(s, n, &t), &t, m);
}

BxLexResult
bx_datetime_read(const char *s, size_t n, BxMoment *m)
{
	/* less than the seconds to the last year, which 24:00:00 can leave */
	const int64_t late = (BX_LEX_YEAR_MAX - INT64_C(2000)) * 365 * DAY;
	BxLexTime t;
	BxLexResult lex = from_lexical(bx_lex_datetime(s, n, &t), &t, m);

	return lex == BX_LEX_OK && m->seconds > late && !bx_moment_fits(m) ? BX_LEX_RANGE : lex;
}

BxMoment
bx_moment_of_value(const BxValue *value)
{
	BxLexTime t;
	BxMoment m;

	bx_lex_time_of_value(value, &t);
	(void) from_lexical(BX_LEX_OK, &t, &m);
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
	unsigned rest = (unsigned) (m->seconds - days * DAY);
	BxCivil c = {.hour = rest / 3600, .minute = rest / 60 % 60, .second = rest % 60};

	civil_of_days(days, &c);
	return c;
}

bool
bx_moment_fits(const BxMoment *m)
{
	/* a rough bound first, so that the year fits its type */
	const int64_t bound = (BX_LEX_YEAR_MAX + INT64_C(2)) * 366 * DAY;
	BxCivil c;

	if (m->seconds < -bound || m->seconds > bound)
		return false;
	c = bx_moment_civil(m);
	return c.year >= -BX_LEX_YEAR_MAX && c.year <= BX_LEX_YEAR_MAX;
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
	BxCivil c = bx_moment_civil(m);
	int64_t all = c.year * 12 + c.month - 1, year, cycles;
	unsigned month, y, last;

	if (months > BX_LEX_YEAR_MAX * INT64_C(24) || months < -BX_LEX_YEAR_MAX * INT64_C(24))
		return false;
	all += months;
	year = floor_div(all, 12);
	month = (unsigned) (all - year * 12) + 1;
	if (year < -BX_LEX_YEAR_MAX || year > BX_LEX_YEAR_MAX)
		return false;
	/* years 1 to 400 are those the calendar counts */
	cycles = floor_div(year - 1, 400);
	y = (unsigned) (year - cycles * 400);
	last = bx_days_in_month(y, month);
	*sum = *m;
	sum->seconds -= floor_div(m->seconds, DAY) * DAY;
	sum->seconds += (cycles * 146097 + bx_days_from_civil(y, month, c.day < last ? c.day : last)) * DAY;
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
put_date(char *p, const BxCivil *c)
{
	if (c->year < 0)
		*p++ = '-';
	p = put_number(p, (uint64_t) (c->year < 0 ? -c->year : c->year), 4);
	*p++ = '-';
	p = put_number(p, c->month, 2);
	*p++ = '-';
	return put_number(p, c->day, 2);
}

unsigned
bx_date_format(const BxMoment *m, char *buf)
{
	BxCivil c = bx_moment_civil(m);

	return (unsigned) (put_zone(put_date(buf, &c), m->zone) - buf);
}

unsigned
bx_datetime_format(const BxMoment *m, char *buf)
{
	BxCivil c = bx_moment_civil(m);
	char *p = put_date(buf, &c);

	*p++ = 'T';
	p = put_number(p, c.hour, 2);
	*p++ = ':';
	p = put_number(p, c.minute, 2);
	*p++ = ':';
	p = put_number(p, c.second, 2);
	return (unsigned) (put_zone(put_nanos(p, m->nanos), m->zone) - buf);
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
bx_span_format(const BxMoment *m, char *buf)
{
	bool negative = m->seconds < 0;
	uint64_t s = negative ? 0 - (uint64_t) m->seconds : (uint64_t) m->seconds;
	uint32_t nanos = m->nanos;
	char *p = buf;

	if (negative && nanos > 0)
	{
		s--;
		nanos = NANOS - nanos;
	}
	if (negative)
		*p++ = '-';
	*p++ = 'P';
	p = put_part(p, s / DAY, 'D');
	if (s % DAY > 0 || nanos > 0 || s == 0)
		*p++ = 'T';
	p = put_part(p, s % DAY / 3600, 'H');
	p = put_part(p, s % 3600 / 60, 'M');
	if (s % 60 > 0 || nanos > 0 || s == 0)
	{
		p = put_nanos(put_number(p, s % 60, 1), nanos);
		*p++ = 'S';
	}
	return (unsigned) (p - buf);
}

unsigned
bx_months_format(const BxMoment *m, char *buf)
{
	uint64_t months = (uint64_t) (m->seconds < 0 ? -m->seconds : m->seconds);
	char *p = buf;

	if (m->seconds < 0)
		*p++ = '-';
	*p++ = 'P';
	p = put_part(p, months / 12, 'Y');
	if (months % 12 > 0 || months == 0)
	{
		p = put_number(p, months % 12, 1);
		*p++ = 'M';
	}
	return (unsigned) (p - buf);
}

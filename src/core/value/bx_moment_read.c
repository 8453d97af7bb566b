/*
 * bx_moment_read.c -- the texts of dates, times and parts of dates to moments.
 *
 * Forms first, ranges second: a text is refused as malformed wherever it stops being a form, also behind a field whose
 * value is too large.
 */
#include "../base/bx_core_int.h"
#include "bx_moment.h"

#include "bx_calendar_int.h"
#include "bx_lex_int.h"

#define NANOS 1000000000u
#define ZONE_MINUTES_MAX (14 * 60)
#define YEAR_DIGITS_MAX 12 /* of BX_MOMENT_YEAR_MAX */
#define CYCLE_YEARS 400    /* after which the calendar repeats */
#define CYCLE_DAYS 146097

typedef struct Fields
{
	BxCivil c;
	int64_t year_max; /* what the caller has room for */
	uint32_t nanos;
	bool more; /* there are nanoseconds, or digits behind them that are not 0 */
	int16_t zone;
} Fields;

static bool
two_digits(BxLex *x, unsigned *v)
{
	if (x->end - x->p < 2 || !bx_is_digit(x->p[0]) || !bx_is_digit(x->p[1]))
		return false;
	*v = (unsigned) (x->p[0] - '0') * 10 + (unsigned) (x->p[1] - '0');
	x->p += 2;
	return true;
}

/* "-"? and at least four digits, no more than needed. */
static BxLexResult
take_year(BxLex *x, Fields *f)
{
	bool negative = bx_lex_take(x, '-');
	const char *first = x->p;
	size_t n = bx_lex_skip_digits(x);

	if (n < 4 || (n > 4 && *first == '0'))
		return BX_LEX_FORM;
	f->c.year = 0;
	if (n > YEAR_DIGITS_MAX)
		return BX_LEX_YEAR;
	for (; first < x->p; first++)
		f->c.year = f->c.year * 10 + (*first - '0');
	if (f->c.year > f->year_max)
		return BX_LEX_YEAR;
	if (negative)
		f->c.year = -f->c.year;
	return BX_LEX_OK;
}

/* The year as one of the 400 that the calendar counts, and the cycles of so many years before it. */
static int64_t
cycles_before(int64_t year, unsigned *y)
{
	int64_t cycles = year / CYCLE_YEARS - (year % CYCLE_YEARS <= 0);

	*y = (unsigned) (year - cycles * CYCLE_YEARS);
	return cycles;
}

static BxLexResult
take_date(BxLex *x, unsigned parts, Fields *f)
{
	BxLexResult result = BX_LEX_OK;
	unsigned y;

	if (parts & BX_PART_YEAR)
		result = take_year(x, f);
	else if (!bx_lex_take(x, '-') || !bx_lex_take(x, '-'))
		return BX_LEX_FORM;
	if ((parts & BX_PART_MONTH) &&
		(((parts & BX_PART_YEAR) && !bx_lex_take(x, '-')) || !two_digits(x, &f->c.month)))
		return BX_LEX_FORM;
	if ((parts & BX_PART_DAY) && (!bx_lex_take(x, '-') || !two_digits(x, &f->c.day)))
		return BX_LEX_FORM;
	if (result != BX_LEX_OK)
		return result;
	(void) cycles_before(f->c.year, &y);
	return f->c.month - 1 > 11 || f->c.day == 0 || f->c.day > bx_days_in_month(y, f->c.month) ? BX_LEX_RANGE
																							  : BX_LEX_OK;
}

/* ".ddd" to nanoseconds, further digits dropped. */
static bool
take_fraction(BxLex *x, Fields *f)
{
	uint32_t unit = NANOS;
	const char *first;

	if (!bx_lex_take(x, '.'))
		return true;
	first = x->p;
	if (bx_lex_skip_digits(x) == 0)
		return false;
	for (; first < x->p; first++)
	{
		f->more |= *first != '0';
		unit /= 10;
		f->nanos += (uint32_t) (*first - '0') * unit;
	}
	return true;
}

static BxLexResult
take_time(BxLex *x, Fields *f)
{
	if (!two_digits(x, &f->c.hour) || !bx_lex_take(x, ':') || !two_digits(x, &f->c.minute) ||
		!bx_lex_take(x, ':') || !two_digits(x, &f->c.second) || !take_fraction(x, f))
		return BX_LEX_FORM;
	if (f->c.hour == 24)
		return f->c.minute == 0 && f->c.second == 0 && !f->more ? BX_LEX_OK : BX_LEX_RANGE;
	return f->c.hour > 24 || f->c.minute > 59 || f->c.second > 59 ? BX_LEX_RANGE : BX_LEX_OK;
}

/* The zone, if there is one; it ends the text. */
static BxLexResult
take_zone(BxLex *x, Fields *f)
{
	unsigned h = 0, m = 0;
	bool negative;

	f->zone = BX_ZONE_NONE;
	if (x->p == x->end)
		return BX_LEX_OK;
	f->zone = 0;
	if (bx_lex_take(x, 'Z'))
		return x->p == x->end ? BX_LEX_OK : BX_LEX_FORM;
	negative = bx_lex_take(x, '-');
	if ((!negative && !bx_lex_take(x, '+')) || !two_digits(x, &h) || !bx_lex_take(x, ':') ||
		!two_digits(x, &m) || x->p != x->end)
		return BX_LEX_FORM;
	f->zone = (int16_t) ((int) (h * 60 + m) * (negative ? -1 : 1));
	return m > 59 || h * 60 + m > ZONE_MINUTES_MAX ? BX_LEX_RANGE : BX_LEX_OK;
}

BxMoment
bx_moment_make(const BxCivil *c, uint32_t nanos, int16_t zone)
{
	BxMoment m = {.nanos = nanos, .zone = zone};
	unsigned y;
	int64_t cycles = cycles_before(c->year, &y);

	m.seconds = (cycles * CYCLE_DAYS + bx_days_from_civil(y, c->month, c->day)) * BX_DAY_SECONDS;
	m.seconds += c->hour * 3600 + c->minute * 60 + c->second;
	return m;
}

BxCivil
bx_civil_cut(unsigned parts, const BxCivil *c)
{
	BxCivil cut = *c;

	if (!(parts & BX_PART_YEAR))
		cut.year = 1972;
	if (!(parts & BX_PART_MONTH))
		cut.month = parts & BX_PART_YEAR ? 1 : 12;
	if (!(parts & BX_PART_DAY))
		cut.day = parts == BX_PART_TIME ? 31 : 1;
	if (!(parts & BX_PART_TIME))
		cut.hour = cut.minute = cut.second = 0;
	return cut;
}

static BxLexResult
read_moment(unsigned parts, int64_t year_max, const char *s, size_t n, BxMoment *m)
{
	BxLex x = bx_lex_trimmed(s, n);
	static const BxCivil none;
	Fields f = {.c = bx_civil_cut(parts, &none), .year_max = year_max};
	BxLexResult date = BX_LEX_OK, time = BX_LEX_OK, zone;

	if (parts != BX_PART_TIME)
		date = take_date(&x, parts, &f);
	if (date == BX_LEX_FORM)
		return BX_LEX_FORM;
	if (parts & BX_PART_TIME)
	{
		if (parts != BX_PART_TIME && !bx_lex_take(&x, 'T'))
			return BX_LEX_FORM;
		time = take_time(&x, &f);
		if (time == BX_LEX_FORM)
			return BX_LEX_FORM;
	}
	zone = take_zone(&x, &f);
	if (zone != BX_LEX_OK)
		return zone;
	if (date != BX_LEX_OK || time != BX_LEX_OK)
		return date != BX_LEX_OK ? date : time;
	/* the end of the last day is in a year too many */
	if (f.c.hour == 24 && f.c.year == year_max && f.c.month == 12 && f.c.day == 31)
		return BX_LEX_YEAR;
	if (parts == BX_PART_TIME)
		f.c.hour %= 24;
	*m = bx_moment_make(&f.c, f.nanos, f.zone);
	return BX_LEX_OK;
}

BxLexResult
bx_moment_read(unsigned parts, const char *s, size_t n, BxMoment *m)
{
	return read_moment(parts, BX_MOMENT_YEAR_MAX, s, n, m);
}

/* The same with the years that stored and indexed values may have. */
static BxLexResult
read_bounded(unsigned parts, const char *s, size_t n, BxMoment *m)
{
	BxLexResult lex = read_moment(parts, BX_LEX_YEAR_MAX, s, n, m);

	return lex == BX_LEX_YEAR ? BX_LEX_RANGE : lex;
}

BxLexResult
bx_date_read(const char *s, size_t n, BxMoment *m)
{
	return read_bounded(BX_PARTS_DATE, s, n, m);
}

BxLexResult
bx_datetime_read(const char *s, size_t n, BxMoment *m)
{
	return read_bounded(BX_PARTS_DATETIME, s, n, m);
}

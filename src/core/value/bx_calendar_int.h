/*
 * bx_calendar_int.h -- the proleptic Gregorian calendar, for typed forms and lexical forms.
 */
#ifndef BX_CALENDAR_INT_H
#define BX_CALENDAR_INT_H

#include "../base/bx_core_int.h"

#include <stdbool.h>
#include <stdint.h>

#define BX_DAY_SECONDS 86400

/* Days since 1970-01-01 of a date; years 1..9999, counted from March. */
static inline int32_t
bx_days_from_civil(unsigned year, unsigned month, unsigned day)
{
	unsigned y = month > 2 ? year : year - 1;
	unsigned era = y / 400;
	unsigned yoe = y - era * 400;
	unsigned doy = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
	unsigned doe = yoe * 365 + yoe / 4 - yoe / 100 + doy;

	return (int32_t) (era * 146097 + doe) - 719468;
}

/* The date of a day of a cycle of 400 years that begins on 1 March of a year 0. */
static inline void
bx_date_in_cycle(unsigned doe, unsigned *year, unsigned *month, unsigned *day)
{
	unsigned yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
	unsigned doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
	unsigned mp = (5 * doy + 2) / 153;

	*day = doy - (153 * mp + 2) / 5 + 1;
	*month = mp < 10 ? mp + 3 : mp - 9;
	*year = yoe + (*month <= 2);
}

static inline unsigned
bx_days_in_month(unsigned year, unsigned month)
{
	static const uint8_t days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
	bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);

	return month == 2 && leap ? 29 : days[month - 1];
}

#endif

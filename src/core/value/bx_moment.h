/*
 * bx_moment.h -- dates, times, parts of dates, and durations: text and arithmetic.
 *
 * The calendar is the proleptic Gregorian one, year 0 is 1 BC.  A value without a zone is taken as UTC where an order
 * or a difference asks for one.
 */
#ifndef BX_MOMENT_H
#define BX_MOMENT_H

#include "bx_lexical.h"

#define BX_ZONE_NONE INT16_MIN

typedef struct BxMoment
{
	/* date, dateTime: local time since 1970-01-01T00:00:00; dayTimeDuration: its length; yearMonthDuration: months */
	int64_t seconds;
	uint32_t nanos; /* to be added, below 10^9; 0 of a date and a yearMonthDuration */
	int16_t zone;   /* date, dateTime: minutes east of UTC, or BX_ZONE_NONE */
} BxMoment;

/* Durations whose seconds or months are beyond are BX_LEX_RANGE. */
#define BX_SPAN_MAX INT64_C(9007199254740991)

/* The parts that the text of a moment has, as bits. */
#define BX_PART_YEAR 1u
#define BX_PART_MONTH 2u
#define BX_PART_DAY 4u
#define BX_PART_TIME 8u
#define BX_PARTS_DATE (BX_PART_YEAR | BX_PART_MONTH | BX_PART_DAY)
#define BX_PARTS_DATETIME (BX_PARTS_DATE | BX_PART_TIME)

/* Years whose seconds fit; beyond is BX_LEX_YEAR. */
#define BX_MOMENT_YEAR_MAX INT64_C(290000000000)

/*
 * bx_moment_read: xs:dateTime, xs:date, xs:time, xs:gYearMonth, xs:gYear, xs:gMonthDay, xs:gDay or xs:gMonth, by its
 * parts; white space around it is taken off.  What the text lacks is that of 1972-12-31T00:00:00, but the first day of
 * a gYearMonth and a gMonth, and the first of January of a gYear.  24:00:00 is the first moment of the next day, or of
 * an xs:time 00:00:00.  Digits of the fraction beyond the ninth are dropped.
 */
extern BxLexResult bx_moment_read(unsigned parts, const char *s, size_t n, BxMoment *m);

/* The same of an xs:date or xs:dateTime whose year is at most BX_LEX_YEAR_MAX; beyond is BX_LEX_RANGE. */
extern BxLexResult bx_date_read(const char *s, size_t n, BxMoment *m);
extern BxLexResult bx_datetime_read(const char *s, size_t n, BxMoment *m);
/* The same of a stored xs:date or xs:dateTime. */
extern BxMoment bx_moment_of_value(const BxValue *value);

/* An xs:duration, "P1Y2M3DT4H5M6.7S"; all parts have one sign. */
typedef struct BxDuration
{
	int64_t months;
	int64_t seconds;
	uint32_t nanos; /* to be added, below 10^9 */
} BxDuration;

/*
 * bx_duration.c: a duration that may have years and months, or days and what is below, or all of them.  Digits of the
 * fraction beyond the ninth are dropped.
 */
extern BxLexResult bx_duration_read_as(bool months, bool seconds, const char *s, size_t n, BxDuration *d);
/* xs:duration: any of them. */
extern BxLexResult bx_duration_read(const char *s, size_t n, BxDuration *d);
/* xs:dayTimeDuration, "-P1DT2H3M4.5S". */
extern BxLexResult bx_span_read(const char *s, size_t n, BxMoment *m);
/* xs:yearMonthDuration, "P1Y2M". */
extern BxLexResult bx_months_read(const char *s, size_t n, BxMoment *m);

/* Canonical text into buf, which has BX_MOMENT_TEXT_MAX bytes; the length is returned. */
#define BX_MOMENT_TEXT_MAX 64
extern unsigned bx_moment_format(unsigned parts, const BxMoment *m, char *buf);
extern unsigned bx_duration_format(const BxDuration *d, char *buf);
extern unsigned bx_date_format(const BxMoment *m, char *buf);
extern unsigned bx_datetime_format(const BxMoment *m, char *buf);
extern unsigned bx_span_format(const BxMoment *m, char *buf);
extern unsigned bx_months_format(const BxMoment *m, char *buf);

/* The same moment in UTC, for comparisons: BX_ZONE_NONE is taken as UTC. */
extern BxMoment bx_moment_utc(const BxMoment *m);

/*
 * Add `sign` times a duration to a date, a dateTime or a dayTimeDuration.  False when the result is out of range; a
 * date stays one when it is cut by bx_moment_to_date.
 */
extern bool bx_moment_add(const BxMoment *m, const BxMoment *span, int sign, BxMoment *sum);
/* Is the dayTimeDuration or, with its months, the yearMonthDuration in range? */
extern bool bx_span_fits(const BxMoment *m);
/*
 * Add months to a date or dateTime: a day that the month does not have becomes its last one.  False when the year is
 * beyond BX_MOMENT_YEAR_MAX.
 */
extern bool bx_moment_add_months(const BxMoment *m, int64_t months, BxMoment *sum);
/* Is the year of a date or dateTime, whatever its seconds, at most so far from 0? */
extern bool bx_moment_within(const BxMoment *m, int64_t year_max);

/* The same with the years that stored and indexed values may have. */
static inline bool
bx_moment_fits(const BxMoment *m)
{
	return bx_moment_within(m, BX_LEX_YEAR_MAX);
}

/* The day that a dateTime is in. */
extern BxMoment bx_moment_to_date(const BxMoment *m);

/* Parts of a date or dateTime as it is written. */
typedef struct BxCivil
{
	int64_t year;
	unsigned month, day, hour, minute, second;
} BxCivil;

/* bx_moment_civil: the parts of m in its own zone; hour and below are 0 of a date. */
extern BxCivil bx_moment_civil(const BxMoment *m);

/* bx_moment_make: the way back, of parts that are in range; the hour may be 24. */
extern BxMoment bx_moment_make(const BxCivil *c, uint32_t nanos, int16_t zone);

/* bx_civil_cut: the parts that texts with so many have; the others become those that bx_moment_read gives them. */
extern BxCivil bx_civil_cut(unsigned parts, const BxCivil *c);

#endif

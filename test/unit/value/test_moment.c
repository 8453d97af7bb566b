/*
 * test_moment.c -- dates, dateTimes and durations: text to value and back, and the calendar against a day by day count.
 */
#include <stdlib.h>

#include "../../../src/core/base/bx_core_int.h"
#include "../../../src/core/value/bx_moment.h"
#include "../ut.h"

typedef BxLexResult (*Read)(const char *s, size_t n, BxMoment *m);
typedef unsigned (*Format)(const BxMoment *m, char *buf);

typedef struct Form
{
	const char *text;
	const char *want; /* canonical text; "form" or "range" when it is refused */
} Form;

static void
expect(const Form *f, Read read, Format format)
{
	char buf[BX_MOMENT_TEXT_MAX], again[BX_MOMENT_TEXT_MAX];
	BxMoment m, back;
	BxLexResult lex = read(f->text, strlen(f->text), &m);
	unsigned n;

	if (lex != BX_LEX_OK)
	{
		CHECKF(strcmp(lex == BX_LEX_FORM ? "form" : "range", f->want) == 0, "%s: %d", f->text, (int) lex);
		return;
	}
	n = format(&m, buf);
	CHECKF(n == strlen(f->want) && memcmp(buf, f->want, n) == 0, "%s: %.*s, not %s", f->text, (int) n, buf,
		   f->want);
	CHECKF(m.nanos < 1000000000, "%s", f->text);
	CHECKF(read(buf, n, &back) == BX_LEX_OK && back.seconds == m.seconds && back.nanos == m.nanos &&
			   back.zone == m.zone && format(&back, again) == n,
		   "%s", f->text);
}

static BxLexResult
datetime_read(const char *s, size_t n, BxMoment *m)
{
	return bx_moment_read(BX_PARTS_DATETIME, s, n, m);
}

static void
dates(void)
{
	static const Form forms[] = {
		{"2020-02-29", "2020-02-29"},
		{" 2020-02-29Z ", "2020-02-29Z"},
		{"2020-02-29-00:00", "2020-02-29Z"},
		{"2020-02-29+14:00", "2020-02-29+14:00"},
		{"2020-02-29-14:00", "2020-02-29-14:00"},
		{"2020-02-29+14:01", "range"},
		{"0000-02-29", "0000-02-29"},
		{"-0001-12-31", "-0001-12-31"},
		{"-0004-02-29", "-0004-02-29"},
		{"-0001-02-29", "range"},
		{"12020-02-29", "12020-02-29"},
		{"9999999-12-31", "9999999-12-31"},
		{"-9999999-01-01", "-9999999-01-01"},
		{"10000000-01-01", "range"},
		{"02020-02-29", "form"},
		{"202-02-29", "form"},
		{"2021-02-29", "range"},
		{"2021-13-01", "range"},
		{"2021-01-01T00:00:00", "form"},
		{"", "form"},
	};
	size_t i;

	for (i = 0; i < sizeof(forms) / sizeof(forms[0]); i++)
		expect(&forms[i], bx_date_read, bx_date_format);
}

static void
date_times(void)
{
	static const Form forms[] = {
		{"2020-02-29T23:59:59", "2020-02-29T23:59:59"},
		{"2020-02-29T23:59:59.500Z", "2020-02-29T23:59:59.5Z"},
		{"2020-02-28T24:00:00-00:00", "2020-02-29T00:00:00Z"},
		{"-0001-12-31T24:00:00", "0000-01-01T00:00:00"},
		{"1969-12-31T23:59:59.999999999", "1969-12-31T23:59:59.999999999"},
		{"2020-12-31T23:59:59.9999999", "2020-12-31T23:59:59.9999999"},
		{"2020-12-31T23:59:59.9999999999", "2020-12-31T23:59:59.999999999"},
		{"2020-12-31T00:00:00.0000004", "2020-12-31T00:00:00.0000004"},
		{"2020-12-31T00:00:00.0000005", "2020-12-31T00:00:00.0000005"},
		{"2020-12-31T24:00:00.0", "2021-01-01T00:00:00"},
		{"2020-12-31T24:00:00.1", "range"},
		{"9999999-12-30T24:00:00Z", "9999999-12-31T00:00:00Z"},
		{"9999999-12-31T23:59:59.9999999", "9999999-12-31T23:59:59.9999999"},
		{"9999999-12-31T24:00:00", "range"},
		{"2020-12-31T23:59:60", "range"},
		{"2020-12-31", "form"},
		{"2020-12-31T00:00", "form"},
	};
	size_t i;

	for (i = 0; i < sizeof(forms) / sizeof(forms[0]); i++)
		expect(&forms[i], bx_datetime_read, bx_datetime_format);
}

static void
durations(void)
{
	static const Form spans[] = {
		{"P1D", "P1D"},
		{"PT36H", "P1DT12H"},
		{" -PT90M ", "-PT1H30M"},
		{"P0D", "PT0S"},
		{"-PT0.5S", "-PT0.5S"},
		{"-PT1.000000001S", "-PT1.000000001S"},
		{"PT0.1234567891S", "PT0.123456789S"},
		{"P1DT2H3M4.5S", "P1DT2H3M4.5S"},
		{"PT9007199254740991S", "P104249991374DT7H36M31S"},
		{"PT9007199254740992S", "range"},
		{"P99999999999999999999D", "range"},
		{"P", "form"},
		{"PT", "form"},
		{"P1DT", "form"},
		{"P1Y", "form"},
		{"PT1D", "form"},
		{"P1H", "form"},
		{"PT1S2M", "form"},
		{"PT1M1M", "form"},
		{"PT.5S", "form"},
		{"PT5.S", "form"},
		{"PT5.5M", "form"},
		{"P-1D", "form"},
		{"+P1D", "form"},
		{"1D", "form"},
	};
	static const Form months[] = {
		{"P1Y", "P1Y"},
		{"P14M", "P1Y2M"},
		{"-P1Y14M", "-P2Y2M"},
		{"P0Y", "P0M"},
		{"P1M1Y", "form"},
		{"P1D", "form"},
		{"PT1M", "form"},
		{"P", "form"},
		{"P1.5Y", "form"},
		{"P99999999999999999999Y", "range"},
		{"P9007199254740992M", "range"},
	};
	size_t i;

	for (i = 0; i < sizeof(spans) / sizeof(spans[0]); i++)
		expect(&spans[i], bx_span_read, bx_span_format);
	for (i = 0; i < sizeof(months) / sizeof(months[0]); i++)
		expect(&months[i], bx_months_read, bx_months_format);
}

static bool
is_leap(int64_t year)
{
	return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

static unsigned
days_in(int64_t year, unsigned month)
{
	static const unsigned days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

	return month == 2 && is_leap(year) ? 29 : days[month - 1];
}

/* Every day of ten years follows the one before, and months are added by the calendar. */
static void
decade(int64_t year)
{
	const BxMoment day = {86400, 0, BX_ZONE_NONE};
	char text[BX_MOMENT_TEXT_MAX];
	unsigned month = 1, d = 1, k, wrong = 0;
	BxMoment m, next;
	int64_t first = year;
	BxCivil c;
	int n = sprintf(text, "%s%04lld-01-01", year < 0 ? "-" : "", (long long) llabs(year));

	CHECK(bx_date_read(text, (size_t) n, &m) == BX_LEX_OK);
	for (k = 0; k < 3600; k++)
	{
		unsigned to = month % 12 + 1;
		int64_t of = year + (month == 12);

		c = bx_moment_civil(&m);
		wrong += c.year != year || c.month != month || c.day != d;
		if (bx_moment_add_months(&m, 1, &next))
		{
			c = bx_moment_civil(&next);
			wrong += c.year != of || c.month != to || c.day != (d < days_in(of, to) ? d : days_in(of, to));
		}
		CHECK(bx_moment_add(&m, &day, 1, &next));
		m = next;
		if (d++ == days_in(year, month))
		{
			d = 1;
			year = of;
			month = to;
		}
	}
	CHECKF(wrong == 0, "%lld: %u", (long long) first, wrong);
}

static void
calendar(void)
{
	static const int64_t from[] = {-801, -5, 1890, 9998, -9999999, 9999990};
	size_t i;

	for (i = 0; i < sizeof(from) / sizeof(from[0]); i++)
		decade(from[i]);
}

static void
bounds(void)
{
	BxMoment m, sum, span;

	CHECK(bx_date_read("9999999-12-31", 13, &m) == BX_LEX_OK && bx_moment_fits(&m));
	CHECK(bx_moment_add_months(&m, 1, &sum) && !bx_moment_fits(&sum));
	CHECK(bx_moment_add_months(&m, -1, &sum) && bx_moment_fits(&sum));
	CHECK(!bx_moment_add_months(&m, INT64_MAX, &sum) && !bx_moment_add_months(&m, INT64_MIN, &sum));
	for (size_t i = 0; i < 4; i++)
	{
		char text[] = "_P1D_";

		text[0] = text[4] = " \t\n\r"[i];
		CHECKF(bx_span_read(text, 5, &span) == BX_LEX_OK && bx_span_read(text + 1, 4, &span) == BX_LEX_OK &&
				   bx_span_read(text, 4, &span) == BX_LEX_OK,
			   "white space %zu", i);
	}
	CHECK(bx_span_read("\vP1D", 4, &span) != BX_LEX_OK && bx_span_read("P1D\v", 4, &span) != BX_LEX_OK);
	/* from the last stored year to the first and back */
	CHECK(bx_moment_add_months(&m, -BX_LEX_YEAR_MAX * INT64_C(24), &sum) &&
		  bx_moment_civil(&sum).year == -BX_LEX_YEAR_MAX);
	CHECK(bx_moment_add_months(&sum, BX_LEX_YEAR_MAX * INT64_C(24), &sum) &&
		  bx_moment_civil(&sum).year == BX_LEX_YEAR_MAX);
	CHECK(bx_span_read("P1D", 3, &span) == BX_LEX_OK && bx_moment_add(&m, &span, 1, &sum));
	CHECK(!bx_moment_fits(&sum));
	CHECK(bx_date_read("-9999999-01-01", 14, &m) == BX_LEX_OK && bx_moment_fits(&m));
	CHECK(bx_moment_add(&m, &span, -1, &sum) && !bx_moment_fits(&sum));
	CHECK(bx_datetime_read("2020-01-01T00:00:00+02:00", 25, &m) == BX_LEX_OK);
	sum = bx_moment_utc(&m);
	CHECK(sum.seconds == m.seconds - 7200 && sum.zone == 0);
}

/* The years that fit into seconds: from the last to the first and back, and no month more. */
static void
wide_years(void)
{
	static const Form forms[] = {
		{"999999999-12-31T24:00:00", "1000000000-01-01T00:00:00"},
		{"-999999999-02-28T00:00:00.1", "-999999999-02-28T00:00:00.1"},
		{"290000000000-12-31T23:59:59.999999999+14:00", "290000000000-12-31T23:59:59.999999999+14:00"},
		{"-290000000000-01-01T00:00:00-14:00", "-290000000000-01-01T00:00:00-14:00"},
	};
	static const char *const beyond[] = {"290000000000-12-31T24:00:00", "290000000001-01-01T00:00:00",
										 "-290000000001-12-31T00:00:00", "9999999999999-12-31T00:00:00"};
	BxMoment m, sum;
	size_t i;

	for (i = 0; i < sizeof(forms) / sizeof(forms[0]); i++)
		expect(&forms[i], datetime_read, bx_datetime_format);
	for (i = 0; i < sizeof(beyond) / sizeof(beyond[0]); i++)
		CHECKF(datetime_read(beyond[i], strlen(beyond[i]), &m) == BX_LEX_YEAR, "%s", beyond[i]);
	CHECK(datetime_read("290000000000-12-31T00:00:00", 27, &m) == BX_LEX_OK &&
		  bx_moment_within(&m, BX_MOMENT_YEAR_MAX) && !bx_moment_within(&m, BX_MOMENT_YEAR_MAX - 1));
	CHECK(!bx_moment_within(&(BxMoment){INT64_MAX, 0, 0}, BX_MOMENT_YEAR_MAX) &&
		  !bx_moment_within(&(BxMoment){INT64_MIN, 0, 0}, BX_MOMENT_YEAR_MAX));
	CHECK(!bx_moment_add_months(&m, 1, &sum));
	CHECK(bx_moment_add_months(&m, -BX_MOMENT_YEAR_MAX * 24, &sum) &&
		  bx_moment_civil(&sum).year == -BX_MOMENT_YEAR_MAX && !bx_moment_add_months(&sum, -12, &sum));
	CHECK(bx_moment_add_months(&sum, BX_MOMENT_YEAR_MAX * 24, &sum) && sum.seconds == m.seconds);
}

typedef struct Parts
{
	unsigned parts;
	const char *text;
	const char *instant; /* the moment that it is */
	const char *written; /* NULL: as the text */
} Parts;

/* Parts of dates, and the moments that they are. */
static void
parts_of_dates(void)
{
	static const Parts cases[] = {
		{BX_PART_YEAR | BX_PART_MONTH, " 2004-02Z ", "2004-02-01T00:00:00Z", "2004-02Z"},
		{BX_PART_YEAR, "-0044-05:00", "-0044-01-01T00:00:00-05:00", NULL},
		{BX_PART_MONTH | BX_PART_DAY, "--02-29", "1972-02-29T00:00:00", NULL},
		{BX_PART_DAY, "---31+01:00", "1972-12-31T00:00:00+01:00", NULL},
		{BX_PART_MONTH, "--02", "1972-02-01T00:00:00", NULL},
		{BX_PART_TIME, "24:00:00Z", "1972-12-31T00:00:00Z", "00:00:00Z"},
		{BX_PART_TIME, "23:59:59.50", "1972-12-31T23:59:59.5", "23:59:59.5"},
	};
	static const Parts bad[] = {
		{BX_PART_YEAR | BX_PART_MONTH, "2004-2", "form", NULL},
		{BX_PART_YEAR | BX_PART_MONTH, "2004-00", "range", NULL},
		{BX_PART_YEAR, "2004-", "form", NULL},
		{BX_PART_MONTH | BX_PART_DAY, "02-29", "form", NULL},
		{BX_PART_MONTH | BX_PART_DAY, "--02-30", "range", NULL},
		{BX_PART_DAY, "--31", "form", NULL},
		{BX_PART_DAY, "---00", "range", NULL},
		{BX_PART_DAY, "----1", "form", NULL},
		{BX_PART_MONTH, "--02--", "form", NULL},
		{BX_PART_MONTH, "---02", "form", NULL},
		{BX_PART_TIME, "10:00:", "form", NULL},
		{BX_PART_TIME, "10:00:0", "form", NULL},
		{BX_PART_TIME, "10:00:00+05:", "form", NULL},
		{BX_PART_TIME, "10:00:00+05:3", "form", NULL},
		{BX_PARTS_DATE, "2004-02-", "form", NULL},
		{BX_PART_YEAR | BX_PART_MONTH, "2004-", "form", NULL},
		{BX_PART_TIME, "T10:00:00", "form", NULL},
		{BX_PART_TIME, "24:00:01", "range", NULL},
	};
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
	{
		const Parts *k = &cases[i];
		const char *written = k->written != NULL ? k->written : k->text;
		char buf[BX_MOMENT_TEXT_MAX];
		BxMoment m, instant;

		CHECKF(bx_moment_read(k->parts, k->text, strlen(k->text), &m) == BX_LEX_OK, "%s", k->text);
		CHECK(bx_datetime_read(k->instant, strlen(k->instant), &instant) == BX_LEX_OK);
		CHECKF(m.seconds == instant.seconds && m.nanos == instant.nanos && m.zone == instant.zone, "%s",
			   k->text);
		CHECKF(bx_moment_format(k->parts, &m, buf) == strlen(written) &&
				   memcmp(buf, written, strlen(written)) == 0,
			   "%s", k->text);
	}
	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
	{
		BxMoment m;
		BxLexResult lex = bx_moment_read(bad[i].parts, bad[i].text, strlen(bad[i].text), &m);

		CHECKF(lex == (strcmp(bad[i].instant, "form") == 0 ? BX_LEX_FORM : BX_LEX_RANGE), "%s: %d",
			   bad[i].text, (int) lex);
	}
}

UT_SUITE(test_moment)
{
	UT_RUN(dates);
	UT_RUN(date_times);
	UT_RUN(durations);
	UT_RUN(calendar);
	UT_RUN(bounds);
	UT_RUN(wide_years);
	UT_RUN(parts_of_dates);
	return ut_done();
}

/*
 * test_fn_datetime.c -- components of dates, times and durations, time zones and the moment, by the examples and
 * rules of XQuery and XPath Functions and Operators 3.1, sections 8.3, 9.5, 9.6 and 9.9.  The moment of the queries
 * is 2026-03-01T12:00:00Z.
 */
#include "../ut_query.h"

static void
components(void)
{
	static const UtQuery cases[] = {
		{"year-from-dateTime(xs:dateTime('1999-05-31T13:20:00-05:00'))", "1999"},
		{"year-from-dateTime(xs:dateTime('1999-12-31T24:00:00')), year-from-date(xs:date('-0002-06-06'))",
		 "2000|-2"},
		{"month-from-dateTime(xs:dateTime('1999-12-31T19:20:00-05:00'))", "12"},
		{"day-from-dateTime(xs:dateTime('1999-05-31T20:00:00-05:00')), "
		 "day-from-date(xs:date('2000-01-01+05:00'))",
		 "31|1"},
		{"hours-from-dateTime(xs:dateTime('1999-12-31T21:20:00-05:00'))", "21"},
		{"hours-from-dateTime(xs:dateTime('1999-12-31T24:00:00')), hours-from-time(xs:time('24:00:00'))",
		 "0|0"},
		{"minutes-from-dateTime(xs:dateTime('1999-05-31T13:30:00+05:30')), "
		 "minutes-from-time(xs:time('13:07:00Z'))",
		 "30|7"},
		{"seconds-from-dateTime(xs:dateTime('1999-05-31T13:20:00.05-05:00')), "
		 "seconds-from-time(xs:time('13:20:10.5'))",
		 "0.05|10.5"},
		{"seconds-from-time(xs:time('13:20:10')) instance of xs:decimal", "true"},
		{"timezone-from-dateTime(xs:dateTime('1999-05-31T13:20:00-05:00')), "
		 "timezone-from-date(xs:date('2000-06-12Z')), timezone-from-time(xs:time('13:20:00+05:30'))",
		 "-PT5H|PT0S|PT5H30M"},
		{"timezone-from-dateTime(xs:dateTime('2004-08-27T00:00:00'))", ""},
		{"(year-from-date(()), hours-from-time(()), seconds-from-duration(()), timezone-from-date(()))", ""},
		{"year-from-date(xs:untypedAtomic('2000-02-03')), month-from-date(xs:date('1999-05-31'))", "2000|5"},
		{"year-from-date(xs:dateTime('2000-02-03T00:00:00'))", "!XPTY0004"},
	};

	UT_QUERIES(cases, NULL);
}

static void
durations(void)
{
	static const UtQuery cases[] = {
		{"years-from-duration(xs:yearMonthDuration('P20Y15M')), "
		 "years-from-duration(xs:yearMonthDuration('-P15M')), "
		 "years-from-duration(xs:dayTimeDuration('-P2DT15H'))",
		 "21|-1|0"},
		{"months-from-duration(xs:yearMonthDuration('P20Y15M')), "
		 "months-from-duration(xs:yearMonthDuration('-P20Y18M')), "
		 "months-from-duration(xs:dayTimeDuration('-P2DT15H'))",
		 "3|-6|0"},
		{"days-from-duration(xs:dayTimeDuration('P3DT10H')), "
		 "days-from-duration(xs:dayTimeDuration('P3DT55H')), "
		 "days-from-duration(xs:yearMonthDuration('P3Y5M'))",
		 "3|5|0"},
		{"hours-from-duration(xs:dayTimeDuration('P3DT10H')), "
		 "hours-from-duration(xs:dayTimeDuration('PT123H')), "
		 "hours-from-duration(xs:dayTimeDuration('-P3DT10H'))",
		 "10|3|-10"},
		{"minutes-from-duration(xs:dayTimeDuration('P3DT10H')), "
		 "minutes-from-duration(xs:dayTimeDuration('-P5DT12H30M'))",
		 "0|-30"},
		{"seconds-from-duration(xs:dayTimeDuration('P3DT10H12.5S')), "
		 "seconds-from-duration(xs:dayTimeDuration('-PT256S')), "
		 "seconds-from-duration(xs:dayTimeDuration('-PT0.25S'))",
		 "12.5|-16|-0.25"},
		{"hours-from-duration(xs:dayTimeDuration('-PT1H0.5S')), "
		 "minutes-from-duration(xs:dayTimeDuration('-PT1M0.5S')), "
		 "days-from-duration(xs:duration('-P1Y1DT0.5S'))",
		 "-1|-1|-1"},
	};

	UT_QUERIES(cases, NULL);
}

static void
zones(void)
{
	static const UtQuery cases[] = {
		{"adjust-dateTime-to-timezone(xs:dateTime('2002-03-07T10:00:00'), xs:dayTimeDuration('-PT10H'))",
		 "2002-03-07T10:00:00-10:00"},
		{"adjust-dateTime-to-timezone(xs:dateTime('2002-03-07T10:00:00-07:00'), "
		 "xs:dayTimeDuration('-PT10H'))",
		 "2002-03-07T07:00:00-10:00"},
		{"adjust-dateTime-to-timezone(xs:dateTime('2002-03-07T10:00:00-07:00'), xs:dayTimeDuration('PT10H'))",
		 "2002-03-08T03:00:00+10:00"},
		{"adjust-dateTime-to-timezone(xs:dateTime('2002-03-07T00:00:00+01:00'), xs:dayTimeDuration('-PT8H'))",
		 "2002-03-06T15:00:00-08:00"},
		{"adjust-dateTime-to-timezone(xs:dateTime('2002-03-07T10:00:00-07:00'), ())", "2002-03-07T10:00:00"},
		{"adjust-dateTime-to-timezone(xs:dateTime('2002-03-07T10:00:00-07:00')), "
		 "adjust-dateTime-to-timezone(xs:dateTime('2002-03-07T10:00:00'))",
		 "2002-03-07T17:00:00Z|2002-03-07T10:00:00Z"},
		{"adjust-date-to-timezone(xs:date('2002-03-07'), xs:dayTimeDuration('-PT10H')), "
		 "adjust-date-to-timezone(xs:date('2002-03-07-07:00'), xs:dayTimeDuration('-PT10H')), "
		 "adjust-date-to-timezone(xs:date('2002-03-07-07:00'), ())",
		 "2002-03-07-10:00|2002-03-06-10:00|2002-03-07"},
		{"adjust-time-to-timezone(xs:time('10:00:00'), xs:dayTimeDuration('-PT10H')), "
		 "adjust-time-to-timezone(xs:time('10:00:00-07:00'), xs:dayTimeDuration('-PT10H')), "
		 "adjust-time-to-timezone(xs:time('10:00:00-07:00'), xs:dayTimeDuration('PT10H')), "
		 "adjust-time-to-timezone(xs:time('10:00:00-07:00'), ())",
		 "10:00:00-10:00|07:00:00-10:00|03:00:00+10:00|10:00:00"},
		{"adjust-date-to-timezone(())", ""},
		{"adjust-date-to-timezone(xs:date('2002-03-07'), xs:dayTimeDuration('PT14H1M'))", "!FODT0003"},
		{"adjust-date-to-timezone(xs:date('2002-03-07'), xs:dayTimeDuration('-PT14H1M'))", "!FODT0003"},
		{"adjust-date-to-timezone(xs:date('2002-03-07'), xs:dayTimeDuration('PT1H0.5S'))", "!FODT0003"},
		{"adjust-date-to-timezone(xs:date('2002-03-07'), xs:dayTimeDuration('PT1H1S'))", "!FODT0003"},
		{"adjust-date-to-timezone(xs:date('2002-03-07'), xs:dayTimeDuration('PT14H'))", "2002-03-07+14:00"},
		{"dateTime(xs:date('1999-12-31'), xs:time('12:00:00')), dateTime(xs:date('1999-12-31'), "
		 "xs:time('24:00:00'))",
		 "1999-12-31T12:00:00|1999-12-31T00:00:00"},
		{"dateTime(xs:date('1999-12-31+01:00'), xs:time('12:00:00.5')), "
		 "dateTime(xs:date('1999-12-31'), xs:time('12:00:00Z')), dateTime(xs:date('1999-12-31'), ()), "
		 "dateTime((), xs:time('12:00:00'))",
		 "1999-12-31T12:00:00.5+01:00|1999-12-31T12:00:00Z"},
		{"dateTime(xs:date('1999-12-31+01:00'), xs:time('12:00:00Z'))", "!FORG0008"},
	};

	UT_QUERIES(cases, NULL);
}

static void
now(void)
{
	static const UtQuery cases[] = {
		{"current-dateTime(), current-date(), current-time(), implicit-timezone()",
		 "2026-03-01T12:00:00Z|2026-03-01Z|12:00:00Z|PT0S"},
		{"current-dateTime() instance of xs:dateTimeStamp, current-time() eq xs:time('12:00:00')",
		 "true|true"},
	};

	UT_QUERIES(cases, NULL);
}

static void
ietf_dates(void)
{
	static const UtQuery cases[] = {
		{"parse-ietf-date('Wed, 06 Jun 1994 07:29:35 GMT')", "1994-06-06T07:29:35Z"},
		{"parse-ietf-date('Wed, 6 Jun 94 07:29:35 GMT')", "1994-06-06T07:29:35Z"},
		{"parse-ietf-date('Wed Jun 06 11:54:45 EST 2013')", "2013-06-06T11:54:45-05:00"},
		{"parse-ietf-date('Sunday, 06-Nov-94 08:49:37 GMT')", "1994-11-06T08:49:37Z"},
		{"parse-ietf-date('Wed, 6 Jun 94 07:29:35 +0500')", "1994-06-06T07:29:35+05:00"},
		{"parse-ietf-date('  wed 6 - JUN - 1994 7:29 ')", "1994-06-06T07:29:00Z"},
		{"parse-ietf-date('6 Jun 1994 07:29:35.125 -3:30 ( PDT )')", "1994-06-06T07:29:35.125-03:30"},
		{"parse-ietf-date('6 Jun 1994 07:29:35.1234567899 -330')", "1994-06-06T07:29:35.123456789-03:30"},
		{"parse-ietf-date('6 Jun 1994 24:00 UT'), parse-ietf-date('6 Jun 1994 00:00-1')",
		 "1994-06-07T00:00:00Z|1994-06-06T00:00:00-01:00"},
		{"parse-ietf-date('Feb-02 02:02-02: 02')", "1902-02-02T02:02:00-02:00"},
		{"('UT', 'UTC', 'GMT', 'EST', 'EDT', 'CST', 'CDT', 'MST', 'MDT', 'PST', 'PDT') ! "
		 "string(timezone-from-dateTime(parse-ietf-date('6 Jun 1994 07:29 ' || .)))",
		 "PT0S|PT0S|PT0S|-PT5H|-PT4H|-PT6H|-PT5H|-PT7H|-PT6H|-PT8H|-PT7H"},
		{"parse-ietf-date(())", ""},
	};
	static const char *const bad[] = {
		"",
		"1994-06-06",
		"Wed,06 Jun 1994 07:29:35",
		"Wen, 06 Jun 1994 07:29:35",
		"06 Jun 1994",
		"06 Jun 994 07:29",
		"06 Jun 19945 07:29",
		"30 Feb 1994 07:29",
		"06 Jux 1994 07:29",
		"06 June 1994 07:29",
		"Wedn, 06 Jun 1994 07:29",
		"06 Jun 1994 7:9",
		"06 Jun 1994 25:00",
		"06 Jun 1994 24:00:00.5",
		"06 Jun 1994 07:60",
		"06 Jun 1994 07:29:60",
		"06 Jun 1994 07:29:35.",
		"06 Jun 1994 07:29 XYZ",
		"06 Jun 1994 07:29 +15:00",
		"06 Jun 1994 07:29 +14:01",
		"06 Jun 1994 07:29 +01:75",
		"06 Jun 1994 07:29 +1:7",
		"06 Jun 1994 07:29 +01:00 (CET)",
		"06 Jun 1994 07:29 +01:00 (PDT",
		"06 Jun 1994 07:29 GMT x",
		"Jun 06 07:29",
		"Jun 06 07:29 1994 1994",
	};
	char query[100];

	UT_QUERIES(cases, NULL);
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
	{
		(void) snprintf(query, sizeof(query), "parse-ietf-date('%s')", bad[i]);
		CHECKF(strcmp(ut_query(query, NULL, false), "!FORG0010") == 0, "%s: %s", query,
			   ut_query(query, NULL, false));
	}
}

UT_SUITE(test_fn_datetime)
{
	UT_RUN(components);
	UT_RUN(durations);
	UT_RUN(zones);
	UT_RUN(now);
	UT_RUN(ietf_dates);
	return ut_done();
}

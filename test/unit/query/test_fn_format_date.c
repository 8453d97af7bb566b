/*
 * test_fn_format_date.c -- pictures of dates and times, by the examples and rules of XQuery and XPath Functions and
 * Operators 3.1, section 9.8.
 */
#include "../ut_query.h"

static void
dates(void)
{
	static const UtQuery cases[] = {
		{"let $d := xs:date('2002-12-31') return (format-date($d, '[Y0001]-[M01]-[D01]'), "
		 "format-date($d, '[M]-[D]-[Y]'), format-date($d, '[D]-[M]-[Y]'), format-date($d, '[D1] [MI] [Y]'))",
		 "2002-12-31|12-31-2002|31-12-2002|31 XII 2002"},
		{"let $d := xs:date('2002-12-31') return (format-date($d, '[D1o] [MNn], [Y]', 'en', (), ()), "
		 "format-date($d, '[D01] [MN,*-3] [Y0001]', 'en', (), ()), format-date($d, '[MNn] [D], [Y]', 'en', "
		 "(), ()), "
		 "format-date($d, '[[[Y0001]-[M01]-[D01]]]'))",
		 "31st December, 2002|31 DEC 2002|December 31, 2002|[2002-12-31]"},
		{"format-date(xs:date('2002-12-31'), '[Dwo] [MNn] [YWw]')",
		 "thirty-first December Two Thousand and Two"},
		{"format-date(xs:date('2003-09-07'), '[FNn], [F] [FN,3-3] [F1] [d] [W] [w]')",
		 "Sunday, sunday SUN 7 250 36 1"},
		{"(xs:date('2005-01-01'), xs:date('2008-12-29'), xs:date('2009-12-31'), xs:date('2010-01-03')) ! "
		 "format-date(., '[W]')",
		 "53|1|53|53"},
		{"(xs:date('2006-01-01'), xs:date('2006-02-01'), xs:date('2006-04-01')) ! format-date(., '[w]')",
		 "5|1|5"},
		{"(xs:date('2016-12-31'), xs:date('2015-12-31'), xs:date('2016-02-29')) ! format-date(., '[d001]')",
		 "366|365|060"},
		{"format-date(xs:date('0985-03-01'), '[Y]|[Y,2-2]|[Y,3]|[Y01]|[Y0001]|[Y,5]|[M,2-2]|[M,*-2]|[M,3]')",
		 "985|85|985|85|0985|00985|03|3|003"},
		{"format-date(xs:date('2012-05-18'), '[Y9;999]|[Y9,999,*]|[Y###1]|[Y๐๐๐๑]|[ Y 0 1 ]')",
		 "2;012|2,012|2012|๒๐๑๒|12"},
		{"format-date(xs:date('-0044-03-15'), '[Y] [EN] [E] [ENn]'), format-date(xs:date('0044-03-15'), "
		 "'[EN]')",
		 "44 BC bc Bc|AD"},
		{"(xs:date('0001-01-01'), xs:date('0000-12-31')) ! format-date(., '[Y] [EN]')", "1 AD|0 BC"},
		{"format-date(xs:date('2012-05-18'), '[YN] [DNn] [WN]')", "2012 18 20"},
		{"format-date(xs:date('2012-05-18'), '[MNn,12-12]!'), format-date(xs:date('2012-09-18'), "
		 "'[MNn,2-2]')",
		 "May         !|Se"},
		{"format-date(xs:date('2012-05-18'), '[MNn,3-5]|[Mi,4]|[Da]|[DA]|[Yo]')", "May|v   |r|R|2012th"},
		{"format-date(xs:date('2012-05-18'), '[CNn] ]] [[ x')", "Gregorian ] [ x"},
		{"format-date((), '[Y]')", ""},
	};

	UT_QUERIES(cases, NULL);
}

static void
times(void)
{
	static const UtQuery cases[] = {
		{"let $t := xs:dateTime('2002-12-31T15:58:45.762+02:00') return ("
		 "format-dateTime($t, '[h]:[m01] [PN]', 'en', (), ()), format-dateTime($t, '[h]:[m01]:[s01] [Pn]'), "
		 "format-dateTime($t, '[h]:[m01]:[s01] [PN] [ZN,*-3]'), format-dateTime($t, "
		 "'[H01]:[m01]:[s01].[f001]'), "
		 "format-dateTime($t, '[H01]:[m01]:[s01] [z]'), format-dateTime($t, '[H01]:[m01] Uhr [z]'))",
		 "3:58 PM|3:58:45 pm|3:58:45 PM +02:00|15:58:45.762|15:58:45 GMT+02:00|15:58 Uhr GMT+02:00"},
		{"(0, 1, 11, 12, 13, 23) ! format-time(xs:time('00:00:00') + . * xs:dayTimeDuration('PT1H'), "
		 "'[H]/[h][P]')",
		 "0/12am|1/1am|11/11am|12/12pm|13/1pm|23/11pm"},
		{"format-time(xs:time('09:05:06'), '[H]:[m]:[s] [m1] [mI] [s,3]')", "9:05:06 5 V 006"},
		{"let $t := xs:time('09:15:06.456') return format-time($t, "
		 "'[f]|[f1]|[f01]|[f0001]|[f,1-1]|[f,4-4]|[f,2-5]|[f,*-2]|[f,4]|[f๐๐๐]|[f0-0-0]|[f1##]|[fi]')",
		 "456|456|45|4560|4|4560|456|45|4560|๔๕๖|4-5-6|456|456"},
		{"format-time(xs:time('09:15:06'), '[f]|[f001]|[f,2-4]|[f1##]'), "
		 "format-time(xs:time('09:15:06.999'), '[f01]')",
		 "0|000|00|0|99"},
		{"format-time(xs:time('09:15:06.5'), '[fi] [f]'), format-time(xs:time('09:15:06.123456789'), '[fi] "
		 "[f1]')",
		 "5 5|123456789 123456789"},
	};

	UT_QUERIES(cases, NULL);
}

static void
zones(void)
{
	static const UtQuery cases[] = {
		{"('-10:00', '-05:00', 'Z', '+05:30', '+13:00') ! format-time(xs:time('12:00:00' || .), "
		 "'[Z] [Z0] [Z0:00] [Z00:00] [Z0000] [Z000] [Z00:00t] [z] [z0] [ZZ]')",
		 "-10:00 -10 -10:00 -10:00 -1000 -1000 -10:00 GMT-10:00 GMT-10 W|"
		 "-05:00 -5 -5:00 -05:00 -0500 -500 -05:00 GMT-05:00 GMT-5 R|"
		 "+00:00 +0 +0:00 +00:00 +0000 +000 Z GMT+00:00 GMT+0 Z|"
		 "+05:30 +5:30 +5:30 +05:30 +0530 +530 +05:30 GMT+05:30 GMT+5:30 +05:30|"
		 "+13:00 +13 +13:00 +13:00 +1300 +1300 +13:00 GMT+13:00 GMT+13 +13:00"},
		{"format-time(xs:time('12:00:00'), '[H][Z][z][ZZ]')", "12J"},
		{"(-12, -1, 1, 9, 10, 12) ! format-time(adjust-time-to-timezone(xs:time('12:00:00Z'), "
		 ". * xs:dayTimeDuration('PT1H')), '[ZZ]')",
		 "Y|N|A|I|K|M"},
		{"format-date(xs:date('2012-05-18-03:30'), '[Z٠٠:٠٠] [Z00~00] [z,6-6]')", "-٠٣:٣٠ -03~30 GMT-03:30"},
		{"format-date(xs:date('2012-05-18-03:30'), '[Z00000] [Z000:00] [Zx]')", "-03:30 -03:30 -03:30"},
	};

	UT_QUERIES(cases, NULL);
}

static void
languages_and_calendars(void)
{
	static const UtQuery cases[] = {
		{"let $d := xs:date('2012-05-18') return (format-date($d, '[MNn]', 'en-GB', (), ()), "
		 "format-date($d, '[MNn]', 'xib', (), ()), format-date($d, '[Y]', 'xib', (), ()), "
		 "format-date($d, '[D1o]', 'xib', (), ()))",
		 "May|[Language: en]May|2012|[Language: en]18th"},
		{"let $d := xs:date('2012-05-18') return ('AD', 'ISO', 'Q{}CE', 'CB', 'Q{http://x}Y') ! "
		 "format-date($d, '[M]', 'en', ., ())",
		 "5|5|5|[Calendar: AD]5|[Calendar: AD]5"},
		{"('x', 'e', 'EN', 'eng', 'ex') ! format-date(xs:date('2012-05-18'), '[MNn]', ., (), ())",
		 "May|May|May|[Language: en]May|[Language: en]May"},
		{"format-date(xs:date('2012-05-18'), '[M]', 'en', 'ZODIAC', ())", "!FOFD1340"},
		{"format-date(xs:date('2012-05-18'), '[M]', 'en', 'A', ())", "!FOFD1340"},
		{"format-date(xs:date('2012-05-18'), '[M]', 'en', '1', ())", "!FOFD1340"},
		{"format-date(xs:date('2012-05-18'), '[M]', 'en', 'p:AD', ())", "!FOFD1340"},
		{"default-language(), default-language() instance of xs:language, default-collation()",
		 "en|true|http://www.w3.org/2005/xpath-functions/collation/codepoint"},
	};

	UT_QUERIES(cases, NULL);
}

static void
bad_pictures(void)
{
	static const char *const bad[][2] = {
		{"date", "[bla]"},    {"date", "[]"},
		{"date", "[Y"},       {"date", "x]y"},
		{"date", "[Y999#]"},  {"date", "[Y0,,0,*]"},
		{"date", "[Y,0]"},    {"date", "[Y,3-2]"},
		{"date", "[Y,a]"},    {"date", "[Y,1-]"},
		{"date", "[Y,]"},     {"time", "[f#99]"},
		{"time", "[f1,0-3]"}, {"time", "[f#9٠]"},
		{"time", "[f0--0]"},  {"time", "[f-0]"},
		{"time", "[f0a0]"},   {"time", "[f0א0]"},
		{"time", "[f0#0]"},   {"time", "[f0٠]"},
		{"date", "[M0٠]"},    {"date", "[Y1234567,1234567]"},
	};
	static const char *const missing[][2] = {
		{"date", "H"}, {"date", "h"}, {"date", "P"}, {"date", "m"}, {"date", "s"},
		{"date", "f"}, {"time", "Y"}, {"time", "M"}, {"time", "D"}, {"time", "d"},
		{"time", "F"}, {"time", "W"}, {"time", "w"}, {"time", "C"}, {"time", "E"},
	};
	char query[120];

	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
	{
		(void) snprintf(query, sizeof(query), "format-%s(current-%s(), '%s')", bad[i][0], bad[i][0],
						bad[i][1]);
		CHECKF(strcmp(ut_query(query, NULL, false), "!FOFD1340") == 0, "%s: %s", query,
			   ut_query(query, NULL, false));
	}
	for (size_t i = 0; i < sizeof(missing) / sizeof(missing[0]); i++)
	{
		(void) snprintf(query, sizeof(query), "format-%s(current-%s(), '[%s]')", missing[i][0], missing[i][0],
						missing[i][1]);
		CHECKF(strcmp(ut_query(query, NULL, false), "!FOFD1350") == 0, "%s: %s", query,
			   ut_query(query, NULL, false));
	}
}

UT_SUITE(test_fn_format_date)
{
	UT_RUN(dates);
	UT_RUN(times);
	UT_RUN(zones);
	UT_RUN(languages_and_calendars);
	UT_RUN(bad_pictures);
	return ut_done();
}

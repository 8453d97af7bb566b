/*
 * test_fn_number.c -- functions on numbers, and pictures of integers and numbers, by the examples and rules of XQuery
 * and XPath Functions and Operators 3.1, sections 4.4 to 4.8.
 */
#include "../ut_value.h"
#include "../ut_query.h"

static void
rounding(void)
{
	static const UtQuery cases[] = {
		{"abs(10.5), abs(-10.5), abs(-7) instance of xs:integer", "10.5|10.5|true"},
		{"ceiling(10.5), ceiling(-10.5), floor(10.5), floor(-10.5)", "11|-10|10|-11"},
		{"round(2.5), round(2.4999), round(-2.5), round(1.125, 2), round(8452, -2), round(3.1415e0, 2)",
		 "3|2|-2|1.13|8500|3.14"},
		{"round-half-to-even(0.5), round-half-to-even(1.5), round-half-to-even(2.5)", "0|2|2"},
		{"round-half-to-even(3.567812e+3, 2), round-half-to-even(4.7564e-3, 2), round-half-to-even(35612.25, "
		 "-2)",
		 "3567.81|0|35600"},
		{"abs(()), round((), 2)", ""},
		{"round(xs:untypedAtomic('2.5')) instance of xs:double", "true"},
		{"round('2.5')", "!XPTY0004"},
		{"1 div round(-0.2e0)", "-INF"},
		{"number('15'), number(' 1e3 '), number('x'), number(()), number(true()), "
		 "number(xs:date('2020-01-01'))",
		 "15|1000|NaN|NaN|1|NaN"},
		{"(1, 'x') ! number()", "1|NaN"},
		{"number()", "!XPDY0002"},
	};

	UT_QUERIES(cases, NULL);
}

static void
math(void)
{
	static const UtQuery cases[] = {
		{"math:pi()", "3.141592653589793"},
		{"math:exp(()), math:exp(0), math:exp(xs:double('-INF')), math:exp(xs:double('INF'))", "1|0|INF"},
		{"math:exp10(0), math:exp10(1), math:exp10(0.5), math:exp10(-1)", "1|10|3.1622776601683795|0.1"},
		{"math:log(0), math:log(-1), math:log(1), math:log10(1e3), math:log10(0.001)", "-INF|NaN|0|3|-3"},
		{"math:pow(2, 3), math:pow(-2, 3), math:pow(2, -3), math:pow(0, -3.0e0), math:pow(-2.5e0, "
		 "2.00000001e0)",
		 "8|-8|0.125|INF|NaN"},
		{"math:pow(xs:double('NaN'), 0), math:pow(-1, xs:double('INF')), math:pow((), 93.7)", "1|1"},
		{"math:sqrt(1.0e6), math:sqrt(-2.0e0), math:sqrt(-0.0e0)", "1000|NaN|-0"},
		{"math:sin(0), math:cos(0), math:tan(-0.0e0), math:sin(xs:double('INF'))", "0|1|-0|NaN"},
		{"math:asin(1.0e0), math:acos(1.0e0), math:atan(1.0e0), math:asin(2.0e0)",
		 "1.5707963267948966|0|0.7853981633974483|NaN"},
		{"math:atan2(-0.0e0, -1), math:atan2(1, 0)", "-3.141592653589793|1.5707963267948966"},
	};

	UT_QUERIES(cases, NULL);
}

static void
integers(void)
{
	static const UtQuery cases[] = {
		{"format-integer(123, '0000'), format-integer(123, 'w'), format-integer(21, '1;o')",
		 "0123|one hundred and twenty-three|21st"},
		{"format-integer(7, 'a'), format-integer(27, 'a'), format-integer(57, 'I'), format-integer(1999, "
		 "'i')",
		 "g|aa|LVII|mcmxcix"},
		{"format-integer(1234, '#;##0;'), format-integer(14, 'Ww;o(-e)'), format-integer((), '1')",
		 "1;234|Fourteenth|"},
		{"format-integer(1234567, '#,##0'), format-integer(1234567, '#,##0.00'), format-integer(1234567, "
		 "'0,00')",
		 "1,234,567|12,345.67|1,23,45,67"},
		{"format-integer(12345678, '##0,00'), format-integer(-5, '001'), format-integer(0, '#,##0')",
		 "123456,78|-005|0"},
		{"format-integer(12345, '١,٠٠٠'), format-integer(12, '𝟘𝟘𝟘')", "١٢,٣٤٥|𝟘𝟙𝟚"},
		{"(1, 2, 3, 4, 11, 12, 13, 21, 22, 23, 111, 112) ! format-integer(., '1;o')",
		 "1st|2nd|3rd|4th|11th|12th|13th|21st|22nd|23rd|111th|112th"},
		{"(0, 12, 20, 30, 99, 100, 101, 1001, 1100, 1000000, 2000003) ! format-integer(., 'w')",
		 "zero|twelve|twenty|thirty|ninety-nine|one hundred|one hundred and one|one thousand and one|"
		 "one thousand one hundred|one million|two million and three"},
		{"(1, 2, 3, 5, 8, 9, 12, 20, 31, 100) ! format-integer(., 'w;o')",
		 "first|second|third|fifth|eighth|ninth|twelfth|twentieth|thirty-first|one hundredth"},
		{"format-integer(121, 'W'), format-integer(121, 'Ww')",
		 "ONE HUNDRED AND TWENTY-ONE|One Hundred and Twenty-One"},
		{"format-integer(-4, 'w'), format-integer(12345678901234567890123, 'w')",
		 "-four|twelve sextillion three hundred and forty-five quintillion six hundred and seventy-eight "
		 "quadrillion nine hundred and one trillion two hundred and thirty-four billion five hundred and "
		 "sixty-seven million eight hundred and ninety thousand one hundred and twenty-three"},
		{"string-length(format-integer(xs:integer(substring('1' || string-join((1 to 70) ! '0'), 1)), 'w'))",
		 "71"},
		{"format-integer(26, 'A'), format-integer(702, 'A'), format-integer(703, 'A'), format-integer(0, "
		 "'A')",
		 "Z|ZZ|AAA|0"},
		{"format-integer(3999, 'I'), format-integer(4000, 'I'), format-integer(0, 'i')", "MMMCMXCIX|4000|0"},
		{"format-integer(24, 'α'), format-integer(18, 'Α'), format-integer(3, '①'), format-integer(21, '①')",
		 "ω|Σ|③|21"},
		{"(1, 9, 10, 11, 12, 13) ! format-integer(., 'Ⅰ'), format-integer(28, 'ⓐ'), format-integer(10, '㊀')",
		 "Ⅰ|Ⅸ|Ⅹ|Ⅺ|Ⅻ|13|ⓐⓑ|㊉"},
		{"format-integer(12, 'x'), format-integer(12, ' ')", "12|12"},
		{"format-integer(1, '')", "!FODF1310"},
		{"format-integer(1, '0#')", "!FODF1310"},
		{"format-integer(1, '0,,0')", "!FODF1310"},
		{"format-integer(1, ',00')", "!FODF1310"},
		{"format-integer(1, '00,')", "!FODF1310"},
		{"format-integer(1, '0١')", "!FODF1310"},
		{"format-integer(1, '1a1')", "!FODF1310"},
		{"format-integer(1, '1;z')", "!FODF1310"},
		{"format-integer(1, '1;o()')", "!FODF1310"},
	};

	UT_QUERIES(cases, NULL);
}

static void
decimal_formats(void)
{
	static const UtQuery cases[] = {
		{"declare decimal-format de decimal-separator=',' grouping-separator='.'; "
		 "format-number(1234.5, '#.##0,00', 'de')",
		 "1.234,50"},
		{"declare decimal-format de decimal-separator=',' grouping-separator='.'; "
		 "format-number(1234.5, '#.##0,00', ' Q{}de ')",
		 "1.234,50"},
		{"declare namespace p='u'; declare decimal-format p:f NaN='none' infinity='much' minus-sign='~'; "
		 "format-number(xs:double('NaN'), '0', 'p:f'), format-number(-1 div 0e0, '0', 'Q{u}f')",
		 "none|~much"},
		{"declare default decimal-format zero-digit='٠' digit='!' pattern-separator='|' percent='p' "
		 "exponent-separator='E'; "
		 "format-number(1234.5, '!,!!٠.٠٠'), format-number(-0.5, '٠|(٠p)'), format-number(15, '٠.٠E٠')",
		 "١,٢٣٤.٥٠|(٥٠p)|١.٥E١"},
		{"format-number(1, '0', 'nowhere')", "!FODF1280"},
		{"format-number(1, '0', 'p:f')", "!FODF1280"},
		{"format-number(1, '0', '1')", "!FODF1280"},
	};

	UT_QUERIES(cases, NULL);
}

static void
numbers(void)
{
	static const UtQuery cases[] = {
		{"format-number(12345.6, '#,###.00'), format-number(12345678.9, '9,999.99')",
		 "12,345.60|12,345,678.90"},
		{"format-number(123.9, '9999'), format-number(0.14, '01%'), format-number(-6, '000')",
		 "0124|14%|-006"},
		{"format-number(0.0014, '0.0‰'), format-number(0.5e0, '1%')", "1.4‰|50%"},
		{"format-number(-1.5, '0.0;(0.0)'), format-number(1.5, '0.0;(0.0)')", "(1.5)|1.5"},
		{"format-number(1234.5678, '00.000e0'), format-number(0.234, '0.0e0'), format-number(0.234, "
		 "'#.00e0')",
		 "12.346e2|2.3e-1|0.23e0"},
		{"format-number(0.234, '.00e0'), format-number(9.99, '0.0e0'), format-number(0, '00.0e00')",
		 ".23e0|10.0e0|00.0e00"},
		{"format-number(0.123, '#.e9'), format-number(0.1, '.9e9'), format-number(0.1, '#.9e9')",
		 "0.1e0|.1e0|0.1e0"},
		{"format-number(0, '#'), format-number(0, '#.#'), format-number(0.2, '#.0'), format-number(1.2, "
		 "'#.')",
		 "0|.0|.2|1"},
		{"format-number(2.5, '0'), format-number(3.5, '0'), format-number(-0.0e0, '0'), format-number(-0.4, "
		 "'0')",
		 "2|4|-0|-0"},
		{"format-number(123456789, '##,##,00'), format-number(123456789, '###,##,00')",
		 "1,23,45,67,89|12345,67,89"},
		{"format-number(1.23456789, '0.00,00,##'), format-number(1.2, '0.00,00,##')", "1.23,45,68|1.20,00"},
		{"format-number(1.234, '0.0,0,0;0,0,0,0.0'), format-number(-1234.5, '0.0,0,0;0,0,0,0.0')",
		 "1.2,3,4|1,2,3,4.5"},
		{"format-number((), '0'), format-number(xs:double('NaN'), 'x0x'), format-number(-1 div 0e0, 'x0y')",
		 "NaN|NaN|-xInfinityy"},
		{"format-number(1e308, '0%'), format-number(xs:float('3.1'), '0.0####')", "Infinity%|3.1"},
		{"format-number(1e25, '#,######'), format-number(1e-7, '0.0000000')",
		 "10,000000,000000,000000,000000|0.0000001"},
		{"format-number(123456789012345678901234567890.5, '#,##0.0')",
		 "123,456,789,012,345,678,901,234,567,890.5"},
		{"format-number(1.5, 'the price 0.0e'), format-number(5, '$0 (net)')", "the price 1.5e|$5 (net)"},
	};
	static const char *const bad[] = {"",     "x",    "0;0;0", "0.0.0", "0%%", "0%‰",  "0x0",   ".",
									  "0,.0", "0.,0", "0,",    "0,,0",  "0#",  "0.#0", "0e#",   "0e0e0",
									  "0e0%", "0e0.", ";",     "0;",    "0e,", "0,e0", "#,,##", "0.0,,0"};
	char query[100];

	UT_QUERIES(cases, NULL);
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
	{
		(void) snprintf(query, sizeof(query), "format-number(1, '%s')", bad[i]);
		CHECKF(strcmp(ut_query(query, NULL, false), "!FODF1310") == 0, "%s: %s", query,
			   ut_query(query, NULL, false));
	}
}

/* Whatever the picture: text, or the error of pictures. */
static void
any_picture(void)
{
	static const char *const pieces[] = {"0", "#",  ",",  ".",  ";",  "%", "‰", "e", "E0", "1",  "9", "٠",
										 "𝟘", "w",  "Ww", "I",  "a",  "o", "c", "(", ")",  " ",  "-", "[",
										 "]", "[Y", "[f", "[Z", "[M", "N", "n", "t", "*",  "3-", "é", ":"};
	static const char *const calls[][2] = {
		{"format-number(-1234.5678, '%s')", "!FODF1310"},
		{"format-number(12345678901234567890e10, '%s')", "!FODF1310"},
		{"format-integer(-12345678, '%s')", "!FODF1310"},
		{"format-dateTime(xs:dateTime('-0044-03-15T01:02:03.25+05:30'), '%s')", "!FOFD1340"},
		{"format-time(xs:time('24:00:00'), '[f%s]')", "!FOFD13"},
	};
	uint64_t rng = 20261127;
	char picture[80], query[200];
	int texts = 0, errors = 0;

	for (int i = 0; i < 4000; i++)
	{
		const char *const *call = calls[i % (int) (sizeof(calls) / sizeof(calls[0]))];
		const char *got;

		picture[0] = '\0';
		for (uint32_t n = ut_below(&rng, 9); n > 0; n--)
			strcat(picture, pieces[ut_below(&rng, sizeof(pieces) / sizeof(pieces[0]))]);
		(void) sprintf(query, call[0], picture);
		got = ut_query(query, NULL, false);
		texts += got[0] != '!';
		errors += got[0] == '!';
		CHECKF(got[0] != '!' || strncmp(got, call[1], strlen(call[1])) == 0, "%s: %s", query, got);
	}
	CHECKF(texts > 500 && errors > 500, "%d, %d", texts, errors);
}

UT_SUITE(test_fn_number)
{
	UT_RUN(any_picture);
	UT_RUN(rounding);
	UT_RUN(math);
	UT_RUN(integers);
	UT_RUN(decimal_formats);
	UT_RUN(numbers);
	return ut_done();
}

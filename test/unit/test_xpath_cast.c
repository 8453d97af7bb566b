/*
 * test_xpath_cast.c -- predicates that compare with dates and durations, or read values as doubles and dates.
 *
 * Every case runs on all forms of storage, streaming and navigating: see ut_xpath.h.
 */
#include <stdlib.h>

#include "ut_xpath.h"

/* One scan decides these where it can; a value that is none of the type is an error all the same. */
static void
constructors_in_predicates(void)
{
	static const XtCase cases[] = {
		{"//i[@d > xs:date('2020-01-01')]/@n", "[@n=1 @n=2]"},
		{"//i[xs:date('2020-01-01') < @d]/@n", "[@n=1 @n=2]"},
		{"//i[@d = xs:date('2024-02-29+14:00')]/@n", "[@n=1]"},
		{"//i[@d != xs:date('2024-02-29+14:00')]/@n", "[@n=2 @n=3]"},
		{"//i[@d <= xs:date('2020-01-01') or @n = 1]/@n", "[@n=1 @n=3]"},
		{"//i[not(@d > xs:date('2020-01-01'))]/@n", "[@n=3 @n=4 @n=5]"},
		{"//i[@d > xs:date('2020-01-32')]", "!xpath_type@10"},
		{"//i[c = xs:dateTime('2024-01-01T10:00:00Z')]/@n", "[@n=2]"},
		{"//i[c = xs:dayTimeDuration('P1D')]/@n", "[@n=2]"},
		{"//i[@x > xs:date('2020-01-01')]", "[]"},
		{"//i[@d = 'x'][xs:date(@d) > xs:date('2020-01-01')]", "!xpath_type@15"},
		{"//i[@n < 4][xs:date(@d) > xs:date('2020-01-01')]/@n", "[@n=1 @n=2]"},
		{"//i[@n < 4][xs:date(@d) > xs:dateTime('2020-01-01T00:00:00')]/@n", "[]"},
		{"//i[xs:double(@v) > 100]/@n", "[@n=2]"},
		{"//i[100 < xs:double(@v)]/@n", "[@n=2]"},
		{"//i[xs:double(@v) != 150]/@n", "[@n=1 @n=3]"},
		{"//i[xs:double(@v) > -1]/@n", "[@n=1 @n=2 @n=3]"},
		{"//i[xs:double(@d) > 1]", "!xpath_type@5"},
		{"//i[xs:double(@x) > 1]", "[]"},
		{"//i[xs:double(c) > 1]", "!xpath_type@5"},
		{"//i[@n = 1 or xs:double(@v) > 100]/@n", "[@n=1 @n=2]"},
		{"//@v[xs:double(.) > 1]", "[@v=1.50E0 @v=15e1]"},
		{"//i[@v > 1]/@n", "[]"},
		{"//i[@v = '1.50E0']/@n", "[@n=1]"},
	};

	XT_CASES("<r><i n='1' d='2024-02-29+14:00' v='1.50E0'/><i n='2' d='2024-02-29' v='15e1'><c>P1D</c>"
			 "<c>2024-01-01T11:00:00+01:00</c></i><i n='3' d='2019-12-31-14:00' v='00.5'/><i n='4' d='x'/>"
			 "<i n='5'/></r>",
			 cases);
}

int
main(void)
{
	UT_RUN(constructors_in_predicates);
	return ut_done();
}

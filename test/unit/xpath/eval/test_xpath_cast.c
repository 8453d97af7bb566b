/*
 * test_xpath_cast.c -- predicates that compare with dates and durations, or read values as doubles and dates.
 *
 * Every case runs on all forms of storage, streaming and navigating: see ut_xpath.h.
 */
#include <stdlib.h>

#include "../../ut_xpath.h"

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

/* A path against one constant is compared by itself: as against the sequence of it. */
static void
paths_with_constants(void)
{
	static const char values[] =
		"<r><a d='2020-01-01' n='1.5e2' t='2020-01-01T10:00:00+02:00' p='P1D'/><b d='2020-05-17Z' n='NaN' "
		"p='P2D'/>"
		"<c d='soon' n='many'/><f>2020-01-02<!--c--></f><g> 7 </g><h><i>1</i>e2</h></r>";
#define AGAINST(path, op, constant, result)                                                                  \
	{path " " op " " constant, result},                                                                      \
	{                                                                                                        \
		path " " op " (" constant ", ())", result                                                            \
	}
	static const XtCase cases[] = {
		AGAINST("/r/a/@d", "=", "xs:date('2020-01-01Z')", "true"),
		AGAINST("/r/a/@d", "!=", "xs:date('2020-01-01')", "false"),
		AGAINST("/r/*/@d", "!=", "xs:date('2020-01-01')", "true"),
		AGAINST("/r/*/@d", ">", "xs:date('2020-05-16')", "true"),
		AGAINST("/r/*/@d", ">", "xs:date('2020-05-17')", "false"),
		AGAINST("/r/*/@d", ">=", "xs:date('2020-05-17')", "true"),
		AGAINST("/r/*/@d", "<", "xs:date('2020-01-01')", "false"),
		AGAINST("/r/*/@d", "<=", "xs:date('2020-01-01')", "true"),
		AGAINST("/r/c/@d", "!=", "xs:date('2020-01-01')", "false"),
		AGAINST("/r/none/@d", "!=", "xs:date('2020-01-01')", "false"),
		AGAINST("/r/f", "=", "xs:date('2020-01-02')", "true"),
		AGAINST("/r/a/@t", "<", "xs:dateTime('2020-01-01T08:00:01Z')", "true"),
		AGAINST("/r/a/@t", "=", "xs:dateTime('2020-01-01T08:00:00Z')", "true"),
		AGAINST("/r/*/@p", ">", "xs:dayTimeDuration('PT47H')", "true"),
		AGAINST("xs:date(/r/a/@d)", "=", "xs:date('2020-01-01Z')", "true"),
		{"xs:date(/r/a/@d) = xs:date('soon')", "!xpath_type@20"},
		AGAINST("xs:date(/r/c/@d)", "=", "xs:date('2020-01-01')", "!xpath_type@1"),
		AGAINST("xs:date(/r/*/@d)", "=", "xs:date('2020-01-01')", "!xpath_type@1"),
		AGAINST("xs:date(/r/none)", "!=", "xs:date('2020-01-01')", "false"),
		AGAINST("xs:dateTime(/r/a/@t)", "<", "xs:dateTime('2020-01-01T08:00:01Z')", "true"),
		AGAINST("xs:date(/r/a/@d)", "<", "xs:dateTime('2020-01-01T08:00:01Z')", "false"),
		AGAINST("xs:double(/r/a/@n)", "=", "150", "true"),
		AGAINST("xs:double(/r/a/@n)", ">", "-150", "true"),
		AGAINST("xs:double(/r/a/@n)", "<", "xs:double('1.51E2')", "true"),
		AGAINST("xs:double(/r/b/@n)", "!=", "150", "true"),
		AGAINST("xs:double(/r/b/@n)", "<", "150", "false"),
		AGAINST("xs:double(/r/b/@n)", ">=", "150", "false"),
		AGAINST("xs:double(/r/c/@n)", ">=", "150", "!xpath_type@1"),
		AGAINST("xs:double(/r/g)", "=", "7", "true"),
		AGAINST("xs:double(/r/h)", "=", "100", "true"),
		AGAINST("xs:double(/r/*)", "=", "7", "!xpath_type@1"),
		{"150 = xs:double(/r/a/@n)", "true"},
		{"149 > xs:double(/r/a/@n)", "false"},
		{"xs:date('2020-01-01') < /r/*/@d", "true"},
		{"xs:date('2020-05-17') < /r/*/@d", "false"},
		{"count(/r/*[xs:date('2020-01-01') <= @d])", "=2"},
	};

	XT_CASES(values, cases);
}

UT_SUITE(test_xpath_cast)
{
	UT_RUN(constructors_in_predicates);
	UT_RUN(paths_with_constants);
	return ut_done();
}

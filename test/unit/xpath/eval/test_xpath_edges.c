/*
 * test_xpath_edges.c -- the last case that is in and the first that is not, of functions and operators of paths.
 */
#include <stdlib.h>

#include "../../ut_xpath.h"

static void
places_in_ranges(void)
{
	static const XtCase cases[] = {
		{"index-of(1 to 3, 4)", "()"},
		{"index-of(1 to 3, 3)", "(3)"},
		{"index-of(1 to 3, 1)", "(1)"},
		{"index-of(1 to 3, 0)", "()"},
		{"index-of(1 to 3, 2.5)", "()"},
		{"index-of(1 to 3, '2')", "()"},
		{"index-of((1 to 3, 3 to 5), 3)", "(3 4)"},
		{"index-of((7, 2 to 4, 2), 2)", "(2 5)"},
	};

	XT_CASES("<r/>", cases);
}

UT_SUITE(test_xpath_edges)
{
	UT_RUN(places_in_ranges);
	return ut_done();
}

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

/* A decimal in a predicate is a position if it is whole. */
static void
positions(void)
{
	static const XtCase cases[] = {
		{"//a[xs:decimal('1')]", "[a=1]"},
		{"//a[xs:decimal('2')]", "[a=2]"},
		{"//a[xs:decimal('3')]", "[a=3]"},
		{"//a[xs:decimal('4')]", "[]"},
		{"//a[xs:decimal('0')]", "[]"},
		{"//a[xs:decimal('2.0')]", "[a=2]"},
		{"//a[xs:decimal('2.5')]", "[]"},
		{"//a[xs:decimal('-2')]", "[]"},
		{"//a[xs:decimal('12345678902')]", "[]"},
		{"//a[xs:decimal('2.00000000001')]", "[]"},
		{"//a[xs:decimal(.) + 0]", "[a=1 a=2 a=3]"},
		{"//a[xs:decimal(.) + 0.5]", "[]"},
		{"//a[2]", "[a=2]"},
		{"//a[2.5]", "[]"},
	};

	XT_CASES("<r><a>1</a><a>2</a><a>3</a></r>", cases);
}

UT_SUITE(test_xpath_edges)
{
	UT_RUN(places_in_ranges);
	UT_RUN(positions);
	return ut_done();
}

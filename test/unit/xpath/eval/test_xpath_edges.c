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

/* Numbers that are none, and those without end, stay what they are. */
static void
no_numbers(void)
{
	static const XtCase cases[] = {
		{"round-half-to-even(number('x'))", "(NaN)"},
		{"round-half-to-even(number('x'), 2)", "(NaN)"},
		{"round-half-to-even(1 div 0)", "(Infinity)"},
		{"round-half-to-even(1 div 0, 2)", "(Infinity)"},
		{"round-half-to-even(-1 div 0, -2)", "(-Infinity)"},
		{"round-half-to-even(2.5)", "(2)"},
		{"round-half-to-even(3.5)", "(4)"},
		{"round-half-to-even(25, -1)", "(20)"},
		{"round-half-to-even(35, -1)", "(40)"},
		{"round(number('x'))", "=NaN"},
		{"round(1 div 0)", "=Infinity"},
		{"floor(-1 div 0)", "=-Infinity"},
		{"ceiling(number('x'))", "=NaN"},
		{"abs(-1 div 0)", "=Infinity"},
	};

	XT_CASES("<r/>", cases);
}

/* The first sibling before the first, between and after others. */
static void
siblings(void)
{
	static const XtCase cases[] = {
		{"/r/a[1]/preceding-sibling::*", "[]"},
		{"/r/a[1]/preceding-sibling::a", "[]"},
		{"/r/a[1]/preceding-sibling::a[1]", "[]"},
		{"/r/a[2]/preceding-sibling::a[1]", "[a=1]"},
		{"/r/a[3]/preceding-sibling::a[1]", "[a=2]"},
		{"/r/a[3]/preceding-sibling::a[last()]", "[a=1]"},
		{"/r/a[3]/following-sibling::a", "[]"},
		{"/r/a[3]/following-sibling::a[1]", "[]"},
		{"/r/a[2]/following-sibling::a[1]", "[a=3]"},
		{"/r/a[1]/following-sibling::a[last()]", "[a=3]"},
		{"count(/r/a/preceding-sibling::a)", "=2"},
		{"count(/r/a[1]/preceding-sibling::a)", "=0"},
		{"count(/r/a[3]/following-sibling::a)", "=0"},
		{"boolean(/r/a[1]/preceding-sibling::a)", "false"},
		{"boolean(/r/a[2]/preceding-sibling::a)", "true"},
	};

	XT_CASES("<r><a>1</a><a>2</a><a>3</a></r>", cases);
}

/*
 * "sum(/r/a[1]/following-sibling::a[sum(following-sibling::a[...]last) > 0]last)", with so many predicates in each
 * other; the text is static.
 */
static const char *
nested(const char *function, const char *last, unsigned depth)
{
	static char text[10000];
	char *p = text + sprintf(text, "%s(/r/a[1]/following-sibling::a", function);

	for (unsigned i = 0; i < depth; i++)
		p += sprintf(p, "[%s(following-sibling::a", function);
	for (unsigned i = 0; i < depth; i++)
		p += sprintf(p, "%s) > 0]", last);
	sprintf(p, "%s)", last);
	return text;
}

/* Lists of siblings whose place is in use further out: of eight steps in each other, some share one of 16 places. */
static void
siblings_in_each_other(void)
{
	static const char *const functions[] = {"sum", "count"};
	static const char *const lasts[] = {"", "[position() < 90]", "[last() - 1 < 90]"};
	char doc[400] = "<r>", want[20];
	unsigned depth, f, k;

	for (f = 0; f < 10; f++)
		strcat(doc, "<a>1</a>");
	strcat(doc, "</r>");
	for (f = 0; f < 2; f++)
		for (k = 0; k < 3; k++)
			for (depth = 0; depth < 8; depth++)
			{
				snprintf(want, sizeof(want), "=%u", 9 - depth);
				XT_CASES(doc, ((const XtCase[]){{nested(functions[f], lasts[k], depth), want}}));
			}
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
	UT_RUN(no_numbers);
	UT_RUN(siblings);
	UT_RUN(siblings_in_each_other);
	UT_RUN(positions);
	return ut_done();
}

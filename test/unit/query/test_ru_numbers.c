/*
 * test_ru_numbers.c -- numbers that are stored as such in operators that cast untyped values to xs:double: as if they
 * had been read as text.
 */
#include "../ut_content.h"

/* Forms of decimals with a form of their own, and numbers that are stored as text. */
static const char numbers[] =
	"<r a='7' b='-12.50'><v>0</v><v>9</v><v>-1</v><v>10.25</v><v>123456789012345678</v>"
	"<t>1e3</t><t> 7 </t><t>007</t><t>-0</t><t>INF</t><t>0.1</t><t>+5</t><t>1.</t>"
	"<m>1<n>2</n></m><e/><w>abc</w><d>2026-11-28</d><b>true</b></r>";

static void
answers(void)
{
	gives(numbers, "sum(/r/v[position() < 5])", "18.25");
	gives(numbers, "sum(/r/v)", "1.234567890123457E17");
	gives(numbers, "avg(/r/v[position() < 5])", "4.5625");
	gives(numbers, "max((/r/v[2], /r/v[4], /r/@a))", "10.25");
	gives(numbers, "min((/r/v[2], /r/@b))", "-12.5");
	gives(numbers, "/r/@a * 2, /r/@b + 1, -/r/@b, /r/@a idiv 2, /r/@a mod 4", "14 -11.5 12.5 3 3");
	gives(numbers, "sum(/r/t[position() < 4])", "1014");
	gives(numbers, "1 div (/r/t[4] * 1)", "-INF");
	gives(numbers, "max((/r/t[5], /r/v[1]))", "INF");
	gives(numbers, "sum((/r/t[6], 1.5)), sum(/r/t[position() > 6])", "1.6 6");
	gives(numbers, "/r/m * 1, sum((/r/m, /r/m/n))", "12 14");
	gives(numbers, "count(/r/v[. > 8]), count(/r/v[. = 9]), count(/r/v[9 = .]), count(/r/v[. != 9])",
		  "3 1 1 4");
	gives(numbers, "/r/v = 10.25, /r/v = (1, 9), /r/t = 1000, /r/@a < 7.5, 7 >= /r/@a",
		  "true true true true true");
	gives(numbers, "(/r/v[1] * 1) instance of xs:double, sum(/r/v[1]) instance of xs:double", "true true");
	gives(numbers, "max(/r/v[2]) instance of xs:double, sum(()) instance of xs:integer", "true true");
	gives(numbers, "sum(/r/nothing), empty(/r/nothing * 2), empty(avg(/r/nothing))", "0 true true");
}

/* Texts that are not numbers, though some have a stored form of their own. */
static void
errors(void)
{
	static const char *const not_numbers[] = {"/r/e", "/r/w", "/r/d", "/r/b"};
	static const char *const queries[] = {"sum((/r/v[1], %s))", "%s * 1", "max((/r/v[1], %s))", "%s > 1",
										  "- %s"};
	char query[100];
	size_t i, k;

	for (i = 0; i < sizeof(not_numbers) / sizeof(not_numbers[0]); i++)
		for (k = 0; k < sizeof(queries) / sizeof(queries[0]); k++)
		{
			snprintf(query, sizeof(query), queries[k], not_numbers[i]);
			fails(numbers, query, "FORG0001");
		}
	fails(numbers, "sum((/r/v[1], /r/v[2]/string()))", "FORG0006");
	fails(numbers, "max((/r/v[1], 'a'))", "FORG0006");
	fails(numbers, "/r/v * 2", "XPTY0004");
}

/* The types of what only looks at values are those of the data model. */
static void
untyped(void)
{
	gives(numbers, "data(/r/v[1]) instance of xs:untypedAtomic, data(/r/@a) eq '7', /r/v = '9'",
		  "true true true");
	gives(numbers, "distinct-values((/r/v[2], 9)) ! (. instance of xs:untypedAtomic)", "true false");
	gives(numbers, "string(/r/v[5]), /r/v[5] || ''", "123456789012345678 123456789012345678");
	fails(numbers, "data(/r/v[2]) eq 9", "XPTY0004");
}

UT_SUITE(test_ru_numbers)
{
	UT_RUN(answers);
	UT_RUN(errors);
	UT_RUN(untyped);
	return ut_done();
}

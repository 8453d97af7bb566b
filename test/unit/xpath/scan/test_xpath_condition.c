/*
 * test_xpath_condition.c -- predicates that are decided path by path, since they go down at once or are large.
 */
#include "../../ut_xpath.h"

#define DOC "<r><a n='1'><b><c>x</c></b></a><a n='2'><b>y</b></a><a n='3'/></r>"

static void
paths_that_go_down(void)
{
	static const XtCase cases[] = {
		{"//a[.//c]", "[a#1]"},
		{"//a[not(.//c)]", "[a#2 a#3]"},
		{"//a[.//none]", "[]"},
		{"//a[.//c = 'x' or b = 'y']", "[a#1 a#2]"},
		{"//a[.//text() and b]", "[a#1 a#2]"},
		{"//a['x' = .//text()]", "[a#1]"},
		{"//a[.//text() != 'x']", "[a#2]"},
		{"//a[2 <= descendant-or-self::a/@n]", "[a#2 a#3]"},
		{"//a[descendant-or-self::a/@n > -2 and descendant-or-self::a/@n < '2']", "[a#1]"},
		{"/r/a[descendant::*/c]/@n", "[@n=1]"},
		{"//*[self::c or .//c]", "[r a#1 b c=x]"},
		{"/r/a[3][not(.//b)]", "[a#3]"},
		{"/r/a[.//b][2]", "[a#2]"},
		{"//a[b/c/text() or b/c/d/e/f/g/h/i/j/k]", "[a#1]"},
		{"count(//a[.//c or .//none/x])", "=1"},
		{"boolean(//a[.//text() = 'y'])", "true"},
	};

	XT_CASES(DOC, cases);
}

/* Of more comparisons than one scan has operands. */
static void
many_comparisons(void)
{
	XtForms f;
	BxBuf expr;
	int i;

	memset(&f, 0, sizeof(f));
	bx_buf_init(&expr, bx_host_libc());
	xt_say(&expr, "//a[@n = '50'");
	for (i = 49; i >= 2; i--)
		xt_say(&expr, " or @n = '%d'", i);
	xt_say(&expr, "]");
	xt_put(&expr, "", 1);
	if (xt_forms(&f, DOC))
		xt_expect_in(&f, (const char *) expr.data, "[a#2 a#3]");
	else
		CHECKF(false, "cannot parse");
	xt_forms_free(&f);
	bx_buf_free(&expr);
}

UT_SUITE(test_xpath_condition)
{
	UT_RUN(paths_that_go_down);
	UT_RUN(many_comparisons);
	return ut_done();
}

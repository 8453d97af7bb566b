/*
 * test_xpath_first.c -- the first node of paths of child and attribute steps, in random documents of all sizes around
 * those that such a path scans on its own.
 *
 * All ways of evaluation, navigation among them, must give the same answers (ut_xpath.h).
 */
#include "../../ut_xpath.h"

#include "../../ut_random.h"

static const char *
pick(uint64_t *rng, const char *const *words, uint32_t n)
{
	return words[ut_below(rng, n)];
}

static void
put_content(BxBuf *out, uint64_t *rng, int depth, int *left)
{
	static const char *const texts[] = {"",         "t",      "17", "a text that is longer than the others",
										"<!--c-->", "<?p d?>"};
	static const char *const names[] = {"a", "b", "c"};
	uint32_t n = 1 + ut_below(rng, 4);

	for (; n > 0 && *left > 0; n--)
	{
		const char *name = pick(rng, names, 3);

		--*left;
		xt_say(out, "<%s", name);
		if (ut_below(rng, 3) == 0)
			xt_say(out, " n='%u'", ut_below(rng, 1000));
		if (ut_below(rng, 4) == 0)
			xt_say(out, " m='x%u'", *left);
		xt_say(out, ">%s", pick(rng, texts, 6));
		if (depth < 6 && ut_below(rng, 3) != 0)
			put_content(out, rng, depth + 1, left);
		xt_say(out, "%s</%s>", ut_below(rng, 3) == 0 ? pick(rng, texts, 6) : "", name);
	}
}

/* Names besides those that paths ask for, so that tables are long. */
static void
put_others(BxBuf *out, uint64_t *rng)
{
	uint32_t n = ut_below(rng, 3) == 0 ? ut_below(rng, 120) : 0;

	for (; n > 0; n--)
		xt_say(out, "<o%u p%u='1'/>", n, n);
}

static void
put_path(BxBuf *out, uint64_t *rng)
{
	static const char *const steps[] = {"/a", "/a", "/b", "/c", "/*", "/node()"};
	static const char *const ends[] = {"",    "",           "/text()", "/@n", "/@m",
									   "/@*", "/comment()", "/o7/@p7", "/o99"};
	uint32_t n = ut_below(rng, 6);

	out->len = 0;
	xt_say(out, "/r");
	for (; n > 0; n--)
		xt_say(out, "%s", pick(rng, steps, 6));
	xt_say(out, "%s", pick(rng, ends, 9));
	xt_put(out, "", 1);
}

static void
random_documents(void)
{
	uint64_t rng = 20;
	const XtWay way = {.navigate = true};
	BxBuf text, path, want;
	int i, k;

	bx_buf_init(&text, bx_host_libc());
	bx_buf_init(&want, bx_host_libc());
	bx_buf_init(&path, bx_host_libc());
	for (i = 0; i < 60; i++)
	{
		int left = 5 << ut_below(&rng, 8);
		XtForms f;

		text.len = 0;
		xt_say(&text, "<r n='0'>");
		if (ut_below(&rng, 2) == 0)
			put_others(&text, &rng);
		put_content(&text, &rng, 1, &left);
		put_others(&text, &rng);
		xt_say(&text, "</r>");
		xt_put(&text, "", 1);
		if (!xt_forms(&f, (const char *) text.data))
			CHECKF(false, "%s", (const char *) text.data);
		for (k = 0; k < 25; k++)
		{
			put_path(&path, &rng);
			want.len = 0;
			xt_answer(&want, &f.doc[0], (const char *) path.data, &way, false);
			xt_put(&want, "", 1);
			xt_expect_in(&f, (const char *) path.data, (const char *) want.data);
		}
		xt_forms_free(&f);
	}
	bx_buf_free(&text);
	bx_buf_free(&path);
	bx_buf_free(&want);
}

/* An element that has the first steps, but not the others, is left again. */
static void
leaving_elements(void)
{
	static const XtCase cases[] = {{"string(/r/a/b/@n)", "\"3\""},     {"string(/r/a/b/text())", "\"\""},
								   {"string(/r/a/c)", "\"17\""},       {"string(/r/a/c/text())", "\"17\""},
								   {"string(/r/*/@m)", "\"y\""},       {"string(/r/a/@n/b)", "\"\""},
								   {"boolean(/r/a/b/c/d)", "true"},    {"boolean(/r/a/b/d)", "false"},
								   {"string(/r/node())", "\"x\""},     {"boolean(/r/c/text())", "true"},
								   {"boolean(/r/c/node()/b)", "false"}};

	xt_cases("<r>x<a/><a n='1'><b/></a><a><c>17</c><b n='3'><c/><c><d/></c></b></a><a m='y'/><c>1</c></r>",
			 cases, sizeof(cases) / sizeof(cases[0]));
}

UT_SUITE(test_xpath_first)
{
	UT_RUN(random_documents);
	UT_RUN(leaving_elements);
	return ut_done();
}

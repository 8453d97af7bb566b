/*
 * test_label_mark.c -- the section of label marks: what the validator refuses, what changes and copies keep of it,
 * damage, and when bxml.relabel applies.
 */
#include <stdlib.h>

#include "../ut_change.h"
#include "../ut_said.h"

static uint32_t
section_length(const uint8_t *v, size_t n, uint8_t code)
{
	const uint8_t *body;
	uint32_t len;
	BxHeader h;

	CHECK(bx_header_read(v, n, n, &h, NULL) == BX_OK);
	CHECK(bx_header_ext(&h, v, code, &body, &len, NULL) == BX_OK);
	return body != NULL ? len : 0;
}

/* ---- the validator ---- */

static void
good_and_bad(void)
{
	static const struct
	{
		const char *said; /* for <l x='1'><a/><b>t</b><a/></l> */
		const char *what; /* of the error; NULL: good */
	} cases[] = {
		{"^1:0:0.5", NULL},
		{"^1:0:0.7 ^1:1:2.-3 ^1.3:0:0.3 ^1:0:@0.9", NULL},
		{"1:1:2.3 ^1:2:4.3 ^1:3:6.1", NULL},
		{"^-:0:0.1", NULL},
		{"^1:0:0.3", "not beyond the labels"},
		{"^1:1:2.3", "not beyond the labels"},
		{"1:1:2.3 ^1:2:4.1 ^1:3:6.1", "not beyond the labels"},
		{"1:1:2.3 ^1:2:4.5 ^1:3:6.5", "not beyond the labels"},
		{"^1.3:1:2.3", "not beyond the labels"},
		{"^1:2:4.1", "is missing"},
		{"^1:3:6.1", "is missing"},
		{"^1:2:@4.3 ^1:3:6.1", "is missing"},
		{"^1:0:2.5", "is not one number"},
		{"^1:4:8.5", "is not one number"},
		{"^1:0:5", "is not one number"},
		{"^1:0:0.2.5", "is not one number"},
		{"^1.7:0:0.5", "about no node"},
		{"^1.@1:0:0.5", "about no node"},
		{"^1.3.1:0:0.5", "about no node"},
	};
	static const char xml[] = "<l x='1'><a/><b>t</b><a/></l>";
	size_t n, len;
	uint8_t *v = ut_encode(xml, strlen(xml), BX_MODE_AUTO, BX_TYPED_LOSSLESS, &n);
	BxError err;

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
	{
		uint8_t *said = ut_said(v, n, cases[i].said, &len);
		BxStatus st = bx_check(said, len, false, NULL, bx_host_libc(), &err);

		if (cases[i].what == NULL)
			CHECKF(st == BX_OK, "%s: %s", cases[i].said, err.msg);
		else
			CHECKF(st == BX_E_CORRUPT && strstr(err.msg, cases[i].what) != NULL, "%s: %s", cases[i].said,
				   st == BX_OK ? "good" : err.msg);
		free(said);
	}
	free(v);
}

/* ---- who carries it ---- */

/* A change elsewhere keeps the marks; below a node that goes they go; encoding anew keeps them. */
static void
changes_keep_it(void)
{
	UtChanged x;
	uint32_t len;

	ut_changed_make(&x, "<l><a><n/><n/></a><b/><c>text</c></l>");
	CHECK(ut_change_at(&x, BX_EDIT_DELETE, "1.1.3", "") == BX_OK);
	len = section_length(x.v, x.n, BX_EXT_MARKS);
	CHECK(len > 0);
	CHECK(ut_change_at(&x, BX_EDIT_VALUE, "1.5", "other text") == BX_OK);
	CHECK(ut_change_at(&x, BX_EDIT_INSERT_LAST, "1", "<d/>") == BX_OK);
	CHECK(ut_change_at(&x, BX_EDIT_RENAME, "1.1", "renamed") == BX_OK);
	CHECK(section_length(x.v, x.n, BX_EXT_MARKS) == len);
	CHECK(ut_change_at(&x, BX_EDIT_DELETE, "1.1", "") == BX_OK);
	CHECK(section_length(x.v, x.n, BX_EXT_MARKS) == 0);
	free(x.v);
}

/* ---- relabel ---- */

/* Many elements, each with a mark of its own. */
static void
delete_everywhere(UtChanged *x)
{
	char path[40];

	for (uint32_t i = 0; i < 100; i++)
	{
		snprintf(path, sizeof(path), "1.%u.3", 2 * i + 1);
		CHECKF(ut_change_at(x, BX_EDIT_DELETE, path, "") == BX_OK, "%s", x->err.msg);
	}
}

static void
relabel_applies(void)
{
	char xml[8000];
	size_t n = (size_t) sprintf(xml, "<l>");
	BxBuf labels;

	bx_buf_init(&labels, bx_host_libc());
	for (int i = 0; i < 100; i++)
		n += (size_t) sprintf(xml + n, "<r><k/><n/></r>");
	sprintf(xml + n, "</l>");
	for (int relabel = 0; relabel < 2; relabel++)
	{
		UtChanged x;
		uint32_t marks;

		ut_changed_make(&x, xml);
		x.relabel = relabel;
		CHECK(ut_change_at(&x, BX_EDIT_DELETE, "1.1", "") == BX_OK);
		CHECK(ut_change_at(&x, BX_EDIT_INSERT_FIRST, "1", "<r><k/><n/></r>") == BX_OK);
		delete_everywhere(&x);
		marks = section_length(x.v, x.n, BX_EXT_MARKS);
		ut_changed_labels(&x, &labels);
		/* without it nothing is lost; with it neither marks nor other labels than implied ones stay */
		CHECKF(relabel ? marks <= 256 : marks > 400, "%u", marks);
		CHECKF((strncmp((char *) labels.data, "1 1.-1 1.-1.1 1.3", 17) == 0) == (relabel == 0), "%.40s",
			   (char *) labels.data);
		free(x.v);
	}
	bx_buf_free(&labels);
}

/* ---- damage ---- */

static void
damage_is_survived(void)
{
	uint64_t rng = 5;
	UtChanged x;
	int worked = 0;

	ut_changed_make(&x, "<l x='1' y='2'><a/><b>t</b><a/><c/></l>");
	CHECK(ut_change_at(&x, BX_EDIT_REPLACE, "1.3", "<n/><n/>") == BX_OK);
	CHECK(ut_change_at(&x, BX_EDIT_DELETE, "1.3", "") == BX_OK);
	CHECK(ut_change_at(&x, BX_EDIT_DELETE, "1.7", "") == BX_OK);
	CHECK(ut_change_at(&x, BX_EDIT_DELETE, "1.@3", "") == BX_OK);
	for (int i = 0; i < 20000; i++)
	{
		uint32_t marks = section_length(x.v, x.n, BX_EXT_MARKS);
		UtChanged bad = x;
		size_t at = x.n - 1 - ut_below(&rng, marks + 20);

		bad.v = ut_need(malloc(x.n));
		memcpy(bad.v, x.v, x.n);
		bad.v[at] ^= (uint8_t) (1 << ut_below(&rng, 8));
		if (ut_below(&rng, 2))
			bad.v[x.n - 1 - ut_below(&rng, marks)] = (uint8_t) ut_below(&rng, 256);
		(void) bx_check(bad.v, bad.n, false, NULL, bx_host_libc(), &bad.err);
		if (ut_change_node(&bad, BX_EDIT_INSERT_LAST, (BxEditNode){BX_EDIT_ITEM, 0}, "<n/>") == BX_OK)
			worked++;
		else
			CHECKF(bad.err.status == BX_E_CORRUPT || bad.err.status == BX_E_LIMIT ||
					   bad.err.status == BX_E_ARGUMENT || bad.err.status == BX_E_VERSION,
				   "%s", bad.err.msg);
		free(bad.v);
	}
	CHECK(worked > 1000);
	free(x.v);
}

UT_SUITE(test_label_mark)
{
	UT_RUN(good_and_bad);
	UT_RUN(changes_keep_it);
	UT_RUN(relabel_applies);
	UT_RUN(damage_is_survived);
	return ut_done();
}

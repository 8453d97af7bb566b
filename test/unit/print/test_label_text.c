/*
 * test_label_text.c -- labels in front of a text: what is printed comes back with the same labels, and what does not
 * fit is refused.
 */
#include <stdlib.h>

#include "../../../src/core/build/bx_label_text.h"
#include "../../../src/core/print/bx_text.h"
#include "../ut_change.h"
#include "../ut_edit_random.h"
#include "../ut_said.h"

static void
print_labels(const uint8_t *v, size_t n, BxBuf *out)
{
	BxStore store;
	BxError err;

	out->len = 0;
	bx_store_memory(&store, v, n);
	CHECKF(bx_label_text_print(&store, bx_host_libc(), out, &err) == BX_OK, "%s", err.msg);
	ut_append(out, "", 1);
	out->len--;
}

/* ---- known texts ---- */

static void
known_texts(void)
{
	static const char *const cases[][3] = {
		/* document, what is said about its labels, what is printed */
		{"<l><a/><b/></l>", "", ""},
		{"<l x='1'><a/><b>t</b></l>", "1:1:2.1 1.2.1:0:3", "<?bxml-labels 1(1=2.1) 1.2.1(0=3)?>"},
		{"<l x='1'><a/><b>t</b></l>", "-:0:-3 -3:0:@7 ^-3:0:0.9 ^-3:1:2.-5 ^-3:0:@0.11",
		 "<?bxml-labels (0=-3) -3(0=@7) -3(@max:11 max:9 min:-5)?>"},
		{"<l><a/><b/></l>", "1:1:4.1 ^1:2:4.7 ^1:3:6.-1",
		 "<?bxml-labels 1(1=4.1) 1(caret-max:7 caret-min:-1)?>"},
		{"<?bxml-labels 1(1=3)?><l/>", "", "<?bxml-labels?>"},
	};
	BxBuf out;

	bx_buf_init(&out, bx_host_libc());
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
	{
		size_t n, len, m;
		uint8_t *v = ut_encode(cases[i][0], strlen(cases[i][0]), BX_MODE_AUTO, BX_TYPED_LOSSLESS, &n);
		uint8_t *said = ut_said(v, n, cases[i][1], &len), *back;
		BxError err;

		print_labels(said, len, &out);
		CHECKF(strcmp((char *) out.data, cases[i][2]) == 0, "%s", (char *) out.data);
		if (out.len > 0)
		{
			BxStatus st =
				bx_label_text_apply((char *) out.data, out.len, v, n, 5, bx_host_libc(), &back, &m, &err);

			CHECKF(st == BX_OK && m == len && memcmp(back + 5, said, len) == 0, "%s: %s", cases[i][2],
				   st == BX_OK ? "other bytes" : err.msg);
			free(back);
		}
		free(said);
		free(v);
	}
	bx_buf_free(&out);
}

static void
where_it_is(void)
{
	static const struct
	{
		const char *text;
		int off, len; /* len 0: it has none */
	} cases[] = {
		{"<?bxml-labels?><a/>", 0, 15},
		{"<?bxml-labels 1(0=3)?><a/>", 0, 22},
		{"<?bxml-labels\n1(0=3)?>text", 0, 22},
		{"<?xml version='1.0'?><?bxml-labels?><a/>", 21, 15},
		{"<?xml version='1.0'?> <?bxml-labels?><a/>", 0, 0},
		{" <?bxml-labels?><a/>", 0, 0},
		{"<!--c--><?bxml-labels?><a/>", 0, 0},
		{"<?bxml-labelss?><a/>", 0, 0},
		{"<?bxml-label?><a/>", 0, 0},
		{"<?bxml-labels", 0, 0},
		{"<?bxml-labels ?", 0, 0},
		{"<?xml version='1.0'", 0, 0},
		{"<?xml", 0, 0},
		{"", 0, 0},
	};
	size_t off, len;

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
	{
		bool found = bx_label_text_find(cases[i].text, strlen(cases[i].text), &off, &len);

		CHECKF(found == (cases[i].len > 0), "%s", cases[i].text);
		if (found)
			CHECKF((int) off == cases[i].off && (int) len == cases[i].len, "%s: %zu, %zu", cases[i].text, off,
				   len);
		/* without its last character it has none */
		if (cases[i].len > 0)
			CHECKF(!bx_label_text_find(cases[i].text, (size_t) (cases[i].off + cases[i].len - 1), &off, &len),
				   "%s", cases[i].text);
	}
}

static void
refusals(void)
{
	static const char *const bad[][2] = {
		{"<?bxml-labels 1?>", "expected \"(\""},
		{"<?bxml-labels 1(?>", "expected \")\""},
		{"<?bxml-labels 1(1?>", "expected an index"},
		{"<?bxml-labels 1(x=3)?>", "expected an index"},
		{"<?bxml-labels 1(1=x)?>", "not a label"},
		{"<?bxml-labels 1(1=)?>", "not one level"},
		{"<?bxml-labels 1(1=3.5)?>", "not one level"},
		{"<?bxml-labels 1(1=4)?>", "not one level"},
		{"<?bxml-labels 1(1=infinity)?>", "not one level"},
		{"<?bxml-labels 1(99999999999=3)?>", "expected an index"},
		{"<?bxml-labels 1(1=9) x?>", "not a label"},
		{"<?bxml-labels 1(max:x)?>", "not a mark"},
		{"<?bxml-labels 1(max:4)?>", "not a mark"},
		{"<?bxml-labels 1(max:99999999999999999999)?>", "not a mark"},
		{"<?bxml-labels 1(caret-max:9)?>", "is missing"},
		{"<?bxml-labels 1(max:1)?>", "not beyond the labels"},
		{"<?bxml-labels 1.7(0=3)?>", "about no node"},
		{"<?bxml-labels 1(7=19)?>", "about no item"},
		{"<?bxml-labels 1(0=9 1=7)?>", "do not ascend"},
		{"<?bxml-labels 1(0=3 0=5)?>", "do not ascend"},
		{"<?bxml-labels root=1.@3?>", "not the label of a root"},
		{"<?bxml-labels root=1.4?>", "not the label of a root"},
		{"<?bxml-labels root=1.5 1(0=3)?>", "about no node"},
	};
	size_t n, m;
	uint8_t *v = ut_encode("<l x='1'><a/><b>t</b></l>", 25, BX_MODE_AUTO, BX_TYPED_LOSSLESS, &n), *out;
	BxError err;

	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
	{
		BxStatus st =
			bx_label_text_apply(bad[i][0], strlen(bad[i][0]), v, n, 0, bx_host_libc(), &out, &m, &err);

		CHECKF(st == BX_E_LABEL && strstr(err.msg, bad[i][1]) != NULL &&
				   strcmp(err.setting, "bxml.output_labels") == 0 && out == NULL,
			   "%s: %s", bad[i][0], st == BX_OK ? "taken" : err.msg);
	}
	free(v);
}

/* White space may be longer than it is printed. */
static void
white_space(void)
{
	static const char *const same[] = {
		"<?bxml-labels 1(1=2.1) 1.2.1(0=3)?>",
		"<?bxml-labels   1(1=2.1)   1.2.1(0=3)?>",
		"<?bxml-labels\n\t1( 1=2.1 )\r\n  1.2.1(  0=3  )  ?>",
	};
	size_t n, m, want_n = 0;
	uint8_t *v = ut_encode("<l x='1'><a/><b>t</b></l>", 25, BX_MODE_AUTO, BX_TYPED_LOSSLESS, &n), *out,
			*want = NULL;
	BxError err;

	for (size_t i = 0; i < sizeof(same) / sizeof(same[0]); i++)
	{
		BxStatus st = bx_label_text_apply(same[i], strlen(same[i]), v, n, 0, bx_host_libc(), &out, &m, &err);

		CHECKF(st == BX_OK && out != NULL, "%s: %s", same[i], st == BX_OK ? "no labels" : err.msg);
		if (st != BX_OK || out == NULL)
			continue;
		CHECKF(want == NULL || (m == want_n && memcmp(out, want, m) == 0), "%s", same[i]);
		if (want != NULL)
			free(out);
		else
			want = out, want_n = m;
	}
	free(want);
	free(v);
}

/* ---- random values ---- */

/* The text with the labels gives the labels back, and the same text again. */
static void
round_trip(const UtChanged *x)
{
	BxBuf text, labels, before, after;
	UtChanged back = *x;
	BxError err;
	size_t n, m;
	uint8_t *plain;

	bx_buf_init(&text, bx_host_libc());
	bx_buf_init(&labels, bx_host_libc());
	bx_buf_init(&before, bx_host_libc());
	bx_buf_init(&after, bx_host_libc());
	CHECK(bx_text_write(x->v, x->n, NULL, bx_host_libc(), &text, &err) == BX_OK);
	print_labels(x->v, x->n, &labels);
	plain = ut_encode((char *) text.data, text.len, BX_MODE_AUTO, BX_TYPED_LOSSLESS, &n);
	if (labels.len > 0)
	{
		BxStatus st = bx_label_text_apply((char *) labels.data, labels.len, plain, n, 0, bx_host_libc(),
										  &back.v, &m, &err);

		CHECKF(st == BX_OK, "%s: %.*s", err.msg, (int) labels.len, (char *) labels.data);
		back.n = m;
		free(plain);
	}
	else
	{
		back.v = plain;
		back.n = n;
	}
	ut_changed_labels(x, &before);
	ut_changed_labels(&back, &after);
	CHECKF(before.len == after.len && memcmp(before.data, after.data, before.len) == 0, "%s\n%s",
		   (char *) before.data, (char *) after.data);
	print_labels(back.v, back.n, &after);
	CHECK(labels.len == after.len && memcmp(labels.data, after.data, after.len) == 0);
	free(back.v);
	bx_buf_free(&text);
	bx_buf_free(&labels);
	bx_buf_free(&before);
	bx_buf_free(&after);
}

static void
random_values(void)
{
	uint64_t rng = 3;
	int changed = 0;

	for (int i = 0; i < 60 && !ut_here; i++)
	{
		UtChanged x;

		ut_changed_make(&x, "<l x='1'>t<a/>u<b>v</b><!--c--><?bxml-labels 1(0=3)?></l>");
		for (int k = 0; k < 12 && !ut_here; k++)
		{
			UtScript s;
			UtTree tree;

			memset(&s, 0, sizeof(s));
			CHECK(ut_tree_read(&tree, x.v, x.n, &x.err) == BX_OK);
			while (s.n == 0)
				ut_random_change(&tree, &s, BX_MODE_AUTO, &rng);
			changed += ut_change_all(&x, &s) == BX_OK;
			ut_script_free(&s);
			ut_tree_free(&tree);
			round_trip(&x);
		}
		free(x.v);
	}
	CHECKF(changed > 300, "%d", changed);
}

/* ---- damage ---- */

static void
damage_is_survived(void)
{
	static const char good[] =
		"<?bxml-labels (0=-3) -3(0=@7 1=2.1) -3.2.1(0=3) -3(@max:11 caret-max:9 caret-min:-5)?>";
	static const char signs[] = "0123456789=().:@#- xmaxretin";
	char bad[sizeof(good)];
	uint64_t rng = 8;
	size_t n, m;
	uint8_t *v = ut_encode("<l x='1'><a/><b>t</b></l>", 25, BX_MODE_AUTO, BX_TYPED_LOSSLESS, &n), *out;
	BxError err;
	int taken = 0;

	for (int i = 0; i < 20000; i++)
	{
		memcpy(bad, good, sizeof(good));
		for (uint32_t k = ut_below(&rng, 4); k > 0; k--)
			bad[14 + ut_below(&rng, sizeof(good) - 17)] = signs[ut_below(&rng, sizeof(signs) - 1)];
		if (bx_label_text_apply(bad, sizeof(good) - 1, v, n, 0, bx_host_libc(), &out, &m, &err) == BX_OK)
		{
			taken++;
			CHECK(bx_check(out, m, true, NULL, bx_host_libc(), &err) == BX_OK);
		}
		else
			CHECKF(err.status == BX_E_LABEL, "%s: %s", bad, err.msg);
		free(out);
	}
	CHECKF(taken > 1000 && taken < 19000, "%d", taken);
	free(v);
}

UT_SUITE(test_label_text)
{
	UT_RUN(known_texts);
	UT_RUN(where_it_is);
	UT_RUN(refusals);
	UT_RUN(white_space);
	UT_RUN(random_values);
	UT_RUN(damage_is_survived);
	return ut_done();
}

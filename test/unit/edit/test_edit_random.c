/*
 * test_edit_random.c -- random changes of random values, against a model that works node by node.
 *
 * What comes out has the content the model says, passes the validator, and encodes to the same bytes as its own text;
 * what fails leaves nothing.  Changes continue where the last ones ended.  Damaged values give a status.  Whether a
 * value is printed before it is made, from patches or from pieces, makes no difference.
 */
#include <stdlib.h>

#include "../../../src/core/edit/bx_edit_int.h"
#include "../ut.h"
#include "../ut_edit_random.h"
#include "../ut_index.h"
#include "../ut_pack.h"

static const unsigned forms[] = {BX_MODE_AUTO,
								 BX_MODE_NAMES,
								 BX_MODE_SHAPES,
								 BX_MODE_NAMES | UT_CONSTANTS,
								 BX_MODE_SHAPES | UT_CONSTANTS,
								 BX_MODE_NAMES | UT_HEAP,
								 BX_MODE_SHAPES | UT_HEAP,
								 BX_MODE_SHAPES | UT_DIRECTORIES,
								 BX_MODE_NAMES | UT_AS(AT_BASE64),
								 BX_MODE_SHAPES | UT_CONSTANTS | UT_AS(AT_HEX),
								 BX_MODE_SHAPES | UT_DIRECTORIES | UT_VALUES | UT_AS(AT_DOUBLE)};
#define FORMS (sizeof(forms) / sizeof(forms[0]))
/* Those without declared types. */
#define BY_TEXT (FORMS - 3)

static BxStatus
start(const BxHost *host, const uint8_t *v, size_t n, const UtScript *s, unsigned form, BxEdit **e,
	  BxError *err)
{
	BxWriterOptions opt = ut_options(form, BX_TYPED_LOSSLESS);
	BxStatus st = BX_OK;
	uint32_t i;

	*e = bx_edit_new(host, &opt, v, n, err);
	if (*e == NULL)
		return err->status;
	for (i = 0; i < s->n && st == BX_OK; i++)
		st = bx_edit_add(*e, &s->changes[i].c);
	return st;
}

/* The text of the changed value before it is made is the text of the value that is made. */
static void
check_text(const BxTextOptions *opt, const BxBuf *got, const uint8_t *made, size_t made_n)
{
	BxBuf want;
	BxError err;

	bx_buf_init(&want, bx_host_libc());
	CHECK(bx_text_write(made, made_n, opt, bx_host_libc(), &want, &err) == BX_OK);
	CHECKF(got->len == want.len && (want.len == 0 || memcmp(got->data, want.data, want.len) == 0),
		   "%.*s\n%.*s", (int) want.len, want.data, (int) got->len, got->data);
	bx_buf_free(&want);
}

/* Taken in the end, when memory that ran out in the midst of it is there again. */
static BxStatus
take(BxEdit *e, UtHost *host, BxError *err, uint8_t **out, size_t *len)
{
	static int turn;
	BxStatus st;

	host->fail_at = host->calls + 1 + turn++ % 12;
	st = bx_edit_take(e, out, len);
	host->fail_at = 0;
	if (st != BX_E_NOMEM)
		return st;
	bx_error_clear(err);
	return bx_edit_take(e, out, len);
}

/* Without printing in between, there comes the same out: value, or error but for damage. */
static void
check_at_once(const uint8_t *v, size_t n, const UtScript *s, unsigned form, BxStatus want,
			  const uint8_t *made, size_t made_n, const BxError *want_err)
{
	uint8_t *out = NULL;
	size_t len = 0;
	BxError err, checked;
	BxEdit *e;
	BxStatus st;

	bx_error_clear(&err);
	st = start(bx_host_libc(), v, n, s, form, &e, &err);
	if (st == BX_OK)
		st = bx_edit_apply(e, &out, &len);
	if (bx_check(v, n, true, NULL, bx_host_libc(), &checked) == BX_OK)
		CHECKF(st == want && (want == BX_OK || strcmp(err.msg, want_err->msg) == 0), "%s: %s", err.msg,
			   want_err->msg);
	CHECK(st != BX_OK || want != BX_OK || (len == made_n && memcmp(out, made, len) == 0));
	bx_edit_free(e);
	free(out);
}

static int patched;

static BxStatus
apply(const uint8_t *v, size_t n, const UtScript *s, unsigned form, uint8_t **out, size_t *len, BxError *err)
{
	static const BxTextOptions indent = {.indent = 1, .declaration = true};
	const BxTextOptions *opt = s->n % 2 == 0 ? NULL : &indent;
	BxError kept;
	BxStatus st, printed = BX_E_STATE;
	UtHost host;
	BxBuf text;
	BxEdit *e;

	*out = NULL;
	ut_host_init(&host);
	bx_buf_init(&text, bx_host_libc());
	st = start(&host.host, v, n, s, form, &e, err);
	if (st == BX_OK)
		st = bx_edit_run(e);
	if (st == BX_OK)
		st = bx_edit_keep(e, &kept);
	if (st == BX_OK)
	{
		patched += e->state == ED_PATCHED;
		printed = bx_edit_print(e, opt, &text);
		text.len = 0; /* once more */
		if (printed == BX_OK)
			CHECK(bx_edit_print(e, opt, &text) == BX_OK);
		st = take(e, &host, &kept, out, len);
		*err = kept;
		CHECK(bx_edit_take(e, out, len) == (st == BX_OK ? BX_E_STATE : st));
		/* where the items are damaged, a target may be none of them */
		CHECKF(printed == BX_OK || printed == BX_E_CORRUPT || printed == BX_E_ARGUMENT, "%s",
			   bx_status_name(printed));
	}
	if (st == BX_OK && printed == BX_OK)
		check_text(opt, &text, *out, *len);
	check_at_once(v, n, s, form, st, *out, *len, err);
	bx_edit_free(e);
	CHECK(host.live == (st == BX_OK));
	bx_buf_free(&text);
	return st;
}

static void
check_content(const uint8_t *v, size_t n, const BxBuf *expected, uint64_t seed)
{
	UtTree tree;
	BxBuf print;
	BxError err;

	bx_buf_init(&print, bx_host_libc());
	CHECK(ut_tree_read(&tree, v, n, &err) == BX_OK);
	ut_model_children(&print, NULL, tree.root);
	CHECKF(print.len == expected->len &&
			   (print.len == 0 || memcmp(print.data, expected->data, print.len) == 0),
		   "seed %llu:\n%.*s\n%.*s", (unsigned long long) seed, (int) expected->len, (char *) expected->data,
		   (int) print.len, (char *) print.data);
	bx_buf_free(&print);
	ut_tree_free(&tree);
}

/* Index keys are those of the same content encoded anew. */
static void
check_keys(const uint8_t *v, size_t n, const uint8_t *fresh, size_t fresh_n, uint64_t seed)
{
	int i;

	for (i = 0; i < 2; i++)
	{
		BxIndexOptions options = bx_index_options(i != 0);
		char *keys = ut_index_value(v, n, &options), *want = ut_index_value(fresh, fresh_n, &options);

		CHECKF(strcmp(keys, want) == 0, "seed %llu:\n%s\n%s", (unsigned long long) seed, want, keys);
		free(keys);
		free(want);
	}
}

/* Encoding the items anew gives the bytes that encoding the text gives. */
static void
check_fresh(const uint8_t *v, size_t n, unsigned form, uint64_t seed)
{
	BxWriterOptions opt = ut_options(form, BX_TYPED_LOSSLESS);
	UtEvents ev;
	BxBuf text;
	BxError err;
	uint8_t *again = NULL, *fresh;
	size_t again_n = 0, fresh_n;

	ut_events_init(&ev);
	bx_buf_init(&text, bx_host_libc());
	CHECK(ut_read_all(v, n, &ev, &err) == BX_OK);
	CHECK(ut_write(&ev, &opt, bx_host_libc(), &again, &again_n, &err) == BX_OK);
	CHECK(bx_text_write(v, n, NULL, bx_host_libc(), &text, &err) == BX_OK);
	fresh = ut_encode((char *) text.data, text.len, form, BX_TYPED_LOSSLESS, &fresh_n);
	CHECKF(again_n == fresh_n && memcmp(again, fresh, fresh_n) == 0, "seed %llu", (unsigned long long) seed);
	check_keys(v, n, fresh, fresh_n, seed);
	free(again);
	free(fresh);
	bx_buf_free(&text);
	ut_events_free(&ev);
}

static int
compare_labels(BxStr a, BxStr b)
{
	return bx_ordpath_cmp((const uint8_t *) a.s, a.n, (const uint8_t *) b.s, b.n);
}

/* Labels ascend in document order, and what stayed has the label it had. */
static void
check_labels(const UtTree *old, UtScript *s, const uint8_t *v, size_t n, uint64_t seed)
{
	UtTree tree;
	BxError err;
	uint32_t i, at = 0;

	CHECK(ut_tree_read(&tree, v, n, &err) == BX_OK);
	ut_tree_labels(&tree, v, n);
	for (i = 1; i < tree.all.len; i++)
		CHECKF(compare_labels(tree.all.n[i - 1]->label, tree.all.n[i]->label) < 0, "seed %llu",
			   (unsigned long long) seed);
	for (i = 0; i < old->all.len && !ut_here; i++)
	{
		const UtNode *o = old->all.n[i], *now;
		const UtChange *rename = ut_only_change(s, o, BX_EDIT_RENAME);
		const UtChange *value = ut_only_change(s, o, BX_EDIT_VALUE);

		if (o->kind == UT_TEXT || !ut_model_stays(s, o)) /* texts merge */
			continue;
		while (at < tree.all.len && compare_labels(tree.all.n[at]->label, o->label) < 0)
			at++;
		now = at < tree.all.len ? tree.all.n[at] : NULL;
		CHECKF(now != NULL && compare_labels(now->label, o->label) == 0 && now->kind == o->kind &&
				   ut_same(now->local, rename != NULL ? rename->c.local : o->local) &&
				   (value != NULL || o->kind == UT_ATTRIBUTE || ut_same(now->value, o->value)),
			   "seed %llu", (unsigned long long) seed);
	}
	ut_tree_free(&tree);
}

static bool
is_document(const uint8_t *v)
{
	return (v[1] & BX_FLAG_DOCUMENT) != 0;
}

static int applied, refused;

/* A change of any node, or, if it shall be deep, of none at the top. */
static void
add_change(UtTree *tree, UtScript *s, bool deep, uint64_t *rng)
{
	UtScript last = {.n = 1};
	uint32_t n = s->n;

	ut_random_change(tree, s, forms[ut_below(rng, FORMS)], rng);
	if (s->n == n || !deep)
		return;
	last.changes[0] = s->changes[n];
	if (last.changes[0].node->parent != NULL && last.changes[0].node->parent != tree->root)
		return;
	s->n = n;
	ut_script_free(&last);
}

/* One script on a value; what comes out takes its place. */
static void
step(uint8_t **v, size_t *n, unsigned form, bool deep, uint64_t *rng)
{
	uint64_t seed = *rng;
	uint32_t want = 1 + ut_below(rng, UT_CHANGES_MAX / 2);
	UtScript s;
	UtTree tree;
	BxBuf expected;
	BxError err;
	BxStatus st;
	uint8_t *out;
	size_t len;

	memset(&s, 0, sizeof(s));
	CHECK(ut_tree_read(&tree, *v, *n, &err) == BX_OK);
	ut_tree_labels(&tree, *v, *n);
	while (want-- > 0)
		add_change(&tree, &s, deep, rng);
	bx_buf_init(&expected, bx_host_libc());
	ut_model_children(&expected, &s, tree.root);
	ut_model_conflicts(&s);
	bx_error_clear(&err);
	st = apply(*v, *n, &s, form, &out, &len, &err);
	applied += st == BX_OK;
	refused += st != BX_OK;
	if (st != BX_OK)
		CHECKF((st == BX_E_UPDATE && s.conflict) || (st == BX_E_NOT_DOCUMENT && is_document(*v)),
			   "seed %llu: %s", (unsigned long long) seed, err.msg);
	else
	{
		CHECKF(!s.conflict, "seed %llu", (unsigned long long) seed);
		st = bx_check(out, len, false, NULL, bx_host_libc(), &err);
		CHECKF(st == BX_OK, "seed %llu: %s", (unsigned long long) seed, err.msg);
		if (st == BX_OK)
		{
			check_content(out, len, &expected, seed);
			check_fresh(out, len, form, seed);
			check_labels(&tree, &s, out, len, seed);
		}
		CHECK(!is_document(*v) || is_document(out));
	}
	bx_buf_free(&expected);
	ut_script_free(&s);
	ut_tree_free(&tree);
	if (st != BX_OK)
		return;
	free(*v);
	*v = out;
	*n = len;
}

static uint8_t *
random_value(unsigned form, uint64_t *rng, size_t *n)
{
	BxWriterOptions opt = ut_options(form, BX_TYPED_LOSSLESS);
	uint8_t *v = NULL;
	UtEvents ev;
	BxError err;

	ut_events_init(&ev);
	ut_random_events(&ev, rng, ut_below(rng, 60));
	CHECK(ut_write(&ev, &opt, bx_host_libc(), &v, n, &err) == BX_OK);
	ut_events_free(&ev);
	return v;
}

static void
random_scripts(void)
{
	uint64_t rng = 20261121;
	int i, k;

	for (i = 0; i < 1200 && !ut_here; i++)
	{
		unsigned form = forms[i % FORMS];
		bool deep = i >= 400;
		size_t n;
		uint8_t *v = random_value(form, &rng, &n);

		for (k = 0; k < (deep ? 1 : 5) && !ut_here; k++)
			step(&v, &n, form, deep, &rng);
		free(v);
	}
	CHECKF(applied > 1000 && refused > 100 && patched > 100, "%d applied, %d refused, %d patched", applied,
		   refused, patched);
}

/* Length without label exceptions. */
static size_t
bare_length(const uint8_t *v, size_t n)
{
	const uint8_t *body;
	uint32_t len = 0;
	BxHeader h;
	BxError err;

	CHECK(bx_header_read(v, n, n, &h, &err) == BX_OK);
	CHECK(bx_header_ext(&h, v, BX_EXT_LABELS, &body, &len, &err) == BX_OK);
	return n - (body != NULL ? len : 0);
}

static void
check_length(const uint8_t *v, size_t n, const BxWriterOptions *opt, int edits)
{
	UtEvents ev;
	uint8_t *fresh = NULL;
	size_t fresh_n = 0;
	BxError err;

	ut_events_init(&ev);
	CHECK(ut_read_all(v, n, &ev, &err) == BX_OK);
	CHECK(ut_write(&ev, opt, bx_host_libc(), &fresh, &fresh_n, &err) == BX_OK);
	CHECKF(bare_length(v, n) * 10 <= fresh_n * 13, "%d edits: %zu bytes, fresh %zu", edits, bare_length(v, n),
		   fresh_n);
	free(fresh);
	ut_events_free(&ev);
}

/* A thousand changes later a value is no more than 1.3 times as long as it would be without a history. */
static void
long_histories(void)
{
	BxWriterOptions opt = {.limits = BX_LIMITS_DEFAULT};
	uint64_t rng = 4711;
	char xml[40000];
	size_t n = 0, len;
	uint8_t *v, *out;
	BxError err;
	int i;

	n += (size_t) sprintf(xml, "<l>");
	for (i = 0; i < 500; i++)
		n += (size_t) sprintf(xml + n, "<r c=\"GBP\"><k>urgent</k><n>%d</n>x</r>", i);
	n += (size_t) sprintf(xml + n, "</l>");
	v = ut_encode(xml, n, BX_MODE_AUTO, BX_TYPED_LOSSLESS, &len);
	for (i = 1; i <= 1000; i++)
	{
		UtTree tree;
		UtScript s;
		BxEdit *e;

		memset(&s, 0, sizeof(s));
		CHECK(ut_tree_read(&tree, v, len, &err) == BX_OK);
		while (s.n == 0)
			ut_random_change(&tree, &s, BX_MODE_AUTO, &rng);
		e = bx_edit_new(bx_host_libc(), &opt, v, len, &err);
		if (s.changes[0].node->parent != tree.root && bx_edit_add(e, &s.changes[0].c) == BX_OK &&
			bx_edit_apply(e, &out, &n) == BX_OK)
		{
			free(v);
			v = out;
			len = n;
		}
		bx_edit_free(e);
		ut_script_free(&s);
		ut_tree_free(&tree);
		if (i % 50 == 0)
			check_length(v, len, &opt, i);
	}
	free(v);
}

/* Whatever the bytes, changes end with a status. */
static void
damaged_values(void)
{
	uint64_t rng = 77;
	int i, worked = 0;

	for (i = 0; i < 4000; i++)
	{
		unsigned form = forms[(unsigned) i % BY_TEXT];
		size_t n, m, len;
		uint8_t *v = random_value(form, &rng, &n), *bad, *out;
		UtTree tree;
		UtScript s;
		BxError err;

		memset(&s, 0, sizeof(s));
		CHECK(ut_tree_read(&tree, v, n, &err) == BX_OK);
		while (s.n < 4)
			ut_random_change(&tree, &s, form, &rng);
		bad = ut_mutate(v, n, &rng, &m);
		if (apply(bad, m, &s, form, &out, &len, &err) == BX_OK)
		{
			worked++;
			free(out);
		}
		ut_script_free(&s);
		ut_tree_free(&tree);
		free(bad);
		free(v);
	}
	CHECK(worked > 100);
}

UT_SUITE(test_edit_random)
{
	UT_RUN(random_scripts);
	UT_RUN(long_histories);
	UT_RUN(damaged_values);
	return ut_done();
}

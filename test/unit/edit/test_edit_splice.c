/*
 * test_edit_splice.c -- texts replaced in the shortest way: the same bytes as by the walk, in every form of storage
 * and after any history, and left to the walk where it must be.
 */
#include <stdlib.h>

#include "../ut.h"
#include "../ut_edit_random.h"

static const unsigned forms[] = {BX_MODE_AUTO,
								 BX_MODE_NAMES,
								 BX_MODE_SHAPES,
								 BX_MODE_SHAPES | UT_CONSTANTS,
								 BX_MODE_NAMES | UT_HEAP,
								 BX_MODE_SHAPES | UT_HEAP,
								 BX_MODE_SHAPES | UT_ROOT,
								 BX_MODE_NAMES | UT_CONSTANTS,
								 BX_MODE_SHAPES | UT_DIRECTORIES | UT_VALUES};
#define FORMS (sizeof(forms) / sizeof(forms[0]))
/* Those in which texts can be replaced: in the others the table or directories must be read. */
#define SPLICED (FORMS - 2)

#define CHANGES_MAX 17

static BxEdit *
start(const uint8_t *v, size_t n, const BxWriterOptions *opt, const BxEditChange *c, uint32_t n_changes,
	  BxError *err)
{
	BxEdit *e = ut_need(bx_edit_new(bx_host_libc(), opt, v, n, err));

	while (n_changes-- > 0)
		CHECK(bx_edit_add(e, c++) == BX_OK);
	return e;
}

/* The same nodes with the same labels and values? */
static bool
same_nodes(const uint8_t *a, size_t a_n, const uint8_t *b, size_t b_n)
{
	UtTree x, y;
	BxError err;
	uint32_t i;
	bool same;

	CHECK(ut_tree_read(&x, a, a_n, &err) == BX_OK && ut_tree_read(&y, b, b_n, &err) == BX_OK);
	ut_tree_labels(&x, a, a_n);
	ut_tree_labels(&y, b, b_n);
	same = x.all.len == y.all.len;
	for (i = 0; same && i < x.all.len; i++)
	{
		const UtNode *n = x.all.n[i], *m = y.all.n[i];

		same = n->kind == m->kind && ut_same(n->label, m->label) && ut_same(n->local, m->local) &&
			   ut_same(n->uri, m->uri) && ut_same(n->prefix, m->prefix) && ut_same(n->value, m->value);
	}
	ut_tree_free(&x);
	ut_tree_free(&y);
	return same;
}

/* A walk that found names without nodes encodes the value anew. */
static int anew;

/* Are the texts replaced in the shortest way?  Then with the bytes that the walk gives. */
static bool
spliced(const uint8_t *v, size_t n, unsigned form, const BxEditChange *c, uint32_t n_changes)
{
	BxWriterOptions opt = ut_options(form, BX_TYPED_LOSSLESS);
	uint8_t *out = NULL, *want = NULL;
	size_t len = 0, want_n = 0;
	BxError err;
	BxEdit *e = start(v, n, &opt, c, n_changes, &err), *walk;

	CHECK(bx_edit_splice(e, &out, &len) == BX_OK);
	if (out != NULL)
	{
		walk = start(v, n, &opt, c, n_changes, &err);
		CHECKF(bx_edit_run(walk) == BX_OK && bx_edit_take(walk, &want, &want_n) == BX_OK, "%s", err.msg);
		if (len != want_n || memcmp(out, want, len) != 0)
		{
			anew++;
			CHECK(want_n < len && same_nodes(out, len, want, want_n));
		}
		CHECKF(bx_check(out, len, false, NULL, bx_host_libc(), &err) == BX_OK, "%s", err.msg);
		bx_edit_free(walk);
	}
	else /* nothing has happened: all of it is still possible */
	{
		BxStatus st = bx_edit_run(e);

		CHECKF(st == BX_OK || st == BX_E_UPDATE || st == BX_E_COMMENT || st == BX_E_PI, "%s", err.msg);
	}
	bx_edit_free(e);
	free(want);
	free(out);
	return len > 0;
}

static BxEditChange
new_text(UtTree *tree, const UtNode *node, uint64_t *rng)
{
	BxEditChange c;

	memset(&c, 0, sizeof(c));
	c.op = BX_EDIT_VALUE;
	c.target = node->at;
	c.text = ut_change_text(tree, rng);
	return c;
}

/* Every node of a value gets another text; how many did so in the shortest way. */
static int
splice_all(const uint8_t *v, size_t n, unsigned form, uint64_t *rng)
{
	UtTree tree;
	BxError err;
	uint32_t i;
	int count = 0;

	CHECK(ut_tree_read(&tree, v, n, &err) == BX_OK);
	for (i = 0; i < tree.all.len && !ut_here; i++)
	{
		const UtNode *node = tree.all.n[i];
		BxEditChange c;

		if (node->kind == UT_NAMESPACE || node->kind == UT_DOCTYPE)
			continue;
		c = new_text(&tree, node, rng);
		count += spliced(v, n, form, &c, 1);
	}
	ut_tree_free(&tree);
	return count;
}

/* Attributes and texts get others, a few at a time and in any order; how often in the shortest way. */
static int
splice_some(const uint8_t *v, size_t n, unsigned form, uint64_t *rng)
{
	BxEditChange c[CHANGES_MAX];
	UtTree tree;
	BxError err;
	uint32_t i, k, n_changes;
	int count = 0;

	CHECK(ut_tree_read(&tree, v, n, &err) == BX_OK);
	for (k = 0; k < 5 && !ut_here; k++)
	{
		n_changes = 0;
		for (i = 0; i < tree.all.len && n_changes < CHANGES_MAX; i++)
		{
			const UtNode *node = tree.all.n[i];
			uint32_t at;

			if ((node->kind != UT_ATTRIBUTE && node->kind != UT_TEXT) || ut_below(rng, 3) > 0)
				continue;
			at = ut_below(rng, ++n_changes);
			c[n_changes - 1] = c[at];
			c[at] = new_text(&tree, node, rng);
		}
		if (n_changes > 1)
			count += spliced(v, n, form, c, n_changes);
	}
	ut_tree_free(&tree);
	return count;
}

/* A change of any kind, so that labels and names have a history. */
static void
evolve(uint8_t **v, size_t *n, unsigned form, uint64_t *rng)
{
	BxWriterOptions opt = ut_options(form, BX_TYPED_LOSSLESS);
	uint8_t *out;
	size_t len;
	UtTree tree;
	UtScript s;
	BxError err;
	BxEdit *e;

	memset(&s, 0, sizeof(s));
	CHECK(ut_tree_read(&tree, *v, *n, &err) == BX_OK);
	ut_random_change(&tree, &s, form, rng);
	e = ut_need(bx_edit_new(bx_host_libc(), &opt, *v, *n, &err));
	if (s.n > 0 && bx_edit_add(e, &s.changes[0].c) == BX_OK && bx_edit_apply(e, &out, &len) == BX_OK)
	{
		free(*v);
		*v = out;
		*n = len;
	}
	bx_edit_free(e);
	ut_script_free(&s);
	ut_tree_free(&tree);
}

static void
any_text(void)
{
	uint64_t rng = 20261124;
	int counts[FORMS] = {0}, several[FORMS] = {0};
	unsigned i, k;

	for (i = 0; i < 60 * FORMS && !ut_here; i++)
	{
		BxWriterOptions opt = ut_options(forms[i % FORMS], BX_TYPED_LOSSLESS);
		uint8_t *v = NULL;
		UtEvents ev;
		BxError err;
		size_t n;

		ut_events_init(&ev);
		ut_random_events(&ev, &rng, ut_below(&rng, 60));
		CHECK(ut_write(&ev, &opt, bx_host_libc(), &v, &n, &err) == BX_OK);
		ut_events_free(&ev);
		for (k = 0; k < 4; k++)
		{
			if (k == 0)
				anew = 0;
			counts[i % FORMS] += splice_all(v, n, forms[i % FORMS], &rng);
			several[i % FORMS] += splice_some(v, n, forms[i % FORMS], &rng);
			CHECK(k > 0 || anew == 0); /* there is no history */
			evolve(&v, &n, forms[i % FORMS], &rng);
		}
		free(v);
	}
	for (i = 0; i < SPLICED; i++)
		CHECKF(counts[i] > 200 && several[i] > 5, "form %u: %d, %d", i, counts[i], several[i]);
}

/* ---- what is left to the walk ---- */

typedef struct Case
{
	const char *xml;
	const char *at; /* place of the node, see ut_tree_at */
	const char *text;
	bool names;  /* is it replaced in the shortest way where shapes are names? */
	bool shapes; /* where they are paths? */
} Case;

static const Case cases[] = {
	{"<a k='v'><b>t</b></a>", "0@0", "w", true, true},
	{"<a k='v'><b>t</b></a>", "0@0", "", true, true},
	{"<a k=''/>", "0@0", "w", true, true},
	{"<a k='v'/>", "0@0", "a<b", true, false}, /* the shape says that no text of it needs escaping */
	{"<a k='v'/>", "0@0", "12", true, false},  /* nor that any is typed */
	{"<a k='1'/>", "0@0", "12", true, true},
	{"<a><b>t</b></a>", "0.0", "other", true, true},
	{"<a><b>t</b></a>", "0.0.0", "other", true, true},
	{"<a><b>t</b></a>", "0.0", "", false, false}, /* a text goes */
	{"<a><b/></a>", "0.0", "t", false, false},    /* a text comes */
	{"<a>x<b/>y</a>", "0.4", "z", true, true},
	{"<a>x<b/>y</a>", "0.4", "", false, false},
	{"<a><b><c/></b></a>", "0.0", "t", false, false}, /* children go */
	{"<a><!--c--></a>", "0.0", "d", false, false},
	{"<a><?p d?></a>", "0.0", "e", false, false},
};

static void
one_text(void)
{
	size_t i;

	for (i = 0; i < 2 * sizeof(cases) / sizeof(cases[0]); i++)
	{
		const Case *c = &cases[i / 2];
		unsigned form = i % 2 == 0 ? BX_MODE_NAMES : BX_MODE_SHAPES;
		BxEditChange change;
		UtTree tree;
		BxError err;
		const UtNode *node;
		uint8_t *v;
		size_t n;

		v = ut_encode(c->xml, strlen(c->xml), form, BX_TYPED_LOSSLESS, &n);
		CHECK(ut_tree_read(&tree, v, n, &err) == BX_OK);
		node = ut_need((void *) (uintptr_t) ut_tree_at(&tree, c->at));
		memset(&change, 0, sizeof(change));
		change.op = BX_EDIT_VALUE;
		change.target = node->at;
		change.text = ut_str(c->text);
		CHECKF(spliced(v, n, form, &change, 1) == (i % 2 == 0 ? c->names : c->shapes),
			   "%s %s \"%s\" in form %zu", c->xml, c->at, c->text, i % 2);
		ut_tree_free(&tree);
		free(v);
	}
}

/* The text of the innermost of so many elements, of so many bytes. */
static bool
nested(uint32_t depth, uint32_t before, uint32_t now)
{
	BxBuf xml, text;
	BxEditChange change;
	UtTree tree;
	BxError err;
	uint32_t i;
	uint8_t *v;
	size_t n;
	bool done;

	bx_buf_init(&xml, bx_host_libc());
	bx_buf_init(&text, bx_host_libc());
	for (i = 0; i < depth; i++)
		CHECK(bx_buf_append(&xml, "<e>", 3, &err) == BX_OK);
	for (i = 0; i < before; i++)
		CHECK(bx_buf_append(&xml, "x", 1, &err) == BX_OK);
	for (i = 0; i < now; i++)
		CHECK(bx_buf_append(&text, "y", 1, &err) == BX_OK);
	for (i = 0; i < depth; i++)
		CHECK(bx_buf_append(&xml, "</e>", 4, &err) == BX_OK);
	v = ut_encode((char *) xml.data, xml.len, BX_MODE_NAMES, BX_TYPED_LOSSLESS, &n);
	CHECK(ut_tree_read(&tree, v, n, &err) == BX_OK);
	memset(&change, 0, sizeof(change));
	change.op = BX_EDIT_VALUE;
	change.target = tree.all.n[tree.all.len - 1]->at;
	change.text = bx_str((char *) text.data, text.len);
	done = spliced(v, n, BX_MODE_NAMES, &change, 1);
	ut_tree_free(&tree);
	bx_buf_free(&xml);
	bx_buf_free(&text);
	free(v);
	return done;
}

/* Lengths around the text get longer and shorter in bytes; limits of depth and size. */
static void
lengths_and_limits(void)
{
	CHECK(nested(20, 1, 239));
	CHECK(nested(20, 1, 300));
	CHECK(nested(20, 235, 236));
	CHECK(nested(20, 1, 4080));
	CHECK(nested(20, 4081, 4090));
	CHECK(nested(20, 4090, 3900));
	CHECK(nested(64, 1, 2));
	CHECK(!nested(65, 1, 2));
	CHECK(!nested(2, 1, 4096));
	CHECK(!nested(2, 1000, 500)); /* so much shorter that it may be wasteful */
}

/* So many attributes of one element get another text. */
static bool
attributes(uint32_t count)
{
	BxEditChange c[CHANGES_MAX];
	char xml[400];
	size_t len = (size_t) sprintf(xml, "<a");
	UtTree tree;
	BxError err;
	uint32_t i;
	uint8_t *v;
	size_t n;
	bool done;

	for (i = 0; i < count; i++)
		len += (size_t) sprintf(xml + len, " k%u='old'", i);
	len += (size_t) sprintf(xml + len, "/>");
	v = ut_encode(xml, len, BX_MODE_NAMES, BX_TYPED_LOSSLESS, &n);
	CHECK(ut_tree_read(&tree, v, n, &err) == BX_OK);
	memset(c, 0, sizeof(c));
	for (i = 0; i < count; i++)
	{
		c[i].op = BX_EDIT_VALUE;
		c[i].target = tree.root->kids.n[0]->attrs.n[count - 1 - i]->at;
		c[i].text = ut_str("a new one");
	}
	done = spliced(v, n, BX_MODE_NAMES, c, count);
	ut_tree_free(&tree);
	free(v);
	return done;
}

static void
several_texts(void)
{
	CHECK(attributes(2));
	CHECK(attributes(16));
	CHECK(!attributes(17));
}

UT_SUITE(test_edit_splice)
{
	UT_RUN(any_text);
	UT_RUN(one_text);
	UT_RUN(lengths_and_limits);
	UT_RUN(several_texts);
	return ut_done();
}

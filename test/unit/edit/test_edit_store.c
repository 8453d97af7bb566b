/*
 * test_edit_store.c -- what an edit keeps right around the items: directories, heap, labels.
 */
#include <stdlib.h>

#include "../../../src/core/check/bx_check.h"
#include "../ut.h"
#include "../ut_edit.h"

#define LONG 40000 /* bytes of a text that is worth a heap */

typedef struct Value
{
	uint8_t *v;
	size_t n;
	BxWriterOptions opt;
	bool relabel;
	BxError err;
} Value;

/* A list of that many records, behind what is given first. */
static void
make(Value *x, const char *first, uint32_t records)
{
	char *xml = ut_need(malloc(strlen(first) + records * 40 + 40));
	size_t n = (size_t) sprintf(xml, "<l>%s", first);
	UtEvents ev;
	uint32_t i;

	for (i = 0; i < records; i++)
		n += (size_t) sprintf(xml + n, "<r k=\"k%u\">record %u</r>", i, i);
	n += (size_t) sprintf(xml + n, "</l>");
	memset(x, 0, sizeof(*x));
	x->opt = ut_options(BX_MODE_SHAPES, BX_TYPED_LOSSLESS);
	x->opt.heap = BX_HEAP_AUTO;
	ut_events_init(&ev);
	ut_parse(&ev, xml, n);
	CHECK(ut_write(&ev, &x->opt, bx_host_libc(), &x->v, &x->n, &x->err) == BX_OK);
	ut_events_free(&ev);
	free(xml);
}

/* One change of the node that the path of ut_tree_at leads to; content is XML. */
static BxStatus
change(Value *x, BxEditOp op, const char *path, const char *arg)
{
	BxEditChange c = {.op = op};
	BxStatus st = BX_OK;
	const UtNode *node;
	uint8_t *out = NULL;
	size_t len;
	UtTree t;
	BxEdit *e;

	CHECK(ut_tree_read(&t, x->v, x->n, &x->err) == BX_OK);
	node = ut_tree_at(&t, path);
	CHECK(node != NULL);
	c.target = node->at;
	c.text = c.prefix = c.uri = c.local = ut_str("");
	if (op == BX_EDIT_VALUE)
		c.text = ut_str(arg);
	else if (op == BX_EDIT_RENAME)
		c.local = ut_str(arg);
	else if (op != BX_EDIT_DELETE)
		c.value = ut_encode(arg, strlen(arg), BX_MODE_AUTO, BX_TYPED_LOSSLESS, &c.value_n);
	bx_error_clear(&x->err);
	e = ut_need(bx_edit_new(bx_host_libc(), &x->opt, x->v, x->n, &x->err));
	if (x->relabel)
		bx_edit_relabel(e);
	st = bx_edit_add(e, &c);
	if (st == BX_OK)
		st = bx_edit_apply(e, &out, &len);
	bx_edit_free(e);
	ut_tree_free(&t);
	free((uint8_t *) (uintptr_t) c.value);
	if (st != BX_OK)
		return st;
	free(x->v);
	x->v = out;
	x->n = len;
	st = bx_check(x->v, x->n, true, NULL, bx_host_libc(), &x->err);
	CHECKF(st == BX_OK, "%s", x->err.msg);
	return st;
}

static bool
has(const Value *x, uint8_t code)
{
	const uint8_t *body;
	uint32_t len;
	BxHeader h;

	CHECK(bx_header_read(x->v, x->n, x->n, &h, NULL) == BX_OK);
	CHECK(bx_header_ext(&h, x->v, code, &body, &len, NULL) == BX_OK);
	return body != NULL;
}

static uint32_t
heap_of(const Value *x)
{
	BxHeader h;

	CHECK(bx_header_read(x->v, x->n, x->n, &h, NULL) == BX_OK);
	return h.heap_len;
}

static char *
long_text(char c)
{
	char *s = ut_need(malloc(LONG + 1));

	memset(s, c, LONG);
	s[LONG] = '\0';
	return s;
}

/* As many as the writer gives, right after every change. */
static void
directories(void)
{
	char *first = long_text('x'), *more = ut_need(malloc(LONG + 40));
	Value x;

	make(&x, "<a/>", 4000);
	CHECK(has(&x, BX_EXT_COUNTS));
	CHECK(change(&x, BX_EDIT_VALUE, "1.1001", "another value") == BX_OK && has(&x, BX_EXT_COUNTS) &&
		  has(&x, BX_EXT_CHILDREN));
	CHECK(change(&x, BX_EDIT_INSERT_BEFORE, "1.2001", "<r><new/></r>") == BX_OK && has(&x, BX_EXT_COUNTS));
	CHECK(change(&x, BX_EDIT_RENAME, "1", "renamed") == BX_OK && has(&x, BX_EXT_CHILDREN));
	x.opt.directories = BX_DIRECTORIES_ALL;
	CHECK(change(&x, BX_EDIT_DELETE, "1.3001", NULL) == BX_OK && has(&x, BX_EXT_OFFSETS));
	x.opt.directories = BX_DIRECTORIES_OFF;
	CHECK(change(&x, BX_EDIT_DELETE, "1.3001", NULL) == BX_OK && !has(&x, BX_EXT_COUNTS));
	free(x.v);

	make(&x, "<a/>", 1500);
	x.opt.heap = BX_HEAP_OFF;
	CHECK(!has(&x, BX_EXT_COUNTS));
	sprintf(more, "<more>%s</more>", first);
	CHECK(change(&x, BX_EDIT_INSERT_LAST, "1", more) == BX_OK && has(&x, BX_EXT_COUNTS));
	CHECK(change(&x, BX_EDIT_VALUE, "1.3003", "") == BX_OK && !has(&x, BX_EXT_COUNTS));
	free(x.v);
	free(first);
	free(more);
}

/* A value gets a heap with the first long text that is worth one, keeps it for others, and loses what is dead. */
static void
heap(void)
{
	char *text = long_text('a'), *short_text = long_text('b');
	Value x;

	short_text[5000] = '\0';
	make(&x, "<a/><b/><c/><d/><e/>", 3000);
	CHECK(heap_of(&x) == 0);
	CHECK(change(&x, BX_EDIT_VALUE, "1.1", short_text) == BX_OK && heap_of(&x) == 0);
	CHECK(change(&x, BX_EDIT_VALUE, "1.3", text) == BX_OK);
	CHECKF(heap_of(&x) == LONG + 5000, "%u", heap_of(&x));
	CHECK(change(&x, BX_EDIT_VALUE, "1.5", text) == BX_OK && heap_of(&x) == 2 * LONG + 5000);
	CHECK(change(&x, BX_EDIT_VALUE, "1.7", text) == BX_OK && heap_of(&x) == 3 * LONG + 5000);
	CHECK(change(&x, BX_EDIT_VALUE, "1.9", text) == BX_OK && heap_of(&x) == 4 * LONG + 5000);
	/* less than a quarter is dead */
	CHECK(change(&x, BX_EDIT_DELETE, "1.9", NULL) == BX_OK && heap_of(&x) == 4 * LONG + 5000);
	/* more than a quarter */
	CHECK(change(&x, BX_EDIT_VALUE, "1.1", "short") == BX_OK);
	CHECKF(heap_of(&x) == 3 * LONG, "%u", heap_of(&x));
	free(x.v);
	free(text);
	free(short_text);
}

/* Always between the two newest, the others go: labels grow until there is no room. */
static BxStatus
insert_between(Value *x, int n)
{
	BxStatus st = BX_OK;
	int i;

	for (i = 0; i < n && st == BX_OK; i++)
	{
		st = change(x, BX_EDIT_INSERT_AFTER, "1.3.1", "<n><m/></n>");
		if (st == BX_OK)
			st = change(x, BX_EDIT_DELETE, i % 2 == 0 ? "1.3.5" : "1.3.1", NULL);
	}
	return st;
}

static void
check_order(const Value *x)
{
	UtTree t;
	BxError err;
	uint32_t i;

	CHECK(ut_tree_read(&t, x->v, x->n, &err) == BX_OK);
	ut_tree_labels(&t, x->v, x->n);
	for (i = 1; i < t.all.len; i++)
	{
		BxStr a = t.all.n[i - 1]->label, b = t.all.n[i]->label;

		CHECK(bx_ordpath_cmp((const uint8_t *) a.s, a.n, (const uint8_t *) b.s, b.n) < 0);
	}
	ut_tree_free(&t);
}

static void
no_room(void)
{
	size_t n;
	Value x;

	make(&x, "<a/><h><p/><q/></h>", 3);
	CHECK(change(&x, BX_EDIT_INSERT_BEFORE, "1.1", "<new/>") == BX_OK); /* a label elsewhere that stays */
	CHECK(change(&x, BX_EDIT_DELETE, "1.3", NULL) == BX_OK);
	CHECKF(insert_between(&x, 5000) == BX_E_LIMIT, "%s", x.err.msg);
	CHECKF(strcmp(x.err.setting, "bxml.relabel") == 0, "%s", x.err.setting);
	CHECK(bx_check(x.v, x.n, true, NULL, bx_host_libc(), &x.err) == BX_OK);
	check_order(&x);
	n = x.n;
	x.relabel = true;
	CHECKF(insert_between(&x, 40) == BX_OK, "%s", x.err.msg);
	CHECK(x.n < n);
	check_order(&x);
	CHECK(has(&x, BX_EXT_LABELS));
	free(x.v);
}

static void
root_labels(void)
{
	Value x;

	memset(&x, 0, sizeof(x));
	x.opt = ut_options(BX_MODE_SHAPES, BX_TYPED_LOSSLESS);
	x.v = ut_encode("<a k=\"1\"><b/></a>", 17, BX_MODE_SHAPES | UT_ROOT, BX_TYPED_LOSSLESS, &x.n);
	CHECK(has(&x, BX_EXT_ROOT));
	CHECK(change(&x, BX_EDIT_RENAME, "1", "c") == BX_OK && has(&x, BX_EXT_ROOT));
	CHECK(change(&x, BX_EDIT_VALUE, "1", "t") == BX_OK && has(&x, BX_EXT_ROOT));
	CHECK(change(&x, BX_EDIT_REPLACE, "1", "<d/>") == BX_OK && !has(&x, BX_EXT_ROOT));
	free(x.v);
	x.v = ut_encode("text", 4, BX_MODE_SHAPES | UT_ROOT, BX_TYPED_LOSSLESS, &x.n);
	CHECK(has(&x, BX_EXT_ROOT));
	CHECK(change(&x, BX_EDIT_VALUE, "1", "other") == BX_OK && has(&x, BX_EXT_ROOT));
	CHECK(change(&x, BX_EDIT_INSERT_AFTER, "1", "<d/>") == BX_OK && !has(&x, BX_EXT_ROOT));
	free(x.v);
}

UT_SUITE(test_edit_store)
{
	UT_RUN(directories);
	UT_RUN(heap);
	UT_RUN(no_room);
	UT_RUN(root_labels);
	return ut_done();
}

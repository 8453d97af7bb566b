/*
 * ut_change.h -- a value that is changed again and again, one change at a time, and the labels of its nodes.
 */
#ifndef UT_CHANGE_H
#define UT_CHANGE_H

#include "../../src/core/check/bx_check.h"
#include "ut.h"
#include "ut_edit.h"

typedef struct UtChanged
{
	uint8_t *v;
	size_t n;
	BxWriterOptions opt;
	bool relabel;
	BxError err;
} UtChanged;

static inline void
ut_changed_make(UtChanged *x, const char *xml)
{
	memset(x, 0, sizeof(*x));
	x->opt = ut_options(BX_MODE_AUTO, BX_TYPED_LOSSLESS);
	x->v = ut_encode(xml, strlen(xml), BX_MODE_AUTO, BX_TYPED_LOSSLESS, &x->n);
}

static inline void
ut_changed_take(UtChanged *x, uint8_t *v, size_t n)
{
	free(x->v);
	x->v = v;
	x->n = n;
}

/* One change of a node; content is XML, or for attributes "name=value". */
static inline BxStatus
ut_change_node(UtChanged *x, BxEditOp op, BxEditNode target, const char *arg)
{
	BxEditChange c = {.op = op, .target = target};
	BxEditAttribute a = {ut_str(""), ut_str(""), ut_str(""), ut_str("")};
	BxStatus st;
	uint8_t *out = NULL, *content = NULL;
	size_t len;
	BxEdit *e;

	c.text = c.prefix = c.uri = c.local = ut_str("");
	if (op == BX_EDIT_VALUE)
		c.text = ut_str(arg);
	else if (op == BX_EDIT_RENAME)
		c.local = ut_str(arg);
	else if (strchr(arg, '=') != NULL && arg[0] != '<')
	{
		a.local = (BxStr){arg, strcspn(arg, "=")};
		a.value = ut_str(strchr(arg, '=') + 1);
		c.attrs = &a;
		c.n_attrs = 1;
	}
	else if (op != BX_EDIT_DELETE)
		c.value = content = ut_encode(arg, strlen(arg), BX_MODE_AUTO, BX_TYPED_LOSSLESS, &c.value_n);
	bx_error_clear(&x->err);
	e = ut_need(bx_edit_new(bx_host_libc(), &x->opt, x->v, x->n, &x->err));
	if (x->relabel)
		bx_edit_relabel(e);
	st = bx_edit_add(e, &c);
	if (st == BX_OK)
		st = bx_edit_apply(e, &out, &len);
	bx_edit_free(e);
	free(content);
	if (st == BX_OK)
		ut_changed_take(x, out, len);
	return st;
}

/* All changes of a script of ut_edit_random.h. */
#define ut_change_all(x, s) ut_change_list(x, (s)->n, sizeof((s)->changes[0]), &(s)->changes[0].c)

static inline BxStatus
ut_change_list(UtChanged *x, uint32_t n, size_t stride, const BxEditChange *first)
{
	BxEdit *e = ut_need(bx_edit_new(bx_host_libc(), &x->opt, x->v, x->n, &x->err));
	BxStatus st = BX_OK;
	uint8_t *out = NULL;
	size_t len;

	for (uint32_t i = 0; i < n && st == BX_OK; i++)
		st = bx_edit_add(e, (const BxEditChange *) (const void *) ((const char *) first + i * stride));
	if (st == BX_OK)
		st = bx_edit_apply(e, &out, &len);
	bx_edit_free(e);
	if (st == BX_OK)
		ut_changed_take(x, out, len);
	return st;
}

/* The same for the node on the path of ut_tree_at; what comes out is good. */
static inline BxStatus
ut_change_at(UtChanged *x, BxEditOp op, const char *path, const char *arg)
{
	const UtNode *node;
	BxStatus st;
	UtTree t;

	CHECK(ut_tree_read(&t, x->v, x->n, &x->err) == BX_OK);
	node = ut_need(ut_tree_at(&t, path));
	st = ut_change_node(x, op, node->at, arg);
	ut_tree_free(&t);
	if (st == BX_OK)
		CHECKF(bx_check(x->v, x->n, true, NULL, bx_host_libc(), &x->err) == BX_OK, "%s", x->err.msg);
	return st;
}

/* Labels of all nodes in document order, with a space between. */
static inline void
ut_changed_labels(const UtChanged *x, BxBuf *out)
{
	UtTree t;
	uint32_t i;

	out->len = 0;
	CHECK(ut_tree_read(&t, x->v, x->n, NULL) == BX_OK);
	ut_tree_labels(&t, x->v, x->n);
	for (i = 1; i < t.all.len; i++)
	{
		if (i > 1)
			ut_append(out, " ", 1);
		CHECK(bx_ordpath_print((const uint8_t *) t.all.n[i]->label.s, t.all.n[i]->label.n, out, NULL) ==
			  BX_OK);
	}
	ut_append(out, "", 1);
	ut_tree_free(&t);
}

#endif

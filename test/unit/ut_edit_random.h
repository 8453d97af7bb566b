/*
 * ut_edit_random.h -- random changes of a tree, and what they make of it, worked out node by node on the tree.
 *
 * The model knows nothing of items and rows: it prints the tree as changed, with expanded names and sorted attributes,
 * so that two values with the same print have the same content whatever their prefixes and their storage.
 */
#ifndef UT_EDIT_RANDOM_H
#define UT_EDIT_RANDOM_H

#include "ut_edit.h"

#define UT_CHANGES_MAX 12

typedef struct UtChange
{
	UtNode *node;
	BxEditChange c;
	UtTree content;
	uint8_t *bytes; /* of the content */
	BxEditAttribute attr;
} UtChange;

typedef struct UtScript
{
	UtChange changes[UT_CHANGES_MAX];
	uint32_t n;
	uint32_t prefixes; /* made so far */
	bool conflict;     /* the model says that this must fail */
} UtScript;

/* ---- making changes ---- */

static inline BxStr
ut_numbered(UtTree *t, const char *s, uint32_t number)
{
	char buf[32];
	int n = snprintf(buf, sizeof(buf), "%s%u", s, number);

	return ut_dup(&t->memory, buf, (size_t) n);
}

static inline BxStr
ut_change_text(UtTree *t, uint64_t *rng)
{
	UtGen g;

	memset(&g, 0, sizeof(g));
	g.ev = &t->memory;
	g.rng = rng;
	return ut_random_value(&g);
}

static inline bool
ut_declares_default(const UtNode *n)
{
	uint32_t i;

	for (i = 0; i < n->decls.len; i++)
		if (n->decls.n[i]->prefix.n == 0)
			return true;
	return false;
}

static inline void
ut_change_name(UtTree *t, UtScript *s, UtChange *u, uint64_t *rng)
{
	static const char *const names[] = {"a", "b", "item", "renamed", "name"};

	u->c.local = ut_pick(rng, names, 5);
	u->c.prefix = u->node->prefix;
	u->c.uri = u->node->uri;
	if (u->node->kind == UT_PI)
		return;
	if (ut_below(rng, 3) == 0)
	{
		u->c.prefix = ut_numbered(t, "r", s->prefixes++);
		u->c.uri = ut_str("urn:r");
	}
	else if (ut_below(rng, 3) == 0 && u->node->kind == UT_START && !ut_declares_default(u->node))
		u->c.prefix = u->c.uri = ut_str("");
}

static inline void
ut_change_attribute(UtTree *t, UtChange *u, uint64_t *rng)
{
	static const char *const names[] = {"a", "b", "c", "id", "new"};

	u->attr.prefix = u->attr.uri = ut_str("");
	if (ut_below(rng, 4) == 0)
	{
		u->attr.prefix = ut_str("p");
		u->attr.uri = ut_below(rng, 2) ? ut_str("urn:1") : ut_str("urn:9");
	}
	u->attr.local = ut_pick(rng, names, 5);
	u->attr.value = ut_change_text(t, rng);
	u->c.attrs = &u->attr;
	u->c.n_attrs = 1;
}

static inline void
ut_change_content(UtChange *u, unsigned form, uint64_t *rng)
{
	BxWriterOptions opt = ut_options(form, BX_TYPED_LOSSLESS);
	UtEvents ev;
	BxError err;

	ut_events_init(&ev);
	ut_random_events(&ev, rng, 1 + ut_below(rng, 12));
	if (ut_write(&ev, &opt, bx_host_libc(), &u->bytes, &u->c.value_n, &err) != BX_OK ||
		ut_tree_read(&u->content, u->bytes, u->c.value_n, &err) != BX_OK)
		abort();
	ut_events_free(&ev);
	u->c.value = u->bytes;
}

/* An operation that the kind of node allows. */
static inline BxEditOp
ut_change_op(const UtNode *n, uint64_t *rng)
{
	static const BxEditOp element[] = {BX_EDIT_INSERT_FIRST, BX_EDIT_INSERT_LAST, BX_EDIT_INSERT_BEFORE,
									   BX_EDIT_INSERT_AFTER, BX_EDIT_ATTRIBUTES,  BX_EDIT_SET_ATTRIBUTE,
									   BX_EDIT_REPLACE,      BX_EDIT_VALUE,       BX_EDIT_RENAME,
									   BX_EDIT_DELETE};
	static const BxEditOp attribute[] = {BX_EDIT_REPLACE, BX_EDIT_VALUE, BX_EDIT_RENAME, BX_EDIT_DELETE};
	static const BxEditOp child[] = {BX_EDIT_INSERT_BEFORE, BX_EDIT_INSERT_AFTER, BX_EDIT_REPLACE,
									 BX_EDIT_VALUE, BX_EDIT_DELETE};

	switch (n->kind)
	{
		case UT_DOCTYPE: return element[ut_below(rng, 2)];
		case UT_START: return element[ut_below(rng, 10)];
		case UT_ATTRIBUTE: return attribute[ut_below(rng, 4)];
		case UT_PI:
			if (ut_below(rng, 5) == 0)
				return BX_EDIT_RENAME;
			return child[ut_below(rng, 5)];
		default: return child[ut_below(rng, 5)];
	}
}

static inline void
ut_random_change(UtTree *t, UtScript *s, unsigned form, uint64_t *rng)
{
	UtNode *n = t->all.n[ut_below(rng, t->all.len)];
	UtChange *u = &s->changes[s->n];

	if (n->kind == UT_NAMESPACE)
		return;
	memset(u, 0, sizeof(*u));
	u->node = n;
	u->c.op = ut_change_op(n, rng);
	u->c.target = n->at;
	u->c.text = u->c.prefix = u->c.uri = u->c.local = ut_str("");
	switch (u->c.op)
	{
		case BX_EDIT_ATTRIBUTES:
		case BX_EDIT_SET_ATTRIBUTE: ut_change_attribute(t, u, rng); break;
		case BX_EDIT_REPLACE:
			if (n->kind == UT_ATTRIBUTE)
				ut_change_attribute(t, u, rng);
			else
				ut_change_content(u, form, rng);
			break;
		case BX_EDIT_VALUE:
			u->c.text =
				n->kind == UT_COMMENT || n->kind == UT_PI ? ut_str("new - value") : ut_change_text(t, rng);
			break;
		case BX_EDIT_RENAME: ut_change_name(t, s, u, rng); break;
		case BX_EDIT_DELETE: break;
		default: ut_change_content(u, form, rng); break;
	}
	s->n++;
}

static inline void
ut_script_free(UtScript *s)
{
	while (s->n > 0)
		if (s->changes[--s->n].bytes != NULL)
		{
			ut_tree_free(&s->changes[s->n].content);
			free(s->changes[s->n].bytes);
		}
}

/* ---- what they make of the tree ---- */

/* The next change of the node with the operation, from *i on. */
static inline UtChange *
ut_change_of(UtScript *s, const UtNode *n, BxEditOp op, uint32_t *i)
{
	for (; s != NULL && *i < s->n; ++*i)
		if (s->changes[*i].node == n && s->changes[*i].c.op == op)
			return &s->changes[(*i)++];
	return NULL;
}

/* The only one; more of them are a conflict. */
static inline UtChange *
ut_only_change(UtScript *s, const UtNode *n, BxEditOp op)
{
	uint32_t i = 0;
	UtChange *u = ut_change_of(s, n, op, &i);

	if (u != NULL && ut_change_of(s, n, op, &i) != NULL)
		s->conflict = true;
	return u;
}

static inline void
ut_print(BxBuf *out, BxStr s)
{
	ut_append(out, s.s, s.n);
}

static inline void
ut_print_text(BxBuf *out, BxStr s)
{
	uint32_t i;

	for (i = 0; i < s.n; i++)
		ut_append(out, s.s[i] == '<' ? "&" : &s.s[i], 1);
}

static inline void
ut_print_name(BxBuf *out, BxStr uri, BxStr local)
{
	ut_append(out, "{", 1);
	ut_print(out, uri);
	ut_append(out, "}", 1);
	ut_print(out, local);
}

static inline int
ut_compare_attributes(const void *a, const void *b)
{
	const BxEditAttribute *x = a, *y = b;
	int c = x->uri.n != y->uri.n ? (x->uri.n < y->uri.n ? -1 : 1) : memcmp(x->uri.s, y->uri.s, x->uri.n);

	if (c == 0)
		c = x->local.n != y->local.n ? (x->local.n < y->local.n ? -1 : 1)
									 : memcmp(x->local.s, y->local.s, x->local.n);
	return c;
}

/* Attributes of n as changed, at most `max`. */
static inline uint32_t
ut_model_attributes(UtScript *s, const UtNode *n, BxEditAttribute *a)
{
	uint32_t k = 0, i, j;
	bool set[100] = {false};
	UtChange *u;

	for (i = 0; i < n->attrs.len; i++)
	{
		const UtNode *x = n->attrs.n[i];
		UtChange *replace = ut_only_change(s, x, BX_EDIT_REPLACE),
				 *value = ut_only_change(s, x, BX_EDIT_VALUE);
		UtChange *rename = ut_only_change(s, x, BX_EDIT_RENAME);

		j = 0;
		if (replace != NULL)
		{
			a[k++] = replace->attr;
			continue;
		}
		if (ut_change_of(s, x, BX_EDIT_DELETE, &j) != NULL)
			continue;
		a[k] = (BxEditAttribute){x->prefix, x->uri, x->local, x->value};
		if (rename != NULL)
		{
			a[k].uri = rename->c.uri;
			a[k].local = rename->c.local;
		}
		if (value != NULL)
			a[k].value = value->c.text;
		set[k++] = value != NULL;
	}
	for (i = 0; (u = ut_change_of(s, n, BX_EDIT_ATTRIBUTES, &i)) != NULL;)
		a[k++] = u->attr;
	for (i = 0; (u = ut_change_of(s, n, BX_EDIT_SET_ATTRIBUTE, &i)) != NULL;)
	{
		for (j = 0; j < k && ut_compare_attributes(&a[j], &u->attr) != 0; j++)
			;
		if (set[j] && j < k)
			s->conflict = true;
		a[j] = u->attr;
		set[j] = true;
		k += j == k;
	}
	return k;
}

static inline void
ut_model_tag(BxBuf *out, UtScript *s, const UtNode *n)
{
	BxEditAttribute a[100];
	uint32_t k = ut_model_attributes(s, n, a), i;
	const UtChange *rename = ut_only_change(s, n, BX_EDIT_RENAME);

	ut_append(out, "<", 1);
	ut_print_name(out, rename != NULL ? rename->c.uri : n->uri, rename != NULL ? rename->c.local : n->local);
	qsort(a, k, sizeof(*a), ut_compare_attributes);
	for (i = 0; i < k; i++)
	{
		if (i > 0 && ut_compare_attributes(&a[i - 1], &a[i]) == 0)
			s->conflict = true;
		ut_append(out, " ", 1);
		ut_print_name(out, a[i].uri, a[i].local);
		ut_append(out, "=", 1);
		ut_print_text(out, a[i].value);
	}
	ut_append(out, ">", 1);
}

static inline void ut_model_children(BxBuf *out, UtScript *s, const UtNode *n);

static inline void
ut_model_contents(BxBuf *out, UtScript *s, const UtNode *n, BxEditOp op)
{
	uint32_t i = 0;
	UtChange *u;

	while ((u = ut_change_of(s, n, op, &i)) != NULL)
		ut_model_children(out, NULL, u->content.root);
}

static inline void
ut_model_element(BxBuf *out, UtScript *s, const UtNode *n)
{
	const UtChange *value = ut_only_change(s, n, BX_EDIT_VALUE);

	ut_model_tag(out, s, n);
	if (value != NULL)
		ut_print_text(out, value->c.text);
	else
		ut_model_children(out, s, n);
	ut_append(out, "</>", 3);
}

static inline void
ut_model_self(BxBuf *out, UtScript *s, const UtNode *n)
{
	const UtChange *value, *rename;

	if (n->kind == UT_START)
	{
		ut_model_element(out, s, n);
		return;
	}
	value = ut_only_change(s, n, BX_EDIT_VALUE);
	rename = ut_only_change(s, n, BX_EDIT_RENAME);
	if (n->kind != UT_TEXT)
		ut_append(out, n->kind == UT_PI ? "<?" : "<!--", n->kind == UT_PI ? 2 : 4);
	if (n->kind == UT_PI)
		ut_print(out, rename != NULL ? rename->c.local : n->local);
	ut_print_text(out, value != NULL ? value->c.text : n->value);
	if (n->kind != UT_TEXT)
		ut_append(out, "<>", 2);
}

static inline void
ut_model_children(BxBuf *out, UtScript *s, const UtNode *n)
{
	uint32_t i, j;

	ut_model_contents(out, s, n, BX_EDIT_INSERT_FIRST);
	for (i = 0; i < n->kids.len; i++)
	{
		const UtNode *k = n->kids.n[i];

		j = 0;
		ut_model_contents(out, s, k, BX_EDIT_INSERT_BEFORE);
		if (ut_only_change(s, k, BX_EDIT_REPLACE) != NULL)
			ut_model_contents(out, s, k, BX_EDIT_REPLACE);
		else if (ut_change_of(s, k, BX_EDIT_DELETE, &j) == NULL)
			ut_model_self(out, s, k);
		ut_model_contents(out, s, k, BX_EDIT_INSERT_AFTER);
	}
	ut_model_contents(out, s, n, BX_EDIT_INSERT_LAST);
}

/* Does the node stay? */
static inline bool
ut_model_stays(UtScript *s, const UtNode *n)
{
	for (; n->parent != NULL; n = n->parent)
	{
		uint32_t i = 0, j = 0, k = 0;

		if (ut_change_of(s, n, BX_EDIT_DELETE, &i) != NULL || ut_change_of(s, n, BX_EDIT_REPLACE, &j) != NULL)
			return false;
		if (n->kind != UT_ATTRIBUTE && n->kind != UT_NAMESPACE &&
			ut_change_of(s, n->parent, BX_EDIT_VALUE, &k) != NULL)
			return false;
	}
	return true;
}

/* Conflicts count also where the node goes. */
static inline void
ut_model_conflicts(UtScript *s)
{
	uint32_t i;

	for (i = 0; i < s->n; i++)
	{
		ut_only_change(s, s->changes[i].node, BX_EDIT_RENAME);
		ut_only_change(s, s->changes[i].node, BX_EDIT_REPLACE);
		ut_only_change(s, s->changes[i].node, BX_EDIT_VALUE);
	}
}

#endif

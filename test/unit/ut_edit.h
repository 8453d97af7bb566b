/*
 * ut_edit.h -- values as trees of nodes, for tests of edits: a tree knows where each node is in its value.
 */
#ifndef UT_EDIT_H
#define UT_EDIT_H

#include "../../src/core/edit/bx_edit.h"
#include "../../src/core/read/bx_exception.h"
#include "ut_random.h"

typedef struct UtNode UtNode;

typedef struct UtNodes
{
	UtNode **n;
	uint32_t len;
	uint32_t cap;
} UtNodes;

struct UtNode
{
	UtKind kind; /* UT_START is an element; UT_DOCTYPE the document node */
	BxStr prefix, uri, local, value;
	BxEditNode at;
	UtNode *parent;
	UtNodes decls, attrs, kids;
	BxStr label; /* bytes, after ut_tree_labels */
	bool gone;
};

typedef struct UtTree
{
	UtEvents memory; /* strings; its events are not used */
	UtNode *root;
	UtNodes all; /* in document order */
} UtTree;

static inline UtNode *
ut_node(UtTree *t, UtKind kind)
{
	static const UtNode none;
	UtNode *n = ut_need(bx_arena_alloc(&t->memory.arena, sizeof(UtNode)));

	*n = none;
	n->kind = kind;
	n->prefix.s = n->uri.s = n->local.s = n->value.s = "";
	return n;
}

/* Put a node at place i of a list. */
static inline void
ut_insert(UtTree *t, UtNodes *l, uint32_t i, UtNode *n)
{
	if (l->len == l->cap)
	{
		UtNode **p = ut_need(bx_arena_alloc(&t->memory.arena, (l->cap * 2 + 4) * sizeof(UtNode *)));

		if (l->len > 0)
			memcpy(p, l->n, l->len * sizeof(UtNode *));
		l->n = p;
		l->cap = l->cap * 2 + 4;
	}
	memmove(l->n + i + 1, l->n + i, (l->len - i) * sizeof(UtNode *));
	l->n[i] = n;
	l->len++;
}

static inline UtNodes *
ut_list_of(UtNode *parent, UtKind kind)
{
	return kind == UT_NAMESPACE ? &parent->decls : kind == UT_ATTRIBUTE ? &parent->attrs : &parent->kids;
}

/* The value as a tree; what it says borrows from v. */
static inline BxStatus
ut_tree_read(UtTree *t, const uint8_t *v, size_t len, BxError *err)
{
	static const UtKind kinds[] = {UT_END,  UT_START,   UT_START, UT_ATTRIBUTE,
								   UT_TEXT, UT_COMMENT, UT_PI,    UT_NAMESPACE};
	BxTable table;
	BxSource source;
	BxReader *rd;
	BxEvent ev;
	UtNode *at, *n;
	UtNodes *list;
	BxStatus st;

	memset(t, 0, sizeof(*t));
	ut_events_init(&t->memory);
	t->root = at = ut_node(t, UT_DOCTYPE);
	at->at.part = BX_EDIT_DOCUMENT;
	ut_insert(t, &t->all, 0, at);
	st = bx_table_open(&table, &t->memory.arena, v, len, len, err);
	if (st != BX_OK)
		return st;
	bx_source_memory(&source, v + table.head.items_off, table.head.items_len);
	st = bx_reader_new(&rd, &table, &source, &t->memory.arena, err);
	while (st == BX_OK && (st = bx_reader_next(rd, &ev)) == BX_OK && ev.kind != BX_EV_DONE)
	{
		const BxShape *r = &table.shapes[ev.shape];
		UtEvent e;

		if (ev.kind == BX_EV_END)
		{
			at = at->parent;
			continue;
		}
		memset(&e, 0, sizeof(e));
		e.prefix.s = e.uri.s = e.local.s = e.value.s = "";
		if (ev.kind == BX_EV_NAMESPACE)
			ut_set_name(&e, &table, r->name, "", 0);
		else if (ev.kind != BX_EV_TEXT && ev.kind != BX_EV_COMMENT)
			ut_set_name(&e, &table, table.names[r->name].pair, table.names[r->name].local,
						table.names[r->name].len);
		if (bx_kind_has_value(r->kind))
			st = ut_set_value(&t->memory, &e, &table, &ev);
		else if (ev.kind == BX_EV_COMMENT || ev.kind == BX_EV_PI)
			e.value = ut_dup(&t->memory, (const char *) ev.payload, ev.len);
		n = ut_node(t, kinds[ev.kind]);
		n->prefix = e.prefix;
		n->uri = e.uri;
		n->local = e.local;
		n->at = (BxEditNode){BX_EDIT_ITEM, ev.off};
		n->parent = at;
		list = ut_list_of(at, n->kind);
		ut_insert(t, list, list->len, n);
		ut_insert(t, &t->all, t->all.len, n);
		if (ev.kind == BX_EV_ELEMENT)
			at = n;
		else if (ev.kind != BX_EV_LEAF)
			n->value = e.value;
		else if (e.value.n > 0)
		{
			UtNode *text = ut_node(t, UT_TEXT);

			text->value = e.value;
			text->at = (BxEditNode){BX_EDIT_LEAF_TEXT, ev.off};
			text->parent = n;
			ut_insert(t, &n->kids, 0, text);
			ut_insert(t, &t->all, t->all.len, text);
		}
	}
	return st;
}

static inline void
ut_label_line(UtTree *t, const BxExceptions *x, UtNode *parent, BxOrdpathLine line, const UtNodes *l)
{
	BxExceptionParent p;
	BxBuf label;
	uint32_t i;

	bx_buf_init(&label, bx_host_libc());
	for (i = 0; i < l->len; i++)
	{
		label.len = 0;
		ut_append(&label, parent->label.s, parent->label.n);
		if (bx_exceptions_of(x, (const uint8_t *) parent->label.s, parent->label.n, &p) != BX_OK ||
			bx_exceptions_level(x, &p, line, i, &label) != BX_OK)
			abort();
		l->n[i]->label = ut_dup(&t->memory, (char *) label.data, label.len);
	}
	bx_buf_free(&label);
}

/* Labels of all nodes; the value is known to be good. */
static inline void
ut_tree_labels(UtTree *t, const uint8_t *v, size_t n)
{
	BxHeader h;
	BxExceptions x;
	const uint8_t *body;
	uint32_t len, i;
	BxError err;

	memset(&x, 0, sizeof(x));
	x.err = &err;
	if (bx_header_read(v, n, n, &h, &err) != BX_OK ||
		bx_header_ext(&h, v, BX_EXT_LABELS, &body, &len, &err) != BX_OK ||
		(body != NULL && bx_exceptions_open_memory(&x, body, len, (uint32_t) (body - v), &err) != BX_OK))
		abort();
	t->root->label = ut_str("");
	for (i = 0; i < t->all.len; i++)
	{
		UtNode *at = t->all.n[i];

		ut_label_line(t, &x, at, BX_LINE_NAMESPACE, &at->decls);
		ut_label_line(t, &x, at, BX_LINE_ATTRIBUTE, &at->attrs);
		ut_label_line(t, &x, at, BX_LINE_CHILD, &at->kids);
	}
}

static inline void
ut_tree_free(UtTree *t)
{
	ut_events_free(&t->memory);
}

/* The node that "3.1.@1" leads to: every number 2i + 1 is a place; NULL when there is none. */
static inline UtNode *
ut_tree_at(const UtTree *t, const char *path)
{
	UtNode *n = t->root;

	while (*path != '\0')
	{
		UtNodes *list = &n->kids;
		uint32_t i;

		if (*path == '@' || *path == '#')
			list = *path++ == '@' ? &n->attrs : &n->decls;
		i = (uint32_t) strtoul(path, (char **) (uintptr_t) &path, 10) / 2;
		if (i >= list->len)
			return NULL;
		n = list->n[i];
		path += *path == '.';
	}
	return n;
}

#endif

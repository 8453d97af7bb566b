/*
 * bx_diff.c -- the difference of two values.
 *
 * Both are read into trees.  Lists of children are matched from the top down; where partners are not equal, they are
 * entered.  Rows come in document order of both values, so labels, and the XML of what goes and comes, are found by
 * readers that only go forward.
 */
#include "bx_match_int.h"

#include <stdlib.h>

#include "../read/bx_exception.h"
#include "../read/bx_label.h"
#include "../read/bx_walk.h"
#include "../store/bx_window.h"
#include "../print/bx_c14n.h"
#include "bx_diff.h"
#include "bx_tree.h"

typedef struct Side
{
	BxReadAll pass; /* for the tree, and then for labels (a) or XML (b) */
	BxTable table;
	BxCursor cursor;
	BxTree tree;
	BxC14n *c14n;
	BxBuf xml;
} Side;

typedef struct Diff
{
	Side a, b;
	BxReadAll again;         /* a once more, for its XML */
	BxWalk *walk;            /* over a, for labels */
	BxExceptions exceptions; /* of a */
	BxLabelDoc doc;
	BxBuf parents; /* label of the element whose children are being compared */
	BxBuf label;   /* of the node found last */
	uint32_t label_off;
	bool label_known;
	BxBuf path; /* of that element, or of a node */
	BxArena *arena;
	const BxHost *host;
	BxDiffSink *sink;
	BxError *err;
} Diff;

/* The children of a node of each tree, and who belongs together. */
typedef struct Lists
{
	uint32_t *a; /* indexes of nodes */
	uint32_t *b;
	uint32_t n;
	uint32_t m;
	uint64_t *keys_a;
	uint64_t *keys_b;
	uint32_t *match;    /* per child of a: place in b */
	uint8_t *same;      /* per child of a: equal to its partner */
	uint32_t *position; /* per child of a: among its like, for paths */
} Lists;

/* ---- lists ---- */

static BxTreeNode *
node_of(const Side *s, uint32_t at)
{
	return bx_tree_nodes(&s->tree) + at;
}

static uint32_t *
children(const Side *s, uint32_t from, uint32_t to, BxArena *arena, uint32_t *n)
{
	const BxTreeNode *nodes = bx_tree_nodes(&s->tree);
	uint32_t i, *list;

	*n = 0;
	for (i = from; i < to; i += nodes[i].size)
		++*n;
	list = bx_arena_alloc(arena, (*n + (size_t) 1) * sizeof(uint32_t));
	if (list != NULL)
		for (i = from, *n = 0; i < to; i += nodes[i].size)
			list[(*n)++] = i;
	return list;
}

static BxStatus
make_lists(Diff *d, Lists *l, uint32_t a_from, uint32_t a_to, uint32_t b_from, uint32_t b_to)
{
	size_t size;

	l->a = children(&d->a, a_from, a_to, d->arena, &l->n);
	l->b = children(&d->b, b_from, b_to, d->arena, &l->m);
	size = ((size_t) l->n + l->m + 2) * sizeof(uint64_t);
	l->keys_a = bx_arena_alloc(d->arena, size);
	l->match = bx_arena_alloc(d->arena, size);
	l->same = bx_arena_zalloc(d->arena, (size_t) l->n + 1);
	if (l->a == NULL || l->b == NULL || l->keys_a == NULL || l->match == NULL || l->same == NULL)
		return bx_fail_nomem(d->err, size);
	l->keys_b = l->keys_a + l->n;
	l->position = l->match + l->n;
	return BX_OK;
}

/* Are these two subtrees equal?  Then they are partners. */
static BxStatus
try_same(Diff *d, Lists *l, uint32_t i, uint32_t j)
{
	const BxTreeNode *x = node_of(&d->a, l->a[i]), *y = node_of(&d->b, l->b[j]);
	int order = 1;

	if (x->hash == y->hash)
		BX_TRY(bx_tree_compare(&d->a.tree, l->a[i], x->size, &d->b.tree, l->b[j], y->size, &order));
	l->same[i] = order == 0;
	l->match[i] = l->same[i] ? j : BX_NO_MATCH;
	return BX_OK;
}

/* Equal children: those at both ends, and what a match of hashes finds between them. */
static BxStatus
match_equal(Diff *d, Lists *l)
{
	uint32_t lo = 0, n = l->n, m = l->m, i;

	for (i = 0; i < l->n; i++)
		l->match[i] = BX_NO_MATCH;
	for (; lo < n && lo < m; lo++)
	{
		BX_TRY(try_same(d, l, lo, lo));
		if (!l->same[lo])
			break;
	}
	for (; n > lo && m > lo; n--, m--)
	{
		BX_TRY(try_same(d, l, n - 1, m - 1));
		if (!l->same[n - 1])
			break;
	}
	for (i = lo; i < n; i++)
		l->keys_a[i] = node_of(&d->a, l->a[i])->hash;
	for (i = lo; i < m; i++)
		l->keys_b[i] = node_of(&d->b, l->b[i])->hash;
	BX_TRY(bx_match(l->keys_a + lo, n - lo, l->keys_b + lo, m - lo, l->match + lo, d->arena, d->err));
	for (i = lo; i < n; i++)
		if (l->match[i] != BX_NO_MATCH)
			BX_TRY(try_same(d, l, i, l->match[i] + lo));
	return BX_OK;
}

/* What partners that are not equal have in common: the kind, and the name. */
static uint64_t
like_key(const BxTreeNode *node)
{
	return (uint64_t) node->kind << 32 | node->name;
}

/* As paths count: instructions whatever their target. */
static uint64_t
path_key(const BxTreeNode *node)
{
	return node->kind == BX_NODE_PI ? (uint64_t) node->kind << 32 : like_key(node);
}

/* Partners by name and kind among the children from lo to hi of a and from `from` to `to` of b. */
static BxStatus
match_gap(Diff *d, Lists *l, uint32_t lo, uint32_t hi, uint32_t from, uint32_t to)
{
	uint32_t i;

	if (lo == hi || from == to)
		return BX_OK;
	for (i = lo; i < hi; i++)
		l->keys_a[i] = like_key(node_of(&d->a, l->a[i]));
	for (i = from; i < to; i++)
		l->keys_b[i] = like_key(node_of(&d->b, l->b[i]));
	BX_TRY(bx_match(l->keys_a + lo, hi - lo, l->keys_b + from, to - from, l->match + lo, d->arena, d->err));
	for (i = lo; i < hi; i++)
		if (l->match[i] != BX_NO_MATCH)
			l->match[i] += from;
	return BX_OK;
}

static BxStatus
match_lists(Diff *d, Lists *l)
{
	uint32_t i, lo = 0, from = 0;

	BX_TRY(match_equal(d, l));
	for (i = 0; i <= l->n; i++)
	{
		if (i < l->n && !l->same[i])
			continue;
		BX_TRY(match_gap(d, l, lo, i, from, i < l->n ? l->match[i] : l->m));
		lo = i + 1;
		from = i < l->n ? l->match[i] + 1 : l->m;
	}
	for (i = 0; i < l->n; i++)
		l->keys_a[i] = path_key(node_of(&d->a, l->a[i]));
	return bx_match_positions(l->keys_a, l->n, l->position, d->arena, d->err);
}

/* ---- labels and paths ---- */

/* d->label is then that of the item at an offset of a; offsets rise. */
static BxStatus
find_label(Diff *d, uint32_t off)
{
	const uint8_t *label;
	BxInfo info;
	bool found;
	size_t n;

	if (d->label_known && d->label_off == off)
		return BX_OK;
	BX_TRY(bx_walk_seek(d->walk, off, &info, &found));
	if (!found)
		return bx_fail(d->err, BX_E_CORRUPT, (int64_t) d->a.table.head.items_off + off,
					   "bxml value is damaged: no item here");
	bx_walk_label(d->walk, &info, &label, &n);
	d->label.len = 0;
	d->label_off = off;
	d->label_known = true;
	return bx_buf_append(&d->label, label, n, d->err);
}

/* The label of a child of the current element. */
static BxStatus
find_child(Diff *d, const BxTreeNode *node)
{
	BxExceptionParent parent;

	if (!node->in_leaf)
		return find_label(d, node->off);
	d->label.len = 0;
	d->label_known = false;
	BX_TRY(bx_buf_append(&d->label, d->parents.data, d->parents.len, d->err));
	BX_TRY(bx_exceptions_of(&d->exceptions, d->parents.data, d->parents.len, &parent));
	return bx_exceptions_level(&d->exceptions, &parent, BX_LINE_CHILD, 0, &d->label);
}

static BxEventKind
event_kind(uint8_t kind)
{
	switch (kind)
	{
		case BX_NODE_TEXT: return BX_EV_TEXT;
		case BX_NODE_COMMENT: return BX_EV_COMMENT;
		case BX_NODE_PI: return BX_EV_PI;
		default: return BX_EV_ELEMENT;
	}
}

static BxStatus
add_step(Diff *d, const BxLabelDoc *doc, BxEventKind kind, uint32_t name, uint32_t position)
{
	BX_TRY(bx_buf_byte(&d->path, '/', d->err));
	return bx_label_step(doc, kind, name, position, &d->path);
}

/* ---- rows ---- */

static BxDiffText
text_of(const void *s, size_t n)
{
	return (BxDiffText){n > 0 ? s : "", n};
}

static const BxDiffText none = {NULL, 0};

static BxStatus
emit(Diff *d, const char *op, const BxBuf *label, BxDiffText old_text, BxDiffText new_text)
{
	BxDiffRow row = {op,       label->data, label->len, {(const char *) d->path.data, d->path.len},
					 old_text, new_text};

	if (row.path.n == 0)
		row.path = text_of("/", 1);
	return d->sink->row(d->sink, &row);
}

/* The XML of a child node. */
static BxStatus
xml_of(Side *s, const BxTreeNode *node, BxDiffText *text)
{
	s->xml.len = 0;
	if (node->kind == BX_NODE_TEXT)
		BX_TRY(bx_c14n_text(s->c14n, (const char *) s->tree.values.data + node->value, node->n));
	else
		BX_TRY(bx_c14n_node(s->c14n, node->off));
	*text = text_of(s->xml.data, s->xml.len);
	return BX_OK;
}

static BxStatus
emit_delete(Diff *d, const Lists *l, uint32_t i)
{
	const BxTreeNode *node = node_of(&d->a, l->a[i]);
	size_t base = d->path.len;
	BxDiffText xml;

	BX_TRY(find_child(d, node));
	BX_TRY(xml_of(&d->a, node, &xml));
	BX_TRY(add_step(d, &d->doc, event_kind(node->kind), node->source, l->position[i]));
	BX_TRY(emit(d, "delete", &d->label, xml, none));
	d->path.len = base;
	return BX_OK;
}

/* Children of b from j to before `to`, in front of child i of a, or behind the last. */
static BxStatus
emit_inserts(Diff *d, const Lists *l, uint32_t j, uint32_t to, uint32_t i)
{
	const BxTreeNode *next = i < l->n ? node_of(&d->a, l->a[i]) : NULL;
	size_t base = d->path.len;
	BxDiffText xml;

	if (j >= to)
		return BX_OK;
	if (next != NULL)
	{
		BX_TRY(find_child(d, next));
		BX_TRY(add_step(d, &d->doc, event_kind(next->kind), next->source, l->position[i]));
	}
	for (; j < to; j++)
	{
		BX_TRY(xml_of(&d->b, node_of(&d->b, l->b[j]), &xml));
		BX_TRY(emit(d, next ? "insert-before" : "insert-last", next ? &d->label : &d->parents, none, xml));
	}
	d->path.len = base;
	return BX_OK;
}

/* ---- attributes ---- */

/* An attribute of a that goes or changes. */
typedef struct Change
{
	const BxAttr *a;
	const BxAttr *b; /* NULL when it goes */
} Change;

static int
compare_changes(const void *x, const void *y)
{
	uint32_t a = ((const Change *) x)->a->off, b = ((const Change *) y)->a->off;

	return a < b ? -1 : a > b;
}

static BxStatus
emit_change(Diff *d, const Change *c)
{
	const uint8_t *va = d->a.tree.values.data, *vb = d->b.tree.values.data;
	size_t base = d->path.len;

	BX_TRY(find_label(d, c->a->off));
	BX_TRY(add_step(d, &d->doc, BX_EV_ATTRIBUTE, c->a->source, 1));
	BX_TRY(emit(d, c->b ? "update" : "delete", &d->label, text_of(va + c->a->value, c->a->n),
				c->b ? text_of(vb + c->b->value, c->b->n) : none));
	d->path.len = base;
	return BX_OK;
}

static BxStatus
emit_new_attribute(Diff *d, const BxAttr *attr)
{
	BxLabelDoc doc = d->doc;
	size_t base = d->path.len;

	doc.table = &d->b.table;
	BX_TRY(add_step(d, &doc, BX_EV_ATTRIBUTE, attr->source, 1));
	BX_TRY(emit(d, "insert-attribute", &d->parents, none,
				text_of(d->b.tree.values.data + attr->value, attr->n)));
	d->path.len = base;
	return BX_OK;
}

/* Both lists are sorted by name.  d->parents and d->path are those of the element. */
static BxStatus
diff_attributes(Diff *d, const BxTreeNode *x, const BxTreeNode *y)
{
	const BxAttr *a = bx_tree_attrs(&d->a.tree, x), *b = bx_tree_attrs(&d->b.tree, y);
	size_t size = (x->n_attrs + (size_t) 1) * sizeof(Change);
	Change *changes = bx_arena_alloc(d->arena, size);
	uint32_t i, j = 0, n = 0;

	if (changes == NULL)
		return bx_fail_nomem(d->err, size);
	for (i = 0; i < x->n_attrs; i++)
	{
		while (j < y->n_attrs && b[j].name < a[i].name)
			j++;
		if (j == y->n_attrs || b[j].name != a[i].name)
			changes[n++] = (Change){&a[i], NULL};
		else if (bx_attr_compare(&a[i], d->a.tree.values.data, &b[j], d->b.tree.values.data) != 0)
			changes[n++] = (Change){&a[i], &b[j]};
	}
	if (n > 1)
		qsort(changes, n, sizeof(Change), compare_changes);
	for (i = 0; i < n; i++)
		BX_TRY(emit_change(d, &changes[i]));
	for (i = j = 0; j < y->n_attrs; j++)
	{
		while (i < x->n_attrs && a[i].name < b[j].name)
			i++;
		if (i == x->n_attrs || a[i].name != b[j].name)
			BX_TRY(emit_new_attribute(d, &b[j]));
	}
	return BX_OK;
}

/* ---- down ---- */

static BxStatus diff_children(Diff *d, uint32_t a_from, uint32_t a_to, uint32_t b_from, uint32_t b_to);

/* Partners that are not equal: child i of a, and its partner. */
static BxStatus
diff_partners(Diff *d, const Lists *l, uint32_t i)
{
	uint32_t at_a = l->a[i], at_b = l->b[l->match[i]];
	const BxTreeNode *x = node_of(&d->a, at_a), *y = node_of(&d->b, at_b);
	size_t path = d->path.len, parent = d->parents.len;
	uint8_t *saved;
	int order;

	BX_TRY(find_child(d, x));
	BX_TRY(add_step(d, &d->doc, event_kind(x->kind), x->source, l->position[i]));
	if (x->kind != BX_NODE_ELEMENT)
	{
		/* partners by name may be equal, when their match by hash would have crossed another */
		BX_TRY(bx_tree_compare(&d->a.tree, at_a, 1, &d->b.tree, at_b, 1, &order));
		if (order != 0)
			BX_TRY(emit(d, "update", &d->label, text_of(d->a.tree.values.data + x->value, x->n),
						text_of(d->b.tree.values.data + y->value, y->n)));
	}
	else
	{
		/* the label of a child begins with that of its parent */
		saved = bx_arena_alloc(d->arena, parent + 1);
		if (saved == NULL)
			return bx_fail_nomem(d->err, parent + 1);
		if (parent > 0)
			memcpy(saved, d->parents.data, parent);
		d->parents.len = 0;
		BX_TRY(bx_buf_append(&d->parents, d->label.data, d->label.len, d->err));
		BX_TRY(diff_attributes(d, x, y));
		BX_TRY(diff_children(d, at_a + 1, at_a + x->size, at_b + 1, at_b + y->size));
		d->parents.len = 0;
		BX_TRY(bx_buf_append(&d->parents, saved, parent, d->err));
	}
	d->path.len = path;
	return BX_OK;
}

static BxStatus
diff_children(Diff *d, uint32_t a_from, uint32_t a_to, uint32_t b_from, uint32_t b_to)
{
	BxArenaMark mark = bx_arena_mark(d->arena);
	uint32_t i, j = 0;
	Lists l;

	if (a_from == a_to && b_from == b_to)
		return BX_OK;
	if (!bx_stack_ok(d->host))
		return bx_fail(d->err, BX_E_DEPTH, -1, "value is nested too deeply to compare");
	BX_TRY(make_lists(d, &l, a_from, a_to, b_from, b_to));
	BX_TRY(match_lists(d, &l));
	for (i = 0; i < l.n; i++)
	{
		if (l.match[i] == BX_NO_MATCH)
		{
			BX_TRY(emit_delete(d, &l, i));
			continue;
		}
		BX_TRY(emit_inserts(d, &l, j, l.match[i], i));
		if (!l.same[i])
			BX_TRY(diff_partners(d, &l, i));
		j = l.match[i] + 1;
	}
	BX_TRY(emit_inserts(d, &l, j, l.m, l.n));
	bx_arena_release(d->arena, &mark);
	return BX_OK;
}

/* ---- entry ---- */

static BxStatus
read_tree(Diff *d, Side *s, const uint32_t *numbers)
{
	static const BxIgnore nothing;

	BX_TRY(bx_cursor_open(&s->cursor, &s->table, &s->pass.items.source, numbers, &nothing, d->arena, d->err));
	return bx_tree_read(&s->tree, &s->cursor, false);
}

static BxStatus
run(Diff *d, BxStore *a, BxStore *b)
{
	static const BxC14nOptions options = {.exclusive = true, .comments = true, .relative = true};
	BxNumbers numbers;

	BX_TRY(bx_read_all_open(&d->a.pass, a, d->arena, d->err));
	BX_TRY(bx_read_all_open(&d->b.pass, b, d->arena, d->err));
	BX_TRY(bx_read_all_open(&d->again, a, d->arena, d->err));
	BX_TRY(bx_read_all_table(&d->a.pass, &d->a.table, d->arena));
	BX_TRY(bx_read_all_table(&d->b.pass, &d->b.table, d->arena));
	BX_TRY(bx_numbers_make(&numbers, &d->a.table, &d->b.table, d->arena, d->err));
	BX_TRY(read_tree(d, &d->a, numbers.of[0]));
	BX_TRY(read_tree(d, &d->b, numbers.of[1]));
	d->doc.table = &d->a.table;
	d->doc.source = &d->a.pass.items.source;
	BX_TRY(bx_exceptions_open_pass(&d->exceptions, &d->a.pass, d->arena, d->err));
	d->doc.exceptions = &d->exceptions;
	BX_TRY(bx_walk_new(&d->walk, &d->a.table, &d->a.pass.items.source, &d->exceptions, d->arena, d->err));
	BX_TRY(bx_root_read(&d->a.pass.img, d->arena, &d->doc.root));
	BX_TRY(bx_walk_root(d->walk, &d->doc.root, d->arena));
	BX_TRY(
		bx_c14n_new(&d->a.c14n, &d->a.table, &d->again.items.source, &options, d->arena, &d->a.xml, d->err));
	BX_TRY(
		bx_c14n_new(&d->b.c14n, &d->b.table, &d->b.pass.items.source, &options, d->arena, &d->b.xml, d->err));
	return diff_children(d, 0, bx_tree_count(&d->a.tree), 0, bx_tree_count(&d->b.tree));
}

static void
start_side(Side *s, const BxHost *host, BxError *err)
{
	bx_tree_init(&s->tree, host, err);
	bx_buf_init(&s->xml, host);
}

static void
close_side(Side *s)
{
	if (s->cursor.host != NULL)
		bx_cursor_close(&s->cursor);
	if (s->c14n != NULL)
		bx_c14n_free(s->c14n);
	bx_tree_free(&s->tree);
	bx_buf_free(&s->xml);
	if (s->pass.items.img != NULL)
		bx_read_all_close(&s->pass);
}

BxStatus
bx_diff(BxStore *a, BxStore *b, const BxHost *host, BxDiffSink *sink, BxError *err)
{
	BxArena arena;
	Diff d = {.doc = {.host = host, .arena = &arena, .err = err},
			  .arena = &arena,
			  .host = host,
			  .sink = sink,
			  .err = err};
	BxStatus st;

	bx_arena_init(&arena, host);
	start_side(&d.a, host, err);
	start_side(&d.b, host, err);
	bx_buf_init(&d.parents, host);
	bx_buf_init(&d.label, host);
	bx_buf_init(&d.path, host);
	st = run(&d, a, b);
	close_side(&d.a);
	close_side(&d.b);
	if (d.again.items.img != NULL)
		bx_read_all_close(&d.again);
	bx_buf_free(&d.parents);
	bx_buf_free(&d.label);
	bx_buf_free(&d.path);
	bx_arena_reset(&arena);
	return st;
}

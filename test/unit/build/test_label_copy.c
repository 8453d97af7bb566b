/*
 * test_label_copy.c -- nodes of values with label exceptions as values of their own, and as references: whichever way
 * one goes, nodes below them have the labels they have in the document.
 */
#include "../ut.h"
#include "../ut_engine.h"
#include "../ut_labeled.h"
#include "../ut_random.h"

#include "../../../src/core/check/bx_check.h"
#include "../../../src/core/read/bx_label.h"
#include "../../../src/core/read/bx_walk.h"
#include "../../../src/core/xpath/result/xp_rows.h"

#define ALL "/descendant-or-self::node() | //@*"

static const BxWriterOptions options = {.limits = BX_LIMITS_DEFAULT};

/* A value, or a part of it. */
typedef struct Doc
{
	const uint8_t *v;
	size_t n;
	const XpSubtree *part;
} Doc;

static void
put_label(BxBuf *out, const uint8_t *label, size_t n)
{
	uint32_t len = (uint32_t) n;

	CHECK(bx_buf_append(out, &len, sizeof(len), NULL) == BX_OK &&
		  bx_buf_append(out, label, n, NULL) == BX_OK);
}

static bool
same(const BxBuf *a, const BxBuf *b)
{
	return a->len == b->len && (a->len == 0 || memcmp(a->data, b->data, a->len) == 0);
}

static void
call_init(XpCall *c, const Doc *d, BxArena *arena, BxError *err)
{
	memset(c, 0, sizeof(*c));
	bx_error_clear(err);
	bx_arena_init(arena, bx_host_libc());
	c->host = bx_host_libc();
	c->arena = arena;
	c->err = err;
	c->v = d->v;
	c->n = d->n;
	c->part = d->part;
}

static XpRows *
rows_open(XpCall *c, const char *path)
{
	XpBlock *block, *joined;
	const XpBlock *blocks[1];
	XpRows *rows = NULL;
	uint32_t *root = bx_arena_alloc(c->arena, sizeof(uint32_t));

	CHECK(xp_compile(path, strlen(path), 0, c->arena, &block, c->err) == BX_OK);
	blocks[0] = block;
	CHECK(xp_join(blocks, 1, c->arena, &joined, root, c->err) == BX_OK);
	CHECK(xp_rows_open(c, joined, root, 1, XP_ROWS_LABELS | XP_ROWS_NODES, NULL, &rows) == BX_OK);
	return rows;
}

/* Labels of all nodes but declarations, by rows of a path. */
static void
row_labels(const Doc *d, BxBuf *out)
{
	const uint8_t *label;
	BxArena arena;
	XpRows *rows;
	BxError err;
	XpCall c;
	bool found, has;
	size_t n;

	call_init(&c, d, &arena, &err);
	rows = rows_open(&c, ALL);
	while (xp_rows_next(rows, &found) == BX_OK && found)
	{
		CHECK(xp_rows_label(rows, &has, &label, &n) == BX_OK && has);
		if (n > 0)
			put_label(out, label, n);
	}
	xp_rows_close(rows);
	bx_arena_reset(&arena);
}

/* A value opened. */
typedef struct Open
{
	BxArena arena;
	BxStore store;
	BxImage img;
	BxImageSource items;
	BxTable table;
	BxExceptions exceptions;
	BxDirs dirs;
	BxLabelDoc label;
	BxError err;
} Open;

static void
doc_open(Open *o, const Doc *d)
{
	memset(o, 0, sizeof(*o));
	bx_arena_init(&o->arena, bx_host_libc());
	bx_store_memory(&o->store, d->v, d->n);
	CHECK(bx_image_open(&o->img, &o->store, &o->arena, &o->err) == BX_OK);
	CHECK(bx_table_open(&o->table, &o->arena, o->img.v, o->img.n, o->img.n, &o->err) == BX_OK);
	bx_image_source(&o->items, &o->img);
	CHECK(bx_label_doc(&o->label, &o->img, &o->table, &o->items.source, &o->arena, &o->exceptions, &o->dirs,
					   &o->err) == BX_OK);
}

static void
doc_close(Open *o)
{
	bx_image_close(&o->img);
	bx_arena_reset(&o->arena);
}

/* Labels of all info items but declarations, by the walk. */
static void
walk_labels(const Doc *d, BxBuf *out)
{
	const uint8_t *label;
	BxWalk *walk;
	BxInfo info;
	size_t n;
	Open o;

	doc_open(&o, d);
	CHECK(bx_walk_new(&walk, &o.table, &o.items.source, &o.exceptions, &o.arena, &o.err) == BX_OK);
	if (d->part != NULL)
		CHECK(bx_walk_part(walk, d->part->off) == BX_OK);
	CHECK(bx_walk_root(walk, d->part ? &d->part->root : &o.label.root, &o.arena) == BX_OK);
	while (bx_walk_next(walk, &info) == BX_OK && info.ev.kind != BX_EV_DONE)
	{
		bx_walk_label(walk, &info, &label, &n);
		if (info.line != BX_LINE_NAMESPACE)
			put_label(out, label, n);
	}
	doc_close(&o);
}

/* The end of the subtree of node i. */
static uint32_t
subtree_end(const UtLabeled *m, uint32_t i)
{
	uint32_t end = i + 1;

	while (end < m->n && bx_ordpath_within(m->nodes[end].label, m->nodes[end].label_n, m->nodes[i].label,
										   m->nodes[i].label_n))
		end++;
	return end;
}

/* Nodes [from, end) of the model, but declarations, are found by their labels, and are what they are there. */
static void
check_find(const Doc *copy, const UtLabeled *m, uint32_t from, uint32_t end)
{
	Open o;

	doc_open(&o, copy);
	for (uint32_t i = from; i < end; i++)
	{
		const UtNode *node = &m->nodes[i];
		BxPlace place;

		if (node->line == BX_LINE_NAMESPACE)
			continue;
		CHECK(bx_label_find(&o.label, node->label, node->label_n, &place) == BX_OK && place.found);
		/* a LEAF with declarations from around it is not a LEAF */
		CHECK((!place.leaf_text || node->leaf_text) && bx_line_of(place.kind) == node->line);
	}
	doc_close(&o);
}

/* What the node that a path selects is as a value that keeps its label. */
static void
query_value(const Doc *d, const char *path, const UtNode *node, uint8_t **data, size_t *len)
{
	BxWriterOptions opt = options;
	BxArena arena;
	XpBlock *block;
	BxError err;
	XpCall c;
	bool found;

	call_init(&c, d, &arena, &err);
	c.labels = true;
	opt.root = node ? node->label : NULL;
	opt.root_n = node ? (uint32_t) node->label_n : 0;
	CHECK(xp_compile(path, strlen(path), 0, &arena, &block, &err) == BX_OK);
	CHECKF(xp_query(&c, block, &opt, &found, data, len) == BX_OK && found, "%s", err.msg);
	bx_arena_reset(&arena);
}

static void
check_query(const Doc *d, const UtNode *node, const Doc *copy)
{
	bool found;
	BxBuf path;
	uint8_t *data;
	size_t len;
	Open o;

	bx_buf_init(&path, bx_host_libc());
	doc_open(&o, d);
	CHECK(bx_label_path(&o.label, node ? node->label : NULL, node ? node->label_n : 0, true, &path, &found) ==
			  BX_OK &&
		  found && bx_buf_byte(&path, 0, NULL) == BX_OK);
	doc_close(&o);
	query_value(d, (char *) path.data, node, &data, &len);
	CHECK(len == copy->n && memcmp(data, copy->v, len) == 0);
	free(data);
	bx_buf_free(&path);
}

/* A reference: the labels of the copy, and its bytes. */
static void
check_part(const Doc *d, const XpSubtree *part, const Doc *copy, const BxBuf *want)
{
	Doc there = {d->v, d->n, part};
	BxBuf rows, walked, walked_copy;
	BxArena arena;
	BxError err;
	XpCall c;
	uint8_t *data;
	size_t len;

	bx_buf_init(&rows, bx_host_libc());
	bx_buf_init(&walked, bx_host_libc());
	bx_buf_init(&walked_copy, bx_host_libc());
	row_labels(&there, &rows);
	CHECK(same(&rows, want));
	walk_labels(&there, &walked);
	walk_labels(copy, &walked_copy);
	CHECK(same(&walked, &walked_copy));
	call_init(&c, &there, &arena, &err);
	CHECK(xp_subtree_value(&c, &options, &data, &len) == BX_OK);
	CHECK(len == copy->n && memcmp(data, copy->v, len) == 0);
	free(data);
	bx_arena_reset(&arena);
	bx_buf_free(&rows);
	bx_buf_free(&walked);
	bx_buf_free(&walked_copy);
}

/* Labels of info items of a copy are among those of its nodes, in the same order. */
static void
check_walk(const Doc *copy, const BxBuf *nodes)
{
	BxBuf items;
	size_t at = 0, i;
	uint32_t len;

	bx_buf_init(&items, bx_host_libc());
	walk_labels(copy, &items);
	for (i = 0; i < items.len && at < nodes->len; at += sizeof(len) + len)
	{
		memcpy(&len, nodes->data + at, sizeof(len));
		if (sizeof(len) + len <= items.len - i &&
			memcmp(nodes->data + at, items.data + i, sizeof(len) + len) == 0)
			i += sizeof(len) + len;
	}
	CHECK(i == items.len);
	bx_buf_free(&items);
}

/* The copy of node i; NULL is the document. */
static void
check_copy(const Doc *d, const UtLabeled *m, const UtNode *node, const Doc *copy)
{
	uint32_t from = node ? (uint32_t) (node - m->nodes) : 0, i;
	uint32_t end = node ? subtree_end(m, from) : m->n;
	BxBuf want, got;
	BxError err;

	bx_buf_init(&want, bx_host_libc());
	bx_buf_init(&got, bx_host_libc());
	for (i = from; i < end; i++)
		if (m->nodes[i].line != BX_LINE_NAMESPACE)
			put_label(&want, m->nodes[i].label, m->nodes[i].label_n);
	CHECKF(bx_check(copy->v, copy->n, false, NULL, bx_host_libc(), &err) == BX_OK, "%s", err.msg);
	row_labels(copy, &got);
	CHECK(same(&got, &want));
	check_walk(copy, &want);
	check_find(copy, m, from, end);
	check_query(d, node, copy);
	bx_buf_free(&want);
	bx_buf_free(&got);
}

static void
check_reference(const Doc *d, const UtLabeled *m, const UtNode *node, XpRows *rows, const Doc *copy)
{
	uint32_t i = (uint32_t) (node - m->nodes), end = subtree_end(m, i);
	XpSubtree part;
	bool found;
	BxBuf want;

	CHECK(xp_rows_part(rows, 0, &part, &found) == BX_OK);
	if (!found)
		return;
	bx_buf_init(&want, bx_host_libc());
	for (; i < end; i++)
		if (m->nodes[i].line != BX_LINE_NAMESPACE)
			put_label(&want, m->nodes[i].label, m->nodes[i].label_n);
	check_part(d, &part, copy, &want);
	bx_buf_free(&want);
}

/* Every node of the value; returns how many copies have exceptions of their own. */
static uint32_t
check_nodes(const UtLabeled *m)
{
	Doc d = {.v = m->v, .n = m->v_n};
	uint32_t i = 0, own = 0;
	BxArena arena;
	XpRows *rows;
	BxError err;
	XpCall c;
	bool found;

	call_init(&c, &d, &arena, &err);
	rows = rows_open(&c, "/descendant-or-self::node()");
	for (bool document = true; xp_rows_next(rows, &found) == BX_OK && found; document = false)
	{
		const UtNode *node;
		uint8_t *data;
		size_t len;
		Doc copy;
		Open o;

		while (!document && m->nodes[i].line != BX_LINE_CHILD)
			i++;
		node = document ? NULL : &m->nodes[i++];
		CHECK(xp_rows_node(rows, &options, &data, &len) == BX_OK);
		copy = (Doc){.v = data, .n = len};
		check_copy(&d, m, node, &copy);
		if (node != NULL)
			check_reference(&d, m, node, rows, &copy);
		doc_open(&o, &copy);
		own += o.exceptions.n > 0;
		doc_close(&o);
		free(data);
	}
	xp_rows_close(rows);
	bx_arena_reset(&arena);
	return own;
}

static void
random_values(void)
{
	uint64_t rng = 815;
	uint32_t own = 0;

	for (int round = 0; round < 120; round++)
	{
		unsigned form = (round & 1 ? BX_MODE_NAMES : BX_MODE_SHAPES | UT_DIRECTORIES) |
						(round & 2 ? UT_CONSTANTS : 0) | (round & 4 ? UT_HEAP : 0);
		BxWriterOptions opt = ut_options(form, BX_TYPED_LOSSLESS);
		uint8_t *v = NULL;
		UtEvents ev;
		UtLabeled m;
		BxError err;
		size_t n;

		ut_events_init(&ev);
		ut_random_events(&ev, &rng, 1 + ut_below(&rng, 60));
		CHECK(ut_write(&ev, &opt, bx_host_libc(), &v, &n, &err) == BX_OK);
		ut_labeled_make(&m, v, n, 1 + ut_below(&rng, 4), &rng);
		own += check_nodes(&m);
		ut_labeled_free(&m);
		ut_events_free(&ev);
		free(v);
	}
	CHECKF(own > 300, "%u", own);
}

/* The exceptions of the copy of the node that a path selects, as text. */
static void
expect_said(const Doc *d, const char *path, const char *label, const char *want)
{
	UtNode node = {.label = NULL};
	BxExceptionParent parent;
	BxException e;
	BxBuf own, got;
	uint8_t *data;
	size_t len;
	Open o;

	bx_buf_init(&own, bx_host_libc());
	bx_buf_init(&got, bx_host_libc());
	CHECK(bx_ordpath_parse(label, strlen(label), &own, NULL) == BX_OK);
	node.label = own.data;
	node.label_n = own.len;
	query_value(d, path, &node, &data, &len);
	doc_open(&o, &(Doc){.v = data, .n = len});
	for (uint32_t i = 0; o.exceptions.n > 0 && i < o.exceptions.n_parents; i++)
	{
		CHECK(bx_exceptions_parent(&o.exceptions, i, &parent) == BX_OK);
		for (uint32_t k = parent.first; k < parent.end; k++)
		{
			CHECK(bx_ordpath_print(parent.label, parent.label_n, &got, NULL) == BX_OK &&
				  bx_buf_byte(&got, ':', NULL) == BX_OK && bx_exceptions_get(&o.exceptions, k, &e) == BX_OK &&
				  bx_ordpath_print(e.level, e.level_n, &got, NULL) == BX_OK &&
				  bx_buf_byte(&got, ' ', NULL) == BX_OK);
		}
	}
	CHECKF(got.len == strlen(want) && (got.len == 0 || memcmp(got.data, want, got.len) == 0), "%s: %.*s",
		   path, (int) got.len, (char *) got.data);
	doc_close(&o);
	free(data);
	bx_buf_free(&own);
	bx_buf_free(&got);
}

/* Declarations of a node are counted anew where those around it come to them; all others keep their labels. */
static void
declarations(void)
{
	static const char *const text = "<a xmlns:p='u'><b xmlns:q='v' xmlns:r='w'><c xmlns:s='x'/></b><b/></a>";
	Doc d = {.part = NULL};
	size_t n;
	uint8_t *v = ut_encode(text, strlen(text), BX_MODE_AUTO, BX_TYPED_OFF, &n);
	uint8_t *data = ut_said(v, n, "1:0:#3 1.1:0:#5 1.1:0:3 1.1.3:0:#-1", &d.n);

	d.v = data;
	expect_said(&d, "/a", "1", "1:#3 1.1:#5 1.1:3 1.1.3:#-1 ");
	expect_said(&d, "/a/b[1]", "1.1", "1.1:3 1.1.3:#-1 ");
	expect_said(&d, "/a/b/c", "1.1.3", "");
	expect_said(&d, "/a/b[2]", "1.3", "");
	free(data);
	free(v);
}

/* Damaged exceptions: a value or an error. */
static void
damage(void)
{
	static const char *const text = "<a x='1' y='2'>t<b/><c>u<d/><d/></c><b/></a>";
	uint64_t rng = 5;
	uint32_t off, len;
	size_t n;
	uint8_t *v = ut_encode(text, strlen(text), BX_MODE_AUTO, BX_TYPED_OFF, &n);
	BxHeader h;
	UtLabeled m;

	ut_labeled_make(&m, v, n, 1, &rng);
	CHECK(bx_header_read(m.v, m.v_n, m.v_n, &h, NULL) == BX_OK &&
		  bx_header_ext_place(&h, m.v, BX_EXT_LABELS, &off, &len, NULL) == BX_OK && off > 0);
	for (size_t bit = off * 8; bit < (off + len) * 8; bit++)
	{
		Doc d = {.v = m.v, .n = m.v_n};
		BxArena arena;
		XpRows *rows;
		BxError err;
		XpCall c;
		bool found;

		m.v[bit / 8] ^= (uint8_t) (1 << bit % 8);
		call_init(&c, &d, &arena, &err);
		rows = rows_open(&c, "/descendant-or-self::node()");
		while (xp_rows_next(rows, &found) == BX_OK && found)
		{
			uint8_t *data;
			size_t data_n;
			BxStatus st = xp_rows_node(rows, &options, &data, &data_n);

			CHECKF(st == BX_OK || st == BX_E_CORRUPT, "%s", bx_status_name(st));
			if (st != BX_OK)
				break;
			free(data);
		}
		xp_rows_close(rows);
		bx_arena_reset(&arena);
		m.v[bit / 8] ^= (uint8_t) (1 << bit % 8);
	}
	ut_labeled_free(&m);
	free(v);
}

UT_SUITE(test_label_copy)
{
	UT_RUN(random_values);
	UT_RUN(declarations);
	UT_RUN(damage);
	return ut_done();
}

/*
 * ut_labeled.h -- values with label exceptions: any value, with the labels of some of its nodes changed as edits do it.
 *
 * The model is every node with its place and its label, in document order.
 */
#ifndef UT_LABELED_H
#define UT_LABELED_H

#include "ut_line.h"
#include "ut_said.h"

typedef struct UtNode
{
	uint32_t off;
	uint32_t parent; /* number of the parent + 1, 0: the document */
	uint32_t index;
	BxOrdpathLine line;
	bool leaf_text; /* the text child of the LEAF at off */
	uint8_t *label; /* in the arena */
	size_t label_n;
	uint32_t below[3]; /* items per line */
} UtNode;

typedef struct UtLabeled
{
	BxArena arena;
	UtNode *nodes;
	uint32_t n;
	uint32_t cap;
	uint32_t below[3]; /* of the document */
	uint8_t *v;        /* with exceptions; host memory of libc */
	size_t v_n;
	uint32_t lines; /* whose labels were changed */
} UtLabeled;

static inline UtNode *
ut_node_add(UtLabeled *m, uint32_t parent, BxOrdpathLine line, uint32_t off)
{
	uint32_t *below;
	UtNode *node;

	if (m->n == m->cap)
	{
		m->cap = m->cap ? 2 * m->cap : 64;
		m->nodes = ut_need(realloc(m->nodes, m->cap * sizeof(UtNode)));
	}
	below = parent == 0 ? m->below : m->nodes[parent - 1].below;
	node = &m->nodes[m->n++];
	memset(node, 0, sizeof(*node));
	node->parent = parent;
	node->line = line;
	node->index = below[line]++;
	node->off = off;
	return node;
}

static inline void
ut_nodes_read(UtLabeled *m, const uint8_t *v, size_t n)
{
	static uint32_t open[200000];
	uint32_t level = 0;
	BxSource memory;
	BxReader *rd;
	BxTable t;
	BxEvent ev;

	if (bx_table_open(&t, &m->arena, v, n, n, NULL) != BX_OK)
		abort();
	bx_source_memory(&memory, v + t.head.items_off, t.head.items_len);
	if (bx_reader_new(&rd, &t, &memory, &m->arena, NULL) != BX_OK)
		abort();
	open[0] = 0;
	while (bx_reader_next(rd, &ev) == BX_OK && ev.kind != BX_EV_DONE)
	{
		if (ev.kind == BX_EV_END)
		{
			level--;
			continue;
		}
		ut_node_add(m, open[level],
					ev.kind == BX_EV_NAMESPACE   ? BX_LINE_NAMESPACE
					: ev.kind == BX_EV_ATTRIBUTE ? BX_LINE_ATTRIBUTE
												 : BX_LINE_CHILD,
					ev.off);
		if (ev.kind == BX_EV_ELEMENT)
			open[++level] = m->n;
		if (ev.kind == BX_EV_LEAF && ev.len > 0)
			ut_node_add(m, m->n, BX_LINE_CHILD, ev.off)->leaf_text = true;
	}
}

/* Labels of the items of one line; parents come before what is below them. */
static inline void
ut_label_line(UtLabeled *m, uint32_t parent, BxOrdpathLine line, bool edit, BxExceptionWriter *w,
			  uint64_t *rng)
{
	const UtNode *up = parent == 0 ? NULL : &m->nodes[parent - 1];
	uint32_t i, n = up ? up->below[line] : m->below[line];
	UtLine made;

	edit = edit && n <= UT_LINE_MAX;
	if (edit)
		ut_line_edited(&made, line, n, rng);
	m->lines += edit;
	for (i = parent; i < m->n; i++)
	{
		UtNode *node = &m->nodes[i];
		UtLevel level;
		size_t up_n = up ? up->label_n : 0;

		if (node->parent != parent || node->line != line)
			continue;
		level = edit ? made.level[node->index] : ut_implied_level(line, node->index);
		node->label_n = up_n + level.n;
		node->label = ut_need(bx_arena_alloc(&m->arena, node->label_n));
		if (up_n > 0)
			memcpy(node->label, up->label, up_n);
		memcpy(node->label + up_n, level.p, level.n);
		if (bx_exception_add(w, node->label, up_n, node->index, level.p, level.n) != BX_OK)
			abort();
	}
}

/* One line in `each` gets other labels; 0: none.  For values of up to some hundred nodes. */
static inline void
ut_labeled_make(UtLabeled *m, const uint8_t *v, size_t n, uint32_t each, uint64_t *rng)
{
	BxExceptionWriter w;
	BxBuf body;
	BxError err;
	uint32_t i;
	int line;

	memset(m, 0, sizeof(*m));
	bx_arena_init(&m->arena, bx_host_libc());
	ut_nodes_read(m, v, n);
	bx_buf_init(&body, bx_host_libc());
	bx_exception_writer_init(&w, bx_host_libc(), &err);
	for (i = 0; i <= m->n; i++)
		for (line = 0; line < 3; line++)
			if ((i == 0 ? m->below : m->nodes[i - 1].below)[line] > 0)
				ut_label_line(m, i, (BxOrdpathLine) line, each > 0 && ut_below(rng, each) == 0, &w, rng);
	if (bx_exception_finish(&w, &body) != BX_OK ||
		bx_section_put(v, n, BX_EXT_LABELS, body.len > 0 ? body.data : NULL, (uint32_t) body.len, 0,
					   bx_host_libc(), &m->v, &m->v_n, &err) != BX_OK)
		abort();
	bx_exception_writer_free(&w);
	bx_buf_free(&body);
}

static inline void
ut_labeled_free(UtLabeled *m)
{
	bx_arena_reset(&m->arena);
	free(m->nodes);
	free(m->v);
}

#endif

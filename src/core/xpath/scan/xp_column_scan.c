/*
 * xp_column_scan.c -- columns that are reached from the row's node by children and attributes; one scan of its
 * content finds them all.
 *
 * Such a column is a path of child steps, perhaps with an attribute step at the end, without predicates.  The scan
 * tests an item for all columns of a word at once, and ends when every column has the nodes it needs.
 */
#include "xp_column_scan_int.h"
#include "xp_scan_int.h"

/* The path when the expression is such a column, else NULL. */
static const XpPath *
direct_path(const XpEval *ev, uint32_t root)
{
	const XpPath *path = xp_plan_path(ev->plan, root);

	if (path == NULL || !path->stream || path->start != 0 || path->absolute || path->n_steps == 0 ||
		path->pred != 0 || ((path->down | path->here) & path->all) != 0)
		return NULL;
	return path;
}

/* The group of the word, a new one if there is none. */
static XpColumnScanGroup *
group_of(XpColumnScan *k, uint32_t word)
{
	XpColumnScanGroup *g;
	uint32_t i;

	for (i = 0; i < k->n_groups; i++)
		if (k->groups[i].word == word)
			return &k->groups[i];
	g = &k->groups[k->n_groups++];
	g->word = word;
	g->steps = g->first = g->last = g->attr = g->single = 0;
	return g;
}

/* A path with a step that no shape passes finds nothing anywhere. */
static void
add_column(XpColumnScan *k, const XpEval *ev, uint32_t i, const XpPath *path)
{
	uint64_t last = 1ull << (path->first + path->n_steps - 1);
	XpColumnScanGroup *g;

	if (path->n_steps > 1)
		k->deep = true;
	if (path->need & ~ev->bound->all[path->word])
		return;
	g = group_of(k, path->word);
	k->columns[i].steps = path->all;
	g->steps |= path->all;
	g->first |= 1ull << path->first;
	g->last |= last;
	g->attr |= path->attr;
	g->single |= path->single;
	g->of_bit[path->first + path->n_steps - 1] = (uint8_t) i;
}

BxStatus
xp_column_scan_init(XpColumnScan *k, XpEval *ev, const uint32_t *roots, uint32_t n_roots,
					const uint8_t *wanted)
{
	const XpPath *path;
	uint32_t i;

	k->n = n_roots;
	k->n_groups = k->n_found = 0;
	k->deep = false;
	k->columns = xp_alloc(ev, n_roots * sizeof(XpColumn));
	k->cells = xp_alloc(ev, n_roots * sizeof(XpColumnValue));
	k->groups = xp_alloc(ev, ev->plan->n_words * sizeof(XpColumnScanGroup));
	if (k->columns == NULL || k->cells == NULL || k->groups == NULL)
		return BX_E_NOMEM;
	for (i = 0; i < n_roots; i++)
	{
		XpColumn *c = &k->columns[i];

		c->max = 0;
		c->n = 0;
		if (i == 0 || i > UINT8_MAX || ev->navigate || (wanted != NULL && wanted[i] == 0))
			continue;
		path = direct_path(ev, roots[i]);
		if (path == NULL)
			continue;
		c->max = wanted != NULL ? wanted[i] : 1;
		k->n_found++;
		add_column(k, ev, i, path);
	}
	return BX_OK;
}

/* Give the node to the columns of these last steps.  Returns the steps of columns that need no more. */
static inline uint64_t
give(XpColumnScan *k, const XpColumnScanGroup *g, uint64_t last, const XpNode *nd)
{
	uint64_t over = 0;

	for (; last != 0; last &= last - 1)
	{
		XpColumn *c = &k->columns[g->of_bit[__builtin_ctzll(last)]];

		if (c->n++ == 0)
			c->nd = *nd;
		if (c->n >= c->max)
			over |= c->steps;
	}
	return over;
}

static BxStatus seek(XpScan *s, XpNode *nd, uint64_t *steps, uint64_t *mask);

static const XpScanKind kind = {.narrows = true, .skipped = true, .tables_from = 2, .seek = seek};

static BxStatus
seek(XpScan *s, XpNode *nd, uint64_t *steps, uint64_t *mask)
{
	return xp_scan_seek(&kind, s, false, nd, steps, mask);
}

/* One scan for the columns of a group.  A path enters at most one element per step, so there are enough frames. */
static BxStatus
find_group(XpColumnScan *k, const XpColumnScanGroup *g, XpEval *ev, const XpNode *row)
{
	XpScanFrame frames[XP_WORD_BITS + 1];
	uint64_t steps, mask;
	XpScan s;
	XpNode nd;

	xp_scan_init(&s, ev, g, g->word, frames);
	s.single |= g->single;
	s.into = s.todo = g->steps;
	s.attr = g->attr;
	BX_TRY(xp_scan_enter(&kind, &s, row, g->first, 0));
	nd.up = XP_NO_UP;
	for (;;)
	{
		BX_TRY(xp_scan_next(&kind, &s, &nd, &steps, &mask));
		if (steps == 0)
			return BX_OK;
		s.todo &= ~give(k, g, steps & g->last, &nd);
		BX_TRY(xp_scan_follow(&kind, &s, &nd, (steps & ~g->last) << 1));
	}
}

BxStatus
xp_column_scan_find(XpColumnScan *k, XpEval *ev, const XpNode *row)
{
	uint32_t i;

	for (i = 1; i < k->n; i++)
		k->columns[i].n = 0;
	for (i = 0; i < k->n_groups; i++)
		BX_TRY(find_group(k, &k->groups[i], ev, row));
	return BX_OK;
}

/* A payload in the heap is left to xp_node_item. */
static BxStatus
fill_cell(XpEval *ev, const XpNode *nd, XpColumnValue *cell)
{
	BX_TRY(xp_need_payload(ev, nd));
	cell->p = ev->base + (int32_t) nd->content;
	cell->n = nd->len;
	cell->known = nd->len == 0 || *cell->p != BX_TAG_HEAP;
	if (BX_LIKELY(cell->known))
		BX_TRY(xp_count_value(ev, nd->len));
	return BX_OK;
}

BxStatus
xp_column_scan_cells(XpColumnScan *k, XpEval *ev, uint32_t apart)
{
	uint32_t limit = apart > 0 ? apart : UINT32_MAX;
	uint32_t i;

	for (i = 1; i < k->n; i++)
	{
		const XpColumn *c = &k->columns[i];
		XpColumnValue *cell = &k->cells[i];

		cell->count = (uint8_t) c->n;
		cell->known = c->n == 0 && c->max > 0;
		if (c->n > 0 && bx_kind_has_value(c->nd.kind) && c->nd.len < limit)
			BX_TRY(fill_cell(ev, &c->nd, cell));
	}
	return BX_OK;
}

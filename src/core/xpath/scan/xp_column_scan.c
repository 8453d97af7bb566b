/*
 * xp_column_scan.c -- columns that are reached from the row's node by children and attributes: one pass over its content finds
 * them all.
 *
 * Such a column is a path of child steps, or an attribute behind them, without predicates.  The steps of all columns of a
 * word are sets of bits as in xp_scan.c, so an item is tested for all columns at once; the pass ends when every column has
 * what it needs.
 */
#include "xp_column_scan_int.h"

/* The path when the expression is such a column, else NULL. */
static const XpPath *
direct_path(const XpEval *ev, uint32_t root)
{
	const XpPlan *plan = ev->plan;
	const XpPath *path;

	if (plan->nodes[root].op != XP_PATH)
		return NULL;
	path = &plan->paths[plan->path_no[root] - 1];
	if (!path->stream || path->start != 0 || path->absolute || path->n_steps == 0 || path->pred != 0 ||
		((path->down | path->here) & path->all) != 0)
		return NULL;
	return path;
}

/* The group of the word, a new one if there is none. */
static XpColumnGroup *
group_of(XpColumns *k, const XpEval *ev, uint32_t word)
{
	XpColumnGroup *g;
	uint32_t i;

	for (i = 0; i < k->n_groups; i++)
		if (k->groups[i].word == word)
			return &k->groups[i];
	g = &k->groups[k->n_groups++];
	g->word = word;
	g->steps = g->first = g->last = g->attr = 0;
	g->single = ev->bound->once[word];
	g->text = ev->plan->masks[word].any[BX_KIND_TEXT];
	return g;
}

/* A path with a step that no row passes finds nothing anywhere. */
static void
add_column(XpColumns *k, const XpEval *ev, uint32_t i, const XpPath *path)
{
	uint64_t last = 1ull << (path->first + path->n_steps - 1);
	XpColumnGroup *g;

	if (path->n_steps > 1)
		k->deep = true;
	if (path->need & ~ev->bound->all[path->word])
		return;
	g = group_of(k, ev, path->word);
	k->columns[i].steps = path->all;
	g->steps |= path->all;
	g->first |= 1ull << path->first;
	g->last |= last;
	g->attr |= path->attr;
	g->single |= path->single;
	g->of_bit[path->first + path->n_steps - 1] = (uint8_t) i;
}

BxStatus
xp_columns_init(XpColumns *k, XpEval *ev, const uint32_t *roots, uint32_t n_roots, const uint8_t *asked)
{
	const XpPath *path;
	uint32_t i;

	k->n = n_roots;
	k->n_groups = k->n_found = 0;
	k->deep = false;
	k->columns = xp_alloc(ev, n_roots * sizeof(XpColumn));
	k->cells = xp_alloc(ev, n_roots * sizeof(XpColumnValue));
	k->groups = xp_alloc(ev, ev->plan->n_words * sizeof(XpColumnGroup));
	if (k->columns == NULL || k->cells == NULL || k->groups == NULL)
		return BX_E_NOMEM;
	for (i = 0; i < n_roots; i++)
	{
		XpColumn *c = &k->columns[i];

		c->most = 0;
		c->n = 0;
		if (i == 0 || i > UINT8_MAX || ev->navigate || (asked != NULL && asked[i] == 0))
			continue;
		path = direct_path(ev, roots[i]);
		if (path == NULL)
			continue;
		c->most = asked != NULL ? asked[i] : 1;
		k->n_found++;
		add_column(k, ev, i, path);
	}
	return BX_OK;
}

/* Give the node to the columns of these last steps; the steps of columns that need no more. */
static inline uint64_t
give(XpColumns *k, const XpColumnGroup *g, uint64_t last, const XpNode *nd)
{
	uint64_t over = 0;

	for (; last != 0; last &= last - 1)
	{
		XpColumn *c = &k->columns[g->of_bit[__builtin_ctzll(last)]];

		if (c->n++ == 0)
			c->nd = *nd;
		if (c->n >= c->most)
			over |= c->steps;
	}
	return over;
}

/* The text in a leaf, for these steps. */
static inline uint64_t
give_text(XpColumns *k, const XpColumnGroup *g, uint64_t steps, const XpNode *leaf)
{
	XpNode text;

	if (steps == 0 || leaf->len == 0)
		return 0;
	xp_leaf_text(leaf, &text, XP_NO_UP);
	return give(k, g, steps, &text);
}

/* The item at off when its token and length take a byte each; its kind. */
static inline bool
is_short(const XpEval *ev, const uint8_t *p, uint32_t left, uint8_t *kind)
{
	uint32_t row = p[0] - ev->n_consts;

	if (BX_UNLIKELY(row >= ev->short_shapes || left < 2 || p[1] >= 240 || p[1] > left - 2))
		return false;
	*kind = ev->kinds[row];
	return true;
}

/*
 * The next item from *off on, before end, that passes a step of live & todo: *steps are those, 0 when there is none.  Behind
 * the attributes no step to them is live.  Most items of a row are none of its columns, so they are passed over here.
 */
static BxStatus
next_passing(XpEval *ev, const XpColumnGroup *g, const uint64_t *row_steps, uint32_t *off, uint32_t end,
			 uint64_t *live, uint64_t todo, XpNode *nd, uint64_t *steps)
{
	uint32_t start = *off, at = *off, next;
	uint8_t kind;

	for (*steps = 0; at < end && (*live & todo) != 0; at = next)
	{
		const uint8_t *p = ev->base + at;
		bool brief;

		BX_TRY(xp_tick(ev));
		BX_TRY(xp_need_item(ev, at));
		brief = is_short(ev, p, end - at, &kind);
		if (BX_LIKELY(brief))
		{
			next = at + 2 + p[1];
			*steps = row_steps[p[0] - ev->n_consts];
			ev->work->items++;
		}
		else
		{
			BX_TRY(xp_item_at(ev, at, end, nd));
			next = nd->next;
			*steps = row_steps[nd->shape];
			kind = nd->kind;
		}
		if (kind != BX_KIND_ATTRIBUTE && kind != BX_KIND_NAMESPACE)
			*live &= ~g->attr;
		else
			*steps &= g->attr;
		*steps &= *live & todo;
		if (*steps == 0)
			continue;
		if (brief)
			*nd = (XpNode){.key = (at + 1) * 2,
						   .up = XP_NO_UP,
						   .shape = p[0] - ev->n_consts,
						   .content = at + 2,
						   .len = p[1],
						   .next = next,
						   .kind = kind};
		break;
	}
	ev->work->skipped += at - start;
	*off = *steps != 0 ? nd->next : end;
	return BX_OK;
}

/* An element that was entered: where it ends, and the steps its items may still pass. */
typedef struct Level
{
	uint32_t end;
	uint64_t live;
} Level;

/* One pass for the columns of a group.  A level for each step but the last of a path, so there are enough. */
static BxStatus
find_group(XpColumns *k, const XpColumnGroup *g, XpEval *ev, const XpNode *row)
{
	const uint64_t *row_steps = ev->bound->shape_steps + (size_t) g->word * ev->n_shapes;
	uint64_t todo = g->steps, live = g->first;
	uint32_t end = row->next, off = row->content;
	Level levels[XP_WORD_BITS];
	uint32_t level = 0;
	uint64_t steps, below;
	XpNode nd;

	nd.up = XP_NO_UP;
	for (;;)
	{
		BX_TRY(next_passing(ev, g, row_steps, &off, end, &live, todo, &nd, &steps));
		if (steps == 0)
		{
			if (level == 0)
				return BX_OK;
			end = levels[--level].end;
			live = levels[level].live;
			continue;
		}
		live &= ~(steps & g->single);
		todo &= ~give(k, g, steps & g->last, &nd);
		below = (steps & ~g->last) << 1 & todo;
		if (nd.kind == BX_KIND_LEAF)
			todo &= ~give_text(k, g, below & g->last & g->text, &nd);
		else if (nd.kind == BX_KIND_ELEMENT && below != 0)
		{
			levels[level++] = (Level){end, live};
			off = nd.content;
			end = nd.next;
			live = below;
		}
	}
}

BxStatus
xp_columns_find(XpColumns *k, XpEval *ev, const XpNode *row)
{
	uint32_t i;

	for (i = 1; i < k->n; i++)
		k->columns[i].n = 0;
	for (i = 0; i < k->n_groups; i++)
		BX_TRY(find_group(k, &k->groups[i], ev, row));
	return BX_OK;
}

/* A payload in the heap is put in place by xp_node_item. */
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
xp_columns_cells(XpColumns *k, XpEval *ev, uint32_t apart)
{
	uint32_t limit = apart > 0 ? apart : UINT32_MAX;
	uint32_t i;

	for (i = 1; i < k->n; i++)
	{
		const XpColumn *c = &k->columns[i];
		XpColumnValue *cell = &k->cells[i];

		cell->count = (uint8_t) c->n;
		cell->known = c->n == 0 && c->most > 0;
		if (c->n > 0 && bx_kind_has_value(c->nd.kind) && c->nd.len < limit)
			BX_TRY(fill_cell(ev, &c->nd, cell));
	}
	return BX_OK;
}

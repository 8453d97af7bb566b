/*
 * xp_columns.c -- columns that are children or attributes of the row's node: one pass over its content finds them all.
 *
 * Such a column is a path of one step without predicates.  All their steps lie in one word of bits, so an item is tested
 * for all columns at once; the pass ends when every column has what it needs.
 */
#include "xp_columns_int.h"

/* The only step's bit when the expression is such a column, else 0. */
static uint64_t
direct_step(const XpEv *ev, uint32_t root, const XpPath **path)
{
	const XpPlan *plan = ev->plan;

	if (plan->nodes[root].op != XP_PATH)
		return 0;
	*path = &plan->paths[plan->path_no[root] - 1];
	if (!(*path)->stream || (*path)->start != 0 || (*path)->absolute || (*path)->n_steps != 1 ||
		(*path)->pred != 0)
		return 0;
	return ((*path)->child | (*path)->attr) & 1ull << (*path)->first;
}

BxStatus
xp_columns_init(XpColumns *k, XpEv *ev, const uint32_t *roots, uint32_t n_roots, const uint8_t *asked)
{
	uint64_t bit, all;
	const XpPath *path;
	uint32_t i;

	k->n = n_roots;
	k->word = UINT32_MAX;
	k->child = k->attr = k->single = 0;
	k->columns = xp_alloc(ev, n_roots * sizeof(XpColumn));
	if (k->columns == NULL)
		return BX_E_NOMEM;
	for (i = 0; i < n_roots; i++)
	{
		XpColumn *c = &k->columns[i];

		c->most = 0;
		c->n = 0;
		if (i == 0 || i > UINT8_MAX || ev->navigate || (asked != NULL && asked[i] == 0))
			continue;
		bit = direct_step(ev, roots[i], &path);
		if (bit == 0 || (k->word != UINT32_MAX && path->word != k->word))
			continue;
		k->word = path->word;
		c->most = asked != NULL ? asked[i] : 1;
		k->child |= path->child & bit;
		k->attr |= path->attr & bit;
		k->single |= path->single & bit;
		k->of_bit[path->first] = (uint8_t) i;
	}
	if (k->word == UINT32_MAX)
		return BX_OK;
	all = ev->bound->all[k->word];
	k->child &= all;
	k->attr &= all;
	k->single |= ev->bound->once[k->word];
	return BX_OK;
}

/* Give the node to the columns of the steps it passes; the steps that need no more. */
static inline uint64_t
give(XpColumns *k, uint64_t steps, const XpNd *nd)
{
	uint64_t over = steps & k->single;

	for (; steps != 0; steps &= steps - 1)
	{
		uint32_t bit = (uint32_t) __builtin_ctzll(steps);
		XpColumn *c = &k->columns[k->of_bit[bit]];

		if (c->n++ == 0)
			c->nd = *nd;
		if (c->n >= c->most)
			over |= 1ull << bit;
	}
	return over;
}

BxStatus
xp_columns_find(XpColumns *k, XpEv *ev, const XpNd *row)
{
	const uint64_t *row_steps = ev->bound->row_steps + (size_t) k->word * ev->n_rows;
	uint64_t attr = k->attr, child = k->child;
	uint32_t end = row->next;
	uint32_t off, i;
	XpNd nd;

	for (i = 1; i < k->n; i++)
		k->columns[i].n = 0;
	nd.up = XP_NO_UP;
	for (off = row->content; off < end && (attr | child) != 0; off = nd.next)
	{
		uint64_t steps, over;

		BX_TRY(xp_tick(ev));
		BX_TRY(xp_item_at(ev, off, end, &nd));
		if (nd.kind == BX_KIND_ATTRIBUTE || nd.kind == BX_KIND_NAMESPACE)
			steps = row_steps[nd.row] & attr;
		else
		{
			attr = 0;
			steps = row_steps[nd.row] & child;
		}
		if (steps == 0)
			ev->work->skipped += nd.next - off;
		else
		{
			over = give(k, steps, &nd);
			attr &= ~over;
			child &= ~over;
		}
	}
	return BX_OK;
}

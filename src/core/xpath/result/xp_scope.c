/*
 * xp_scope.c -- which namespaces from outside a subtree uses.
 *
 * One pass over the subtree.  A name's (prefix, URI) pair is in scope inside when an open element of the subtree
 * declares that pair; a use cannot be of a pair that is shadowed.
 */
#include "xp_query_int.h"

BxStatus
xp_scope_init(XpEval *ev, XpScopeScan *scan)
{
	const BxTable *t = ev->table;
	size_t pairs = t->n_pairs;
	size_t levels = (size_t) t->head.depth + 3;

	scan->n_used = 0;
	scan->open = xp_alloc(ev, pairs * sizeof(uint32_t));
	scan->seen = xp_alloc(ev, pairs);
	scan->used = xp_alloc(ev, pairs * sizeof(uint32_t));
	scan->starts = xp_alloc(ev, levels * sizeof(uint32_t));
	scan->ends = xp_alloc(ev, levels * sizeof(uint32_t));
	if (!scan->open || !scan->seen || !scan->used || !scan->starts || !scan->ends)
		return BX_E_NOMEM;
	memset(scan->open, 0, pairs * sizeof(uint32_t));
	memset(scan->seen, 0, pairs);
	return BX_OK;
}

static void
use(XpScopeScan *scan, const BxTable *t, uint32_t name)
{
	uint32_t pair = t->names[name].pair;

	if (pair < BX_PAIR_FIRST || scan->open[pair] > 0 || scan->seen[pair])
		return;
	scan->seen[pair] = 1;
	scan->used[scan->n_used++] = pair;
}

/* Count the declarations of the element whose content is [off, end) up, or down when it is left. */
static BxStatus
declare(XpEval *ev, XpScopeScan *scan, uint32_t off, uint32_t end, int by)
{
	uint32_t pair;

	for (;;)
	{
		BX_TRY(xp_next_declaration(ev, &off, end, &pair));
		if (pair == XP_NO_PAIR)
			return BX_OK;
		scan->open[pair] += (uint32_t) by;
	}
}

static BxStatus
enter(XpEval *ev, XpScopeScan *scan, uint32_t level, const XpNode *el)
{
	if (level > ev->img->head.depth)
		return xp_damaged(ev, el->content);
	scan->starts[level] = el->content;
	scan->ends[level] = el->next;
	BX_TRY(declare(ev, scan, el->content, scan->ends[level], 1));
	use(scan, ev->table, ev->table->shapes[el->shape].name);
	return BX_OK;
}

static BxStatus
scan_content(XpEval *ev, XpScopeScan *scan, const XpNode *el)
{
	uint32_t off = el->content;
	uint32_t level = 0;
	XpNode nd;

	BX_TRY(enter(ev, scan, 0, el));
	for (;;)
	{
		while (off >= scan->ends[level])
		{
			BX_TRY(declare(ev, scan, scan->starts[level], scan->ends[level], -1));
			if (level-- == 0)
				return BX_OK;
		}
		BX_TRY(xp_next_item(ev, off, scan->ends[level], &nd));
		off = nd.next;
		if (nd.kind == BX_KIND_ELEMENT)
		{
			BX_TRY(enter(ev, scan, ++level, &nd));
			off = nd.content;
		}
		else if (nd.kind == BX_KIND_LEAF || nd.kind == BX_KIND_ATTRIBUTE)
			use(scan, ev->table, ev->table->shapes[nd.shape].name);
	}
}

BxStatus
xp_scope_used(XpEval *ev, XpScopeScan *scan, const XpNode *el)
{
	while (scan->n_used > 0)
		scan->seen[scan->used[--scan->n_used]] = 0;
	if (el->kind != BX_KIND_LEAF)
		return scan_content(ev, scan, el);
	use(scan, ev->table, ev->table->shapes[el->shape].name);
	return BX_OK;
}

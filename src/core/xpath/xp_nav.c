/*
 * xp_nav.c -- node-sets, and paths that go backwards, count from the end, or start from an expression.
 *
 * A step is taken from one context node at a time: the candidates in axis order, then the predicates one after the
 * other with position and size, then the union over all contexts in document order.  Kept nodes take eight bytes.
 */
#include "xp_eval_int.h"

/* ---- sets ---- */

BxStatus
xp_set_add(XpEv *ev, XpSet *set, const XpNd *nd)
{
	if (set->n == set->cap)
	{
		uint32_t cap = set->cap ? set->cap * 2 : 16;
		XpItem *p = xp_alloc(ev, (size_t) cap * sizeof(XpItem));

		if (p == NULL)
			return BX_E_NOMEM;
		if (set->n > 0)
			memcpy(p, set->items, (size_t) set->n * sizeof(XpItem));
		set->items = p;
		set->cap = cap;
	}
	set->items[set->n].key = nd->key;
	set->items[set->n++].up = nd->up;
	return BX_OK;
}

static void
sift(XpItem *a, size_t i, size_t n)
{
	XpItem x = a[i];
	size_t c;

	for (; (c = 2 * i + 1) < n; i = c)
	{
		if (c + 1 < n && a[c + 1].key > a[c].key)
			c++;
		if (a[c].key <= x.key)
			break;
		a[i] = a[c];
	}
	a[i] = x;
}

static void
heap_sort(XpItem *a, size_t n)
{
	size_t i;

	for (i = n / 2; i-- > 0;)
		sift(a, i, n);
	for (i = n; i-- > 1;)
	{
		XpItem x = a[0];

		a[0] = a[i];
		a[i] = x;
		sift(a, 0, i);
	}
}

/* Document order without duplicates; already ordered sets, the common case, cost one look. */
void
xp_set_sort(XpSet *set)
{
	uint32_t i, k;

	for (i = 1; i < set->n && set->items[i - 1].key < set->items[i].key; i++)
		;
	if (i >= set->n)
		return;
	heap_sort(set->items, set->n);
	for (i = k = 1; i < set->n; i++)
		if (set->items[i].key != set->items[k - 1].key)
			set->items[k++] = set->items[i];
	set->n = k;
}

static void
set_reverse(XpSet *set)
{
	uint32_t i, j;

	if (set->n == 0)
		return;
	for (i = 0, j = set->n - 1; i < j; i++, j--)
	{
		XpItem x = set->items[i];

		set->items[i] = set->items[j];
		set->items[j] = x;
	}
}

/* ---- axes ---- */

typedef struct Level
{
	uint32_t end;
	uint32_t anchor;
} Level;

/* One step from any number of context nodes; its scratch memory is used again for each of them. */
typedef struct Gather
{
	XpEv *ev;
	uint32_t step;
	XpSet *out;
	uint32_t most; /* nodes wanted from one context, in axis order; 0 for all */
	uint32_t
		seen; /* key of the context before: what is above this one and in front of it, is above that one as well */
	Level *levels; /* of gather_range, NULL until needed */
	XpSet part;    /* of gather_preceding */
} Gather;

static inline BxStatus
offer(Gather *g, const XpNd *nd)
{
	/* step 0: any node */
	return g->step == 0 || xp_test_node(g->ev, nd, g->step) ? xp_set_add(g->ev, g->out, nd) : BX_OK;
}

static bool
is_child_kind(uint8_t kind)
{
	return kind != BX_KIND_ATTRIBUTE && kind != BX_KIND_NAMESPACE;
}

static BxStatus
offer_leaf_text(Gather *g, const XpNd *leaf)
{
	uint32_t up;
	XpNd text;

	if (leaf->len == 0)
		return BX_OK;
	BX_TRY(xp_anchor_of(g->ev, leaf, &up));
	xp_leaf_text(leaf, &text, up);
	return offer(g, &text);
}

static inline bool
has_enough(const Gather *g)
{
	return g->most != 0 && g->out->n >= g->most;
}

/* Items of [off, end) below the anchor and, with deep, everything below them, in document order; no attributes. */
static BxStatus
gather_range(Gather *g, uint32_t off, uint32_t end, uint32_t anchor, bool deep)
{
	XpEv *ev = g->ev;
	uint32_t cap = ev->bound->head.depth + 2;
	uint32_t level = 0;
	Level *stack;
	XpNd nd;

	if (g->levels == NULL)
		g->levels = xp_alloc(ev, (size_t) cap * sizeof(Level));
	stack = g->levels;
	if (stack == NULL)
		return BX_E_NOMEM;
	stack[0].end = end;
	stack[0].anchor = anchor;
	for (;;)
	{
		while (off >= stack[level].end)
			if (level-- == 0)
				return BX_OK;
		if (has_enough(g))
			return BX_OK;
		BX_TRY(xp_tick(ev));
		BX_TRY(xp_item_at(ev, off, stack[level].end, &nd));
		off = nd.content + nd.len;
		if (!is_child_kind(nd.kind))
			continue;
		nd.up = stack[level].anchor;
		BX_TRY(offer(g, &nd));
		if (!deep)
			continue;
		if (nd.kind == BX_KIND_LEAF)
			BX_TRY(offer_leaf_text(g, &nd));
		if (nd.kind != BX_KIND_ELEMENT)
			continue;
		if (level + 1 >= cap)
			return xp_damaged(ev, nd.content);
		level++;
		stack[level].end = off;
		BX_TRY(xp_anchor_of(ev, &nd, &stack[level].anchor));
		off = nd.content;
	}
}

static BxStatus
gather_below(Gather *g, const XpNd *nd, bool deep)
{
	uint32_t anchor;

	if (nd->kind == BX_KIND_LEAF)
		return offer_leaf_text(g, nd);
	if (nd->kind != BX_KIND_ELEMENT && nd->kind != XP_DOC)
		return BX_OK;
	BX_TRY(xp_anchor_of(g->ev, nd, &anchor));
	return gather_range(g, nd->content, nd->content + nd->len, anchor, deep);
}

static BxStatus
gather_attributes(Gather *g, const XpNd *nd)
{
	uint32_t off = nd->content;
	uint32_t end = nd->content + nd->len;
	uint32_t anchor;
	XpNd at;

	if (nd->kind != BX_KIND_ELEMENT)
		return BX_OK;
	BX_TRY(xp_anchor_of(g->ev, nd, &anchor));
	for (; off < end; off = at.content + at.len)
	{
		BX_TRY(xp_tick(g->ev));
		BX_TRY(xp_item_at(g->ev, off, end, &at));
		if (is_child_kind(at.kind))
			break;
		at.up = anchor;
		if (at.kind == BX_KIND_ATTRIBUTE)
			BX_TRY(offer(g, &at));
	}
	return BX_OK;
}

/* Attributes of an element and of all elements below it: those of every element among the nodes there. */
static BxStatus
gather_deep_attributes(Gather *g, const XpNd *nd)
{
	Gather all = {.ev = g->ev};
	XpSet set = {NULL, 0, 0};
	XpNd el;
	uint32_t i;

	BX_TRY(gather_attributes(g, nd));
	all.out = &set;
	BX_TRY(gather_below(&all, nd, true));
	for (i = 0; i < set.n; i++)
	{
		BX_TRY(xp_load(g->ev, &set.items[i], &el));
		BX_TRY(gather_attributes(g, &el));
	}
	return BX_OK;
}

static BxStatus
gather_up(Gather *g, const XpNd *nd, bool self, bool all)
{
	XpNd cur = *nd;
	XpNd parent;
	bool found;

	if (self)
		BX_TRY(offer(g, nd));
	for (;;)
	{
		BX_TRY(xp_tick(g->ev));
		BX_TRY(xp_parent(g->ev, &cur, &parent, &found));
		if (!found || (all && parent.key < g->seen))
			return BX_OK;
		BX_TRY(offer(g, &parent));
		if (!all || has_enough(g))
			return BX_OK;
		cur = parent;
	}
}

/* Nodes after nd under its parent, with what is below them if deep. */
static BxStatus
gather_after(Gather *g, const XpNd *nd, bool deep)
{
	XpNd parent;
	bool found;

	BX_TRY(xp_parent(g->ev, nd, &parent, &found));
	if (!found)
		return BX_OK;
	return gather_range(g, nd->content + nd->len, parent.content + parent.len, nd->up, deep);
}

/* Nodes before nd under its parent, in document order. */
static BxStatus
gather_before(Gather *g, const XpNd *nd, bool deep)
{
	XpNd parent;
	bool found;

	BX_TRY(xp_parent(g->ev, nd, &parent, &found));
	if (!found || (nd->key & 1))
		return BX_OK;
	return gather_range(g, parent.content, nd->key / 2 - 1, nd->up, deep);
}

static BxStatus
gather_following(Gather *g, const XpNd *nd)
{
	XpNd cur = *nd;
	XpNd parent;
	bool found = true;

	while (cur.kind != XP_DOC)
	{
		BX_TRY(gather_after(g, &cur, true));
		BX_TRY(xp_parent(g->ev, &cur, &parent, &found));
		cur = parent;
	}
	return BX_OK;
}

/* From the innermost ancestor outwards, each level's nodes reversed: reverse document order without ancestors. */
static BxStatus
gather_preceding(Gather *g, const XpNd *nd)
{
	XpNd cur = *nd;
	XpNd parent;
	XpSet *out = g->out;
	bool found = true;
	uint32_t i;

	while (cur.kind != XP_DOC)
	{
		g->part.n = 0;
		g->out = &g->part;
		if (is_child_kind(cur.kind))
			BX_TRY(gather_before(g, &cur, true));
		g->out = out;
		set_reverse(&g->part);
		for (i = 0; i < g->part.n; i++)
		{
			XpNd one;

			memset(&one, 0, sizeof(one));
			one.key = g->part.items[i].key;
			one.up = g->part.items[i].up;
			BX_TRY(xp_set_add(g->ev, out, &one));
		}
		BX_TRY(xp_parent(g->ev, &cur, &parent, &found));
		cur = parent;
	}
	return BX_OK;
}

static BxStatus
gather(Gather *g, const XpNd *nd)
{
	switch (g->ev->plan->axis[g->step])
	{
		case XP_AX_CHILD: return gather_below(g, nd, false);
		case XP_AX_DESCENDANT: return gather_below(g, nd, true);
		case XP_AX_DESCENDANT_OR_SELF: BX_TRY(offer(g, nd)); return gather_below(g, nd, true);
		case XP_AX_SELF: return offer(g, nd);
		case XP_AX_ATTRIBUTE: return gather_attributes(g, nd);
		case XP_AX_DEEP_ATTRIBUTE: return gather_deep_attributes(g, nd);
		case XP_AX_PARENT: return gather_up(g, nd, false, false);
		case XP_AX_ANCESTOR: return gather_up(g, nd, false, true);
		case XP_AX_ANCESTOR_OR_SELF: return gather_up(g, nd, true, true);
		case XP_AX_FOLLOWING_SIBLING: return is_child_kind(nd->kind) ? gather_after(g, nd, false) : BX_OK;
		case XP_AX_PRECEDING_SIBLING:
			if (is_child_kind(nd->kind))
				BX_TRY(gather_before(g, nd, false));
			set_reverse(g->out);
			return BX_OK;
		case XP_AX_FOLLOWING: return gather_following(g, nd);
		case XP_AX_PRECEDING: return gather_preceding(g, nd);
		default: return xp_unsupported(g->ev, &g->ev->plan->nodes[g->step], "axis");
	}
}

/* ---- predicates ---- */

BxStatus
xp_predicate(XpEv *ev, uint32_t pred, const XpNd *nd, uint32_t pos, uint32_t size, bool *pass)
{
	const XpNode *p = &ev->plan->nodes[pred];
	BxArenaMark mark = bx_arena_mark(ev->arena);
	uint32_t anchors = ev->n_anchors;
	XpCx cx;
	double d;

	cx.node = nd;
	cx.pos = pos;
	cx.size = size;
	if (xp_type(ev, p->a) == XP_T_NUMBER)
	{
		BX_TRY(xp_num(ev, p->a, &cx, &d));
		*pass = d == pos;
	}
	else
		BX_TRY(xp_bool(ev, p->a, &cx, pass));
	bx_arena_release(ev->arena, &mark);
	/* no node of the predicate outlives it; anchor 0 stays the document's */
	ev->n_anchors = anchors == 0 && ev->n_anchors > 0 ? 1 : anchors;
	return BX_OK;
}

/* Keep the nodes of the set that pass the chain of predicates, position by order in the set. */
static BxStatus
filter_set(XpEv *ev, uint32_t pred, XpSet *set)
{
	uint32_t i, k, size;
	bool pass;
	XpNd nd;

	for (; pred != 0; pred = ev->plan->nodes[pred].next)
	{
		size = set->n;
		for (i = k = 0; i < size; i++)
		{
			BX_TRY(xp_load(ev, &set->items[i], &nd));
			BX_TRY(xp_predicate(ev, pred, &nd, i + 1, size, &pass));
			if (pass)
				set->items[k++] = set->items[i];
		}
		set->n = k;
	}
	return BX_OK;
}

/* ---- expressions that are node-sets ---- */

/* Does the axis give its nodes in document order, so that "[3]" needs three of them? */
/* Axes that are gathered in axis order and can stop early. */
static bool
stops_early(uint8_t axis)
{
	return axis == XP_AX_CHILD || axis == XP_AX_DESCENDANT || axis == XP_AX_FOLLOWING_SIBLING ||
		   axis == XP_AX_FOLLOWING || axis == XP_AX_ANCESTOR || axis == XP_AX_ANCESTOR_OR_SELF;
}

/* How many nodes of a context can pass a first predicate that is a number; 0 when all must be seen. */
static uint32_t
most_wanted(const XpEv *ev, uint32_t step)
{
	uint32_t pred = ev->plan->nodes[step].a;
	double k;

	if (pred == 0 || !stops_early(ev->plan->axis[step]) || !xp_constant(ev, ev->plan->nodes[pred].a, &k))
		return 0;
	return k >= 1 && k < UINT32_MAX ? (uint32_t) k : 1;
}

/*
 * Without predicates the union over all contexts is often what some of them give.  reduce_contexts keeps these only:
 * for following:: the one that ends first, for preceding:: the last, for axes downwards those that do not lie below
 * another, for siblings the first or last child of each parent.
 */
static BxStatus
keep_first_end(XpEv *ev, XpSet *from)
{
	uint32_t end = UINT32_MAX;
	uint32_t i;
	XpNd nd;

	for (i = 0; i < from->n; i++)
	{
		BX_TRY(xp_tick(ev));
		BX_TRY(xp_load(ev, &from->items[i], &nd));
		if (nd.content + nd.len >= end)
			continue;
		end = nd.content + nd.len;
		from->items[0] = from->items[i];
	}
	from->n = from->n > 0;
	return BX_OK;
}

static BxStatus
keep_outermost(XpEv *ev, XpSet *from)
{
	uint32_t end = 0; /* of the last one kept that has something below */
	uint32_t i, k = 0;
	XpNd nd;

	for (i = 0; i < from->n; i++)
	{
		BX_TRY(xp_tick(ev));
		BX_TRY(xp_load(ev, &from->items[i], &nd));
		if (is_child_kind(nd.kind) && nd.kind != XP_DOC && nd.key / 2 - 1 < end)
			continue;
		if (is_child_kind(nd.kind))
			end = nd.content + nd.len;
		from->items[k++] = from->items[i];
	}
	from->n = k;
	return BX_OK;
}

/*
 * One context per parent: the first when reading forwards, the last when reading backwards.  The stack holds parents
 * met so far that the current context may lie below; one that has no room only costs a context too many.
 */
static BxStatus
keep_one_per_parent(XpEv *ev, XpSet *from, bool backwards)
{
	uint32_t cap = ev->bound->head.depth + 2;
	uint32_t *open = xp_alloc(ev, (size_t) cap * sizeof(uint32_t));
	uint32_t top = 0, i, k = 0;
	XpNd nd;

	if (open == NULL)
		return BX_E_NOMEM;
	for (i = 0; i < from->n; i++)
	{
		XpItem x = from->items[backwards ? from->n - 1 - i : i];
		uint32_t parent = x.up == 0 || x.key == 0 ? 0 : (ev->anchors[x.up].off + 1) * 2;

		BX_TRY(xp_tick(ev));
		BX_TRY(xp_load(ev, &x, &nd));
		if (nd.kind == XP_DOC || !is_child_kind(nd.kind))
			continue; /* has no siblings */
		while (top > 0 && (backwards ? open[top - 1] >= x.key : open[top - 1] > parent))
			top--;
		if (top > 0 && open[top - 1] == parent)
			continue;
		if (top < cap)
			open[top++] = parent;
		from->items[backwards ? from->n - 1 - k : k] = x;
		k++;
	}
	if (backwards)
		memmove(from->items, from->items + (from->n - k), k * sizeof(XpItem));
	from->n = k;
	return BX_OK;
}

static BxStatus
reduce_contexts(XpEv *ev, uint8_t axis, XpSet *from)
{
	if (from->n < 2)
		return BX_OK;
	switch (axis)
	{
		case XP_AX_FOLLOWING: return keep_first_end(ev, from);
		case XP_AX_PRECEDING:
			from->items[0] = from->items[from->n - 1];
			from->n = 1;
			return BX_OK;
		case XP_AX_DESCENDANT:
		case XP_AX_DESCENDANT_OR_SELF: return keep_outermost(ev, from);
		case XP_AX_FOLLOWING_SIBLING: return keep_one_per_parent(ev, from, false);
		case XP_AX_PRECEDING_SIBLING: return keep_one_per_parent(ev, from, true);
		default: return BX_OK;
	}
}

/*
 * Drop the anchors from number `first` on that no node of the set hangs under.  Anchors come after those they hang
 * under, so one pass moves the others down.
 */
static BxStatus
drop_anchors(XpEv *ev, uint32_t first, XpSet *set)
{
	uint32_t n = ev->n_anchors - first;
	BxArenaMark mark = bx_arena_mark(ev->arena);
	uint32_t *to = xp_alloc(ev, (size_t) n * sizeof(uint32_t));
	uint32_t i, a, k = first;

	if (to == NULL)
		return BX_E_NOMEM;
	memset(to, 0, (size_t) n * sizeof(uint32_t));
	for (i = 0; i < set->n; i++)
		for (a = set->items[i].up; a >= first && a != XP_NO_UP && to[a - first] == 0; a = ev->anchors[a].up)
			to[a - first] = 1;
	for (i = 0; i < n; i++)
	{
		XpAnchor x = ev->anchors[first + i];

		if (to[i] == 0)
			continue;
		if (x.up >= first && x.up != XP_NO_UP)
			x.up = to[x.up - first];
		to[i] = k;
		ev->anchors[k++] = x;
	}
	for (i = 0; i < set->n; i++)
		if (set->items[i].up >= first && set->items[i].up != XP_NO_UP)
			set->items[i].up = to[set->items[i].up - first];
	ev->n_anchors = k;
	bx_arena_release(ev->arena, &mark);
	return BX_OK;
}

/* Nodes of one context that the predicates leave, added to the set. */
static BxStatus
add_filtered(Gather *g, const XpNd *context, XpSet *part, XpSet *to)
{
	XpEv *ev = g->ev;
	uint32_t anchors = ev->n_anchors;
	uint32_t k;
	XpNd nd;

	part->n = 0;
	g->out = part;
	BX_TRY(gather(g, context));
	BX_TRY(filter_set(ev, ev->plan->nodes[g->step].a, part));
	if (anchors > 0 && ev->n_anchors - anchors > 2 * part->n + 16)
		BX_TRY(drop_anchors(ev, anchors, part));
	memset(&nd, 0, sizeof(nd));
	for (k = 0; k < part->n; k++)
	{
		nd.key = part->items[k].key;
		nd.up = part->items[k].up;
		BX_TRY(xp_set_add(ev, to, &nd));
	}
	return BX_OK;
}

/* From may lose nodes that add nothing.  Repeated nodes are dropped as they pile up, so memory follows the result. */
static BxStatus
take_step(XpEv *ev, uint32_t step, XpSet *from, XpSet *to)
{
	Gather g = {.ev = ev, .step = step, .most = most_wanted(ev, step)};
	uint8_t axis = ev->plan->axis[step];
	/* preceding-sibling reverses what it finds as a whole */
	bool apart = ev->plan->nodes[step].a != 0 || axis == XP_AX_PRECEDING_SIBLING;
	XpSet part = {NULL, 0, 0};
	uint32_t tidy = 4096;
	uint32_t i;
	XpNd nd;

	if (ev->plan->nodes[step].a == 0)
		BX_TRY(reduce_contexts(ev, axis, from));
	for (i = 0; i < from->n; i++)
	{
		BX_TRY(xp_tick(ev));
		BX_TRY(xp_load(ev, &from->items[i], &nd));
		g.out = to;
		BX_TRY(apart ? add_filtered(&g, &nd, &part, to) : gather(&g, &nd));
		if (!apart)
			g.seen = nd.key;
		if (to->n >= tidy)
		{
			xp_set_sort(to);
			tidy = to->n > UINT32_MAX / 2 ? UINT32_MAX : to->n * 2 + 4096;
		}
	}
	xp_set_sort(to);
	return BX_OK;
}

typedef struct Collect
{
	XpSink sink;
	XpSet *set;
	uint32_t most;
} Collect;

static BxStatus
collect(XpSink *sink, XpEv *ev, const XpNd *nd, bool *stop)
{
	Collect *c = (Collect *) sink;

	*stop = c->set->n + 1 >= c->most;
	return xp_set_add(ev, c->set, nd);
}

/* Steps from number i on, one set after the other. */
static BxStatus
navigate(XpEv *ev, const XpPath *path, uint32_t i, XpSet *set)
{
	for (; i < path->n_steps && set->n > 0; i++)
	{
		XpSet next = {NULL, 0, 0};

		BX_TRY(take_step(ev, path->steps[i], set, &next));
		*set = next;
	}
	return BX_OK;
}

static BxStatus
nodes_of_path(XpEv *ev, const XpPath *path, const XpCx *cx, XpSet *set)
{
	Collect c = {{collect}, set, UINT32_MAX};
	XpNd start;
	uint32_t i;

	if (path->start == 0)
	{
		if (path->absolute)
			xp_document(ev, &start);
		else
			start = *cx->node;
		if (ev->navigate)
		{
			BX_TRY(xp_set_add(ev, set, &start));
			return navigate(ev, path, 0, set);
		}
		BX_TRY(xp_stream(ev, path, &start, &c.sink));
		return navigate(ev, path, path->head, set);
	}
	BX_TRY(xp_nodes_of(ev, path->start, cx, set));
	if (set->n == 1 && path->head > 0 && !ev->navigate)
	{
		XpSet from = *set;

		memset(set, 0, sizeof(*set));
		BX_TRY(xp_load(ev, &from.items[0], &start));
		BX_TRY(xp_stream(ev, path, &start, &c.sink));
		return navigate(ev, path, path->head, set);
	}
	i = 0;
	return navigate(ev, path, i, set);
}

static BxStatus
nodes_of_filter(XpEv *ev, const XpNode *e, const XpCx *cx, XpSet *set)
{
	Collect c = {{collect}, set, UINT32_MAX};
	double k;

	/* "(...)[3]": three nodes are enough to know */
	if (xp_constant(ev, ev->plan->nodes[e->b].a, &k) && k >= 1 && k < UINT32_MAX - 1)
		c.most = (uint32_t) k;
	BX_TRY(xp_each(ev, e->a, cx, &c.sink));
	return filter_set(ev, e->b, set);
}

BxStatus
xp_nodes_of(XpEv *ev, uint32_t expr, const XpCx *cx, XpSet *set)
{
	const XpNode *e = &ev->plan->nodes[expr];

	ev->work->steps++;
	memset(set, 0, sizeof(*set));
	switch (e->op)
	{
		case XP_PATH: return nodes_of_path(ev, &ev->plan->paths[ev->plan->path_no[expr] - 1], cx, set);
		case XP_FILTER: return nodes_of_filter(ev, e, cx, set);
		case XP_UNION:
		{
			XpSet other;
			XpNd nd;
			uint32_t i;

			BX_TRY(xp_nodes_of(ev, e->a, cx, set));
			BX_TRY(xp_nodes_of(ev, e->b, cx, &other));
			memset(&nd, 0, sizeof(nd));
			for (i = 0; i < other.n; i++)
			{
				nd.key = other.items[i].key;
				nd.up = other.items[i].up;
				BX_TRY(xp_set_add(ev, set, &nd));
			}
			xp_set_sort(set);
			return BX_OK;
		}
		case XP_VARIABLE:
			return bx_fail(ev->err, BX_E_XPATH, e->pos, "value of a variable is not a node-set");
		default: return xp_unsupported(ev, e, "expression as a node-set");
	}
}

BxStatus
xp_each(XpEv *ev, uint32_t expr, const XpCx *cx, XpSink *sink)
{
	const XpNode *e = &ev->plan->nodes[expr];
	const XpPath *path;
	bool stop = false;
	XpSet set;
	uint32_t i;
	XpNd nd;

	if (e->op == XP_PATH)
	{
		path = &ev->plan->paths[ev->plan->path_no[expr] - 1];
		if (path->stream && path->start == 0 && !ev->navigate)
		{
			ev->work->steps++;
			if (path->absolute)
				xp_document(ev, &nd);
			return xp_stream(ev, path, path->absolute ? &nd : cx->node, sink);
		}
	}
	BX_TRY(xp_nodes_of(ev, expr, cx, &set));
	for (i = 0; i < set.n && !stop; i++)
	{
		BX_TRY(xp_tick(ev));
		BX_TRY(xp_load(ev, &set.items[i], &nd));
		BX_TRY(sink->take(sink, ev, &nd, &stop));
	}
	return BX_OK;
}

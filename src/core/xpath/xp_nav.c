/*
 * xp_nav.c -- node-sets, and paths that go backwards, count from the end, or start from an expression.
 *
 * A step is taken from one context node at a time: the candidates in axis order, then the predicates one after the
 * other with position and size, then the union over all contexts in document order.  Kept nodes take eight bytes.
 */
#include "xp_nav_int.h"

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
	if (ev->n_anchors < ev->n_fixed)
		ev->n_anchors = ev->n_fixed;
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

/* Nodes of one context that the predicates leave, added to the set. */
static BxStatus
add_filtered(XpGather *g, const XpNd *context, XpSet *part, XpSet *to)
{
	XpEv *ev = g->ev;
	uint32_t anchors = ev->n_anchors;
	uint32_t k;
	XpNd nd;

	part->n = 0;
	g->out = part;
	BX_TRY(xp_gather(g, context));
	BX_TRY(filter_set(ev, ev->plan->nodes[g->step].a, part));
	if (anchors > 0 && ev->n_anchors - anchors > 2 * part->n + 16)
		BX_TRY(xp_drop_anchors(ev, anchors, part));
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
	XpGather g = {.ev = ev, .step = step, .most = most_wanted(ev, step)};
	uint8_t axis = ev->plan->axis[step];
	/* preceding-sibling reverses what it finds as a whole */
	bool apart = ev->plan->nodes[step].a != 0 || axis == XP_AX_PRECEDING_SIBLING;
	XpSet part = {NULL, 0, 0};
	uint32_t tidy = 4096;
	uint32_t i;
	XpNd nd;

	if (ev->plan->nodes[step].a == 0)
		BX_TRY(xp_reduce_contexts(ev, axis, from));
	for (i = 0; i < from->n; i++)
	{
		BX_TRY(xp_tick(ev));
		BX_TRY(xp_load(ev, &from->items[i], &nd));
		g.out = to;
		BX_TRY(apart ? add_filtered(&g, &nd, &part, to) : xp_gather(&g, &nd));
		if (!apart)
			g.seen = nd.key;
		if (to->n >= tidy)
		{
			xp_set_sort(ev, to);
			tidy = to->n > UINT32_MAX / 2 ? UINT32_MAX : to->n * 2 + 4096;
		}
	}
	xp_set_sort(ev, to);
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
			xp_set_sort(ev, set);
			return BX_OK;
		}
		case XP_CALL:
			if (e->func == XP_FN_ID)
				return xp_id_nodes(ev, e, cx, set);
			return xp_unsupported(ev, e, "function as a node-set");
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

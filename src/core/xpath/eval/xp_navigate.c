/*
 * xp_navigate.c -- node-sets, and paths that go backwards, count from the end, or start from an expression.
 *
 * A step is taken from one context node at a time: the candidates in axis order, then the predicates one after the
 * other with position and size, then the union over all contexts in document order.  Kept nodes take eight bytes.
 */
#include "../nodes/xp_dir_int.h"
#include "xp_evaluators_int.h"
#include "xp_held_int.h"
#include "../scan/xp_predicate_scan_int.h"
#include "xp_navigate_int.h"

#include "xp_seq_int.h"

/* ---- predicates ---- */

BxStatus
xp_predicate(XpEval *ev, uint32_t pred, const XpNode *nd, uint32_t pos, uint32_t size, bool *pass)
{
	const XpExpr *p = &ev->plan->nodes[pred];
	uint32_t anchors = ev->n_anchors;
	BxArenaMark mark;
	bool known;
	XpContext cx;
	double d;

	if (ev->plan->scans != NULL && ev->plan->scans[pred] != NULL && !ev->navigate)
	{
		BX_TRY(xp_predicate_scan(ev, ev->plan->scans[pred], nd, &known, pass));
		if (known)
			return BX_OK;
	}
	mark = bx_arena_mark(ev->arena);
	cx.node = nd;
	cx.pos = pos;
	cx.size = size;
	cx.item = NULL;
	if (xp_type(ev, p->a) == XP_T_NUMBER)
	{
		BX_TRY(xp_num(ev, p->a, &cx, &d));
		*pass = d == pos;
	}
	else if (xp_type(ev, p->a) == XP_T_SEQUENCE)
		BX_TRY(xp_seq_predicate(ev, p->a, &cx, pass));
	else
		BX_TRY(xp_bool(ev, p->a, &cx, pass));
	/* no node of the predicate outlives it */
	xp_forget(ev, &mark, anchors);
	return BX_OK;
}

/* Keep the nodes of the set that pass the chain of predicates, position by order in the set. */
BxStatus
xp_filter(XpEval *ev, uint32_t pred, uint32_t until, XpSet *set)
{
	uint32_t i, k, size;
	bool pass;
	XpNode nd;

	for (; pred != until; pred = ev->plan->nodes[pred].next)
	{
		size = set->n;
		for (i = k = 0; i < size; i++)
		{
			BX_TRY(xp_tick(ev));
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

/* Is the axis gathered in axis order, so that "[3]" needs three of its nodes? */
static bool
stops_early(uint8_t axis)
{
	return axis == XP_AX_CHILD || axis == XP_AX_DESCENDANT || axis == XP_AX_FOLLOWING_SIBLING ||
		   axis == XP_AX_FOLLOWING || axis == XP_AX_ANCESTOR || axis == XP_AX_ANCESTOR_OR_SELF;
}

/* Number of nodes of a context among which are all that can pass the first predicate; 0 when all must be seen. */
static uint32_t
max_wanted(const XpEval *ev, uint32_t step)
{
	const XpPosition *p = xp_position(ev, ev->plan->nodes[step].a);

	if (p == NULL || p->from_end || p->hi >= UINT32_MAX || !stops_early(ev->plan->axis[step]))
		return 0;
	return p->hi >= 1 ? (uint32_t) p->hi : 1;
}

/* Nodes of one context that the predicates before `until` leave, added to the set. */
static BxStatus
add_filtered(XpGather *g, const XpNode *context, uint32_t until, XpSet *part, XpSet *to)
{
	XpEval *ev = g->ev;
	uint32_t anchors = ev->n_anchors;
	uint32_t pred = ev->plan->nodes[g->step].a;
	bool known = false, found;
	uint32_t k;
	XpNode nd;

	part->n = 0;
	g->out = part;
	if (ev->dirs != 0 && pred != until && ev->plan->axis[g->step] == XP_AX_CHILD)
		BX_TRY(xp_dir_pick(ev, g->step, context, &nd, &known, &found));
	if (!known)
		BX_TRY(xp_gather(g, context));
	else if (found)
		BX_TRY(xp_set_add(ev, part, &nd));
	BX_TRY(xp_filter(ev, known ? ev->plan->nodes[pred].next : pred, until, part));
	if (anchors > 0 && ev->n_anchors - anchors > 2 * part->n + 16)
		BX_TRY(xp_drop_anchors(ev, anchors, part));
	for (k = 0; k < part->n; k++)
		BX_TRY(xp_set_push(ev, to, part->items[k]));
	return BX_OK;
}

/*
 * Contexts from number *i on by themselves, with the predicates before `until`, as long as no more than `max` items
 * were looked at; the set is left in no order.
 */
static BxStatus
step_each(XpEval *ev, uint32_t step, uint32_t until, const XpSet *from, uint32_t *i, uint64_t max, XpSet *to)
{
	XpGather g = {.ev = ev, .step = step, .max = max_wanted(ev, step)};
	/* preceding-sibling reverses what it finds as a whole */
	bool apart = ev->plan->nodes[step].a != until || ev->plan->axis[step] == XP_AX_PRECEDING_SIBLING;
	XpSet part = {NULL, 0, 0};
	uint32_t tidy = 4096;
	XpNode nd;

	for (; *i < from->n && ev->work->items <= max; ++*i)
	{
		BX_TRY(xp_tick(ev));
		BX_TRY(xp_load(ev, &from->items[*i], &nd));
		g.out = to;
		BX_TRY(apart ? add_filtered(&g, &nd, until, &part, to) : xp_gather(&g, &nd));
		if (!apart)
			g.seen = nd.key;
		BX_TRY(xp_set_tidy(ev, to, &tidy));
	}
	return BX_OK;
}

static BxStatus
step_siblings(XpEval *ev, uint32_t step, const XpChain *chain, const XpSet *from, XpSet *to)
{
	uint32_t stamp = ++ev->stamp;
	uint32_t i;
	bool known;
	XpNode nd;

	for (i = 0; i < from->n; i++)
	{
		BX_TRY(xp_tick(ev));
		BX_TRY(xp_load(ev, &from->items[i], &nd));
		BX_TRY(xp_sibling_nodes(ev, step, chain, &nd, stamp, &known, to));
		if (!known)
		{
			XpSet one = {&from->items[i], 1, 1};
			uint32_t k = 0;

			BX_TRY(step_each(ev, step, chain->tail, &one, &k, UINT64_MAX, to));
		}
	}
	return BX_OK;
}

/* Do contexts share nodes on this axis? */
static bool
is_shared(uint8_t axis)
{
	return axis == XP_AX_PARENT || axis == XP_AX_DEEP_ATTRIBUTE || xp_sibling_axis(axis) ||
		   xp_position_axis(axis);
}

#define FEW_ITEMS 4096 /* looked at before contexts are taken together */

/*
 * Contexts one by one while that is cheap, as it is when few nodes are wanted of each; when it is not, the rest of them
 * together (at once when only navigating, which is for tests).
 */
static BxStatus
step_windows(XpEval *ev, uint32_t step, const XpChain *chain, const XpSet *from, XpSet *to)
{
	uint64_t max = ev->navigate ? 0 : ev->work->items + FEW_ITEMS + 8ull * from->n;
	XpSet rest;
	uint32_t i = 0;

	BX_TRY(step_each(ev, step, chain->tail, from, &i, max, to));
	if (i == from->n)
		return BX_OK;
	rest.items = from->items + i;
	rest.n = rest.cap = from->n - i;
	return xp_position_step(ev, step, chain, &rest, to);
}

/* Predicates of an axis that has one node at most: it is the first of one. */
static BxStatus
filter_alone(XpEval *ev, uint32_t pred, XpSet *set)
{
	XpNode nd;
	uint32_t i, k, p;
	bool pass;

	for (i = k = 0; i < set->n; i++)
	{
		pass = true;
		BX_TRY(xp_tick(ev));
		BX_TRY(xp_load(ev, &set->items[i], &nd));
		for (p = pred; p != 0 && pass; p = ev->plan->nodes[p].next)
			BX_TRY(xp_predicate(ev, p, &nd, 1, 1, &pass));
		if (pass)
			set->items[k++] = set->items[i];
	}
	set->n = k;
	return BX_OK;
}

/*
 * From may lose nodes that add nothing.  Where contexts share nodes, predicates that do not count are asked once for
 * each node, after the union.
 */
static BxStatus
take_step(XpEval *ev, uint32_t step, XpSet *from, XpSet *to)
{
	uint8_t axis = ev->plan->axis[step];
	uint32_t until = 0; /* predicates from here on are left for the union; 0: none */
	uint32_t i = 0;
	XpChain chain;

	if (!is_shared(axis) || (from->n == 1 && !xp_sibling_axis(axis)))
	{
		BX_TRY(step_each(ev, step, 0, from, &i, UINT64_MAX, to));
		BX_TRY(xp_set_sort(ev, to));
		return BX_OK;
	}
	xp_position_chain(ev, step, &chain);
	if (chain.pos == 0)
		BX_TRY(xp_reduce_contexts(ev, axis, from));
	if (chain.simple)
		until = chain.pos == 0 || axis == XP_AX_PARENT ? chain.lead : chain.tail;
	if (xp_sibling_axis(axis) && chain.simple && chain.pos != 0)
		BX_TRY(step_siblings(ev, step, &chain, from, to));
	else if (chain.pos == 0 || !chain.simple || !xp_position_axis(axis))
		BX_TRY(step_each(ev, step, until, from, &i, UINT64_MAX, to));
	else
		BX_TRY(step_windows(ev, step, &chain, from, to));
	BX_TRY(xp_set_sort(ev, to));
	if (until == 0)
		return BX_OK;
	return axis == XP_AX_PARENT ? filter_alone(ev, until, to) : xp_filter(ev, until, 0, to);
}

typedef struct Collect
{
	XpSink sink;
	XpSet *set;
	uint32_t max;
} Collect;

static BxStatus
collect(XpSink *sink, XpEval *ev, const XpNode *nd, bool *stop)
{
	Collect *c = (Collect *) sink;

	*stop = c->set->n + 1 >= c->max;
	return xp_set_add(ev, c->set, nd);
}

/*
 * Does the path begin at the context with a step over siblings whose answer is kept from one context to the next?
 * Then *chain is that of the step.
 */
static bool
starts_with_siblings(const XpEval *ev, const XpPath *path, XpChain *chain)
{
	if (path->start != 0 || path->absolute || path->n_steps == 0 ||
		!xp_sibling_axis(ev->plan->axis[path->steps[0]]))
		return false;
	xp_position_chain(ev, path->steps[0], chain);
	return chain->simple;
}

/* Steps from number i on, one set after the other. */
static BxStatus
navigate(XpEval *ev, const XpPath *path, uint32_t i, XpSet *set)
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
nodes_of_path(XpEval *ev, const XpPath *path, const XpContext *cx, XpSet *set)
{
	Collect c = {{.take = collect}, set, UINT32_MAX};
	XpChain chain;
	bool known = false;
	XpNode start;

	if (path->need & ~ev->bound->all[path->word])
		return BX_OK;
	if (starts_with_siblings(ev, path, &chain))
	{
		BX_TRY(xp_sibling_nodes(ev, path->steps[0], &chain, cx->node, 0, &known, set));
		if (known)
		{
			BX_TRY(xp_filter(ev, chain.tail, 0, set));
			return navigate(ev, path, 1, set);
		}
	}
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
	return navigate(ev, path, 0, set);
}

static BxStatus
nodes_of_filter(XpEval *ev, const XpExpr *e, const XpContext *cx, XpSet *set)
{
	Collect c = {{.take = collect}, set, UINT32_MAX};
	const XpPosition *p = xp_position(ev, e->b);

	/* "(...)[3]": three nodes are enough to know */
	if (p != NULL && !p->from_end && p->hi >= 1 && p->hi < UINT32_MAX - 1)
	{
		c.max = (uint32_t) p->hi;
		BX_TRY(xp_each(ev, e->a, cx, &c.sink));
	}
	else
		BX_TRY(xp_nodes_of(ev, e->a, cx, set));
	return xp_filter(ev, e->b, 0, set);
}

static BxStatus
nodes_of_sets(XpEval *ev, const XpExpr *e, const XpContext *cx, XpSet *set)
{
	XpSet other;

	BX_TRY(xp_nodes_of(ev, e->a, cx, set));
	BX_TRY(xp_nodes_of(ev, e->b, cx, &other));
	if (e->op == XP_UNION)
		return xp_set_merge(ev, set, &other);
	return xp_set_keep(ev, set, &other, e->op == XP_INTERSECT);
}

BxStatus
xp_nodes_of(XpEval *ev, uint32_t expr, const XpContext *cx, XpSet *set)
{
	const XpExpr *e = &ev->plan->nodes[expr];
	XpHeld *held = xp_held(ev, expr);

	ev->work->steps++;
	memset(set, 0, sizeof(*set));
	if (BX_UNLIKELY(held != NULL))
		return xp_held_nodes(ev, held, expr, cx, set);
	switch (e->op)
	{
		case XP_PATH: return nodes_of_path(ev, &ev->plan->paths[ev->plan->path_no[expr] - 1], cx, set);
		case XP_FILTER: return nodes_of_filter(ev, e, cx, set);
		case XP_UNION:
		case XP_EXCEPT:
		case XP_INTERSECT: return nodes_of_sets(ev, e, cx, set);
		case XP_CALL:
			if (ev->functions[e->func].nodes != NULL)
				return ev->functions[e->func].nodes(ev, e, cx, set);
			break;
		default: break;
	}
	if (xp_type(ev, expr) == XP_T_SEQUENCE)
		return xp_seq_nodes(ev, expr, cx, set);
	if (e->op == XP_VARIABLE)
		return bx_fail(ev->err, BX_E_XPATH, e->pos, "value of a variable is not a node-set");
	return xp_unsupported(ev, e, "expression as a node-set");
}

BxStatus
xp_count_kept(XpEval *ev, uint32_t expr, const XpContext *cx, bool *known, uint64_t *n)
{
	const XpPath *path;
	XpChain chain;

	*known = false;
	if (ev->plan->nodes[expr].op != XP_PATH)
		return BX_OK;
	path = &ev->plan->paths[ev->plan->path_no[expr] - 1];
	if (path->n_steps != 1 || !starts_with_siblings(ev, path, &chain) || chain.tail != 0)
		return BX_OK;
	return xp_sibling_count(ev, path->steps[0], &chain, cx->node, known, n);
}

/* The first sibling for a sink that wants no more. */
static BxStatus
first_kept(XpEval *ev, const XpPath *path, const XpContext *cx, XpSink *sink, bool *known)
{
	XpChain chain;
	XpSet one = {NULL, 0, 0};
	bool stop;
	XpNode nd;

	*known = false;
	if (sink->max != 1 || path->n_steps != 1 || !starts_with_siblings(ev, path, &chain) || chain.pos != 0)
		return BX_OK;
	BX_TRY(xp_sibling_first(ev, path->steps[0], &chain, cx->node, known, &one));
	if (!*known || one.n == 0)
		return BX_OK;
	BX_TRY(xp_load(ev, &one.items[0], &nd));
	return sink->take(sink, ev, &nd, &stop);
}

BxStatus
xp_each(XpEval *ev, uint32_t expr, const XpContext *cx, XpSink *sink)
{
	const XpExpr *e = &ev->plan->nodes[expr];
	XpHeld *held = xp_held(ev, expr);
	const XpPath *path;
	bool stop = false;
	bool known;
	XpSet set;
	uint32_t i;
	XpNode nd;

	if (BX_UNLIKELY(held != NULL))
		return xp_held_each(ev, held, expr, cx, sink);
	if (e->op == XP_PATH)
	{
		path = &ev->plan->paths[ev->plan->path_no[expr] - 1];
		if (path->itself)
		{
			ev->work->steps++;
			return sink->take(sink, ev, cx->node, &stop);
		}
		if (path->stream && path->start == 0 && !ev->navigate)
		{
			ev->work->steps++;
			if (path->absolute)
				xp_document(ev, &nd);
			return xp_stream(ev, path, path->absolute ? &nd : cx->node, sink);
		}
		BX_TRY(first_kept(ev, path, cx, sink, &known));
		if (known)
			return BX_OK;
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

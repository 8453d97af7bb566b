/*
 * xp_node_set.c -- expressions that are node-sets, and predicates on nodes.
 *
 * Paths whose steps all go forward are scanned; others collect the nodes of what can be scanned and navigate from
 * these.  Kept nodes take eight bytes.
 */
#include "../nodes/xp_navigate_int.h"
#include "xp_evaluators_int.h"
#include "xp_held_int.h"
#include "../scan/xp_predicate_scan_int.h"

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

	if (ev->plan->prepared != NULL && ev->plan->prepared[pred].scan != NULL && !ev->navigate)
	{
		BX_TRY(xp_predicate_scan(ev, ev->plan->prepared[pred].scan, nd, &known, pass));
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

/* ---- expressions that are node-sets ---- */

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

static BxStatus
nodes_of_path(XpEval *ev, const XpPath *path, const XpContext *cx, XpSet *set)
{
	Collect c = {{.take = collect}, set, UINT32_MAX};
	XpChain chain;
	bool known = false;
	const XpNode *start;
	XpNode nd;

	if (path->need & ~ev->bound->all[path->word])
		return BX_OK;
	if (starts_with_siblings(ev, path, &chain))
	{
		BX_TRY(xp_sibling_nodes(ev, path->steps[0], &chain, cx->node, 0, &known, set));
		if (known)
		{
			BX_TRY(xp_filter(ev, chain.tail, 0, set));
			return xp_navigate(ev, path, 1, set);
		}
	}
	start = xp_path_start(ev, path, cx, &nd);
	if (start == NULL)
	{
		BX_TRY(xp_nodes_of(ev, path->start, cx, set));
		if (set->n != 1 || path->head == 0 || ev->navigate)
			return xp_navigate(ev, path, 0, set);
		BX_TRY(xp_load(ev, &set->items[0], &nd));
		start = &nd;
		memset(set, 0, sizeof(*set));
	}
	else if (ev->navigate)
	{
		BX_TRY(xp_set_add(ev, set, start));
		return xp_navigate(ev, path, 0, set);
	}
	BX_TRY(xp_stream(ev, path, start, &c.sink));
	return xp_navigate(ev, path, path->head, set);
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
			if (ev->evaluators->functions[e->func].nodes != NULL)
				return ev->evaluators->functions[e->func].nodes(ev, e, cx, set);
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
	const XpPath *path = xp_plan_path(ev->plan, expr);
	XpChain chain;

	*known = false;
	if (path == NULL || path->n_steps != 1 || !starts_with_siblings(ev, path, &chain) || chain.tail != 0)
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
	const XpNode *start;
	bool stop = false;
	bool known;
	XpSet set;
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
		start = path->stream && !ev->navigate ? xp_path_start(ev, path, cx, &nd) : NULL;
		if (start != NULL)
		{
			ev->work->steps++;
			return xp_stream(ev, path, start, sink);
		}
		BX_TRY(first_kept(ev, path, cx, sink, &known));
		if (known)
			return BX_OK;
	}
	BX_TRY(xp_nodes_of(ev, expr, cx, &set));
	return xp_set_give(ev, &set, sink);
}

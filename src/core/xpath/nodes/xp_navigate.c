/*
 * xp_navigate.c -- steps from sets of nodes, on any axis.
 *
 * A step is taken from one context node at a time: the candidates in axis order, then the predicates one after the
 * other with position and size, then the union over all contexts in document order.
 */
#include "xp_dir_int.h"
#include "xp_navigate_int.h"

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
	if (part->n > 0)
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
	uint32_t tidy = XP_SET_TIDY;
	XpNode nd;

	for (; *i < from->n && ev->work->items <= max; ++*i)
	{
		BX_TRY(xp_next_node(ev, &from->items[*i], &nd));
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
	uint32_t stamp = ++ev->siblings.stamp;
	uint32_t i;
	bool known;
	XpNode nd;

	for (i = 0; i < from->n; i++)
	{
		BX_TRY(xp_next_node(ev, &from->items[i], &nd));
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
	uint32_t i, k;
	bool pass;

	for (i = k = 0; i < set->n; i++)
	{
		pass = true;
		BX_TRY(xp_next_node(ev, &set->items[i], &nd));
		BX_TRY(xp_pass_alone(ev, pred, 0, &nd, &pass));
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

BxStatus
xp_navigate(XpEval *ev, const XpPath *path, uint32_t i, XpSet *set)
{
	for (; i < path->n_steps && set->n > 0; i++)
	{
		XpSet next = {NULL, 0, 0};

		BX_TRY(take_step(ev, path->steps[i], set, &next));
		*set = next;
	}
	return BX_OK;
}

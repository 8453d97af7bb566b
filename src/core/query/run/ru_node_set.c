/*
 * ru_node_set.c -- nodes in document order, their unions, intersections and differences, and comparisons of two nodes.
 */
#include "../../base/bx_core_int.h"

#include "ru_path.h"

/* ---- order ---- */

/* Nodes, or atomic items: what paths may give.  Atomic items become the arena's. */
static BxStatus
open_in_order(RU_OPEN_ARGS)
{
	XdSeqBuilder b = xd_seq_builder(cx->arena);
	uint64_t i, nodes = 0;
	XdSeq seq;

	BX_TRY(ru_collect_into(run, op->args[0], cx, &b));
	for (i = 0; i < b.n; i++)
		nodes += at_is_node(&b.items[i]);
	if (nodes > 0 && nodes < b.n)
		return op->sub != 0
				   ? ru_fail(run, op, "XPTY0004", "operands of union, intersect and except must be nodes")
				   : ru_fail(run, op, "XPTY0018", "the right side of \"/\" gives both nodes and other items");
	if (nodes > 0)
		BX_TRY(xd_nodes_sort(run->forest, b.items, &b.n));
	seq = xd_seq_built(&b);
	return ru_iter_seq(run, it, &seq);
}

const RuClass ru_in_order = {"document order", .open = open_in_order};

/* ---- sets ---- */

typedef struct NodeSide
{
	RuIter it;
	XdItem node;
	bool there; /* node is the next one */
	bool open;
} NodeSide;

typedef struct Sets
{
	NodeSide a, b;
	bool due_a, due_b; /* the next node of the side is to come */
} Sets;

static BxStatus
advance(RuRun *run, const RuOp *op, NodeSide *s)
{
	s->there = false;
	if (!s->open)
		return BX_OK;
	BX_TRY(ru_next(run, &s->it, &s->node, &s->there));
	s->open = s->there;
	if (s->there && !at_is_node(&s->node))
		return ru_fail(run, op, "XPTY0004", "operands of union, intersect and except must be nodes, not %s",
					   xd_item_type_name(&s->node));
	return BX_OK;
}

static void
leave(RuRun *run, RuIter *it)
{
	Sets *s = it->state;

	if (s->a.open)
		ru_close(run, &s->a.it);
	if (s->b.open)
		ru_close(run, &s->b.it);
	s->a.open = s->b.open = false;
}

/* Which side has the next node in document order: -1, 1, or 0 when both have it.  A side at its end comes last. */
static int
compare_sides(const RuRun *run, const Sets *s)
{
	if (!s->a.there || !s->b.there)
		return s->a.there ? -1 : 1;
	return xd_node_compare(run->forest, &s->a.node, &s->b.node);
}

static BxStatus
next(RU_NEXT_ARGS)
{
	uint32_t kind = it->op->sub;
	Sets *s = it->state;

	for (*found = false; !*found;)
	{
		int c;

		if (s->due_a)
			BX_TRY(advance(run, it->op, &s->a));
		if (s->due_b)
			BX_TRY(advance(run, it->op, &s->b));
		s->due_a = s->due_b = false;
		if ((!s->a.there && (kind != RU_UNION || !s->b.there)) || (!s->b.there && kind == RU_INTERSECT))
		{
			leave(run, it);
			return BX_OK;
		}
		c = compare_sides(run, s);
		*found = c == 0 ? kind != RU_EXCEPT : kind == RU_UNION || (kind == RU_EXCEPT && c < 0);
		*item = c <= 0 ? s->a.node : s->b.node;
		s->due_a = c <= 0;
		s->due_b = c >= 0;
	}
	it->fleeting = s->a.it.fleeting || s->b.it.fleeting;
	return BX_OK;
}

static BxStatus
open(RU_OPEN_ARGS)
{
	void *state;
	Sets *s;

	BX_TRY(ru_check_stack(run));
	BX_TRY(ru_state(run, it, sizeof(Sets), &state));
	s = state;
	s->due_a = s->due_b = true;
	it->next = next;
	it->close = leave;
	BX_TRY(ru_open(run, op->args[0], cx, &s->a.it));
	s->a.open = true;
	BX_TRY(ru_open(run, op->args[1], cx, &s->b.it));
	s->b.open = true;
	return BX_OK;
}

const RuClass ru_node_set = {"set of nodes", .open = open};

/* ---- comparisons ---- */

static BxStatus
operand(RuRun *run, const RuOp *op, uint32_t i, const RuCx *cx, XdItem *node, bool *found)
{
	*found = false;
	BX_TRY(ru_one(run, op->args[i], cx, node, found));
	if (*found && !at_is_node(node))
		return ru_fail(run, op, "XPTY0004", "operands of is, << and >> must be nodes, not %s",
					   xd_item_type_name(node));
	return BX_OK;
}

static BxStatus
compare(RU_ONE_ARGS)
{
	XdItem a, b;
	bool other;
	int c;

	BX_TRY(operand(run, op, 0, cx, &a, found));
	BX_TRY(operand(run, op, 1, cx, &b, &other));
	*found = *found && other;
	if (!*found)
		return BX_OK;
	c = xd_node_compare(run->forest, &a, &b);
	*item = at_boolean_item(op->sub == RU_IS ? c == 0 : op->sub == RU_BEFORE ? c < 0 : c > 0);
	return BX_OK;
}

const RuClass ru_node_comparison = {"node comparison", .one = compare};

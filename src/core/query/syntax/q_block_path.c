/*
 * q_block_path.c -- location paths and filters in the block of a path.
 *
 * In the tree E1/E2 has two operands.  In the block a path has its steps in a list; other expressions begin a new one:
 * XP_MAP.  Rewriting for speed is the evaluator's: the block stays what the text says.
 */
#include "q_block_int.h"

/* A path in the making: its steps are chained. */
typedef struct StepChain
{
	XpExpr node;
	QChain steps;
} StepChain;

/* ---- predicates and steps ---- */

/* What is called at its own level decides a predicate's flags; deeper predicates keep theirs. */
static BxStatus
put_predicate(QBlock *b, const QExpr *e, uint32_t *at)
{
	XpExpr node = {.op = XP_PREDICATE, .pos = e->bracket};
	uint8_t outer = b->positional;
	uint8_t type;

	b->positional = 0;
	BX_TRY(q_emit_expr(b, e, &node.a));
	type = q_nodes(b)[node.a].type;
	node.flags = b->positional;
	if (type == XP_T_NUMBER || type == XP_T_ANY || type == XP_T_SEQUENCE)
		node.flags |= XP_POSITIONAL;
	b->positional = outer;
	return q_emit_node(b, &node, at);
}

/* The arguments of e from one on, chained; `item` says whether "." may be an atomic value in them. */
static BxStatus
put_predicates(QBlock *b, const QExpr *e, uint32_t from, bool item, uint32_t *first)
{
	bool outer = b->item_context;
	QChain all = {0, 0};
	uint32_t at;

	b->item_context = item;
	for (uint32_t i = from; i < e->n_args; i++)
	{
		BX_TRY(put_predicate(b, e->args[i], &at));
		q_chain(b, &all, at);
	}
	*first = all.first;
	b->item_context = outer;
	return BX_OK;
}

/* "." in a path, also with predicates. */
static bool
is_self(const QExpr *e)
{
	if (e->kind == QK_FILTER && (e->flags & Q_PARENTHESIZED) == 0)
		e = e->args[0];
	return e->kind == QK_CONTEXT_ITEM && (e->flags & Q_PARENTHESIZED) == 0;
}

/* Is it a step of a path, not an expression in its place? */
static bool
is_step(const QExpr *e)
{
	return is_self(e) || (e->kind == QK_STEP && (e->flags & Q_PARENTHESIZED) == 0);
}

/* Where a step begins, without the parentheses around it. */
static uint32_t
own_start(const QExpr *step)
{
	return step->kind == QK_FILTER ? step->args[0]->pos : step->pos;
}

/* The test of a step; a processing instruction may have a target. */
static BxStatus
put_test(QBlock *b, const QExpr *e, XpExpr *node)
{
	const XdTest *test = &e->tests[0];
	XpName name = {0};
	QSpan span;

	switch (test->kinds)
	{
		case XD_ANY_KIND: node->test = XP_TEST_NODE; return BX_OK;
		case 1u << XD_TEXT: node->test = XP_TEST_TEXT; return BX_OK;
		case 1u << XD_COMMENT: node->test = XP_TEST_COMMENT; return BX_OK;
		case 1u << XD_PI: break;
		default: node->test = XP_TEST_NAME; return q_emit_step_name(b, e, &node->name);
	}
	node->test = XP_TEST_PI;
	if (test->any_local)
		return BX_OK;
	BX_TRY(q_emit_text(b, test->local, &span));
	name.local = span.off;
	name.local_len = span.len;
	return q_emit_name(b, &name, &node->name);
}

static BxStatus
put_step(QBlock *b, const QExpr *e, uint32_t *at)
{
	XpExpr node = {.op = XP_STEP, .pos = own_start(e)};

	if (e->kind != QK_STEP)
	{
		node.axis = XP_AX_SELF;
		node.test = XP_TEST_NODE;
		BX_TRY(put_predicates(b, e, 1, false, &node.a));
		return q_emit_node(b, &node, at);
	}
	node.axis = xd_axis_in_block((XdAxis) e->sub);
	node.flags = e->flags & Q_FROM_SLASHES ? XP_FROM_SLASHES : 0;
	BX_TRY(put_test(b, e, &node));
	BX_TRY(put_predicates(b, e, 0, false, &node.a));
	return q_emit_node(b, &node, at);
}

BxStatus
q_emit_context(QBlock *b, uint32_t pos, uint32_t *at)
{
	XpExpr item = {.op = XP_ITEM, .pos = pos};
	XpExpr self = {.op = XP_STEP, .test = XP_TEST_NODE, .axis = XP_AX_SELF, .pos = pos};
	XpExpr path = {.op = XP_PATH, .pos = pos};

	if (b->item_context)
		return q_emit_node(b, &item, at);
	BX_TRY(q_emit_node(b, &self, &path.a));
	return q_emit_node(b, &path, at);
}

/* ---- filters ---- */

/* A primary expression with its predicates. */
static BxStatus
put_filter(QBlock *b, const QExpr *e, uint32_t *at)
{
	XpExpr filter = {.op = XP_FILTER, .pos = e->args[0]->start};
	bool items;

	BX_TRY(q_emit_expr(b, e->args[0], &filter.a));
	items = q_nodes(b)[filter.a].type != XP_T_NODESET;
	if (items)
		filter.op = XP_SEQ_FILTER;
	BX_TRY(put_predicates(b, e, 1, items, &filter.b));
	return q_emit_node(b, &filter, at);
}

/* ---- paths ---- */

static void
new_path(StepChain *p, uint32_t start, uint32_t pos)
{
	p->node = (XpExpr){.op = XP_PATH, .b = start, .pos = pos};
	p->steps = (QChain){0, 0};
}

/* The step of an expression that ends with it. */
static BxStatus
add_step(QBlock *b, StepChain *p, const QExpr *e, const QExpr *whole)
{
	uint32_t at;

	BX_TRY(put_step(b, e, &at));
	q_chain(b, &p->steps, at);
	if (BX_UNLIKELY(b->origins != NULL))
		b->origins[at] = (QExpr *) (uintptr_t) whole;
	p->node.a = p->steps.first;
	return BX_OK;
}

/* The path as far as it is read: without steps it is what it starts from. */
static BxStatus
end_path(QBlock *b, const StepChain *p, uint32_t *at)
{
	*at = p->node.b;
	return p->node.a == 0 && p->node.b != 0 ? BX_OK : q_emit_node(b, &p->node, at);
}

/* What is not a step, for each node of the path so far. */
static BxStatus
add_map(QBlock *b, StepChain *p, const QExpr *e)
{
	XpExpr map = {.op = XP_MAP, .pos = e->start};
	bool outer = b->item_context;
	uint32_t at;

	/* the last step may be what "//" means: nothing follows it now */
	if (p->steps.last != 0)
		q_nodes(b)[p->steps.last].flags &= (uint8_t) ~XP_FROM_SLASHES;
	BX_TRY(end_path(b, p, &map.a));
	b->item_context = false;
	BX_TRY(q_emit_expr(b, e, &map.b));
	b->item_context = outer;
	BX_TRY(q_emit_node(b, &map, &at));
	new_path(p, at, map.pos);
	return BX_OK;
}

/* Where "." may be an atomic value, a relative path starts from it; then "." alone is the item. */
static BxStatus
start_from_item(QBlock *b, StepChain *p, const QExpr *first)
{
	BX_TRY(q_emit_context(b, own_start(first), &p->node.b));
	if (first->kind == QK_STEP)
		return add_step(b, p, first, first);
	if (first->kind == QK_FILTER)
		return q_block_fail(b, first->args[1]->bracket, "Expected an operator or \"]\".", "unexpected \"[\"");
	return BX_OK;
}

/* The first operand of a path: a step, the root, or an expression. */
static BxStatus
start_path(QBlock *b, StepChain *p, const QExpr *first)
{
	new_path(p, 0, first->start);
	if (first->kind == QK_ROOT && (first->flags & Q_PARENTHESIZED) == 0)
	{
		p->node.flags = XP_ABSOLUTE;
		return BX_OK;
	}
	if (!is_step(first))
		return q_emit_expr(b, first, &p->node.b);
	return b->item_context ? start_from_item(b, p, first) : add_step(b, p, first, first);
}

/* A path in parentheses is not joined with steps around it. */
static bool
is_joined(const QExpr *e)
{
	return e->kind == QK_PATH && (e->flags & Q_PARENTHESIZED) == 0;
}

/* The operands of a path from the left. */
static BxStatus
put_steps(QBlock *b, const QExpr *e, uint32_t *at)
{
	uint32_t mark = b->spines.n;
	const QExpr *first = e;
	StepChain p;

	while (first == e || is_joined(first))
	{
		BX_TRY(q_array_add(b, &b->spines, &first, sizeof(first)));
		first = first->args[0];
	}
	BX_TRY(start_path(b, &p, first));
	while (b->spines.n > mark)
	{
		const QExpr *whole = ((const QExpr *const *) b->spines.items)[--b->spines.n];
		const QExpr *step = whole->args[1];

		if (p.node.a == 0 && p.node.b != 0)
			BX_TRY(q_need_nodes(b, p.node.b, p.node.pos, "Only a node-set can be followed by a step."));
		BX_TRY(is_step(step) ? add_step(b, &p, step, whole) : add_map(b, &p, step));
	}
	return end_path(b, &p, at);
}

BxStatus
q_emit_path(QBlock *b, const QExpr *e, uint32_t *at)
{
	StepChain p;

	if (e->kind == QK_PATH)
		return put_steps(b, e, at);
	if (e->kind == QK_FILTER && e->args[0]->kind != QK_CONTEXT_ITEM)
		return put_filter(b, e, at);
	if (e->kind == QK_FILTER && (e->args[0]->flags & Q_PARENTHESIZED))
		return put_filter(b, e, at);
	new_path(&p, 0, own_start(e));
	if (e->kind == QK_ROOT)
		p.node.flags = XP_ABSOLUTE;
	else
		BX_TRY(b->item_context ? start_from_item(b, &p, e) : add_step(b, &p, e, e));
	return end_path(b, &p, at);
}

/*
 * xp_shortcut_path.c -- paths that the shortcut knows: steps by name to children, attributes and what is below a node,
 * the last one to texts as well, with predicates that ask for positions or compare nodes with constants; and
 * comparisons of such paths with constants.
 */
#include "xp_shortcut_path_int.h"

#include "../../format/bx_name_table.h"
#include "xp_cast_int.h"
#include "xp_position_int.h"

static bool
is_deep(uint8_t axis)
{
	return axis == XP_AX_DESCENDANT || axis == XP_AX_DEEP_ATTRIBUTE;
}

/* Names and kinds of a step; predicates are not looked at. */
static bool
take_test(const XpPlan *plan, uint32_t node, XpShortTest *t)
{
	const XpExpr *x = &plan->nodes[node];
	uint8_t axis = plan->axis[node];
	bool attribute = axis == XP_AX_ATTRIBUTE || axis == XP_AX_DEEP_ATTRIBUTE;
	const XpName *name;

	if (axis != XP_AX_CHILD && axis != XP_AX_DESCENDANT && !attribute)
		return false;
	t->deep = is_deep(axis);
	if (x->test == XP_TEST_TEXT && !attribute)
	{
		t->kind = BX_KIND_TEXT;
		return true;
	}
	if (x->test != XP_TEST_NAME || x->name == 0)
		return false;
	name = &plan->names[x->name - 1];
	t->kind = attribute ? BX_KIND_ATTRIBUTE : BX_KIND_ELEMENT;
	t->local = plan->pool + name->local;
	t->len = name->local_len;
	t->uri = plan->pool + name->uri;
	t->uri_len = name->uri_len;
	t->any_local = (name->flags & XP_NAME_ANY_LOCAL) != 0;
	t->any_uri = (name->flags & XP_NAME_ANY_NS) != 0;
	t->single = axis == XP_AX_ATTRIBUTE && !t->any_local && !t->any_uri;
	return true;
}

/* A further test of a step, which must not be the last one if it leads to something without children. */
static bool
add_test(const XpPlan *plan, XpShortPath *path, uint32_t node, bool last)
{
	XpShortTest *t = &path->tests[path->n_tests];

	if (path->n_tests == XP_SHORT_TESTS || !take_test(plan, node, t) || (!last && t->kind != BX_KIND_ELEMENT))
		return false;
	path->n_tests++;
	return true;
}

/* The path of a condition: steps without predicates to children and attributes, or the node itself. */
static bool
take_operand(const XpPlan *plan, uint32_t node, XpShortPath *path, XpShortCondition *c)
{
	const XpPath *p = xp_plan_path(plan, node);
	uint32_t i;

	if (p == NULL || p->absolute || p->start != 0 || p->n_steps > XP_PLAIN_STEPS)
		return false;
	c->test = path->n_tests;
	c->n = p->itself ? 0 : p->n_steps;
	for (i = 0; i < c->n; i++)
		if (plan->nodes[p->steps[i]].a != 0 || !add_test(plan, path, p->steps[i], i + 1 == c->n) ||
			path->tests[path->n_tests - 1].deep)
			return false;
	return p->itself || c->n > 0;
}

/* What the path is compared with. */
static bool
take_constant(const XpPlan *plan, uint32_t node, XpShortCondition *c)
{
	const XpExpr *x = &plan->nodes[node];

	if (xp_number_constant(plan, x, &c->number))
		return true;
	if (x->op != XP_STRING)
		return false;
	c->text = &plan->lits[plan->lit_no[node] - 1];
	c->as_text = c->op == XP_EQ || c->op == XP_NE;
	return true;
}

/*
 * A comparison with a constant: *node is the path that is compared.  A cast around the path itself is an error for
 * several nodes, and for some texts: that is left to an evaluation.
 */
static bool
take_comparison(const XpPlan *plan, uint32_t *node, XpShortCondition *c)
{
	const XpExpr *e = &plan->nodes[*node];
	const XpCastCompare *cast = plan->prepared != NULL ? plan->prepared[*node].cast : NULL;
	uint32_t constant = e->b;

	if (e->op < XP_EQ || e->op > XP_GE)
		return false;
	if (cast != NULL)
	{
		c->op = cast->op;
		c->key = &cast->key;
		*node = cast->path;
		return !cast->cast;
	}
	c->op = e->op;
	*node = e->a;
	if (plan->nodes[*node].op != XP_PATH)
	{
		c->op = xp_flip(e->op);
		*node = e->b;
		constant = e->a;
	}
	return take_constant(plan, constant, c);
}

/* A condition that is a path or a comparison, or several with "and". */
static bool
add_condition(const XpPlan *plan, XpShortPath *path, uint32_t node)
{
	const XpExpr *e = &plan->nodes[node];
	XpShortCondition *c;

	while (e->op == XP_AND)
	{
		if (!add_condition(plan, path, e->a))
			return false;
		node = e->b;
		e = &plan->nodes[node];
	}
	if (path->n_conditions == XP_SHORT_CONDITIONS)
		return false;
	c = &path->conditions[path->n_conditions];
	if (e->op == XP_PATH)
	{
		if (!take_operand(plan, node, path, c) || c->n == 0)
			return false;
	}
	else if (!take_comparison(plan, &node, c) || !take_operand(plan, node, path, c))
		return false;
	path->n_conditions++;
	return true;
}

/* Positions from the beginning on that a predicate of a step to children asks for. */
static bool
take_position(const XpPlan *plan, uint32_t predicate, XpShortTest *t)
{
	uint16_t no = plan->position_no != NULL ? plan->position_no[predicate] : 0;
	const XpPosition *w = no != 0 ? &plan->positions[no - 1] : NULL;

	if (w == NULL || !w->known || w->varies || w->from_end || w->lo == 0 || w->hi < w->lo || t->from != 0 ||
		t->deep || t->kind != BX_KIND_ELEMENT)
		return false;
	t->from = w->lo;
	t->to = w->hi;
	t->lead = t->n_conditions;
	return true;
}

/* The predicates of a step, one after another. */
static bool
take_predicates(const XpPlan *plan, uint32_t predicate, XpShortPath *path, XpShortTest *t)
{
	uint32_t before = path->n_conditions;

	t->condition = before;
	for (; predicate != 0; predicate = plan->nodes[predicate].next)
	{
		const XpExpr *x = &plan->nodes[predicate];
		bool counts = (x->flags & XP_POSITION_FLAGS) != 0;

		if (t->kind == BX_KIND_TEXT ||
			!(counts ? take_position(plan, predicate, t) : add_condition(plan, path, x->a)))
			return false;
		t->n_conditions = path->n_conditions - before;
	}
	if (t->from == 0)
		t->lead = t->n_conditions;
	return true;
}

/* Heads of a kind: those of names with as many bytes as that of the test, or all. */
static void
mark_kind(XpShortPath *path, XpShortTest *t, uint32_t kind)
{
	uint32_t len = t->len < BX_NAME_LEN_ESCAPE ? t->len : BX_NAME_LEN_ESCAPE, i;

	for (i = 0; i <= BX_NAME_LEN_ESCAPE; i++)
	{
		uint32_t head = i << BX_NAME_HEAD_SHIFT | kind;

		t->stop[head] = kind == BX_KIND_TEXT || t->any_local || i == len;
		if (t->stop[head])
			path->fails[head] &= (uint16_t) ~t->failed;
	}
}

/*
 * An attribute test stops at everything else in an element but declarations, which have no head like these.  Shapes
 * with bodies have no kind in their heads.
 */
static void
mark_heads(XpShortPath *path, XpShortTest *t)
{
	memset(t->stop, t->kind == BX_KIND_ATTRIBUTE, 256);
	mark_kind(path, t, t->kind);
	if (t->kind == BX_KIND_ELEMENT)
		mark_kind(path, t, BX_KIND_LEAF);
	t->stop[BX_KIND_EXTENDED] = true;
	path->fails[BX_KIND_EXTENDED] = 0;
}

/* A copy that stays, with what the tests need. */
static BxStatus
keep(const XpShortPath *from, BxArena *arena, XpShortPath **kept, BxError *err)
{
	XpShortPath *path = bx_arena_alloc(arena, sizeof(XpShortPath));
	uint8_t *stops = bx_arena_alloc(arena, from->n_tests * 256);
	uint16_t *fails = bx_arena_alloc(arena, 256 * sizeof(uint16_t));
	uint32_t i;

	if (path == NULL || stops == NULL || fails == NULL)
		return bx_fail_nomem(err, sizeof(XpShortPath));
	*path = *from;
	path->fails = memset(fails, 0xff, 256 * sizeof(uint16_t));
	for (i = 0; i < path->n_tests; i++)
	{
		XpShortTest *t = &path->tests[i];

		t->stop = stops + i * 256;
		t->failed = 1u << i;
		t->passed = t->failed | t->failed << XP_SHORT_PASS;
		t->asks = t->n_conditions > 0 || t->from > 0;
		mark_heads(path, t);
	}
	*kept = path;
	return BX_OK;
}

/* The steps of the path at the node, and their predicates.  False: the path is something else. */
static bool
take_steps(const XpPlan *plan, uint32_t node, XpShortPath *path)
{
	const XpPath *steps = xp_plan_path(plan, node);
	uint32_t i;

	if (steps == NULL || !steps->stream || steps->n_steps == 0 || steps->n_steps > XP_PLAIN_STEPS ||
		steps->start != 0)
		return false;
	path->n_steps = steps->n_steps;
	for (i = 0; i < path->n_steps; i++)
	{
		if (!add_test(plan, path, steps->steps[i], i + 1 == path->n_steps))
			return false;
		path->deep |= path->tests[i].deep;
	}
	for (i = 0; i < path->n_steps; i++)
		if (!take_predicates(plan, plan->nodes[steps->steps[i]].a, path, &path->tests[i]))
			return false;
	/* positions are counted per parent where one step at a time is looked for */
	for (i = 0; i < path->n_steps; i++)
		if (path->deep && path->tests[i].from != 0)
			return false;
	return true;
}

static bool
take_path(const XpPlan *plan, XpShortPath *path)
{
	uint32_t node = plan->block->root;
	XpShortTest *last;
	XpShortCondition c = {.n = 0};

	memset(path, 0, sizeof(*path));
	if (plan->needs_up)
		return false;
	if (plan->nodes[node].op == XP_PATH)
		return take_steps(plan, node, path);
	/* a comparison of a path: one of its nodes is asked for that compares so */
	if (!take_comparison(plan, &node, &c) || !take_steps(plan, node, path) ||
		path->n_conditions == XP_SHORT_CONDITIONS)
		return false;
	last = &path->tests[path->n_steps - 1];
	if (last->n_conditions == 0)
		last->condition = path->n_conditions;
	path->conditions[path->n_conditions++] = c;
	last->n_conditions++;
	if (last->from == 0)
		last->lead++;
	path->truth = true;
	return true;
}

BxStatus
xp_short_path(const XpPlan *plan, BxArena *arena, XpShortPath **path, BxError *err)
{
	XpShortPath trial;

	*path = NULL;
	return take_path(plan, &trial) ? keep(&trial, arena, path, err) : BX_OK;
}

/*
 * xp_shortcut_path.c -- paths that the shortcut knows: steps to children and attributes by name, the last one to texts
 * as well, with predicates that compare one attribute or child, or the node, with a constant.
 */
#include "xp_shortcut_path_int.h"

#include "../../format/bx_name_table.h"

/* Names and kinds of a step; predicates are not looked at. */
static bool
take_test(const XpPlan *plan, uint32_t node, XpShortTest *t)
{
	const XpExpr *x = &plan->nodes[node];
	uint8_t axis = plan->axis[node];
	const XpName *name;

	if (axis != XP_AX_CHILD && axis != XP_AX_ATTRIBUTE)
		return false;
	if (x->test == XP_TEST_TEXT && axis == XP_AX_CHILD)
	{
		t->kind = BX_KIND_TEXT;
		return true;
	}
	if (x->test != XP_TEST_NAME || x->name == 0)
		return false;
	name = &plan->names[x->name - 1];
	t->kind = axis == XP_AX_ATTRIBUTE ? BX_KIND_ATTRIBUTE : BX_KIND_ELEMENT;
	t->local = plan->pool + name->local;
	t->len = name->local_len;
	t->uri = plan->pool + name->uri;
	t->uri_len = name->uri_len;
	t->any_local = (name->flags & XP_NAME_ANY_LOCAL) != 0;
	t->any_uri = (name->flags & XP_NAME_ANY_NS) != 0;
	t->single = t->kind == BX_KIND_ATTRIBUTE && !t->any_local && !t->any_uri;
	return true;
}

/* The path of a predicate: one step, or the node itself. */
static bool
take_operand(const XpPlan *plan, uint32_t node, XpShortTest *t)
{
	const XpPath *path = xp_plan_path(plan, node);

	if (path == NULL || path->absolute || path->start != 0 || path->n_steps != 1)
		return false;
	t->itself = path->itself;
	return t->itself || (path->pred == 0 && take_test(plan, path->steps[0], t) && t->kind != BX_KIND_TEXT);
}

/* What the path is compared with. */
static bool
take_constant(const XpPlan *plan, uint32_t node, XpShortTest *t)
{
	const XpExpr *x = &plan->nodes[node];

	if (x->op == XP_NUMBER)
	{
		memcpy(&t->number, plan->pool + x->a, sizeof(double));
		return true;
	}
	if (x->op != XP_STRING)
		return false;
	t->text = &plan->lits[plan->lit_no[node] - 1];
	t->as_text = t->op == XP_EQ || t->op == XP_NE;
	return true;
}

static bool
take_predicate(const XpPlan *plan, uint32_t node, XpShortTest *t)
{
	const XpExpr *x = &plan->nodes[node];
	const XpExpr *e = &plan->nodes[x->a];

	if (x->next != 0 || (x->flags & XP_POSITION_FLAGS))
		return false;
	if (e->op == XP_PATH)
		return take_operand(plan, x->a, t) && !t->itself;
	if (e->op < XP_EQ || e->op > XP_GE)
		return false;
	t->op = e->op;
	if (plan->nodes[e->a].op == XP_PATH)
		return take_operand(plan, e->a, t) && take_constant(plan, e->b, t);
	t->op = xp_flip(e->op);
	return take_operand(plan, e->b, t) && take_constant(plan, e->a, t);
}

/* Heads of a kind: those of names with as many bytes as that of the test, or all. */
static void
mark_kind(XpShortTest *t, uint32_t kind)
{
	uint32_t len = t->len < BX_NAME_LEN_ESCAPE ? t->len : BX_NAME_LEN_ESCAPE, i;

	for (i = 0; i <= BX_NAME_LEN_ESCAPE; i++)
		t->stop[i << BX_NAME_HEAD_SHIFT | kind] = kind == BX_KIND_TEXT || t->any_local || i == len;
}

/* An attribute test stops at everything else in an element but declarations, which have no head like these. */
static void
mark_heads(XpShortTest *t)
{
	memset(t->stop, t->kind == BX_KIND_ATTRIBUTE, 256);
	t->stop[0] = true;
	mark_kind(t, t->kind);
	if (t->kind == BX_KIND_ELEMENT)
		mark_kind(t, BX_KIND_LEAF);
}

/* A copy that stays, with what the tests need. */
static BxStatus
keep(const XpShortPath *from, BxArena *arena, XpShortPath **kept, BxError *err)
{
	XpShortPath *path = bx_arena_alloc(arena, sizeof(XpShortPath));
	uint8_t *stops = bx_arena_alloc(arena, from->n_tests * 256);
	uint32_t i;

	if (path == NULL || stops == NULL)
		return bx_fail_nomem(err, sizeof(XpShortPath));
	*path = *from;
	for (i = 0; i < path->n_tests; i++)
	{
		XpShortTest *t = &path->tests[i];

		if (t->predicate != NULL)
			t->predicate = path->tests + (t->predicate - from->tests);
		t->stop = stops + i * 256;
		t->failed = 1u << i;
		t->passed = t->failed | t->failed << XP_SHORT_PASS;
		mark_heads(t);
	}
	*kept = path;
	return BX_OK;
}

/* False: the path is something else. */
static bool
take_path(const XpPlan *plan, XpShortPath *path)
{
	const XpPath *steps = xp_plan_path(plan, plan->block->root);
	uint32_t i;

	if (steps == NULL || !steps->stream || steps->n_steps == 0 || steps->n_steps > XP_PLAIN_STEPS ||
		steps->start != 0 || plan->needs_up || plan->n_held > 0)
		return false;
	memset(path, 0, sizeof(*path));
	path->n_steps = path->n_tests = steps->n_steps;
	for (i = 0; i < path->n_steps; i++)
	{
		XpShortTest *t = &path->tests[i];
		uint32_t predicate = plan->nodes[steps->steps[i]].a;

		if (!take_test(plan, steps->steps[i], t) || (i + 1 < path->n_steps && t->kind != BX_KIND_ELEMENT))
			return false;
		if (predicate == 0)
			continue;
		if (path->n_tests == XP_SHORT_TESTS || t->kind == BX_KIND_TEXT ||
			!take_predicate(plan, predicate, &path->tests[path->n_tests]))
			return false;
		t->predicate = &path->tests[path->n_tests++];
	}
	return true;
}

BxStatus
xp_short_path(const XpPlan *plan, BxArena *arena, XpShortPath **path, BxError *err)
{
	XpShortPath trial;

	*path = NULL;
	return take_path(plan, &trial) ? keep(&trial, arena, path, err) : BX_OK;
}

/*
 * xp_condition.c -- predicates that are decided path by path.
 */
#include "xp_condition_int.h"

#include "../nodes/xp_string_int.h"
#include "../plan/xp_cast_int.h"
#include "xp_path_scan_int.h"

#define MOST_LEVELS 64

/* ---- plan ---- */

static bool
is_path(const XpPlan *p, uint32_t expr)
{
	const XpPath *path = xp_plan_path(p, expr);

	return path != NULL && path->start == 0 && !path->absolute &&
		   (path->itself || (path->stream && path->pred == 0 && path->n_steps > 0));
}

static bool
is_constant(const XpPlan *p, uint32_t expr)
{
	double number;

	return p->nodes[expr].op == XP_STRING || xp_number_constant(p, &p->nodes[expr], &number);
}

static bool
fits(const XpPlan *p, uint32_t expr, uint32_t level)
{
	const XpExpr *e = &p->nodes[expr];

	if (level == MOST_LEVELS)
		return false;
	if (e->op == XP_AND || e->op == XP_OR)
		return fits(p, e->a, level + 1) && fits(p, e->b, level + 1);
	if (e->op == XP_CALL)
		return e->func == XP_FN_NOT && fits(p, e->a, level + 1);
	if (e->op >= XP_EQ && e->op <= XP_GE)
		return (is_path(p, e->a) && is_constant(p, e->b)) || (is_constant(p, e->a) && is_path(p, e->b));
	return is_path(p, expr);
}

bool
xp_condition_fits(const XpPlan *p, uint32_t expr)
{
	return fits(p, expr, 0);
}

/* ---- answers ---- */

/* Looks for a node that compares true. */
typedef struct Comparison
{
	XpSink sink;
	uint8_t op;        /* the node is on the left; XP_NONE: any node will do */
	const XpLit *text; /* by which it is equal or not; NULL: the number */
	double number;
} Comparison;

static BxStatus
take(XpSink *sink, XpEval *ev, const XpNode *nd, bool *stop)
{
	const Comparison *c = (const Comparison *) sink;
	bool hit = true;

	if (c->text != NULL)
		BX_TRY(xp_node_compare_text(ev, c->op, nd, c->text, &hit));
	else if (c->op != XP_NONE)
		BX_TRY(xp_node_compare_number(ev, c->op, nd, c->number, &hit));
	sink->n += hit;
	*stop = hit;
	return BX_OK;
}

/* Does a node of the path pass? */
static BxStatus
any_node(XpEval *ev, uint32_t expr, const XpNode *nd, Comparison *c, bool *pass)
{
	const XpPath *path = xp_plan_path(ev->plan, expr);
	uint32_t anchors = ev->n_anchors;
	BxArenaMark mark = bx_arena_mark(ev->arena);
	bool stop;

	ev->work->steps++;
	c->sink.take = take;
	if (path->itself)
		BX_TRY(take(&c->sink, ev, nd, &stop));
	else
		BX_TRY(xp_stream(ev, path, nd, &c->sink));
	xp_forget(ev, &mark, anchors);
	*pass = c->sink.n > 0;
	return BX_OK;
}

static BxStatus
compares(XpEval *ev, const XpExpr *e, const XpNode *nd, bool *pass)
{
	const XpPlan *p = ev->plan;
	bool swap = p->nodes[e->a].op != XP_PATH;
	uint32_t path = swap ? e->b : e->a, constant = swap ? e->a : e->b;
	Comparison c = {.op = swap ? xp_flip(e->op) : e->op};

	if (p->nodes[constant].op == XP_STRING)
	{
		const XpLit *text = &p->lits[p->lit_no[constant] - 1];

		c.number = text->number;
		c.text = c.op == XP_EQ || c.op == XP_NE ? text : NULL;
	}
	else
		(void) xp_number_constant(p, &p->nodes[constant], &c.number);
	return any_node(ev, path, nd, &c, pass);
}

BxStatus
xp_condition(XpEval *ev, uint32_t expr, const XpNode *nd, bool *pass)
{
	Comparison exists = {.sink = {.max = 1, .want = XP_WANT_ANY}, .op = XP_NONE};
	const XpExpr *e = &ev->plan->nodes[expr];

	BX_TRY(xp_guard(ev));
	if (e->op == XP_AND || e->op == XP_OR)
	{
		BX_TRY(xp_condition(ev, e->a, nd, pass));
		return *pass == (e->op == XP_AND) ? xp_condition(ev, e->b, nd, pass) : BX_OK;
	}
	if (e->op == XP_CALL)
	{
		BX_TRY(xp_condition(ev, e->a, nd, pass));
		*pass = !*pass;
		return BX_OK;
	}
	return e->op == XP_PATH ? any_node(ev, expr, nd, &exists, pass) : compares(ev, e, nd, pass);
}

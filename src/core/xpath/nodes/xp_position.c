/*
 * xp_position.c -- predicates that ask for one place among the nodes of a step.
 */
#include "../nodes/xp_dir_int.h"

static bool
is_call(const XpEval *ev, uint32_t node, uint8_t func)
{
	return ev->plan->nodes[node].op == XP_CALL && ev->plan->nodes[node].func == func;
}

/* The expression a position is compared with: of "[e]" or "[position() = e]" e; 0 for others. */
static uint32_t
compared_with(const XpEval *ev, uint32_t pred)
{
	const XpExpr *e = &ev->plan->nodes[ev->plan->nodes[pred].a];

	if (xp_type(ev, ev->plan->nodes[pred].a) == XP_T_NUMBER)
		return ev->plan->nodes[pred].a;
	if (e->op != XP_EQ)
		return 0;
	if (is_call(ev, e->a, XP_FN_POSITION))
		return xp_type(ev, e->b) == XP_T_NUMBER ? e->b : 0;
	if (is_call(ev, e->b, XP_FN_POSITION))
		return xp_type(ev, e->a) == XP_T_NUMBER ? e->a : 0;
	return 0;
}

bool
xp_position(const XpEval *ev, uint32_t pred, double *k)
{
	uint32_t e = compared_with(ev, pred);

	return e != 0 && xp_constant(ev, e, k);
}

/* A whole number from 0 on that fits. */
static bool
whole(double d, uint32_t *k)
{
	if (!(d >= 0 && d < UINT32_MAX) || d != (double) (uint32_t) d)
		return false;
	*k = (uint32_t) d;
	return true;
}

bool
xp_place(const XpEval *ev, uint32_t pred, XpPlace *place)
{
	uint32_t e = pred != 0 ? compared_with(ev, pred) : 0;
	const XpExpr *n = &ev->plan->nodes[e];
	double k;

	if (e == 0)
		return false;
	place->from_end = true;
	place->k = 0;
	if (is_call(ev, e, XP_FN_LAST))
		return true;
	if (n->op == XP_SUB)
		return is_call(ev, n->a, XP_FN_LAST) && xp_constant(ev, n->b, &k) && whole(k, &place->k);
	place->from_end = false;
	return xp_constant(ev, e, &k) && k >= 1 && whole(k - 1, &place->k);
}

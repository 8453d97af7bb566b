/*
 * xp_term_truth.c -- conditions under which an expression is true, or false.
 */
#include "xp_terms_int.h"

/* Operands of one operator, without recursion on the left one: chains of them are long. */
static const XpTmCond *
logic(XpTmBuild *b, uint32_t expr, const XpTmContext *cx, bool wanted)
{
	uint8_t op = b->nodes[expr].op;
	bool all = (op == XP_AND) == wanted;
	const XpTmCond *result = all ? &xp_tm_true : &xp_tm_false;

	for (; b->nodes[expr].op == op; expr = b->nodes[expr].a)
	{
		const XpTmCond *c = xp_tm_truth(b, b->nodes[expr].b, cx, wanted);

		result = all ? xp_tm_and(b, result, c) : xp_tm_or(b, result, c);
	}
	return all ? xp_tm_and(b, result, xp_tm_truth(b, expr, cx, wanted))
			   : xp_tm_or(b, result, xp_tm_truth(b, expr, cx, wanted));
}

/* some that is true, every that is false: there is an item for which the condition is so. */
static const XpTmCond *
quantified(XpTmBuild *b, const XpExpr *e, const XpTmContext *cx, bool wanted)
{
	const XpTmCond *result = &xp_tm_false;
	XpTmLocal before;
	XpTmList in;
	const XpTmValue *v;

	if (wanted != (e->op == XP_SOME))
		return &xp_tm_true;
	in = xp_tm_list(b, e->a, cx);
	for (v = in.first; v != NULL && result->kind != XP_TERMS_TRUE; v = v->next)
	{
		const XpTmCond *c = xp_tm_and(b, v->cond, xp_tm_value_holds(b, v, XP_TM_IS_THERE));

		if (!xp_tm_bind_local(b, e->n_args, v, NULL, &before))
			return &xp_tm_true;
		c = xp_tm_and(b, c, xp_tm_truth(b, b->nodes[e->a].next, cx, wanted));
		b->locals[e->n_args] = before;
		result = xp_tm_or(b, result, c);
	}
	return result;
}

static const XpTmCond *
truth_of_if(XpTmBuild *b, const XpExpr *e, const XpTmContext *cx, bool wanted)
{
	uint32_t yes = b->nodes[e->a].next;
	const XpTmCond *x = xp_tm_and(b, xp_tm_truth(b, e->a, cx, true), xp_tm_truth(b, yes, cx, wanted));
	const XpTmCond *y =
		xp_tm_and(b, xp_tm_truth(b, e->a, cx, false), xp_tm_truth(b, b->nodes[yes].next, cx, wanted));

	return xp_tm_or(b, x, y);
}

/* The first item of the result decides, and another one would be an error unless it is a node: some result is true. */
static const XpTmCond *
truth_of_for(XpTmBuild *b, const XpExpr *e, const XpTmContext *cx)
{
	XpExpr some = *e;

	some.op = XP_SOME;
	return quantified(b, &some, cx, true);
}

static const XpTmCond *
truth_of_let(XpTmBuild *b, const XpExpr *e, const XpTmContext *cx, bool wanted)
{
	const XpTmCond *result;
	XpTmLocal before;

	if (!xp_tm_bind_let(b, e, cx, &before))
		return &xp_tm_true;
	result = xp_tm_truth(b, b->nodes[e->a].next, cx, wanted);
	b->locals[e->n_args] = before;
	return result;
}

static const XpTmCond *
truth_of_call(XpTmBuild *b, const XpExpr *e, uint32_t expr, const XpTmContext *cx, bool wanted)
{
	switch (e->func)
	{
		case XP_FN_NOT: return xp_tm_truth(b, e->a, cx, !wanted);
		case XP_FN_BOOLEAN: return xp_tm_truth(b, e->a, cx, wanted);
		case XP_FN_TRUE: return wanted ? &xp_tm_true : &xp_tm_false;
		case XP_FN_FALSE: return wanted ? &xp_tm_false : &xp_tm_true;
		case XP_FN_EMPTY: wanted = !wanted; /* fall through */
		case XP_FN_EXISTS: return wanted ? xp_tm_zone_holds(b, e->a, cx) : &xp_tm_true;
		case XP_FN_STARTS_WITH: return wanted ? xp_tm_starts_with(b, e, cx) : &xp_tm_true;
		case XP_FN_CONTAINS:
		case XP_FN_ENDS_WITH:
			/* all contain "" */
			return wanted && b->nodes[b->nodes[e->a].next].op == XP_STRING &&
						   b->nodes[b->nodes[e->a].next].b > 0
					   ? xp_tm_holds(b, e->a, cx, XP_TM_IS_TEXT)
					   : &xp_tm_true;
		default:
			return wanted && e->type != XP_T_BOOLEAN ? xp_tm_holds(b, expr, cx, XP_TM_IS_TRUE) : &xp_tm_true;
	}
}

static const XpTmCond *
truth_of(XpTmBuild *b, uint32_t expr, const XpTmContext *cx, bool wanted)
{
	const XpExpr *e = &b->nodes[expr];

	switch (e->op)
	{
		case XP_OR:
		case XP_AND: return logic(b, expr, cx, wanted);
		case XP_EQ:
		case XP_NE:
		case XP_LT:
		case XP_LE:
		case XP_GT:
		case XP_GE:
		case XP_VALUE_EQ:
		case XP_VALUE_NE:
		case XP_VALUE_LT:
		case XP_VALUE_LE:
		case XP_VALUE_GT:
		case XP_VALUE_GE: return xp_tm_comparison(b, e, cx, wanted);
		case XP_SOME:
		case XP_EVERY: return quantified(b, e, cx, wanted);
		case XP_IF: return truth_of_if(b, e, cx, wanted);
		case XP_LET: return truth_of_let(b, e, cx, wanted);
		case XP_FOR: return wanted ? truth_of_for(b, e, cx) : &xp_tm_true;
		case XP_CALL: return truth_of_call(b, e, expr, cx, wanted);
		default: return wanted ? xp_tm_holds(b, expr, cx, XP_TM_IS_TRUE) : &xp_tm_true;
	}
}

const XpTmCond *
xp_tm_truth(XpTmBuild *b, uint32_t expr, const XpTmContext *cx, bool wanted)
{
	const XpTmCond *result;

	if (!xp_tm_enter(b))
		return &xp_tm_true;
	result = truth_of(b, expr, cx, wanted);
	b->depth--;
	return result;
}

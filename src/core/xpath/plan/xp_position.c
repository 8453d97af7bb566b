/*
 * xp_position.c -- which positions do predicates ask for?
 *
 * The answer is worked out once, with the plan; for predicates with variables, again when the values are known.
 */
#include "xp_position_int.h"

#include <math.h>

typedef struct Question
{
	const XpPlan *plan;
	const XpItem *vars; /* NULL: not known yet */
	bool varies;        /* the answer depends on them */
} Question;

typedef struct Bounds
{
	double lo;
	double hi; /* may be infinite */
	bool from_end;
} Bounds;

static bool
is_call(const Question *q, uint32_t expr, uint8_t func)
{
	return q->plan->nodes[expr].op == XP_CALL && q->plan->nodes[expr].func == func;
}

/* The value of a variable; NULL when it is not known yet. */
static const XpItem *
value_of(Question *q, uint32_t expr)
{
	q->varies = true;
	return q->vars != NULL ? &q->vars[q->plan->var_no[expr]] : NULL;
}

/* Type of an expression, XP_T_ANY for a variable whose value is not known yet. */
static uint8_t
type_of(Question *q, uint32_t expr)
{
	uint8_t type = q->plan->nodes[expr].type;
	const XpItem *value = type == XP_T_ANY ? value_of(q, expr) : NULL;

	return value != NULL ? value->type : type;
}

/* Is the expression a number?  Then *k is it. */
static bool
is_number(Question *q, uint32_t expr, double *k)
{
	const XpExpr *e = &q->plan->nodes[expr];
	const XpItem *value = e->op == XP_VARIABLE ? value_of(q, expr) : NULL;

	if (e->op == XP_NUMBER)
		memcpy(k, q->plan->pool + e->a, sizeof(double));
	else if (value != NULL && value->type == XP_T_NUMBER)
		*k = value->number;
	else
		return false;
	return true;
}

bool
xp_compare_numbers(uint8_t op, double a, double b)
{
	switch (op)
	{
		case XP_EQ: return a == b;
		case XP_NE: return a != b;
		case XP_LT: return a < b;
		case XP_LE: return a <= b;
		case XP_GT: return a > b;
		default: return a >= b;
	}
}

uint8_t
xp_flip(uint8_t op)
{
	switch (op)
	{
		case XP_LT: return XP_GT;
		case XP_LE: return XP_GE;
		case XP_GT: return XP_LT;
		case XP_GE: return XP_LE;
		default: return op;
	}
}

/* Is the expression a number, or last() plus a number?  *k is the number. */
static bool
is_bound(Question *q, uint32_t expr, bool *last, double *k)
{
	const XpExpr *e = &q->plan->nodes[expr];

	*k = 0;
	*last = is_call(q, expr, XP_FN_LAST);
	if (*last || is_number(q, expr, k))
		return true;
	if ((e->op != XP_SUB && e->op != XP_ADD) || !is_call(q, e->a, XP_FN_LAST) || !is_number(q, e->b, k))
		return false;
	*last = true;
	*k = e->op == XP_SUB ? -*k : *k;
	return true;
}

static void
set_bounds(Bounds *w, uint8_t op, bool last, double k)
{
	w->from_end = last;
	w->lo = 1;
	w->hi = INFINITY;
	if (last)
	{
		/* position() op last() + k: counted from the end, 1 - k op that number */
		k = 1 - k;
		op = xp_flip(op);
	}
	if (isnan(k) || (op == XP_EQ && k != floor(k)) || ((op == XP_EQ || op == XP_LE) && k < 1) ||
		(op == XP_LT && k <= 1))
		w->hi = 0;
	else if (op == XP_EQ)
		w->lo = w->hi = k;
	else if (op == XP_LT)
		w->hi = ceil(k) - 1;
	else if (op == XP_LE)
		w->hi = floor(k);
	else
		w->lo = op == XP_GT ? floor(k) + 1 : ceil(k);
	if (w->lo < 1)
		w->lo = 1;
}

bool
xp_var_bool(const XpItem *value)
{
	switch (value->type)
	{
		case XP_T_BOOLEAN: return value->boolean;
		case XP_T_NUMBER: return value->number != 0 && !isnan(value->number);
		default: return value->str.n > 0;
	}
}

/* All positions, or none. */
static bool
bounds_if(bool holds, Bounds *w)
{
	set_bounds(w, XP_GE, false, holds ? 1 : INFINITY);
	return true;
}

/* Does a variable hold, where a boolean is wanted? */
static bool
bounds_of_value(const XpItem *value, Bounds *w)
{
	return value != NULL && value->type != XP_T_SEQUENCE && bounds_if(xp_var_bool(value), w);
}

/* The positions for which an expression is true, of the kind that ranges of positions are. */
static bool
bounds_of(Question *q, uint32_t expr, Bounds *w)
{
	const XpExpr *e = &q->plan->nodes[expr];
	Bounds other;
	bool last, swap;
	double k;

	switch (e->op)
	{
		case XP_VARIABLE: return bounds_of_value(value_of(q, expr), w);
		case XP_NUMBER: return is_number(q, expr, &k) && bounds_if(k != 0 && !isnan(k), w);
		case XP_AND:
			if (!bounds_of(q, e->a, w) || !bounds_of(q, e->b, &other) || w->from_end != other.from_end)
				return false;
			w->lo = w->lo > other.lo ? w->lo : other.lo;
			w->hi = w->hi < other.hi ? w->hi : other.hi;
			return true;
		case XP_EQ:
		case XP_LT:
		case XP_LE:
		case XP_GT:
		case XP_GE:
			swap = !is_call(q, e->a, XP_FN_POSITION);
			if (!is_call(q, swap ? e->b : e->a, XP_FN_POSITION) ||
				!is_bound(q, swap ? e->a : e->b, &last, &k))
				return false;
			set_bounds(w, swap ? xp_flip(e->op) : e->op, last, k);
			return true;
		default: return false;
	}
}

/* The positions that a predicate asks for: a number is one only where it is all of the predicate. */
static bool
bounds_of_predicate(Question *q, uint32_t expr, Bounds *w)
{
	bool last;
	double k;

	if (type_of(q, expr) != XP_T_NUMBER)
		return bounds_of(q, expr, w);
	if (!is_bound(q, expr, &last, &k))
		return false;
	set_bounds(w, XP_EQ, last, k);
	return true;
}

/* A position as a number; no value has as many items as the limit. */
static uint64_t
position_number(double d)
{
	return d < 9e18 ? (uint64_t) d : XP_NO_END;
}

static void
answer(Question *q, XpPosition *p)
{
	Bounds b;

	q->varies = false;
	p->known = bounds_of_predicate(q, q->plan->nodes[p->pred].a, &b);
	p->varies = q->varies;
	if (!p->known)
		return;
	p->from_end = b.from_end;
	p->lo = position_number(b.lo);
	p->hi = p->lo == XP_NO_END ? 0 : position_number(b.hi);
}

BxStatus
xp_plan_positions(XpPlan *p, uint32_t n_nodes, BxArena *arena, BxError *err)
{
	Question q = {.plan = p};
	uint32_t i, n = 0;

	for (i = 1; i < n_nodes; i++)
		n += p->nodes[i].op == XP_PREDICATE;
	p->positions = bx_arena_zalloc(arena, n * sizeof(XpPosition) + 1);
	p->position_no = bx_arena_zalloc(arena, n_nodes * sizeof(uint16_t));
	if (p->positions == NULL || p->position_no == NULL)
		return bx_fail_nomem(err, n * sizeof(XpPosition));
	for (i = 1; i < n_nodes; i++)
	{
		XpPosition *at = &p->positions[p->n_positions];

		if (p->nodes[i].op != XP_PREDICATE)
			continue;
		at->pred = i;
		answer(&q, at);
		if (at->known || at->varies)
			p->position_no[i] = (uint16_t) ++p->n_positions;
		p->positions_vary |= at->varies;
	}
	return BX_OK;
}

void
xp_fill_positions(const XpPlan *p, const XpItem *vars, XpPosition *positions)
{
	Question q = {.plan = p, .vars = vars};
	uint32_t i;

	for (i = 0; i < p->n_positions; i++)
		if (positions[i].varies)
			answer(&q, &positions[i]);
}

void
xp_position_run(const XpPosition *w, uint32_t n, bool backwards, uint32_t *a, uint32_t *b)
{
	uint32_t lo = w->lo - 1 < n ? (uint32_t) w->lo - 1 : n;
	uint32_t hi = w->hi < n ? (uint32_t) w->hi : n;

	if (hi < lo)
		hi = lo;
	*a = w->from_end == backwards ? lo : n - hi;
	*b = w->from_end == backwards ? hi : n - lo;
}

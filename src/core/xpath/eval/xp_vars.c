/*
 * xp_vars.c -- values of variables at run time.
 *
 * The type of a variable is not known before the call (XP_T_ANY): during evaluation, xp_type gives the type of an
 * expression.  The values of all variables that the path refers to are looked up when the call begins, so a variable
 * without a value is an error even if evaluation does not use it.
 */
#include "../../base/bx_core_int.h"

#include "../syntax/xp_hint.h"
#include "xp_seq_int.h"

static bool
is_named(const XpPlan *plan, const XpName *name, const XpVar *var)
{
	return bx_same_bytes(plan->pool + name->local, name->local_len, var->local, var->local_len) &&
		   bx_same_bytes(plan->pool + name->uri, name->uri_len, var->uri, var->uri_len);
}

static BxStatus
no_value(XpEval *ev, const XpExpr *node, const XpName *name)
{
	return xp_no_value(ev->err, node->pos, ev->plan->pool, name);
}

static const XpSeq no_items;

static bool
is_atomic(uint8_t type)
{
	return type == XP_T_STRING || type == XP_T_NUMBER || type == XP_T_BOOLEAN;
}

static bool
is_too_long(const XpItem *value)
{
	return value->type == XP_T_STRING && value->str.n > UINT32_MAX / 2;
}

static BxStatus
check_items(XpEval *ev, const XpExpr *node, const XpSeq *seq)
{
	uint32_t i;

	for (i = 0; i < seq->n; i++)
	{
		const XpItem *item = &seq->items[i];

		BX_TRY(xp_tick(ev));
		if (!is_atomic(item->type) || is_too_long(item))
			return bx_fail(ev->err, BX_E_XPTYPE, node->pos, "items of a variable must be atomic values");
	}
	return BX_OK;
}

/* Find the value of the variable first referred to at ref; the last of a name counts. */
static BxStatus
bind_var(XpEval *ev, const XpCall *c, uint32_t ref, XpItem *value, XpLit *text)
{
	const XpExpr *node = &ev->plan->nodes[ref];
	const XpName *name = &ev->plan->names[node->name - 1];
	const XpVar *var = NULL;
	uint32_t i;

	for (i = c->n_vars; i-- > 0 && var == NULL;)
		if (is_named(ev->plan, name, &c->vars[i]))
			var = &c->vars[i];
	if (var == NULL)
		return no_value(ev, node, name);
	if (is_too_long(&var->value))
		return bx_fail(ev->err, BX_E_LIMIT, node->pos, "value of a variable exceeds the limit of 1 GB");
	*value = var->value;
	if (value->type == XP_T_SEQUENCE && value->seq == NULL)
		value->seq = &no_items;
	if (value->type == XP_T_SEQUENCE)
		return check_items(ev, node, value->seq);
	if (value->type == XP_T_STRING)
		xp_lit_set(text, value->str);
	return BX_OK;
}

/* Positions that predicates ask for by variables. */
static BxStatus
bind_positions(XpEval *ev)
{
	size_t size = ev->plan->n_positions * sizeof(XpPosition);
	XpPosition *positions = xp_alloc(ev, size);

	if (positions == NULL)
		return BX_E_NOMEM;
	memcpy(positions, ev->plan->positions, size);
	xp_fill_positions(ev->plan, ev->vars, positions);
	ev->positions = positions;
	return BX_OK;
}

/* Between two polls, every value given is looked at once. */
BxStatus
xp_vars_bind(XpEval *ev, const XpCall *c)
{
	uint32_t n = ev->plan->n_vars, i;
	XpItem *values;
	XpLit *texts;

	values = xp_alloc(ev, n * (sizeof(XpItem) + sizeof(XpLit)));
	if (values == NULL)
		return BX_E_NOMEM;
	texts = (XpLit *) (values + n);
	for (i = 0; i < n; i++)
	{
		BX_TRY(xp_settle(ev));
		BX_TRY(bind_var(ev, c, ev->plan->vars[i], &values[i], &texts[i]));
	}
	ev->vars = values;
	ev->var_texts = texts;
	return ev->plan->positions_vary ? bind_positions(ev) : BX_OK;
}

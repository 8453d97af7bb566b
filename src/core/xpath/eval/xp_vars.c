/*
 * xp_vars.c -- values of variables at run time.
 *
 * The type of a variable is not known before the call (XP_T_ANY), so whoever asks for the type of an expression during
 * evaluation asks xp_type.  The values of all variables the path refers to are looked up when the call begins: a
 * variable without a value is an error whether or not evaluation would have come to it.
 */
#include "../syntax/xp_hint_int.h"
#include "xp_seq_int.h"

static bool
is_named(const XpPlan *plan, const XpName *name, const XpVar *var)
{
	return xp_same_text(plan->pool + name->local, name->local_len, var->local, var->local_len) &&
		   xp_same_text(plan->pool + name->uri, name->uri_len, var->uri, var->uri_len);
}

static BxStatus
no_value(XpEval *ev, const XpExpr *node, const XpName *name)
{
	return xp_no_value(ev->err, node->pos, ev->plan->pool, name);
}

/* The items of a value that is a sequence. */
static BxStatus
bind_items(XpEval *ev, const XpExpr *node, const XpAtom *value, XpVal *val)
{
	XpSeq *seq = xp_alloc(ev, sizeof(XpSeq));
	uint32_t i;

	if (seq == NULL)
		return BX_E_NOMEM;
	memset(seq, 0, sizeof(*seq));
	for (i = 0; i < value->n_items; i++)
	{
		const XpAtom *a = &value->items[i];
		XpItem t = {.type = a->type, .boolean = a->boolean, .number = a->number, .str = {a->s, a->n}};

		BX_TRY(xp_tick(ev));
		if (a->type == XP_T_SEQUENCE || a->type == XP_T_NODESET || a->n > UINT32_MAX / 2)
			return bx_fail(ev->err, BX_E_XPTYPE, node->pos, "items of a variable must be atomic values");
		BX_TRY(xp_seq_add(ev, seq, &t));
	}
	val->seq = seq;
	return BX_OK;
}

/* Find the value of the variable first referred to at ref; the last of a name counts. */
static BxStatus
bind_var(XpEval *ev, const XpCall *c, uint32_t ref, XpVal *val)
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
	if (var->value.n > UINT32_MAX / 2)
		return bx_fail(ev->err, BX_E_LIMIT, node->pos, "value of a variable exceeds the limit of 1 GB");
	val->type = var->value.type;
	val->boolean = var->value.boolean;
	val->number = var->value.number;
	if (val->type == XP_T_SEQUENCE)
		return bind_items(ev, node, &var->value, val);
	if (val->type == XP_T_STRING)
	{
		val->text.s = var->value.s;
		val->text.n = (uint32_t) var->value.n;
		val->text.enc_n = bx_value_encode(val->text.s, val->text.n, val->text.enc);
	}
	return BX_OK;
}

/* At most XP_MAX_VARS times the number of values given are looked at, between polls. */
BxStatus
xp_vars_bind(XpEval *ev, const XpCall *c)
{
	XpVal *vals;
	uint32_t i;

	if (ev->plan->n_vars == 0)
		return BX_OK;
	vals = xp_alloc(ev, ev->plan->n_vars * sizeof(XpVal));
	if (vals == NULL)
		return BX_E_NOMEM;
	memset(vals, 0, ev->plan->n_vars * sizeof(XpVal));
	for (i = 0; i < ev->plan->n_vars; i++)
	{
		BX_TRY(xp_settle(ev));
		BX_TRY(bind_var(ev, c, ev->plan->vars[i], &vals[i]));
	}
	ev->vals = vals;
	return BX_OK;
}

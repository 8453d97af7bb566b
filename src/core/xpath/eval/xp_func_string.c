/*
 * xp_func_string.c -- string functions and names of nodes (XPath 1.0 sections 4.1 and 4.2).
 *
 * Positions and lengths are in characters, never bytes.  Results borrow from arguments where they are a part of one.
 */
#include "xp_func_int.h"

#include <math.h>

#include "../../base/bx_long.h"
#include "../../base/bx_string.h"

static BxStatus
arg_or_context(XpEval *ev, const XpExpr *call, const XpContext *cx, BxStr *s)
{
	return call->a ? xp_str(ev, call->a, cx, s) : xp_node_string(ev, cx->node, s);
}

BxStatus
xp_fn_string(XpEval *ev, const XpExpr *call, const XpContext *cx, BxStr *s)
{
	return arg_or_context(ev, call, cx, s);
}

static BxStatus
two_args(XpEval *ev, const XpExpr *call, const XpContext *cx, BxStr *s, BxStr *t)
{
	BX_TRY(xp_str(ev, call->a, cx, s));
	return xp_str(ev, ev->plan->nodes[call->a].next, cx, t);
}

/* The two arguments, and where the second is in the first; NULL: nowhere. */
static BxStatus
find(XpEval *ev, const XpExpr *call, const XpContext *cx, BxStr *s, BxStr *t, const char **place)
{
	BX_TRY(two_args(ev, call, cx, s, t));
	return xp_canceled(ev, bx_long_find(ev->host, s->s, s->n, t->s, t->n, place));
}

/* Does the first argument begin, or end, with the second? */
BxStatus
xp_fn_has_at_end(XpEval *ev, const XpExpr *call, const XpContext *cx, bool *b)
{
	BxStr s, t;

	BX_TRY(two_args(ev, call, cx, &s, &t));
	*b = false;
	if (t.n > s.n)
		return BX_OK;
	if (call->func == XP_FN_ENDS_WITH)
		s.s += s.n - t.n;
	return xp_canceled(ev, bx_long_equal(ev->host, s.s, t.s, t.n, b));
}

BxStatus
xp_fn_contains(XpEval *ev, const XpExpr *call, const XpContext *cx, bool *b)
{
	const char *p;
	BxStr s, t;

	BX_TRY(find(ev, call, cx, &s, &t, &p));
	*b = p != NULL;
	return BX_OK;
}

/* ---- names ---- */

/* Namespace and local name of a node; without a name both are empty. */
static BxStatus
named_node(XpEval *ev, const XpExpr *call, const XpContext *cx, BxNameInfo *name)
{
	XpNode nd = *cx->node;
	bool found = true;

	memset(name, 0, sizeof(*name));
	name->local = "";
	if (call->a != 0)
		BX_TRY(xp_first(ev, call->a, cx, &nd, &found));
	if (!found)
		return BX_OK;
	if (nd.kind == BX_KIND_ELEMENT || nd.kind == BX_KIND_LEAF || nd.kind == BX_KIND_ATTRIBUTE ||
		nd.kind == BX_KIND_PI)
		*name = ev->table->names[ev->table->shapes[nd.shape].name];
	else if (nd.kind == BX_KIND_NAMESPACE)
	{
		name->local = ev->table->pairs[nd.shape].prefix;
		name->len = ev->table->pairs[nd.shape].prefix_len;
	}
	return BX_OK;
}

BxStatus
xp_fn_name(XpEval *ev, const XpExpr *call, const XpContext *cx, BxStr *s)
{
	BxNameInfo name;
	const BxPair *pair;

	BX_TRY(named_node(ev, call, cx, &name));
	pair = &ev->table->pairs[name.pair];
	if (call->func == XP_FN_NAMESPACE_URI)
	{
		*s = bx_str(pair->uri, pair->uri_len);
		return BX_OK;
	}
	if (call->func == XP_FN_NAME)
		return xp_name_str(ev, &name, s);
	*s = bx_str(name.local, name.len);
	return BX_OK;
}

/* ---- parts and wholes ---- */

BxStatus
xp_fn_concat(XpEval *ev, const XpExpr *call, const XpContext *cx, BxStr *s)
{
	BxStr *parts = xp_alloc(ev, call->n_args * sizeof(BxStr));
	uint32_t arg, i = 0;
	size_t n = 0;
	char *p;

	if (parts == NULL)
		return BX_E_NOMEM;
	for (arg = call->a; arg != 0; arg = ev->plan->nodes[arg].next, i++)
	{
		BX_TRY(xp_str(ev, arg, cx, &parts[i]));
		n += parts[i].n;
	}
	if (n > BX_VALUE_MAX)
		return bx_fail(ev->err, BX_E_LIMIT, call->pos, "result of concat() would exceed the limit of 1 GB");
	p = xp_alloc(ev, n);
	if (p == NULL)
		return BX_E_NOMEM;
	s->s = p;
	s->n = n;
	for (i = 0; i < call->n_args; i++)
	{
		BX_TRY(xp_canceled(ev, bx_long_copy(ev->host, p, parts[i].s, parts[i].n)));
		p += parts[i].n;
	}
	return BX_OK;
}

/* What of the first argument is before, or after, the second. */
BxStatus
xp_fn_substring_beside(XpEval *ev, const XpExpr *call, const XpContext *cx, BxStr *s)
{
	const char *p;
	BxStr t;

	BX_TRY(find(ev, call, cx, s, &t, &p));
	if (p == NULL)
		s->n = 0;
	else if (call->func == XP_FN_SUBSTRING_BEFORE)
		s->n = (size_t) (p - s->s);
	else
	{
		s->n -= (size_t) (p - s->s) + t.n;
		s->s = p + t.n;
	}
	return BX_OK;
}

/* Characters at positions p with p >= round(start) and, with a length, p < round(start) + round(length). */
BxStatus
xp_fn_substring(XpEval *ev, const XpExpr *call, const XpContext *cx, BxStr *s)
{
	uint32_t arg2 = ev->plan->nodes[call->a].next;
	uint32_t arg3 = ev->plan->nodes[arg2].next;
	double from, end = INFINITY;

	BX_TRY(xp_str(ev, call->a, cx, s));
	BX_TRY(xp_num(ev, arg2, cx, &from));
	from = bx_number_round(from);
	if (arg3 != 0)
	{
		BX_TRY(xp_num(ev, arg3, cx, &end));
		end = from + bx_number_round(end);
	}
	return xp_canceled(ev, bx_string_cut(ev->host, *s, from, end, s));
}

BxStatus
xp_fn_normalize_space(XpEval *ev, const XpExpr *call, const XpContext *cx, BxStr *s)
{
	BX_TRY(arg_or_context(ev, call, cx, s));
	return xp_canceled(ev, bx_string_normalize_space(ev->arena, *s, s, ev->err));
}

BxStatus
xp_fn_translate(XpEval *ev, const XpExpr *call, const XpContext *cx, BxStr *s)
{
	uint32_t arg2 = ev->plan->nodes[call->a].next;
	BxStr from, to;
	BxStatus st;

	BX_TRY(two_args(ev, call, cx, s, &from));
	BX_TRY(xp_str(ev, ev->plan->nodes[arg2].next, cx, &to));
	st = bx_string_translate(ev->arena, *s, from, to, s, ev->err);
	return st == BX_E_CORRUPT ? xp_damaged(ev, cx->node->key / 2 - 1) : xp_canceled(ev, st);
}

/*
 * xp_func.c -- functions that give booleans and numbers (XPath 1.0 section 4).
 */
#include "xp_eval_int.h"

#include <math.h>

#include "xp_func_int.h"
#include "xp_seq_int.h"

/* ---- boolean ---- */

/* Value of the xml:lang attribute of an element, if it has one. */
static BxStatus
lang_of(XpEval *ev, const XpNode *el, BxStr *lang, bool *found)
{
	uint32_t off = el->content;
	uint32_t end = el->next;
	const BxNameInfo *name;
	XpNode at;

	*found = false;
	if (el->kind != BX_KIND_ELEMENT)
		return BX_OK;
	for (; off < end; off = at.next)
	{
		BX_TRY(xp_next_item(ev, off, end, &at));
		if (at.kind != BX_KIND_ATTRIBUTE && at.kind != BX_KIND_NAMESPACE)
			return BX_OK;
		name = &ev->table->names[ev->table->shapes[at.shape].name];
		if (at.kind == BX_KIND_ATTRIBUTE && name->pair == BX_PAIR_XML && name->len == 4 &&
			memcmp(name->local, "lang", 4) == 0)
		{
			*found = true;
			return xp_node_string(ev, &at, lang);
		}
	}
	return BX_OK;
}

static char
lower_ascii(char c)
{
	return c >= 'A' && c <= 'Z' ? (char) (c + 32) : c;
}

/* Is lang the wanted language or a sublanguage of it?  Case is ignored. */
static bool
lang_matches(BxStr lang, BxStr ask)
{
	size_t i;

	if (lang.n < ask.n || (lang.n > ask.n && lang.s[ask.n] != '-'))
		return false;
	for (i = 0; i < ask.n; i++)
		if (lower_ascii(lang.s[i]) != lower_ascii(ask.s[i]))
			return false;
	return true;
}

BxStatus
xp_fn_lang(XpEval *ev, const XpExpr *call, const XpContext *cx, bool *b)
{
	XpNode nd = *cx->node;
	XpNode parent;
	BxStr ask, lang;
	bool found;

	*b = false;
	BX_TRY(xp_str(ev, call->a, cx, &ask));
	for (;;)
	{
		BX_TRY(xp_tick(ev));
		BX_TRY(lang_of(ev, &nd, &lang, &found));
		if (found)
		{
			*b = lang_matches(lang, ask);
			return BX_OK;
		}
		BX_TRY(xp_parent(ev, &nd, &parent, &found));
		if (!found)
			return BX_OK;
		nd = parent;
	}
}

BxStatus
xp_fn_boolean(XpEval *ev, const XpExpr *call, const XpContext *cx, bool *b)
{
	return xp_bool(ev, call->a, cx, b);
}

BxStatus
xp_fn_not(XpEval *ev, const XpExpr *call, const XpContext *cx, bool *b)
{
	BX_TRY(xp_bool(ev, call->a, cx, b));
	*b = !*b;
	return BX_OK;
}

BxStatus
xp_fn_constant(XpEval *ev, const XpExpr *call, const XpContext *cx, bool *b)
{
	(void) ev, (void) cx;
	*b = call->func == XP_FN_TRUE;
	return BX_OK;
}

/* An atomic value is one item; it is evaluated for its errors only. */
BxStatus
xp_fn_exists(XpEval *ev, const XpExpr *call, const XpContext *cx, bool *b)
{
	if (xp_maybe_nodeset(xp_type(ev, call->a)))
		return xp_any(ev, call->a, cx, b);
	*b = true;
	return xp_bool(ev, call->a, cx, &(bool){false});
}

BxStatus
xp_fn_empty(XpEval *ev, const XpExpr *call, const XpContext *cx, bool *b)
{
	BX_TRY(xp_fn_exists(ev, call, cx, b));
	*b = !*b;
	return BX_OK;
}

/* ---- number ---- */

typedef struct SumSink
{
	XpSink sink;
	double sum;
} SumSink;

static BxStatus
take_sum(XpSink *sink, XpEval *ev, const XpNode *nd, bool *stop)
{
	double d;

	(void) stop;
	BX_TRY(xp_node_number(ev, nd, &d));
	((SumSink *) sink)->sum += d;
	return BX_OK;
}

BxStatus
xp_fn_sum(XpEval *ev, const XpExpr *call, const XpContext *cx, double *d)
{
	SumSink s = {{.take = take_sum}, 0};
	XpItem sum;
	BxStatus st;
	uint64_t n;

	if (xp_type(ev, call->a) != XP_T_NODESET)
	{
		BX_TRY(xp_seq_sum(ev, call->a, cx, &sum, &n));
		return xp_item_num(ev, &sum, d);
	}
	st = xp_each(ev, call->a, cx, &s.sink);
	*d = s.sum;
	return st;
}

BxStatus
xp_fn_number(XpEval *ev, const XpExpr *call, const XpContext *cx, double *d)
{
	return call->a ? xp_num(ev, call->a, cx, d) : xp_node_number(ev, cx->node, d);
}

BxStatus
xp_fn_string_length(XpEval *ev, const XpExpr *call, const XpContext *cx, double *d)
{
	const XpNode *node = cx->node;
	uint64_t chars = 0;
	bool found = true;
	XpNode first;
	BxStr s;

	if (call->a && (ev->plan->nodes[call->a].op == XP_VARIABLE || xp_type(ev, call->a) != XP_T_NODESET))
	{
		BX_TRY(xp_str(ev, call->a, cx, &s));
		BX_TRY(xp_str_length(ev, s, &chars));
		*d = (double) chars;
		return BX_OK;
	}
	if (call->a)
	{
		BX_TRY(xp_guard(ev));
		BX_TRY(xp_first(ev, call->a, cx, &first, &found));
		node = &first;
	}
	if (found)
		BX_TRY(xp_node_length(ev, node, &chars));
	*d = (double) chars;
	return BX_OK;
}

BxStatus
xp_fn_position(XpEval *ev, const XpExpr *call, const XpContext *cx, double *d)
{
	(void) ev;
	*d = call->func == XP_FN_LAST ? cx->size : cx->pos;
	return BX_OK;
}

BxStatus
xp_fn_count(XpEval *ev, const XpExpr *call, const XpContext *cx, double *d)
{
	uint64_t n = 1;

	if (xp_maybe_nodeset(xp_type(ev, call->a)))
		BX_TRY(xp_count_nodes(ev, call->a, cx, &n));
	else
		BX_TRY(xp_bool(ev, call->a, cx, &(bool){false}));
	*d = (double) n;
	return BX_OK;
}

BxStatus
xp_fn_whole(XpEval *ev, const XpExpr *call, const XpContext *cx, double *d)
{
	BX_TRY(xp_num(ev, call->a, cx, d));
	switch (call->func)
	{
		case XP_FN_FLOOR: *d = floor(*d); break;
		case XP_FN_CEILING: *d = ceil(*d); break;
		case XP_FN_ROUND: *d = bx_number_round(*d); break;
		default: *d = fabs(*d); break;
	}
	return BX_OK;
}

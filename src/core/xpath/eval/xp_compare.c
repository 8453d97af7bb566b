/*
 * xp_compare.c -- "=", "!=", "<", "<=", ">", ">=" (XPath 1.0 section 3.4).
 *
 * A node-set compares true when one of its nodes does, so comparisons stream and stop at the first hit.  A string
 * literal meets stored values without formatting them: its typed form, if it has one, is the only typed payload equal
 * to it.  Two node-sets are compared in time linear in both: by a hash set of strings for "=", by the extremes for the
 * orders.
 */
#include "xp_evaluators_int.h"

#include <math.h>

#include "../../base/bx_hash.h"
#include "../../base/bx_long.h"
#include "../nodes/xp_dir_int.h"
#include "../plan/xp_cast_int.h"
#include "xp_seq_int.h"

static bool
is_equality(uint8_t op)
{
	return op == XP_EQ || op == XP_NE;
}

/* ---- node-set against number or string ---- */

typedef struct CompareSink
{
	XpSink sink;
	uint8_t op;
	bool as_text;
	double number;
	XpLit text;
	BxKeyRange keys; /* of nodes that compare true */
	bool hit;
} CompareSink;

static BxStatus
take_compared(XpSink *sink, XpEval *ev, const XpNode *nd, bool *stop)
{
	CompareSink *c = (CompareSink *) sink;

	if (c->as_text)
		BX_TRY(xp_node_compare_text(ev, c->op, nd, &c->text, &c->hit));
	else
		BX_TRY(xp_node_compare_number(ev, c->op, nd, c->number, &c->hit));
	*stop = c->hit;
	return BX_OK;
}

static void
compare_with(CompareSink *c, uint8_t op, bool as_text)
{
	c->sink = (XpSink){.take = take_compared};
	c->op = op;
	c->as_text = as_text;
	c->hit = false;
}

/* Does some node of the set compare true? */
static BxStatus
some_node(CompareSink *c, XpEval *ev, uint32_t set, const XpContext *cx, bool *b)
{
	if (BX_UNLIKELY(ev->dirs & BX_DIR_VALUES) && xp_can_search(c->op))
	{
		c->keys = c->as_text ? xp_keys_of_text(&c->text) : xp_keys_of_number(c->op, c->number);
		c->sink.only = &c->keys;
	}
	BX_TRY(xp_each(ev, set, cx, &c->sink));
	*b = c->hit;
	return BX_OK;
}

static BxStatus
set_with_number(XpEval *ev, uint8_t op, uint32_t set, uint32_t other, const XpContext *cx, bool *b)
{
	CompareSink c;

	compare_with(&c, op, false);
	BX_TRY(xp_num(ev, other, cx, &c.number));
	return some_node(&c, ev, set, cx, b);
}

static BxStatus
set_with_string(XpEval *ev, uint8_t op, uint32_t set, uint32_t other, const XpContext *cx, bool *b)
{
	CompareSink c;
	BxStr s;

	if (!is_equality(op))
		return set_with_number(ev, op, set, other, cx, b);
	compare_with(&c, op, true);
	if (ev->plan->lit_no[other] != 0)
		c.text = ev->plan->lits[ev->plan->lit_no[other] - 1];
	else if (ev->plan->nodes[other].op == XP_VARIABLE)
		c.text = *xp_var_text(ev, other);
	else
	{
		BX_TRY(xp_str(ev, other, cx, &s));
		xp_lit_set(&c.text, s);
	}
	return some_node(&c, ev, set, cx, b);
}

static BxStatus
with_boolean(XpEval *ev, uint8_t op, uint32_t a, uint32_t b, const XpContext *cx, bool *result)
{
	bool x, y;

	BX_TRY(xp_bool(ev, a, cx, &x));
	BX_TRY(xp_bool(ev, b, cx, &y));
	*result = xp_compare_numbers(op, x, y);
	return BX_OK;
}

/* ---- node-set against node-set ---- */

typedef struct StringSet
{
	XpSink sink;
	BxStrMap strings;
	bool filling;
	bool hit;
} StringSet;

static BxStatus
take_into_set(XpSink *sink, XpEval *ev, const XpNode *nd, bool *stop)
{
	StringSet *set = (StringSet *) sink;
	uint32_t number;
	bool added;
	BxStr s;

	BX_TRY(xp_node_string(ev, nd, &s));
	if (set->filling)
		return bx_strmap_add(&set->strings, s.s, s.n, &number, &added, ev->err);
	set->hit = *stop = bx_strmap_find(&set->strings, s.s, s.n) != BX_HASH_NONE;
	return BX_OK;
}

static BxStatus
sets_share_string(XpEval *ev, const XpExpr *op, const XpContext *cx, bool *b)
{
	StringSet set;

	memset(&set, 0, sizeof(set));
	set.sink.take = take_into_set;
	bx_strmap_init(&set.strings, ev->host, ev->arena);
	set.filling = true;
	BX_TRY(xp_each(ev, op->a, cx, &set.sink));
	set.filling = false;
	if (set.strings.map.n > 0)
		BX_TRY(xp_each(ev, op->b, cx, &set.sink));
	*b = set.hit;
	return BX_OK;
}

/* Some pair differs unless every node of both sets has one and the same string. */
static BxStatus
sets_differ(XpEval *ev, const XpExpr *op, const XpContext *cx, bool *b)
{
	CompareSink c;
	XpNode nd;
	BxStr s;

	BX_TRY(xp_first(ev, op->a, cx, &nd, b));
	if (!*b)
		return BX_OK;
	BX_TRY(xp_any(ev, op->b, cx, b));
	if (!*b)
		return BX_OK;
	BX_TRY(xp_node_string(ev, &nd, &s));
	compare_with(&c, XP_NE, true);
	xp_lit_set(&c.text, s);
	BX_TRY(some_node(&c, ev, op->b, cx, b));
	return *b ? BX_OK : some_node(&c, ev, op->a, cx, b);
}

typedef struct RangeSink
{
	XpSink sink;
	double low;
	double high;
} RangeSink;

static BxStatus
take_range(XpSink *sink, XpEval *ev, const XpNode *nd, bool *stop)
{
	RangeSink *r = (RangeSink *) sink;
	double d;

	(void) stop;
	BX_TRY(xp_node_number(ev, nd, &d));
	if (isnan(d))
		return BX_OK;
	if (isnan(r->low) || d < r->low)
		r->low = d;
	if (isnan(r->high) || d > r->high)
		r->high = d;
	return BX_OK;
}

static BxStatus
sets_in_order(XpEval *ev, const XpExpr *op, const XpContext *cx, bool *b)
{
	RangeSink x = {{.take = take_range}, NAN, NAN};
	RangeSink y = {{.take = take_range}, NAN, NAN};

	BX_TRY(xp_each(ev, op->a, cx, &x.sink));
	BX_TRY(xp_each(ev, op->b, cx, &y.sink));
	if (op->op == XP_LT || op->op == XP_LE)
		*b = xp_compare_numbers(op->op, x.low, y.high);
	else
		*b = xp_compare_numbers(op->op, x.high, y.low);
	return BX_OK;
}

/* ---- a path against a value of another type ---- */

typedef struct CastSink
{
	XpSink sink;
	const XpCastCompare *c;
	bool some;
	bool known;
	bool hit;
} CastSink;

static BxStatus
take_node(XpSink *sink, XpEval *ev, const XpNode *nd, bool *stop)
{
	CastSink *s = (CastSink *) sink;
	bool ok;

	BX_TRY(xp_node_compare_key(ev, s->c->op, nd, &s->c->key, false, &s->hit, &ok));
	*stop = s->hit;
	return BX_OK;
}

/* In a constructor a second node, and a value that is none of the type, are errors that are raised elsewhere. */
static BxStatus
take_cast(XpSink *sink, XpEval *ev, const XpNode *nd, bool *stop)
{
	CastSink *s = (CastSink *) sink;

	s->known = !s->some;
	if (s->known)
		BX_TRY(xp_node_compare_key(ev, s->c->op, nd, &s->c->key, true, &s->hit, &s->known));
	s->some = true;
	*stop = !s->known;
	return BX_OK;
}

static BxStatus
compare_cast(XpEval *ev, const XpCastCompare *c, const XpContext *cx, bool *known, bool *b)
{
	CastSink s = {.sink = {.take = c->cast ? take_cast : take_node}, .c = c, .known = true};

	BX_TRY(xp_each(ev, c->path, cx, &s.sink));
	*known = s.known;
	*b = s.hit;
	return BX_OK;
}

/* ---- the operators ---- */

static BxStatus
compare_atoms(XpEval *ev, const XpExpr *op, uint8_t ta, uint8_t tb, const XpContext *cx, bool *b)
{
	BxStr s, t;
	double x, y;

	if (is_equality(op->op) && (ta == XP_T_BOOLEAN || tb == XP_T_BOOLEAN))
		return with_boolean(ev, op->op, op->a, op->b, cx, b);
	if (is_equality(op->op) && ta == XP_T_STRING && tb == XP_T_STRING)
	{
		BX_TRY(xp_str(ev, op->a, cx, &s));
		BX_TRY(xp_str(ev, op->b, cx, &t));
		*b = false;
		if (s.n == t.n)
			BX_TRY(xp_canceled(ev, bx_long_equal(ev->host, s.s, t.s, s.n, b)));
		*b = *b == (op->op == XP_EQ);
		return BX_OK;
	}
	BX_TRY(xp_num(ev, op->a, cx, &x));
	BX_TRY(xp_num(ev, op->b, cx, &y));
	*b = xp_compare_numbers(op->op, x, y);
	return BX_OK;
}

BxStatus
xp_compare(XpEval *ev, const XpExpr *op, const XpContext *cx, bool *b)
{
	uint8_t ta = xp_type(ev, op->a);
	uint8_t tb = xp_type(ev, op->b);
	bool swap = ta != XP_T_NODESET;
	uint32_t set = swap ? op->b : op->a;
	uint32_t other = swap ? op->a : op->b;
	uint8_t to = swap ? ta : tb;
	uint8_t o = swap ? xp_flip(op->op) : op->op;
	bool known;

	if (ev->plan->prepared != NULL && ev->plan->prepared[op - ev->plan->nodes].cast != NULL)
	{
		BX_TRY(compare_cast(ev, ev->plan->prepared[op - ev->plan->nodes].cast, cx, &known, b));
		if (known)
			return BX_OK;
	}
	if ((ta == XP_T_SEQUENCE && tb != XP_T_BOOLEAN) || (tb == XP_T_SEQUENCE && ta != XP_T_BOOLEAN))
		return xp_seq_compare(ev, op, cx, b);
	if (ta != XP_T_NODESET && tb != XP_T_NODESET)
		return compare_atoms(ev, op, ta, tb, cx, b);
	if (ta == XP_T_NODESET && tb == XP_T_NODESET)
	{
		if (op->op == XP_EQ)
			return sets_share_string(ev, op, cx, b);
		return op->op == XP_NE ? sets_differ(ev, op, cx, b) : sets_in_order(ev, op, cx, b);
	}
	if (to == XP_T_BOOLEAN)
		return with_boolean(ev, op->op, op->a, op->b, cx, b);
	if (to == XP_T_NUMBER)
		return set_with_number(ev, o, set, other, cx, b);
	return set_with_string(ev, o, set, other, cx, b);
}

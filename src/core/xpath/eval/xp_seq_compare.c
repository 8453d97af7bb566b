/*
 * xp_seq_compare.c -- "=", "<" and so on with sequences, and the value comparisons eq, lt and so on.
 *
 * A general comparison is true when it is for some pair of items.  How two items are compared depends on both (XPath
 * 2.0, 3.5.2, with the rules of XPath 1.0 for what has no type): text against a date is read as a date, against a number
 * as a number, against text it is compared as text, or as numbers for an order.  Text that cannot be read as a date is
 * neither equal to one nor before or after it.  (Where one side as a whole is a boolean, the rule of XPath 1.0 holds:
 * xp_compare.c.)
 *
 * Linear in both sequences: the second one is kept; for each kind of pair met, its items are put into a view that knows
 * the least, the greatest and, for "=", has a hash set.
 */
#include "xp_evaluators_int.h"
#include "xp_seq_int.h"

#include <math.h>

/* Classes of items. */
enum
{
	TEXT,
	NUMBER,
	BOOLEAN,
	DATE,
	DATETIME,
	DECIMAL,
	SPAN,
	MONTHS,
	CLASSES
};

/* Items of one class, as keys of one type. */
typedef struct View
{
	struct View *next;
	uint8_t item_class;
	uint8_t type;
	bool nan;      /* some key is NaN; not counted below */
	bool distinct; /* keys differ */
	uint32_t n;
	XpKey low;
	XpKey high;
	XpValueSet set; /* "=" of several only */
	bool hashed;    /* there is one */
} View;

typedef struct General
{
	uint8_t op;
	bool hit;
	XpSeq seq; /* the second sequence */
	bool present[CLASSES];
	View *views; /* those needed so far: three for a class at most */
} General;

static unsigned
class_of(uint8_t type)
{
	switch (type)
	{
		case XP_T_NUMBER:
		case XP_T_RANGE: return NUMBER;
		case XP_T_BOOLEAN: return BOOLEAN;
		case XP_T_DATE: return DATE;
		case XP_T_DATETIME: return DATETIME;
		case XP_T_DECIMAL: return DECIMAL;
		case XP_T_SPAN: return SPAN;
		case XP_T_MONTHS: return MONTHS;
		default: return TEXT;
	}
}

static bool
is_equality(uint8_t op)
{
	return op == XP_EQ || op == XP_NE;
}

static uint8_t
type_of(unsigned item_class)
{
	static const uint8_t types[CLASSES] = {XP_T_STRING,   XP_T_NUMBER,  XP_T_BOOLEAN, XP_T_DATE,
										   XP_T_DATETIME, XP_T_DECIMAL, XP_T_SPAN,    XP_T_MONTHS};

	return types[item_class];
}

/* What two items are compared as; 0 when they cannot be. */
static uint8_t
pair_type(unsigned a, unsigned b, bool equality)
{
	if (a == TEXT && b == TEXT)
		return equality ? XP_T_STRING : XP_T_NUMBER;
	if (a == TEXT || b == TEXT)
		return type_of(a == TEXT ? b : a);
	return xp_common_type(type_of(a), type_of(b));
}

static BxStatus
view_add(XpEval *ev, View *v, const XpKey *key, bool hashed)
{
	bool added;

	if (key->type == XP_T_NUMBER && isnan(key->number))
	{
		v->nan = true;
		return BX_OK;
	}
	if (v->n++ == 0)
		v->low = v->high = *key;
	else if (xp_key_order(key, &v->low) < 0)
		v->low = *key;
	else if (xp_key_order(key, &v->high) > 0)
		v->high = *key;
	v->distinct = v->distinct || xp_key_order(key, &v->low) != 0 || xp_key_order(&v->high, &v->low) != 0;
	v->hashed = hashed;
	return hashed ? xp_value_set_add(ev, &v->set, key, &added) : BX_OK;
}

static BxStatus
view_item(XpEval *ev, View *v, const XpItem *t, bool hashed)
{
	XpKey key;
	bool ok;

	BX_TRY(xp_key(ev, t, v->type, &key, &ok));
	return ok ? view_add(ev, v, &key, hashed) : BX_OK;
}

/* Its ends say all that is asked of a range, but for "=". */
static BxStatus
view_range(XpEval *ev, View *v, const XpRange *range, bool hashed)
{
	XpItem t = {.type = XP_T_NUMBER, .number = range->first};
	XpItem last = {.type = XP_T_NUMBER, .number = range->last};
	double step = range->first <= range->last ? 1 : -1;
	bool done = true;

	if (hashed)
		xp_value_set_range(&v->set, range, &done);
	for (; !done && t.number != range->last; t.number += step)
	{
		BX_TRY(xp_tick(ev));
		BX_TRY(view_item(ev, v, &t, hashed));
	}
	if (done)
		BX_TRY(view_item(ev, v, &t, hashed));
	return view_item(ev, v, &last, hashed);
}

static BxStatus
build_view(XpEval *ev, General *g, View *v)
{
	bool hashed = g->op == XP_EQ && g->seq.size > 1;
	uint32_t i;
	XpItem t;
	XpNode nd;

	for (i = 0; i < g->seq.n; i++)
	{
		const XpItem *k = &g->seq.items[i];

		if (class_of(k->type) != v->item_class)
			continue;
		BX_TRY(xp_tick(ev));
		if (k->type == XP_T_RANGE)
		{
			BX_TRY(view_range(ev, v, &k->range, hashed));
			continue;
		}
		BX_TRY(xp_item_load(ev, k, &t, &nd));
		BX_TRY(view_item(ev, v, &t, hashed));
	}
	return BX_OK;
}

/* Does the comparison hold for the key and some key of the view? */
static bool
holds(uint8_t op, const XpKey *key, const View *v)
{
	bool nan = key->type == XP_T_NUMBER && isnan(key->number);

	if (op == XP_NE && (nan || v->nan))
		return v->n > 0 || v->nan;
	if (v->n == 0 || nan)
		return false;
	switch (op)
	{
		case XP_EQ: return v->hashed ? xp_value_set_has(&v->set, key) : xp_key_order(key, &v->low) == 0;
		case XP_NE: return v->distinct || xp_key_order(key, &v->low) != 0;
		case XP_LT:
		case XP_LE: return xp_order_holds(op, xp_key_order(key, &v->high));
		default: return xp_order_holds(op, xp_key_order(key, &v->low));
	}
}

/* What items of one class are compared with those of another as; 0 where there are none. */
static uint8_t
type_with(const General *g, unsigned mine, unsigned other)
{
	return g->present[other] ? pair_type(mine, other, is_equality(g->op)) : 0;
}

/* NULL when it was not made yet. */
static View *
view_of(const General *g, unsigned item_class, uint8_t type)
{
	View *v;

	for (v = g->views; v != NULL && (v->item_class != item_class || v->type != type); v = v->next)
		continue;
	return v;
}

/* Views are made when first needed: what they take must stay, so the items are kept. */
static BxStatus
need_views(General *g, XpEval *ev, unsigned mine)
{
	unsigned other;

	for (other = 0; other < CLASSES; other++)
	{
		uint8_t type = type_with(g, mine, other);
		View *v;

		if (type == 0 || view_of(g, other, type) != NULL)
			continue;
		v = xp_alloc(ev, sizeof(View));
		if (v == NULL)
			return BX_E_NOMEM;
		memset(v, 0, sizeof(*v));
		v->item_class = (uint8_t) other;
		v->type = type;
		v->next = g->views;
		g->views = v;
		BX_TRY(build_view(ev, g, v));
	}
	return BX_OK;
}

static BxStatus
meets_item(General *g, XpEval *ev, const XpItem *t)
{
	unsigned mine = class_of(t->type), other;
	BxArenaMark mark;
	uint8_t type;
	XpKey key;
	bool ok;

	BX_TRY(need_views(g, ev, mine));
	mark = bx_arena_mark(ev->arena);
	for (other = 0; other < CLASSES && !g->hit; other++)
	{
		type = type_with(g, mine, other);
		if (type == 0)
			continue;
		BX_TRY(xp_key(ev, t, type, &key, &ok));
		g->hit = ok && holds(g->op, &key, view_of(g, other, type));
	}
	bx_arena_release(ev->arena, &mark);
	return BX_OK;
}

/* Is one of the second sequence an integer of the range? */
static BxStatus
range_has_some(General *g, XpEval *ev, const XpRange *range)
{
	double low = range->first < range->last ? range->first : range->last;
	double high = range->first < range->last ? range->last : range->first;
	uint32_t i;

	for (i = 0; i < g->seq.n && !g->hit; i++)
	{
		const XpItem *k = &g->seq.items[i];
		BxArenaMark mark = bx_arena_mark(ev->arena);
		XpItem t;
		XpKey key;
		XpNode nd;
		bool ok;

		BX_TRY(xp_tick(ev));
		if (k->type == XP_T_RANGE)
		{
			double from = k->range.first, to = k->range.last;

			g->hit = !((from < low && to < low) || (from > high && to > high));
			continue;
		}
		if (pair_type(NUMBER, class_of(k->type), true) != XP_T_NUMBER)
			continue;
		BX_TRY(xp_item_load(ev, k, &t, &nd));
		BX_TRY(xp_key(ev, &t, XP_T_NUMBER, &key, &ok));
		g->hit = key.number >= low && key.number <= high && key.number == floor(key.number);
		bx_arena_release(ev->arena, &mark);
	}
	return BX_OK;
}

/* Where an order or "!=" holds for an integer between the ends, it does for one of them. */
static BxStatus
meets_range(General *g, XpEval *ev, const XpRange *range, XpItems *it)
{
	XpItem t = {.type = XP_T_NUMBER, .number = range->first};

	if (g->op != XP_EQ)
	{
		BX_TRY(meets_item(g, ev, &t));
		t.number = range->last;
		return g->hit ? BX_OK : meets_item(g, ev, &t);
	}
	/* what is less: the integers, or the items they may be equal to */
	if (xp_range_size(range) >= g->seq.n)
		return range_has_some(g, ev, range);
	xp_items_expand(it, range);
	return BX_OK;
}

/* Is the comparison true for some item of the expression? */
static BxStatus
meets_any(General *g, XpEval *ev, uint32_t expr, const XpContext *cx)
{
	bool found;
	XpItem item;
	XpItems it;

	BX_TRY(xp_items_open(ev, expr, cx, true, &it));
	while (!g->hit)
	{
		BX_TRY(it.left > 0 ? xp_items_next(ev, &it, &item, &found) : xp_items_run(ev, &it, &item, &found));
		if (!found)
			return BX_OK;
		BX_TRY(item.type == XP_T_RANGE ? meets_range(g, ev, &item.range, &it) : meets_item(g, ev, &item));
	}
	xp_items_close(ev, &it);
	return BX_OK;
}

BxStatus
xp_seq_compare(XpEval *ev, const XpExpr *op, const XpContext *cx, bool *b)
{
	/* a node-set streams: it is better first */
	bool swap = xp_type(ev, op->a) == XP_T_SEQUENCE && xp_type(ev, op->b) == XP_T_NODESET;
	General g = {.op = swap ? xp_flip(op->op) : op->op};
	uint32_t i;

	*b = false;
	BX_TRY(xp_seq_collect_runs(ev, swap ? op->a : op->b, cx, UINT64_MAX, &g.seq));
	if (g.seq.n == 0)
		return BX_OK;
	for (i = 0; i < g.seq.n; i++)
		g.present[class_of(g.seq.items[i].type)] = true;
	BX_TRY(meets_any(&g, ev, swap ? op->b : op->a, cx));
	*b = g.hit;
	return BX_OK;
}

/* ---- value comparisons ---- */

/* The only item of an operand; *found is false when there is none. */
static BxStatus
one_item(XpEval *ev, uint32_t expr, const XpContext *cx, XpItem *t, XpNode *nd, bool *found)
{
	const XpExpr *e = &ev->plan->nodes[expr];
	XpSeq seq;

	BX_TRY(xp_seq_collect(ev, expr, cx, 2, &seq));
	*found = seq.n > 0;
	if (seq.n > 1)
		return bx_fail(ev->err, BX_E_XPTYPE, e->pos,
					   "a value comparison takes single items, not a sequence of several");
	return seq.n > 0 ? xp_item_load(ev, &seq.items[0], t, nd) : BX_OK;
}

/* XPath 2.0, 3.5.1, but text of a node takes the type of the other operand. */
static uint8_t
value_type(const XpItem *a, const XpItem *b)
{
	uint8_t x = xp_key_type(a), y = xp_key_type(b);

	if (a->type == XP_T_NODESET)
		return y;
	return b->type == XP_T_NODESET ? x : xp_common_type(x, y);
}

BxStatus
xp_value_compare(XpEval *ev, const XpExpr *op, const XpContext *cx, bool *b)
{
	BxArenaMark mark = bx_arena_mark(ev->arena);
	bool found, x_ok, y_ok;
	XpItem x, y;
	XpKey xk, yk;
	XpNode xn, yn;
	uint8_t type;

	*b = false;
	BX_TRY(one_item(ev, op->a, cx, &x, &xn, &found));
	if (found)
		BX_TRY(one_item(ev, op->b, cx, &y, &yn, &found));
	if (found)
	{
		type = value_type(&x, &y);
		if (type == 0)
			return bx_fail(ev->err, BX_E_XPTYPE, op->pos, "values of different types cannot be compared");
		BX_TRY(xp_key(ev, &x, type, &xk, &x_ok));
		BX_TRY(xp_key(ev, &y, type, &yk, &y_ok));
		*b = x_ok && y_ok && xp_order_holds(op->op, xp_key_order(&xk, &yk));
	}
	bx_arena_release(ev->arena, &mark);
	return BX_OK;
}

/*
 * xp_seq_compare.c -- "=", "<" and so on with sequences, and the value comparisons eq, lt and so on.
 *
 * A general comparison is true when it is for some pair of items.  How two items are compared depends on both (XPath
 * 2.0, 3.5.2, with the rules of XPath 1.0 for what has no type): text against a date is read as a date, against a
 * number as a number, against text it is compared as text, or as numbers for an order.  Text that cannot be read as a
 * date is neither equal to one nor before or after it.  (Where one side as a whole is a boolean, the rule of XPath
 * 1.0 holds: xp_compare.c.)
 *
 * Linear in both sequences: the second one is kept; for each kind of pair met, its items are put into a view that knows
 * the least, the greatest and, for "=", has a hash set.
 */
#include "xp_evaluators_int.h"
#include "xp_seq_int.h"

#include <math.h>

/* Items of one type, as keys of the same or another one. */
typedef struct View
{
	struct View *next;
	uint8_t item_type; /* AtType, as all types here */
	uint8_t type;
	bool nan;      /* some key is NaN; not counted below */
	bool distinct; /* keys differ */
	uint32_t n;
	BxKey low;
	BxKey high;
	BxKeySet set; /* "=" of several only */
	bool hashed;  /* there is one */
} View;

typedef struct General
{
	uint8_t op;
	bool hit;
	XpSeq seq;        /* the second sequence */
	uint64_t present; /* types of its items, as bits */
	View *views;      /* those needed so far: three for a type at most */
} General;

static bool
is_equality(uint8_t op)
{
	return op == XP_EQ || op == XP_NE;
}

/* What items of two types are compared as; 0 when they cannot be. */
static unsigned
pair_type(unsigned a, unsigned b, bool equality)
{
	if (a == AT_STRING && b == AT_STRING)
		return equality ? AT_STRING : AT_DOUBLE;
	if (a == AT_STRING || b == AT_STRING)
		return a == AT_STRING ? b : a;
	return bx_key_common_type(a, b);
}

static BxStatus
view_add(XpEval *ev, View *v, const BxKey *key, bool hashed)
{
	bool added;

	if (key->type == AT_DOUBLE && isnan(key->number))
	{
		v->nan = true;
		return BX_OK;
	}
	if (v->n++ == 0)
		v->low = v->high = *key;
	else if (bx_key_order(key, &v->low) < 0)
		v->low = *key;
	else if (bx_key_order(key, &v->high) > 0)
		v->high = *key;
	v->distinct = v->distinct || bx_key_order(key, &v->low) != 0 || bx_key_order(&v->high, &v->low) != 0;
	v->hashed = hashed;
	return hashed ? bx_key_set_add(&v->set, key, &added, ev->err) : BX_OK;
}

static BxStatus
view_item(XpEval *ev, View *v, const XpItem *t, bool hashed)
{
	BxKey key;
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
		done = bx_key_set_add_range(&v->set, xp_range_low(range), xp_range_high(range));
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

		if (xp_key_type(k->type) != v->item_type)
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
holds(uint8_t op, const BxKey *key, const View *v)
{
	bool nan = key->type == AT_DOUBLE && isnan(key->number);

	if (op == XP_NE && (nan || v->nan))
		return v->n > 0 || v->nan;
	if (v->n == 0 || nan)
		return false;
	switch (op)
	{
		case XP_EQ: return v->hashed ? bx_key_set_has(&v->set, key) : bx_key_order(key, &v->low) == 0;
		case XP_NE: return v->distinct || bx_key_order(key, &v->low) != 0;
		case XP_LT:
		case XP_LE: return xp_order_holds(op, bx_key_order(key, &v->high));
		default: return xp_order_holds(op, bx_key_order(key, &v->low));
	}
}

/* What items of one type are compared with those of another as; 0 where there are none. */
static unsigned
type_with(const General *g, unsigned mine, unsigned other)
{
	return pair_type(mine, other, is_equality(g->op));
}

/* NULL when it was not made yet. */
static View *
view_of(const General *g, unsigned item_type, unsigned type)
{
	View *v;

	for (v = g->views; v != NULL && (v->item_type != item_type || v->type != type); v = v->next)
		continue;
	return v;
}

/* Views are made when first needed: what they take must stay, so the items are kept. */
static BxStatus
need_views(General *g, XpEval *ev, unsigned mine)
{
	uint64_t rest;

	for (rest = g->present; rest != 0; rest &= rest - 1)
	{
		unsigned other = (unsigned) __builtin_ctzll(rest), type = type_with(g, mine, other);
		View *v;

		if (type == 0 || view_of(g, other, type) != NULL)
			continue;
		v = xp_alloc(ev, sizeof(View));
		if (v == NULL)
			return BX_E_NOMEM;
		memset(v, 0, sizeof(*v));
		v->item_type = (uint8_t) other;
		v->type = (uint8_t) type;
		bx_key_set_init(&v->set, ev->host, ev->arena);
		v->next = g->views;
		g->views = v;
		BX_TRY(build_view(ev, g, v));
	}
	return BX_OK;
}

static BxStatus
meets_item(General *g, XpEval *ev, const XpItem *t)
{
	unsigned mine = xp_key_type(t->type);
	uint64_t rest;
	BxArenaMark mark;
	BxKey key;
	bool ok;

	BX_TRY(need_views(g, ev, mine));
	mark = bx_arena_mark(ev->arena);
	for (rest = g->present; rest != 0 && !g->hit; rest &= rest - 1)
	{
		unsigned other = (unsigned) __builtin_ctzll(rest), type = type_with(g, mine, other);

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
	double low = xp_range_low(range);
	double high = xp_range_high(range);
	uint32_t i;

	for (i = 0; i < g->seq.n && !g->hit; i++)
	{
		const XpItem *k = &g->seq.items[i];
		BxArenaMark mark = bx_arena_mark(ev->arena);
		XpItem t;
		BxKey key;
		XpNode nd;
		bool ok;

		BX_TRY(xp_tick(ev));
		if (k->type == XP_T_RANGE)
		{
			double from = k->range.first, to = k->range.last;

			g->hit = !((from < low && to < low) || (from > high && to > high));
			continue;
		}
		if (pair_type(AT_DOUBLE, xp_key_type(k->type), true) != AT_DOUBLE)
			continue;
		BX_TRY(xp_item_load(ev, k, &t, &nd));
		BX_TRY(xp_key(ev, &t, AT_DOUBLE, &key, &ok));
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
	BX_TRY(xp_seq_collect(ev, swap ? op->a : op->b, cx, UINT64_MAX, true, &g.seq));
	if (g.seq.n == 0)
		return BX_OK;
	for (i = 0; i < g.seq.n; i++)
		g.present |= UINT64_C(1) << xp_key_type(g.seq.items[i].type);
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

	BX_TRY(xp_seq_collect(ev, expr, cx, 2, false, &seq));
	*found = seq.n > 0;
	if (seq.n > 1)
		return bx_fail(ev->err, BX_E_XPTYPE, e->pos,
					   "a value comparison takes single items, not a sequence of several");
	return seq.n > 0 ? xp_item_load(ev, &seq.items[0], t, nd) : BX_OK;
}

/* XPath 2.0, 3.5.1, but text of a node takes the type of the other operand. */
static unsigned
value_type(const XpItem *a, const XpItem *b)
{
	unsigned x = xp_key_type(a->type), y = xp_key_type(b->type);

	if (a->type == XP_T_NODESET)
		return y;
	return b->type == XP_T_NODESET ? x : bx_key_common_type(x, y);
}

BxStatus
xp_value_compare(XpEval *ev, const XpExpr *op, const XpContext *cx, bool *b)
{
	BxArenaMark mark = bx_arena_mark(ev->arena);
	bool found, x_ok, y_ok;
	XpItem x, y;
	BxKey xk, yk;
	XpNode xn, yn;
	unsigned type;

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
		*b = x_ok && y_ok && xp_order_holds(op->op, bx_key_order(&xk, &yk));
	}
	bx_arena_release(ev->arena, &mark);
	return BX_OK;
}

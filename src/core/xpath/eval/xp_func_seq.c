/*
 * xp_func_seq.c -- functions that give sequences, and string-join (XQuery and XPath Functions and Operators 3.1).
 *
 * Values of nodes have no type: distinct-values and index-of take them as strings, min, max and avg as numbers.
 */
#include "xp_func_int.h"

#include <math.h>

#include "../../base/bx_long.h"
#include "xp_evaluators_int.h"
#include "xp_seq_int.h"

/* ---- values ---- */

/* data, distinct-values, index-of: `in` gives the items of the argument. */
typedef struct ValueState
{
	XpItemsState base;
	BxKeySet seen; /* distinct-values */
	XpItem value;  /* index-of: what is looked for */
	BxKey key;     /* of value */
	BxKey number;  /* value as a double */
	uint64_t pos;  /* index-of */
} ValueState;

_Static_assert(sizeof(ValueState) <= XP_ITEMS_STATE, "the largest state fits the pool");

static BxStatus
pull_data(XpItems *it, XpEval *ev, XpItem *item, bool *found)
{
	BX_TRY(xp_items_run(ev, &it->state->in, item, found));
	return *found ? xp_atomize(ev, item, item) : BX_OK;
}

static BxStatus
add_distinct(ValueState *v, XpEval *ev, XpItem *item, bool *added)
{
	BxKey key;
	bool ok;

	BX_TRY(xp_atomize(ev, item, item));
	BX_TRY(xp_key(ev, item, xp_key_type(item->type), &key, &ok));
	return bx_key_set_add(&v->seen, &key, added, ev->err);
}

/* A range has no value twice; the first one is kept as such. */
static BxStatus
pull_distinct(XpItems *it, XpEval *ev, XpItem *item, bool *found)
{
	ValueState *v = (ValueState *) it->state;
	XpItems *in = &v->base.in;
	bool added = false;

	while (!added)
	{
		if (in->left > 0)
			BX_TRY(xp_items_next(ev, in, item, found));
		else
			BX_TRY(xp_items_run(ev, in, item, found));
		if (!*found)
			return BX_OK;
		if (item->type != XP_T_RANGE)
		{
			BX_TRY(add_distinct(v, ev, item, &added));
			continue;
		}
		added = bx_key_set_add_range(&v->seen, xp_range_low(&item->range), xp_range_high(&item->range));
		if (!added)
			xp_items_expand(in, &item->range);
	}
	return BX_OK;
}

static BxStatus
is_value(ValueState *v, XpEval *ev, const XpItem *item, bool *is)
{
	XpItem value;
	unsigned type;
	BxKey key;
	bool ok;

	*is = false;
	BX_TRY(xp_atomize(ev, item, &value));
	type = bx_key_common_type(xp_key_type(value.type), v->key.type);
	if (type == 0)
		return BX_OK;
	BX_TRY(xp_key(ev, &value, type, &key, &ok));
	*is = bx_key_order(&key, type == AT_DOUBLE ? &v->number : &v->key) == 0;
	return BX_OK;
}

/* The place of the value in a range, from 1; 0 when it is not there. */
static double
place_in_range(const ValueState *v, const XpRange *range)
{
	double low = xp_range_low(range);
	double at = v->number.number;
	bool found = xp_is_number(v->value.type) && at == floor(at) && at >= low &&
				 at < low + (double) xp_range_size(range);

	return found ? 1 + fabs(at - range->first) : 0;
}

static BxStatus
pull_index(XpItems *it, XpEval *ev, XpItem *item, bool *found)
{
	ValueState *v = (ValueState *) it->state;
	double place = 0, before = 0;

	while (place == 0)
	{
		BxArenaMark mark;
		bool is = false;

		BX_TRY(xp_items_run(ev, &v->base.in, item, found));
		if (!*found)
			return BX_OK;
		mark = bx_arena_mark(ev->arena);
		before = (double) v->pos;
		if (item->type == XP_T_RANGE)
			place = place_in_range(v, &item->range);
		else
		{
			BX_TRY(is_value(v, ev, item, &is));
			place = is;
		}
		v->pos += item->type == XP_T_RANGE ? xp_range_size(&item->range) : 1;
		bx_arena_release(ev->arena, &mark);
	}
	*item = (XpItem){.type = XP_T_NUMBER, .number = before + place};
	return BX_OK;
}

BxStatus
xp_fn_values(XpEval *ev, const XpExpr *call, const XpContext *cx, XpItems *it)
{
	bool distinct = call->func == XP_FN_DISTINCT_VALUES;
	ValueState *v = xp_items_state(ev, it, distinct ? pull_distinct : pull_data, sizeof(*v));

	if (v == NULL)
		return BX_E_NOMEM;
	bx_key_set_init(&v->seen, ev->host, ev->arena);
	return xp_items_open(ev, call->a, cx, it->keeps || distinct, &v->base.in);
}

BxStatus
xp_fn_index_of(XpEval *ev, const XpExpr *call, const XpContext *cx, XpItems *it)
{
	ValueState *v = xp_items_state(ev, it, pull_index, sizeof(*v));
	XpItem t;
	XpSeq seq;
	XpNode nd;
	bool ok;

	if (v == NULL)
		return BX_E_NOMEM;
	BX_TRY(xp_seq_collect(ev, ev->plan->nodes[call->a].next, cx, 2, false, &seq));
	if (seq.n != 1)
		return bx_fail(ev->err, BX_E_XPTYPE, call->pos, "the second argument of index-of() must be one item");
	BX_TRY(xp_item_load(ev, &seq.items[0], &t, &nd));
	BX_TRY(xp_atomize(ev, &t, &v->value));
	BX_TRY(xp_key(ev, &v->value, xp_key_type(v->value.type), &v->key, &ok));
	BX_TRY(xp_key(ev, &v->value, AT_DOUBLE, &v->number, &ok));
	return xp_items_open(ev, call->a, cx, it->keeps, &v->base.in);
}

/* ---- parts of sequences ---- */

/* Positions from <= pos < end are passed on. */
typedef struct PartState
{
	XpItemsState base;
	double pos;
	double from;
	double end;
} PartState;

static BxStatus
pull_part(XpItems *it, XpEval *ev, XpItem *item, bool *found)
{
	PartState *p = (PartState *) it->state;
	bool pass = false;

	while (!pass)
	{
		double at = p->pos + 1;
		XpRange range;

		*found = false;
		if (at >= p->end)
			return BX_OK;
		BX_TRY(xp_items_run(ev, &p->base.in, item, found));
		if (!*found)
			return BX_OK;
		range = item->range;
		if (item->type == XP_T_RANGE)
		{
			p->pos += (double) xp_range_size(&range);
			pass = xp_range_part(&range, at, p->from, p->end, &item->range);
			continue;
		}
		p->pos = at;
		pass = at >= p->from;
	}
	return BX_OK;
}

BxStatus
xp_fn_part(XpEval *ev, const XpExpr *call, const XpContext *cx, XpItems *it)
{
	uint32_t second = ev->plan->nodes[call->a].next;
	double from = 1, end = INFINITY;
	PartState *p;

	if (call->func == XP_FN_HEAD)
		end = 2;
	else if (call->func == XP_FN_TAIL)
		from = 2;
	else
	{
		BX_TRY(xp_num(ev, second, cx, &from));
		from = bx_number_round(from);
		if (ev->plan->nodes[second].next != 0)
		{
			BX_TRY(xp_num(ev, ev->plan->nodes[second].next, cx, &end));
			end = from + bx_number_round(end);
		}
	}
	if (isnan(from) || isnan(end) || end <= 1)
		return BX_OK;
	p = xp_items_state(ev, it, pull_part, sizeof(*p));
	if (p == NULL)
		return BX_E_NOMEM;
	p->from = from;
	p->end = end;
	return xp_items_open(ev, call->a, cx, it->keeps, &p->base.in);
}

BxStatus
xp_fn_reverse(XpEval *ev, const XpExpr *call, const XpContext *cx, XpItems *it)
{
	XpSeq seq;

	BX_TRY(xp_seq_collect(ev, call->a, cx, UINT64_MAX, true, &seq));
	return xp_items_of_seq(ev, &seq, true, it);
}

/* ---- min, max ---- */

typedef struct Extreme
{
	int want; /* order of a better value: -1 or 1 */
	uint32_t n;
	uint32_t pos; /* of the call */
	bool nan;
	XpItem best;
	BxKey key; /* of best */
} Extreme;

/* The type all values so far have in common; the best of them becomes one of it. */
static BxStatus
common_type(Extreme *x, XpEval *ev, unsigned *type)
{
	unsigned have = x->key.type;
	bool ok;

	if (x->n == 0 || have == *type)
		return BX_OK;
	*type = bx_key_common_type(have, *type);
	if (*type == 0)
		return bx_fail(ev->err, BX_E_XPTYPE, x->pos, "values of different types have no minimum or maximum");
	if (have == AT_DOUBLE)
		return BX_OK;
	BX_TRY(xp_key(ev, &x->best, AT_DOUBLE, &x->key, &ok));
	x->best = (XpItem){.type = XP_T_NUMBER, .number = x->key.number};
	return BX_OK;
}

static BxStatus
add_extreme(Extreme *x, XpEval *ev, const XpItem *t)
{
	unsigned type = t->type == XP_T_NODESET ? AT_DOUBLE : xp_key_type(t->type);
	BxKey key;
	bool ok;

	BX_TRY(common_type(x, ev, &type));
	BX_TRY(xp_key(ev, t, type, &key, &ok));
	if (type == AT_DOUBLE && isnan(key.number))
	{
		x->nan = true;
		ev->work->no_numbers += t->type == XP_T_NODESET;
	}
	if (x->n++ > 0 && bx_key_order(&key, &x->key) != x->want)
		return BX_OK;
	x->key = key;
	x->best = type == AT_DOUBLE ? (XpItem){.type = XP_T_NUMBER, .number = key.number} : *t;
	return BX_OK;
}

/* Of a range, its ends say all. */
static BxStatus
add_ends(Extreme *x, XpEval *ev, const XpRange *range)
{
	BX_TRY(add_extreme(x, ev, &(XpItem){.type = XP_T_NUMBER, .number = range->first}));
	return add_extreme(x, ev, &(XpItem){.type = XP_T_NUMBER, .number = range->last});
}

BxStatus
xp_fn_extreme(XpEval *ev, const XpExpr *call, const XpContext *cx, XpItem *item, bool *found)
{
	Extreme x = {.want = call->func == XP_FN_MIN ? -1 : 1, .pos = call->pos};
	bool more;
	XpItem t;
	XpItems it;

	BX_TRY(xp_items_open(ev, call->a, cx, true, &it));
	for (;;)
	{
		BX_TRY(xp_items_run(ev, &it, &t, &more));
		if (!more)
			break;
		BX_TRY(t.type == XP_T_RANGE ? add_ends(&x, ev, &t.range) : add_extreme(&x, ev, &t));
	}
	*found = x.n > 0;
	*item = x.nan ? (XpItem){.type = XP_T_NUMBER, .number = NAN} : x.best;
	return BX_OK;
}

/* ---- sum, avg ---- */

typedef struct Sum
{
	int64_t pos; /* of the expression */
	uint64_t n;
	XpItem total;
	BxBuf digits; /* of a total that is a long decimal: scratch memory is given back */
} Sum;

static BxStatus
add_value(Sum *s, XpEval *ev, const XpItem *value)
{
	XpItem sum = *value;
	size_t n;

	if (s->n > 0 && s->total.type == XP_T_NUMBER && value->type == XP_T_NUMBER)
	{
		s->total.number += value->number;
		return BX_OK;
	}
	if (s->n > 0)
		BX_TRY(xp_arith(ev, XP_ADD, s->pos, &s->total, value, &sum));
	s->total = sum;
	n = sum.type == XP_T_DECIMAL ? at_decimal_size(&sum.decimal) : 0;
	if (n == 0)
		return BX_OK;
	s->digits.len = 0;
	BX_TRY(bx_buf_append(&s->digits, sum.decimal.u.big, n, ev->err));
	s->total.decimal.u.big = (const AtLong *) s->digits.data;
	return BX_OK;
}

static BxStatus
add_item(Sum *s, XpEval *ev, const XpItem *t)
{
	uint64_t n = 1;
	XpItem value;

	if (t->type == XP_T_RANGE)
	{
		n = xp_range_size(&t->range);
		value = (XpItem){.type = XP_T_NUMBER, .number = (double) n * (t->range.first + t->range.last) / 2};
	}
	else
		BX_TRY(xp_operand(ev, t, &value));
	if (!xp_is_number(value.type) && !xp_is_duration(value.type))
		return bx_fail(ev->err, BX_E_XPTYPE, s->pos, "values of type %s have no sum", xp_type_name(t->type));
	BX_TRY(add_value(s, ev, &value));
	s->n += n;
	return BX_OK;
}

static BxStatus
sum_items(Sum *s, XpEval *ev, uint32_t expr, const XpContext *cx)
{
	bool found;
	XpItem item;
	XpItems it;

	BX_TRY(xp_items_open(ev, expr, cx, false, &it));
	for (;;)
	{
		BX_TRY(xp_items_run(ev, &it, &item, &found));
		if (!found)
			return BX_OK;
		BX_TRY(add_item(s, ev, &item));
	}
}

BxStatus
xp_seq_sum(XpEval *ev, uint32_t expr, const XpContext *cx, XpItem *sum, uint64_t *n)
{
	Sum s = {.pos = ev->plan->nodes[expr].pos, .total = {.type = XP_T_NUMBER}};
	BxStatus st;
	size_t size;
	char *own;

	bx_buf_init(&s.digits, ev->host);
	st = sum_items(&s, ev, expr, cx);
	*sum = s.total;
	*n = s.n;
	size = st == BX_OK && sum->type == XP_T_DECIMAL ? at_decimal_size(&sum->decimal) : 0;
	if (size > 0)
	{
		own = xp_alloc(ev, size);
		st = own != NULL ? BX_OK : BX_E_NOMEM;
		if (own != NULL)
			memcpy(own, sum->decimal.u.big, size);
		sum->decimal.u.big = (const AtLong *) own;
	}
	bx_buf_free(&s.digits);
	return st;
}

BxStatus
xp_fn_total(XpEval *ev, const XpExpr *call, const XpContext *cx, XpItem *item, bool *found)
{
	XpItem n = {.type = XP_T_DECIMAL};
	uint64_t count;

	BX_TRY(xp_seq_sum(ev, call->a, cx, item, &count));
	*found = call->func == XP_FN_SUM || count > 0;
	if (call->func == XP_FN_SUM || !*found)
		return BX_OK;
	n.decimal = (AtDecimal){.u.small = (int64_t) count};
	return xp_arith(ev, XP_DIV, call->pos, item, &n, item);
}

/* ---- string-join ---- */

static BxStatus
xp_items_join(XpEval *ev, uint32_t expr, const XpContext *cx, BxStr separator, BxBuf *buf)
{
	bool any = false, found;
	XpItem item;
	XpItems it;
	BxStr s;

	BX_TRY(xp_items_open(ev, expr, cx, false, &it));
	for (;; any = true)
	{
		BX_TRY(xp_items_next(ev, &it, &item, &found));
		if (!found)
			return BX_OK;
		if (any)
			BX_TRY(xp_buf_append(ev, buf, separator.s, separator.n));
		BX_TRY(xp_item_str(ev, &item, &s));
		BX_TRY(xp_buf_append(ev, buf, s.s, s.n));
	}
}

BxStatus
xp_fn_string_join(XpEval *ev, const XpExpr *call, const XpContext *cx, BxStr *s)
{
	uint32_t second = ev->plan->nodes[call->a].next;
	BxStr separator = {"", 0};
	BxBuf buf;

	if (second != 0)
		BX_TRY(xp_str(ev, second, cx, &separator));
	bx_buf_init(&buf, ev->host);
	return xp_buf_str(ev, &buf, xp_items_join(ev, call->a, cx, separator, &buf), s);
}

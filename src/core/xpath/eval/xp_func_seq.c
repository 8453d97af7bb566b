/*
 * xp_func_seq.c -- functions that give sequences, and string-join (XQuery and XPath Functions and Operators 3.1).
 *
 * Values of nodes have no type: distinct-values and index-of take them as strings, min, max and avg as numbers.
 */
#include "xp_func_int.h"

#include <math.h>

#include "../../base/bx_long.h"
#include "xp_seq_int.h"

/* ---- values ---- */

typedef struct ValueSink
{
	XpItemSink sink;
	XpItemSink *out;
	bool *stopped;
	XpValueSet seen; /* distinct-values */
	XpItem value;    /* index-of: what is looked for */
	XpKey key;       /* of value */
	XpKey number;    /* value as a double */
	uint64_t pos;    /* index-of */
} ValueSink;

static BxStatus
pass_on(ValueSink *v, XpEval *ev, const XpItem *t, bool *stop)
{
	BX_TRY(v->out->take(v->out, ev, t, v->stopped));
	*stop = *v->stopped;
	return BX_OK;
}

static BxStatus
run_on(XpItemSink *sink, XpEval *ev, const XpRange *range, bool *stop)
{
	ValueSink *v = (ValueSink *) sink;

	BX_TRY(xp_give_range(ev, range, v->out, v->stopped));
	*stop = *v->stopped;
	return BX_OK;
}

static BxStatus
take_data(XpItemSink *sink, XpEval *ev, const XpItem *t, bool *stop)
{
	XpItem value;

	BX_TRY(xp_atomize(ev, t, &value));
	return pass_on((ValueSink *) sink, ev, &value, stop);
}

static BxStatus
take_distinct(XpItemSink *sink, XpEval *ev, const XpItem *t, bool *stop)
{
	ValueSink *v = (ValueSink *) sink;
	XpItem value;
	XpKey key;
	bool ok, added;

	BX_TRY(xp_atomize(ev, t, &value));
	BX_TRY(xp_key(ev, &value, value.type, &key, &ok));
	BX_TRY(xp_value_set_add(ev, &v->seen, &key, &added));
	return added ? pass_on(v, ev, &value, stop) : BX_OK;
}

/* A range has no value twice. */
static BxStatus
distinct_run(XpItemSink *sink, XpEval *ev, const XpRange *range, bool *stop)
{
	ValueSink *v = (ValueSink *) sink;
	bool done;

	xp_value_set_range(&v->seen, range, &done);
	return done ? run_on(sink, ev, range, stop) : xp_walk_range(ev, range, sink, stop);
}

static BxStatus
take_index(XpItemSink *sink, XpEval *ev, const XpItem *t, bool *stop)
{
	ValueSink *v = (ValueSink *) sink;
	XpItem value;
	uint8_t type;
	XpKey key;
	bool ok;

	v->pos++;
	BX_TRY(xp_atomize(ev, t, &value));
	type = xp_common_type(value.type, v->value.type);
	if (type == 0)
		return BX_OK;
	BX_TRY(xp_key(ev, &value, type, &key, &ok));
	if (xp_key_order(&key, type == XP_T_NUMBER ? &v->number : &v->key) != 0)
		return BX_OK;
	return pass_on(v, ev, &(XpItem){.type = XP_T_NUMBER, .number = (double) v->pos}, stop);
}

static BxStatus
index_run(XpItemSink *sink, XpEval *ev, const XpRange *range, bool *stop)
{
	ValueSink *v = (ValueSink *) sink;
	double low = range->first < range->last ? range->first : range->last;
	double at = v->number.number, pos = (double) v->pos + 1 + fabs(at - range->first);
	bool found = xp_is_number(v->value.type) && at == floor(at) && at >= low &&
				 at < low + (double) xp_range_size(range);

	v->pos += xp_range_size(range);
	return found ? pass_on(v, ev, &(XpItem){.type = XP_T_NUMBER, .number = pos}, stop) : BX_OK;
}

static BxStatus
fn_values(XpEval *ev, const XpExpr *call, const XpContext *cx, XpItemSink *sink, bool *stop)
{
	ValueSink v = {.sink = {take_data, sink->keeps, run_on}, .out = sink, .stopped = stop};
	bool inner = false;

	if (call->func == XP_FN_DISTINCT_VALUES)
	{
		v.sink = (XpItemSink){take_distinct, true, distinct_run};
	}
	return xp_items(ev, call->a, cx, &v.sink, &inner);
}

static BxStatus
fn_index_of(XpEval *ev, const XpExpr *call, const XpContext *cx, XpItemSink *sink, bool *stop)
{
	ValueSink v = {.sink = {take_index, sink->keeps, index_run}, .out = sink, .stopped = stop};
	bool inner = false, ok;
	XpItem t;
	XpSeq seq;
	XpNode nd;

	BX_TRY(xp_seq_collect(ev, ev->plan->nodes[call->a].next, cx, 2, &seq));
	if (seq.n != 1)
		return bx_fail(ev->err, BX_E_XPTYPE, call->pos, "the second argument of index-of() must be one item");
	BX_TRY(xp_item_load(ev, &seq.items[0], &t, &nd));
	BX_TRY(xp_atomize(ev, &t, &v.value));
	BX_TRY(xp_key(ev, &v.value, v.value.type, &v.key, &ok));
	BX_TRY(xp_key(ev, &v.value, XP_T_NUMBER, &v.number, &ok));
	return xp_items(ev, call->a, cx, &v.sink, &inner);
}

/* ---- parts of sequences ---- */

typedef struct PartSink
{
	XpItemSink sink;
	XpItemSink *out;
	bool *stopped;
	double pos;
	double from; /* positions from <= pos < end are passed on */
	double end;
} PartSink;

static BxStatus
take_part(XpItemSink *sink, XpEval *ev, const XpItem *t, bool *stop)
{
	PartSink *p = (PartSink *) sink;

	p->pos += 1;
	if (p->pos >= p->from && p->pos < p->end)
		BX_TRY(p->out->take(p->out, ev, t, p->stopped));
	*stop = *p->stopped || p->pos + 1 >= p->end;
	return BX_OK;
}

static BxStatus
part_run(XpItemSink *sink, XpEval *ev, const XpRange *range, bool *stop)
{
	PartSink *p = (PartSink *) sink;
	XpRange part;

	if (xp_range_part(range, p->pos + 1, p->from, p->end, &part))
		BX_TRY(xp_give_range(ev, &part, p->out, p->stopped));
	p->pos += (double) xp_range_size(range);
	*stop = *p->stopped || p->pos + 1 >= p->end;
	return BX_OK;
}

static BxStatus
fn_part(XpEval *ev, const XpExpr *call, const XpContext *cx, XpItemSink *sink, bool *stop)
{
	PartSink p = {{take_part, sink->keeps, part_run}, sink, stop, 0, 1, INFINITY};
	uint32_t second = ev->plan->nodes[call->a].next;
	bool inner = false;

	if (call->func == XP_FN_HEAD)
		p.end = 2;
	else if (call->func == XP_FN_TAIL)
		p.from = 2;
	else
	{
		BX_TRY(xp_num(ev, second, cx, &p.from));
		p.from = xp_round(p.from);
		if (ev->plan->nodes[second].next != 0)
		{
			BX_TRY(xp_num(ev, ev->plan->nodes[second].next, cx, &p.end));
			p.end = p.from + xp_round(p.end);
		}
	}
	if (isnan(p.from) || isnan(p.end) || p.end <= 1)
		return BX_OK;
	return xp_items(ev, call->a, cx, &p.sink, &inner);
}

static BxStatus
fn_reverse(XpEval *ev, const XpExpr *call, const XpContext *cx, XpItemSink *sink, bool *stop)
{
	XpSeq seq;
	uint32_t i;
	XpItem t;
	XpNode nd;

	BX_TRY(xp_seq_collect_runs(ev, call->a, cx, UINT64_MAX, &seq));
	for (i = seq.n; i-- > 0 && !*stop;)
	{
		const XpItem *k = &seq.items[i];

		BX_TRY(xp_tick(ev));
		if (k->type == XP_T_RANGE)
		{
			BX_TRY(xp_give_range(ev, &(XpRange){k->range.last, k->range.first}, sink, stop));
			continue;
		}
		BX_TRY(xp_item_load(ev, k, &t, &nd));
		BX_TRY(sink->take(sink, ev, &t, stop));
	}
	return BX_OK;
}

/* ---- min, max, avg ---- */

typedef struct ExtremeSink
{
	XpItemSink sink;
	int want; /* order of a better value: -1 or 1 */
	uint32_t n;
	uint32_t pos; /* of the call */
	bool nan;
	XpItem best;
	XpKey key; /* of best */
} ExtremeSink;

/* The type all values so far have in common; the best of them becomes one of it. */
static BxStatus
common_type(ExtremeSink *x, XpEval *ev, uint8_t *type)
{
	uint8_t have = x->key.type;
	bool ok;

	if (x->n == 0 || have == *type)
		return BX_OK;
	*type = xp_common_type(have, *type);
	if (*type == 0)
		return bx_fail(ev->err, BX_E_XPTYPE, x->pos, "values of different types have no minimum or maximum");
	if (have == XP_T_NUMBER)
		return BX_OK;
	BX_TRY(xp_key(ev, &x->best, XP_T_NUMBER, &x->key, &ok));
	x->best = (XpItem){.type = XP_T_NUMBER, .number = x->key.number};
	return BX_OK;
}

static BxStatus
take_extreme(XpItemSink *sink, XpEval *ev, const XpItem *t, bool *stop)
{
	ExtremeSink *x = (ExtremeSink *) sink;
	uint8_t type = t->type == XP_T_NODESET ? XP_T_NUMBER : t->type;
	XpKey key;
	bool ok;

	(void) stop;
	BX_TRY(common_type(x, ev, &type));
	BX_TRY(xp_key(ev, t, type, &key, &ok));
	if (type == XP_T_NUMBER && isnan(key.number))
		x->nan = true;
	if (x->n++ > 0 && xp_key_order(&key, &x->key) != x->want)
		return BX_OK;
	x->key = key;
	x->best = type == XP_T_NUMBER ? (XpItem){.type = type, .number = key.number} : *t;
	return BX_OK;
}

static BxStatus
extreme_run(XpItemSink *sink, XpEval *ev, const XpRange *range, bool *stop)
{
	BX_TRY(xp_give_number(ev, range->first, sink, stop));
	return xp_give_number(ev, range->last, sink, stop);
}

static BxStatus
fn_extreme(XpEval *ev, const XpExpr *call, const XpContext *cx, XpItemSink *sink, bool *stop)
{
	ExtremeSink x = {.sink = {take_extreme, true, extreme_run},
					 .want = call->func == XP_FN_MIN ? -1 : 1,
					 .pos = call->pos};
	bool inner = false;

	BX_TRY(xp_items(ev, call->a, cx, &x.sink, &inner));
	if (x.n == 0)
		return BX_OK;
	return x.nan ? xp_give_number(ev, NAN, sink, stop) : sink->take(sink, ev, &x.best, stop);
}

static BxStatus
fn_sum(XpEval *ev, const XpExpr *call, const XpContext *cx, XpItemSink *sink, bool *stop)
{
	XpItem sum, n = {.type = XP_T_DECIMAL};
	uint64_t count;

	BX_TRY(xp_seq_sum(ev, call->a, cx, &sum, &count));
	if (call->func == XP_FN_SUM)
		return sink->take(sink, ev, &sum, stop);
	if (count == 0)
		return BX_OK;
	BX_TRY(xp_number_string(ev, (double) count, &n.str));
	BX_TRY(xp_arith(ev, XP_DIV, call->pos, &sum, &n, &sum));
	return sink->take(sink, ev, &sum, stop);
}

/* ---- string-join ---- */

typedef struct JoinSink
{
	XpItemSink sink;
	BxBuf buf;
	BxStr separator;
	bool any;
} JoinSink;

static BxStatus
take_join(XpItemSink *sink, XpEval *ev, const XpItem *t, bool *stop)
{
	JoinSink *j = (JoinSink *) sink;
	BxArenaMark mark = bx_arena_mark(ev->arena);
	BxStr s;

	(void) stop;
	if (j->any)
		BX_TRY(xp_buf_append(ev, &j->buf, j->separator.s, j->separator.n));
	j->any = true;
	BX_TRY(xp_item_str(ev, t, &s));
	BX_TRY(xp_buf_append(ev, &j->buf, s.s, s.n));
	bx_arena_release(ev->arena, &mark);
	return BX_OK;
}

BxStatus
xp_fn_string_join(XpEval *ev, const XpExpr *call, const XpContext *cx, BxStr *s)
{
	JoinSink j = {.sink = {.take = take_join}};
	uint32_t second = ev->plan->nodes[call->a].next;
	bool stop = false;
	BxStatus st;
	char *p;

	if (second != 0)
		BX_TRY(xp_str(ev, second, cx, &j.separator));
	bx_buf_init(&j.buf, ev->host);
	st = xp_items(ev, call->a, cx, &j.sink, &stop);
	if (st == BX_OK)
	{
		p = xp_alloc(ev, j.buf.len);
		st = p != NULL ? BX_OK : BX_E_NOMEM;
		if (p != NULL)
			st = xp_canceled(ev, bx_long_copy(ev->host, p, j.buf.data, j.buf.len));
		s->s = p;
		s->n = j.buf.len;
	}
	bx_buf_free(&j.buf);
	return st;
}

BxStatus
xp_call_seq(XpEval *ev, const XpExpr *call, const XpContext *cx, XpItemSink *sink, bool *stop)
{
	switch (call->func)
	{
		case XP_FN_DATA:
		case XP_FN_DISTINCT_VALUES: return fn_values(ev, call, cx, sink, stop);
		case XP_FN_INDEX_OF: return fn_index_of(ev, call, cx, sink, stop);
		case XP_FN_HEAD:
		case XP_FN_TAIL:
		case XP_FN_SUBSEQUENCE: return fn_part(ev, call, cx, sink, stop);
		case XP_FN_REVERSE: return fn_reverse(ev, call, cx, sink, stop);
		case XP_FN_MIN:
		case XP_FN_MAX: return fn_extreme(ev, call, cx, sink, stop);
		case XP_FN_SUM:
		case XP_FN_AVG: return fn_sum(ev, call, cx, sink, stop);
		case XP_FN_TOKENIZE: return xp_fn_tokenize(ev, call, cx, sink, stop);
		case XP_FN_FLOOR:
		case XP_FN_CEILING:
		case XP_FN_ROUND:
		case XP_FN_ABS:
		case XP_FN_ROUND_HALF_TO_EVEN: return xp_fn_rounded(ev, call, cx, sink, stop);
		case XP_FN_XS_DATE:
		case XP_FN_XS_DATETIME:
		case XP_FN_XS_DECIMAL:
		case XP_FN_XS_DOUBLE:
		case XP_FN_XS_STRING:
		case XP_FN_XS_DAY_TIME_DURATION:
		case XP_FN_XS_YEAR_MONTH_DURATION: return xp_fn_construct(ev, call, cx, sink, stop);
		default: return xp_fn_date_part(ev, call, cx, sink, stop);
	}
}

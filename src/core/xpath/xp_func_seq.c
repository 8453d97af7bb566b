/*
 * xp_func_seq.c -- functions that give sequences, and string-join (XQuery and XPath Functions and Operators 3.1).
 *
 * Values of nodes have no type: distinct-values and index-of take them as strings, min, max and avg as numbers.
 */
#include "xp_func_int.h"

#include <math.h>
#include <stdlib.h>

#include "xp_seq_int.h"

/* ---- values ---- */

typedef struct ValueSink
{
	XpItemSink sink;
	XpItemSink *out;
	bool *stopped;
	XpKeySet seen; /* distinct-values */
	XpKey key;     /* index-of: the value looked for */
	uint64_t pos;  /* index-of */
} ValueSink;

/* What the item is worth: the string value of a node. */
static BxStatus
atomize(XpEv *ev, const XpThing *t, XpThing *value)
{
	*value = *t;
	if (t->type != XP_T_NODESET)
		return BX_OK;
	value->type = XP_T_STRING;
	return xp_node_string(ev, t->nd, &value->str);
}

static BxStatus
pass_on(ValueSink *v, XpEv *ev, const XpThing *t, bool *stop)
{
	BX_TRY(v->out->take(v->out, ev, t, v->stopped));
	*stop = *v->stopped;
	return BX_OK;
}

static BxStatus
take_data(XpItemSink *sink, XpEv *ev, const XpThing *t, bool *stop)
{
	XpThing value;

	BX_TRY(atomize(ev, t, &value));
	return pass_on((ValueSink *) sink, ev, &value, stop);
}

static BxStatus
take_distinct(XpItemSink *sink, XpEv *ev, const XpThing *t, bool *stop)
{
	ValueSink *v = (ValueSink *) sink;
	XpThing value;
	XpKey key;
	bool ok, added;

	BX_TRY(atomize(ev, t, &value));
	BX_TRY(xp_key(ev, &value, value.type, &key, &ok));
	BX_TRY(xp_key_set_add(ev, &v->seen, &key, &added));
	return added ? pass_on(v, ev, &value, stop) : BX_OK;
}

static BxStatus
take_index(XpItemSink *sink, XpEv *ev, const XpThing *t, bool *stop)
{
	ValueSink *v = (ValueSink *) sink;
	XpThing value;
	XpKey key;
	bool ok;

	v->pos++;
	BX_TRY(atomize(ev, t, &value));
	if (value.type != v->key.type)
		return BX_OK;
	BX_TRY(xp_key(ev, &value, value.type, &key, &ok));
	if (xp_key_order(&key, &v->key) != 0)
		return BX_OK;
	return pass_on(v, ev, &(XpThing){.type = XP_T_NUMBER, .number = (double) v->pos}, stop);
}

static BxStatus
fn_values(XpEv *ev, const XpNode *call, const XpCx *cx, XpItemSink *sink, bool *stop)
{
	ValueSink v = {.sink = {take_data, sink->keeps}, .out = sink, .stopped = stop};
	bool inner = false;

	if (call->func == XP_FN_DISTINCT_VALUES)
	{
		v.sink.take = take_distinct;
		v.sink.keeps = true;
	}
	return xp_items(ev, call->a, cx, &v.sink, &inner);
}

static BxStatus
fn_index_of(XpEv *ev, const XpNode *call, const XpCx *cx, XpItemSink *sink, bool *stop)
{
	ValueSink v = {.sink = {take_index, sink->keeps}, .out = sink, .stopped = stop};
	bool inner = false, ok;
	XpThing t, value;
	XpSeq seq;
	XpNd nd;

	BX_TRY(xp_seq_collect(ev, ev->plan->nodes[call->a].next, cx, 2, &seq));
	if (seq.n != 1)
		return bx_fail(ev->err, BX_E_XPTYPE, call->pos, "the second argument of index-of() must be one item");
	BX_TRY(xp_seq_thing(ev, &seq.items[0], &t, &nd));
	BX_TRY(atomize(ev, &t, &value));
	BX_TRY(xp_key(ev, &value, value.type, &v.key, &ok));
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
take_part(XpItemSink *sink, XpEv *ev, const XpThing *t, bool *stop)
{
	PartSink *p = (PartSink *) sink;

	p->pos += 1;
	if (p->pos >= p->from && p->pos < p->end)
		BX_TRY(p->out->take(p->out, ev, t, p->stopped));
	*stop = *p->stopped || p->pos + 1 >= p->end;
	return BX_OK;
}

static BxStatus
fn_part(XpEv *ev, const XpNode *call, const XpCx *cx, XpItemSink *sink, bool *stop)
{
	PartSink p = {{take_part, sink->keeps}, sink, stop, 0, 1, INFINITY};
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
fn_reverse(XpEv *ev, const XpNode *call, const XpCx *cx, XpItemSink *sink, bool *stop)
{
	XpSeq seq;
	uint32_t i;

	BX_TRY(xp_seq_collect(ev, call->a, cx, UINT32_MAX, &seq));
	for (i = 0; i < seq.n / 2; i++)
	{
		XpKept k = seq.items[i];

		seq.items[i] = seq.items[seq.n - 1 - i];
		seq.items[seq.n - 1 - i] = k;
	}
	return xp_seq_give(ev, &seq, sink, stop);
}

/* ---- min, max, avg ---- */

typedef struct ExtremeSink
{
	XpItemSink sink;
	int want; /* order of a better value: -1 or 1 */
	uint32_t n;
	uint32_t pos; /* of the call */
	bool nan;
	XpThing best;
	XpKey key; /* of best */
} ExtremeSink;

/* Numbers and decimals together are numbers. */
static BxStatus
common_type(ExtremeSink *x, XpEv *ev, uint8_t *type)
{
	uint8_t have = x->key.type;
	bool ok;

	if (x->n == 0 || have == *type)
		return BX_OK;
	if ((have != XP_T_NUMBER && have != XP_T_DECIMAL) || (*type != XP_T_NUMBER && *type != XP_T_DECIMAL))
		return bx_fail(ev->err, BX_E_XPTYPE, x->pos, "values of different types have no minimum or maximum");
	*type = XP_T_NUMBER;
	if (have == XP_T_NUMBER)
		return BX_OK;
	BX_TRY(xp_key(ev, &x->best, XP_T_NUMBER, &x->key, &ok));
	x->best = (XpThing){.type = XP_T_NUMBER, .number = x->key.number};
	return BX_OK;
}

static BxStatus
take_extreme(XpItemSink *sink, XpEv *ev, const XpThing *t, bool *stop)
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
	x->best = type == XP_T_NUMBER ? (XpThing){.type = type, .number = key.number} : *t;
	return BX_OK;
}

static BxStatus
fn_extreme(XpEv *ev, const XpNode *call, const XpCx *cx, XpItemSink *sink, bool *stop)
{
	ExtremeSink x = {
		.sink = {take_extreme, true}, .want = call->func == XP_FN_MIN ? -1 : 1, .pos = call->pos};
	bool inner = false;

	BX_TRY(xp_items(ev, call->a, cx, &x.sink, &inner));
	if (x.n == 0)
		return BX_OK;
	return x.nan ? xp_give_number(ev, NAN, sink, stop) : sink->take(sink, ev, &x.best, stop);
}

static BxStatus
fn_avg(XpEv *ev, const XpNode *call, const XpCx *cx, XpItemSink *sink, bool *stop)
{
	uint64_t n;
	double sum;

	BX_TRY(xp_seq_count(ev, call->a, cx, &n));
	if (n == 0)
		return BX_OK;
	BX_TRY(xp_seq_sum(ev, call->a, cx, &sum));
	return xp_give_number(ev, sum / (double) n, sink, stop);
}

/* ---- constructors ---- */

static XpStr
trim(XpStr s)
{
	while (s.n > 0 && strchr(" \t\r\n", s.s[s.n - 1]) != NULL)
		s.n--;
	while (s.n > 0 && strchr(" \t\r\n", s.s[0]) != NULL)
	{
		s.s++;
		s.n--;
	}
	return s;
}

#define DOUBLE_TEXT_MAX 400

/* Lexical forms of xs:double that number() does not know: exponents, "+", INF. */
static bool
double_of(XpStr s, double *d)
{
	char buf[DOUBLE_TEXT_MAX + 1];
	size_t sign, i;
	char *end;

	*d = bx_number_from_text(s.s, s.n);
	if (!isnan(*d) || (s.n == 3 && memcmp(s.s, "NaN", 3) == 0))
		return true;
	if (s.n == 0 || s.n > DOUBLE_TEXT_MAX)
		return false;
	sign = s.s[0] == '-' || s.s[0] == '+';
	if (s.n - sign == 3 && memcmp(s.s + sign, "INF", 3) == 0)
	{
		*d = s.s[0] == '-' ? -INFINITY : INFINITY;
		return true;
	}
	for (i = 0; i < s.n; i++)
		if (s.s[i] == '\0' || strchr("0123456789+-.eE", s.s[i]) == NULL)
			return false;
	memcpy(buf, s.s, s.n);
	buf[s.n] = '\0';
	*d = strtod(buf, &end);
	return *end == '\0';
}

static uint8_t
constructed_type(uint8_t func)
{
	switch (func)
	{
		case XP_FN_XS_DATE: return XP_T_DATE;
		case XP_FN_XS_DATETIME: return XP_T_DATETIME;
		case XP_FN_XS_DECIMAL: return XP_T_DECIMAL;
		case XP_FN_XS_DOUBLE: return XP_T_NUMBER;
		default: return XP_T_STRING;
	}
}

/* The text of what is no sequence, or of the only item of one. */
static BxStatus
construct(XpEv *ev, const XpNode *call, const XpCx *cx, XpItemSink *sink, bool *stop)
{
	XpThing t = {.type = constructed_type(call->func)};
	XpThing text = {.type = XP_T_STRING};
	XpThing item;
	XpSeq seq;
	XpKey key;
	XpNd nd;
	bool ok = true;

	BX_TRY(xp_seq_collect(ev, call->a, cx, 2, &seq));
	if (seq.n == 0)
		return BX_OK;
	if (seq.n > 1)
		return bx_fail(ev->err, BX_E_XPTYPE, call->pos, "%s() takes one item",
					   xp_func_name((XpFunc) call->func));
	BX_TRY(xp_seq_thing(ev, &seq.items[0], &item, &nd));
	BX_TRY(xp_thing_str(ev, &item, &text.str));
	if (t.type != XP_T_STRING)
		text.str = trim(text.str);
	t.str = text.str;
	if (t.type == XP_T_NUMBER && (item.type == XP_T_NUMBER || item.type == XP_T_BOOLEAN))
		BX_TRY(xp_thing_num(ev, &item, &t.number));
	else if (t.type == XP_T_NUMBER)
		ok = double_of(text.str, &t.number);
	else
		BX_TRY(xp_key(ev, &text, t.type, &key, &ok));
	if (ok && t.type == XP_T_DECIMAL && t.str.s[0] == '+')
	{
		t.str.s++;
		t.str.n--;
	}
	if (!ok)
		return bx_fail(ev->err, BX_E_XPTYPE, call->pos, "invalid value for %s: \"%.*s\"",
					   xp_func_name((XpFunc) call->func), (int) (t.str.n < 60 ? t.str.n : 60), t.str.s);
	return sink->take(sink, ev, &t, stop);
}

/* ---- string-join ---- */

typedef struct JoinSink
{
	XpItemSink sink;
	BxBuf buf;
	XpStr separator;
	bool any;
} JoinSink;

static BxStatus
take_join(XpItemSink *sink, XpEv *ev, const XpThing *t, bool *stop)
{
	JoinSink *j = (JoinSink *) sink;
	BxArenaMark mark = bx_arena_mark(ev->arena);
	XpStr s;

	(void) stop;
	if (j->any)
		BX_TRY(bx_buf_append(&j->buf, j->separator.s, j->separator.n, ev->err));
	j->any = true;
	BX_TRY(xp_thing_str(ev, t, &s));
	BX_TRY(bx_buf_append(&j->buf, s.s, s.n, ev->err));
	bx_arena_release(ev->arena, &mark);
	return BX_OK;
}

BxStatus
xp_fn_string_join(XpEv *ev, const XpNode *call, const XpCx *cx, XpStr *s)
{
	JoinSink j = {.sink = {take_join, false}};
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
		if (p != NULL && j.buf.len > 0)
			memcpy(p, j.buf.data, j.buf.len);
		s->s = p;
		s->n = j.buf.len;
	}
	bx_buf_free(&j.buf);
	return st;
}

BxStatus
xp_call_seq(XpEv *ev, const XpNode *call, const XpCx *cx, XpItemSink *sink, bool *stop)
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
		case XP_FN_AVG: return fn_avg(ev, call, cx, sink, stop);
		case XP_FN_TOKENIZE: return xp_fn_tokenize(ev, call, cx, sink, stop);
		default: return construct(ev, call, cx, sink, stop);
	}
}

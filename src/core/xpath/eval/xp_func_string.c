/*
 * xp_func_string.c -- string functions and names of nodes (XPath 1.0 sections 4.1 and 4.2).
 *
 * Positions and lengths are in characters, never bytes.  Results borrow from arguments where they are a part of one.
 */
#include "xp_func_int.h"

#include <math.h>

#include "../../base/bx_long.h"
#include "../../base/bx_utf8.h"

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

/* Bytes of the UTF-8 character that starts with c. */
static size_t
char_size(char c)
{
	uint8_t b = (uint8_t) c;

	return b < 0x80 ? 1 : b < 0xE0 ? 2 : b < 0xF0 ? 3 : 4;
}

/* Characters at positions p with p >= round(start) and, with a length, p < round(start) + round(length). */
BxStatus
xp_fn_substring(XpEval *ev, const XpExpr *call, const XpContext *cx, BxStr *s)
{
	uint32_t arg2 = ev->plan->nodes[call->a].next;
	uint32_t arg3 = ev->plan->nodes[arg2].next;
	double from, end = INFINITY, pos = 1;
	const char *p, *stop;
	size_t passed = 0;

	BX_TRY(xp_str(ev, call->a, cx, s));
	BX_TRY(xp_num(ev, arg2, cx, &from));
	from = bx_number_round(from);
	if (arg3 != 0)
	{
		BX_TRY(xp_num(ev, arg3, cx, &end));
		end = from + bx_number_round(end);
	}
	p = s->s;
	stop = s->s + s->n;
	for (; p < stop && !(pos >= from && pos < end) && (pos < end || isnan(end)); pos += 1)
	{
		BX_TRY(xp_pass(ev, &passed));
		p += char_size(*p);
	}
	s->s = p < stop ? p : stop;
	for (; p < stop && pos >= from && pos < end; pos += 1)
	{
		BX_TRY(xp_pass(ev, &passed));
		p += char_size(*p);
	}
	s->n = (size_t) ((p < stop ? p : stop) - s->s);
	if (isnan(from) || isnan(end))
		s->n = 0;
	return xp_charge(ev, passed % XP_PASS_LOT);
}

/* Append the words of n bytes at p to the output, which ends at q; *gap says whether one ends before p. */
static char *
words(const char *p, size_t n, const char *out, char *q, bool *gap)
{
	const char *end = p + n;

	while (p < end)
	{
		if (bx_is_space(*p))
		{
			*gap = true;
			p++;
			continue;
		}
		if (*gap && q > out)
			*q++ = ' ';
		*gap = false;
		do
			*q++ = *p++;
		while (p < end && !bx_is_space(*p));
	}
	return q;
}

BxStatus
xp_fn_normalize_space(XpEval *ev, const XpExpr *call, const XpContext *cx, BxStr *s)
{
	size_t left, piece;
	char *out, *q;
	bool gap = false; /* white space before the next word */

	BX_TRY(arg_or_context(ev, call, cx, s));
	out = q = xp_alloc(ev, s->n);
	if (out == NULL)
		return BX_E_NOMEM;
	for (left = s->n; left > 0; left -= piece)
	{
		BX_TRY(xp_canceled(ev, bx_long_piece(ev->host, left, &piece)));
		q = words(s->s + (s->n - left), piece, out, q, &gap);
	}
	s->s = out;
	s->n = (size_t) (q - out);
	return BX_OK;
}

/* ---- translate ---- */

typedef struct Mapping
{
	int32_t from;
	int32_t to; /* -1: remove */
	uint32_t order;
} Mapping;

static bool
mapping_less(const Mapping *a, const Mapping *b)
{
	return a->from != b->from ? a->from < b->from : a->order < b->order;
}

/* Shell sort: mappings are short, and long ones stay well below quadratic. */
static BxStatus
sort_mappings(XpEval *ev, Mapping *m, size_t n)
{
	size_t gap, i, j, passed = 0;

	for (gap = 1; gap < n / 3; gap = gap * 3 + 1)
		;
	for (; gap > 0; gap /= 3)
		for (i = gap; i < n; i++)
		{
			Mapping x = m[i];

			for (j = i; j >= gap && mapping_less(&x, &m[j - gap]); j -= gap)
			{
				BX_TRY(xp_pass(ev, &passed));
				m[j] = m[j - gap];
			}
			BX_TRY(xp_pass(ev, &passed));
			m[j] = x;
		}
	return xp_charge(ev, passed % XP_PASS_LOT);
}

/* Character pairs of translate(), sorted, the first of equals deciding. */
static BxStatus
make_mappings(XpEval *ev, BxStr from, BxStr to, Mapping **out, size_t *n)
{
	const uint8_t *p = (const uint8_t *) from.s, *pe = p + from.n;
	const uint8_t *q = (const uint8_t *) to.s, *qe = q + to.n;
	Mapping *m = xp_alloc(ev, (from.n + 1) * sizeof(Mapping));
	size_t i, k = 0, passed = 0;

	if (m == NULL)
		return BX_E_NOMEM;
	while (p < pe)
	{
		BX_TRY(xp_pass(ev, &passed));
		m[k].from = bx_utf8_next(&p, pe);
		m[k].to = q < qe ? bx_utf8_next(&q, qe) : -1;
		m[k].order = (uint32_t) k;
		if (m[k++].from < 0)
			break;
	}
	BX_TRY(sort_mappings(ev, m, k));
	for (i = *n = 0; i < k; i++)
		if (*n == 0 || m[*n - 1].from != m[i].from)
			m[(*n)++] = m[i];
	*out = m;
	return BX_OK;
}

static const Mapping *
find_mapping(const Mapping *m, size_t n, int32_t c)
{
	size_t lo = 0, hi = n;

	while (lo < hi)
	{
		size_t mid = (lo + hi) / 2;

		if (m[mid].from < c)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo < n && m[lo].from == c ? &m[lo] : NULL;
}

BxStatus
xp_fn_translate(XpEval *ev, const XpExpr *call, const XpContext *cx, BxStr *s)
{
	uint32_t arg2 = ev->plan->nodes[call->a].next;
	const uint8_t *p, *end, *start;
	const Mapping *hit;
	BxStr from, to;
	Mapping *m;
	uint8_t *out, *q;
	size_t n, passed = 0;
	int32_t c;

	BX_TRY(two_args(ev, call, cx, s, &from));
	BX_TRY(xp_str(ev, ev->plan->nodes[arg2].next, cx, &to));
	BX_TRY(make_mappings(ev, from, to, &m, &n));
	out = q = xp_alloc(ev, s->n * 4);
	if (out == NULL)
		return BX_E_NOMEM;
	for (p = (const uint8_t *) s->s, end = p + s->n; p < end;)
	{
		BX_TRY(xp_pass(ev, &passed));
		start = p;
		c = bx_utf8_next(&p, end);
		if (c < 0)
			return xp_damaged(ev, cx->node->key / 2 - 1);
		hit = find_mapping(m, n, c);
		if (hit == NULL)
			while (start < p)
				*q++ = *start++;
		else if (hit->to >= 0)
			q += bx_utf8_put(q, (uint32_t) hit->to);
	}
	s->s = (const char *) out;
	s->n = (size_t) (q - out);
	return xp_charge(ev, passed % XP_PASS_LOT);
}

/*
 * xp_seq.c -- the items of an expression, delivered one by one.
 *
 * "for" nests deliveries: the sink of its sequence evaluates the result for one item and delivers to the outer sink.
 * Scratch memory is given back after each item unless somebody keeps what he is given.
 */
#include "xp_navigate_int.h"
#include "xp_held_int.h"
#include "xp_seq_int.h"

#include <math.h>

/* ---- kept items ---- */

/* Keep an item that is not in flight: one from another sequence, or a range. */
static BxStatus
seq_keep(XpEval *ev, XpSeq *seq, const XpItem *item)
{
	if (seq->n == seq->cap)
	{
		uint32_t cap = seq->cap ? seq->cap * 2 : 16;
		XpItem *items =
			xp_grow(ev, seq->items, (size_t) seq->n * sizeof(XpItem), (size_t) cap * sizeof(XpItem));

		if (items == NULL)
			return BX_E_NOMEM;
		seq->items = items;
		seq->cap = cap;
	}
	seq->size += item->type == XP_T_RANGE ? xp_range_size(&item->range) : 1;
	seq->items[seq->n++] = *item;
	return BX_OK;
}

BxStatus
xp_seq_add(XpEval *ev, XpSeq *seq, const XpItem *item)
{
	XpItem kept;

	if (item->type != XP_T_NODESET)
		return seq_keep(ev, seq, item);
	kept = (XpItem){.type = XP_T_NODEREF, .ref = {item->node->key, item->node->up}};
	return seq_keep(ev, seq, &kept);
}

BxStatus
xp_item_load(XpEval *ev, const XpItem *kept, XpItem *item, XpNode *node)
{
	*item = *kept;
	if (kept->type != XP_T_NODEREF)
		return BX_OK;
	item->type = XP_T_NODESET;
	item->node = node;
	return xp_load(ev, &kept->ref, node);
}

/* ---- ranges ---- */

bool
xp_range_part(const XpRange *r, double at, double from, double end, XpRange *part)
{
	double n = (double) xp_range_size(r), step = r->first <= r->last ? 1 : -1;
	double skip = from > at ? ceil(from) - at : 0;
	double stop = end < at + n ? ceil(end) - at : n;

	if (!(skip < stop))
		return false;
	part->first = r->first + step * skip;
	part->last = r->first + step * (stop - 1);
	return true;
}

/* The first `most` integers of a range. */
static BxStatus
add_range(XpEval *ev, XpSeq *seq, const XpRange *range, double most)
{
	XpItem item = {.type = XP_T_RANGE};

	return xp_range_part(range, 1, 1, 1 + most, &item.range) ? seq_keep(ev, seq, &item) : BX_OK;
}

BxStatus
xp_give_range(XpEval *ev, const XpRange *range, XpItemSink *sink, bool *stop)
{
	return sink->run != NULL ? sink->run(sink, ev, range, stop) : xp_walk_range(ev, range, sink, stop);
}

BxStatus
xp_walk_range(XpEval *ev, const XpRange *range, XpItemSink *sink, bool *stop)
{
	double step = range->first <= range->last ? 1 : -1, d = range->first;
	uint64_t n = xp_range_size(range);

	for (; n > 0 && !*stop; n--, d += step)
	{
		BX_TRY(xp_tick(ev));
		BX_TRY(xp_give_number(ev, d, sink, stop));
	}
	return BX_OK;
}

typedef struct CollectSink
{
	XpItemSink sink;
	XpSeq *seq;
	uint64_t most;
} CollectSink;

static BxStatus
take_collect(XpItemSink *sink, XpEval *ev, const XpItem *t, bool *stop)
{
	CollectSink *c = (CollectSink *) sink;

	*stop = c->seq->size + 1 >= c->most;
	return xp_seq_add(ev, c->seq, t);
}

static BxStatus
collect_run(XpItemSink *sink, XpEval *ev, const XpRange *range, bool *stop)
{
	CollectSink *c = (CollectSink *) sink;

	*stop = xp_range_size(range) >= c->most - c->seq->size;
	return add_range(ev, c->seq, range, (double) (c->most - c->seq->size));
}

BxStatus
xp_seq_collect(XpEval *ev, uint32_t expr, const XpContext *cx, uint64_t most, XpSeq *seq)
{
	CollectSink c = {{take_collect, true, NULL}, seq, most};
	bool stop = false;

	memset(seq, 0, sizeof(*seq));
	return xp_items(ev, expr, cx, &c.sink, &stop);
}

BxStatus
xp_seq_collect_runs(XpEval *ev, uint32_t expr, const XpContext *cx, uint64_t most, XpSeq *seq)
{
	CollectSink c = {{take_collect, true, collect_run}, seq, most};
	bool stop = false;

	memset(seq, 0, sizeof(*seq));
	return xp_items(ev, expr, cx, &c.sink, &stop);
}

BxStatus
xp_seq_give(XpEval *ev, const XpSeq *seq, XpItemSink *sink, bool *stop)
{
	uint32_t i;
	XpItem t;
	XpNode nd;

	for (i = 0; i < seq->n && !*stop; i++)
	{
		BX_TRY(xp_tick(ev));
		if (seq->items[i].type == XP_T_RANGE)
		{
			BX_TRY(xp_give_range(ev, &seq->items[i].range, sink, stop));
			continue;
		}
		BX_TRY(xp_item_load(ev, &seq->items[i], &t, &nd));
		BX_TRY(sink->take(sink, ev, &t, stop));
	}
	return BX_OK;
}

/* ---- single items ---- */

BxStatus
xp_give_number(XpEval *ev, double d, XpItemSink *sink, bool *stop)
{
	XpItem t = {.type = XP_T_NUMBER, .number = d};

	return sink->take(sink, ev, &t, stop);
}

BxStatus
xp_give_string(XpEval *ev, BxStr s, XpItemSink *sink, bool *stop)
{
	XpItem t = {.type = XP_T_STRING, .str = s};

	return sink->take(sink, ev, &t, stop);
}

/* An expression of static type boolean, number or string. */
static BxStatus
give_atom(XpEval *ev, uint32_t expr, const XpContext *cx, XpItemSink *sink, bool *stop)
{
	XpItem t;

	memset(&t, 0, sizeof(t));
	t.type = xp_type(ev, expr);
	if (t.type == XP_T_BOOLEAN)
		BX_TRY(xp_bool(ev, expr, cx, &t.boolean));
	else if (t.type == XP_T_NUMBER)
		BX_TRY(xp_num(ev, expr, cx, &t.number));
	else
		BX_TRY(xp_str(ev, expr, cx, &t.str));
	return sink->take(sink, ev, &t, stop);
}

typedef struct NodeSink
{
	XpSink sink;
	XpItemSink *out;
	bool *stopped;
} NodeSink;

static BxStatus
take_node(XpSink *sink, XpEval *ev, const XpNode *nd, bool *stop)
{
	XpItem t = {.type = XP_T_NODESET, .node = nd};
	NodeSink *s = (NodeSink *) sink;
	BxStatus st = s->out->take(s->out, ev, &t, s->stopped);

	*stop = *s->stopped;
	return st;
}

static BxStatus
give_nodes(XpEval *ev, uint32_t expr, const XpContext *cx, XpItemSink *sink, bool *stop)
{
	NodeSink s = {{.take = take_node}, sink, stop};

	return xp_each(ev, expr, cx, &s.sink);
}

/* ---- variables ---- */

BxStatus
xp_locals_init(XpEval *ev)
{
	size_t n = ev->plan->n_locals * sizeof(XpItem);

	if (n == 0)
		return BX_OK;
	ev->locals = xp_alloc(ev, n);
	if (ev->locals == NULL)
		return BX_E_NOMEM;
	memset(ev->locals, 0, n);
	return BX_OK;
}

static BxStatus
give_local(XpEval *ev, const XpExpr *e, XpItemSink *sink, bool *stop)
{
	/* a copy: the sink may bind the same place again */
	XpItem local = ev->locals[e->n_args];

	if (local.type == XP_T_ANY)
		return bx_fail(ev->err, BX_E_XPATH, e->pos, "variable has no value");
	if (local.type == XP_T_SEQUENCE)
		return xp_seq_give(ev, local.seq, sink, stop);
	return sink->take(sink, ev, &local, stop);
}

static BxStatus
give_item(XpEval *ev, const XpContext *cx, XpItemSink *sink, bool *stop)
{
	XpItem node = {.type = XP_T_NODESET, .node = cx->node};

	return sink->take(sink, ev, cx->item ? cx->item : &node, stop);
}

/* ---- for, let ---- */

typedef struct ForSink
{
	XpItemSink sink;
	const XpExpr *e;
	const XpContext *cx;
	XpItemSink *out;
} ForSink;

static BxStatus
take_for(XpItemSink *sink, XpEval *ev, const XpItem *t, bool *stop)
{
	ForSink *f = (ForSink *) sink;
	XpItem *local = &ev->locals[f->e->n_args];
	XpItem saved = *local;
	BxArenaMark mark = bx_arena_mark(ev->arena);
	uint32_t anchors = ev->n_anchors;
	BxStatus st;

	*local = *t;
	st = xp_items(ev, ev->plan->nodes[f->e->a].next, f->cx, f->out, stop);
	*local = saved;
	if (f->out->keeps)
		return st;
	xp_forget(ev, &mark, anchors);
	return st;
}

static BxStatus
give_for(XpEval *ev, const XpExpr *e, const XpContext *cx, XpItemSink *sink, bool *stop)
{
	ForSink f = {{take_for, sink->keeps, NULL}, e, cx, sink};

	return xp_items(ev, e->a, cx, &f.sink, stop);
}

static BxStatus
give_let(XpEval *ev, const XpExpr *e, const XpContext *cx, XpItemSink *sink, bool *stop)
{
	XpItem *local = &ev->locals[e->n_args];
	XpItem saved = *local;
	BxStatus st;
	XpSeq seq;

	BX_TRY(xp_seq_collect_runs(ev, e->a, cx, UINT64_MAX, &seq));
	*local = (XpItem){.type = XP_T_SEQUENCE, .seq = &seq};
	st = xp_items(ev, ev->plan->nodes[e->a].next, cx, sink, stop);
	*local = saved;
	return st;
}

/* ---- the other operators ---- */

static BxStatus
give_if(XpEval *ev, const XpExpr *e, const XpContext *cx, XpItemSink *sink, bool *stop)
{
	uint32_t yes = ev->plan->nodes[e->a].next;
	bool b;

	BX_TRY(xp_bool(ev, e->a, cx, &b));
	return xp_items(ev, b ? yes : ev->plan->nodes[yes].next, cx, sink, stop);
}

static BxStatus
give_members(XpEval *ev, const XpExpr *e, const XpContext *cx, XpItemSink *sink, bool *stop)
{
	uint32_t member;

	for (member = e->a; member != 0 && !*stop; member = ev->plan->nodes[member].next)
		BX_TRY(xp_items(ev, member, cx, sink, stop));
	return BX_OK;
}

static BxStatus
range_end(XpEval *ev, const XpExpr *e, uint32_t expr, const XpContext *cx, double *d)
{
	XpItem t;
	bool found;

	BX_TRY(xp_first_operand(ev, expr, cx, &t, &found));
	*d = NAN;
	if (found && !xp_is_number(t.type))
		return bx_fail(ev->err, BX_E_XPTYPE, e->pos, "operands of \"to\" must be integers");
	return found ? xp_item_num(ev, &t, d) : BX_OK;
}

/* "a to b"; an operand that is not there or NaN makes it empty. */
static BxStatus
give_range(XpEval *ev, const XpExpr *e, const XpContext *cx, XpItemSink *sink, bool *stop)
{
	double from, to;

	BX_TRY(range_end(ev, e, e->a, cx, &from));
	BX_TRY(range_end(ev, e, e->b, cx, &to));
	if (isnan(from) || isnan(to))
		return BX_OK;
	if (from != floor(from) || to != floor(to))
		return bx_fail(ev->err, BX_E_XPTYPE, e->pos, "operands of \"to\" must be integers");
	if (fabs(from) > 9007199254740991.0 || fabs(to) > 9007199254740991.0)
		return bx_fail(ev->err, BX_E_XPTYPE, e->pos,
					   "operands of \"to\" must be between -9007199254740991 and 9007199254740991");
	return from <= to ? xp_give_range(ev, &(XpRange){from, to}, sink, stop) : BX_OK;
}

static bool
all_nodes(const XpSeq *seq, bool *none)
{
	uint32_t i, n = 0;

	for (i = 0; i < seq->n; i++)
		n += seq->items[i].type == XP_T_NODEREF;
	*none = n == 0;
	return n == seq->n;
}

static BxStatus
give_sorted(XpEval *ev, XpSet *set, XpItemSink *sink, bool *stop)
{
	uint32_t i;
	XpNode nd;
	XpItem t = {.type = XP_T_NODESET, .node = &nd};

	BX_TRY(xp_set_sort(ev, set));
	for (i = 0; i < set->n && !*stop; i++)
	{
		BX_TRY(xp_tick(ev));
		BX_TRY(xp_load(ev, &set->items[i], &nd));
		BX_TRY(sink->take(sink, ev, &t, stop));
	}
	return BX_OK;
}

/* XPath 2.0, 3.2: nodes in document order without duplicates, or atomic values as they come, not both. */
static BxStatus
give_map_result(XpEval *ev, const XpExpr *e, const XpSeq *seq, XpItemSink *sink, bool *stop)
{
	XpSet set = {NULL, 0, 0};
	bool none;
	uint32_t i;

	if (!all_nodes(seq, &none))
	{
		if (none)
			return xp_seq_give(ev, seq, sink, stop);
		return bx_fail(ev->err, BX_E_XPTYPE, e->pos, "a step gives both nodes and atomic values");
	}
	for (i = 0; i < seq->n; i++)
	{
		BX_TRY(xp_tick(ev));
		BX_TRY(xp_set_push(ev, &set, seq->items[i].ref));
	}
	return give_sorted(ev, &set, sink, stop);
}

typedef struct OwnSink
{
	XpSink sink;
	BxArena own;
	XpSet set;
} OwnSink;

static BxStatus
take_own(XpSink *sink, XpEval *ev, const XpNode *nd, bool *stop)
{
	OwnSink *s = (OwnSink *) sink;
	BxArena *scratch = ev->arena;
	BxStatus st;

	(void) stop;
	ev->arena = &s->own;
	st = xp_set_add(ev, &s->set, nd);
	ev->arena = scratch;
	return st;
}

static BxStatus
map_nodes(XpEval *ev, const XpExpr *e, const XpSet *from, OwnSink *to)
{
	uint32_t tidy = 4096;
	uint32_t i;
	XpNode nd;
	XpContext cx = {.node = &nd, .size = from->n};

	for (i = 0; i < from->n; i++)
	{
		BxArenaMark mark = bx_arena_mark(ev->arena);

		BX_TRY(xp_tick(ev));
		BX_TRY(xp_load(ev, &from->items[i], &nd));
		cx.pos = i + 1;
		BX_TRY(xp_each(ev, e->b, &cx, &to->sink));
		bx_arena_release(ev->arena, &mark);
		BX_TRY(xp_set_tidy(ev, &to->set, &tidy));
	}
	return BX_OK;
}

/* A step that gives nodes only: they are kept in memory of their own, so that nothing else stays from one to the next. */
static BxStatus
give_map_of_nodes(XpEval *ev, const XpExpr *e, const XpSet *from, XpItemSink *sink, bool *stop)
{
	OwnSink all = {.sink = {.take = take_own}};
	BxStatus st;

	bx_arena_init(&all.own, ev->host);
	st = map_nodes(ev, e, from, &all);
	if (st == BX_OK)
		st = give_sorted(ev, &all.set, sink, stop);
	bx_arena_reset(&all.own);
	return st;
}

static BxStatus
give_map(XpEval *ev, const XpExpr *e, const XpContext *cx, XpItemSink *sink, bool *stop)
{
	bool direct = !xp_maybe_nodeset(xp_type(ev, e->b));
	XpSeq seq = {NULL, 0, 0, 0};
	CollectSink all = {{take_collect, true, collect_run}, &seq, UINT64_MAX};
	XpItemSink *to = direct ? sink : &all.sink;
	XpContext inner = *cx;
	XpSet set;
	uint32_t i;
	XpNode nd;

	BX_TRY(xp_nodes_of(ev, e->a, cx, &set));
	inner.size = set.n;
	inner.item = NULL;
	if (xp_type(ev, e->b) == XP_T_NODESET)
		return give_map_of_nodes(ev, e, &set, sink, stop);
	for (i = 0; i < set.n && !*stop; i++)
	{
		BxArenaMark mark = bx_arena_mark(ev->arena);

		BX_TRY(xp_tick(ev));
		BX_TRY(xp_load(ev, &set.items[i], &nd));
		inner.node = &nd;
		inner.pos = i + 1;
		BX_TRY(xp_items(ev, e->b, &inner, to, stop));
		if (!to->keeps)
			bx_arena_release(ev->arena, &mark);
	}
	return direct ? BX_OK : give_map_result(ev, e, &seq, sink, stop);
}

/* ---- filters ---- */

typedef struct FilterSink
{
	XpItemSink sink;
	uint32_t expr; /* of the predicate */
	const XpContext *cx;
	uint32_t pos;
	uint32_t size;
	XpSeq kept; /* what passes */
} FilterSink;

static BxStatus
take_filtered(XpItemSink *sink, XpEval *ev, const XpItem *t, bool *stop)
{
	FilterSink *f = (FilterSink *) sink;
	XpContext inner = {t->type == XP_T_NODESET ? t->node : f->cx->node, ++f->pos, f->size, t};
	BxArenaMark mark = bx_arena_mark(ev->arena);
	uint32_t anchors = ev->n_anchors;
	bool pass;

	(void) stop;
	BX_TRY(xp_seq_predicate(ev, f->expr, &inner, &pass));
	xp_forget(ev, &mark, anchors);
	return pass ? xp_seq_add(ev, &f->kept, t) : BX_OK;
}

/* Items of a kept sequence that pass one predicate stay. */
static BxStatus
filter_items(XpEval *ev, uint32_t expr, const XpContext *cx, XpSeq *seq)
{
	FilterSink f = {
		.sink = {take_filtered, true, NULL}, .expr = expr, .cx = cx, .size = (uint32_t) seq->size};
	bool stop = false;

	if (seq->size > UINT32_MAX)
		return bx_fail(ev->err, BX_E_LIMIT, -1, "a sequence with a predicate may have at most %u items",
					   UINT32_MAX);
	BX_TRY(xp_seq_give(ev, seq, &f.sink, &stop));
	*seq = f.kept;
	return BX_OK;
}

/* Items at the positions low to high stay. */
static BxStatus
cut_items(XpEval *ev, const XpPosition *w, XpSeq *seq)
{
	double size = (double) seq->size, at = 1;
	double low = w->from_end ? size + 1 - (double) w->hi : (double) w->lo;
	double high = w->from_end ? size + 1 - (double) w->lo : (double) w->hi;
	XpSeq all = *seq;
	uint32_t i;
	XpRange part;

	memset(seq, 0, sizeof(*seq));
	for (i = 0; i < all.n && at <= high; i++)
	{
		const XpItem *k = &all.items[i];
		bool range = k->type == XP_T_RANGE;

		BX_TRY(xp_tick(ev));
		if (range && xp_range_part(&k->range, at, low, high + 1, &part))
			BX_TRY(add_range(ev, seq, &part, INFINITY));
		else if (!range && at >= low)
			BX_TRY(seq_keep(ev, seq, k));
		at += range ? (double) xp_range_size(&k->range) : 1;
	}
	return BX_OK;
}

/* "(...)[3]": three items are enough to know, and positions that are known are not asked for item by item. */
static BxStatus
give_filtered(XpEval *ev, const XpExpr *e, const XpContext *cx, XpItemSink *sink, bool *stop)
{
	uint64_t most = UINT64_MAX;
	uint32_t pred = e->b;
	const XpPosition *w = xp_position(ev, pred);
	XpSeq seq;

	if (w != NULL && !w->from_end && w->hi < 1ull << 53)
		most = w->hi < 1 ? 1 : w->hi;
	BX_TRY(xp_seq_collect_runs(ev, e->a, cx, most, &seq));
	for (; pred != 0; pred = ev->plan->nodes[pred].next)
	{
		w = xp_position(ev, pred);
		if (w != NULL)
			BX_TRY(cut_items(ev, w, &seq));
		else
			BX_TRY(filter_items(ev, ev->plan->nodes[pred].a, cx, &seq));
	}
	return xp_seq_give(ev, &seq, sink, stop);
}

static BxStatus
give_variable(XpEval *ev, uint32_t expr, const XpContext *cx, XpItemSink *sink, bool *stop)
{
	const XpItem *val = xp_var(ev, expr);

	return val->type == XP_T_SEQUENCE ? xp_seq_give(ev, val->seq, sink, stop)
									  : give_atom(ev, expr, cx, sink, stop);
}

BxStatus
xp_items(XpEval *ev, uint32_t expr, const XpContext *cx, XpItemSink *sink, bool *stop)
{
	const XpExpr *e = &ev->plan->nodes[expr];
	XpHeld *held;

	BX_TRY(xp_guard(ev));
	held = xp_held(ev, expr);
	if (BX_UNLIKELY(held != NULL))
		return xp_held_items(ev, held, expr, cx, sink, stop);
	switch (e->op)
	{
		case XP_SEQUENCE: return give_members(ev, e, cx, sink, stop);
		case XP_IF: return give_if(ev, e, cx, sink, stop);
		case XP_FOR: return give_for(ev, e, cx, sink, stop);
		case XP_LET: return give_let(ev, e, cx, sink, stop);
		case XP_LOCAL: return give_local(ev, e, sink, stop);
		case XP_ITEM: return give_item(ev, cx, sink, stop);
		case XP_RANGE: return give_range(ev, e, cx, sink, stop);
		case XP_MAP: return give_map(ev, e, cx, sink, stop);
		case XP_SEQ_FILTER: return give_filtered(ev, e, cx, sink, stop);
		case XP_VARIABLE: return give_variable(ev, expr, cx, sink, stop);
		default: break;
	}
	if (e->type == XP_T_NODESET)
		return give_nodes(ev, expr, cx, sink, stop);
	if (e->type != XP_T_SEQUENCE)
		return give_atom(ev, expr, cx, sink, stop);
	return e->op == XP_CALL ? xp_call_seq(ev, e, cx, sink, stop) : xp_give_arith(ev, e, cx, sink, stop);
}

/* ---- plan ---- */

BxStatus
xp_seq_plan(XpPlan *p, uint32_t n_nodes, BxArena *arena, BxError *err)
{
	uint32_t i;

	for (i = 1; i < n_nodes; i++)
		if ((p->nodes[i].op == XP_LOCAL || xp_binds(p->nodes[i].op)) && p->nodes[i].n_args >= p->n_locals)
			p->n_locals = p->nodes[i].n_args + 1u;
	return xp_plan_patterns(p, n_nodes, arena, err);
}

/*
 * xp_items.c -- the items of any expression, pulled one by one.
 *
 * Opening an iterator evaluates what must be known before the first item; the rest is evaluated item by item.  States
 * come from a pool and go back to it at the end of their iterator, so that an iterator opened for each item of another
 * takes no memory per item.  Variables are bound only while an iterator below them is pulled: in between, the caller
 * may use the same place.
 */
#include "xp_evaluators_int.h"
#include "xp_held_int.h"
#include "xp_seq_int.h"

#include <math.h>

/* ---- the pool ---- */

void *
xp_items_state(XpEval *ev, XpItems *it, XpItemsPull pull, size_t size)
{
	XpItemsState *s = ev->free_items;

	if (s != NULL)
		ev->free_items = s->next;
	else
		s = bx_arena_alloc(&ev->keep, XP_ITEMS_STATE);
	if (s == NULL)
	{
		xp_nomem(ev, XP_ITEMS_STATE);
		return NULL;
	}
	memset(s, 0, size);
	it->pull = pull;
	it->state = s;
	return s;
}

static BxStatus pull_path(XpItems *it, XpEval *ev, XpItem *item, bool *found);

typedef struct PathState
{
	XpItemsState base;
	XpPull *pull;
	XpNode start;
	XpNode nd;
} PathState;

static inline void
none(XpItems *it)
{
	it->pull = NULL;
	it->state = NULL;
	it->left = 0;
	it->given = false;
}

void
xp_items_close(XpEval *ev, XpItems *it)
{
	XpItemsState *s = it->state;

	if (s != NULL)
	{
		xp_items_close(ev, &s->in);
		xp_items_close(ev, &s->out);
		if (it->pull == pull_path)
			xp_pull_free(ev, ((PathState *) s)->pull);
		s->next = ev->free_items;
		ev->free_items = s;
	}
	none(it);
}

/* ---- pulling ---- */

/* What was done with the item before is over. */
static inline void
forget(XpEval *ev, const XpItems *it)
{
	if (it->given && !it->keeps)
		xp_forget(ev, &it->mark, it->anchors);
}

static inline void
remember(XpEval *ev, XpItems *it)
{
	it->given = true;
	if (it->keeps)
		return;
	it->mark = bx_arena_mark(ev->arena);
	it->anchors = ev->n_anchors;
}

static BxStatus
pull(XpEval *ev, XpItems *it, XpItem *item, bool *found)
{
	*found = false;
	if (it->pull == NULL)
		return BX_OK;
	BX_TRY(it->pull(it, ev, item, found));
	if (!*found)
		xp_items_close(ev, it);
	return BX_OK;
}

BxStatus
xp_items_run(XpEval *ev, XpItems *it, XpItem *item, bool *found)
{
	forget(ev, it);
	BX_TRY(pull(ev, it, item, found));
	remember(ev, it);
	return BX_OK;
}

void
xp_items_expand(XpItems *it, const XpRange *range)
{
	it->left = xp_range_size(range);
	it->number = range->first;
	it->step = range->first <= range->last ? 1 : -1;
}

BxStatus
xp_items_next(XpEval *ev, XpItems *it, XpItem *item, bool *found)
{
	forget(ev, it);
	if (it->left == 0)
	{
		BX_TRY(pull(ev, it, item, found));
		remember(ev, it);
		if (!*found || item->type != XP_T_RANGE)
			return BX_OK;
		xp_items_expand(it, &item->range);
	}
	BX_TRY(xp_tick(ev));
	*item = (XpItem){.type = XP_T_NUMBER, .number = it->number};
	it->number += it->step;
	it->left--;
	*found = true;
	return BX_OK;
}

/* ---- one item, items of a sequence ---- */

static BxStatus
pull_one(XpItems *it, XpEval *ev, XpItem *item, bool *found)
{
	(void) ev;
	*item = it->one;
	it->pull = NULL;
	*found = true;
	return BX_OK;
}

static void
open_one(XpItems *it, const XpItem *item)
{
	it->one = *item;
	it->pull = pull_one;
}

typedef struct SeqState
{
	XpItemsState base;
	const XpItem *at;
	uint32_t left;
	bool backwards;
	XpNode nd;
} SeqState;

static BxStatus
pull_seq(XpItems *it, XpEval *ev, XpItem *item, bool *found)
{
	SeqState *s = (SeqState *) it->state;
	const XpItem *k = s->at;

	if (s->left == 0)
		return BX_OK;
	*found = true;
	s->left--;
	s->at += s->backwards ? -1 : 1;
	BX_TRY(xp_tick(ev));
	BX_TRY(xp_item_load(ev, k, item, &s->nd));
	if (s->backwards && k->type == XP_T_RANGE)
		item->range = (XpRange){k->range.last, k->range.first};
	return BX_OK;
}

BxStatus
xp_items_of_seq(XpEval *ev, const XpSeq *seq, bool backwards, XpItems *it)
{
	SeqState *s;

	if (seq->n == 0)
		return BX_OK;
	s = xp_items_state(ev, it, pull_seq, sizeof(*s));
	if (s == NULL)
		return BX_E_NOMEM;
	s->at = backwards ? seq->items + seq->n - 1 : seq->items;
	s->left = seq->n;
	s->backwards = backwards;
	return BX_OK;
}

static inline bool
is_atom(uint8_t type)
{
	return type == XP_T_BOOLEAN || type == XP_T_NUMBER || type == XP_T_STRING;
}

/* The item of an expression whose type is boolean, number or string. */
static BxStatus
atom(XpEval *ev, uint32_t expr, const XpContext *cx, XpItem *item)
{
	*item = (XpItem){.type = xp_type(ev, expr)};
	switch (item->type)
	{
		case XP_T_BOOLEAN: return xp_bool(ev, expr, cx, &item->boolean);
		case XP_T_NUMBER: return xp_num(ev, expr, cx, &item->number);
		default: return xp_str(ev, expr, cx, &item->str);
	}
}

static BxStatus
open_atom(XpEval *ev, uint32_t expr, const XpContext *cx, XpItems *it)
{
	it->pull = pull_one;
	return atom(ev, expr, cx, &it->one);
}

/* ---- node-sets ---- */

typedef struct SetState
{
	XpItemsState base;
	XpSet set;
	uint32_t at;
	XpNode nd;
} SetState;

static BxStatus
pull_set(XpItems *it, XpEval *ev, XpItem *item, bool *found)
{
	SetState *s = (SetState *) it->state;

	if (s->at == s->set.n)
		return BX_OK;
	*found = true;
	BX_TRY(xp_tick(ev));
	*item = (XpItem){.type = XP_T_NODESET, .node = &s->nd};
	return xp_load(ev, &s->set.items[s->at++], &s->nd);
}

static BxStatus
pull_path(XpItems *it, XpEval *ev, XpItem *item, bool *found)
{
	PathState *s = (PathState *) it->state;

	(void) ev;
	*item = (XpItem){.type = XP_T_NODESET, .node = &s->nd};
	return xp_pull_next(s->pull, &s->nd, found);
}

/* A path that streams is suspended between its nodes. */
static BxStatus
open_path(XpEval *ev, const XpPath *path, const XpNode *start, XpItems *it)
{
	PathState *s = xp_items_state(ev, it, pull_path, sizeof(*s));

	ev->work->steps++;
	if (s == NULL)
		return BX_E_NOMEM;
	s->pull = xp_pull_new(ev, &ev->keep);
	if (s->pull == NULL)
		return BX_E_NOMEM;
	s->start = *start;
	return xp_pull_start(s->pull, ev, path, &s->start);
}

static BxStatus
open_nodes(XpEval *ev, uint32_t expr, const XpContext *cx, XpItems *it)
{
	const XpExpr *e = &ev->plan->nodes[expr];
	const XpNode *start;
	SetState *s;
	XpNode doc;

	if (e->op == XP_PATH)
	{
		const XpPath *path = &ev->plan->paths[ev->plan->path_no[expr] - 1];

		start = path->stream && !ev->navigate && !path->itself ? xp_path_start(ev, path, cx, &doc) : NULL;
		if (start != NULL)
			return open_path(ev, path, start, it);
		if (path->itself)
		{
			ev->work->steps++;
			open_one(it, &(XpItem){.type = XP_T_NODESET, .node = cx->node});
			return BX_OK;
		}
	}
	s = xp_items_state(ev, it, pull_set, sizeof(*s));
	return s != NULL ? xp_nodes_of(ev, expr, cx, &s->set) : BX_E_NOMEM;
}

/* ---- variables, and what binds them ---- */

static BxStatus
open_local(XpEval *ev, const XpExpr *e, XpItems *it)
{
	const XpItem *local = &ev->locals[e->n_args];

	if (local->type == XP_T_ANY)
		return bx_fail(ev->err, BX_E_XPATH, e->pos, "variable has no value");
	if (local->type == XP_T_SEQUENCE)
		return xp_items_of_seq(ev, local->seq, false, it);
	open_one(it, local);
	return BX_OK;
}

BxStatus
xp_binding_open(XpEval *ev, uint32_t expr, const XpContext *cx, uint32_t place, bool many, XpItems *in,
				XpBinding *b)
{
	b->in = in;
	b->place = place;
	b->many = many;
	b->given = b->entered = false;
	if (!many)
		return xp_items_open(ev, expr, cx, in->keeps, in);
	none(in);
	b->value = (XpItem){.type = XP_T_SEQUENCE, .seq = &b->seq};
	return xp_seq_collect(ev, expr, cx, UINT64_MAX, true, &b->seq);
}

BxStatus
xp_binding_next(XpEval *ev, XpBinding *b, bool *found)
{
	if (!b->many)
		return xp_items_next(ev, b->in, &b->value, found);
	*found = !b->given;
	b->given = true;
	return BX_OK;
}

/* for, let: `out` gives the items of the result under the variable. */
typedef struct BindState
{
	XpItemsState base;
	XpBinding binding;
	uint32_t result;
	const XpContext *cx;
	bool one;  /* the result is one item for each value; */
	bool open; /* else: it is open, for the present value */
} BindState;

/* The next item of the result for the present value. */
static BxStatus
pull_bound(BindState *b, XpEval *ev, bool keeps, XpItem *item, bool *found)
{
	BxStatus st = BX_OK;

	xp_binding_enter(ev, &b->binding);
	if (b->one)
	{
		*found = true;
		st = atom(ev, b->result, b->cx, item);
		xp_binding_leave(ev, &b->binding);
		return st;
	}
	if (!b->open)
		st = xp_items_open(ev, b->result, b->cx, keeps, &b->base.out);
	b->open = true;
	if (st == BX_OK)
		st = xp_items_run(ev, &b->base.out, item, found);
	xp_binding_leave(ev, &b->binding);
	return st;
}

static BxStatus
pull_binding(XpItems *it, XpEval *ev, XpItem *item, bool *found)
{
	BindState *b = (BindState *) it->state;

	for (;;)
	{
		if (!b->open)
		{
			BX_TRY(xp_binding_next(ev, &b->binding, found));
			if (!*found)
				return BX_OK;
		}
		BX_TRY(pull_bound(b, ev, it->keeps, item, found));
		if (*found)
			return BX_OK;
		b->open = false;
	}
}

static BxStatus
open_binding(XpEval *ev, const XpExpr *e, const XpContext *cx, XpItems *it)
{
	BindState *b = xp_items_state(ev, it, pull_binding, sizeof(*b));

	if (b == NULL)
		return BX_E_NOMEM;
	b->result = ev->plan->nodes[e->a].next;
	b->one = is_atom(ev->plan->nodes[b->result].type);
	b->cx = cx;
	b->base.in.keeps = it->keeps;
	return xp_binding_open(ev, e->a, cx, e->n_args, e->op == XP_LET, &b->base.in, &b->binding);
}

/* ---- the other operators ---- */

typedef struct MembersState
{
	XpItemsState base;
	const XpContext *cx;
	uint32_t member; /* the next one */
} MembersState;

static BxStatus
pull_members(XpItems *it, XpEval *ev, XpItem *item, bool *found)
{
	MembersState *m = (MembersState *) it->state;

	for (;;)
	{
		BX_TRY(xp_items_run(ev, &m->base.out, item, found));
		if (*found || m->member == 0)
			return BX_OK;
		BX_TRY(xp_items_open(ev, m->member, m->cx, it->keeps, &m->base.out));
		m->member = ev->plan->nodes[m->member].next;
	}
}

static BxStatus
open_members(XpEval *ev, const XpExpr *e, const XpContext *cx, XpItems *it)
{
	MembersState *m = xp_items_state(ev, it, pull_members, sizeof(*m));

	if (m == NULL)
		return BX_E_NOMEM;
	m->cx = cx;
	m->member = e->a;
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
open_range(XpEval *ev, const XpExpr *e, const XpContext *cx, XpItems *it)
{
	XpItem t = {.type = XP_T_RANGE};
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
	t.range = (XpRange){from, to};
	if (from <= to)
		open_one(it, &t);
	return BX_OK;
}

/* ---- "/" with a step that is an expression ---- */

typedef struct MapState
{
	XpItemsState base;
	const XpExpr *e;
	XpContext cx;
	XpSet set; /* the contexts */
	XpNode nd;
	BxArenaMark mark;
} MapState;

/* Values as they come, from one context after the other. */
static BxStatus
pull_map(XpItems *it, XpEval *ev, XpItem *item, bool *found)
{
	MapState *m = (MapState *) it->state;

	for (;;)
	{
		BX_TRY(xp_items_run(ev, &m->base.out, item, found));
		if (*found)
			return BX_OK;
		if (m->cx.pos > 0 && !it->keeps)
			bx_arena_release(ev->arena, &m->mark);
		if (m->cx.pos == m->set.n)
			return BX_OK;
		m->mark = bx_arena_mark(ev->arena);
		BX_TRY(xp_next_node(ev, &m->set.items[m->cx.pos++], &m->nd));
		BX_TRY(xp_items_open(ev, m->e->b, &m->cx, it->keeps, &m->base.out));
	}
}

static BxStatus
open_map_values(XpEval *ev, const XpExpr *e, const XpSet *set, bool keeps, XpItems *it)
{
	MapState *m = xp_items_state(ev, it, pull_map, sizeof(*m));

	if (m == NULL)
		return BX_E_NOMEM;
	it->keeps = keeps;
	m->e = e;
	m->set = *set;
	m->cx.node = &m->nd;
	m->cx.size = set->n;
	return BX_OK;
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
	uint32_t tidy = XP_SET_TIDY;
	uint32_t i;
	XpNode nd;
	XpContext cx = {.node = &nd, .size = from->n};

	for (i = 0; i < from->n; i++)
	{
		BxArenaMark mark = bx_arena_mark(ev->arena);

		BX_TRY(xp_next_node(ev, &from->items[i], &nd));
		cx.pos = i + 1;
		BX_TRY(xp_each(ev, e->b, &cx, &to->sink));
		bx_arena_release(ev->arena, &mark);
		BX_TRY(xp_set_tidy(ev, &to->set, &tidy));
	}
	return BX_OK;
}

/* A step that gives nodes only: they are kept apart from scratch memory, which is given back after each context. */
static BxStatus
open_map_nodes(XpEval *ev, const XpExpr *e, const XpSet *from, XpItems *it)
{
	OwnSink all = {.sink = {.take = take_own}};
	SetState *s = xp_items_state(ev, it, pull_set, sizeof(*s));
	size_t bytes;
	BxStatus st;

	if (s == NULL)
		return BX_E_NOMEM;
	bx_arena_init(&all.own, ev->host);
	st = map_nodes(ev, e, from, &all);
	if (st == BX_OK)
		st = xp_set_sort(ev, &all.set);
	bytes = all.set.n * sizeof(XpNodeRef);
	if (st == BX_OK && bytes > 0)
	{
		s->set.items = xp_alloc(ev, bytes);
		st = s->set.items != NULL ? bx_long_copy(ev->host, s->set.items, all.set.items, bytes) : BX_E_NOMEM;
		s->set.n = s->set.cap = all.set.n;
	}
	bx_arena_reset(&all.own);
	return xp_canceled(ev, st);
}

/* XPath 2.0, 3.2: nodes in document order without duplicates, or atomic values as they come, not both. */
static BxStatus
open_map_mixed(XpEval *ev, const XpExpr *e, const XpSet *from, XpItems *it)
{
	XpSeq seq = {NULL, 0, 0, 0};
	XpItems all = {.pull = NULL};
	uint32_t i, n = 0;
	bool found = true;
	SetState *s;
	XpItem t;

	BX_TRY(open_map_values(ev, e, from, true, &all));
	for (;;)
	{
		BX_TRY(xp_items_run(ev, &all, &t, &found));
		if (!found)
			break;
		n += t.type == XP_T_NODESET;
		BX_TRY(xp_seq_add(ev, &seq, &t));
	}
	if (n == 0)
		return xp_items_of_seq(ev, &seq, false, it);
	if (n < seq.n)
		return bx_fail(ev->err, BX_E_XPTYPE, e->pos, "a step gives both nodes and atomic values");
	s = xp_items_state(ev, it, pull_set, sizeof(*s));
	if (s == NULL)
		return BX_E_NOMEM;
	for (i = 0; i < seq.n; i++)
	{
		BX_TRY(xp_tick(ev));
		BX_TRY(xp_set_push(ev, &s->set, seq.items[i].ref));
	}
	return xp_set_sort(ev, &s->set);
}

/* XPath 2.0, 3.2: the step is evaluated for the nodes as they come; unless they are a sequence, in document order. */
static BxStatus
open_map(XpEval *ev, const XpExpr *e, const XpContext *cx, XpItems *it)
{
	XpSet set = {NULL, 0, 0};

	BX_TRY((xp_type(ev, e->a) == XP_T_SEQUENCE ? xp_seq_contexts : xp_nodes_of)(ev, e->a, cx, &set));
	if (xp_type(ev, e->b) == XP_T_NODESET)
		return open_map_nodes(ev, e, &set, it);
	return xp_maybe_nodeset(xp_type(ev, e->b)) ? open_map_mixed(ev, e, &set, it)
											   : open_map_values(ev, e, &set, it->keeps, it);
}

/* "(...)[3]": three items are enough to know. */
static BxStatus
open_filtered(XpEval *ev, const XpExpr *e, const XpContext *cx, XpItems *it)
{
	const XpPosition *w = xp_position(ev, e->b);
	uint64_t max = UINT64_MAX;
	XpSeq seq;

	if (w != NULL && !w->from_end && w->hi < 1ull << 53)
		max = w->hi < 1 ? 1 : w->hi;
	BX_TRY(xp_seq_collect(ev, e->a, cx, max, true, &seq));
	BX_TRY(xp_seq_filter(ev, e, cx, &seq));
	return xp_items_of_seq(ev, &seq, false, it);
}

/* ---- any expression ---- */

typedef struct HeldState
{
	XpItemsState base;
	XpHeld *held;
} HeldState;

/* An expression whose items are not kept yet is evaluated the usual way while it is pulled. */
static BxStatus
pull_held(XpItems *it, XpEval *ev, XpItem *item, bool *found)
{
	HeldState *s = (HeldState *) it->state;
	BxStatus st;

	xp_held_busy(s->held, true);
	st = xp_items_run(ev, &s->base.out, item, found);
	xp_held_busy(s->held, false);
	return st;
}

static BxStatus open_expr(XpEval *ev, uint32_t expr, const XpContext *cx, XpItems *it);

static BxStatus
open_held(XpEval *ev, XpHeld *held, uint32_t expr, const XpContext *cx, XpItems *it)
{
	const XpSeq *seq;
	HeldState *s;
	BxStatus st;

	BX_TRY(xp_held_items(ev, held, expr, cx, &seq));
	if (seq != NULL)
		return xp_items_of_seq(ev, seq, false, it);
	s = xp_items_state(ev, it, pull_held, sizeof(*s));
	if (s == NULL)
		return BX_E_NOMEM;
	s->held = held;
	s->base.out.keeps = it->keeps;
	xp_held_busy(held, true);
	st = open_expr(ev, expr, cx, &s->base.out);
	xp_held_busy(held, false);
	return st;
}

static BxStatus
open_if(XpEval *ev, const XpExpr *e, const XpContext *cx, XpItems *it)
{
	uint32_t yes = ev->plan->nodes[e->a].next;
	bool b;

	BX_TRY(xp_bool(ev, e->a, cx, &b));
	return xp_items_open(ev, b ? yes : ev->plan->nodes[yes].next, cx, it->keeps, it);
}

/* A function or operator that gives a sequence. */
static BxStatus
open_operation(XpEval *ev, const XpExpr *e, const XpContext *cx, XpItems *it)
{
	const XpEvaluator *evaluator = xp_evaluator(ev, e);
	XpItem item;
	bool found;

	if (evaluator->items != NULL)
		return evaluator->items(ev, e, cx, it);
	BX_TRY(evaluator->item(ev, e, cx, &item, &found));
	if (found)
		open_one(it, &item);
	return BX_OK;
}

static BxStatus
open_expr(XpEval *ev, uint32_t expr, const XpContext *cx, XpItems *it)
{
	const XpExpr *e = &ev->plan->nodes[expr];

	switch (e->op)
	{
		case XP_SEQUENCE: return open_members(ev, e, cx, it);
		case XP_IF: return open_if(ev, e, cx, it);
		case XP_FOR:
		case XP_LET: return open_binding(ev, e, cx, it);
		case XP_LOCAL: return open_local(ev, e, it);
		case XP_ITEM:
			open_one(it, cx->item ? cx->item : &(XpItem){.type = XP_T_NODESET, .node = cx->node});
			return BX_OK;
		case XP_RANGE: return open_range(ev, e, cx, it);
		case XP_MAP: return open_map(ev, e, cx, it);
		case XP_SEQ_FILTER: return open_filtered(ev, e, cx, it);
		case XP_VARIABLE:
			if (xp_var(ev, expr)->type == XP_T_SEQUENCE)
				return xp_items_of_seq(ev, xp_var(ev, expr)->seq, false, it);
			return open_atom(ev, expr, cx, it);
		default: break;
	}
	if (e->type == XP_T_NODESET)
		return open_nodes(ev, expr, cx, it);
	if (e->type != XP_T_SEQUENCE)
		return open_atom(ev, expr, cx, it);
	return open_operation(ev, e, cx, it);
}

BxStatus
xp_items_open(XpEval *ev, uint32_t expr, const XpContext *cx, bool keeps, XpItems *it)
{
	XpHeld *held;

	none(it);
	it->keeps = keeps;
	BX_TRY(xp_guard(ev));
	held = xp_held(ev, expr);
	if (BX_UNLIKELY(held != NULL))
		return open_held(ev, held, expr, cx, it);
	return open_expr(ev, expr, cx, it);
}

BxStatus
xp_items_first(XpEval *ev, uint32_t expr, const XpContext *cx, XpItem *item, XpNode *nd, bool *found)
{
	const XpItem *bound = xp_bound_item(ev, &ev->plan->nodes[expr], cx);
	XpItems it;

	if (bound != NULL)
	{
		*item = *bound;
		*found = true;
		return xp_guard(ev);
	}
	BX_TRY(xp_items_open(ev, expr, cx, true, &it));
	BX_TRY(xp_items_next(ev, &it, item, found));
	if (*found && item->type == XP_T_NODESET)
	{
		*nd = *item->node;
		item->node = nd;
	}
	xp_items_close(ev, &it);
	return BX_OK;
}

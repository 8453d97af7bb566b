/*
 * xp_held.c -- expressions that do not depend on their context are evaluated once.
 *
 * The plan finds for every expression which parts of the dynamic context its value depends on.  An expression that
 * depends on none of them (an absolute path, say, or a function of one) and that would be evaluated repeatedly (in a
 * predicate, in the result of "for") is held: the evaluation keeps its value after the first use.  So an expression
 * that is never used raises no error, and a search for the first node still stops there.
 *
 * A value is held in the form that is wanted: as a boolean, a number or a string.  Nodes and items are delivered as
 * they are found the first time, and kept the second time, unless there are too many.
 */
#include "xp_held_int.h"

#include "../../base/bx_long.h"

/* ---- plan ---- */

/* Parts of the context that the value of an expression depends on. */
#define USES_NODE 0x01     /* the context node */
#define USES_ITEM 0x02     /* the context item of a sequence's predicate */
#define USES_POSITION 0x04 /* position() */
#define USES_LAST 0x08     /* last() */
#define USES_FOCUS 0x0F
#define IS_COSTLY 0x10  /* not a dependency: evaluating it is more than looking at it */
#define HAS_EFFECT 0x20 /* likewise: evaluating it twice is not evaluating it once */

typedef struct Uses
{
	uint64_t locals; /* variables of for, let, some and every, a bit for each place */
	uint8_t bits;
	bool again;  /* it may be evaluated more than once */
	bool within; /* it is part of something held, so it is not */
} Uses;

typedef struct Holder
{
	XpPlan *p;
	Uses *uses;       /* per node */
	uint32_t *parent; /* per node */
	uint32_t *order;  /* nodes, parents first */
	uint32_t n;
} Holder;

static uint8_t
call_uses(const XpExpr *e)
{
	const XpFuncInfo *f = xp_func_info(e->func);
	uint8_t uses = f->max_args > 0 ? IS_COSTLY : 0;

	if ((f->needs & XP_NEEDS_NODE) && (e->n_args == 0 || f->min_args > 0))
		uses |= USES_NODE;
	if (f->needs & XP_NEEDS_LAST)
		return uses | USES_LAST;
	return f->needs & XP_NEEDS_POSITION ? uses | USES_POSITION : uses;
}

/* Of the node itself, without its operands. */
static Uses
own_uses(const XpExpr *e)
{
	Uses u = {0};

	switch (e->op)
	{
		case XP_PATH:
			u.bits = (e->flags & XP_ABSOLUTE) || e->b != 0 ? IS_COSTLY : IS_COSTLY | USES_NODE;
			break;
		case XP_CALL: u.bits = call_uses(e); break;
		case XP_ITEM: u.bits = USES_ITEM; break;
		case XP_QUERY: u.bits = HAS_EFFECT; break;
		case XP_LOCAL: u.locals = e->n_args < XP_WORD_BITS ? 1ull << e->n_args : ~0ull; break;
		case XP_FOR:
		case XP_SOME:
		case XP_EVERY: u.bits = IS_COSTLY; break;
		default: break;
	}
	return u;
}

/* Is node c of p evaluated for each item of something? */
static bool
is_repeated(const XpExpr *p, uint32_t c)
{
	switch (p->op)
	{
		case XP_PREDICATE: return true;
		case XP_MAP: return c == p->b;
		case XP_FOR:
		case XP_SOME:
		case XP_EVERY: return c != p->a;
		default: return false;
	}
}

/* What p depends on because of its part c. */
static Uses
uses_of_part(const XpExpr *nodes, const XpExpr *p, uint32_t c, Uses u)
{
	/* a predicate has a focus of its own, except that a sequence filter keeps the context node */
	if (nodes[c].op == XP_PREDICATE)
		u.bits &= (uint8_t) (p->op == XP_SEQ_FILTER ? ~(USES_FOCUS & ~USES_NODE) : ~USES_FOCUS);
	else if (p->op == XP_MAP && c == p->b)
		u.bits &= (uint8_t) ~USES_FOCUS;
	else if (xp_binds(p->op) && c != p->a && p->n_args < XP_WORD_BITS)
		u.locals &= ~(1ull << p->n_args);
	return u;
}

static bool
is_held(const Holder *h, uint32_t i)
{
	const XpExpr *e = &h->p->nodes[i];
	const Uses *u = &h->uses[i];

	return e->op != XP_STEP && e->op != XP_PREDICATE && u->again && !u->within && u->locals == 0 &&
		   u->bits == IS_COSTLY;
}

/* List parents before children; true when anything is evaluated more than once. */
static bool
walk(Holder *h)
{
	bool again = false;
	uint32_t i;
	XpWalk w;

	xp_walk_init(&w, h->p->block);
	while ((i = xp_walk_next(&w)) != 0)
	{
		h->order[h->n++] = i;
		h->parent[i] = w.depth > 1 ? w.node[w.depth - 2] : 0;
		again = again || is_repeated(&h->p->nodes[h->parent[i]], i);
	}
	return again;
}

static void
find_uses(Holder *h)
{
	const XpExpr *nodes = h->p->nodes;
	uint32_t k;

	for (k = 0; k < h->n; k++)
		h->uses[h->order[k]] = own_uses(&nodes[h->order[k]]);
	for (k = h->n; k-- > 1;)
	{
		uint32_t i = h->order[k];
		Uses *up = &h->uses[h->parent[i]];
		Uses u = uses_of_part(nodes, &nodes[h->parent[i]], i, h->uses[i]);

		up->bits |= u.bits;
		up->locals |= u.locals;
	}
}

BxStatus
xp_held_plan(XpPlan *p, uint32_t n_nodes, BxArena *arena, BxError *err)
{
	size_t bytes = n_nodes * (sizeof(Uses) + 3 * sizeof(uint32_t));
	uint8_t *room;
	uint32_t k;
	Holder h = {.p = p};

	for (k = 1; k < n_nodes && p->nodes[k].op != XP_MAP && !is_repeated(&p->nodes[k], UINT32_MAX); k++)
		;
	if (k == n_nodes)
		return BX_OK;
	room = bx_arena_zalloc(arena, bytes);
	if (room == NULL)
		return bx_fail_nomem(err, bytes);
	h.uses = (Uses *) room;
	h.parent = (uint32_t *) (h.uses + n_nodes);
	h.order = h.parent + n_nodes;
	p->held_no = h.order + n_nodes;
	if (walk(&h))
		find_uses(&h);
	for (k = 1; k < h.n; k++)
	{
		uint32_t i = h.order[k], up = h.parent[i];
		bool loop = is_repeated(&p->nodes[up], i);

		h.uses[i].again = h.uses[up].again || loop;
		h.uses[i].within = !loop && (h.uses[up].within || p->held_no[up] != 0);
		if (is_held(&h, i))
			p->held_no[i] = ++p->n_held;
	}
	if (p->n_held == 0)
		p->held_no = NULL;
	return BX_OK;
}

/* ---- evaluation ---- */

#define NODES_MAX (1u << 20)
#define ITEMS_MAX (1u << 16)

struct XpHeld
{
	BxArena own;
	bool busy; /* it is being evaluated, the usual way */
	bool has_bool, has_number, has_string, has_nodes, has_items;
	bool delivered; /* nodes or items were, once */
	bool too_many;
	bool truth;
	double number;
	BxStr string;
	XpSet nodes;
	XpSeq items;
};

BxStatus
xp_held_open(XpEval *ev)
{
	size_t bytes = ev->plan->n_held * sizeof(XpHeld);

	ev->held = bx_arena_zalloc(&ev->keep, bytes);
	return ev->held != NULL ? BX_OK : xp_nomem(ev, bytes);
}

void
xp_held_close(XpEval *ev)
{
	uint32_t i;

	for (i = 0; i < ev->plan->n_held; i++)
		if (ev->held[i].own.head != NULL)
			bx_arena_reset(&ev->held[i].own);
}

XpHeld *
xp_held_of(XpEval *ev, uint32_t expr)
{
	uint32_t no = ev->plan->held_no[expr];

	return no != 0 && !ev->held[no - 1].busy ? &ev->held[no - 1] : NULL;
}

/*
 * The arena of the held value replaces scratch memory, so that what the value refers to stays.  Callers must end()
 * after an error, too: their callers release marks of the scratch memory.
 */
static BxArena *
begin(XpEval *ev, XpHeld *h)
{
	BxArena *scratch = ev->arena;

	if (h->own.host == NULL)
		bx_arena_init_small(&h->own, ev->host);
	h->busy = true;
	ev->arena = &h->own;
	return scratch;
}

static void
end(XpEval *ev, XpHeld *h, BxArena *scratch)
{
	ev->arena = scratch;
	h->busy = false;
}

BxStatus
xp_held_bool(XpEval *ev, XpHeld *h, uint32_t expr, const XpContext *cx, bool *b)
{
	BxArenaMark mark;
	BxArena *scratch;
	BxStatus st;

	if (!h->has_bool)
	{
		scratch = begin(ev, h);
		mark = bx_arena_mark(ev->arena);
		st = xp_bool(ev, expr, cx, &h->truth);
		bx_arena_release(ev->arena, &mark);
		end(ev, h, scratch);
		BX_TRY(st);
		h->has_bool = true;
	}
	*b = h->truth;
	return BX_OK;
}

BxStatus
xp_held_num(XpEval *ev, XpHeld *h, uint32_t expr, const XpContext *cx, double *d)
{
	BxArenaMark mark;
	BxArena *scratch;
	BxStatus st;

	if (!h->has_number)
	{
		scratch = begin(ev, h);
		mark = bx_arena_mark(ev->arena);
		st = xp_num(ev, expr, cx, &h->number);
		bx_arena_release(ev->arena, &mark);
		end(ev, h, scratch);
		BX_TRY(st);
		h->has_number = true;
	}
	*d = h->number;
	return BX_OK;
}

BxStatus
xp_held_str(XpEval *ev, XpHeld *h, uint32_t expr, const XpContext *cx, BxStr *s)
{
	BxArena *scratch;
	BxStatus st;

	if (!h->has_string)
	{
		scratch = begin(ev, h);
		st = xp_str(ev, expr, cx, &h->string);
		end(ev, h, scratch);
		BX_TRY(st);
		h->has_string = true;
	}
	*s = h->string;
	return BX_OK;
}

/* ---- nodes and items ---- */

typedef struct KeepSink
{
	XpSink sink;
	XpSet *set;
} KeepSink;

static BxStatus
take_node(XpSink *sink, XpEval *ev, const XpNode *nd, bool *stop)
{
	KeepSink *k = (KeepSink *) sink;

	*stop = k->set->n == NODES_MAX;
	return *stop ? BX_OK : xp_set_add(ev, k->set, nd);
}

/* There are too many: drop those kept, and do not try again. */
static void
drop(XpHeld *h)
{
	h->too_many = true;
	if (!h->has_string && !h->has_nodes && !h->has_items)
		bx_arena_reset(&h->own);
}

/* Keep the nodes; the anchors of their ancestors stay. */
static BxStatus
keep_nodes(XpEval *ev, XpHeld *h, uint32_t expr, const XpContext *cx)
{
	KeepSink k = {{.take = take_node, .max = NODES_MAX + 1}, &h->nodes};
	BxArena *scratch = begin(ev, h);
	BxStatus st = xp_each(ev, expr, cx, &k.sink);

	end(ev, h, scratch);
	BX_TRY(st);
	ev->n_fixed = ev->n_anchors;
	if (h->nodes.n == NODES_MAX)
		drop(h);
	else
		h->has_nodes = true;
	return BX_OK;
}

/* Deliver the usual way?  Yes the first time, and when there are too many. */
static bool
goes_past(XpHeld *h)
{
	bool first = !h->delivered;

	h->delivered = true;
	return first || h->too_many;
}

/* Keep the nodes when it is time to. */
static BxStatus
settle_nodes(XpEval *ev, XpHeld *h, uint32_t expr, const XpContext *cx)
{
	return h->has_nodes || goes_past(h) ? BX_OK : keep_nodes(ev, h, expr, cx);
}

BxStatus
xp_held_each(XpEval *ev, XpHeld *h, uint32_t expr, const XpContext *cx, XpSink *sink)
{
	BxStatus st;

	BX_TRY(settle_nodes(ev, h, expr, cx));
	if (!h->has_nodes)
	{
		h->busy = true;
		st = xp_each(ev, expr, cx, sink);
		h->busy = false;
		return st;
	}
	return xp_set_give(ev, &h->nodes, sink);
}

BxStatus
xp_held_nodes(XpEval *ev, XpHeld *h, uint32_t expr, const XpContext *cx, XpSet *set)
{
	size_t bytes;
	BxStatus st;

	BX_TRY(settle_nodes(ev, h, expr, cx));
	if (!h->has_nodes)
	{
		h->busy = true;
		st = xp_nodes_of(ev, expr, cx, set);
		h->busy = false;
		return st;
	}
	bytes = h->nodes.n * sizeof(XpNodeRef);
	set->n = set->cap = h->nodes.n;
	set->items = xp_alloc(ev, bytes);
	if (set->items == NULL)
		return BX_E_NOMEM;
	return xp_canceled(ev, bx_long_copy(ev->host, set->items, h->nodes.items, bytes));
}

static BxStatus
keep_items(XpEval *ev, XpHeld *h, uint32_t expr, const XpContext *cx)
{
	BxArena *scratch = begin(ev, h);
	BxStatus st = xp_seq_collect(ev, expr, cx, ITEMS_MAX, true, &h->items);

	end(ev, h, scratch);
	BX_TRY(st);
	ev->n_fixed = ev->n_anchors;
	if (h->items.size >= ITEMS_MAX)
		drop(h);
	else
		h->has_items = true;
	return BX_OK;
}

BxStatus
xp_held_items(XpEval *ev, XpHeld *h, uint32_t expr, const XpContext *cx, const XpSeq **seq)
{
	if (!h->has_items && !goes_past(h))
		BX_TRY(keep_items(ev, h, expr, cx));
	*seq = h->has_items ? &h->items : NULL;
	return BX_OK;
}

void
xp_held_busy(XpHeld *h, bool busy)
{
	h->busy = busy;
}

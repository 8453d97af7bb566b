/*
 * xp_position_step.c -- steps with one predicate that asks for a range of positions, from many contexts at once.
 *
 * "[3]", "[last()]", "[position() < 4]" keep part of what the axis gives from each context, counted from its near or
 * its far end.  On axes where contexts share their nodes, taking the axis anew from each would cost contexts times
 * document.  Here the nodes that pass the node test and the predicates in front are listed once, and each context
 * marks its window in the list:
 *
 *   descendant, following   the nodes of a context are a run of the list; runs are marked by where they begin and end
 *   preceding               nodes enter the list when they have ended, in the place document order gives them
 *   ancestor                the list is the stack of open ancestors; marks are settled when an ancestor is left
 *
 * Sibling axes are in xp_sibling.c.
 */
#include "xp_navigate_int.h"

#define NONE UINT32_MAX

static inline bool
counts(const XpEval *ev, uint32_t pred)
{
	return (ev->plan->nodes[pred].flags & (XP_POSITIONAL | XP_USES_LAST)) != 0;
}

void
xp_position_chain(const XpEval *ev, uint32_t step, XpChain *c)
{
	static const XpPosition all = {.lo = 1, .hi = XP_NO_END};
	const XpExpr *nodes = ev->plan->nodes;
	uint32_t pred;

	c->lead = nodes[step].a;
	for (pred = c->lead; pred != 0 && !counts(ev, pred); pred = nodes[pred].next)
		;
	c->pos = pred;
	c->tail = pred == 0 ? 0 : nodes[pred].next;
	c->simple = true;
	c->w = &all;
	if (pred == 0)
		return;
	c->w = xp_position(ev, pred);
	c->simple = c->w != NULL;
	for (pred = c->tail; pred != 0 && c->simple; pred = nodes[pred].next)
		c->simple = !counts(ev, pred);
}

/* ---- descendant and following ---- */

/* The first index of the set whose key is not below key. */
static uint32_t
first_from(const XpSet *set, uint64_t key)
{
	uint32_t lo = 0, hi = set->n;

	while (lo < hi)
	{
		uint32_t mid = lo + (hi - lo) / 2;

		if (set->items[mid].key < key)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

/* Key of the first node after the content. */
static inline uint64_t
key_after(const XpNode *nd)
{
	return ((uint64_t) nd->next + 1) * 2;
}

/* The part of the list that a context has. */
static void
run_of(const XpSet *list, uint8_t axis, const XpNode *nd, uint32_t *a, uint32_t *b)
{
	uint64_t from, to;

	if (axis == XP_AX_FOLLOWING)
	{
		/* the text of a leaf is among what follows the leaf's namespace nodes */
		*a = first_from(list, nd->kind == BX_KIND_NAMESPACE ? (uint64_t) nd->key + 1 : key_after(nd));
		*b = list->n;
		return;
	}
	from = (uint64_t) nd->key + (axis == XP_AX_DESCENDANT);
	to = (uint64_t) nd->key + 1;
	if (nd->kind == BX_KIND_LEAF)
		to = (uint64_t) nd->key + 2;
	else if (nd->kind == BX_KIND_ELEMENT || nd->kind == XP_DOC)
		to = key_after(nd);
	*a = first_from(list, from);
	*b = to > from ? first_from(list, to) : *a;
}

static BxStatus
copy_reduced(XpEval *ev, uint32_t step, const XpSet *from, XpSet *some)
{
	some->items = xp_alloc(ev, (size_t) from->n * sizeof(XpNodeRef));
	if (some->items == NULL)
		return BX_E_NOMEM;
	if (from->n > 0)
		memcpy(some->items, from->items, (size_t) from->n * sizeof(XpNodeRef));
	some->n = some->cap = from->n;
	return xp_reduce_contexts(ev, ev->plan->axis[step], some);
}

/* All nodes of the axis from any of the contexts, in document order, that pass what comes before the window. */
static BxStatus
list_nodes(XpEval *ev, uint32_t step, const XpChain *chain, const XpSet *from, XpSet *list)
{
	XpGather g = {.ev = ev, .step = step, .out = list};
	XpSet some = {NULL, 0, 0};
	XpNodeRef first;
	uint32_t i;
	XpNode nd;

	if (ev->plan->axis[step] == XP_AX_FOLLOWING)
	{
		/* no other context has more than the one that ends first */
		BX_TRY(xp_first_end(ev, from, &first));
		some = (XpSet){&first, 1, 1};
	}
	else
		BX_TRY(copy_reduced(ev, step, from, &some));
	for (i = 0; i < some.n; i++)
	{
		BX_TRY(xp_load(ev, &some.items[i], &nd));
		BX_TRY(xp_gather(&g, &nd));
	}
	BX_TRY(xp_set_sort(ev, list));
	return xp_filter(ev, chain->lead, chain->pos, list);
}

/* The node as the only one of its axis. */
static BxStatus
take_alone(XpEval *ev, uint32_t step, const XpChain *chain, const XpNode *nd, XpSet *to)
{
	uint32_t a, b;
	bool pass = xp_test_node(ev, nd, step);

	BX_TRY(xp_pass_alone(ev, chain->lead, chain->pos, nd, &pass));
	xp_position_run(chain->w, pass, false, &a, &b);
	return a < b ? xp_set_add(ev, to, nd) : BX_OK;
}

/* Below attributes and namespace nodes is nothing: take what they give themselves, and leave the other contexts. */
static BxStatus
set_apart(XpEval *ev, uint32_t step, const XpChain *chain, const XpSet *from, XpSet *others, XpSet *to)
{
	uint32_t i;
	XpNode nd;

	for (i = 0; i < from->n; i++)
	{
		BX_TRY(xp_next_node(ev, &from->items[i], &nd));
		if (xp_is_child_kind(nd.kind))
			BX_TRY(xp_set_push(ev, others, from->items[i]));
		else if (ev->plan->axis[step] == XP_AX_DESCENDANT_OR_SELF)
			BX_TRY(take_alone(ev, step, chain, &nd, to));
	}
	return BX_OK;
}

/* The list as the result, without a copy when it is all of it. */
static BxStatus
give_list(XpEval *ev, const XpSet *list, XpSet *to)
{
	uint32_t i;

	if (to->n == 0)
	{
		*to = *list;
		return BX_OK;
	}
	for (i = 0; i < list->n; i++)
		BX_TRY(xp_set_push(ev, to, list->items[i]));
	return BX_OK;
}

static BxStatus
step_by_runs(XpEval *ev, uint32_t step, const XpChain *chain, const XpSet *from, XpSet *to)
{
	XpSet list = {NULL, 0, 0};
	XpSet others = {NULL, 0, 0};
	int32_t *marks;
	int64_t open = 0;
	uint32_t i, k, a, b, s, e;
	XpNode nd;

	if (ev->plan->axis[step] != XP_AX_FOLLOWING)
	{
		BX_TRY(set_apart(ev, step, chain, from, &others, to));
		from = &others;
	}
	BX_TRY(list_nodes(ev, step, chain, from, &list));
	marks = xp_alloc(ev, ((size_t) list.n + 1) * sizeof(int32_t));
	if (marks == NULL)
		return BX_E_NOMEM;
	memset(marks, 0, ((size_t) list.n + 1) * sizeof(int32_t));
	for (i = 0; i < from->n; i++)
	{
		BX_TRY(xp_next_node(ev, &from->items[i], &nd));
		run_of(&list, ev->plan->axis[step], &nd, &a, &b);
		xp_position_run(chain->w, b - a, false, &s, &e);
		marks[a + s]++;
		marks[a + e]--;
	}
	for (i = k = 0; i < list.n; i++)
	{
		open += marks[i];
		if (open > 0)
			list.items[k++] = list.items[i];
	}
	list.n = k;
	return give_list(ev, &list, to);
}

/* ---- preceding ---- */

/* A node of the list: open, then closed and linked in document order. */
typedef struct Closed
{
	uint32_t next; /* while open: the end of its content */
	uint32_t prev; /* while open: the last closed node when it began */
} Closed;

typedef struct Preceding
{
	XpEval *ev;
	const XpSet *list;
	Closed *nodes;  /* [list->n] */
	uint32_t *open; /* stack of indices */
	uint32_t n_open, max_open;
	uint32_t seen; /* nodes of the list that have begun */
	uint32_t head, tail;
	uint8_t *marked; /* bits of nodes that belong to the result */
} Preceding;

/* Link the innermost open node: before all closed nodes that began after it. */
static void
close_node(Preceding *p)
{
	uint32_t i = p->open[--p->n_open];
	Closed *x = &p->nodes[i];

	x->next = x->prev == NONE ? p->head : p->nodes[x->prev].next;
	if (x->prev == NONE)
		p->head = i;
	else
		p->nodes[x->prev].next = i;
	if (x->next == NONE)
		p->tail = i;
	else
		p->nodes[x->next].prev = i;
}

/* Begin and end nodes up to a context that starts at off. */
static BxStatus
advance(Preceding *p, uint32_t key)
{
	uint32_t off = key == 0 ? 0 : key / 2 - 1;
	XpNode nd;

	while (p->seen < p->list->n && p->list->items[p->seen].key < key)
	{
		BX_TRY(xp_next_node(p->ev, &p->list->items[p->seen], &nd));
		while (p->n_open > 0 && p->nodes[p->open[p->n_open - 1]].next <= nd.key / 2 - 1)
			close_node(p);
		if (p->n_open == p->max_open)
			return xp_damaged(p->ev, nd.key / 2 - 1);
		p->nodes[p->seen].next = nd.next;
		p->nodes[p->seen].prev = p->tail;
		p->open[p->n_open++] = p->seen++;
	}
	while (p->n_open > 0 && p->nodes[p->open[p->n_open - 1]].next <= off)
		close_node(p);
	return BX_OK;
}

/* Mark the closed nodes of the window; the near end is the tail. */
static BxStatus
mark_closed(Preceding *p, const XpPosition *w)
{
	uint32_t i = w->from_end ? p->head : p->tail;
	uint32_t pos;

	for (pos = 1; i != NONE && pos <= w->hi; pos++)
	{
		BX_TRY(xp_tick(p->ev));
		if (pos >= w->lo)
			p->marked[i / 8] |= (uint8_t) (1u << i % 8);
		i = w->from_end ? p->nodes[i].next : p->nodes[i].prev;
	}
	return BX_OK;
}

/* Positions only grow from one context to the next, so of a window without end the last context has all of it. */
static BxStatus
step_preceding(XpEval *ev, uint32_t step, const XpChain *chain, const XpSet *from, XpSet *to)
{
	XpSet list = {NULL, 0, 0};
	Preceding p = {.ev = ev, .list = &list, .head = NONE, .tail = NONE};
	XpSet last = {from->items + (from->n - 1), 1, 1};
	uint32_t i, k;

	p.max_open = ev->img->head.depth + 2;
	BX_TRY(list_nodes(ev, step, chain, &last, &list)); /* no other context has more */
	p.nodes = xp_alloc(ev, ((size_t) list.n + 1) * sizeof(Closed));
	p.open = xp_alloc(ev, (size_t) p.max_open * sizeof(uint32_t));
	p.marked = xp_alloc(ev, list.n / 8 + 1);
	if (!p.nodes || !p.open || !p.marked)
		return BX_E_NOMEM;
	memset(p.marked, 0, list.n / 8 + 1);
	for (i = 0; i < from->n; i++)
	{
		BX_TRY(xp_tick(ev));
		BX_TRY(advance(&p, from->items[i].key));
		if (chain->w->hi != XP_NO_END || i == from->n - 1)
			BX_TRY(mark_closed(&p, chain->w));
	}
	for (i = k = 0; i < list.n; i++)
		if (p.marked[i / 8] >> i % 8 & 1)
			list.items[k++] = list.items[i];
	list.n = k;
	return give_list(ev, &list, to);
}

/* ---- ancestor ---- */

typedef struct Above
{
	uint32_t end; /* offset of the next item */
	XpNodeRef item;
	bool listed; /* is on the list as well */
} Above;

typedef struct Listed
{
	XpNodeRef item;
	int64_t marks; /* windows that begin here, less those that ended one further in */
} Listed;

typedef struct Ancestors
{
	XpEval *ev;
	uint32_t step;
	const XpChain *chain;
	XpSet *to;
	Above *above; /* ancestors of the last context, the document first */
	uint32_t n_above;
	Listed *list; /* those that pass */
	uint32_t n_list;
	uint32_t cap;
} Ancestors;

static BxStatus
leave_ancestor(Ancestors *s)
{
	Listed *x;

	if (!s->above[--s->n_above].listed)
		return BX_OK;
	x = &s->list[--s->n_list];
	if (s->n_list > 0)
		x[-1].marks += x->marks;
	return x->marks > 0 ? xp_set_push(s->ev, s->to, x->item) : BX_OK;
}

static BxStatus
passes(Ancestors *s, const XpNode *nd, bool *pass)
{
	*pass = xp_test_node(s->ev, nd, s->step);
	return xp_pass_alone(s->ev, s->chain->lead, s->chain->pos, nd, pass);
}

/* Pop elements that are not ancestors of the context, push those that are. */
static BxStatus
go_to(Ancestors *s, const XpNode *nd)
{
	uint32_t off = nd->kind == XP_DOC ? 0 : nd->key / 2 - 1;
	uint32_t n, i;
	XpNode cur = *nd;
	XpNode parent;
	bool found;

	/* the context may be the innermost one itself, or one of its namespace nodes */
	while (s->n_above > 0 &&
		   (s->above[s->n_above - 1].end <= off || s->above[s->n_above - 1].item.key > nd->key ||
			(s->above[s->n_above - 1].item.key == nd->key && nd->kind != BX_KIND_NAMESPACE)))
		BX_TRY(leave_ancestor(s));
	for (n = s->n_above;; n++)
	{
		BX_TRY(xp_tick(s->ev));
		BX_TRY(xp_parent(s->ev, &cur, &parent, &found));
		if (!found || (s->n_above > 0 && parent.key == s->above[s->n_above - 1].item.key))
			break;
		if (n == s->cap)
			return xp_damaged(s->ev, off);
		s->above[n] = (Above){parent.next, {parent.key, parent.up}, false};
		cur = parent;
	}
	for (i = 0; i < (n - s->n_above) / 2; i++)
	{
		Above x = s->above[s->n_above + i];

		s->above[s->n_above + i] = s->above[n - 1 - i];
		s->above[n - 1 - i] = x;
	}
	for (; s->n_above < n; s->n_above++)
	{
		Above *x = &s->above[s->n_above];

		BX_TRY(xp_load(s->ev, &x->item, &parent));
		BX_TRY(passes(s, &parent, &x->listed));
		if (x->listed)
			s->list[s->n_list++] = (Listed){x->item, 0};
	}
	return BX_OK;
}

static BxStatus
step_ancestors(XpEval *ev, uint32_t step, const XpChain *chain, const XpSet *from, XpSet *to)
{
	Ancestors s = {.ev = ev, .step = step, .chain = chain, .to = to, .cap = ev->img->head.depth + 2};
	uint32_t i, a, b, n;
	bool self;
	XpNode nd;

	s.above = xp_alloc(ev, (size_t) s.cap * sizeof(Above));
	s.list = xp_alloc(ev, (size_t) s.cap * sizeof(Listed));
	if (!s.above || !s.list)
		return BX_E_NOMEM;
	for (i = 0; i < from->n; i++)
	{
		self = false;
		BX_TRY(xp_load(ev, &from->items[i], &nd));
		BX_TRY(go_to(&s, &nd));
		if (ev->plan->axis[step] == XP_AX_ANCESTOR_OR_SELF)
			BX_TRY(passes(&s, &nd, &self));
		n = s.n_list + self;
		/* the near end is the innermost */
		xp_position_run(chain->w, n, true, &a, &b);
		if (self && a < b && b == n)
		{
			BX_TRY(xp_set_push(ev, to, from->items[i]));
			b--;
		}
		if (a < b)
		{
			s.list[b - 1].marks++;
			if (a > 0)
				s.list[a - 1].marks--;
		}
	}
	while (s.n_above > 0)
		BX_TRY(leave_ancestor(&s));
	return BX_OK;
}

/* ---- the step ---- */

bool
xp_position_axis(uint8_t axis)
{
	switch (axis)
	{
		case XP_AX_DESCENDANT:
		case XP_AX_DESCENDANT_OR_SELF:
		case XP_AX_FOLLOWING:
		case XP_AX_PRECEDING:
		case XP_AX_ANCESTOR:
		case XP_AX_ANCESTOR_OR_SELF: return true;
		default: return false;
	}
}

BxStatus
xp_position_step(XpEval *ev, uint32_t step, const XpChain *chain, const XpSet *from, XpSet *to)
{
	switch (ev->plan->axis[step])
	{
		case XP_AX_PRECEDING: return step_preceding(ev, step, chain, from, to);
		case XP_AX_ANCESTOR:
		case XP_AX_ANCESTOR_OR_SELF: return step_ancestors(ev, step, chain, from, to);
		default: return step_by_runs(ev, step, chain, from, to);
	}
}

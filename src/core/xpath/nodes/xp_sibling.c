/*
 * xp_sibling.c -- sibling axes from many children of one parent.
 *
 * "following-sibling::x[1]" or "count(preceding-sibling::x)" in a predicate are asked anew for each child of a parent;
 * answered one by one they cost the square of their number.  A list remembers, for a step and a parent, which children
 * pass the node test and the predicates in front of a position; it is extended only as far as needed, so the
 * first answer costs no more than without it.  Lists are in a table with one place for each hash value: the lists of
 * the parents visited last remain, and memory follows the children listed, four bytes each.
 */
#include "xp_set_int.h"

#define LISTS_LEAST 16
#define LISTS_MOST 4096

typedef struct XpSiblings
{
	uint32_t step;    /* 0: not in use */
	uint32_t parent;  /* offset of the parent's item + 1, 0 for the document */
	uint32_t content; /* offset of the parent's content */
	uint32_t from;    /* children in [from .. to) were looked at */
	uint32_t to;
	uint32_t end;   /* of the parent's content */
	uint32_t *keys; /* of those that pass, from the host */
	uint32_t n, cap;
	uint32_t up;            /* anchor of the parent, of the context that asks */
	bool busy;              /* in use further out */
	uint32_t stamp;         /* of the step that emitted ... */
	uint32_t first, behind; /* ... this run of the list */
} XpSiblings;

void
xp_siblings_free(XpEval *ev)
{
	uint32_t i;

	for (i = 0; i <= ev->siblings.mask; i++)
		if (ev->siblings.list[i].keys != NULL)
			ev->host->release(ev->host->ctx, ev->siblings.list[i].keys);
}

static BxStatus
make_table(XpEval *ev)
{
	uint32_t n = LISTS_LEAST;

	/* small documents have few parents */
	while (n < LISTS_MOST && n < ev->items_len / 64)
		n *= 2;
	ev->siblings.list = bx_arena_zalloc(&ev->keep, n * sizeof(XpSiblings));
	if (ev->siblings.list == NULL)
		return xp_nomem(ev, n * sizeof(XpSiblings));
	ev->siblings.mask = n - 1;
	return BX_OK;
}

static void
start_at(XpSiblings *s, uint32_t off)
{
	s->from = s->to = off;
	s->n = 0;
	s->stamp = 0;
}

/* The list for the siblings of nd; NULL when it has no parent, or its place is in use further out. */
static BxStatus
list_of(XpEval *ev, uint32_t step, const XpNode *nd, XpSiblings **list)
{
	uint32_t parent = nd->up == 0 ? 0 : ev->anchors[nd->up].off + 1;
	XpSiblings *s;
	XpNode above;
	bool found;

	*list = NULL;
	if (ev->siblings.list == NULL)
		BX_TRY(make_table(ev));
	s = &ev->siblings.list[bx_hash_numbers(&ev->host->seed, parent, step) & ev->siblings.mask];
	if (s->busy)
		return BX_OK;
	if (s->step != step || s->parent != parent)
	{
		BX_TRY(xp_parent(ev, nd, &above, &found));
		if (!found)
			return BX_OK;
		s->step = step;
		s->parent = parent;
		s->content = above.content;
		s->end = above.next;
		start_at(s, UINT32_MAX);
	}
	s->up = nd->up;
	*list = s;
	return BX_OK;
}

static BxStatus
list_add(XpEval *ev, XpSiblings *s, uint32_t key)
{
	if (s->n == s->cap)
	{
		uint32_t cap = s->cap ? s->cap * 2 : 16;
		uint32_t *keys = ev->host->resize(ev->host->ctx, s->keys, (size_t) cap * sizeof(uint32_t));

		if (keys == NULL)
			return xp_nomem(ev, (size_t) cap * sizeof(uint32_t));
		s->keys = keys;
		s->cap = cap;
	}
	s->keys[s->n++] = key;
	return BX_OK;
}

/* Extend the list until it has more than `max` entries or reaches off. */
static BxStatus
read_on(XpEval *ev, XpSiblings *s, const XpChain *chain, uint32_t max, uint32_t off)
{
	bool pass;
	XpNode nd;

	while (s->to < off && s->n <= max)
	{
		BX_TRY(xp_next_item(ev, s->to, s->end, &nd));
		nd.up = s->up;
		pass = xp_is_child_kind(nd.kind) && xp_test_node(ev, &nd, s->step);
		BX_TRY(xp_pass_alone(ev, chain->lead, chain->pos, &nd, &pass));
		if (pass)
			BX_TRY(list_add(ev, s, nd.key));
		s->to = nd.next;
	}
	return BX_OK;
}

/* The first index whose key is not below key. */
static uint32_t
first_from(const XpSiblings *s, uint32_t key)
{
	uint32_t lo = 0, hi = s->n;

	while (lo < hi)
	{
		uint32_t mid = lo + (hi - lo) / 2;

		if (s->keys[mid] < key)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

/* The part of the list that a context asks for; the list is extended as far as needed. */
static BxStatus
run_of(XpEval *ev, XpSiblings *s, const XpChain *chain, const XpNode *nd, bool forward, uint32_t *a,
	   uint32_t *b)
{
	const XpPosition *w = chain->w;
	uint32_t behind = nd->next;
	uint32_t base, max;

	if (!forward)
	{
		if (s->from != s->content)
			start_at(s, s->content);
		BX_TRY(read_on(ev, s, chain, UINT32_MAX, nd->key / 2 - 1));
		xp_position_run(w, first_from(s, nd->key), true, a, b);
		return BX_OK;
	}
	/* a context after the part that was read begins a new list, one before it a list of all children */
	if (s->to < behind || s->from == UINT32_MAX)
		start_at(s, behind);
	else if (s->from > behind)
		start_at(s, s->content);
	if (s->to < behind)
		BX_TRY(read_on(ev, s, chain, UINT32_MAX, behind));
	base = first_from(s, (behind + 1) * 2);
	max = w->from_end || w->hi > UINT32_MAX - base - 1 ? UINT32_MAX : base + (uint32_t) w->hi - 1;
	if (w->hi > 0)
		BX_TRY(read_on(ev, s, chain, max, s->end));
	xp_position_run(w, s->n - base, false, a, b);
	*a += base;
	*b += base;
	return BX_OK;
}

bool
xp_sibling_axis(uint8_t axis)
{
	return axis == XP_AX_FOLLOWING_SIBLING || axis == XP_AX_PRECEDING_SIBLING;
}

/* The list for a context that can have siblings; none and *known for one that cannot. */
static BxStatus
list_for(XpEval *ev, uint32_t step, const XpNode *nd, XpSiblings **s, bool *known)
{
	*s = NULL;
	*known = true;
	if (!xp_is_child_kind(nd->kind) || nd->kind == XP_DOC || (nd->key & 1))
		return BX_OK;
	BX_TRY(list_of(ev, step, nd, s));
	*known = *s != NULL;
	return BX_OK;
}

/* The part [a .. b) of its list for a context; without a list none. */
static BxStatus
take_run(XpEval *ev, uint32_t step, const XpChain *chain, const XpNode *nd, XpSiblings **s, bool *known,
		 uint32_t *a, uint32_t *b)
{
	*a = *b = 0;
	BX_TRY(list_for(ev, step, nd, s, known));
	if (*s == NULL)
		return BX_OK;
	(*s)->busy = true;
	BX_TRY(run_of(ev, *s, chain, nd, ev->plan->axis[step] == XP_AX_FOLLOWING_SIBLING, a, b));
	(*s)->busy = false;
	return BX_OK;
}

BxStatus
xp_sibling_first(XpEval *ev, uint32_t step, const XpChain *chain, const XpNode *nd, bool *known, XpSet *to)
{
	static const XpPosition one = {.lo = 1, .hi = 1};
	XpChain first = *chain;
	XpSiblings *s;
	uint32_t a = 0, b = 0;

	if (ev->plan->axis[step] == XP_AX_FOLLOWING_SIBLING)
	{
		first.w = &one;
		BX_TRY(take_run(ev, step, &first, nd, &s, known, &a, &b));
	}
	else
	{
		BX_TRY(list_for(ev, step, nd, &s, known));
		if (s == NULL)
			return BX_OK;
		s->busy = true;
		if (s->from != s->content)
			start_at(s, s->content);
		BX_TRY(read_on(ev, s, chain, 0, nd->key / 2 - 1));
		s->busy = false;
		b = s->n > 0 && s->keys[0] < nd->key;
	}
	return a < b ? xp_set_push(ev, to, (XpNodeRef){s->keys[a], nd->up}) : BX_OK;
}

BxStatus
xp_sibling_count(XpEval *ev, uint32_t step, const XpChain *chain, const XpNode *nd, bool *known, uint64_t *n)
{
	XpSiblings *s;
	uint32_t a, b;

	BX_TRY(take_run(ev, step, chain, nd, &s, known, &a, &b));
	*n = b - a;
	return BX_OK;
}

BxStatus
xp_sibling_nodes(XpEval *ev, uint32_t step, const XpChain *chain, const XpNode *nd, uint32_t stamp,
				 bool *known, XpSet *to)
{
	XpSiblings *s;
	uint32_t a, b, i;
	XpNodeRef item;

	BX_TRY(take_run(ev, step, chain, nd, &s, known, &a, &b));
	if (s == NULL)
		return BX_OK;
	if (s->stamp != stamp || stamp == 0 || b < s->first || a > s->behind)
	{
		s->stamp = stamp;
		s->first = s->behind = a;
	}
	item.up = nd->up;
	for (i = a; i < b; i++)
	{
		if (i >= s->first && i < s->behind)
		{
			i = s->behind - 1; /* another context gave these */
			continue;
		}
		item.key = s->keys[i];
		BX_TRY(xp_tick(ev));
		BX_TRY(xp_set_push(ev, to, item));
	}
	s->first = s->first < a ? s->first : a;
	s->behind = s->behind > b ? s->behind : b;
	return BX_OK;
}

/*
 * xp_set.c -- node-sets in memory, eight bytes a node: order, contexts of a step that add nothing, and the anchors that
 * a set needs.
 */
#include "xp_set_int.h"

BxStatus
xp_set_grow(XpEval *ev, XpSet *set)
{
	uint32_t cap = set->cap ? set->cap * 2 : 16;
	XpNodeRef *p =
		xp_grow(ev, set->items, (size_t) set->n * sizeof(XpNodeRef), (size_t) cap * sizeof(XpNodeRef));

	if (p == NULL)
		return BX_E_NOMEM;
	set->items = p;
	set->cap = cap;
	return BX_OK;
}

/* Document order: a namespace node comes after its element, and before all that is in it. */
static inline bool
is_before(const XpEval *ev, const XpNodeRef *a, const XpNodeRef *b)
{
	if (BX_LIKELY(a->key != b->key))
		return a->key < b->key;
	if (!xp_is_namespace_up(b->up))
		return false;
	return !xp_is_namespace_up(a->up) ||
		   ev->anchors[a->up - XP_UP_NAMESPACE].off < ev->anchors[b->up - XP_UP_NAMESPACE].off;
}

static void
sift(const XpEval *ev, XpNodeRef *a, size_t i, size_t n)
{
	XpNodeRef x = a[i];
	size_t c;

	for (; (c = 2 * i + 1) < n; i = c)
	{
		if (c + 1 < n && is_before(ev, &a[c], &a[c + 1]))
			c++;
		if (!is_before(ev, &x, &a[c]))
			break;
		a[i] = a[c];
	}
	a[i] = x;
}

static BxStatus
heap_sort(XpEval *ev, XpNodeRef *a, size_t n)
{
	size_t i;

	for (i = n / 2; i-- > 0;)
	{
		BX_TRY(xp_tick(ev));
		sift(ev, a, i, n);
	}
	for (i = n; i-- > 1;)
	{
		XpNodeRef x = a[0];

		BX_TRY(xp_tick(ev));
		a[0] = a[i];
		a[i] = x;
		sift(ev, a, 0, i);
	}
	return BX_OK;
}

/* Document order without duplicates; already ordered sets, the common case, cost one look. */
BxStatus
xp_set_sort(XpEval *ev, XpSet *set)
{
	uint32_t i, k;

	for (i = 1; i < set->n && is_before(ev, &set->items[i - 1], &set->items[i]); i++)
		;
	BX_TRY(xp_charge(ev, (uint64_t) i * sizeof(XpNodeRef)));
	if (i >= set->n)
		return BX_OK;
	BX_TRY(heap_sort(ev, set->items, set->n));
	for (i = k = 1; i < set->n; i++)
		if (is_before(ev, &set->items[k - 1], &set->items[i]))
			set->items[k++] = set->items[i];
	set->n = k;
	return BX_OK;
}

BxStatus
xp_set_tidy(XpEval *ev, XpSet *set, uint32_t *tidy)
{
	if (set->n < *tidy)
		return BX_OK;
	BX_TRY(xp_set_sort(ev, set));
	*tidy = set->n > UINT32_MAX / 2 ? UINT32_MAX : set->n * 2 + XP_SET_TIDY;
	return BX_OK;
}

BxStatus
xp_set_keep(XpEval *ev, XpSet *set, const XpSet *other, bool common)
{
	uint32_t i, j = 0, k = 0;

	for (i = 0; i < set->n; i++)
	{
		bool found;

		BX_TRY(xp_tick(ev));
		for (; j < other->n && is_before(ev, &other->items[j], &set->items[i]); j++)
			BX_TRY(xp_tick(ev));
		found = j < other->n && !is_before(ev, &set->items[i], &other->items[j]);
		if (found == common)
			set->items[k++] = set->items[i];
	}
	set->n = k;
	return BX_OK;
}

/* From the end, so that no node is overwritten before it has been moved; duplicates leave a gap in front. */
BxStatus
xp_set_merge(XpEval *ev, XpSet *set, const XpSet *other)
{
	size_t i = set->n, j = other->n, n = i + j, k = n;
	XpNodeRef *a;

	if (j == 0)
		return BX_OK;
	if (n > UINT32_MAX)
		return xp_nomem(ev, n * sizeof(XpNodeRef));
	a = xp_grow(ev, set->items, i * sizeof(XpNodeRef), n * sizeof(XpNodeRef));
	if (a == NULL)
		return BX_E_NOMEM;
	while (j > 0)
	{
		BX_TRY(xp_tick(ev));
		if (i > 0 && is_before(ev, &other->items[j - 1], &a[i - 1]))
			a[--k] = a[--i];
		else
		{
			if (i > 0 && !is_before(ev, &a[i - 1], &other->items[j - 1]))
				i--;
			a[--k] = other->items[--j];
		}
	}
	memmove(a + i, a + k, (n - k) * sizeof(XpNodeRef));
	set->items = a;
	set->cap = (uint32_t) n;
	set->n = (uint32_t) (i + n - k);
	return BX_OK;
}

void
xp_set_reverse(XpSet *set)
{
	uint32_t i, j;

	if (set->n == 0)
		return;
	for (i = 0, j = set->n - 1; i < j; i++, j--)
	{
		XpNodeRef x = set->items[i];

		set->items[i] = set->items[j];
		set->items[j] = x;
	}
}

BxStatus
xp_set_give(XpEval *ev, const XpSet *set, XpSink *sink)
{
	bool stop = false;
	uint32_t i;
	XpNode nd;

	for (i = 0; i < set->n && !stop; i++)
	{
		BX_TRY(xp_next_node(ev, &set->items[i], &nd));
		BX_TRY(sink->take(sink, ev, &nd, &stop));
	}
	return BX_OK;
}

BxStatus
xp_pass_alone(XpEval *ev, uint32_t pred, uint32_t until, const XpNode *nd, bool *pass)
{
	for (; pred != until && *pass; pred = ev->plan->nodes[pred].next)
		BX_TRY(ev->predicate(ev, pred, nd, 1, 1, pass));
	return BX_OK;
}

BxStatus
xp_filter(XpEval *ev, uint32_t pred, uint32_t until, XpSet *set)
{
	uint32_t i, k, size;
	bool pass;
	XpNode nd;

	for (; pred != until; pred = ev->plan->nodes[pred].next)
	{
		size = set->n;
		for (i = k = 0; i < size; i++)
		{
			BX_TRY(xp_next_node(ev, &set->items[i], &nd));
			BX_TRY(ev->predicate(ev, pred, &nd, i + 1, size, &pass));
			if (pass)
				set->items[k++] = set->items[i];
		}
		set->n = k;
	}
	return BX_OK;
}

/* ---- contexts ---- */

/*
 * Without predicates the union over all contexts is often what some of them give.  xp_reduce_contexts keeps these only:
 * for following:: the one that ends first, for preceding:: the last, for downward axes those that are not descendants
 * of another, for siblings the first or last child of each parent.
 */
BxStatus
xp_first_end(XpEval *ev, const XpSet *from, XpNodeRef *first)
{
	uint32_t end = UINT32_MAX;
	uint32_t i;
	XpNode nd;

	*first = from->items[0];
	for (i = 0; i < from->n; i++)
	{
		BX_TRY(xp_next_node(ev, &from->items[i], &nd));
		if (nd.next >= end)
			continue;
		end = nd.next;
		*first = from->items[i];
	}
	return BX_OK;
}

static BxStatus
keep_outermost(XpEval *ev, XpSet *from)
{
	uint32_t end = 0; /* of the last one kept that has something below */
	uint32_t i, k = 0;
	XpNode nd;

	for (i = 0; i < from->n; i++)
	{
		BX_TRY(xp_next_node(ev, &from->items[i], &nd));
		if (xp_is_child_kind(nd.kind) && nd.kind != XP_DOC && nd.key / 2 - 1 < end)
			continue;
		if (xp_is_child_kind(nd.kind))
			end = nd.next;
		from->items[k++] = from->items[i];
	}
	from->n = k;
	return BX_OK;
}

/*
 * One context per parent: the first when reading forwards, the last when reading backwards.  The stack has the parents
 * so far that can be ancestors of the current context; one that has no room only costs an extra context.
 */
static BxStatus
keep_one_per_parent(XpEval *ev, XpSet *from, bool backwards)
{
	uint32_t cap = ev->img->head.depth + 2;
	uint32_t *open = xp_alloc(ev, (size_t) cap * sizeof(uint32_t));
	uint32_t top = 0, i, k = 0;
	XpNode nd;

	if (open == NULL)
		return BX_E_NOMEM;
	for (i = 0; i < from->n; i++)
	{
		XpNodeRef x = from->items[backwards ? from->n - 1 - i : i];
		uint32_t parent;

		BX_TRY(xp_next_node(ev, &x, &nd));
		if (nd.kind == XP_DOC || !xp_is_child_kind(nd.kind))
			continue; /* has no siblings */
		parent = x.up == 0 ? 0 : (ev->anchors[x.up].off + 1) * 2;
		while (top > 0 && (backwards ? open[top - 1] >= x.key : open[top - 1] > parent))
			top--;
		if (top > 0 && open[top - 1] == parent)
			continue;
		if (top < cap)
			open[top++] = parent;
		from->items[backwards ? from->n - 1 - k : k] = x;
		k++;
	}
	if (backwards)
		memmove(from->items, from->items + (from->n - k), k * sizeof(XpNodeRef));
	from->n = k;
	return BX_OK;
}

BxStatus
xp_reduce_contexts(XpEval *ev, uint8_t axis, XpSet *from)
{
	XpNodeRef first;

	if (from->n < 2)
		return BX_OK;
	switch (axis)
	{
		case XP_AX_FOLLOWING:
			BX_TRY(xp_first_end(ev, from, &first));
			from->items[0] = first;
			from->n = 1;
			return BX_OK;
		case XP_AX_PRECEDING:
			from->items[0] = from->items[from->n - 1];
			from->n = 1;
			return BX_OK;
		case XP_AX_DESCENDANT:
		case XP_AX_DEEP_ATTRIBUTE:
		case XP_AX_DESCENDANT_OR_SELF: return keep_outermost(ev, from);
		case XP_AX_FOLLOWING_SIBLING: return keep_one_per_parent(ev, from, false);
		case XP_AX_PRECEDING_SIBLING: return keep_one_per_parent(ev, from, true);
		default: return BX_OK;
	}
}

/* Number of the anchor that a way up names. */
static inline uint32_t
anchor_number(uint32_t up)
{
	return xp_is_namespace_up(up) ? up - XP_UP_NAMESPACE : up;
}

/*
 * Drop the anchors from number `first` on that are not ancestors of a node in the set.  Anchors follow those of their
 * ancestors, so one pass moves the others down.
 */
BxStatus
xp_drop_anchors(XpEval *ev, uint32_t first, XpSet *set)
{
	BxArenaMark mark = bx_arena_mark(ev->arena);
	uint32_t i, a, k, n;
	uint32_t *to;

	if (first < ev->n_fixed)
		first = ev->n_fixed;
	if (first >= ev->n_anchors)
		return BX_OK;
	k = first;
	n = ev->n_anchors - first;
	to = xp_alloc(ev, (size_t) n * sizeof(uint32_t));
	if (to == NULL)
		return BX_E_NOMEM;
	memset(to, 0, (size_t) n * sizeof(uint32_t));
	for (i = 0; i < set->n; i++)
		for (a = anchor_number(set->items[i].up); a >= first && a != XP_NO_UP && to[a - first] == 0;
			 a = ev->anchors[a].up)
			to[a - first] = 1;
	for (i = 0; i < n; i++)
	{
		XpAnchor x = ev->anchors[first + i];

		if (to[i] == 0)
			continue;
		if (x.up >= first && x.up != XP_NO_UP)
			x.up = to[x.up - first];
		to[i] = k;
		ev->anchors[k++] = x;
	}
	for (i = 0; i < set->n; i++)
	{
		uint32_t up = set->items[i].up;

		a = anchor_number(up);
		if (a >= first && a != XP_NO_UP)
			set->items[i].up = to[a - first] + (up - a);
	}
	ev->n_anchors = k;
	bx_arena_release(ev->arena, &mark);
	return BX_OK;
}

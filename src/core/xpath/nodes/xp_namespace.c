/*
 * xp_namespace.c -- the namespace axis (XPath 1.0 section 5.4).
 *
 * An element has a namespace node for each prefix in scope, declared on it or on an ancestor, and one for "xml".  The
 * bindings in scope are kept as a stack over the ancestors of the last element; moving to the next element, which is
 * mostly near, costs the declarations between the two.  So the namespace nodes of all elements cost no more than their
 * number.  They are ordered as in the value's table of pairs, "xml" first; the Recommendation leaves the order open.
 */
#include "xp_set_int.h"

#define NONE UINT32_MAX

/* An element whose declarations are in force. */
typedef struct Open
{
	uint32_t off;
	uint32_t content;
	uint32_t end;
	uint32_t n_log; /* length of the log before its declarations */
	uint8_t kind;
} Open;

/* What a declaration changed. */
typedef struct Change
{
	uint32_t prefix; /* number of the first pair with this prefix */
	uint32_t old;    /* pair it hid, or NONE: the prefix was new */
} Change;

typedef struct XpInScope
{
	Open *open;
	uint32_t n_open, cap_open;
	Change *log;
	uint32_t n_log, cap_log;
	uint32_t *first_of; /* per pair: the first pair with the same prefix */
	uint32_t *place;    /* per first pair: index into active, or NONE */
	uint32_t *active;   /* pairs in force, one per prefix; one without URI is xmlns="" */
	uint32_t n_active;
} XpInScope;

static void *
keep_alloc(XpEval *ev, size_t n)
{
	void *p = bx_arena_alloc(&ev->keep, n);

	if (p == NULL)
		xp_nomem(ev, n);
	return p;
}

BxStatus
xp_prefix_add(XpEval *ev, BxStrMap *prefixes, uint32_t pair, uint32_t *number, bool *added)
{
	const BxPair *p = &ev->table->pairs[pair];

	return bx_strmap_add(prefixes, p->prefix, p->prefix_len, number, added, ev->err);
}

/* Find for every pair the first one with its prefix. */
static BxStatus
number_prefixes(XpEval *ev, XpInScope *s)
{
	uint32_t n = ev->table->n_pairs;
	uint32_t i, number;
	BxStrMap prefixes;
	bool added;

	s->first_of = keep_alloc(ev, n * sizeof(uint32_t));
	s->place = keep_alloc(ev, n * sizeof(uint32_t));
	s->active = keep_alloc(ev, n * sizeof(uint32_t));
	if (!s->first_of || !s->place || !s->active)
		return BX_E_NOMEM;
	bx_strmap_init(&prefixes, ev->host, &ev->keep);
	for (i = 0; i < n; i++)
	{
		BX_TRY(xp_prefix_add(ev, &prefixes, i, &number, &added));
		/* until all are found, place has the first pair of a number */
		if (added)
			s->place[number] = i;
		s->first_of[i] = s->place[number];
	}
	memset(s->place, 0xff, n * sizeof(uint32_t));
	return BX_OK;
}

static BxStatus
scope_of(XpEval *ev, XpInScope **scope)
{
	if (ev->scope == NULL)
	{
		XpInScope *s = bx_arena_zalloc(&ev->keep, sizeof(XpInScope));

		if (s == NULL)
			return xp_nomem(ev, sizeof(XpInScope));
		BX_TRY(xp_names_open(ev));
		BX_TRY(number_prefixes(ev, s));
		ev->scope = s;
	}
	*scope = ev->scope;
	return BX_OK;
}

static BxStatus
declare(XpEval *ev, XpInScope *s, uint32_t pair)
{
	uint32_t prefix = s->first_of[pair];
	Change *c;

	BX_TRY(xp_keep_room(ev, (void **) &s->log, sizeof(Change), s->n_log, &s->cap_log));
	c = &s->log[s->n_log++];
	c->prefix = prefix;
	c->old = NONE;
	if (s->place[prefix] == NONE)
		s->place[prefix] = s->n_active++;
	else
		c->old = s->active[s->place[prefix]];
	s->active[s->place[prefix]] = pair;
	return BX_OK;
}

/* Leave the innermost element and restore what its declarations changed; a prefix that was new is removed. */
static void
close_one(XpInScope *s)
{
	Open *o = &s->open[--s->n_open];

	while (s->n_log > o->n_log)
	{
		Change *c = &s->log[--s->n_log];

		if (c->old != NONE)
			s->active[s->place[c->prefix]] = c->old;
		else
		{
			s->n_active--;
			s->place[c->prefix] = NONE;
		}
	}
}

BxStatus
xp_next_declaration(XpEval *ev, uint32_t *off, uint32_t end, uint32_t *pair)
{
	XpNode nd;

	*pair = XP_NO_PAIR;
	if (*off >= end)
		return BX_OK;
	BX_TRY(xp_next_item(ev, *off, end, &nd));
	if (nd.kind != BX_KIND_NAMESPACE)
		return BX_OK;
	*off = nd.next;
	*pair = ev->table->shapes[nd.shape].name;
	return BX_OK;
}

/* Declarations on an element that was opened. */
static BxStatus
read_declarations(XpEval *ev, XpInScope *s, Open *o)
{
	uint32_t off = o->content;
	uint32_t pair;

	o->n_log = s->n_log;
	if (o->kind != BX_KIND_ELEMENT)
		return BX_OK;
	for (;;)
	{
		BX_TRY(xp_next_declaration(ev, &off, o->end, &pair));
		if (pair == XP_NO_PAIR)
			return BX_OK;
		BX_TRY(declare(ev, s, pair));
	}
}

/* Open the element and those of its ancestors that are not open. */
static BxStatus
open_to(XpEval *ev, XpInScope *s, const XpNode *el)
{
	uint32_t off = el->key / 2 - 1;
	uint32_t base, i;
	XpNode cur = *el;
	XpNode parent;
	bool found = true;

	while (s->n_open > 0 && (s->open[s->n_open - 1].off > off || s->open[s->n_open - 1].end <= off))
		close_one(s);
	base = s->n_open;
	while (found && cur.kind != XP_DOC && (base == 0 || s->open[base - 1].off != cur.key / 2 - 1))
	{
		Open o = {cur.key / 2 - 1, cur.content, cur.next, 0, cur.kind};

		BX_TRY(xp_tick(ev));
		BX_TRY(xp_keep_room(ev, (void **) &s->open, sizeof(Open), s->n_open, &s->cap_open));
		s->open[s->n_open++] = o;
		BX_TRY(xp_parent(ev, &cur, &parent, &found));
		cur = parent;
	}
	for (i = 0; i < (s->n_open - base) / 2; i++)
	{
		Open o = s->open[base + i];

		s->open[base + i] = s->open[s->n_open - 1 - i];
		s->open[s->n_open - 1 - i] = o;
	}
	for (i = base; i < s->n_open; i++)
		BX_TRY(read_declarations(ev, s, &s->open[i]));
	return BX_OK;
}

/* Make the element one of its namespace nodes: what follows it in document order begins with the content. */
static void
to_namespace(XpNode *nd, uint32_t pair, uint32_t up)
{
	nd->next = nd->kind == BX_KIND_LEAF ? nd->key / 2 - 1 : nd->content;
	nd->shape = pair;
	nd->up = up;
	nd->len = 0;
	nd->kind = BX_KIND_NAMESPACE;
}

/* On the namespace axis; the name of a namespace node is its prefix, in no namespace. */
static bool
passes(const XpEval *ev, const XpNode *nd, uint32_t step)
{
	const XpExpr *s = &ev->plan->nodes[step];
	const BxPair *pair = &ev->table->pairs[nd->shape];
	const XpName *name;

	if (step == 0)
		return true;
	if (s->test != XP_TEST_NAME)
		return s->test == XP_TEST_NODE;
	name = &ev->plan->names[s->name - 1];
	if (name->uri_len > 0)
		return false;
	return (name->flags & XP_NAME_ANY_LOCAL) ||
		   bx_same_bytes(ev->plan->pool + name->local, name->local_len, pair->prefix, pair->prefix_len);
}

static BxStatus
offer_pair(XpGather *g, const XpNode *el, uint32_t anchor, uint32_t pair)
{
	uint32_t number;
	XpNode nd = *el;

	to_namespace(&nd, pair, XP_NO_UP);
	if (!passes(g->ev, &nd, g->step))
		return BX_OK;
	BX_TRY(xp_anchor(g->ev, pair, anchor, &number));
	nd.up = number + XP_UP_NAMESPACE;
	return xp_set_add(g->ev, g->out, &nd);
}

BxStatus
xp_gather_namespaces(XpGather *g, const XpNode *el)
{
	XpEval *ev = g->ev;
	uint32_t before = g->out->n;
	XpSet added;
	uint32_t anchor, i;
	XpInScope *s = NULL;

	if (el->kind != BX_KIND_ELEMENT && el->kind != BX_KIND_LEAF)
		return BX_OK;
	BX_TRY(scope_of(ev, &s));
	BX_TRY(open_to(ev, s, el));
	BX_TRY(xp_anchor_of(ev, el, &anchor));
	BX_TRY(offer_pair(g, el, anchor, BX_PAIR_XML));
	for (i = 0; i < s->n_active; i++)
	{
		BX_TRY(xp_tick(ev));
		if (ev->table->pairs[s->active[i]].uri_len > 0)
			BX_TRY(offer_pair(g, el, anchor, s->active[i]));
	}
	added.items = g->out->items + before;
	added.n = added.cap = g->out->n - before;
	BX_TRY(xp_set_sort(ev, &added));
	return BX_OK;
}

BxStatus
xp_namespace_load(XpEval *ev, const XpNodeRef *item, XpNode *nd)
{
	BX_TRY(xp_item_at(ev, item->key / 2 - 1, ev->items_len, nd));
	to_namespace(nd, ev->anchors[item->up - XP_UP_NAMESPACE].off, item->up);
	return BX_OK;
}

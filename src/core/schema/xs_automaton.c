/*
 * xs_automaton.c -- content models as automata that go one way for every child.
 *
 * The rule "Unique Particle Attribution" makes sure that there is one way; here it is held, and so is "Element
 * Declarations Consistent": children of one name have one type.  A state is a set of places in the graph (xs_nfa.c),
 * most often one.
 */
#include "../base/bx_core_int.h"

#include "xs_nfa_int.h"

#include "../base/bx_array.h"
#include "../base/bx_sort.h"

#define XS_WRITTEN 100 /* places that a repeated part is written out to, at first */
#define XS_COUNT_LISTS 50000

/* What may come next from a state. */
typedef struct XsNext
{
	uint32_t symbol; /* XS_NONE: of a wildcard */
	uint32_t counts;
	uint32_t to; /* node of the graph */
	const XsParticle *particle;
	XsElement *element;
} XsNext;

typedef struct XsVisit
{
	uint32_t node;
	uint32_t counts;
} XsVisit;

/* A node was reached with these counts. */
typedef struct XsSeen
{
	uint32_t counts;
	uint32_t before; /* another visit of the node + 1 */
} XsSeen;

typedef struct XsBuild
{
	XsCompile *c;
	XsType *type;
	XsNfa nfa;
	bool ambiguous; /* a child may be counted in several ways */
	bool several;   /* and they are followed side by side */
	BxStrMap keys;  /* of states: their nodes */
	BxStrMap lists; /* of counts; numbers as in counts */
	XsVisit *stack;
	uint32_t n_stack;
	uint32_t cap_stack;
	uint32_t *seen; /* per node: state + 1 it was last seen in */
	uint32_t *last; /* per node: its last visit from there + 1 */
	XsSeen *visits; /* from the present state */
	uint32_t n_visits;
	uint32_t cap_visits;
	XsNext *next;
	uint32_t n_next;
	uint32_t cap_next;
	XsEdge *edges;
	uint32_t n_edges;
	uint32_t cap_edges;
	XsState *states;
	uint32_t n_states;
	uint32_t cap_states;
	XsCounts *counts;
	uint32_t n_counts;
	uint32_t cap_counts;
	uint32_t *target; /* nodes of the state that an edge leads to */
	uint32_t n_target;
	uint32_t cap_target;
} XsBuild;

static BxStatus
ambiguous(XsBuild *b, uint32_t symbol)
{
	BxStr name = symbol != XS_NONE ? xs_local(b->c->schema, symbol) : bx_str("any", 3);

	xs_refuse(b->c, b->type->doc, b->type->node, "the content model is ambiguous at \"%.*s\"", XS_SHOW(name));
	return bx_hint(b->c->err, BX_E_SCHEMA,
				   "Write it so that every child belongs to one place, without looking at those behind it.");
}

static BxStatus
too_large(XsBuild *b, const char *what)
{
	return xs_limit(b->c, b->type->doc, b->type->node, "%s", what);
}

/* Memory of the schema. */
static void *
keep(XsBuild *b, const void *from, size_t n)
{
	void *to = xs_make(b->c, n + 1);

	if (to != NULL && n > 0)
		memcpy(to, from, n);
	return to;
}

/* ---- counters ---- */

/*
 * The list of counts that continues another one; *no is XS_NONE when it does not: an occurrence that began on this way
 * ends without a child.
 */
static BxStatus
add_count(XsBuild *b, uint32_t before, const XsCount *count, uint32_t *no)
{
	XsCounts was = b->counts[before];
	BxArenaMark mark = bx_arena_mark(&b->c->temp);
	size_t size = (was.n + (size_t) 1) * sizeof(XsCount);
	XsCount *list = bx_arena_alloc(&b->c->temp, size);
	bool added;
	uint32_t i;

	*no = XS_NONE;
	for (i = 0; i < was.n && count->op != XS_COUNT_SET; i++)
		if (was.list[i].counter == count->counter && was.list[i].op != XS_COUNT_LEAVE)
			return BX_OK;
	if (list == NULL)
		return bx_fail_nomem(b->c->err, size);
	if (was.n > 0)
		memcpy(list, was.list, was.n * sizeof(XsCount));
	list[was.n] = *count;
	BX_TRY(bx_strmap_add(&b->lists, (const char *) list, size, no, &added, b->c->err));
	if (!added)
	{
		bx_arena_release(&b->c->temp, &mark);
		return BX_OK;
	}
	if (b->n_counts == XS_COUNT_LISTS)
		return too_large(b, "the content model of the type counts too much");
	BX_ROOM(b->c->host, b->c->err, b->counts, b->n_counts, b->cap_counts);
	list = keep(b, list, size);
	bx_arena_release(&b->c->temp, &mark);
	if (list == NULL)
		return BX_E_NOMEM;
	b->lists.strings[*no].s = (const char *) list;
	b->counts[b->n_counts++] = (XsCounts){list, was.n + 1};
	return BX_OK;
}

/* Does one ask for less of a counter than the other needs to leave? */
static bool
exclusive(const XsBuild *b, uint32_t x, uint32_t y)
{
	const XsCounts *p = &b->counts[x], *q = &b->counts[y];
	uint32_t i, k;

	for (i = 0; i < p->n; i++)
		for (k = 0; k < q->n; k++)
			if (p->list[i].counter == q->list[k].counter && p->list[i].limit == q->list[k].limit &&
				((p->list[i].op == XS_COUNT_MORE && q->list[k].op == XS_COUNT_LEAVE) ||
				 (p->list[i].op == XS_COUNT_LEAVE && q->list[k].op == XS_COUNT_MORE)))
				return true;
	return false;
}

/* ---- what may come next ---- */

static BxStatus
push(XsBuild *b, uint32_t node, uint32_t counts)
{
	BX_ROOM(b->c->host, b->c->err, b->stack, b->n_stack, b->cap_stack);
	b->stack[b->n_stack++] = (XsVisit){node, counts};
	return BX_OK;
}

static BxStatus
add_next(XsBuild *b, XsNext next)
{
	BX_ROOM(b->c->host, b->c->err, b->next, b->n_next, b->cap_next);
	b->next[b->n_next++] = next;
	return BX_OK;
}

/* A child that a particle allows, and those allowed in its place. */
static BxStatus
take(XsBuild *b, const XsNfaNode *node, uint32_t counts)
{
	XsElement *element = node->particle->element;
	XsNext next = {XS_NONE, counts, node->next, node->particle, element};
	uint32_t i;

	if (element == NULL)
		return add_next(b, next);
	next.symbol = element->symbol;
	BX_TRY(add_next(b, next));
	for (i = 0; i < (element->global ? element->n_members : 0); i++)
	{
		next.element = element->members[i];
		next.symbol = next.element->symbol;
		BX_TRY(add_next(b, next));
	}
	return BX_OK;
}

/* Is the node new to the state, with these counts?  Other counts must exclude them, or are another way of counting. */
static BxStatus
visit(XsBuild *b, XsVisit at, uint32_t mark, bool *added)
{
	uint32_t i;

	if (b->seen[at.node] != mark)
		b->last[at.node] = 0;
	b->seen[at.node] = mark;
	*added = false;
	for (i = b->last[at.node]; i > 0; i = b->visits[i - 1].before)
	{
		if (b->visits[i - 1].counts == at.counts)
			return BX_OK;
		if (b->several || exclusive(b, b->visits[i - 1].counts, at.counts))
			continue;
		b->ambiguous = true;
		return BX_OK;
	}
	BX_ROOM(b->c->host, b->c->err, b->visits, b->n_visits, b->cap_visits);
	b->visits[b->n_visits++] = (XsSeen){at.counts, b->last[at.node]};
	b->last[at.node] = b->n_visits;
	*added = true;
	return BX_OK;
}

/* Follow the graph from the nodes on the stack; numbered state for marks. */
static BxStatus
follow(XsBuild *b, uint32_t mark, XsState *state)
{
	b->n_visits = 0;
	while (b->n_stack > 0)
	{
		XsVisit at = b->stack[--b->n_stack];
		const XsNfaNode *node = &b->nfa.nodes[at.node];
		uint32_t counts = at.counts;

		bool added;

		BX_TRY(bx_step(b->c->host));
		BX_TRY(visit(b, at, mark, &added));
		if (!added)
			continue;
		switch (node->kind)
		{
			case XS_NFA_TAKE: BX_TRY(take(b, node, counts)); break;
			case XS_NFA_FORK:
				BX_TRY(push(b, node->other, counts));
				BX_TRY(push(b, node->next, counts));
				break;
			case XS_NFA_COUNT:
				BX_TRY(add_count(b, counts, &node->count, &counts));
				if (counts != XS_NONE)
					BX_TRY(push(b, node->next, counts));
				break;
			case XS_NFA_ACCEPT:
				b->ambiguous |= state->accepts;
				state->accepts = true;
				state->counts = counts;
				break;
			default: break;
		}
	}
	return BX_OK;
}

static int
order_places(const XsNext *x, const XsNext *y)
{
	if (x->symbol != y->symbol)
		return x->symbol < y->symbol ? -1 : 1;
	if (x->particle != y->particle)
		return x->particle < y->particle ? -1 : 1;
	if (x->counts != y->counts)
		return x->counts < y->counts ? -1 : 1;
	return 0;
}

static int
order_next(const void *a, const void *b)
{
	const XsNext *x = a, *y = b;
	int order = order_places(x, y);

	return order != 0 ? order : x->to < y->to ? -1 : x->to > y->to;
}

static bool
overlap(const XsWildcard *x, const XsWildcard *y)
{
	uint32_t i;

	if (x->space != XS_SPACE_SET && y->space != XS_SPACE_SET)
		return true;
	if (x->space != XS_SPACE_SET)
		return overlap(y, x);
	for (i = 0; i < x->n; i++)
		if (xs_wildcard_takes(y, x->ns[i]))
			return true;
	return false;
}

/* Does a wildcard take what another place takes as well? */
static BxStatus
check_wildcards(XsBuild *b, uint32_t first)
{
	uint32_t i, k;

	for (i = first; i < b->n_next; i++)
		for (k = 0; k < i; k++)
		{
			const XsNext *x = &b->next[k], *y = &b->next[i];

			BX_TRY(bx_charge(b->c->host, 16));
			if (x->particle == y->particle || exclusive(b, x->counts, y->counts))
				continue;
			if (x->symbol != XS_NONE
					? xs_wildcard_takes(y->particle->any, b->c->schema->symbols[x->symbol].ns)
					: overlap(x->particle->any, y->particle->any))
				return ambiguous(b, x->symbol);
		}
	return BX_OK;
}

/* ---- states ---- */

static BxStatus
state_of(XsBuild *b, const uint32_t *nodes, uint32_t n, uint32_t *state)
{
	XsCompile *c = b->c;
	BxStr *key;
	bool added;

	BX_TRY(bx_strmap_add(&b->keys, (const char *) nodes, n * sizeof(uint32_t), state, &added, c->err));
	if (!added)
		return BX_OK;
	if (b->keys.map.n > c->limits.max_states)
		return too_large(b, "the content model of the type has too many states");
	key = &b->keys.strings[*state];
	key->s = bx_arena_strndup(&c->temp, key->s, key->n);
	return key->s != NULL ? BX_OK : bx_fail_nomem(c->err, n);
}

/* The edge for next[i .. k), which are of one symbol and particle and count alike. */
static BxStatus
add_edge(XsBuild *b, uint32_t i, uint32_t k)
{
	const XsNext *x = &b->next[i];
	XsEdge edge = {x->symbol, 0, x->counts, x->element, x->particle->any};
	uint32_t at;

	for (b->n_target = 0, at = i; at < k; at++)
	{
		BX_ROOM(b->c->host, b->c->err, b->target, b->n_target, b->cap_target);
		if (b->n_target == 0 || b->target[b->n_target - 1] != b->next[at].to)
			b->target[b->n_target++] = b->next[at].to;
	}
	BX_TRY(bx_sort(b->c->host, b->target, b->n_target, sizeof(uint32_t), xs_order_numbers, b->c->err));
	BX_TRY(state_of(b, b->target, b->n_target, &edge.target));
	if (b->c->edges_left-- == 0)
		return too_large(b, "the content models of the schema are too large");
	BX_ROOM(b->c->host, b->c->err, b->edges, b->n_edges, b->cap_edges);
	b->edges[b->n_edges++] = edge;
	return BX_OK;
}

/* Does next[i] take what another place before it takes as well? */
static BxStatus
check_places(XsBuild *b, uint32_t i)
{
	const XsNext *x = &b->next[i], *y;
	uint32_t k;

	for (k = i; k > 0 && b->next[k - 1].symbol == x->symbol; k--)
	{
		y = &b->next[k - 1];
		BX_TRY(bx_charge(b->c->host, 16));
		if (exclusive(b, x->counts, y->counts))
			continue;
		if (x->particle == y->particle)
			b->ambiguous |= !b->several;
		else if (x->symbol != XS_NONE)
			return ambiguous(b, x->symbol);
	}
	return BX_OK;
}

static BxStatus
add_edges(XsBuild *b, XsState *state)
{
	uint32_t i, k, first = b->n_next;

	BX_TRY(bx_sort(b->c->host, b->next, b->n_next, sizeof(XsNext), order_next, b->c->err));
	for (i = 0; i < b->n_next; i = k)
	{
		for (k = i + 1; k < b->n_next && order_places(&b->next[k], &b->next[i]) == 0;)
			k++;
		if (b->next[i].symbol == XS_NONE && first == b->n_next)
			first = i;
		BX_TRY(check_places(b, i));
		BX_TRY(add_edge(b, i, k));
		state->n_edges += b->next[i].symbol != XS_NONE;
		state->n_any += b->next[i].symbol == XS_NONE;
	}
	return check_wildcards(b, first);
}

static BxStatus
push_state(XsBuild *b, XsState state)
{
	BX_ROOM(b->c->host, b->c->err, b->states, b->n_states, b->cap_states);
	b->states[b->n_states++] = state;
	return BX_OK;
}

/* All states, from the first on; b->ambiguous when counting does not do. */
static BxStatus
add_states(XsBuild *b)
{
	uint32_t at, i, start = b->nfa.start;

	BX_TRY(state_of(b, &start, 1, &at));
	for (at = 0; at < b->keys.map.n && !b->ambiguous; at++)
	{
		XsState state = {.first = b->n_edges};
		const char *key = b->keys.strings[at].s;

		b->n_next = 0;
		for (i = 0; i < b->keys.strings[at].n / sizeof(uint32_t); i++)
		{
			uint32_t node;

			memcpy(&node, key + i * sizeof(uint32_t), sizeof(node));
			BX_TRY(push(b, node, 0));
		}
		memcpy(&i, key, sizeof(i));
		state.within = b->nfa.nodes[i].within;
		BX_TRY(follow(b, at + 1, &state));
		if (!b->ambiguous)
			BX_TRY(add_edges(b, &state));
		BX_TRY(push_state(b, state));
	}
	return BX_OK;
}

/* The first list of counts is empty. */
static BxStatus
no_counts(XsBuild *b)
{
	uint32_t no;
	bool added;

	BX_ROOM(b->c->host, b->c->err, b->counts, b->n_counts, b->cap_counts);
	b->counts[b->n_counts++] = (XsCounts){NULL, 0};
	return bx_strmap_add(&b->lists, "", 0, &no, &added, b->c->err);
}

static BxStatus
begin(XsBuild *b)
{
	size_t n;

	b->ambiguous = false;
	b->n_stack = b->n_next = b->n_edges = b->n_states = b->n_counts = 0;
	bx_strmap_free(&b->keys);
	bx_strmap_free(&b->lists);
	BX_TRY(xs_nfa_make(&b->nfa));
	n = b->nfa.n * sizeof(uint32_t);
	b->seen = bx_arena_zalloc(&b->c->temp, n);
	b->last = bx_arena_zalloc(&b->c->temp, n);
	if (b->seen == NULL || b->last == NULL)
		return bx_fail_nomem(b->c->err, n);
	return no_counts(b);
}

/* ---- the model ---- */

static BxStatus
finish(XsBuild *b, XsModel *m)
{
	m->n_states = b->n_states;
	m->n_edges = b->n_edges;
	m->several = b->several;
	m->n_counters = b->nfa.n_slots;
	m->states = keep(b, b->states, b->n_states * sizeof(XsState));
	m->edges = keep(b, b->edges, b->n_edges * sizeof(XsEdge));
	m->counts = keep(b, b->counts, b->n_counts * sizeof(XsCounts));
	m->repeats = keep(b, b->nfa.repeats, b->nfa.n_repeats * sizeof(XsRepeat));
	return m->states != NULL && m->edges != NULL && m->counts != NULL && m->repeats != NULL ? BX_OK
																							: BX_E_NOMEM;
}

static BxStatus
attempt(XsBuild *b)
{
	BX_TRY(begin(b));
	return add_states(b);
}

static BxStatus
build_automaton(XsBuild *b, XsModel *m)
{
	uint64_t edges_left = b->c->edges_left;
	BxStatus st;

	b->nfa.written = XS_WRITTEN;
	st = attempt(b);
	/* there may be too many states for what is written out, but not for what is counted */
	if (st == BX_E_LIMIT || (st == BX_OK && b->ambiguous))
	{
		b->c->edges_left = edges_left;
		b->several = true;
		b->nfa.written = 0;
		st = attempt(b);
	}
	if (st == BX_OK && b->ambiguous)
		return too_large(b, "the content of the type may end in several ways of counting");
	BX_TRY(st);
	return finish(b, m);
}

/* An all group: elements in any order, each a bit. */
static BxStatus
build_all(XsBuild *b, XsModel *m)
{
	const XsParticle *p = b->type->particle;
	XsState state = {0};
	uint32_t i, words = (p->n_kids + 63) / 64;

	m->need = xs_make(b->c, (words + (size_t) 1) * sizeof(uint64_t));
	if (m->need == NULL)
		return BX_E_NOMEM;
	BX_TRY(no_counts(b));
	b->n_next = 0;
	for (i = 0; i < p->n_kids; i++)
	{
		XsNfaNode node = {.kind = XS_NFA_TAKE, .next = i, .particle = p->kids[i]};

		BX_TRY(take(b, &node, 0));
		if (p->kids[i]->min > 0)
			m->need[i / 64] |= UINT64_C(1) << i % 64;
	}
	BX_TRY(add_edges(b, &state));
	BX_TRY(push_state(b, state));
	/* edges lead to bits */
	for (i = 0; i < b->n_edges; i++)
		memcpy(&b->edges[i].target, b->keys.strings[b->edges[i].target].s, sizeof(uint32_t));
	m->all = true;
	m->may_be_empty = xs_particle_emptiable(p);
	BX_TRY(finish(b, m));
	m->n_counters = 2 * words;
	return BX_OK;
}

/* Children of one name have one type. */
static BxStatus
check_consistent(XsBuild *b)
{
	const XsEdge *e, *end;

	BX_TRY(bx_sort(b->c->host, b->edges, b->n_edges, sizeof(XsEdge), xs_order_numbers, b->c->err));
	for (e = b->edges, end = e + b->n_edges; e < end && e + 1 < end; e++)
		if (e->symbol != XS_NONE && e[1].symbol == e->symbol && e[1].element->type != e->element->type)
			return xs_refuse(b->c, b->type->doc, b->type->node,
							 "elements \"%.*s\" of one content model have different types",
							 XS_SHOW(xs_local(b->c->schema, e->symbol)));
	return BX_OK;
}

static void
release(XsBuild *b)
{
	const BxHost *host = b->c->host;

	bx_strmap_free(&b->keys);
	bx_strmap_free(&b->lists);
	host->release(host->ctx, b->nfa.nodes);
	host->release(host->ctx, b->nfa.repeats);
	host->release(host->ctx, b->visits);
	host->release(host->ctx, b->stack);
	host->release(host->ctx, b->next);
	host->release(host->ctx, b->edges);
	host->release(host->ctx, b->states);
	host->release(host->ctx, b->counts);
	host->release(host->ctx, b->target);
}

BxStatus
xs_model(XsCompile *c, XsType *type)
{
	XsBuild b = {.c = c, .type = type, .nfa = {.c = c, .type = type}};
	XsModel *m = xs_make(c, sizeof(XsModel));
	BxArenaMark mark = bx_arena_mark(&c->temp);
	BxStatus st;

	if (m == NULL)
		return BX_E_NOMEM;
	bx_strmap_init(&b.keys, c->host, NULL);
	bx_strmap_init(&b.lists, c->host, NULL);
	st = type->particle->kind == XS_PK_ALL ? build_all(&b, m) : build_automaton(&b, m);
	if (st == BX_OK)
		st = check_consistent(&b);
	release(&b);
	bx_arena_release(&c->temp, &mark);
	type->model = m;
	return st;
}

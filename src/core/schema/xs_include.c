/*
 * xs_include.c -- two content models side by side.
 */
#include "../base/bx_core_int.h"

#include "xs_include_int.h"

#include "../base/bx_array.h"

#define XS_EXACT 5000        /* values of counters that are followed one by one, at first */
#define XS_EXACT_PAIRS 12000 /* pairs of states, then */
#define XS_PAIRS 100000
#define XS_WORDS 200                    /* of a pair */
#define XS_ALL_WORDS ((size_t) 2 << 20) /* of all pairs of two models */

#define XS_UNSET (-1)
#define XS_WIDE INT64_MAX
/* What a counter of the larger model is followed by: a counter of the other one, or one of these. */
#define XS_BY_VALUE (-1)
#define XS_UNKNOWN (-2)

/*
 * A pair of states: two numbers of states, the words of the smaller model, then for each word of the larger one by
 * what it is followed and its value or its distance.
 */
typedef int64_t XsWord;

typedef struct XsSideBySide
{
	const XsInclusion *in;
	const XsModel *old;
	const XsModel *now;
	int64_t exact;
	uint32_t max_pairs;
	uint32_t n_old;
	uint32_t n_now;
	BxArena arena;
	BxStrMap pairs;
	XsWord at[XS_WORDS]; /* the pair that is looked at */
	XsWord to[XS_WORDS];
	bool quiet; /* too many pairs are not a difference then */
	bool full;
	bool differs;
} XsSideBySide;

static uint32_t
words_of(const XsModel *m)
{
	return m->all ? m->n_counters / 2 : m->n_counters;
}

static const XsState *
state_of(const XsModel *m, XsWord number)
{
	return &m->states[m->all ? 0 : number];
}

/* Is the pair that is looked at one that documents lead to?  Counters that are not followed may lead elsewhere. */
static bool
is_sure(const XsSideBySide *s)
{
	uint32_t i;

	/* of a larger model that counts in several ways, one is followed */
	if (s->now->several)
		return false;
	for (i = 0; i < s->n_old && !s->old->all; i++)
		if (s->at[2 + i] == XS_WIDE)
			return false;
	return true;
}

static BxStatus
differ(XsSideBySide *s, XsMore more, uint32_t symbol)
{
	s->differs = true;
	return s->in->differ(s->in->ctx, more, symbol, more != XS_MORE_WORK && is_sure(s));
}

/* ---- the smaller model ---- */

static bool
bit_is_set(const XsWord *words, uint32_t bit)
{
	return (uint64_t) words[bit / 64] >> bit % 64 & 1;
}

/* May the counters be such that the list of counts is allowed? */
static bool
old_allows(const XsSideBySide *s, const XsCounts *counts)
{
	uint32_t i;

	for (i = counts->n; i > 0; i--)
	{
		const XsCount *c = counts->list + i - 1;
		XsWord v = s->at[2 + c->counter];

		if (v == XS_WIDE)
			continue;
		if (c->op == XS_COUNT_MORE && c->limit != XS_UNBOUNDED && v >= c->limit)
			return false;
		if (c->op == XS_COUNT_LEAVE && v < c->limit)
			return false;
	}
	return true;
}

static bool
old_takes(const XsSideBySide *s, const XsEdge *edge)
{
	if (edge->element != NULL && edge->element->abstract)
		return false;
	if (s->old->all)
		return !bit_is_set(&s->at[2], edge->target);
	return edge->counts == 0 || old_allows(s, &s->old->counts[edge->counts]);
}

/* Is all there that an all group needs, or nothing and that is allowed? */
static bool
all_ends(const XsModel *m, const XsWord *words, uint32_t n, uint32_t step)
{
	uint64_t any = 0, missing = 0;
	uint32_t i;

	for (i = 0; i < n; i++)
	{
		any |= (uint64_t) words[(size_t) i * step];
		missing |= m->need[i] & ~(uint64_t) words[(size_t) i * step];
	}
	return missing == 0 || (any == 0 && m->may_be_empty);
}

static bool
old_ends(const XsSideBySide *s)
{
	const XsState *state = state_of(s->old, s->at[0]);

	if (s->old->all)
		return all_ends(s->old, &s->at[2], s->n_old, 1);
	return state->accepts && (state->counts == 0 || old_allows(s, &s->old->counts[state->counts]));
}

/* ---- the larger model ---- */

/* The limit by which a list changes or leaves a counter; XS_NONE when it does not. */
static const XsCount *
count_of(const XsCounts *counts, unsigned op, uint32_t counter)
{
	uint32_t i;

	for (i = 0; i < counts->n; i++)
		if (counts->list[i].counter == counter && counts->list[i].op == op)
			return &counts->list[i];
	return NULL;
}

/* Is a counter, known by its distance to one of the smaller model, sure to be within the limit? */
static bool
is_within(const XsSideBySide *s, const XsCount *c, const XsCounts *by)
{
	const XsWord *slot = &s->at[2 + s->n_old + 2 * c->counter];
	const XsCount *known;
	int64_t low = s->exact + 1;

	if (slot[0] < 0)
		return false;
	if (c->op == XS_COUNT_MORE)
	{
		known = count_of(by, XS_COUNT_MORE, (uint32_t) slot[0]);
		return known != NULL && known->limit != XS_UNBOUNDED && known->limit + slot[1] <= c->limit;
	}
	known = count_of(by, XS_COUNT_LEAVE, (uint32_t) slot[0]);
	if (known != NULL && known->limit > low)
		low = known->limit;
	return low + slot[1] >= c->limit;
}

/* Are counts allowed whenever the smaller model allows `by`? */
static bool
now_allows(const XsSideBySide *s, const XsCounts *counts, const XsCounts *by)
{
	uint32_t i;

	for (i = 0; i < counts->n; i++)
	{
		const XsCount *c = &counts->list[i];
		const XsWord *slot = &s->at[2 + s->n_old + 2 * c->counter];

		if (c->op == XS_COUNT_SET || (c->op == XS_COUNT_MORE && c->limit == XS_UNBOUNDED) ||
			(c->op == XS_COUNT_LEAVE && c->limit == 0))
			continue;
		if (slot[0] == XS_BY_VALUE && (c->op == XS_COUNT_MORE ? slot[1] < c->limit : slot[1] >= c->limit))
			continue;
		if (!is_within(s, c, by))
			return false;
	}
	return true;
}

static bool
now_takes(const XsSideBySide *s, const XsEdge *edge, const XsCounts *by)
{
	const XsWord *words = &s->at[2 + s->n_old];

	if (s->now->all)
		return ((uint64_t) words[2 * (edge->target / 64) + 1] >> edge->target % 64 & 1) == 0;
	return edge->counts == 0 || now_allows(s, &s->now->counts[edge->counts], by);
}

static bool
now_ends(const XsSideBySide *s, const XsCounts *by)
{
	const XsState *state = state_of(s->now, s->at[1]);

	if (s->now->all)
		return all_ends(s->now, &s->at[2 + s->n_old + 1], s->n_now, 2);
	return state->accepts && (state->counts == 0 || now_allows(s, &s->now->counts[state->counts], by));
}

/* The edge for a name, or with XS_NONE the wildcard for a namespace. */
static const XsEdge *
now_edge(const XsSideBySide *s, uint32_t symbol, uint32_t ns, const XsCounts *by)
{
	const XsState *state = state_of(s->now, s->at[1]);
	const XsEdge *e = &s->now->edges[state->first], *end = e + state->n_edges + state->n_any;

	/* names come before wildcards */
	for (; e < end; e++)
	{
		bool fits = e->symbol != XS_NONE ? e->symbol == symbol : xs_wildcard_takes(e->any, ns);

		if (fits && now_takes(s, e, by))
			return e;
	}
	return NULL;
}

/* ---- steps ---- */

static void
old_step(XsSideBySide *s, const XsEdge *edge, const XsCounts *counts)
{
	uint32_t i;

	s->to[0] = s->old->all ? 0 : edge->target;
	if (s->old->all)
		s->to[2 + edge->target / 64] |= (XsWord) (UINT64_C(1) << edge->target % 64);
	for (i = 0; i < counts->n; i++)
	{
		XsWord *v = &s->to[2 + counts->list[i].counter];

		if (counts->list[i].op == XS_COUNT_LEAVE)
			*v = XS_UNSET;
		else if (counts->list[i].op == XS_COUNT_SET)
			*v = s->exact > 0 ? 1 : XS_WIDE;
		else if (*v != XS_WIDE)
			*v = *v < s->exact ? *v + 1 : XS_WIDE;
	}
}

/* What changes of the smaller model's counters mean for the distances to them. */
static void
move_distances(XsSideBySide *s, const XsCounts *counts)
{
	uint32_t i, k;

	for (k = 0; k < s->n_now && !s->now->all; k++)
	{
		XsWord *slot = &s->to[2 + s->n_old + 2 * k];

		for (i = 0; i < counts->n; i++)
			if (slot[0] == counts->list[i].counter)
			{
				slot[0] = counts->list[i].op == XS_COUNT_MORE ? slot[0] : XS_UNKNOWN;
				slot[1] = slot[0] == XS_UNKNOWN ? 0 : slot[1] - 1;
			}
	}
}

/*
 * A counter whose value is known becomes known by its distance to one that moves with it and is no longer followed:
 * the one at the same place among those that change in this way.
 */
static void
tie(XsSideBySide *s, XsWord *slot, const XsCounts *counts, uint32_t i, const XsCounts *by)
{
	unsigned op = counts->list[i].op;
	uint32_t k, place = 0;

	for (k = 0; k < i; k++)
		place += counts->list[k].op == op;
	for (k = 0; k < by->n; k++)
	{
		const XsCount *c = &by->list[k];
		XsWord was = s->at[2 + c->counter];

		if (c->op != op || place-- > 0)
			continue;
		if (s->to[2 + c->counter] != XS_WIDE || (op == XS_COUNT_MORE && was == XS_WIDE))
			return;
		slot[0] = c->counter;
		slot[1] -= op == XS_COUNT_SET ? 1 : was + 1;
		return;
	}
}

static void
now_step(XsSideBySide *s, const XsEdge *edge, const XsCounts *by)
{
	const XsCounts *counts = &s->now->counts[s->now->all ? 0 : edge->counts];
	XsWord *words = &s->to[2 + s->n_old];
	uint32_t i;

	s->to[1] = s->now->all ? 0 : edge->target;
	if (s->now->all)
		words[2 * (edge->target / 64) + 1] |= (XsWord) (UINT64_C(1) << edge->target % 64);
	move_distances(s, by);
	for (i = 0; i < counts->n; i++)
	{
		XsWord *slot = &words[2 * counts->list[i].counter];

		if (counts->list[i].op == XS_COUNT_MORE)
			slot[1] += slot[0] != XS_UNKNOWN;
		else
		{
			slot[0] = XS_BY_VALUE;
			slot[1] = counts->list[i].op == XS_COUNT_SET ? 1 : XS_UNSET;
		}
		if (slot[0] == XS_BY_VALUE && counts->list[i].op != XS_COUNT_LEAVE)
			tie(s, slot, counts, i, by);
	}
}

static BxStatus
add_pair(XsSideBySide *s)
{
	size_t n = (2 + s->n_old + 2 * (size_t) s->n_now) * sizeof(XsWord);
	uint32_t no;
	bool added;

	BX_TRY(bx_strmap_add(&s->pairs, (const char *) s->to, n, &no, &added, s->in->err));
	if (!added)
		return BX_OK;
	if (s->pairs.map.n > s->max_pairs)
	{
		s->full = true;
		return s->quiet ? BX_OK : differ(s, XS_MORE_WORK, XS_NONE);
	}
	s->pairs.strings[no].s = bx_arena_strndup(&s->arena, (const char *) s->to, n);
	return s->pairs.strings[no].s != NULL ? BX_OK : bx_fail_nomem(s->in->err, n);
}

/* The smaller model takes the edge; does the larger one take a name or namespace of it? */
static BxStatus
follow(XsSideBySide *s, const XsEdge *edge, uint32_t symbol, XsSpacePair space)
{
	const XsCounts *by = &s->old->counts[s->old->all ? 0 : edge->counts];
	uint32_t name = symbol != XS_NONE ? xs_symbol_now(s->in->names, symbol) : XS_NONE;
	const XsEdge *to = now_edge(s, name, space.now, by);
	XsTaken taken = {symbol, space, edge, to};

	BX_TRY(bx_steps(s->in->host, 1 + state_of(s->now, s->at[1])->n_any));
	if (to == NULL)
		return differ(s, XS_MORE_CHILD, symbol);
	BX_TRY(s->in->take(s->in->ctx, &taken));
	memcpy(s->to, s->at, (2 + s->n_old + 2 * (size_t) s->n_now) * sizeof(XsWord));
	old_step(s, edge, by);
	now_step(s, to, by);
	return add_pair(s);
}

/* The number of the new schema for a namespace of the old one. */
static XsSpacePair
space_of(const XsNames *names, uint32_t symbol)
{
	uint32_t now = xs_symbol_now(names, symbol);
	uint32_t old = names->old->symbols[symbol].ns;

	if (now != XS_NONE)
		return (XsSpacePair){old, names->now->symbols[now].ns};
	return (XsSpacePair){old, xs_string_find(names->now, xs_uri(names->old, symbol))};
}

/* Any name of the namespaces that a wildcard takes; those of a list are few. */
static BxStatus
follow_spaces(XsSideBySide *s, const XsEdge *edge)
{
	const XsNames *names = s->in->names;
	bool listed = edge->any->space == XS_SPACE_SET;
	uint32_t i, n = listed ? edge->any->n : names->n_spaces;

	for (i = 0; i < n && !s->differs; i++)
	{
		XsSpacePair space = listed ? (XsSpacePair){edge->any->ns[i], XS_NONE} : names->spaces[i];

		if (listed)
			space.now = xs_string_find(names->now, names->old->strings.strings[space.old]);
		BX_TRY(bx_step(s->in->host));
		if (xs_wildcard_takes(edge->any, space.old))
			BX_TRY(follow(s, edge, XS_NONE, space));
	}
	return BX_OK;
}

/* What a wildcard takes: what is declared, when it asks for that, and any other name of its namespaces. */
static BxStatus
follow_any(XsSideBySide *s, const XsEdge *edge)
{
	const XsNames *names = s->in->names;
	uint32_t i;

	for (i = 0; edge->any->process == XS_STRICT && i < names->old->n_roots && !s->differs; i++)
	{
		const XsElement *root = names->old->roots[i];

		BX_TRY(bx_step(s->in->host));
		if (!root->abstract && xs_wildcard_takes(edge->any, names->old->symbols[root->symbol].ns))
			BX_TRY(follow(s, edge, root->symbol, space_of(names, root->symbol)));
	}
	/* xsi:type makes up for a declaration */
	return follow_spaces(s, edge);
}

static BxStatus
look(XsSideBySide *s)
{
	const XsState *state = state_of(s->old, s->at[0]);
	const XsCounts *by = &s->old->counts[s->old->all ? 0 : state->counts];
	const XsEdge *e = &s->old->edges[state->first], *end = e + state->n_edges + state->n_any;

	if (old_ends(s) && !now_ends(s, by))
		return differ(s, XS_MORE_END, XS_NONE);
	for (; e < end && !s->differs && !s->full; e++)
	{
		BX_TRY(bx_step(s->in->host));
		if (!old_takes(s, e))
			continue;
		if (e->symbol == XS_NONE)
			BX_TRY(follow_any(s, e));
		else
			BX_TRY(follow(s, e, e->symbol, space_of(s->in->names, e->symbol)));
	}
	return BX_OK;
}

static BxStatus
run(XsSideBySide *s)
{
	size_t n = 2 + s->n_old + 2 * (size_t) s->n_now;
	uint32_t i;

	memset(s->to, 0, sizeof(s->to));
	for (i = 0; i < s->n_now; i++)
		s->to[2 + s->n_old + 2 * i] = XS_BY_VALUE;
	if (n * s->max_pairs > XS_ALL_WORDS)
		s->max_pairs = (uint32_t) (XS_ALL_WORDS / n);
	BX_TRY(add_pair(s));
	for (i = 0; i < s->pairs.map.n && !s->differs && !s->full; i++)
	{
		memcpy(s->at, s->pairs.strings[i].s, n * sizeof(XsWord));
		BX_TRY(look(s));
	}
	return BX_OK;
}

/* ---- two all groups ---- */

/* Members of the larger group, by bit, and where those of the smaller one lead. */
typedef struct XsBits
{
	uint32_t *to;   /* per bit of the smaller group; XS_SEVERAL: to more than one */
	uint32_t *from; /* per bit of the larger one */
	bool *sure;     /* per bit of the larger one: it is set at the end */
} XsBits;

#define XS_SEVERAL (XS_NONE - 1)

static BxStatus
map_bit(XsSideBySide *s, const XsEdge *edge, XsBits *bits)
{
	uint32_t *to = &bits->to[edge->target];
	XsSpacePair space = space_of(s->in->names, edge->symbol);
	const XsEdge *now = now_edge(s, xs_symbol_now(s->in->names, edge->symbol), space.now, NULL);
	XsTaken taken = {edge->symbol, space, edge, now};

	/* what two members lead to could come twice */
	if (now == NULL || (bits->from[now->target] != XS_NONE && bits->from[now->target] != edge->target))
		return differ(s, XS_MORE_CHILD, edge->symbol);
	bits->from[now->target] = edge->target;
	*to = *to == XS_NONE || *to == now->target ? now->target : XS_SEVERAL;
	return s->in->take(s->in->ctx, &taken);
}

static BxStatus
map_bits(XsSideBySide *s, XsBits *bits)
{
	const XsEdge *e = s->old->edges + s->old->states[0].first, *end = e + s->old->states[0].n_edges;

	for (; e < end && !s->differs; e++)
	{
		BX_TRY(bx_steps(s->in->host, 1 + s->now->states[0].n_edges / 16));
		if (!e->element->abstract)
			BX_TRY(map_bit(s, e, bits));
	}
	return BX_OK;
}

/* What is needed there is needed here. */
static BxStatus
check_needs(XsSideBySide *s, const XsBits *bits)
{
	uint32_t i;

	for (i = 0; i < s->n_old * 64; i++)
		if (bits->to[i] < XS_SEVERAL && (s->old->need[i / 64] >> i % 64 & 1))
			bits->sure[bits->to[i]] = true;
	for (i = 0; i < s->n_now * 64; i++)
		if ((s->now->need[i / 64] >> i % 64 & 1) && !bits->sure[i])
			return differ(s, XS_MORE_END, XS_NONE);
	return BX_OK;
}

static BxStatus
compare_all(XsSideBySide *s)
{
	size_t n = (s->n_old > s->n_now ? s->n_old : s->n_now) * (size_t) 64 + 1;
	XsBits bits;

	bits.to = bx_arena_alloc(&s->arena, n * sizeof(uint32_t));
	bits.from = bx_arena_alloc(&s->arena, n * sizeof(uint32_t));
	bits.sure = bx_arena_zalloc(&s->arena, n);
	if (bits.to == NULL || bits.from == NULL || bits.sure == NULL)
		return bx_fail_nomem(s->in->err, n);
	memset(bits.to, 0xff, n * sizeof(uint32_t));
	memset(bits.from, 0xff, n * sizeof(uint32_t));
	memset(s->at, 0, sizeof(s->at));
	if (xs_model_takes_nothing(s->old) && !xs_model_takes_nothing(s->now))
		return differ(s, XS_MORE_END, XS_NONE);
	BX_TRY(map_bits(s, &bits));
	return s->differs ? BX_OK : check_needs(s, &bits);
}

/* ---- the whole ---- */

bool
xs_model_takes_nothing(const XsModel *m)
{
	if (m == NULL)
		return true;
	return m->all ? m->may_be_empty || xs_all_complete(m, NULL)
				  : m->states[0].accepts && m->states[0].counts == 0;
}

bool
xs_wildcard_within(const XsWildcard *w, const XsWildcard *of)
{
	uint32_t i;

	if (of->space == XS_SPACE_ANY)
		return true;
	if (w->space == XS_SPACE_ANY)
		return false;
	if (w->space == XS_SPACE_NOT)
		return of->space == XS_SPACE_NOT && w->ns[0] == of->ns[0];
	for (i = 0; i < w->n; i++)
		if (!xs_wildcard_takes(of, w->ns[i]))
			return false;
	return true;
}

BxStatus
xs_spaces_mark(const BxSchema *s, BxArena *arena, bool **marks, BxError *err)
{
	uint32_t i, k, n;

	*marks = bx_arena_zalloc(arena, s->strings.map.n + (size_t) 1);
	if (*marks == NULL)
		return bx_fail_nomem(err, s->strings.map.n);
	for (i = 0; i < s->n_symbols; i++)
		(*marks)[s->symbols[i].ns] = true;
	for (i = 0; i < s->n_types; i++)
	{
		const XsWildcard *any = s->types[i]->any_attribute;
		const XsModel *m = s->types[i]->model;

		for (k = 0; any != NULL && k < any->n; k++)
			(*marks)[any->ns[k]] = true;
		for (k = 0; m != NULL && k < m->n_edges; k++)
			for (n = 0; m->edges[k].any != NULL && n < m->edges[k].any->n; n++)
				(*marks)[m->edges[k].any->ns[n]] = true;
		BX_TRY(bx_steps(s->host, 1 + (m != NULL ? m->n_edges / 16 : 0)));
	}
	return BX_OK;
}

static BxStatus
attempt(XsSideBySide *s, int64_t exact, uint32_t max_pairs, bool quiet)
{
	BxStatus st;

	s->exact = exact;
	s->max_pairs = max_pairs;
	s->quiet = quiet;
	s->full = false;
	bx_arena_init(&s->arena, s->in->host);
	bx_strmap_init(&s->pairs, s->in->host, NULL);
	st = s->old->all && s->now->all ? compare_all(s) : run(s);
	bx_strmap_free(&s->pairs);
	bx_arena_reset(&s->arena);
	return st;
}

BxStatus
xs_include(const XsInclusion *in, const XsModel *old, const XsModel *now, bool *included)
{
	XsSideBySide s = {.in = in, .old = old, .now = now};

	s.n_old = words_of(old);
	s.n_now = words_of(now);
	*included = false;
	if (2 + s.n_old + 2 * (uint64_t) s.n_now > XS_WORDS)
		return differ(&s, XS_MORE_WORK, XS_NONE);
	BX_TRY(attempt(&s, XS_EXACT, old->n_counters > 0 ? XS_EXACT_PAIRS : XS_PAIRS, old->n_counters > 0));
	if (s.full && !s.differs)
		BX_TRY(attempt(&s, 0, XS_PAIRS, false));
	*included = !s.differs;
	return BX_OK;
}

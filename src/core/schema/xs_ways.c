/*
 * xs_ways.c -- content whose children may be counted in several ways, all of them followed side by side.
 *
 * In (a{1,9}, b?){2,9} an "a" behind another one is one more of the inner count or the first of another outer one, and
 * only what follows says which.  A way is a state of the automaton and, for each slot of counters, a range of values.
 * A child takes every way along every edge that fits and is allowed, and the content is complete when some way may
 * end.
 *
 * Ranges of slots are independent of each other: guards and changes of single slots keep a way what it is, a product
 * of ranges.  Ways that differ in one slot only, in ranges that touch, become one.  A way that allows nothing that
 * another one does not allow goes: from the least number that a part needs on, the smallest count is the best, since
 * it leaves most room below the limit; without a limit the largest one is, and there is nothing to know beyond the
 * least number.  Every operation keeps this order, so that it holds for whatever comes.  How many ways there are
 * depends on the least numbers of parts in each other, then, not on the limits.
 */
#include "../base/bx_core_int.h"

#include "xs_valid_int.h"

#define XS_WAYS_MAX 1000

/* The name of a child, and the number of its namespace. */
typedef struct XsChild
{
	uint32_t symbol;
	uint32_t ns;
} XsChild;

static size_t
size_of(const XsModel *m)
{
	return 1 + 2 * (size_t) m->n_counters;
}

static const uint64_t *
way_at(const BxValidator *v, const XsFrame *frame, uint32_t i)
{
	return &v->words.list[frame->words + i * size_of(frame->model)];
}

/* ---- counts ---- */

/* The range of a slot, changed by one operation; false when no value of it is allowed. */
static bool
apply_count(const XsCount *count, uint64_t *range)
{
	switch (count->op)
	{
		case XS_COUNT_SET: range[0] = range[1] = 1; return true;
		case XS_COUNT_MORE:
			if (count->limit != XS_UNBOUNDED && range[1] >= count->limit)
				range[1] = count->limit - (uint64_t) 1;
			return range[0]++ <= range[1]++;
		default:
			if (range[1] < count->limit)
				return false;
			range[0] = range[1] = 0;
			return true;
	}
}

static bool
apply_counts(const XsCounts *list, uint64_t *way)
{
	uint32_t i;

	for (i = 0; i < list->n; i++)
		if (!apply_count(&list->list[i], &way[1 + 2 * list->list[i].counter]))
			return false;
	return true;
}

/* Counts that a part needs before it may be left; it has one occurrence when it is open. */
static uint64_t
needs(const XsRepeat *part)
{
	return part->min > 0 ? part->min : 1;
}

/* Drop the values that allow no more than another value of the range. */
static void
trim(const XsModel *m, uint64_t *way)
{
	uint32_t at = m->states[way[0]].within;

	for (; at != XS_NONE; at = m->repeats[at].outer)
	{
		const XsRepeat *part = &m->repeats[at];
		uint64_t *range = &way[1 + 2 * part->slot], need = needs(part);

		if (part->max == XS_UNBOUNDED)
			range[0] = range[1] = range[1] < need ? range[1] : need;
		else if (range[1] > need)
			range[1] = range[0] > need ? range[0] : need;
	}
}

/* ---- ways ---- */

/* Is there, for each value of a range, one of another range that allows as much? */
static bool
covers_range(const XsRepeat *part, const uint64_t *x, const uint64_t *y)
{
	uint64_t need = needs(part), least = x[0] > need ? x[0] : need;

	if (part->max == XS_UNBOUNDED)
		return x[1] >= y[1];
	/* below what is needed each value is another case */
	if (y[0] < need && (x[0] > y[0] || x[1] < (y[1] < need ? y[1] : need - 1)))
		return false;
	return y[1] < need || (least <= x[1] && least <= (y[0] > need ? y[0] : need));
}

static bool
covers(const XsModel *m, const uint64_t *x, const uint64_t *y)
{
	uint32_t at = m->states[x[0]].within;

	for (; at != XS_NONE; at = m->repeats[at].outer)
		if (!covers_range(&m->repeats[at], &x[1 + 2 * m->repeats[at].slot], &y[1 + 2 * m->repeats[at].slot]))
			return false;
	return true;
}

/* Take y into x when they differ in one slot and touch there. */
static bool
join(const XsModel *m, uint64_t *x, const uint64_t *y)
{
	uint32_t i, n = 0, slot = 0;
	uint64_t *a;
	const uint64_t *b;

	for (i = 0; i < m->n_counters && n < 2; i++)
		if (x[1 + 2 * i] != y[1 + 2 * i] || x[2 + 2 * i] != y[2 + 2 * i])
		{
			slot = i;
			n++;
		}
	if (n != 1)
		return false;
	a = &x[1 + 2 * slot];
	b = &y[1 + 2 * slot];
	if (a[0] > b[1] + 1 || b[0] > a[1] + 1)
		return false;
	a[0] = a[0] < b[0] ? a[0] : b[0];
	a[1] = a[1] > b[1] ? a[1] : b[1];
	return true;
}

/* Add the last way of the list to those before it. */
static BxStatus
settle(BxValidator *v, const XsModel *m)
{
	XsWords *w = &v->ways;
	size_t size = size_of(m);
	uint64_t *way = &w->list[w->n * size];
	uint32_t i;

	BX_TRY(bx_steps(v->host, 1 + w->n));
	for (i = 0; i < w->n;)
	{
		uint64_t *other = &w->list[i * size];

		if (other[0] != way[0])
		{
			i++;
			continue;
		}
		if (covers(m, other, way))
			return BX_OK;
		if (!covers(m, way, other) && !join(m, way, other))
		{
			i++;
			continue;
		}
		/* it is part of the new one, which may cover or touch those before as well now */
		memmove(other, &w->list[--w->n * size], size * sizeof(uint64_t));
		memmove(&w->list[w->n * size], way, size * sizeof(uint64_t));
		way = &w->list[w->n * size];
		i = 0;
	}
	w->n++;
	return BX_OK;
}

static BxStatus
make_room(BxValidator *v, XsWords *words, size_t need)
{
	uint64_t *grown = words->list;

	if (need > words->cap)
		grown = bx_array_grow(v->host, words->list, &words->cap, (uint32_t) need, sizeof(uint64_t));
	if (grown == NULL)
		return bx_fail_nomem(v->err, need * sizeof(uint64_t));
	words->list = grown;
	return BX_OK;
}

static BxStatus
too_many(BxValidator *v, const XsFrame *frame)
{
	const BxNameInfo *name = &v->bind.table.names[v->bind.table.shapes[frame->shape].name];

	return bx_fail(v->err, BX_E_LIMIT, -1,
				   "the content of element \"%.*s\" can be counted in more than %d ways",
				   XS_SHOWN(bx_str(name->local, name->len)), XS_WAYS_MAX);
}

/* A way goes along an edge, when that is allowed. */
static BxStatus
go(BxValidator *v, const XsFrame *frame, const uint64_t *from, const XsEdge *edge, bool *allowed)
{
	const XsModel *m = frame->model;
	size_t size = size_of(m);
	XsWords *w = &v->ways;
	uint64_t *way;

	if (w->n == XS_WAYS_MAX)
		return too_many(v, frame);
	BX_TRY(make_room(v, w, (w->n + 1) * size));
	way = &w->list[w->n * size];
	memcpy(way, from, size * sizeof(uint64_t));
	*allowed = apply_counts(&m->counts[edge->counts], way);
	if (!*allowed)
		return BX_OK;
	way[0] = edge->target;
	trim(m, way);
	return settle(v, m);
}

BxStatus
xs_ways_begin(BxValidator *v, XsFrame *frame)
{
	size_t n = size_of(frame->model);

	frame->ways = 1;
	BX_TRY(make_room(v, &v->words, v->words.n + n));
	memset(&v->words.list[v->words.n], 0, n * sizeof(uint64_t));
	v->words.n += (uint32_t) n;
	return BX_OK;
}

/* What one way makes of a child. */
static BxStatus
step_way(BxValidator *v, const XsFrame *frame, uint32_t i, XsChild name, const XsEdge **edge)
{
	const XsModel *m = frame->model;
	const uint64_t *way = way_at(v, frame, i);
	const XsState *state = &m->states[way[0]];
	const XsEdge *end = &m->edges[state->first] + state->n_edges, *e = NULL;
	bool allowed;

	if (name.symbol != XS_NONE)
		e = xs_first_edge(m, state, name.symbol);
	for (; e != NULL && e < end && e->symbol == name.symbol; e++)
	{
		BX_TRY(go(v, frame, way, e, &allowed));
		if (allowed && (*edge == NULL || (*edge)->any != NULL))
			*edge = e;
	}
	for (e = end; e < end + state->n_any; e++)
	{
		if (!xs_wildcard_takes(e->any, name.ns))
			continue;
		BX_TRY(go(v, frame, way, e, &allowed));
		if (allowed && *edge == NULL)
			*edge = e;
	}
	return BX_OK;
}

BxStatus
xs_ways_step(BxValidator *v, XsFrame *frame, uint32_t symbol, uint32_t ns, const XsEdge **edge)
{
	size_t size = size_of(frame->model);
	uint32_t i;

	*edge = NULL;
	v->ways.n = 0;
	for (i = 0; i < frame->ways; i++)
		BX_TRY(step_way(v, frame, i, (XsChild){symbol, ns}, edge));
	if (v->ways.n == 0)
		return BX_OK;
	/* the element is the innermost open one: its words are the last */
	frame->ways = v->ways.n;
	v->words.n = frame->words + (uint32_t) (frame->ways * size);
	BX_TRY(make_room(v, &v->words, v->words.n));
	memcpy(&v->words.list[frame->words], v->ways.list, frame->ways * size * sizeof(uint64_t));
	return BX_OK;
}

/* ---- what a way allows ---- */

/* Are counts allowed in a way? */
static bool
allows(const XsCounts *list, const uint64_t *way)
{
	uint32_t i;

	for (i = 0; i < list->n; i++)
	{
		uint64_t range[2];

		memcpy(range, &way[1 + 2 * list->list[i].counter], sizeof(range));
		if (!apply_count(&list->list[i], range))
			return false;
	}
	return true;
}

const XsState *
xs_way_state(const BxValidator *v, const XsFrame *frame, uint32_t way)
{
	return &frame->model->states[frame->model->several ? way_at(v, frame, way)[0] : frame->state];
}

bool
xs_way_allows(const BxValidator *v, const XsFrame *frame, uint32_t way, uint32_t counts)
{
	const XsCounts *list = &frame->model->counts[counts];

	if (frame->model->several)
		return allows(list, way_at(v, frame, way));
	return counts == 0 || xs_counts_allow(list, &v->words.list[frame->words]);
}

bool
xs_ways_complete(const BxValidator *v, const XsFrame *frame)
{
	uint32_t i;

	for (i = 0; i < frame->ways; i++)
	{
		const XsState *state = xs_way_state(v, frame, i);

		if (state->accepts && xs_way_allows(v, frame, i, state->counts))
			return true;
	}
	return false;
}

/*
 * ru_window.c -- the window clause: tumbling windows, which do not overlap, and sliding ones, one for each start.
 */
#include "../../base/bx_core_int.h"

#include "ru_expr.h"
#include "ru_flwor.h"

typedef struct Windows
{
	XdSeq source;
	uint64_t at; /* where the next start is looked for */
	bool known;  /* the item there is a start */
} Windows;

/* ---- variables ---- */

static void
bind(const RuStage *stage, uint32_t slot, const XdSeq *source, uint64_t i)
{
	XdItem item;

	if (slot == RU_NO_SLOT)
		return;
	stage->in->frame[slot] = xd_seq_empty();
	if (i >= source->n) /* also before the first item */
		return;
	item = xd_seq_at(source, i);
	stage->in->frame[slot] = xd_seq_one(&item);
}

/* The variables of a condition, for item i. */
static void
bind_edge(const RuStage *stage, const RuWindowEdge *edge, const XdSeq *source, uint64_t i)
{
	bind(stage, edge->current, source, i);
	bind(stage, edge->previous, source, i - 1);
	bind(stage, edge->next, source, i + 1);
	if (edge->at != RU_NO_SLOT)
	{
		XdItem at = at_integer_item((int64_t) i + 1);

		stage->in->frame[edge->at] = xd_seq_one(&at);
	}
}

/* Does the condition (argument 1: start, 2: end) hold with its variables at item i? */
static BxStatus
holds(RuRun *run, RuStage *stage, uint32_t condition, const RuWindowEdge *edge, uint64_t i, bool *value)
{
	const Windows *w = stage->state;

	BX_TRY(bx_step(run->host));
	ru_arena_clear(stage->own);
	bind_edge(stage, edge, &w->source, i);
	return ru_ebv(run, ru_stage_arg(stage, condition), &stage->out, value);
}

/* ---- windows ---- */

/* The first start from w->at on; w->source.n: there is none. */
static BxStatus
find_start(RuRun *run, RuStage *stage, uint64_t *start)
{
	const RuWindow *plan = stage->clause->data;
	Windows *w = stage->state;

	for (; w->at < w->source.n && !w->known; w->at++)
	{
		BX_TRY(holds(run, stage, 1, &plan->start, w->at, &w->known));
		if (w->known)
			break;
	}
	*start = w->at;
	return BX_OK;
}

/* The last item of the window; *found is false where it would have none and must have one. */
static BxStatus
find_end(RuRun *run, RuStage *stage, uint64_t start, uint64_t *end, bool *found)
{
	const RuWindow *plan = stage->clause->data;
	Windows *w = stage->state;

	w->known = false;
	if (!plan->has_end)
	{
		w->at = start + 1;
		BX_TRY(find_start(run, stage, end));
		--*end;
		*found = true;
		return BX_OK;
	}
	bind_edge(stage, &plan->start, &w->source, start);
	*found = false;
	for (*end = start; *end < w->source.n; ++*end)
	{
		BX_TRY(holds(run, stage, 2, &plan->end, *end, found));
		if (*found)
			break;
	}
	if (!*found && !plan->only_end)
	{
		*end = w->source.n - 1;
		*found = true;
	}
	w->at = plan->sliding ? start + 1 : *end + 1;
	return BX_OK;
}

/* Items start to end of a sequence. */
static XdSeq
part(const XdSeq *seq, uint64_t start, uint64_t end)
{
	XdSeq p = *seq;

	p.n = end - start + 1;
	if (seq->kind == XD_SEQ_RANGE)
		p.u.first = seq->u.first + (int64_t) start;
	else if (seq->kind == XD_SEQ_ITEMS)
		p = xd_seq_items(seq->u.items + start, p.n);
	return p;
}

static BxStatus
bind_window(RuRun *run, RuStage *stage, uint64_t start, uint64_t end)
{
	const RuWindow *plan = stage->clause->data;
	const Windows *w = stage->state;
	XdSeq *window = &stage->in->frame[stage->clause->slot];
	bool matches = true;

	ru_arena_clear(stage->own);
	*window = part(&w->source, start, end);
	if (plan->type != NULL)
		BX_TRY(ru_seq_matches(run, plan->type, window, &matches));
	if (!matches)
		return ru_fail(run, stage->flwor->op, "XPTY0004", "a window is not of the type of its variable");
	bind_edge(stage, &plan->start, &w->source, start);
	if (plan->has_end)
		bind_edge(stage, &plan->end, &w->source, end);
	return BX_OK;
}

static BxStatus
start(RuRun *run, RuStage *stage)
{
	Windows *w = ru_alloc(run, stage->in, sizeof(Windows));

	if (w == NULL)
		return BX_E_NOMEM;
	memset(w, 0, sizeof(*w));
	stage->state = w;
	return ru_collect(run, ru_stage_arg(stage, 0), stage->in, &w->source);
}

static BxStatus
next(RuRun *run, RuStage *stage, bool *found)
{
	Windows *w = stage->state;

	*found = false;
	while (w->at < w->source.n)
	{
		uint64_t first, last;

		BX_TRY(find_start(run, stage, &first));
		if (first == w->source.n)
			return BX_OK;
		BX_TRY(find_end(run, stage, first, &last, found));
		if (*found)
			return bind_window(run, stage, first, last);
	}
	return BX_OK;
}

const RuClauseClass ru_clause_window = {"window", .start = start, .next = next};

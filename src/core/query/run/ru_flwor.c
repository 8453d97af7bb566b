/*
 * ru_flwor.c -- the pipeline of a FLWOR expression.
 *
 * Tuples are made by going forward through the clauses, and back to the nearest one that may make another tuple when
 * one lets none pass: without recursion, however many clauses there are.  Blocking clauses divide the pipeline: each
 * asks for the tuples of those between it and the blocking clause before it.
 */
#include "../../base/bx_core_int.h"

#include "ru_construct.h"
#include "ru_flwor.h"

/* The first stage of those that a stage takes its tuples from. */
static uint32_t
begin_of(const RuFlwor *f, uint32_t end)
{
	uint32_t i = end;

	while (i > 0 && !(f->stages[i - 1].clause->class->blocking))
		i--;
	return i > 0 ? i - 1 : 0;
}

/* Where to continue after a tuple: the nearest stage before this one that may have more of them. */
static bool
go_back(const RuStage *stage, uint32_t *at)
{
	*at = stage->back;
	return stage->has_back;
}

BxStatus
ru_tuple_before(RuRun *run, RuStage *stage, bool *found)
{
	RuFlwor *f = stage->flwor;
	uint32_t i = 0;
	bool enter = !stage->started, more = true;

	if (enter)
		i = begin_of(f, stage->number);
	else
		more = go_back(stage, &i);
	stage->started = true;
	while (more && i < stage->number)
	{
		RuStage *s = &f->stages[i];
		const RuClauseClass *class = s->clause->class;
		bool passes;

		BX_TRY(bx_step(run->host));
		if (class->step != NULL)
			BX_TRY(class->step(run, s, &passes));
		else
		{
			if (enter)
				BX_TRY(class->start(run, s));
			BX_TRY(class->next(run, s, &passes));
		}
		enter = passes;
		if (passes)
			i++;
		else
			more = !class->blocking && go_back(s, &i);
	}
	*found = more;
	return BX_OK;
}

/* ---- the operator ---- */

static void
leave(RuRun *run, RuIter *it)
{
	RuFlwor *f = it->state;
	uint32_t i;

	if (f->result_open)
		ru_close(run, &f->result);
	f->result_open = false;
	for (i = f->n; i > 0; i--)
	{
		RuStage *s = &f->stages[i - 1];

		if (s->clause->class->close != NULL)
			s->clause->class->close(run, s);
		if (s->open)
			ru_close(run, &s->it);
		s->open = false;
		if (s->own != NULL)
			ru_arena_give(run, s->own);
		s->own = NULL;
	}
	f->ended = true;
}

static BxStatus
next(RU_NEXT_ARGS)
{
	RuFlwor *f = it->state;
	RuStage *last = &f->stages[f->n];
	const RuOp *result = it->op->args[it->op->n_args - 1];

	*found = false;
	while (!f->ended)
	{
		if (f->result_open)
		{
			BX_TRY(ru_next(run, &f->result, item, found));
			if (*found)
				return BX_OK;
			f->result_open = false;
		}
		BX_TRY(ru_tuple_before(run, last, found));
		if (!*found)
		{
			leave(run, it);
			return BX_OK;
		}
		*found = false;
		if (result->class->one != NULL)
		{
			BX_TRY(result->class->one(run, result, last->in, item, found));
			if (*found)
				return BX_OK;
			continue;
		}
		BX_TRY(ru_open(run, result, last->in, &f->result));
		f->result_open = true;
	}
	return BX_OK;
}

/* Contexts and arenas of the stages; each blocking one begins anew. */
static BxStatus
prepare(RuRun *run, RuFlwor *f, const RuFlworPlan *plan, const RuCx *cx)
{
	const RuCx *in = cx;
	uint32_t i, back = 0;
	bool has_back = false;

	for (i = 0; i <= f->n; i++)
	{
		RuStage *s = &f->stages[i];

		s->flwor = f;
		s->number = i;
		s->in = in;
		s->back = back;
		s->has_back = has_back;
		if (i == f->n)
			break;
		s->clause = &plan->clauses[i];
		if (s->clause->class->step != NULL)
			continue;
		BX_TRY(ru_arena_take(run, &s->own));
		s->out = *cx;
		s->out.arena = &s->own->arena;
		in = &s->out;
		back = i;
		has_back = true;
	}
	return BX_OK;
}

static BxStatus
open(RU_OPEN_ARGS)
{
	const RuFlworPlan *plan = op->data;
	void *state;
	RuFlwor *f;

	BX_TRY(ru_check_stack(run));
	BX_TRY(ru_state(run, it, sizeof(RuFlwor), &state));
	f = state;
	it->next = next;
	it->close = leave;
	it->fleeting = true;
	f->op = op;
	f->n = plan->n;
	f->stages = ru_alloc(run, cx, (plan->n + 1) * sizeof(RuStage));
	if (f->stages == NULL)
		return BX_E_NOMEM;
	memset(f->stages, 0, (plan->n + 1) * sizeof(RuStage));
	return prepare(run, f, plan, cx);
}

static BxStatus
push(RU_PUSH_ARGS)
{
	const RuStage *last;
	RuFlwor *f;
	bool found;
	RuIter it;

	BX_TRY(ru_open(run, op, cx, &it));
	f = it.state;
	last = &f->stages[f->n];
	for (;;)
	{
		BX_TRY(ru_tuple_before(run, &f->stages[f->n], &found));
		if (!found)
			break;
		BX_TRY(ru_push(run, op->args[op->n_args - 1], last->in, sink));
	}
	leave(run, &it);
	return BX_OK;
}

const RuClass ru_flwor = {"FLWOR", .open = open, .push = push};

/* ---- one "for" whose items are the result ---- */

/* The items that the join gives, if the condition holds for all of them; else *matches is NULL. */
static BxStatus
open_selected(RuRun *run, const RuOp *op, const RuCx *cx, RuMatches **matches)
{
	const RuFlworPlan *plan = op->data;

	BX_TRY(ru_join_open(run, plan->clauses[0].join, cx, matches));
	if (*matches == NULL || ru_matches_exact(*matches))
		return BX_OK;
	ru_matches_close(*matches);
	*matches = NULL;
	return BX_OK;
}

static BxStatus
selected_seq(RU_SEQ_ARGS)
{
	RuMatches *matches;

	BX_TRY(open_selected(run, op, cx, &matches));
	if (matches != NULL)
	{
		BX_TRY(ru_matches_all(run, matches, cx->arena, seq));
		ru_matches_close(matches);
		return BX_OK;
	}
	return ru_collect_made(run, op, cx, seq);
}

static BxStatus
selected_count(RU_COUNT_ARGS)
{
	RuMatches *matches;

	BX_TRY(open_selected(run, op, cx, &matches));
	if (matches == NULL)
		return ru_count_made(run, op, cx, n);
	*n = ru_matches_count(matches);
	ru_matches_close(matches);
	return BX_OK;
}

const RuClass ru_flwor_selected = {
	"FLWOR", .open = open, .push = push, .count = selected_count, .seq = selected_seq, .slow_seq = true};

/*
 * ru_for.c -- the clauses "for", "let", "where" and "count".
 */
#include "../../base/bx_core_int.h"

#include "ru_flwor.h"

static void
bind(RuRun *run, const RuStage *stage, uint32_t slot, const XdItem *item)
{
	XdSeq *value = &stage->in->frame[slot];

	if (slot == RU_NO_SLOT)
		return;
	*value = item != NULL ? xd_seq_one(item) : xd_seq_empty();
	ru_stamp(run, value);
}

/* ---- for ---- */

static BxStatus
for_start(RuRun *run, RuStage *stage)
{
	RuMatches *matches = NULL;

	stage->n = 0;
	stage->open = false;
	if (stage->clause->join != NULL)
		BX_TRY(ru_join_open(run, stage->clause->join, stage->in, &matches));
	stage->state = matches;
	stage->exact = matches != NULL && ru_matches_exact(matches);
	if (matches != NULL)
		return BX_OK;
	BX_TRY(ru_open(run, ru_stage_arg(stage, 0), stage->in, &stage->it));
	stage->open = true;
	return BX_OK;
}

static void
for_close(RuRun *run, RuStage *stage)
{
	(void) run;
	if (stage->state != NULL)
		ru_matches_close(stage->state);
	stage->state = NULL;
}

static BxStatus
for_next(RuRun *run, RuStage *stage, bool *found)
{
	XdItem item, position;

	*found = stage->open;
	if (stage->state != NULL)
	{
		ru_matches_next(stage->state, &item, &stage->n, found);
		if (!*found)
			for_close(run, stage);
	}
	else if (*found)
	{
		BX_TRY(ru_next(run, &stage->it, &item, found));
		stage->open = *found;
		stage->n += *found;
	}
	else
		return BX_OK;
	ru_arena_clear(stage->own);
	if (*found)
	{
		position = at_integer_item((int64_t) stage->n);
		bind(run, stage, stage->clause->slot, &item);
		bind(run, stage, stage->clause->position, &position);
	}
	else if (stage->n == 0 && stage->clause->allowing_empty)
	{
		position = at_integer_item(0);
		bind(run, stage, stage->clause->slot, NULL);
		bind(run, stage, stage->clause->position, &position);
		*found = true;
	}
	return BX_OK;
}

const RuClauseClass ru_clause_for = {"for", .start = for_start, .next = for_next, .close = for_close};

/* ---- clauses that look at one tuple ---- */

static BxStatus
let_step(RuRun *run, RuStage *stage, bool *passes)
{
	XdSeq *value = &stage->in->frame[stage->clause->slot];

	*passes = true;
	BX_TRY(ru_collect(run, ru_stage_arg(stage, 0), stage->in, value));
	ru_stamp(run, value);
	return BX_OK;
}

const RuClauseClass ru_clause_let = {"let", .step = let_step};

static BxStatus
where_step(RuRun *run, RuStage *stage, bool *passes)
{
	*passes = stage->clause->implied && stage[-1].exact;
	return *passes ? BX_OK : ru_ebv(run, ru_stage_arg(stage, 0), stage->in, passes);
}

const RuClauseClass ru_clause_where = {"where", .step = where_step};

static BxStatus
count_step(RuRun *run, RuStage *stage, bool *passes)
{
	XdItem number = at_integer_item((int64_t) ++stage->n);

	bind(run, stage, stage->clause->slot, &number);
	*passes = true;
	return BX_OK;
}

const RuClauseClass ru_clause_count = {"count", .step = count_step};

/*
 * ru_for.c -- the clauses "for", "let", "where" and "count".
 */
#include "../../base/bx_core_int.h"

#include "ru_flwor.h"

static void
bind(const RuStage *stage, uint32_t slot, const XdItem *item)
{
	if (slot != RU_NO_SLOT)
		stage->in->frame[slot] = item != NULL ? xd_seq_one(item) : xd_seq_empty();
}

/* ---- for ---- */

static BxStatus
for_start(RuRun *run, RuStage *stage)
{
	stage->n = 0;
	BX_TRY(ru_open(run, ru_stage_arg(stage, 0), stage->in, &stage->it));
	stage->open = true;
	return BX_OK;
}

static BxStatus
for_next(RuRun *run, RuStage *stage, bool *found)
{
	XdItem item, position;

	*found = stage->open;
	if (!*found)
		return BX_OK;
	BX_TRY(ru_next(run, &stage->it, &item, found));
	stage->open = *found;
	ru_arena_clear(stage->own);
	if (*found)
	{
		position = at_integer_item((int64_t) ++stage->n);
		bind(stage, stage->clause->slot, &item);
		bind(stage, stage->clause->position, &position);
	}
	else if (stage->n == 0 && stage->clause->allowing_empty)
	{
		position = at_integer_item(0);
		bind(stage, stage->clause->slot, NULL);
		bind(stage, stage->clause->position, &position);
		*found = true;
	}
	return BX_OK;
}

const RuClauseClass ru_clause_for = {"for", .start = for_start, .next = for_next};

/* ---- clauses that look at one tuple ---- */

static BxStatus
let_step(RuRun *run, RuStage *stage, bool *passes)
{
	*passes = true;
	return ru_collect(run, ru_stage_arg(stage, 0), stage->in, &stage->in->frame[stage->clause->slot]);
}

const RuClauseClass ru_clause_let = {"let", .step = let_step};

static BxStatus
where_step(RuRun *run, RuStage *stage, bool *passes)
{
	return ru_ebv(run, ru_stage_arg(stage, 0), stage->in, passes);
}

const RuClauseClass ru_clause_where = {"where", .step = where_step};

static BxStatus
count_step(RuRun *run, RuStage *stage, bool *passes)
{
	XdItem number = at_integer_item((int64_t) ++stage->n);

	(void) run;
	bind(stage, stage->clause->slot, &number);
	*passes = true;
	return BX_OK;
}

const RuClauseClass ru_clause_count = {"count", .step = count_step};

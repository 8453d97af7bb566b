/*
 * ru_query.c -- begin and end of a run, and the values of its external variables.
 */
#include "../../base/bx_core_int.h"

#include "ru_construct.h"
#include "ru_operators.h"
#include "ru_query.h"
#include "ru_spill.h"

const RuModule *
ru_module(const RuRun *run, const RuOp *op)
{
	static const RuModule none = {.copy = 0};

	return run->query != NULL ? &run->query->modules[op != NULL ? op->module : 0] : &none;
}

BxStatus
ru_run_open(RuRun *run, const RuQuery *query, const BxHost *host, BxArena *arena, BxError *err,
			const RuExternal *external)
{
	memset(run, 0, sizeof(*run));
	run->host = host;
	run->err = err;
	bx_arena_init_small(&run->own, host);
	run->arena = &run->own;
	run->query = query;
	run->external = external;
	run->at = (AtCall){.host = host,
					   .arena = arena,
					   .err = err,
					   .prefixes = query->modules->prefixes,
					   .n_prefixes = query->modules->n_prefixes};
	run->globals = bx_arena_zalloc(run->arena, (query->n_globals + 1) * sizeof(RuGlobal));
	if (run->globals == NULL)
		return bx_fail_nomem(err, (query->n_globals + 1) * sizeof(RuGlobal));
	BX_TRY(xd_forest_new(host, run->arena, query->paths, err, &run->forest));
	run->own.keeper = xd_keeper(run->forest);
	return BX_OK;
}

void
ru_run_close(RuRun *run)
{
	RuArena *a;

	while (run->spills != NULL)
		ru_spill_close(run, run->spills);
	for (a = run->arenas; a != NULL; a = a->all)
		bx_arena_reset(&a->arena);
	run->arenas = run->free_arenas = NULL;
	ru_sinks_free(run);
	bx_arena_let_go(&run->own);
	if (run->forest != NULL)
		xd_forest_close(run->forest);
	run->forest = NULL;
	run->own.keeper = NULL; /* it was in the forest */
	bx_arena_reset(&run->own);
}

/* A value from outside must be of the declared type; untyped text and numbers are converted as arguments are. */
static BxStatus
bind(RuRun *run, uint32_t i, const XdSeq *value)
{
	const RuGlobalPlan *plan = &run->query->globals[i];
	const RuRole role = {"XPTY0004", "the value of an external variable"};
	const RuOp op = {.check = &plan->type, .data = &role};
	const RuCx cx = {.arena = run->arena};
	XdSeqBuilder b = xd_seq_builder(run->arena);
	uint64_t k;

	for (k = 0; k < value->n; k++)
	{
		XdItem item = xd_seq_at(value, k);

		if (at_is_atomic(&item))
			BX_TRY(ru_convert_atom(run, &op, &cx, &plan->type, &item, &item));
		BX_TRY(xd_seq_add(&b, &item, run->err));
	}
	if ((b.n == 0 && !(plan->type.occurrence & XD_OPTIONAL) && plan->type.kind != XD_T_EMPTY) ||
		(b.n > 1 && !(plan->type.occurrence & XD_REPEATED)))
		return ru_fail(run, NULL, "XPTY0004",
					   "the value of external variable $%.*s has the wrong number of items",
					   (int) plan->name.local.n, plan->name.local.s);
	run->globals[i].value = xd_seq_built(&b);
	run->globals[i].state = 2;
	return BX_OK;
}

BxStatus
ru_run_bind(RuRun *run, const RuVar *vars, uint32_t n_vars)
{
	uint32_t i, k;

	for (i = 0; i < run->query->n_globals; i++)
	{
		const RuGlobalPlan *plan = &run->query->globals[i];

		for (k = 0; plan->external && k < n_vars; k++)
			if (bx_str_equal(vars[k].name.local, plan->name.local) &&
				bx_str_equal(vars[k].name.uri, plan->name.uri))
				BX_TRY(bind(run, i, &vars[k].value));
	}
	return BX_OK;
}

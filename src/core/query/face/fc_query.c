/*
 * fc_query.c -- queries from text to items.
 */
#include "fc_query_int.h"

#include "../../xpath/syntax/xp_hint.h"
#include "../library/fn_item.h"
#include "../run/ru_lenient.h"
#include "../static/qs_build.h"
#include "../syntax/q_parse.h"

BxStatus
fc_compile(BxStr text, const FcOptions *options, const BxHost *host, BxArena *arena, const FcQuery **query,
		   BxError *err)
{
	const QsOptions build = {.immutable = options->immutable,
							 .instead = options->instead,
							 .tables = options->tables,
							 .implicit_externals = true,
							 .libraries = options->libraries,
							 .exact = options->exact,
							 .mode = options->mode};
	FcQuery *q = bx_arena_alloc(arena, sizeof(FcQuery));
	QModule *module;
	RuQuery *plan;

	if (q == NULL)
		return bx_fail_nomem(err, sizeof(FcQuery));
	BX_TRY(
		q_parse(text, options->mode, options->namespaces, options->n_namespaces, arena, host, &module, err));
	BX_TRY(qs_query(module, &build, arena, host, &plan, err));
	q->module = module;
	q->plan = plan;
	*query = q;
	return BX_OK;
}

BxStr
fc_library(const FcQuery *query)
{
	return query->module->library_uri;
}

BxStatus
fc_imports(BxStr text, const BxHost *host, BxArena *arena, const QImport **imports, uint32_t *n, BxError *err)
{
	QModule *module;

	BX_TRY(q_parse(text, Q_MODE_QUERY, NULL, 0, arena, host, &module, err));
	*imports = module->imports;
	*n = module->n_imports;
	return BX_OK;
}

const RuQuery *
fc_plan(const FcQuery *query)
{
	return query->plan;
}

/* ---- a run ---- */

static BxStatus
new_frame(RuRun *run, uint32_t n, XdSeq **frame)
{
	*frame = bx_arena_zalloc(run->arena, (n + 1) * sizeof(XdSeq));
	return *frame != NULL ? BX_OK : bx_fail_nomem(run->err, (n + 1) * sizeof(XdSeq));
}

BxStatus
fc_declared_context(RuRun *run)
{
	const RuQuery *q = run->query;
	RuArena *values;
	RuCx cx = {0};
	XdSeq value;
	uint32_t i;
	bool matches;

	if (q->context_value != NULL && !(q->context_external && run->has_context))
	{
		BX_TRY(ru_arena_take(run, &values)); /* until the end of the run */
		cx.arena = &values->arena;
		BX_TRY(new_frame(run, q->context_slots, &cx.frame));
		BX_TRY(ru_collect(run, q->context_value, &cx, &value));
		if (value.n != 1)
			return ru_fail(run, NULL, "XPTY0004", "the context item must be one item");
		run->context = xd_seq_at(&value, 0);
		run->has_context = true;
	}
	for (i = 0; run->has_context && i < q->n_modules; i++)
	{
		if (q->modules[i].context_type == NULL)
			continue;
		BX_TRY(xd_type_matches(run->forest, q->modules[i].context_type, &run->context, &matches));
		if (!matches)
			return ru_fail(run, NULL, "XPTY0004", "the context item is not of the declared type");
	}
	return BX_OK;
}

BxStatus
fc_check_implicit(RuRun *run)
{
	uint32_t i;

	for (i = 0; i < run->query->n_globals; i++)
	{
		const RuGlobalPlan *plan = &run->query->globals[i];

		if (plan->implicit && run->globals[i].state == 0)
			return run->query->lenient
					   ? xp_variable_no_value(run->err, plan->pos, plan->name.prefix, plan->name.local)
					   : bx_fail_code(run->err, BX_E_XPATH, plan->pos, "XPST0008",
									  "variable $%.*s is neither declared nor given a value",
									  (int) plan->name.local.n, plan->name.local.s);
	}
	return BX_OK;
}

BxStatus
fc_new(const FcQuery *query, const FcCall *call, FcRun **run)
{
	FcRun *r = bx_arena_zalloc(call->arena, sizeof(FcRun));

	*run = NULL;
	if (r == NULL)
		return bx_fail_nomem(call->err, sizeof(FcRun));
	*run = r;
	BX_TRY(ru_run_open(&r->run, query->plan, call->host, call->arena, call->err, call->external));
	r->run.now = call->now;
	r->run.at.zone = call->now.zone == BX_ZONE_NONE ? 0 : call->now.zone;
	return ru_arena_take(&r->run, &r->tuple);
}

BxStatus
fc_document(FcRun *r, BxImage *image, XdItem *root)
{
	return xd_tree_open_image(r->run.forest, image, bx_str("", 0), root);
}

BxStatus
fc_open_owned(FcRun *r, BxArena *arena, BxImage *image, XdOwner *owner, XdItem *root)
{
	return xd_tree_open_owned(r->run.forest, arena, image, owner, root);
}

XdOwner *
fc_owner(const FcRun *r, const XdItem *node)
{
	return xd_tree_owner(r->run.forest, node);
}

void
fc_give_in(FcRun *r, BxArena *arena)
{
	r->given = arena;
}

/* The context item, if the caller gives one. */
static BxStatus
given_context(RuRun *run, const FcCall *call)
{
	const BxStr unknown = {"", 0};

	xd_forest_cache(run->forest, call->cache, call->tables);
	run->has_context = call->context != NULL || call->image != NULL || call->value != NULL;
	if (call->context != NULL)
	{
		run->context = *call->context;
		return BX_OK;
	}
	if (call->image != NULL)
		return xd_tree_open_image(run->forest, call->image, unknown, &run->context);
	return run->has_context ? xd_tree_open(run->forest, call->value, call->n, unknown, &run->context) : BX_OK;
}

BxStatus
fc_start(FcRun *r, const FcCall *call)
{
	RuRun *run = &r->run;
	RuArena *values;

	BX_TRY(ru_run_bind(run, call->vars, call->n_vars));
	BX_TRY(fc_check_implicit(run));
	BX_TRY(given_context(run, call));
	BX_TRY(fc_declared_context(run));
	BX_TRY(new_frame(run, run->query->n_slots, &r->cx.frame));
	BX_TRY(ru_arena_take(run, &values)); /* until the end of the run */
	r->cx.arena = &values->arena;
	r->cx.item = run->has_context ? &run->context : NULL;
	r->cx.pos = r->cx.size = run->has_context;
	return BX_OK;
}

BxStatus
fc_open(const FcQuery *query, const FcCall *call, FcRun **run)
{
	BxStatus st = fc_new(query, call, run);

	if (st == BX_OK)
		st = fc_start(*run, call);
	if (st != BX_OK)
	{
		fc_close(*run);
		*run = NULL;
	}
	return st;
}

BxStatus
fc_next(FcRun *run, XdItem *item, bool *found)
{
	ru_arena_clear(run->tuple);
	if (!run->started)
		BX_TRY(ru_open(&run->run, run->run.query->body, &run->cx, &run->it));
	run->started = true;
	return ru_next(&run->run, &run->it, item, found);
}

void
fc_close(FcRun *run)
{
	if (run != NULL)
		ru_run_close(&run->run);
}

struct XpWork *
fc_work(FcRun *run)
{
	return xd_forest_work(run->run.forest);
}

/* ---- of an item ---- */

BxStatus
fc_text(FcRun *run, const XdItem *item, BxStr *text)
{
	AtCall at = run->run.at;

	at.arena = &run->tuple->arena;
	if (at_is_node(item))
		return xd_node_string(run->run.forest, at.arena, item, text);
	if (!at_is_atomic(item))
		return fn_item_text(&run->run, at.arena, item, text);
	return run->run.query->lenient ? ru_lenient_text(&run->run, at.arena, item, text)
								   : at_text(&at, item, text);
}

const char *
fc_type_name(const XdItem *item)
{
	return xd_item_type_name(item);
}

/*
 * qs_query.c -- the plan of a main module: declared functions, variables, the context item, the body.
 */
#include "../../base/bx_core_int.h"

#include "../library/fn_uri.h"
#include "../run/ru_construct.h"
#include "../run/ru_operators.h"
#include "qs_lenient.h"
#include "qs_query_int.h"

#include <stdio.h>

static const XdSeqType any_type = {.kind = XD_T_ITEM, .occurrence = XD_ANY_NUMBER};

/* ---- names ---- */

static BxStatus
copy_prefixes(QsBuild *b)
{
	const QModule *m = b->module;
	AtPrefix *prefixes = bx_arena_alloc(b->arena, (m->n_namespaces + 1) * sizeof(AtPrefix));
	uint32_t i;

	if (prefixes == NULL)
		return bx_fail_nomem(b->err, m->n_namespaces * sizeof(AtPrefix));
	prefixes[0] = (AtPrefix){bx_str("", 0), m->element_namespace};
	for (i = 0; i < m->n_namespaces; i++)
		prefixes[i + 1] = (AtPrefix){m->namespaces[i].prefix, m->namespaces[i].uri};
	b->query->prefixes = b->prefixes = prefixes;
	b->query->n_prefixes = b->n_prefixes = m->n_namespaces + 1;
	return BX_OK;
}

/* ---- variables ---- */

static BxStatus
declare_globals(QsBuild *b)
{
	const QModule *m = b->module;
	uint32_t i, k;

	for (i = 0; i < m->n_variables; i++)
	{
		const QVariable *v = &m->variables[i];
		const RuGlobalPlan plan = {.name = v->name,
								   .type = v->type != NULL ? *v->type : any_type,
								   .external = v->external,
								   .pos = v->pos};

		for (k = 0; k < i; k++)
			if (at_name_equal(&m->variables[k].name, &v->name))
				return qs_fail(b, v->pos, "XQST0049", "variable $%.*s is declared twice",
							   (int) v->name.local.n, v->name.local.s);
		BX_TRY(qs_add_global(b, &plan));
	}
	return BX_OK;
}

/* A new frame: no variable is in scope. */
static void
begin_frame(QsBuild *b)
{
	b->n_scope = b->n_slots = b->max_slots = 0;
}

static BxStatus
build_globals(QsBuild *b)
{
	const QModule *m = b->module;
	uint32_t i;

	for (i = 0; i < m->n_variables; i++)
	{
		const QVariable *v = &m->variables[i];
		char role[160];
		RuOp *op;

		if (v->value == NULL)
			continue;
		begin_frame(b);
		b->has_focus = true;
		BX_TRY(qs_build(b, v->value, &op));
		snprintf(role, sizeof(role), "the value of variable $%.*s",
				 (int) (v->name.local.n < 100 ? v->name.local.n : 100), v->name.local.s);
		if (v->type != NULL)
			BX_TRY(qs_check(b, &op, v->type, "XPTY0004", role));
		b->query->globals[i].value = op;
		b->query->globals[i].n_slots = b->max_slots;
	}
	return BX_OK;
}

/* ---- functions ---- */

static BxStatus
new_function(QsBuild *b, const QFunction *f, RuFunction **function)
{
	RuFunction *r = bx_arena_zalloc(b->arena, sizeof(RuFunction));
	XdSeqType *params = bx_arena_zalloc(b->arena, (f->n_params + 1) * sizeof(XdSeqType));
	uint32_t i;

	if (r == NULL || params == NULL)
		return bx_fail_nomem(b->err, sizeof(RuFunction));
	for (i = 0; i < f->n_params; i++)
		params[i] = f->params[i].type != NULL ? *f->params[i].type : any_type;
	r->name = f->name;
	r->n_params = f->n_params;
	r->params = params;
	r->result = f->result != NULL ? *f->result : any_type;
	r->updating = f->updating;
	*function = r;
	return BX_OK;
}

static BxStatus
declare_functions(QsBuild *b)
{
	const QModule *m = b->module;
	uint32_t i, k;

	b->query->functions = bx_arena_alloc(b->arena, (m->n_functions + 1) * sizeof(RuFunction *));
	if (b->query->functions == NULL)
		return bx_fail_nomem(b->err, m->n_functions * sizeof(RuFunction *));
	for (i = 0; i < m->n_functions; i++)
	{
		RuFunction *f = NULL;

		if (m->functions[i].external)
			return qs_fail(b, m->functions[i].pos, "XPST0017", "external function %.*s() is not there",
						   (int) m->functions[i].name.local.n, m->functions[i].name.local.s);
		BX_TRY(new_function(b, &m->functions[i], &f));
		for (k = 0; k < i; k++)
			if (b->query->functions[k]->n_params == f->n_params &&
				at_name_equal(&b->query->functions[k]->name, &f->name))
				return qs_fail(b, m->functions[i].pos, "XQST0034", "function %.*s() is declared twice",
							   (int) f->name.local.n, f->name.local.s);
		b->query->functions[b->query->n_functions++] = f;
	}
	return BX_OK;
}

static BxStatus
build_function(QsBuild *b, const QFunction *f, RuFunction *function)
{
	char role[160];
	uint32_t i, slot;

	begin_frame(b);
	b->has_focus = false;
	for (i = 0; i < f->n_params; i++)
		BX_TRY(qs_declare(b, &f->params[i].name, qs_type_of(&function->params[i]), &slot));
	BX_TRY(qs_build(b, f->body, &function->body));
	snprintf(role, sizeof(role), "the result of %.*s()",
			 (int) (f->name.local.n < 100 ? f->name.local.n : 100), f->name.local.s);
	if (f->result != NULL)
		BX_TRY(qs_convert(b, &function->body, &function->result, role));
	function->n_slots = b->max_slots;
	return BX_OK;
}

static BxStatus
build_functions(QsBuild *b)
{
	uint32_t i;

	for (i = 0; i < b->module->n_functions; i++)
		BX_TRY(build_function(b, &b->module->functions[i], b->query->functions[i]));
	return BX_OK;
}

/* ---- the module ---- */

static BxStatus
build_context(QsBuild *b)
{
	const QModule *m = b->module;

	if (!m->context_declared)
		return BX_OK;
	b->query->has_context_type = m->context_type != NULL;
	if (m->context_type != NULL)
		b->query->context_type = *m->context_type;
	if (m->context_value == NULL)
		return BX_OK;
	begin_frame(b);
	b->has_focus = false;
	BX_TRY(qs_build(b, m->context_value, &b->query->context_value));
	b->query->context_slots = b->max_slots;
	b->query->context_external = m->context_external;
	return BX_OK;
}

/* A relative one is resolved by the base URI of the prolog. */
static BxStatus
set_collation(QsBuild *b)
{
	BxStr uri = b->module->default_collation, base = b->module->base_uri;

	b->query->default_collation = uri;
	if (uri.n == 0 || base.n == 0 || fn_uri_is_absolute(uri))
		return BX_OK;
	return fn_uri_resolve(b->arena, uri, base, &b->query->default_collation, b->err);
}

static BxStatus
build_module(QsBuild *b)
{
	RuQuery *q = b->query;

	q->module = b->module;
	q->base_uri = b->module->base_uri;
	BX_TRY(set_collation(b));
	q->copy = (b->module->flags & Q_COPY_NO_PRESERVE ? XD_COPY_NO_PRESERVE : 0) |
			  (b->module->flags & Q_COPY_NO_INHERIT ? XD_COPY_NO_INHERIT : 0);
	BX_TRY(qs_check_updating(b));
	BX_TRY(copy_prefixes(b));
	BX_TRY(declare_functions(b));
	BX_TRY(declare_globals(b));
	BX_TRY(build_context(b));
	BX_TRY(build_globals(b));
	BX_TRY(build_functions(b));
	begin_frame(b);
	b->has_focus = true;
	BX_TRY(qs_build(b, b->module->body, &q->body));
	q->lenient = b->mode == Q_MODE_PATH;
	if (q->lenient)
		BX_TRY(qs_lenient_result(b, &q->body));
	q->n_slots = b->max_slots;
	q->uses = q->body->uses;
	return BX_OK;
}

/* Nothing can be imported: there are neither modules nor types of schemas. */
static BxStatus
refuse_imports(QsBuild *b)
{
	const QImport *first = b->module->imports;

	if (b->module->n_imports == 0)
		return BX_OK;
	if (first->schema)
		return qs_fail(b, first->pos, "XQST0009", "schemas cannot be imported");
	return qs_fail(b, first->pos, "XQST0059", "modules cannot be imported");
}

static const QsBuilder builders[Q_KINDS] = {
#define Q_KIND(id, builder) builder,
#include "../syntax/q_kinds.def"
#undef Q_KIND
};

BxStatus
qs_query(const QModule *module, const QsOptions *options, BxArena *arena, const BxHost *host, RuQuery **query,
		 BxError *err)
{
	QsBuild b = {.arena = arena,
				 .host = host,
				 .err = err,
				 .module = module,
				 .builders = builders,
				 .immutable = options->immutable,
				 .instead = options->instead,
				 .implicit_externals = options->implicit_externals,
				 .mode = options->mode};

	if (module->body == NULL)
		return bx_fail_code(err, BX_E_XPATH, 1, "XPST0003",
							"invalid XQuery expression: a library module cannot be evaluated");
	b.query = bx_arena_zalloc(arena, sizeof(RuQuery));
	if (b.query == NULL)
		return bx_fail_nomem(err, sizeof(RuQuery));
	BX_TRY(refuse_imports(&b));
	BX_TRY(xd_paths_new(arena, err, &b.paths));
	BX_TRY(build_module(&b));
	BX_TRY(xd_paths_finish(b.paths, err));
	b.query->paths = b.paths;
	*query = b.query;
	return BX_OK;
}

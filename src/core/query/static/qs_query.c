/*
 * qs_query.c -- the plan of a query: functions, variables and the context item of its modules, and the body.
 */
#include "../../base/bx_core_int.h"

#include "../library/fn_uri.h"
#include "../run/ru_construct.h"
#include "../run/ru_operators.h"
#include "qs_lenient.h"
#include "qs_query_int.h"

#include <stdio.h>

/* The modules of the query, and where their declarations are in it. */
typedef struct Modules
{
	QsModules all;
	uint32_t *globals;   /* by module, the first one */
	uint32_t *functions; /* likewise */
} Modules;

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
	b->current->prefixes = prefixes;
	b->current->n_prefixes = m->n_namespaces + 1;
	return BX_OK;
}

/* ---- variables ---- */

static BxStatus
declare_globals(QsBuild *b)
{
	const QVariable *v = b->module->variables, *end = v + b->module->n_variables;

	for (; v < end; v++)
	{
		const RuGlobalPlan plan = {.name = v->name,
								   .type = v->type != NULL ? *v->type : XD_TYPE_ANY,
								   .module = b->number,
								   .is_private = v->is_private,
								   .external = v->external,
								   .implicit = v->external && v->value == NULL && b->rules != NULL,
								   .pos = v->pos};

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
build_globals(QsBuild *b, uint32_t first)
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
		b->query->globals[first + i].value = op;
		b->query->globals[first + i].n_slots = b->max_slots;
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
		params[i] = f->params[i].type != NULL ? *f->params[i].type : XD_TYPE_ANY;
	r->name = f->name;
	r->n_params = f->n_params;
	r->params = params;
	r->result = f->result != NULL ? *f->result : XD_TYPE_ANY;
	r->updating = f->updating;
	r->is_private = f->is_private;
	r->module = b->number;
	*function = r;
	return BX_OK;
}

static BxStatus
declare_functions(QsBuild *b)
{
	const QModule *m = b->module;
	RuQuery *q = b->query;
	uint32_t i;

	q->functions = bx_arena_grow(b->arena, q->functions, q->n_functions * sizeof(RuFunction *),
								 (q->n_functions + m->n_functions + 1) * sizeof(RuFunction *));
	if (q->functions == NULL)
		return bx_fail_nomem(b->err, m->n_functions * sizeof(RuFunction *));
	for (i = 0; i < m->n_functions; i++)
	{
		if (m->functions[i].external)
			return qs_fail(b, m->functions[i].pos, "XPST0017", "external function %.*s() is not there",
						   (int) m->functions[i].name.local.n, m->functions[i].name.local.s);
		BX_TRY(new_function(b, &m->functions[i], &q->functions[q->n_functions]));
		q->n_functions++;
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
build_functions(QsBuild *b, uint32_t first)
{
	uint32_t i;

	for (i = 0; i < b->module->n_functions; i++)
		BX_TRY(build_function(b, &b->module->functions[i], b->query->functions[first + i]));
	return BX_OK;
}

/* ---- a module ---- */

static BxStatus
build_context(QsBuild *b)
{
	const QModule *m = b->module;

	if (!m->context_declared)
		return BX_OK;
	b->current->context_type = m->context_type;
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

	b->current->default_collation = uri;
	if (uri.n == 0 || base.n == 0 || fn_uri_is_absolute(uri))
		return BX_OK;
	return fn_uri_resolve(b->arena, uri, base, &b->current->default_collation, b->err);
}

static BxStatus
build_body(QsBuild *b)
{
	RuQuery *q = b->query;

	begin_frame(b);
	b->has_focus = true;
	if (b->mode == Q_MODE_PATH)
		BX_TRY(qs_lenient_prefixes(b, b->module->body));
	BX_TRY((b->exact_body ? qs_exact : qs_build)(b, b->module->body, &q->body));
	q->lenient = b->rules != NULL;
	q->needs_parents |= !q->lenient; /* constructors copy the namespaces in scope */
	if (b->mode == Q_MODE_PATH)
		BX_TRY(qs_lenient_result(b, &q->body));
	q->n_slots = b->max_slots;
	q->uses = q->body->uses;
	return BX_OK;
}

static BxStatus
declare_module(QsBuild *b, Modules *modules)
{
	RuModule *plan = b->current;

	modules->globals[b->number] = b->query->n_globals;
	modules->functions[b->number] = b->query->n_functions;
	plan->text = b->module->source;
	plan->base_uri = b->module->base_uri;
	plan->copy = (b->module->flags & Q_COPY_NO_PRESERVE ? XD_COPY_NO_PRESERVE : 0) |
				 (b->module->flags & Q_COPY_NO_INHERIT ? XD_COPY_NO_INHERIT : 0);
	BX_TRY(set_collation(b));
	BX_TRY(copy_prefixes(b));
	BX_TRY(declare_functions(b));
	return declare_globals(b);
}

static BxStatus
build_module(QsBuild *b, Modules *modules)
{
	b->prefixes = b->current->prefixes;
	b->n_prefixes = b->current->n_prefixes;
	BX_TRY(qs_check_updating(b));
	BX_TRY(build_context(b));
	BX_TRY(build_globals(b, modules->globals[b->number]));
	BX_TRY(build_functions(b, modules->functions[b->number]));
	return b->module->body != NULL ? build_body(b) : BX_OK;
}

/* ---- names of several modules ---- */

/* The import that brings a module. */
static uint32_t
import_pos(const QsBuild *b, const QModule *imported)
{
	uint32_t i;

	for (i = 0; i < b->module->n_imports; i++)
		if (bx_str_equal(b->module->imports[i].uri, imported->library_uri))
			return b->module->imports[i].pos;
	return 1;
}

/* Public names of two modules, or all of the one that is built and public ones of another. */
static BxStatus
check_pair(QsBuild *b, const QModule *x, const QModule *y)
{
	uint32_t i, k;

	BX_TRY(bx_charge(b->host, 8 * ((uint64_t) x->n_functions * y->n_functions +
								   (uint64_t) x->n_variables * y->n_variables)));
	for (i = 0; i < x->n_functions; i++)
		for (k = 0; k < y->n_functions; k++)
			if (x->functions[i].n_params == y->functions[k].n_params && !y->functions[k].is_private &&
				(x == b->module || !x->functions[i].is_private) &&
				at_name_equal(&x->functions[i].name, &y->functions[k].name))
				return qs_fail(b, import_pos(b, y), "XQST0034", "function %.*s() is declared in two modules",
							   (int) x->functions[i].name.local.n, x->functions[i].name.local.s);
	for (i = 0; i < x->n_variables; i++)
		for (k = 0; k < y->n_variables; k++)
			if (!y->variables[k].is_private && (x == b->module || !x->variables[i].is_private) &&
				at_name_equal(&x->variables[i].name, &y->variables[k].name))
				return qs_fail(b, import_pos(b, y), "XQST0049", "variable $%.*s is declared in two modules",
							   (int) x->variables[i].name.local.n, x->variables[i].name.local.s);
	return BX_OK;
}

/* No name that the module sees is declared twice: only modules of one namespace can have the same. */
static BxStatus
check_names(QsBuild *b, Modules *modules)
{
	const QsModules *all = &modules->all;
	uint32_t i, k;

	for (i = 0; i < all->n; i++)
		for (k = 0; all->plans[b->number].sees[i] && k < all->n; k++)
		{
			bool other = k != i && k != b->number && (k > i || i == b->number);

			BX_TRY(bx_step(b->host));
			if (other && all->plans[b->number].sees[k] &&
				(i == b->number || bx_str_equal(all->list[i]->library_uri, all->list[k]->library_uri)))
				BX_TRY(check_pair(b, all->list[i], all->list[k]));
		}
	return BX_OK;
}

/* ---- the query ---- */

/* Do something with each module; errors are in that. */
static BxStatus
for_each_module(QsBuild *b, Modules *modules, BxStatus (*f)(QsBuild *b, Modules *modules))
{
	uint32_t i;

	for (i = 0; i < modules->all.n; i++)
	{
		BxStatus st;

		b->number = (uint16_t) i;
		b->module = modules->all.list[i];
		b->current = &modules->all.plans[i];
		st = f(b, modules);
		if (st != BX_OK)
			b->err->module = i;
		BX_TRY(st);
	}
	return BX_OK;
}

static BxStatus
build_modules(QsBuild *b, const QsLibraries *libraries)
{
	Modules modules;

	BX_TRY(qs_load_modules(b, b->module, libraries, &modules.all));
	modules.globals = bx_arena_zalloc(b->arena, modules.all.n * sizeof(uint32_t));
	modules.functions = bx_arena_zalloc(b->arena, modules.all.n * sizeof(uint32_t));
	if (modules.globals == NULL || modules.functions == NULL)
		return bx_fail_nomem(b->err, modules.all.n * sizeof(uint32_t));
	b->query->modules = modules.all.plans;
	b->query->n_modules = modules.all.n;
	BX_TRY(for_each_module(b, &modules, declare_module));
	BX_TRY(for_each_module(b, &modules, check_names));
	return for_each_module(b, &modules, build_module);
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
				 .tables = options->tables,
				 .implicit_externals = options->implicit_externals,
				 .exact_body = options->exact,
				 .mode = options->mode,
				 .rules = options->mode != Q_MODE_QUERY ? &qs_lenient_rules : NULL};

	if (module->body == NULL && options->libraries == NULL)
		return bx_fail_code(err, BX_E_XPATH, 1, "XPST0003",
							"invalid XQuery expression: a library module cannot be evaluated");
	b.query = bx_arena_zalloc(arena, sizeof(RuQuery));
	if (b.query == NULL)
		return bx_fail_nomem(err, sizeof(RuQuery));
	BX_TRY(xd_paths_new(arena, err, &b.paths));
	BX_TRY(build_modules(&b, options->libraries));
	BX_TRY(xd_paths_finish(b.paths, err));
	b.query->paths = b.paths;
	*query = b.query;
	return BX_OK;
}

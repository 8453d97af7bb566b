/*
 * qs_module.c -- a module and all that it imports, directly or not: found, parsed, each once, without cycles.
 */
#include "../../base/bx_core_int.h"

#include "../syntax/q_parse.h"
#include "qs_query_int.h"

/* Modules that were found so far. */
typedef struct Loader
{
	QsBuild *b;
	const QsLibraries *libraries;
	QsModules *modules;
	uint64_t *ids;
	bool *loading; /* it is imported by what is being loaded */
	uint32_t cap;
} Loader;

static BxStatus load_imports(Loader *l, uint32_t number);

/* An error about an import of a module. */
static BxStatus
fail_import(Loader *l, uint32_t number, const QImport *import, const char *code, const char *what)
{
	BxStatus st = qs_fail(l->b, import->pos, code, "%s", what);

	l->b->err->module = number;
	return st;
}

static BxStatus
grow(Loader *l)
{
	BxArena *arena = l->b->arena;
	uint32_t cap = l->cap < 4 ? 4 : l->cap * 2;

	l->modules->list =
		bx_arena_grow(arena, l->modules->list, l->cap * sizeof(QModule *), cap * sizeof(QModule *));
	l->modules->plans =
		bx_arena_grow(arena, l->modules->plans, l->cap * sizeof(RuModule), cap * sizeof(RuModule));
	l->ids = bx_arena_grow(arena, l->ids, l->cap * sizeof(uint64_t), cap * sizeof(uint64_t));
	l->loading = bx_arena_grow(arena, l->loading, l->cap * sizeof(bool), cap * sizeof(bool));
	if (l->modules->list == NULL || l->modules->plans == NULL || l->ids == NULL || l->loading == NULL)
		return bx_fail_nomem(l->b->err, cap * sizeof(RuModule));
	l->cap = cap;
	return BX_OK;
}

/* One more module, which gets the next number, and what it imports. */
static BxStatus
add(Loader *l, uint64_t id, const QModule *module)
{
	QsModules *m = l->modules;
	uint32_t number = m->n;
	bool *sees = bx_arena_zalloc(l->b->arena, RU_MODULES_MAX * sizeof(bool));

	if (sees == NULL)
		return bx_fail_nomem(l->b->err, RU_MODULES_MAX * sizeof(bool));
	if (m->n == l->cap)
		BX_TRY(grow(l));
	sees[number] = true;
	m->list[number] = module;
	m->plans[number] = (RuModule){.source = module, .sees = sees};
	l->ids[number] = id;
	l->loading[number] = true;
	m->n++;
	BX_TRY(load_imports(l, number));
	l->loading[number] = false;
	return BX_OK;
}

static BxStatus
parse(Loader *l, BxStr text, const QModule **module)
{
	QModule *parsed;
	BxStatus st = q_parse(text, Q_MODE_QUERY, NULL, 0, l->b->arena, l->b->host, &parsed, l->b->err);

	if (st != BX_OK)
		l->b->err->module = l->modules->n;
	*module = parsed;
	return st;
}

/* The number of the module at a location. */
static BxStatus
load(Loader *l, uint32_t importer, const QImport *import, BxStr location, uint32_t *number)
{
	QsModules *m = l->modules;
	const QModule *module;
	QsLibrary found;
	BxStatus st = l->libraries->find(l->libraries->ctx, location, &found, l->b->err);

	if (st != BX_OK && l->b->err->pos < 0)
	{
		l->b->err->pos = import->pos;
		l->b->err->module = importer;
	}
	BX_TRY(st);
	for (*number = 0; *number < m->n && l->ids[*number] != found.id; ++*number)
		BX_TRY(bx_step(l->b->host));
	if (*number < m->n)
		return l->loading[*number] ? fail_import(l, importer, import, "XQST0093",
												 "a module imports itself, or others that import it")
								   : BX_OK;
	if (m->n == RU_MODULES_MAX)
		return bx_fail(l->b->err, BX_E_LIMIT, import->pos, "a query cannot have more than %d modules",
					   RU_MODULES_MAX);
	BX_TRY(parse(l, found.text, &module));
	return add(l, found.id, module);
}

/* What is at a location of an import must be a library module of its namespace. */
static BxStatus
load_import(Loader *l, uint32_t importer, const QImport *import, BxStr location)
{
	const QModule *module;
	uint32_t number;

	BX_TRY(load(l, importer, import, location, &number));
	module = l->modules->list[number];
	if (module->library_uri.n == 0)
		return fail_import(l, importer, import, "XQST0059", "what is imported is not a library module");
	if (!bx_str_equal(module->library_uri, import->uri))
		return bx_hint(
			l->b->err,
			fail_import(l, importer, import, "XQST0059", "the module that is imported has another namespace"),
			"The namespace of the module is \"%.*s\".",
			(int) (module->library_uri.n < 200 ? module->library_uri.n : 200), module->library_uri.s);
	l->modules->plans[importer].sees[number] = true;
	return BX_OK;
}

static BxStatus
load_imports(Loader *l, uint32_t number)
{
	const QModule *module = l->modules->list[number];
	uint32_t i, k;

	if (!bx_stack_ok(l->b->host))
		return bx_fail(l->b->err, BX_E_DEPTH, -1, "modules import each other too deeply");
	for (i = 0; i < module->n_imports; i++)
	{
		const QImport *import = &module->imports[i];

		if (import->schema)
			return fail_import(l, number, import, "XQST0009", "schemas cannot be imported");
		if (l->libraries == NULL)
			return bx_hint(l->b->err,
						   fail_import(l, number, import, "XQST0059", "modules cannot be imported here"),
						   "Create a function in language xquery, which can import modules.");
		if (import->n_at == 0)
			return bx_hint(l->b->err,
						   fail_import(l, number, import, "XQST0059", "the import says no location"),
						   "Write at \"schema.function\" behind the namespace.");
		for (k = 0; k < import->n_at; k++)
			BX_TRY(load_import(l, number, import, import->at[k]));
	}
	return BX_OK;
}

BxStatus
qs_load_modules(QsBuild *b, const QModule *module, const QsLibraries *libraries, QsModules *modules)
{
	Loader l = {.b = b, .libraries = libraries, .modules = modules};

	*modules = (QsModules){.n = 0};
	return add(&l, libraries != NULL ? libraries->main_id : 0, module);
}

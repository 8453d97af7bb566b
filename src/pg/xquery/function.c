/*
 * function.c -- functions of the language xquery, compiled and kept by the backend.
 *
 * A function is compiled when it is called first, and again when its row in pg_proc is another one; that is looked at
 * only after an invalidation.  Who runs a function pins it: its body may replace nothing, but a domain that its result
 * is checked by can call anything.
 */
#include "postgres.h"
#include "access/htup_details.h"
#include "catalog/dependency.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_type.h"
#include "funcapi.h"
#include "mb/pg_wchar.h"
#include "utils/inval.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/regproc.h"
#include "utils/syscache.h"

#include "../server/compat.h"
#include "../server/depends.h"
#include "../server/encoding.h"
#include "../server/errors.h"
#include "../server/proc.h"
#include "function.h"
#include "query_path.h"

static QueryFunction *functions;

static void
function_changed(Datum arg, int cache, uint32 hash)
{
	for (QueryFunction *f = functions; f != NULL; f = f->next)
		if (hash == 0 || f->hash == hash || libraries_have(&f->libraries, hash))
			f->current = false;
}

/* A name of a module may be that of another one. */
static void
schema_changed(Datum arg, int cache, uint32 hash)
{
	for (QueryFunction *f = functions; f != NULL; f = f->next)
		if (libraries_have(&f->libraries, 0))
			f->current = false;
}

void
function_init(void)
{
	CacheRegisterSyscacheCallback(PROCOID, function_changed, (Datum) 0);
	CacheRegisterSyscacheCallback(NAMESPACEOID, schema_changed, (Datum) 0);
}

/* ---- places of errors ---- */

/* Line and column of a character, which has a number from 1. */
static void
say_line(const char *what, const char *name, const char *body, int64 left)
{
	int line = 1, column = 1;

	for (const char *s = body; --left > 0 && *s != '\0'; s += pg_mblen(s))
	{
		column = *s == '\n' ? 1 : column + 1;
		line += *s == '\n';
	}
	errcontext("%s %s line %d, column %d", what, name, line, column);
}

void
function_say_place(void *arg)
{
	const FunctionPlace *place = arg;
	const QueryFunction *f = place->function;
	bool placed = place->err != NULL && place->err->status != BX_OK && place->err->pos > 0;
	uint32 module = placed ? place->err->module : 0;

	if (module > 0 && module <= f->libraries.n)
		say_line("XQuery module", f->libraries.list[module - 1].name, f->libraries.list[module - 1].body,
				 place->err->pos);
	if (!placed || module > 0)
	{
		errcontext("XQuery function %s", f->name);
		return;
	}
	if (place->creating)
	{
		errposition((int) place->err->pos);
		(void) function_parse_error_transpose(f->body);
	}
	say_line("XQuery function", f->name, f->body, place->err->pos);
}

/* ---- signatures ---- */

static _Noreturn void refuse(const char *message, const char *hint);

static void
refuse(const char *message, const char *hint)
{
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_FUNCTION_DEFINITION), errmsg("%s", message), errhint("%s", hint)));
}

static void
check_type(Oid type, const char *use)
{
	const char *refusal = sql_type_refusal(type);
	Oid element = get_element_type(type);

	if (IsPolymorphicType(type) || (OidIsValid(element) && IsPolymorphicType(element)))
		refuse(psprintf("XQuery functions cannot have %s of polymorphic types", use),
			   "Create a function for each type.");
	if (refusal != NULL)
		refuse(psprintf("XQuery functions cannot have %s of %s", use, refusal),
			   strcmp(refusal, "xml") == 0 ? "Use type bxml."
										   : "Use one argument for each value, or type bxml.");
}

static bool
is_input(const char *modes, int i)
{
	return modes == NULL || modes[i] == PROARGMODE_IN || modes[i] == PROARGMODE_INOUT ||
		   modes[i] == PROARGMODE_VARIADIC;
}

static void
check_result(Form_pg_proc proc)
{
	if (proc->prorettype == VOIDOID || proc->prorettype == RECORDOID ||
		get_typtype(proc->prorettype) == TYPTYPE_COMPOSITE)
		return;
	if (proc->prorettype == TRIGGEROID || proc->prorettype == EVENT_TRIGGEROID)
		refuse("XQuery functions cannot be triggers", "Call the function in a trigger in another language.");
	check_type(proc->prorettype, "results");
}

void
function_check_signature(HeapTuple row)
{
	Form_pg_proc proc = (Form_pg_proc) GETSTRUCT(row);
	Oid *types;
	char **names, *modes;
	int n = get_func_arg_info(row, &types, &names, &modes);

	if (proc->prokind != PROKIND_FUNCTION)
		refuse("an XQuery query can only be a function", "Write CREATE FUNCTION ... LANGUAGE xquery.");
	for (int i = 0; i < n; i++)
	{
		check_type(types[i], is_input(modes, i) ? "arguments" : "results");
		if (names == NULL || names[i][0] == '\0')
			refuse(psprintf("argument %d of an XQuery function has no name", i + 1),
				   "The query has the argument by its name: $name.");
	}
	check_result(proc);
}

/* ---- compiling ---- */

static void
learn_arguments(QueryFunction *f, HeapTuple row)
{
	Oid *types;
	char **names, *modes;
	int n = get_func_arg_info(row, &types, &names, &modes);

	f->arguments = palloc0((n + 1) * sizeof(QueryArgument));
	for (int i = 0; i < n; i++)
	{
		QueryArgument *a = &f->arguments[f->n_arguments];

		if (!is_input(modes, i))
			continue;
		f->n_arguments++;
		a->name.s = encoding_to_utf8(names[i], strlen(names[i]), &a->name.n);
		sql_type_init(&a->type, types[i], -1, f->cxt);
	}
}

static void
learn_result(QueryFunction *f, HeapTuple row)
{
	Oid type = ((Form_pg_proc) GETSTRUCT(row))->prorettype;

	if (type == VOIDOID)
		f->result = RESULT_NOTHING;
	else if (type == RECORDOID || get_typtype(type) == TYPTYPE_COMPOSITE)
		f->result = RESULT_ROW;
	else
	{
		f->result = RESULT_VALUE;
		sql_type_init(&f->type, type, -1, f->cxt);
	}
}

static const QueryArgument *
argument_of(const QueryFunction *f, const AtName *name)
{
	for (int i = 0; i < f->n_arguments; i++)
		if (name->uri.n == 0 && bx_str_equal(f->arguments[i].name, name->local))
			return &f->arguments[i];
	return NULL;
}

/* Variables that are not declared with a value must be arguments. */
static BxStatus
check_variables(const QueryFunction *f, BxError *err)
{
	const RuQuery *plan = fc_plan(f->query);

	for (uint32_t i = 0; i < plan->n_globals; i++)
	{
		const RuGlobalPlan *g = &plan->globals[i];

		if (!g->external || g->value != NULL || argument_of(f, &g->name) != NULL)
			continue;
		(void) bx_fail_code(err, BX_E_XPATH, g->pos, "XPST0008",
							"variable $%.*s is neither declared nor an argument of the function",
							(int) g->name.local.n, g->name.local.s);
		err->module = g->module;
		return bx_hint(
			err, BX_E_XPATH, "%s",
			g->name.uri.n > 0
				? "External variables in a namespace need a value: external := ()."
				: "Arguments are variables by their names, which are in lower case unless quoted.");
	}
	if (plan->uses & RU_UPDATES)
		return bx_hint(err,
					   bx_fail_code(err, BX_E_XPATH, plan->body->pos, "XUST0001",
									"a function cannot be an updating query"),
					   "Write copy $d := $doc modify ... return $d.");
	return BX_OK;
}

static void
compile(QueryFunction *f, bool creating)
{
	const FcOptions options = {.immutable = !f->stable,
							   .instead = "Declare the function STABLE, or give the value as an argument.",
							   .tables = true,
							   .libraries = &f->libraries.find};
	BxError err;
	FunctionPlace place = {.function = f, .err = &err, .creating = creating};
	ErrorContextCallback context = {error_context_stack, function_say_place, &place};
	BxStr text;
	BxStatus st;

	bx_error_clear(&err);
	error_context_stack = &context;
	text.s = encoding_to_utf8(f->body, strlen(f->body), &text.n);
	st = fc_compile(text, &options, &f->host.host, &f->arena, &f->query, &err);
	if (st == BX_OK)
		st = check_variables(f, &err);
	error_check(st, &err);
	f->library = fc_library(f->query).n > 0;
	error_context_stack = context.previous;
}

/* A function without anything, in a memory context of its own below the current one, which becomes the current one. */
static QueryFunction *
new_function(void)
{
	MemoryContext cxt =
		AllocSetContextCreate(CurrentMemoryContext, "bxml query function", ALLOCSET_SMALL_SIZES);
	QueryFunction *f = MemoryContextAllocZero(cxt, sizeof(QueryFunction));

	f->cxt = cxt;
	libraries_init(&f->libraries, InvalidOid, cxt);
	host_init(&f->host, cxt);
	bx_arena_init(&f->arena, &f->host.host);
	MemoryContextSwitchTo(cxt);
	return f;
}

/* A path in its only argument, to a text; or NULL. */
static QueryPath *
path_of(QueryFunction *f)
{
	QueryPath *path;

	if (f->library || f->result != RESULT_VALUE || f->type.kind != SQL_TEXT || f->type.typmod >= 0 ||
		f->type.type != f->type.base || f->n_arguments != 1 || f->arguments[0].type.kind != SQL_BXML)
		return NULL;
	path = query_path_new(f->query, &f->arena);
	if (path == NULL || path->path.variable.uri.n > 0 || path->path.variable.local.n == 0 ||
		!bx_str_equal(path->path.variable.local, f->arguments[0].name))
		return NULL;
	return path;
}

/* All that the row says; in a memory context below the current one. */
static QueryFunction *
make(HeapTuple row, bool creating)
{
	MemoryContext caller = CurrentMemoryContext;
	QueryFunction *f = new_function();
	Form_pg_proc proc = (Form_pg_proc) GETSTRUCT(row);

	f->oid = proc->oid;
	f->libraries.find.main_id = proc->oid;
	f->name = format_procedure(proc->oid);
	f->body = proc_body(row);
	f->stable = proc->provolatile != PROVOLATILE_IMMUTABLE;
	learn_arguments(f, row);
	learn_result(f, row);
	compile(f, creating);
	f->path = path_of(f);
	MemoryContextSwitchTo(caller);
	return f;
}

/* A module has no arguments and no result, and runs as the function that imports it does. */
static void
check_library(HeapTuple row)
{
	Form_pg_proc proc = (Form_pg_proc) GETSTRUCT(row);
	bool no_settings;

	(void) SysCacheGetAttr(PROCOID, row, Anum_pg_proc_proconfig, &no_settings);
	if (proc->pronargs > 0 || proc->prorettype != VOIDOID || proc->proretset)
		refuse("a library module has neither arguments nor a result",
			   "Write CREATE FUNCTION name() RETURNS void.");
	if (proc->prosecdef || !no_settings)
		refuse("a library module can be neither SECURITY DEFINER nor have settings",
			   "It runs as the function that imports it.");
}

/* ---- what imports a function ---- */

typedef struct Importers
{
	Oid language;
	List *functions; /* OIDs */
} Importers;

static void
add_importer(void *ctx, Form_pg_depend depend)
{
	Importers *importers = ctx;

	if (depend->classid == ProcedureRelationId && depend->deptype == DEPENDENCY_NORMAL)
		importers->functions = list_append_unique_oid(importers->functions, depend->objid);
}

static void
say_importer(void *arg)
{
	errcontext("check of the functions that import %s", (const char *) arg);
}

/* All that import a function, directly or not, must be right with what it is now. */
static void
check_importers(HeapTuple changed)
{
	Form_pg_proc proc = (Form_pg_proc) GETSTRUCT(changed);
	Importers importers = {.language = proc->prolang};
	ErrorContextCallback context = {error_context_stack, say_importer, format_procedure(proc->oid)};

	depends_of(ProcedureRelationId, proc->oid, add_importer, &importers);
	error_context_stack = &context;
	for (int i = 0; i < list_length(importers.functions); i++)
	{
		Oid oid = list_nth_oid(importers.functions, i);
		HeapTuple row = proc_row(oid);

		if (oid != proc->oid && ((Form_pg_proc) GETSTRUCT(row))->prolang == importers.language)
		{
			MemoryContextDelete(make(row, false)->cxt);
			depends_of(ProcedureRelationId, oid, add_importer, &importers);
		}
		ReleaseSysCache(row);
	}
	error_context_stack = context.previous;
}

void
function_check_body(HeapTuple row)
{
	QueryFunction *f = make(row, true);

	if (f->library)
		check_library(row);
	libraries_check_execute(&f->libraries);
	MemoryContextDelete(f->cxt);
	check_importers(row);
}

QueryFunction *
function_of_text(const char *text)
{
	MemoryContext caller = CurrentMemoryContext;
	QueryFunction *f = new_function();

	f->name = "inline_code_block";
	f->body = pstrdup(text);
	f->stable = true;
	f->result = RESULT_NOTHING;
	compile(f, true);
	MemoryContextSwitchTo(caller);
	return f;
}

/* ---- the functions of the backend ---- */

static void
unlist(QueryFunction **link)
{
	QueryFunction *f = *link;

	*link = f->next;
	f->listed = false;
	if (f->pins == 0)
		MemoryContextDelete(f->cxt);
}

/* Is the function what pg_proc has?  row NULL: the function is gone. */
static bool
fits(QueryFunction *f, HeapTuple row)
{
	return HeapTupleIsValid(row) && f->xmin == HeapTupleHeaderGetRawXmin(row->t_data) &&
		   ItemPointerEquals(&f->tid, &row->t_self) && libraries_are_current(&f->libraries);
}

/* Forget functions that are gone, or other ones: replaced, dropped, created in what was rolled back. */
static void
forget_changed(void)
{
	QueryFunction **link = &functions;

	while (*link != NULL)
	{
		QueryFunction *f = *link;
		HeapTuple row;

		if (!f->current)
		{
			f->current = true; /* an invalidation during the look-up clears it */
			row = SearchSysCache1(PROCOID, ObjectIdGetDatum(f->oid));
			if (!fits(f, row))
				f->current = false;
			if (HeapTupleIsValid(row))
				ReleaseSysCache(row);
			if (!f->current)
			{
				unlist(link);
				continue;
			}
		}
		link = &f->next;
	}
}

/* The row of a function that is in a language with our handler. */
static HeapTuple
row_of(Oid oid)
{
	HeapTuple row = proc_row(oid);

	if (!library_is_xquery(row))
		ereport(ERROR, (errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
						errmsg("function %s is not in language xquery", format_procedure(oid))));
	return row;
}

static QueryFunction *
find(Oid oid)
{
	for (QueryFunction *f = functions; f != NULL; f = f->next)
		if (f->oid == oid && f->current)
			return f;
	return NULL;
}

static QueryFunction *
add(Oid oid)
{
	HeapTuple row;
	QueryFunction *f;

	forget_changed();
	f = find(oid);
	if (f != NULL)
		return f;
	row = row_of(oid);
	function_check_signature(row);
	f = make(row, false);
	f->xmin = HeapTupleHeaderGetRawXmin(row->t_data);
	f->tid = row->t_self;
	f->hash = GetSysCacheHashValue1(PROCOID, ObjectIdGetDatum(oid));
	ReleaseSysCache(row);
	MemoryContextSetParent(f->cxt, CacheMemoryContext);
	f->current = f->listed = true;
	f->next = functions;
	functions = f;
	return f;
}

static void
unpin(void *arg)
{
	QueryFunction *f = arg;

	if (--f->pins == 0 && !f->listed)
		MemoryContextDelete(f->cxt);
}

QueryFunction *
function_get(Oid oid, MemoryContext owner)
{
	MemoryContextCallback *end = MemoryContextAlloc(owner, sizeof(MemoryContextCallback));
	QueryFunction *f = find(oid);

	if (f == NULL)
		f = add(oid);
	end->func = unpin;
	end->arg = f;
	f->pins++;
	MemoryContextRegisterResetCallback(owner, end);
	return f;
}

/*
 * library.c -- library modules, which are functions in language xquery.
 *
 * A module is text: its functions run as the role that the importing function runs as.  That role needs the right to
 * execute the function that is the module.
 */
#include "postgres.h"
#include "access/htup_details.h"
#include "access/xact.h"
#include "catalog/dependency.h"
#include "catalog/namespace.h"
#include "catalog/pg_language.h"
#include "catalog/pg_proc.h"
#include "miscadmin.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/syscache.h"
#include "utils/varlena.h"

#include "../../core/query/face/fc_query.h"
#include "../server/compat.h"
#include "../server/depends.h"
#include "../server/encoding.h"
#include "../server/host.h"
#include "../server/own.h"
#include "../server/proc.h"
#include "../server/utf8.h"
#include "library.h"

extern Datum bxml_xquery_handler(PG_FUNCTION_ARGS);

bool
library_is_xquery(HeapTuple row)
{
	HeapTuple language = SearchSysCache1(LANGOID, ObjectIdGetDatum(((Form_pg_proc) GETSTRUCT(row))->prolang));
	Oid handler;

	if (!HeapTupleIsValid(language))
		return false;
	handler = ((Form_pg_language) GETSTRUCT(language))->lanplcallfoid;
	ReleaseSysCache(language);
	return OidIsValid(handler) && own_address(handler) == bxml_xquery_handler;
}

/* ---- names ---- */

/* "schema.function" as SQL writes it; false for other texts. */
static bool
split(const char *location, char **schema, char **function)
{
	List *names;

	if (!SplitIdentifierString(pstrdup(location), '.', &names) || list_length(names) != 2)
		return false;
	*schema = linitial(names);
	*function = lsecond(names);
	return true;
}

/* The row of the function without arguments; NULL: there is none.  The caller releases it. */
static HeapTuple
look_up(const char *schema, const char *function)
{
	Oid namespace = get_namespace_oid(schema, true);
	HeapTuple row;

	if (!OidIsValid(namespace))
		return NULL;
	row = SearchSysCache3(PROCNAMEARGSNSP, CStringGetDatum(function),
						  PointerGetDatum(buildoidvector(NULL, 0)), ObjectIdGetDatum(namespace));
	return HeapTupleIsValid(row) ? row : NULL;
}

/* ---- modules of a query ---- */

static void
add(QueryLibraries *l, const char *name, HeapTuple row)
{
	MemoryContext caller = MemoryContextSwitchTo(l->cxt);
	QueryLibrary *library;

	if (l->n == l->room)
	{
		l->room = l->room > 0 ? 2 * l->room : 4;
		l->list = l->list != NULL ? repalloc_array(l->list, QueryLibrary, l->room)
								  : palloc_array(QueryLibrary, l->room);
	}
	library = &l->list[l->n++];
	library->oid = ((Form_pg_proc) GETSTRUCT(row))->oid;
	library->name = pstrdup(name);
	library->body = proc_body(row);
	library->hash = GetSysCacheHashValue1(PROCOID, ObjectIdGetDatum(library->oid));
	library->xmin = HeapTupleHeaderGetRawXmin(row->t_data);
	library->tid = row->t_self;
	MemoryContextSwitchTo(caller);
}

static BxStatus
take(QueryLibraries *l, const char *name, HeapTuple row, QsLibrary *found)
{
	Oid oid = ((Form_pg_proc) GETSTRUCT(row))->oid;
	MemoryContext caller;
	uint32 i;

	found->id = oid;
	found->text = bx_str("", 0);
	for (i = 0; i < l->n && l->list[i].oid != oid; i++)
		;
	if (oid == l->find.main_id || i < l->n)
		return BX_OK;
	add(l, name, row);
	caller = MemoryContextSwitchTo(l->cxt);
	found->text.s = encoding_to_utf8(l->list[i].body, strlen(l->list[i].body), &found->text.n);
	MemoryContextSwitchTo(caller);
	return BX_OK;
}

static BxStatus
find(void *ctx, BxStr location, QsLibrary *found, BxError *err)
{
	const char *name = utf8_cstring(location.s, location.n);
	char *schema, *function;
	HeapTuple row = NULL;
	BxStatus st;

	if (split(name, &schema, &function))
		row = look_up(schema, function);
	if (row == NULL)
		return bx_hint(
			err,
			bx_fail_code(err, BX_E_XPATH, -1, "XQST0059", "there is no function \"%.*s\" to import",
						 (int) Min(location.n, 200), location.s),
			"Write at \"schema.function\", of a function without arguments whose body is a library module.");
	if (library_is_xquery(row))
		st = take(ctx, name, row, found);
	else
		st = bx_fail_code(err, BX_E_XPATH, -1, "XQST0059", "function \"%.*s\" is not in language xquery",
						  (int) Min(location.n, 200), location.s);
	ReleaseSysCache(row);
	return st;
}

void
libraries_init(QueryLibraries *l, Oid function, MemoryContext cxt)
{
	*l = (QueryLibraries){.find = {.ctx = l, .main_id = function, .find = find}, .cxt = cxt};
}

void
libraries_check_execute(const QueryLibraries *l)
{
	for (uint32 i = 0; i < l->n; i++)
	{
		AclResult result = function_aclcheck(l->list[i].oid);

		if (result != ACLCHECK_OK)
			aclcheck_error(result, OBJECT_FUNCTION, get_func_name(l->list[i].oid));
	}
}

bool
libraries_have(const QueryLibraries *l, uint32 hash)
{
	for (uint32 i = 0; i < l->n; i++)
		if (hash == 0 || l->list[i].hash == hash)
			return true;
	return false;
}

bool
libraries_are_current(const QueryLibraries *l)
{
	bool same = true;

	for (uint32 i = 0; same && i < l->n; i++)
	{
		const QueryLibrary *library = &l->list[i];
		char *schema, *function;
		HeapTuple row = split(library->name, &schema, &function) ? look_up(schema, function) : NULL;

		same = row != NULL && ((Form_pg_proc) GETSTRUCT(row))->oid == library->oid &&
			   HeapTupleHeaderGetRawXmin(row->t_data) == library->xmin &&
			   ItemPointerEquals(&row->t_self, unconstify(ItemPointerData *, &library->tid));
		if (row != NULL)
			ReleaseSysCache(row);
	}
	return same;
}

/* ---- dependencies ---- */

typedef struct Recorded
{
	Oid function;
	bool found;
} Recorded;

static void
look_at(void *ctx, Form_pg_depend depend)
{
	Recorded *r = ctx;

	r->found |= depend->refclassid == ProcedureRelationId && depend->refobjid == r->function;
}

static void
record_one(Oid importer, const char *location)
{
	Recorded r = {.found = false};
	char *schema, *function;
	HeapTuple row = split(location, &schema, &function) ? look_up(schema, function) : NULL;
	ObjectAddress from, to;

	if (row == NULL)
		return;
	r.function = ((Form_pg_proc) GETSTRUCT(row))->oid;
	ReleaseSysCache(row);
	depends_on(ProcedureRelationId, importer, look_at, &r);
	if (r.found || r.function == importer)
		return;
	ObjectAddressSet(from, ProcedureRelationId, importer);
	ObjectAddressSet(to, ProcedureRelationId, r.function);
	recordDependencyOn(&from, &to, DEPENDENCY_NORMAL);
	CommandCounterIncrement(); /* the same may be imported again */
}

void
library_record(HeapTuple row)
{
	Oid importer = ((Form_pg_proc) GETSTRUCT(row))->oid;
	const char *body = proc_body(row);
	const QImport *imports;
	PgHost host;
	BxArena arena;
	BxError err;
	BxStr text;
	uint32_t n;

	if (!TransactionIdIsCurrentTransactionId(HeapTupleHeaderGetRawXmin(row->t_data)))
		return;
	bx_error_clear(&err);
	bx_arena_init(&arena, host_here(&host));
	text.s = encoding_to_utf8(body, strlen(body), &text.n);
	if (fc_imports(text, &host.host, &arena, &imports, &n, &err) == BX_OK)
		for (uint32_t i = 0; i < n; i++)
			for (uint32_t k = 0; !imports[i].schema && k < imports[i].n_at; k++)
				record_one(importer, utf8_cstring(imports[i].at[k].s, imports[i].at[k].n));
	bx_arena_reset(&arena);
}

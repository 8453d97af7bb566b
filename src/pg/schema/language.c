/*
 * language.c -- the language bxml_schema: a function without arguments whose body is the text of a schema.
 *
 * So a schema is an object of the database, as functions are: it has an owner, privileges and a comment, is dumped
 * before the domains and tables that need it, and cannot be dropped while they do.  The function returns itself, by
 * its OID.
 */
#include "postgres.h"
#include "access/htup_details.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_type.h"
#include "fmgr.h"
#include "utils/builtins.h"
#include "utils/guc.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/syscache.h"

#include "../server/compat.h"
#include "../server/errors.h"
#include "../server/host.h"
#include "../server/proc.h"
#include "../server/utf8.h"
#include "body.h"
#include "language.h"
#include "ready.h"
#include "replace.h"

BXML_FUNCTION(bxml_schema_handler);
BXML_FUNCTION(bxml_schema_validator);
BXML_FUNCTION(bxml_schema_in);
BXML_FUNCTION(bxml_schema_out);
BXML_FUNCTION(bxml_schema_recv);
BXML_FUNCTION(bxml_schema_send);

/* ---- functions of the language ---- */

Datum
bxml_schema_handler(PG_FUNCTION_ARGS)
{
	Oid function = fcinfo->flinfo->fn_oid;

	ready_note(function);
	PG_RETURN_DATUM(SchemaGetDatum(function));
}

static _Noreturn void
refuse(const char *message)
{
	ereport(ERROR, (errcode(ERRCODE_INVALID_FUNCTION_DEFINITION), errmsg("%s", message),
					errhint("Write CREATE FUNCTION name() RETURNS bxml_schema LANGUAGE bxml_schema IMMUTABLE "
							"PARALLEL SAFE AS '...'.")));
}

static void
check_signature(Form_pg_proc proc, Oid type)
{
	if (proc->prokind != PROKIND_FUNCTION)
		refuse("a schema must be a plain function");
	if (proc->pronargs != 0)
		refuse("a schema has no arguments");
	if (proc->prorettype != type || proc->proretset)
		refuse("a schema must return type bxml_schema");
	if (proc->provolatile != PROVOLATILE_IMMUTABLE)
		refuse("a schema must be IMMUTABLE");
}

static void
check_body(const char *body)
{
	MemoryContext work = AllocSetContextCreate(CurrentMemoryContext, "bxml schema", ALLOCSET_DEFAULT_SIZES);
	MemoryContext caller = MemoryContextSwitchTo(work);
	BodyDocument *documents;
	BxSchema *schema;
	char *version;
	PgHost host;
	uint32_t n;
	BxError err;

	bx_error_clear(&err);
	error_check(body_split(body, &documents, &n, &err), &err);
	error_check(body_compile(documents, n, false, host_here(&host), &schema, &version, &err), &err);
	MemoryContextSwitchTo(caller);
	MemoryContextDelete(work);
}

/* The type is in the schema of this function, as all of the extension is. */
static Oid
schema_type(FunctionCallInfo fcinfo)
{
	return GetSysCacheOid2(TYPENAMENSP, Anum_pg_type_oid, CStringGetDatum("bxml_schema"),
						   ObjectIdGetDatum(get_func_namespace(fcinfo->flinfo->fn_oid)));
}

Datum
bxml_schema_validator(PG_FUNCTION_ARGS)
{
	Oid function = PG_GETARG_OID(0);
	HeapTuple row = proc_to_validate(fcinfo);

	if (row == NULL)
		PG_RETURN_VOID();
	check_signature((Form_pg_proc) GETSTRUCT(row), schema_type(fcinfo));
	ReleaseSysCache(row);
	if (check_function_bodies)
		check_body(ready_body(function));
	replace_check(function);
	PG_RETURN_VOID();
}

/* ---- the type ---- */

static _Noreturn void
no_input(void)
{
	ereport(ERROR, (errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
					errmsg("cannot accept a value of type %s", "bxml_schema"),
					errhint("Call the function that is the schema, as in bxml_is_valid(doc, name()).")));
}

Datum
bxml_schema_in(PG_FUNCTION_ARGS)
{
	no_input();
}

Datum
bxml_schema_recv(PG_FUNCTION_ARGS)
{
	no_input();
}

/* The name of the function; a number if it was dropped. */
static char *
name_of(Oid function)
{
	return get_func_name(function) != NULL ? ready_name(function) : psprintf("%u", function);
}

Datum
bxml_schema_out(PG_FUNCTION_ARGS)
{
	PG_RETURN_CSTRING(name_of(PG_GETARG_SCHEMA(0)));
}

Datum
bxml_schema_send(PG_FUNCTION_ARGS)
{
	PG_RETURN_DATUM(DirectFunctionCall1(textsend, CStringGetTextDatum(name_of(PG_GETARG_SCHEMA(0)))));
}

/*
 * fn_schemas.c -- what a schema function declares: behind the view bxml_schemas.
 */
#include "postgres.h"
#include "access/htup_details.h"
#include "catalog/pg_type.h"
#include "fmgr.h"
#include "funcapi.h"
#include "utils/array.h"
#include "utils/builtins.h"

#include "../server/compat.h"
#include "../server/errors.h"
#include "../server/host.h"
#include "../server/utf8.h"
#include "choose.h"

BXML_FUNCTION(bxml_schema_info);

/* Columns of bxml_schema_info. */
enum
{
	INFO_NAMESPACES,
	INFO_ROOTS,
	INFO_VERSION,
	INFO_DIGEST,
	INFO_PROBLEM,
	INFO_COLUMNS
};

static Datum
namespaces_of(const BxSchema *schema)
{
	ArrayBuildState *list = initArrayResult(TEXTOID, CurrentMemoryContext, false);
	BxStr uri;

	for (uint32 i = 0; bx_schema_namespace(schema, i, &uri); i++)
		list = accumArrayResult(list, PointerGetDatum(utf8_text(uri.s, uri.n)), false, TEXTOID,
								CurrentMemoryContext);
	return makeArrayResult(list, CurrentMemoryContext);
}

static Datum
roots_of(const BxSchema *schema)
{
	ArrayBuildState *list = initArrayResult(TEXTOID, CurrentMemoryContext, false);
	const ListCell *c;

	foreach (c, choice_roots(schema))
		list = accumArrayResult(list, CStringGetTextDatum(lfirst(c)), false, TEXTOID, CurrentMemoryContext);
	return makeArrayResult(list, CurrentMemoryContext);
}

Datum
bxml_schema_info(PG_FUNCTION_ARGS)
{
	bool nulls[INFO_COLUMNS] = {true, true, true, true, true};
	Datum values[INFO_COLUMNS] = {0};
	ReadySchema *ready;
	TupleDesc desc;
	BxError err;

	if (get_call_result_type(fcinfo, NULL, &desc) != TYPEFUNC_COMPOSITE)
		elog(ERROR, "return type must be a row type");
	/* a plan may ask before it looks at the language */
	if (!ready_is(PG_GETARG_OID(0)))
		PG_RETURN_NULL();
	ready = ready_try(PG_GETARG_OID(0), &err);
	if (ready != NULL)
	{
		bytea *digest = palloc(VARHDRSZ + SCHEMA_DIGEST);

		values[INFO_NAMESPACES] = namespaces_of(ready_schema(ready));
		values[INFO_ROOTS] = roots_of(ready_schema(ready));
		SET_VARSIZE(digest, VARHDRSZ + SCHEMA_DIGEST);
		memcpy(VARDATA(digest), ready_digest(ready), SCHEMA_DIGEST);
		values[INFO_DIGEST] = PointerGetDatum(digest);
		nulls[INFO_NAMESPACES] = nulls[INFO_ROOTS] = nulls[INFO_DIGEST] = false;
		nulls[INFO_VERSION] = ready_version(ready) == NULL;
		if (ready_version(ready) != NULL)
			values[INFO_VERSION] = CStringGetTextDatum(ready_version(ready));
	}
	else
	{
		values[INFO_PROBLEM] = CStringGetTextDatum(error_text(&err));
		nulls[INFO_PROBLEM] = false;
	}
	PG_RETURN_DATUM(HeapTupleGetDatum(heap_form_tuple(BlessTupleDesc(desc), values, nulls)));
}

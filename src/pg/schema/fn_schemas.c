/*
 * fn_schemas.c -- what a schema function declares: behind the view bxml_schemas.
 *
 * Anybody may read the view, and anybody may create a schema that takes seconds to compile.  So nothing is compiled
 * for it.
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
#include "body.h"
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

/* What the body declares at its top; the rest is not compiled, which would take the time of every schema's owner. */
static BxStatus
outline(char *body, const BxHost *host, Datum *values, bool *nulls, BxError *err)
{
	bytea *digest = palloc(VARHDRSZ + SCHEMA_DIGEST);
	BodyDocument *documents;
	BxSchema *schema;
	char *version;
	uint32_t n;
	BxStatus st = body_split(body, &documents, &n, err);

	if (st == BX_OK)
		st = body_compile(documents, n, true, host, &schema, &version, err);
	if (st != BX_OK)
		return st;
	SET_VARSIZE(digest, VARHDRSZ + SCHEMA_DIGEST);
	body_digest(documents, n, (uint8 *) VARDATA(digest));
	values[INFO_NAMESPACES] = namespaces_of(schema);
	values[INFO_ROOTS] = roots_of(schema);
	values[INFO_DIGEST] = PointerGetDatum(digest);
	nulls[INFO_NAMESPACES] = nulls[INFO_ROOTS] = nulls[INFO_DIGEST] = false;
	nulls[INFO_VERSION] = version == NULL;
	if (version != NULL)
		values[INFO_VERSION] = CStringGetTextDatum(version);
	return BX_OK;
}

Datum
bxml_schema_info(PG_FUNCTION_ARGS)
{
	bool nulls[INFO_COLUMNS] = {true, true, true, true, true};
	Datum values[INFO_COLUMNS] = {0};
	TupleDesc desc;
	BxError err;
	PgHost host;
	char *body;

	if (get_call_result_type(fcinfo, NULL, &desc) != TYPEFUNC_COMPOSITE)
		elog(ERROR, "return type must be a row type");
	/* a plan may ask before it looks at the language */
	body = ready_body(PG_GETARG_OID(0));
	if (body == NULL)
		PG_RETURN_NULL();
	bx_error_clear(&err);
	if (outline(body, host_here(&host), values, nulls, &err) != BX_OK)
	{
		if (err.status == BX_E_CANCEL)
			error_raise(&err);
		values[INFO_PROBLEM] = CStringGetTextDatum(error_text(&err));
		nulls[INFO_PROBLEM] = false;
	}
	PG_RETURN_DATUM(HeapTupleGetDatum(heap_form_tuple(BlessTupleDesc(desc), values, nulls)));
}

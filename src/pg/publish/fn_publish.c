/*
 * fn_publish.c -- rows and results of queries as XML: bxml_forest, to_bxml, row_to_bxml, query_to_bxml and related
 * functions.
 *
 * Results of queries are read through a cursor in batches, each row in a memory context that is reset, so only the
 * value being built takes memory.
 */
#include "postgres.h"
#include "access/htup_details.h"
#include "access/relation.h"
#include "catalog/namespace.h"
#include "catalog/pg_type.h"
#include "executor/spi.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/portal.h"
#include "utils/rel.h"
#include "utils/typcache.h"

#include "../server/compat.h"
#include "../server/guard.h"
#include "../server/tables.h"
#include "publish.h"

BXML_FUNCTION(bxml_forest);
BXML_FUNCTION(bxml_to_bxml);
BXML_FUNCTION(bxml_row_to_bxml);
BXML_FUNCTION(bxml_query_to_bxml);
BXML_FUNCTION(bxml_table_to_bxml);
BXML_FUNCTION(bxml_cursor_to_bxml);

/* Rows fetched at once. */
#define BATCH 256

static Oid
bxml_type(FunctionCallInfo fcinfo)
{
	return get_func_rettype(fcinfo->flinfo->fn_oid);
}

/* ---- one value, one row ---- */

/* The columns of a composite value. */
static void
publish_record(Publisher *p, Datum value, bool nulls)
{
	HeapTupleHeader header = DatumGetHeapTupleHeader(value);
	TupleDesc desc =
		lookup_rowtype_tupdesc_copy(HeapTupleHeaderGetTypeId(header), HeapTupleHeaderGetTypMod(header));
	HeapTupleData row;
	PublishColumns columns;

	row.t_len = HeapTupleHeaderGetDatumLength(header);
	ItemPointerSetInvalid(&row.t_self);
	row.t_tableOid = InvalidOid;
	row.t_data = header;
	publish_columns(p, &columns, desc);
	publish_row(p, &columns, &row, nulls);
}

/* Alternating names and values, as for jsonb_build_object. */
static void
publish_pairs(Publisher *p, int n, const Datum *args, const Oid *types, const bool *nulls)
{
	PublishType t;

	if (n % 2 != 0)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("argument list must have even number of elements"),
						errhint("The arguments of %s must be one row, or names and values by turns.",
								"bxml_forest()")));
	for (int i = 0; i < n; i += 2)
	{
		Oid output;
		bool varlena;

		if (nulls[i])
			ereport(ERROR, (errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
							errmsg("argument %d: name must not be null", i + 1)));
		if (nulls[i + 1])
			continue;
		getTypeOutputInfo(types[i], &output, &varlena);
		publish_type(p, &t, types[i + 1]);
		publish_element(p, publish_name(OidOutputFunctionCall(output, args[i])), &t, args[i + 1]);
	}
}

Datum
bxml_forest(PG_FUNCTION_ARGS)
{
	Publisher p;
	Datum *args;
	Oid *types;
	bool *nulls;
	int n = extract_variadic_args(fcinfo, 0, true, &args, &types, &nulls);

	if (n < 0)
		PG_RETURN_NULL();
	publish_open(&p, CurrentMemoryContext, bxml_type(fcinfo));
	if (n == 1 && type_is_rowtype(types[0]))
	{
		if (nulls[0])
			PG_RETURN_NULL();
		publish_record(&p, args[0], false);
	}
	else
		publish_pairs(&p, n, args, types, nulls);
	return build_close(&p.build);
}

Datum
bxml_to_bxml(PG_FUNCTION_ARGS)
{
	Oid type = get_fn_expr_argtype(fcinfo->flinfo, 0);
	Publisher p;
	PublishType t;

	if (!OidIsValid(type))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("could not determine input data type")));
	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	publish_open(&p, CurrentMemoryContext, bxml_type(fcinfo));
	publish_type(&p, &t, type);
	if (!PG_ARGISNULL(1))
		build_start(&p.build, publish_name(text_to_cstring(PG_GETARG_TEXT_PP(1))), p.uri);
	if (type_is_rowtype(type))
		publish_record(&p, PG_GETARG_DATUM(0), false);
	else
		publish_value(&p, &t, PG_GETARG_DATUM(0));
	if (!PG_ARGISNULL(1))
		build_check(&p.build, bx_builder_end(p.build.b));
	return build_close(&p.build);
}

Datum
bxml_row_to_bxml(PG_FUNCTION_ARGS)
{
	bool nulls = PG_GETARG_BOOL(2);
	Publisher p;

	publish_open(&p, CurrentMemoryContext, bxml_type(fcinfo));
	build_start(&p.build, publish_name(text_to_cstring(PG_GETARG_TEXT_PP(1))), p.uri);
	if (nulls)
		publish_declare_xsi(&p);
	publish_record(&p, PG_GETARG_DATUM(0), nulls);
	build_check(&p.build, bx_builder_end(p.build.b));
	return build_close(&p.build);
}

/* ---- results of queries ---- */

/* The common arguments of the four functions, as in core's xml functions. */
typedef struct Options
{
	bool nulls;
	bool forest;      /* each row is a tree of its own */
	const char *name; /* of a table, or NULL */
	uint64 most;      /* rows; 0: all */
} Options;

static void
start_root(Publisher *p, const char *name)
{
	build_start(&p->build, name, p->uri);
	publish_declare_xsi(p);
}

static void
publish_portal(Publisher *p, Portal portal, const Options *o)
{
	char *root = o->name ? publish_name(o->name) : pstrdup(o->forest ? "row" : "table");
	MemoryContext scratch = AllocSetContextCreate(CurrentMemoryContext, "bxml rows", ALLOCSET_DEFAULT_SIZES);
	MemoryContext old;
	PublishColumns columns;
	uint64 rows = 0, want;

	publish_columns(p, &columns, portal->tupDesc);
	if (!o->forest)
		start_root(p, root);
	do
	{
		want = o->most > 0 ? Min(BATCH, o->most - rows) : BATCH;
		SPI_cursor_fetch(portal, true, (long) want);
		for (uint64 i = 0; i < SPI_processed; i++)
		{
			CHECK_FOR_INTERRUPTS();
			old = MemoryContextSwitchTo(scratch);
			if (o->forest)
				start_root(p, root);
			else
				build_start(&p->build, "row", p->uri);
			publish_row(p, &columns, SPI_tuptable->vals[i], o->nulls);
			build_check(&p->build, bx_builder_end(p->build.b));
			MemoryContextSwitchTo(old);
			MemoryContextReset(scratch);
		}
		rows += SPI_processed;
		want -= SPI_processed;
		SPI_freetuptable(SPI_tuptable);
	} while (want == 0 && (o->most == 0 || rows < o->most));
	if (!o->forest)
		build_check(&p->build, bx_builder_end(p->build.b));
}

/* With SPI connected. */
static void
publish_query(Publisher *p, const char *query, const Options *o)
{
	SPIPlanPtr plan;
	Portal portal;

	plan = SPI_prepare(query, 0, NULL);
	if (plan == NULL || !SPI_is_cursor_plan(plan))
		ereport(ERROR, (errcode(ERRCODE_DATA_EXCEPTION), errmsg("invalid query")));
	portal = SPI_cursor_open(NULL, plan, NULL, NULL, true);
	publish_portal(p, portal, o);
	SPI_cursor_close(portal);
}

/* Take the arguments nulls, tableforest and targetns, starting with the given one. */
static void
open_with_options(Publisher *p, FunctionCallInfo fcinfo, int from, Options *o)
{
	memset(o, 0, sizeof(*o));
	o->nulls = PG_GETARG_BOOL(from);
	o->forest = PG_GETARG_BOOL(from + 1);
	publish_open(p, CurrentMemoryContext, bxml_type(fcinfo));
	p->uri = build_text_arg(PG_GETARG_DATUM(from + 2));
}

Datum
bxml_query_to_bxml(PG_FUNCTION_ARGS)
{
	Publisher p;
	Options o;

	open_with_options(&p, fcinfo, 1, &o);
	SPI_connect();
	publish_query(&p, text_to_cstring(PG_GETARG_TEXT_PP(0)), &o);
	SPI_finish();
	return build_close(&p.build);
}

Datum
bxml_table_to_bxml(PG_FUNCTION_ARGS)
{
	Relation table = tables_open(PG_GETARG_OID(0), AccessShareLock);
	Publisher p;
	Options o;
	Guard guard;

	open_with_options(&p, fcinfo, 1, &o);
	o.name = RelationGetRelationName(table);
	SPI_connect();
	guard_enter_read(&guard, table, InvalidAttrNumber);
	publish_query(&p, psprintf("SELECT * FROM %s", tables_name(table)), &o);
	guard_leave(&guard);
	SPI_finish();
	relation_close(table, NoLock);
	return build_close(&p.build);
}

Datum
bxml_cursor_to_bxml(PG_FUNCTION_ARGS)
{
	char *name = text_to_cstring(PG_GETARG_TEXT_PP(0));
	int32 count = PG_GETARG_INT32(1);
	Publisher p;
	Options o;
	Portal portal;

	open_with_options(&p, fcinfo, 2, &o);
	SPI_connect();
	portal = SPI_cursor_find(name);
	if (portal == NULL)
		ereport(ERROR, (errcode(ERRCODE_UNDEFINED_CURSOR), errmsg("cursor \"%s\" does not exist", name)));
	if (portal->tupDesc == NULL)
		ereport(ERROR, (errcode(ERRCODE_INVALID_CURSOR_STATE), errmsg("cursor \"%s\" gives no rows", name)));
	if (count < 0)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("count must not be negative")));
	o.most = (uint64) count;
	publish_portal(&p, portal, &o);
	SPI_finish();
	return build_close(&p.build);
}

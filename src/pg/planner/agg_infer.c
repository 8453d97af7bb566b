/*
 * agg_infer.c -- bxml_infer_schema_agg and bxml_infer_schema: a schema made of the documents of a group or of a column
 *
 * The state is an expanded object of type bytea, so that workers and other nodes can send theirs; what its bytes are is
 * the core's matter, which checks them.
 */
#include "postgres.h"
#include "access/relation.h"
#include "catalog/pg_type_d.h"
#include "executor/spi.h"
#include "fmgr.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/rel.h"

#include "../../core/infer/bx_infer.h"
#include "../query/path.h"
#include "../server/compat.h"
#include "../server/errors.h"
#include "../server/guard.h"
#include "../server/host.h"
#include "../server/tables.h"
#include "../value/datum.h"
#include "../value/kind.h"

BXML_FUNCTION(bxml_infer_schema_step);
BXML_FUNCTION(bxml_infer_schema_combine);
BXML_FUNCTION(bxml_infer_schema_final);
BXML_FUNCTION(bxml_infer_schema);

/* Most values of an enumeration, if nobody says. */
#define ENUMERATION 8

typedef struct InferState
{
	FlatObject o; /* first; all is in memory of the object */
	PgHost host;
	BxInfer *infer;
} InferState;

/* ---- the flat state ---- */

static Size
flat_size(ExpandedObjectHeader *eoh)
{
	InferState *st = (InferState *) eoh;
	BxBuf bytes;
	BxError err;

	if (st->o.flat == NULL)
	{
		bx_error_clear(&err);
		bx_buf_init(&bytes, &st->host.host);
		host_append(&bytes, "\0\0\0\0", VARHDRSZ);
		error_check(bx_infer_save(st->infer, &bytes, &err), &err);
		st->o.flat = (struct varlena *) bytes.data;
		SET_VARSIZE(st->o.flat, bytes.len);
	}
	return VARSIZE(st->o.flat);
}

static const ExpandedObjectMethods methods = {flat_size, kind_flatten_into};

static void
add_flat(InferState *st, Datum flat)
{
	struct varlena *bytes = PG_DETOAST_DATUM_PACKED(flat);
	BxError err;

	bx_error_clear(&err);
	error_check(bx_infer_take(st->infer, VARDATA_ANY(bytes), VARSIZE_ANY_EXHDR(bytes), &err), &err);
}

/* ---- the state of a call ---- */

static InferState *
state_new(MemoryContext parent, int32 enumeration)
{
	MemoryContext cxt = AllocSetContextCreate(parent, "bxml inferred schema", ALLOCSET_DEFAULT_SIZES);
	BxInferOptions options = BX_INFER_OPTIONS_DEFAULT;
	InferState *st = MemoryContextAllocZero(cxt, sizeof(InferState));
	BxError err;

	if (enumeration < 0 || enumeration > BX_INFER_ENUMERATION)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("enumerations have from 0 to %d values", BX_INFER_ENUMERATION)));
	options.enumeration = enumeration;
	bx_error_clear(&err);
	EOH_init_header(&st->o.hdr, &methods, cxt);
	host_init(&st->host, cxt);
	error_check(bx_infer_new(&options, &st->host.host, &st->infer, &err), &err);
	return st;
}

/* The state, to be added to: a new one if there is none, and for a flat one an object in its place. */
static InferState *
state_of(FunctionCallInfo fcinfo, int32 enumeration)
{
	MemoryContext cxt;
	InferState *st = (InferState *) kind_state(fcinfo, &methods, &cxt);

	if (st != NULL)
	{
		kind_changes(&st->o.hdr);
		return st;
	}
	st = state_new(cxt, enumeration);
	if (!PG_ARGISNULL(0))
		add_flat(st, PG_GETARG_DATUM(0));
	return st;
}

static void
add_document(InferState *st, Datum doc)
{
	DatumStore store;
	BxError err;

	bx_error_clear(&err);
	datum_store_open(&store, doc);
	error_check(bx_infer_add(st->infer, &store.store, &err), &err);
	datum_store_close(&store);
}

Datum
bxml_infer_schema_step(PG_FUNCTION_ARGS)
{
	int32 enumeration = PG_NARGS() > 2 && !PG_ARGISNULL(2) ? PG_GETARG_INT32(2) : ENUMERATION;
	InferState *st = state_of(fcinfo, enumeration);

	if (!PG_ARGISNULL(1))
		add_document(st, PG_GETARG_DATUM(1));
	return EOHPGetRWDatum(&st->o.hdr);
}

/* The first state may not be taken as it is: it belongs to a worker's row. */
Datum
bxml_infer_schema_combine(PG_FUNCTION_ARGS)
{
	InferState *st = state_of(fcinfo, ENUMERATION);

	if (!PG_ARGISNULL(1))
		add_flat(st, PG_GETARG_DATUM(1));
	return EOHPGetRWDatum(&st->o.hdr);
}

/* ---- the result ---- */

static InferState *
final_state(Datum state)
{
	InferState *st = (InferState *) kind_object(state, &methods);

	if (st == NULL)
	{
		st = state_new(CurrentMemoryContext, ENUMERATION);
		add_flat(st, state);
	}
	return st;
}

Datum
bxml_infer_schema_final(PG_FUNCTION_ARGS)
{
	InferState *st = PG_ARGISNULL(0) ? NULL : final_state(PG_GETARG_DATUM(0));
	PgHost host;
	BxBuf lines;
	BxError err;

	if (st == NULL || bx_infer_count(st->infer) == 0)
		PG_RETURN_NULL();
	bx_error_clear(&err);
	bx_buf_init(&lines, host_here(&host));
	error_check(bx_infer_put(st->infer, &lines, &err), &err);
	PG_RETURN_DATUM(path_lines(&lines, &host));
}

/* ---- of a table ---- */

/* Types are exact: there may be aggregates of the same name for a domain. */
static char *
infer_query(Relation rel, const char *column, Oid extension, int32 enumeration)
{
	char *schema = pstrdup(quote_identifier(get_namespace_name(extension)));

	return psprintf("SELECT %s.bxml_infer_schema_agg(t.%s::%s.bxml, %d) FROM %s t", schema,
					quote_identifier(column), schema, enumeration, tables_name(rel));
}

/* bxml_infer_schema(table, column, enumeration): the aggregate over a table, by the privileges of the caller */
Datum
bxml_infer_schema(PG_FUNCTION_ARGS)
{
	Relation rel = tables_open(PG_GETARG_OID(0), AccessShareLock);
	const char *column = NameStr(*PG_GETARG_NAME(1));
	Oid extension = get_func_namespace(fcinfo->flinfo->fn_oid);
	AttrNumber number = tables_check_column(rel, column, tables_bxml_type(extension));
	const Oid type = TEXTOID;
	TablesQuery query = {.rel = rel, .types = &type, .n = 1};
	Datum result;
	bool null;
	Guard guard;

	if (SPI_connect() != SPI_OK_CONNECT)
		elog(ERROR, "SPI_connect failed");
	guard_enter_read(&guard, rel, number);
	query.sql = infer_query(rel, column, extension, PG_GETARG_INT32(2));
	result = tables_value(&query, &null);
	guard_leave(&guard);
	SPI_finish();
	relation_close(rel, NoLock);
	if (null)
		PG_RETURN_NULL();
	PG_RETURN_DATUM(result);
}

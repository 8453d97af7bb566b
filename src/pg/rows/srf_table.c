/*
 * srf_table.c -- bxml_table and bxml_table_def: a row per node of one path, a column per path from there.
 *
 * As in srf_nodes.c rows are collected here, and returned one by one by the plan node of scan/.
 */
#include "postgres.h"
#include "fmgr.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "utils/memutils.h"
#include "utils/tuplestore.h"

#include "../server/compat.h"
#include "../query/call.h"
#include "rowset_columns.h"

/* What a call site keeps. */
typedef struct TableCall
{
	Rowset *rs;
	MemoryContext cxt; /* of the rowset; reset when the columns change */
	struct varlena *columns;
} TableCall;

typedef void (*Define)(Rowset *rs, Datum columns, TupleDesc desc, Oid bxml);

static bool
same_bytes(const struct varlena *a, const struct varlena *b)
{
	return VARSIZE_ANY(a) == VARSIZE_ANY(b) && memcmp(a, b, VARSIZE_ANY(a)) == 0;
}

/* The rowset of the call, with its paths. */
static Rowset *
call_rowset(FunctionCallInfo fcinfo, TupleDesc desc, Define define)
{
	FmgrInfo *flinfo = fcinfo->flinfo;
	struct varlena *columns = PG_GETARG_VARLENA_P(2);
	TableCall *call = flinfo->fn_extra;

	if (call == NULL)
		flinfo->fn_extra = call = MemoryContextAllocZero(flinfo->fn_mcxt, sizeof(TableCall));
	if (call->rs == NULL || !same_bytes(call->columns, columns) || rowset_path(call->rs, PG_GETARG_DATUM(1)))
	{
		MemoryContext caller;
		Rowset *rs;

		if (call->cxt == NULL)
			call->cxt = AllocSetContextCreate(flinfo->fn_mcxt, "bxml table", ALLOCSET_SMALL_SIZES);
		call->rs = NULL;
		MemoryContextReset(call->cxt);
		caller = MemoryContextSwitchTo(call->cxt);
		call->columns = palloc(VARSIZE_ANY(columns));
		memcpy(call->columns, columns, VARSIZE_ANY(columns));
		MemoryContextSwitchTo(caller);
		rs = rowset_new(call->cxt);
		rowset_path(rs, PG_GETARG_DATUM(1));
		define(rs, PointerGetDatum(columns), desc, get_fn_expr_argtype(flinfo, 0));
		call->rs = rs;
	}
	return call->rs;
}

/* The body of both functions. */
static Datum
table_rows(FunctionCallInfo fcinfo, Define define)
{
	ReturnSetInfo *rsinfo = (ReturnSetInfo *) fcinfo->resultinfo;
	Datum *values;
	bool *nulls;
	Rowset *rs;

	call_check_columns(rsinfo, "bxml_table");
	InitMaterializedSRF(fcinfo, MAT_SRF_USE_EXPECTED_DESC);
	if (PG_ARGISNULL(0) || PG_ARGISNULL(1) || PG_ARGISNULL(2))
		return (Datum) 0;
	rs = call_rowset(fcinfo, rsinfo->setDesc, define);
	values = palloc_array(Datum, rs->n_columns + 1);
	nulls = palloc_array(bool, rs->n_columns + 1);
	rowset_open(rs, PG_GETARG_DATUM(0), (Datum) 0);
	rowset_store(rs, rsinfo, rowset_put_columns, values, nulls);
	return (Datum) 0;
}

BXML_ENTRY(bxml_table, table_rows(fcinfo, rowset_columns_of_paths));
BXML_ENTRY(bxml_table_def, table_rows(fcinfo, rowset_columns_of_definition));

/*
 * srf_nodes.c -- bxml_nodes: the nodes that a path selects, with their labels.
 *
 * All rows are collected in a tuplestore, which spills to disk beyond work_mem.  In FROM the plan node of scan/
 * replaces the function and returns them one by one.
 */
#include "postgres.h"
#include "fmgr.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "utils/memutils.h"
#include "utils/tuplestore.h"

#include "../server/compat.h"
#include "rowset.h"

BXML_FUNCTION(bxml_nodes);

/* The rowset of a call site. */
static Rowset *
call_rowset(FunctionCallInfo fcinfo)
{
	if (fcinfo->flinfo->fn_extra == NULL)
		fcinfo->flinfo->fn_extra = rowset_new(fcinfo->flinfo->fn_mcxt);
	return fcinfo->flinfo->fn_extra;
}

Datum
bxml_nodes(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *rsinfo = (ReturnSetInfo *) fcinfo->resultinfo;
	Datum values[NODES_COLUMNS];
	bool nulls[NODES_COLUMNS];
	Rowset *rs;

	InitMaterializedSRF(fcinfo, 0);
	if (PG_ARGISNULL(0) || PG_ARGISNULL(1))
		return (Datum) 0;
	rs = call_rowset(fcinfo);
	if (rowset_path(rs, PG_GETARG_DATUM(1)))
		rowset_columns(rs, NULL, NULL, 0);
	rowset_open(rs, PG_GETARG_DATUM(0), PG_ARGISNULL(2) ? (Datum) 0 : PG_GETARG_DATUM(2));
	rowset_store(rs, rsinfo, rowset_put_node, values, nulls);
	return (Datum) 0;
}

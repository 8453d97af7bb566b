/*
 * srf_split.c -- bxml_split and its siblings: a long text, a bxml value per record.
 *
 * A row per call: in a select list rows stream, and an early end stops reading.  In FROM the plan node of scan/ takes the
 * function's place; where that is switched off, the server collects all rows first, on disk beyond work_mem.
 */
#include "postgres.h"
#include "fmgr.h"
#include "funcapi.h"

#include "../server/compat.h"
#include "split.h"

BXML_FUNCTION(bxml_split_text);
BXML_FUNCTION(bxml_split_bytea);
BXML_FUNCTION(bxml_split_lo);
BXML_FUNCTION(bxml_split_file);

static Datum
split_rows(FunctionCallInfo fcinfo, SplitFrom from)
{
	FuncCallContext *srf;
	struct varlena *value;

	if (SRF_IS_FIRSTCALL())
	{
		MemoryContext caller;

		srf = SRF_FIRSTCALL_INIT();
		caller = MemoryContextSwitchTo(srf->multi_call_memory_ctx);
		srf->user_fctx = split_open(from, PG_GETARG_DATUM(0), PG_GETARG_DATUM(1), srf->multi_call_memory_ctx);
		MemoryContextSwitchTo(caller);
	}
	srf = SRF_PERCALL_SETUP();
	value = split_next(srf->user_fctx);
	if (value != NULL)
		SRF_RETURN_NEXT(srf, PointerGetDatum(value));
	SRF_RETURN_DONE(srf);
}

Datum
bxml_split_text(PG_FUNCTION_ARGS)
{
	return split_rows(fcinfo, SPLIT_TEXT);
}

Datum
bxml_split_bytea(PG_FUNCTION_ARGS)
{
	return split_rows(fcinfo, SPLIT_BYTES);
}

Datum
bxml_split_lo(PG_FUNCTION_ARGS)
{
	return split_rows(fcinfo, SPLIT_LARGE_OBJECT);
}

Datum
bxml_split_file(PG_FUNCTION_ARGS)
{
	return split_rows(fcinfo, SPLIT_FILE);
}

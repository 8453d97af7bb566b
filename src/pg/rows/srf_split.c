/*
 * srf_split.c -- bxml_split and its variants: a bxml value per record of a long text.
 *
 * One row per call: in a select list rows stream, and an early end stops reading.  In FROM the plan node of scan/
 * replaces the function; if that is switched off, the server collects all rows first, on disk beyond work_mem.
 */
#include "postgres.h"
#include "fmgr.h"
#include "funcapi.h"

#include "../server/compat.h"
#include "split.h"

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

BXML_ENTRY(bxml_split_text, split_rows(fcinfo, SPLIT_TEXT));
BXML_ENTRY(bxml_split_bytea, split_rows(fcinfo, SPLIT_BYTES));
BXML_ENTRY(bxml_split_lo, split_rows(fcinfo, SPLIT_LARGE_OBJECT));
BXML_ENTRY(bxml_split_file, split_rows(fcinfo, SPLIT_FILE));

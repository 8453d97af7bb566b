/*
 * srf.c -- functions that return rows one per call.
 */
#include "postgres.h"

#include "srf.h"

FuncCallContext *
srf_call(FunctionCallInfo fcinfo, void *(*open)(FunctionCallInfo fcinfo))
{
	if (SRF_IS_FIRSTCALL())
	{
		FuncCallContext *first = SRF_FIRSTCALL_INIT();
		MemoryContext caller = MemoryContextSwitchTo(first->multi_call_memory_ctx);

		if (get_call_result_type(fcinfo, NULL, &first->tuple_desc) != TYPEFUNC_COMPOSITE)
			elog(ERROR, "return type must be a row type");
		BlessTupleDesc(first->tuple_desc);
		first->user_fctx = open(fcinfo);
		MemoryContextSwitchTo(caller);
	}
	return SRF_PERCALL_SETUP();
}

/*
 * srf_reader.c -- bxml_reader: the info items of a document as rows.
 *
 * One row per call, so that nothing is kept and a select list can stop early.  In FROM, where the server would
 * collect all rows first, the plan node of scan/ replaces the function.
 */
#include "postgres.h"
#include "access/htup_details.h"
#include "fmgr.h"

#include "../server/compat.h"
#include "../value/label.h"
#include "reader.h"
#include "srf.h"

BXML_FUNCTION(bxml_reader);

typedef struct ReaderCall
{
	ReaderAsk ask;
	Reader *reader;
} ReaderCall;

static void *
first_call(FunctionCallInfo fcinfo)
{
	ReaderCall *call = palloc0(sizeof(ReaderCall));

	call->ask.want = READER_ALL;
	if (!PG_ARGISNULL(1))
	{
		LabelArg under;

		label_get(&under, PointerGetDatum(PG_DETOAST_DATUM_COPY(PG_GETARG_DATUM(1))));
		call->ask.lo = PointerGetDatum(under.v);
		call->ask.hi = label_upper(&under);
	}
	if (!PG_ARGISNULL(0))
		call->reader = reader_open(PG_GETARG_DATUM(0), &call->ask);
	return call;
}

Datum
bxml_reader(PG_FUNCTION_ARGS)
{
	FuncCallContext *srf;
	ReaderCall *call;
	Datum values[READER_COLUMNS];
	bool nulls[READER_COLUMNS];

	srf = srf_call(fcinfo, first_call);
	call = srf->user_fctx;
	if (call->reader != NULL && reader_next(call->reader, values, nulls))
		SRF_RETURN_NEXT(srf, HeapTupleGetDatum(heap_form_tuple(srf->tuple_desc, values, nulls)));
	if (call->reader != NULL)
		reader_close(call->reader);
	SRF_RETURN_DONE(srf);
}

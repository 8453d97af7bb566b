/*
 * counters.c -- bxml_counters: the work done in this session on stored values.
 */
#include "postgres.h"
#include "access/htup_details.h"
#include "fmgr.h"
#include "funcapi.h"

#include "compat.h"
#include "counters.h"

BXML_FUNCTION(bxml_counters);
BXML_FUNCTION(bxml_counters_reset);

Counters counters_session;

void
counters_add(Counters *a, const Counters *b)
{
	a->documents += b->documents;
	a->items += b->items;
	a->values += b->values;
	a->value_bytes += b->value_bytes;
	a->subtrees += b->subtrees;
	a->skipped += b->skipped;
	a->slices += b->slices;
	a->fetched += b->fetched;
	a->blocks += b->blocks;
	a->searches += b->searches;
}

void
counters_count(const Counters *work)
{
	Counters w = *work;

	w.documents = w.slices = w.fetched = w.blocks = 0;
	counters_add(&counters_session, &w);
}

/* Scripts before 0.2 have no column for searches, which is last. */
#define COUNTERS_COLUMNS 10

Datum
bxml_counters(PG_FUNCTION_ARGS)
{
	const Counters *c = &counters_session;
	const uint64 counts[COUNTERS_COLUMNS] = {c->documents, c->items,   c->values, c->value_bytes,
											 c->subtrees,  c->skipped, c->slices, c->fetched,
											 c->blocks,    c->searches};
	bool nulls[COUNTERS_COLUMNS] = {false};
	Datum values[COUNTERS_COLUMNS];
	TupleDesc desc;

	if (get_call_result_type(fcinfo, NULL, &desc) != TYPEFUNC_COMPOSITE)
		elog(ERROR, "return type must be a row type");
	for (int i = 0; i < COUNTERS_COLUMNS; i++)
		values[i] = Int64GetDatum((int64) counts[i]);
	PG_RETURN_DATUM(HeapTupleGetDatum(heap_form_tuple(BlessTupleDesc(desc), values, nulls)));
}

Datum
bxml_counters_reset(PG_FUNCTION_ARGS)
{
	memset(&counters_session, 0, sizeof(counters_session));
	PG_RETURN_VOID();
}

/*
 * srf_diff.c -- bxml_diff: the changes that make one value equal to another, as rows.
 *
 * Rows go to a tuplestore, which spills to disk beyond work_mem.
 */
#include "postgres.h"
#include "fmgr.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "utils/tuplestore.h"

#include "utils/builtins.h"
#include "utils/memutils.h"

#include "../../core/compare/bx_diff.h"
#include "../server/compat.h"
#include "../value/datum.h"
#include "../server/errors.h"
#include "../value/label.h"
#include "../query/result.h"

BXML_FUNCTION(bxml_diff);

typedef enum DiffColumn
{
	DIFF_ID,
	DIFF_OP,
	DIFF_PATH,
	DIFF_OLD,
	DIFF_NEW,
	DIFF_COLUMNS
} DiffColumn;

typedef struct RowSink
{
	BxDiffSink sink; /* first, to find the rest from a sink */
	ReturnSetInfo *rsinfo;
	MemoryContext row;
} RowSink;

static void
set_text(Datum *values, bool *nulls, DiffColumn column, const BxDiffText *text)
{
	nulls[column] = text->s == NULL;
	if (text->s != NULL)
		values[column] = PointerGetDatum(utf8_text(text->s, text->n));
}

static BxStatus
take_row(BxDiffSink *sink, const BxDiffRow *row)
{
	RowSink *s = (RowSink *) sink;
	MemoryContext caller = MemoryContextSwitchTo(s->row);
	Datum values[DIFF_COLUMNS];
	bool nulls[DIFF_COLUMNS] = {false};

	CHECK_FOR_INTERRUPTS();
	values[DIFF_ID] = label_datum(row->label, row->label_n);
	values[DIFF_OP] = CStringGetTextDatum(row->op);
	set_text(values, nulls, DIFF_PATH, &row->path);
	set_text(values, nulls, DIFF_OLD, &row->old_text);
	set_text(values, nulls, DIFF_NEW, &row->new_text);
	tuplestore_putvalues(s->rsinfo->setResult, s->rsinfo->setDesc, values, nulls);
	MemoryContextSwitchTo(caller);
	MemoryContextReset(s->row);
	return BX_OK;
}

Datum
bxml_diff(PG_FUNCTION_ARGS)
{
	RowSink sink = {.sink = {take_row}, .rsinfo = (ReturnSetInfo *) fcinfo->resultinfo};
	DatumStore a, b;
	PgHost host;
	BxError err;

	InitMaterializedSRF(fcinfo, 0);
	bx_error_clear(&err);
	sink.row = AllocSetContextCreate(CurrentMemoryContext, "bxml_diff row", ALLOCSET_DEFAULT_SIZES);
	datum_store_open(&a, PG_GETARG_DATUM(0));
	datum_store_open(&b, PG_GETARG_DATUM(1));
	error_check(bx_diff(&a.store, &b.store, host_here(&host), &sink.sink, &err), &err);
	datum_store_close(&a);
	datum_store_close(&b);
	MemoryContextDelete(sink.row);
	return (Datum) 0;
}

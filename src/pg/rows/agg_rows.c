/*
 * agg_rows.c -- the aggregate bxml_rows_agg: rows of bxml_reader back to a value.
 *
 * The state is a value being written, in a child of the context of the aggregate.  Where nobody can ask for the result
 * again it is laid out in the context of the caller, which consumes the state; else the state keeps it.
 */
#include "postgres.h"
#include "fmgr.h"
#include "utils/datum.h"
#include "utils/memutils.h"

#include "../../core/build/bx_assemble.h"
#include "../server/compat.h"
#include "../server/encoding.h"
#include "../server/errors.h"
#include "../value/build.h"
#include "../value/kind.h"
#include "../value/label.h"
#include "../value/pack.h"
#include "reader.h"
#include "../query/result.h"
#include "../server/settings.h"

BXML_FUNCTION(bxml_rows_agg_step);
BXML_FUNCTION(bxml_rows_agg_final);

typedef struct RowsState
{
	MemoryContext cxt;
	PgHost host;
	BxAssembler *rows;
	struct varlena *flat; /* the result, once it was asked for; NULL before, and then rows is */
} RowsState;

static RowsState *
state_new(MemoryContext parent)
{
	MemoryContext cxt = AllocSetContextCreate(parent, "bxml rows", ALLOCSET_DEFAULT_SIZES);
	RowsState *st = MemoryContextAllocZero(cxt, sizeof(RowsState));
	BxWriterOptions options;
	BxError err;

	st->cxt = cxt;
	host_init(&st->host, cxt);
	settings_writer(&options);
	bx_error_clear(&err);
	st->rows = bx_assembler_new(&st->host.host, &options, &err);
	error_check(err.status, &err);
	return st;
}

/* A text argument as UTF-8; an empty string if it is null. */
static BxStr
text_arg(FunctionCallInfo fcinfo, int i)
{
	return PG_ARGISNULL(i) ? bx_str("", 0) : build_text_arg(PG_GETARG_DATUM(i));
}

Datum
bxml_rows_agg_step(PG_FUNCTION_ARGS)
{
	RowsState *st = PG_ARGISNULL(0) ? NULL : (RowsState *) PG_GETARG_POINTER(0);
	MemoryContext cxt;
	BxAssembleRow row;
	LabelArg label;
	BxStr kind;

	if (!AggCheckCallContext(fcinfo, &cxt))
		elog(ERROR, "aggregate function called in non-aggregate context");
	if (PG_ARGISNULL(1))
		ereport(ERROR, (errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED), errmsg("label of a row must not be null")));
	if (st == NULL)
		st = state_new(cxt);
	label_get(&label, PG_GETARG_DATUM(1));
	row.label = label.p;
	row.label_n = label.n;
	kind = text_arg(fcinfo, 2);
	row.kind = reader_kind(kind.s, kind.n);
	row.prefix = text_arg(fcinfo, 3);
	row.uri = text_arg(fcinfo, 4);
	row.name = text_arg(fcinfo, 5);
	row.value = text_arg(fcinfo, 6);
	row.has_value = !PG_ARGISNULL(6);
	error_check(bx_assembler_add(st->rows, &row), bx_assembler_error(st->rows));
	PG_RETURN_POINTER(st);
}

/* The result, in a context; there are no more rows. */
static struct varlena *
finish(RowsState *st, MemoryContext cxt)
{
	MemoryContext caller = MemoryContextSwitchTo(cxt);
	struct varlena *flat;
	uint8_t *data;
	size_t len;

	host_init(&st->host, cxt); /* for allocations from here on */
	error_check(bx_assembler_finish(st->rows, &data, &len), bx_assembler_error(st->rows));
	bx_assembler_free(st->rows);
	flat = pack_new((struct varlena *) DatumGetPointer(datum_written(data, len)));
	MemoryContextSwitchTo(caller);
	return flat;
}

Datum
bxml_rows_agg_final(PG_FUNCTION_ARGS)
{
	RowsState *st = PG_ARGISNULL(0) ? NULL : (RowsState *) PG_GETARG_POINTER(0);
	struct varlena *flat;

	if (st == NULL)
		PG_RETURN_NULL();
	if (kind_state_is_last(fcinfo))
	{
		flat = finish(st, CurrentMemoryContext);
		MemoryContextDelete(st->cxt);
		PG_RETURN_POINTER(flat);
	}
	if (st->flat == NULL)
		st->flat = finish(st, st->cxt);
	return datumCopy(PointerGetDatum(st->flat), false, -1);
}

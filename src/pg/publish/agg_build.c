/*
 * agg_build.c -- the aggregates bxml_agg and bxml_forest_agg.
 *
 * The state is a value being written, in a child of the context of the aggregate: each input is copied into it once,
 * so time is linear and memory is that of the result.  Laying out consumes the state, so the final function runs
 * once.  A parallel worker passes on its part as a value.
 */
#include "postgres.h"
#include "nodes/primnodes.h"
#include "utils/builtins.h"
#include "utils/memutils.h"

#include "../server/compat.h"
#include "publish.h"

BXML_FUNCTION(bxml_agg_step);
BXML_FUNCTION(bxml_agg_combine);
BXML_FUNCTION(bxml_agg_serialize);
BXML_FUNCTION(bxml_agg_deserialize);
BXML_FUNCTION(bxml_agg_final);
BXML_FUNCTION(bxml_forest_agg_step);

typedef struct BxmlAggState
{
	MemoryContext cxt;     /* of the value, or NULL if ... */
	struct varlena *value; /* ... it is the value of a worker */
	Publisher p;
	MemoryContext scratch; /* of one call */
	PublishType type;      /* bxml_forest_agg: of its values */
} BxmlAggState;

static BxmlAggState *
state_new(MemoryContext parent, Oid bxml)
{
	MemoryContext cxt = AllocSetContextCreate(parent, "bxml aggregate", ALLOCSET_DEFAULT_SIZES);
	BxmlAggState *st = MemoryContextAllocZero(parent, sizeof(BxmlAggState));

	st->cxt = cxt;
	st->scratch = AllocSetContextCreate(parent, "bxml aggregate call", ALLOCSET_SMALL_SIZES);
	publish_open(&st->p, cxt, bxml);
	return st;
}

static BxmlAggState *
state_of(FunctionCallInfo fcinfo, MemoryContext *cxt)
{
	if (!AggCheckCallContext(fcinfo, cxt))
		elog(ERROR, "aggregate function called in non-aggregate context");
	return PG_ARGISNULL(0) ? NULL : (BxmlAggState *) PG_GETARG_POINTER(0);
}

static void
add_value(BxmlAggState *st, Datum value)
{
	MemoryContext old = MemoryContextSwitchTo(st->scratch);

	build_value(&st->p.build, value);
	MemoryContextSwitchTo(old);
	MemoryContextReset(st->scratch);
}

/* The value of the state, which is consumed. */
static Datum
state_value(BxmlAggState *st)
{
	Datum value;

	if (st->cxt == NULL)
		return PointerGetDatum(st->value);
	value = build_close(&st->p.build);
	MemoryContextDelete(st->cxt);
	MemoryContextDelete(st->scratch);
	st->cxt = NULL;
	st->value = (struct varlena *) DatumGetPointer(value);
	return value;
}

Datum
bxml_agg_step(PG_FUNCTION_ARGS)
{
	MemoryContext cxt;
	BxmlAggState *st = state_of(fcinfo, &cxt);

	if (!PG_ARGISNULL(1))
	{
		if (st == NULL)
			st = state_new(cxt, InvalidOid);
		add_value(st, PG_GETARG_DATUM(1));
	}
	if (st == NULL)
		PG_RETURN_NULL();
	PG_RETURN_POINTER(st);
}

/* Looks up the types once for all calls of a group; bxml is the result type of the aggregate. */
static BxmlAggState *
forest_state(FunctionCallInfo fcinfo, MemoryContext cxt)
{
	Oid type = get_fn_expr_argtype(fcinfo->flinfo, 2);
	const Aggref *agg = AggGetAggref(fcinfo);
	BxmlAggState *st;

	if (!OidIsValid(type) || agg == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("could not determine input data type")));
	st = state_new(cxt, agg->aggtype);
	publish_type(&st->p, &st->type, type);
	return st;
}

Datum
bxml_forest_agg_step(PG_FUNCTION_ARGS)
{
	MemoryContext cxt, old;
	BxmlAggState *st = state_of(fcinfo, &cxt);

	if (!PG_ARGISNULL(2))
	{
		if (PG_ARGISNULL(1))
			ereport(ERROR, (errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED), errmsg("name must not be null")));
		if (st == NULL)
			st = forest_state(fcinfo, cxt);
		old = MemoryContextSwitchTo(st->scratch);
		publish_element(&st->p, publish_name(text_to_cstring(PG_GETARG_TEXT_PP(1))), &st->type,
						PG_GETARG_DATUM(2));
		MemoryContextSwitchTo(old);
		MemoryContextReset(st->scratch);
	}
	if (st == NULL)
		PG_RETURN_NULL();
	PG_RETURN_POINTER(st);
}

Datum
bxml_agg_combine(PG_FUNCTION_ARGS)
{
	MemoryContext cxt;
	BxmlAggState *st = state_of(fcinfo, &cxt);
	BxmlAggState *other = PG_ARGISNULL(1) ? NULL : (BxmlAggState *) PG_GETARG_POINTER(1);

	if (other != NULL)
	{
		if (st == NULL)
			st = state_new(cxt, InvalidOid);
		add_value(st, state_value(other));
	}
	if (st == NULL)
		PG_RETURN_NULL();
	PG_RETURN_POINTER(st);
}

Datum
bxml_agg_serialize(PG_FUNCTION_ARGS)
{
	MemoryContext cxt;

	return state_value(state_of(fcinfo, &cxt));
}

Datum
bxml_agg_deserialize(PG_FUNCTION_ARGS)
{
	BxmlAggState *st = palloc0(sizeof(BxmlAggState));

	st->value = PG_GETARG_BYTEA_P(0);
	PG_RETURN_POINTER(st);
}

Datum
bxml_agg_final(PG_FUNCTION_ARGS)
{
	MemoryContext cxt;
	BxmlAggState *st = state_of(fcinfo, &cxt);

	if (st == NULL)
		PG_RETURN_NULL();
	return state_value(st);
}

/*
 * agg_build.c -- the aggregates bxml_agg and bxml_forest_agg.
 *
 * The state is an expanded object: a value being written, in a child of the context of the aggregate.  Each input is
 * copied into it once, so time is linear and memory is that of the result.  Where the state must be flat, for another
 * process or another node, it is a value like any other, and combining is appending.  The final function takes the
 * value out of the object where nobody can ask for it again.
 *
 * The same functions serve declarations whose state is "internal": those of 0.1.0, and bxml_forest_agg, whose
 * arguments are polymorphic.  Citus sends states that are not pseudo-types, but fails for polymorphic arguments.
 */
#include "postgres.h"
#include "nodes/primnodes.h"
#include "utils/builtins.h"
#include "utils/datum.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"

#include "../server/compat.h"
#include "../value/kind.h"
#include "agg_build.h"
#include "publish.h"

BXML_FUNCTION(bxml_agg_step);
BXML_FUNCTION(bxml_agg_combine);
BXML_FUNCTION(bxml_agg_serialize);
BXML_FUNCTION(bxml_agg_deserialize);
BXML_FUNCTION(bxml_agg_final);
BXML_FUNCTION(bxml_forest_agg_step);

typedef struct AggValue
{
	FlatObject o; /* first; flat: the value so far, once somebody has asked for it */
	Publisher p;  /* without a builder if flat is the value, or if the value was taken */
	bool taken;
	MemoryContext scratch; /* of one call */
	PublishType type;      /* bxml_forest_agg: of its values */
} AggValue;

/* ---- the object ---- */

static _Noreturn void
refuse_taken(void)
{
	ereport(ERROR, (errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
					errmsg("the value of this aggregate state was taken before")));
}

static Size
flat_size(ExpandedObjectHeader *eoh)
{
	AggValue *a = (AggValue *) eoh;
	MemoryContext caller;

	if (a->taken)
		refuse_taken();
	if (a->o.flat == NULL)
	{
		caller = MemoryContextSwitchTo(eoh->eoh_context);
		a->o.flat = (struct varlena *) DatumGetPointer(build_close(&a->p.build));
		MemoryContextSwitchTo(caller);
	}
	return VARSIZE(a->o.flat);
}

static const ExpandedObjectMethods methods = {flat_size, kind_flatten_into};

const ValueKind agg_kind = {.methods = &methods, .bytes = kind_flat_bytes};

static AggValue *
agg_new(MemoryContext parent, Oid bxml)
{
	MemoryContext cxt = AllocSetContextCreate(parent, "bxml aggregate", ALLOCSET_DEFAULT_SIZES);
	AggValue *a = MemoryContextAllocZero(cxt, sizeof(AggValue));

	EOH_init_header(&a->o.hdr, &methods, cxt);
	a->scratch = AllocSetContextCreate(cxt, "bxml aggregate call", ALLOCSET_SMALL_SIZES);
	publish_open(&a->p, cxt, bxml);
	return a;
}

static void
add_value(AggValue *a, Datum value)
{
	MemoryContext old = MemoryContextSwitchTo(a->scratch);

	build_value(&a->p.build, value);
	MemoryContextSwitchTo(old);
	MemoryContextReset(a->scratch);
}

/* After somebody has asked for the value so far: a new one that begins with it. */
static void
reopen(AggValue *a)
{
	struct varlena *flat = a->o.flat;

	if (a->taken)
		refuse_taken();
	publish_open(&a->p, a->o.hdr.eoh_context, a->p.bxml);
	a->o.flat = NULL;
	add_value(a, PointerGetDatum(flat));
	pfree(flat);
}

/* ---- the state of a call ---- */

/* The state as an object to append to, or NULL if there is none; a state that came flat begins a new object. */
static AggValue *
agg_state(FunctionCallInfo fcinfo, MemoryContext *cxt)
{
	AggValue *a = (AggValue *) kind_state(fcinfo, &methods, cxt);

	if (a == NULL && !PG_ARGISNULL(0))
	{
		a = agg_new(*cxt, InvalidOid);
		add_value(a, PG_GETARG_DATUM(0));
	}
	else if (a != NULL && (a->taken || a->o.flat != NULL))
		reopen(a);
	return a;
}

Datum
bxml_agg_step(PG_FUNCTION_ARGS)
{
	MemoryContext cxt;
	AggValue *a = agg_state(fcinfo, &cxt);

	if (!PG_ARGISNULL(1))
	{
		if (a == NULL)
			a = agg_new(cxt, InvalidOid);
		add_value(a, PG_GETARG_DATUM(1));
	}
	if (a == NULL)
		PG_RETURN_NULL();
	return EOHPGetRWDatum(&a->o.hdr);
}

/* The state of another process is a value. */
Datum
bxml_agg_combine(PG_FUNCTION_ARGS)
{
	return bxml_agg_step(fcinfo);
}

/* Looks up the types once for all calls of a group.  The type of a partial aggregate is that of its state. */
static void
learn_type(AggValue *a, FunctionCallInfo fcinfo)
{
	Oid type = get_fn_expr_argtype(fcinfo->flinfo, 2);
	const Aggref *agg = AggGetAggref(fcinfo);

	if (!OidIsValid(type) || agg == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("could not determine input data type")));
	a->p.bxml = get_func_rettype(agg->aggfnoid);
	publish_type(&a->p, &a->type, type);
}

Datum
bxml_forest_agg_step(PG_FUNCTION_ARGS)
{
	MemoryContext cxt, old;
	AggValue *a = agg_state(fcinfo, &cxt);

	if (!PG_ARGISNULL(2))
	{
		if (PG_ARGISNULL(1))
			ereport(ERROR, (errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED), errmsg("name must not be null")));
		if (a == NULL)
			a = agg_new(cxt, InvalidOid);
		if (!OidIsValid(a->type.type))
			learn_type(a, fcinfo);
		old = MemoryContextSwitchTo(a->scratch);
		publish_element(&a->p, publish_name(text_to_cstring(PG_GETARG_TEXT_PP(1))), &a->type,
						PG_GETARG_DATUM(2));
		MemoryContextSwitchTo(old);
		MemoryContextReset(a->scratch);
	}
	if (a == NULL)
		PG_RETURN_NULL();
	return EOHPGetRWDatum(&a->o.hdr);
}

Datum
bxml_agg_serialize(PG_FUNCTION_ARGS)
{
	return datumCopy(PG_GETARG_DATUM(0), false, -1);
}

Datum
bxml_agg_deserialize(PG_FUNCTION_ARGS)
{
	PG_RETURN_POINTER(PG_GETARG_BYTEA_P(0));
}

/* The last time the value is laid out in the context of the caller, so it is in memory once. */
Datum
bxml_agg_final(PG_FUNCTION_ARGS)
{
	AggValue *a;

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	a = (AggValue *) kind_object(PG_GETARG_DATUM(0), &methods);
	if (a == NULL)
		PG_RETURN_DATUM(PG_GETARG_DATUM(0));
	if (a->taken)
		refuse_taken();
	if (!kind_state_is_last(fcinfo))
		flat_size(&a->o.hdr);
	if (a->o.flat != NULL)
		return datumCopy(PointerGetDatum(a->o.flat), false, -1);
	a->taken = true;
	return build_close(&a->p.build);
}

/*
 * kind.c -- the registered kinds of expanded objects.
 */
#include "postgres.h"
#include "nodes/execnodes.h"

#include "../server/compat.h"
#include "kind.h"

#define KINDS_MAX 8

static const ValueKind *kinds[KINDS_MAX];
static int n_kinds;

void
kind_register(const ValueKind *kind)
{
	Assert(n_kinds < KINDS_MAX);
	kinds[n_kinds++] = kind;
}

const ValueKind *
kind_of(Datum value, ExpandedObjectHeader **eoh)
{
	if (!VARATT_IS_EXTERNAL_EXPANDED(DatumGetPointer(value)))
		return NULL;
	*eoh = DatumGetEOHP(value);
	for (int i = 0; i < n_kinds; i++)
		if (kinds[i]->methods == (*eoh)->eoh_methods)
			return kinds[i];
	return NULL;
}

ExpandedObjectHeader *
kind_object(Datum value, const ExpandedObjectMethods *methods)
{
	ExpandedObjectHeader *eoh;

	if (!VARATT_IS_EXTERNAL_EXPANDED(DatumGetPointer(value)))
		return NULL;
	eoh = DatumGetEOHP(value);
	return eoh->eoh_methods == methods ? eoh : NULL;
}

ExpandedObjectHeader *
kind_writable(Datum value, const ExpandedObjectMethods *methods)
{
	return VARATT_IS_EXTERNAL_EXPANDED_RW(DatumGetPointer(value)) ? kind_object(value, methods) : NULL;
}

ExpandedObjectHeader *
kind_state(FunctionCallInfo fcinfo, const ExpandedObjectMethods *methods, MemoryContext *cxt)
{
	if (!AggCheckCallContext(fcinfo, cxt))
		ereport(ERROR, (errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
						errmsg("a transition function was called outside of an aggregate")));
	return PG_ARGISNULL(0) ? NULL : kind_writable(PG_GETARG_DATUM(0), methods);
}

bool
kind_state_is_last(FunctionCallInfo fcinfo)
{
	const AggState *agg = (const AggState *) fcinfo->context;

	return agg != NULL && IsA(agg, AggState) && !AggStateIsShared(fcinfo) &&
		   (agg->aggstrategy == AGG_PLAIN || agg->aggstrategy == AGG_SORTED);
}

void
kind_changes(ExpandedObjectHeader *state)
{
	FlatObject *o = (FlatObject *) state;

	if (o != NULL && o->flat != NULL)
	{
		pfree(o->flat);
		o->flat = NULL;
	}
}

void
kind_flatten_into(ExpandedObjectHeader *eoh, void *result, Size allocated)
{
	const struct varlena *flat = ((FlatObject *) eoh)->flat;

	Assert(flat != NULL && allocated == VARSIZE(flat));
	memcpy(result, flat, allocated);
}

void
kind_flat_bytes(ExpandedObjectHeader *eoh, const uint8_t **v, size_t *n)
{
	*n = eoh->eoh_methods->get_flat_size(eoh) - VARHDRSZ;
	*v = (const uint8_t *) VARDATA(((FlatObject *) eoh)->flat);
}

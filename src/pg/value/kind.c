/*
 * kind.c -- the registered kinds of expanded objects.
 */
#include "postgres.h"

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

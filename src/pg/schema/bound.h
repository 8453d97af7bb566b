/*
 * bound.h -- the schemas that a column is bound to.
 */
#ifndef BXML_BOUND_H
#define BXML_BOUND_H

#include "access/htup.h"
#include "access/tupdesc.h"

/*
 * The functions of the language that a type needs: by the type modifier, by constraints of the domain, and of those it
 * is made of.  A list of OIDs.
 */
extern struct List *bound_schemas(Oid type, int32 typmod);

/* The constraints of a domain, without those of what it is based on, as rows of pg_constraint. */
typedef void (*ConstraintTake)(void *ctx, HeapTuple row, TupleDesc desc);
extern void bound_constraints(Oid domain, ConstraintTake take, void *ctx);

#endif

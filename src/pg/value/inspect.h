/*
 * inspect.h -- a value opened for its tables, and the name of its root element.
 */
#ifndef BXML_INSPECT_H
#define BXML_INSPECT_H

#include "datum.h"
#include "../server/host.h"

typedef struct Inspected
{
	DatumImage doc;
	PgHost host;
	BxArena arena;
	BxTable table;
} Inspected;

/* Raises errors.  Memory is of CurrentMemoryContext. */
extern void inspect_open(Inspected *x, Datum value);

/* The name of the first top-level element; NULL if there is none. */
extern const BxNameInfo *inspect_root(Inspected *x);

extern void inspect_close(Inspected *x);

#endif

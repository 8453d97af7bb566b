/*
 * collection.h -- tables as collections of documents: fn:collection("schema.table.column").
 *
 * A collection is read by a query of the current user, a cursor that only reads, so that privileges and row security
 * hold.
 */
#ifndef BXML_COLLECTION_H
#define BXML_COLLECTION_H

#include "../../core/query/run/ru_op.h"

typedef struct CollectionCursor CollectionCursor;

typedef struct Collections
{
	RuTables tables; /* for RuExternal */
	MemoryContext cxt;
	BxArena *arena;
	BxError *err;
	CollectionCursor *cursors; /* that are open */
} Collections;

/* For a run whose memory context, arena and error these are; it stays where it is. */
extern void collections_init(Collections *c, MemoryContext cxt, BxArena *arena, BxError *err);

/* Close all, at the end of the run or when it is left. */
extern void collections_end(Collections *c);

#endif

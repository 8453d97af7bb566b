/*
 * collection.h -- tables in queries: fn:collection("schema.table.column"), bxml:sql("SELECT ..."), bxml:column.
 *
 * Tables are read by queries of the current user, cursors that only read, so that privileges and row security hold.
 */
#ifndef BXML_COLLECTION_H
#define BXML_COLLECTION_H

#include "query_run.h"

typedef struct TableCursor TableCursor;
typedef struct DocumentRow DocumentRow;

typedef struct Collections
{
	RuTables tables; /* for RuExternal */
	MemoryContextCallback end;
	QueryRun *run;
	MemoryContext cxt;
	BxArena *arena;
	BxError *err;
	TableCursor *cursors; /* that are open */
	uint32 n_cursors;
} Collections;

/* Let a run read tables, as the current user; what is open ends with it. */
extern void collections_use(QueryRun *run);

#endif

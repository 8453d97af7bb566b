/*
 * node_sync.h -- making the rows of a node table what the documents say.
 */
#ifndef BXML_NODE_SYNC_H
#define BXML_NODE_SYNC_H

#include "../server/guard.h"
#include "node_def.h"
#include "node_rows.h"

/* Work on a node table as the owner of its base table; node_leave undoes it, as does an error.  With SPI connected. */
extern void node_enter(Guard *guard, Oid base, GuardUse use);
extern void node_leave(const Guard *guard);

/* Run a statement that returns no rows, on a snapshot of what is committed now; returns how many it processed. */
extern uint64 node_run(const char *sql);

/*
 * Make the rows of one key those of the document that the base table has under it now, if it has one.  Rows that are
 * right already are read, not written.  The values are of the types that the definition has.  Within node_enter.
 */
extern void node_sync(const NodeDef *def, const NodePaths *paths, Datum *keys);

/* Fill an empty node table from the base table; returns the number of rows.  Within node_enter. */
extern uint64 node_fill(const NodeDef *def);

#endif

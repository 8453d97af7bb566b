/*
 * paths.h -- the distinct element and attribute paths of a value.
 */
#ifndef BXML_PATHS_H
#define BXML_PATHS_H

#include "../../core/encode/bx_writer.h"

/* A path and how often it occurs; good until the receiver returns. */
typedef struct PathFound
{
	BxStr path;  /* for display: "/a/p:b/@c" */
	BxStr xpath; /* selects its nodes: "/a/Q{urn:p}b/@c" */
	int64 count;
} PathFound;

typedef void (*PathTake)(void *ctx, const PathFound *found);

/*
 * Deliver every distinct path in order of first appearance.  Leaves memory in CurrentMemoryContext.
 */
extern void paths_each(Datum doc, PathTake take, void *ctx);

#endif

/*
 * paths.h -- the distinct element and attribute paths of a value.
 */
#ifndef BXML_PATHS_H
#define BXML_PATHS_H

#include "../../core/encode/bx_writer.h"

/* A path, good until the receiver returns, and how often it occurs. */
typedef struct PathFound
{
	BxStr path;  /* for people: "/a/p:b/@c" */
	BxStr xpath; /* that finds its nodes: "/a/Q{urn:p}b/@c" */
	int64 count;
} PathFound;

typedef void (*PathTake)(void *ctx, const PathFound *found);

/*
 * paths_each: every distinct path in order of appearance.  What it allocates is left in CurrentMemoryContext.
 */
extern void paths_each(Datum doc, PathTake take, void *ctx);

#endif

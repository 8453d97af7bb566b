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

/*
 * The most text that the distinct paths of a value or of a group may have, both forms together: deep documents with
 * long names have paths that are much longer than they are.
 */
#define PATHS_BYTES_MAX ((uint64) 256 << 20)

/* Count n more bytes of paths in *total; raises 54000 behind PATHS_BYTES_MAX.  whose: "value" or "documents". */
extern void paths_charge(uint64 *total, size_t n, const char *whose);

typedef void (*PathTake)(void *ctx, const PathFound *found);

/*
 * Deliver every distinct path in order of first appearance.  Leaves memory in CurrentMemoryContext.  Raises 54000 if
 * there are too many, or they are too long together.
 */
extern void paths_each(Datum doc, PathTake take, void *ctx);

#endif

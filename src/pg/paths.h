/*
 * paths.h -- the distinct element and attribute paths of a value.
 */
#ifndef BXML_PATHS_H
#define BXML_PATHS_H

/* Receives one path ("/a/p:b/@c", n bytes of UTF-8, good until it returns) and how often it occurs. */
typedef void (*PathTake)(void *ctx, const char *path, size_t n, int64 count);

/*
 * paths_each: every distinct path in order of appearance.  What it allocates is left in CurrentMemoryContext.
 */
extern void paths_each(Datum doc, PathTake take, void *ctx);

#endif

/*
 * valuecache.h -- out-of-line values kept open between the calls on one row.
 */
#ifndef BXML_VALUECACHE_H
#define BXML_VALUECACHE_H

#include "../core/read/bx_label.h"

/*
 * The image of an out-of-line value, from the cache or newly opened there; NULL when the value is not one to keep (in
 * the row, large and compressed by the server, no snapshot, bxml.value_cache off).  Good until the next call of this function; what is read
 * through it stays in the cache.  Errors go to *err from now on.
 */
extern BxImage *valuecache_get(Datum datum, BxError *err);

/*
 * The same, for finding labels: *doc is then of the value in the cache, with its tables decoded, and works in this arena.
 * false: the value is not one to keep.
 */
extern bool valuecache_labels(Datum datum, BxArena *arena, BxLabelDoc *doc, BxError *err);

/* A call ends: values of which it has read so much that they are not to be kept are let go. */
extern void valuecache_trim(void);

/* Once, when the module is loaded. */
extern void valuecache_init(void);

#endif

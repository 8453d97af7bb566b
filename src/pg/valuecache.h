/*
 * valuecache.h -- out-of-line values kept open between the calls on one row.
 */
#ifndef BXML_VALUECACHE_H
#define BXML_VALUECACHE_H

#include "../core/read/bx_image.h"

/*
 * The image of an out-of-line value, from the cache or newly opened there; NULL when the value is not one to keep (in
 * the row, too large, no snapshot, bxml.value_cache off).  Good until the next call of this function; what is read
 * through it stays in the cache.  Errors go to *err from now on.
 */
extern BxImage *valuecache_get(Datum datum, BxError *err);

/* Once, when the module is loaded. */
extern void valuecache_init(void);

#endif

/*
 * value_cache.h -- out-of-line values kept open between the calls on one row.
 */
#ifndef BXML_VALUE_CACHE_H
#define BXML_VALUE_CACHE_H

#include "../../core/read/bx_label.h"

/*
 * The image of an out-of-line value, from the cache or newly opened in it; NULL if the value is not kept (in the row,
 * large and compressed by the server, no snapshot, bxml.value_cache off).  Good until the next call of this function;
 * what is read through it stays in the cache.  From now on errors go to *err.
 */
extern BxImage *value_cache_get(Datum datum, BxError *err);

/*
 * The same for finding labels: *doc is about the value in the cache, with its tables decoded, and works in the arena.
 * false: the value is not kept.
 */
extern bool value_cache_labels(Datum datum, BxArena *arena, BxLabelDoc *doc, BxError *err);

/* A call ends: evict values that grew past the limit. */
extern void value_cache_trim(void);

/*
 * As value_cache_get, for callers that work on a value over several calls: good until value_cache_unpin(*pin),
 * whatever happens in between.  Other callers use the image as well, so set img->err whenever work resumes.
 */
typedef struct ValueSlot ValueSlot;
extern BxImage *value_cache_pin(Datum datum, BxError *err, ValueSlot **pin);
extern void value_cache_unpin(ValueSlot *pin);

/* The number of slices of the value read so far, by all users. */
extern uint64 value_cache_reads(const ValueSlot *pin);

/* Would value_cache_get find the image in the cache? */
extern bool value_cache_holds(Datum datum);

/* Called once, when the module is loaded. */
extern void value_cache_init(void);

#endif

/*
 * value_cache.h -- out-of-line values kept open between the calls on one row.
 */
#ifndef BXML_VALUE_CACHE_H
#define BXML_VALUE_CACHE_H

#include "../../core/read/bx_label.h"

/*
 * The image of an out-of-line value, from the cache or newly opened there; NULL when the value is not one to keep (in
 * the row, large and compressed by the server, no snapshot, bxml.value_cache off).  Good until the next call of this function; what is read
 * through it stays in the cache.  Errors go to *err from now on.
 */
extern BxImage *value_cache_get(Datum datum, BxError *err);

/*
 * The same, for finding labels: *doc is then of the value in the cache, with its tables decoded, and works in this arena.
 * false: the value is not one to keep.
 */
extern bool value_cache_labels(Datum datum, BxArena *arena, BxLabelDoc *doc, BxError *err);

/* A call ends: values of which it has read so much that they are not to be kept are let go. */
extern void value_cache_trim(void);

/*
 * The same for who works on a value over several calls: good until value_cache_unpin(*pin), whatever ends meanwhile.  Others
 * use the image as well, so img->err is set anew whenever work goes on.
 */
typedef struct ValueSlot ValueSlot;
extern BxImage *value_cache_pin(Datum datum, BxError *err, ValueSlot **pin);
extern void value_cache_unpin(ValueSlot *pin);

/* Slices of the value read so far, for whomever. */
extern uint64 value_cache_reads(const ValueSlot *pin);

/* Would value_cache_get find the image?  Of a value that somebody works on, for instance. */
extern bool value_cache_holds(Datum datum);

/* Once, when the module is loaded. */
extern void value_cache_init(void);

#endif

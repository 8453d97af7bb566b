/*
 * counters.h -- the work done in this session on stored values, for bxml_counters.
 *
 * The core counts work per item; it is added here when a call or a scan ends.  Expensive single events, a slice
 * fetched or a block inflated, are counted where they happen.
 */
#ifndef BXML_COUNTERS_H
#define BXML_COUNTERS_H

#include "../../core/xpath/result/xp_eval.h"

typedef struct Counters
{
	uint64 documents;   /* values opened */
	uint64 items;       /* items looked at */
	uint64 values;      /* values of items read ... */
	uint64 value_bytes; /* ... and their bytes */
	uint64 subtrees;    /* passed over as a whole */
	uint64 skipped;     /* bytes passed over */
	uint64 slices;      /* fetched from outside the row ... */
	uint64 fetched;     /* ... and their bytes */
	uint64 blocks;      /* inflated */
	uint64 searches;    /* paths whose nodes value lists found */
} Counters;

extern Counters counters_session;

/* Add b to *a. */
extern void counters_add(Counters *a, const Counters *b);

/* Add the work of a reader or rowset of this process to the session, except for what was counted where it happened. */
extern void counters_count(const Counters *work);

/* Add the work of an evaluation; *work is zero afterwards. */
static inline void
counters_take(XpWork *work)
{
	counters_session.items += work->items;
	counters_session.values += work->values;
	counters_session.value_bytes += work->bytes;
	counters_session.skipped += work->skipped;
	counters_session.searches += work->searches;
	memset(work, 0, sizeof(*work));
}

/* Count a slice of so many bytes from outside the row. */
static inline void
counters_fetched(uint64 bytes)
{
	counters_session.slices++;
	counters_session.fetched += bytes;
}

#endif

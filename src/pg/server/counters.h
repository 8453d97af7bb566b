/*
 * counters.h -- the work done in this session on stored values, for bxml_counters.
 *
 * What happens per item is counted by the core anyway, and added here when a call or a scan ends.  What is dear by
 * itself, a slice or a block, is counted where it happens.
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
} Counters;

extern Counters counters_session;

/* Add b to *a. */
extern void counters_add(Counters *a, const Counters *b);

/* Add to the session the work of a reader or rowset of this process, but for what was counted where it happened. */
extern void counters_count(const Counters *work);

/* What evaluation did; *work is zero afterwards. */
static inline void
counters_take(XpWork *work)
{
	counters_session.items += work->items;
	counters_session.values += work->values;
	counters_session.value_bytes += work->bytes;
	counters_session.skipped += work->skipped;
	memset(work, 0, sizeof(*work));
}

/* So many bytes came from outside the row. */
static inline void
counters_fetched(uint64 bytes)
{
	counters_session.slices++;
	counters_session.fetched += bytes;
}

#endif

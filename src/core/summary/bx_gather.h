/*
 * bx_gather.h -- from a sample of documents to the statistics of their column.
 */
#ifndef BX_GATHER_H
#define BX_GATHER_H

#include "../store/bx_image.h"
#include "bx_summary.h"
#include "bx_tally.h"

/* bx_gather_document: count a document.  With BX_TALLY_TABLE only header and table are read, where they say which paths
 * there are; where they do not (names), the document is read without its values when it is short, and else left out.
 * scratch: an arena for the time of the call.  BX_E_CORRUPT and the other statuses of the reader: part of the document
 * may have been counted.
 */
extern BxStatus bx_gather_document(BxTally *t, BxStore *store, BxTallyLevel level, BxArena *scratch);

/* How long lists may be. */
typedef struct BxGatherLimits
{
	uint32_t paths;
	uint32_t valued; /* paths with values */
	uint32_t values; /* most common ones of a path, and bounds */
	size_t bytes;    /* of the second slot, about */
} BxGatherLimits;

/* What suits a statistics target (1 to 10000). */
extern BxGatherLimits bx_gather_limits(uint32_t target);

/*
 * bx_gather_finish: the slots for a column with so many documents in all, appended to three buffers.  BX_E_STATE when
 * nothing was counted.
 */
extern BxStatus bx_gather_finish(BxTally *t, double documents, const BxGatherLimits *limits,
								 BxBuf slots[BX_SUMMARY_SLOTS]);

#endif

/*
 * bx_source.h -- where a reader's bytes come from: windows over the items section.
 *
 * fetch gives at least `need` bytes from offset off (fewer only at the end of the section, when off + need
 * passes it) and as many more as suit the source.  The heap of a value follows its items and is reached by offsets
 * beyond the section.  The window stays valid until the next fetch.  A source may
 * jump out of fetch (a TOAST read can), so readers own nothing that needs clean-up.
 */
#ifndef BX_SOURCE_H
#define BX_SOURCE_H

#include "../base/bx_host.h"

typedef struct BxSource BxSource;
struct BxSource
{
	BxStatus (*fetch)(BxSource *src, uint32_t off, uint32_t need, const uint8_t **win, uint32_t *got,
					  BxError *err);
	uint32_t len;        /* length of the section */
	const uint8_t *base; /* set when section and heap are in memory: readers then never call fetch */
	BxSource *heap;      /* where the heap is fetched, with the same offsets; NULL for here */
};

/* A section that is wholly in memory, with the heap behind it when there is one. */
extern void bx_source_memory(BxSource *src, const uint8_t *items, uint32_t len);

#endif

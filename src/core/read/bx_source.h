/*
 * bx_source.h -- where a reader's bytes come from: windows over the items section.
 *
 * fetch gives at least `need` bytes from offset off (fewer only at the end of the section, when off + need
 * passes it) and as many more as suit the source.  The window stays valid until the next fetch.  A source may
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
	const uint8_t *base; /* set when the whole section is in memory: readers then never call fetch */
};

/* A section that is wholly in memory. */
extern void bx_source_memory(BxSource *src, const uint8_t *items, uint32_t len);

#endif

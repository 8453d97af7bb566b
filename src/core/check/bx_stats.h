/*
 * bx_stats.h -- what a value holds, counted in one pass.
 *
 * Shared by SQL bxml_stats and bxtool stats, so that both mean the same by every number.
 */
#ifndef BX_STATS_H
#define BX_STATS_H

#include "../store/bx_image.h"

typedef struct BxStats
{
	uint64_t elements;
	uint64_t attributes; /* namespace declarations are not attributes */
	uint64_t texts;
	uint64_t comments;
	uint64_t pis;
	uint32_t depth;      /* nested elements, 1 for a root without children */
	uint32_t names;      /* distinct (prefix, namespace, local name) */
	uint32_t namespaces; /* distinct (prefix, namespace) pairs beyond the predefined ones */
	uint64_t bytes;      /* of the whole value */
	uint64_t name_bytes; /* of the tables, constants included */
	uint64_t
		value_bytes; /* of text, attribute values, comments and processing instructions, as stored; constants take none */
	uint64_t typed_values; /* values stored in typed form */
	uint64_t list_bytes;   /* of value lists, 0 where there are none */
} BxStats;

/*
 * bx_stats_read: count a stored value.  O(value) time, O(depth + tables + windows) memory, all given back.
 * BX_E_CORRUPT and the other statuses of the reader; BX_E_CANCEL when the host's poll says so.
 */
extern BxStatus bx_stats_read(BxStore *store, const BxHost *host, BxStats *stats, BxError *err);

/* The same for the n bytes of value v. */
extern BxStatus bx_stats_collect(const uint8_t *v, size_t n, const BxHost *host, BxStats *stats,
								 BxError *err);

#endif

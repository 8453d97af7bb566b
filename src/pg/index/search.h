/*
 * search.h -- what is looked up in an index for a path, as text.
 */
#ifndef BXML_INDEX_SEARCH_H
#define BXML_INDEX_SEARCH_H

#include "../../core/index/bx_index_search.h"

/* Texts are in the encoding of the server, palloc'd. */
typedef struct SearchText
{
	bool never;       /* the path is true of no document: nothing need be looked up */
	char *keys;       /* the terms that are looked up, one a line; NULL: none */
	char *refused;    /* the first term of the path that the index has no keys for; NULL: none */
	uint8_t unserved; /* BxIndexUnserved: why it has none */
	uint32_t parts;   /* parts, joined by "and", that the index has keys for ... */
	uint32_t looked;  /* ... and those of them that are looked up when nothing else is known */
} SearchText;

/* Of a path or pattern, by the strategy of the operator; raises XX001 for a damaged one. */
extern SearchText search_text(const BxIndexOptions *options, Datum query, int strategy);

#endif

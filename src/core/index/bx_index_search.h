/*
 * bx_index_search.h -- the keys in which a term of a path is looked up.
 *
 * A term is true of a document only if the index has one of its probes for it: a key, or one of a range of keys.
 */
#ifndef BX_INDEX_SEARCH_H
#define BX_INDEX_SEARCH_H

#include "../xpath/terms/xp_terms.h"
#include "bx_index_extract.h"
#include "bx_index_prefix.h"

/* Why an index has no keys for a term. */
typedef enum BxIndexUnserved
{
	BX_INDEX_SERVED = 0,
	BX_INDEX_NO_NAME,  /* the path ends in a step to any name */
	BX_INDEX_NO_PATH,  /* the path is not in the scope */
	BX_INDEX_NO_KIND,  /* there are no keys of a kind that the value may have */
	BX_INDEX_NO_VALUE, /* the literal is not known */
	BX_INDEX_NO_RANGE, /* short keys are for equality */
	BX_INDEX_NO_STEP,  /* short keys are for paths of names from the root */
	BX_INDEX_NO_EMPTY, /* short keys do not have the empty string */
} BxIndexUnserved;

typedef struct BxIndexProbe
{
	int32_t number; /* a short key */

	/* a long key, or with `partial` the first of a range */
	uint8_t *bytes;
	uint32_t n;
	bool partial;

	/* the range has the keys that begin with the first `same` bytes, with `kinds` whatever the kind ... */
	uint32_t same;
	bool kinds;
	const uint8_t *high; /* ... and whose value is not greater than this (NULL: no bound) */
	uint32_t high_n;
	const BxIndexPrefix
		*prefix; /* the range has numbers, of which those count that may have such a text (NULL: all) */

	/* which of its keys count, by the path */
	uint8_t tail[BX_INDEX_TAIL];
	uint8_t tail_n; /* bytes of the tail that are known */
} BxIndexProbe;

/* The name of step i of a path, which must have one. */
extern BxIndexName bx_index_step_name(const XpTermPath *path, uint32_t i);

/* The probes of a term; none when the index has no keys for such terms. */
typedef struct BxIndexProbes
{
	BxIndexProbe *probes;
	uint32_t n;
	uint8_t unserved; /* BxIndexUnserved: why there are none */
} BxIndexProbes;

/* bx_index_probes: in the arena.  Takes time in proportion to the length of path and literal. */
extern BxStatus bx_index_probes(const BxIndexOptions *options, const XpTerm *term, BxArena *arena,
								BxIndexProbes *found, BxError *err);

/* Is a long key that is not before the first of a range in the range (0), behind it (1), or none that counts (-1)? */
extern int bx_index_probe_match(const BxIndexProbe *probe, const uint8_t *p, size_t n);

#endif

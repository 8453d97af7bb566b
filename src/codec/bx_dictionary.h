/*
 * bx_dictionary.h -- bytes that packed ones may refer to, and an index of them.
 *
 * One such dictionary is part of the format (FORMAT.md, "Dictionary 1"), and each vocabulary has one of its own.  The
 * index decides only how well is packed.
 */
#ifndef BX_DICTIONARY_H
#define BX_DICTIONARY_H

#include <stdint.h>

#include "../core/base/bx_bytes.h"

#define BX_DICTIONARY_1_LEN UINT32_C(16384)

/* Fixed forever: a value that was packed with it needs it to be read.  A NUL byte follows. */
extern const char bx_dictionary_1[BX_DICTIONARY_1_LEN + 1];

/* Bytes that are hashed, bits of their hash, and those of its upper part, the bucket. */
#define BX_DICTIONARY_MIN 5
#define BX_DICTIONARY_HASH_BITS 16
#define BX_DICTIONARY_BUCKET_BITS 14

/* Places that a bucket keeps at most: the last ones. */
#define BX_DICTIONARY_PLACES 4

/*
 * Made by tools/gen_dictionary.  Bit i % 32 of known[i / 32]: some match of hash i may start in the dictionary.  The
 * places of bucket i are place[first[i]] up to place[first[i + 1]], the last one first.
 */
extern const uint32_t bx_dictionary_known[1 << BX_DICTIONARY_HASH_BITS >> 5];
extern const uint16_t bx_dictionary_first[(1 << BX_DICTIONARY_BUCKET_BITS) + 1];
extern const uint16_t bx_dictionary_place[];

/* A dictionary with its index: tables as those above. */
typedef struct BxDictionary
{
	const uint8_t *bytes;
	uint32_t len;
	const uint32_t *known;
	const uint16_t *first;
	const uint16_t *place;
} BxDictionary;

/* Hash of the first BX_DICTIONARY_MIN bytes; eight are read. */
static inline uint32_t
bx_dictionary_hash(const uint8_t *p)
{
	uint64_t v = bx_get_u64(p) << (64 - 8 * BX_DICTIONARY_MIN);

	return (uint32_t) ((v * UINT64_C(889523592379)) >> (64 - BX_DICTIONARY_HASH_BITS));
}

#endif

/*
 * bx_match_int.h -- which elements of two lists of keys belong together, without crossing.
 */
#ifndef BX_MATCH_INT_H
#define BX_MATCH_INT_H

#include "../base/bx_core_int.h"

#include "../base/bx_arena.h"

#define BX_NO_MATCH UINT32_MAX

/*
 * bx_match: match[i] is the place in b of the partner of a[i], or BX_NO_MATCH; partners have equal keys, and their
 * places rise.  The k-th of equal keys in one list is offered the k-th in the other; of those offers a longest rising
 * sequence is taken.  O((n + m) log(n + m)); scratch comes from the arena and goes back.
 */
extern BxStatus bx_match(const uint64_t *a, uint32_t n, const uint64_t *b, uint32_t m, uint32_t *match,
						 BxArena *arena, BxError *err);

/* position[i]: how many keys up to keys[i] are equal to it, itself included.  O(n log n). */
extern BxStatus bx_match_positions(const uint64_t *keys, uint32_t n, uint32_t *position, BxArena *arena,
								   BxError *err);

#endif

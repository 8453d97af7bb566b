/*
 * ut_collide.h -- keys that collide under hashes an attacker knows in advance.
 *
 * FNV-1a keeps 32 bits, so that two blocks of six letters with the same effect on a state are found at once; sixteen
 * such pairs in a row make 65,536 keys of one hash.  bx_digest forgets a difference in the top bit of a word
 * when the next word differs in the right two bits, whatever it started from.
 */
#ifndef UT_COLLIDE_H
#define UT_COLLIDE_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define UT_COLLIDE_PAIRS 16
#define UT_COLLIDE_BLOCK 6
#define UT_COLLIDE_LEN (UT_COLLIDE_PAIRS * UT_COLLIDE_BLOCK)
#define UT_COLLIDE_DIGEST_LEN (UT_COLLIDE_PAIRS * 16)

/* FNV-1a from a state. */
static inline uint32_t
ut_fnv(uint32_t h, const char *s, size_t n)
{
	for (size_t i = 0; i < n; i++)
		h = (h ^ (uint8_t) s[i]) * 16777619u;
	return h;
}

typedef struct UtCollide
{
	char block[UT_COLLIDE_PAIRS][2][UT_COLLIDE_BLOCK];
} UtCollide;

/* Spread over all letters: blocks that differ at one end only hardly collide. */
static inline void
ut_collide_letters(uint32_t i, char *s)
{
	i *= 2654435761u;
	for (int k = 0; k < UT_COLLIDE_BLOCK; k++, i /= 26)
		s[k] = (char) ('a' + i % 26);
}

/* Two blocks that take the state to one other, which is returned. */
static inline uint32_t
ut_collide_pair(uint32_t state, char block[2][UT_COLLIDE_BLOCK])
{
	const uint32_t cap = 1u << 20;
	uint32_t *seen = calloc(cap, sizeof(uint32_t)); /* number of a block + 1, by the state after it */

	for (uint32_t i = 0;; i++)
	{
		uint32_t h, at;

		ut_collide_letters(i, block[1]);
		h = ut_fnv(state, block[1], UT_COLLIDE_BLOCK);
		for (at = h; seen[at % cap] != 0; at++)
		{
			ut_collide_letters(seen[at % cap] - 1, block[0]);
			if (ut_fnv(state, block[0], UT_COLLIDE_BLOCK) == h &&
				memcmp(block[0], block[1], UT_COLLIDE_BLOCK) != 0)
			{
				free(seen);
				return h;
			}
		}
		seen[at % cap] = i + 1;
	}
}

/* Keys of one FNV-1a hash from a state: names of UT_COLLIDE_LEN letters. */
static inline void
ut_collide_init(UtCollide *c, uint32_t state)
{
	for (int k = 0; k < UT_COLLIDE_PAIRS; k++)
		state = ut_collide_pair(state, c->block[k]);
}

/* The key of a number below 65,536; UT_COLLIDE_LEN bytes. */
static inline void
ut_collide_key(const UtCollide *c, uint32_t i, char *key)
{
	for (int k = 0; k < UT_COLLIDE_PAIRS; k++)
		memcpy(key + k * UT_COLLIDE_BLOCK, c->block[k][(i >> k) & 1], UT_COLLIDE_BLOCK);
}

/* The same for bx_digest from any start; UT_COLLIDE_DIGEST_LEN bytes, not of text. */
static inline void
ut_collide_digest(uint32_t i, char *key)
{
	memset(key, 'a', UT_COLLIDE_DIGEST_LEN);
	for (int k = 0; k < UT_COLLIDE_PAIRS; k++)
		if ((i >> k) & 1)
		{
			key[k * 16 + 7] ^= (char) 0x80;
			key[k * 16 + 11] ^= (char) 0x80;
			key[k * 16 + 15] ^= (char) 0x80;
		}
}

#endif

/*
 * bx_hash.c -- a hash of short strings.
 */
#include "bx_core_int.h"

#include "bx_bytes.h"
#include "bx_hash.h"

static inline uint64_t
hash_mix(uint64_t h, uint64_t k)
{
	h = (h ^ k) * 0xff51afd7ed558ccdull;
	return h ^ (h >> 32);
}

/* Eight bytes at a time, the last ones overlapping; shorter strings in one step. */
uint32_t
bx_hash_bytes(uint32_t seed, const char *s, size_t n)
{
	uint64_t h = (seed ^ 0x9E3779B97F4A7C15ull) + ((uint64_t) n << 56);
	const uint8_t *p = (const uint8_t *) s;

	if (n >= 8)
	{
		for (; n > 8; p += 8, n -= 8)
			h = hash_mix(h, bx_get_u64(p));
		return (uint32_t) hash_mix(h, bx_get_u64(p + n - 8));
	}
	if (n >= 4)
		return (uint32_t) hash_mix(h, bx_get_u32(p) | (uint64_t) bx_get_u32(p + n - 4) << 32);
	if (n > 0)
		h ^= (uint64_t) p[0] | (uint64_t) p[n / 2] << 8 | (uint64_t) p[n - 1] << 16;
	return (uint32_t) hash_mix(h, 0);
}

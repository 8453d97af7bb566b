/*
 * bx_hash.h -- a hash of short strings.
 *
 * For tables in memory, never stored.  Who hashes names from outside takes a seed that differs from one table to the
 * next, so that they cannot be chosen to collide.
 */
#ifndef BX_HASH_H
#define BX_HASH_H

#include <stddef.h>
#include <stdint.h>

/* Hash of n bytes; equal seeds give equal hashes everywhere. */
extern uint32_t bx_hash_bytes(uint32_t seed, const char *s, size_t n);

/* A seed for a table at that address. */
static inline uint32_t
bx_hash_seed(const void *table)
{
	return (uint32_t) (((uintptr_t) table >> 4) * 0x9E3779B97F4A7C15ull >> 32);
}

#endif

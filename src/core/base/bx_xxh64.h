/*
 * bx_xxh64.h -- XXH64, for hashes that are stored: equal bytes give the same number everywhere and forever.
 *
 * XXH64 is Yann Collet's hash of 2012, specified in "xxHash fast digest algorithm" (version 0.1.1); libraries in many
 * languages compute it.  An author who wants collisions can make them: hashes that are not stored are those of
 * bx_hash.h.
 */
#ifndef BX_XXH64_H
#define BX_XXH64_H

#include <stddef.h>
#include <stdint.h>

/* Bytes come in pieces of any length; the hash does not depend on where they are cut. */
typedef struct BxXxh64
{
	uint64_t seed;
	uint64_t lane[4];
	uint64_t total;   /* bytes so far */
	uint8_t held[32]; /* the last total % 32 of them */
} BxXxh64;

/* bx_xxh64_begin: of no bytes yet.  bx_xxh64_add: of n more.  bx_xxh64_end: the hash of all so far. */
extern void bx_xxh64_begin(BxXxh64 *x, uint64_t seed);
extern void bx_xxh64_add(BxXxh64 *x, const void *s, size_t n);
extern uint64_t bx_xxh64_end(const BxXxh64 *x);

/* Of n bytes that are there as a whole. */
extern uint64_t bx_xxh64(const void *s, size_t n, uint64_t seed);

#endif

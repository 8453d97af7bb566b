/*
 * fuzz_damage.h -- damage to stored values, for the targets that take one.
 */
#ifndef FUZZ_DAMAGE_H
#define FUZZ_DAMAGE_H

#include "fuzz.h"

#include "../unit/ut_pack.h"

/* Damage to the plain form of a value in blocks, which is then cut again; NULL when it has none. */
static uint8_t *
mutate_inside(const uint8_t *data, size_t size, uint64_t *rng, size_t *n)
{
	const uint8_t *plain = data;
	BxArena arena;
	BxHeader h;
	UtPacked p;
	uint8_t *v = NULL;
	uint8_t *damaged;

	bx_arena_init(&arena, bx_host_lz4());
	if (bx_plain(&plain, &size, &arena, NULL) == BX_OK)
	{
		damaged = ut_mutate(plain, size, rng, n);
		if (bx_header_read(damaged, *n, *n, &h, NULL) == BX_OK && h.n_blocks == 0)
		{
			ut_packed_cut_with(&p, (uint8_t) (1 + ut_below(rng, 2)), damaged, *n, 1 + ut_below(rng, 300),
							   ut_below(rng, 2) != 0);
			v = ut_packed_join(&p, n);
			ut_packed_free(&p);
		}
		free(damaged);
	}
	bx_arena_reset(&arena);
	return v;
}

/* Damage with right lengths and fingerprint, or the input would be refused at the door. */
size_t
LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed)
{
	uint64_t rng = seed * UINT64_C(0x9E3779B97F4A7C15) | 1;
	bool packed = ut_is_packed(data, size);
	uint8_t *v = NULL;
	size_t n = 0;

	if (packed && ut_below(&rng, 2) == 0)
		v = mutate_inside(data, size, &rng, &n);
	if (v == NULL)
		v = packed ? ut_mutate_packed(data, size, &rng, &n) : ut_mutate(data, size, &rng, &n);
	if (n <= max_size)
	{
		memcpy(data, v, n);
		size = n;
	}
	free(v);
	return size;
}

#endif

/*
 * bx_xxh64.c -- XXH64.
 */
#include "bx_core_int.h"

#include "bx_bytes.h"
#include "bx_xxh64.h"

#define P1 0x9E3779B185EBCA87u
#define P2 0xC2B2AE3D27D4EB4Fu
#define P3 0x165667B19E3779F9u
#define P4 0x85EBCA77C2B2AE63u
#define P5 0x27D4EB2F165667C5u

#define STRIPE sizeof(((BxXxh64 *) 0)->held)

static inline uint64_t
rotate(uint64_t x, int bits)
{
	return x << bits | x >> (64 - bits);
}

static inline uint64_t
mix(uint64_t lane, uint64_t word)
{
	return rotate(lane + word * P2, 31) * P1;
}

/* As many stripes as there are in n bytes; the first byte behind them. */
static const uint8_t *
add_stripes(BxXxh64 *x, const uint8_t *p, size_t n)
{
	uint64_t a = x->lane[0], b = x->lane[1], c = x->lane[2], d = x->lane[3];

	for (; n >= STRIPE; n -= STRIPE, p += STRIPE)
	{
		a = mix(a, bx_get_u64(p));
		b = mix(b, bx_get_u64(p + 8));
		c = mix(c, bx_get_u64(p + 16));
		d = mix(d, bx_get_u64(p + 24));
	}
	x->lane[0] = a;
	x->lane[1] = b;
	x->lane[2] = c;
	x->lane[3] = d;
	return p;
}

void
bx_xxh64_begin(BxXxh64 *x, uint64_t seed)
{
	x->seed = seed;
	x->lane[0] = seed + P1 + P2;
	x->lane[1] = seed + P2;
	x->lane[2] = seed;
	x->lane[3] = seed - P1;
	x->total = 0;
}

void
bx_xxh64_add(BxXxh64 *x, const void *s, size_t n)
{
	const uint8_t *p = s, *rest;
	size_t held = (size_t) (x->total % STRIPE), room = STRIPE - held;

	if (n == 0)
		return;
	x->total += n;
	if (held > 0)
	{
		if (n < room)
		{
			memcpy(x->held + held, p, n);
			return;
		}
		memcpy(x->held + held, p, room);
		(void) add_stripes(x, x->held, STRIPE);
		p += room;
		n -= room;
	}
	rest = add_stripes(x, p, n);
	memcpy(x->held, rest, n - (size_t) (rest - p));
}

/* What comes from the stripes and the length, and the n bytes behind them. */
static inline uint64_t
end_with(uint64_t h, const uint8_t *p, size_t n)
{
	for (; n >= 8; n -= 8, p += 8)
		h = rotate(h ^ mix(0, bx_get_u64(p)), 27) * P1 + P4;
	if (n >= 4)
	{
		h = rotate(h ^ bx_get_u32(p) * P1, 23) * P2 + P3;
		n -= 4;
		p += 4;
	}
	for (; n > 0; n--, p++)
		h = rotate(h ^ *p * P5, 11) * P1;
	h = (h ^ h >> 33) * P2;
	h = (h ^ h >> 29) * P3;
	return h ^ h >> 32;
}

uint64_t
bx_xxh64_end(const BxXxh64 *x)
{
	uint64_t h = x->seed + P5;
	int i;

	if (x->total >= STRIPE)
	{
		h = rotate(x->lane[0], 1) + rotate(x->lane[1], 7) + rotate(x->lane[2], 12) + rotate(x->lane[3], 18);
		for (i = 0; i < 4; i++)
			h = (h ^ mix(0, x->lane[i])) * P1 + P4;
	}
	return end_with(h + x->total, x->held, (size_t) (x->total % STRIPE));
}

uint64_t
bx_xxh64(const void *s, size_t n, uint64_t seed)
{
	BxXxh64 x;

	if (n < STRIPE)
		return end_with(seed + P5 + n, s, n);
	bx_xxh64_begin(&x, seed);
	bx_xxh64_add(&x, s, n);
	return bx_xxh64_end(&x);
}

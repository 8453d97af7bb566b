/*
 * bx_bytes.h -- little-endian loads and stores, the length varint, checked arithmetic.
 *
 * Values are never aligned; all access to format bytes goes through these.
 */
#ifndef BX_BYTES_H
#define BX_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline uint16_t
bx_get_u16(const uint8_t *p)
{
	return (uint16_t) (p[0] | (p[1] << 8));
}

static inline uint32_t
bx_get_u32(const uint8_t *p)
{
	uint32_t v;

	memcpy(&v, p, 4);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	v = __builtin_bswap32(v);
#endif
	return v;
}

static inline uint64_t
bx_get_u64(const uint8_t *p)
{
	uint64_t v;

	memcpy(&v, p, 8);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	v = __builtin_bswap64(v);
#endif
	return v;
}

static inline void
bx_put_u32(uint8_t *p, uint32_t v)
{
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	v = __builtin_bswap32(v);
#endif
	memcpy(p, &v, 4);
}

static inline void
bx_put_u64(uint8_t *p, uint64_t v)
{
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	v = __builtin_bswap64(v);
#endif
	memcpy(p, &v, 8);
}

/* Copy n bytes, most often few of them: overlapping moves instead of a call.  Returns the end of the copy. */
static inline uint8_t *
bx_copy_short(uint8_t *d, const void *src, size_t n)
{
	const uint8_t *s = src;
	uint64_t a, b;
	uint32_t x, y;

	if (n > 16)
		memcpy(d, s, n);
	else if (n >= 8)
	{
		memcpy(&a, s, 8);
		memcpy(&b, s + n - 8, 8);
		memcpy(d, &a, 8);
		memcpy(d + n - 8, &b, 8);
	}
	else if (n >= 4)
	{
		memcpy(&x, s, 4);
		memcpy(&y, s + n - 4, 4);
		memcpy(d, &x, 4);
		memcpy(d + n - 4, &y, 4);
	}
	else if (n > 0)
	{
		d[0] = s[0];
		d[n / 2] = s[n / 2];
		d[n - 1] = s[n - 1];
	}
	return d + n;
}

/* Are n bytes, most often few of them, the same? */
static inline bool
bx_equal_short(const void *x, const void *y, size_t n)
{
	const uint8_t *p = x, *q = y;
	uint64_t a, b, c, d;
	uint32_t e, f, g, h;

	if (n > 16)
		return memcmp(p, q, n) == 0;
	if (n >= 8)
	{
		memcpy(&a, p, 8);
		memcpy(&b, q, 8);
		memcpy(&c, p + n - 8, 8);
		memcpy(&d, q + n - 8, 8);
		return ((a ^ b) | (c ^ d)) == 0;
	}
	if (n >= 4)
	{
		memcpy(&e, p, 4);
		memcpy(&f, q, 4);
		memcpy(&g, p + n - 4, 4);
		memcpy(&h, q + n - 4, 4);
		return ((e ^ f) | (g ^ h)) == 0;
	}
	return n == 0 || (p[0] == q[0] && p[n / 2] == q[n / 2] && p[n - 1] == q[n - 1]);
}

/* A function for loops in which a call would cost too much. */
#define BX_INLINE static inline __attribute__((always_inline))

/*
 * The length varint of the format (FORMAT.md, "Varints"), always in its shortest form:
 *   0..239        one byte
 *   240..4079     two bytes: 240 + (v - 240) / 256, (v - 240) % 256
 *   4080..2^32-1  five bytes: 255, then the value as u32
 *
 * The token varint (FORMAT.md, "Tokens") differs in the last line:
 *   4080..2^24-1  four bytes: 255, then three bytes little-endian
 */
#define BX_VARINT_ONE 240   /* values below take one byte */
#define BX_VARINT_TWO 4080  /* values below take at most two */
#define BX_VARINT_WIDE 255u /* first byte of the longest form */
#define BX_VARINT_MAX 5

static inline unsigned
bx_varint_size(uint32_t v)
{
	return v < BX_VARINT_ONE ? 1 : v < BX_VARINT_TWO ? 2 : 5;
}

static inline unsigned
bx_token_size(uint32_t t)
{
	return t < BX_VARINT_ONE ? 1 : t < BX_VARINT_TWO ? 2 : 4;
}

static inline uint8_t *
bx_varint_put(uint8_t *p, uint32_t v)
{
	if (v < BX_VARINT_ONE)
		*p++ = (uint8_t) v;
	else if (v < BX_VARINT_TWO)
	{
		*p++ = (uint8_t) (BX_VARINT_ONE + ((v - BX_VARINT_ONE) >> 8));
		*p++ = (uint8_t) (v - BX_VARINT_ONE);
	}
	else
	{
		*p++ = BX_VARINT_WIDE;
		bx_put_u32(p, v);
		p += 4;
	}
	return p;
}

static inline uint8_t *
bx_token_put(uint8_t *p, uint32_t t)
{
	if (t < BX_VARINT_TWO)
		return bx_varint_put(p, t);
	p[0] = BX_VARINT_WIDE;
	p[1] = (uint8_t) t;
	p[2] = (uint8_t) (t >> 8);
	p[3] = (uint8_t) (t >> 16);
	return p + 4;
}

/* The value of a varint of two bytes. */
BX_INLINE uint32_t
bx_varint_two(uint32_t first, uint32_t second)
{
	return BX_VARINT_ONE + ((first - BX_VARINT_ONE) << 8) + second;
}

/* Bounded read of a varint whose longest form has `wide` bytes behind the first one. */
BX_INLINE const uint8_t *
bx_number_get(const uint8_t *p, const uint8_t *end, uint32_t *v, unsigned wide)
{
	uint32_t b;

	if (p >= end)
		return NULL;
	b = *p++;
	if (__builtin_expect(b < BX_VARINT_ONE, 1))
	{
		*v = b;
		return p;
	}
	if (b < BX_VARINT_WIDE)
	{
		if (p >= end)
			return NULL;
		*v = bx_varint_two(b, *p);
		return p + 1;
	}
	if (end - p < (ptrdiff_t) wide)
		return NULL;
	*v = wide == 4 ? bx_get_u32(p) : (uint32_t) p[0] | ((uint32_t) p[1] << 8) | ((uint32_t) p[2] << 16);
	return *v < BX_VARINT_TWO ? NULL : p + wide;
}

/* NULL when the number leaves [p, end) or is not in its shortest form. */
static inline const uint8_t *
bx_varint_get(const uint8_t *p, const uint8_t *end, uint32_t *v)
{
	return bx_number_get(p, end, v, 4);
}

static inline const uint8_t *
bx_token_get(const uint8_t *p, const uint8_t *end, uint32_t *t)
{
	return bx_number_get(p, end, t, 3);
}

#endif

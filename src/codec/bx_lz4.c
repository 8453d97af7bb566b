/*
 * bx_lz4.c -- codec 1 of the format: liblz4 behind the host contract.
 */
#include "bx_lz4.h"

#include <lz4.h>
#include <lz4hc.h>

/*
 * Larger blocks are worth the slower search: on the documents we test with, level 3 takes four times as long and leaves
 * 15 % less; higher levels leave 2 % less for twice the time.  Small ones would pay more for its tables than it saves.
 */
#define HC_FROM 8192
#define HC_LEVEL 3

/*
 * The slower search takes longest where it finds nothing.  So two samples must show something for the fast one to find;
 * that costs a hundredth of the time.
 */
#define SAMPLE 2048
#define SAMPLE_MOST (SAMPLE - SAMPLE / 32)

static bool
may_shrink(const char *src, int n)
{
	char out[SAMPLE_MOST];

	return LZ4_compress_default(src + (n - SAMPLE) / 4, out, SAMPLE, SAMPLE_MOST) > 0 ||
		   LZ4_compress_default(src + (n - SAMPLE) / 4 * 3, out, SAMPLE, SAMPLE_MOST) > 0;
}

static size_t
lz4_bound(size_t n)
{
	return n <= LZ4_MAX_INPUT_SIZE ? (size_t) LZ4_compressBound((int) n) : 0;
}

static size_t
lz4_deflate(const uint8_t *src, size_t n, uint8_t *dst, size_t cap)
{
	int out;

	if (n > LZ4_MAX_INPUT_SIZE || cap > INT32_MAX)
		return 0;
	if (n >= HC_FROM && may_shrink((const char *) src, (int) n))
		out = LZ4_compress_HC((const char *) src, (char *) dst, (int) n, (int) cap, HC_LEVEL);
	else
		out = LZ4_compress_default((const char *) src, (char *) dst, (int) n, (int) cap);
	return out > 0 ? (size_t) out : 0;
}

static bool
lz4_inflate(const uint8_t *src, size_t n, uint8_t *dst, size_t len)
{
	if (n > INT32_MAX || len > INT32_MAX)
		return false;
	return LZ4_decompress_safe((const char *) src, (char *) dst, (int) n, (int) len) == (int) len;
}

static bool
lz4_inflate_part(const uint8_t *src, size_t n, uint8_t *dst, size_t len, size_t part)
{
	if (n > INT32_MAX || len > INT32_MAX || part > len)
		return false;
	return LZ4_decompress_safe_partial((const char *) src, (char *) dst, (int) n, (int) part, (int) len) >=
		   (int) part;
}

const BxCodec bx_lz4_codec = {1, SIZE_MAX, lz4_bound, lz4_deflate, lz4_inflate, lz4_inflate_part, NULL};

const BxHost *
bx_host_lz4(void)
{
	return bx_host_libc_with(&bx_lz4_dictionary_codec);
}

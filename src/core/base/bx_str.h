/*
 * bx_str.h -- a string that somebody else keeps: bytes and their number, without terminator.
 */
#ifndef BX_STR_H
#define BX_STR_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

typedef struct BxStr
{
	const char *s;
	uint32_t n;
} BxStr;

static inline bool
bx_str_equal(BxStr a, BxStr b)
{
	return a.n == b.n && (a.n == 0 || memcmp(a.s, b.s, a.n) == 0);
}

#endif

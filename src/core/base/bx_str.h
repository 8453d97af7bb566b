/*
 * bx_str.h -- a borrowed string: bytes and their number, without a terminator.
 */
#ifndef BX_STR_H
#define BX_STR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "bx_char.h"

typedef struct BxStr
{
	const char *s;
	size_t n;
} BxStr;

/* A string from its parts. */
static inline BxStr
bx_str(const void *s, size_t n)
{
	return (BxStr){s, n};
}

/* Are n bytes at a and m bytes at b the same? */
static inline bool
bx_same_bytes(const void *a, size_t n, const void *b, size_t m)
{
	return n == m && (n == 0 || memcmp(a, b, n) == 0);
}

static inline bool
bx_str_equal(BxStr a, BxStr b)
{
	return bx_same_bytes(a.s, a.n, b.s, b.n);
}

/* Is it this literal? */
static inline bool
bx_str_is(BxStr s, const char *literal)
{
	return bx_str_equal(s, bx_str(literal, strlen(literal)));
}

static inline bool
bx_str_starts(BxStr s, const char *literal)
{
	size_t n = strlen(literal);

	return s.n >= n && memcmp(s.s, literal, n) == 0;
}

/* What is before the first ":" of a name, empty where there is none; *local is what is behind it. */
static inline BxStr
bx_str_prefix(BxStr name, BxStr *local)
{
	const char *colon = name.n > 0 ? (const char *) memchr(name.s, ':', name.n) : NULL;
	size_t n = colon != NULL ? (size_t) (colon - name.s) : 0;

	*local = n > 0 ? bx_str(colon + 1, name.n - n - 1) : name;
	return bx_str(name.s, n);
}

/* By bytes, which for UTF-8 is by code points; a prefix comes first: -1, 0 or 1. */
static inline int
bx_str_compare(BxStr a, BxStr b)
{
	size_t n = a.n < b.n ? a.n : b.n;
	int c = n > 0 ? memcmp(a.s, b.s, n) : 0;

	return c != 0 ? (c > 0) - (c < 0) : (a.n > b.n) - (a.n < b.n);
}

/* Some order, for finding equal strings: by length first. */
static inline int
bx_str_order(BxStr a, BxStr b)
{
	if (a.n != b.n)
		return a.n < b.n ? -1 : 1;
	return a.n == 0 ? 0 : memcmp(a.s, b.s, a.n);
}

/* Without the white space in front. */
static inline BxStr
bx_str_trim_start(BxStr s)
{
	for (; s.n > 0 && bx_is_space(s.s[0]); s.n--)
		s.s++;
	return s;
}

/* Without the white space at both ends. */
static inline BxStr
bx_str_trim(BxStr s)
{
	s = bx_str_trim_start(s);
	while (s.n > 0 && bx_is_space(s.s[s.n - 1]))
		s.n--;
	return s;
}

#endif

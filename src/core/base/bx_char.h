/*
 * bx_char.h -- the classes of ASCII characters that formats and languages share.
 */
#ifndef BX_CHAR_H
#define BX_CHAR_H

#include <stdbool.h>
#include <stddef.h>

/* These take a byte, signed or not, or a code point. */

/* White space of XML: space, tab, line feed, carriage return. */
static inline bool
bx_is_space(int c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static inline bool
bx_is_digit(int c)
{
	return (unsigned) (c - '0') < 10;
}

static inline bool
bx_is_letter(int c)
{
	return (unsigned) ((c | 0x20) - 'a') < 26;
}

/* The value of a hexadecimal digit in either case, -1 if c is not one. */
static inline int
bx_hex_digit(int c)
{
	unsigned letter = (unsigned) ((c | 0x20) - 'a');

	return bx_is_digit(c) ? c - '0' : letter < 6 ? (int) letter + 10 : -1;
}

/* The first character in [s, end) that is not white space, or end. */
static inline const char *
bx_skip_space(const char *s, const char *end)
{
	while (s < end && bx_is_space(*s))
		s++;
	return s;
}

/* Are all n bytes white space? */
static inline bool
bx_is_all_space(const char *s, size_t n)
{
	return bx_skip_space(s, s + n) == s + n;
}

#endif

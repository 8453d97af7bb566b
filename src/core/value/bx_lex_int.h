/*
 * bx_lex_int.h -- a lexical form being read: what bx_lexical.c and bx_moment_read.c share.
 */
#ifndef BX_LEX_INT_H
#define BX_LEX_INT_H

#include "../base/bx_core_int.h"

/* A text being read. */
typedef struct BxLex
{
	const char *p;
	const char *end;
} BxLex;

/* The text without the white space around it. */
static inline BxLex
bx_lex_trimmed(const char *s, size_t n)
{
	BxStr t = bx_str_trim(bx_str(s, n));

	return (BxLex){t.s, t.s + t.n};
}

/* Take the character if it is the next one. */
static inline bool
bx_lex_take(BxLex *x, char c)
{
	if (x->p == x->end || *x->p != c)
		return false;
	x->p++;
	return true;
}

/* Pass over digits; how many there were. */
static inline size_t
bx_lex_skip_digits(BxLex *x)
{
	const char *start = x->p;

	while (x->p < x->end && bx_is_digit(*x->p))
		x->p++;
	return (size_t) (x->p - start);
}

#endif

/*
 * diff_gen.h -- random text of two dialects: what ours reads and what libxml2 reads.
 *
 * Documents are the same for both.  Expressions may use names that only ours writes ("*:a", "Q{urn:p}a"); the other
 * dialect spells them out.  Everything follows from the state of the random numbers alone.
 */
#ifndef DIFF_GEN_H
#define DIFF_GEN_H

#include <stdio.h>

#include "../unit/ut_xpath.h"

typedef struct Gen
{
	uint64_t rng;
	BxBuf ours;
	BxBuf theirs;  /* expressions only */
	bool epilog;   /* the document has nodes after the root element */
	bool dtd;      /* it declares attributes to be IDs */
	uint32_t left; /* nodes a document may still get, steps an expression may still get */
} Gen;

static inline uint32_t
pick(Gen *g, uint32_t n)
{
	return ut_below(&g->rng, n);
}

static inline bool
one_in(Gen *g, uint32_t n)
{
	return pick(g, n) == 0;
}

static inline void
gen_init(Gen *g, uint64_t seed)
{
	memset(g, 0, sizeof(*g));
	g->rng = seed * 0x9E3779B97F4A7C15ull + 1;
	bx_buf_init(&g->ours, bx_host_libc());
	bx_buf_init(&g->theirs, bx_host_libc());
	ut_rand(&g->rng);
}

static inline void
gen_clear(Gen *g, uint32_t budget)
{
	g->ours.len = g->theirs.len = 0;
	g->left = budget;
}

static inline void
gen_free(Gen *g)
{
	bx_buf_free(&g->ours);
	bx_buf_free(&g->theirs);
}

static inline void
put2(Gen *g, const char *ours, const char *theirs)
{
	xt_put(&g->ours, ours, strlen(ours));
	xt_put(&g->theirs, theirs, strlen(theirs));
}

static inline void
put(Gen *g, const char *s)
{
	put2(g, s, s);
}

#define PICK(g, pool) ((pool)[pick(g, sizeof(pool) / sizeof((pool)[0]))])

#endif

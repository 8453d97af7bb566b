/*
 * bx_pass.h -- passing over the names of a table that nobody asks for.
 *
 * A path on a small document with a table of its own spends most of its time on finding a few names among many.  In a
 * table the lengths of names lie side by side, in name mode with the kinds of their rows in the same byte, so most
 * entries are told by that byte, sixteen at a time; of the others the first character is looked at.
 */
#ifndef BX_PASS_H
#define BX_PASS_H

#include "bx_scan.h"

#define BX_WANTED_HEADS 8 /* kinds and lengths told apart; with more the first characters decide */

/* Names that are looked for.  Lengths of 31 and more count as one. */
typedef struct BxWanted
{
	uint32_t first[256];                /* bit n: a name of n bytes that starts with this one */
	uint8_t heads[BX_WANTED_HEADS][16]; /* name mode: heads of rows, each sixteen times */
	uint8_t lens[BX_WANTED_HEADS][16];  /* path mode: lengths of names */
	uint32_t n_heads;                   /* BX_WANTED_HEADS + 1: too many to be listed */
	uint32_t n_lens;
} BxWanted;

/* Nothing is looked for.  Entries whose length says nothing, or that have a body of their own, always are. */
extern void bx_wanted_init(BxWanted *w);

/* Look for a name, in rows of the kinds whose bits 1 << kind are set. */
extern void bx_wanted_add(BxWanted *w, const char *name, uint32_t len, unsigned kinds);

/* Look for every name. */
extern void bx_wanted_all(BxWanted *w);

/* The next row of name mode, of n, from row i on, that must be read with bx_scan_name_row; n when there is none. */
extern uint32_t bx_pass_name_rows(BxScan *s, uint32_t i, uint32_t n, const BxWanted *w);

/* The next name of path mode, of n, from name i on, that must be read with bx_scan_name; n when there is none. */
extern uint32_t bx_pass_names(BxScan *s, uint32_t i, uint32_t n, const BxWanted *w);

#endif

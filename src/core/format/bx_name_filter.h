/*
 * bx_name_filter.h -- skipping the names of a table that no caller looks for.
 *
 * A path on a small document with a table of its own spends most of its time on finding a few names among many.  A
 * table stores the lengths of names side by side, in name mode with the kinds of their shapes in the same byte, so
 * that most entries are ruled out by that byte, sixteen at a time; for the others the first character is compared.
 */
#ifndef BX_NAME_FILTER_H
#define BX_NAME_FILTER_H

#include "bx_table_scan.h"

#define BX_WANTED_HEADS 8 /* distinct kinds and lengths; beyond that the first characters decide */

/* Names that are looked for.  Lengths of 31 and more count as one. */
typedef struct BxNameFilter
{
	uint32_t first[256];                /* bit n: a name of n bytes that starts with this one */
	uint8_t heads[BX_WANTED_HEADS][16]; /* name mode: heads of shapes, each sixteen times */
	uint8_t lens[BX_WANTED_HEADS][16];  /* path mode: lengths of names */
	uint32_t n_heads;                   /* BX_WANTED_HEADS + 1: too many to be listed */
	uint32_t n_lens;
} BxNameFilter;

/* Start with no names.  Entries whose length decides nothing, or that have a body of their own, always pass. */
extern void bx_name_filter_init(BxNameFilter *w);

/* Look for a name, in shapes of the kinds whose bits 1 << kind are set. */
extern void bx_name_filter_add(BxNameFilter *w, const char *name, uint32_t len, unsigned kinds);

/* Look for every name. */
extern void bx_name_filter_all(BxNameFilter *w);

/* An entry that must be read: number i, its inline bytes at p. */
typedef struct BxNameEntry
{
	const uint8_t *p;
	uint32_t i;
} BxNameEntry;

#define BX_FOUND_MAX 32

/*
 * Pass over shapes of name mode, or names of path mode, from number *i on, to the end (n) or to one that has to be read
 * before it is known where the next one starts.  What must be read before *i is in found, BX_FOUND_MAX at most; the
 * result is how many.  s->p and *i are set behind what was passed over.
 */
extern uint32_t bx_name_filter_shapes(BxTableScan *s, uint32_t *i, uint32_t n, const BxNameFilter *w,
									  BxNameEntry *found);
extern uint32_t bx_name_filter_names(BxTableScan *s, uint32_t *i, uint32_t n, const BxNameFilter *w,
									 BxNameEntry *found);

#endif

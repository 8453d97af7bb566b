/*
 * bx_same.h -- elements of two values that are the same bytes under the same table, and therefore equal.
 *
 * Where two values are gone through in step, such elements need not be looked into.
 */
#ifndef BX_SAME_H
#define BX_SAME_H

#include "../read/bx_reader.h"
#include "../store/bx_window.h"

typedef struct BxSame
{
	const BxHost *host;
	bool alike; /* tables are the same bytes and items are in memory: equal bytes are equal items */
	const uint8_t *items[2]; /* then */
	uint32_t from;           /* the items of a from here ... */
	uint32_t to;             /* ... to here are the same bytes as those of b ... */
	uint32_t at_b;           /* ... from there on */
} BxSame;

/* For two values whose tables are in memory; borrows them. */
extern void bx_same_open(BxSame *s, const BxReadAll *a, const BxReadAll *b, const BxHost *host);

/*
 * bx_same_element: both readers gave an element: is it the same bytes?  What was found equal is remembered, so elements
 * within it cost nothing, and those that reach beyond it are not compared again.  BX_E_CANCEL.
 */
extern BxStatus bx_same_element(BxSame *s, const BxEvent *a, const BxEvent *b, bool *same);

#endif

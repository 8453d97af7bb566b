/*
 * bx_emit_int.h -- items in their final form.
 *
 * They are written from the last to the first, so that the length of an element is known when its turn comes.
 */
#ifndef BX_EMIT_INT_H
#define BX_EMIT_INT_H

#include "bx_constants.h"

typedef struct BxEmit
{
	const BxConstants *constants;
	uint32_t heap_from;     /* as bx_goes_to_heap takes it */
	const uint32_t *tokens; /* provisional shape -> final token */
	uint8_t *kinds;         /* of the same */
	uint8_t **ends;         /* where the elements end that are open, going back */
	const uint16_t *slots;  /* of values not written yet; they end here */
	const uint8_t *p;       /* payloads not written yet end here */
	uint8_t *q;             /* what is written begins here */
	uint8_t *heap;          /* the same in the heap */
	uint8_t *heap_start;    /* items end here */
	uint32_t note_from;     /* items of value shapes with so many of them are noted; 0: none */
	bool *noted;            /* of provisional shapes, NULL without note_from */
	uint32_t *notes; /* bytes from where a noted item begins to the end of all; in order, from here on */
} BxEmit;

/* Begin with constants, heap_from and note_from filled in; memory is from the arena. */
extern BxStatus bx_emit_begin(BxEmit *e, BxWriter *w, BxArena *arena, const uint32_t *shape_of);

/*
 * Write the items of the tape before e->q and what goes to the heap before e->heap; there is room.  With note_from,
 * notes take the place of the records of the tape, and end where these did.
 */
extern BxStatus bx_emit_items(BxEmit *e, BxWriter *w);

#endif

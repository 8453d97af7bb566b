/*
 * bx_learn_int.h -- between the parts that learn.
 */
#ifndef BX_LEARN_INT_H
#define BX_LEARN_INT_H

#include "bx_learn.h"

/* Bytes of one document as values are stored, without a table. */
typedef struct BxLearnBody
{
	const uint8_t *p;
	uint32_t n;
} BxLearnBody;

/*
 * bx_learn_words: at most BX_WORDS_MAX bytes that occur in at least `least` of the bodies, piece by piece, into
 * words.  The arena gives memory for the call.  BX_E_NOMEM, BX_E_CANCEL.
 */
extern BxStatus bx_learn_words(const BxLearnBody *bodies, uint32_t n_bodies, uint32_t least, BxArena *arena,
							   uint8_t *words, uint32_t *n_words, BxError *err);

#endif

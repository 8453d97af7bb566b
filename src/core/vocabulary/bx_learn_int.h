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

/* At least so many documents, and so many percent of n. */
static inline uint32_t
bx_learn_least(uint32_t documents, uint32_t percent, uint32_t n)
{
	uint32_t part = (uint32_t) (((uint64_t) n * percent + 99) / 100);

	return documents > part ? documents : part;
}

/*
 * bx_learn_words: at most BX_WORDS_MAX bytes that occur in enough of the bodies, piece by piece, into
 * words.  The arena gives memory for the call.  BX_E_NOMEM, BX_E_CANCEL.
 */
extern BxStatus bx_learn_words(const BxLearnBody *bodies, uint32_t n_bodies, const BxLearnLeast *least,
							   BxArena *arena, uint8_t *words, uint32_t *n_words, BxError *err);

#endif

/*
 * bx_share.h -- a plain value to one that refers to a vocabulary.
 */
#ifndef BX_SHARE_H
#define BX_SHARE_H

#include "../encode/bx_pack.h"
#include "../encode/bx_writer.h"
#include "bx_shared.h"

/* Tokens of one byte are all that such a value has: those of the vocabulary and of its own names. */
#define BX_SHARE_TOKENS BX_VARINT_ONE

/* Shapes of a writer that are remembered: those whose numbers are below. */
#define BX_SHARE_MEMO 1024

/*
 * The tokens that a vocabulary has for shapes of a writer whose values were shared before.  The caller keeps it, all
 * zero in the beginning, calls bx_share_forget when another vocabulary might be chosen, and uses it for one writer.
 */
typedef struct BxShareMemo
{
	const BxVocabulary *last; /* chosen for a value with its root, or NULL */
	const BxVocabulary *voc;  /* NULL: nothing is remembered */
	uint32_t tables;          /* as of BxShapeIds */
	uint32_t root;            /* the shape by which the vocabulary was chosen */
	uint8_t token[BX_SHARE_MEMO];
} BxShareMemo;

static inline void
bx_share_forget(BxShareMemo *memo)
{
	memo->last = memo->voc = NULL;
}

/* How values are to be stored. */
typedef struct BxShareChoice BxShareChoice;
struct BxShareChoice
{
	/* The vocabulary for values with such an element at the top, or NULL.  May jump out. */
	const BxVocabulary *(*choose)(BxShareChoice *choice, BxStr uri, BxStr local);
	BxPackPolicy policy;   /* of the body */
	size_t reserve;        /* free bytes before the value */
	const BxShapeIds *ids; /* of this value, and ... */
	BxShareMemo *memo;     /* ... of those before; NULL: nothing is known */
};

/* The shape of the first element at the top of a plain value, BX_SHAPE_NONE when it has none. */
extern uint32_t bx_share_root(const BxTable *t, const uint8_t *v);

/*
 * bx_share: the form of a plain value that refers to a vocabulary, its body compressed where the policy says so.
 * *data is NULL when the value has no such form (no vocabulary is chosen, it is long, has directories or types of a
 * schema, or too many names of its own) or saves nothing by it; else host memory that belongs to the caller: the
 * reserve, then *len bytes.  What bx_shared_expand makes of it is equal to the value and has the same labels; it is
 * not the same bytes. BX_E_CORRUPT, BX_E_NOMEM, BX_E_CANCEL.
 */
extern BxStatus bx_share(const uint8_t *v, size_t n, BxShareChoice *choice, const BxHost *host,
						 uint8_t **data, size_t *len, BxError *err);

#endif

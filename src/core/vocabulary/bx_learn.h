/*
 * bx_learn.h -- vocabularies made from a sample of documents.
 *
 * Documents are sorted by the element at their top; each kind gets a vocabulary of its own.  What few documents have
 * stays out: a name or word enters that occurs in at least so many documents of the kind.  A vocabulary is seen
 * by more people than a document.
 */
#ifndef BX_LEARN_H
#define BX_LEARN_H

#include "bx_vocabulary.h"

/* No more bytes of documents are kept, and no longer document: the rest of a sample adds little. */
#define BX_LEARN_BYTES (UINT32_C(48) << 20)
#define BX_LEARN_DOCUMENT 45056

/* Kinds that one sample has at most. */
#define BX_LEARN_KINDS 64

/* Shapes that a vocabulary has at most, so that values have room for names of their own. */
#define BX_LEARN_SHAPES 200

typedef struct BxLearn BxLearn;

/* What is known of a kind of documents. */
typedef struct BxLearnKind
{
	BxStr uri; /* of the element at the top */
	BxStr local;
	uint32_t documents;
	uint64_t plain_bytes;  /* of the documents */
	uint64_t shared_bytes; /* of the documents with the vocabulary, uncompressed; 0 before bx_learn_finish */
	uint64_t packed_bytes; /* and where everything is compressed that gets shorter by it */
} BxLearnKind;

/* Which names and words enter: those of at least so many documents. */
typedef struct BxLearnLeast
{
	uint32_t name_documents;
	uint32_t name_percent;
	uint32_t word_documents;
	uint32_t word_percent;
} BxLearnLeast;

/* The rule for tables: 20 documents and 1 %. */
#define BX_LEARN_TABLE                                                                                       \
	{                                                                                                        \
		20, 1, 20, 1                                                                                         \
	}
/* For documents that somebody chose to be learned from: every name, and words as above. */
#define BX_LEARN_GIVEN                                                                                       \
	{                                                                                                        \
		1, 0, 20, 1                                                                                          \
	}

/* bx_learn_new: an empty sample, in the arena, whose host must live as long.  BX_E_NOMEM. */
extern BxStatus bx_learn_new(BxLearn **learn, BxArena *arena, BxError *err);
/* Give back what the sample took from the host besides the arena. */
extern void bx_learn_free(BxLearn *learn);

/*
 * bx_learn_add: a plain value, which is copied.  *more is false once the sample is full.  What has no element at its
 * top, or is long, is passed over.  BX_E_CORRUPT, BX_E_NOMEM, BX_E_CANCEL.
 */
extern BxStatus bx_learn_add(BxLearn *learn, const uint8_t *v, size_t n, bool *more, BxError *err);

/* The kinds seen so far. */
extern uint32_t bx_learn_kinds(const BxLearn *learn);
extern const BxLearnKind *bx_learn_kind(const BxLearn *learn, uint32_t kind);

/*
 * bx_learn_finish: append the vocabulary of a kind to out, and fill the sizes of the kind.  *found is false, and
 * nothing is appended, when too few documents have anything in common.  BX_E_NOMEM, BX_E_CANCEL.
 */
extern BxStatus bx_learn_finish(BxLearn *learn, uint32_t kind, const BxLearnLeast *least,
								const BxWordCodec *codec, BxBuf *out, bool *found, BxError *err);

#endif

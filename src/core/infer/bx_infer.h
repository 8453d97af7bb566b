/*
 * bx_infer.h -- an XML Schema made of documents: they are all valid by it.
 *
 * There is one declaration for each name of an element, whatever it is in.  Memory follows the names that there are,
 * not the documents.
 */
#ifndef BX_INFER_H
#define BX_INFER_H

#include "../base/bx_buf.h"
#include "../store/bx_image.h"

typedef struct BxInfer BxInfer;

typedef struct BxInferOptions
{
	uint32_t
		enumeration; /* a text of which there are at most so many values, each several times, is an enumeration */
} BxInferOptions;

#define BX_INFER_ENUMERATION 32 /* greatest number of it */
#define BX_INFER_OPTIONS_DEFAULT                                                                             \
	{                                                                                                        \
		.enumeration = 8                                                                                     \
	}

/* A schema of no documents so far.  Memory is of the host until bx_infer_free. */
extern BxStatus bx_infer_new(const BxInferOptions *options, const BxHost *host, BxInfer **infer,
							 BxError *err);
extern void bx_infer_free(BxInfer *infer);

/*
 * One more document.  BX_E_NOT_DOCUMENT for content without a single root, BX_E_UNSUPPORTED for what no schema accepts,
 * BX_E_LIMIT when there are too many names, and what the store says; nothing is to be done with it after an error.
 */
extern BxStatus bx_infer_add(BxInfer *infer, BxStore *store, BxError *err);

/*
 * The schema as text: one document, or for several namespaces one for each, behind instructions
 * <?bxml-document name="..."?>.
 */
extern BxStatus bx_infer_put(const BxInfer *infer, BxBuf *out, BxError *err);

/*
 * What was seen so far as bytes, for other processes and machines; and such bytes taken, after which the schema is the
 * same as if their documents had been added behind those that were.  The options are those of the first documents.
 * BX_E_WIRE for bytes that are none of these, and the errors of bx_infer_add.
 */
extern BxStatus bx_infer_save(const BxInfer *infer, BxBuf *out, BxError *err);
extern BxStatus bx_infer_take(BxInfer *infer, const void *bytes, size_t n, BxError *err);

/* Documents that were added. */
extern uint64_t bx_infer_count(const BxInfer *infer);

#endif

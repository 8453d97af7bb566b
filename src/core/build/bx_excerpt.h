/*
 * bx_excerpt.h -- elements taken out of a document as they lie there, not laid out as a value of their own.
 *
 * Their items are copied in one piece each, with the table of the document, whatever of it they use; the namespaces
 * declared around them stand beside.  What becomes of them is decided later: they are printed (bx_text_excerpt), go into a
 * value that is being built (bx_builder_excerpt), or are laid out as the value that a copy would have been
 * (bx_excerpt_value).
 */
#ifndef BX_EXCERPT_H
#define BX_EXCERPT_H

#include "../base/bx_buf.h"
#include "../encode/bx_writer.h"

typedef struct BxExcerpt
{
	const uint8_t *v; /* a plain value in form: header, table, the elements as top-level items */
	size_t n;
	uint32_t n_tops;
	const uint32_t *first; /* per element its first pair, and where those of the last one end */
	bool plain;            /* the table has elements in no namespace, which may be among these */
	const uint32_t
		*pairs; /* that it inherits and does not declare itself, in the order in which a copy declares them */
} BxExcerpt;

/*
 * bx_excerpt_value: the value of its own, in host memory that is the caller's, laid out with `options`.  BX_E_CORRUPT for
 * damage, which taking them out does not look for.
 */
extern BxStatus bx_excerpt_value(const BxExcerpt *loose, const BxWriterOptions *options, const BxHost *host,
								 uint8_t **data, size_t *len, BxError *err);

#endif

/*
 * bx_excerpt.h -- elements taken out of a document as stored there, not encoded as a value of their own.
 *
 * The items of each element are copied in one piece, together with the whole table of the document; the namespaces
 * declared around them are listed beside.  An excerpt is printed (bx_text_excerpt), goes into a value that is being
 * built (bx_builder_excerpt), or is laid out as the value that a copy would have been (bx_excerpt_value).
 */
#ifndef BX_EXCERPT_H
#define BX_EXCERPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

#endif

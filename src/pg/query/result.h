/*
 * result.h -- from what a path found to datums.
 */
#ifndef BXML_RESULT_H
#define BXML_RESULT_H

#include "../../core/encode/bx_writer.h"
#include "call.h"
#include "../value/reference.h"

/* A text datum of n bytes of UTF-8, palloc'd; raises what the server's encoding lacks, and a length over 1 GB. */
extern struct varlena *result_text(const char *s, size_t n);

/* The same as a C string. */
extern char *result_cstring(const char *s, size_t n);

/* The text a path found in the document, which may be a reference to a part of it (XpText.apart). */
static inline Datum
result_text_of(const XpText *text, Datum doc)
{
	return text->apart ? fragment_text(doc, text->at, (uint32) text->n)
					   : PointerGetDatum(result_text(text->s, text->n));
}

/* How parts of a stored value are written: the input limits do not apply to them. */
extern void result_options(BxWriterOptions *options);

/*
 * As error_check for calls that write parts of a stored value: items of a sound one come in an order the writer
 * accepts, so an error of order is damage.
 */
extern void result_check(PgCall *call, BxStatus status);

/* A written value of len bytes, laid out by result_options, as a datum. */
static inline Datum
result_value(uint8_t *data, size_t len)
{
	SET_VARSIZE(data, len + VARHDRSZ);
	return PointerGetDatum(data);
}

/* The path of the call for a message: palloc'd, in the server's encoding, shortened. */
extern char *result_path(const PgCall *call);

/* The source of a path, likewise. */
extern char *result_source(const XpBlock *path);

/* The first bytes of a text for a message, likewise. */
extern char *result_excerpt(const char *s, size_t n);

#endif

/*
 * print.h -- a bxml value as XML text in the encoding of the server.
 *
 * Values are read through windows: besides the text, only their tables and a few blocks are in memory.
 */
#ifndef BXML_PRINT_H
#define BXML_PRINT_H

#include "../../core/print/bx_text.h"
#include "datum.h"

/*
 * The text after `front` free bytes, palloc'd; *len does not count these, nor the zero byte that follows.
 */
extern char *print_text(Datum doc, const BxTextOptions *options, size_t front, size_t *len);

/* The same in UTF-8. */
extern char *print_utf8(Datum doc, const BxTextOptions *options, size_t front, size_t *len);

/*
 * The plain binary form after `front` free bytes, which *len does not count: without names that are only those of a
 * vocabulary, and for those outside without the record of a validation.
 */
extern char *print_native(Datum doc, bool record, size_t front, size_t *len);

/* The text as a datum of a text-like type. */
extern struct varlena *print_datum(Datum doc, const BxTextOptions *options);

/* For kinds of values: begin a text after `front` free bytes, with room for `guess` bytes ... */
extern void print_start(BxBuf *b, const BxHost *host, size_t front, size_t guess);

/* ... which is the likely length of the text of n stored bytes. */
extern size_t print_guess(size_t n);

#endif

/*
 * print.h -- a bxml value as XML text in the server's encoding.
 */
#ifndef BXML_PRINT_H
#define BXML_PRINT_H

#include "../../core/print/bx_text.h"
#include "datum.h"

/*
 * Values are read in windows: beside the text there are never more than their table and a few blocks in memory.
 *
 * The text after `front` free bytes; palloc'd, *len bytes long without those, and a zero byte follows.
 */
extern char *print_text(Datum doc, const BxTextOptions *options, size_t front, size_t *len);

/* The same as it is, in UTF-8. */
extern char *print_utf8(Datum doc, const BxTextOptions *options, size_t front, size_t *len);

/* The plain binary form after `front` free bytes, *len bytes long without those. */
extern char *print_native(Datum doc, size_t front, size_t *len);

/* The text as a datum of a text-like type. */
extern struct varlena *print_datum(Datum doc, const BxTextOptions *options);

/* For kinds of values: begin a text after `front` free bytes, with room for about `guess` ... */
extern void print_start(BxBuf *b, const BxHost *host, size_t front, size_t guess);

/* ... which is this for the text of n stored bytes. */
extern size_t print_guess(size_t n);

#endif

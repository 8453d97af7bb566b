/*
 * encoding.h -- between UTF-8, which the core uses, and the encoding of the server.
 */
#ifndef BXML_ENCODING_H
#define BXML_ENCODING_H

#include "../../core/base/bx_buf.h"

/* Is text in the encoding of the server UTF-8?  (SQL_ASCII: the bytes are taken to be UTF-8.) */
extern bool encoding_is_utf8(void);

/*
 * Append UTF-8, converted to the encoding of the server.  A character that the encoding lacks raises the error of the
 * server, 22P05.
 */
extern void encoding_strict(const char *s, size_t n, BxBuf *out);

/*
 * The same for XML text as bx_text_write makes it: in text and attribute values, a character that the encoding lacks
 * becomes a character reference; in names, comments, processing instructions and the DOCTYPE it raises the same
 * error.
 */
extern void encoding_xml(const char *s, size_t n, BxBuf *out);

/* The same for any encoding of the server, by number, except UTF-8. */
extern void encoding_xml_to(int encoding, const char *s, size_t n, BxBuf *out);

/* Append UTF-16, little endian, with a byte order mark. */
extern void encoding_utf16(const char *s, size_t n, BxBuf *out);

/*
 * For messages: a palloc'd string in the encoding of the server; a character that it lacks becomes "?".  Never fails.
 */
extern char *encoding_lossy(const char *s, size_t n);

/* Text in the encoding of the server as UTF-8: s itself if it is already, else a palloc'd copy. */
extern const char *encoding_to_utf8(const char *s, size_t n, size_t *len);

/*
 * The same for text that documents are compared with.  In SQL_ASCII it may have bytes that are not UTF-8: no document
 * has them, so it is not an error to ask for them.
 */
extern const char *encoding_to_compare(const char *s, size_t n, size_t *len);

#endif

/*
 * encoding.h -- between UTF-8, which the core speaks, and the server's encoding.
 */
#ifndef BXML_ENCODING_H
#define BXML_ENCODING_H

#include "../../core/base/bx_buf.h"

/* Does text in the server's encoding pass for UTF-8 as it is?  (SQL_ASCII: the bytes are taken to be UTF-8.) */
extern bool encoding_is_utf8(void);

/*
 * UTF-8 into the server's encoding, appended to out.  A character the encoding lacks is the server's error 22P05.
 */
extern void encoding_strict(const char *s, size_t n, BxBuf *out);

/*
 * As encoding_strict for XML text as bx_text_write makes it: in text and attribute values such a character becomes
 * a character reference; in names, comments, processing instructions and the DOCTYPE it is the same error.
 */
extern void encoding_xml(const char *s, size_t n, BxBuf *out);

/* As encoding_xml, into any encoding the server knows by number, but UTF-8. */
extern void encoding_xml_to(int encoding, const char *s, size_t n, BxBuf *out);

/* UTF-16, little endian, after a byte order mark. */
extern void encoding_utf16(const char *s, size_t n, BxBuf *out);

/* For messages: a palloc'd string in the server's encoding; what does not fit becomes "?".  Never fails. */
extern char *encoding_lossy(const char *s, size_t n);

/* A text in the server's encoding to UTF-8; returns s itself when nothing is to be done, else palloc'd. */
extern const char *encoding_to_utf8(const char *s, size_t n, size_t *len);

#endif

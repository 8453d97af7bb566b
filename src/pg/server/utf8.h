/*
 * utf8.h -- UTF-8 of the core as texts of the server, palloc'd.
 */
#ifndef BXML_UTF8_H
#define BXML_UTF8_H

/* A text datum of n bytes of UTF-8; raises what the server's encoding lacks, and a length over 1 GB. */
extern struct varlena *utf8_text(const char *s, size_t n);

/* n bytes of UTF-8 in that encoding, after `front` free bytes and with a terminator; *len counts neither. */
extern uint8_t *utf8_converted(const char *s, size_t n, size_t front, size_t *len);

/* The same as a C string. */
extern char *utf8_cstring(const char *s, size_t n);

/* The first bytes of a text for a message. */
extern char *utf8_excerpt(const char *s, size_t n);

#endif

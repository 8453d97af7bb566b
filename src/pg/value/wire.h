/*
 * wire.h -- the version byte of the binary protocol forms.
 *
 * bxml and bxpath are sent as a version byte and the form that it announces.  Drivers that send a string to a type
 * they do not know send its bytes alone, even in binary mode, so both types also accept text without a version byte.
 * XML text and paths start with a tab, a line end or a byte from 0x20 on (UTF-8 text, a byte order mark), none of
 * which is a version.
 */
#ifndef BXML_WIRE_H
#define BXML_WIRE_H

#include "lib/stringinfo.h"

#define WIRE_BARE 0   /* no version byte: text follows */
#define WIRE_TEXT 1   /* UTF-8 text follows */
#define WIRE_NATIVE 2 /* the plain binary form follows */

/*
 * Consume the version byte of a message, if it has one, and return the form of the rest.  An empty message is empty
 * text. Raises 22P03 for a version above `newest` of the named type.
 */
extern int wire_version(StringInfo buf, const char *type, int newest);

/* A message that is text with or without a version byte, in the encoding of the server. */
extern char *wire_get_text(StringInfo buf, const char *type, int *len);
/* The message for such a text: with the version byte. */
extern bytea *wire_text(const char *s, size_t n);

#endif

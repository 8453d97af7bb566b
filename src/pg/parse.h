/*
 * parse.h -- XML text from SQL to a bxml datum.
 */
#ifndef BXML_PARSE_H
#define BXML_PARSE_H

#include "../text/bx_parse.h"

/* ParseSpec.encoding: bytes of unknown encoding, found out by byte order mark and declaration. */
#define PARSE_DETECT (-1)

typedef struct ParseSpec
{
	BxParseAs as;
	bool strip;
	bool verified;    /* the bytes are known to be valid in their encoding */
	int encoding;     /* server's number of the encoding the bytes are in, or PARSE_DETECT */
	const char *name; /* with PARSE_DETECT: name of an encoding the server does not know, or NULL */
} ParseSpec;

/* Text in the server's encoding, everything kept: what the input function does. */
extern void parse_spec_text(ParseSpec *spec);

/*
 * parse_bytes: the value as a datum in CurrentMemoryContext.  Other than BX_OK, *err is filled.  Interrupts are
 * taken between pieces of 64 kB.
 */
extern BxStatus parse_bytes(const char *s, size_t n, const ParseSpec *spec, struct varlena **value,
							BxError *err);

/* The same, raising what fails. */
extern struct varlena *parse_or_raise(const char *s, size_t n, const ParseSpec *spec);

#endif

/*
 * parse.h -- XML text from SQL to a bxml datum.
 */
#ifndef BXML_PARSE_H
#define BXML_PARSE_H

#include "../../xml/bx_parse.h"

/* ParseSpec.encoding: bytes of unknown encoding, found out by byte order mark and declaration. */
#define PARSE_DETECT (-1)

typedef struct ParseSpec
{
	BxParseAs as;
	bool strip;
	bool quiet;       /* nobody sees the value: no notice of what is left out */
	bool verified;    /* the bytes are known to be valid in their encoding */
	int encoding;     /* server's number of the encoding the bytes are in, or PARSE_DETECT */
	const char *name; /* with PARSE_DETECT: name of an encoding the server does not know, or NULL */
} ParseSpec;

/* Text in the server's encoding, everything kept: what the input function does. */
extern void parse_spec_text(ParseSpec *spec);

/*
 * Text on its way to the parser, in pieces of 64 kB, converted to UTF-8 where it has to be.  The text is borrowed, the
 * buffer palloc'd in the context of pieces_begin.
 */
typedef struct TextPieces
{
	const char *s;
	size_t n;
	size_t off;   /* of the next piece */
	int encoding; /* to convert from, or -1 */
	Oid proc;     /* the conversion */
	char *buf;
} TextPieces;

extern BxStatus pieces_begin(TextPieces *t, const char *s, size_t n, const ParseSpec *spec, BxError *err);

/* The next piece; *n is 0 behind the last one. */
extern BxStatus pieces_next(TextPieces *t, const char **piece, size_t *n, BxError *err);

/* The notice of references that the parser has left out, if it has. */
extern void parse_notice(const char *skipped, uint32_t n);

/* What spec and the settings ask for. */
extern void parse_options(BxParseOptions *o, const ParseSpec *spec);

/*
 * parse_bytes: the value as a datum in CurrentMemoryContext.  Other than BX_OK, *err is filled.  Interrupts are
 * taken between pieces of 64 kB.
 */
extern BxStatus parse_bytes(const char *s, size_t n, const ParseSpec *spec, struct varlena **value,
							BxError *err);

/* The same, raising what fails. */
extern struct varlena *parse_or_raise(const char *s, size_t n, const ParseSpec *spec);

#endif

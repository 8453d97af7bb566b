/*
 * parse.h -- XML text from SQL to a bxml datum.
 */
#ifndef BXML_PARSE_H
#define BXML_PARSE_H

#include "../../xml/bx_parse.h"

/* ParseSpec.encoding: the byte order mark and the declaration say which. */
#define PARSE_DETECT (-1)

typedef struct ParseSpec
{
	BxParseAs as;
	bool strip;
	bool quiet;       /* give no notice of what is left out: the value is not kept */
	bool plain;       /* do not compress the value: it is going to be changed */
	bool fixed;       /* limits of the session do not count: the text is part of the catalogs */
	bool skip;        /* leave out references to entities that are not read */
	bool verified;    /* the bytes are known to be valid in their encoding */
	int encoding;     /* server's number of the encoding the bytes are in, or PARSE_DETECT */
	const char *name; /* with PARSE_DETECT: name of an encoding the server does not know, or NULL */
} ParseSpec;

/*
 * Text in the encoding of the server, without options: for functions that are immutable, whose results do not depend on
 * settings.  Settings can only make them refuse text.
 */
extern void parse_spec_text(ParseSpec *spec);

/* The same for input: bxml.external_entities says what to do with references to entities that are not read. */
extern void parse_spec_input(ParseSpec *spec);

/*
 * Text on its way to the parser, in pieces of 64 kB, converted to UTF-8 if necessary.  The text is borrowed; the
 * buffer is palloc'd in the context of pieces_begin.
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

/* The next piece; *n is 0 after the last one. */
extern BxStatus pieces_next(TextPieces *t, const char **piece, size_t *n, BxError *err);

/* Give notice of the references that the parser left out, if any. */
extern void parse_notice(const char *skipped, uint32_t n);

/* The options that spec and the settings ask for. */
extern void parse_options(BxParseOptions *o, const ParseSpec *spec);

/*
 * The value as a datum in CurrentMemoryContext.  Unless it returns BX_OK, *err is set.  BX_E_CANCEL when the statement
 * is to be canceled.
 */
extern BxStatus parse_bytes(const char *s, size_t n, const ParseSpec *spec, struct varlena **value,
							BxError *err);

/* The same; raises errors. */
extern struct varlena *parse_or_raise(const char *s, size_t n, const ParseSpec *spec);

#endif

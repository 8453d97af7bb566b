/*
 * bx_parse.h -- XML text to a bxml value; never a DOM.
 *
 * Text without declarations of a DTD is read by src/core/parse, the rest, and what is not well-formed, by libxml2's
 * SAX2 push parser: with the same result, in whatever pieces the text comes.
 *
 * libxml2 objects cannot be jumped over: the host given to bx_parser_new must not jump out of alloc, resize or poll,
 * and the binding frees the parser in a finally block.
 *
 * Text from outside never reaches the network, never loads external entities or DTDs, and meets our own limits
 * (depth, attributes per start tag, names, entity growth, size) before libxml2's weak spots.
 */
#ifndef BX_PARSE_H
#define BX_PARSE_H

#include "../core/encode/bx_writer.h"
#include "../core/parse/bx_markup.h"

typedef enum BxParseAs
{
	BX_PARSE_ANY,      /* a document when there is a DOCTYPE, else content: any mix of nodes and text */
	BX_PARSE_DOCUMENT, /* exactly one root element */
} BxParseAs;

typedef struct BxParseOptions
{
	BxWriterOptions writer;
	BxParseAs as;
	bool strip;         /* drop text that is only white space, except under xml:space="preserve" */
	bool reject_dtd;    /* a DOCTYPE is an error */
	bool skip_external; /* leave references to entities that are not read out, instead of refusing them */
	BxMarkup *reader;   /* kept by the caller from text to text, borrowed; NULL: a new one for this text */
	bool libxml_only;   /* for tests: all text goes to libxml2, nothing to src/core/parse */
	size_t window; /* for tests: bytes of a text in pieces that are kept after they were read, 0: 64 kB */
	const char *encoding; /* encoding of the bytes; NULL: by BOM and declaration; "UTF-8" with text already
							 converted: the declaration's encoding is then ignored */
} BxParseOptions;

typedef struct BxParser BxParser;

/*
 * Can the libxml2 that is loaded be used?  *version is what it says of itself, "20914" for 2.9.14.  Ask before the
 * first parser: releases before 2.9.5 store wrong text.
 */
extern bool bx_libxml_usable(const char **version);

/* The same of a version. */
extern bool bx_libxml_version_usable(const char *version);

/* False when the n bytes begin with a byte order mark that contradicts the name of an encoding. */
extern bool bx_encoding_fits(const char *bytes, size_t n, const char *name);

/* NULL on out of memory. */
extern BxParser *bx_parser_new(const BxHost *host, const BxParseOptions *options, BxError *err);

/* Feed the next bytes.  Any split of the input gives the same result. */
extern BxStatus bx_parser_feed(BxParser *p, const char *bytes, size_t n);

/*
 * The whole text, instead of bx_parser_feed: it is borrowed until bx_parser_finish, and not copied where it is UTF-8.
 */
extern BxStatus bx_parser_text(BxParser *p, const char *bytes, size_t n);

/*
 * End of input: the value, as bx_writer_finish gives it (host memory that belongs to the caller).
 */
extern BxStatus bx_parser_finish(BxParser *p, uint8_t **data, size_t *len);

/* Then: what the shapes of the value are to the writer of the reader that the caller keeps; none of another writer. */
extern void bx_parser_shapes(const BxParser *p, BxShapeIds *ids);

/*
 * What references were left out, as a list for the reader ("chapter" (system identifier "chapter.xml"), ...), and of
 * how many entities; "" when there were none.  Belongs to the parser.
 */
extern const char *bx_parser_skipped(const BxParser *p, uint32_t *n);

/* The error after a failed call: BX_E_SYNTAX_DOC or _CONTENT with line, column and the offending text. */
extern const BxError *bx_parser_error(const BxParser *p);

/* Needed in every case: libxml2's memory is not the host's.  A value handed out stays; NULL is allowed. */
extern void bx_parser_free(BxParser *p);

#endif

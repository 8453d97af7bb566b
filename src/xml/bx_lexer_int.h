/*
 * bx_lexer_int.h -- a light scanner that runs over XML text ahead of libxml2.
 *
 * It knows only where markup begins and ends.  It finds the places where the text may be cut into pieces, the
 * extent of the DOCTYPE, whether the text is a document with a DOCTYPE or content, and counts the attributes of
 * each start tag before libxml2 compares them pairwise.  It judges nothing: on ill-formed text it may go astray,
 * but then libxml2 has already met, or is about to meet, the error.
 *
 * Input is UTF-8 with line ends normalized, in pieces of any size; the state is resumable at every byte.
 */
#ifndef BX_LEXER_INT_H
#define BX_LEXER_INT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum BxLexerState
{
	BX_LEXER_TEXT,
	BX_LEXER_LT,      /* after "<" */
	BX_LEXER_BANG,    /* after "<!", collecting what distinguishes comment, CDATA and DOCTYPE */
	BX_LEXER_COMMENT, /* the three that end with a fixed string */
	BX_LEXER_PI,
	BX_LEXER_CDATA,
	BX_LEXER_TAG,   /* in a start tag, outside values */
	BX_LEXER_QUOTE, /* in an attribute value */
	BX_LEXER_END_TAG,
	BX_LEXER_DTD,      /* in the DOCTYPE, outside of what follows */
	BX_LEXER_DTD_LT,   /* after "<" in the subset */
	BX_LEXER_DTD_BANG, /* after "<!" in the subset, up to two bytes */
	BX_LEXER_DTD_QUOTE,
	BX_LEXER_DTD_COMMENT,
	BX_LEXER_DTD_PI,
} BxLexerState;

/* The DTD may have this many times max_attrs alternatives in enumerations. */
#define BX_LEXER_BARS 2

typedef struct BxLexer
{
	BxLexerState state;
	uint8_t quote;      /* the quote that ends the literal */
	uint8_t match;      /* bytes matched of a terminator, or collected after "<!" */
	char bang[8];       /* the bytes after "<!" */
	bool subset;        /* between "[" and "]" of the DOCTYPE */
	bool decl;          /* inside a declaration of the subset */
	bool decided;       /* the prolog is over: root tag, text, CDATA or the end of the DOCTYPE was met */
	bool doctype;       /* a DOCTYPE began */
	bool doctype_ended; /* ... and ended: [doctype_off, doctype_end) */
	bool doomed;        /* "<" in an attribute value: libxml2 will refuse, do not wait for the quote */
	bool over;          /* a start tag has more than max_attrs attributes, or the DTD too many alternatives */
	uint32_t attrs;
	uint32_t bars; /* "|" in the DOCTYPE, at most BX_LEXER_BARS times max_attrs */
	uint32_t max_attrs;
	uint64_t pos;  /* offset of the next byte */
	uint64_t safe; /* offset after the last complete markup, or before the markup that is open */
	uint64_t doctype_off;
	uint64_t doctype_end;
} BxLexer;

extern void bx_lexer_init(BxLexer *lex, uint32_t max_attrs);

/*
 * bx_lexer_run: scan the next n bytes; returns how many were scanned.  Stops early when the prolog is over and
 * prolog_only is set, and at doomed or over.
 */
extern size_t bx_lexer_run(BxLexer *lex, const uint8_t *s, size_t n, bool prolog_only);

/* bx_lexer_token: the same up to the end of the markup that begins with the first byte ever scanned: has it come? */
extern bool bx_lexer_token(BxLexer *lex, const uint8_t *s, size_t n);

/*
 * bx_lexer_cut: how many of the n bytes at s (offset off) may be given to libxml2 as a piece: up to complete
 * markup, or within text between characters, not within a reference or before the end of "]]>".
 */
extern size_t bx_lexer_cut(const BxLexer *lex, const uint8_t *s, uint64_t off, size_t n);

/* How many of the n bytes are whole characters: all but an incomplete one at the end. */
extern size_t bx_lexer_whole(const uint8_t *s, size_t n);

#endif

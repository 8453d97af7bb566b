/*
 * xp_lex_int.h -- tokens of a path expression.
 *
 * The lexer knows no context: "*" and the operator names (and, or, div, mod) are ordinary tokens, and the parser
 * decides by what it waits for.  That is the rule of section 3.7 of the Recommendation: after a token that ends
 * an operand only an operator may follow, in every other place never one.  What section 3.7 decides by looking
 * ahead ("(" or "::" after a name) is noted in the name's token.
 */
#ifndef XP_LEX_INT_H
#define XP_LEX_INT_H

#include "../../base/bx_status.h"

/* Punctuation of one character is its own kind. */
typedef enum XpTokenKind
{
	XP_TOK_END = 128,
	XP_TOK_NAME,     /* also "p:*", "*:x" and "Q{uri}x"; a lone "*" is punctuation */
	XP_TOK_NUMBER,   /* digits with an optional point, no sign, no exponent */
	XP_TOK_LITERAL,  /* local is the text between the quotes */
	XP_TOK_VARIABLE, /* "$" and a name */
	XP_TOK_PARENT,   /* ".." */
	XP_TOK_COLONS,   /* "::" */
	XP_TOK_SLASHES,  /* double slash */
	XP_TOK_NE,
	XP_TOK_LE,
	XP_TOK_GE,
	XP_TOK_ASSIGN, /* ":=" */
} XpTokenKind;

typedef enum XpNameForm
{
	XP_FORM_PLAIN = 0, /* x */
	XP_FORM_PREFIXED,  /* p:x */
	XP_FORM_BRACED,    /* Q{uri}x; prefix is what the braces hold */
	XP_FORM_ANY_NS,    /* *:x */
} XpNameForm;

/* Offsets and lengths are bytes of the source. */
typedef struct XpToken
{
	uint8_t kind;   /* XpTokenKind or a character */
	uint8_t form;   /* names: XpNameForm */
	uint8_t follow; /* names: '(', ':' or '$' when "(", "::" or "$" comes next, else 0 */
	bool any_local; /* names: the local part is "*" */
	bool doubled;   /* literals: the quote occurs inside, doubled */
	uint32_t off;
	uint32_t len;
	uint32_t pos; /* character position from 1 */
	uint32_t prefix;
	uint32_t prefix_len;
	uint32_t local;
	uint32_t local_len;
} XpToken;

/* May be copied to come back to a place. */
typedef struct XpLexer
{
	const char *s; /* UTF-8 made of XML characters */
	uint32_t n;
	uint32_t at;      /* next byte */
	uint32_t pos_off; /* the character at this byte ... */
	uint32_t pos;     /* ... has this position; never after at */
	bool xquery;      /* a language around paths: "{" and "}" are tokens, literals hold references */
	BxError *err;
} XpLexer;

extern void xp_lex_init(XpLexer *lx, const char *s, uint32_t n, BxError *err);

/* The next token after white space and comments; at the end of the source XP_TOK_END again and again. */
extern BxStatus xp_lex_next(XpLexer *lx, XpToken *t);

/* Character position of a byte offset inside a token. */
extern uint32_t xp_lex_pos_in(const XpLexer *lx, const XpToken *t, uint32_t off);

/* A piece of source for a message: at most 40 bytes and "...", cut between characters, terminated. */
#define XP_SHOWN_MAX 48
extern const char *xp_shown(const char *s, size_t n, char *buf);

/* BX_E_XPATH with "invalid XPath expression: " in front; detail is a sentence or NULL. */
extern BxStatus xp_fail(BxError *err, uint32_t pos, const char *detail, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));

#endif

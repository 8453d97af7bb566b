/*
 * xq_int.h -- constructors: their tree, how they are read, and what they come to.
 */
#ifndef XQ_INT_H
#define XQ_INT_H

#include "../base/bx_core_int.h"

#include "../xpath/syntax/xp_embed.h"
#include "../xpath/result/xp_session.h"

/* ---- what new content is made of ---- */

typedef enum XqKind
{
	XQ_EXPR,      /* root */
	XQ_LITERAL,   /* text */
	XQ_ELEMENT,   /* name; parts: declarations, attributes and content in this order */
	XQ_ATTRIBUTE, /* name; parts: literals and expressions */
	XQ_NAMESPACE, /* a declaration: name.local is the prefix, name.uri */
	XQ_TEXT,      /* parts, as for an attribute */
	XQ_COMMENT,   /* likewise */
	XQ_PI,        /* name.local is the target; likewise */
	XQ_PARTS,     /* a sequence: parts */
	XQ_ENCLOSED,  /* a sequence in braces: atomic values on both sides of a brace are not neighbours */
} XqKind;

typedef struct XqExpr
{
	uint8_t kind; /* XqKind */
	uint32_t pos;
	XpEmbedName name;
	BxStr text;
	uint32_t root;
	struct XqExpr *parts; /* chained by next */
	struct XqExpr *next;
} XqExpr;

/* ---- compiling ---- */

typedef struct XqParser
{
	XpEmbed *part;
	BxArena *arena;
	BxError *err;
	const char *s; /* the source */
	uint32_t n;
} XqParser;

/* What messages about syntax begin with. */
#define XQ_INVALID "invalid XQuery Update expression: "

/* BX_E_XPATH with XQ_INVALID in front. */
extern BxStatus xq_fail(XqParser *p, uint32_t pos, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
extern bool xq_at(const XqParser *p, unsigned kind);
extern bool xq_at_word(const XqParser *p, const char *word);
extern BxStatus xq_expect(XqParser *p, char c, const char *detail);

/* xq_construct.c: one member of a source sequence, at the cursor. */
extern BxStatus xq_parse_expr(XqParser *p, XqExpr **source);

/* xq_direct.c: a direct constructor, with the cursor on its "<". */
extern BxStatus xq_parse_direct(XqParser *p, XqExpr **source);
/*
 * What stands in braces, with the cursor behind "{"; the cursor is left on the "}".  Content is any members; values, of
 * attributes and the like, are an expression.
 */
extern BxStatus xq_parse_enclosed(XqParser *p, bool content, XqExpr **source);
extern XqExpr *xq_expr_new(XqParser *p, XqKind kind, uint32_t pos);

/* ---- running ---- */

/* Where new content comes from and goes to. */
typedef struct XqBuild
{
	XpSession *session;
	const BxHost *host;
	BxError *err;
	const BxWriterOptions *options;
	BxArena *keep; /* gets the content */
} XqBuild;

typedef struct XqAttribute
{
	XpEmbedName name;
	BxStr value;
} XqAttribute;

/* What an expression comes to. */
typedef struct XqContent
{
	XqAttribute *attrs;
	uint32_t n_attrs;
	const uint8_t *value; /* plain; n 0: nothing */
	size_t value_n;
} XqContent;

/* xq_build.c: evaluate an expression. */
extern BxStatus xq_build(const XqBuild *call, const XqExpr *expr, XqContent *content);

#endif

/*
 * xq_int.h -- the tree of a compiled update, and what its files share.
 */
#ifndef XQ_INT_H
#define XQ_INT_H

#include "../base/bx_core_int.h"

#include "../xpath/syntax/xp_embed.h"
#include "../xpath/result/xp_session.h"
#include "xq_update.h"

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

/* ---- primitives ---- */

typedef enum XqUpdateKind
{
	XQ_UPDATE_LIST, /* kids */
	XQ_UPDATE_IF,   /* root: condition; kids: what is done if true, then what is done if false, if anything */
	XQ_UPDATE_FOR,  /* root: sequence; place; kids: one */
	XQ_UPDATE_LET,
	XQ_UPDATE_INSERT, /* source; root: target; where */
	XQ_UPDATE_DELETE,
	XQ_UPDATE_REPLACE,
	XQ_UPDATE_REPLACE_VALUE, /* value: an expression */
	XQ_UPDATE_RENAME         /* likewise */
} XqUpdateKind;

typedef struct XqUpdateNode
{
	uint8_t kind;
	uint8_t where; /* BxEditOp of an insert of children */
	bool lenient;  /* written without "node": an empty target changes nothing */
	uint32_t pos;
	uint32_t root;
	uint32_t value;
	uint32_t place;
	XqExpr *source;
	struct XqUpdateNode *kids;
	struct XqUpdateNode *next;
} XqUpdateNode;

struct XqUpdate
{
	XqUpdateNode *root;
	const XpBlock *block;
};

/* ---- compiling ---- */

/* A declaration in scope while direct constructors are read. */
typedef struct XqScope
{
	BxStr prefix;
	BxStr uri;
	uint32_t n; /* with those around */
	const struct XqScope *up;
} XqScope;

typedef struct XqParser
{
	XpEmbed *part;
	BxArena *arena;
	BxError *err;
	const char *s; /* the source */
	uint32_t n;
	const XqScope *scope;
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

/* What an expression comes to. */
typedef struct XqContent
{
	BxEditAttribute *attrs;
	uint32_t n_attrs;
	const uint8_t *value; /* plain; n 0: nothing */
	size_t value_n;
} XqContent;

/* xq_build.c: evaluate an expression. */
extern BxStatus xq_build(const XqBuild *call, const XqExpr *expr, XqContent *content);

#endif

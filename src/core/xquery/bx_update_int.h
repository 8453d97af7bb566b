/*
 * bx_update_int.h -- the tree of a compiled update, and what its files share.
 */
#ifndef BX_UPDATE_INT_H
#define BX_UPDATE_INT_H

#include "../base/bx_core_int.h"

#include "../xpath/syntax/xp_embed.h"
#include "../xpath/result/xp_session.h"
#include "bx_update.h"

/* ---- what new content is made of ---- */

typedef enum UpSourceKind
{
	UP_EXPR,      /* root */
	UP_LITERAL,   /* text */
	UP_ELEMENT,   /* name; parts: declarations, attributes and content in this order */
	UP_ATTRIBUTE, /* name; parts: literals and expressions */
	UP_NAMESPACE, /* a declaration: name.local is the prefix, name.uri */
	UP_TEXT,      /* parts, as for an attribute */
	UP_COMMENT,   /* likewise */
	UP_PI,        /* name.local is the target; likewise */
	UP_PARTS,     /* a sequence: parts */
	UP_ENCLOSED,  /* a sequence in braces: atomic values on both sides of a brace are not neighbours */
} UpSourceKind;

typedef struct UpSource
{
	uint8_t kind; /* UpSourceKind */
	uint32_t pos;
	XpEmbedName name;
	BxStr text;
	uint32_t root;
	struct UpSource *parts; /* chained by next */
	struct UpSource *next;
} UpSource;

/* ---- primitives ---- */

typedef enum UpKind
{
	UP_LIST, /* kids */
	UP_IF,   /* root: condition; kids: what is done if true, then what is done if false, if anything */
	UP_FOR,  /* root: sequence; place; kids: one */
	UP_LET,
	UP_INSERT, /* source; root: target; where */
	UP_DELETE,
	UP_REPLACE,
	UP_REPLACE_VALUE, /* value: an expression */
	UP_RENAME         /* likewise */
} UpKind;

typedef struct UpNode
{
	uint8_t kind;
	uint8_t where; /* BxEditOp of an insert of children */
	bool lenient;  /* written without "node": an empty target changes nothing */
	uint32_t pos;
	uint32_t root;
	uint32_t value;
	uint32_t place;
	UpSource *source;
	struct UpNode *kids;
	struct UpNode *next;
} UpNode;

struct BxUpdate
{
	UpNode *root;
	const XpBlock *block;
};

/* ---- compiling ---- */

/* A declaration in scope while direct constructors are read. */
typedef struct UpScope
{
	BxStr prefix;
	BxStr uri;
	uint32_t n; /* with those around */
	const struct UpScope *up;
} UpScope;

typedef struct UpParser
{
	XpEmbed *part;
	BxArena *arena;
	BxError *err;
	const char *s; /* the source */
	uint32_t n;
	const UpScope *scope;
} UpParser;

/* What messages about syntax begin with. */
#define UP_INVALID "invalid XQuery Update expression: "

/* BX_E_XPATH with UP_INVALID in front. */
extern BxStatus bx_up_fail(UpParser *p, uint32_t pos, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
extern bool bx_up_at(const UpParser *p, unsigned kind);
extern bool bx_up_at_word(const UpParser *p, const char *word);
extern BxStatus bx_up_expect(UpParser *p, char c, const char *detail);

/* bx_update_source.c: one member of a source sequence, at the cursor. */
extern BxStatus bx_up_parse_source(UpParser *p, UpSource **source);

/* bx_update_direct.c: a direct constructor, with the cursor on its "<". */
extern BxStatus bx_up_parse_direct(UpParser *p, UpSource **source);
/*
 * What stands in braces, with the cursor behind "{"; the cursor is left on the "}".  Content is any members; values, of
 * attributes and the like, are an expression.
 */
extern BxStatus bx_up_parse_enclosed(UpParser *p, bool content, UpSource **source);
extern UpSource *bx_up_source(UpParser *p, UpSourceKind kind, uint32_t pos);

/* ---- running ---- */

/* What a source comes to. */
typedef struct UpContent
{
	BxEditAttribute *attrs;
	uint32_t n_attrs;
	const uint8_t *value; /* plain; n 0: nothing */
	size_t value_n;
} UpContent;

/* bx_update_build.c: evaluate a source; the content is in keep. */
extern BxStatus bx_up_build(XpRunning *run, BxUpdateCall *call, const UpSource *source, UpContent *content);

#endif

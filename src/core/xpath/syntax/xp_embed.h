/*
 * xp_embed.h -- reading a language that has paths in it: its tokens are those of paths, its expressions become one
 * block.
 *
 * The text begins with a prolog as paths have.  Commas, parentheses, if, for and let are those of paths; in them are
 * forms of the caller's language.  The caller reads the words and punctuation of a form, and asks for an expression
 * where one must come; it becomes a part of the form in the block that xp_embed_parse makes.  "{" and "}" are tokens
 * here.  Syntax that has no tokens of paths (direct constructors) is read by the caller from the source, who continues
 * after it with xp_embed_seek.
 *
 * Offsets are bytes of the source, positions characters from 1.  Failures are BX_E_XPATH with a position.
 */
#ifndef XP_EMBED_H
#define XP_EMBED_H

#include "../../base/bx_str.h"
#include "xp_ast.h"

typedef struct XpEmbed XpEmbed;

/* Kinds of token; others are the character itself. */
#define XP_EMBED_END 128
#define XP_EMBED_NAME 129
#define XP_EMBED_NUMBER 130
#define XP_EMBED_LITERAL 131
#define XP_EMBED_VARIABLE 132
#define XP_EMBED_ASSIGN 139 /* ":=" */

typedef struct XpEmbedToken
{
	uint8_t kind;
	uint32_t off;
	uint32_t len;
	uint32_t pos;
} XpEmbedToken;

/* Start reading: behind the prolog.  The text is borrowed. */
extern BxStatus xp_embed_open(const char *text, size_t n, BxArena *arena, XpEmbed **part, BxError *err);

/* The token at the cursor, and the one behind it (kind 0 when there is none). */
extern XpEmbedToken xp_embed_token(XpEmbed *part);
extern XpEmbedToken xp_embed_peek(XpEmbed *part);
/* Is it this word? */
extern bool xp_embed_is(const XpEmbed *part, const XpEmbedToken *token, const char *word);
/* Byte offset behind the token at the cursor, white space not included. */
extern uint32_t xp_embed_behind(const XpEmbed *part);
/* The source. */
extern const char *xp_embed_source(const XpEmbed *part, uint32_t *n);

extern BxStatus xp_embed_next(XpEmbed *part);
/* Put the cursor on the token at or behind an offset, which is not before the cursor. */
extern BxStatus xp_embed_seek(XpEmbed *part, uint32_t off);
/* Remember the cursor, one place at a time, and go back there. */
extern void xp_embed_mark(XpEmbed *part);
extern void xp_embed_back(XpEmbed *part);
/* Character position of an offset; reads the source up to there. */
extern uint32_t xp_embed_pos(const XpEmbed *part, uint32_t off);

/* The expression at the cursor, with `many` also several separated by commas. */
extern BxStatus xp_embed_expr(XpEmbed *part, bool many, uint32_t *root);

/* Names in the arena. */
typedef struct XpEmbedName
{
	BxStr prefix;
	BxStr uri;
	BxStr local;
} XpEmbedName;

/* The name at the cursor, resolved; the cursor moves on.  The default namespace is for elements. */
extern BxStatus xp_embed_name(XpEmbed *part, bool element, XpEmbedName *name);
/* The declarations that hold. */
typedef struct XpEmbedScope
{
	uint32_t n;
	BxStr elements; /* the default namespace */
} XpEmbedScope;

extern XpEmbedScope xp_embed_scope(const XpEmbed *part);
extern void xp_embed_leave(XpEmbed *part, XpEmbedScope before);
/* Bind a prefix that stands in the source, or with len 0 the default for elements, until its scope is left. */
extern BxStatus xp_embed_declare(XpEmbed *part, uint32_t off, uint32_t len, BxStr uri);
/* The namespace of a prefix that stands in the source; an empty one is the default for elements. */
extern BxStatus xp_embed_namespace(XpEmbed *part, uint32_t off, uint32_t len, BxStr *uri);

/* The cursor is where "detail" should have been. */
extern BxStatus xp_embed_unexpected(XpEmbed *part, const char *detail);
/* One level of nesting more in the caller's language, and one less. */
extern BxStatus xp_embed_deeper(XpEmbed *part);
extern void xp_embed_higher(XpEmbed *part);

/* What stands between "&" and ";", a character or predefined entity; 0 when it means nothing. */
extern uint32_t xp_reference(const char *s, uint32_t n);

/*
 * xp_name: a name given apart, "x", "p:x", "Q{uri}x" or "{uri}x", under the prolog of a path (NULL: none); in the
 * arena.  BX_E_XPATH when it is none or its prefix is not declared.
 */
extern BxStatus xp_name(const XpBlock *path, const char *s, size_t n, bool element, BxArena *arena,
						XpEmbedName *name, BxError *err);

/*
 * The form of the caller's language at the cursor: it is read, and gets a number by which a session evaluates it
 * (XpForeign).  Expressions read meanwhile are parts of it.
 */
typedef BxStatus (*XpEmbedForm)(void *ctx, uint16_t *number);

/*
 * The whole text: forms between commas, in parentheses, and where if, for and let have their results.  The block has
 * all expressions read.  BX_E_XPATH when one uses a prefix nobody declared.
 */
extern BxStatus xp_embed_parse(XpEmbed *part, XpEmbedForm form, void *ctx, XpBlock **block);

#endif

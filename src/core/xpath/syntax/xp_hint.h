/*
 * xp_hint.h -- errors in paths that say what to write instead.
 */
#ifndef XP_HINT_H
#define XP_HINT_H

#include "../../base/bx_str.h"
#include "xp_ast.h"

/* A piece of source for a message: at most 40 bytes and "...", cut between characters, terminated. */
#define XP_SHOWN_MAX 48
extern const char *xp_shown(const char *s, size_t n, char *buf);

/* BX_E_XPATH with "invalid XPath expression: " in front; detail is a sentence or NULL. */
extern BxStatus xp_fail(BxError *err, uint32_t pos, const char *detail, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));

/* BX_E_XPATH for a prefix that the prolog does not declare; pos -1 without a position.  front: XP_INVALID or "". */
extern BxStatus xp_undeclared(BxError *err, int64_t pos, const char *front, const char *prefix, size_t n);

/* The first expression of nodes[1 .. n) whose name has a prefix that is not declared; NULL when there is none. */
extern const XpExpr *xp_first_unbound(const XpExpr *nodes, uint32_t n, const XpName *names);

/* BX_E_XPATH for a variable that has no value; the same of a name in the pool of a path. */
extern BxStatus xp_variable_no_value(BxError *err, int64_t pos, BxStr prefix, BxStr local);
extern BxStatus xp_no_value(BxError *err, int64_t pos, const char *pool, const XpName *name);

/* The hint of an error about a function nobody knows: the one that was meant, or that XPath has it and we do not. */
extern void xp_hint_function(BxError *err, const char *name, size_t n);

/*
 * The hint of an error about the n bytes of the source at off, where no operator that is known can be: that XPath has
 * it and we do not.
 */
extern void xp_hint_operator(BxError *err, BxStr source, size_t off, size_t n);

#endif

/*
 * xp_explain.h -- a description of how a path is evaluated (bxpath_explain).
 */
#ifndef XP_EXPLAIN_H
#define XP_EXPLAIN_H

#include "../../base/bx_buf.h"
#include "../syntax/xp_ast.h"

/*
 * xp_explain: append lines of UTF-8 to out.  Positions are characters of the source, from 1.  Scratch memory comes from
 * the arena.  BX_E_XPATH for a prefix nothing binds, and for paths too large to evaluate.
 */
extern BxStatus xp_explain(const XpBlock *block, BxArena *arena, BxBuf *out, BxError *err);

/* xp_put_step: append a step in its short form, without predicates. */
extern BxStatus xp_put_step(const XpExpr *step, const XpName *names, const char *pool, BxBuf *out,
							BxError *err);

#endif

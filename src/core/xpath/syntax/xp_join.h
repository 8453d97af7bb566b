/*
 * xp_join.h -- several expressions as one block.
 */
#ifndef XP_JOIN_H
#define XP_JOIN_H

#include "xp_ast.h"

/*
 * xp_join: n blocks as one, in the arena; roots[i] is the node of the i-th expression in it, the first is the block's
 * own.  It is for evaluation only: its source text is that of none.  BX_E_XPATH when together they are too large, or
 * use a prefix nobody bound.
 */
extern BxStatus xp_join(const XpBlock *const *blocks, uint32_t n, BxArena *arena, XpBlock **joined,
						uint32_t *roots, BxError *err);

/*
 * xp_compile_under: as xp_compile, with the declarations of another path in front of the text.  Positions in errors
 * count from the start of the text.
 */
extern BxStatus xp_compile_under(const XpBlock *outer, const char *text, size_t n, BxArena *arena,
								 XpBlock **block, BxError *err);

/* xp_prolog: how many bytes of the source of a path its declarations take, with the white space behind them. */
extern BxStatus xp_prolog(const XpBlock *path, BxArena *arena, uint32_t *n, BxError *err);

#endif

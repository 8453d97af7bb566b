/*
 * xp_construct.h -- constructors put around operands of a path.
 */
#ifndef XP_CONSTRUCT_H
#define XP_CONSTRUCT_H

#include "xp_ast.h"

#define XP_CONSTRUCT_WHOLE 0x80 /* beside the number of a constructor */

/* Can a constructor be put around what a node of a block gives: a literal, a variable, true(), false(), or nodes? */
extern bool xp_constructible(const XpExpr *node);

/*
 * xp_construct: the path in which for each node i with funcs[i] the constructor of that number (XP_FN_XS_DATE) is
 * around it; of nodes, around each of them, but with XP_CONSTRUCT_WHOLE, for a path that gives one at most, around the
 * path.  Its text is that of the block with the constructors in it.  Reserved bytes as for xp_compile.  BX_E_XPATH when
 * it becomes too long or too deep.
 */
extern BxStatus xp_construct(const XpBlock *block, const uint8_t *funcs, size_t reserve, BxArena *arena,
							 XpBlock **made, BxError *err);

#endif

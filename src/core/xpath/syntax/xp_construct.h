/*
 * xp_construct.h -- constructors put around operands of a compiled path.
 */
#ifndef XP_CONSTRUCT_H
#define XP_CONSTRUCT_H

#include "xp_ast.h"

/*
 * xp_construct: a copy of the block, in the arena, in which for each node i with funcs[i] the constructor of that
 * number (XP_FN_XS_DATE) is around it; of a node-set, around each of its nodes.  The copy keeps the source text, which
 * it is not made from.  Reserved bytes as for xp_compile.  BX_E_XPATH when it becomes too long or too deep.
 */
extern BxStatus xp_construct(const XpBlock *block, const uint8_t *funcs, size_t reserve, BxArena *arena,
							 XpBlock **made, BxError *err);

#endif

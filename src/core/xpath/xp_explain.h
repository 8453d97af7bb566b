/*
 * xp_explain.h -- what a path does, for people.
 */
#ifndef XP_EXPLAIN_H
#define XP_EXPLAIN_H

#include "xp_ast.h"

struct BxBuf;

/*
 * xp_explain: append to out, line by line: the type of the result, how each location path runs, which variables
 * it needs, what is probably not meant, and the tree of the expression (xp_dump).  Memory from the arena.  A prefix that
 * is not bound is the error it is for evaluation.
 */
extern BxStatus xp_explain(const XpBlock *path, BxArena *arena, struct BxBuf *out, BxError *err);

#endif

/*
 * advice.h -- notices about a path that is going to be evaluated.
 */
#ifndef BXML_ADVICE_H
#define BXML_ADVICE_H

#include "../../core/xpath/syntax/xp_ast.h"

/* At most one notice of a kind per statement; `exists`: the call is of the operator @?. */
extern void advice_notice(const XpBlock *path, bool exists);

#endif

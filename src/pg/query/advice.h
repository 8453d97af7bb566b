/*
 * advice.h -- notices about a path that is going to be evaluated.
 */
#ifndef BXML_ADVICE_H
#define BXML_ADVICE_H

#include "nodes/nodes.h"

#include "../../core/base/bx_str.h"
#include "../../core/xpath/syntax/xp_ast.h"

/* The same as below of a comparison at a position of a text, UTF-8; 0: there is none. */
extern void advice_comparison(uint32_t pos, BxStr text);

/* At most one notice of a kind per statement; `exists`: the call is of the operator @?. */
extern void advice_notice(const XpBlock *path, bool exists);

/*
 * The path is argument argno of the call `expr`.  If the call is about what a constant path selects, as in
 * doc -> 'a' -> 'b', and can therefore find nothing, that is said.  NULL: nothing is known of the call.
 */
extern void advice_chain(const XpBlock *path, const Node *expr, int argno);

/* min() or max() took nodes for numbers that are none.  path: in which, or NULL. */
extern void advice_no_number(const XpBlock *path);

#endif

/*
 * xp_advice.h -- what is valid in a path and hardly meant.  From the compiled path alone, in one pass over its nodes.
 */
#ifndef XP_ADVICE_H
#define XP_ADVICE_H

#include "xp_ast.h"

/*
 * Position of the first comparison by <, <=, > or >= with a string literal that is not a number, from 1; 0: none.  Such
 * a comparison is false in XPath 1.0, which compares numbers; unless the other operand may be a date or the like.
 */
extern uint32_t xp_advice_comparison(const XpBlock *path);

/* Does the expression give a boolean, which is an item whether true or false?  Value comparisons may give nothing. */
extern bool xp_advice_always_exists(const XpBlock *path);

/*
 * Does the path look for attributes at the top of a value, or for elements of a name where the top is elements of
 * another name, which the path `of` selected from somewhere?  Then it selects nothing, whatever the document.
 */
extern bool xp_advice_names_top(const XpBlock *path, const XpBlock *of);

#endif

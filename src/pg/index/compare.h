/*
 * compare.h -- which paths bxpath_compare can add a comparison to.
 */
#ifndef BXML_COMPARE_H
#define BXML_COMPARE_H

#include "../../core/xpath/syntax/xp_ast.h"

/* Does it select nodes, whatever the document? */
extern bool compare_serves(const XpBlock *path);

#endif

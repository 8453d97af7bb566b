/*
 * serves.h -- which conditions an index has keys for.
 */
#ifndef BXML_SERVES_H
#define BXML_SERVES_H

#include "nodes/pathnodes.h"

#include "../../core/index/bx_index_search.h"

/* The options of a column with a class of ours; as options_kept has them. */
extern const BxIndexOptions *serves_options(const IndexOptInfo *index, int column);

/*
 * Are there keys for a tree of terms: for any of AND, for all of OR?  Memory is the arena's, and taken only where the
 * class or options leave something out.
 */
extern bool serves_tree(const BxIndexOptions *options, const XpTermsNode *node, BxArena *arena);

/* Are there keys for "column operator path", or pattern?  True as well where that is not known before the scan. */
extern bool serves_condition(const IndexOptInfo *index, int column, const Expr *condition);

#endif

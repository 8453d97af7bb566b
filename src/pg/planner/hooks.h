/*
 * hooks.h -- the planner's hooks, which this library takes once for all its parts.
 */
#ifndef BXML_HOOKS_H
#define BXML_HOOKS_H

#include "nodes/pathnodes.h"

/* What a part does with a table or function of FROM, when the server has its paths. */
typedef void (*OfferPaths)(PlannerInfo *root, RelOptInfo *rel, RangeTblEntry *rte);

/* Called once, when the library is loaded.  The parts, ended by NULL, come after the hooks of others, in this order. */
extern void hooks_init(const OfferPaths *parts);

#endif

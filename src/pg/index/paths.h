/*
 * paths.h -- offering index scans for comparisons of typed values.
 */
#ifndef BXML_INDEX_PATHS_H
#define BXML_INDEX_PATHS_H

#include "nodes/pathnodes.h"

/* Add paths to a table for the clauses that its indexes serve. */
extern void index_paths_offer(PlannerInfo *root, RelOptInfo *rel);

/* The same for tables alone (planner/hooks.h). */
extern void index_paths_offer_table(PlannerInfo *root, RelOptInfo *rel, RangeTblEntry *rte);

#endif

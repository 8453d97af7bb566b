/*
 * value_stats.h -- the planner's statistics of expressions such as doc ->> '/a/@id', from those of the column.
 */
#ifndef BXML_VALUE_STATS_H
#define BXML_VALUE_STATS_H

#include "nodes/pathnodes.h"
#include "utils/selfuncs.h"

/* Give the table an index of the expressions in the query that take values of its documents. */
extern void value_stats_offer(PlannerInfo *root, RelOptInfo *rel);

/* Statistics of such an expression, in var; false: there are none. */
extern bool value_stats_find(PlannerInfo *root, VariableStatData *var);

#endif

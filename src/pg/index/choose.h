/*
 * choose.h -- which conditions are looked up in an index, by the statistics of its column.
 */
#ifndef BXML_CHOOSE_H
#define BXML_CHOOSE_H

#include "nodes/pathnodes.h"

/* Is it cheaper to look a condition up than to read what it leaves out of so many rows? */
extern bool choose_is_worth(const RelOptInfo *rel, double share, double rows);

/*
 * Of index clauses that must all hold, those that are looked up: a new list, in which a condition on a path may have
 * become conditions on parts of it.  The list itself when all of it is; NIL when there are no statistics.
 */
extern List *choose_clauses(PlannerInfo *root, IndexOptInfo *index, List *clauses);

#endif

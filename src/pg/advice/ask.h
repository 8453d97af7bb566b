/*
 * ask.h -- a query is planned, to find out which of its predicates an index serves.
 */
#ifndef BXML_ASK_H
#define BXML_ASK_H

#include "collect.h"

/*
 * What there is to say of a query, a list of Advice in the current memory context, in which names are written as that
 * search_path finds them; raises what EXPLAIN would raise.
 */
extern List *ask_query(const char *query, const char *path);

#endif

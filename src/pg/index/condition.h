/*
 * condition.h -- from a clause of a query to a condition on an index column.
 */
#ifndef BXML_CONDITION_H
#define BXML_CONDITION_H

#include "nodes/pathnodes.h"

/* A column of an index with a class of ours. */
typedef struct IndexColumn
{
	PlannerInfo *root;
	IndexOptInfo *index;
	int column;
} IndexColumn;

/* What a clause says about the column. */
typedef struct Condition
{
	Expr *clause; /* "column @? path" or "column @> pattern"; NULL: it is to be made of the comparison */
	bool lossy;
	bool known; /* the server finds this condition itself */

	/* a comparison of what a path selects: call op value */
	Expr *call; /* bxml_int(column, path) and so on */
	const char *op;
	Expr *value;
} Condition;

/* Does the clause say something about the column? */
extern bool condition_of(const IndexColumn *column, Expr *clause, Condition *c);

/* Is the expression a call whose comparisons can be conditions on the column? */
extern bool condition_is_call(const IndexColumn *column, Expr *expr);

/* Can the two be one range: bounds of the same call, one from below and one from above? */
extern bool condition_is_range(const Condition *a, const Condition *b);

/* The condition on the index of a comparison, or of two that are a range (b may be NULL); NULL if there is none. */
extern Expr *condition_make(const IndexColumn *column, const Condition *a, const Condition *b);

#endif

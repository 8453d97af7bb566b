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

/* Why a clause is not a condition on a column. */
typedef enum Refusal
{
	REFUSED_NOT = 0,
	REFUSED_FORM,      /* it does not compare or test the column */
	REFUSED_NEGATION,  /* NOT, IS NULL, <> and the like hold where something is missing */
	REFUSED_CALL,      /* the column is in a call whose comparisons are not looked up */
	REFUSED_PATH,      /* the path is not a constant */
	REFUSED_NODES,     /* the path does not select nodes */
	REFUSED_OPERATOR,  /* the operator is not one of the type of the call */
	REFUSED_TYPE,      /* the value is of another type */
	REFUSED_ORDER,     /* texts are ordered by code points only */
	REFUSED_COLLATION, /* texts are equal whose bytes differ */
	REFUSED_VALUE,     /* the value is not known before the scan */
	REFUSED_PATTERN,   /* a pattern without a constant beginning */
} Refusal;

/* What a clause says about the column. */
typedef struct Condition
{
	Refusal refusal; /* of a clause that says nothing */
	Expr *clause;    /* "column @? path" or "column @> pattern"; NULL: it is to be made of the comparison */
	bool lossy;
	bool known; /* the server finds this condition itself */

	/* a comparison of what a path selects: call op value */
	Expr *call; /* bxml_int(column, path) and so on */
	const char *op;
	Expr *value;
} Condition;

/* Does the clause say something about the column?  If not, c->refusal is why. */
extern bool condition_of(const IndexColumn *column, Expr *clause, Condition *c);

/*
 * The path of bxml_exists or bxml_test with these arguments, with values for its variables where there is a third one;
 * NULL if it is another function, or there is no such expression.
 */
extern Expr *condition_bound(PlannerInfo *root, List *args, Oid function);

/* Is the expression a call whose comparisons can be conditions on the column? */
extern bool condition_is_call(const IndexColumn *column, Expr *expr);

/* Can the two be one range: bounds of the same call, one from below and one from above? */
extern bool condition_is_range(const Condition *a, const Condition *b);

/* The condition on the index of a comparison, or of two that are a range (b may be NULL); NULL if there is none. */
extern Expr *condition_make(const IndexColumn *column, const Condition *a, const Condition *b);

#endif

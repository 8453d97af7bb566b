/*
 * family.h -- the columns of indexes that have one of our GIN operator classes.
 */
#ifndef BXML_FAMILY_H
#define BXML_FAMILY_H

#include "fmgr.h"
#include "nodes/pathnodes.h"

#include "../query/path_terms.h"

/* Strategies of the operators in both families; the numbers are those of jsonb's. */
#define STRATEGY_CONTAINS 7 /* @> */
#define STRATEGY_EXISTS 9   /* @? */
#define STRATEGY_TEST 10    /* @@ */

/* Has the column of the index an operator class of ours? */
extern bool family_column(const IndexOptInfo *index, int column);

/* Are the keys of such a column short ones (bxml_path_ops)? */
extern bool family_is_short(const IndexOptInfo *index, int column);

/* The operator of a strategy with this right type in the family of the column; InvalidOid if there is none. */
extern Oid family_operator(const IndexOptInfo *index, int column, Oid right, int strategy);

/* The terms of the right side of an operator, a path or a pattern, by the function behind it. */
extern void family_terms(PGFunction function, Datum value, PathTerms *t);

#endif

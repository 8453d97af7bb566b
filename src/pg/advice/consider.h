/*
 * consider.h -- would the planner use an index for a predicate?
 *
 * The planner itself is asked: with a table that has one index and one predicate, or all of them.
 */
#ifndef BXML_CONSIDER_H
#define BXML_CONSIDER_H

#include "nodes/pathnodes.h"

/* Where a predicate on a table was found. */
typedef enum PredicateSource
{
	PREDICATE_OWN,   /* the table's own */
	PREDICATE_JOIN,  /* it has values of other tables */
	PREDICATE_EQUAL, /* it follows from equalities */
} PredicateSource;

/* A predicate on documents. */
typedef struct Predicate
{
	RestrictInfo *rinfo;
	PredicateSource source;
	Var *doc; /* a column of documents in it */
} Predicate;

/* Is it the type of documents, or a domain over it? */
extern bool consider_is_document(Oid type);

/* The predicates on documents of a table, a list of Predicate. */
extern List *consider_predicates(PlannerInfo *root, RelOptInfo *rel);

/* The first column of documents of the table in an expression; NULL if there is none. */
extern Var *consider_document(Node *expr, Index relid);

/*
 * The paths by which the planner would find rows of a predicate in an index, which need not exist; NIL if it would not.
 * Costs in them are made up.
 */
extern List *consider_index(PlannerInfo *root, RelOptInfo *rel, const IndexOptInfo *index,
							const Predicate *predicate);

/* The same for all predicates of the query together, with true costs. */
extern List *consider_all(PlannerInfo *root, RelOptInfo *rel, const IndexOptInfo *index);

/* The conditions (IndexClause) in such paths. */
extern List *consider_clauses(List *paths);

/*
 * An index of the table that does not exist, with the default operator class for documents (GIN) or for the type of the
 * expression (btree, hash); NULL if there is no such class.
 */
extern IndexOptInfo *consider_hypothetical(RelOptInfo *rel, Oid am, Expr *column);

#endif

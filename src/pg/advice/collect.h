/*
 * collect.h -- what indexes do for the predicates of a query, written down while it is planned.
 */
#ifndef BXML_COLLECT_H
#define BXML_COLLECT_H

#include "nodes/params.h"
#include "nodes/pathnodes.h"

/* What one index does for one predicate; texts are NULL where there is nothing to say. */
typedef struct Advice
{
	Oid table;         /* InvalidOid: the predicate is not about a table */
	const char *alias; /* of the table in the query */
	char *predicate;
	bool served;
	bool looked_up; /* the planner would not leave it to other predicates */
	bool used;      /* and the plan of the query has it so */
	Oid index;      /* InvalidOid: none */
	char *conditions;
	char *keys;
	const char *reason;
	char *suggestion;
} Advice;

typedef struct Collector
{
	ParamListInfo params; /* those of the query, by whose address it is known */
	MemoryContext cxt;
	const char *path; /* the search_path by which names are written */
	List *rows;       /* Advice */
} Collector;

/* From now on the planner's tables are looked at; returns the collector before. */
extern Collector *collect_into(Collector *collector);

/* Look at a table (planner/hooks.h), after indexes were offered for it. */
extern void collect_table(PlannerInfo *root, RelOptInfo *rel, RangeTblEntry *rte);

#endif

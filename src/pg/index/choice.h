/*
 * choice.h -- which of the conditions on an index are looked up.
 */
#ifndef BXML_INDEX_CHOICE_H
#define BXML_INDEX_CHOICE_H

#include "nodes/pathnodes.h"

/* A condition on an index. */
typedef struct IndexCandidate
{
	IndexClause *clause;
	RestrictInfo *other; /* the clause of the second bound, where the condition is a range; or NULL */
	Node *value;         /* what the clauses compare; NULL where the condition is about the document itself */
} IndexCandidate;

/*
 * The candidates that are looked up, as IndexClauses in the order of the list.  Those that the index has no keys for
 * are not, beside others.  Where statistics know all of them, those that are cheaper to look up than to evaluate; else
 * those of the best class (rank.h), and those on columns of other classes.
 */
extern List *choice_of(PlannerInfo *root, IndexOptInfo *index, List *candidates);

#endif

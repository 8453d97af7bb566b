/*
 * choice.c -- which of the conditions on an index are looked up.
 *
 * Classes alone decide where nothing is known about values: a range beside an equality is evaluated on what the
 * equality found.  Where the server has statistics for all conditions, those of ANALYZE (choose.h), of an expression
 * index or of CREATE STATISTICS, the condition with the least share of rows is looked up, and of the others those whose
 * look-up costs less than reading the rows that they leave out.
 */
#include "postgres.h"
#include "optimizer/cost.h"
#include "optimizer/optimizer.h"
#include "utils/lsyscache.h"
#include "utils/selfuncs.h"

#include "../planner/selectivity.h"
#include "../server/own.h"
#include "choice.h"
#include "choose.h"
#include "family.h"
#include "rank.h"
#include "serves.h"

extern Datum bxml_exists(PG_FUNCTION_ARGS);
extern Datum bxml_test(PG_FUNCTION_ARGS);

/* A candidate and what is known of it. */
typedef struct Weighed
{
	const IndexCandidate *candidate;
	Rank rank;
	double share; /* of rows for which it is true; negative: not known */
	bool taken;
} Weighed;

/* Has the server statistics of the values of an expression? */
static bool
is_known(PlannerInfo *root, Node *value)
{
	VariableStatData data;
	bool known;

	examine_variable(root, value, 0, &data);
	known = HeapTupleIsValid(data.statsTuple);
	ReleaseVariableStats(data);
	return known;
}

/* The share of documents that "document @? path" or "document @@ path" is true of; negative: not known. */
static double
document_share(PlannerInfo *root, const OpExpr *condition)
{
	Oid function = get_opcode(condition->opno);
	PGFunction address = own_address(function);
	Node *doc = linitial(condition->args), *path = lsecond(condition->args);
	ColumnStats column;
	bool known;

	if (!IsA(path, Const) || (address != bxml_exists && address != bxml_test))
		return -1;
	column_stats_open(&column, root, doc, function);
	known = column.estimate.summary != NULL;
	column_stats_close(&column);
	return known ? selectivity_of(root, doc, path, address == bxml_test ? XP_TERMS_TEST : XP_TERMS_EXISTS,
								  function)
				 : -1;
}

static double
share_of(PlannerInfo *root, const RelOptInfo *rel, const IndexCandidate *candidate)
{
	List *clauses = list_make1(candidate->clause->rinfo);

	if (candidate->value == NULL)
		return document_share(root,
							  (OpExpr *) ((RestrictInfo *) linitial(candidate->clause->indexquals))->clause);
	if (!is_known(root, candidate->value))
		return -1;
	if (candidate->other != NULL)
		clauses = lappend(clauses, candidate->other);
	return clauselist_selectivity(root, clauses, (int) rel->relid, JOIN_INNER, NULL);
}

static Rank
rank_of(const IndexOptInfo *index, const IndexClause *clause)
{
	const RestrictInfo *condition = linitial(clause->indexquals);

	return family_column(index, clause->indexcol) ? rank_of_condition(condition->clause) : RANK_EQUAL;
}

/* By class. */
static void
take_best(const IndexOptInfo *index, Weighed *all, int n)
{
	Rank least = RANK_NOTHING;

	for (int i = 0; i < n; i++)
		if (family_column(index, all[i].candidate->clause->indexcol))
			least = Min(least, all[i].rank);
	for (int i = 0; i < n; i++)
		all[i].taken = all[i].rank <= least;
}

/* The one with the least share of those not taken; NULL when all are. */
static Weighed *
next_of(Weighed *all, int n)
{
	Weighed *next = NULL;

	for (int i = 0; i < n; i++)
		if (!all[i].taken && (next == NULL || all[i].share < next->share))
			next = &all[i];
	return next;
}

/* By shares: the best, and those worth it. */
static void
take_worth(const RelOptInfo *rel, Weighed *all, int n)
{
	double rows = rel->tuples;
	Weighed *next;

	while ((next = next_of(all, n)) != NULL &&
		   (rows == rel->tuples || choose_is_worth(rel, next->share, rows)))
	{
		next->taken = true;
		rows *= next->share;
	}
}

/* ---- what there are keys for ---- */

/* Those that the index has keys for, where there are any; of one alone only costs decide. */
static List *
served_of(const IndexOptInfo *index, List *candidates)
{
	List *served = NIL;
	ListCell *cell;

	if (list_length(candidates) < 2)
		return candidates;
	foreach (cell, candidates)
	{
		const IndexClause *clause = ((IndexCandidate *) lfirst(cell))->clause;
		const RestrictInfo *condition = linitial(clause->indexquals);

		if (!family_column(index, clause->indexcol) ||
			serves_condition(index, clause->indexcol, condition->clause))
			served = lappend(served, lfirst(cell));
	}
	return served != NIL ? served : candidates;
}

/* ---- the choice ---- */

List *
choice_of(PlannerInfo *root, IndexOptInfo *index, List *candidates)
{
	List *served = served_of(index, candidates);
	int n = list_length(served);
	Weighed *all = palloc_array(Weighed, n);
	List *clauses = NIL, *chosen;
	bool known = n > 1;

	for (int i = 0; i < n; i++)
		clauses = lappend(clauses, ((IndexCandidate *) list_nth(served, i))->clause);
	chosen = choose_clauses(root, index, clauses);
	for (int i = 0; i < n && chosen == NIL; i++)
	{
		const IndexCandidate *candidate = list_nth(served, i);

		all[i] = (Weighed){.candidate = candidate, .rank = rank_of(index, candidate->clause)};
		all[i].share = known ? share_of(root, index->rel, candidate) : -1;
		known &= all[i].share >= 0;
	}
	if (chosen != NIL)
		return chosen;
	if (known)
		take_worth(index->rel, all, n);
	else
		take_best(index, all, n);
	for (int i = 0; i < n; i++)
		if (all[i].taken)
			chosen = lappend(chosen, all[i].candidate->clause);
	return chosen;
}

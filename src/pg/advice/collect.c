/*
 * collect.c -- what indexes do for the predicates of a query, written down while it is planned.
 */
#include "postgres.h"
#include "catalog/pg_am_d.h"
#include "fmgr.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"
#include "optimizer/paths.h"
#include "utils/lsyscache.h"

#include "../index/condition.h"
#include "../index/family.h"
#include "collect.h"
#include "consider.h"
#include "lookup.h"
#include "reason.h"
#include "site.h"
#include "suggest.h"

static Collector *current;

/* A predicate while its rows are made. */
typedef struct Asked
{
	const AdviceSite *site;
	const Predicate *predicate;
	List *rows;      /* Advice: of indexes that do not serve it */
	bool served;     /* by some index */
	bool has_gin;    /* there is one of ours on the column */
	char *statement; /* the predicate */
} Asked;

/* ---- rows ---- */

static bool
same_text(const char *a, const char *b)
{
	return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

/* Is the row there already?  Some queries are planned several times. */
static bool
is_known(const Advice *row)
{
	ListCell *cell;

	foreach (cell, current->rows)
	{
		const Advice *other = lfirst(cell);

		if (other->table == row->table && other->index == row->index && other->served == row->served &&
			same_text(other->predicate, row->predicate) && same_text(other->conditions, row->conditions) &&
			same_text(other->reason, row->reason))
			return true;
	}
	return false;
}

static void
add_row(const Asked *q, Advice row)
{
	Advice *kept;

	row.table = q->site->table;
	row.alias = q->site->alias;
	row.predicate = q->statement;
	if (is_known(&row))
		return;
	kept = palloc(sizeof(Advice));
	*kept = row;
	current->rows = lappend(current->rows, kept);
}

/* ---- one index ---- */

/* Is the column of the index, or its expression, in the clause? */
typedef struct OperandSearch
{
	IndexOptInfo *index;
	int column;
} OperandSearch;

static bool
has_operand(Node *expr, void *arg)
{
	const OperandSearch *search = arg;

	if (expr == NULL)
		return false;
	return match_index_to_operand(expr, search->column, search->index) ||
		   expression_tree_walker(expr, has_operand, arg);
}

/* The column of ours that the predicate is about; -1 if there is none. */
static int
our_column(IndexOptInfo *index, const Predicate *predicate)
{
	for (int i = 0; i < index->nkeycolumns; i++)
	{
		OperandSearch search = {index, i};

		if (family_column(index, i) && has_operand((Node *) predicate->rinfo->clause, &search))
			return i;
	}
	return -1;
}

/* Are two predicates the ends of one range in the index? */
static bool
is_same_range(const IndexColumn *at, Expr *a, Expr *b)
{
	Condition one, other;

	return condition_of(at, a, &one) && condition_of(at, b, &other) && condition_is_range(&one, &other);
}

/* Does the planner look it up among all predicates of the query? */
static bool
is_looked_up(const Asked *q, IndexOptInfo *index, int column)
{
	Expr *clause = q->predicate->rinfo->clause;
	List *clauses = consider_clauses(consider_all(q->site->root, q->site->rel, index));
	ListCell *cell;

	foreach (cell, clauses)
	{
		Expr *other = ((IndexClause *) lfirst(cell))->rinfo->clause;
		IndexColumn at = {q->site->root, index, column};

		if (equal(other, clause) || (column >= 0 && is_same_range(&at, other, clause)))
			return true;
	}
	return clauses == NIL || is_orclause(clause);
}

static void
add_served(Asked *q, IndexOptInfo *index, int column, const LookedUp *looked)
{
	bool looked_up = is_looked_up(q, index, column);

	q->served = true;
	add_row(q, (Advice){
				   .served = true,
				   .looked_up = looked_up,
				   .index = index->indexoid,
				   .conditions = looked->conditions,
				   .keys = looked->keys,
				   .reason = !looked_up    ? "evaluated on what more selective predicates find in the index"
							 : column >= 0 ? reason_of_rest(looked)
										   : NULL,
			   });
}

static void
add_refusal(Asked *q, const IndexOptInfo *index, char *reason)
{
	Advice *row = palloc0(sizeof(Advice));

	row->index = index->indexoid;
	row->reason = reason;
	q->rows = lappend(q->rows, row);
}

static void
ask_index(Asked *q, IndexOptInfo *index)
{
	List *paths = consider_index(q->site->root, q->site->rel, index, q->predicate);
	LookedUp looked = lookup_of(q->site, index, paths);
	int column = our_column(index, q->predicate);

	q->has_gin |= column >= 0;
	if (index->indpred != NIL && !index->predOK)
	{
		if (looked.served)
			add_refusal(q, index,
						psprintf("the query does not say that the condition of the index holds: %s",
								 site_text(q->site, make_ands_explicit(index->indpred))));
	}
	else if (looked.served)
		add_served(q, index, column, &looked);
	else if (index->indpred != NIL && !list_member_ptr(index->indrestrictinfo, q->predicate->rinfo) &&
			 q->predicate->source == PREDICATE_OWN)
	{
		q->served = true;
		add_row(q, (Advice){.served = true,
							.looked_up = true,
							.index = index->indexoid,
							.reason = "the index has no other rows"});
	}
	else if (column >= 0)
	{
		char *reason = paths != NIL ? reason_of_lookup(&looked) : NULL;

		if (reason == NULL)
			reason = reason_of_predicate(q->site, index, column, q->predicate);
		add_refusal(q, index, reason);
	}
}

/* ---- one predicate ---- */

/* Of a column without an index of ours. */
static void
ask_none(Asked *q)
{
	IndexOptInfo *index = consider_hypothetical(q->site->rel, GIN_AM_OID, (Expr *) q->predicate->doc);
	List *paths;
	LookedUp looked;
	char *reason;

	if (index == NULL)
		return;
	paths = consider_index(q->site->root, q->site->rel, index, q->predicate);
	looked = lookup_of(q->site, index, paths);
	reason = looked.served  ? "the column has no GIN index of documents"
			 : paths != NIL ? reason_of_lookup(&looked)
							: NULL;
	if (reason == NULL)
		reason = reason_of_predicate(q->site, index, 0, q->predicate);
	add_refusal(q, index, reason);
}

static void
ask_predicate(const AdviceSite *site, const Predicate *predicate)
{
	Asked q = {.site = site, .predicate = predicate};
	char *suggestion, *excluded = reason_of_schema(site, predicate);
	ListCell *cell;

	q.statement = site_text(site, predicate->rinfo->clause);
	if (excluded != NULL)
	{
		add_row(&q, (Advice){.reason = excluded});
		return;
	}
	foreach (cell, site->rel->indexlist)
		ask_index(&q, lfirst(cell));
	if (q.served)
		return;
	if (q.rows == NIL)
		ask_none(&q);
	suggestion = suggest_index(site, predicate, q.has_gin);
	foreach (cell, q.rows)
	{
		Advice row = *(Advice *) lfirst(cell);

		row.suggestion = suggestion;
		add_row(&q, row);
	}
}

/* ---- one table ---- */

/* A predicate on rows that are not those of a table. */
static void
ask_result(const AdviceSite *site, const Predicate *predicate, const RangeTblEntry *rte)
{
	Asked q = {.site = site, .predicate = predicate};

	q.statement = site_text(site, predicate->rinfo->clause);
	add_row(
		&q,
		(Advice){.reason = rte->security_barrier
							   ? "row security or a security barrier view must be evaluated first"
							   : "it is evaluated on the result of a subquery or function, not on a table"});
}

static void
ask_table(PlannerInfo *root, RelOptInfo *rel, const RangeTblEntry *rte)
{
	AdviceSite site = site_of(root, rel, current->path);
	ListCell *cell;

	foreach (cell, consider_predicates(root, rel))
		if (rte->rtekind == RTE_RELATION)
			ask_predicate(&site, lfirst(cell));
		else if (((Predicate *) lfirst(cell))->source == PREDICATE_OWN)
			ask_result(&site, lfirst(cell), rte);
}

void
collect_table(PlannerInfo *root, RelOptInfo *rel, RangeTblEntry *rte)
{
	MemoryContext old;

	if (current == NULL || root->glob->boundParams != current->params || rte->inh || IS_DUMMY_REL(rel))
		return;
	old = MemoryContextSwitchTo(current->cxt);
	ask_table(root, rel, rte);
	MemoryContextSwitchTo(old);
}

Collector *
collect_into(Collector *collector)
{
	Collector *before = current;

	current = collector;
	return before;
}

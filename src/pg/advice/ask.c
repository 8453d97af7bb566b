/*
 * ask.c -- a query is planned, to find out which of its predicates an index serves.
 *
 * It is parsed, rewritten and planned as EXPLAIN does, with the rights of the caller, and never executed.
 */
#include "postgres.h"
#include "executor/executor.h"
#include "fmgr.h"
#include "miscadmin.h"
#include "nodes/plannodes.h"
#include "parser/analyze.h"
#include "parser/parse_node.h"
#include "parser/parsetree.h"
#include "tcop/tcopprot.h"

#include "../server/compat.h"
#include "ask.h"

/* ---- the query ---- */

/* Positions in errors are those in the query, as in functions that execute queries. */
static void
query_context(void *arg)
{
	const char *query = arg;
	int position = geterrposition();

	if (position > 0)
	{
		errposition(0);
		internalerrposition(position);
		internalerrquery(query);
		if (query[strcspn(query, " \t\n\r\f")] == '\0')
			errhint("For advice about a table write bxml_index_advice('%s'::regclass).", query);
	}
	else
		errcontext("index advice for \"%s\"", query);
}

static RawStmt *
parse_one(const char *text)
{
	List *statements = pg_parse_query(text);

	if (list_length(statements) != 1)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("advice is given for one statement"),
						errdetail("The text has %d statements.", list_length(statements))));
	return linitial(statements);
}

/* Plan the query; rows go to the collector.  Returns the statements. */
static List *
plan(const char *text, ParamListInfo params)
{
	RawStmt *raw = parse_one(text);
	Oid *types = NULL;
	int n_types = 0;
	List *plans = NIL;
	ListCell *cell;

	foreach (cell, pg_analyze_and_rewrite_varparams(raw, text, &types, &n_types, NULL))
	{
		Query *query = lfirst(cell);
		PlannedStmt *statement;

		if (query->commandType == CMD_UTILITY)
			ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
							errmsg("advice is given for SELECT, INSERT, UPDATE, DELETE and MERGE")));
		statement = plan_query(query, text, CURSOR_OPT_PARALLEL_OK, params);
		check_permissions(statement);
		plans = lappend(plans, statement);
	}
	return plans;
}

/* ---- the plan ---- */

/* A scan of a table by an index. */
typedef struct UsedIndex
{
	Oid index;
	const char *alias; /* of the table in the query */
} UsedIndex;

typedef struct UsedIndexes
{
	const PlannedStmt *statement; /* being read */
	List *list;                   /* UsedIndex */
} UsedIndexes;

static void find_used(UsedIndexes *used, Plan *plan);

static void
find_all_used(UsedIndexes *used, List *plans)
{
	ListCell *cell;

	foreach (cell, plans)
		find_used(used, lfirst(cell));
}

static void
add_used(UsedIndexes *used, const Scan *scan, Oid index)
{
	UsedIndex *one = palloc(sizeof(UsedIndex));

	one->index = index;
	one->alias = rt_fetch(scan->scanrelid, used->statement->rtable)->eref->aliasname;
	used->list = lappend(used->list, one);
}

/* Add the indexes that a plan uses. */
static void
find_used(UsedIndexes *used, Plan *plan)
{
	if (plan == NULL)
		return;
	check_stack_depth();
	find_used(used, plan->lefttree);
	find_used(used, plan->righttree);
	switch (nodeTag(plan))
	{
		case T_IndexScan: add_used(used, (Scan *) plan, ((IndexScan *) plan)->indexid); break;
		case T_IndexOnlyScan: add_used(used, (Scan *) plan, ((IndexOnlyScan *) plan)->indexid); break;
		case T_BitmapIndexScan: add_used(used, (Scan *) plan, ((BitmapIndexScan *) plan)->indexid); break;
		case T_BitmapAnd: find_all_used(used, ((BitmapAnd *) plan)->bitmapplans); break;
		case T_BitmapOr: find_all_used(used, ((BitmapOr *) plan)->bitmapplans); break;
		case T_Append: find_all_used(used, ((Append *) plan)->appendplans); break;
		case T_MergeAppend: find_all_used(used, ((MergeAppend *) plan)->mergeplans); break;
		case T_SubqueryScan: find_used(used, ((SubqueryScan *) plan)->subplan); break;
		case T_CustomScan: find_all_used(used, ((CustomScan *) plan)->custom_plans); break;
		default: break;
	}
}

static List *
used_by(List *statements)
{
	UsedIndexes used = {NULL, NIL};
	ListCell *cell;

	foreach (cell, statements)
	{
		used.statement = lfirst(cell);
		find_used(&used, used.statement->planTree);
		find_all_used(&used, used.statement->subplans);
	}
	return used.list;
}

static bool
is_used(List *used, const Advice *row)
{
	ListCell *cell;

	foreach (cell, used)
	{
		const UsedIndex *one = lfirst(cell);

		if (one->index == row->index && strcmp(one->alias, row->alias) == 0)
			return row->looked_up;
	}
	return false;
}

/* ---- the answer ---- */

List *
ask_query(const char *query, const char *path)
{
	Collector collector = {makeParamList(0), CurrentMemoryContext, path, NIL};
	ErrorContextCallback context = {error_context_stack, query_context, (void *) query};
	Collector *before = collect_into(&collector);
	List *statements = NIL, *used;
	ListCell *cell;

	PG_TRY();
	{
		error_context_stack = &context;
		statements = plan(query, collector.params);
		error_context_stack = context.previous;
	}
	PG_FINALLY();
	{
		collect_into(before);
	}
	PG_END_TRY();
	used = used_by(statements);
	foreach (cell, collector.rows)
	{
		Advice *row = lfirst(cell);

		row->used = is_used(used, row);
		if (row->reason == NULL && row->served && !row->used)
			row->reason = "the planner takes another plan to be cheaper";
	}
	return collector.rows;
}

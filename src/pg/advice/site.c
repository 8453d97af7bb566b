/*
 * site.c -- a table of a query that is planned: its expressions as text.
 */
#include "postgres.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "nodes/plannodes.h"
#include "optimizer/clauses.h"
#include "optimizer/optimizer.h"
#include "parser/parsetree.h"
#include "rewrite/rewriteManip.h"
#include "utils/guc.h"
#include "utils/lsyscache.h"
#include "utils/ruleutils.h"

#include "site.h"

/* The names of a query, for deparse_expression.  An empty plan is where subplans are looked for. */
static List *
query_context(const Query *query)
{
	PlannedStmt *statement = makeNode(PlannedStmt);
	Bitmapset *all = NULL;

	for (int i = 1; i <= list_length(query->rtable); i++)
		all = bms_add_member(all, i);
	statement->rtable = query->rtable;
	return set_deparse_context_plan(
		deparse_context_for_plan_tree(statement, select_rtable_names_for_explain(query->rtable, all)),
		(Plan *) makeNode(Result), NIL);
}

AdviceSite
site_of(PlannerInfo *root, RelOptInfo *rel, const char *path)
{
	const RangeTblEntry *table = planner_rt_fetch(rel->relid, root);

	return (AdviceSite){
		.root = root,
		.rel = rel,
		.table = table->rtekind == RTE_RELATION ? table->relid : InvalidOid,
		.alias = table->eref->aliasname,
		.context = query_context(root->parse),
		.path = path,
		.prefix = list_length(root->parse->rtable) > 1,
	};
}

/* Without what only the planner knows. */
static Node *
plain_expression(Node *expr, void *arg)
{
	if (expr == NULL)
		return NULL;
	if (IsA(expr, PlaceHolderVar))
		return plain_expression((Node *) ((PlaceHolderVar *) expr)->phexpr, arg);
	return expression_tree_mutator(expr, plain_expression, arg);
}

/* The search_path by which the planner finds names may be another one. */
static char *
deparse(const AdviceSite *site, Node *expr, List *context, bool prefix)
{
	int level = NewGUCNestLevel();
	char *text;

	(void) set_config_option("search_path", site->path, PGC_USERSET, PGC_S_SESSION, GUC_ACTION_SAVE, true, 0,
							 false);
	text = deparse_expression(expr, context, prefix, false);
	AtEOXact_GUC(false, level);
	return text;
}

char *
site_text(const AdviceSite *site, const void *expr)
{
	return deparse(site, plain_expression((Node *) expr, NULL), site->context, site->prefix);
}

char *
site_column_text(const AdviceSite *site, const void *expr)
{
	Node *copy = plain_expression((Node *) expr, NULL);

	ChangeVarNodes(copy, (int) site->rel->relid, 1, 0);
	return deparse(site, copy, deparse_context_for(get_rel_name(site->table), site->table), false);
}

static bool
is_foreign(Node *expr, void *arg)
{
	if (expr == NULL)
		return false;
	if (IsA(expr, Param) || IsA(expr, SubPlan) || IsA(expr, AlternativeSubPlan))
		return true;
	return expression_tree_walker(expr, is_foreign, arg);
}

bool
site_indexable(const AdviceSite *site, const void *expr)
{
	Node *node = (Node *) expr;

	return bms_equal(pull_varnos(site->root, node), site->rel->relids) && !is_foreign(node, NULL) &&
		   !contain_mutable_functions(node);
}

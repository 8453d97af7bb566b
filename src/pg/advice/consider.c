/*
 * consider.c -- would the planner use an index for a predicate?
 */
#include "postgres.h"
#include "access/stratnum.h"
#include "catalog/pg_am_d.h"
#include "catalog/pg_opclass.h"
#include "commands/defrem.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"
#include "optimizer/paths.h"
#include "optimizer/restrictinfo.h"
#include "utils/lsyscache.h"

#include "../index/family.h"
#include "../index/paths.h"
#include "../server/compat.h"
#include "../server/own.h"
#include "consider.h"

extern Datum bxml_in(PG_FUNCTION_ARGS);

/* ---- predicates ---- */

bool
consider_is_document(Oid type)
{
	return own_type(type, bxml_in);
}

Var *
consider_document(Node *expr, Index relid)
{
	ListCell *cell;

	foreach (cell, pull_var_clause(expr, PVC_RECURSE_AGGREGATES | PVC_RECURSE_WINDOWFUNCS |
											 PVC_RECURSE_PLACEHOLDERS))
	{
		Var *var = lfirst(cell);

		if (var->varno == (int) relid && var->varattno > 0 && consider_is_document(var->vartype))
			return var;
	}
	return NULL;
}

static List *
add_predicate(List *list, RelOptInfo *rel, RestrictInfo *rinfo, PredicateSource source)
{
	Var *doc = consider_document((Node *) rinfo->clause, rel->relid);
	Predicate *predicate;

	if (doc == NULL || rinfo->pseudoconstant)
		return list;
	predicate = palloc(sizeof(Predicate));
	*predicate = (Predicate){rinfo, source, doc};
	return lappend(list, predicate);
}

/* Has a member of an equivalence a document of the table in it? */
static bool
has_document(PlannerInfo *root, RelOptInfo *rel, EquivalenceClass *ec, EquivalenceMember *em, void *arg)
{
	return consider_document((Node *) em->em_expr, rel->relid) != NULL;
}

List *
consider_predicates(PlannerInfo *root, RelOptInfo *rel)
{
	List *list = NIL;
	ListCell *cell;

	foreach (cell, rel->baserestrictinfo)
		list = add_predicate(list, rel, lfirst(cell), PREDICATE_OWN);
	foreach (cell, rel->joininfo)
		if (join_clause_is_movable_to(lfirst(cell), rel))
			list = add_predicate(list, rel, lfirst(cell), PREDICATE_JOIN);
	if (rel->has_eclass_joins)
		foreach (cell, generate_implied_equalities_for_column(root, rel, has_document, NULL,
															  rel->lateral_referencers))
			list = add_predicate(list, rel, lfirst(cell), PREDICATE_EQUAL);
	return list;
}

/* ---- asking the planner ---- */

/* Costs by which a path with conditions is always kept. */
static void
made_up_cost(PlannerInfo *root, IndexPath *path, double loop_count, Cost *startup, Cost *total,
			 Selectivity *selectivity, double *correlation, double *pages)
{
	bool useful = path->indexclauses != NIL;

	*startup = 0;
	*total = useful ? 0 : 1e9;
	*selectivity = useful ? 0 : 1;
	*correlation = 0;
	*pages = 1;
}

/* A table that has nothing but an index and clauses. */
static RelOptInfo *
bare_table(const RelOptInfo *rel, const IndexOptInfo *index)
{
	RelOptInfo *bare = palloc(sizeof(RelOptInfo));
	IndexOptInfo *copy = palloc(sizeof(IndexOptInfo));

	*bare = *rel;
	*copy = *index;
	bare->pathlist = bare->partial_pathlist = bare->ppilist = NIL;
	bare->consider_parallel = false;
	bare->indexlist = list_make1(copy);
	copy->rel = bare;
	return bare;
}

static List *
paths_of(PlannerInfo *root, RelOptInfo *bare)
{
	create_index_paths(root, bare);
	index_paths_offer(root, bare);
	return bare->pathlist;
}

List *
consider_index(PlannerInfo *root, RelOptInfo *rel, const IndexOptInfo *index, const Predicate *predicate)
{
	RelOptInfo *bare = bare_table(rel, index);
	IndexOptInfo *copy = linitial(bare->indexlist);
	List *one = list_make1(predicate->rinfo);

	bare->baserestrictinfo = copy->indrestrictinfo = predicate->source == PREDICATE_OWN ? one : NIL;
	bare->joininfo = predicate->source == PREDICATE_JOIN ? one : NIL;
	bare->has_eclass_joins = predicate->source == PREDICATE_EQUAL;
	copy->amcostestimate = made_up_cost;
	/* whether the query implies the condition of a partial index is another question */
	copy->indpred = NIL;
	return paths_of(root, bare);
}

List *
consider_all(PlannerInfo *root, RelOptInfo *rel, const IndexOptInfo *index)
{
	return paths_of(root, bare_table(rel, index));
}

/* Add the conditions in a path to a list. */
static List *
add_clauses(List *clauses, Path *path)
{
	ListCell *cell;

	switch (nodeTag(path))
	{
		case T_IndexPath: return list_concat(clauses, ((IndexPath *) path)->indexclauses);
		case T_BitmapHeapPath: return add_clauses(clauses, ((BitmapHeapPath *) path)->bitmapqual);
		case T_BitmapAndPath:
			foreach (cell, ((BitmapAndPath *) path)->bitmapquals)
				clauses = add_clauses(clauses, lfirst(cell));
			return clauses;
		case T_BitmapOrPath:
			foreach (cell, ((BitmapOrPath *) path)->bitmapquals)
				clauses = add_clauses(clauses, lfirst(cell));
			return clauses;
		default: return clauses;
	}
}

List *
consider_clauses(List *paths)
{
	List *clauses = NIL;
	ListCell *cell;

	foreach (cell, paths)
		clauses = add_clauses(clauses, lfirst(cell));
	return clauses;
}

/* ---- indexes that do not exist ---- */

/* What the planner asks of the access method, which is GIN, btree or hash. */
static void
fill_method(IndexOptInfo *index, Oid am)
{
	bool is_btree = am == BTREE_AM_OID;

	index->relam = am;
	index->amoptionalkey = am != HASH_AM_OID;
	index->amsearcharray = is_btree;
	index->amsearchnulls = is_btree;
	index->amhasgettuple = am != GIN_AM_OID;
	index->amhasgetbitmap = true;
	index->amcostestimate = made_up_cost;
}

static Oid *
one_oid(Oid oid)
{
	Oid *oids = palloc(sizeof(Oid));

	*oids = oid;
	return oids;
}

IndexOptInfo *
consider_hypothetical(RelOptInfo *rel, Oid am, Expr *column)
{
	IndexOptInfo *index = makeNode(IndexOptInfo);
	bool plain = IsA(column, Var);
	Oid class = GetDefaultOpClass(getBaseType(exprType((Node *) column)), am);

	if (!OidIsValid(class))
		return NULL;
	index->rel = rel;
	index->pages = 1;
	index->tuples = rel->tuples;
	index->ncolumns = index->nkeycolumns = 1;
	index->indexkeys = palloc0(sizeof(int));
	if (plain)
		index->indexkeys[0] = ((Var *) column)->varattno;
	else
		index->indexprs = list_make1(column);
	index->indexcollations = one_oid(am == GIN_AM_OID ? InvalidOid : exprCollation((Node *) column));
	index->opfamily = one_oid(get_opclass_family(class));
	index->opcintype = one_oid(get_opclass_input_type(class));
	index->canreturn = palloc0(sizeof(bool));
	index->indextlist = list_make1(makeTargetEntry(column, 1, NULL, false));
	index->immediate = true;
	index->hypothetical = true;
	fill_method(index, am);
	return index;
}

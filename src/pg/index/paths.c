/*
 * paths.c -- offering index scans for comparisons of typed values.
 *
 * The server matches operators of a family and, by support functions, our own functions.  A comparison such as
 * "doc ->> '/a/@id' = $1" belongs to text: nobody is asked about it.  So a hook looks at the clauses of each table that
 * has a GIN index of ours.  Where one of them can be an index condition that the server does not know, it offers a
 * bitmap scan with the conditions on the index, those that the server knows as well, as far as they are worth it
 * (choice.h).  Clauses with values of other tables, as they are written or as they follow from equalities, give scans
 * for the inner side of nested loops.
 */
#include "postgres.h"
#include "catalog/pg_am_d.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/cost.h"
#include "optimizer/optimizer.h"
#include "optimizer/pathnode.h"
#include "optimizer/paths.h"
#include "optimizer/restrictinfo.h"
#include "utils/lsyscache.h"

#include "choice.h"
#include "condition.h"
#include "family.h"
#include "paths.h"

/* Sets of other tables tried per index. */
#define OUTER_SETS_MAX 10

/* A clause and what it says. */
typedef struct FoundClause
{
	RestrictInfo *rinfo;
	IndexColumn column;
	Condition c;
	bool used; /* a bound that is part of a range */
} FoundClause;

/* What clauses say about one index. */
typedef struct IndexSearch
{
	PlannerInfo *root;
	RelOptInfo *rel;
	IndexOptInfo *index;
	List *found; /* FoundClause */
	Path *path;  /* the bitmap of the table's own clauses, if there is one that the server does not find */
} IndexSearch;

/* ---- finding ---- */

/* Any condition that the server would find as well, on a column of another class. */
static bool
plain_condition(const IndexColumn *at, Expr *clause, Condition *c)
{
	List *args = IsA(clause, OpExpr) ? ((OpExpr *) clause)->args : NIL;

	*c = (Condition){.clause = clause, .known = true};
	return list_length(args) == 2 && match_index_to_operand(linitial(args), at->column, at->index) &&
		   op_in_opfamily(((OpExpr *) clause)->opno, at->index->opfamily[at->column]) &&
		   is_pseudo_constant_for_index(at->root, lsecond(args), at->index);
}

static void
find_in(IndexSearch *s, RestrictInfo *rinfo)
{
	if (rinfo->pseudoconstant || !restriction_is_securely_promotable(rinfo, s->rel))
		return;
	for (int i = 0; i < s->index->nkeycolumns; i++)
	{
		FoundClause found = {.rinfo = rinfo, .column = {s->root, s->index, i}};
		bool is = family_column(s->index, i) ? condition_of(&found.column, rinfo->clause, &found.c)
											 : plain_condition(&found.column, rinfo->clause, &found.c);

		if (is)
		{
			FoundClause *copy = palloc(sizeof(FoundClause));

			*copy = found;
			s->found = lappend(s->found, copy);
			return;
		}
	}
}

static void
find_all(IndexSearch *s, List *clauses)
{
	ListCell *cell;

	foreach (cell, clauses)
		find_in(s, lfirst(cell));
}

/* ---- conditions on the index ---- */

static IndexClause *
index_clause(IndexSearch *s, const FoundClause *found, Expr *condition)
{
	IndexClause *clause = makeNode(IndexClause);

	clause->rinfo = found->rinfo;
	clause->indexquals = list_make1(
		condition == found->rinfo->clause ? found->rinfo : make_simple_restrictinfo(s->root, condition));
	clause->lossy = found->c.lossy;
	clause->indexcol = found->column.column;
	return clause;
}

static FoundClause *
other_bound(List *found, const FoundClause *one)
{
	ListCell *cell;

	foreach (cell, found)
	{
		FoundClause *other = lfirst(cell);

		if (!other->used && other->column.column == one->column.column &&
			condition_is_range(&one->c, &other->c))
			return other;
	}
	return NULL;
}

static IndexCandidate *
candidate_of(IndexClause *clause, const FoundClause *one, const FoundClause *other)
{
	IndexCandidate *candidate = palloc0(sizeof(IndexCandidate));

	candidate->clause = clause;
	candidate->value = one != NULL ? (Node *) one->c.call : NULL;
	candidate->other = other != NULL ? other->rinfo : NULL;
	return candidate;
}

/* The conditions of what was found that are looked up; NIL if the server knows all conditions. */
static List *
index_clauses(IndexSearch *s, List *found)
{
	List *candidates = NIL;
	bool new = false;
	ListCell *cell;

	foreach (cell, found)
		((FoundClause *) lfirst(cell))->used = false;
	foreach (cell, found)
	{
		FoundClause *one = lfirst(cell), *other = NULL;
		Expr *condition = one->c.clause;

		if (one->used)
			continue;
		if (condition == NULL)
		{
			other = other_bound(found, one);
			condition = condition_make(&one->column, &one->c, other != NULL ? &other->c : NULL);
			if (condition == NULL)
				continue;
			if (other != NULL)
				other->used = true;
		}
		new |= !one->c.known;
		candidates = lappend(candidates, candidate_of(index_clause(s, one, condition), one, other));
	}
	return new ? choice_of(s->root, s->index, candidates) : NIL;
}

/* ---- paths ---- */

/* How often the inner side of a nested loop with these tables is scanned, as the server estimates it. */
static double
loop_count(PlannerInfo *root, Relids outer)
{
	double count = 0;
	int x = -1;

	while ((x = bms_next_member(outer, x)) >= 0)
	{
		RelOptInfo *rel = x < root->simple_rel_array_size ? root->simple_rel_array[x] : NULL;

		if (rel != NULL && !IS_DUMMY_REL(rel) && (count == 0 || rel->rows < count))
			count = rel->rows;
	}
	return Max(count, 1);
}

static IndexPath *
index_path(IndexSearch *s, List *clauses, Relids outer)
{
	return create_index_path(s->root, s->index, clauses, NIL, NIL, NIL, ForwardScanDirection, false, outer,
							 loop_count(s->root, outer), false);
}

static void
add_bitmap(PlannerInfo *root, RelOptInfo *rel, Path *bitmap, Relids outer)
{
	add_path(rel, (Path *) create_bitmap_heap_path(root, rel, bitmap, outer, loop_count(root, outer), 0));
	if (bms_is_empty(outer) && rel->consider_parallel)
		create_partial_bitmap_paths(root, rel, bitmap);
}

/* The other tables that the values of conditions come from. */
static Relids
clauses_outer(const IndexSearch *s, List *clauses)
{
	Relids outer = bms_copy(s->rel->lateral_relids);
	ListCell *cell;

	foreach (cell, clauses)
		outer = bms_add_members(outer, ((IndexClause *) lfirst(cell))->rinfo->clause_relids);
	return bms_del_member(outer, s->rel->relid);
}

/* ---- clauses with values of other tables ---- */

static bool
is_member(PlannerInfo *root, RelOptInfo *rel, EquivalenceClass *ec, EquivalenceMember *em, void *arg)
{
	return condition_is_call((const IndexColumn *) arg, em->em_expr);
}

static void
find_joins(IndexSearch *s)
{
	ListCell *cell;

	foreach (cell, s->rel->joininfo)
	{
		RestrictInfo *rinfo = lfirst(cell);

		if (join_clause_is_movable_to(rinfo, s->rel))
			find_in(s, rinfo);
	}
	for (int i = 0; s->rel->has_eclass_joins && i < s->index->nkeycolumns; i++)
	{
		IndexColumn column = {s->root, s->index, i};

		if (family_column(s->index, i))
			find_all(s, generate_implied_equalities_for_column(s->root, s->rel, is_member, &column,
															   s->rel->lateral_referencers));
	}
}

static Relids
outer_of(const IndexSearch *s, const FoundClause *found)
{
	return bms_del_member(bms_union(found->rinfo->clause_relids, s->rel->lateral_relids), s->rel->relid);
}

/* A scan with all conditions whose values come from these tables. */
static void
offer_outer(IndexSearch *s, Relids outer)
{
	List *found = NIL, *clauses;
	ListCell *cell;

	foreach (cell, s->found)
	{
		FoundClause *one = lfirst(cell);

		if (bms_is_subset(outer_of(s, one), outer))
			found = lappend(found, one);
	}
	clauses = index_clauses(s, found);
	if (clauses != NIL && bms_equal(clauses_outer(s, clauses), outer))
		add_bitmap(s->root, s->rel, (Path *) index_path(s, clauses, outer), outer);
}

/* ---- the server's paths ---- */

/* The conditions to be looked up instead of those of a path with this index; NIL if they are the same. */
static List *
better_clauses(const IndexSearch *s, const Path *path)
{
	const IndexPath *scan = (const IndexPath *) ((const BitmapHeapPath *) path)->bitmapqual;
	List *candidates = NIL, *best;
	ListCell *cell;

	if (!IsA(path, BitmapHeapPath) || !IsA(scan, IndexPath) || scan->indexinfo != s->index)
		return NIL;
	foreach (cell, scan->indexclauses)
		candidates = lappend(candidates, candidate_of(lfirst(cell), NULL, NULL));
	best = choice_of(s->root, s->index, candidates);
	if (list_length(best) == list_length(scan->indexclauses) &&
		list_difference_ptr(best, scan->indexclauses) == NIL)
		return NIL;
	return best;
}

/* The server uses all conditions that it knows: scans with those of the best class take the place of its own. */
static void
replace_paths(IndexSearch *s)
{
	List *better = NIL;
	ListCell *cell;

	foreach (cell, s->rel->partial_pathlist)
		if (better_clauses(s, lfirst(cell)) != NIL)
			s->rel->partial_pathlist = foreach_delete_current(s->rel->partial_pathlist, cell);
	foreach (cell, s->rel->pathlist)
	{
		List *clauses = better_clauses(s, lfirst(cell));

		if (clauses == NIL)
			continue;
		if (bms_equal(clauses_outer(s, clauses), PATH_REQ_OUTER((Path *) lfirst(cell))))
			better = lappend(better, clauses);
		s->rel->pathlist = foreach_delete_current(s->rel->pathlist, cell);
	}
	foreach (cell, better)
	{
		Relids outer = clauses_outer(s, lfirst(cell));

		if (bms_is_empty(outer))
			outer = NULL;
		add_bitmap(s->root, s->rel, (Path *) index_path(s, lfirst(cell), outer), outer);
	}
}

/* ---- OR ---- */

/* The conditions of an arm of an OR on the first index that serves it, as a bitmap; NULL if none does. */
static Path *
arm_path(List *searches, Node *arm, bool *new)
{
	List *clauses = is_andclause(arm) ? ((BoolExpr *) arm)->args : list_make1(arm);
	ListCell *cell, *one;

	foreach (cell, searches)
	{
		IndexSearch s = *(IndexSearch *) lfirst(cell);
		List *conditions;

		s.found = NIL;
		foreach (one, clauses)
			if (IsA(lfirst(one), RestrictInfo))
				find_in(&s, lfirst(one));
		conditions = index_clauses(&s, s.found);
		if (conditions != NIL)
			*new = true;
		else
			foreach (one, s.found)
				conditions = lappend(conditions,
									 index_clause(&s, lfirst(one), ((FoundClause *) lfirst(one))->c.clause));
		if (conditions != NIL)
			return (Path *) index_path(&s, conditions, NULL);
	}
	return NULL;
}

static Path *
or_path(List *searches, RestrictInfo *rinfo)
{
	const IndexSearch *any = linitial(searches);
	List *arms = NIL;
	bool new = false;
	ListCell *cell;

	foreach (cell, ((BoolExpr *) rinfo->orclause)->args)
	{
		Path *arm = arm_path(searches, lfirst(cell), &new);

		if (arm == NULL)
			return NULL;
		arms = lappend(arms, arm);
	}
	return new ? (Path *) create_bitmap_or_path(any->root, any->rel, arms) : NULL;
}

/* Scans for each OR, alone and together with the conditions of an index. */
static void
offer_ors(PlannerInfo *root, RelOptInfo *rel, List *searches)
{
	ListCell *cell, *other;

	foreach (cell, rel->baserestrictinfo)
	{
		RestrictInfo *rinfo = lfirst(cell);
		Path *path;

		if (!restriction_is_or_clause(rinfo) || !restriction_is_securely_promotable(rinfo, rel))
			continue;
		path = or_path(searches, rinfo);
		if (path == NULL)
			continue;
		add_bitmap(root, rel, path, NULL);
		foreach (other, searches)
		{
			Path *own = ((IndexSearch *) lfirst(other))->path;

			if (own != NULL)
				add_bitmap(root, rel, (Path *) create_bitmap_and_path(root, rel, list_make2(own, path)),
						   NULL);
		}
	}
}

/* ---- the hook ---- */

/* Scans of one index. */
static void
offer_index(IndexSearch *s)
{
	List *clauses, *sets = NIL;
	ListCell *cell, *set;

	find_all(s, s->rel->baserestrictinfo);
	clauses = bms_is_empty(s->rel->lateral_relids) ? index_clauses(s, s->found) : NIL;
	if (clauses != NIL)
	{
		s->path = (Path *) index_path(s, clauses, NULL);
		add_bitmap(s->root, s->rel, s->path, NULL);
	}
	find_joins(s);
	foreach (cell, s->found)
	{
		Relids outer = outer_of(s, lfirst(cell));
		bool seen = bms_is_empty(outer) || list_length(sets) >= OUTER_SETS_MAX;

		foreach (set, sets)
			seen |= bms_equal(outer, lfirst(set));
		if (seen)
			continue;
		sets = lappend(sets, outer);
		offer_outer(s, outer);
	}
}

/* A GIN index that may be used and has a column of ours. */
static bool
is_ours(const IndexOptInfo *index)
{
	if (index->relam != GIN_AM_OID || (index->indpred != NIL && !index->predOK))
		return false;
	for (int i = 0; i < index->nkeycolumns; i++)
		if (family_column(index, i))
			return true;
	return false;
}

void
index_paths_offer(PlannerInfo *root, RelOptInfo *rel)
{
	List *searches = NIL;
	ListCell *cell;

	foreach (cell, rel->indexlist)
	{
		IndexSearch *s;

		if (!is_ours(lfirst(cell)))
			continue;
		s = palloc0(sizeof(IndexSearch));
		s->root = root;
		s->rel = rel;
		s->index = lfirst(cell);
		replace_paths(s);
		offer_index(s);
		searches = lappend(searches, s);
	}
	if (searches != NIL && bms_is_empty(rel->lateral_relids))
		offer_ors(root, rel, searches);
}

void
index_paths_offer_table(PlannerInfo *root, RelOptInfo *rel, RangeTblEntry *rte)
{
	if (rte->rtekind == RTE_RELATION && !rte->inh && !IS_DUMMY_REL(rel))
		index_paths_offer(root, rel);
}

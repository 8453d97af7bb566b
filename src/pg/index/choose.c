/*
 * choose.c -- which conditions are looked up in an index, by the statistics of its column.
 *
 * An index collects all rows of each condition before it compares them (rank.h).  So the condition of the fewest
 * documents is looked up, and of the others those that leave out more documents, which would have to be fetched, than
 * they have, which have to be collected.  A path that joins conditions by "and" is taken apart for that: the condition
 * on the index has only the parts that are looked up, and so is necessary; the whole path is evaluated on what was
 * found.
 */
#include "postgres.h"
#include "catalog/pg_type_d.h"
#include "fmgr.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/cost.h"
#include "optimizer/optimizer.h"
#include "optimizer/restrictinfo.h"
#include "utils/lsyscache.h"

#include "../../core/xpath/syntax/xp_ast.h"
#include "../planner/selectivity.h"
#include "../query/path.h"
#include "../query/path_terms.h"
#include "../server/compat.h"
#include "../server/errors.h"
#include "../server/own.h"
#include "choose.h"
#include "family.h"
#include "rank.h"
#include "serves.h"

extern Datum bxml_contains(PG_FUNCTION_ARGS);
extern Datum bxml_test(PG_FUNCTION_ARGS);

/* A condition that is looked up or not. */
typedef struct LookupPart
{
	IndexClause *clause;
	const XpTermsNode *node; /* NULL: the whole clause */
	double share;
	bool chosen;
} LookupPart;

/* A clause whose path is known, with its terms. */
typedef struct Known
{
	PathTerms terms;
	struct Known *next;
} Known;

typedef struct Choice
{
	PlannerInfo *root;
	IndexOptInfo *index;
	LookupPart *parts;
	int n;
	Known *known;
} Choice;

/* ---- parts ---- */

static const OpExpr *
condition_op(const IndexClause *clause)
{
	const RestrictInfo *condition = linitial(clause->indexquals);

	return (const OpExpr *) condition->clause;
}

static bool
asks_truth(const OpExpr *op)
{
	return own_address(get_opcode(op->opno)) == bxml_test;
}

static void
add_part(Choice *c, IndexClause *clause, const XpTermsNode *node, double share)
{
	c->parts[c->n++] = (LookupPart){clause, node, share, false};
}

/* The parts of a path that is known; false when it cannot be taken apart. */
static bool
add_parts(Choice *c, const ColumnStats *column, IndexClause *clause, Const *path)
{
	const BxIndexOptions *options = serves_options(c->index, clause->indexcol);
	Known *known = palloc(sizeof(Known));
	const XpTermsNode *node;

	family_terms(own_address(get_opcode(condition_op(clause)->opno)), path->constvalue, &known->terms);
	known->next = c->known;
	c->known = known;
	node = known->terms.terms.root;
	if (node->kind != XP_TERMS_AND)
		return false;
	c->parts = repalloc(c->parts, (c->n + node->n + 1) * sizeof(LookupPart));
	for (const XpTermsNode *const *kid = node->kids; kid < node->kids + node->n; kid++)
		if (serves_tree(options, *kid, &known->terms.arena))
			add_part(c, clause, *kid, bx_estimate_share(&column->estimate, *kid));
	return true;
}

/* The share of documents that contain a value. */
static double
pattern_share(const ColumnStats *column, Node *value)
{
	const Const *pattern = (const Const *) value;
	double share = BX_ESTIMATE_EQUAL;

	if (IsA(value, Const) && !pattern->constisnull)
	{
		PathTerms t;

		path_terms_read_pattern(&t, pattern->constvalue);
		share = bx_estimate_share(&column->estimate, t.terms.root);
		bx_arena_reset(&t.arena);
	}
	return share;
}

/* Another class of the index has its own statistics, and nothing to choose from. */
static bool
add_clause(Choice *c, IndexClause *clause)
{
	const OpExpr *op = condition_op(clause);
	Node *path = lsecond(op->args);
	ColumnStats column;
	bool known;

	c->parts = repalloc(c->parts, (c->n + 1) * sizeof(LookupPart));
	if (!family_column(c->index, clause->indexcol))
	{
		add_part(c, clause, NULL, -1);
		return true;
	}
	column_stats_open(&column, c->root, linitial(op->args), get_opcode(op->opno));
	known = column.estimate.summary != NULL;
	if (known && own_address(get_opcode(op->opno)) == bxml_contains)
		add_part(c, clause, NULL, pattern_share(&column, path));
	else if (known && (!IsA(path, Const) || ((Const *) path)->constisnull ||
					   !add_parts(c, &column, clause, (Const *) path)))
		add_part(c, clause, NULL,
				 selectivity_of(c->root, linitial(op->args), path,
								asks_truth(op) ? XP_TERMS_TEST : XP_TERMS_EXISTS, get_opcode(op->opno)));
	column_stats_close(&column);
	return known;
}

/* ---- the choice ---- */

static int
compare_parts(const void *a, const void *b)
{
	double x = ((const LookupPart *) a)->share, y = ((const LookupPart *) b)->share;

	return (x > y) - (x < y);
}

bool
choose_is_worth(const RelOptInfo *rel, double share, double rows)
{
	double row = seq_page_cost + cpu_tuple_cost + rel->baserestrictcost.per_tuple;
	double key = 2 * cpu_index_tuple_cost; /* collecting a row and comparing it with those of the others */

	return share * rel->tuples * key < (1 - share) * rows * row;
}

/* Those of other classes come first, and are all taken. */
static void
choose(Choice *c)
{
	double left = 1;
	bool first = true;

	qsort(c->parts, c->n, sizeof(LookupPart), compare_parts);
	for (int i = 0; i < c->n; i++)
	{
		LookupPart *part = &c->parts[i];

		part->chosen = part->share < 0 || first ||
					   choose_is_worth(c->index->rel, part->share, left * c->index->rel->tuples);
		if (part->share < 0 || !part->chosen)
			continue;
		left *= part->share;
		first = false;
	}
}

/* ---- conditions ---- */

/* "column @@ path", where the path says what the part does; NULL if it cannot be written. */
static Expr *
part_condition(const Choice *c, const LookupPart *part)
{
	const OpExpr *op = condition_op(part->clause);
	const Const *path = lsecond(op->args);
	Oid opno = family_operator(c->index, part->clause->indexcol, path->consttype, STRATEGY_TEST);
	Expr *made = NULL;
	PgHost host;
	BxArena arena;
	XpBlock *block;
	BxError err;
	BxBuf text;

	bx_error_clear(&err);
	bx_arena_init(&arena, host_here(&host));
	bx_buf_init(&text, &host.host);
	if (OidIsValid(opno) && xp_terms_put_path(part->node, &text, &err) == BX_OK)
	{
		error_check(xp_compile((const char *) text.data, text.len, 0, &arena, &block, &err), &err);
		made = make_opclause(opno, BOOLOID, false, copyObject(linitial(op->args)),
							 (Expr *) makeConst(path->consttype, -1, InvalidOid, -1,
												PointerGetDatum(path_datum(block)), false, false),
							 InvalidOid, InvalidOid);
	}
	bx_buf_free(&text);
	bx_arena_reset(&arena);
	return made;
}

/* The clause with the parts that were chosen: itself when these are all and of one class; NULL when none was. */
static IndexClause *
chosen_clause(const Choice *c, IndexClause *clause)
{
	IndexClause *copy;
	List *conditions = NIL;
	bool whole = true, any = false;
	Rank rank = 0;

	for (int i = 0; i < c->n; i++)
	{
		const LookupPart *part = &c->parts[i];
		Expr *made;

		if (part->clause != clause)
			continue;
		whole &= part->chosen && (part->node == NULL || rank == 0 || rank == rank_of_tree(part->node));
		any |= part->chosen;
		if (part->node == NULL || !part->chosen)
			continue;
		rank = rank_of_tree(part->node);
		made = part_condition(c, part);
		if (made == NULL)
			return clause;
		conditions = lappend(conditions, make_simple_restrictinfo(c->root, made));
	}
	if (whole || !any || conditions == NIL)
		return any ? clause : NULL;
	copy = makeNode(IndexClause);
	*copy = *clause;
	copy->indexquals = conditions;
	copy->lossy = true;
	return copy;
}

static List *
chosen_clauses(const Choice *c, List *clauses)
{
	List *chosen = NIL;
	bool same = true;
	ListCell *cell;

	foreach (cell, clauses)
	{
		IndexClause *clause = chosen_clause(c, lfirst(cell));

		same &= clause == lfirst(cell);
		if (clause != NULL)
			chosen = lappend(chosen, clause);
	}
	return same ? clauses : chosen;
}

List *
choose_clauses(PlannerInfo *root, IndexOptInfo *index, List *clauses)
{
	Choice c = {.root = root, .index = index, .parts = palloc(sizeof(LookupPart))};
	List *chosen = clauses;
	ListCell *cell;

	foreach (cell, clauses)
		if (chosen != NIL && !add_clause(&c, lfirst(cell)))
			chosen = NIL;
	if (chosen != NIL && c.n > 0)
	{
		choose(&c);
		chosen = chosen_clauses(&c, clauses);
	}
	for (; c.known != NULL; c.known = c.known->next)
		bx_arena_reset(&c.known->terms.arena);
	return chosen;
}

/*
 * value_stats.c -- the planner's statistics of expressions such as doc ->> '/a/@id', from those of the column.
 *
 * The operators around such an expression belong to text, integer and so on, whose estimators look for statistics of
 * the expression.  They find them where an index on the expression would be.  So a hook gives every table, of whose
 * documents a query takes values, an index that has all these expressions and cannot be used for anything else (it
 * does not exist, and its predicate is never true); and another hook makes a row of statistics for it: most common
 * values, bounds and their number from those that ANALYZE found on the path.  Indexes that exist come first, and so do
 * extended statistics on the expression.
 */
#include "postgres.h"
#include <math.h>

#include "access/htup_details.h"
#include "access/table.h"
#include "catalog/pg_statistic.h"
#include "catalog/pg_type_d.h"
#include "mb/pg_wchar.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/appendinfo.h"
#include "miscadmin.h"
#include "optimizer/cost.h"
#include "optimizer/optimizer.h"
#include "optimizer/pathnode.h"
#include "optimizer/plancat.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/date.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/timestamp.h"
#include "utils/typcache.h"

#include "../query/path_terms.h"
#include "../server/compat.h"
#include "../server/utf8.h"
#include "asked_stats.h"
#include "column_stats.h"
#include "typed_call.h"
#include "value_stats.h"

/* Expressions of one table, at most. */
#define EXPRESSIONS_MAX 32
/* Bytes of a number as text that is looked at. */
#define DECIMAL_MAX 20
/* Texts of numbers in a histogram, about. */
#define TEXTS 300

/* ---- the index that does not exist ---- */

/* Which table's expressions are looked for. */
typedef struct CallSearch
{
	Index table;
	List *found;
} CallSearch;

/* Documents of the null-extended side of a join are as those of the table. */
static Node *
plain_copy(Node *expr, Var *doc)
{
	Oid function;

	if (!var_is_nulled(doc))
		return expr;
	expr = copyObject(expr);
	doc = linitial(typed_call_args((Expr *) expr, &function));
	var_forget_nulled(doc);
	return expr;
}

static bool
find_calls(Node *node, void *context)
{
	CallSearch *s = context;
	Const *path;
	Var *doc;

	if (node == NULL)
		return false;
	if (typed_call_parts(node, &doc, &path))
	{
		if (doc->varno == s->table && doc->varlevelsup == 0 && list_length(s->found) < EXPRESSIONS_MAX)
			s->found = list_append_unique(s->found, plain_copy(node, doc));
		return false;
	}
	return expression_tree_walker(node, find_calls, context);
}

/* Asked for where the clauses contradict each other, so that they imply the predicate as well. */
static void
no_cost(PlannerInfo *root, IndexPath *path, double loops, Cost *startup, Cost *total, Selectivity *share,
		double *correlation, double *pages)
{
	*startup = *total = disable_cost;
	*share = 1;
	*correlation = *pages = 0;
}

static void
offer_expressions(RelOptInfo *rel, List *found)
{
	IndexOptInfo *index = makeNode(IndexOptInfo);

	index->rel = rel;
	index->ncolumns = list_length(found);
	index->indexkeys = palloc0_array(int, index->ncolumns);
	index->indexprs = found;
	index->indpred = list_make1(makeBoolConst(false, false));
	index->hypothetical = true;
	index->amcostestimate = no_cost;
	rel->indexlist = lappend(rel->indexlist, index);
}

/* The expressions of a partition, or of a part of UNION ALL, are those of what it is a part of as well. */
static List *
expressions_of(PlannerInfo *root, Index table)
{
	AppendRelInfo *parent = root->append_rel_array != NULL ? root->append_rel_array[table] : NULL;
	CallSearch s = {.table = table};
	List *found;

	query_tree_walker(root->parse, find_calls, &s, QTW_IGNORE_RT_SUBQUERIES | QTW_IGNORE_CTE_SUBQUERIES);
	found = parent != NULL ? expressions_of(root, parent->parent_relid) : NIL;
	if (found != NIL)
		s.found =
			list_concat_unique(s.found, (List *) adjust_appendrel_attrs(root, (Node *) found, 1, &parent));
	return s.found;
}

void
value_stats_offer(PlannerInfo *root, RelOptInfo *rel)
{
	List *found = expressions_of(root, rel->relid);

	if (found != NIL)
		offer_expressions(rel, found);
}

/* ---- values of SQL ---- */

/* Days and seconds of moments that every type has. */
#define FIRST_SECOND INT64CONST(-62135596800) /* of year 1 */
#define LAST_SECOND INT64CONST(253402300799)  /* of year 9999 */
#define EPOCH_SECONDS ((int64) (POSTGRES_EPOCH_JDATE - UNIX_EPOCH_JDATE) * SECS_PER_DAY)

static bool
number_datum(double d, Oid type, Datum *datum)
{
	if (!isfinite(d))
		return false;
	switch (type)
	{
		case INT4OID: *datum = Int32GetDatum((int32) rint(d)); return fabs(d) < 2e9;
		case INT8OID:
			if (fabs(d) > 9e18)
				return false;
			*datum = Int64GetDatum((int64) rint(d));
			return true;
		case FLOAT8OID: *datum = Float8GetDatum(d); return true;
		case NUMERICOID: *datum = DirectFunctionCall1(float8_numeric, Float8GetDatum(d)); return true;
		default: return false;
	}
}

static bool
moment_datum(double seconds, unsigned kind, Oid type, Datum *datum)
{
	bool date = kind == AT_INDEX_DATE || kind == AT_INDEX_DATE_ZONE;

	if (!(seconds >= FIRST_SECOND && seconds <= LAST_SECOND) || date != (type == DATEOID))
		return false;
	seconds -= (double) EPOCH_SECONDS;
	if (type == DATEOID)
		*datum = DateADTGetDatum((DateADT) floor(seconds / SECS_PER_DAY));
	else
		*datum = TimestampGetDatum((Timestamp) rint(seconds * USECS_PER_SEC));
	return type == DATEOID || type == TIMESTAMPOID || type == TIMESTAMPTZOID;
}

static bool
text_datum(BxStr text, Datum *datum)
{
	if (text.s == NULL)
		return false;
	for (size_t i = 0; i < text.n && GetDatabaseEncoding() != PG_UTF8; i++)
		if (IS_HIGHBIT_SET(text.s[i]))
			return false; /* which may have no such character */
	*datum = PointerGetDatum(utf8_text(text.s, text.n));
	return true;
}

/* A value as one of the type; false if it is none. */
static bool
value_datum(const BxSummaryValue *value, Oid type, Datum *datum)
{
	if (type == TEXTOID)
		return text_datum(value->text, datum);
	if (value->kind == AT_INDEX_NUMBER)
		return number_datum(bx_index_number_get(value->bytes, value->n), type, datum);
	if (value->kind >= AT_INDEX_DATE && value->kind <= AT_INDEX_DATETIME_ZONE)
		return moment_datum(bx_index_number_get(value->bytes, value->n), value->kind, type, datum);
	return false;
}

/* ---- a row of statistics ---- */

/* A value and its share of the rows. */
typedef struct Common
{
	Datum value;
	float4 share;
} Common;

typedef struct Row
{
	const BxSummaryPath *path;
	DerivedKey key;
	TypeCacheEntry *type;
	Datum values[Natts_pg_statistic];
	bool nulls[Natts_pg_statistic];
	int slots;
} Row;

/* The most common first, as the server expects. */
static int
compare_common(const void *a, const void *b)
{
	float4 x = ((const Common *) a)->share, y = ((const Common *) b)->share;

	return (x < y) - (x > y);
}

static int
compare_bounds(const void *a, const void *b, void *arg)
{
	const Row *row = arg;

	return DatumGetInt32(FunctionCall2Coll(&row->type->cmp_proc_finfo, row->key.collation, *(const Datum *) a,
										   *(const Datum *) b));
}

static void
put_slot(Row *row, int kind, Oid op, Datum *values, int n, Datum numbers)
{
	int i = row->slots++;
	ArrayType *array = construct_array(values, n, row->key.type, row->type->typlen, row->type->typbyval,
									   row->type->typalign);

	row->values[Anum_pg_statistic_stakind1 - 1 + i] = Int16GetDatum(kind);
	row->values[Anum_pg_statistic_staop1 - 1 + i] = ObjectIdGetDatum(op);
	row->values[Anum_pg_statistic_stacoll1 - 1 + i] = ObjectIdGetDatum(row->key.collation);
	row->values[Anum_pg_statistic_stanumbers1 - 1 + i] = numbers;
	row->nulls[Anum_pg_statistic_stanumbers1 - 1 + i] = numbers == (Datum) 0;
	row->values[Anum_pg_statistic_stavalues1 - 1 + i] = PointerGetDatum(array);
	row->nulls[Anum_pg_statistic_stavalues1 - 1 + i] = false;
}

/* The share of rows by which that of a value in the documents with the path is multiplied. */
static double
rows_share(const BxSummaryPath *path, const DerivedKey *key)
{
	return key->share / Max((double) path->values, 1);
}

/* What is known of all nodes on the path is taken for true of the first one in each document. */
static void
put_common(Row *row, const BxSummaryValues *known)
{
	Common *common = palloc_array(Common, known->n_common + 1);
	Datum *values = palloc_array(Datum, known->n_common + 1);
	Datum *shares = palloc_array(Datum, known->n_common + 1);
	double each = rows_share(row->path, &row->key);
	int n = 0;

	for (uint32 i = 0; i < known->n_common; i++)
		if (value_datum(&known->common[i], row->key.type, &common[n].value))
			common[n++].share = (float4) (each * (double) known->common[i].share);
	if (n == 0)
		return;
	qsort(common, n, sizeof(Common), compare_common);
	for (int i = 0; i < n; i++)
	{
		values[i] = common[i].value;
		shares[i] = Float4GetDatum(common[i].share);
	}
	put_slot(row, STATISTIC_KIND_MCV, row->type->eq_opr, values, n,
			 PointerGetDatum(construct_array(shares, n, FLOAT4OID, sizeof(float4), true, TYPALIGN_INT)));
}

/* Places behind the point of a text like "12" or "-3.50"; -1 for another text. */
static int
places_of(BxStr text)
{
	int places = -1;

	if (text.s == NULL || text.n == 0 || text.n > DECIMAL_MAX)
		return -1;
	for (size_t i = text.s[0] == '-'; i < text.n; i++)
		if (text.s[i] == '.' && places < 0)
			places = 0;
		else if (text.s[i] < '0' || text.s[i] > '9')
			return -1;
		else
			places += places >= 0;
	return Max(places, 0);
}

/* The places of all bounds, if all are numbers with such texts; -1 if not. */
static int
places_of_all(const BxSummaryValues *known)
{
	int most = 0;

	for (uint32 i = 0; i < known->n_bounds; i++)
	{
		int places = known->bounds[i].kind == AT_INDEX_NUMBER ? places_of(known->bounds[i].text) : -1;

		if (places < 0)
			return -1;
		most = Max(most, places);
	}
	return most;
}

/*
 * Texts of numbers: the server counts those of a histogram that match a pattern, and of numbers, which are in another
 * order as texts, it has to see many.  Between two bounds, numbers are taken for spread evenly.
 */
static void
put_numbers_as_text(Row *row, const BxSummaryValues *known, int places)
{
	uint32 parts = 1 + (TEXTS - 1) / (known->n_bounds - 1);
	Datum *values = palloc_array(Datum, parts * known->n_bounds);
	int n = 0;

	for (uint32 i = 0; i + 1 < known->n_bounds; i++)
	{
		double low = bx_index_number_get(known->bounds[i].bytes, known->bounds[i].n);
		double high = bx_index_number_get(known->bounds[i + 1].bytes, known->bounds[i + 1].n);

		for (uint32 k = 0; k < parts; k++)
			values[n++] = CStringGetTextDatum(psprintf("%.*f", places, low + (high - low) * k / parts));
	}
	text_datum(known->bounds[known->n_bounds - 1].text, &values[n++]);
	qsort_arg(values, n, sizeof(Datum), compare_bounds, row);
	put_slot(row, STATISTIC_KIND_HISTOGRAM, row->type->lt_opr, values, n, (Datum) 0);
}

/* In the order of the type, each once. */
static void
put_bounds(Row *row, const BxSummaryValues *known)
{
	Datum *values = palloc_array(Datum, known->n_bounds + 1);
	int n = 0, kept = 1, places = row->key.type == TEXTOID ? places_of_all(known) : -1;

	if (places >= 0 && known->n_bounds >= 2)
	{
		put_numbers_as_text(row, known, places);
		return;
	}
	for (uint32 i = 0; i < known->n_bounds; i++)
		if (value_datum(&known->bounds[i], row->key.type, &values[n]))
			n++;
	if (n < 2)
		return;
	qsort_arg(values, n, sizeof(Datum), compare_bounds, row);
	for (int i = 1; i < n; i++)
		if (compare_bounds(&values[i], &values[kept - 1], row) != 0)
			values[kept++] = values[i];
	if (kept >= 2)
		put_slot(row, STATISTIC_KIND_HISTOGRAM, row->type->lt_opr, values, kept, (Datum) 0);
}

/* Different values: absolute, or negative by the number of rows. */
static float4
distinct_of(const Row *row)
{
	double n = (double) row->path->distinct;

	if (n < 0)
		n = Max(n * row->key.share * (double) row->path->values, -1);
	return (float4) n;
}

static void
put_head(Row *row)
{
	memset(row->nulls, 0, sizeof(row->nulls));
	for (int i = 0; i < STATISTIC_NUM_SLOTS; i++)
	{
		row->values[Anum_pg_statistic_stakind1 - 1 + i] = Int16GetDatum(0);
		row->values[Anum_pg_statistic_staop1 - 1 + i] = ObjectIdGetDatum(InvalidOid);
		row->values[Anum_pg_statistic_stacoll1 - 1 + i] = ObjectIdGetDatum(InvalidOid);
		row->nulls[Anum_pg_statistic_stanumbers1 - 1 + i] = true;
		row->nulls[Anum_pg_statistic_stavalues1 - 1 + i] = true;
	}
	row->values[Anum_pg_statistic_starelid - 1] = ObjectIdGetDatum(InvalidOid);
	row->values[Anum_pg_statistic_staattnum - 1] = Int16GetDatum(1);
	row->values[Anum_pg_statistic_stainherit - 1] = BoolGetDatum(false);
	row->values[Anum_pg_statistic_stanullfrac - 1] = Float4GetDatum((float4) (1 - row->key.share));
	row->values[Anum_pg_statistic_stawidth - 1] =
		Int32GetDatum(row->type->typlen > 0 ? row->type->typlen : (int32) row->path->width + 1);
	row->values[Anum_pg_statistic_stadistinct - 1] = Float4GetDatum(distinct_of(row));
}

static HeapTuple
make_row(const BxSummaryPath *path, const DerivedKey *key)
{
	Row row = {.path = path, .key = *key};
	Relation catalog;
	HeapTuple tuple;

	row.type = lookup_type_cache(key->type, TYPECACHE_EQ_OPR | TYPECACHE_LT_OPR | TYPECACHE_CMP_PROC_FINFO);
	put_head(&row);
	if (path->known != NULL && OidIsValid(row.type->cmp_proc_finfo.fn_oid))
	{
		put_common(&row, path->known);
		put_bounds(&row, path->known);
	}
	catalog = table_open(StatisticRelationId, AccessShareLock);
	tuple = heap_form_tuple(RelationGetDescr(catalog), row.values, row.nulls);
	table_close(catalog, AccessShareLock);
	return tuple;
}

/* ---- the statistics of an expression ---- */

/* The first term that the value of the path is about. */
static const XpTerm *
value_term(const XpTermsNode *node)
{
	const XpTerm *term = NULL;

	if (node->kind == XP_TERMS_TERM && node->term->low.source == XP_TERM_SLOT)
		return node->term;
	check_stack_depth();
	for (uint32_t i = 0; i < node->n && term == NULL; i++)
		term = value_term(node->kids[i]);
	return term;
}

/* The path whose values are compared, and the rows that have one; false if it is not one that is known. */
static bool
find_path(const ColumnStats *column, const Const *path, DerivedKey *key)
{
	const XpTerm *term;
	PathTerms t;

	path_terms_estimate(&t, path->constvalue, XP_TERMS_VALUE);
	term = value_term(t.terms.root);
	key->path = term != NULL ? bx_estimate_path(column->estimate.summary, &term->path) : BX_SUMMARY_NONE;
	bx_arena_reset(&t.arena);
	path_terms_estimate(&t, path->constvalue, XP_TERMS_EXISTS);
	key->share = bx_estimate_share(&column->estimate, t.terms.root) * (1 - column->nulls);
	bx_arena_reset(&t.arena);
	return term != NULL;
}

/* A path that no document of the sample had has one value. */
static HeapTuple
find_row(const ColumnStats *column, const DerivedKey *key)
{
	static const BxSummaryPath unseen = {.distinct = 1, .values = 1};
	const BxSummary *summary = column->estimate.summary;
	HeapTuple row;

	if (key->path == BX_SUMMARY_NONE)
		return make_row(&unseen, key);
	row = column_stats_derived(summary, key);
	if (row == NULL)
	{
		row = make_row(&summary->paths[key->path], key);
		column_stats_derive(summary, key, row);
	}
	return row;
}

/* Are there extended statistics on the expression?  They are looked for later. */
static bool
has_extended(const RelOptInfo *rel, Node *expr)
{
	ListCell *cell;

	foreach (cell, rel->statlist)
		if (list_member(((StatisticExtInfo *) lfirst(cell))->exprs, expr))
			return true;
	return false;
}

static HeapTuple
row_for_query(PlannerInfo *root, const ColumnStats *column, const Const *path, const DerivedKey *key)
{
	HeapTuple row = find_row(column, key);
	AskedStats of = {.estimate = &column->estimate, .collation = key->collation};

	if (key->type != TEXTOID || key->path == BX_SUMMARY_NONE)
		return row;
	of.path = &column->estimate.summary->paths[key->path];
	of.share = rows_share(of.path, key);
	return asked_stats_add(root, path, &of, row);
}

bool
value_stats_find(PlannerInfo *root, VariableStatData *var)
{
	DerivedKey key = {.type = var->atttype, .collation = InvalidOid};
	ColumnStats doc;
	Const *path;
	Var *value;

	if (var->rel == NULL || !typed_call_parts(var->var, &value, &path) || has_extended(var->rel, var->var))
		return false;
	key.collation = exprCollation(var->var);
	column_stats_open(&doc, root, (Node *) value, InvalidOid);
	if (doc.estimate.summary != NULL && find_path(&doc, path, &key))
	{
		var->statsTuple = row_for_query(root, &doc, path, &key);
		var->freefunc = heap_freetuple;
		var->acl_ok = doc.var.acl_ok;
	}
	column_stats_close(&doc);
	return HeapTupleIsValid(var->statsTuple);
}

/*
 * table_advice.c -- which paths of the documents of a table an index serves, and which indexes serve nothing.
 *
 * Queries are made up, and what is said is what bxml_index_advice says of them: an equality with any value for each
 * path that has values, by the statistics of the column; for an index on an expression, one of this expression; and the
 * condition of a partial index.  An index that none of them uses is asked for by the existence of the other paths.
 */
#include "postgres.h"
#include "access/genam.h"
#include "access/relation.h"
#include "catalog/namespace.h"
#include "catalog/objectaddress.h"
#include "catalog/partition.h"
#include "catalog/pg_am_d.h"
#include "catalog/pg_class_d.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/rel.h"
#include "utils/rls.h"
#include "utils/ruleutils.h"
#include "utils/typcache.h"

#include "../../core/summary/bx_estimate.h"
#include "../../core/summary/bx_summary_text.h"
#include "../planner/column_stats.h"
#include "../planner/typed_call.h"
#include "../query/path_terms.h"
#include "../server/encoding.h"
#include "../server/errors.h"
#include "../server/guard.h"
#include "../server/host.h"
#include "../server/tables.h"
#include "ask.h"
#include "consider.h"
#include "table_advice.h"

/* An index is suggested where a value leads to at most this share of the documents. */
#define SELECTIVE 0.05

typedef struct TableAdvice
{
	Relation rel;
	char *name; /* of the table, qualified */
	char *path; /* search_path of the caller */
	AdviceTake take;
	void *to;
	MemoryContext cxt;
	MemoryContext question; /* of one query */
	List *served;           /* OIDs of indexes that serve something, and of those they are partitions of */
	AttrNumber column;      /* of documents */
	PgHost host;
	BxArena arena;
	BxSummary summary;
} TableAdvice;

/* ---- questions ---- */

static void
note_served(TableAdvice *t, Oid index)
{
	MemoryContext old;

	if (list_member_oid(t->served, index))
		return;
	old = MemoryContextSwitchTo(t->cxt);
	t->served = lappend_oid(t->served, index);
	if (get_rel_relispartition(index))
		t->served = list_concat_unique_oid(t->served, get_partition_ancestors(index));
	MemoryContextSwitchTo(old);
}

/* What is said of "SELECT FROM table WHERE condition"; of what no index serves only where it is wanted. */
static void
ask(TableAdvice *t, const char *condition, bool served, bool refused)
{
	ListCell *cell;

	CHECK_FOR_INTERRUPTS();
	foreach (cell, ask_query(psprintf("SELECT FROM %s WHERE %s", t->name, condition), t->path))
	{
		const Advice *row = lfirst(cell);

		if (row->served)
			note_served(t, row->index);
		if (row->served ? served : refused)
			t->take(t->to, row);
	}
}

/* "(doc operator path)", wherever the extension is. */
static char *
path_call(const TableAdvice *t, uint32 number, const char *operator)
{
	Form_pg_attribute column = TupleDescAttr(RelationGetDescr(t->rel), t->column - 1);
	const char *schema, *text;
	Oid input, param;
	BxError err;
	BxBuf path;

	getTypeInputInfo(getBaseType(column->atttypid), &input, &param);
	schema = quote_identifier(get_namespace_name(get_func_namespace(input)));
	bx_error_clear(&err);
	bx_buf_init(&path, &t->host.host);
	error_check(bx_summary_path_put(&t->summary, number, &path, &err), &err);
	text = encoding_lossy((const char *) path.data, path.len);
	bx_buf_free(&path);
	return psprintf("(%s OPERATOR(%s.%s) %s::%s.bxpath)", quote_identifier(NameStr(column->attname)),
					schema, operator, quote_literal_cstr(text), schema);
}

/* Does a value of the path lead to few documents? */
static bool
is_selective(const TableAdvice *t, const BxSummaryPath *path)
{
	double distinct = bx_summary_distinct(path, path->distinct, t->summary.documents);

	return (double) path->share * (double) path->values / distinct <= SELECTIVE;
}

/* ---- paths ---- */

/* The paths with values. */
static void
ask_values(TableAdvice *t)
{
	for (uint32 i = 0; i < t->summary.n_paths; i++)
	{
		const BxSummaryPath *path = &t->summary.paths[i];

		if (path->distinct != 0)
			ask(t, psprintf("%s = $1", path_call(t, i, "->>")), true, is_selective(t, path));
		MemoryContextReset(t->question);
	}
}

/* Does the index serve the existence of a path? */
static bool
serves_existence(TableAdvice *t, Oid index)
{
	for (uint32 i = 0; i < t->summary.n_paths && !list_member_oid(t->served, index); i++)
	{
		ask(t, path_call(t, i, "@?"), false, false);
		MemoryContextReset(t->question);
	}
	return list_member_oid(t->served, index);
}

/* ---- indexes ---- */

static void
put_useless(TableAdvice *t, Oid index, const char *reason)
{
	Advice row = {.table = RelationGetRelid(t->rel), .index = index, .reason = reason};

	/* a partition of an index is dropped with the others */
	if (!get_rel_relispartition(index))
		row.suggestion =
			psprintf("DROP INDEX %s", quote_qualified_identifier(get_namespace_name(get_rel_namespace(index)),
																 get_rel_name(index)));
	t->take(t->to, &row);
}

/* Does an expression or condition take something from the documents of the column? */
static bool
is_about(const TableAdvice *t, List *exprs)
{
	ListCell *cell;

	foreach (cell, pull_var_clause((Node *) exprs, 0))
		if (((Var *) lfirst(cell))->varattno == t->column)
			return true;
	return false;
}

static char *
text_of(const TableAdvice *t, Node *expr)
{
	List *context = deparse_context_for(RelationGetRelationName(t->rel), RelationGetRelid(t->rel));

	return deparse_expression(expr, context, false, false);
}

/* Has no document of the statistics what the paths of the calls select? */
static bool
are_empty(const TableAdvice *t, List *exprs)
{
	BxEstimate estimate = {&t->summary, t->summary.documents};
	ListCell *cell;

	foreach (cell, exprs)
	{
		PathTerms terms;
		Const *path;
		double share;
		Var *doc;

		if (!typed_call_parts(lfirst(cell), &doc, &path))
			return false;
		path_terms_estimate(&terms, path->constvalue, XP_TERMS_EXISTS);
		share = bx_estimate_share(&estimate, terms.terms.root);
		bx_arena_reset(&terms.arena);
		/* half a document is what is estimated of a path that none has */
		if (share * t->summary.documents > 0.75)
			return false;
	}
	return exprs != NIL;
}

/* Of an index on expressions, or with a condition. */
static void
ask_expressions(TableAdvice *t, List *exprs, List *condition)
{
	char *where = condition != NIL ? text_of(t, (Node *) make_ands_explicit(condition)) : NULL;
	ListCell *cell;

	foreach (cell, exprs)
	{
		const char *text = text_of(t, lfirst(cell));

		if (OidIsValid(lookup_type_cache(exprType(lfirst(cell)), TYPECACHE_EQ_OPR)->eq_opr))
			ask(t, where != NULL ? psprintf("(%s) = $1 AND %s", text, where) : psprintf("(%s) = $1", text),
				true, false);
	}
	if (exprs == NIL)
		ask(t, where, true, false);
}

static bool
has_column(const TableAdvice *t, Relation index)
{
	for (int i = 0; i < IndexRelationGetNumberOfKeyAttributes(index); i++)
		if (index->rd_index->indkey.values[i] == t->column)
			return true;
	return false;
}

static void
ask_index(TableAdvice *t, Oid oid)
{
	Relation index = index_open(oid, AccessShareLock);
	List *exprs = RelationGetIndexExpressions(index), *condition = RelationGetIndexPredicate(index);
	bool gin = index->rd_rel->relam == GIN_AM_OID;

	if (gin && has_column(t, index) && condition == NIL && !list_member_oid(t->served, oid) &&
		!serves_existence(t, oid))
		put_useless(t, oid, "no document of the statistics has a node that the index has keys of");
	else if (!gin && condition == NIL && !index->rd_index->indisunique && are_empty(t, exprs))
		put_useless(t, oid, "no document of the statistics has what the index selects");
	else if (!gin && (is_about(t, exprs) || is_about(t, condition)))
		ask_expressions(t, is_about(t, exprs) ? exprs : NIL, condition);
	index_close(index, AccessShareLock);
	MemoryContextReset(t->question);
}

/* ---- columns ---- */

static void
put_unknown(TableAdvice *t)
{
	bool hidden = check_enable_rls(RelationGetRelid(t->rel), InvalidOid, true) == RLS_ENABLED;
	Advice row = {.table = RelationGetRelid(t->rel)};

	row.reason = psprintf(hidden ? "row security hides the statistics of column \"%s\""
								 : "there are no statistics of column \"%s\"",
						  NameStr(TupleDescAttr(RelationGetDescr(t->rel), t->column - 1)->attname));
	row.suggestion = hidden ? NULL : psprintf("ANALYZE %s", t->name);
	t->take(t->to, &row);
}

static void
advise_column(TableAdvice *t)
{
	Oid table = RelationGetRelid(t->rel);
	bool parts = t->rel->rd_rel->relkind == RELKIND_PARTITIONED_TABLE;
	MemoryContext old;
	ListCell *cell;

	bx_arena_init(&t->arena, host_here(&t->host));
	if (check_enable_rls(table, InvalidOid, true) == RLS_ENABLED ||
		!column_stats_read(table, t->column, parts, &t->arena, &t->summary))
		put_unknown(t);
	else
	{
		List *indexes = RelationGetIndexList(t->rel);

		old = MemoryContextSwitchTo(t->question);
		ask_values(t);
		foreach (cell, indexes)
			ask_index(t, lfirst_oid(cell));
		MemoryContextSwitchTo(old);
	}
	bx_arena_reset(&t->arena);
}

/* The next column of documents that the caller may read; *found: there is one that the caller may not. */
static bool
next_column(TableAdvice *t, bool *found)
{
	TupleDesc desc = RelationGetDescr(t->rel);

	while (t->column < desc->natts)
	{
		Form_pg_attribute column = TupleDescAttr(desc, t->column++);
		Oid table = RelationGetRelid(t->rel);

		if (column->attisdropped || !consider_is_document(column->atttypid))
			continue;
		if (pg_class_aclcheck(table, GetUserId(), ACL_SELECT) == ACLCHECK_OK ||
			pg_attribute_aclcheck(table, column->attnum, GetUserId(), ACL_SELECT) == ACLCHECK_OK)
			return true;
		*found = true;
	}
	return false;
}

void
table_advice(Oid table, AdviceTake take, void *to)
{
	TableAdvice t = {.rel = tables_open(table, AccessShareLock), .take = take, .to = to};
	bool refused = false, advised = false;
	Guard guard;

	tables_check_rows(t.rel);
	t.cxt = CurrentMemoryContext;
	t.path = pstrdup(namespace_search_path);
	t.name = tables_name(t.rel);
	t.question = AllocSetContextCreate(t.cxt, "bxml advice on a path", ALLOCSET_DEFAULT_SIZES);
	for (; next_column(&t, &refused); advised = true)
	{
		guard_enter_read(&guard, t.rel, t.column);
		advise_column(&t);
		guard_leave(&guard);
	}
	if (refused && !advised)
		aclcheck_error(ACLCHECK_NO_PRIV, get_relkind_objtype(t.rel->rd_rel->relkind),
					   RelationGetRelationName(t.rel));
	relation_close(t.rel, NoLock);
}

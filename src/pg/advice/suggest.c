/*
 * suggest.c -- an index that would serve a predicate, as a statement.
 *
 * Tried are a GIN index on the documents, a btree or hash index on what is compared, and a partial index of the rows
 * for which the predicate holds.  The planner says whether it would use them.
 */
#include "postgres.h"
#include "access/sysattr.h"
#include "access/table.h"
#include "catalog/pg_am_d.h"
#include "catalog/pg_class_d.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"
#include "parser/parsetree.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"

#include "lookup.h"
#include "suggest.h"

/* ---- statements ---- */

/* The table to be indexed: the partitioned one where the scan is of a partition. */
static char *
table_name(const AdviceSite *site)
{
	Oid table = site->table;
	int top =
		bms_is_empty(site->rel->top_parent_relids) ? 0 : bms_singleton_member(site->rel->top_parent_relids);

	if (top > 0)
	{
		const RangeTblEntry *parent = planner_rt_fetch(top, site->root);

		if (parent->relkind == RELKIND_PARTITIONED_TABLE)
			table = parent->relid;
	}
	return quote_qualified_identifier(get_namespace_name(get_rel_namespace(table)), get_rel_name(table));
}

static bool
planner_would(const AdviceSite *site, const IndexOptInfo *index, const Predicate *predicate)
{
	LookedUp looked;

	if (index == NULL)
		return false;
	looked = lookup_of(site, index, consider_index(site->root, site->rel, index, predicate));
	return looked.served;
}

static char *
gin_statement(const AdviceSite *site, const Predicate *predicate)
{
	const IndexOptInfo *index = consider_hypothetical(site->rel, GIN_AM_OID, (Expr *) predicate->doc);

	if (!planner_would(site, index, predicate))
		return NULL;
	return psprintf("CREATE INDEX ON %s USING gin (%s)", table_name(site),
					site_column_text(site, predicate->doc));
}

/* ---- btree and hash ---- */

/* What a predicate compares; what is true or false alone is served better by a partial index. */
static List *
operands(Node *clause)
{
	switch (nodeTag(clause))
	{
		case T_OpExpr: return ((OpExpr *) clause)->args;
		case T_ScalarArrayOpExpr: return list_make1(linitial(((ScalarArrayOpExpr *) clause)->args));
		case T_NullTest: return list_make1(((NullTest *) clause)->arg);
		default: return NIL;
	}
}

/* A btree index on an expression that is compared, or a hash index on whole documents. */
static char *
operand_statement(const AdviceSite *site, const Predicate *predicate)
{
	ListCell *cell;

	foreach (cell, operands((Node *) predicate->rinfo->clause))
	{
		Expr *operand = lfirst(cell);
		Oid am = IsA(operand, Var) ? HASH_AM_OID : BTREE_AM_OID;
		bool closed = IsA(operand, OpExpr) ||
					  (IsA(operand, FuncExpr) && ((FuncExpr *) operand)->funcformat == COERCE_EXPLICIT_CALL);
		const char *form = am == HASH_AM_OID ? "CREATE INDEX ON %s USING hash (%s)"
						   : closed          ? "CREATE INDEX ON %s (%s)"
											 : "CREATE INDEX ON %s ((%s))";

		if (site_indexable(site, operand) &&
			planner_would(site, consider_hypothetical(site->rel, am, operand), predicate))
			return psprintf(form, table_name(site), site_column_text(site, operand));
	}
	return NULL;
}

/* ---- partial indexes ---- */

/* The column whose values a partial index has: the first of the primary key, or else none of the table. */
static char *
key_column(Oid table)
{
	Relation rel = table_open(table, NoLock);
	Bitmapset *key = RelationGetIndexAttrBitmap(rel, INDEX_ATTR_BITMAP_PRIMARY_KEY);
	int first = bms_next_member(key, -1);
	char *name = first < 0 ? NULL : get_attname(table, first + FirstLowInvalidHeapAttributeNumber, false);

	table_close(rel, NoLock);
	return name == NULL ? "(true)" : (char *) quote_identifier(name);
}

static char *
partial_statement(const AdviceSite *site, const Predicate *predicate)
{
	if (!site_indexable(site, predicate->rinfo->clause))
		return NULL;
	return psprintf("CREATE INDEX ON %s (%s) WHERE %s", table_name(site), key_column(site->table),
					site_column_text(site, predicate->rinfo->clause));
}

char *
suggest_index(const AdviceSite *site, const Predicate *predicate, bool has_gin)
{
	char *statement = has_gin ? operand_statement(site, predicate) : gin_statement(site, predicate);

	if (statement == NULL)
		statement = has_gin ? gin_statement(site, predicate) : operand_statement(site, predicate);
	return statement != NULL ? statement : partial_statement(site, predicate);
}

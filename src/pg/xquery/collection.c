/*
 * collection.c -- tables in queries: what collections, statements and columns read.
 *
 * Statements that are made here have names with schemas only; all are planned and run as the current user.
 */
#include "postgres.h"
#include "access/htup_details.h"
#include "catalog/namespace.h"
#include "catalog/pg_type.h"
#include "lib/stringinfo.h"
#include "utils/builtins.h"
#include "utils/datum.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/syscache.h"
#include "utils/varlena.h"

#include "../server/compat.h"
#include "../server/own.h"
#include "../server/utf8.h"
#include "table_cursor.h"

extern Datum bxml_in(PG_FUNCTION_ARGS);

/* ---- the statement ---- */

/* The column that a name is about. */
typedef struct CollectionColumn
{
	char *schema, *table, *column;
	Oid relation;
	Oid type;
	char *extension; /* the schema of its type, quoted */
} CollectionColumn;

static BxStatus
no_collection(BxError *err, BxStr name, const char *what)
{
	return bx_hint(err,
				   bx_fail_code(err, BX_E_XPTYPE, -1, "FODC0002", "collection \"%.*s\" %s",
								(int) Min(name.n, 200), name.s, what),
				   "Write collection(\"schema.table.column\"), of a column of type bxml.");
}

static BxStatus
find_column(BxStr name, CollectionColumn *c, BxError *err)
{
	List *names;
	Oid namespace, base;
	AttrNumber number;
	HeapTuple row;

	if (!SplitIdentifierString(utf8_cstring(name.s, name.n), '.', &names) || list_length(names) != 3)
		return no_collection(err, name, "is not the name of a column");
	c->schema = linitial(names);
	c->table = lsecond(names);
	c->column = lthird(names);
	namespace = LookupExplicitNamespace(c->schema, true);
	c->relation = OidIsValid(namespace) ? get_relname_relid(c->table, namespace) : InvalidOid;
	number = OidIsValid(c->relation) ? get_attnum(c->relation, c->column) : InvalidAttrNumber;
	if (number <= 0)
		return no_collection(err, name, "does not exist");
	c->type = get_atttype(c->relation, number);
	if (!own_type(c->type, bxml_in))
		return no_collection(err, name, "is not of type bxml");
	base = getBaseType(c->type);
	row = SearchSysCache1(TYPEOID, ObjectIdGetDatum(base));
	if (!HeapTupleIsValid(row))
		elog(ERROR, "cache lookup failed for type %u", base);
	c->extension =
		pstrdup(quote_identifier(get_namespace_name(((Form_pg_type) GETSTRUCT(row))->typnamespace)));
	ReleaseSysCache(row);
	return BX_OK;
}

/* Columns that the query asks for, as far as the table has them, under the names "1", "2" of the query's list. */
static void
put_columns(StringInfo sql, const CollectionColumn *c, const RuTableConditions *conditions)
{
	for (uint32_t i = 0; i < conditions->n_columns; i++)
	{
		const char *name = utf8_cstring(conditions->columns[i].s, conditions->columns[i].n);
		AttrNumber number = get_attnum(c->relation, name);

		if (number > 0 && sql_type_refusal(get_atttype(c->relation, number)) == NULL)
			appendStringInfo(sql, ", t.%s AS \"%u\"", quote_identifier(name), i + 1);
	}
}

/* Conditions are paths, whose text is a literal. */
static char *
statement_of(const CollectionColumn *c, const RuTableConditions *conditions)
{
	StringInfoData sql;
	char *value = psprintf("t.%s", quote_identifier(c->column));

	if (getBaseType(c->type) != c->type)
		value = psprintf("%s::%s.bxml", value, c->extension);
	initStringInfo(&sql);
	appendStringInfo(&sql, "SELECT %s", value);
	put_columns(&sql, c, conditions);
	appendStringInfo(&sql, " FROM %s t", quote_qualified_identifier(c->schema, c->table));
	appendStringInfo(&sql, " WHERE %s IS NOT NULL", value);
	for (uint32_t i = 0; i < conditions->n; i++)
	{
		const RuTableCondition *condition = &conditions->list[i];

		appendStringInfo(
			&sql, " AND %s OPERATOR(%s.%s) %s::%s.bxpath", value, c->extension, condition->test ? "@@" : "@?",
			quote_literal_cstr(utf8_cstring(condition->path.s, condition->path.n)), c->extension);
	}
	return sql.data;
}

/* ---- columns of a document's row ---- */

/* In the memory of the document. */
struct DocumentRow
{
	const BxStr *asked;
	uint32_t n_asked;
	const SqlType *types;
	int *columns; /* by the numbers of asked; -1: the table has none of the name */
	Datum *values;
	bool *nulls;
	XdSeq *items; /* that were asked for before, but documents */
	bool *made;
};

/* The columns of the row at a place, as bxml:column will ask for them. */
static DocumentRow *
make_row(const TableCursor *cursor, int place)
{
	DocumentRow *row = palloc0(sizeof(DocumentRow));
	int n = cursor->n_columns;

	row->asked = cursor->asked;
	row->n_asked = cursor->n_asked;
	row->types = cursor->types;
	row->columns = palloc(row->n_asked * sizeof(int));
	for (uint32_t i = 0; i < row->n_asked; i++)
		row->columns[i] = -1;
	row->values = palloc0(n * sizeof(Datum));
	row->nulls = palloc0(n);
	row->items = palloc0(n * sizeof(XdSeq));
	row->made = palloc0(n);
	for (int i = 1; i < n; i++)
	{
		row->columns[atoi(cursor->names[i].s) - 1] = i;
		row->nulls[i] = cursor->nulls[place + i];
		if (!row->nulls[i])
			row->values[i] =
				datumCopy(cursor->values[place + i], cursor->types[i].byval, cursor->types[i].len);
	}
	return row;
}

static BxStatus
no_column(const Collections *c, BxStr name, const char *why)
{
	return bx_fail_code(c->err, BX_E_XPTYPE, -1, "FODC0002", "there is no column \"%.*s\": %s",
						(int) Min(name.n, 100), name.s, why);
}

static BxStatus
find_value(void *ctx, const XdItem *node, BxStr name, BxArena *arena, XdSeq *value)
{
	Collections *c = ctx;
	TableDocument *d = table_document(c, node);
	DocumentRow *row = d != NULL ? d->row : NULL;
	int column = -1;

	if (row == NULL)
		return no_column(c, name, "the node is in no document of a collection");
	for (uint32_t i = 0; i < row->n_asked; i++)
		if (bx_str_equal(row->asked[i], name))
			column = row->columns[i];
	if (column < 0)
		return no_column(c, name, "the table has none that XQuery can read");
	if (!row->made[column] && !row->nulls[column])
	{
		const ItemPlace place = {c, d->cxt, &d->arena, arena};

		row->items[column] = table_items(&place, &row->types[column], row->values[column]);
		row->made[column] = row->types[column].kind != SQL_BXML;
	}
	*value = row->items[column];
	return BX_OK;
}

/* ---- the callbacks ---- */

static BxStatus
open_collection(void *ctx, BxStr name, const RuTableConditions *conditions, void **cursor)
{
	CollectionColumn column = {.type = InvalidOid};
	TableStatement statement = {.of_query = false};
	Collections *c = ctx;
	TableCursor *new;
	BxStatus st;

	st = find_column(name, &column, c->err);
	if (st != BX_OK)
		return st;
	statement.sql = statement_of(&column, conditions);
	new = table_cursor_open(c, &statement);
	/* by now the names may be those of other objects */
	if (new->types[0].kind != SQL_BXML)
		ereport(ERROR, (errcode(ERRCODE_DATATYPE_MISMATCH), errmsg("a collection is not of type bxml")));
	new->asked = conditions->columns;
	new->n_asked = conditions->n_columns;
	new->keep_shape = conditions->n_columns > 0;
	*cursor = new;
	return BX_OK;
}

static BxStatus
open_statement(void *ctx, const RuStatement *of, void **cursor)
{
	const TableStatement statement = {.sql = utf8_cstring(of->text.s, of->text.n),
									  .values = of->values,
									  .n_values = (int) of->n_values,
									  .of_query = true};

	*cursor = table_cursor_open(ctx, &statement);
	return BX_OK;
}

static BxStatus
next_row(void *ctx, void *opened, BxArena *arena, RuTableRow *row, bool *found)
{
	TableCursor *cursor = opened;
	const ItemPlace of_row = {ctx, cursor->row, &cursor->arena, arena};
	int place = table_cursor_fetch(cursor), n = cursor->n_asked > 0 ? 1 : cursor->n_columns;

	*found = place >= 0;
	if (!*found)
		return BX_OK;
	for (int i = 0; i < n; i++)
	{
		cursor->items[i] = xd_seq_empty();
		if (!cursor->nulls[place + i])
			cursor->items[i] = table_items(&of_row, &cursor->types[i], cursor->values[place + i]);
	}
	if (cursor->n_asked > 0)
	{
		XdItem root = xd_seq_at(&cursor->items[0], 0);
		TableDocument *d = table_document(ctx, &root);
		MemoryContext caller = MemoryContextSwitchTo(d->cxt);

		d->row = make_row(cursor, place);
		MemoryContextSwitchTo(caller);
	}
	*row = (RuTableRow){cursor->names, cursor->items, n};
	return BX_OK;
}

static void
close_cursor(void *ctx, void *cursor)
{
	(void) ctx;
	if (cursor != NULL)
		table_cursor_close(cursor);
}

void
collections_use(QueryRun *run)
{
	const FcCall *call = query_call(run);
	Collections *c = MemoryContextAllocZero(query_memory(run), sizeof(Collections));

	*c = (Collections){.tables = {.ctx = c,
								  .open = open_collection,
								  .query = open_statement,
								  .next = next_row,
								  .close = close_cursor,
								  .column = find_value},
					   .end = {.func = table_cursors_end, .arg = c},
					   .run = run,
					   .cxt = query_memory(run),
					   .arena = call->arena,
					   .err = call->err};
	MemoryContextRegisterResetCallback(c->cxt, &c->end);
	query_take_tables(run, &c->tables);
}

/*
 * node_plans.c -- the statements that keep a node table, prepared once per backend.
 *
 * As those of foreign keys, statements are made of the names of tables and columns of the moment.  When a table they
 * use changes the server marks them, and they are made again.  All names in them have a schema.
 */
#include "postgres.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "access/xact.h"
#include "catalog/pg_class.h"
#include "catalog/pg_type.h"
#include "lib/stringinfo.h"
#include "storage/lmgr.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/plancache.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"
#include "utils/syscache.h"
#include "utils/typcache.h"

#include "../server/compat.h"
#include "../server/tables.h"
#include "node_check.h"
#include "node_plans.h"
#include "node_rows.h"

struct NodePlans
{
	NodePlans *next;
	int users;    /* up the stack; too many after an error, until the transaction ends */
	NodeDef def;  /* what they are made for; without paths */
	Oid doc_type; /* perhaps a domain */
	SPIPlanPtr plans[NODE_PLANS];
	NodeColumnType types[NODE_COLUMNS];
};

/* What statements are made of. */
typedef struct Words
{
	const NodeDef *def;
	Relation base;
	Relation nodes;
	char *base_name;
	char *nodes_name;
	char *schema; /* of the extension */
	Oid label;    /* type ordpath */
	Oid types[INDEX_MAX_KEYS + NODE_COLUMNS];
} Words;

/* ---- words ---- */

static const char *
column_name(Relation rel, int number)
{
	return quote_identifier(NameStr(node_column_of(rel, number)->attname));
}

static const char *
node_column(const Words *w, NodeColumn column)
{
	return column_name(w->nodes, w->def->n_keys + 1 + column);
}

/* The schema of a type, quoted. */
static char *
type_schema(Oid type)
{
	HeapTuple row = SearchSysCache1(TYPEOID, ObjectIdGetDatum(type));
	char *schema;

	if (!HeapTupleIsValid(row))
		elog(ERROR, "cache lookup failed for type %u", type);
	schema = get_namespace_name(((Form_pg_type) GETSTRUCT(row))->typnamespace);
	ReleaseSysCache(row);
	return pstrdup(quote_identifier(schema));
}

static void
words_open(Words *w, const NodeDef *def)
{
	w->def = def;
	w->base = table_open(def->base, AccessShareLock);
	w->nodes = table_open(def->nodes, AccessShareLock);
	node_check_columns(def, w->base, w->nodes);
	w->base_name = node_table_name(def->base);
	w->nodes_name = node_table_name(def->nodes);
	w->label = node_column_of(w->nodes, def->n_keys + 1 + NODE_LABEL)->atttypid;
	w->schema = type_schema(w->label);
	for (int i = 0; i < def->n_keys; i++)
		w->types[i] = node_column_of(w->base, def->keys[i])->atttypid;
}

static void
words_close(Words *w)
{
	table_close(w->nodes, NoLock);
	table_close(w->base, NoLock);
}

/* "a, b": the columns of the key in the node table. */
static void
put_key(const Words *w, StringInfo sql)
{
	for (int i = 1; i <= w->def->n_keys; i++)
		appendStringInfo(sql, i > 1 ? ", %s" : "%s", column_name(w->nodes, i));
}

/* "label, path ..." */
static void
put_node_columns(const Words *w, StringInfo sql)
{
	for (int i = 0; i < NODE_COLUMNS; i++)
		appendStringInfo(sql, i > 0 ? ", %s" : "%s", node_column(w, i));
}

/* " WHERE a = $1 AND b = $2", by the equality of the types. */
static void
put_where(const Words *w, Relation rel, StringInfo sql)
{
	appendStringInfoString(sql, " WHERE ");
	for (int i = 0; i < w->def->n_keys; i++)
	{
		Oid type = w->types[i];
		char *param = psprintf("$%d", i + 1);
		const char *column = column_name(rel, rel == w->base ? w->def->keys[i] : i + 1);

		if (i > 0)
			appendStringInfoString(sql, " AND ");
		generate_operator_clause(sql, column, type, lookup_type_cache(type, TYPECACHE_EQ_OPR)->eq_opr, param,
								 type);
	}
}

static const char *
only(const Words *w)
{
	return w->base->rd_rel->relkind == RELKIND_PARTITIONED_TABLE ? "" : "ONLY ";
}

/* ---- statements ---- */

static void
put_insert(const Words *w, StringInfo sql)
{
	appendStringInfo(sql, "INSERT INTO %s (", w->nodes_name);
	put_key(w, sql);
	appendStringInfoString(sql, ", ");
	put_node_columns(w, sql);
	appendStringInfoString(sql, ") SELECT ");
}

static void
put_insert_arrays(const Words *w, StringInfo sql)
{
	int n = w->def->n_keys;

	put_insert(w, sql);
	for (int i = 1; i <= n; i++)
		appendStringInfo(sql, "$%d, ", i);
	appendStringInfoString(sql, "u.* FROM ROWS FROM (");
	for (int i = 1; i <= NODE_COLUMNS; i++)
		appendStringInfo(sql, "%spg_catalog.unnest($%d)", i > 1 ? ", " : "", n + i);
	appendStringInfoString(sql, ") AS u");
}

/* The text of a statement; types of further parameters than the key go to w->types, *n is the number of all. */
static char *
statement(Words *w, NodePlan which, int *n)
{
	int keys = w->def->n_keys;
	const char *label = node_column(w, NODE_LABEL);
	StringInfoData sql;

	initStringInfo(&sql);
	*n = keys;
	switch (which)
	{
		case NODE_FETCH:
			appendStringInfo(&sql, "SELECT %s FROM %s%s", column_name(w->base, w->def->doc), only(w),
							 w->base_name);
			put_where(w, w->base, &sql);
			break;
		case NODE_PAGE:
			appendStringInfoString(&sql, "SELECT ");
			put_node_columns(w, &sql);
			appendStringInfo(&sql, " FROM %s", w->nodes_name);
			put_where(w, w->nodes, &sql);
			w->types[(*n)++] = w->label;
			appendStringInfo(&sql, " AND %s OPERATOR(%s.>) $%d ORDER BY %s LIMIT %d", label, w->schema, *n,
							 label, NODE_BATCH);
			break;
		case NODE_DELETE:
		case NODE_DELETE_ALL:
			appendStringInfo(&sql, "DELETE FROM %s", w->nodes_name);
			put_where(w, w->nodes, &sql);
			if (which == NODE_DELETE_ALL)
				break;
			w->types[(*n)++] = get_array_type(w->label);
			appendStringInfo(&sql, " AND %s OPERATOR(%s.=) ANY ($%d)", label, w->schema, *n);
			break;
		default:
			put_insert_arrays(w, &sql);
			for (int i = 1; i <= NODE_COLUMNS; i++)
				w->types[(*n)++] = get_array_type(node_column_of(w->nodes, keys + i)->atttypid);
	}
	return sql.data;
}

char *
node_fill_sql(const NodeDef *def)
{
	StringInfoData sql;
	Words w;

	words_open(&w, def);
	initStringInfo(&sql);
	put_insert(&w, &sql);
	for (int i = 0; i < def->n_keys; i++)
		appendStringInfo(&sql, "base.%s, ", column_name(w.base, def->keys[i]));
	appendStringInfo(&sql, "r.* FROM %s%s base, LATERAL %s.bxml_node_rows(base.%s::%s.bxml, ", only(&w),
					 w.base_name, w.schema, column_name(w.base, def->doc), w.schema);
	appendStringInfo(&sql, "%s::%s.bxpath) r", def->paths != NULL ? quote_literal_cstr(def->paths) : "NULL",
					 w.schema);
	words_close(&w);
	return sql.data;
}

/* ---- prepared ---- */

/* Those of all tables of this session: few.  They do not change once they are here. */
static NodePlans *all_plans;

/* Those that are no longer right, but may be being executed further up the stack, until the transaction ends. */
static NodePlans *retired;

static void
free_plans(NodePlans *plans)
{
	for (int i = 0; i < NODE_PLANS; i++)
		SPI_freeplan(plans->plans[i]);
	pfree(plans);
}

static Oid
target_of(const NodePlans *plans, NodePlan which)
{
	return which == NODE_FETCH ? plans->def.base : plans->def.nodes;
}

static void
check_key_types(const Words *w)
{
	for (int i = 0; i < w->def->n_keys; i++)
		if (w->types[i] != w->def->key_types[i])
			ereport(ERROR,
					(errcode(ERRCODE_DATATYPE_MISMATCH),
					 errmsg("column %s of table %s is of another type than in the table of the trigger",
							column_name(w->base, w->def->keys[i]), w->base_name)));
}

static void
prepare(NodePlans *plans, Words *w)
{
	for (int i = 0; i < NODE_COLUMNS; i++)
	{
		NodeColumnType *t = &plans->types[i];

		t->type = node_column_of(w->nodes, w->def->n_keys + 1 + i)->atttypid;
		t->array = get_array_type(t->type);
		get_typlenbyvalalign(t->type, &t->len, &t->byval, &t->align);
	}
	plans->doc_type = node_column_of(w->base, w->def->doc)->atttypid;
	for (int i = 0; i < NODE_PLANS; i++)
	{
		int n;
		char *sql = statement(w, i, &n);

		plans->plans[i] = SPI_prepare_cursor(sql, n, w->types, CURSOR_OPT_GENERIC_PLAN);
		if (plans->plans[i] == NULL)
			elog(ERROR, "SPI_prepare failed: %s: %s", SPI_result_code_string(SPI_result), sql);
		tables_check_plan(plans->plans[i], target_of(plans, i));
		pfree(sql);
	}
}

/* An error on the way leaves nothing behind. */
static NodePlans *
make_plans(const NodeDef *def)
{
	NodePlans made = {.def = *def}, *plans;
	Words w;

	made.def.paths = NULL;
	words_open(&w, def);
	check_key_types(&w);
	prepare(&made, &w);
	words_close(&w);
	plans = MemoryContextAlloc(TopMemoryContext, sizeof(NodePlans));
	for (int i = 0; i < NODE_PLANS; i++)
		SPI_keepplan(made.plans[i]);
	*plans = made;
	plans->next = all_plans;
	return all_plans = plans;
}

static bool
are_valid(const NodePlans *plans)
{
	for (int i = 0; i < NODE_PLANS; i++)
		if (!SPI_plan_is_valid(plans->plans[i]))
			return false;
	return true;
}

/* All that the statements depend on. */
static bool
are_for(const NodePlans *plans, const NodeDef *def)
{
	const NodeDef *d = &plans->def;

	return d->base == def->base && d->nodes == def->nodes && d->doc == def->doc && d->n_keys == def->n_keys &&
		   memcmp(d->keys, def->keys, def->n_keys * sizeof(AttrNumber)) == 0 &&
		   memcmp(d->key_types, def->key_types, def->n_keys * sizeof(Oid)) == 0;
}

/* Take those out of the list that tables which are not there any more, or were changed, have left. */
static void
retire_invalid(void)
{
	NodePlans **at = &all_plans;

	while (*at != NULL)
	{
		NodePlans *plans = *at;

		if (are_valid(plans))
		{
			at = &plans->next;
			continue;
		}
		*at = plans->next;
		if (plans->users == 0)
			free_plans(plans);
		else
		{
			plans->next = retired;
			retired = plans;
		}
	}
}

static void
free_retired(XactEvent event, void *arg)
{
	if (event != XACT_EVENT_COMMIT && event != XACT_EVENT_ABORT && event != XACT_EVENT_PREPARE)
		return;
	while (retired != NULL)
	{
		NodePlans *plans = retired;

		retired = plans->next;
		free_plans(plans);
	}
	for (NodePlans *plans = all_plans; plans != NULL; plans = plans->next)
		plans->users = 0;
}

void
node_plans_init(void)
{
	RegisterXactCallback(free_retired, NULL);
}

/* From the locks on, the names of both tables and their columns stay what they are. */
NodePlans *
node_plans(const NodeDef *def)
{
	NodePlans *plans = all_plans;

	LockRelationOid(def->base, AccessShareLock);
	LockRelationOid(def->nodes, RowExclusiveLock);
	while (plans != NULL && !are_for(plans, def))
		plans = plans->next;
	if (plans == NULL || !are_valid(plans))
	{
		retire_invalid();
		plans = make_plans(def);
	}
	plans->users++;
	return plans;
}

void
node_plans_leave(NodePlans *plans)
{
	plans->users--;
}

const NodeColumnType *
node_plans_types(const NodePlans *plans)
{
	return plans->types;
}

/* ---- executing ---- */

/* Are rows of the types that they will be read by?  Statements are planned again when tables change. */
static void
check_rows(const NodePlans *plans, NodePlan which)
{
	Oid types[NODE_COLUMNS] = {plans->doc_type};
	int n = which == NODE_PAGE ? NODE_COLUMNS : 1;

	if (which != NODE_FETCH && which != NODE_PAGE)
		return;
	for (int i = 0; which == NODE_PAGE && i < NODE_COLUMNS; i++)
		types[i] = plans->types[i].type;
	tables_check_columns(target_of(plans, which), SPI_tuptable != NULL ? SPI_tuptable->tupdesc : NULL, types,
						 n);
}

void
node_plan_execute(const NodePlans *plans, NodePlan which, Datum *params, int64 limit)
{
	int result = SPI_execute_snapshot(plans->plans[which], params, NULL, GetLatestSnapshot(), InvalidSnapshot,
									  false, true, limit);

	if (result < 0)
		elog(ERROR, "SPI_execute_snapshot failed: %s", SPI_result_code_string(result));
	tables_check_plan(plans->plans[which], target_of(plans, which));
	check_rows(plans, which);
}

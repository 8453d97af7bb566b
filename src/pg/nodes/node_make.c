/*
 * node_make.c -- the statements that create a node table, and what is checked before.
 *
 * Statements name nothing without a schema but what is the server's.
 */
#include "postgres.h"
#include "access/htup_details.h"
#include "catalog/catalog.h"
#include "catalog/pg_class.h"
#include "catalog/pg_index.h"
#include "commands/defrem.h"
#include "commands/tablecmds.h"
#include "executor/spi.h"
#include "lib/stringinfo.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/ruleutils.h"
#include "utils/syscache.h"
#include "utils/typcache.h"
#include "utils/varlena.h"

#include "../server/compat.h"
#include "../server/ddl.h"
#include "../server/tables.h"
#include "node_make.h"
#include "node_sync.h"

static const char *const column_names[NODE_COLUMNS] = {"label", "path", "value", "number", "moment"};

/* ---- checks ---- */

static void
check_base(Relation base)
{
	tables_check_base(base);
	if (IsSystemRelation(base))
		ereport(ERROR,
				(errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
				 errmsg("permission denied: \"%s\" is a system catalog", RelationGetRelationName(base))));
	if (base->rd_rel->relpersistence == RELPERSISTENCE_TEMP)
		ereport(ERROR, (errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
						errmsg("a temporary table cannot have a node table")));
	CheckTableNotInUse(base, "bxml_create_node_table");
}

/* Is the index a primary key that holds at every moment? */
static bool
is_key(Form_pg_index index)
{
	return index->indisprimary && index->indisvalid && index->indimmediate;
}

Oid
node_primary_key(Relation base)
{
	const ListCell *c;

	foreach (c, RelationGetIndexList(base))
	{
		HeapTuple row = SearchSysCache1(INDEXRELID, ObjectIdGetDatum(lfirst_oid(c)));
		bool found;

		if (!HeapTupleIsValid(row))
			elog(ERROR, "cache lookup failed for index %u", lfirst_oid(c));
		found = is_key((Form_pg_index) GETSTRUCT(row));
		ReleaseSysCache(row);
		if (found)
			return lfirst_oid(c);
	}
	ereport(
		ERROR,
		(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
		 errmsg("table \"%s\" has no primary key that is not deferrable", RelationGetRelationName(base)),
		 errhint(
			 "A node table names rows by their primary key: add one by ALTER TABLE ... ADD PRIMARY KEY.")));
}

static void
find_key(NodeMaking *m)
{
	HeapTuple row;
	Form_pg_index index;

	m->pkey = node_primary_key(m->base);
	row = SearchSysCache1(INDEXRELID, ObjectIdGetDatum(m->pkey));
	index = (Form_pg_index) GETSTRUCT(row);
	m->def.n_keys = index->indnkeyatts;
	for (int i = 0; i < index->indnkeyatts; i++)
		m->def.keys[i] = index->indkey.values[i];
	ReleaseSysCache(row);
}

int
node_index_kinds(char *list)
{
	static const char *const names[] = {"path", "value", "property"};
	int kinds = 0;
	List *words;
	const ListCell *c;

	if (!SplitIdentifierString(list, ',', &words))
		words = list_make1("");
	foreach (c, words)
	{
		const char *word = lfirst(c);
		int i = 0;

		while (i < lengthof(names) && strcmp(word, names[i]) != 0)
			i++;
		if (i == lengthof(names))
			ereport(
				ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("unrecognized kind of index of a node table: \"%s\"", word),
				 errhint(
					 "Write some of path, value and property, separated by commas, or an empty string.")));
		kinds |= 1 << i;
	}
	return kinds;
}

/* ---- statements ---- */

/* The name in the node table of a column of the key, quoted: its own, unless a column there has it. */
static const char *
key_name(const NodeMaking *m, int i)
{
	const char *name = NameStr(TupleDescAttr(RelationGetDescr(m->base), m->def.keys[i] - 1)->attname);

	for (int j = 0; j < NODE_COLUMNS; j++)
		if (strcmp(name, column_names[j]) == 0)
			name = psprintf("key_%s", name);
	return quote_identifier(name);
}

static void
put_key_column(const NodeMaking *m, int i, StringInfo sql)
{
	Form_pg_attribute a = TupleDescAttr(RelationGetDescr(m->base), m->def.keys[i] - 1);

	appendStringInfo(sql, "%s %s", key_name(m, i),
					 format_type_extended(a->atttypid, a->atttypmod,
										  FORMAT_TYPE_TYPEMOD_GIVEN | FORMAT_TYPE_FORCE_QUALIFY));
	if (OidIsValid(a->attcollation))
		appendStringInfo(sql, " COLLATE %s", generate_collation_name(a->attcollation));
	appendStringInfoString(sql, " NOT NULL, ");
}

static void
create_table(NodeMaking *m)
{
	StringInfoData columns, keys;

	initStringInfo(&columns);
	initStringInfo(&keys);
	for (int i = 0; i < m->def.n_keys; i++)
	{
		put_key_column(m, i, &columns);
		appendStringInfo(&keys, i > 0 ? ", %s" : "%s", key_name(m, i));
	}
	m->keys = keys.data;
	ddl_run("CREATE%s TABLE %s (%slabel %s.ordpath NOT NULL, path text, value text, number numeric, moment "
			"timestamp)",
			m->base->rd_rel->relpersistence == RELPERSISTENCE_UNLOGGED ? " UNLOGGED" : "", m->full,
			columns.data, m->extension);
	m->def.nodes = get_relname_relid(m->name, RelationGetNamespace(m->base));
}

static void
create_indexes(const NodeMaking *m)
{
	ddl_run("ALTER TABLE %s ADD PRIMARY KEY (%s, label)", m->full, m->keys);
	if (m->indexes & NODE_INDEX_PATH)
	{
		ddl_run("CREATE INDEX ON %s (path text_pattern_ops, value text_pattern_ops)", m->full);
		ddl_run("CREATE INDEX ON %s (path text_pattern_ops, number) WHERE number IS NOT NULL", m->full);
		ddl_run("CREATE INDEX ON %s (path text_pattern_ops, moment) WHERE moment IS NOT NULL", m->full);
	}
	if (m->indexes & NODE_INDEX_VALUE)
		ddl_run("CREATE INDEX ON %s (value text_pattern_ops, path text_pattern_ops) WHERE value IS NOT NULL",
				m->full);
	if (m->indexes & NODE_INDEX_PROPERTY)
		ddl_run("CREATE INDEX ON %s (%s, path text_pattern_ops, value)", m->full, m->keys);
}

/* ", NEW.doc, NEW.a, NEW.b" */
static char *
row_arguments(const NodeMaking *m, const char *row)
{
	TupleDesc desc = RelationGetDescr(m->base);
	StringInfoData sql;

	initStringInfo(&sql);
	appendStringInfo(&sql, ", %s.%s", row,
					 quote_identifier(NameStr(TupleDescAttr(desc, m->def.doc - 1)->attname)));
	for (int i = 0; i < m->def.n_keys; i++)
		appendStringInfo(&sql, ", %s.%s", row,
						 quote_identifier(NameStr(TupleDescAttr(desc, m->def.keys[i] - 1)->attname)));
	return sql.data;
}

static void
create_trigger(const NodeMaking *m, const char *suffix, const char *event, const char *arguments)
{
	const char *name = makeObjectName(m->name, NULL, suffix);

	ddl_run("CREATE TRIGGER %s AFTER %s ON %s FOR EACH %s WHEN (%s.bxml_node_row(%s::regclass%s)) "
			"EXECUTE FUNCTION %s.bxml_node_trigger(%s)",
			quote_identifier(name), event, node_table_name(m->def.base), *arguments ? "ROW" : "STATEMENT",
			m->extension, quote_literal_cstr(m->full), arguments, m->extension,
			m->def.paths != NULL ? quote_literal_cstr(m->def.paths) : "");
	tables_check_trigger(m->def.base, name, m->function);
}

/* Rows of the node table are visible to those who see the row of the base table. */
static void
create_policy(const NodeMaking *m)
{
	StringInfoData where;

	initStringInfo(&where);
	for (int i = 0; i < m->def.n_keys; i++)
	{
		Form_pg_attribute a = TupleDescAttr(RelationGetDescr(m->base), m->def.keys[i] - 1);
		TypeCacheEntry *type = lookup_type_cache(a->atttypid, TYPECACHE_EQ_OPR);

		if (i > 0)
			appendStringInfoString(&where, " AND ");
		generate_operator_clause(&where, psprintf("base.%s", quote_identifier(NameStr(a->attname))),
								 a->atttypid, type->eq_opr,
								 psprintf("%s.%s", quote_identifier(m->name), key_name(m, i)), a->atttypid);
	}
	ddl_run("ALTER TABLE %s ENABLE ROW LEVEL SECURITY", m->full);
	if (m->base->rd_rel->relforcerowsecurity)
		ddl_run("ALTER TABLE %s FORCE ROW LEVEL SECURITY", m->full);
	ddl_run("CREATE POLICY base_row ON %s FOR SELECT USING (EXISTS (SELECT FROM %s base WHERE %s))", m->full,
			node_table_name(m->def.base), where.data);
}

/* ---- all of it ---- */

void
node_make_check(NodeMaking *m, const char *document, Oid bxml)
{
	check_base(m->base);
	m->def.doc = tables_check_column(m->base, document, bxml);
	find_key(m);
}

void
node_make(NodeMaking *m)
{
	create_table(m);
	create_trigger(m, "put", "INSERT OR UPDATE", row_arguments(m, "NEW"));
	create_trigger(m, "delete", "DELETE", row_arguments(m, "OLD"));
	create_trigger(m, "truncate", "TRUNCATE", "");
	if (m->base->rd_rel->relrowsecurity)
		create_policy(m);
	(void) node_fill(&m->def);
	create_indexes(m);
}

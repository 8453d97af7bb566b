/*
 * node_check.c -- what is checked before anything is done to a node table.
 */
#include "postgres.h"
#include "access/htup_details.h"
#include "catalog/catalog.h"
#include "catalog/dependency.h"
#include "catalog/pg_class.h"
#include "catalog/pg_constraint.h"
#include "catalog/pg_trigger.h"
#include "catalog/pg_type_d.h"
#include "miscadmin.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/syscache.h"
#include "utils/typcache.h"

#include "../server/compat.h"
#include "../server/depends.h"
#include "../server/own.h"
#include "node_check.h"
#include "node_rows.h"

extern Datum bxml_in(PG_FUNCTION_ARGS);
extern Datum ordpath_in(PG_FUNCTION_ARGS);

/* ---- rights ---- */

/* A dependency that is looked for. */
typedef struct DependencySought
{
	Oid class;
	Oid object; /* the table, or that of the constraint; InvalidOid: any */
	char type;
	bool found;
} DependencySought;

/* Is it the primary key of the table? */
static bool
is_primary_key(Oid constraint, Oid table)
{
	HeapTuple row = SearchSysCache1(CONSTROID, ObjectIdGetDatum(constraint));
	bool is = false;

	if (!HeapTupleIsValid(row))
		return false;
	if (((Form_pg_constraint) GETSTRUCT(row))->contype == CONSTRAINT_PRIMARY)
		is = ((Form_pg_constraint) GETSTRUCT(row))->conrelid == table;
	ReleaseSysCache(row);
	return is;
}

static void
take_dependency(void *ctx, Form_pg_depend d)
{
	DependencySought *s = ctx;

	if (d->refclassid != s->class || d->deptype != s->type || d->refobjsubid != 0)
		return;
	if (s->class == ConstraintRelationId ? is_primary_key(d->refobjid, s->object)
										 : !OidIsValid(s->object) || d->refobjid == s->object)
		s->found = true;
}

/* Does the node table depend on the table, or on any? */
static bool
depends_on_table(Oid nodes, Oid base)
{
	DependencySought s = {RelationRelationId, base, DEPENDENCY_AUTO};

	depends_on(RelationRelationId, nodes, take_dependency, &s);
	return s.found;
}

bool
node_is_recorded(const NodeDef *def)
{
	DependencySought s = {ConstraintRelationId, def->base, DEPENDENCY_NORMAL};

	depends_on(TriggerRelationId, def->trigger, take_dependency, &s);
	return s.found && depends_on_table(def->nodes, def->base);
}

static _Noreturn void
refuse(const NodeDef *def, const char *detail, const char *hint)
{
	ereport(ERROR, (errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
					errmsg("triggers of table %s may not change table %s", node_table_name(def->base),
						   node_table_name(def->nodes)),
					errdetail("%s", detail), hint != NULL ? errhint("%s", hint) : 0));
}

void
node_check_rights(const NodeDef *def)
{
	Oid owner = node_table_owner(def->base);

	if (IsCatalogRelationOid(def->nodes))
		refuse(def, "It is a system catalog.", NULL);
	if (node_table_owner(def->nodes) != owner)
		refuse(def, "They have different owners.", "Give the node table to the owner of the base table.");
	if (node_is_recorded(def))
		return;
	if (depends_on_table(def->nodes, InvalidOid))
		refuse(def, "It is the node table of other triggers.",
			   "Drop the trigger, or use bxml_create_node_table to create a node table.");
	if (!has_privs_of_role(GetUserId(), owner))
		refuse(def, "It has been restored, and not been rebuilt.",
			   psprintf("Ask the owner to call bxml_rebuild_node_table(%s).",
						quote_literal_cstr(node_table_name(def->nodes))));
}

/* ---- columns ---- */

Form_pg_attribute
node_column_of(Relation rel, int number)
{
	Form_pg_attribute column;

	if (number > RelationGetNumberOfAttributes(rel))
		ereport(ERROR, (errcode(ERRCODE_WRONG_OBJECT_TYPE),
						errmsg("\"%s\" is not a node table", RelationGetRelationName(rel))));
	column = TupleDescAttr(RelationGetDescr(rel), number - 1);
	if (column->attisdropped)
		ereport(ERROR, (errcode(ERRCODE_UNDEFINED_COLUMN),
						errmsg("a column that the triggers of a node table use was dropped from table \"%s\"",
							   RelationGetRelationName(rel)),
						errhint("Drop the node table and create it again.")));
	return column;
}

static _Noreturn void
refuse_type(Relation rel, Form_pg_attribute column, const char *type)
{
	ereport(ERROR, (errcode(ERRCODE_DATATYPE_MISMATCH),
					errmsg("column \"%s\" of table \"%s\" is not of type %s", NameStr(column->attname),
						   RelationGetRelationName(rel), type),
					errdetail("The triggers of a node table use it."),
					errhint("Drop the node table and create it again.")));
}

/* The number of a column of the node table from behind its key has the type. */
static bool
is_node_column(Form_pg_attribute column, NodeColumn number)
{
	static const Oid types[NODE_COLUMNS] = {InvalidOid, TEXTOID, TEXTOID, NUMERICOID, TIMESTAMPOID};

	return number == NODE_LABEL ? own_base_type(column->atttypid, ordpath_in)
								: column->atttypid == types[number];
}

static void
check_kind(Relation nodes)
{
	if (nodes->rd_rel->relkind != RELKIND_RELATION || nodes->rd_rel->relispartition ||
		IsSystemRelation(nodes))
		ereport(ERROR, (errcode(ERRCODE_WRONG_OBJECT_TYPE),
						errmsg("\"%s\" is not a node table", RelationGetRelationName(nodes))));
}

static void
check_key(Relation base, Form_pg_attribute key, Relation nodes, Form_pg_attribute copy)
{
	if (!OidIsValid(lookup_type_cache(key->atttypid, TYPECACHE_EQ_OPR)->eq_opr))
		ereport(ERROR, (errcode(ERRCODE_UNDEFINED_FUNCTION),
						errmsg("column \"%s\" of table \"%s\" cannot be part of the key of a node table",
							   NameStr(key->attname), RelationGetRelationName(base)),
						errdetail("Type %s has no equality operator.", format_type_be(key->atttypid))));
	if (copy->atttypid != key->atttypid)
		refuse_type(nodes, copy, format_type_be(key->atttypid));
}

void
node_check_columns(const NodeDef *def, Relation base, Relation nodes)
{
	static const char *const types[NODE_COLUMNS] = {"ordpath", "text", "text", "numeric",
													"timestamp without time zone"};
	Form_pg_attribute doc = node_column_of(base, def->doc);

	check_kind(nodes);
	if (!own_type(doc->atttypid, bxml_in))
		refuse_type(base, doc, "bxml");
	for (int i = 0; i < def->n_keys; i++)
		check_key(base, node_column_of(base, def->keys[i]), nodes, node_column_of(nodes, i + 1));
	for (int i = 0; i < NODE_COLUMNS; i++)
	{
		Form_pg_attribute column = node_column_of(nodes, def->n_keys + 1 + i);

		if (!is_node_column(column, i))
			refuse_type(nodes, column, types[i]);
	}
}

void
node_check_shape(Relation nodes)
{
	int first = 0, n = RelationGetNumberOfAttributes(nodes), i = 0;

	check_kind(nodes);
	while (first + NODE_COLUMNS < n && i < NODE_COLUMNS)
	{
		first++;
		for (i = 0; i < NODE_COLUMNS; i++)
			if (!is_node_column(TupleDescAttr(RelationGetDescr(nodes), first + i), i))
				break;
	}
	if (i < NODE_COLUMNS)
		ereport(ERROR, (errcode(ERRCODE_WRONG_OBJECT_TYPE),
						errmsg("\"%s\" is not a node table", RelationGetRelationName(nodes))));
}

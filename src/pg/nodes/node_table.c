/*
 * node_table.c -- creating, filling, dropping and listing node tables.
 *
 * A node table belongs to the owner of the base table, in whose name all of this is done, and depends on the base table
 * as an index does.  For pg_dump both are ordinary tables, and the triggers belong to the base table; dependencies
 * between tables are not dumped, so bxml_rebuild_node_table makes them again.
 */
#include "postgres.h"
#include "access/relation.h"
#include "access/table.h"
#include "access/xact.h"
#include "catalog/dependency.h"
#include "catalog/objectaddress.h"
#include "catalog/pg_class.h"
#include "catalog/pg_constraint.h"
#include "catalog/pg_inherits.h"
#include "catalog/pg_trigger.h"
#include "catalog/pg_type.h"
#include "commands/defrem.h"
#include "fmgr.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/syscache.h"
#include "utils/tuplestore.h"

#include "../server/compat.h"
#include "../server/own.h"
#include "../server/tables.h"
#include "node_check.h"
#include "node_make.h"
#include "node_sync.h"

BXML_FUNCTION(bxml_create_node_table);
BXML_FUNCTION(bxml_rebuild_node_table);
BXML_FUNCTION(bxml_drop_node_table);
BXML_FUNCTION(bxml_node_tables);

extern Datum bxml_node_trigger(PG_FUNCTION_ARGS);
extern Datum bxpath_out(PG_FUNCTION_ARGS);

static Oid
extension_namespace(FunctionCallInfo fcinfo)
{
	return get_func_namespace(fcinfo->flinfo->fn_oid);
}

static Oid
trigger_function(FunctionCallInfo fcinfo)
{
	Oid function = own_sibling(fcinfo->flinfo->fn_oid, "bxml_node_trigger", bxml_node_trigger, 0, NULL);

	if (!OidIsValid(function))
		ereport(ERROR, (errcode(ERRCODE_UNDEFINED_FUNCTION),
						errmsg("extension bxml of this database has no function bxml_node_trigger")));
	return function;
}

/* Keep writers away from the table and its partitions until the end of the transaction. */
static Relation
open_base(Oid base)
{
	Relation rel;

	tables_check_owner(base);
	rel = tables_open(base, ShareRowExclusiveLock);
	/* it may have got another owner before we got the lock */
	tables_check_owner(base);
	(void) find_all_inheritors(base, ShareRowExclusiveLock, NULL);
	return rel;
}

/* Somebody may have dropped it before we get the lock. */
static void
lock_all(Oid table)
{
	relation_close(tables_open(table, AccessExclusiveLock), NoLock);
}

/* ---- dependencies ---- */

/* The node table goes with the base table; the primary key cannot go while there are triggers. */
static void
record_dependencies(Oid function, const NodeDef *def, Oid pkey)
{
	ObjectAddress base, nodes, constraint;
	const ListCell *c;

	ObjectAddressSet(base, RelationRelationId, def->base);
	ObjectAddressSet(nodes, RelationRelationId, def->nodes);
	ObjectAddressSet(constraint, ConstraintRelationId, get_index_constraint(pkey));
	/* code of the owner may have dropped it */
	relation_close(tables_open(def->nodes, NoLock), NoLock);
	deleteDependencyRecordsForSpecific(RelationRelationId, def->nodes, DEPENDENCY_AUTO, RelationRelationId,
									   def->base);
	recordDependencyOn(&nodes, &base, DEPENDENCY_AUTO);
	foreach (c, node_triggers(function, def, false))
	{
		ObjectAddress trigger;

		ObjectAddressSet(trigger, TriggerRelationId, lfirst_oid(c));
		deleteDependencyRecordsForSpecific(TriggerRelationId, trigger.objectId, DEPENDENCY_NORMAL,
										   ConstraintRelationId, constraint.objectId);
		recordDependencyOn(&trigger, &constraint, DEPENDENCY_NORMAL);
	}
	CommandCounterIncrement();
}

/* ---- creating ---- */

static const char *
name_argument(FunctionCallInfo fcinfo, int i, const char *what)
{
	if (PG_ARGISNULL(i))
		ereport(ERROR, (errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED), errmsg("%s must not be null", what)));
	return NameStr(*PG_GETARG_NAME(i));
}

/* Names, options and paths. */
static void
read_options(NodeMaking *m, FunctionCallInfo fcinfo, const char *document)
{
	const char *base = RelationGetRelationName(m->base);

	m->extension = pstrdup(quote_identifier(get_namespace_name(extension_namespace(fcinfo))));
	m->name =
		PG_ARGISNULL(3) ? makeObjectName(base, document, "nodes") : pstrdup(NameStr(*PG_GETARG_NAME(3)));
	m->full = quote_qualified_identifier(get_namespace_name(RelationGetNamespace(m->base)), m->name);
	m->indexes = PG_ARGISNULL(4) ? 0 : node_index_kinds(text_to_cstring(PG_GETARG_TEXT_PP(4)));
	if (PG_ARGISNULL(2))
		return;
	(void) node_paths_read(PG_GETARG_DATUM(2));
	m->def.paths = DatumGetCString(DirectFunctionCall1(bxpath_out, PG_GETARG_DATUM(2)));
}

Datum
bxml_create_node_table(PG_FUNCTION_ARGS)
{
	const char *document = name_argument(fcinfo, 1, "column of documents");
	Oid bxml = GetSysCacheOid2(TYPENAMENSP, Anum_pg_type_oid, CStringGetDatum("bxml"),
							   ObjectIdGetDatum(extension_namespace(fcinfo)));
	NodeMaking m = {0};
	Guard guard;

	if (PG_ARGISNULL(0))
		ereport(ERROR, (errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED), errmsg("base table must not be null")));
	m.def.base = PG_GETARG_OID(0);
	m.base = open_base(m.def.base);
	node_make_check(&m, document, bxml);
	m.function = trigger_function(fcinfo);
	read_options(&m, fcinfo, document);
	node_enter(&guard, m.def.base, GUARD_COMMAND);
	node_make(&m);
	node_leave(&guard);
	record_dependencies(m.function, &m.def, m.pkey);
	table_close(m.base, NoLock);
	PG_RETURN_OID(m.def.nodes);
}

/* ---- existing ones ---- */

static _Noreturn void
refuse_several(Oid nodes)
{
	ereport(ERROR, (errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
					errmsg("triggers do not agree about node table %s", node_table_name(nodes)),
					errdetail("They name different base tables, columns or paths."),
					errhint("Drop those that are wrong, by DROP TRIGGER.")));
}

/*
 * The definition of a node table that the user owns: that of its recorded triggers, and after a restore, where there
 * are none, that of all triggers on tables of the owner.
 */
static NodeDef *
own_table(FunctionCallInfo fcinfo, Oid function)
{
	Oid nodes = PG_GETARG_OID(0);
	NodeDef *found = NULL;
	const ListCell *c;

	tables_check_owner(nodes);
	foreach (c, node_defs(function, nodes))
	{
		NodeDef *def = lfirst(c);

		if (node_table_owner(def->base) != node_table_owner(nodes))
			continue;
		if (node_is_recorded(def))
			return def;
		if (found != NULL && !node_defs_agree(found, def))
			refuse_several(nodes);
		found = def;
	}
	if (found == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_WRONG_OBJECT_TYPE), errmsg("%s is not a node table", node_table_name(nodes)),
				 errhint("bxml_node_tables() lists node tables.")));
	return found;
}

Datum
bxml_rebuild_node_table(PG_FUNCTION_ARGS)
{
	Oid function = trigger_function(fcinfo);
	NodeDef *def = own_table(fcinfo, function);
	Relation base;
	Guard guard;
	uint64 rows;
	Oid pkey;

	base = open_base(def->base);
	pkey = node_primary_key(base);
	node_enter(&guard, def->base, GUARD_COMMAND);
	node_run(psprintf("TRUNCATE ONLY %s", node_table_name(def->nodes)));
	rows = node_fill(def);
	node_leave(&guard);
	record_dependencies(function, def, pkey);
	table_close(base, NoLock);
	PG_RETURN_INT64((int64) rows);
}

Datum
bxml_drop_node_table(PG_FUNCTION_ARGS)
{
	Oid function = trigger_function(fcinfo);
	NodeDef *def = own_table(fcinfo, function);
	ObjectAddresses *objects = new_object_addresses();
	ObjectAddress object;
	const ListCell *c;

	tables_check_owner(def->base);
	lock_all(def->base);
	lock_all(def->nodes);
	foreach (c, node_triggers(function, def, true))
	{
		ObjectAddressSet(object, TriggerRelationId, lfirst_oid(c));
		add_exact_object_address(&object, objects);
	}
	ObjectAddressSet(object, RelationRelationId, def->nodes);
	add_exact_object_address(&object, objects);
	performMultipleDeletions(objects, DROP_RESTRICT, 0);
	free_object_addresses(objects);
	PG_RETURN_VOID();
}

Datum
bxml_node_tables(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *result = (ReturnSetInfo *) fcinfo->resultinfo;
	const ListCell *c;

	InitMaterializedSRF(fcinfo, 0);
	foreach (c, node_defs(trigger_function(fcinfo), InvalidOid))
	{
		const NodeDef *def = lfirst(c);
		char *document = get_attname(def->base, def->doc, true);
		NameData name;
		Datum values[4] = {ObjectIdGetDatum(def->nodes), ObjectIdGetDatum(def->base), NameGetDatum(&name),
						   (Datum) 0};
		bool nulls[4] = {false, false, document == NULL, def->paths == NULL};

		namestrcpy(&name, document != NULL ? document : "");
		if (def->paths != NULL)
			values[3] = CStringGetTextDatum(def->paths);
		tuplestore_putvalues(result->setResult, result->setDesc, values, nulls);
	}
	return (Datum) 0;
}

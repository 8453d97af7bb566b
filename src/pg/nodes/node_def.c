/*
 * node_def.c -- what the triggers of a table say about its node tables; bxml_node_row.
 */
#include "postgres.h"
#include "access/genam.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "catalog/indexing.h"
#include "catalog/pg_class.h"
#include "catalog/pg_trigger.h"
#include "catalog/pg_type.h"
#include "commands/trigger.h"
#include "fmgr.h"
#include "nodes/primnodes.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/syscache.h"

#include "../server/compat.h"
#include "../server/own.h"
#include "node_def.h"

BXML_FUNCTION(bxml_node_row);

/* The condition of the triggers is there for what it says about the table, and is true. */
Datum
bxml_node_row(PG_FUNCTION_ARGS)
{
	PG_RETURN_BOOL(true);
}

void
node_def_bad(void)
{
	ereport(ERROR, (errcode(ERRCODE_E_R_I_E_TRIGGER_PROTOCOL_VIOLATED),
					errmsg("trigger of a node table has another condition than it was made with"),
					errhint("Use bxml_create_node_table to make such triggers.")));
}

/* The columns that the call names: the document, then the key. */
static bool
read_columns(NodeDef *def, const List *columns)
{
	int n = 0;
	const ListCell *c;

	if (list_length(columns) > INDEX_MAX_KEYS + 1)
		return false;
	foreach (c, columns)
	{
		const Var *var = lfirst(c);

		if (!IsA(var, Var) || var->varattno <= 0)
			return false;
		if (n++ == 0)
			def->doc = var->varattno;
		else
			def->keys[def->n_keys++] = var->varattno;
	}
	return def->doc == 0 || def->n_keys > 0;
}

bool
node_def_read(NodeDef *def, const char *condition)
{
	FuncExpr *call = condition != NULL ? stringToNode(condition) : NULL;
	Const *nodes;

	if (call == NULL || !IsA(call, FuncExpr) || own_address(call->funcid) != bxml_node_row ||
		call->args == NIL || !IsA(linitial(call->args), Const))
		return false;
	nodes = linitial(call->args);
	if (nodes->consttype != REGCLASSOID || nodes->constisnull)
		return false;
	def->nodes = DatumGetObjectId(nodes->constvalue);
	def->doc = 0;
	def->n_keys = 0;
	return read_columns(def, list_copy_tail(call->args, 1));
}

char *
node_table_name(Oid table)
{
	char *name = get_rel_name(table);

	if (name == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_TABLE), errmsg("relation with OID %u does not exist", table)));
	return quote_qualified_identifier(get_namespace_name(get_rel_namespace(table)), name);
}

Oid
node_table_owner(Oid table)
{
	HeapTuple row = SearchSysCache1(RELOID, ObjectIdGetDatum(table));
	Oid owner;

	if (!HeapTupleIsValid(row))
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_TABLE), errmsg("relation with OID %u does not exist", table)));
	owner = ((Form_pg_class) GETSTRUCT(row))->relowner;
	ReleaseSysCache(row);
	return owner;
}

/* ---- pg_trigger ---- */

/* The definition of a row of pg_trigger; false if it was not made as those of node tables are. */
static bool
def_of_row(NodeDef *def, HeapTuple row, TupleDesc desc)
{
	Form_pg_trigger form = (Form_pg_trigger) GETSTRUCT(row);
	bool isnull;
	Datum condition = heap_getattr(row, Anum_pg_trigger_tgqual, desc, &isnull);
	struct varlena *args;

	if (isnull || !node_def_read(def, TextDatumGetCString(condition)))
		return false;
	def->trigger = form->oid;
	def->base = form->tgrelid;
	def->paths = NULL;
	if (form->tgnargs > 0)
	{
		args = PG_DETOAST_DATUM(heap_getattr(row, Anum_pg_trigger_tgargs, desc, &isnull));
		def->paths = pstrdup(VARDATA(args));
	}
	return true;
}

static _Noreturn void
refuse_dropped(void)
{
	ereport(ERROR, (errcode(ERRCODE_UNDEFINED_OBJECT),
					errmsg("a trigger of a node table was dropped while it was used")));
}

void
node_def_top(NodeDef *def, Oid trigger)
{
	Relation triggers = table_open(TriggerRelationId, AccessShareLock);

	while (OidIsValid(trigger))
	{
		ScanKeyData key;
		SysScanDesc scan;
		HeapTuple row;

		ScanKeyInit(&key, Anum_pg_trigger_oid, BTEqualStrategyNumber, F_OIDEQ, ObjectIdGetDatum(trigger));
		scan = systable_beginscan(triggers, TriggerOidIndexId, true, NULL, 1, &key);
		row = systable_getnext(scan);
		if (!HeapTupleIsValid(row))
			refuse_dropped();
		trigger = ((Form_pg_trigger) GETSTRUCT(row))->tgparentid;
		if (!OidIsValid(trigger) && !def_of_row(def, row, RelationGetDescr(triggers)))
			node_def_bad();
		systable_endscan(scan);
	}
	table_close(triggers, AccessShareLock);
}

/* The triggers of a base table, or all, as a scan of pg_trigger. */
static SysScanDesc
scan_triggers(Relation triggers, Oid base)
{
	ScanKeyData key;

	ScanKeyInit(&key, Anum_pg_trigger_tgrelid, BTEqualStrategyNumber, F_OIDEQ, ObjectIdGetDatum(base));
	return systable_beginscan(triggers, TriggerRelidNameIndexId, OidIsValid(base), NULL, OidIsValid(base),
							  &key);
}

List *
node_defs(Oid function, Oid nodes)
{
	Relation triggers = table_open(TriggerRelationId, AccessShareLock);
	SysScanDesc scan = scan_triggers(triggers, InvalidOid);
	List *defs = NIL;
	HeapTuple row;

	while (HeapTupleIsValid(row = systable_getnext(scan)))
	{
		Form_pg_trigger form = (Form_pg_trigger) GETSTRUCT(row);
		NodeDef *def;

		if (form->tgfoid != function || OidIsValid(form->tgparentid) || !TRIGGER_FOR_INSERT(form->tgtype))
			continue;
		def = palloc(sizeof(NodeDef));
		if (def_of_row(def, row, RelationGetDescr(triggers)) && (!OidIsValid(nodes) || def->nodes == nodes))
			defs = lappend(defs, def);
	}
	systable_endscan(scan);
	table_close(triggers, AccessShareLock);
	return defs;
}

bool
node_defs_agree(const NodeDef *a, const NodeDef *b)
{
	if (a->base != b->base || a->nodes != b->nodes || a->doc != b->doc || a->n_keys != b->n_keys ||
		(a->paths == NULL) != (b->paths == NULL) || (a->paths != NULL && strcmp(a->paths, b->paths) != 0))
		return false;
	return memcmp(a->keys, b->keys, a->n_keys * sizeof(AttrNumber)) == 0;
}

List *
node_triggers(Oid function, const NodeDef *def, bool all)
{
	Relation triggers = table_open(TriggerRelationId, AccessShareLock);
	SysScanDesc scan = scan_triggers(triggers, def->base);
	List *found = NIL;
	HeapTuple row;

	while (HeapTupleIsValid(row = systable_getnext(scan)))
	{
		NodeDef one;

		if (((Form_pg_trigger) GETSTRUCT(row))->tgfoid != function)
			continue;
		if (def_of_row(&one, row, RelationGetDescr(triggers)) && one.nodes == def->nodes &&
			(all || one.doc == 0 || node_defs_agree(&one, def)))
			found = lappend_oid(found, ((Form_pg_trigger) GETSTRUCT(row))->oid);
	}
	systable_endscan(scan);
	table_close(triggers, AccessShareLock);
	return found;
}

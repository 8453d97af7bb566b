/*
 * node_trigger.c -- the triggers that keep a node table; bxml_node_trigger.
 *
 * They are row triggers, since those fire for COPY, MERGE, ON CONFLICT, rows that move between partitions and applied
 * changes of a publisher.  A trigger does not replay its event: it makes the rows of the keys in question what the
 * base table has under them by now, so the order in which triggers fire does not matter.
 */
#include "postgres.h"
#include "access/sysattr.h"
#include "access/table.h"
#include "commands/trigger.h"
#include "executor/tuptable.h"
#include "fmgr.h"
#include "utils/datum.h"
#include "utils/memutils.h"
#include "utils/rel.h"

#include "../server/compat.h"
#include "node_check.h"
#include "node_sync.h"

BXML_FUNCTION(bxml_node_trigger);

/* What one trigger of one table keeps during a statement. */
typedef struct TriggerSite
{
	NodeDef here; /* columns of the table that fires */
	NodeDef top;  /* and of the one that the node table was made for */
	const NodePaths *paths;
} TriggerSite;

static Oid
type_of(TupleDesc desc, AttrNumber column)
{
	if (column > desc->natts || TupleDescAttr(desc, column - 1)->attisdropped)
		node_def_bad();
	return TupleDescAttr(desc, column - 1)->atttypid;
}

/* The types of the columns in the table that fires. */
static void
read_types(TriggerSite *site, TupleDesc desc)
{
	for (int i = 0; i < site->here.n_keys; i++)
		site->top.key_types[i] = type_of(desc, site->here.keys[i]);
	if (site->here.doc != 0)
		(void) type_of(desc, site->here.doc);
}

static void
read_site(TriggerSite *site, const TriggerData *data)
{
	const Trigger *trigger = data->tg_trigger;

	if (!node_def_read(&site->here, trigger->tgqual))
		node_def_bad();
	node_def_top(&site->top, trigger->tgoid);
	if (site->top.nodes != site->here.nodes || site->top.n_keys != site->here.n_keys)
		node_def_bad();
	node_check_rights(&site->top);
	site->here.trigger = trigger->tgoid;
	read_types(site, RelationGetDescr(data->tg_relation));
	if (site->top.paths != NULL)
		site->paths = node_paths_text(site->top.paths);
}

static TriggerSite *
trigger_site(FunctionCallInfo fcinfo)
{
	const TriggerData *data = (const TriggerData *) fcinfo->context;
	TriggerSite *site = fcinfo->flinfo->fn_extra;
	MemoryContext caller;

	if (site != NULL && site->here.trigger == data->tg_trigger->tgoid)
		return site;
	caller = MemoryContextSwitchTo(fcinfo->flinfo->fn_mcxt);
	site = palloc0(sizeof(TriggerSite));
	read_site(site, data);
	MemoryContextSwitchTo(caller);
	fcinfo->flinfo->fn_extra = site;
	return site;
}

static void
read_keys(const TriggerSite *site, TupleTableSlot *slot, Datum *keys)
{
	for (int i = 0; i < site->here.n_keys; i++)
	{
		bool isnull;

		if (type_of(slot->tts_tupleDescriptor, site->here.keys[i]) != site->top.key_types[i])
			node_def_bad();
		keys[i] = slot_getattr(slot, site->here.keys[i], &isnull);
		if (isnull)
			ereport(ERROR,
					(errcode(ERRCODE_NOT_NULL_VIOLATION), errmsg("key of a row with a node table is null"),
					 errhint("A table with a node table needs its primary key.")));
	}
}

/* Are the values of a column the same in both rows, byte by byte? */
static bool
same_column(TupleTableSlot *old, TupleTableSlot *new, AttrNumber column)
{
	Form_pg_attribute a = TupleDescAttr(new->tts_tupleDescriptor, column - 1);
	bool null_old, null_new;
	Datum before = slot_getattr(old, column, &null_old);
	Datum after = slot_getattr(new, column, &null_new);

	if (null_old || null_new)
		return null_old && null_new;
	return datumIsEqual(before, after, a->attbyval, a->attlen);
}

static bool
same_key(const NodeDef *def, TupleTableSlot *old, TupleTableSlot *new)
{
	for (int i = 0; i < def->n_keys; i++)
		if (!same_column(old, new, def->keys[i]))
			return false;
	return true;
}

/* The old key of an update is done first, so that nothing is left of it when the new one is. */
static void
sync_row(const TriggerSite *site, const TriggerData *data)
{
	bool update = TRIGGER_FIRED_BY_UPDATE(data->tg_event);
	TupleTableSlot *row = update ? data->tg_newslot : data->tg_trigslot;
	Datum keys[INDEX_MAX_KEYS];
	Guard guard;

	if (update && same_key(&site->here, data->tg_trigslot, row))
	{
		if (same_column(data->tg_trigslot, row, site->here.doc))
			return;
		update = false;
	}
	node_enter(&guard, site->top.base, GUARD_TRIGGER);
	if (update)
	{
		read_keys(site, data->tg_trigslot, keys);
		node_sync(&site->top, site->paths, keys);
	}
	read_keys(site, row, keys);
	node_sync(&site->top, site->paths, keys);
	node_leave(&guard);
}

static void
truncate_nodes(const TriggerSite *site)
{
	Relation nodes = table_open(site->top.nodes, AccessExclusiveLock);
	Guard guard;

	node_check_shape(nodes);
	table_close(nodes, NoLock);
	node_enter(&guard, site->top.base, GUARD_TRIGGER);
	node_run(psprintf("TRUNCATE ONLY %s", node_table_name(site->top.nodes)));
	node_leave(&guard);
}

Datum
bxml_node_trigger(PG_FUNCTION_ARGS)
{
	TriggerData *data = (TriggerData *) fcinfo->context;

	if (!CALLED_AS_TRIGGER(fcinfo))
		ereport(ERROR, (errcode(ERRCODE_E_R_I_E_TRIGGER_PROTOCOL_VIOLATED),
						errmsg("function bxml_node_trigger can be called by triggers only")));
	if (!TRIGGER_FIRED_AFTER(data->tg_event))
		ereport(ERROR, (errcode(ERRCODE_E_R_I_E_TRIGGER_PROTOCOL_VIOLATED),
						errmsg("triggers of node tables must be AFTER triggers")));
	if (TRIGGER_FIRED_BY_TRUNCATE(data->tg_event))
		truncate_nodes(trigger_site(fcinfo));
	else if (!TRIGGER_FIRED_FOR_ROW(data->tg_event) || trigger_site(fcinfo)->here.doc == 0)
		ereport(ERROR,
				(errcode(ERRCODE_E_R_I_E_TRIGGER_PROTOCOL_VIOLATED),
				 errmsg("triggers of node tables must be row triggers that name the document and the key")));
	else
		sync_row(trigger_site(fcinfo), data);
	return PointerGetDatum(NULL);
}

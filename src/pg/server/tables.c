/*
 * tables.c -- tables as arguments of functions.
 */
#include "postgres.h"
#include "access/relation.h"
#include "catalog/pg_class.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_trigger.h"
#include "catalog/pg_type.h"
#include "commands/trigger.h"
#include "executor/spi.h"
#include "miscadmin.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/plancache.h"
#include "utils/portal.h"
#include "utils/rel.h"
#include "utils/syscache.h"

#include "compat.h"
#include "depends.h"
#include "tables.h"

/* Rows fetched at once. */
#define BATCH 64

static _Noreturn void
refuse_missing(Oid relation)
{
	ereport(ERROR,
			(errcode(ERRCODE_UNDEFINED_TABLE), errmsg("relation with OID %u does not exist", relation)));
}

Relation
tables_open(Oid relation, int lock)
{
	Relation rel = try_relation_open(relation, lock);

	if (rel == NULL)
		refuse_missing(relation);
	return rel;
}

void
tables_check_owner(Oid relation)
{
	char *name = get_rel_name(relation);

	/* what the server says of an owner's check of nothing differs by its version, and superusers pass it */
	if (name == NULL)
		refuse_missing(relation);
	if (!table_ownercheck(relation))
		aclcheck_error(ACLCHECK_NOT_OWNER, OBJECT_TABLE, name);
}

void
tables_check_rows(Relation rel)
{
	char kind = rel->rd_rel->relkind;

	if (kind != RELKIND_RELATION && kind != RELKIND_PARTITIONED_TABLE && kind != RELKIND_MATVIEW)
		ereport(ERROR, (errcode(ERRCODE_WRONG_OBJECT_TYPE),
						errmsg("\"%s\" is not a table or materialized view", RelationGetRelationName(rel))));
}

void
tables_check_base(Relation rel)
{
	char kind = rel->rd_rel->relkind;

	if (kind != RELKIND_RELATION && kind != RELKIND_PARTITIONED_TABLE)
		ereport(ERROR, (errcode(ERRCODE_WRONG_OBJECT_TYPE),
						errmsg("\"%s\" is not a table", RelationGetRelationName(rel))));
}

char *
tables_name(Relation rel)
{
	return quote_qualified_identifier(get_namespace_name(RelationGetNamespace(rel)),
									  RelationGetRelationName(rel));
}

Oid
tables_bxml_type(Oid extension_namespace)
{
	return GetSysCacheOid2(TYPENAMENSP, Anum_pg_type_oid, CStringGetDatum("bxml"),
						   ObjectIdGetDatum(extension_namespace));
}

AttrNumber
tables_check_column(Relation rel, const char *column, Oid bxml)
{
	AttrNumber number = get_attnum(RelationGetRelid(rel), column);

	if (number <= 0)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_COLUMN), errmsg("column \"%s\" of table \"%s\" does not exist",
														   column, RelationGetRelationName(rel))));
	if (getBaseType(TupleDescAttr(RelationGetDescr(rel), number - 1)->atttypid) != bxml)
		ereport(ERROR, (errcode(ERRCODE_DATATYPE_MISMATCH),
						errmsg("column \"%s\" of table \"%s\" is not of type bxml", column,
							   RelationGetRelationName(rel))));
	return number;
}

/* ---- queries ---- */

static _Noreturn void
refuse_other(Oid relation, const char *detail)
{
	ereport(ERROR, (errcode(ERRCODE_OBJECT_IN_USE),
					errmsg("a statement for table with OID %u is about something else", relation),
					errdetail("%s", detail)));
}

void
tables_check_plan(SPIPlanPtr plan, Oid relation)
{
	const CachedPlanSource *source = linitial(SPI_plan_get_plan_sources(plan));

	if (!list_member_oid(source->relationOids, relation))
		refuse_other(relation, "A rule rewrites it, or a schema was renamed while it was used.");
}

void
tables_check_columns(Oid relation, TupleDesc desc, const Oid *types, int n)
{
	bool same = desc != NULL && desc->natts == n;

	for (int i = 0; same && i < n; i++)
		same = TupleDescAttr(desc, i)->atttypid == types[i];
	if (!same)
		refuse_other(relation, "The table was altered, or a schema was renamed, while it was used.");
}

/* A function that an object is looked for that depends on it. */
typedef struct FunctionSought
{
	Oid function;
	bool found;
} FunctionSought;

static void
take_function(void *ctx, Form_pg_depend d)
{
	FunctionSought *s = ctx;

	s->found |= d->refclassid == ProcedureRelationId && d->refobjid == s->function;
}

void
tables_check_trigger(Oid relation, const char *trigger, Oid function)
{
	FunctionSought s = {function, false};

	depends_on(TriggerRelationId, get_trigger_oid(relation, trigger, false), take_function, &s);
	if (!s.found)
		refuse_other(relation, "A schema was renamed while a trigger was made.");
}

static SPIPlanPtr
prepare(const TablesQuery *query, int options)
{
	SPIPlanPtr plan = SPI_prepare_cursor(query->sql, 0, NULL, options);

	if (plan == NULL)
		elog(ERROR, "could not prepare \"%s\": %s", query->sql, SPI_result_code_string(SPI_result));
	return plan;
}

/* Of a statement that has been planned: it may have been made again for that. */
static void
check_query(const TablesQuery *query, SPIPlanPtr plan, TupleDesc desc)
{
	tables_check_plan(plan, RelationGetRelid(query->rel));
	tables_check_columns(RelationGetRelid(query->rel), desc, query->types, query->n);
}

void
tables_read(const TablesQuery *query, TablesTake take, void *ctx)
{
	MemoryContext row = AllocSetContextCreate(CurrentMemoryContext, "bxml row", ALLOCSET_DEFAULT_SIZES);
	SPIPlanPtr plan = prepare(query, 0);
	bool more = true;
	Portal portal;

	portal = SPI_cursor_open(NULL, plan, NULL, NULL, true);
	check_query(query, plan, portal->tupDesc);
	do
	{
		SPI_cursor_fetch(portal, true, BATCH);
		for (uint64 i = 0; i < SPI_processed && more; i++)
		{
			MemoryContext caller = MemoryContextSwitchTo(row);

			more = take(ctx, SPI_tuptable->vals[i], SPI_tuptable->tupdesc);
			MemoryContextSwitchTo(caller);
			MemoryContextReset(row);
		}
		SPI_freetuptable(SPI_tuptable);
	} while (SPI_processed > 0 && more);
	SPI_cursor_close(portal);
	MemoryContextDelete(row);
}

Datum
tables_value(const TablesQuery *query, bool *null)
{
	SPIPlanPtr plan = prepare(query, CURSOR_OPT_PARALLEL_OK);
	Datum value;

	/* a limit on the number of rows would keep workers away */
	if (SPI_execute_plan(plan, NULL, NULL, true, 0) != SPI_OK_SELECT || SPI_processed != 1)
		elog(ERROR, "\"%s\" gave no row", query->sql);
	check_query(query, plan, SPI_tuptable->tupdesc);
	value = SPI_getbinval(SPI_tuptable->vals[0], SPI_tuptable->tupdesc, 1, null);
	return *null ? (Datum) 0
				 : SPI_datumTransfer(value, get_typbyval(query->types[0]), get_typlen(query->types[0]));
}

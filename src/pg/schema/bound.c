/*
 * bound.c -- the schemas that a column is bound to.
 *
 * Those of a domain are what its constraints depend on.
 */
#include "postgres.h"
#include "access/genam.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "catalog/pg_constraint.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_type.h"
#include "fmgr.h"
#include "nodes/pg_list.h"
#include "utils/fmgroids.h"
#include "utils/rel.h"
#include "utils/syscache.h"

#include "../server/compat.h"
#include "../server/depends.h"
#include "bound.h"
#include "modifier.h"
#include "ready.h"

static void
take_schema(void *ctx, Form_pg_depend depend)
{
	List **schemas = ctx;

	if (depend->refclassid == ProcedureRelationId && ready_is(depend->refobjid))
		*schemas = list_append_unique_oid(*schemas, depend->refobjid);
}

void
bound_constraints(Oid domain, ConstraintTake take, void *ctx)
{
	Relation constraints = table_open(ConstraintRelationId, AccessShareLock);
	ScanKeyData key;
	SysScanDesc scan;
	HeapTuple row;

	ScanKeyInit(&key, Anum_pg_constraint_contypid, BTEqualStrategyNumber, F_OIDEQ, ObjectIdGetDatum(domain));
	scan = systable_beginscan(constraints, ConstraintTypidIndexId, true, NULL, 1, &key);
	while (HeapTupleIsValid(row = systable_getnext(scan)))
		take(ctx, row, RelationGetDescr(constraints));
	systable_endscan(scan);
	table_close(constraints, AccessShareLock);
}

static void
take_constraint(void *ctx, HeapTuple row, TupleDesc desc)
{
	depends_on(ConstraintRelationId, ((Form_pg_constraint) GETSTRUCT(row))->oid, take_schema, ctx);
}

List *
bound_schemas(Oid type, int32 typmod)
{
	List *schemas = NIL;

	for (;;)
	{
		HeapTuple row = SearchSysCache1(TYPEOID, ObjectIdGetDatum(type));
		Form_pg_type form;
		bool domain;

		if (!HeapTupleIsValid(row))
			elog(ERROR, "cache lookup failed for type %u", type);
		form = (Form_pg_type) GETSTRUCT(row);
		domain = form->typtype == TYPTYPE_DOMAIN;
		if (domain)
		{
			bound_constraints(type, take_constraint, &schemas);
			type = form->typbasetype;
			typmod = form->typtypmod;
		}
		ReleaseSysCache(row);
		if (!domain)
			break;
	}
	if (typmod_is_schema(typmod) && OidIsValid(modifier_function(typmod)))
		schemas = list_append_unique_oid(schemas, modifier_function(typmod));
	return schemas;
}

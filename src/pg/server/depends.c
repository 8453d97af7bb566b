/*
 * depends.c -- dependencies between objects of the database, as pg_depend has them.
 */
#include "postgres.h"
#include "access/genam.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "utils/fmgroids.h"

#include "depends.h"

static void
scan(Oid index, const AttrNumber *columns, Oid class, Oid object, DependsTake take, void *ctx)
{
	Relation depends = table_open(DependRelationId, AccessShareLock);
	ScanKeyData keys[2];
	SysScanDesc rows;
	HeapTuple row;

	ScanKeyInit(&keys[0], columns[0], BTEqualStrategyNumber, F_OIDEQ, ObjectIdGetDatum(class));
	ScanKeyInit(&keys[1], columns[1], BTEqualStrategyNumber, F_OIDEQ, ObjectIdGetDatum(object));
	rows = systable_beginscan(depends, index, true, NULL, 2, keys);
	while (HeapTupleIsValid(row = systable_getnext(rows)))
		take(ctx, (Form_pg_depend) GETSTRUCT(row));
	systable_endscan(rows);
	table_close(depends, AccessShareLock);
}

void
depends_on(Oid class, Oid object, DependsTake take, void *ctx)
{
	static const AttrNumber columns[] = {Anum_pg_depend_classid, Anum_pg_depend_objid};

	scan(DependDependerIndexId, columns, class, object, take, ctx);
}

void
depends_of(Oid class, Oid object, DependsTake take, void *ctx)
{
	static const AttrNumber columns[] = {Anum_pg_depend_refclassid, Anum_pg_depend_refobjid};

	scan(DependReferenceIndexId, columns, class, object, take, ctx);
}

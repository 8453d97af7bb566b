/*
 * replace.c -- may a schema that is in use be replaced?
 *
 * Values that are stored were found valid by the schema as it was.  So while a domain or a constraint uses it, the new
 * one must accept whatever the old one does, and if it does not, the error says where.  What an index or a generated
 * column keeps is the verdict, so there the old schema must also accept whatever the new one does.  An old body that is
 * not a schema was never used.
 */
#include "postgres.h"
#include "access/genam.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "catalog/dependency.h"
#include "catalog/pg_attrdef.h"
#include "catalog/pg_class.h"
#include "catalog/pg_constraint.h"
#include "catalog/pg_proc.h"
#include "commands/proclang.h"
#include "fmgr.h"
#include "lib/stringinfo.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"

#include "../../core/schema/bx_schema_compat.h"
#include "../server/compat.h"
#include "../server/depends.h"
#include "../server/encoding.h"
#include "../server/errors.h"
#include "../server/host.h"
#include "language.h"
#include "ready.h"
#include "replace.h"

/* Differences that an error lists, at most. */
#define SHOWN 10

/* ---- what there was ---- */

/* The body of the function as the active snapshot sees it; NULL if there is none, or it is of another language. */
static char *
old_body(Oid function)
{
	Relation procs = table_open(ProcedureRelationId, AccessShareLock);
	char *body = NULL;
	ScanKeyData key;
	SysScanDesc scan;
	HeapTuple row;
	bool null;

	ScanKeyInit(&key, Anum_pg_proc_oid, BTEqualStrategyNumber, F_OIDEQ, ObjectIdGetDatum(function));
	scan = systable_beginscan(procs, ProcedureOidIndexId, true, GetActiveSnapshot(), 1, &key);
	row = systable_getnext(scan);
	if (HeapTupleIsValid(row) &&
		((Form_pg_proc) GETSTRUCT(row))->prolang == get_language_oid(LANGUAGE_NAME, true))
	{
		Datum source = heap_getattr(row, Anum_pg_proc_prosrc, RelationGetDescr(procs), &null);

		body = null ? NULL : TextDatumGetCString(source);
	}
	systable_endscan(scan);
	table_close(procs, AccessShareLock);
	return body;
}

/* How an object depends on what the schema says. */
typedef enum Bond
{
	BOND_NONE,
	BOND_VALID, /* it needs documents that are valid */
	BOND_BOTH   /* it keeps the verdict, whichever it was */
} Bond;

static Bond
bond_of(Form_pg_depend d)
{
	char kind = d->classid == RelationRelationId ? get_rel_relkind(d->objid) : '\0';

	if (kind == RELKIND_INDEX || kind == RELKIND_PARTITIONED_INDEX || d->classid == AttrDefaultRelationId)
		return BOND_BOTH;
	return d->classid == ConstraintRelationId ? BOND_VALID : BOND_NONE;
}

/* What depends most on the function, and for a message a description of it. */
typedef struct Bonds
{
	Bond most;
	char *user;
} Bonds;

static void
take_bond(void *ctx, Form_pg_depend d)
{
	ObjectAddress address = {d->classid, d->objid, d->objsubid};
	Bonds *bonds = ctx;

	if (bond_of(d) <= bonds->most)
		return;
	bonds->most = bond_of(d);
	bonds->user = getObjectDescription(&address, false);
}

/* ---- comparison ---- */

typedef struct Differences
{
	StringInfoData lines;
	int n;
} Differences;

static BxStatus
take_difference(void *ctx, const BxIncompatibility *what, bool *stop)
{
	Differences *d = ctx;

	*stop = d->n++ == SHOWN;
	if (*stop)
		appendStringInfoString(&d->lines, "\nand others");
	else
		appendStringInfo(&d->lines, "%s%s: %s", d->n > 1 ? "\n" : "",
						 encoding_lossy(what->path, strlen(what->path)),
						 encoding_lossy(what->msg, strlen(what->msg)));
	return BX_OK;
}

static BxStatus
compile(const char *body, const BxHost *host, BxSchema **schema, BxError *err)
{
	BodyDocument *documents;
	char *version;
	uint32_t n;
	BxStatus st;

	bx_error_clear(err);
	st = body_split(body, &documents, &n, err);
	return st == BX_OK ? body_compile(documents, n, false, host, schema, &version, err) : st;
}

/* The two bodies as schemas; false if the old one is none. */
static bool
compile_both(const char *before, const char *body, const BxHost *host, BxSchema **old, BxSchema **now)
{
	BxError err;
	BxStatus st = compile(before, host, old, &err);

	if (st == BX_E_SCHEMA)
		return false;
	error_check(st, &err);
	error_check(compile(body, host, now, &err), &err);
	return true;
}

static _Noreturn void
refuse(Oid function, const char *user, bool back, const Differences *d)
{
	ereport(
		ERROR,
		(errcode(ERRCODE_DEPENDENT_OBJECTS_STILL_EXIST),
		 errmsg(
			 "schema %s cannot be replaced: %s uses it, and documents that are %svalid may %sbe valid by the "
			 "new schema",
			 ready_name(function), user, back ? "not " : "", back ? "" : "not "),
		 errdetail("%s", d->lines.data),
		 errhint("Create the new version as a schema of another name. A domain may have several schemas.")));
}

static void
compare(Oid function, const char *before, const Bonds *bonds)
{
	Differences d = {.n = 0};
	BxSchema *old, *now;
	PgHost host;
	BxError err;

	initStringInfo(&d.lines);
	if (!compile_both(before, ready_body(function), host_here(&host), &old, &now))
		return;
	for (int back = 0; back <= (bonds->most == BOND_BOTH); back++)
	{
		if (back)
			appendStringInfoString(&d.lines, "From the new schema to the old one:\n");
		error_check(bx_schema_compatible(back ? now : old, back ? old : now, take_difference, &d, &err),
					&err);
		if (d.n > 0)
			refuse(function, bonds->user, back, &d);
	}
}

void
replace_check(Oid function)
{
	char *before = ActiveSnapshotSet() ? old_body(function) : NULL;
	MemoryContext work, caller;
	Bonds bonds = {BOND_NONE, NULL};

	if (before == NULL || strcmp(before, ready_body(function)) == 0)
		return;
	depends_of(ProcedureRelationId, function, take_bond, &bonds);
	if (bonds.most == BOND_NONE)
		return;
	work = AllocSetContextCreate(CurrentMemoryContext, "bxml schemas compared", ALLOCSET_DEFAULT_SIZES);
	caller = MemoryContextSwitchTo(work);
	compare(function, before, &bonds);
	MemoryContextSwitchTo(caller);
	MemoryContextDelete(work);
}

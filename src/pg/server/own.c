/*
 * own.c -- what in the catalogs belongs to this extension.
 */
#include "postgres.h"
#include "access/genam.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "catalog/dependency.h"
#include "catalog/pg_attribute.h"
#include "catalog/pg_class.h"
#include "catalog/pg_extension.h"
#include "catalog/pg_type.h"
#include "commands/extension.h"
#include "miscadmin.h"
#include "nodes/value.h"
#include "parser/parse_func.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/syscache.h"

#include "compat.h"
#include "own.h"

PGFunction
own_address(Oid function)
{
	FmgrInfo info;

	fmgr_info(function, &info);
	return info.fn_addr;
}

Oid
own_sibling(Oid function, const char *name, PGFunction address, int n, const Oid *types)
{
	char *schema = get_namespace_name(get_func_namespace(function));
	Oid found;

	if (schema == NULL)
		return InvalidOid;
	found = LookupFuncName(list_make2(makeString(schema), makeString(pstrdup(name))), n, types, true);
	return OidIsValid(found) && own_address(found) == address ? found : InvalidOid;
}

/* ---- types ---- */

bool
own_base_type(Oid type, PGFunction input)
{
	HeapTuple row = SearchSysCache1(TYPEOID, ObjectIdGetDatum(type));
	Oid function;

	if (!HeapTupleIsValid(row))
		return false;
	function = ((Form_pg_type) GETSTRUCT(row))->typinput;
	ReleaseSysCache(row);
	return OidIsValid(function) && own_address(function) == input;
}

bool
own_type(Oid type, PGFunction input)
{
	return OidIsValid(type) && own_base_type(getBaseType(type), input);
}

/* ---- relations ---- */

static Oid
extension_schema(Oid extension)
{
	Relation extensions = table_open(ExtensionRelationId, AccessShareLock);
	Oid schema = InvalidOid;
	ScanKeyData key;
	SysScanDesc scan;
	HeapTuple row;

	ScanKeyInit(&key, Anum_pg_extension_oid, BTEqualStrategyNumber, F_OIDEQ, ObjectIdGetDatum(extension));
	scan = systable_beginscan(extensions, ExtensionOidIndexId, true, NULL, 1, &key);
	row = systable_getnext(scan);
	if (HeapTupleIsValid(row))
		schema = ((Form_pg_extension) GETSTRUCT(row))->extnamespace;
	systable_endscan(scan);
	table_close(extensions, AccessShareLock);
	return schema;
}

/* The owner of the extension's objects; only a superuser can have made a base type.  InvalidOid: there is none. */
static Oid
extension_role(Oid extension, Oid schema)
{
	HeapTuple row = SearchSysCache2(TYPENAMENSP, CStringGetDatum("bxml"), ObjectIdGetDatum(schema));
	Oid role = InvalidOid;
	Form_pg_type type;

	if (!HeapTupleIsValid(row))
		return InvalidOid;
	type = (Form_pg_type) GETSTRUCT(row);
	if (type->typtype == TYPTYPE_BASE && getExtensionOfObject(TypeRelationId, type->oid) == extension)
		role = type->typowner;
	ReleaseSysCache(row);
	return role;
}

static _Noreturn void
refuse(Oid relation, const char *detail)
{
	ereport(ERROR, (errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
					errmsg("relation %s is not the one that extension bxml creates",
						   quote_qualified_identifier(get_namespace_name(get_rel_namespace(relation)),
													  get_rel_name(relation))),
					errdetail("%s", detail),
					errhint("Remove it from the extension, or ask a superuser to make it as it was.")));
}

static bool
column_fits(Oid relation, AttrNumber number, const OwnColumn *column)
{
	HeapTuple row = SearchSysCache2(ATTNUM, ObjectIdGetDatum(relation), Int16GetDatum(number));
	Form_pg_attribute a;
	bool fits;

	if (!HeapTupleIsValid(row))
		return false;
	a = (Form_pg_attribute) GETSTRUCT(row);
	fits = !a->attisdropped && strcmp(NameStr(a->attname), column->name) == 0 &&
		   a->atttypid == column->type && (a->attnotnull || column->nullable);
	ReleaseSysCache(row);
	return fits;
}

static void
check_relation(Oid relation, const OwnRelation *own, Oid role)
{
	HeapTuple row = SearchSysCache1(RELOID, ObjectIdGetDatum(relation));
	Form_pg_class class;
	const char *problem = NULL;

	if (!HeapTupleIsValid(row))
		elog(ERROR, "cache lookup failed for relation %u", relation);
	class = (Form_pg_class) GETSTRUCT(row);
	if (class->relkind != own->kind)
		problem = own->kind == RELKIND_SEQUENCE ? "It is not a sequence." : "It is not a table.";
	else if (class->relowner != role)
		problem = psprintf("Its owner is %s, not %s, the owner of type bxml.",
						   GetUserNameFromId(class->relowner, true), GetUserNameFromId(role, true));
	ReleaseSysCache(row);
	for (int i = 0; problem == NULL && i < own->n_columns; i++)
		if (!column_fits(relation, i + 1, &own->columns[i]))
			problem = psprintf("Column %d is not \"%s\" of type %s.", i + 1, own->columns[i].name,
							   format_type_be(own->columns[i].type));
	if (problem != NULL)
		refuse(relation, problem);
}

Oid
own_relation(const OwnRelation *own)
{
	Oid extension = get_extension_oid("bxml", true);
	Oid schema, role, relation;

	if (!OidIsValid(extension))
		return InvalidOid;
	schema = extension_schema(extension);
	role = extension_role(extension, schema);
	relation = get_relname_relid(own->name, schema);
	if (!OidIsValid(role) || !OidIsValid(relation) ||
		getExtensionOfObject(RelationRelationId, relation) != extension)
		return InvalidOid;
	check_relation(relation, own, role);
	return relation;
}

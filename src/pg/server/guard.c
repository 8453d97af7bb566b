/*
 * guard.c -- statements that functions execute, as a role that may be another than the caller.
 */
#include "postgres.h"
#include "catalog/objectaddress.h"
#include "catalog/pg_class.h"
#include "catalog/pg_inherits.h"
#include "catalog/pg_namespace.h"
#include "miscadmin.h"
#include "utils/acl.h"
#include "utils/guc.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/rls.h"

#include "compat.h"
#include "guard.h"

void
guard_enter(Guard *guard, Oid role, GuardUse use)
{
	GetUserIdAndSecContext(&guard->user, &guard->security);
	SetUserIdAndSecContext(role, guard->security | SECURITY_LOCAL_USERID_CHANGE | SECURITY_NOFORCE_RLS |
									 (use == GUARD_COMMAND ? SECURITY_RESTRICTED_OPERATION : 0));
	guard->level = NewGUCNestLevel();
	(void) set_config_option("search_path", "pg_catalog, pg_temp", PGC_USERSET, PGC_S_SESSION,
							 GUC_ACTION_SAVE, true, 0, false);
}

void
guard_leave(const Guard *guard)
{
	if (guard->level == 0)
		return;
	AtEOXact_GUC(false, guard->level);
	SetUserIdAndSecContext(guard->user, guard->security);
}

/* ---- reading ---- */

/* The same privileges that a query with the name of the relation asks for. */
static void
check_select(Relation rel, AttrNumber column)
{
	Oid oid = RelationGetRelid(rel), schema = RelationGetNamespace(rel), user = GetUserId();
	AclResult result = schema_aclcheck_usage(schema);

	if (result != ACLCHECK_OK)
		aclcheck_error(result, OBJECT_SCHEMA, get_namespace_name(schema));
	result = pg_class_aclcheck(oid, user, ACL_SELECT);
	if (result != ACLCHECK_OK && column != InvalidAttrNumber)
		result = pg_attribute_aclcheck(oid, column, user, ACL_SELECT);
	else if (result != ACLCHECK_OK)
		result = pg_attribute_aclcheck_all(oid, user, ACL_SELECT, ACLMASK_ALL);
	if (result != ACLCHECK_OK)
		aclcheck_error(result, get_relkind_objtype(rel->rd_rel->relkind), RelationGetRelationName(rel));
}

static bool
has_foreign_tables(Relation rel)
{
	List *tables = find_all_inheritors(RelationGetRelid(rel), AccessShareLock, NULL);
	bool found = false;
	const ListCell *c;

	foreach (c, tables)
		found |= get_rel_relkind(lfirst_oid(c)) == RELKIND_FOREIGN_TABLE;
	list_free(tables);
	return found;
}

/* Superusers may see what the owner's user mappings reach. */
static bool
is_same_for_all(Relation rel)
{
	char kind = rel->rd_rel->relkind;

	return (kind == RELKIND_RELATION || kind == RELKIND_PARTITIONED_TABLE || kind == RELKIND_MATVIEW) &&
		   check_enable_rls(RelationGetRelid(rel), InvalidOid, true) != RLS_ENABLED &&
		   (superuser() || !has_foreign_tables(rel));
}

void
guard_enter_read(Guard *guard, Relation rel, AttrNumber column)
{
	check_select(rel, column);
	guard->level = 0;
	if (is_same_for_all(rel))
		guard_enter(guard, rel->rd_rel->relowner, GUARD_COMMAND);
}

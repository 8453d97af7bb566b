/*
 * compat.h -- the only place that knows differences between server versions 15 to 19.
 *
 * Include after postgres.h and fmgr.h.  Code elsewhere is written for the newest form; this file supplies it on
 * older servers.
 */
#ifndef BXML_COMPAT_H
#define BXML_COMPAT_H

#if PG_VERSION_NUM < 150000
#error "bxml needs PostgreSQL 15 or newer"
#endif

/* Variable-length macros moved out of postgres.h, and checks of rights ask for the catalog. */
#if PG_VERSION_NUM >= 160000
#include "catalog/pg_class_d.h"
#include "catalog/pg_database_d.h"
#include "catalog/pg_namespace_d.h"
#include "catalog/pg_proc_d.h"
#include "varatt.h"
#endif

/*
 * Soft errors: input functions report bad input to the caller's ErrorSaveContext where the server has them.
 * Older servers always raise; soft_context() is then NULL.
 */
#if PG_VERSION_NUM >= 160000
#include "nodes/miscnodes.h"
#define soft_context(fcinfo) ((fcinfo)->context)
#define soft_wanted(context) ((context) != NULL && IsA((context), ErrorSaveContext))
#else
#define soft_context(fcinfo) ((struct Node *) NULL)
#define soft_wanted(context) ((void) (context), false)
#define errsave(context, ...)                                                                                \
	do                                                                                                       \
	{                                                                                                        \
		(void) (context);                                                                                    \
		ereport(ERROR, __VA_ARGS__);                                                                         \
	} while (0)
#endif

/* SQL/XML: invalid argument for XQuery.  Servers before 17 have no name for it. */
#ifndef ERRCODE_INVALID_ARGUMENT_FOR_XQUERY
#define ERRCODE_INVALID_ARGUMENT_FOR_XQUERY MAKE_SQLSTATE('1', '0', '6', '0', '8')
#endif

/*
 * Functions that the server finds by name.  The library is built with hidden symbols, and servers before 16 do not
 * export these functions themselves.
 */
#define BXML_EXPORT __attribute__((visibility("default")))
#define BXML_FUNCTION(name)                                                                                  \
	extern BXML_EXPORT Datum name(PG_FUNCTION_ARGS);                                                         \
	extern BXML_EXPORT const Pg_finfo_record *CppConcat(pg_finfo_, name)(void);                              \
	PG_FUNCTION_INFO_V1(name)
/* Such a function whose body is one call. */
#define BXML_ENTRY(name, result)                                                                             \
	BXML_FUNCTION(name);                                                                                     \
	Datum name(PG_FUNCTION_ARGS)                                                                             \
	{                                                                                                        \
		return result;                                                                                       \
	}                                                                                                        \
	extern int no_such_variable

/* The encoding is gone in 19; XML processors never knew it. */
#if PG_VERSION_NUM >= 190000
#define is_mule_internal(encoding) ((void) (encoding), false)
#else
#define is_mule_internal(encoding) ((encoding) == PG_MULE_INTERNAL)
#endif

/* Plans are made for EXPLAIN, or not. */
#if PG_VERSION_NUM >= 190000
#define plan_query(query, text, options, params) pg_plan_query(query, text, options, params, NULL)
#else
#define plan_query(query, text, options, params) pg_plan_query(query, text, options, params)
#endif

/*
 * Called when the planner has read what the catalogs say of a table; from 19 on for all that FROM may name, and under
 * another name, of optimizer/pathnode.h instead of optimizer/plancat.h.
 */
#if PG_VERSION_NUM >= 190000
#define relation_hook build_simple_rel_hook
#define relation_hook_type build_simple_rel_hook_type
#define RELATION_HOOK_PARAMS PlannerInfo *root, RelOptInfo *rel, RangeTblEntry *rte
#define RELATION_HOOK_ARGS root, rel, rte
#define RELATION_HOOK_TABLE (rte->rtekind == RTE_RELATION)
#else
#define relation_hook get_relation_info_hook
#define relation_hook_type get_relation_info_hook_type
#define RELATION_HOOK_PARAMS PlannerInfo *root, Oid table, bool inherited, RelOptInfo *rel
#define RELATION_HOOK_ARGS root, table, inherited, rel
#define RELATION_HOOK_TABLE true
#endif

/* The module magic can carry name and version. */
#if PG_VERSION_NUM >= 180000
#define BXML_MODULE_MAGIC PG_MODULE_MAGIC_EXT(.name = "bxml", .version = BXML_VERSION)
#else
#define BXML_MODULE_MAGIC PG_MODULE_MAGIC
#endif

/* PL/pgSQL asks whether a function can change the variable that its result is assigned to. */
#if PG_VERSION_NUM >= 180000
#define BXML_HAS_MODIFY_IN_PLACE
#endif

/* The headers of EXPLAIN were split in 18. */
#if PG_VERSION_NUM >= 180000
#define BXML_EXPLAIN_HEADERS_SPLIT 1
#else
#define BXML_EXPLAIN_HEADERS_SPLIT 0
#endif

/* Strings have keys in the order of any collation (pg_strnxfrm). */
#if PG_VERSION_NUM >= 160000
#define COLLATION_KEYS 1
#endif

/* May the user call the function? */
#if PG_VERSION_NUM >= 160000
#define function_aclcheck(function) object_aclcheck(ProcedureRelationId, (function), GetUserId(), ACL_EXECUTE)
#else
#define function_aclcheck(function) pg_proc_aclcheck((function), GetUserId(), ACL_EXECUTE)
#endif

/* Does the user own the table? */
#if PG_VERSION_NUM >= 160000
#define table_ownercheck(table) object_ownercheck(RelationRelationId, (table), GetUserId())
#else
#define table_ownercheck(table) pg_class_ownercheck((table), GetUserId())
#endif

/* May the user name objects in the schema? */
#if PG_VERSION_NUM >= 160000
#define schema_aclcheck_usage(schema) object_aclcheck(NamespaceRelationId, (schema), GetUserId(), ACL_USAGE)
#else
#define schema_aclcheck_usage(schema) pg_namespace_aclcheck((schema), GetUserId(), ACL_USAGE)
#endif

/* May the user create objects in the database? */
#if PG_VERSION_NUM >= 160000
#define database_aclcheck_create() object_aclcheck(DatabaseRelationId, MyDatabaseId, GetUserId(), ACL_CREATE)
#else
#define database_aclcheck_create() pg_database_aclcheck(MyDatabaseId, GetUserId(), ACL_CREATE)
#endif

/* May the user execute the statement?  Raises an error if not. */
#if PG_VERSION_NUM >= 160000
#define check_permissions(statement)                                                                         \
	((void) ExecCheckPermissions((statement)->rtable, (statement)->permInfos, true))
#else
#define check_permissions(statement) ((void) ExecCheckRTPerms((statement)->rtable, true))
#endif

/* Are texts with the collation in the order of their bytes?  For users of collation.h. */
#if PG_VERSION_NUM >= 180000
#define collation_is_c(collation) (pg_newlocale_from_collation(collation)->collate_is_c)
#else
#define collation_is_c(collation) lc_collate_is_c(collation)
#endif

/* Typed allocation, which the first releases of 15 lack. */
#ifndef palloc_array
#define palloc_array(type, count) ((type *) palloc(sizeof(type) * (count)))
#define palloc0_array(type, count) ((type *) palloc0(sizeof(type) * (count)))
#endif

/* The local id of the transaction of this backend. */
#if PG_VERSION_NUM >= 170000
#define my_lxid() (MyProc->vxid.lxid)
#else
#define my_lxid() (MyProc->lxid)
#endif

/* From 16 on a column says which outer joins may make it null; before, it cannot. */
#if PG_VERSION_NUM >= 160000
#define var_is_nulled(var) ((var)->varnullingrels != NULL)
#define var_forget_nulled(var) ((var)->varnullingrels = NULL)
#else
#define var_is_nulled(var) ((void) (var), false)
#define var_forget_nulled(var) ((void) (var))
#endif

/* The statistics target of a column that is analyzed, and the pause between its rows. */
#if PG_VERSION_NUM >= 170000
#define stats_target(stats) ((stats)->attstattarget)
#else
#define stats_target(stats) ((stats)->attr->attstattarget)
#endif
#if PG_VERSION_NUM >= 180000
#define analyze_delay_point() vacuum_delay_point(true)
#else
#define analyze_delay_point() vacuum_delay_point()
#endif

/* Resizing without a throw on out of memory is reliable from 16 on; see host.c. */
#define BXML_HAS_REPALLOC_EXTENDED (PG_VERSION_NUM >= 160000)

/* Reading of a temporary file that fails where there is less. */
#if PG_VERSION_NUM >= 160000
#define buffile_read_exact(file, p, n) BufFileReadExact(file, p, n)
#else
#define buffile_read_exact(file, p, n)                                                                       \
	do                                                                                                       \
	{                                                                                                        \
		if (BufFileRead(file, p, n) != (n))                                                                  \
			ereport(ERROR, (errcode_for_file_access(), errmsg("could not read from temporary file")));       \
	} while (0)
#endif

#endif

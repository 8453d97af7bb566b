/*
 * tables.c -- tables as arguments of functions.
 */
#include "postgres.h"
#include "catalog/pg_class.h"
#include "utils/rel.h"

#include "tables.h"

void
tables_check_rows(Relation rel)
{
	char kind = rel->rd_rel->relkind;

	if (kind != RELKIND_RELATION && kind != RELKIND_PARTITIONED_TABLE && kind != RELKIND_MATVIEW)
		ereport(ERROR, (errcode(ERRCODE_WRONG_OBJECT_TYPE),
						errmsg("\"%s\" is not a table or materialized view", RelationGetRelationName(rel))));
}

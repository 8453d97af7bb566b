/*
 * family.c -- the columns of indexes that have one of our GIN operator classes.
 */
#include "postgres.h"
#include "access/gin.h"
#include "catalog/pg_am_d.h"
#include "fmgr.h"
#include "utils/lsyscache.h"

#include "../server/own.h"
#include "family.h"

extern Datum bxml_contains(PG_FUNCTION_ARGS);
extern Datum bxml_gin_consistent(PG_FUNCTION_ARGS);
extern Datum bxml_path_ops_query(PG_FUNCTION_ARGS);
extern Datum bxml_test(PG_FUNCTION_ARGS);

/* The function that decides what keys say is the same for all classes. */
bool
family_column(const IndexOptInfo *index, int column)
{
	Oid type = index->opcintype[column];
	Oid function;

	if (index->relam != GIN_AM_OID || column >= index->nkeycolumns)
		return false;
	function = get_opfamily_proc(index->opfamily[column], type, type, GIN_TRICONSISTENT_PROC);
	return OidIsValid(function) && own_address(function) == bxml_gin_consistent;
}

bool
family_is_short(const IndexOptInfo *index, int column)
{
	Oid type = index->opcintype[column];

	return own_address(get_opfamily_proc(index->opfamily[column], type, type, GIN_EXTRACTQUERY_PROC)) ==
		   bxml_path_ops_query;
}

Oid
family_operator(const IndexOptInfo *index, int column, Oid right, int strategy)
{
	return get_opfamily_member(index->opfamily[column], index->opcintype[column], right, strategy);
}

void
family_terms(PGFunction function, Datum value, PathTerms *t)
{
	if (function == bxml_contains)
		path_terms_read_pattern(t, value);
	else
		path_terms_read(t, value, function == bxml_test ? XP_TERMS_TEST : XP_TERMS_EXISTS);
}

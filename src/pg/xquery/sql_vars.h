/*
 * sql_vars.h -- values of the external variables of a query from arguments of SQL: names and values in turn.
 */
#ifndef BXML_SQL_VARS_H
#define BXML_SQL_VARS_H

#include "query_run.h"

typedef struct SqlVars
{
	int n; /* names and values together; -1: all are null */
	Datum *values;
	Oid *types;
	bool *nulls;
} SqlVars;

/* The arguments of a VARIADIC "any" parameter from argno on, palloc'd.  Raises 22023 when a value is missing. */
extern void sql_vars_take(FunctionCallInfo fcinfo, int argno, SqlVars *vars);

/*
 * A QueryGive whose argument is SqlVars: names are as those of query_vars.h, values of any type but rows, pseudo-types
 * and xml, by sql_type.h.  A string, or a number where that is wanted, is cast to the declared type of the variable.
 */
extern RuVar *sql_vars_give(QueryRun *run, const RuQuery *plan, void *arg, uint32_t *n_vars);

#endif

/*
 * sql_vars.c -- values of the external variables of a query from arguments of SQL.
 */
#include "postgres.h"
#include "catalog/pg_type.h"
#include "funcapi.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"

#include "../../core/query/face/fc_vars.h"
#include "../server/compat.h"
#include "../server/encoding.h"
#include "sql_type.h"
#include "sql_vars.h"

void
sql_vars_take(FunctionCallInfo fcinfo, int argno, SqlVars *vars)
{
	vars->n = extract_variadic_args(fcinfo, argno, true, &vars->values, &vars->types, &vars->nulls);
	if (vars->n > 0 && vars->n % 2 != 0)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("a variable has no value"),
						errhint("Write names and values in turn: 'name', value.")));
}

static BxStr
name_of(const SqlVars *vars, int i)
{
	BxStr name;
	char *s;
	Oid output;
	bool varlena;

	if (vars->nulls[i])
		ereport(ERROR, (errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED), errmsg("the name of a variable is null")));
	getTypeOutputInfo(vars->types[i], &output, &varlena);
	s = OidOutputFunctionCall(output, vars->values[i]);
	name.s = encoding_to_utf8(s, strlen(s), &name.n);
	return name;
}

/* As the variable wants it, in the memory context of the run. */
static XdSeq
value_of(QueryRun *run, const SqlVars *vars, int i, const XdSeqType *wanted)
{
	const char *refusal = sql_type_refusal(vars->types[i]);
	XdItem *items;
	SqlType *type;
	XdSeq value;

	if (refusal != NULL)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("variables cannot have values of %s", refusal),
				 errhint(strcmp(refusal, "xml") == 0 ? "Use type bxml."
													 : "Use a variable for each value, or type jsonb.")));
	type = palloc(sizeof(SqlType));
	sql_type_init(type, vars->types[i], -1, CurrentMemoryContext);
	value = sql_type_items(type, run, vars->values[i]);
	if (wanted->kind != XD_T_ATOMIC)
		return value;
	items = palloc_extended((value.n + 1) * sizeof(XdItem), MCXT_ALLOC_HUGE);
	for (uint64_t k = 0; k < value.n; k++)
	{
		host_step();
		items[k] = xd_seq_at(&value, k);
		query_convert(run, wanted, &items[k]);
	}
	return xd_seq_items(items, value.n);
}

RuVar *
sql_vars_give(QueryRun *run, const RuQuery *plan, void *arg, uint32_t *n_vars)
{
	const SqlVars *vars = arg;
	RuVar *list = palloc0((Max(vars->n, 0) + 1) * sizeof(RuVar));

	*n_vars = 0;
	for (int i = 0; i + 1 < vars->n; i += 2)
	{
		const RuGlobalPlan *global = fc_var_find(plan, name_of(vars, i));

		if (global == NULL)
			continue; /* the query does not ask for it */
		list[*n_vars].name = global->name;
		list[(*n_vars)++].value =
			vars->nulls[i + 1] ? xd_seq_empty() : value_of(run, vars, i + 1, &global->type);
	}
	return list;
}

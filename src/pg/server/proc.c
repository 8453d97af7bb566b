/*
 * proc.c -- rows of pg_proc, for languages of functions.
 */
#include "postgres.h"
#include "access/htup_details.h"
#include "catalog/pg_proc.h"
#include "utils/builtins.h"
#include "utils/syscache.h"

#include "proc.h"

HeapTuple
proc_row(Oid function)
{
	HeapTuple row = SearchSysCache1(PROCOID, ObjectIdGetDatum(function));

	if (!HeapTupleIsValid(row))
		elog(ERROR, "cache lookup failed for function %u", function);
	return row;
}

HeapTuple
proc_to_validate(FunctionCallInfo fcinfo)
{
	Oid function = PG_GETARG_OID(0);

	return CheckFunctionValidatorAccess(fcinfo->flinfo->fn_oid, function) ? proc_row(function) : NULL;
}

char *
proc_body(HeapTuple row)
{
	bool null;
	Datum source = SysCacheGetAttr(PROCOID, row, Anum_pg_proc_prosrc, &null);

	return null ? pstrdup("") : TextDatumGetCString(source);
}

/*
 * fn_explain_query.c -- bxquery_explain: how a query is evaluated, as text.
 */
#include "postgres.h"
#include "fmgr.h"

#include "../query/path.h"
#include "../server/compat.h"
#include "query.h"

BXML_FUNCTION(bxquery_explain);

Datum
bxquery_explain(PG_FUNCTION_ARGS)
{
	PG_RETURN_DATUM(path_explain_query(query_text(PG_GETARG_DATUM(0))));
}

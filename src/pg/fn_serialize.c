/*
 * fn_serialize.c -- text by function: indented, or with a declaration.
 */
#include "postgres.h"
#include "fmgr.h"

#include "compat.h"
#include "print.h"

#define PRETTY_INDENT 2
#define MAX_INDENT 64

BXML_FUNCTION(bxml_pretty);
BXML_FUNCTION(bxml_serialize);

static Datum
serialize(FunctionCallInfo fcinfo, const BxTextOptions *options)
{
	PG_RETURN_POINTER(print_datum(PG_GETARG_DATUM(0), options));
}

Datum
bxml_pretty(PG_FUNCTION_ARGS)
{
	BxTextOptions options = {.indent = PRETTY_INDENT};

	return serialize(fcinfo, &options);
}

Datum
bxml_serialize(PG_FUNCTION_ARGS)
{
	BxTextOptions options = {.indent = PG_GETARG_INT32(1), .declaration = PG_GETARG_BOOL(2)};

	if (options.indent < 0 || options.indent > MAX_INDENT)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("indent must be between 0 and %d", MAX_INDENT)));
	return serialize(fcinfo, &options);
}

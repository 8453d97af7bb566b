/*
 * ddl.c -- utility statements that functions execute.
 */
#include "postgres.h"
#include "executor/spi.h"
#include "fmgr.h"
#include "lib/stringinfo.h"
#include "mb/pg_wchar.h"

#include "compat.h"
#include "ddl.h"

/* Bytes of a statement that an error shows: one with a schema has megabytes. */
#define SHOWN_BYTES 200

/* An error about the statement shows its beginning. */
static void
shorten(ErrorData *error, const char *sql, int len)
{
	int shown = pg_mbcliplen(sql, len, SHOWN_BYTES);
	char *at = error->context != NULL ? strstr(error->context, sql) : NULL;

	if (at != NULL)
		error->context =
			psprintf("%.*s%.*s...%s", (int) (at - error->context), error->context, shown, sql, at + len);
	if (error->internalquery != NULL && strcmp(error->internalquery, sql) == 0)
	{
		error->internalquery = psprintf("%.*s...", shown, sql);
		error->internalpos = 0;
	}
}

static int
run_long(const char *sql, int len)
{
	MemoryContext caller = CurrentMemoryContext;
	ErrorData *error;
	int result = 0;

	PG_TRY();
	{
		result = SPI_execute(sql, false, 0);
	}
	PG_CATCH();
	{
		MemoryContextSwitchTo(caller);
		error = CopyErrorData();
		FlushErrorState();
		shorten(error, sql, len);
		ReThrowError(error);
	}
	PG_END_TRY();
	return result;
}

void
ddl_run(const char *format, ...)
{
	StringInfoData sql;
	va_list args;
	int result, more;

	initStringInfo(&sql);
	for (;;)
	{
		va_start(args, format);
		more = appendStringInfoVA(&sql, format, args);
		va_end(args);
		if (more == 0)
			break;
		enlargeStringInfo(&sql, more);
	}
	result = sql.len > 2 * SHOWN_BYTES ? run_long(sql.data, sql.len) : SPI_execute(sql.data, false, 0);
	if (result < 0)
		elog(ERROR, "could not execute \"%s\": %s", sql.data, SPI_result_code_string(result));
	pfree(sql.data);
}

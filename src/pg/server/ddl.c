/*
 * ddl.c -- utility statements that functions execute.
 */
#include "postgres.h"
#include "executor/spi.h"
#include "fmgr.h"
#include "lib/stringinfo.h"

#include "compat.h"
#include "ddl.h"

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
	result = SPI_execute(sql.data, false, 0);
	if (result < 0)
		elog(ERROR, "could not execute \"%s\": %s", sql.data, SPI_result_code_string(result));
	pfree(sql.data);
}

/*
 * notice.c -- notices about what is allowed and hardly meant: at most one of a kind per statement of the client.
 *
 * They are given where a path is evaluated, not where a bxpath is made: loading, dumping and restoring paths says
 * nothing.  In a parallel plan every process is a session of its own here.
 */
#include "postgres.h"
#include "access/xact.h"

#include "notice.h"
#include "../query/result.h"

bool
notice_first(Notice kind)
{
	static TimestampTz given[NOTICE_COUNT];
	TimestampTz now = GetCurrentStatementStartTimestamp();

	if (given[kind] == now)
		return false;
	given[kind] = now;
	return true;
}

static void
about_comparison(const XpBlock *path, uint32_t pos)
{
	if (pos > 0 && notice_first(NOTICE_COMPARISON))
		ereport(
			NOTICE,
			(errmsg("comparison by <, <=, > or >= with a string that is not a number is always false"),
			 errdetail("At position %u of the path \"%s\".", pos, result_source(path)),
			 errhint("These operators compare numbers.  Write xs:date(\"...\") or xs:dateTime(\"...\") for "
					 "dates, and lt, le, gt or ge to compare strings.")));
}

void
notice_path(const XpBlock *path, bool exists)
{
	about_comparison(path, xp_advice_comparison(path));
	if (exists && xp_advice_always_exists(path) && notice_first(NOTICE_ALWAYS_TRUE))
		ereport(NOTICE, (errmsg("a path that gives true or false exists in every document"),
						 errdetail("The path is \"%s\".", result_source(path)),
						 errhint("To ask whether it is true, write @@ or bxml_test.")));
}

/*
 * advice.c -- notices about a path that is going to be evaluated.
 *
 * They are given where a path is evaluated, not where a bxpath is made: loading, dumping and restoring paths is silent.
 */
#include "postgres.h"

#include "../../core/xpath/syntax/xp_advice.h"
#include "../server/notice.h"
#include "advice.h"
#include "result.h"

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
advice_notice(const XpBlock *path, bool exists)
{
	about_comparison(path, xp_advice_comparison(path));
	if (exists && xp_advice_always_exists(path) && notice_first(NOTICE_ALWAYS_TRUE))
		ereport(NOTICE, (errmsg("a path that gives true or false exists in every document"),
						 errdetail("The path is \"%s\".", result_source(path)),
						 errhint("To ask whether it is true, write @@ or bxml_test.")));
}

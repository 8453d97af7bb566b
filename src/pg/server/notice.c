/*
 * notice.c -- notices about what is allowed but rarely intended: at most one of a kind per statement of the client.
 *
 * In a parallel plan every process counts for itself.
 */
#include "postgres.h"
#include "access/xact.h"

#include "notice.h"

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

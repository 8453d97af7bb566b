/*
 * result.c -- from what a path found to datums.
 */
#include "postgres.h"

#include "../server/compat.h"
#include "../server/errors.h"
#include "result.h"
#include "../server/utf8.h"

void
result_check(PgCall *call, BxStatus status)
{
	if (status == BX_E_STATE)
		call->err.status = BX_E_CORRUPT;
	error_check(status, &call->err);
}

char *
result_source(const XpBlock *path)
{
	return utf8_excerpt(xp_pool(path), path->source_len);
}

char *
result_path(const PgCall *call)
{
	return result_source(call->path);
}

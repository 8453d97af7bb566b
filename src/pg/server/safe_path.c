/*
 * safe_path.c -- a search_path for statements that functions execute.
 */
#include "postgres.h"
#include "utils/guc.h"

#include "safe_path.h"

int
safe_path_enter(void)
{
	int level = NewGUCNestLevel();

	(void) set_config_option("search_path", "pg_catalog, pg_temp", PGC_USERSET, PGC_S_SESSION,
							 GUC_ACTION_SAVE, true, 0, false);
	return level;
}

void
safe_path_leave(int level)
{
	AtEOXact_GUC(false, level);
}

/*
 * module.c -- library entry: module magic, and what each part does when the library is loaded.
 *
 * No shared memory, and no preload needed: the planner loads the library before it needs the hook (rows/scan/plan.c).
 */
#include "postgres.h"
#include "fmgr.h"

#include "advice/collect.h"
#include "index/paths.h"
#include "index/row_limit.h"
#include "nodes/node_plans.h"
#include "planner/hooks.h"
#include "publish/agg_build.h"
#include "rows/scan/scan.h"
#include "schema/modifier.h"
#include "schema/ready.h"
#include "server/compat.h"
#include "server/host.h"
#include "server/settings.h"
#include "value/expanded.h"
#include "value/lazy.h"
#include "value/reference.h"
#include "../xml/bx_parse.h"
#include "value/value_cache.h"
#include "value/vocabulary.h"
#include "xquery/function.h"

extern BXML_EXPORT const Pg_magic_struct *PG_MAGIC_FUNCTION_NAME(void);
BXML_MODULE_MAGIC;

extern BXML_EXPORT void _PG_init(void);

/* The library may have been built with another libxml2 than the one it meets here. */
static void
check_libxml(void)
{
	const char *version;

	if (!bx_libxml_usable(&version))
		ereport(ERROR, (errcode(ERRCODE_FEATURE_NOT_SUPPORTED), errmsg("bxml needs libxml2 2.9.5 or later"),
						errdetail("The version of the libxml2 that is loaded is %s.", version),
						errhint("Earlier releases store wrong text for documents with entities.")));
}

/* Indexes before the advice about them. */
static const OfferPaths offers[] = {scan_offer, index_paths_offer_table, collect_table, NULL};

void
_PG_init(void)
{
	check_libxml();
	settings_init();
	host_load();
	kind_register(&lazy_kind);
	kind_register(&reference_kind);
	kind_register(&expanded_kind);
	kind_register(&agg_kind);
	value_cache_init();
	vocabulary_init();
	scan_init();
	row_limit_init();
	hooks_init(offers);
	ready_init();
	node_plans_init();
	function_init();
	typmod_register(&modifier_schemas);
}

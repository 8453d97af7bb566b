/*
 * hooks.c -- the planner's hooks: one place that takes them, calls those who had them before, and then our parts.
 */
#include "postgres.h"

#include "optimizer/pathnode.h"
#include "optimizer/paths.h"
#include "optimizer/plancat.h"
#include "utils/selfuncs.h"

#include "../server/compat.h"
#include "hooks.h"
#include "value_stats.h"

static const OfferPaths *parts;
static set_rel_pathlist_hook_type paths_before;
static relation_hook_type relation_before;
static get_index_stats_hook_type stats_before;

static void
offer_paths(PlannerInfo *root, RelOptInfo *rel, Index rti, RangeTblEntry *rte)
{
	const OfferPaths *part;

	if (paths_before)
		paths_before(root, rel, rti, rte);
	for (part = parts; *part != NULL; part++)
		(*part)(root, rel, rte);
}

static void
meet_relation(RELATION_HOOK_PARAMS)
{
	if (relation_before)
		relation_before(RELATION_HOOK_ARGS);
	if (RELATION_HOOK_TABLE)
		value_stats_offer(root, rel);
}

/* The expressions that we offer are of an index without an OID. */
static bool
index_stats(PlannerInfo *root, Oid index, AttrNumber column, VariableStatData *var)
{
	if (OidIsValid(index))
		return stats_before != NULL && stats_before(root, index, column, var);
	return value_stats_find(root, var);
}

void
hooks_init(const OfferPaths *of)
{
	parts = of;
	paths_before = set_rel_pathlist_hook;
	set_rel_pathlist_hook = offer_paths;
	relation_before = relation_hook;
	relation_hook = meet_relation;
	stats_before = get_index_stats_hook;
	get_index_stats_hook = index_stats;
}

/*
 * lookup.h -- what an index looks up for the conditions that the planner makes of a predicate.
 */
#ifndef BXML_LOOKUP_H
#define BXML_LOOKUP_H

#include "nodes/pathnodes.h"

#include "../../core/index/bx_index_search.h"
#include "site.h"

/* What is looked up for a predicate. */
typedef struct LookedUp
{
	bool served;      /* rows are found by keys of the index */
	char *conditions; /* the index conditions */
	char *keys; /* what is looked up for them; NULL where that is not known before the query is executed */

	/* the path of a predicate that is not served, or not in all parts; NULL if it is not known */
	Const *path;
	char *refused;    /* the first part that the index has no keys for, or NULL */
	uint8_t unserved; /* BxIndexUnserved: why */
	bool left;        /* there are keys for more parts than are looked up */
} LookedUp;

/* The paths are those of consider_index. */
extern LookedUp lookup_of(const AdviceSite *site, const IndexOptInfo *index, List *paths);

#endif

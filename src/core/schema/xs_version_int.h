/*
 * xs_version_int.h -- conditional inclusion: which elements of a schema document are for processors of other versions.
 *
 * XML Schema 1.1, Part 1, 4.2.2: an element whose attributes of the versioning namespace ask for another version, or
 * for types and facets that are not there, is as if it were not there, with all that is in it.
 */
#ifndef XS_VERSION_INT_H
#define XS_VERSION_INT_H

#include "xs_rule_int.h"

#define XS_VERSION_NS "http://www.w3.org/2007/XMLSchema-versioning"

typedef enum XsCondition
{
	XS_MIN_VERSION,
	XS_MAX_VERSION,
	XS_TYPE_AVAILABLE,
	XS_TYPE_UNAVAILABLE,
	XS_FACET_AVAILABLE,
	XS_FACET_UNAVAILABLE,
	XS_CONDITIONS
} XsCondition;

/* The condition that an attribute of the versioning namespace states; XS_CONDITIONS: none. */
extern XsCondition xs_condition_find(BxStr local);
/* Is the node left out by its conditions, with white space collapsed and .s NULL for those that are not there? */
extern bool xs_is_left_out(const XsNode *node, const BxStr *conditions);

#endif

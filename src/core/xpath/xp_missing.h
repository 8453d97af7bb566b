/*
 * xp_missing.h -- where a path would have found something, had its last step been there.
 */
#ifndef XP_MISSING_H
#define XP_MISSING_H

#include "xp_part.h"

/*
 * xp_missing: for a path that ends in a plain step to a child element or an attribute, the path to the nodes that step
 * starts from and finds nothing at, in the arena; *name and *attribute say what is missing.  BX_E_UNSUPPORTED for other
 * paths, BX_E_XPATH when the prefix of the name is not declared.
 */
extern BxStatus xp_missing(const XpBlock *path, BxArena *arena, XpBlock **parents, XpPartName *name,
						   bool *attribute, BxError *err);

#endif

/*
 * xp_last_step.h -- paths made from a path: where it would have found something, had its last step been there, an
 * attribute of what it finds, and parts of it.
 */
#ifndef XP_LAST_STEP_H
#define XP_LAST_STEP_H

#include "xp_name.h"

/*
 * xp_missing: for a path that ends in a plain step to a child element or an attribute, the path to the nodes that step
 * starts from and finds nothing at, in the arena; *name and *attribute say what is missing.  BX_E_UNSUPPORTED for other
 * paths, BX_E_XPATH when the prefix of the name is not declared.
 */
extern BxStatus xp_missing(const XpBlock *path, BxArena *arena, XpBlock **parents, XpGivenName *name,
						   bool *attribute, BxError *err);

/*
 * xp_attribute_of: the path to the attribute of that name of the nodes that a path, given by its source, selects; in
 * the arena.
 */
extern BxStatus xp_attribute_of(BxStr source, const XpGivenName *name, BxArena *arena, XpBlock **block,
								BxError *err);

/*
 * xp_up_to: the path up to a step, by its number among the nodes of the block, with the predicates of that step or
 * without them; xp_step_alone: "/" and the step, as a child of the document.  In the arena; BX_E_NOMEM.
 */
extern BxStatus xp_up_to(const XpBlock *path, uint32_t step, bool predicates, BxArena *arena, XpBlock **part,
						 BxError *err);
extern BxStatus xp_step_alone(const XpBlock *path, uint32_t step, BxArena *arena, XpBlock **part,
							  BxError *err);

#endif

/*
 * xp_dir_int.h -- how evaluation uses the directories of a value.
 */
#ifndef XP_DIR_INT_H
#define XP_DIR_INT_H

#include "xp_node_int.h"

#include "../../read/bx_dir.h"

#include <stdlib.h>

/* Nodes that offset lists have of a path, in document order; in scratch memory. */
typedef struct XpDirRest XpDirRest;

/*
 * xp_dir_rest: the rest of the head of a path from the document, of which the nodes at offsets below pos were
 * delivered.  *done is false, and nothing has happened, when directories do not help; otherwise *rest has the nodes,
 * NULL when there are none, or *total says how many nodes the whole path has, when that is all the caller wants.
 */
extern BxStatus xp_dir_rest(XpEval *ev, const XpPath *path, uint32_t pos, XpWant want, XpDirRest **rest,
							uint64_t *total, bool *done);
extern BxStatus xp_dir_next(XpDirRest *rest, XpNode *nd, bool *found);

/* The children of `parent` that pass the node test of a child step, when they are listed. */
extern BxStatus xp_dir_children(XpEval *ev, uint32_t step, const XpNode *parent, BxDirGroup *group,
								bool *found);

/*
 * xp_dir_jump: where to begin looking for child number k (from 0) of a group of xp_dir_children: at *off stands its
 * child number *i; when that is 0, *off is the start of the content.
 */
extern BxStatus xp_dir_jump(XpEval *ev, uint32_t step, const XpNode *parent, const BxDirGroup *group,
							uint32_t k, uint32_t *i, uint32_t *off);

/*
 * xp_dir_pick: the one child that passes a child step and its first predicate, when that names a place.  *known is
 * false when directories do not say; otherwise *found says whether there is such a child, and *nd knows the way up.
 */
extern BxStatus xp_dir_pick(XpEval *ev, uint32_t step, const XpNode *parent, XpNode *nd, bool *known,
							bool *found);

#endif

/*
 * bx_trail.h -- paths of nodes that are met in document order, in one pass over the items.
 *
 * bx_label_path looks at the siblings before a node for each path; a trail counts them once, so that the paths of many
 * nodes cost no more than a pass.  Paths are those for people, as bx_label_path writes them.
 */
#ifndef BX_TRAIL_H
#define BX_TRAIL_H

#include "bx_label.h"

typedef struct BxTrail BxTrail;

/* Borrows table and source, which must outlive it; host memory is freed by bx_trail_free. */
extern BxStatus bx_trail_new(BxTrail **trail, const BxTable *table, BxSource *source, BxArena *arena,
							 BxError *err);
extern void bx_trail_free(BxTrail *trail);

/*
 * bx_trail_path: append the path to the element or attribute whose item is at offset off.  *found is false, and
 * nothing is appended, when the pass is already behind it; an element around the last node asked for is found.
 * BX_E_UNSUPPORTED as bx_label_path.
 */
extern BxStatus bx_trail_path(BxTrail *trail, uint32_t off, BxBuf *out, bool *found);

#endif

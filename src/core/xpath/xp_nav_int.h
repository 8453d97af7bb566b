/*
 * xp_nav_int.h -- what the files of navigation share: sets of nodes, axes, contexts.
 */
#ifndef XP_NAV_INT_H
#define XP_NAV_INT_H

#include "xp_eval_int.h"

typedef struct XpLevel
{
	uint32_t end;
	uint32_t anchor;
} XpLevel;

/* One step from any number of context nodes; its scratch memory is used again for each of them. */
typedef struct XpGather
{
	XpEv *ev;
	uint32_t step;
	XpSet *out;
	uint32_t most; /* nodes wanted from one context, in axis order; 0 for all */
	uint32_t
		seen; /* key of the context before: what is above this one and in front of it, is above that one as well */
	XpLevel *levels; /* of gather_range, NULL until needed */
	XpSet part;      /* of gather_preceding */
} XpGather;

static inline bool
xp_is_child_kind(uint8_t kind)
{
	return kind != BX_KIND_ATTRIBUTE && kind != BX_KIND_NAMESPACE;
}

/* xp_axis.c: add the nodes of the step's axis that pass its node test to g->out, in axis order. */
extern BxStatus xp_gather(XpGather *g, const XpNd *nd);

/* xp_namespace.c: the namespace nodes of an element, added to g->out in document order. */
extern BxStatus xp_gather_namespaces(XpGather *g, const XpNd *el);

/* xp_set.c */
extern void xp_set_reverse(XpSet *set);
/* Drop contexts of a step without predicates that add nothing to what the others give. */
extern BxStatus xp_reduce_contexts(XpEv *ev, uint8_t axis, XpSet *from);
/* Drop the anchors from number first on that no node of the set hangs under. */
extern BxStatus xp_drop_anchors(XpEv *ev, uint32_t first, XpSet *set);

#endif

/*
 * xp_navigate_int.h -- what the files of navigation share: sets of nodes, axes, contexts.
 */
#ifndef XP_NAVIGATE_INT_H
#define XP_NAVIGATE_INT_H

#include "xp_eval_int.h"

typedef struct XpLevel
{
	uint32_t end;
	uint32_t anchor;
} XpLevel;

/* One step from any number of context nodes; its scratch memory is used again for each of them. */
typedef struct XpGather
{
	XpEval *ev;
	uint32_t step;
	XpSet *out;
	uint32_t most; /* nodes wanted from one context, in axis order; 0 for all */
	uint32_t
		seen; /* key of the context before: what is above this one and in front of it, is above that one as well */
	XpLevel *levels; /* of gather_range, NULL until needed */
} XpGather;

static inline bool
xp_is_child_kind(uint8_t kind)
{
	return kind != BX_KIND_ATTRIBUTE && kind != BX_KIND_NAMESPACE;
}

/* xp_axis.c: add the nodes of the step's axis that pass its node test to g->out, in axis order. */
extern BxStatus xp_gather(XpGather *g, const XpNode *nd);

/* xp_namespace.c: the namespace nodes of an element, added to g->out in document order. */
extern BxStatus xp_gather_namespaces(XpGather *g, const XpNode *el);

/* Positions lo .. hi from 1, counted from the near end of an axis or from its far end; none when hi < lo. */
typedef struct XpWindow
{
	bool from_end;
	uint32_t lo;
	uint32_t hi; /* UINT32_MAX: all from lo on */
} XpWindow;

/*
 * The predicates of a step: lead up to pos do not count positions, pos does (0: none), tail are behind it.  When it is
 * simple, pos asks for the window w, and tail does not count.
 */
typedef struct XpChain
{
	uint32_t lead;
	uint32_t pos;
	uint32_t tail;
	bool simple;
	XpWindow w; /* without pos: all */
} XpChain;

/*
 * xp_position_step.c: the positions that a predicate asks for, from lo to hi, where they do not depend on the items.  Counted
 * from the end, 1 is the last.  hi may be infinite; with hi < lo there are none.
 */
typedef struct XpBounds
{
	double lo;
	double hi;
	bool from_end;
} XpBounds;

extern bool xp_bounds_of(const XpEval *ev, uint32_t expr, XpBounds *w);
extern void xp_chain_of(const XpEval *ev, uint32_t step, XpChain *c);
/* The window of n nodes in document order as indices [*a .. *b); backwards: the axis counts from the last one. */
extern void xp_window_run(const XpWindow *w, uint32_t n, bool backwards, uint32_t *a, uint32_t *b);
extern bool xp_window_axis(uint8_t axis);
/* What lead and window of a simple chain leave of an axis as above, from all contexts; in no order. */
extern BxStatus xp_window_step(XpEval *ev, uint32_t step, const XpChain *chain, const XpSet *from, XpSet *to);

/*
 * xp_sibling.c: what lead and window of a simple chain leave of a sibling axis from one context, in document order.
 * *known is false when that cannot be said without looking (and then nothing was done).  Calls with the same stamp
 * other than 0 need not repeat nodes that an earlier one gave.
 */
extern bool xp_sibling_axis(uint8_t axis);
extern BxStatus xp_sibling_nodes(XpEval *ev, uint32_t step, const XpChain *chain, const XpNode *nd,
								 uint32_t stamp, bool *known, XpSet *to);
/* The first node in document order of a chain without a position, if there is one. */
extern BxStatus xp_sibling_first(XpEval *ev, uint32_t step, const XpChain *chain, const XpNode *nd,
								 bool *known, XpSet *to);
extern BxStatus xp_sibling_count(XpEval *ev, uint32_t step, const XpChain *chain, const XpNode *nd,
								 bool *known, uint64_t *n);

/* xp_navigate.c: keep the nodes that pass the predicates from pred on up to the one before `until`. */
extern BxStatus xp_filter(XpEval *ev, uint32_t pred, uint32_t until, XpSet *set);

/* xp_set.c */
extern BxStatus xp_set_tidy(XpEval *ev, XpSet *set, uint32_t *tidy);
/* Keep the nodes of the first set that are in the second, or, without common, those that are not. */
extern BxStatus xp_set_keep(XpEval *ev, XpSet *set, const XpSet *other, bool common);
extern void xp_set_reverse(XpSet *set);
/* Drop contexts of a step without predicates that add nothing to what the others give. */
extern BxStatus xp_reduce_contexts(XpEval *ev, uint8_t axis, XpSet *from);
/* The context of a set that is not empty whose content ends first. */
extern BxStatus xp_first_end(XpEval *ev, const XpSet *from, XpNodeRef *first);
/* Drop the anchors from number first on that no node of the set hangs under. */
extern BxStatus xp_drop_anchors(XpEval *ev, uint32_t first, XpSet *set);

#endif

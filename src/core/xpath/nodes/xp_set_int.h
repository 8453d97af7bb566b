/*
 * xp_set_int.h -- sets of nodes, axes, and what several contexts of a step share.
 */
#ifndef XP_SET_INT_H
#define XP_SET_INT_H

#include "xp_node_int.h"

/* Make room for more nodes. */
extern BxStatus xp_set_grow(XpEval *ev, XpSet *set);

static inline BxStatus
xp_set_push(XpEval *ev, XpSet *set, XpNodeRef item)
{
	if (BX_UNLIKELY(set->n == set->cap))
		BX_TRY(xp_set_grow(ev, set));
	set->items[set->n++] = item;
	return BX_OK;
}

static inline BxStatus
xp_set_add(XpEval *ev, XpSet *set, const XpNode *nd)
{
	return xp_set_push(ev, set, (XpNodeRef){nd->key, nd->up});
}

/* Add all nodes of another set; both are in document order, and so is the result, without duplicates. */
extern BxStatus xp_set_merge(XpEval *ev, XpSet *set, const XpSet *other);
extern BxStatus xp_set_sort(XpEval *ev, XpSet *set);

#define XP_SET_TIDY 4096 /* nodes up to which a set may have doubles, at first */

/*
 * Drop repeated nodes when there are more than *tidy (XP_SET_TIDY at first), so that memory follows the result; *tidy
 * becomes twice as many as are left, and XP_SET_TIDY.
 */
extern BxStatus xp_set_tidy(XpEval *ev, XpSet *set, uint32_t *tidy);
/* Keep the nodes of the first set that are in the second, or, without common, those that are not. */
extern BxStatus xp_set_keep(XpEval *ev, XpSet *set, const XpSet *other, bool common);
/* Give the nodes to a sink, one by one, until it stops. */
extern BxStatus xp_set_give(XpEval *ev, const XpSet *set, XpSink *sink);
extern void xp_set_reverse(XpSet *set);
/* Keep the nodes that pass the predicates from pred on up to the one before `until`, position by order in the set. */
extern BxStatus xp_filter(XpEval *ev, uint32_t pred, uint32_t until, XpSet *set);
/* Does a node that passes so far (*pass) pass these predicates, none of which asks for its position, as well? */
extern BxStatus xp_pass_alone(XpEval *ev, uint32_t pred, uint32_t until, const XpNode *nd, bool *pass);
/* Drop contexts of a step without predicates that add nothing to what the others give. */
extern BxStatus xp_reduce_contexts(XpEval *ev, uint8_t axis, XpSet *from);
/* The context of a set that is not empty whose content ends first. */
extern BxStatus xp_first_end(XpEval *ev, const XpSet *from, XpNodeRef *first);
/* Drop the anchors from number first on that are not ancestors of a node in the set. */
extern BxStatus xp_drop_anchors(XpEval *ev, uint32_t first, XpSet *set);

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
	uint32_t max; /* nodes wanted from one context, in axis order; 0 for all */
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

/*
 * xp_sibling.c: the nodes of a sibling axis from one context that pass lead and positions of a simple chain, in
 * document order.  *known is false, and nothing was done, when the lists do not help.  Calls with the same stamp
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

#endif

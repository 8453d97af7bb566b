/*
 * ru_path.h -- classes of the operators that paths are made of: where they begin, steps, predicates, sets of nodes.
 */
#ifndef RU_PATH_H
#define RU_PATH_H

#include "ru_op.h"

/* ---- ru_path.c ---- */

extern const RuClass ru_context_item; /* "." */
extern const RuClass ru_root;         /* "/": the document that the context item is in */

/*
 * The nodes of a path of XdPaths from each item of args[0].  sub: number of the path; value.n: RU_PATH_* below.
 * ru_path_one: from at most one item, and at most one node.
 */
extern const RuClass ru_path;
extern const RuClass ru_path_one;

#define RU_PATH_IMPLICIT 0x01  /* args[0] is the context item, which nobody wrote: XPTY0020, not XPTY0019 */
#define RU_PATH_SORT_MANY 0x02 /* what several items give is to be put in order, without duplicates */
#define RU_PATH_SORT 0x04      /* what one gives, too: it is in the order of a reverse axis */

/*
 * The last node of a path from at most one item, in the order of its axis, without all others where it can be had so.
 * ru_path_knows_last: may it be asked?
 */
extern bool ru_path_knows_last(const RuOp *op);
extern BxStatus ru_path_last(RuRun *run, const RuOp *op, const RuCx *cx, XdItem *item, bool *found);

/* args[0], of which every item must be a node: XPTY0019. */
extern const RuClass ru_only_nodes;

/* ---- ru_filter.c ---- */

/* The items of args[0] for which args[1] holds; data: RuPredicate.  ru_filter_one: that is at most one. */
extern const RuClass ru_filter;
extern const RuClass ru_filter_one;

typedef enum RuPredicateKind
{
	RU_PLACES, /* the items from number lo up to number hi */
	RU_LAST,   /* the last one */
	RU_TRUTH,  /* where args[1] is true */
	RU_VALUE   /* the same, but a number is a position */
} RuPredicateKind;

typedef struct RuPredicate
{
	uint8_t kind; /* RuPredicateKind; of places args[1] is NULL */
	uint64_t lo, hi;
	const struct RuJoin *join; /* RU_TRUTH: how it selects by equality; or NULL */
} RuPredicate;

/* ---- ru_node_set.c ---- */

/*
 * args[0]: nodes in document order without duplicates, or other items as they come.  XPTY0018 where both are there;
 * sub: it is an operand of a set of nodes, where other items are XPTY0004.
 */
extern const RuClass ru_in_order;

/* args: two; sub: RuNodeSet.  Either gives nodes in document order, as the result is. */
extern const RuClass ru_node_set;

typedef enum RuNodeSet
{
	RU_UNION,
	RU_INTERSECT,
	RU_EXCEPT
} RuNodeSet;

/* args: two of at most one node; sub: Q_IS and so on as RuNodeOrder */
extern const RuClass ru_node_comparison;

typedef enum RuNodeOrder
{
	RU_IS,
	RU_BEFORE,
	RU_AFTER
} RuNodeOrder;

#endif

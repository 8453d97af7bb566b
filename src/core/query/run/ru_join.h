/*
 * ru_join.h -- items of an expression that a comparison selects, by look-up instead of one by one.
 *
 * Equalities look up a table of hash values, inequalities of numbers a sorted list.  The items are listed with an index
 * of their keys, which stays as long as what they depend on is the same (ru_memo.h).  A look-up gives, in their order,
 * the items for which the comparison may hold; the whole condition is evaluated for them.  Where the types of keys do
 * not allow a look-up, and where the evaluation of keys fails, all items are gone through, which raises what errors
 * there are.
 */
#ifndef RU_JOIN_H
#define RU_JOIN_H

#include "ru_memo.h"

/* Of a plan. */
typedef struct RuJoin
{
	RuMemoPlan memo;         /* what the items and their keys depend on */
	const RuOp *source;      /* the items */
	const RuOp *key;         /* atomized, of one item: */
	uint32_t slot;           /* a variable holds it; RU_NO_SLOT: it is the context item */
	const RuOp *probe;       /* atomized, does not depend on the item */
	AtComparison comparison; /* of key and probe: any but AT_NE */
	bool value;              /* a value comparison */
	bool whole;              /* it is all of the condition */
} RuJoin;

typedef struct RuMatches RuMatches;

/* The items for the present value of the probe; *matches is NULL where there is no look-up. */
extern BxStatus ru_join_open(RuRun *run, const RuJoin *join, const RuCx *cx, RuMatches **matches);
/* The next one, and its position among all items, from 1. */
extern void ru_matches_next(RuMatches *matches, XdItem *item, uint64_t *position, bool *found);
/* Does the comparison hold for all of them?  Else it is to be evaluated. */
extern bool ru_matches_exact(const RuMatches *matches);
/* All of them, in the arena. */
extern BxStatus ru_matches_all(RuRun *run, RuMatches *matches, BxArena *arena, XdSeq *seq);
extern uint64_t ru_matches_count(const RuMatches *matches);
/* Leave them, at the end, too. */
extern void ru_matches_close(RuMatches *matches);
/* The same as an iterator. */
extern void ru_matches_iter(RuIter *it, RuMatches *matches);

#endif

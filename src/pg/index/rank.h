/*
 * rank.h -- which conditions are looked up in an index, by their form.
 *
 * An index collects all rows of each condition before it compares them, so a range of half the table beside an equality
 * of one row costs as much as the range alone.  Of conditions that must all hold only those of the best class are
 * looked up; the others are evaluated on what was found.
 */
#ifndef BXML_INDEX_RANK_H
#define BXML_INDEX_RANK_H

#include "nodes/pathnodes.h"

#include "../../core/xpath/terms/xp_terms.h"

/* Classes, the most selective first. */
typedef enum Rank
{
	RANK_EQUAL = 1,
	RANK_BETWEEN, /* both bounds, prefixes */
	RANK_BOUND,
	RANK_EXISTS,
	RANK_NOTHING, /* true of every document, as far as an index knows */
} Rank;

extern Rank rank_of_term(const XpTerm *term);

/* The best of AND, the worst of OR. */
extern Rank rank_of_tree(const XpTermsNode *node);

/* The class of "column operator path", or pattern, a condition of an index. */
extern Rank rank_of_condition(const Expr *condition);

#endif

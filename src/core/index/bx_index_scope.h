/*
 * bx_index_scope.h -- the part of documents that an index has keys of: the nodes on some paths, and all below them.
 *
 * All paths together are one automaton, a bit per place in a path.  A set of places says how far the way from the
 * document to a node has come: in the beginning at the start of every path; once one is at its end, all that is below
 * is in the scope.
 */
#ifndef BX_INDEX_SCOPE_H
#define BX_INDEX_SCOPE_H

#include "../xpath/terms/xp_terms.h"

/* Steps of all paths and one more per path. */
#define BX_INDEX_PLACES 64

typedef struct BxIndexScope
{
	uint64_t starts;
	uint64_t ends;
	uint64_t gaps;                            /* places that any element leaves as they are */
	const XpTermStep *steps[BX_INDEX_PLACES]; /* from each place; NULL at the ends */
	uint64_t attributes;                      /* places whose step is to an attribute */
} BxIndexScope;

/*
 * bx_index_scope_of: the scope of a tree that is one term of existence or several in an OR, which it borrows;
 * BX_E_UNSUPPORTED for others and for too many steps.
 */
extern BxStatus bx_index_scope_of(const XpTerms *paths, BxIndexScope *scope, BxError *err);

/* The places whose step an element, or attribute, of this name takes. */
extern uint64_t bx_index_scope_match(const BxIndexScope *scope, BxStr uri, BxStr local, bool attribute);

/* From the places of a node to those of an element in it which takes these steps. */
static inline uint64_t
bx_index_scope_child(const BxIndexScope *scope, uint64_t places, uint64_t match)
{
	return (places & match) << 1 | (places & (scope->gaps | scope->ends));
}

/* The same for an attribute. */
static inline uint64_t
bx_index_scope_attribute(const BxIndexScope *scope, uint64_t places, uint64_t match)
{
	return (places & match) << 1 | (places & scope->ends);
}

/* Is every node that a path may find in the scope? */
extern bool bx_index_scope_covers(const BxIndexScope *scope, const XpTermPath *path);

#endif

/*
 * selectivity.h -- how many documents a path is true of.
 */
#ifndef BXML_SELECTIVITY_H
#define BXML_SELECTIVITY_H

#include "nodes/pathnodes.h"

#include "../../core/xpath/terms/xp_terms.h"

/*
 * The share of the documents in `doc`, an expression of the query, of which a path, another one, is true.  By values
 * that are constants in the query, else by what is usual.
 */
extern double selectivity_of(PlannerInfo *root, Node *doc, Node *path, XpTermsAsk ask);

#endif
